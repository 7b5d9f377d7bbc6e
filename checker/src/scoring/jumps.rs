//! Tests the blocks that list jumps. Only games with the subtraction set {1} have such blocks. A block lists the jumps,
//! which are the outcomes that differ from the outcome two heaps before. Outcomes are computed from the outcomes of the
//! previous heap. From heap 3 on, only outcomes that may change are computed. Section 8 of `spec/soundness/scoring.md`
//! proves that the other outcomes need no computation.

use super::bids::{Heap, equilibrium, first};
use super::claim::Outcomes;
use super::evidence::Block;
use super::rows::{outcome, repeat};
use super::{at_budget, at_outcome, broken};
use crate::core::fields::index;
use crate::core::refusal::{Place, Refusal};

/// The outcomes of the last tested heap of even or odd size. For each number of Left's coins, `row` contains the
/// outcome. The lists `left` and `right` contain the last crossing points of `Heap::maximin` and `Heap::minimax`.
pub(super) struct ParityRow {
    row: Vec<i32>,
    pub(super) left: Vec<u32>,
    pub(super) right: Vec<u32>,
    tested: Vec<u32>,
}

impl ParityRow {
    pub(super) fn new(width: usize) -> Self {
        Self { row: vec![0; width], left: vec![0; width], right: vec![1; width], tested: vec![0; width] }
    }

    /// Computes the outcome of a heap if Left has p coins, from the outcomes of the previous heap.
    fn compute(&mut self, before: &[i32], p: usize, budget: u32, place: impl FnOnce() -> Place) -> Result<i32, Refusal> {
        let internal = || missing_jump(budget);
        let heap = Heap::new(before, before, 1);
        let left = self.left.get_mut(p).ok_or_else(internal)?;
        let right = self.right.get_mut(p).ok_or_else(internal)?;
        let maximin = heap.maximin(p, left).ok_or_else(internal)?;
        let minimax = heap.minimax(p, right).ok_or_else(internal)?;
        equilibrium(maximin, minimax, place)
    }

    /// Adds an outcome of heap x to the list of tests, unless the list has it already.
    #[inline]
    fn test(&mut self, x: u32, p: usize, tests: &mut Vec<u32>) -> Option<()> {
        let tested = self.tested.get_mut(p)?;
        if *tested != x {
            *tested = x;
            tests.push(u32::try_from(p).ok()?);
        }
        Some(())
    }

    /// Adds to `tests` the outcomes of heap x that depend on a changed outcome. Section 8 of
    /// `spec/soundness/scoring.md` lists these dependencies.
    pub(super) fn add_dependents(&mut self, x: u32, coins: usize, tests: &mut Vec<u32>) -> Option<()> {
        let width = self.row.len();
        let tied = width.checked_sub(1)?.checked_sub(coins)?;
        // These two outcomes depend on the changed outcome through the smallest bid that the other player cannot match.
        self.test(x, coins.midpoint(width), tests)?;
        self.test(x, coins.saturating_sub(1) / 2, tests)?;
        for (right, coins) in [(false, coins), (true, coins.saturating_add(1))] {
            self.add_range(x, coins, tests, |heaps, p| heaps.kept(right, p))?;
            self.add_range(x, tied, tests, |heaps, p| heaps.kept(right, p))?;
            // Left has this number of coins after Right has won with the bid at the crossing point and has paid her.
            self.add_range(x, coins.saturating_sub(1), tests, |heaps, p| {
                p.saturating_mul(2).saturating_add(1).checked_sub(heaps.kept(right, p)?)
            })?;
        }
        Some(())
    }

    #[inline]
    fn kept(&self, right: bool, p: usize) -> Option<usize> {
        let bids = if right { &self.right } else { &self.left };
        p.saturating_add(1).checked_sub(index(*bids.get(p)?))
    }

    /// Adds the outcome of each p at which `of` returns `least` or `least` + 1. The number that `of` returns must not
    /// decrease as p grows.
    #[inline]
    fn add_range(&mut self, x: u32, least: usize, tests: &mut Vec<u32>, of: impl Fn(&Self, usize) -> Option<usize>) -> Option<()> {
        let mut p = first(least, 0..self.row.len(), |p| Some(of(self, p)? < least))?;
        while p < self.row.len() && of(self, p)? <= least.saturating_add(1) {
            self.test(x, p, tests)?;
            p = p.saturating_add(1);
        }
        Some(())
    }
}

