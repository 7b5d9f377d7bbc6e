//! Legal moves in move order: section 2 of `spec/rules/chess.md`.

use crate::chess::attacks::Attacks;
use crate::chess::bitboard::{Bitboard, RANK_1, RANK_8, ascending, pawn_attacks, pawn_push, square_bit};
use crate::chess::moves::{pawn_pushes, reach};
use crate::chess::position::Position;
use crate::chess::role::Role;
use crate::core::game::Colour;
use crate::helpmate::legal::LegalMoves;

/// The units of a side that attack a square of the other side, on a board on which these squares are occupied.
#[inline]
pub(crate) fn attackers(position: Position, side: Colour, square: u32, occupied: Bitboard, attacks: &Attacks) -> Bitboard {
    let pieces = attacks.king(square) & position.kings()
        | attacks.knight(square) & position.knights()
        | attacks.bishop(square, occupied) & position.bishops_and_queens()
        | attacks.rook(square, occupied) & position.rooks_and_queens();
    // A pawn attacks the square from where a pawn of the other side on the square would attack it.
    let pawns = pawn_attacks(side.other(), square_bit(square)) & position.pawns();
    (pieces | pawns) & position.units(side)
}

/// The square of a side's king. A position has one.
#[inline]
pub(crate) fn king(position: Position, side: Colour) -> u32 {
    (position.kings() & position.units(side)).trailing_zeros()
}

/// The units that attack the king of a side.
#[inline]
pub(super) fn checkers(position: Position, side: Colour, attacks: &Attacks) -> Bitboard {
    attackers(position, side.other(), king(position, side), position.occupied(), attacks)
}

/// All squares that units of a side attack, on a board on which these squares are occupied.
#[inline]
pub(crate) fn attacked(position: Position, side: Colour, occupied: Bitboard, attacks: &Attacks) -> Bitboard {
    let units = position.units(side);
    let pieces = ascending(units & !position.pawns());
    let by_pieces = pieces.fold(0, |all, from| all | reach(position.role(square_bit(from)), from, occupied, attacks));
    by_pieces | pawn_attacks(side, position.pawns() & units)
}

/// What the legal moves of a position depend on.
struct Board<'a> {
    position: Position,
    attacks: &'a Attacks,
    us: Colour,
    own: Bitboard,
    occupied: Bitboard,
    king: u32,
    /// The units that attack the king.
    checkers: Bitboard,
    /// The squares that the other side attacks, those behind our king included: where the king cannot go.
    attacked: Bitboard,
    /// Units of the other side that would attack the king if one of ours were not between.
    pinners: Bitboard,
    /// The squares between the king and these.
    held: Bitboard,
    /// The en passant square.
    passed: Bitboard,
}

impl<'a> Board<'a> {
    #[inline]
    fn new(position: Position, attacks: &'a Attacks) -> Self {
        let us = position.to_move();
        let (own, others, occupied) = (position.units(us), position.units(us.other()), position.occupied());
        let king = king(position, us);
        let by_rooks = seen(others & position.rooks_and_queens(), own, occupied, |occupied| attacks.rook(king, occupied));
        let by_bishops = seen(others & position.bishops_and_queens(), own, occupied, |occupied| attacks.bishop(king, occupied));
        let near = attacks.knight(king) & position.knights() | pawn_attacks(us, square_bit(king)) & position.pawns();
        let pinners = by_rooks.1 | by_bishops.1;
        Self {
            position,
            attacks,
            us,
            own,
            occupied,
            king,
            checkers: by_rooks.0 | by_bishops.0 | near & others,
            attacked: attacked(position, us.other(), occupied & !square_bit(king), attacks),
            pinners,
            passed: position.en_passant(),
            held: ascending(pinners).fold(0, |held, pinner| held | attacks.between(king, pinner)),
        }
    }

