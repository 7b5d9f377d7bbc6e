//! Tests the advice in random games, against every bid, every decision at a tie and every move of the other player.

use std::sync::atomic::AtomicBool;

use super::{Advice, Bid, Continuation, Oracle, Outcome, Tie};
use crate::control::{Control, Silent};
use crate::engine::chips::ChipGraph;
use crate::engine::chips::depth::Depths;
use crate::model::chips::{Rule, TieBreak};
use crate::model::graph::{GameGraph, Player};
use crate::model::testing::{Numbers, random_game};

struct Table<'a> {
    graph: &'a GameGraph,
    rule: Rule,
    chips: u32,
    mine: &'a Depths,
    theirs: &'a Depths,
}

/// Each variant contains the asking player's chips, encoded as an integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Decides {
    Me(u32),
    They(u32),
}

impl Table<'_> {
    fn top(&self) -> u32 {
        self.rule.top(self.chips)
    }

    /// Computes the result of two bids, `bid` by the asking player and `reply` by the other player, directly from the
    /// rules. If both bids are equal and one player has the advantage, `used` tells whether this player uses it.
    fn result(&self, code: u32, bid: u32, reply: u32, used: bool) -> Decides {
        let unit = self.rule.unit();
        let (chips, mark) = (code / unit, code % unit);
        let (paid, got) = (|| unit * (chips - bid), || unit * (chips + reply));
        match self.rule.tie_break {
            TieBreak::Advantage => match bid.cmp(&reply) {
                std::cmp::Ordering::Greater => Decides::Me(paid() + mark),
                std::cmp::Ordering::Less => Decides::They(got() + mark),
                std::cmp::Ordering::Equal => match (mark == 1, used) {
                    (true, true) => Decides::Me(paid()),
                    (true, false) => Decides::They(got() + 1),
                    (false, true) => Decides::They(got() + 1),
                    (false, false) => Decides::Me(paid()),
                },
            },
            TieBreak::MakeItTakeIt if bid > reply || bid == reply && mark == 1 => Decides::Me(paid() + 1),
            TieBreak::MakeItTakeIt => Decides::They(got()),
            TieBreak::LadiesFirst if bid > reply || bid == reply && self.rule.claimant == Player::Left => Decides::Me(paid()),
            TieBreak::LadiesFirst => Decides::They(got()),
        }
    }

    /// Returns what the advice tells the asking player to do if the other player bids `reply`. The Boolean says whether
    /// the advantage is used.
    fn advised<'b>(&self, bid: &'b Bid, reply: u32, used: bool) -> (bool, &'b Continuation) {
        match bid.bid.cmp(&reply) {
            std::cmp::Ordering::Greater => (used, &bid.won),
            std::cmp::Ordering::Less => (used, bid.lost.as_ref().expect("the other player can bid more")),
            std::cmp::Ordering::Equal => match bid.tie.as_ref().expect("the other player can make a tie") {
                Tie::Use(then) => (true, then),
                Tie::Decline(then) => (false, then),
                Tie::Won(then) | Tie::Lost(then) => (used, then),
                Tie::Theirs { used: on_use, .. } if used => (used, on_use),
                Tie::Theirs { declined, .. } => (used, declined),
            },
        }
    }

    /// Returns every position that can come next if the player follows the advice for a bid. Each position comes with
    /// the player's chips, encoded as an integer.
    fn follow(&self, position: u32, code: u32, bid: &Bid) -> Vec<(u32, u32)> {
        let mut ends = Vec::new();
        let their_chips = self.chips - code / self.rule.unit();
        for reply in 0..=their_chips {
            for used in [false, true] {
                let (used, then) = self.advised(bid, reply, used);
                let own = self.graph.options(self.rule.claimant).get(position as usize);
                let other = self.graph.options(self.rule.claimant.other()).get(position as usize);
                let decided = self.result(code, bid.bid, reply, used);
                let (Decides::Me(now) | Decides::They(now)) = decided;
                let again = Oracle::new(self.graph, self.mine, self.theirs).after_bids(position, code, now);
                // A player who decides who moves follows the preference of the advice. A player who is made to move
                // needs a move.
                let moves = !again.moves.is_empty() && (again.prefer_move || !again.pass || matches!(decided, Decides::They(_)));
                if moves {
                    ends.extend(again.moves.iter().map(|&index| (own[index], now)));
                } else {
                    assert!(again.pass && matches!(decided, Decides::Me(_)), "advice after bids");
                    ends.extend(other.iter().map(|&place| (place, now)));
                }
                let mut moved = |code: u32| {
                    assert!(!then.moves.is_empty(), "advice for the move");
                    ends.extend(then.moves.iter().map(|&index| (own[index], code)));
                };
                match decided {
                    Decides::Me(code) => {
                        if !then.moves.is_empty() {
                            moved(code);
                        }
                        if then.pass {
                            ends.extend(other.iter().map(|&place| (place, code)));
                        }
                        assert!(then.pass || !then.moves.is_empty(), "advice for who wins the bid");
                    }
                    Decides::They(code) => {
                        moved(code);
                        ends.extend(other.iter().map(|&place| (place, code)));
                    }
                }
            }
        }
        ends
    }

    /// Returns whether the player can keep the win after this bid, whatever the other player bids.
    fn keeps_the_win(&self, position: u32, code: u32, bid: u32) -> bool {
        let their_chips = self.chips - code / self.rule.unit();
        let own = self.graph.options(self.rule.claimant).get(position as usize);
        let other = self.graph.options(self.rule.claimant.other()).get(position as usize);
        let kept = |decides: Decides| {
            let (Decides::Me(code) | Decides::They(code)) = decides;
            let wins = |&place: &u32| self.mine.moves(place, code).is_some();
            let (move_wins, pass_wins) = (own.iter().any(wins), other.iter().all(wins));
            if matches!(decides, Decides::Me(_)) { move_wins || pass_wins } else { move_wins && pass_wins }
        };
        let has_choice = self.rule.tie_break == TieBreak::Advantage && code % 2 == 1;
        (0..=their_chips).all(|reply| {
            let [declined, used] = [false, true].map(|used| kept(self.result(code, bid, reply, used)));
            if bid == reply && has_choice { declined || used } else { declined && used }
        })
    }

    fn check(&self, position: u32, code: u32, advice: &Advice) {
        let context = || format!("{:?}, {} chips, position {position}, code {code}, {advice:?}, {:?}", self.rule, self.chips, self.graph);
        assert!(!advice.bids.is_empty(), "{}", context());
        assert!(advice.bids.iter().any(|bid| bid.quickest), "{}", context());
        for bid in &advice.bids {
            for (place, code) in self.follow(position, code, bid) {
                let (mine, theirs) = (self.mine.moves(place, code), self.theirs.moves(place, self.top() - 1 - code));
                let holds = match (advice.outcome, advice.moves) {
                    (Outcome::Win, Some(moves)) if bid.quickest => mine.is_some_and(|left| left < moves),
                    (Outcome::Win, _) => mine.is_some(),
                    (Outcome::Loss, Some(moves)) => theirs.is_none_or(|left| left + 1 >= moves),
                    (Outcome::Loss | Outcome::Neither, _) => theirs.is_none(),
                };
                assert!(holds, "{} bid {}: to {place} with {code}", context(), bid.bid);
            }
        }
        if advice.outcome == Outcome::Win {
            let all: Vec<u32> = (0..=code / self.rule.unit()).filter(|&bid| self.keeps_the_win(position, code, bid)).collect();
            let supplied: Vec<u32> = advice.bids.iter().map(|bid| bid.bid).collect();
            assert_eq!(supplied, all, "{}", context());
        }
    }
}

