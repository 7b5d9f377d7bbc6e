//! Solves unitary games, in which every move takes exactly one thing from the heap. The rows of outcomes for the heaps
//! x and x-2 differ little. So the code computes the row of outcomes for heap x by updating the row for heap x-2.
//!
//! Two bids determine an outcome for heap x: one best bid of Left and one best bid of Right. Each outcome depends on at
//! most six outcomes for heap x-1. The code recomputes an outcome only if one of the six outcomes on which it depends
//! has changed.

use super::{Bidding, Error, Place, Unit};
use crate::control::Control;
use crate::model::scoring::{Outcomes, Rows, side};

/// An outcome depends on at most this number of outcomes of the previous row.
const SLOTS: usize = 6;
/// Marks the end of a list, or a node that is in no list.
const NONE: u32 = u32::MAX;
const BATCH: usize = 1 << 12;

#[derive(Clone, Copy)]
struct Link {
    outcome: u32,
    next: u32,
    previous: u32,
}

/// For each outcome of the previous row, a list of the positions that depend on this outcome. One `Watch` is used for
/// all even heaps, and another for all odd heaps. A position is in at most six lists.
struct Watch {
    /// First node of each outcome's list.
    first: Vec<u32>,
    links: Vec<Link>,
    bids: Vec<(u32, u32)>,
}

impl Watch {
    fn new(width: usize) -> Self {
        let alone = Link { outcome: NONE, next: NONE, previous: NONE };
        Self { first: vec![NONE; width], links: vec![alone; width * SLOTS], bids: vec![(0, 0); width] }
    }

    /// Moves a node to the list of `outcome`. If `outcome` is `NONE`, removes the node from its list.
    fn watch(&mut self, place: u32, outcome: u32) {
        let Link { outcome: before, next, previous } = self.links[place as usize];
        if before == outcome {
            return;
        }
        if before != NONE {
            if previous == NONE {
                self.first[before as usize] = next;
            } else {
                self.links[previous as usize].next = next;
            }
            if next != NONE {
                self.links[next as usize].previous = previous;
            }
        }
        let first = if outcome == NONE { NONE } else { std::mem::replace(&mut self.first[outcome as usize], place) };
        self.links[place as usize] = Link { outcome, next: first, previous: NONE };
        if first != NONE {
            self.links[first as usize].previous = place;
        }
    }

    /// Computes the outcome of a position from the previous row.
    fn look(&mut self, row: &[i32], own: usize, place: impl Fn() -> Place) -> Result<i32, Error> {
        let other = row.len() - 1 - own;
        let bidding = Bidding { after: &Unit(row), own, other };
        let (near_left, near_right) = self.bids[own];
        let (left, maximin) = bidding.maximin(near_left as usize);
        let (right, minimax) = bidding.minimax(near_right as usize);
        if maximin != minimax {
            return Err(Error::Equilibrium(place(), maximin, minimax));
        }
        let rests_on = [
            (left > 0).then(|| own - left),
            (left <= other).then_some(other + left),
            (left < other).then_some(own + left + 1),
            (right < own).then(|| own - right - 1),
            (right <= own).then_some(other + right),
            (right > 0).then_some(own + right),
        ];
        let number = |n: usize| u32::try_from(n).expect("budgets below 2^28");
        self.bids[own] = (number(left), number(right));
        for (slot, outcome) in rests_on.into_iter().enumerate() {
            self.watch(number(own * SLOTS + slot), outcome.map_or(NONE, number));
        }
        Ok(maximin)
    }
}

/// For each number of Left's coins, lists the heaps at which the outcome changes. To add a heap, the code reads memory
/// that is rarely in the processor's cache. Heaps are added in batches, so that the processor reads the memory for
/// several heaps at the same time.
struct Columns {
    columns: Vec<Vec<u32>>,
    /// Changes of outcomes that are not in a column yet. Each change is stored as a pair: a number of Left's coins, and
    /// the heap at which the outcome changes.
    latest: Vec<(u32, u32)>,
}

impl Columns {
    fn new(width: usize) -> Self {
        Self { columns: vec![Vec::new(); width], latest: Vec::with_capacity(BATCH) }
    }

    fn add(&mut self, coins: u32, heap: u32) {
        if self.latest.len() == BATCH {
            self.settle();
        }
        self.latest.push((coins, heap));
    }

    fn settle(&mut self) {
        for (coins, heap) in self.latest.drain(..) {
            self.columns[coins as usize].push(heap);
        }
    }

    fn into_all(mut self) -> Vec<Vec<u32>> {
        self.settle();
        self.columns
    }
}

/// Computes the outcomes of the unitary game for one total budget.
///
/// # Errors
/// [`Error`]. (By a theorem of Larsson, Patel and Rai, the only error that can occur is [`Error::Interrupted`].)
pub fn solve(budget: u32, control: Control) -> Result<Outcomes, Error> {
    let width = budget as usize + 1;
    let mut rows = [vec![0; width], vec![0; width]];
    let mut watches = [Watch::new(width), Watch::new(width)];
    let mut columns = Columns::new(width);
    let everyone: Vec<u32> = (0..=budget).collect();
    let mut changed: Vec<u32> = Vec::new();
    let mut affected = Vec::new();
    let mut seen = vec![0_u32; width];
    for heap in 1_u32.. {
        let place = |coins: usize| Place { budget, heap, coins };
        let parity = heap as usize % 2;
        let watch = &mut watches[parity];
        let [even, odd] = &mut rows;
        let (row, before) = if parity == 0 { (even, &*odd) } else { (odd, &*even) };
        // From heap 4 on, recomputes only the outcomes that depend on a changed outcome. Smaller heaps have too few
        // earlier rows for this comparison, so their rows are computed in full.
        if heap > 3 {
            affected.clear();
            for &outcome in &changed {
                let mut at = watch.first[outcome as usize];
                while at != NONE {
                    let own = at / u32::try_from(SLOTS).expect("small");
                    if seen[own as usize] != heap {
                        seen[own as usize] = heap;
                        affected.push(own);
                    }
                    at = watch.links[at as usize].next;
                }
            }
        } else {
            affected.clone_from(&everyone);
        }
        changed.clear();
        for &own in &affected {
            let at = own as usize;
            let value = watch.look(before, at, || place(at))?;
            if heap > 1 && value != row[at] {
                if value != row[at] + 2 * side(budget, at) {
                    return Err(Error::Jump(place(at)));
                }
                changed.push(own);
                columns.add(own, heap);
            } else if heap == 1 && value != side(budget, at) {
                return Err(Error::Jump(place(at)));
            }
            row[at] = value;
        }
        for &own in if heap == 1 { &everyone } else { &changed } {
            let at = own as usize;
            if let Some(first) = (at.saturating_sub(1)..(at + 1).min(width - 1)).find(|&first| row[first] > row[first + 1]) {
                return Err(Error::Monotone(place(first + 1)));
            }
        }
        if heap.is_multiple_of(1024) {
            control.at(u64::from(heap), "")?;
        }
        // A single row that repeats proves that all later rows repeat, because each row depends only on the row before
        // it.
        if heap > 1 && changed.is_empty() {
            return Ok(Outcomes { budget, period: 2, onset: heap - 2, rows: Rows::Jumps(columns.into_all()) });
        }
    }
    unreachable!("onsets are at most quadratic in the budget")
}
