//! Bids for the move in scoring games: what each one makes sure of whatever the other player bids, and how to go on after it.
//!
//! Nothing is assumed of the outcomes after a move, so this serves heaps and games from files alike. What comes of a pair of bids depends on the winning bid, and
//! on whether it was a tie, alone: a least over all greater bids of the other player is enough for each bid.

use std::cmp::Ordering;

use crate::engine::scoring::matrix::Holder;

/// A player's move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// The number of the place to which it leads.
    pub to: u32,
    /// What it adds to the score: Left's points less Right's.
    pub points: i32,
}

/// A place where players bid, and the outcomes of all places after it.
pub struct Stage<'a> {
    /// The coins of Left and of Right.
    pub coins: [u32; 2],
    /// Who has the marker.
    pub holder: Holder,
    /// Whether 0 is a bid.
    pub zero_bid: bool,
    /// The moves of Left and of Right. With no moves and no penalties the game is over.
    pub moves: [Vec<Move>; 2],
    /// What is added, and ends the game, where Left or Right has no move.
    pub penalties: [Option<i32>; 2],
    /// The outcome of a place after a move, by Left's coins and the holder.
    pub outcome: &'a dyn Fn(u32, u32, Holder) -> i32,
}

/// After a bid that won.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Then {
    /// The coins of Left and of Right.
    pub coins: [u32; 2],
    /// Who has the marker then.
    pub holder: Holder,
    /// The outcome from here on, the winner's move included, if both play best.
    pub outcome: i32,
    /// The winner's best moves by their number among the player's moves; none where there is a penalty instead.
    pub moves: Vec<usize>,
}

/// What happens at a tie.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tie {
    /// Whether the player who asks has the marker and wins it. Nobody has a choice there.
    pub won: bool,
    /// What comes then.
    pub then: Then,
}

/// The worst of the greater bids of the other player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lower {
    /// That bid, the least of equally bad ones.
    pub bid: u32,
    /// What comes then.
    pub then: Then,
}

/// A bid, with what may come of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bid {
    /// The coins bid; none of a player who has no bid.
    pub bid: Option<u32>,
    /// The outcome that it makes sure of.
    pub secured: i32,
    /// If it is the higher one, or nobody else can bid; absent where the other player can bid no less.
    pub higher: Option<Then>,
    /// At a tie, if the other player can make one.
    pub tie: Option<Tie>,
    /// If the other player bids more, and can.
    pub lower: Option<Lower>,
}

const HOLDERS: [Holder; 2] = [Holder::Left, Holder::Right];

impl Stage<'_> {
    /// Whether there is nothing to bid for.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.moves.iter().all(Vec::is_empty) && self.penalties == [None, None]
    }

    /// An outcome as the player likes it: the greater the better.
    fn worth(side: usize, outcome: i32) -> i32 {
        if side == 0 { outcome } else { -outcome }
    }

    /// A player's least and greatest bid, if there are any.
    pub(super) fn range(&self, side: usize) -> Option<(u32, u32)> {
        let least = u32::from(!self.zero_bid);
        (least <= self.coins[side]).then_some((least, self.coins[side]))
    }

    /// What comes of a bid with which a player wins.
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

    /// What comes of the bids of Left and of Right, which both have.
    pub(super) fn outcome_of(&self, [left, right]: [u32; 2]) -> i32 {
        match left.cmp(&right) {
            Ordering::Greater => self.won(0, left, false).outcome,
            Ordering::Equal => self.won(self.holder as usize, left, true).outcome,
            Ordering::Less => self.won(1, right, false).outcome,
        }
    }

    /// All of a player's bids with what they make sure of, in ascending order: one without a number if the player has none. Nothing where nobody can bid, or
    /// the game is over.
    #[must_use]
    pub fn bids(&self, side: usize) -> Vec<Bid> {
        let other = 1 - side;
        let (own, theirs) = (self.range(side), self.range(other));
        if self.is_over() || own.is_none() && theirs.is_none() {
            return Vec::new();
        }
        // The worst of the other player's bids from each on, the greatest first.
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

    /// A player's best bids, all of which make sure of the same.
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
