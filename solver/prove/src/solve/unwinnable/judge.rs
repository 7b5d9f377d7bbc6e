//! Decides one question after the other: a position and an intended winner. Returns the answer, the time that it took, and what rule books say.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use gamecert_unwinnable::{Answer, CanMate, Color, Limits, Policy, Position, Ruling, Solver, Verdict};

/// How much to search for one question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Whether only what can be seen quickly is decided.
    pub quick: bool,
    /// Whether shortest lines are looked for.
    pub shortest: bool,
    /// The limit of nodes.
    pub nodes: u64,
}

/// A question with its answer.
#[derive(Clone, Debug)]
pub struct Decided {
    /// The position.
    pub position: Position,
    /// The side whose mate is asked about.
    pub intended_winner: Color,
    /// The answer.
    pub answer: Answer,
    /// Whether the line is known to be a shortest one, if that was asked.
    pub shortest: Option<bool>,
    /// The time that the answer took.
    pub time: Duration,
    /// The rulings of all policies in the order of [`Policy::ALL`], if they were asked for.
    pub rulings: Option<[Ruling; Policy::ALL.len()]>,
}

impl Decided {
    /// Whether the intended winner can mate, if that is known.
    #[must_use]
    pub fn can_mate(&self) -> Option<bool> {
        can_mate(&self.answer)
    }
}

fn can_mate(answer: &Answer) -> Option<bool> {
    match answer.verdict {
        Verdict::Winnable(_) => Some(true),
        Verdict::Unwinnable(_) => Some(false),
        Verdict::Unknown => None,
    }
}

/// What questions have taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// Their number, those for rulings included.
    pub questions: u64,
    /// Nodes of their searches.
    pub nodes: u64,
    /// Their time.
    pub time: Duration,
}

impl Work {
    /// Adds the work of others.
    pub fn add(&mut self, other: Self) {
        self.questions += other.questions;
        self.nodes += other.nodes;
        self.time += other.time;
    }
}

/// Decides questions, all with the same effort.
pub struct Judge {
    solver: Solver,
    effort: Effort,
    policies: bool,
    work: Work,
}

impl Judge {
    /// A judge with a new solver. `policies` says whether rulings are wanted.
    #[must_use]
    pub fn new(effort: Effort, policies: bool) -> Self {
        Self { solver: Solver::new(), effort, policies, work: Work::default() }
    }

    /// The same judge, which gives up soon after the flag is set. What was not answered by then is unknown.
    #[must_use]
    pub fn cancelled_by(self, flag: Arc<AtomicBool>) -> Self {
        Self { solver: self.solver.cancelled_by(flag), ..self }
    }

    /// What questions have taken since this was asked last.
    pub fn take_work(&mut self) -> Work {
        std::mem::take(&mut self.work)
    }

    /// The answer to one question.
    pub fn answer(&mut self, position: &Position, intended_winner: Color) -> Answer {
        let begun = Instant::now();
        let answer = if self.effort.quick {
            self.solver.decide_quickly(position, intended_winner)
        } else {
            self.solver.decide(position, intended_winner, Limits::nodes(self.effort.nodes))
        };
        self.work.add(Work { questions: 1, nodes: answer.nodes, time: begun.elapsed() });
        answer
    }

    /// Decides a question.
    pub fn decide(&mut self, position: &Position, intended_winner: Color) -> Decided {
        let begun = Instant::now();
        let (answer, shortest) = if self.effort.shortest {
            let (answer, is_shortest) = self.solver.decide_shortest(position, intended_winner, Limits::nodes(self.effort.nodes));
            self.work.add(Work { questions: 1, nodes: answer.nodes, time: begun.elapsed() });
            let asked = matches!(answer.verdict, Verdict::Winnable(_));
            (answer, asked.then_some(is_shortest))
        } else {
            (self.answer(position, intended_winner), None)
        };
        let time = begun.elapsed();
        let rulings = self.policies.then(|| {
            let own = can_mate(&answer);
            let opponent = if own == Some(true) { None } else { can_mate(&self.answer(position, !intended_winner)) };
            let sides = CanMate { intended_winner: own, opponent };
            Policy::ALL.map(|policy| policy.ruling(position, intended_winner, sides))
        });
        Decided { position: position.clone(), intended_winner, answer, shortest, time, rulings }
    }
}
