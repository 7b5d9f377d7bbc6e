//! Games for points in which players bid for the move: rows of outcomes from the definition, with the reductions that `spec/soundness/scoring.md` proves.

pub mod matrix;

mod jumps;
mod rows;
#[cfg(test)]
mod tests;

use std::fmt;

use crate::control::Interrupted;

pub use jumps::solve as jumps;
pub use rows::{OutcomeTable, solve as rows};

/// Why there are no outcomes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// Asked to stop.
    Interrupted,
    /// What Left can make sure of and what Right can hold her to differ at this place.
    Equilibrium(Place, i32, i32),
    /// With one coin more Left has less here.
    Monotone(Place),
    /// A unitary game whose outcome changes here otherwise than by 2 in its direction.
    Jump(Place),
    /// The rows up to this heap do not repeat.
    NoPeriod(u32, u32),
}

/// A position: total budget, heap, coins in Left's hands, the marker Left's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The coins of both players together.
    pub budget: u32,
    /// The size of the heap.
    pub heap: u32,
    /// Left's coins.
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

/// What the players have after a move, when a holder of c coins has the marker: the numbers of the definition depend on c alone.
pub trait After {
    /// The greatest s + v(x-s, c): Left has moved without giving the marker away.
    fn left(&self, coins: usize) -> i32;
    /// The least -s + v(x-s, c): Right has moved without getting the marker.
    fn right(&self, coins: usize) -> i32;
}

/// Unitary games: one row is enough.
pub struct Unit<'a>(pub &'a [i32]);

impl After for Unit<'_> {
    fn left(&self, coins: usize) -> i32 {
        self.0[coins] + 1
    }

    fn right(&self, coins: usize) -> i32 {
        self.0[coins] - 1
    }
}

/// The bids at a position where Left has `own` coins and the marker, Right has `other`. Rows after moves shall be non-decreasing.
pub struct Bidding<'a, T> {
    /// What comes after a move.
    pub after: &'a T,
    /// Left's coins.
    pub own: usize,
    /// Right's coins.
    pub other: usize,
}

impl<T: After> Bidding<'_, T> {
    /// What comes of greater bids of Left's.
    fn win(&self, bid: usize) -> i32 {
        self.after.left(self.own - bid)
    }

    /// What comes of equal bids.
    fn tie(&self, bid: usize) -> i32 {
        -self.after.right(self.other + bid)
    }

    /// What comes of greater bids of Right's.
    fn lose(&self, bid: usize) -> i32 {
        self.after.right(self.own + bid)
    }

    /// The least that comes of a bid of Left's, whatever Right bids.
    pub fn secured(&self, bid: usize) -> i32 {
        let win = if bid > 0 { self.win(bid) } else { i32::MAX };
        let tie = if bid <= self.other { self.tie(bid) } else { i32::MAX };
        let lose = if bid < self.other { self.lose(bid + 1) } else { i32::MAX };
        win.min(tie).min(lose)
    }

    /// The greatest that comes of a bid of Right's, whatever Left bids.
    pub fn conceded(&self, bid: usize) -> i32 {
        let win = if bid < self.own { self.win(bid + 1) } else { i32::MIN };
        let tie = if bid <= self.own { self.tie(bid) } else { i32::MIN };
        let lose = if bid > 0 { self.lose(bid) } else { i32::MIN };
        win.max(tie).max(lose)
    }

    /// A best bid of Left's and what it secures, looked for from `near` on.
    pub fn maximin(&self, near: usize) -> (usize, i32) {
        let most = self.own.min(self.other);
        // Beyond the crossing point losing the bid is no worse than winning it.
        let crossed = |bid: usize| {
            bid == self.other || {
                let win = if bid > 0 { self.win(bid) } else { i32::MAX };
                self.lose(bid + 1) >= win.min(self.tie(bid))
            }
        };
        let mut best = self.better(crossing(near, most, crossed), |bid| self.secured(bid), |one, other| one > other);
        // A bid that Right cannot match; more would be waste.
        if self.other < self.own {
            let secured = self.secured(self.other + 1);
            if secured > best.1 {
                best = (self.other + 1, secured);
            }
        }
        best
    }

    /// A best bid of Right's and what it concedes, looked for from `near` on.
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

    /// The bid at the crossing point, or the one before if that is better.
    fn better(&self, bid: usize, value: impl Fn(usize) -> i32, is_better: impl Fn(i32, i32) -> bool) -> (usize, i32) {
        let here = value(bid);
        match bid.checked_sub(1) {
            Some(before) if is_better(value(before), here) => (before, value(before)),
            _ => (bid, here),
        }
    }
}

/// The first bid up to `most` from which on something holds, or `most`; looked for by steps from `near`.
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
