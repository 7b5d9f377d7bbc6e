//! A block of jumps, for S = {1}: every outcome computed from the row before and compared with that of two heaps before.

use super::bids::{Bids, Heap, equilibrium};
use super::claim::Outcomes;
use super::evidence::Block;
use super::rows::{outcome, repeat};
use super::{at_budget, at_outcome, broken};
use crate::core::fields::index;
use crate::core::refusal::{Place, Refusal};

/// The jumps to come, for each number of Left's coins.
struct Columns<'a> {
    block: &'a Block<'a>,
    /// Where the rest of the column is.
    at: Vec<usize>,
    /// The heap of the next jump; 0 if there is none.
    next: Vec<u32>,
}

impl<'a> Columns<'a> {
    /// At the beginning of every column.
    fn new(block: &'a Block<'a>, budget: u32) -> Option<Self> {
        let width = index(budget).checked_add(1)?;
        // With an even budget the column in the middle has no jumps.
        let mut columns = Self { block, at: vec![0; width], next: vec![0; width] };
        let half = block.half();
        let mut numbers = block.numbers(0);
        for coins in (0..half).chain((0..half).map(|coins| budget.saturating_sub(coins))).map(index) {
            *columns.at.get_mut(coins)? = numbers.at();
            while numbers.next().ok()? != 0 {}
            columns.advance(coins, 1)?;
        }
        Some(columns)
    }

    /// Reads the heap of the next jump, which is counted from the last one.
    fn advance(&mut self, coins: usize, last: u32) -> Option<()> {
        let at = self.at.get_mut(coins)?;
        let mut numbers = self.block.numbers(*at);
        let step = numbers.next().ok()?;
        *at = numbers.at();
        *self.next.get_mut(coins)? = if step == 0 { 0 } else { last.checked_add(step)? };
        Some(())
    }
}

/// Tests a block of jumps for one of its budgets. The rows from the onset on are handed back, for words.
pub(super) fn check(block: &Block<'_>, budget: u32) -> Result<Outcomes, Refusal> {
    let internal = || Refusal::internal(at_budget(budget), "a jump is not where it should be");
    let width = index(budget).saturating_add(1);
    let mut columns = Columns::new(block, budget).ok_or_else(internal)?;
    // The rows of x - 1 and of x - 2, the latter replaced by that of x.
    let (mut one, mut two) = (vec![0_i32; width], vec![0_i32; width]);
    let (mut left, mut right) = (vec![0_i32; width], vec![0_i32; width]);
    let mut bids = vec![Bids::default(); width];
    let last = block.onset.saturating_add(2);
    for x in 1..=last {
        for ((left, right), outcome) in left.iter_mut().zip(&mut right).zip(&one) {
            (*left, *right) = (outcome.saturating_add(1), outcome.saturating_sub(1));
        }
        let mut heap = Heap::new(&left, &right);
        for (((p, coins), outcome), bids) in (0..=budget).zip(0..).zip(&mut two).zip(&mut bids) {
            let place = || at_outcome(budget, x, p);
            let before = *outcome;
            let up = p >= budget.saturating_sub(p);
            let written = columns.next.get(coins).is_some_and(|next| *next == x);
            let expected = if written { jump(before, up) } else { before };
            // The bids that were best when last looked for are mostly still good enough to prove what is expected.
            if !heap.proves(coins, *bids, expected).ok_or_else(internal)? {
                let (maximin, left) = heap.maximin(coins).ok_or_else(internal)?;
                let (minimax, right) = heap.minimax(coins).ok_or_else(internal)?;
                *bids = Bids { left, right };
                *outcome = equilibrium(maximin, minimax, place)?;
                if x == last {
                    repeat(*outcome, before, place)?;
                } else if x > 1 {
                    clauses(*outcome, before, written, up, place)?;
                }
            } else {
                *outcome = expected;
            }
            if written {
                columns.advance(coins, x).ok_or_else(internal)?;
            }
        }
        monotone(&two, budget, x)?;
        std::mem::swap(&mut one, &mut two);
    }
    Outcomes::of([one.as_slice(), two.as_slice()].into_iter()).ok_or_else(internal)
}

/// An outcome with a jump of 2.
#[inline]
fn jump(before: i32, up: bool) -> i32 {
    if up { before.saturating_add(2) } else { before.saturating_sub(2) }
}

/// The clauses of one outcome in the order of the page.
pub(super) fn clauses(computed: i32, before: i32, written: bool, up: bool, place: impl Fn() -> Place) -> Result<(), Refusal> {
    if !written {
        return jump_missing(computed, before, &place);
    }
    jump_false(computed, before, &place)?;
    outcome(computed, i64::from(jump(before, up)), &place)
}

/// Clause `scoring/jump_missing`: the outcome of two heaps before where no jump is written.
fn jump_missing(computed: i32, before: i32, place: impl FnOnce() -> Place) -> Result<(), Refusal> {
    if computed != before {
        return Err(broken(
            "jump_missing",
            place(),
            format!("the outcome is {computed}, two heaps before {before}, and no jump is written"),
        ));
    }
    Ok(())
}

/// Clause `scoring/jump_false`: another outcome than two heaps before where a jump is written.
fn jump_false(computed: i32, before: i32, place: impl FnOnce() -> Place) -> Result<(), Refusal> {
    if computed == before {
        return Err(broken("jump_false", place(), format!("a jump is written, but the outcome is {computed} as two heaps before")));
    }
    Ok(())
}

/// Clause `scoring/monotone`: a row does not decrease.
pub(super) fn monotone(row: &[i32], budget: u32, heap: u32) -> Result<(), Refusal> {
    let mut pairs = (1..).zip(row.iter().zip(row.iter().skip(1)));
    match pairs.find(|(_, (less, more))| less > more) {
        Some((coins, (less, more))) => {
            Err(broken("monotone", at_outcome(budget, heap, coins), format!("the outcome is {more}, with a coin less {less}")))
        }
        None => Ok(()),
    }
}
