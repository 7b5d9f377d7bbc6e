//! Computes the result of the bidding at one heap: the outcome that each bid guarantees, and the best bids.
//!
//! Implements section 4 of `spec/kinds/scoring.md`. The proofs in `spec/soundness/scoring.md` need lists `left` and
//! `right` that do not decrease.

use super::broken;
use crate::core::fields::index;
use crate::core::refusal::{Place, Refusal};
use std::ops::Range;

/// The results of the best moves at one heap. In a(c) and b(c), c is the number of coins of the player with the marker.
#[derive(Debug)]
pub(super) struct Heap<'a> {
    /// The values a(c) - `points`, where section 4 of `spec/kinds/scoring.md` defines a(c).
    left: &'a [i32],
    /// The values b(c) + `points`, where section 4 of `spec/kinds/scoring.md` defines b(c).
    right: &'a [i32],
    points: i32,
}

impl<'a> Heap<'a> {
    /// Creates a heap for a total budget TB. Each of the two lists must have TB + 1 entries and must not decrease.
    pub(super) fn new(left: &'a [i32], right: &'a [i32], points: i32) -> Self {
        Self { left, right, points }
    }

    /// Returns the number of Right's coins if Left has p coins.
    fn other(&self, p: usize) -> Option<usize> {
        self.left.len().checked_sub(1)?.checked_sub(p)
    }

    /// Returns A(l): the result if Left has p coins and wins the bidding with the bid l.
    #[inline]
    fn wins(&self, p: usize, bid: usize) -> Option<i32> {
        self.left.get(p.checked_sub(bid)?)?.checked_add(self.points)
    }

    /// Returns T(l): the result if both players bid l and Left wins the bidding because she has the marker.
    #[inline]
    fn ties(&self, q: usize, bid: usize) -> Option<i32> {
        self.loses(q, bid)?.checked_neg()
    }

    /// Returns R(r): the result if Right wins the bidding with the bid r.
    #[inline]
    fn loses(&self, p: usize, bid: usize) -> Option<i32> {
        self.right.get(p.checked_add(bid)?)?.checked_sub(self.points)
    }

    /// Returns the least outcome if Left bids l and Right bids at most l. The caller must know that Right has enough
    /// coins for the bid l.
    #[inline]
    fn held(&self, p: usize, q: usize, bid: usize) -> Option<i32> {
        let ties = self.ties(q, bid)?;
        if bid == 0 { Some(ties) } else { Some(ties.min(self.wins(p, bid)?)) }
    }

    /// Returns whether the bid l is below Left's crossing point (section 4 of `spec/kinds/scoring.md`).
    #[inline]
    fn left_before(&self, p: usize, q: usize, bid: usize) -> Option<bool> {
        Some(bid < q && self.held(p, q, bid)? > self.loses(p, bid.checked_add(1)?)?)
    }

    /// Returns Left's greatest outcome if Right bids r and Left bids at least r. The caller must know that Left has
    /// enough coins for the bid r.
    #[inline]
    fn conceded(&self, p: usize, q: usize, bid: usize) -> Option<i32> {
        let ties = self.ties(q, bid)?;
        if bid < p { Some(ties.max(self.wins(p, bid.checked_add(1)?)?)) } else { Some(ties) }
    }

    /// Returns whether the bid r > 0 is below Right's crossing point.
    #[inline]
    fn right_before(&self, p: usize, q: usize, bid: usize) -> Option<bool> {
        Some(self.conceded(p, q, bid)? > self.loses(p, bid)?)
    }

    /// Returns the greatest outcome that Left can guarantee with p coins if Right knows Left's bid. Sets `crossing` to
    /// the crossing point, the smallest bid for which `left_before` is false. The search starts at the old value of
    /// `crossing`. Returns `None` if p is greater than the total budget.
    pub(super) fn maximin(&self, p: usize, crossing: &mut u32) -> Option<i32> {
        let q = self.other(p)?;
        let most = p.min(q);
        let bid = first(index(*crossing), 0..most.checked_add(1)?, |bid| self.left_before(p, q, bid))?;
        *crossing = u32::try_from(bid).ok()?;
        // Left's best bid is the bid at the crossing point, the bid one below, or the smallest bid that Right cannot
        // match (Lemma 3).
        let here = if bid <= most { self.held(p, q, bid)? } else { i32::MIN };
        let before = if bid > 0 { self.loses(p, bid)? } else { i32::MIN };
        let beyond = if q < p { self.wins(p, q.checked_add(1)?)? } else { i32::MIN };
        Some(here.max(before).max(beyond))
    }

    /// Returns the least outcome that Right can enforce if Left has p coins and knows Right's bid. Sets `crossing` to
    /// the crossing point, the smallest bid from 1 on for which `right_before` is false. The search starts at the old
    /// value of `crossing`. Returns `None` if p is greater than the total budget.
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

/// Returns the first number of the range for which `before` is false, or the end of the range if there is no such
/// number. If `before` is false for a number, it must be false for all greater numbers. The search starts at `near`.
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

/// Clause `scoring/equilibrium`: maximin and minimax are equal. Returns the outcome, which equals the maximin and the
/// minimax.
#[inline]
pub(super) fn equilibrium(maximin: i32, minimax: i32, place: impl FnOnce() -> Place) -> Result<i32, Refusal> {
    if maximin != minimax {
        return Err(broken("equilibrium", place(), format!("the maximin is {maximin}, the minimax {minimax}")));
    }
    Ok(maximin)
}
