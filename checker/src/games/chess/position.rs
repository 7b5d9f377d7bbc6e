//! A position in four words: section 4 of `spec/rules/chess.md`.

use crate::chess::lines::{RANK_1, RANK_3, RANK_6, RANK_8, Squares};
use crate::chess::unit::Unit;
use crate::game::{Colour, Words};

/// The squares on which a rook may have the right to castle; the en passant square is on none of them.
const BACK_RANKS: Squares = RANK_1 | RANK_8;
/// The squares that a double step passes over.
const PASSED_RANKS: Squares = RANK_3 | RANK_6;

/// A position: four bits for each square, one in each of four sets.
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
/// The fourth set says whose the square is. Squares without a unit count as those of the side to move: there are 32 of them at least, so this says who is
/// to move, and two positions are the same exactly if the words are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Position {
    diagonal: Squares,
    straight: Squares,
    stepping: Squares,
    white: Squares,
}

impl Position {
    pub(super) fn from_words([diagonal, straight, stepping, white]: Words) -> Self {
        Self { diagonal, straight, stepping, white }
    }

    pub(super) fn words(self) -> Words {
        [self.diagonal, self.straight, self.stepping, self.white]
    }

    /// No units, White to move: to be filled.
    pub(super) fn empty() -> Self {
        Self::from_words([0, 0, 0, Squares::MAX])
    }

    /// The squares with all three bits.
    #[inline]
    fn marked(self) -> Squares {
        self.diagonal & self.straight & self.stepping
    }

    /// The en passant square, if there is one.
    #[inline]
    pub(super) fn en_passant(self) -> Squares {
        self.marked() & PASSED_RANKS
    }

    /// The rooks of both sides with which these may castle.
    #[inline]
    pub(super) fn castling(self) -> Squares {
        self.marked() & BACK_RANKS
    }

    /// The squares with a unit.
    #[inline]
    pub(super) fn occupied(self) -> Squares {
        (self.diagonal | self.straight | self.stepping) & !self.en_passant()
    }

    #[inline]
    pub(super) fn to_move(self) -> Colour {
        if self.white & !self.occupied() == 0 { Colour::Black } else { Colour::White }
    }

    /// The units of one side.
    #[inline]
    pub(super) fn units(self, colour: Colour) -> Squares {
        self.occupied()
            & match colour {
                Colour::White => self.white,
                Colour::Black => !self.white,
            }
    }

    /// The pawns of both sides.
    #[inline]
    pub(super) fn pawns(self) -> Squares {
        self.stepping & !self.diagonal & !self.straight
    }

    /// The knights of both sides.
    #[inline]
    pub(super) fn knights(self) -> Squares {
        self.diagonal & self.stepping & !self.straight
    }

    /// The kings of both sides.
    #[inline]
    pub(super) fn kings(self) -> Squares {
        self.straight & self.stepping & !self.diagonal
    }

    /// The bishops of both sides.
    #[inline]
    pub(super) fn bishops(self) -> Squares {
        self.diagonal & !self.straight & !self.stepping
    }

    /// The queens of both sides.
    #[inline]
    pub(super) fn queens(self) -> Squares {
        self.diagonal & self.straight & !self.stepping
    }

    /// The units of both sides that move as bishops do.
    #[inline]
    pub(super) fn diagonals(self) -> Squares {
        self.diagonal & !self.stepping
    }

    /// The units of both sides that move as rooks do.
    #[inline]
    pub(super) fn straights(self) -> Squares {
        self.straight & !self.stepping | self.castling()
    }

    /// The unit on a square that has one.
    #[inline]
    pub(super) fn unit(self, square: Squares) -> Unit {
        match (self.diagonal & square != 0, self.straight & square != 0, self.stepping & square != 0) {
            (true, true, false) => Unit::Queen,
            (true, false, false) => Unit::Bishop,
            (false, true, false) | (true, true, true) => Unit::Rook,
            (true, false, true) => Unit::Knight,
            (false, true, true) => Unit::King,
            (false, false, _) => Unit::Pawn,
        }
    }

    /// Takes whatever is on these squares off.
    #[inline]
    pub(super) fn clear(&mut self, squares: Squares) {
        self.diagonal &= !squares;
        self.straight &= !squares;
        self.stepping &= !squares;
    }

    /// Puts units of one sort on empty squares, rooks without the right to castle. Whose they are is for [`Position::own`] to say.
    #[inline]
    pub(super) fn put(&mut self, unit: Unit, squares: Squares) {
        let (diagonal, straight, stepping) = match unit {
            Unit::Pawn => (0, 0, squares),
            Unit::Knight => (squares, 0, squares),
            Unit::Bishop => (squares, 0, 0),
            Unit::Rook => (0, squares, 0),
            Unit::Queen => (squares, squares, 0),
            Unit::King => (0, squares, squares),
        };
        self.diagonal |= diagonal;
        self.straight |= straight;
        self.stepping |= stepping;
    }

    /// Makes an empty square of rank 3 or 6 the en passant square.
    #[inline]
    pub(super) fn pass(&mut self, square: Squares) {
        self.diagonal |= square;
        self.straight |= square;
        self.stepping |= square;
    }

    /// Gives rooks on rank 1 or 8 the right to castle.
    pub(super) fn allow_castling(&mut self, rooks: Squares) {
        self.diagonal |= rooks;
        self.stepping |= rooks;
    }

    /// Takes the right to castle from those of these units that have it.
    #[inline]
    pub(super) fn forbid_castling(&mut self, units: Squares) {
        let rooks = self.castling() & units;
        self.diagonal &= !rooks;
        self.stepping &= !rooks;
    }

    /// Says which of the units are White's, and who is to move.
    #[inline]
    pub(super) fn own(&mut self, white: Squares, to_move: Colour) {
        let occupied = self.occupied();
        self.white = match to_move {
            Colour::White => white | !occupied,
            Colour::Black => white & occupied,
        };
    }
}
