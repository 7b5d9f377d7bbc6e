//! Moves and ends, section 2 of the rules page, and the symmetries of section 3.

use super::board::{Board, Cell, Cells, Size, Symmetry};
use crate::core::game::Colour;

/// What wins.
pub(super) enum Goal {
    /// A row: for each cell the rows of the length asked for that it lies in.
    Row(Vec<Vec<Cells>>),
    /// A chain from edge to edge.
    Chain {
        /// The neighbours of each cell.
        neighbours: Vec<Cells>,
        /// The two edges that Left's chain connects, and the two of Right.
        left: [Cells; 2],
        right: [Cells; 2],
    },
}

impl Goal {
    /// Rows of that length across, down and on both diagonals.
    pub(super) fn rows(size: Size, length: u32) -> Self {
        let length = i32::try_from(length).unwrap_or(i32::MAX);
        let steps = [(1, 0), (0, 1), (1, 1), (1, -1)];
        let row = |(column, row): (i32, i32), (right, down): (i32, i32)| {
            let cells =
                (0..length).map(|i| size.at(column.saturating_add(right.saturating_mul(i)), row.saturating_add(down.saturating_mul(i))));
            cells.collect::<Option<Vec<_>>>().map(|cells| cells.into_iter().fold(0, |row, cell| row | cell.alone()))
        };
        let all: Vec<Cells> = size.places().flat_map(|place| steps.into_iter().filter_map(move |step| row(place, step))).collect();
        let through = |cell: Cell| all.iter().filter(|row| **row & cell.alone() != 0).copied().collect();
        Self::Row(size.places().filter_map(|(column, row)| size.at(column, row)).map(through).collect())
    }

    /// Whether the stones of that colour win by the last of them that was placed. They did not win before.
    fn reached(&self, stones: Cells, last: Cell, colour: Colour) -> bool {
        match self {
            Self::Row(rows) => rows.get(last.index()).is_some_and(|rows| rows.iter().any(|row| row & !stones == 0)),
            Self::Chain { neighbours, left, right } => {
                let [from, to] = if colour == Colour::White { left } else { right };
                let joins = |chain: Cells| chain & from != 0 && chain & to != 0;
                // Most boards have no stone on one of the edges, which saves a look at the chain.
                joins(stones) && joins(chain(neighbours, stones, last))
            }
        }
    }
}

/// The stones connected with that one.
pub(super) fn chain(neighbours: &[Cells], stones: Cells, one: Cell) -> Cells {
    let mut chain = one.alone();
    // Those whose neighbours have not been looked at. A stone enters once, so this ends.
    let mut fresh = chain;
    while let Some(cell) = Cell::last(fresh) {
        let near = neighbours.get(cell.index()).copied().unwrap_or(0) & stones & !chain;
        chain |= near;
        fresh = (fresh & !cell.alone()) | near;
    }
    chain
}

/// A board up to symmetry.
pub(super) struct Canonical {
    /// The least of the images.
    pub(super) board: Board,
    /// The number of different images.
    pub(super) images: u64,
}

/// What a move leads to.
pub(super) enum After {
    /// The mover has won.
    Won,
    /// The board is full.
    Drawn,
    /// Play goes on from here.
    GoesOn(Board),
}

/// Board, moves and ends of a game.
pub(super) struct Play {
    /// In move order, the sets of cells that a stone can be put into: it comes to lie on the last empty cell of the set.
    pub(super) slots: Vec<Cells>,
    pub(super) goal: Goal,
    /// The symmetries beside the identity. With it they are a group.
    pub(super) symmetries: Vec<Symmetry>,
    /// All cells.
    pub(super) all: Cells,
}

impl Play {
    /// What the moves of one player lead to, in move order.
    pub(super) fn options(&self, board: Board, colour: Colour) -> impl Iterator<Item = After> {
        let empty = !board.occupied();
        self.slots.iter().filter_map(move |slot| Cell::last(slot & empty)).map(move |cell| self.after(board, cell, colour))
    }

    fn after(&self, board: Board, cell: Cell, colour: Colour) -> After {
        let board = board.with(cell, colour);
        if self.goal.reached(board.stones(colour), cell, colour) {
            After::Won
        } else if board.occupied() == self.all {
            After::Drawn
        } else {
            After::GoesOn(board)
        }
    }

    /// The canonical board of a board's class.
    pub(super) fn canonical(&self, board: Board) -> Canonical {
        let (mut least, mut times) = (board, 1_u64);
        for image in self.symmetries.iter().map(|symmetry| symmetry.image(board)) {
            match image.cmp(&least) {
                std::cmp::Ordering::Less => (least, times) = (image, 1),
                std::cmp::Ordering::Equal => times = times.saturating_add(1),
                std::cmp::Ordering::Greater => {}
            }
        }
        // In a group as many symmetries lead to each image as to any other.
        let all = u64::try_from(self.symmetries.len()).unwrap_or(u64::MAX).saturating_add(1);
        Canonical { board: least, images: all.checked_div(times).unwrap_or(1) }
    }
}

/// Every cell a slot of its own: a stone can be put anywhere.
pub(super) fn anywhere(size: Size) -> Vec<Cells> {
    size.places().filter_map(|(column, row)| size.at(column, row)).map(Cell::alone).collect()
}
