//! Tests of the kind `chips`. Compares the recursion for thresholds with the definition of the game. Verifies genuine
//! certificates, forged certificates, and a hand-made certificate for each clause.

pub(crate) mod citations;
mod clauses;
mod definition;
mod emitter;
mod forgeries;
mod games;
mod periods;
mod seen;
mod statements;
mod work;

use crate::core::refusal::Refusal;
use crate::core::verification::Proved;
use crate::testing::{Graph, verify_bytes};

/// Verifies the claim, the citations and the evidence of a certificate about a game.
fn check(bytes: &[u8], game: &Graph) -> Result<Proved, Refusal> {
    verify_bytes(super::NAME, game, bytes)
}

/// A linear congruential generator (Knuth, MMIX) that returns the same numbers in every run.
struct Random(u64);

impl Random {
    /// Returns a pseudo-random number less than `below`.
    fn below(&mut self, below: u32) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        u32::try_from(self.0 >> 33).unwrap() % below
    }

    /// Returns true once in `times` calls on average.
    fn once_in(&mut self, times: u32) -> bool {
        self.below(times) == 0
    }
}
