//! Implements the test for mate at the end of section 5.3 of `spec/rules/chess.md`.

use cozy_chess::{get_between_rays, get_bishop_moves, get_king_moves, get_pawn_attacks, get_rook_moves};

use super::super::bitboard::{attacks, pawn_attacks};
use super::super::king_zone::{CENTRE, Family, ZoneSet, insert_maximal, zone_set};
use super::super::{BitBoard, Color, Role, Square};
use super::boards::{Piece, SkeletonBoard};

/// The properties of a move that the test for mate needs.
pub(super) enum Moved {
    /// A move of a piece that is not tracked.
    Piece {
        /// Target square of a capture, or `None` after a move within the region.
        to: Option<Square>,
    },
    King {
        from: Square,
    },
    /// A move of a pawn or of a tracked piece.
    Unit {
        from: Square,
        to: Square,
        /// Role of the pawn or piece after the move.
        role: Role,
        /// Square of the pawn that the move captures en passant.
        captured_en_passant: Option<Square>,
    },
}

impl Moved {
    /// Creates the move of a piece to the square `to`, on which the piece becomes immobile.
    pub(super) fn to_square(piece: &Piece, to: Square) -> Self {
        match piece.region.next_square() {
            Some(from) if piece.tracked => Self::Unit { from, to, role: piece.role, captured_en_passant: None },
            _ => Self::Piece { to: Some(to) },
        }
    }

    /// Returns the target square of the moved pawn or piece. Returns `None` for a king, and for a piece that has moved
    /// within its region.
    fn to(&self) -> Option<Square> {
        match *self {
            Self::Piece { to } => to,
            Self::King { .. } => None,
            Self::Unit { to, .. } => Some(to),
        }
    }
}

impl SkeletonBoard {
    /// Returns whether the intended winner may mate by the move `moved`. After the move, the skeleton (partly known
    /// position) has this board and these pieces.
    ///
    /// The specification tests for mate before region closure is performed. Region closure only adds squares to
    /// regions. So the test with the larger regions misses no mate.
    pub(super) fn may_mate(&self, pieces: &[Piece], intended_winner: Color, moved: &Moved) -> bool {
        let (king, intended_winners_king) = (self.kings[!intended_winner as usize], self.kings[intended_winner as usize]);
        let occupied = self.pawns_and_immobile() | intended_winners_king.bitboard();
        let check = match *moved {
            Moved::Piece { .. } => self.attacked.has(king),
            Moved::King { from } => self.may_discover_check(from, king, occupied),
            Moved::Unit { from, to, role, captured_en_passant } => {
                attacks(role, to, intended_winner, occupied).has(king)
                    || self.may_discover_check(from, king, occupied)
                    || captured_en_passant.is_some_and(|pawn| self.may_discover_check(pawn, king, occupied))
            }
        };
        if !check {
            return false;
        }
        // A quick test rules out most cases, in which all options of all pieces together do not cover the king zone.
        let target = zone_set(get_king_moves(king), king) | CENTRE;
        let by_king = zone_set(get_king_moves(intended_winners_king) & get_king_moves(king), king);
        let (rooks, bishops) = (zone_set(self.rooks_and_queens, king), zone_set(self.bishops_and_queens, king));
        let across = opposite(rooks & ROOK_NEIGHBOURS | bishops & BISHOP_NEIGHBOURS);
        if (zone_set(self.attacked_or_blocked, king) | by_king | across) & target != target {
            return false;
        }
        let pawns = pawn_attacks(self.pawns[intended_winner as usize], intended_winner);
        let blockers = self.pawns[!intended_winner as usize] & get_king_moves(king);
        let fixed = zone_set(pawns | blockers, king) | by_king;
        MatingNet { king, fixed, target, occupied, intended_winner }.is_possible(pieces)
            && moved.to().is_none_or(|to| self.closed || !self.can_surely_be_taken(pieces, intended_winner, to))
    }

    fn can_surely_be_taken(&self, pieces: &[Piece], intended_winner: Color, to: Square) -> bool {
        let (us, them) = (intended_winner as usize, !intended_winner as usize);
        let maybe_occupied = self.occupied() | self.regions[0] | self.regions[1];
        let pawns = get_pawn_attacks(to, intended_winner) & self.pawns[them];
        let takes = |piece: &&Piece| piece.colour == !intended_winner && piece.immobile && piece.attacks(maybe_occupied).has(to);
        let takers = pieces.iter().filter(takes).fold(pawns, |all, piece| all | piece.region);
        takers.into_iter().any(|from| {
            let occupied = (self.pawns_and_immobile() | self.kings[us].bitboard() | to.bitboard()) & !from.bitboard();
            let others = pieces.iter().filter(|piece| piece.colour == intended_winner && piece.region != to.bitboard());
            let by_pawns = pawn_attacks(self.pawns[us] & !to.bitboard(), intended_winner);
            !others.fold(by_pawns, |all, piece| all | piece.attacks(occupied)).has(self.kings[them])
        })
    }

    fn may_discover_check(&self, left: Square, king: Square, occupied: BitBoard) -> bool {
        let (rook_lines, bishop_lines) = (get_rook_moves(king, occupied), get_bishop_moves(king, occupied));
        let sliders = rook_lines & self.rooks_and_queens | bishop_lines & self.bishops_and_queens;
        sliders.into_iter().any(|from| get_between_rays(king, from).has(left))
    }
}

/// `ROOK_NEIGHBOURS` are the king's neighbours on its rank and file, and `BISHOP_NEIGHBOURS` are the neighbours on its
/// diagonals.
const ROOK_NEIGHBOURS: ZoneSet = 0b010_101_010;
const BISHOP_NEIGHBOURS: ZoneSet = 0b101_000_101;

/// For each square of `set`, returns the square on the opposite side of the king. A rook, bishop or queen beside the
/// king attacks the opposite square through the king.
fn opposite(set: ZoneSet) -> ZoneSet {
    set.reverse_bits() >> 7
}

/// Data for the test for a mating net around `king`.
struct MatingNet {
    king: Square,
    /// Squares that the king and the pawns of the intended winner attack, and squares on which pawns of the opponent
    /// stand.
    fixed: ZoneSet,
    /// The whole king zone.
    target: ZoneSet,
    /// Squares that block attacks: those of pawns, of immobile pieces and of the intended winner's king.
    occupied: BitBoard,
    intended_winner: Color,
}

impl MatingNet {
    /// Returns whether the pieces together can cover the king zone.
    fn is_possible(&self, pieces: &[Piece]) -> bool {
        let (mut covered, mut options) = (Family::subsets(self.fixed), Vec::new());
        let mut last = None;
        for &piece in pieces {
            // Equal pieces are adjacent and have the same options, so the options are computed only once.
            if last.replace(piece) != Some(piece) {
                options.clear();
                self.options(&piece, &mut options);
            }
            covered.join(&options);
            if covered.contains(self.target) {
                return true;
            }
        }
        covered.contains(self.target)
    }

    /// Adds the sets of squares that a piece can cover, without squares in `fixed`.
    fn options(&self, piece: &Piece, options: &mut Vec<ZoneSet>) {
        if piece.colour != self.intended_winner {
            let blocked = zone_set(piece.region & get_king_moves(self.king), self.king) & !self.fixed;
            options.extend((0..9).map(|bit| 1 << bit).filter(|bit| blocked & bit != 0));
            return;
        }
        let attacked = |from| zone_set(attacks(piece.role, from, piece.colour, self.occupied), self.king) & !self.fixed;
        piece.region.into_iter().map(attacked).filter(|&set| set != 0).for_each(|set| insert_maximal(options, set));
    }
}
