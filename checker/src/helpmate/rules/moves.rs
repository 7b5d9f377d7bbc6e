//! Legal moves in move order: section 2 of `spec/rules/chess.md`.

use crate::chess::attacks::Attacks;
use crate::chess::bitboard::{
    Bitboard, FILE_A, FILE_H, RANK_1, RANK_3, RANK_6, RANK_8, ascending, king_steps, knight_steps, pawn_attacks, pawn_push, square_bit,
};
use crate::chess::moves::reach;
use crate::chess::position::Position;
use crate::chess::role::Role;
use crate::core::game::Colour;
use crate::helpmate::legal::{LegalMoves, PawnMoves};

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
    let near = king_steps(position.kings() & units) | knight_steps(position.knights() & units);
    let bishops = ascending(position.bishops_and_queens() & units).fold(near, |all, from| all | attacks.bishop(from, occupied));
    let rooks = ascending(position.rooks_and_queens() & units).fold(bishops, |all, from| all | attacks.rook(from, occupied));
    rooks | pawn_attacks(side, position.pawns() & units)
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
    /// Where units other than the king must go because of a check: anywhere if there is none, onto the one unit that gives check or between it and the
    /// king, nowhere if there are two.
    parries: Bitboard,
    /// The squares that the other side attacks, those behind our king included: where the king cannot go. Nothing if it has nowhere to go anyway.
    attacked: Bitboard,
    /// Units of the other side that would attack the king if one of ours were not between.
    pinners: Bitboard,
    /// Those of ours.
    pinned: Bitboard,
    /// The en passant square.
    passed: Bitboard,
}

impl<'a> Board<'a> {
    #[inline]
    fn new(position: Position, attacks: &'a Attacks) -> Self {
        let us = position.to_move();
        let (own, others, occupied) = (position.units(us), position.units(us.other()), position.occupied());
        let king = king(position, us);
        let near = attacks.knight(king) & position.knights() | pawn_attacks(us, square_bit(king)) & position.pawns();
        let mut board = Self {
            position,
            attacks,
            us,
            own,
            occupied,
            king,
            checkers: 0,
            parries: Bitboard::MAX,
            attacked: 0,
            pinners: 0,
            pinned: 0,
            passed: position.en_passant(),
        };
        ascending(near & others).for_each(|from| board.check(square_bit(from), 0));
        board.lines(others);
        if attacks.king(king) & !own != 0 || position.castling() & own != 0 {
            board.attacked = attacked(position, us.other(), occupied & !square_bit(king), attacks);
        }
        board
    }

    /// Adds a unit of the other side that attacks the king across these squares.
    #[inline]
    fn check(&mut self, from: Bitboard, between: Bitboard) {
        self.checkers |= from;
        self.parries &= from | between;
    }

    /// Finds the rooks, bishops and queens of the other side that attack the king, or would if one of our units were not between.
    #[inline]
    fn lines(&mut self, others: Bitboard) {
        let (rooks, bishops) = (others & self.position.rooks_and_queens(), others & self.position.bishops_and_queens());
        // What the king sees of the other side if our units are not in the way.
        let by_rooks = if rooks == 0 { 0 } else { self.attacks.rook(self.king, others) & rooks };
        let by_bishops = if bishops == 0 { 0 } else { self.attacks.bishop(self.king, others) & bishops };
        for from in ascending(by_rooks | by_bishops) {
            let between = self.attacks.between(self.king, from);
            let ours = between & self.own;
            if ours == 0 {
                self.check(square_bit(from), between);
            } else if ours & ours.wrapping_sub(1) == 0 {
                self.pinners |= square_bit(from);
                self.pinned |= ours;
            }
        }
    }

    /// Where a unit other than the king may go because it stands between the king and a unit of the other side: anywhere if it does not.
    #[inline]
    fn pinned_to(&self, unit: Bitboard) -> Bitboard {
        if self.pinned & unit == 0 {
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

    /// Adds the moves of these pawns to squares that are allowed, en passant left aside: one step, two, and captures to either side.
    #[inline]
    fn add_pawn_moves(&self, pawns: Bitboard, allowed: Bitboard, moves: &mut [PawnMoves; 4]) {
        let empty = !self.occupied;
        let (to_empty, to_others) = (empty & allowed, self.occupied & !self.own & allowed);
        // A pawn that is about to make a double step stands on the second rank and steps over an empty square.
        let [step, double, left, right] = moves;
        let on_second = if self.us == Colour::White { RANK_3 >> 8 } else { RANK_6 << 8 };
        step.from |= pawns & to_empty.rotate_right(step.by);
        double.from |= pawns & on_second & empty.rotate_right(step.by) & to_empty.rotate_right(double.by);
        left.from |= pawns & !FILE_A & to_others.rotate_right(left.by);
        right.from |= pawns & !FILE_H & to_others.rotate_right(right.by);
    }

    /// Where pawns can go.
    #[inline]
    fn pawn_moves(&self) -> [PawnMoves; 4] {
        let pawns = self.position.pawns() & self.own;
        let by = if self.us == Colour::White { [8, 16, 7, 9] } else { [56, 48, 55, 57] };
        let mut moves = by.map(|by| PawnMoves { from: 0, by });
        self.add_pawn_moves(pawns & !self.pinned, self.parries, &mut moves);
        for pinned in ascending(pawns & self.pinned).map(square_bit) {
            self.add_pawn_moves(pinned, self.parries & self.pinned_to(pinned), &mut moves);
        }
        if self.passed != 0 {
            let [_, _, left, right] = &mut moves;
            for (captures, edge) in [(left, FILE_A), (right, FILE_H)] {
                let pawn = pawns & !edge & self.passed.rotate_right(captures.by);
                captures.from |= if self.en_passant(pawn) { pawn } else { 0 };
            }
        }
        moves
    }

    /// Whether that pawn, which attacks the en passant square, can capture there: the own king is not attacked afterwards.
    #[inline]
    fn en_passant(&self, pawn: Bitboard) -> bool {
        let captured = pawn_push(self.us.other(), self.passed);
        let occupied = self.occupied & !pawn & !captured | self.passed;
        attackers(self.position, self.us.other(), self.king, occupied, self.attacks) & !captured == 0
    }
}

/// Replaces `moves` by the legal moves and says whether the side to move is in check.
#[inline]
pub(super) fn legal(position: Position, attacks: &Attacks, moves: &mut LegalMoves) -> bool {
    moves.clear();
    let board = Board::new(position, attacks);
    for from in ascending(board.own & !position.pawns()) {
        let at = square_bit(from);
        moves.add(
            from,
            match position.role(at) {
                Role::King => board.king_moves(),
                piece => reach(piece, from, board.occupied, attacks) & !board.own & board.parries & board.pinned_to(at),
            },
        );
    }
    moves.add_pawns(board.pawn_moves(), if board.us == Colour::White { RANK_8 >> 8 } else { RANK_1 << 8 });
    board.checkers != 0
}
