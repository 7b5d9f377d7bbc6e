//! Legal moves in move order: section 2 of `spec/rules/chess.md`.

use crate::chess::attacks::Attacks;
use crate::chess::bitboard::{
    Bitboard, FILE_A, FILE_H, RANK_1, RANK_3, RANK_6, RANK_8, ascending, knight_steps, pawn_attacks, pawn_push, square_bit,
};
use crate::chess::game::Status;
use crate::chess::moves::reach;
use crate::chess::packed::PackedPosition;
use crate::chess::position::Position;
use crate::core::game::Colour;
use crate::helpmate::legal::{LegalMoves, Tally};

/// Returns the squares from which a side's pieces and pawns attack `square`. Only pieces and pawns on the squares
/// `occupied` block attacks.
#[inline]
pub(crate) fn attackers(position: Position, side: Colour, square: u32, occupied: Bitboard, attacks: &Attacks) -> Bitboard {
    let pieces = attacks.king(square) & position.kings()
        | attacks.knight(square) & position.knights()
        | attacks.bishop(square, occupied) & position.bishops_and_queens()
        | attacks.rook(square, occupied) & position.rooks_and_queens();
    // A pawn attacks the square exactly if an opposing pawn on that square would attack the pawn.
    let pawns = pawn_attacks(side.other(), square_bit(square)) & position.pawns();
    (pieces | pawns) & position.units(side)
}

/// Returns the square of a side's king. In every position, each side has a king.
#[inline]
pub(crate) fn king(position: Position, side: Colour) -> u32 {
    (position.kings() & position.units(side)).trailing_zeros()
}

/// Returns the squares of the pieces and pawns that attack the king of `side`.
#[inline]
pub(super) fn checkers(position: Position, side: Colour, attacks: &Attacks) -> Bitboard {
    attackers(position, side.other(), king(position, side), position.occupied(), attacks)
}

/// Returns all squares that a side's pieces and pawns attack. Only pieces and pawns on the squares in `occupied`
/// block attacks.
#[inline(always)]
pub(crate) fn attacked(position: Position, side: Colour, occupied: Bitboard, attacks: &Attacks) -> Bitboard {
    let units = position.units(side);
    let near = attacks.king(king(position, side)) | knight_steps(position.knights() & units);
    let bishops = ascending(position.bishops_and_queens() & units).fold(near, |all, from| all | attacks.bishop(from, occupied));
    let rooks = ascending(position.rooks_and_queens() & units).fold(bishops, |all, from| all | attacks.rook(from, occupied));
    rooks | pawn_attacks(side, position.pawns() & units)
}

/// The position together with the data that decide which moves are legal.
struct Board<'a> {
    position: Position,
    attacks: &'a Attacks,
    us: Colour,
    own: Bitboard,
    occupied: Bitboard,
    king: u32,
    /// Squares of the pieces and pawns that attack the king.
    checkers: Bitboard,
    /// Squares to which pieces and pawns other than the king must move during a check. If the king is not in check, the
    /// set contains all squares. In a single check, the set contains the square of the checking piece and the squares
    /// between this piece and the king. In a double check, the set is empty.
    parries: Bitboard,
    /// Squares that the king cannot enter because the other side attacks them. The attacks are computed as if the king
    /// were not on the board. The set stays empty if the king could not move anyway.
    attacked: Bitboard,
    /// Squares of the opposing pieces that pin a piece or pawn of the side to move.
    pinners: Bitboard,
    pinned: Bitboard,
    /// The en passant square.
    passed: Bitboard,
}

