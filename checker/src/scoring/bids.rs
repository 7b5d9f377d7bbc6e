//! The game at one heap: what each bid makes sure of, and the best of them.
//!
//! Implements section 4 of the kind's page; the proofs are in `spec/soundness/scoring.md`. Everything here rests on lists of best moves that do not decrease.

use super::broken;
use crate::core::fields::index;
use crate::core::refusal::{Place, Refusal};
use std::ops::Range;

/// The best moves of both players from one heap, for every number of coins: what a bid that wins or ties leads to.
#[derive(Debug)]
pub(super) struct Heap<'a> {
    /// a(c): the greatest s + v(x-s, c).
    left: &'a [i32],
    /// b(c): the least -s + v(x-s, c).
    right: &'a [i32],
    /// TB.
    budget: usize,
    /// The first of Left's bids that makes sure of no more against bids up to it than against the next one, for the p last asked for.
    crossing_left: usize,
    /// The first of Right's bids, from 1 on, that concedes no more to bids from there on than to lesser ones.
    crossing_right: usize,
}

impl<'a> Heap<'a> {
    /// For a budget of one coin less than the lists are long. Neither list may decrease.
    pub(super) fn new(left: &'a [i32], right: &'a [i32]) -> Self {
        Self { left, right, budget: left.len().saturating_sub(1), crossing_left: 0, crossing_right: 1 }
    }

    /// A(l): Left bids l of p and wins.
    #[inline]
    fn wins(&self, p: usize, bid: usize) -> Option<i32> {
        self.left.get(p.checked_sub(bid)?).copied()
    }

    /// T(l): both bid l, and Left, who has the marker, wins.
    #[inline]
    fn ties(&self, q: usize, bid: usize) -> Option<i32> {
        self.right.get(q.checked_add(bid)?).map(|value| value.saturating_neg())
    }

    /// R(r): Right bids r and wins.
    #[inline]
    fn loses(&self, p: usize, bid: usize) -> Option<i32> {
        self.right.get(p.checked_add(bid)?).copied()
    }

    /// What Left's bid l, which Right can match, makes sure of against all bids up to l.
    #[inline]
    fn held(&self, p: usize, q: usize, bid: usize) -> Option<i32> {
        let ties = self.ties(q, bid)?;
        if bid == 0 { Some(ties) } else { Some(ties.min(self.wins(p, bid)?)) }
    }

    /// Whether Left's bid l makes sure of more against all bids up to l than against l + 1.
    #[inline]
    fn left_before(&self, p: usize, q: usize, bid: usize) -> Option<bool> {
        Some(bid < q && self.held(p, q, bid)? > self.loses(p, bid.checked_add(1)?)?)
    }

    /// What Right's bid r, which Left can match, concedes to all bids from r on.
    #[inline]
    fn conceded(&self, p: usize, q: usize, bid: usize) -> Option<i32> {
        let ties = self.ties(q, bid)?;
        if bid < p { Some(ties.max(self.wins(p, bid.checked_add(1)?)?)) } else { Some(ties) }
    }

    /// Whether Right's bid r, which is not 0, concedes more to all bids from r on than to lesser ones.
    #[inline]
    fn right_before(&self, p: usize, q: usize, bid: usize) -> Option<bool> {
        Some(self.conceded(p, q, bid)? > self.loses(p, bid)?)
    }

    /// g(l): what Left's bid l makes sure of.
    #[inline]
    fn sure(&self, p: usize, q: usize, bid: usize) -> Option<i32> {
        let mut worst = i32::MAX;
        if bid > 0 {
            worst = worst.min(self.wins(p, bid)?);
        }
        if bid <= q {
            worst = worst.min(self.ties(q, bid)?);
        }
        if bid < q {
            worst = worst.min(self.loses(p, bid.checked_add(1)?)?);
        }
        Some(worst)
    }

