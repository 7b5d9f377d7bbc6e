//! What to bid and where to move with discrete chips.
//!
//! A player who can win gets all bids that keep the win, with the quickest marked. A player who must lose gets the bids
//! that delay the end longest. If neither can force a win, the advice is the bids that keep it so. In each case a goal
//! is the least sufficient code at each successor; a bid is good if every answer to it leaves at least that code.

pub mod answer;
pub mod round;

use serde::Serialize;

use crate::control::{Control, Interrupted};
use crate::engine::chips::ChipGraph;
use crate::engine::chips::depth::Depths;
use crate::model::chips::{Rule, TieBreak};
use crate::model::graph::{GameGraph, Player};

/// Result that a player can force.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// The player wins by force.
    Win,
    /// The other player wins by force.
    Loss,
    /// Neither player can force a win.
    Neither,
}

/// Advice for one player, from both players' wins with one number of chips.
pub struct Oracle<'a> {
    bidding: Bidding<'a>,
    /// Wins of the player who asks.
    mine: &'a Depths,
    /// Wins of the other player.
    theirs: &'a Depths,
}

/// Advice for a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// Result that the player can force.
    pub outcome: Outcome,
    /// Number of moves, by both players together, until the win or loss if both play best.
    pub moves: Option<u32>,
    /// Good bids, ascending; never empty.
    pub bids: Vec<Bid>,
}

/// Good bid with what to do after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bid {
    /// The chips bid.
    pub bid: u32,
    /// Whether the bid wins as quickly as possible; always true for a player who does not win.
    pub quickest: bool,
    /// What to do if the bid is the higher one.
    pub won: Continuation,
    /// What to do at a tie, if the other player can tie.
    pub tie: Option<Tie>,
    /// What to do if the other player bids one more, if they can. A still higher bid only costs them more.
    pub lost: Option<Continuation>,
}

/// Instructions for a tie.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tie {
    /// The player has the choice and should win the bid, giving the advantage away.
    Use(Continuation),
    /// The player has the choice and should let the other win the bid.
    Decline(Continuation),
    /// The rule gives the tie to the player.
    Won(Continuation),
    /// The rule gives the tie to the other player.
    Lost(Continuation),
    /// The other player has the choice.
    Theirs {
        /// If they use the advantage and win the bid.
        used: Continuation,
        /// If they decline and the player wins the bid.
        declined: Continuation,
    },
}

/// State after a bid: the player's code, and what reaches the goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Continuation {
    /// The player's code after the payment.
    pub code: u32,
    /// Indices of the player's options that reach the goal, best first, if the player moves.
    pub moves: Vec<usize>,
    /// Whether the goal is reached even if the other player moves.
    pub pass: bool,
    /// Whether moving is better than letting the other player move, if this player decides.
    pub prefer_move: bool,
}

/// Both players' wins in a game with one number of chips, for advice at any position.
pub struct Adviser {
    graph: GameGraph,
    /// Left's wins, then Right's.
    wins: [Depths; 2],
}

impl Adviser {
    /// Computes the wins move by move until no new win appears.
    ///
    /// # Errors
    /// [`Interrupted`] when asked to stop.
    pub fn new(graph: GameGraph, tie_break: TieBreak, chips: u32, control: Control) -> Result<Self, Interrupted> {
        control.stage("moves looked ahead", None);
        let wins = |claimant| Depths::new(&ChipGraph::of(&graph, claimant), Rule { tie_break, claimant }, chips, control);
        let (left, right) = rayon::join(|| wins(Player::Left), || wins(Player::Right));
        let wins = [left?, right?];
        control.done();
        Ok(Self { graph, wins })
    }

    /// Returns the option graph of the game.
    #[must_use]
    pub fn graph(&self) -> &GameGraph {
        &self.graph
    }

    /// Consumes the adviser and returns the option graph.
    #[must_use]
    pub fn into_graph(self) -> GameGraph {
        self.graph
    }

