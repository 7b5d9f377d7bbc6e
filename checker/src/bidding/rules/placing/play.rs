//! Defines the moves, the end of play and the symmetries: sections 2 and 3 of `spec/rules/placing.md`.

use super::board::{Board, Cells, Size, Symmetry, last};
use crate::bidding::game::Choice;
use crate::core::game::Colour;

/// The condition under which a player wins.
pub(super) enum Goal {
    /// A player wins by occupying all cells of one of these rows.
    Row(Vec<Cells>),
    /// A player wins with a chain of neighbouring stones between two opposite sides of the board.
    Chain {
        size: Size,
        /// The first and the last column, which Left's chain connects.
        columns: [Cells; 2],
        /// The first and the last row, which Right's chain connects.
        rows: [Cells; 2],
    },
}

impl Goal {
    /// Lists all rows of `length` cells: across, down and on both diagonals.
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

    /// Returns the cells in which one more stone wins for a player. The result can contain occupied cells too. The
    /// caller must know that the player has not won yet.
    fn winning(&self, stones: Cells, colour: Colour) -> Cells {
        match self {
            // A stone wins if it fills the last missing cell of a row.
            Self::Row(rows) => {
                rows.iter().map(|row| row & !stones).filter(|missing| missing.is_power_of_two()).fold(0, |all, one| all | one)
            }
            // A winning chain goes through the new stone. Between this stone and either edge, it consists of other
            // stones.
            Self::Chain { size, columns, rows } => {
                let edges = if colour == Colour::White { columns } else { rows };
                let [from, to] = edges.map(|edge| edge | neighbours(*size, *columns, chain(*size, *columns, stones, stones & edge)));
                from & to
            }
        }
    }
}

/// Returns all neighbours of the cells of a set. The result can contain cells of the set. A cell has up to six
/// neighbours: the adjacent cells in its row and in its column, the cell above to the right, and the cell below to the
/// left. `first` and `last` are the first and the last column.
fn neighbours(size: Size, [first, last]: [Cells; 2], cells: Cells) -> Cells {
    // Boards have at most 30 columns, so this does not overflow.
    let row = size.width.wrapping_mul(2);
    let (on_the_left, on_the_right) = ((cells & !first) >> 2, (cells & !last) << 2);
    let (above, below) = ((cells | on_the_right) >> row, (cells | on_the_left) << row);
    on_the_left | on_the_right | above | below
}

/// Returns `some` and all stones that are connected with `some`.
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

/// The board, the moves, the winning condition and the symmetries of a game.
pub(super) struct Play {
    pub(super) size: Size,
    /// The possible moves, in move order. Each move is represented by a set of cells: the move places the player's
    /// stone on the last empty cell of the set.
    slots: Vec<Cells>,
    goal: Goal,
    /// The symmetries of the game, which form a group.
    symmetries: Vec<Symmetry>,
}

impl Play {
    /// Builds a game. `symmetries` must form a group. The three flags of a symmetry say whether it mirrors columns,
    /// whether it mirrors rows, and whether it exchanges columns and rows.
    pub(super) fn new(size: Size, slots: Vec<Cells>, goal: Goal, symmetries: &[[bool; 3]]) -> Self {
        let symmetries = symmetries.iter().filter_map(|changes| Symmetry::new(size, *changes)).collect();
        Self { size, slots, goal, symmetries }
    }

    /// Iterates over the options of a player, in move order. An option is the board after the move, or the final result
    /// if the move ends play.
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

    /// Iterates over the images of a board under all symmetries.
    pub(super) fn images(&self, board: Board) -> impl Iterator<Item = Board> {
        self.symmetries.iter().map(move |symmetry| symmetry.image(board))
    }

    /// Returns the canonical board: among all symmetric images of a board, the one with the least number.
    pub(super) fn canonical(&self, board: Board) -> Board {
        self.images(board).fold(board, Board::min)
    }

    /// Returns the number of different symmetric images of a board. The symmetries form a group, so the division leaves
    /// no remainder.
    pub(super) fn different_images(&self, board: Board) -> usize {
        let same = self.images(board).filter(|image| *image == board).count();
        self.symmetries.len().checked_div(same).unwrap_or(1)
    }
}