impl<'a> Board<'a> {
    #[inline]
    fn new(position: Position, attacks: &'a Attacks) -> Self {
        let us = position.to_move();
        let (own, occupied) = (position.units(us), position.occupied());
        let (others, at) = (occupied & !own, position.kings() & own);
        let king = at.trailing_zeros();
        let near = attacks.knight(king) & position.knights() | pawn_attacks(us, at) & position.pawns();
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
            board.attacked = attacked(position, us.other(), occupied & !at, attacks);
        }
        board
    }

    /// Records a check: the piece or pawn on the square `from` attacks the king across the squares `between`.
    #[inline]
    fn check(&mut self, from: Bitboard, between: Bitboard) {
        self.checkers |= from;
        self.parries &= from | between;
    }

    /// Finds the opposing rooks, bishops and queens that attack the king, or that pin a piece or pawn to the king.
    #[inline]
    fn lines(&mut self, others: Bitboard) {
        // Select the pieces that would attack the king on an empty board.
        let [straight, diagonal] = self.attacks.lines(self.king);
        let by_rooks_and_bishops = straight & self.position.rooks_and_queens() | diagonal & self.position.bishops_and_queens();
        for from in ascending(by_rooks_and_bishops & others) {
            let between = self.attacks.between(self.king, from);
            let in_the_way = between & self.occupied;
            if in_the_way == 0 {
                self.check(square_bit(from), between);
            } else if in_the_way.is_power_of_two() && in_the_way & self.own != 0 {
                self.pinners |= square_bit(from);
                self.pinned |= in_the_way;
            }
        }
    }

    /// Returns the squares to which a pinned piece or pawn may move: those between the king and the pinning piece, and
    /// the square of the pinning piece.
    #[inline(never)]
    fn pinned_to(&self, unit: Bitboard) -> Bitboard {
        let ways = ascending(self.pinners).map(|pinner| square_bit(pinner) | self.attacks.between(self.king, pinner));
        ways.filter(|way| way & unit != 0).fold(Bitboard::MAX, |allowed, way| allowed & way)
    }

    /// Returns the squares to which the king can move, castling included.
    #[inline]
    fn king_moves(&self) -> Bitboard {
        let near = self.attacks.king(self.king) & !self.own & !self.attacked;
        // This test is a fast path, because few positions have a right to castle.
        if self.position.castling() & self.own == 0 || self.checkers != 0 { near } else { near | self.castling() }
    }

    /// Returns the king's target squares for castling.
    #[inline(never)]
    fn castling(&self) -> Bitboard {
        let rooks = self.position.castling() & self.own;
        let at = square_bit(self.king);
        ascending(rooks).fold(0, |found, rook| {
            let (crossed, target) = if rook < self.king { (at >> 1, at >> 2) } else { (at << 1, at << 2) };
            let free = self.attacks.between(self.king, rook) & self.occupied == 0 && (crossed | target) & self.attacked == 0;
            if free { found | target } else { found }
        })
    }

    /// Adds the moves of `pieces`, except pinned pieces and pieces of the other side. `reach` returns the squares that
    /// a piece attacks from its square.
    #[inline]
    fn add_moves(&self, pieces: Bitboard, reach: impl Fn(u32) -> Bitboard, moves: &mut LegalMoves, tally: Tally) -> Tally {
        let free = ascending(pieces & self.own & !self.pinned);
        free.fold(tally, |tally, from| moves.add(from, reach(from) & !self.own & self.parries, tally))
    }

    #[inline(never)]
    fn add_pinned(&self, pieces: Bitboard, moves: &mut LegalMoves, tally: Tally) -> Tally {
        ascending(pieces).fold(tally, |tally, from| {
            let at = square_bit(from);
            let to = reach(self.position.role(at), from, self.occupied, self.attacks);
            moves.add(from, to & !self.own & self.parries & self.pinned_to(at), tally)
        })
    }

    /// Returns the pawns for each move: step, double step, left capture, right capture. Only moves to the squares
    /// `allowed` count, and en passant captures are not included.
    #[inline]
    fn pawns_that_can_move(&self, pawns: Bitboard, allowed: Bitboard, [step, double, left, right]: [u32; 4]) -> [Bitboard; 4] {
        let empty = !self.occupied;
        let (to_empty, to_others) = (empty & allowed, self.occupied & !self.own & allowed);
        // A pawn makes a double step from the second rank, over an empty square.
        let on_second = if self.us == Colour::White { RANK_3 >> 8 } else { RANK_6 << 8 };
        [
            pawns & to_empty.rotate_right(step),
            pawns & on_second & empty.rotate_right(step) & to_empty.rotate_right(double),
            pawns & !FILE_A & to_others.rotate_right(left),
            pawns & !FILE_H & to_others.rotate_right(right),
        ]
    }

    #[inline]
    fn add_pawn_moves(&self, moves: &mut LegalMoves, mut tally: Tally) -> Tally {
        // Distances, in squares, by which the bitboard is rotated for a step, a double step, a capture to the left and
        // a capture to the right.
        let by = if self.us == Colour::White { [8, 16, 7, 9] } else { [56, 48, 55, 57] };
        let pawns = self.position.pawns() & self.own;
        let mut can = self.pawns_that_can_move(pawns & !self.pinned, self.parries, by);
        for pinned in ascending(pawns & self.pinned).map(square_bit) {
            let also = self.pawns_that_can_move(pinned, self.parries & self.pinned_to(pinned), by);
            can.iter_mut().zip(also).for_each(|(can, also)| *can |= also);
        }
        if self.passed != 0 {
            let ([_, _, left, right], [_, _, by_left, by_right]) = (&mut can, by);
            for (captures, by, edge) in [(left, by_left, FILE_A), (right, by_right, FILE_H)] {
                let pawn = pawns & !edge & self.passed.rotate_right(by);
                *captures |= if self.en_passant(pawn) { pawn } else { 0 };
            }
        }
        for from in ascending(can.iter().fold(0, |all, can| all | can)) {
            let to = can.iter().zip(by).fold(0, |to, (can, by)| to | (can & square_bit(from)).rotate_left(by));
            tally = if to & (RANK_1 | RANK_8) == 0 { moves.add(from, to, tally) } else { moves.add_promotions(from, to, tally) };
        }
        tally
    }

    /// Returns whether an en passant capture by `pawn` leaves the king safe. The pawn in `pawn`, if any, must attack
    /// the en passant square.
    #[inline(never)]
    fn en_passant(&self, pawn: Bitboard) -> bool {
        let captured = pawn_push(self.us.other(), self.passed);
        let occupied = self.occupied & !pawn & !captured | self.passed;
        attackers(self.position, self.us.other(), self.king, occupied, self.attacks) & !captured == 0
    }
}

/// Replaces `moves` by the legal moves, and returns whether play goes on.
pub(super) fn legal(packed: &PackedPosition, attacks: &Attacks, moves: &mut LegalMoves) -> Status {
    let position = Position::from_packed(*packed);
    let board = Board::new(position, attacks);
    let (knight, rook) = (|from| attacks.knight(from), |from| attacks.rook(from, board.occupied));
    let bishop = |from| attacks.bishop(from, board.occupied);
    let mut tally = moves.add(board.king, board.king_moves(), Tally::default());
    tally = board.add_moves(position.knights(), knight, moves, tally);
    tally = board.add_moves(position.bishops(), bishop, moves, tally);
    tally = board.add_moves(position.rooks_and_queens() & !position.queens(), rook, moves, tally);
    tally = board.add_moves(position.queens(), |from| bishop(from) | rook(from), moves, tally);
    let pinned = board.pinned & !position.pawns();
    if pinned != 0 {
        tally = board.add_pinned(pinned, moves, tally);
    }
    tally = board.add_pawn_moves(moves, tally);
    moves.end(tally);
    match moves.len() {
        0 if board.checkers == 0 => Status::Over(None),
        0 => Status::Over(Some(board.us.other())),
        _ => Status::Goes(board.us),
    }
}
