//! Defines the boards, moves, wins and symmetries of placing games.

use crate::games::{Player, PositionError};

/// A board, with two bits for each cell: 0 for an empty cell, 1 for X and 2 for O. The lowest two bits belong to the
/// cell with the number 0. Boards have the same order as the numbers that `spec/rules/placing.md` assigns to them.
pub type Board = u64;

/// Mask of all cells. A mask represents a set of cells. For each cell in the set, only the lower of the cell's two bits
/// is 1.
const LOW: u64 = 0x5555_5555_5555_5555;

/// Kind of placing game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Tic-tac-toe. A player wins with a certain number of the player's own stones in a row.
    TicTacToe,
    /// Hex. A player wins by connecting the player's two edges of the board with a chain of stones.
    Hex,
    /// Connect. The rules are those of tic-tac-toe, but each stone drops to the lowest empty cell of a column.
    Connect,
}

impl Kind {
    /// Returns the rule set's name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::TicTacToe => "tic-tac-toe",
            Self::Hex => "hex",
            Self::Connect => "connect",
        }
    }
}

/// The size of a board and, except in hex, the number of stones in a row that win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// Number of columns.
    pub width: u32,
    /// Number of rows.
    pub height: u32,
    /// Number of stones in a row that win, or `None` for hex.
    pub row: Option<u32>,
}

/// A symmetry of the board, other than the identity.
pub struct Symmetry {
    /// Image of each cell under the symmetry.
    cells: Vec<u8>,
    /// The table for each group of four cells contains the image of every possible content of these cells.
    images: Vec<[Board; 256]>,
}

/// The rules of a placing game on a board of fixed size.
pub struct Rules {
    kind: Kind,
    size: Size,
    /// Winning lines. The winning lines, each stored as a mask of its cells.
    lines: Vec<u64>,
    /// Symmetries of the board, without the identity.
    symmetries: Vec<Symmetry>,
    /// Mask of all cells.
    all: u64,
    /// Masks of the columns, from left to right.
    columns: Vec<u64>,
    /// Masks of the first and of the last row.
    edge_rows: [u64; 2],
}

const MAX_CELLS: u32 = 30;

/// Returns the mask that contains only this cell.
pub fn bit(cell: u32) -> u64 {
    1 << (2 * cell)
}

/// Returns a mask of the occupied cells.
pub fn shape(board: Board) -> u64 {
    (board | board >> 1) & LOW
}

/// Iterates over the cells of a mask in ascending order.
fn cells(mut bits: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let cell = bits.trailing_zeros() / 2;
        bits &= bits.wrapping_sub(1);
        (cell < 32).then_some(cell)
    })
}

/// Error for a board size that is not valid for a kind of placing game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{} {width}x{height}: {reason}", kind.name())]
pub struct SizeError {
    kind: Kind,
    width: u32,
    height: u32,
    reason: SizeReason,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
enum SizeReason {
    #[error("a board has from 1 to {MAX_CELLS} columns and rows and at most {MAX_CELLS} cells")]
    Large,
    #[error("a board has at least 2 cells")]
    Small,
    #[error("a row of {}; a winning row has from 2 to {most} stones", found.map_or("none".to_owned(), |row| row.to_string()))]
    Row { found: Option<u32>, most: u32 },
}

impl Rules {
    pub fn new(kind: Kind, size: Size) -> Result<Self, SizeError> {
        let Size { width, height, row } = size;
        let wrong = |reason| Err(SizeError { kind, width, height, reason });
        let fits = width >= 1 && height >= 1 && width.checked_mul(height).is_some_and(|cells| cells <= MAX_CELLS);
        if !fits {
            return wrong(SizeReason::Large);
        }
        match (kind, row) {
            (Kind::Hex, None) if width * height < 2 => return wrong(SizeReason::Small),
            (Kind::Hex, None) => {}
            (Kind::TicTacToe | Kind::Connect, Some(row)) if (2..=width.max(height)).contains(&row) => {}
            (_, row) => return wrong(SizeReason::Row { found: row, most: width.max(height) }),
        }
        let number = |column: u32, row: u32| row * width + column;
        let column = |column| (0..height).map(|row| bit(number(column, row))).sum();
        let row = |row| (0..width).map(|column| bit(number(column, row))).sum();
        let columns: Vec<u64> = (0..width).map(column).collect();
        let all = columns.iter().sum();
        let edge_rows = [row(0), row(height - 1)];
        Ok(Self {
            kind,
            size,
            lines: lines(size),
            symmetries: symmetries(kind, size).into_iter().map(Symmetry::new).collect(),
            all,
            columns,
            edge_rows,
        })
    }

