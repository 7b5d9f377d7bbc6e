//! Cumulative subtraction with bids, from the subtraction set to the certificate.

use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;

use crate::control::Control;
use crate::emit::{digest, scoring};
use crate::endings::Certificate;
use crate::engine::scoring::{self as engine, Failure, Place};
use crate::scoring::{Outcomes, SubtractionSet};

/// The largest total budget of a certificate.
pub const MOST_COINS: u32 = (1 << 28) - 1;

/// The most heaps that are looked at for a period.
const MOST_HEAPS: u32 = (1 << 28) - 1;

/// The outcomes for each total budget of a range, for heaps of every size.
///
/// # Errors
/// [`Failure`].
pub fn solve(set: &SubtractionSet, (first, last): (u32, u32), control: Control) -> Result<Vec<Outcomes>, Failure> {
    control.stage("outcomes", Some(u64::from(last - first) + 1));
    let done = AtomicU64::new(0);
    let one = |budget: u32| {
        let outcomes =
            if set.is_unitary() { engine::jumps(budget, control) } else { engine::rows(set, budget, most_heaps(set, budget), control) }?;
        control.at(done.fetch_add(1, Ordering::Relaxed) + 1, "")?;
        Ok(outcomes)
    };
    // The largest take longest and come first.
    let mut solved = (first..last + 1).into_par_iter().rev().with_max_len(1).map(one).collect::<Result<Vec<Outcomes>, Failure>>()?;
    solved.reverse();
    // A certificate has the jumps of 2t-1 and 2t once.
    for pair in solved.windows(2).filter(|pair| set.is_unitary() && pair[1].budget.is_multiple_of(2)) {
        if !pair[0].jump_columns().eq(pair[1].jump_columns()) {
            return Err(Failure::Jump(Place { budget: pair[1].budget, heap: pair[1].onset, coins: 0 }));
        }
    }
    Ok(solved)
}

/// The certificate of what was solved.
#[must_use]
pub fn certify(set: &SubtractionSet, solved: &[Outcomes]) -> Certificate {
    let bytes = scoring::emit(set, solved);
    Certificate { digest: digest(&bytes), bytes }
}

/// More heaps than were ever needed before a period was proved, many times over.
fn most_heaps(set: &SubtractionSet, budget: u32) -> u32 {
    let width = u64::from(budget) + 4;
    u32::try_from(u64::from(set.max()) * (width * width)).map_or(MOST_HEAPS, |heaps| heaps.min(MOST_HEAPS))
}

/// About how many bytes of memory it takes to solve the game for a range of total budgets, to write the certificate and to show so many heaps.
#[must_use]
pub fn estimate(set: &SubtractionSet, (first, last): (u32, u32), heaps: Option<u32>) -> u64 {
    // As floating-point numbers, since the largest that can be asked for are beyond any machine.
    let one = |budget: f64| {
        if set.is_unitary() {
            // The number of jumps: in the solver, in the certificate, and in the checker's hands; then lists of who rests on what.
            (budget / 2.0 + 1.0).powi(2) * 16.0 + budget * 200.0
        } else {
            let rows = (budget * budget / 5.0 + 8.0) * f64::from(set.max());
            rows * (budget + 1.0) * 12.0
        }
    };
    let count = f64::from(last) - f64::from(first) + 1.0;
    let mean = (one(last.into()) + 4.0 * one((f64::from(first) + f64::from(last)) / 2.0) + one(first.into())) / 6.0;
    let shown = heaps.map_or(0.0, |heaps| (f64::from(heaps) + 1.0) * (f64::from(last) + 1.0) * 8.0);
    // A conversion of floating-point numbers saturates.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let bytes = (mean * count + shown) as u64;
    bytes.saturating_add(4 << 20)
}
