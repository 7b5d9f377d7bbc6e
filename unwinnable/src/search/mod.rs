//! The searches, and the [`Solver`] that takes turns with them.
//!
//! `quick` says what can be seen at once. `rollout` plays games in which both sides help to bring a mate about; `deepening` and `frontier` look for mates that are far
//! away, `shortest` for those that are near. `closure` looks for a set of positions closed under legal moves in which the intended winner never mates, `reach` for larger sets
//! without arguments, and for mates in them; `fortress` chooses the pieces that the skeleton argument tracks.

pub mod closure;
mod deepening;
mod fortress;
mod frontier;
mod keys;
mod quick;
mod reach;
mod rollout;
mod shortest;
mod stop;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use closure::Leaves;
use deepening::Deepening;
use reach::Reach;
use rollout::Style;
use shortest::Shortest;
use stop::Stop;

use crate::chess::{BitBoard, Color, End, Move, Position};

/// When a search gives up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// About how many positions are looked at, at most.
    pub nodes: u64,
    /// The time after which it gives up, within some milliseconds. A verdict then depends on the machine.
    pub time: Option<Duration>,
}

impl Limits {
    /// At most about `nodes` positions, in whatever time that takes.
    #[must_use]
    pub const fn nodes(nodes: u64) -> Self {
        Self { nodes, time: None }
    }

    /// The same, within `time`.
    #[must_use]
    pub const fn within(self, time: Duration) -> Self {
        Self { time: Some(time), ..self }
    }
}

impl Default for Limits {
    /// [`USUAL_NODES`], in whatever time that takes: under a second for nearly all positions of games, some seconds for the others.
    fn default() -> Self {
        Self::nodes(USUAL_NODES)
    }
}

/// An answer, with what it has taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The answer.
    pub verdict: Verdict,
    /// Positions whose moves were looked at.
    pub nodes: u64,
}

/// Whether a side can mate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It can: these moves of both sides end in mate.
    Winnable(Vec<Move>),
    /// It cannot, whatever both sides do.
    Unwinnable(Closed),
    /// This was not found out within the limits.
    Unknown,
}

/// Why a side cannot mate: a set of positions that play does not leave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Closed {
    /// How many there are, the first one included.
    pub positions: u32,
    /// The numbers of those that the static argument settles, in ascending order; numbers are as in `spec/kinds/unwinnable.md`.
    pub leaves: Vec<u32>,
    /// The numbers of those that the skeleton argument settles.
    pub by_skeletons: Vec<u32>,
    /// How many skeletons are met for these, together.
    pub skeletons: u32,
    /// Where pieces are followed in these.
    pub followed: BitBoard,
    /// What settles it.
    pub reason: Reason,
}

impl Closed {
    /// So many positions, without any argument.
    #[must_use]
    pub const fn of(positions: u32, reason: Reason) -> Self {
        Self { positions, leaves: Vec::new(), by_skeletons: Vec::new(), skeletons: 0, followed: BitBoard::EMPTY, reason }
    }

    /// The position itself, by so many skeletons in which nothing is followed.
    #[must_use]
    pub fn by_skeletons(skeletons: u32) -> Self {
        Self { by_skeletons: vec![0], skeletons, ..Self::of(1, Reason::Skeletons) }
    }
}

/// What settles that a side cannot mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Play is over.
    Over,
    /// The material.
    Material,
    /// The static argument, for the position itself.
    Static,
    /// The skeleton argument, for the position itself.
    Skeletons,
    /// All that can follow has been looked at.
    Closed,
}

/// Answers questions, one after the other. It takes at most some 300 MB while it answers one (twice that for shortest lines), for nearly all next to nothing, and in between some 10 MB, or up to some 60 MB once large fortresses were among them.
#[derive(Default)]
pub struct Solver {
    rollout: rollout::Rollout,
    closure: closure::Closure,
    fortress: fortress::Fortress,
    reach: Reach,
    frontier: frontier::Frontier,
    deepening: Deepening,
    stop: Stop,
}

