//! Generates random games for tests.

use crate::model::graph::{GameGraph, Lists};

/// A generator of random numbers (SplitMix64, Steele et al. 2014).
pub struct Numbers(pub u64);

impl Numbers {
    /// Returns a random number from 0 to `bound - 1`.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % bound as u64) as usize
    }
}

/// Returns a random game with `positions` positions. If `is_ordered` is true, every option leads to a position with a
/// greater index, or to an end.
pub fn random_game(numbers: &mut Numbers, positions: usize, is_ordered: bool) -> GameGraph {
    let mut lists = [Lists::with_capacity(positions, 0), Lists::with_capacity(positions, 0)];
    for position in 0..positions {
        for list in &mut lists {
            let from = if is_ordered { position + 1 } else { 0 };
            let options: Vec<u32> =
                (0..=numbers.below(3)).map(|_| u32::try_from(from + numbers.below(positions + 3 - from)).unwrap()).collect();
            list.push(&options);
        }
    }
    let [left, right] = lists;
    GameGraph { left, right }
}