    /// Returns the advice for a player.
    #[must_use]
    pub fn oracle(&self, player: Player) -> Oracle<'_> {
        let [left, right] = &self.wins;
        let (mine, theirs) = if player == Player::Left { (left, right) } else { (right, left) };
        Oracle::new(&self.graph, mine, theirs)
    }

    /// Returns the least code with which a player can force a win from a position, if any.
    #[must_use]
    pub fn least(&self, position: u32, player: Player) -> Option<u32> {
        let wins = &self.wins[player as usize];
        Some(wins.threshold(position, None)).filter(|&code| code < wins.rule().top(wins.chips()))
    }
}

/// Goal: which codes are good enough at each successor.
struct Goal<'a> {
    enough: &'a dyn Fn(u32) -> u32,
}

impl<'a> Oracle<'a> {
    /// Builds advice from the wins of the player who asks and of the other player.
    ///
    /// # Panics
    /// If the two do not belong together.
    #[must_use]
    pub fn new(graph: &'a GameGraph, mine: &'a Depths, theirs: &'a Depths) -> Self {
        assert!(mine.rule().claimant == theirs.rule().claimant.other() && mine.chips() == theirs.chips(), "two sides of one game");
        Self { bidding: Bidding { graph, rule: mine.rule(), chips: mine.chips() }, mine, theirs }
    }

    /// Returns the number of chips.
    #[must_use]
    pub fn chips(&self) -> u32 {
        self.mine.chips()
    }

    fn rule(&self) -> Rule {
        self.mine.rule()
    }

    fn top(&self) -> u32 {
        self.rule().top(self.mine.chips())
    }

    /// Advises a player whose code was `code` at the bids and is `now` after them, whatever the bids were. The advice
    /// is good after a good bid.
    #[must_use]
    pub fn after_bids(&self, position: u32, code: u32, now: u32) -> Continuation {
        if let Some(moves) = self.mine.moves(position, code) {
            let quickest = self.bidding.continuation(position, now, &Goal { enough: &|place| self.mine.threshold(place, Some(moves - 1)) });
            if !quickest.moves.is_empty() {
                return Continuation { prefer_move: quickest.prefer_move || !quickest.pass, ..quickest };
            }
            // Add winning moves that are not quickest, in case the other player makes this player move.
            let any = self.bidding.continuation(position, now, &Goal { enough: &|place| self.mine.threshold(place, None) });
            return if quickest.pass { Continuation { pass: true, prefer_move: false, ..any } } else { any };
        }
        let moves = self.theirs.moves(position, self.top() - 1 - code);
        self.bidding.continuation(position, now, &Goal { enough: &|place| self.resists(place, moves) })
    }

    /// Returns the least code at a successor with which the other player does not win, or not within `moves - 2` moves:
    /// one move is made now, and one more is gained.
    fn resists(&self, place: u32, moves: Option<u32>) -> u32 {
        let theirs = match moves {
            Some(0 | 1) => self.top(),
            Some(moves) => self.theirs.threshold(place, Some(moves - 2)),
            None => self.theirs.threshold(place, None),
        };
        self.top() - theirs
    }

    /// Advises a player with this code at a position.
    #[must_use]
    pub fn advise(&self, position: u32, code: u32) -> Advice {
        let top = self.top();
        if let Some(moves) = self.mine.moves(position, code) {
            let quickest = self.bidding.bids(position, code, &Goal { enough: &|place| self.mine.threshold(place, Some(moves - 1)) });
            let mut bids = self.bidding.bids(position, code, &Goal { enough: &|place| self.mine.threshold(place, None) });
            for bid in &mut bids {
                // After the quickest bids, the quickest moves come first.
                match quickest.iter().find(|quick| quick.bid == bid.bid) {
                    Some(quick) => *bid = quick.clone(),
                    None => bid.quickest = false,
                }
            }
            return Advice { outcome: Outcome::Win, moves: Some(moves), bids };
        }
        let (outcome, moves) = match self.theirs.moves(position, top - 1 - code) {
            Some(moves) => (Outcome::Loss, Some(moves)),
            None => (Outcome::Neither, None),
        };
        let enough = |place: u32| self.resists(place, moves);
        Advice { outcome, moves, bids: self.bidding.bids(position, code, &Goal { enough: &enough }) }
    }
}