    pub fn kind(&self) -> Kind {
        self.kind
    }

    pub fn size(&self) -> Size {
        self.size
    }

    pub fn cell_count(&self) -> u32 {
        self.size.width * self.size.height
    }

    /// Returns a mask of the empty cells.
    fn empty(&self, board: Board) -> u64 {
        !(board | board >> 1) & self.all
    }

    pub fn is_full(&self, board: Board) -> bool {
        self.empty(board) == 0
    }

    /// Returns a mask of the cells with a player's stones.
    fn stones(board: Board, player: Player) -> u64 {
        match player {
            Player::Left => board & LOW,
            Player::Right => (board >> 1) & LOW,
        }
    }

    /// Returns the cells where a move can place a stone, in move order. The cells are the same for both players.
    pub fn moves(&self, board: Board) -> impl Iterator<Item = u32> {
        let empty = self.empty(board);
        let (in_any_cell, columns) = match self.kind {
            Kind::TicTacToe | Kind::Hex => (empty, &[][..]),
            Kind::Connect => (0, &self.columns[..]),
        };
        // In a column, the stones lie below the empty cells. So the lowest empty cell has the greatest number of all
        // empty cells.
        let dropped = columns.iter().map(move |column| empty & column).filter(|&open| open != 0).map(|open| open.ilog2() / 2);
        cells(in_any_cell).chain(dropped)
    }

    /// Returns the board after a player's move to an empty cell.
    pub fn with_stone(&self, board: Board, player: Player, cell: u32) -> Board {
        board | digit(player) << (2 * cell)
    }

    /// Returns a mask of the empty cells on which a new stone wins for the player.
    pub fn winning_cells(&self, board: Board, player: Player) -> u64 {
        let (stones, empty) = (Self::stones(board, player), self.empty(board));
        match self.kind {
            Kind::TicTacToe | Kind::Connect => {
                let missing = self.lines.iter().map(|line| line & !stones).filter(|missing| missing.is_power_of_two());
                missing.fold(0, |cells, cell| cells | cell) & empty
            }
            Kind::Hex => self.joining(stones, player) & empty,
        }
    }

    /// Returns whether a player's stones contain a winning line or, in hex, connect the player's two edges.
    pub fn has_line(&self, board: Board, player: Player) -> bool {
        cells(Self::stones(board, player)).any(|cell| self.winning_cells(without(board, cell), player) & bit(cell) != 0)
    }

    /// Returns whether, in hex, a player's stones connect the player's two edges of the board.
    pub fn has_chain(&self, board: Board, player: Player) -> bool {
        let stones = Self::stones(board, player);
        self.joining(stones, player) & stones != 0
    }

    /// Returns the cells of a hex board that are connected to both edges of a player. A cell is connected to an edge if
    /// it lies on the edge, or next to a chain of the player's stones that starts at the edge.
    fn joining(&self, stones: u64, player: Player) -> u64 {
        let edges = match player {
            Player::Left => [self.columns[0], self.columns[self.columns.len() - 1]],
            Player::Right => self.edge_rows,
        };
        // The loop extends the sets of reached cells from both edges together. The steps for one edge depend on each
        // other, and alone they would stall the processor.
        let mut reached = edges;
        loop {
            let grown = reached.map(|cells| cells | self.neighbours(cells & stones));
            if grown == reached {
                return reached[0] & reached[1];
            }
            reached = grown;
        }
    }

