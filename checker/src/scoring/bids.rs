//! The bidding at one heap: the outcome that each bid guarantees, and the best bids.
//!
//! Implements section 4 of the kind's page; the proofs are in `spec/soundness/scoring.md`. They require lists of best
//! moves that do not decrease.

use super::broken;
use crate::core::fields::index;
use crate::core::refusal::{Place, Refusal};
use std::ops::Range;

/// Results of both players' best moves from one heap, for every number of coins after the bid.
#[derive(Debug)]
pub(super) struct Heap<'a> {
    /// a(c), the greatest s + v(x-s, c), minus `points`.
    left: &'a [i32],
    /// b(c), the least -s + v(x-s, c), plus `points`.
    right: &'a [i32],
    points: i32,
}

impl<'a> Heap<'a> {
    /// Creates a heap for a total budget TB. Each list must have TB + 1 entries and must not decrease.
    pub(super) fn new(left: &'a [i32], right: &'a [i32], points: i32) -> Self {
        Self { left, right, points }
    }

    /// Returns Right's coins when Left has p of TB.
    fn other(&self, p: usize) -> Option<usize> {
        self.left.len().checked_sub(1)?.checked_sub(p)
    }

    /// A(l): the result when Left wins with bid l of her p coins.
    #[inline]
    fn wins(&self, p: usize, bid: usize) -> Option<i32> {
        self.left.get(p.checked_sub(bid)?)?.checked_add(self.points)
    }

    /// T(l): the result when both bid l and Left, who has the marker, wins.
    #[inline]
    fn ties(&self, q: usize, bid: usize) -> Option<i32> {
        self.loses(q, bid)?.checked_neg()
    }

    /// R(r): the result when Right wins with bid r.
    #[inline]
    fn loses(&self, p: usize, bid: usize) -> Option<i32> {
        self.right.get(p.checked_add(bid)?)?.checked_sub(self.points)
    }

    /// Returns the outcome that Left's bid l, which Right can match, guarantees against all bids up to l.
    #[inline]
    fn held(&self, p: usize, q: usize, bid: usize) -> Option<i32> {
        let ties = self.ties(q, bid)?;
        if bid == 0 { Some(ties) } else { Some(ties.min(self.wins(p, bid)?)) }
    }

    /// Returns whether Left's bid l guarantees more against all bids up to l than against l + 1.
    #[inline]
    fn left_before(&self, p: usize, q: usize, bid: usize) -> Option<bool> {
        Some(bid < q && self.held(p, q, bid)? > self.loses(p, bid.checked_add(1)?)?)
    }

    /// Returns the outcome that Right's bid r, which Left can match, concedes to all bids from r on.
    #[inline]
    fn conceded(&self, p: usize, q: usize, bid: usize) -> Option<i32> {
        let ties = self.ties(q, bid)?;
        if bid < p { Some(ties.max(self.wins(p, bid.checked_add(1)?)?)) } else { Some(ties) }
    }

    /// Returns whether Right's bid r > 0 concedes more to all bids from r on than to smaller bids.
    #[inline]
    fn right_before(&self, p: usize, q: usize, bid: usize) -> Option<bool> {
        Some(self.conceded(p, q, bid)? > self.loses(p, bid)?)
    }

    /// Returns the greatest outcome that Left can guarantee with p coins if Right knows her bid. `crossing` is set to
    /// her first bid that guarantees no more against bids up to it than against the next one; the search starts from
    /// its old value. Returns `None` if p is greater than the budget.
    pub(super) fn maximin(&self, p: usize, crossing: &mut u32) -> Option<i32> {
        let q = self.other(p)?;
        let most = p.min(q);
        let bid = first(index(*crossing), 0..most.checked_add(1)?, |bid| self.left_before(p, q, bid))?;
        *crossing = u32::try_from(bid).ok()?;
        // Left's best bid is at the crossing point, or one below it, or the first that Right cannot match (Lemma 3).
        let here = if bid <= most { self.held(p, q, bid)? } else { i32::MIN };
        let before = if bid > 0 { self.loses(p, bid)? } else { i32::MIN };
        let beyond = if q < p { self.wins(p, q.checked_add(1)?)? } else { i32::MIN };
        Some(here.max(before).max(beyond))
    }

    /// Returns the least outcome to which Right can hold Left if Left knows his bid. `crossing` is set to his first
    /// bid, from 1 on, that concedes no more to bids from there on than to smaller ones; the search starts from its old
    /// value. Returns `None` if p is greater than the budget.
    pub(super) fn minimax(&self, p: usize, crossing: &mut u32) -> Option<i32> {
        let q = self.other(p)?;
        let most = p.min(q);
        let bid = first(index(*crossing), 1..most.checked_add(1)?, |bid| self.right_before(p, q, bid))?;
        *crossing = u32::try_from(bid).ok()?;
        let here = if bid <= most { self.loses(p, bid)? } else { i32::MAX };
        let before = self.conceded(p, q, bid.checked_sub(1)?)?;
        let beyond = if p < q { self.loses(p, p.checked_add(1)?)? } else { i32::MAX };
        Some(here.min(before).min(beyond))
    }
}

/// Returns the first number of the range for which `before` is false, or the end of the range if there is none. Once
/// false, `before` must stay false. The search starts at `near`, with strides that double until they enclose the
/// result.
#[inline]
pub(super) fn first(near: usize, numbers: Range<usize>, before: impl Fn(usize) -> Option<bool>) -> Option<usize> {
    let (mut low, mut high) = (numbers.start, numbers.end);
    let (mut at, mut stride) = (near.clamp(low, high.saturating_sub(1).max(low)), 1_usize);
    while low < high {
        let next = if before(at)? {
            low = at.saturating_add(1);
            at.saturating_add(stride)
        } else {
            high = at;
            at.wrapping_sub(stride)
        };
        at = if (low..high).contains(&next) { next } else { low.midpoint(high) };
        stride = stride.saturating_mul(2);
    }
    Some(low)
}

/// Clause `scoring/equilibrium`: maximin and minimax are equal. Returns the outcome.
#[inline]
pub(super) fn equilibrium(maximin: i32, minimax: i32, place: impl FnOnce() -> Place) -> Result<i32, Refusal> {
    if maximin != minimax {
        return Err(broken("equilibrium", place(), format!("the maximin is {maximin}, the minimax {minimax}")));
    }
    Ok(maximin)
}
