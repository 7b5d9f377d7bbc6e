//! Stores a position of chess or losing chess in four bitboards. Positions are defined in section 4 of
//! `spec/rules/chess.md` and of `spec/rules/losing-chess.md` (which has no castling).

use super::bitboard::{Bitboard, RANK_1, RANK_3, RANK_6, RANK_8, beside, pawn_push};
use crate::chess::packed::PackedPosition;
use crate::chess::role::Role;
use crate::core::game::Colour;

/// A position, stored as four sets of squares. Together, the sets have four bits for each square. The table shows the
/// first three bits.
///
/// | | diagonal | straight | stepping |
/// |---|---|---|---|
/// | empty | 0 | 0 | 0 |
/// | bishop | 1 | 0 | 0 |
/// | rook | 0 | 1 | 0 |
/// | queen | 1 | 1 | 0 |
/// | pawn | 0 | 0 | 1 |
/// | knight | 1 | 0 | 1 |
/// | king | 0 | 1 | 1 |
/// | on rank 3 or 6: empty, and the en passant square | 1 | 1 | 1 |
/// | on rank 1 or 8: a rook with which its side may castle | 1 | 1 | 1 |
///
/// The fourth set, `white`, contains White's pieces and pawns. If White is to move, `white` also contains all empty
/// squares. A position has at least 32 empty squares, so the empty squares always encode the side to move. Two
/// positions are therefore equal exactly if their four sets are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Position {
    diagonal: Bitboard,
    straight: Bitboard,
    stepping: Bitboard,
    white: Bitboard,
}

impl Position {
    pub(crate) fn from_packed([diagonal, straight, stepping, white]: PackedPosition) -> Self {
        Self { diagonal, straight, stepping, white }
    }

    pub(crate) fn packed(self) -> PackedPosition {
        [self.diagonal, self.straight, self.stepping, self.white]
    }

    /// Returns an empty board with White to move.
    pub(crate) fn empty() -> Self {
        Self::from_packed([0, 0, 0, Bitboard::MAX])
    }

    /// Returns the squares that are in all three sets `diagonal`, `straight` and `stepping`.
    fn marked(self) -> Bitboard {
        self.diagonal & self.straight & self.stepping
    }

    /// Returns the en passant square as a set, which can be empty.
    pub(crate) fn en_passant(self) -> Bitboard {
        self.marked() & (RANK_3 | RANK_6)
    }

    /// Returns the rooks of both sides that still have the right to castle.
    pub(crate) fn castling(self) -> Bitboard {
        self.marked() & (RANK_1 | RANK_8)
    }

    /// Returns the squares of all pieces and pawns.
    pub(crate) fn occupied(self) -> Bitboard {
        (self.diagonal | self.straight | self.stepping) & !self.en_passant()
    }

    pub(crate) fn to_move(self) -> Colour {
        if self.white & !self.occupied() == 0 { Colour::Black } else { Colour::White }
    }

    /// Returns the squares of one side's pieces and pawns.
    pub(crate) fn units(self, colour: Colour) -> Bitboard {
        let side = if colour == Colour::White { self.white } else { !self.white };
        self.occupied() & side
    }

    pub(crate) fn pawns(self) -> Bitboard {
        self.stepping & !self.diagonal & !self.straight
    }

    pub(crate) fn knights(self) -> Bitboard {
        self.diagonal & self.stepping & !self.straight
    }

    pub(crate) fn kings(self) -> Bitboard {
        self.straight & self.stepping & !self.diagonal
    }

    pub(crate) fn bishops(self) -> Bitboard {
        self.diagonal & !self.straight & !self.stepping
    }

    pub(crate) fn queens(self) -> Bitboard {
        self.diagonal & self.straight & !self.stepping
    }

    pub(crate) fn bishops_and_queens(self) -> Bitboard {
        self.diagonal & !self.stepping
    }

    pub(crate) fn rooks_and_queens(self) -> Bitboard {
        self.straight & !self.stepping | self.castling()
    }

    /// Returns the role of the piece or pawn on an occupied square.
    pub(crate) fn role(self, square: Bitboard) -> Role {
        match (self.diagonal & square != 0, self.straight & square != 0, self.stepping & square != 0) {
            (true, true, false) => Role::Queen,
            (true, false, false) => Role::Bishop,
            (false, true, false) | (true, true, true) => Role::Rook,
            (true, false, true) => Role::Knight,
            (false, true, true) => Role::King,
            (false, false, _) => Role::Pawn,
        }
    }

    /// Removes everything from these squares.
    pub(crate) fn clear(&mut self, squares: Bitboard) {
        self.diagonal &= !squares;
        self.straight &= !squares;
        self.stepping &= !squares;
    }

    /// Puts a piece or pawn of the role `unit` on each of these empty squares. Rooks that are put on the board have no
    /// right to castle. [`Position::own`] sets later which pieces and pawns are White's.
    pub(crate) fn put(&mut self, unit: Role, squares: Bitboard) {
        let (diagonal, straight, stepping) = match unit {
            Role::Pawn => (0, 0, squares),
            Role::Knight => (squares, 0, squares),
            Role::Bishop => (squares, 0, 0),
            Role::Rook => (0, squares, 0),
            Role::Queen => (squares, squares, 0),
            Role::King => (0, squares, squares),
        };
        self.diagonal |= diagonal;
        self.straight |= straight;
        self.stepping |= stepping;
    }

    /// Moves the piece or pawn on `from` to the empty square `to`. If the piece is a rook, it loses its right to
    /// castle.
    #[inline]
    pub(crate) fn carry(&mut self, from: Bitboard, to: Bitboard) {
        let castling = self.castling() & from != 0;
        for (set, kept) in [(&mut self.diagonal, !castling), (&mut self.straight, true), (&mut self.stepping, !castling)] {
            let carried = if kept && *set & from != 0 { to } else { 0 };
            *set = *set & !from | carried;
        }
    }

    /// Adds the squares to the three sets `diagonal`, `straight` and `stepping`. This marks an empty square as the en
    /// passant square, and gives a rook the right to castle. An empty square must be on rank 3 or 6, and a rook on rank
    /// 1 or 8.
    pub(crate) fn mark(&mut self, squares: Bitboard) {
        self.diagonal |= squares;
        self.straight |= squares;
        self.stepping |= squares;
    }

    /// Checks whether a pawn may just have made a double step to `end`. Also checks that a pawn of the side to move
    /// stands beside `end`, so that it can capture en passant. If a condition fails, the error names it.
    pub(crate) fn just_doubled(self, end: Bitboard) -> Result<(), &'static str> {
        let us = self.to_move();
        let (passed, pawns) = (pawn_push(us, end), self.pawns());
        if pawns & self.units(us.other()) & end == 0 {
            return Err("expected a pawn of the side that is not to move where the double step ended, found none");
        }
        if self.occupied() & (passed | pawn_push(us, passed)) != 0 {
            return Err("expected the two squares behind the double step empty, found a unit");
        }
        if pawns & self.units(us) & beside(end) == 0 {
            return Err("expected a pawn of the side to move beside the one that can be captured en passant, found none");
        }
        Ok(())
    }

    /// Sets which pieces and pawns are White's, and which side is to move. Pieces and pawns on squares of `white`
    /// belong to White, all others to Black. Empty squares in `white` are ignored.
    pub(crate) fn own(&mut self, white: Bitboard, to_move: Colour) {
        let occupied = self.occupied();
        self.white = if to_move == Colour::White { white | !occupied } else { white & occupied };
    }
}
