//! Scoring games in which players bid for the move: rows of outcomes from the definition, with the reductions that
//! `spec/soundness/scoring.md` proves.

pub mod matrix;

mod jumps;
mod rows;
#[cfg(test)]
mod tests;

use std::fmt;

use crate::control::Interrupted;

pub use jumps::solve as jumps;
pub use rows::{OutcomeTable, solve as rows};

/// Reason why there are no outcomes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// The computation was asked to stop.
    Interrupted,
    /// There is no pure equilibrium here: the scores that Left can guarantee and that Right can hold her to differ.
    Equilibrium(Place, i32, i32),
    /// Left's outcome decreases here when she gets one more coin.
    Monotone(Place),
    /// The outcome of a unitary game changes here by something other than 2 in its direction.
    Jump(Place),
    /// The rows up to this heap do not repeat, for this budget.
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

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Interrupted => f.write_str("interrupted"),
            Self::Equilibrium(place, maximin, minimax) => {
                write!(f, "{place}: no pure equilibrium, Left can make sure of {maximin}, Right can hold her to {minimax}")
            }
            Self::Monotone(place) => write!(f, "{place}: one coin more would make Left's outcome worse, and no certificate covers that"),
            Self::Jump(place) => write!(f, "{place}: the outcome changes otherwise than certificates of unitary games can say"),
            Self::NoPeriod(budget, heap) => write!(f, "total budget {budget}: no period was found in heaps up to {heap}"),
        }
    }
}

impl std::error::Error for Error {}

impl From<Interrupted> for Error {
    fn from(_: Interrupted) -> Self {
        Self::Interrupted
    }
}

/// Best results of a move, as functions of the coins c of the marker's holder afterwards. They depend on c alone.
pub trait After {
    /// Returns the greatest s + v(x-s, c): Left has moved and keeps the marker.
    fn left(&self, coins: usize) -> i32;
    /// Returns the least -s + v(x-s, c): Right has moved and Left keeps the marker.
    fn right(&self, coins: usize) -> i32;
}

/// Results in unitary games, from a single row.
pub struct Unit<'a>(pub &'a [i32]);

impl After for Unit<'_> {
    fn left(&self, coins: usize) -> i32 {
        self.0[coins] + 1
    }

    fn right(&self, coins: usize) -> i32 {
        self.0[coins] - 1
    }
}

/// The bids at a position in which Left has `own` coins and the marker, and Right has `other` coins. The rows of
/// [`After`] must be non-decreasing.
pub struct Bidding<'a, T> {
    /// Results of moves.
    pub after: &'a T,
    /// Number of Left's coins.
    pub own: usize,
    /// Number of Right's coins.
    pub other: usize,
}

impl<T: After> Bidding<'_, T> {
    /// Returns the score if Left bids `bid` and wins.
    fn win(&self, bid: usize) -> i32 {
        self.after.left(self.own - bid)
    }

    /// Returns the score if both players bid `bid`.
    fn tie(&self, bid: usize) -> i32 {
        -self.after.right(self.other + bid)
    }

    /// Returns the score if Right bids `bid` and wins.
    fn lose(&self, bid: usize) -> i32 {
        self.after.right(self.own + bid)
    }

    /// Returns the least score of Left's bid `bid` over all bids of Right's.
    pub fn secured(&self, bid: usize) -> i32 {
        let win = if bid > 0 { self.win(bid) } else { i32::MAX };
        let tie = if bid <= self.other { self.tie(bid) } else { i32::MAX };
        let lose = if bid < self.other { self.lose(bid + 1) } else { i32::MAX };
        win.min(tie).min(lose)
    }

    /// Returns the greatest score of Right's bid `bid` over all bids of Left's.
    pub fn conceded(&self, bid: usize) -> i32 {
        let win = if bid < self.own { self.win(bid + 1) } else { i32::MIN };
        let tie = if bid <= self.own { self.tie(bid) } else { i32::MIN };
        let lose = if bid > 0 { self.lose(bid) } else { i32::MIN };
        win.max(tie).max(lose)
    }

    /// Returns a best bid of Left's and the score that it guarantees. The search starts at `near`.
    pub fn maximin(&self, near: usize) -> (usize, i32) {
        let most = self.own.min(self.other);
        // From the crossing point on, losing the bid is no worse than winning it.
        let crossed = |bid: usize| {
            bid == self.other || {
                let win = if bid > 0 { self.win(bid) } else { i32::MAX };
                self.lose(bid + 1) >= win.min(self.tie(bid))
            }
        };
        let mut best = self.better(crossing(near, most, crossed), |bid| self.secured(bid), |one, other| one > other);
        // Right cannot match this bid, so a higher bid would be a waste.
        if self.other < self.own {
            let secured = self.secured(self.other + 1);
            if secured > best.1 {
                best = (self.other + 1, secured);
            }
        }
        best
    }

    /// Returns a best bid of Right's and the score to which it holds Left. The search starts at `near`.
    pub fn minimax(&self, near: usize) -> (usize, i32) {
        let most = self.own.min(self.other);
        let crossed = |bid: usize| {
            bid > 0 && {
                let win = if bid < self.own { self.win(bid + 1) } else { i32::MIN };
                self.lose(bid) >= win.max(self.tie(bid))
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

    /// Returns the bid at the crossing point, or the previous bid if that is better.
    fn better(&self, bid: usize, value: impl Fn(usize) -> i32, is_better: impl Fn(i32, i32) -> bool) -> (usize, i32) {
        let here = value(bid);
        match bid.checked_sub(1) {
            Some(before) if is_better(value(before), here) => (before, value(before)),
            _ => (bid, here),
        }
    }
}

/// Returns the first bid up to `most` from which on `holds` is true, or `most`. Searches in steps from `near`.
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
