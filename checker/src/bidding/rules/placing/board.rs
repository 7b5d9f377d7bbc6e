//! Boards of at most 30 cells, the stones on them, and their symmetries.
//!
//! A board is kept as the number whose digits in base 4 are its cells, cell 0 the least significant: 0 empty, 1 X, 2 O. Its code of section 3 has the
//! same digits in base 3.
//! The stones of one player are the number with digit 1 in their cells, so sets of cells are combined bit by bit, and sets without a common cell are added.

use crate::core::cbor::wide;
use crate::core::fields::index;
use crate::core::game::Colour;

/// The most cells of a board.
const MOST_CELLS: u64 = 30;
/// Digit 1 in every cell.
const ONES: u64 = 0x5555_5555_5555_5555;

/// Columns and rows of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Size {
    pub(super) width: i32,
    pub(super) height: i32,
}

/// A set of cells: digit 1 in base 4 for each.
pub(super) type Cells = u64;

/// The number of a cell.
pub(super) fn number(cell: Cells) -> u32 {
    cell.trailing_zeros() / 2
}

/// The cell of the greatest number in a set.
pub(super) fn last(cells: Cells) -> Option<Cells> {
    cells.checked_ilog2().map(|bit| 1 << bit)
}

impl Size {
    /// A board with sides of at least 1 and at most 30 cells.
    pub(super) fn new(width: u64, height: u64) -> Option<Self> {
        let cells = width.checked_mul(height)?;
        if !(1..=MOST_CELLS).contains(&cells) {
            return None;
        }
        Some(Self { width: i32::try_from(width).ok()?, height: i32::try_from(height).ok()? })
    }

    /// The cell of a column and a row, if they are on the board.
    pub(super) fn at(self, column: i32, row: i32) -> Option<Cells> {
        let on_board = (0..self.width).contains(&column) && (0..self.height).contains(&row);
        on_board.then(|| 1 << (2 * (row * self.width + column)))
    }

    /// All cells.
    pub(super) fn all(self) -> Cells {
        ONES >> (2 * (32 - self.width * self.height))
    }

    /// Columns and rows of all cells in the order of their numbers.
    pub(super) fn places(self) -> impl Iterator<Item = (i32, i32)> {
        (0..self.height).flat_map(move |row| (0..self.width).map(move |column| (column, row)))
    }

    /// All cells in the order of their numbers.
    pub(super) fn cells(self) -> impl Iterator<Item = Cells> {
        self.places().filter_map(move |(column, row)| self.at(column, row))
    }

    /// The set of the cells that fulfil a condition on column and row.
    pub(super) fn set(self, wanted: impl Fn(i32, i32) -> bool) -> Cells {
        let wanted = self.places().filter(|(column, row)| wanted(*column, *row));
        wanted.filter_map(|(column, row)| self.at(column, row)).sum()
    }
}

/// A board with stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Board(u64);

impl Board {
    pub(super) const EMPTY: Self = Self(0);

    /// The board with one stone, an X.
    pub(super) fn with_one(cell: Cells) -> Self {
        Self(cell)
    }

    /// The board with that code.
    pub(super) fn coded(code: u64) -> Self {
        let digits = (0..MOST_CELLS).scan(code, |rest, _| (*rest != 0).then(|| std::mem::replace(rest, *rest / 3) % 3));
        Self(digits.zip((0..).step_by(2)).fold(0, |board, (digit, shift)| board | digit << shift))
    }

    /// The cells with stones of that colour.
    pub(super) fn stones(self, colour: Colour) -> Cells {
        match colour {
            Colour::White => self.0 & ONES,
            Colour::Black => (self.0 >> 1) & ONES,
        }
    }

    /// How many stones there are.
    pub(super) fn count(self) -> usize {
        index(self.0.count_ones())
    }

    /// The text form of section 4.
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

/// The most symmetries of a board.
pub(super) const MOST_SYMMETRIES: usize = 8;

/// A map of the board's cells onto themselves, as a table: for each byte of a board (four cells) and each content of that byte, what the images of the stones
/// in it add to a code.
pub(super) struct Symmetry(Vec<[u64; 256]>);

/// The cells in a byte of a board.
const CELLS_PER_BYTE: usize = 4;

impl Symmetry {
    /// The symmetry that mirrors columns, mirrors rows, and then exchanges both, as far as it does these.
    pub(super) fn new(size: Size, [columns, rows, exchange]: [bool; 3]) -> Option<Self> {
        let image = |(column, row): (i32, i32)| {
            let column = if columns { size.width - 1 - column } else { column };
            let row = if rows { size.height - 1 - row } else { row };
            if exchange { size.at(row, column) } else { size.at(column, row) }
        };
        let powers = size.places().map(|place| image(place).map(|cell| 3_u64.pow(number(cell)))).collect::<Option<Vec<u64>>>()?;
        let byte = |powers: &[u64]| {
            let code = |byte: usize| powers.iter().zip((0..).step_by(2)).map(|(power, shift)| power * wide((byte >> shift) & 3)).sum();
            std::array::from_fn(code)
        };
        Some(Self(powers.chunks(CELLS_PER_BYTE).map(byte).collect()))
    }

    /// The code of a board's image.
    pub(super) fn code(&self, board: Board) -> u64 {
        let parts = self.0.iter().zip(board.0.to_le_bytes());
        parts.map(|(codes, byte)| codes.get(usize::from(byte)).copied().unwrap_or(0)).sum()
    }
}