/// Positions that are looked at in games, before anything else is tried: where pawns stop one another, games are more often of no use.
const GAMES_SHUT_IN: u64 = 1 << 10;
const GAMES: u64 = 1 << 13;
/// Rounds of all searches.
const ROUNDS: usize = 6;
/// Positions that the frontier keeps.
const MOST_KEPT: usize = 1 << 20;

/// One way to look for an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Search {
    /// All that can follow, except from where the static argument holds.
    Static,
    /// The skeleton argument, for the position itself.
    Fortress,
    /// All that can follow, except from where the static or the skeleton argument holds.
    Skeletons,
    /// Games, each in a style of its own.
    Games,
    /// From position to position, and games from there.
    Frontier,
    /// All that can follow, what leads on first: so many more positions in the same time, and mates among them.
    Set,
    /// Depth first.
    Deepening,
}

impl Search {
    /// In the order in which they are tried.
    const ALL: [Self; 7] = [Self::Static, Self::Fortress, Self::Skeletons, Self::Games, Self::Frontier, Self::Set, Self::Deepening];

    /// Positions that it may look at in a round, or 0. Each search has its own positions in which it alone finds an answer soon, nearly always in the first rounds; what is left then are large sets, and mates in them.
    fn share(self, round: usize, shut_in: bool) -> u64 {
        // Powers of two.
        let shares: [u32; ROUNDS] = match self {
            // Where pieces are free to move it takes long and seldom holds: there the others go first.
            Self::Static if round == 0 && !shut_in => return 0,
            Self::Static => [6, 8, 0, 0, 0, 0],
            Self::Fortress => [10, 12, 13, 14, 18, 0],
            Self::Skeletons => [10, 12, 13, 0, 17, 0],
            Self::Games => [12, 13, 14, 15, 16, 17],
            Self::Set => [10, 13, 16, 19, 22, 0],
            Self::Frontier => [10, 12, 14, 16, 18, 20],
            Self::Deepening => [12, 15, 17, 18, 19, 20],
        };
        match shares.get(round) {
            Some(0) => 0,
            Some(power) => 1 << power,
            // Sets would take more memory; what looks for lines goes on, twice as long each time.
            None if matches!(self, Self::Games | Self::Frontier | Self::Deepening) => {
                1 << (shares[ROUNDS - 1] as usize + round - (ROUNDS - 1)).min(60)
            }
            None => 0,
        }
    }
}

/// A number of positions that is searched for where nothing is said. All rounds take less; with more than that, rounds go on until it is reached.
pub const USUAL_NODES: u64 = 1 << 24;

/// For shortest lines, so many times more positions are looked at, which take less time each.
pub const SHORTEST: u64 = 32;

impl Solver {
    /// A solver that knows nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The same, which gives up soon after another thread has set the flag: what it was asked, and what it is asked then, is [`Verdict::Unknown`] unless that is seen at once.
    #[must_use]
    pub fn stopped_by(self, flag: Arc<AtomicBool>) -> Self {
        Self { stop: Stop::by(flag), ..self }
    }

    /// Gives all memory back that it keeps from one question to the next.
    pub fn release_memory(&mut self) {
        *self = Self { stop: std::mem::take(&mut self.stop), ..Self::default() };
    }

    /// Whether the intended winner can mate, within these limits.
    pub fn decide(&mut self, position: &Position, winner: Color, limits: Limits) -> Answer {
        self.stop.begin(limits.time);
        self.decide_begun(position, winner, limits.nodes)
    }

