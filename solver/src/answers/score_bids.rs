//! Computes the outcome that each bid in a scoring game guarantees, and the best continuation after the bid.
//!
//! The outcomes after a move can be any numbers, so the code works for subtraction games and for games from files. The
//! outcome of a pair of bids depends only on the winning bid and on whether there was a tie.

use std::cmp::Ordering;

use crate::engine::scoring::matrix::Holder;

/// A player's move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// Number of the position to which the move leads.
    pub to: u32,
    /// Change of the score by the move, as Left's points minus Right's points.
    pub points: i32,
}

/// A state of the game in which the players bid, with the outcomes of all later states.
pub struct Stage<'a> {
    /// Number of coins of Left and of Right.
    pub coins: [u32; 2],
    /// Player who holds the tie-breaking marker.
    pub holder: Holder,
    /// Whether the rules allow a bid of 0.
    pub zero_bid: bool,
    /// Moves of Left and of Right. The game is over if neither player has a move or a penalty.
    pub moves: [Vec<Move>; 2],
    /// Change of the score if Left or Right cannot move.
    pub penalties: [Option<i32>; 2],
    /// Function that returns the outcome after a move. The arguments are the number of the position, Left's coins and
    /// the holder of the marker.
    pub outcome: &'a dyn Fn(u32, u32, Holder) -> i32,
}

/// State of the game after a player has won the bidding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Then {
    /// Number of coins of Left and of Right after the bids.
    pub coins: [u32; 2],
    /// Player who holds the marker after the bids.
    pub holder: Holder,
    /// Outcome if both players play optimally after the bids, including the points of the winner's move.
    pub outcome: i32,
    /// The winner's best moves, as indices into the winner's list of moves. The list is empty if the winner has no move
    /// and pays a penalty.
    pub moves: Vec<usize>,
}

/// State of the game after both players have made the same bid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tie {
    /// Whether the bidder holds the marker and therefore wins the tie.
    pub won: bool,
    /// State of the game after the tie.
    pub then: Then,
}

/// The worst case for a bidder if the other player bids more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lower {
    /// Number of coins of the other player's bid. If several bids are equally bad, this is the least one.
    pub bid: u32,
    /// State of the game after the other player has won with this bid.
    pub then: Then,
}

/// A bid with its possible continuations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bid {
    /// Number of coins that the player bids, or `None` if the player cannot bid.
    pub bid: Option<u32>,
    /// Outcome that the bid guarantees.
    pub secured: i32,
    /// Continuation if the other player bids less or cannot bid. `None` if each bid of the other player is at least as
    /// great as this bid.
    pub higher: Option<Then>,
    /// Continuation if the other player makes the same bid, or `None` if the other player cannot make this bid.
    pub tie: Option<Tie>,
    /// Worst continuation if the other player bids more, or `None` if the other player cannot bid more.
    pub lower: Option<Lower>,
}

const HOLDERS: [Holder; 2] = [Holder::Left, Holder::Right];

impl Stage<'_> {
    /// Returns whether the game is over, in which case nobody bids.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.moves.iter().all(Vec::is_empty) && self.penalties == [None, None]
    }

    /// Returns an outcome from the player's point of view: a greater number is better for the player.
    fn worth(side: usize, outcome: i32) -> i32 {
        if side == 0 { outcome } else { -outcome }
    }

    /// Returns a player's least and greatest bid, or `None` if the player cannot bid.
    pub(super) fn range(&self, side: usize) -> Option<(u32, u32)> {
        let least = u32::from(!self.zero_bid);
        (least <= self.coins[side]).then_some((least, self.coins[side]))
    }

    /// Returns the state of the game after a player wins with this bid. `tied` tells whether the other player made the
    /// same bid.
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

    /// Returns the outcome of a pair of bids by Left and Right.
    pub(super) fn outcome_of(&self, [left, right]: [u32; 2]) -> i32 {
        match left.cmp(&right) {
            Ordering::Greater => self.won(0, left, false).outcome,
            Ordering::Equal => self.won(self.holder as usize, left, true).outcome,
            Ordering::Less => self.won(1, right, false).outcome,
        }
    }

    /// Returns all bids of a player in ascending order, with the outcomes that they guarantee. For a player who cannot
    /// bid, the list has one entry whose bid is `None`. The list is empty if nobody can bid or if the game is over.
    #[must_use]
    pub fn bids(&self, side: usize) -> Vec<Bid> {
        let other = 1 - side;
        let (own, theirs) = (self.range(side), self.range(other));
        if self.is_over() || own.is_none() && theirs.is_none() {
            return Vec::new();
        }
        // For each bid of the other player, stores the worst bid that is at least as great. The first entry belongs to
        // the greatest bid.
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
