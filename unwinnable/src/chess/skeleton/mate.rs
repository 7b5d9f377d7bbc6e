//! Whether a move to a skeleton may mate.

use cozy_chess::{get_between_rays, get_bishop_moves, get_king_moves, get_pawn_attacks, get_rook_moves};

use super::super::nine::{CENTRE, Nine, Unions, around, keep_greatest};
use super::super::squares::{attacks, spread_pawn};
use super::super::{BitBoard, Color, Piece, Square};
use super::boards::{Known, Roamer};

/// What has moved, and which squares it has left, as far as a check may come from it.
pub(super) enum Moved {
    /// A roamer that is not followed.
    Roamer {
        /// Where it is now, if it has taken what was known to be there.
        to: Option<Square>,
    },
    King {
        left: Square,
    },
    /// A pawn or followed roamer.
    Unit {
        left: Square,
        to: Square,
        /// What it is now.
        now: Piece,
        /// The square of a pawn that it has taken en passant.
        passer: Option<Square>,
    },
}

impl Moved {
    /// That a roamer has gone to a square.
    pub(super) fn to_square(roamer: &Roamer, to: Square) -> Self {
        match roamer.region.next_square() {
            Some(left) if roamer.followed => Self::Unit { left, to, now: roamer.piece, passer: None },
            _ => Self::Roamer { to: Some(to) },
        }
    }

    /// Where what has moved is now, if that is known and it is no king.
    fn to(&self) -> Option<Square> {
        match *self {
            Self::Roamer { to } => to,
            Self::King { .. } => None,
            Self::Unit { to, .. } => Some(to),
        }
    }
}

impl Known {
    /// Whether a move of W to a skeleton with this board, and these roamers, may mate.
    ///
    /// Of a closed board, more is said to than where the same was asked before it was closed.
    pub(super) fn may_mate(&self, roamers: &[Roamer], winner: Color, moved: &Moved) -> bool {
        let (king, winners_king) = (self.kings[!winner as usize], self.kings[winner as usize]);
        let occupied = self.firm() | winners_king.bitboard();
        let check = match *moved {
            Moved::Roamer { .. } => self.attacked.has(king),
            Moved::King { left } => self.uncovers(left, king, occupied),
            Moved::Unit { left, to, now, passer } => {
                attacks(now, to, winner, occupied).has(king)
                    || self.uncovers(left, king, occupied)
                    || passer.is_some_and(|passer| self.uncovers(passer, king, occupied))
            }
        };
        if !check {
            return false;
        }
        // Even all together may not be enough.
        let target = around(get_king_moves(king), king) | CENTRE;
        let by_king = around(get_king_moves(winners_king) & get_king_moves(king), king);
        let across = opposite(around(self.straight, king) & STRAIGHT | around(self.diagonal, king) & DIAGONAL);
        if (around(self.covered, king) | by_king | across) & target != target {
            return false;
        }
        let pawns = spread_pawn(self.pawns[winner as usize], winner);
        let blockers = self.pawns[!winner as usize] & get_king_moves(king);
        let fixed = around(pawns | blockers, king) | by_king;
        Cover { king, fixed, target, occupied, winner }.is_complete(roamers)
            && moved.to().is_none_or(|to| self.closed || !self.is_taken(roamers, winner, to))
    }

    /// Whether what W has moved to a square can surely be taken there.
    fn is_taken(&self, roamers: &[Roamer], winner: Color, to: Square) -> bool {
        let (us, them) = (winner as usize, !winner as usize);
        let everything = self.taken_up() | self.regions[0] | self.regions[1];
        let pawns = get_pawn_attacks(to, winner) & self.pawns[them];
        let takes = |roamer: &&Roamer| roamer.colour == !winner && roamer.held && roamer.attacks(everything).has(to);
        let takers = roamers.iter().filter(takes).fold(pawns, |all, roamer| all | roamer.region);
        takers.into_iter().any(|from| {
            let occupied = (self.firm() | self.kings[us].bitboard() | to.bitboard()) & !from.bitboard();
            let others = roamers.iter().filter(|roamer| roamer.colour == winner && roamer.region != to.bitboard());
            let by_pawns = spread_pawn(self.pawns[us] & !to.bitboard(), winner);
            !others.fold(by_pawns, |all, roamer| all | roamer.attacks(occupied)).has(self.kings[them])
        })
    }

    /// Whether a queen, rook or bishop of W may attack the king across a square that has been left.
    fn uncovers(&self, left: Square, king: Square, occupied: BitBoard) -> bool {
        let sliders = get_rook_moves(king, occupied) & self.straight | get_bishop_moves(king, occupied) & self.diagonal;
        sliders.into_iter().any(|from| get_between_rays(king, from).has(left))
    }
}

/// The neighbours on the king's rank and file, and on its diagonals.
const STRAIGHT: Nine = 0b010_101_010;
const DIAGONAL: Nine = 0b101_000_101;

/// The squares on the other side of the king.
fn opposite(set: Nine) -> Nine {
    set.reverse_bits() >> 7
}

/// What covers the squares around a king.
struct Cover {
    king: Square,
    /// What W's king and pawns cover.
    fixed: Nine,
    target: Nine,
    /// What blocks: pawns, held roamers and W's king.
    occupied: BitBoard,
    winner: Color,
}

impl Cover {
    /// Whether one option of each roamer can be chosen such that the target is covered.
    fn is_complete(&self, roamers: &[Roamer]) -> bool {
        let (mut unions, mut options) = (Unions::parts(self.fixed), Vec::new());
        let mut last = None;
        for &roamer in roamers {
            // Roamers that agree have the same options.
            if last.replace(roamer) != Some(roamer) {
                options.clear();
                self.options(&roamer, &mut options);
            }
            unions.join(&options);
            if unions.has(self.target) {
                return true;
            }
        }
        unions.has(self.target)
    }

    fn options(&self, roamer: &Roamer, options: &mut Vec<Nine>) {
        if roamer.colour != self.winner {
            let stands = around(roamer.region & get_king_moves(self.king), self.king) & !self.fixed;
            options.extend((0..9).map(|bit| 1 << bit).filter(|bit| stands & bit != 0));
            return;
        }
        let attacked = |from| around(attacks(roamer.piece, from, roamer.colour, self.occupied), self.king) & !self.fixed;
        roamer.region.into_iter().map(attacked).filter(|&set| set != 0).for_each(|set| keep_greatest(options, set));
    }
}
