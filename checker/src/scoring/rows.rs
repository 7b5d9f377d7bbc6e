//! Tests the blocks that list rows of outcomes. Every outcome is computed from earlier rows and compared with the
//! outcome in the file. After the last row in the file, the outcomes must repeat with the period.

use super::bids::{Heap, equilibrium};
use super::claim::Outcomes;
use super::evidence::Block;
use super::{at_budget, at_outcome, broken};
use crate::core::fields::index;
use crate::core::refusal::{Place, Refusal};

/// The rows of outcomes that were verified so far, beginning with heap 0.
struct Rows {
    /// All rows of outcomes, one after another; each has `width` outcomes.
    outcomes: Vec<i32>,
    width: usize,
    onset: usize,
    period: usize,
}

impl Rows {
    /// Returns the row of outcomes of a heap.
    fn row(&self, heap: usize) -> Option<&[i32]> {
        let heap = match heap.checked_sub(self.onset) {
            Some(beyond) => self.onset.checked_add(beyond.checked_rem(self.period)?)?,
            None => heap,
        };
        let start = heap.checked_mul(self.width)?;
        self.outcomes.get(start..start.checked_add(self.width)?)
    }
}

/// Tests a block of outcomes that is written row by row. Returns the rows of outcomes of the first period, which are
/// printed with the claim.
pub(super) fn check(block: &Block<'_>, set: &[u8]) -> Result<Outcomes, Refusal> {
    let internal = || missing_row(block);
    let width = index(block.last).saturating_add(1);
    let (onset, period) = (index(block.onset), index(block.period));
    let written = block.onset.saturating_add(block.period);
    // Reserving memory is safe because an earlier check has found that the bytes contain this many numbers.
    let outcomes = Vec::with_capacity(index(written).saturating_mul(width));
    let mut rows = Rows { outcomes, width, onset, period };
    let mut numbers = block.numbers();
    let (mut left, mut right) = (vec![0; width], vec![0; width]);
    let (mut left_bid, mut right_bid) = (0, 1);
    let least = u32::from(set.first().copied().unwrap_or(u8::MAX));
    let most = u32::from(set.last().copied().unwrap_or(u8::MAX));
    for x in 0..written.saturating_add(most) {
        best_moves(&rows, set, x, &mut left, &mut right).ok_or_else(internal)?;
        let heap = Heap::new(&left, &right, 0);
        let mut said = 0;
        for p in 0..=block.last {
            let place = || at_outcome(block.last, x, p);
            let computed = if x < least {
                0
            } else {
                let maximin = heap.maximin(index(p), &mut left_bid).ok_or_else(internal)?;
                let minimax = heap.minimax(index(p), &mut right_bid).ok_or_else(internal)?;
                equilibrium(maximin, minimax, place)?
            };
            if x < written {
                let number = i64::from(numbers.next()?);
                said = if p == 0 { signed(number) } else { number.saturating_add(said) };
                outcome(computed, said, place)?;
                rows.outcomes.push(computed);
            } else {
                let before = rows.row(index(x)).and_then(|row| row.get(index(p))).ok_or_else(internal)?;
                repeat(computed, *before, place)?;
            }
        }
    }
    self::period(&rows, block)?;
    self::onset(&rows, block)?;
    Outcomes::of((onset..onset.saturating_add(period)).map_while(|heap| rows.row(heap))).ok_or_else(internal)
}

/// Reports that a row or an outcome is missing, which is a bug of the checker.
fn missing_row(block: &Block<'_>) -> Refusal {
    Refusal::internal(at_budget(block.last), "a row is not where it should be")
}

/// Decodes a signed integer. An even number 2n encodes n, and an odd number 2n + 1 encodes -n - 1.
fn signed(number: i64) -> i64 {
    let half = number / 2;
    if number % 2 == 0 { half } else { (-1_i64).saturating_sub(half) }
}

/// Computes the lists `left` and `right` of a [`Heap`].
fn best_moves(rows: &Rows, set: &[u8], heap: u32, left: &mut [i32], right: &mut [i32]) -> Option<()> {
    left.fill(i32::MIN);
    right.fill(i32::MAX);
    for taken in set.iter().filter(|taken| u32::from(**taken) <= heap) {
        let row = rows.row(index(heap).checked_sub(usize::from(*taken))?)?;
        let points = i32::from(*taken);
        for ((left, right), outcome) in left.iter_mut().zip(right.iter_mut()).zip(row) {
            *left = (*left).max(outcome.saturating_add(points));
            *right = (*right).min(outcome.saturating_sub(points));
        }
    }
    Some(())
}

/// Clause `scoring/outcome`: the computed outcome equals the outcome in the file.
pub(super) fn outcome(computed: i32, said: i64, place: impl FnOnce() -> Place) -> Result<(), Refusal> {
    if i64::from(computed) != said {
        return Err(broken("outcome", place(), format!("the outcome is {computed}, the bytes say {said}")));
    }
    Ok(())
}

/// Clause `scoring/repeat`: after the last row in the file, each row equals the row one period earlier.
pub(super) fn repeat(computed: i32, before: i32, place: impl FnOnce() -> Place) -> Result<(), Refusal> {
    if computed != before {
        return Err(broken("repeat", place(), format!("the outcome is {computed}, a period before it is {before}")));
    }
    Ok(())
}

/// Clause `scoring/period`, last part: the rows of outcomes do not repeat with a shorter period. It suffices to test
/// the period divided by each of its prime factors.
fn period(rows: &Rows, block: &Block<'_>) -> Result<(), Refusal> {
    let internal = || missing_row(block);
    for prime in primes(block.period) {
        let part = block.period.checked_div(prime).ok_or_else(internal)?;
        if repeat_with(rows, index(part)).ok_or_else(internal)? {
            return Err(broken("period", at_budget(block.last), format!("the rows repeat with the period {part}")));
        }
    }
    Ok(())
}

/// Returns whether the rows of outcomes repeat with the period `part`.
fn repeat_with(rows: &Rows, part: usize) -> Option<bool> {
    for heap in rows.onset..rows.onset.checked_add(rows.period)? {
        if rows.row(heap)? != rows.row(heap.checked_add(part)?)? {
            return Some(false);
        }
    }
    Some(true)
}

/// Returns the prime factors of a positive number.
pub(super) fn primes(number: u32) -> Vec<u32> {
    let (mut rest, mut prime, mut primes) = (number, 2_u32, Vec::new());
    while prime.saturating_mul(prime) <= rest {
        if rest.is_multiple_of(prime) {
            primes.push(prime);
            while rest.is_multiple_of(prime) && rest > 1 {
                rest = rest.checked_div(prime).unwrap_or(1);
            }
        }
        prime = prime.saturating_add(1);
    }
    if rest > 1 {
        primes.push(rest);
    }
    primes
}

/// Clause `scoring/onset`, last part for rows: the row before the onset differs from the row one period later.
fn onset(rows: &Rows, block: &Block<'_>) -> Result<(), Refusal> {
    let internal = || missing_row(block);
    let Some(before) = rows.onset.checked_sub(1) else { return Ok(()) };
    let after = before.checked_add(rows.period).ok_or_else(internal)?;
    if rows.row(before).ok_or_else(internal)? == rows.row(after).ok_or_else(internal)? {
        return Err(broken("onset", at_budget(block.last), format!("the rows repeat from {before} on")));
    }
    Ok(())
}
