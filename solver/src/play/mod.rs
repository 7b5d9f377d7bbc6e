//! Advises players of discrete bidding games about bids and moves.
//!
//! A player who can force a win is shown all bids that keep the win, and the quickest of these bids are marked. A
//! player who must lose is shown the bids that delay the loss longest. If neither player can force a win, the advice
//! lists the bids after which the other player still cannot force a win. The *goal* is the number of chips that a
//! player must have after a move. The chips of a player are encoded as an integer, the *code* (see
//! [`crate::model::chips`]). A bid is good if it lets the player reach the goal, whatever the other player bids.

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

/// Computes advice for one player in a game with one total number of chips.
pub struct Oracle<'a> {
    bidding: Bidding<'a>,
    /// Number of moves that the asking player needs to win, for each position and number of chips.
    mine: &'a Depths,
    /// Number of moves that the other player needs to win, for each position and number of chips.
    theirs: &'a Depths,
}

/// Advice for a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// Result that the player can force.
    pub outcome: Outcome,
    /// Number of moves of both players until one of them has won, if both play best. `None` if neither player can force
    /// a win.
    pub moves: Option<u32>,
    /// Good bids in ascending order; never empty.
    pub bids: Vec<Bid>,
}

/// A good bid, with instructions for what to do after each bid of the other player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bid {
    /// Number of chips that the player bids.
    pub bid: u32,
    /// Whether the bid wins as quickly as possible. If the player cannot win, this field is always true.
    pub quickest: bool,
    /// Instructions for the case that the player's bid is the higher one.
    pub won: Continuation,
    /// Instructions for a tie. `None` if the other player does not have enough chips to tie.
    pub tie: Option<Tie>,
    /// Instructions for the case that the other player bids one chip more. `None` if the other player does not have
    /// enough chips. A higher bid of the other player needs no other instructions.
    pub lost: Option<Continuation>,
}

/// Instructions for a tie.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tie {
    /// The player has the advantage and should use it. The player wins the bid, and the other player gets the
    /// advantage.
    Use(Continuation),
    /// The player has the tie-breaking advantage and should keep the advantage.
    Decline(Continuation),
    /// The tie-breaking rule lets the player win the bid.
    Won(Continuation),
    /// The tie-breaking rule lets the other player win the bid.
    Lost(Continuation),
    /// The other player has the advantage and decides who wins the bid.
    Theirs {
        /// Instructions for the case that the other player uses the advantage and wins the bid.
        used: Continuation,
        /// Instructions for the case that the other player does not use the advantage and loses the bid.
        declined: Continuation,
    },
}

/// The player's chips after the bids, and the player's decisions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Continuation {
    /// The player's chips after the payment, encoded as an integer.
    pub code: u32,
    /// Indices of the moves with which the player reaches the goal, with the best move first.
    pub moves: Vec<usize>,
    /// Whether the player may let the other player move.
    pub pass: bool,
    /// Whether the player should move rather than let the other player move. The field matters only if the player
    /// decides who moves.
    pub prefer_move: bool,
}

/// Computed wins of both players, for one total number of chips.
pub struct Adviser {
    graph: GameGraph,
    /// Left's wins, followed by Right's wins.
    wins: [Depths; 2],
}

impl Adviser {
    /// Computes the wins of both players.
    ///
    /// # Errors
    /// Returns [`Interrupted`] if the computation is asked to stop.
    pub fn new(graph: GameGraph, tie_break: TieBreak, chips: u32, control: Control) -> Result<Self, Interrupted> {
        control.stage("moves looked ahead", None);
        let wins = |claimant| Depths::new(&ChipGraph::new(&graph, claimant), Rule { tie_break, claimant }, chips, control);
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

    /// Returns an [`Oracle`] that advises one player.
    #[must_use]
    pub fn oracle(&self, player: Player) -> Oracle<'_> {
        let [left, right] = &self.wins;
        let (mine, theirs) = if player == Player::Left { (left, right) } else { (right, left) };
        Oracle::new(&self.graph, mine, theirs)
    }

    /// Returns the fewest chips, encoded as an integer, with which a player can force a win from a position, or `None`
    /// if no number of chips is enough.
    #[must_use]
    pub fn least(&self, position: u32, player: Player) -> Option<u32> {
        let wins = &self.wins[player as usize];
        Some(wins.threshold(position, None)).filter(|&code| code < wins.rule().top(wins.chips()))
    }
}

struct Goal<'a> {
    enough: &'a dyn Fn(u32) -> u32,
}

