//! Solves cumulative subtraction games with bidding, and encodes the results as certificates.

use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;

use crate::certificate::Certificate;
use crate::certificate::emit::scoring;
use crate::control::Control;
use crate::engine::scoring::{self as engine, Error, Place};
use crate::model::scoring::{Outcomes, SubtractionSet};

/// Largest total budget in a certificate.
pub const MAX_COINS: u32 = (1 << 28) - 1;

/// Maximum number of heaps that are examined in the search for a period.
const MAX_HEAPS: u32 = (1 << 28) - 1;

/// Computes the outcomes of heaps of every size, for each total budget from `first` to `last`.
///
/// # Errors
/// [`Error`].
pub fn solve(set: &SubtractionSet, (first, last): (u32, u32), control: Control) -> Result<Vec<Outcomes>, Error> {
    let is_one = first == last;
    control.stage(if is_one { "heaps" } else { "outcomes" }, (!is_one).then(|| u64::from(last - first) + 1));
    let inner = if is_one { control } else { control.quiet() };
    let done = AtomicU64::new(0);
    let one = |budget: u32| {
        let outcomes =
            if set.is_unitary() { engine::jumps(budget, inner) } else { engine::rows(set, budget, most_heaps(set, budget), inner) }?;
        let done = done.fetch_add(1, Ordering::Relaxed) + 1;
        if is_one {
            control.check()?
        } else {
            control.at(done, "")?
        }
        Ok(outcomes)
    };
    // The largest budgets take longest, so they start first.
    let mut solved = (first..last + 1).into_par_iter().rev().with_max_len(1).map(one).collect::<Result<Vec<Outcomes>, Error>>()?;
    solved.reverse();
    // A certificate lists the jumps for 2t-1 and 2t only once, so the two lists must be equal.
    for pair in solved.windows(2).filter(|pair| set.is_unitary() && pair[1].budget.is_multiple_of(2)) {
        if !pair[0].jump_columns().eq(pair[1].jump_columns()) {
            return Err(Error::Jump(Place { budget: pair[1].budget, heap: pair[1].onset, coins: 0 }));
        }
    }
    Ok(solved)
}

/// Encodes the outcomes as a certificate.
#[must_use]
pub fn certify(set: &SubtractionSet, solved: &[Outcomes]) -> Certificate {
    let bytes = scoring::emit(set, solved);
    Certificate::new(bytes)
}

/// Estimates how many heaps are examined before a period is proved. The estimate grows with the squares of the budget
/// and of the largest number of the subtraction set. For example, the set {63, 64} with budget 0 needs 8,194 heaps.
fn usual_heaps(set: &SubtractionSet, budget: f64) -> f64 {
    let most = f64::from(set.max());
    most * (budget * budget / 5.0 + 2.0 * most + 8.0)
}

/// Returns the maximum number of heaps to examine: three times the estimate of [`usual_heaps`]. The memory
/// that [`estimate`] returns suffices for this number of heaps.
fn most_heaps(set: &SubtractionSet, budget: u32) -> u32 {
    // The conversion from floating point saturates.
    let heaps = (3.0 * usual_heaps(set, budget.into())) as u32;
    heaps.min(MAX_HEAPS)
}

/// Estimates the memory, in bytes, for solving the game for all total budgets from `first` to `last`. The estimate
/// includes the memory for the certificate, and for showing `heaps` heaps.
#[must_use]
pub fn estimate(set: &SubtractionSet, (first, last): (u32, u32), heaps: Option<u32>) -> u64 {
    // The estimate uses floating point, because the largest possible requests overflow integers.
    let one = |budget: f64| {
        if set.is_unitary() {
            // The first term counts the jumps in the solver, in the certificate and in the checker. The second term
            // counts lists of dependencies.
            (budget / 2.0 + 1.0).powi(2) * 16.0 + budget * 200.0
        } else {
            // An outcome takes four bytes. The factor 12 covers three times the usual number of rows in the solver. The
            // same factor covers the usual number of rows in the solver, in the certificate and in the checker.
            usual_heaps(set, budget) * (budget + 1.0) * 12.0
        }
    };
    let count = f64::from(last) - f64::from(first) + 1.0;
    let mean = (one(last.into()) + 4.0 * one((f64::from(first) + f64::from(last)) / 2.0) + one(first.into())) / 6.0;
    let shown = heaps.map_or(0.0, |heaps| (f64::from(heaps) + 1.0) * (f64::from(last) + 1.0) * 8.0);
    // The conversion from floating point saturates.
    let bytes = (mean * count + shown) as u64;
    bytes.saturating_add(4 << 20)
}
