//! Boards of at most 30 cells, the stones on them, and their symmetries.
//!
//! A board is kept as the number whose digits in base 4 are its cells, cell 0 the least significant: 0 empty, 1 X, 2 O. Boards compare
//! like their codes of section 3, which have the same digits in base 3: what decides is the highest cell in which two boards differ.
//! The stones of one player are the number with digit 1 in their cells, so sets of cells are combined bit by bit.

use crate::core::game::Colour;
use std::fmt;

/// The most cells of a board.
const MOST_CELLS: u32 = 30;
/// Digit 1 in every cell.
const ONES: u64 = 0x5555_5555_5555_5555;

/// Columns and rows of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Size {
    width: u32,
    height: u32,
}

/// The number of a cell, below 30.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Cell(u32);

/// A set of cells: digit 1 in base 4 for each.
pub(super) type Cells = u64;

impl Cell {
    /// The set of this cell alone.
    pub(super) fn alone(self) -> Cells {
        1_u64.checked_shl(self.0.saturating_mul(2)).unwrap_or(0)
    }

    /// The cell of the greatest number in a set.
    pub(super) fn last(cells: Cells) -> Option<Self> {
        cells.checked_ilog2().map(|bit| Self(bit / 2))
    }

    /// The number, for look-up in a list that has an entry for each cell.
    pub(super) fn index(self) -> usize {
        usize::try_from(self.0).unwrap_or(usize::MAX)
    }
}

impl Size {
    /// A board with sides of at least 1 and at most 30 cells.
    pub(super) fn new(width: u64, height: u64) -> Option<Self> {
        let cells = width.checked_mul(height)?;
        if !(1..=u64::from(MOST_CELLS)).contains(&cells) {
            return None;
        }
        Some(Self { width: u32::try_from(width).ok()?, height: u32::try_from(height).ok()? })
    }

    pub(super) fn width(self) -> i32 {
        i32::try_from(self.width).unwrap_or(i32::MAX)
    }

    pub(super) fn height(self) -> i32 {
        i32::try_from(self.height).unwrap_or(i32::MAX)
    }

    pub(super) fn longer_side(self) -> u32 {
        self.width.max(self.height)
    }

    /// The number of cells.
    pub(super) fn cells(self) -> u32 {
        self.width.saturating_mul(self.height)
    }

    /// The cell of a column and a row, if they are on the board.
    pub(super) fn at(self, column: i32, row: i32) -> Option<Cell> {
        let (column, row) = (u32::try_from(column).ok()?, u32::try_from(row).ok()?);
        let on_board = column < self.width && row < self.height;
        on_board.then(|| Cell(row.saturating_mul(self.width).saturating_add(column)))
    }

    /// Columns and rows of all cells in the order of their numbers.
    pub(super) fn places(self) -> impl Iterator<Item = (i32, i32)> {
        (0..self.height()).flat_map(move |row| (0..self.width()).map(move |column| (column, row)))
    }

    /// The set of the cells that fulfil a condition on column and row.
    pub(super) fn set(self, wanted: impl Fn(i32, i32) -> bool) -> Cells {
        let wanted = self.places().filter(|(column, row)| wanted(*column, *row));
        wanted.filter_map(|(column, row)| self.at(column, row)).fold(0, |cells, cell| cells | cell.alone())
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

/// A board with stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Board(u64);

impl Board {
    pub(super) const EMPTY: Self = Self(0);

    /// The cells with stones of that colour.
    pub(super) fn stones(self, colour: Colour) -> Cells {
        match colour {
            Colour::White => self.0 & ONES,
            Colour::Black => (self.0 >> 1) & ONES,
        }
    }

    /// The cells with any stone.
    pub(super) fn occupied(self) -> Cells {
        (self.0 | (self.0 >> 1)) & ONES
    }

    /// The board with a stone more, in an empty cell.
    pub(super) fn with(self, cell: Cell, colour: Colour) -> Self {
        match colour {
            Colour::White => Self(self.0 | cell.alone()),
            Colour::Black => Self(self.0 | (cell.alone() << 1)),
        }
    }

    /// The text form of section 4.
    pub(super) fn text(self, size: Size) -> String {
        let (left, right) = (self.stones(Colour::White), self.stones(Colour::Black));
        let letter = |cell: Cell| match (left & cell.alone(), right & cell.alone()) {
            (0, 0) => '.',
            (0, _) => 'O',
            _ => 'X',
        };
        let row = |row| (0..size.width()).filter_map(|column| size.at(column, row)).map(letter).collect::<String>();
        (0..size.height()).map(row).collect::<Vec<_>>().join("/")
    }
}

/// A map of the board's cells onto themselves, as a table: for each byte of a board (four cells) and each content of that byte,
/// where the stones in it go.
pub(super) struct Symmetry {
    images: Vec<[u64; 256]>,
}

/// The cells in a byte of a board.
const CELLS_PER_BYTE: u32 = 4;

impl Symmetry {
    /// The symmetry that takes the cell of a column and a row to `image`.
    pub(super) fn new(size: Size, image: impl Fn(i32, i32) -> Option<Cell>) -> Option<Self> {
        let places: Vec<(i32, i32)> = size.places().collect();
        let mut images = Vec::new();
        for four in places.chunks(usize::try_from(CELLS_PER_BYTE).ok()?) {
            let mut byte_images = [0; 256];
            for (content, entry) in (0_u64..).zip(byte_images.iter_mut()) {
                for ((column, row), shift) in four.iter().zip((0..u8::BITS).step_by(2)) {
                    // The digit, in the place of the image.
                    let digit = (content >> shift) & 3;
                    *entry |= image(*column, *row)?.alone().saturating_mul(digit);
                }
            }
            images.push(byte_images);
        }
        Some(Self { images })
    }

    /// The board with every stone on the image of its cell.
    pub(super) fn image(&self, board: Board) -> Board {
        let bytes = board.0.to_le_bytes();
        let parts = self.images.iter().zip(bytes).map(|(images, byte)| images.get(usize::from(byte)).copied().unwrap_or(0));
        Board(parts.fold(0, |image, part| image | part))
    }
}