/// Reads the jumps of a block in ascending order. A jump is a pair: a heap, and a number of Left's coins.
fn written(block: &Block<'_>, budget: u32) -> Option<Vec<(u32, u32)>> {
    let (half, mut numbers, mut jumps) = (block.half(), block.numbers(), Vec::new());
    for coins in (0..half).chain((0..half).map(|coins| budget.saturating_sub(coins))) {
        let (mut heap, mut step) = (1_u32, numbers.next().ok()?);
        while step != 0 {
            heap = heap.checked_add(step)?;
            jumps.push((heap, coins));
            step = numbers.next().ok()?;
        }
    }
    jumps.sort_unstable();
    Some(jumps)
}

/// Tests a block that lists jumps, for one budget of the block. Returns the rows of outcomes of the first period, which
/// are printed with the claim.
pub(super) fn check(block: &Block<'_>, budget: u32) -> Result<Outcomes, Refusal> {
    let internal = || missing_jump(budget);
    let width = index(budget).saturating_add(1);
    let written = written(block, budget).ok_or_else(internal)?;
    let mut jumps = written.iter().peekable();
    // `one` is the state of heap x - 1, and `two` is the state of heap x - 2.
    let (mut one, mut two) = (ParityRow::new(width), ParityRow::new(width));
    // `tests` lists the outcomes of heap x that must be tested. `changed` lists the outcomes of heap x - 1 that differ
    // from the outcomes two heaps before, at heap x - 3.
    let (mut tests, mut changed) = (Vec::with_capacity(width), Vec::with_capacity(width));
    let last = block.onset.saturating_add(2);
    for x in 1..=last {
        tests.clear();
        for p in (0..width).take_while(|_| x <= 2) {
            two.test(x, p, &mut tests).ok_or_else(internal)?;
        }
        for p in changed.drain(..) {
            two.add_dependents(x, index(p), &mut tests).ok_or_else(internal)?;
        }
        for (_, p) in jumps.clone().take_while(|(heap, _)| *heap == x) {
            two.test(x, index(*p), &mut tests).ok_or_else(internal)?;
        }
        tests.sort_unstable();
        for p in tests.iter().copied() {
            let place = || at_outcome(budget, x, p);
            let computed = two.compute(&one.row, index(p), budget, place)?;
            let written = jumps.next_if(|jump| **jump == (x, p)).is_some();
            let outcome = two.row.get_mut(index(p)).ok_or_else(internal)?;
            let before = std::mem::replace(outcome, computed);
            if x == last {
                repeat(computed, before, place)?;
            } else if x > 1 {
                clauses(computed, before, written, p >= budget.saturating_sub(p), place)?;
            }
            if computed != before {
                changed.push(p);
            }
        }
        monotone(&two.row, &changed, budget, x)?;
        std::mem::swap(&mut one, &mut two);
    }
    Outcomes::of([one.row.as_slice(), two.row.as_slice()].into_iter()).ok_or_else(internal)
}

/// Tests the clauses about one outcome in the order of `spec/kinds/scoring.md`.
pub(super) fn clauses(computed: i32, before: i32, written: bool, up: bool, place: impl Fn() -> Place) -> Result<(), Refusal> {
    if !written {
        return jump_missing(computed, before, &place);
    }
    jump_false(computed, before, &place)?;
    outcome(computed, i64::from(before).saturating_add(if up { 2 } else { -2 }), &place)
}

/// Returns the refusal for a contradiction between lists of jumps, which no file can cause.
fn missing_jump(budget: u32) -> Refusal {
    Refusal::internal(at_budget(budget), "a jump is not where it should be")
}

/// Clause `scoring/jump_missing`: if no jump is listed, the outcome is equal to the outcome two heaps before.
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

/// Clause `scoring/jump_false`: if a jump is listed, the outcome differs from the outcome two heaps before.
fn jump_false(computed: i32, before: i32, place: impl FnOnce() -> Place) -> Result<(), Refusal> {
    if computed == before {
        return Err(broken("jump_false", place(), format!("a jump is written, but the outcome is {computed} as two heaps before")));
    }
    Ok(())
}

/// Clause `scoring/monotone`: the outcomes of a row do not decrease as Left's coins increase. Only the changed outcomes
/// and their neighbours need a test.
pub(super) fn monotone(row: &[i32], changed: &[u32], budget: u32, heap: u32) -> Result<(), Refusal> {
    for coins in changed.iter().flat_map(|p| [*p, p.saturating_add(1)]).filter(|coins| (1..=budget).contains(coins)) {
        if let (Some(less), Some(more)) = (row.get(index(coins).saturating_sub(1)), row.get(index(coins)))
            && less > more
        {
            return Err(broken("monotone", at_outcome(budget, heap, coins), format!("the outcome is {more}, with a coin less {less}")));
        }
    }
    Ok(())
}