    fn decide_begun(&mut self, position: &Position, winner: Color, nodes: u64) -> Answer {
        if let Some(verdict) = at_once(position, winner) {
            return Answer { verdict, nodes: 0 };
        }
        let (verdict, mut spent) = quick::look(position, winner, &mut self.closure);
        if let Some(verdict) = verdict {
            return Answer { verdict, nodes: spent };
        }
        let shut_in = quick::may_be_shut_in(position.board());
        let games = if shut_in { GAMES_SHUT_IN } else { GAMES };
        let (line, cost) = self.rollout.search(position, winner, (games.min(nodes), Style::Fitting), &self.stop);
        spent += cost;
        let mut verdict = line.map(Verdict::Winnable);
        self.fortress.begin();
        let rounds = if nodes > USUAL_NODES { usize::MAX } else { ROUNDS };
        'rounds: for round in 0..rounds {
            let before = spent;
            for search in Search::ALL {
                if verdict.is_some() || spent >= nodes || self.stop.is_set() {
                    break 'rounds;
                }
                let most = search.share(round, shut_in).min(nodes - spent);
                let (found, cost) = self.search(search, position, winner, most);
                verdict = found;
                spent += cost;
            }
            if round >= ROUNDS && spent == before {
                // Nothing is left to look at.
                break;
            }
        }
        Answer { verdict: verdict.unwrap_or(Verdict::Unknown), nodes: spent }
    }

    /// Looks at so many positions at most, or none if that is 0. Returns how many.
    fn search(&mut self, search: Search, position: &Position, winner: Color, most: u64) -> (Option<Verdict>, u64) {
        let size = usize::try_from(most).unwrap_or(usize::MAX);
        let (line, cost) = match search {
            _ if most == 0 => return (None, 0),
            Search::Static => return self.closure.explore_until(position, winner, (size, Leaves::Static), &self.stop),
            Search::Skeletons => return self.closure.explore_until(position, winner, (size, Leaves::Skeletons), &self.stop),
            Search::Fortress => return self.fortress.search(position, winner, most, &self.stop),
            Search::Set => return self.reach.search(position, winner, size, &self.stop),
            Search::Games => self.rollout.search(position, winner, (most, Style::Mixed), &self.stop),
            Search::Deepening => self.deepening.search(position, winner, most, &self.stop),
            Search::Frontier => self.frontier.search(position, winner, (most, MOST_KEPT), &mut self.rollout, &self.stop),
        };
        (line.map(Verdict::Winnable), cost)
    }

    /// As [`Solver::decide`], and if the intended winner can mate, a shortest line, for which positions are looked at [`SHORTEST`] times as many. The second part says
    /// whether it is known to be a shortest one.
    pub fn decide_shortest(&mut self, position: &Position, winner: Color, limits: Limits) -> (Answer, bool) {
        let nodes = limits.nodes;
        self.stop.begin(limits.time);
        let Answer { verdict, nodes: mut spent } = self.decide_begun(position, winner, nodes);
        let Verdict::Winnable(line) = verdict else { return (Answer { verdict, nodes: spent }, false) };
        let (found, cost) = Shortest::search(position, winner, line.len(), nodes.saturating_mul(SHORTEST), &self.stop);
        spent += cost;
        let (line, is_shortest) = match found {
            shortest::Found::Shorter(line) => (line, true),
            shortest::Found::Nothing => (line, true),
            shortest::Found::Unknown => (line, false),
        };
        (Answer { verdict: Verdict::Winnable(line), nodes: spent }, is_shortest)
    }

    /// Whether it can be seen quickly that the side cannot mate; `Unknown` otherwise, or a mate if one was met. Looks at a bounded number of positions.
    pub fn decide_quickly(&mut self, position: &Position, winner: Color) -> Answer {
        if let Some(verdict) = at_once(position, winner) {
            return Answer { verdict, nodes: 0 };
        }
        let (verdict, nodes) = quick::look(position, winner, &mut self.closure);
        Answer { verdict: verdict.unwrap_or(Verdict::Unknown), nodes }
    }
}

/// What can be said without looking at moves that follow.
fn at_once(position: &Position, winner: Color) -> Option<Verdict> {
    let closed = |reason| Some(Verdict::Unwinnable(Closed::of(1, reason)));
    match position.end() {
        Some(End::Mate(side)) if side == winner => Some(Verdict::Winnable(Vec::new())),
        Some(_) => closed(Reason::Over),
        None if position.material(winner) => closed(Reason::Material),
        None => None,
    }
}

#[cfg(test)]
mod tests;
