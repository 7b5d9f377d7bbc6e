//! The method of the paper (Larsson and Wästlund, *Endgames in bidding chess*, sections 5, 7 and 8), as the yardstick for [`super::richman`].
//!
//! Bounds alpha_n and beta_n are computed exactly, step by step; in each interval the simplest rational number s_n is guessed; as soon as
//! the guesses satisfy all equations they are a Richman function s, which every later interval contains too. If the labels of
//! Proposition 2 then reach every position with s > 0 for White and every one with s < 1 for Black, alpha = beta = s. Otherwise, or
//! where the intervals do not shrink to points, the method has no answer.

mod guesses;
pub mod recursion;
mod simplest;

use std::time::{Duration, Instant};

use self::guesses::Guesses;
use self::recursion::Recursion;
use super::exact::ranks;
use super::exact::reversed;
use super::labels::exact_labels;
use crate::control::{Control, Interrupted};
use crate::model::graph::{Label, NEVER, OptionGraph};
use crate::model::value::{Rational, ValuePool};

/// What came of it, after how many steps, and what they took.
#[derive(Clone, Debug)]
pub struct Run {
    /// The last `n`.
    pub steps: u64,
    /// The answer, if there is one.
    pub outcome: Outcome,
    /// Where the time went.
    pub timings: Timings,
}

/// What the method found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// alpha = beta everywhere.
    Solved {
        /// The value of each position.
        values: Vec<Rational>,
    },
    /// The limit was reached.
    Stopped {
        /// Equations that the guesses break.
        broken: usize,
        /// `[alpha_n, beta_n]` of each position.
        intervals: Vec<[Rational; 2]>,
        /// s_n of each position.
        guesses: Vec<Rational>,
    },
    /// The guesses satisfy all equations, but are not proved to be alpha and beta: alpha < beta somewhere.
    NotSharp {
        /// The Richman function that was found: `alpha <= s <= beta`.
        guesses: Vec<Rational>,
        /// Positions with s > 0 that White's labels do not reach.
        without_white_label: usize,
        /// Positions with s < 1 that Black's labels do not reach.
        without_black_label: usize,
    },
    /// The intervals have all but stopped shrinking: it looks as if alpha < beta somewhere. (Nothing is proved.)
    Stalled {
        /// Equations that the guesses break.
        broken: usize,
        /// The last `[alpha_n, beta_n]` of each position.
        intervals: Vec<[Rational; 2]>,
    },
}

/// Where the time went.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Timings {
    /// Computing alpha_n and beta_n.
    pub recursion: Duration,
    /// Guessing s_n and testing the equations.
    pub guessing: Duration,
    /// The labels.
    pub labels: Duration,
}

impl Timings {
    /// All together.
    #[must_use]
    pub fn total(&self) -> Duration {
        self.recursion + self.guessing + self.labels
    }
}

/// Steps from one look at the intervals' lengths to the next.
const LOOK: u64 = 16;
/// How many looks back the intervals are compared: 256 steps.
const LOOKS: usize = 16;
/// Intervals have stalled if they lost less than one part in 2^40 of their total length over `LOOK * LOOKS` steps ...
const STALLED_PART: u32 = 40;
/// ... if that length is more than 2^-10 (in units of 2^-63).
const STALLED_LENGTH: u128 = 1 << (63 - 10);

/// Computes the values of a graph whose boundary consists of ends of the game.
///
/// Stops at the first `n` whose guesses satisfy all equations, or at `limit` steps. Without a limit it may run for ever where alpha < beta, though
/// that is nearly always noticed. Works on all threads of the current rayon pool.
///
/// # Errors
/// [`Interrupted`] when asked to stop.
///
/// # Panics
/// If the boundary has an entry that is not an end of the game.
pub fn iterate(graph: &OptionGraph, limit: Option<u64>, control: Control) -> Result<Run, Interrupted> {
    control.stage("steps", limit);
    let mut timings = Timings::default();
    let mut recursion = Recursion::new(graph);
    let mut guesses = timed(&mut timings.guessing, || Guesses::new(graph, &recursion));
    let mut lengths: Vec<u128> = Vec::new();
    let mut interval_bits = 0;
    loop {
        let broken = timed(&mut timings.guessing, || guesses.update(&recursion));
        let steps = recursion.steps();
        if steps.is_multiple_of(LOOK) {
            interval_bits = recursion.interval_bits();
            lengths.push(recursion.total_length());
        }
        control.at(steps, &format!("{broken} equations violated, interval below 2^-{interval_bits}"))?;
        let outcome = if broken == 0 {
            control.stage("verifying", None);
            timed(&mut timings.labels, || prove(graph, guesses.values()))
        } else if Some(steps) == limit {
            Outcome::Stopped { broken, intervals: recursion.intervals(), guesses: guesses.values() }
        } else if steps.is_multiple_of(LOOK) && stalled(&lengths) {
            Outcome::Stalled { broken, intervals: recursion.intervals() }
        } else {
            timed(&mut timings.recursion, || recursion.step());
            control.check()?;
            continue;
        };
        return Ok(Run { steps, outcome, timings });
    }
}

/// Bytes that [`iterate`] takes, nearly, for `steps` steps on a graph of `positions` positions and `options` options.
///
/// Without the graph itself. Denominators of guesses are reckoned with a sixth of the bits of the bounds, as for a knight against the king.
#[must_use]
pub fn memory(positions: u64, options: u64, steps: u64) -> u64 {
    let words = steps / 64 + 2;
    // alpha, beta, the next of either and the guess written out; six numbers of the guess with what they are kept in.
    let numbers = 4 * 8 * words + 6 * (24 + 16 + 8 * (words / 6 + 1)) + 8 * words + 64;
    positions * (numbers + 16) + 4 * options
}

/// Whether s, a Richman function, is alpha and beta (Proposition 2).
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

/// Whether the intervals have all but stopped shrinking, though they are long.
fn stalled(lengths: &[u128]) -> bool {
    let mut latest = lengths.iter().rev();
    let (Some(last), Some(earlier)) = (latest.next(), latest.nth(LOOKS - 1)) else { return false };
    *last > STALLED_LENGTH && earlier - last < last >> STALLED_PART
}

/// Runs something and adds the time it takes to a sum.
fn timed<T>(sum: &mut Duration, work: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let result = work();
    *sum += start.elapsed();
    result
}
