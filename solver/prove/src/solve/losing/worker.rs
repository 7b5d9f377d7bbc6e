//! A worker of the portfolio: the search for one side's win with one choice of settings, first a single search or hints, then a second-level tree.

use std::fmt;
use std::ops::ControlFlow;

use super::Question;
use super::checkpoint::{Checkpoint, Saved};
use crate::engine::proof_number::hints::{self, Hints};
use crate::engine::proof_number::second_level::{self, Pace, Tree};
use crate::engine::proof_number::table::TranspositionTable;
use crate::engine::proof_number::{Settings, UNRESOLVED, driver};
use crate::games::Colour;
use crate::games::losing_chess::Position;
use crate::games::losing_chess::winner::ForSide;

/// The settings of a side's workers. The first ones are also those of its tree.
pub const PORTFOLIO: [Settings; 4] = [
    Settings { epsilon: 16, replies: 8, quiet_replies: 120, units: 8, mobility: 16, and_share: 16, or_share: 16 },
    Settings { epsilon: 64, replies: 8, quiet_replies: 40, units: 16, mobility: 16, and_share: 10, or_share: 10 },
    Settings { epsilon: 16, replies: 8, quiet_replies: 80, units: 16, mobility: 16, and_share: 16, or_share: 16 },
    Settings { epsilon: 32, replies: 32, quiet_replies: 32, units: 64, mobility: 16, and_share: 8, or_share: 10 },
];

/// The budget of the single search, in evaluations, before the tree begins; and of a search that has a limit, at most this part of it.
const FIRST_TURN: u64 = 1 << 27;
const FIRST_PART: u64 = 8;
/// The lengths of the tree's searches.
const PACE: Pace = Pace { first: 1 << 22, last: 1 << 25 };

/// A search for one side's win.
pub struct Worker {
    /// The rule set and the side.
    pub game: ForSide,
    /// Its transposition table.
    pub table: TranspositionTable,
    /// Evaluations so far.
    pub evaluations: u64,
    /// The evaluations among them that were made before the program was started again.
    pub earlier: u64,
    /// The index of its settings in the portfolio.
    pub first: u32,
    /// Its second-level tree, once that has begun.
    pub tree: Option<Tree<Position>>,
    /// The number of positions of the tree.
    pub positions: usize,
    /// The hints that it searches before its tree.
    pub hints: Option<Hints<Position>>,
    /// Whether it has done with them.
    pub hints_over: bool,
    /// The number of hints not proved.
    pub hints_left: usize,
    /// Threads for the hints and the tree.
    pub threads: usize,
    /// Evaluations of its single search: after so many it begins its tree.
    first_turn: u64,
    /// Whether the side wins, as soon as that is known.
    pub verdict: Option<bool>,
    /// Whether all that is left repeats positions.
    pub unresolved: bool,
}

impl fmt::Display for Worker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.game.winner, self.first + 1)
    }
}

impl Worker {
    /// A worker with the settings `first` of the portfolio and a table of at most `bytes` bytes.
    #[must_use]
    pub fn new(question: &Question, winner: Colour, first: u32, bytes: u64) -> Self {
        let game = ForSide { stalemate: question.stalemate, winner };
        let table = TranspositionTable::new(bytes);
        Self {
            game,
            table,
            evaluations: 0,
            earlier: 0,
            first,
            tree: None,
            positions: 0,
            hints: None,
            hints_over: false,
            hints_left: 0,
            threads: 1,
            first_turn: FIRST_TURN,
            verdict: None,
            unresolved: false,
        }
    }

    /// The same worker in a search that is to end after `evaluations` evaluations.
    #[must_use]
    pub fn with_limit(self, evaluations: u64) -> Self {
        Self { first_turn: FIRST_TURN.min(evaluations / FIRST_PART), ..self }
    }

    /// The same worker with hints, and with `threads` threads for them and for the tree that follows.
    #[must_use]
    pub fn with_hints(self, hints: Hints<Position>, threads: usize) -> Self {
        Self { hints_left: hints.left(), hints: Some(hints), threads, tree: Some(Tree::default()), ..self }
    }

