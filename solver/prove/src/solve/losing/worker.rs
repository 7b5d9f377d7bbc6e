//! Defines the workers, which search at the same time with different settings. Each worker searches for a win of one
//! side with its own settings. A worker with hints searches these first; a worker without hints runs a single search
//! from the root. Afterwards the worker may build a second-level tree, which controls many small searches.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::Question;
use super::checkpoint::{Checkpoint, CheckpointError, Saved};
use crate::engine::proof_number::hints::{self, Hints};
use crate::engine::proof_number::second_level::{self, Pace, Tree};
use crate::engine::proof_number::table::TranspositionTable;
use crate::engine::proof_number::{Settings, UNRESOLVED, driver};
use crate::games::Colour;
use crate::games::losing_chess::Position;
use crate::games::losing_chess::tables::Tables;
use crate::games::losing_chess::winner::{ForSide, WithTables};

/// Settings of the workers that search for a win of the same side. Usually, only the worker with the first settings
/// builds a second-level tree.
pub const PORTFOLIO: [Settings; 4] = [
    Settings { epsilon: 16, replies: 8, quiet_replies: 120, units: 8, mobility: 16, and_share: 16, or_share: 16 },
    Settings { epsilon: 64, replies: 8, quiet_replies: 40, units: 16, mobility: 16, and_share: 10, or_share: 10 },
    Settings { epsilon: 16, replies: 8, quiet_replies: 80, units: 16, mobility: 16, and_share: 16, or_share: 16 },
    Settings { epsilon: 32, replies: 32, quiet_replies: 32, units: 64, mobility: 16, and_share: 8, or_share: 10 },
];

/// Maximum number of evaluations of the single search that comes before the second-level tree. If the whole search has
/// a limit, the single search gets at most 1/`FIRST_PART` of this limit.
const FIRST_TURN: u64 = 1 << 27;
const FIRST_PART: u64 = 8;
/// Lengths of the searches in a second-level tree, in evaluations. The first search of a position has the length
/// `first`. After `last` evaluations, the position gets children in the tree.
const PACE: Pace = Pace { first: 1 << 22, last: 1 << 25 };

/// A search for one side's win.
pub struct Worker {
    /// Rule set, side whose win is searched for, and endgame tables.
    pub game: WithTables,
    /// Transposition table of the worker.
    pub table: TranspositionTable,
    /// Number of evaluations so far.
    pub evaluations: u64,
    /// Number of evaluations before the search was resumed.
    pub earlier: u64,
    /// Index of the worker's settings in [`PORTFOLIO`].
    pub first: u32,
    /// Second-level tree of the worker, or `None` before the tree begins.
    pub tree: Option<Tree<Position>>,
    /// Number of positions in the second-level tree.
    pub positions: usize,
    /// Hints that the worker searches before it builds its tree.
    pub hints: Option<Hints<Position>>,
    /// Whether the search along the hints is over.
    pub hints_over: bool,
    /// Number of unproved hints.
    pub hints_left: usize,
    /// Number of threads that search the hints and the tree.
    pub threads: usize,
    /// Maximum number of evaluations of the single search from the root. After this number of evaluations, the worker
    /// begins its tree.
    first_turn: u64,
    /// Whether the side wins, or `None` if this is not known yet.
    pub verdict: Option<bool>,
    /// Whether the search found only lines of moves that repeat positions ([`UNRESOLVED`]).
    pub unresolved: bool,
}

impl fmt::Display for Worker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.game.rules.winner, self.first + 1)
    }
}

impl Worker {
    /// Creates a worker with the settings `PORTFOLIO[first]` and a transposition table of at most `bytes` bytes.
    #[must_use]
    pub fn new(question: &Question, winner: Colour, first: u32, bytes: u64) -> Self {
        let game = WithTables { rules: ForSide { stalemate: question.stalemate, winner }, tables: None };
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

    /// Prepares the worker for a search with at most `evaluations` evaluations in total.
    #[must_use]
    pub fn with_limit(self, evaluations: u64) -> Self {
        Self { first_turn: FIRST_TURN.min(evaluations / FIRST_PART), ..self }
    }

    /// Lets the worker use endgame tables from now on. The tables must be for the question's rule set.
    pub fn use_tables(&mut self, tables: &Arc<Tables>) {
        self.game.tables = Some(Arc::clone(tables));
    }

    /// Adds hints to the worker.
    #[must_use]
    pub fn with_hints(self, hints: Hints<Position>, threads: usize) -> Self {
        Self { hints_left: hints.left(), hints: Some(hints), threads, tree: Some(Tree::default()), ..self }
    }

    /// Merges the workers of one side into one worker, which builds a tree on at most `threads` threads. Copies the
    /// positions that any of the workers has proved into a new table of at most `bytes` bytes.
    ///
    /// # Panics
    /// Panics if `several` is empty.
    #[must_use]
    pub fn merged(several: Vec<Self>, threads: usize, bytes: u64) -> Self {
        let threads = several.len().min(threads);
        let evaluations = several.iter().map(|one| one.evaluations).sum();
        let earlier = several.iter().map(|one| one.earlier).sum();
        let mut table = TranspositionTable::new(bytes);
        let mut several = several.into_iter();
        let first = several.next().expect("a worker");
        // Proof numbers have no meaning under other settings. Only the proof numbers of the first table are kept.
        table.absorb(&first.table, true);
        let first = Self { table, evaluations, earlier, threads, tree: Some(Tree::default()), ..first };
        several.fold(first, |mut first, other| {
            first.table.absorb(&other.table, false);
            first
        })
    }

    /// Returns the settings of the worker.
    #[must_use]
    pub fn settings(&self) -> Settings {
        PORTFOLIO[self.first as usize % PORTFOLIO.len()]
    }

    /// If a checkpoint contains the state of this worker, restores it.
    ///
    /// # Errors
    /// [`CheckpointError`] if the checkpoint is about another question.
    pub fn load(&mut self, checkpoint: &Checkpoint, question: &Question) -> Result<(), CheckpointError> {
        if let Some(kept) = checkpoint.load(question, (self.game.rules.winner, self.first), &mut self.table)? {
            (self.evaluations, self.earlier) = (kept.evaluations, kept.evaluations);
            self.tree = kept.tree.then(Tree::default);
        }
        Ok(())
    }

    /// Returns the part of the worker's state that a checkpoint stores.
    #[must_use]
    pub fn saved(&self) -> Saved<'_> {
        Saved {
            winner: self.game.rules.winner,
            first: self.first,
            tree: self.tree.is_some(),
            evaluations: self.evaluations,
            table: &self.table,
        }
    }

    /// Runs the worker's next search. The worker first searches the hints, then makes a single search from the root,
    /// and finally searches its second-level tree. The work stops if `ask` requests a pause. The single search and the
    /// search of the tree also stop when the verdict is known, or after `most` evaluations in total. The single search
    /// also stops when its budget is used up.
    pub fn run(&mut self, root: Position, most: u64, ask: &mut dyn FnMut(&Self, &TranspositionTable) -> ControlFlow<()>) {
        let (game, settings, threads) = (self.game.clone(), self.settings(), self.threads);
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
        // Only the first of several workers may begin a tree, so the other workers search on without this budget.
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
