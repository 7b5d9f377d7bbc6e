//! Computes an array index for each board, so that the numbers of the classes of symmetric boards can be stored in one
//! array. If most boards occur in the game, the array takes less memory than hash tables. A hash table needs the
//! canonical board for a look-up, the array does not.

use super::board::{Board, ONES};
use crate::core::fields::index;

/// An order of all boards of one size. In this order, boards that are looked up one after another are close together.
/// Two boards are compared first by their lower halves (the cells with smaller numbers), then by their upper halves.
/// Two halves of boards are compared first by their number of stones, then by the integers that represent the halves.
pub(super) struct Places {
    /// Number of bits that represent the lower half of a board.
    bits: u32,
    /// For each possible lower half of a board, the number that it adds to the board's index.
    lower: Vec<u32>,
    upper: Vec<u32>,
}

impl Places {
    /// Builds the order of all boards with `cells` (at most 20) cells.
    pub(super) fn new(cells: u32) -> Self {
        let (lower, upper) = (cells / 2, cells.div_ceil(2));
        Self { bits: lower.saturating_mul(2), lower: multiples(lower, 3_u32.saturating_pow(upper)), upper: multiples(upper, 1) }
    }

    /// Returns the index of a board, counted from 0.
    pub(super) fn of(&self, board: Board) -> Option<usize> {
        let upper = board.0.wrapping_shr(self.bits);
        let lower = self.lower.get(usize::try_from(board.0 ^ upper.wrapping_shl(self.bits)).ok()?)?;
        Some(index(lower.wrapping_add(*self.upper.get(usize::try_from(upper).ok()?)?)))
    }
}

/// Returns the index of each half of a board, multiplied by `step`. Each half of a board has `cells` cells. [`Places`]
/// defines the order of the halves.
fn multiples(cells: u32, step: u32) -> Vec<u32> {
    let halves = (0_u32..1 << cells.saturating_mul(2)).filter(|half| u64::from(half & (half >> 1)) & ONES == 0);
    let mut halves: Vec<(u32, u32)> = halves.map(|half| (half.count_ones(), half)).collect();
    halves.sort_unstable();
    let mut multiples = vec![0; 1 << cells.saturating_mul(2)];
    for (number, (_, half)) in (0_u32..).zip(halves) {
        multiples.get_mut(index(half)).into_iter().for_each(|multiple| *multiple = number.saturating_mul(step));
    }
    multiples
}