/// Bidding in a game with a number of chips, seen by one player.
struct Bidding<'a> {
    graph: &'a GameGraph,
    rule: Rule,
    chips: u32,
}

impl Bidding<'_> {
    /// Returns the bids that reach a goal.
    fn bids(&self, position: u32, code: u32, goal: &Goal<'_>) -> Vec<Bid> {
        let chips = code / self.rule.unit();
        (0..=chips).filter_map(|bid| self.bid(position, code, bid, goal)).collect()
    }

    /// Returns a bid if it reaches the goal whatever the other player answers.
    fn bid(&self, position: u32, code: u32, bid: u32, goal: &Goal<'_>) -> Option<Bid> {
        let unit = self.rule.unit();
        let (chips, mark) = (code / unit, code % unit);
        let their_chips = self.chips - chips;
        let after = |code: u32| self.continuation(position, code, goal);
        // The winner of a bid decides who moves.
        let mine = |code: u32| Some(after(code)).filter(|then| then.pass || !then.moves.is_empty());
        let theirs = |code: u32| Some(after(code)).filter(|then| then.pass && !then.moves.is_empty());
        let paid = |amount: u32| unit * (chips - amount);
        let got = |amount: u32| unit * (chips + amount);
        // With make-it-take-it the mark records who won last; under other rules only ties move it.
        let (mark_won, mark_lost) = if self.rule.tie_break == TieBreak::MakeItTakeIt { (1, 0) } else { (mark, mark) };
        let won = mine(paid(bid) + mark_won)?;
        let tie = if bid > their_chips {
            None
        } else {
            Some(match self.rule.tie_break {
                TieBreak::Advantage if mark == 1 => match (mine(paid(bid)), theirs(got(bid) + 1)) {
                    (Some(used), declined) if declined.is_none() || bid > 0 => Tie::Use(used),
                    (_, Some(declined)) => Tie::Decline(declined),
                    (Some(used), None) => Tie::Use(used),
                    (None, None) => return None,
                },
                TieBreak::Advantage => Tie::Theirs { used: theirs(got(bid) + 1)?, declined: mine(paid(bid))? },
                TieBreak::MakeItTakeIt if mark == 1 => Tie::Won(mine(paid(bid) + 1)?),
                TieBreak::MakeItTakeIt => Tie::Lost(theirs(got(bid))?),
                TieBreak::LadiesFirst if self.rule.claimant == Player::Left => Tie::Won(mine(paid(bid))?),
                TieBreak::LadiesFirst => Tie::Lost(theirs(got(bid))?),
            })
        };
        let lost = if bid + 1 > their_chips { None } else { Some(theirs(got(bid + 1) + mark_lost)?) };
        Some(Bid { bid, quickest: true, won, tie, lost })
    }

    /// Returns what the player can do with this code after the bids.
    fn continuation(&self, position: u32, code: u32, goal: &Goal<'_>) -> Continuation {
        let own = self.graph.options(self.rule.claimant).get(position as usize);
        let other = self.graph.options(self.rule.claimant.other()).get(position as usize);
        let mut moves: Vec<usize> = (0..own.len()).filter(|&index| code >= (goal.enough)(own[index])).collect();
        moves.sort_by_key(|&index| (goal.enough)(own[index]));
        let pass = other.iter().all(|&place| code >= (goal.enough)(place));
        let best_own = own.iter().map(|&place| (goal.enough)(place)).min();
        let worst_other = other.iter().map(|&place| (goal.enough)(place)).max();
        Continuation { code, moves, pass, prefer_move: best_own <= worst_other }
    }
}

/// Returns the bids, ascending, with which a player with this code can force a win at a position. `thresholds` gives
/// the least sufficient code at each successor. The length of the win is ignored, so no bid is marked quickest.
#[must_use]
pub fn winning_bids(graph: &GameGraph, rule: Rule, chips: u32, (position, code): (u32, u32), thresholds: &dyn Fn(u32) -> u32) -> Vec<Bid> {
    let bids = Bidding { graph, rule, chips }.bids(position, code, &Goal { enough: thresholds });
    bids.into_iter().map(|bid| Bid { quickest: false, ..bid }).collect()
}

#[cfg(test)]
mod tests;
