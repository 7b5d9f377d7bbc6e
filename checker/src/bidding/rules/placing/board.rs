//! Boards of at most 30 cells, the stones on them, and their symmetries.
//!
//! A board is stored as a number in base 4, with one digit for each cell: 0 for an empty cell, 1 for X, 2 for O. Cell 0
//! is the least significant digit. The spec writes the same digits in base 3. The order of boards is the same in both
//! bases.
//!
//! A set of cells is stored as a number with the digit 1 for each cell of the set and the digit 0 for each other cell.
//! Therefore sets of cells can be combined by bitwise operations, and disjoint sets can also be added.

use crate::core::cbor::as_u64;
use crate::core::fields::index;
use crate::core::game::Colour;

/// Maximum number of cells.
const MAX_CELLS: u64 = 30;
/// The number with the digit 1 for every cell.
pub(super) const ONES: u64 = 0x5555_5555_5555_5555;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Size {
    pub(super) width: i32,
    pub(super) height: i32,
}

/// A set of cells, stored as a number in base 4 with the digit 1 for each cell of the set.
pub(super) type Cells = u64;

/// Returns the last cell of a set.
pub(super) fn last(cells: Cells) -> Option<Cells> {
    cells.checked_ilog2().map(|bit| 1 << bit)
}

impl Size {
    /// Returns the size if width and height are at least 1 and the board has at most 30 cells.
    pub(super) fn new(width: u64, height: u64) -> Option<Self> {
        let cells = width.checked_mul(height)?;
        if !(1..=MAX_CELLS).contains(&cells) {
            return None;
        }
        Some(Self { width: i32::try_from(width).ok()?, height: i32::try_from(height).ok()? })
    }

    /// Returns the cell in this column and row, or `None` if it is not on the board.
    pub(super) fn at(self, column: i32, row: i32) -> Option<Cells> {
        let number = row.saturating_mul(self.width).saturating_add(column);
        ((0..self.width).contains(&column) && (0..self.height).contains(&row)).then(|| 1 << number.saturating_mul(2))
    }

    /// Returns the set of all cells.
    pub(super) fn all(self) -> Cells {
        // There are 1 to 30 cells, so this does not overflow.
        ONES >> 32_i32.wrapping_sub(self.width.wrapping_mul(self.height)).wrapping_mul(2)
    }

    /// Iterates over the columns and rows of all cells, in the order of the cell numbers.
    pub(super) fn places(self) -> impl Iterator<Item = (i32, i32)> {
        (0..self.height).flat_map(move |row| (0..self.width).map(move |column| (column, row)))
    }

    /// Iterates over all cells, in the order of the cell numbers.
    pub(super) fn cells(self) -> impl Iterator<Item = Cells> {
        self.places().filter_map(move |(column, row)| self.at(column, row))
    }

    /// Returns the set of all cells for which `expected(column, row)` is true.
    pub(super) fn set(self, expected: impl Fn(i32, i32) -> bool) -> Cells {
        self.places().filter(|(column, row)| expected(*column, *row)).filter_map(|(column, row)| self.at(column, row)).sum()
    }
}

/// A board with stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Board(pub(super) u64);

impl Board {
    pub(super) const EMPTY: Self = Self(0);

    /// Returns the board with one more stone, which is placed in an empty cell.
    pub(super) fn with(self, colour: Colour, cell: Cells) -> Self {
        Self(self.0 | if colour == Colour::White { cell } else { cell << 1 })
    }

    /// Returns the cells with stones of that colour.
    pub(super) fn stones(self, colour: Colour) -> Cells {
        match colour {
            Colour::White => self.0 & ONES,
            Colour::Black => (self.0 >> 1) & ONES,
        }
    }

    /// Returns the number of stones.
    pub(super) fn count(self) -> usize {
        index(self.0.count_ones())
    }

    /// Formats the board in the text form of section 4 of `spec/rules/placing.md`.
    pub(super) fn text(self, size: Size) -> String {
        let (left, right) = (self.stones(Colour::White), self.stones(Colour::Black));
        let letter = |cell: Cells| match (left & cell, right & cell) {
            (0, 0) => '.',
            (0, _) => 'O',
            _ => 'X',
        };
        let row = |row| (0..size.width).filter_map(|column| size.at(column, row)).map(letter).collect::<String>();
        (0..size.height).map(row).collect::<Vec<_>>().join("/")
    }
}

/// A symmetry of the board, stored as a table. The table has one row for each byte of a board; a byte stores four
/// cells. Each row has 256 entries, one for each value of the byte. An entry contains the images of the stones on the
/// four cells.
pub(super) struct Symmetry(Vec<[Cells; 256]>);

const CELLS_PER_BYTE: usize = 4;

impl Symmetry {
    /// Builds a symmetry from three operations, done in the order of the flags.
    pub(super) fn new(size: Size, [columns, rows, exchange]: [bool; 3]) -> Option<Self> {
        let image = |(column, row): (i32, i32)| {
            let column = if columns { size.width.saturating_sub(1).saturating_sub(column) } else { column };
            let row = if rows { size.height.saturating_sub(1).saturating_sub(row) } else { row };
            if exchange { size.at(row, column) } else { size.at(column, row) }
        };
        let images = size.places().map(image).collect::<Option<Vec<Cells>>>()?;
        let byte = |images: &[Cells]| {
            std::array::from_fn(|byte| {
                images.iter().zip((0..).step_by(2)).map(|(image, shift)| image.saturating_mul(as_u64((byte >> shift) & 3))).sum()
            })
        };
        Some(Self(images.chunks(CELLS_PER_BYTE).map(byte).collect()))
    }

    /// Returns the image of a board.
    pub(super) fn image(&self, board: Board) -> Board {
        let parts = self.0.iter().zip(board.0.to_le_bytes());
        Board(parts.fold(0, |all, (images, byte)| all | images.get(usize::from(byte)).copied().unwrap_or(0)))
    }
}
