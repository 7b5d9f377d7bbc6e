//! Decides for chess positions whether a side can still mate. A question asks whether one side, the intended winner,
//! can mate from a position. The result contains the answer and the time taken. On request, the result also contains
//! *rulings*. A ruling is the result of the game if a flag falls in the position.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use gamecert_unwinnable::{Answer, CanMate, Color, Limits, Policy, Position, Progress, Ruling, Solver, Verdict};

/// How much work is spent on each question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Whether to try only the methods that decide quickly.
    pub quick: bool,
    /// Whether to search for the shortest line to each mate.
    pub shortest: bool,
    /// Maximum number of search nodes per question.
    pub nodes: u64,
}

/// A question with its answer.
#[derive(Clone, Debug)]
pub struct Decided {
    /// The position.
    pub position: Position,
    /// Side whose ability to mate is in question.
    pub intended_winner: Color,
    /// The answer.
    pub answer: Answer,
    /// Whether the mating line in the answer is known to be the shortest. `None` if a shortest line was not requested,
    /// or if there is no line.
    pub shortest: Option<bool>,
    /// Number of plies that every mating line has at least. `None` if `shortest` is `None`.
    pub at_least: Option<usize>,
    /// Time taken to find the answer.
    pub time: Duration,
    /// Result of the game under each policy of [`Policy::ALL`] if a flag falls in the position.
    pub rulings: Option<[Ruling; Policy::ALL.len()]>,
}

impl Decided {
    /// Returns whether the intended winner can mate, if this is known.
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

/// Work spent on questions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// Number of answered questions. Additional questions for [`Decided::rulings`] are counted too.
    pub questions: u64,
    /// Number of nodes of all searches.
    pub nodes: u64,
    /// Total time.
    pub time: Duration,
}

impl Work {
    /// Adds another amount of work.
    pub fn add(&mut self, other: Self) {
        self.questions += other.questions;
        self.nodes += other.nodes;
        self.time += other.time;
    }
}

/// Decides questions and spends the same effort on each.
pub struct Judge {
    solver: Solver,
    effort: Effort,
    policies: bool,
    work: Work,
}

impl Judge {
    /// Creates a judge with a new solver. If `policies` is set, the judge also determines [`Decided::rulings`].
    #[must_use]
    pub fn new(effort: Effort, policies: bool) -> Self {
        Self { solver: Solver::new(), effort, policies, work: Work::default() }
    }

    /// Makes the judge stop soon after the flag is set. If a question is not answered when the judge stops, its verdict
    /// is unknown.
    #[must_use]
    pub fn cancelled_by(self, flag: Arc<AtomicBool>) -> Self {
        Self { solver: self.solver.cancelled_by(flag), ..self }
    }

    /// Makes the judge report how far the search for a shortest line has got.
    #[must_use]
    pub fn reporting_to(self, receiver: impl Fn(Progress) + Send + Sync + 'static) -> Self {
        Self { solver: self.solver.reporting_to(receiver), ..self }
    }

    /// Returns the work done since the last call of this method, and resets the counters.
    pub fn take_work(&mut self) -> Work {
        std::mem::take(&mut self.work)
    }

    /// Answers one question.
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

    /// Answers a question, measures the time, and finds the rulings if requested.
    pub fn decide(&mut self, position: &Position, intended_winner: Color) -> Decided {
        let begun = Instant::now();
        let (answer, shortest, at_least) = if self.effort.shortest {
            let found = self.solver.decide_shortest(position, intended_winner, Limits::nodes(self.effort.nodes));
            self.work.add(Work { questions: 1, nodes: found.answer.nodes, time: begun.elapsed() });
            let has_line = matches!(found.answer.verdict, Verdict::Winnable(_));
            let (shortest, at_least) = (has_line.then(|| found.is_shortest()), has_line.then_some(found.at_least));
            (found.answer, shortest, at_least)
        } else {
            (self.answer(position, intended_winner), None, None)
        };
        let time = begun.elapsed();
        let rulings = self.policies.then(|| {
            let own = can_mate(&answer);
            let opponent = if own == Some(true) { None } else { can_mate(&self.answer(position, !intended_winner)) };
            let sides = CanMate { intended_winner: own, opponent };
            Policy::ALL.map(|policy| policy.ruling(position, intended_winner, sides))
        });
        Decided { position: position.clone(), intended_winner, answer, shortest, at_least, time, rulings }
    }
}
