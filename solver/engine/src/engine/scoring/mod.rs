//! Computes outcomes of scoring games in which players bid for the move. The code follows the definition of outcomes,
//! with simplifications that `spec/soundness/scoring.md` proves correct.

pub mod matrix;

mod jumps;
mod rows;
#[cfg(test)]
mod tests;

use std::fmt;

use crate::control::Interrupted;

pub use jumps::solve as jumps;
pub use rows::{OutcomeTable, solve as rows};

/// Reason why the outcomes could not be computed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// The computation was asked to stop.
    #[error("interrupted")]
    Interrupted,
    /// This state has no pure equilibrium. The numbers are the maximin and the minimax.
    #[error("{0}: no pure equilibrium, Left can make sure of {1}, Right can hold her to {2}")]
    Equilibrium(Place, i32, i32),
    /// In this state, Left's outcome is lower than it would be with one coin fewer.
    #[error("{0}: one coin more would make Left's outcome worse, and no certificate covers that")]
    Monotone(Place),
    /// In this state of a unitary game, the outcome cannot be written in the
    /// form [`Rows::Jumps`](crate::model::scoring::Rows::Jumps).
    #[error("{0}: the outcome changes otherwise than certificates of unitary games can say")]
    Jump(Place),
    /// The outcomes for this total budget (first number) do not repeat in heaps up to this size (second number).
    #[error("total budget {0}: no period was found in heaps up to {1}")]
    NoPeriod(u32, u32),
}

/// A state in which Left has the marker: total budget, heap and Left's coins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Total number of coins of both players.
    pub budget: u32,
    /// Size of the heap.
    pub heap: u32,
    /// Number of Left's coins.
    pub coins: usize,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "total budget {}, heap {}, Left with {} and the marker", self.budget, self.heap, self.coins)
    }
}

impl From<Interrupted> for Error {
    fn from(_: Interrupted) -> Self {
        Self::Interrupted
    }
}

/// Results of moves from one heap of size x.
pub trait After {
    /// Returns Left's best (greatest) result if Left then has the marker and `coins` coins. Taking s things from a heap
    /// of size x results in s + v(x-s, `coins`), where v is the outcome.
    fn left(&self, coins: usize) -> i32;
    /// Returns Right's best (least) result if Left then has the marker and `coins` coins. Taking s things from a heap
    /// of size x results in -s + v(x-s, `coins`), where v is the outcome.
    fn right(&self, coins: usize) -> i32;
}

/// Results of moves in a unitary game, computed from the row of outcomes for the heap that is smaller by 1.
pub struct Unit<'a>(pub &'a [i32]);

impl After for Unit<'_> {
    fn left(&self, coins: usize) -> i32 {
        self.0[coins] + 1
    }

    fn right(&self, coins: usize) -> i32 {
        self.0[coins] - 1
    }
}

/// The bids at a position in which Left has `own` coins and the marker, and Right has `other` coins. More coins must
/// not lower the results of [`After`].
pub struct Bidding<'a, T> {
    /// The best results of moves from this position.
    pub after: &'a T,
    /// Number of Left's coins.
    pub own: usize,
    /// Number of Right's coins.
    pub other: usize,
}

impl<T: After> Bidding<'_, T> {
    /// Returns the score if Left bids `bid` and wins.
    fn score_if_won(&self, bid: usize) -> i32 {
        self.after.left(self.own - bid)
    }

    /// Returns the score if both players bid `bid`.
    fn score_if_tied(&self, bid: usize) -> i32 {
        -self.after.right(self.other + bid)
    }

    /// Returns the score if Right bids `bid` and wins.
    fn score_if_lost(&self, bid: usize) -> i32 {
        self.after.right(self.own + bid)
    }

    /// Returns the score that Left guarantees by bidding `bid`, whatever Right bids.
    pub fn secured(&self, bid: usize) -> i32 {
        let win = if bid > 0 { self.score_if_won(bid) } else { i32::MAX };
        let tie = if bid <= self.other { self.score_if_tied(bid) } else { i32::MAX };
        let lose = if bid < self.other { self.score_if_lost(bid + 1) } else { i32::MAX };
        win.min(tie).min(lose)
    }

    /// Returns the greatest score that Left can reach against Right's bid `bid`.
    pub fn conceded(&self, bid: usize) -> i32 {
        let win = if bid < self.own { self.score_if_won(bid + 1) } else { i32::MIN };
        let tie = if bid <= self.own { self.score_if_tied(bid) } else { i32::MIN };
        let lose = if bid > 0 { self.score_if_lost(bid) } else { i32::MIN };
        win.max(tie).max(lose)
    }

    /// Returns one of Left's best bids, and the score that this bid guarantees. The search starts at `near`.
    pub fn maximin(&self, near: usize) -> (usize, i32) {
        let most = self.own.min(self.other);
        // Returns whether `bid` has reached the crossing point, from which Left scores no less by losing the bid
        // than by winning it.
        let crossed = |bid: usize| {
            bid == self.other || {
                let win = if bid > 0 { self.score_if_won(bid) } else { i32::MAX };
                self.score_if_lost(bid + 1) >= win.min(self.score_if_tied(bid))
            }
        };
        let mut best = self.better(crossing(near, most, crossed), |bid| self.secured(bid), |one, other| one > other);
        // Right cannot match Left's bid of `other + 1`, so Left would waste coins with a higher bid.
        if self.other < self.own {
            let secured = self.secured(self.other + 1);
            if secured > best.1 {
                best = (self.other + 1, secured);
            }
        }
        best
    }

    /// Returns one of Right's best bids, and the greatest score that Left can then reach. The search starts at `near`.
    pub fn minimax(&self, near: usize) -> (usize, i32) {
        let most = self.own.min(self.other);
        let crossed = |bid: usize| {
            bid > 0 && {
                let win = if bid < self.own { self.score_if_won(bid + 1) } else { i32::MIN };
                self.score_if_lost(bid) >= win.max(self.score_if_tied(bid))
            }
        };
        let mut best = self.better(crossing(near, most, crossed), |bid| self.conceded(bid), |one, other| one < other);
        if self.own < self.other {
            let conceded = self.conceded(self.own + 1);
            if conceded < best.1 {
                best = (self.own + 1, conceded);
            }
        }
        best
    }

    /// Compares `bid` with the next lower bid. Returns the better of the two bids, with its score.
    fn better(&self, bid: usize, value: impl Fn(usize) -> i32, is_better: impl Fn(i32, i32) -> bool) -> (usize, i32) {
        let here = value(bid);
        match bid.checked_sub(1) {
            Some(before) if is_better(value(before), here) => (before, value(before)),
            _ => (bid, here),
        }
    }
}

/// Returns the least bid up to `most` for which `holds` returns `true`, or `most` if there is no such bid. The search
/// starts at `near` and changes the bid by 1 at a time.
fn crossing(near: usize, most: usize, holds: impl Fn(usize) -> bool) -> usize {
    let mut bid = near.min(most);
    while bid > 0 && holds(bid - 1) {
        bid -= 1;
    }
    while bid < most && !holds(bid) {
        bid += 1;
    }
    bid
}
