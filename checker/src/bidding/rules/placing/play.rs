//! Moves and ends, section 2 of the rules page, and the symmetries of section 3.

use super::board::{Board, Cells, Size, Symmetry, last};
use crate::bidding::game::Choice;
use crate::core::game::Colour;

/// What wins.
pub(super) enum Goal {
    /// One of these rows.
    Row(Vec<Cells>),
    /// A chain of neighbours from edge to edge.
    Chain {
        size: Size,
        /// The first column and the last, which Left's chain connects.
        columns: [Cells; 2],
        /// The first row and the last, which Right's chain connects.
        rows: [Cells; 2],
    },
}

impl Goal {
    /// Rows of that length across, down and on both diagonals.
    pub(super) fn rows(size: Size, length: u64) -> Self {
        let length = i32::try_from(length).unwrap_or(i32::MAX);
        let steps = [(1, 0), (0, 1), (1, 1), (1, -1)];
        let row = |(column, row): (i32, i32), (right, down): (i32, i32)| {
            (0..length)
                .map(|i| size.at(column.saturating_add(right.saturating_mul(i)), row.saturating_add(down.saturating_mul(i))))
                .sum::<Option<Cells>>()
        };
        Self::Row(size.places().flat_map(|place| steps.into_iter().filter_map(move |step| row(place, step))).collect())
    }

    /// The empty cells in which a stone more wins for that colour, whose stones have not won; and perhaps cells that are not empty.
    fn winning(&self, stones: Cells, colour: Colour) -> Cells {
        match self {
            // The last cell of a row.
            Self::Row(rows) => {
                rows.iter().map(|row| row & !stones).filter(|missing| missing.is_power_of_two()).fold(0, |all, one| all | one)
            }
            // A chain that wins goes through the new stone, and is from there to either edge a chain of the others.
            Self::Chain { size, columns, rows } => {
                let edges = if colour == Colour::White { columns } else { rows };
                let [from, to] = edges.map(|edge| edge | neighbours(*size, *columns, chain(*size, *columns, stones, stones & edge)));
                from & to
            }
        }
    }
}

/// The cells beside those of a set, and perhaps some of the set. The neighbours of a cell are, as far as they are on the board, the next ones in its row and
/// in its column, and those above to the right and below to the left. `first` and `last` are the columns of these names.
fn neighbours(size: Size, [first, last]: [Cells; 2], cells: Cells) -> Cells {
    // Boards have at most 30 columns.
    let row = size.width.wrapping_mul(2);
    let (on_the_left, on_the_right) = ((cells & !first) >> 2, (cells & !last) << 2);
    let (above, below) = ((cells | on_the_right) >> row, (cells | on_the_left) << row);
    on_the_left | on_the_right | above | below
}

/// The stones connected with `some` of them.
pub(super) fn chain(size: Size, columns: [Cells; 2], stones: Cells, some: Cells) -> Cells {
    let mut chain = some;
    loop {
        let grown = chain | (neighbours(size, columns, chain) & stones);
        if grown == chain {
            return chain;
        }
        chain = grown;
    }
}

/// Board, moves and ends of a game.
pub(super) struct Play {
    pub(super) size: Size,
    /// In move order, the sets of cells that a stone can be put into: it comes to lie on the last empty cell of the set.
    slots: Vec<Cells>,
    goal: Goal,
    /// A group.
    symmetries: Vec<Symmetry>,
}

impl Play {
    /// `symmetries`, a group, say what mirrors columns, mirrors rows and exchanges both.
    pub(super) fn new(size: Size, slots: Vec<Cells>, goal: Goal, symmetries: &[[bool; 3]]) -> Self {
        let symmetries = symmetries.iter().filter_map(|changes| Symmetry::new(size, *changes)).collect();
        Self { size, slots, goal, symmetries }
    }

    /// What the moves of a player lead to, in move order: the board on which play goes on, or the end.
    pub(super) fn options(&self, board: Board, colour: Colour) -> impl Iterator<Item = Result<Board, Choice>> {
        let empty = self.size.all() & !board.stones(Colour::White) & !board.stones(Colour::Black);
        let wins = self.goal.winning(board.stones(colour), colour);
        let filled = empty.is_power_of_two();
        self.slots.iter().filter_map(move |slot| last(slot & empty)).map(move |cell| match wins & cell {
            0 if filled => Err(Choice::Drawn),
            0 => Ok(board.with(colour, cell)),
            _ => Err(Choice::Won(colour)),
        })
    }

    /// The images of a board under all symmetries.
    pub(super) fn images(&self, board: Board) -> impl Iterator<Item = Board> {
        self.symmetries.iter().map(move |symmetry| symmetry.image(board))
    }

    /// The canonical board of a class: the one of least code.
    pub(super) fn canonical(&self, board: Board) -> Board {
        self.images(board).fold(board, Board::min)
    }

    /// The number of a board's different images: in a group as many symmetries lead to each as to any other.
    pub(super) fn different_images(&self, board: Board) -> usize {
        let same = self.images(board).filter(|image| *image == board).count();
        self.symmetries.len().checked_div(same).unwrap_or(1)
    }
}