#[test]
fn advice_holds_against_everything() {
    let mut numbers = Numbers(7);
    let mut seen = [0; 3];
    let stop = AtomicBool::new(false);
    let control = Control::new("", &Silent, &stop);
    for game in 0..250 {
        let graph = random_game(&mut numbers, 1 + game % 6, game % 3 == 0);
        for tie_break in [TieBreak::Advantage, TieBreak::MakeItTakeIt, TieBreak::LadiesFirst] {
            for chips in 0..=4 {
                let depths = Player::BOTH
                    .map(|claimant| Depths::new(&ChipGraph::new(&graph, claimant), Rule { tie_break, claimant }, chips, control).unwrap());
                for (mine, theirs) in [(&depths[0], &depths[1]), (&depths[1], &depths[0])] {
                    let oracle = Oracle::new(&graph, mine, theirs);
                    let table = Table { graph: &graph, rule: mine.rule(), chips, mine, theirs };
                    for position in 0..graph.len() as u32 {
                        for code in 0..table.top() {
                            let advice = oracle.advise(position, code);
                            seen[advice.outcome as usize] += 1;
                            table.check(position, code, &advice);
                        }
                    }
                }
            }
        }
    }
    assert!(seen.iter().all(|&seen| seen > 5_000), "outcomes {seen:?}");
}
