//! A place for each board, so that numbers of classes stand in one array: where most boards occur, this takes less memory than tables by boards do, and no
//! canonical board is made to look one up.

use super::board::{Board, ONES};
use crate::core::fields::index;

/// An order of all boards of a size, in which those are near that are looked up soon after one another. Boards with the same lower half of the cells are
/// together, of these those with as many stones, and of these again those with the least upper half.
pub(super) struct Places {
    /// The bits of a lower half.
    bits: u32,
    /// What a lower half adds to the place of a board.
    lower: Vec<u32>,
    /// What an upper half adds.
    upper: Vec<u32>,
}

impl Places {
    /// The order of boards with that number of cells, at most 20.
    pub(super) fn new(cells: u32) -> Self {
        let (lower, upper) = (cells / 2, cells.div_ceil(2));
        Self { bits: lower.saturating_mul(2), lower: multiples(lower, 3_u32.saturating_pow(upper)), upper: multiples(upper, 1) }
    }

    /// The place of a board, from 0.
    pub(super) fn of(&self, board: Board) -> Option<usize> {
        let upper = board.0.wrapping_shr(self.bits);
        let lower = self.lower.get(usize::try_from(board.0 ^ upper.wrapping_shl(self.bits)).ok()?)?;
        Some(index(lower.wrapping_add(*self.upper.get(usize::try_from(upper).ok()?)?)))
    }
}

/// For each half of a board with `cells` cells, a multiple of `step`: 0, 1, 2, … times it, in ascending order of the number of stones.
fn multiples(cells: u32, step: u32) -> Vec<u32> {
    let mut halves: Vec<u32> = (0..1 << cells.saturating_mul(2)).filter(|half| u64::from(half & (half >> 1)) & ONES == 0).collect();
    halves.sort_by_key(|half| half.count_ones());
    let mut multiples = vec![0; 1 << cells.saturating_mul(2)];
    for (number, half) in (0_u32..).zip(halves) {
        multiples.get_mut(index(half)).into_iter().for_each(|multiple| *multiple = number.saturating_mul(step));
    }
    multiples
}
