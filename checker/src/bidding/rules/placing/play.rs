//! Moves and ends, section 2 of the rules page, and the symmetries of section 3.

use super::board::{Board, Cells, Size, Symmetry, last};
use crate::bidding::game::Choice;
use crate::core::fields::index;
use crate::core::game::Colour;

/// What wins.
pub(super) enum Goal {
    /// A row: for each cell the rows of the length asked for that it lies in.
    Row(Vec<Vec<Cells>>),
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
            (0..length).map(|i| size.at(column + right * i, row + down * i)).sum::<Option<Cells>>()
        };
        let all: Vec<Cells> = size.places().flat_map(|place| steps.into_iter().filter_map(move |step| row(place, step))).collect();
        Self::Row(size.cells().map(|cell| all.iter().copied().filter(|row| row & cell != 0).collect()).collect())
    }

    /// Whether the stones of that colour win. They did not before the last of them was placed.
    fn reached(&self, stones: Cells, last: Cells, colour: Colour) -> bool {
        match self {
            Self::Row(rows) => rows.get(index(last.trailing_zeros() / 2)).is_some_and(|rows| rows.iter().any(|row| row & !stones == 0)),
            Self::Chain { size, columns, rows } => {
                let edges = if colour == Colour::White { columns } else { rows };
                let [from, to] = edges.map(|edge| stones & edge);
                // Most boards have no stone on one of the edges, which saves a look at the chain.
                from != 0 && to != 0 && chain(*size, *columns, stones, from) & to != 0
            }
        }
    }
}

/// The stones connected with `some` of them. The neighbours of a cell are, as far as they are on the board, the next ones in its row and in its column, and
/// those above to the right and below to the left.
pub(super) fn chain(size: Size, [first, last]: [Cells; 2], stones: Cells, some: Cells) -> Cells {
    let row = 2 * size.width;
    let mut chain = some;
    loop {
        let (on_the_left, on_the_right) = ((chain & !first) >> 2, (chain & !last) << 2);
        let (above, below) = ((chain | on_the_right) >> row, (chain | on_the_left) << row);
        let grown = chain | ((on_the_left | on_the_right | above | below) & stones);
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
    pub(super) slots: Vec<Cells>,
    pub(super) goal: Goal,
    /// The symmetries beside the identity. With it they are a group.
    pub(super) symmetries: Vec<Symmetry>,
}

impl Play {
    /// What the moves of one player lead to, in move order: the board in which play goes on, or the end.
    pub(super) fn options(&self, board: Board, colour: Colour) -> impl Iterator<Item = Result<Board, Choice>> {
        let empty = self.size.all() & !board.stones(Colour::White) & !board.stones(Colour::Black);
        self.slots.iter().filter_map(move |slot| last(slot & empty)).map(move |cell| {
            let board = board.with(cell, colour);
            if self.goal.reached(board.stones(colour), cell, colour) {
                Err(Choice::Won(colour))
            } else if cell == empty {
                Err(Choice::Drawn)
            } else {
                Ok(board)
            }
        })
    }

    /// The canonical board of a board's class: the least of its images.
    pub(super) fn canonical(&self, board: Board) -> Board {
        self.symmetries.iter().map(|symmetry| symmetry.image(board)).fold(board, Board::min)
    }

    /// The options of both players, with canonical boards. All boards are made before any is looked up: the processor then waits for many places of memory at
    /// once, which is where the time goes.
    pub(super) fn canonical_options(&self, board: Board) -> [Vec<Result<Board, Choice>>; 2] {
        let canonical = |option: Result<Board, Choice>| option.map(|board| self.canonical(board));
        Colour::ALL.map(|colour| self.options(board, colour).map(canonical).collect())
    }

    /// The number of a board's different images: in a group as many symmetries lead to each as to any other.
    pub(super) fn images(&self, board: Board) -> usize {
        let (all, same) = (self.symmetries.len(), self.symmetries.iter().filter(|symmetry| symmetry.image(board) == board).count());
        all.saturating_add(1).checked_div(same.saturating_add(1)).unwrap_or(1)
    }
}