    /// Returns the neighbours of cells on a hex board. The result may contain bits that belong to no cell of the board.
    fn neighbours(&self, cells: u64) -> u64 {
        let row = 2 * self.size.width;
        // A step to the left must not start in the first column, and a step to the right must not start in the last
        // column.
        let not_first = cells & !self.columns[0];
        let not_last = cells & !self.columns[self.columns.len() - 1];
        let (left, right) = (not_first >> 2, not_last << 2);
        let (up, down) = (cells >> row, cells << row);
        // For a cell in column c and row r, these are the neighbours in column c + 1, row r - 1, and in column c - 1,
        // row r + 1.
        let (right_up, left_down) = ((not_last >> row) << 2, (not_first << row) >> 2);
        left | right | up | down | right_up | left_down
    }

    /// Returns whether every stone lies in the bottom row or above another stone. If stones do not drop in the game,
    /// always returns `true`.
    pub fn is_supported(&self, board: Board) -> bool {
        let stones = shape(board);
        let below = self.empty(board) >> (2 * self.size.width);
        self.kind != Kind::Connect || stones & below == 0
    }

    /// Returns all boards from which one move of the player leads to this board.
    pub fn last_stones(&self, board: Board, player: Player) -> Vec<Board> {
        cells(Self::stones(board, player)).map(|cell| without(board, cell)).filter(|&before| self.is_supported(before)).collect()
    }

    /// Returns all symmetries of the board except the identity.
    pub fn symmetries(&self) -> &[Symmetry] {
        &self.symmetries
    }

    /// Returns the least board among a board and its symmetric images.
    pub fn canonical(&self, board: Board) -> Board {
        self.symmetries.iter().map(|symmetry| symmetry.image(board)).fold(board, Board::min)
    }

    /// Writes the board row by row from the top.
    pub fn text(&self, board: Board) -> String {
        let letter = |cell| match (board >> (2 * cell)) & 3 {
            0 => '.',
            1 => 'X',
            _ => 'O',
        };
        let row = |row: u32| (row * self.size.width..(row + 1) * self.size.width).map(letter).collect::<String>();
        (0..self.size.height).map(row).collect::<Vec<_>>().join("/")
    }

    /// Parses a board.
    pub fn parse(&self, text: &str) -> Result<Board, PositionError> {
        let wrong = |reason| Err(PositionError::new(text, reason));
        let Size { width, height, .. } = self.size;
        let rows: Vec<&str> = text.split('/').collect();
        if rows.len() != height as usize {
            return wrong(format!("{} rows, expected {height}", rows.len()));
        }
        let mut board = 0;
        for (number, row) in (0_u32..).zip(rows) {
            let length = row.chars().count();
            if length != width as usize {
                return wrong(format!("row {} has {length} cells, expected {width}", number + 1));
            }
            for (column, letter) in (0..).zip(row.chars()) {
                let stone = match letter {
                    '.' => 0,
                    'X' | 'x' => 1,
                    'O' | 'o' => 2,
                    _ => return wrong(format!("'{letter}' is none of X, O and '.'")),
                };
                board |= stone << (2 * (number * width + column));
            }
        }
        Ok(board)
    }