impl<'a> Oracle<'a> {
    /// Creates an oracle for a player. `mine` contains the wins of this player, and `theirs` contains the wins of the
    /// other player.
    ///
    /// # Panics
    /// Panics if `mine` and `theirs` belong to the same player or to different numbers of chips.
    #[must_use]
    pub fn new(graph: &'a GameGraph, mine: &'a Depths, theirs: &'a Depths) -> Self {
        assert!(mine.rule().claimant == theirs.rule().claimant.other() && mine.chips() == theirs.chips(), "two sides of one game");
        Self { bidding: Bidding { graph, rule: mine.rule(), chips: mine.chips() }, mine, theirs }
    }

    /// Returns the total number of chips.
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

    /// Advises a player after any two bids. The integer that encodes the player's chips was `code` before the bids and
    /// is `now` after them. If the player's bid was bad, there may be no good choice.
    #[must_use]
    pub fn after_bids(&self, position: u32, code: u32, now: u32) -> Continuation {
        if let Some(moves) = self.mine.moves(position, code) {
            let quickest = self.bidding.continuation(position, now, &Goal { enough: &|place| self.mine.threshold(place, Some(moves - 1)) });
            if !quickest.moves.is_empty() {
                return Continuation { prefer_move: quickest.prefer_move || !quickest.pass, ..quickest };
            }
            // No quickest move is possible, so return all winning moves, in case the other player makes this player
            // move.
            let any = self.bidding.continuation(position, now, &Goal { enough: &|place| self.mine.threshold(place, None) });
            return if quickest.pass { Continuation { pass: true, prefer_move: false, ..any } } else { any };
        }
        let moves = self.theirs.moves(position, self.top() - 1 - code);
        self.bidding.continuation(position, now, &Goal { enough: &|place| self.resists(place, moves) })
    }

    /// Returns the fewest chips with which a losing player reaches the goal. The result encodes these chips as an
    /// integer. If `moves` is `None`, the goal is that the other player cannot win from `place`. If `moves` is a
    /// number, the goal is that the loss takes at least `moves` moves.
    fn resists(&self, place: u32, moves: Option<u32>) -> u32 {
        let theirs = match moves {
            Some(0 | 1) => self.top(),
            Some(moves) => self.theirs.threshold(place, Some(moves - 2)),
            None => self.theirs.threshold(place, None),
        };
        self.top() - theirs
    }

    /// Advises a player whose chips are encoded as `code`, in a position.
    #[must_use]
    pub fn advise(&self, position: u32, code: u32) -> Advice {
        let top = self.top();
        if let Some(moves) = self.mine.moves(position, code) {
            let quickest = self.bidding.bids(position, code, &Goal { enough: &|place| self.mine.threshold(place, Some(moves - 1)) });
            let mut bids = self.bidding.bids(position, code, &Goal { enough: &|place| self.mine.threshold(place, None) });
            for bid in &mut bids {
                // If the bid is among the quickest, take it from their list, in which the quickest moves come first.
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

struct Bidding<'a> {
    graph: &'a GameGraph,
    rule: Rule,
    chips: u32,
}

impl Bidding<'_> {
    /// Returns all bids with which the player reaches a goal, whatever the other player bids.
    fn bids(&self, position: u32, code: u32, goal: &Goal<'_>) -> Vec<Bid> {
        let chips = code / self.rule.unit();
        (0..=chips).filter_map(|bid| self.bid(position, code, bid, goal)).collect()
    }

    /// Returns the instructions for a bid, or `None` if the bid is bad.
    fn bid(&self, position: u32, code: u32, bid: u32, goal: &Goal<'_>) -> Option<Bid> {
        let unit = self.rule.unit();
        let (chips, mark) = (code / unit, code % unit);
        let their_chips = self.chips - chips;
        let after = |code: u32| self.continuation(position, code, goal);
        // The winner of the bid decides who moves.
        let mine = |code: u32| Some(after(code)).filter(|then| then.pass || !then.moves.is_empty());
        let theirs = |code: u32| Some(after(code)).filter(|then| then.pass && !then.moves.is_empty());
        let paid = |amount: u32| unit * (chips - amount);
        let got = |amount: u32| unit * (chips + amount);
        // With make-it-take-it, the mark records who won the last bid. Under the other rules, the mark changes only at
        // ties.
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

    /// Returns the player's decisions after the bids.
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

/// Returns the bids with which a player can force a win, in ascending order. The second field of the pair encodes the
/// player's chips as an integer. The function `thresholds` returns the encoded threshold of the position after a move.
/// Fast and slow wins count the same, so no bid is marked as quickest.
#[must_use]
pub fn winning_bids(graph: &GameGraph, rule: Rule, chips: u32, (position, code): (u32, u32), thresholds: &dyn Fn(u32) -> u32) -> Vec<Bid> {
    let bids = Bidding { graph, rule, chips }.bids(position, code, &Goal { enough: thresholds });
    bids.into_iter().map(|bid| Bid { quickest: false, ..bid }).collect()
}

#[cfg(test)]
mod tests;
