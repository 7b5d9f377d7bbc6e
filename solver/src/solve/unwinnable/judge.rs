//! Questions decided: a position and a side, with what was found out and how long that took.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use gamecert_unwinnable::policy::Known;
use gamecert_unwinnable::{Answer, Color, Limits, Policy, Position, Ruling, Solver, Verdict};

/// How hard to try.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Only what can be seen quickly.
    pub quick: bool,
    /// Shortest lines.
    pub shortest: bool,
    /// About how many positions to look at for one question, at most.
    pub nodes: u64,
}

/// A question with its answer.
#[derive(Clone, Debug)]
pub struct Decided {
    /// The position.
    pub position: Position,
    /// The side whose mate is asked about.
    pub winner: Color,
    /// The answer.
    pub answer: Answer,
    /// Whether its line is known to be a shortest one, if that was asked.
    pub shortest: Option<bool>,
    /// How long it took.
    pub time: Duration,
    /// What each of [`Policy::ALL`] says, if that is asked for.
    pub rulings: Option<[Ruling; Policy::ALL.len()]>,
}

impl Decided {
    /// Whether the side can mate, if that is known.
    #[must_use]
    pub fn mates(&self) -> Option<bool> {
        mates(&self.answer)
    }
}

fn mates(answer: &Answer) -> Option<bool> {
    match answer.verdict {
        Verdict::Winnable(_) => Some(true),
        Verdict::Unwinnable(_) => Some(false),
        Verdict::Unknown => None,
    }
}

/// Decides questions, with an effort.
pub struct Judge {
    solver: Solver,
    effort: Effort,
    policies: bool,
}

impl Judge {
    /// A judge who asks a new solver; `policies` says whether rulings are wanted.
    #[must_use]
    pub fn new(effort: Effort, policies: bool) -> Self {
        Self { solver: Solver::new(), effort, policies }
    }

    /// The same, which gives up soon after the flag is set: then what was not answered yet is unknown.
    #[must_use]
    pub fn stopped_by(self, flag: Arc<AtomicBool>) -> Self {
        Self { solver: self.solver.stopped_by(flag), ..self }
    }

    /// The answer to one question.
    pub fn answer(&mut self, position: &Position, winner: Color) -> Answer {
        if self.effort.quick {
            self.solver.decide_quickly(position, winner)
        } else {
            self.solver.decide(position, winner, Limits::nodes(self.effort.nodes))
        }
    }

    /// Decides a question.
    pub fn decide(&mut self, position: &Position, winner: Color) -> Decided {
        let begun = Instant::now();
        let (answer, shortest) = if self.effort.shortest {
            let (answer, is_shortest) = self.solver.decide_shortest(position, winner, Limits::nodes(self.effort.nodes));
            let asked = matches!(answer.verdict, Verdict::Winnable(_));
            (answer, asked.then_some(is_shortest))
        } else {
            (self.answer(position, winner), None)
        };
        let time = begun.elapsed();
        let rulings = self.policies.then(|| {
            let can = mates(&answer);
            let other = if can == Some(true) { None } else { mates(&self.answer(position, !winner)) };
            let known = Known { winner: can, other };
            Policy::ALL.map(|policy| policy.ruling(position, winner, known))
        });
        Decided { position: position.clone(), winner, answer, shortest, time, rulings }
    }
}
