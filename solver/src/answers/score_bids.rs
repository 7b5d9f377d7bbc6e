//! Bids in scoring games: the outcome that each bid guarantees whatever the other player bids, and how to continue
//! after it.
//!
//! The outcomes after a move are arbitrary, so this works for heaps and for games from files. The outcome of a pair of
//! bids depends only on the winning bid and on whether there was a tie. So each bid needs only the minimum over all
//! greater bids of the other player.

use std::cmp::Ordering;

use crate::engine::scoring::matrix::Holder;

/// A player's move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// Number of the place that it leads to.
    pub to: u32,
    /// Change of the score: Left's points minus Right's.
    pub points: i32,
}

/// Place where players bid, with the outcomes of all later places.
pub struct Stage<'a> {
    /// Coins of Left and of Right.
    pub coins: [u32; 2],
    /// Holder of the marker.
    pub holder: Holder,
    /// Whether 0 is a bid.
    pub zero_bid: bool,
    /// Moves of Left and of Right. The game is over if there are no moves and no penalties.
    pub moves: [Vec<Move>; 2],
    /// Final change of the score if Left or Right has to move and cannot.
    pub penalties: [Option<i32>; 2],
    /// Outcome of a place after a move, by place, Left's coins and the holder.
    pub outcome: &'a dyn Fn(u32, u32, Holder) -> i32,
}

/// Continuation after a winning bid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Then {
    /// Coins of Left and of Right.
    pub coins: [u32; 2],
    /// Holder of the marker.
    pub holder: Holder,
    /// Outcome from here on, including the winner's move, if both play optimally.
    pub outcome: i32,
    /// Winner's best moves as indices into the player's moves; empty if there is a penalty instead.
    pub moves: Vec<usize>,
}

/// Continuation after a tie.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tie {
    /// Whether the player in question has the marker and so wins the tie. Nobody has a choice here.
    pub won: bool,
    /// Continuation.
    pub then: Then,
}

/// Worst greater bid of the other player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lower {
    /// Coins bid; the least of equally bad bids.
    pub bid: u32,
    /// Continuation after it.
    pub then: Then,
}

/// Bid with its possible continuations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bid {
    /// Coins bid; `None` for a player who has no bid.
    pub bid: Option<u32>,
    /// Outcome that it guarantees.
    pub secured: i32,
    /// Continuation if the bid is higher or the other player cannot bid. `None` if the other player cannot bid less.
    pub higher: Option<Then>,
    /// Continuation after a tie, if the other player can make one.
    pub tie: Option<Tie>,
    /// Worst continuation if the other player bids more, if possible.
    pub lower: Option<Lower>,
}

const HOLDERS: [Holder; 2] = [Holder::Left, Holder::Right];

impl Stage<'_> {
    /// Returns whether the game is over, so that there is nothing to bid for.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.moves.iter().all(Vec::is_empty) && self.penalties == [None, None]
    }

    /// Returns an outcome from a player's point of view: greater is better.
    fn worth(side: usize, outcome: i32) -> i32 {
        if side == 0 { outcome } else { -outcome }
    }

    /// Returns a player's least and greatest bid, if the player has any.
    pub(super) fn range(&self, side: usize) -> Option<(u32, u32)> {
        let least = u32::from(!self.zero_bid);
        (least <= self.coins[side]).then_some((least, self.coins[side]))
    }

    /// Returns the continuation after a player wins with a bid.
    fn won(&self, side: usize, bid: u32, tied: bool) -> Then {
        let mut coins = self.coins;
        coins[side] -= bid;
        coins[1 - side] += bid;
        let holder = if tied { HOLDERS[1 - side] } else { self.holder };
        let after = |next: &Move| next.points + (self.outcome)(next.to, coins[0], holder);
        let outcomes: Vec<i32> = self.moves[side].iter().map(after).collect();
        match outcomes.iter().copied().max_by_key(|&outcome| Self::worth(side, outcome)) {
            Some(outcome) => {
                Then { coins, holder, outcome, moves: (0..outcomes.len()).filter(|&index| outcomes[index] == outcome).collect() }
            }
            None => Then { coins, holder, outcome: self.penalties[side].expect("a penalty where there is no move"), moves: Vec::new() },
        }
    }

    /// Returns the outcome of a pair of bids by Left and Right, who both have one.
    pub(super) fn outcome_of(&self, [left, right]: [u32; 2]) -> i32 {
        match left.cmp(&right) {
            Ordering::Greater => self.won(0, left, false).outcome,
            Ordering::Equal => self.won(self.holder as usize, left, true).outcome,
            Ordering::Less => self.won(1, right, false).outcome,
        }
    }

    /// Returns all of a player's bids with the outcomes that they guarantee, ascending. A player without bids gets one
    /// entry without a number. Returns nothing if nobody can bid or the game is over.
    #[must_use]
    pub fn bids(&self, side: usize) -> Vec<Bid> {
        let other = 1 - side;
        let (own, theirs) = (self.range(side), self.range(other));
        if self.is_over() || own.is_none() && theirs.is_none() {
            return Vec::new();
        }
        // For each bid of the other player, the worst bid at or above it; the greatest bid first.
        let mut worst: Vec<(u32, i32)> = Vec::new();
        if let Some((least, most)) = theirs {
            for bid in (least..=most).rev() {
                let outcome = self.won(other, bid, false).outcome;
                let here = match worst.last() {
                    Some(&(later, worse)) if Self::worth(side, worse) < Self::worth(side, outcome) => (later, worse),
                    _ => (bid, outcome),
                };
                worst.push(here);
            }
        }
        let lower = |from: u32| {
            let (_, most) = theirs.filter(|&(_, most)| from <= most)?;
            let (bid, _) = worst[(most - from) as usize];
            Some(Lower { bid, then: self.won(other, bid, false) })
        };
        let Some((least, most)) = own else {
            let lower = theirs.and_then(|(least, _)| lower(least));
            return lower
                .map(|lower| Bid { bid: None, secured: lower.then.outcome, higher: None, tie: None, lower: Some(lower) })
                .into_iter()
                .collect();
        };
        let one = |bid: u32| {
            let higher = theirs.is_none_or(|(least, _)| least < bid).then(|| self.won(side, bid, false));
            let can_tie = theirs.is_some_and(|(least, most)| (least..=most).contains(&bid));
            let winner = self.holder as usize;
            let tie = can_tie.then(|| Tie { won: winner == side, then: self.won(winner, bid, true) });
            let lower = lower(bid.saturating_add(1));
            let outcomes = [
                higher.as_ref().map(|then| then.outcome),
                tie.as_ref().map(|tie| tie.then.outcome),
                lower.as_ref().map(|lower| lower.then.outcome),
            ];
            let secured =
                outcomes.into_iter().flatten().min_by_key(|&outcome| Self::worth(side, outcome)).expect("any answer, or none is possible");
            Bid { bid: Some(bid), secured, higher, tie, lower }
        };
        (least..=most).map(one).collect()
    }

    /// Returns a player's best bids, which all guarantee the same outcome.
    #[must_use]
    pub fn best(&self, side: usize) -> Vec<Bid> {
        let mut bids = self.bids(side);
        let best = bids.iter().map(|bid| Self::worth(side, bid.secured)).max();
        bids.retain(|bid| Some(Self::worth(side, bid.secured)) == best);
        bids
    }
}

#[cfg(test)]
mod tests;