    /// Where units other than the king must go because of a check: anywhere if there is none, onto the one unit that gives check or between it and the
    /// king, nowhere if there are two.
    #[inline]
    fn parries(&self) -> Bitboard {
        let mut checkers = ascending(self.checkers);
        match (checkers.next(), checkers.next()) {
            (None, _) => Bitboard::MAX,
            (Some(only), None) => self.checkers | self.attacks.between(self.king, only),
            _ => 0,
        }
    }

    /// Where a unit other than the king may go because it stands between the king and a unit of the other side: anywhere if it does not.
    #[inline]
    fn pinned_to(&self, unit: Bitboard) -> Bitboard {
        if self.held & unit == 0 {
            return Bitboard::MAX;
        }
        let ways = ascending(self.pinners).map(|pinner| square_bit(pinner) | self.attacks.between(self.king, pinner));
        ways.filter(|way| way & unit != 0).fold(Bitboard::MAX, |allowed, way| allowed & way)
    }

    /// Where the king can go, castling included.
    #[inline]
    fn king_moves(&self) -> Bitboard {
        self.attacks.king(self.king) & !self.own & !self.attacked | self.castling()
    }

    /// Where the king arrives by castling: the squares between king and rook are empty, and the king is not attacked where it stands, on the square it
    /// crosses and where it arrives.
    #[inline]
    fn castling(&self) -> Bitboard {
        let rooks = self.position.castling() & self.own;
        if rooks == 0 || self.checkers != 0 {
            return 0;
        }
        let at = square_bit(self.king);
        ascending(rooks).fold(0, |found, rook| {
            let (crossed, target) = if rook < self.king { (at >> 1, at >> 2) } else { (at << 1, at << 2) };
            let free = self.attacks.between(self.king, rook) & self.occupied == 0 && (crossed | target) & self.attacked == 0;
            if free { found | target } else { found }
        })
    }

    /// Where a pawn can go as pawns do, whatever happens to the king, en passant left aside.
    #[inline]
    fn pawn_moves(&self, pawn: Bitboard) -> Bitboard {
        pawn_pushes(self.us, pawn, self.occupied) | pawn_attacks(self.us, pawn) & self.occupied & !self.own
    }

    /// The en passant square, if that pawn can capture there and the own king is not attacked afterwards.
    #[inline]
    fn en_passant(&self, pawn: Bitboard) -> Bitboard {
        let passed = self.passed & pawn_attacks(self.us, pawn);
        if passed == 0 {
            return 0;
        }
        let captured = pawn_push(self.us.other(), passed);
        let occupied = self.occupied & !pawn & !captured | passed;
        let left = attackers(self.position, self.us.other(), self.king, occupied, self.attacks) & !captured;
        if left == 0 { passed } else { 0 }
    }
}

/// Of these rooks or bishops of the other side, queens included, those that our king sees by `lines`, and those that it sees behind units of ours.
#[inline]
fn seen(movers: Bitboard, own: Bitboard, occupied: Bitboard, lines: impl Fn(Bitboard) -> Bitboard) -> (Bitboard, Bitboard) {
    if movers == 0 {
        return (0, 0);
    }
    let visible = lines(occupied);
    (visible & movers, lines(occupied & !(visible & own)) & !visible & movers)
}

/// Replaces `moves` by the legal moves and says whether the side to move is in check.
#[inline]
pub(super) fn legal(position: Position, attacks: &Attacks, moves: &mut LegalMoves) -> bool {
    moves.clear();
    let board = Board::new(position, attacks);
    let parries = board.parries();
    for from in ascending(board.own) {
        let at = square_bit(from);
        match position.role(at) {
            Role::King => moves.add(from, board.king_moves(), false),
            Role::Pawn => {
                let to = board.pawn_moves(at) & parries & board.pinned_to(at) | board.en_passant(at);
                moves.add(from, to, to & (RANK_1 | RANK_8) != 0);
            }
            piece => moves.add(from, reach(piece, from, board.occupied, attacks) & !board.own & parries & board.pinned_to(at), false),
        }
    }
    board.checkers != 0
}
