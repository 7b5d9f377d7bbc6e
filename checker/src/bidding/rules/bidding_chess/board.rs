//! Boards of 2x2 to 16x16 squares, with their steps and symmetries.
//!
//! Implements section 1 of `spec/rules/bidding-chess.md` and the symmetries of its section 3.

use std::ops::RangeInclusive;

const SIDES: RangeInclusive<u8> = 2..=16;
/// Difference between the index of a square and the index of the square above it. File and rank take four bits each, so
/// they are quick to extract.
const RANK: u8 = 16;

/// These constants are the operations that make up a symmetry. The operations are done in this order: mirror the files,
/// mirror the ranks, exchange files and ranks. Only square boards have symmetries that exchange files and ranks.
pub(super) const MIRROR_FILES: u8 = 1;
pub(super) const MIRROR_RANKS: u8 = 2;
pub(super) const EXCHANGE: u8 = 4;

/// A square, stored as its file plus 16 times its rank. File and rank count from 0 and are below 16. Squares are
/// ordered as in the spec.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Square(u8);

impl Square {
    /// Number of possible indices. Boards with fewer than 16 files or ranks use only some of the indices.
    pub(super) const NUMBERS: usize = 256;

    pub(super) fn new(file: u8, rank: u8) -> Self {
        // `file` and `rank` are below 16, so the sum does not overflow.
        Self(rank.wrapping_mul(RANK).wrapping_add(file))
    }

    /// Returns the index of the square, which is below [`Square::NUMBERS`].
    pub(super) fn index(self) -> usize {
        usize::from(self.0)
    }

    pub(super) fn file(self) -> u8 {
        self.0 % RANK
    }

    pub(super) fn rank(self) -> u8 {
        self.0 / RANK
    }
}

/// A board of `width` files and `height` ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Board {
    pub(super) width: u8,
    pub(super) height: u8,
}

/// A step on the board: the number of files to the right (east) and the number of ranks up (north).
pub(super) type Offset = (i8, i8);

impl Board {
    /// Returns the board with `width` files and `height` ranks, if both are from 2 to 16.
    pub(super) fn new(width: u64, height: u64) -> Option<Self> {
        let side = |length: u64| u8::try_from(length).ok().filter(|length| SIDES.contains(length));
        Some(Self { width: side(width)?, height: side(height)? })
    }

    /// Returns the number of squares, S.
    pub(super) fn size(self) -> u16 {
        u16::from(self.width).saturating_mul(u16::from(self.height))
    }

    /// Iterates over all squares in ascending order.
    pub(super) fn squares(self) -> impl Iterator<Item = Square> {
        (0..self.height).flat_map(move |rank| (0..self.width).map(move |file| Square::new(file, rank)))
    }

    /// Returns the square that lies one step away, if it is on the board.
    pub(super) fn step(self, from: Square, (east, north): Offset) -> Option<Square> {
        let file = from.file().checked_add_signed(east).filter(|file| *file < self.width)?;
        let rank = from.rank().checked_add_signed(north).filter(|rank| *rank < self.height)?;
        Some(Square::new(file, rank))
    }

    /// Returns the image of a square under a symmetry.
    pub(super) fn image(self, symmetry: u8, square: Square) -> Square {
        let file = if symmetry & MIRROR_FILES == 0 { square.file() } else { self.width.saturating_sub(1).saturating_sub(square.file()) };
        let rank = if symmetry & MIRROR_RANKS == 0 { square.rank() } else { self.height.saturating_sub(1).saturating_sub(square.rank()) };
        if symmetry & EXCHANGE == 0 { Square::new(file, rank) } else { Square::new(rank, file) }
    }
}

/// A table with one entry per square. Entries for files that the board does not have are never read.
pub(super) struct PerSquare<T>(Vec<T>);

impl<T: Default> PerSquare<T> {
    /// Builds a table with the entry `entry(square)` for each square of the board.
    pub(super) fn new(board: Board, entry: impl Fn(Square) -> T) -> Self {
        let places = (0..board.height).flat_map(|rank| (0..RANK).map(move |file| Square::new(file, rank)));
        Self(places.map(|square| if square.file() < board.width { entry(square) } else { T::default() }).collect())
    }

    pub(super) fn get(&self, square: Square) -> Option<&T> {
        self.0.get(square.index())
    }
}
