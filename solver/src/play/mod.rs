//! What to bid and where to move with discrete chips.
//!
//! A player who can win gets all bids that keep the win, and the quickest of them; a player who must lose those that put the end off for longest; where neither can
//! force a win, those that hold. In each case a goal says which code is enough at each place after the move; a bid is good if every answer to it leaves enough.

pub mod answer;
pub mod round;

use serde::Serialize;

use crate::control::{Control, Interrupted};
use crate::engine::chips::ChipGraph;
use crate::engine::chips::depth::Depths;
use crate::model::chips::{Rule, TieBreak};
use crate::model::graph::{GameGraph, Player};

/// What a player can bring about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// The player wins by force.
    Win,
    /// The other player does.
    Loss,
    /// Neither does.
    Neither,
}

/// Both players' wins with one number of chips.
pub struct Oracle<'a> {
    bidding: Bidding<'a>,
    /// The wins of the player who asks.
    mine: &'a Depths,
    /// The wins of the other.
    theirs: &'a Depths,
}

/// What a player should do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// What the player can bring about.
    pub outcome: Outcome,
    /// A win or loss comes within so many moves of both players, if both play best.
    pub moves: Option<u32>,
    /// The good bids, in ascending order; there is always one.
    pub bids: Vec<Bid>,
}

/// A good bid with what to do after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bid {
    /// The chips bid.
    pub bid: u32,
    /// Whether it wins as quickly as can be. (Of a player who does not win: always.)
    pub quickest: bool,
    /// What to do when the bid is the higher one.
    pub won: Continuation,
    /// At a tie, if the other player can make one.
    pub tie: Option<Tie>,
    /// When the other player bids one more (bidding still more costs them more); if they can.
    pub lost: Option<Continuation>,
}

/// What happens at a tie.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tie {
    /// The player has the choice and should win the bid, giving the advantage away.
    Use(Continuation),
    /// The player has the choice and should let the other win the bid.
    Decline(Continuation),
    /// The rule gives the tie to the player.
    Won(Continuation),
    /// The rule gives it to the other.
    Lost(Continuation),
    /// The other player has the choice.
    Theirs {
        /// If they use the advantage and win the bid.
        used: Continuation,
        /// If they decline and the player wins the bid.
        declined: Continuation,
    },
}

/// After a bid: what the player holds then, and what is enough for the goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Continuation {
    /// The player's code after the payment.
    pub code: u32,
    /// The player's options (indices in the list) that reach the goal, the best first, if the player moves.
    pub moves: Vec<usize>,
    /// Whether the other player may move instead: whatever they do reaches the goal.
    pub pass: bool,
    /// Which is better, where this player decides who moves: to move.
    pub prefer_move: bool,
}

/// Both players' wins in a game with one number of chips, for advice at any of its positions.
pub struct Adviser {
    graph: GameGraph,
    /// Left's and Right's.
    wins: [Depths; 2],
}

impl Adviser {
    /// Looks ahead, move by move, until no win comes any more.
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

    /// The game's options.
    #[must_use]
    pub fn graph(&self) -> &GameGraph {
        &self.graph
    }

    /// The game's options, when no more advice is wanted.
    #[must_use]
    pub fn into_graph(self) -> GameGraph {
        self.graph
    }

    /// A player's advice.
    #[must_use]
    pub fn oracle(&self, player: Player) -> Oracle<'_> {
        let [left, right] = &self.wins;
        let (mine, theirs) = if player == Player::Left { (left, right) } else { (right, left) };
        Oracle::new(&self.graph, mine, theirs)
    }

    /// The least code with which a player wins by force from a position, if there is one.
    #[must_use]
    pub fn least(&self, position: u32, player: Player) -> Option<u32> {
        let wins = &self.wins[player as usize];
        Some(wins.threshold(position, None)).filter(|&code| code < wins.rule().top(wins.chips()))
    }
}

/// What is to be reached: with which code each place after the move is good enough.
struct Goal<'a> {
    enough: &'a dyn Fn(u32) -> u32,
}

impl<'a> Oracle<'a> {
    /// Advice in a game from the wins of the player who asks and of the other.
    ///
    /// # Panics
    /// If the two do not belong together.
    #[must_use]
    pub fn new(graph: &'a GameGraph, mine: &'a Depths, theirs: &'a Depths) -> Self {
        assert!(mine.rule().claimant == theirs.rule().claimant.other() && mine.chips() == theirs.chips(), "two sides of one game");
        Self { bidding: Bidding { graph, rule: mine.rule(), chips: mine.chips() }, mine, theirs }
    }

