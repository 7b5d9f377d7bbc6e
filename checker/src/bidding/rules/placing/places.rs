//! Computes an array index for each board, so that the numbers of classes can be stored in one array. If most boards
//! occur in the game, the array takes less memory than hash tables. A look-up in the array also needs no canonical
//! board.

use super::board::{Board, ONES};
use crate::core::fields::index;

/// An order of all boards of one size. Boards that are looked up in succession are close together in this order. Boards
/// are ordered by the lower half of their cells, then by the upper half. Halves are ordered by their number of stones,
/// then by their value.
pub(super) struct Places {
    /// Number of bits of a lower half.
    bits: u32,
    /// Contribution of a lower half to the index of a board.
    lower: Vec<u32>,
    /// Contribution of an upper half to the index of a board.
    upper: Vec<u32>,
}

impl Places {
    /// Builds the order of boards with `cells` cells, at most 20.
    pub(super) fn new(cells: u32) -> Self {
        let (lower, upper) = (cells / 2, cells.div_ceil(2));
        Self { bits: lower.saturating_mul(2), lower: multiples(lower, 3_u32.saturating_pow(upper)), upper: multiples(upper, 1) }
    }

    /// Returns the index of a board, from 0.
    pub(super) fn of(&self, board: Board) -> Option<usize> {
        let upper = board.0.wrapping_shr(self.bits);
        let lower = self.lower.get(usize::try_from(board.0 ^ upper.wrapping_shl(self.bits)).ok()?)?;
        Some(index(lower.wrapping_add(*self.upper.get(usize::try_from(upper).ok()?)?)))
    }
}

/// Returns a table that has a multiple of `step` for each half of a board, where a half has `cells` cells. The
/// multiples 0, 1, 2, … times `step` are assigned in ascending order of the number of stones, then of the value.
fn multiples(cells: u32, step: u32) -> Vec<u32> {
    let mut halves: Vec<u32> = (0..1 << cells.saturating_mul(2)).filter(|half| u64::from(half & (half >> 1)) & ONES == 0).collect();
    halves.sort_by_key(|half| half.count_ones());
    let mut multiples = vec![0; 1 << cells.saturating_mul(2)];
    for (number, half) in (0_u32..).zip(halves) {
        multiples.get_mut(index(half)).into_iter().for_each(|multiple| *multiple = number.saturating_mul(step));
    }
    multiples
}