    /// Returns two upper bounds: the number of boards up to symmetry, ends included, and the number of moves of both
    /// players on these boards. The bounds are computed with Burnside's lemma.
    pub fn estimate(&self) -> (u64, u64) {
        let Size { width, height, .. } = self.size;
        let (mut boards, mut moves) = (0_u128, 0_u128);
        let identity: Vec<u8> = (0..self.cell_count()).map(|cell| u8::try_from(cell).expect("few cells")).collect();
        for symmetry in std::iter::once(&identity).chain(self.symmetries.iter().map(|symmetry| &symmetry.cells)) {
            let (free, of_each, open) = match self.kind {
                Kind::TicTacToe | Kind::Hex => (cycles(symmetry), 3_u128, 1_u128),
                // A column of n stones can be filled in 2^n ways. The numbers here are the sums over all n, with and
                // without a full column.
                Kind::Connect => (if *symmetry == identity { width } else { width.div_ceil(2) }, (2 << height) - 1, (1 << height) - 1),
            };
            let places = if self.kind == Kind::Connect { width } else { self.cell_count() };
            boards += of_each.pow(free);
            moves += u128::from(places) * open * of_each.pow(free - 1);
        }
        let symmetries = self.symmetries.len() as u128 + 1;
        let bounded = |number: u128| u64::try_from(number).unwrap_or(u64::MAX);
        (bounded(boards / symmetries), bounded(2 * moves / symmetries))
    }
}

impl Symmetry {
    fn new(cells: Vec<u8>) -> Self {
        let image = |four: &[u8], held: u64| four.iter().enumerate().map(|(cell, to)| ((held >> (2 * cell)) & 3) << (2 * to)).sum();
        let images = cells.chunks(4).map(|four| std::array::from_fn(|held| image(four, held as u64))).collect();
        Self { cells, images }
    }

    /// Returns the image of a board under the symmetry.
    pub fn image(&self, board: Board) -> Board {
        self.images.iter().zip(board.to_le_bytes()).fold(0, |image, (images, held)| image | images[usize::from(held)])
    }

    /// Returns the image of a cell under the symmetry.
    pub fn cell(&self, cell: u32) -> u32 {
        self.cells[cell as usize].into()
    }
}

fn without(board: Board, cell: u32) -> Board {
    board & !(3 << (2 * cell))
}

/// Returns the two bits that a cell with a stone of this player has.
fn digit(player: Player) -> u64 {
    match player {
        Player::Left => 1,
        Player::Right => 2,
    }
}

fn lines(size: Size) -> Vec<u64> {
    let Size { width, height, row } = size;
    let mut lines = Vec::new();
    let Some(length) = row else { return lines };
    let [w, h, last] = [width, height, length - 1].map(i64::from);
    for (right, down) in [(1, 0), (0, 1), (1, 1), (-1, 1)] {
        for start in 0..w * h {
            let (column, row) = (start % w, start / w);
            if !(0..w).contains(&(column + last * right)) || !(0..h).contains(&(row + last * down)) {
                continue;
            }
            let cell = |step| u32::try_from((row + step * down) * w + column + step * right).expect("on the board");
            lines.push((0..=last).map(|step| bit(cell(step))).sum());
        }
    }
    lines
}

/// Returns the images of all cells under each symmetry except the identity.
fn symmetries(kind: Kind, Size { width, height, .. }: Size) -> Vec<Vec<u8>> {
    let exchanges: &[bool] = if kind == Kind::TicTacToe && width == height { &[false, true] } else { &[false] };
    let mirrors: &[[bool; 2]] = match kind {
        Kind::TicTacToe => &[[false, false], [true, false], [false, true], [true, true]],
        Kind::Hex => &[[false, false], [true, true]],
        Kind::Connect => &[[false, false], [true, false]],
    };
    let mut symmetries: Vec<Vec<u8>> = Vec::new();
    for &exchange in exchanges {
        for &[columns, rows] in mirrors {
            let image = |cell: u32| {
                let (column, row) = (cell % width, cell / width);
                let column = if columns { width - 1 - column } else { column };
                let row = if rows { height - 1 - row } else { row };
                let (column, row) = if exchange { (row, column) } else { (column, row) };
                u8::try_from(row * width + column).expect("few cells")
            };
            symmetries.push((0..width * height).map(image).collect());
        }
    }
    symmetries.remove(0);
    symmetries
}

fn cycles(permutation: &[u8]) -> u32 {
    let mut seen = vec![false; permutation.len()];
    let mut cycles = 0;
    for start in 0..permutation.len() {
        let mut cell = start;
        if !seen[cell] {
            cycles += 1;
        }
        while !seen[cell] {
            seen[cell] = true;
            cell = usize::from(permutation[cell]);
        }
    }
    cycles
}
