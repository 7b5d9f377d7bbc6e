//! Whether a side can still mate, with evidence for either answer (M. Ambrona, *A Practical Algorithm for Chess Unwinnability*, FUN 2022).
//!
//! A [`Solver`] is made once for each thread and asked about one position after the other; it keeps its memory. `quick` says what can be seen at once. `rollout` plays games in which both sides help to bring a mate about; `deepening`
//! and `frontier` look for mates that are far away, `shortest` for those that are near; `closure` looks for a set of positions that play does not leave and in which nobody is mated. Verdicts come with what a certificate needs
//! ([`certify::entry`]). `lines`, `pgn` and `ordered` read questions and keep their order, `judge` decides them, `policy` has the rules of fallen flags.

pub mod certify;
pub mod closure;
mod deepening;
mod frontier;
pub mod judge;
pub mod lines;
pub mod ordered;
pub mod pgn;
pub mod policy;
mod quick;
mod rollout;
mod shortest;

use closure::Leaves;
use deepening::Deepening;
use frontier::Found;
use shortest::Shortest;

use crate::games::chess::{Color, End, Move, Position};

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
    /// What settles it.
    pub reason: Reason,
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
    /// All that can follow has been looked at.
    Closed,
}

/// Answers questions, one after the other. It takes at most some 300 MB (twice that for shortest lines), and for nearly all questions next to nothing.
#[derive(Default)]
pub struct Solver {
    rollout: rollout::Rollout,
    closure: closure::Closure,
    frontier: frontier::Frontier,
}

/// Positions that are looked at in games, before anything else is tried: where pawns stop one another, games are more often of no use.
const GAMES_SHUT_IN: u64 = 1 << 10;
const GAMES: u64 = 1 << 13;
/// What follows is done in rounds, each larger than the one before: positions of a set, and of two searches. They take about the same time.
const ROUNDS: u32 = 8;
const MORE: u64 = 4;
const FIRST_SET: u64 = 1 << 6;
const FIRST_DEEPENING: u64 = 1 << 13;
const FIRST_FRONTIER: u64 = 1 << 12;
/// Positions that a search or a set keeps.
const MOST_KEPT: usize = 1 << 20;

/// A number of positions that is searched for where nothing is said.
pub const USUAL_NODES: u64 = 1 << 24;

/// For shortest lines, so many times more positions are looked at, which take less time each.
pub const SHORTEST: u64 = 32;

impl Solver {
    /// A solver that knows nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether the side can mate, with about so many positions looked at, at most.
    pub fn decide(&mut self, position: &Position, winner: Color, nodes: u64) -> Answer {
        if let Some(verdict) = at_once(position, winner) {
            return Answer { verdict, nodes: 0 };
        }
        let (verdict, mut spent) = quick::look(position, winner, &mut self.closure);
        if let Some(verdict) = verdict {
            return Answer { verdict, nodes: spent };
        }
        let shut_in = quick::may_be_shut_in(position.board());
        let games = if shut_in { GAMES_SHUT_IN } else { GAMES };
        let (line, cost) = self.rollout.search(position, winner, games.min(nodes));
        spent += cost;
        if let Some(line) = line {
            return Answer { verdict: Verdict::Winnable(line), nodes: spent };
        }
        let mut leaves = if shut_in { Leaves::All } else { Leaves::Plain };
        for round in 0..ROUNDS {
            let more = MORE.pow(round);
            let left = |spent| nodes.saturating_sub(spent);
            let set = usize::try_from((FIRST_SET * more).min(left(spent))).unwrap_or(MOST_KEPT).min(MOST_KEPT);
            let (verdict, cost) = self.closure.explore(position, winner, set, leaves);
            spent += cost;
            if let Some(verdict) = verdict {
                return Answer { verdict, nodes: spent };
            }
            let (line, cost) = Deepening::search(position, winner, (FIRST_DEEPENING * more).min(left(spent)));
            spent += cost;
            if let Some(line) = line {
                return Answer { verdict: Verdict::Winnable(line), nodes: spent };
            }
            let limits = ((FIRST_FRONTIER * more).min(left(spent)), MOST_KEPT);
            let (found, cost) = self.frontier.search(position, winner, limits, &mut self.rollout);
            spent += cost;
            if let Found::Mate(line) = found {
                return Answer { verdict: Verdict::Winnable(line), nodes: spent };
            }
            if spent >= nodes {
                break;
            }
            leaves = Leaves::All;
        }
        Answer { verdict: Verdict::Unknown, nodes: spent }
    }

    /// As [`Solver::decide`], and if the side can mate, a shortest line, for which positions are looked at [`SHORTEST`] times as many. The second part says whether it is known to be a shortest one.
    pub fn decide_shortest(&mut self, position: &Position, winner: Color, nodes: u64) -> (Answer, bool) {
        let Answer { verdict, nodes: mut spent } = self.decide(position, winner, nodes);
        let Verdict::Winnable(line) = verdict else { return (Answer { verdict, nodes: spent }, false) };
        let (found, cost) = Shortest::search(position, winner, line.len(), nodes.saturating_mul(SHORTEST));
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
    let closed = |reason| Some(Verdict::Unwinnable(Closed { positions: 1, leaves: Vec::new(), reason }));
    match position.end() {
        Some(End::Mate(side)) if side == winner => Some(Verdict::Winnable(Vec::new())),
        Some(_) => closed(Reason::Over),
        None if position.material(winner) => closed(Reason::Material),
        None => None,
    }
}