    /// h(r): what Right's bid r concedes.
    #[inline]
    fn concedes(&self, p: usize, q: usize, bid: usize) -> Option<i32> {
        let mut best = i32::MIN;
        if bid < p {
            best = best.max(self.wins(p, bid.checked_add(1)?)?);
        }
        if bid <= p {
            best = best.max(self.ties(q, bid)?);
        }
        if bid > 0 {
            best = best.max(self.loses(p, bid)?);
        }
        Some(best)
    }

    /// Whether these bids, known to the other player, prove an outcome: Left's makes sure of no less, Right's concedes no more. As the maximin is never greater
    /// than the minimax, both then are that outcome.
    #[inline]
    pub(super) fn proves(&self, p: usize, bids: Bids, outcome: i32) -> Option<bool> {
        let q = self.budget.checked_sub(p)?;
        Some(self.sure(p, q, index(bids.left))? >= outcome && self.concedes(p, q, index(bids.right))? <= outcome)
    }

    /// The greatest number that Left can make sure of with p coins by a bid known to Right, and such a bid. `None` if p is greater than the budget.
    pub(super) fn maximin(&mut self, p: usize) -> Option<(i32, u32)> {
        let q = self.budget.checked_sub(p)?;
        let most = p.min(q);
        let bid = crossing(self.crossing_left, 0..most.checked_add(1)?, |bid| self.left_before(p, q, bid))?;
        self.crossing_left = bid;
        // The best bid is at the crossing point or one before it, or the first that Right cannot match.
        let candidates = [bid.checked_sub(1), Some(bid).filter(|bid| *bid <= most), q.checked_add(1).filter(|bid| *bid <= p)];
        let mut best = (i32::MIN, 0);
        for bid in candidates.into_iter().flatten() {
            let sure = self.sure(p, q, bid)?;
            if sure > best.0 {
                best = (sure, u32::try_from(bid).ok()?);
            }
        }
        Some(best)
    }

    /// The least number to which Right can hold Left by a bid known to Left, and such a bid. `None` if p is greater than the budget.
    pub(super) fn minimax(&mut self, p: usize) -> Option<(i32, u32)> {
        let q = self.budget.checked_sub(p)?;
        let most = p.min(q);
        let bid = crossing(self.crossing_right, 1..most.checked_add(1)?, |bid| self.right_before(p, q, bid))?;
        self.crossing_right = bid;
        let candidates = [bid.checked_sub(1), Some(bid).filter(|bid| *bid <= most), p.checked_add(1).filter(|bid| *bid <= q)];
        let mut best = (i32::MAX, 0);
        for bid in candidates.into_iter().flatten() {
            let concedes = self.concedes(p, q, bid)?;
            if concedes < best.0 {
                best = (concedes, u32::try_from(bid).ok()?);
            }
        }
        Some(best)
    }
}

/// The first of these bids that is not `before` the crossing point, or the end if all are. Looked for from an earlier one on, mostly near by.
#[inline]
fn crossing(from: usize, bids: Range<usize>, before: impl Fn(usize) -> Option<bool>) -> Option<usize> {
    let mut bid = from.min(bids.end);
    while bid < bids.end && before(bid)? {
        bid = bid.checked_add(1)?;
    }
    while bid > bids.start && !before(bid.checked_sub(1)?)? {
        bid = bid.checked_sub(1)?;
    }
    Some(bid)
}

/// A bid of each player.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Bids {
    pub(super) left: u32,
    pub(super) right: u32,
}

/// Clause `scoring/equilibrium`: maximin and minimax are equal. The outcome.
#[inline]
pub(super) fn equilibrium(maximin: i32, minimax: i32, place: impl FnOnce() -> Place) -> Result<i32, Refusal> {
    if maximin == minimax { Ok(maximin) } else { Err(no_equilibrium(maximin, minimax, place())) }
}

#[cold]
fn no_equilibrium(maximin: i32, minimax: i32, place: Place) -> Refusal {
    broken("equilibrium", place, format!("the maximin is {maximin}, the minimax {minimax}"))
}
