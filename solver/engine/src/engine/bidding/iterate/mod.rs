//! Implements the method of Larsson and Wästlund (*Endgames in bidding chess*, sections 5, 7 and 8). The results of
//! this method are compared with those of [`super::richman`].
//!
//! The method computes bounds alpha_n and beta_n of the thresholds exactly, step by step. At each position, the method
//! guesses that the value is s_n, the simplest rational number between the two bounds. If the guesses satisfy all
//! equations, they form a Richman function s. A label says how soon a player can force progress towards a win. By
//! Proposition 2, the labels show whether alpha and beta equal s.

mod guesses;
pub mod recursion;
mod simplest;

use self::guesses::Guesses;
use self::recursion::Recursion;
use super::exact::{ranks, reversed};
use super::labels::exact_labels;
use crate::control::{Control, Interrupted};
use crate::model::graph::{Label, NEVER, OptionGraph};
use crate::model::value::{Rational, ValuePool};

/// Result of a run: the outcome and the number of steps.
#[derive(Clone, Debug)]
pub struct Run {
    /// Number of steps, which is the index `n` of the last interval.
    pub steps: u64,
    /// The outcome of the method, which contains the exact values only if the method succeeded.
    pub outcome: Outcome,
}

/// Outcome of the method.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The method has proved that alpha = beta at all positions.
    Solved {
        /// The value of each position.
        values: Vec<Rational>,
    },
    /// The step limit was reached.
    Stopped {
        /// Number of equations that the guesses violate.
        broken: usize,
        /// The interval `[alpha_n, beta_n]` of each position.
        intervals: Vec<[Rational; 2]>,
        /// The guess s_n at each position.
        guesses: Vec<Rational>,
    },
    /// The guesses satisfy all equations, but alpha < beta at some position.
    NotSharp {
        /// The guesses, which form a Richman function s. At every position, `alpha <= s <= beta`.
        guesses: Vec<Rational>,
        /// Number of positions with s > 0 that have no label for White.
        without_white_label: usize,
        /// Number of positions with s < 1 that have no label for Black.
        without_black_label: usize,
    },
    /// The intervals have nearly stopped shrinking. A stall suggests, but does not prove, that alpha < beta at some
    /// position.
    Stalled {
        /// Number of equations that the guesses violate.
        broken: usize,
        /// The last interval `[alpha_n, beta_n]` of each position.
        intervals: Vec<[Rational; 2]>,
    },
}

/// Number of steps between two checks of the lengths of the intervals.
const STEPS_PER_CHECK: u64 = 16;
/// At each check, the total length of the intervals is compared with the total length 16 checks (256 steps) earlier.
const CHECKS: usize = 16;
/// The intervals have stalled if 256 steps shorten them by a fraction below 2^-40. In addition, the total length must
/// exceed [`STALLED_LENGTH`].
const STALL_BITS: u32 = 40;
/// Intervals count as stalled only if their total length exceeds this number: 2^-10, in units of 2^-63.
const STALLED_LENGTH: u128 = 1 << (63 - 10);

/// Computes the values of a graph. All entries of the boundary must be ends of the game.
///
/// Stops at the first step `n` in which the guesses satisfy all equations, or after `limit` steps. Without a limit, the
/// computation can run for ever. This function uses all threads of the current rayon pool.
///
/// # Errors
/// Fails with [`Interrupted`] if the stop flag is set.
///
/// # Panics
/// Panics if an entry of the boundary is not an end of the game.
pub fn iterate(graph: &OptionGraph, limit: Option<u64>, control: Control) -> Result<Run, Interrupted> {
    control.stage("steps", limit);
    let mut recursion = Recursion::new(graph);
    let mut guesses = Guesses::new(graph, &recursion);
    let mut lengths: Vec<u128> = Vec::new();
    let mut interval_bits = 0;
    loop {
        let broken = guesses.update(&recursion);
        let steps = recursion.steps();
        if steps.is_multiple_of(STEPS_PER_CHECK) {
            interval_bits = recursion.interval_bits();
            lengths.push(recursion.total_length());
        }
        control.at(steps, &format!("{broken} equations violated, interval below 2^-{interval_bits}"))?;
        let outcome = if broken == 0 {
            control.stage("verifying", None);
            prove(graph, guesses.values())
        } else if Some(steps) == limit {
            Outcome::Stopped { broken, intervals: recursion.intervals(), guesses: guesses.values() }
        } else if steps.is_multiple_of(STEPS_PER_CHECK) && stalled(&lengths) {
            Outcome::Stalled { broken, intervals: recursion.intervals() }
        } else {
            recursion.step();
            control.check()?;
            continue;
        };
        return Ok(Run { steps, outcome });
    }
}

/// Estimates the memory, in bytes, that [`iterate`] needs for `steps` steps on a graph with `positions` positions and
/// `options` options.
///
/// The memory of the graph itself is not included.
#[must_use]
pub fn memory(positions: u64, options: u64, steps: u64) -> u64 {
    let words = steps / 64 + 2;
    // The denominator of a guess is taken to be a sixth as long as a bound. This is the ratio in the ending of king and
    // knight against king.
    //
    // The terms are, in order: alpha, beta and their next values; the six big integers of a guess with their
    // allocations; the guess written out in words; other fields.
    let numbers = 4 * 8 * words + 6 * (24 + 16 + 8 * (words / 6 + 1)) + 8 * words + 64;
    positions * (numbers + 16) + 4 * options
}

/// Tests, with Proposition 2 of *Endgames in bidding chess*, whether the Richman function `values` equals both alpha
/// and beta.
fn prove(graph: &OptionGraph, values: Vec<Rational>) -> Outcome {
    let mut pool = ValuePool::default();
    let all = values.iter().chain(graph.boundary.iter().map(|end| &end.alpha));
    let ids: Vec<_> = all.map(|value| pool.intern(value.clone())).collect();
    let ascending = pool.ascending();
    let ranks = ranks(&ids, &ascending);
    let (labels_white, labels_black) = rayon::join(
        || exact_labels(&graph.lower(), &vec![0; graph.boundary.len()], &ranks),
        || exact_labels(&graph.lower_exchanged(), &vec![0; graph.boundary.len()], &reversed(&ranks)),
    );
    let unreached = |labels: &[Label], out_of_play: &Rational| {
        labels.iter().zip(&values).filter(|&(&label, value)| label == NEVER && value != out_of_play).count()
    };
    let without_white_label = unreached(&labels_white, &Rational::ZERO);
    let without_black_label = unreached(&labels_black, &Rational::ONE);
    if without_white_label == 0 && without_black_label == 0 {
        Outcome::Solved { values }
    } else {
        Outcome::NotSharp { guesses: values, without_white_label, without_black_label }
    }
}

/// Returns whether the intervals are long and have nearly stopped shrinking.
fn stalled(lengths: &[u128]) -> bool {
    let mut latest = lengths.iter().rev();
    let (Some(last), Some(earlier)) = (latest.next(), latest.nth(CHECKS - 1)) else { return false };
    *last > STALLED_LENGTH && earlier - last < last >> STALL_BITS
}