    /// Merges the workers of one side, of at most `threads` threads: what they have proved in a table of at most `bytes` bytes, and a tree.
    ///
    /// # Panics
    /// If there is none.
    #[must_use]
    pub fn merged(several: Vec<Self>, threads: usize, bytes: u64) -> Self {
        let threads = several.len().min(threads);
        let evaluations = several.iter().map(|one| one.evaluations).sum();
        let earlier = several.iter().map(|one| one.earlier).sum();
        let mut table = TranspositionTable::new(bytes);
        let mut several = several.into_iter();
        let first = several.next().expect("a worker");
        // Numbers mean nothing under other settings.
        table.absorb(&first.table, true);
        let first = Self { table, evaluations, earlier, threads, tree: Some(Tree::default()), ..first };
        several.fold(first, |mut first, other| {
            first.table.absorb(&other.table, false);
            first
        })
    }

    /// Its settings.
    #[must_use]
    pub fn settings(&self) -> Settings {
        PORTFOLIO[self.first as usize % PORTFOLIO.len()]
    }

    /// Goes on from what a checkpoint has kept of it, if anything.
    ///
    /// # Errors
    /// If the checkpoint is about another question.
    pub fn load(&mut self, checkpoint: &Checkpoint, question: &Question) -> Result<(), String> {
        if let Some(kept) = checkpoint.load(question, (self.game.winner, self.first), &mut self.table)? {
            (self.evaluations, self.earlier) = (kept.evaluations, kept.evaluations);
            self.tree = kept.tree.then(Tree::default);
        }
        Ok(())
    }

    /// What a checkpoint keeps of it.
    #[must_use]
    pub fn saved(&self) -> Saved<'_> {
        Saved { winner: self.game.winner, first: self.first, tree: self.tree.is_some(), evaluations: self.evaluations, table: &self.table }
    }

    /// Searches until there is a verdict, it has made `most` evaluations in all, its budget before the tree is used up, or `ask` says to pause.
    pub fn run(&mut self, root: Position, most: u64, ask: &mut dyn FnMut(&Self, &TranspositionTable) -> ControlFlow<()>) {
        let (game, settings, threads) = (self.game, self.settings(), self.threads);
        if !self.hints_over
            && let Some(mut hints) = self.hints.take()
        {
            let mut table = std::mem::replace(&mut self.table, TranspositionTable::of_lines(1));
            self.hints_over = hints::search((&game, settings), (&mut hints, &mut table), threads, &mut |table, left, more| {
                self.evaluations += more;
                self.hints_left = left;
                ask(self, table)
            });
            self.table = table;
            self.hints = Some(hints);
            return;
        }
        let mut table = std::mem::replace(&mut self.table, TranspositionTable::of_lines(1));
        let begun = self.tree.is_some();
        let mut tree = self.tree.take().unwrap_or_default();
        // Only the first of several workers begins a tree: the others go on meanwhile.
        let until = if begun || self.first > 0 { most } else { self.first_turn.min(most) };
        let mut tell = |table: &TranspositionTable, positions: usize, more: u64| {
            self.evaluations += more;
            self.positions = positions;
            if ask(self, table).is_break() || self.evaluations >= until { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let numbers = if begun {
            second_level::grow((&game, settings, PACE), (&mut tree, &mut table), root, threads, &mut tell)
        } else {
            driver::advance(&game, &mut table, settings, root, &mut |table, more| tell(table, 0, more))
        };
        self.table = table;
        let (won, lost, unresolved) = (numbers.proof == 0, numbers.disproof == 0, numbers.proof >= UNRESOLVED);
        if won || lost || unresolved && begun {
            (self.verdict, self.unresolved) = (Some(won), unresolved && !lost);
        }
        if begun || unresolved || self.first == 0 && self.evaluations >= self.first_turn {
            self.tree = Some(tree);
        }
    }
}