    /// The number of chips that is advised about.
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

    /// What a player who held `code` when bids were made should do with what is left, `now`, whatever the bids were: good after a good bid.
    #[must_use]
    pub fn after_bids(&self, position: u32, code: u32, now: u32) -> Continuation {
        if let Some(moves) = self.mine.moves(position, code) {
            let quickest = self.bidding.continuation(position, now, &Goal { enough: &|place| self.mine.threshold(place, Some(moves - 1)) });
            if !quickest.moves.is_empty() {
                return Continuation { prefer_move: quickest.prefer_move || !quickest.pass, ..quickest };
            }
            // Moves that win, if not as quickly, for a player who is told to move.
            let any = self.bidding.continuation(position, now, &Goal { enough: &|place| self.mine.threshold(place, None) });
            return if quickest.pass { Continuation { pass: true, prefer_move: false, ..any } } else { any };
        }
        let moves = self.theirs.moves(position, self.top() - 1 - code);
        self.bidding.continuation(position, now, &Goal { enough: &|place| self.resists(place, moves) })
    }

    /// The least code at a place with which the other player does not win, or not within two moves less than `moves`: one is made now, and one more is gained.
    fn resists(&self, place: u32, moves: Option<u32>) -> u32 {
        let theirs = match moves {
            Some(0 | 1) => self.top(),
            Some(moves) => self.theirs.threshold(place, Some(moves - 2)),
            None => self.theirs.threshold(place, None),
        };
        self.top() - theirs
    }

    /// The advice at a position for a player with this code.
    #[must_use]
    pub fn advise(&self, position: u32, code: u32) -> Advice {
        let top = self.top();
        if let Some(moves) = self.mine.moves(position, code) {
            let quickest = self.bidding.bids(position, code, &Goal { enough: &|place| self.mine.threshold(place, Some(moves - 1)) });
            let mut bids = self.bidding.bids(position, code, &Goal { enough: &|place| self.mine.threshold(place, None) });
            for bid in &mut bids {
                // After the quickest bids the quickest moves come first.
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

/// What bids come to in a game with a number of chips, for one of the players.
struct Bidding<'a> {
    graph: &'a GameGraph,
    rule: Rule,
    chips: u32,
}

impl Bidding<'_> {
    /// The bids that reach a goal.
    fn bids(&self, position: u32, code: u32, goal: &Goal<'_>) -> Vec<Bid> {
        let chips = code / self.rule.unit();
        (0..=chips).filter_map(|bid| self.bid(position, code, bid, goal)).collect()
    }

    /// A bid, if it reaches the goal whatever the other player answers.
    fn bid(&self, position: u32, code: u32, bid: u32, goal: &Goal<'_>) -> Option<Bid> {
        let unit = self.rule.unit();
        let (chips, mark) = (code / unit, code % unit);
        let their_chips = self.chips - chips;
        let after = |code: u32| self.continuation(position, code, goal);
        // Whoever wins a bid decides who moves.
        let mine = |code: u32| Some(after(code)).filter(|then| then.pass || !then.moves.is_empty());
        let theirs = |code: u32| Some(after(code)).filter(|then| then.pass && !then.moves.is_empty());
        let paid = |amount: u32| unit * (chips - amount);
        let got = |amount: u32| unit * (chips + amount);
        // With make-it-take-it the mark says who won last; otherwise a bid that is no tie leaves it where it is.
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

    /// What the player can do with this code after the bids.
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

/// The bids with which a player with this code wins by force at a position, in ascending order. `thresholds` are the least codes that are enough at each place.
/// How long the win takes is not looked at: no bid is called the quickest.
#[must_use]
pub fn winning_bids(graph: &GameGraph, rule: Rule, chips: u32, (position, code): (u32, u32), thresholds: &dyn Fn(u32) -> u32) -> Vec<Bid> {
    let bids = Bidding { graph, rule, chips }.bids(position, code, &Goal { enough: thresholds });
    bids.into_iter().map(|bid| Bid { quickest: false, ..bid }).collect()
}

#[cfg(test)]
mod tests;
