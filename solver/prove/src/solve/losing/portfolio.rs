//! Searches for a win of either side with a portfolio: several searches at once, each with its own settings.
//!
//! No single choice of settings finds every win. Therefore each side starts with several workers, which have different
//! settings and one thread each. Later, all workers of a side may be merged into one. The merged worker builds a
//! second-level tree, which controls many small searches.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::checkpoint::{Checkpoint, CheckpointError, Saved};
use super::lemmas::Lemmas;
use super::unfinished::Unfinished;
use super::worker::{PORTFOLIO, Worker};
use super::{Question, WinSearch};
use crate::control::{Control, Interrupted, started};
use crate::engine::proof_number::driver;
use crate::engine::proof_number::hints::Hints;
use crate::engine::proof_number::table::{Stored, TranspositionTable};
use crate::games::Colour;
use crate::games::losing_chess::Position;
use crate::games::losing_chess::tables::Tables;
use crate::model::two_player::TwoPlayerGame as _;

/// Number of evaluations in a worker's first turn, if workers take turns. The number doubles with each turn.
const FIRST_BUDGET: u64 = 1 << 20;
/// The search opens endgame tables as soon as all workers together have made this number of evaluations.
const WITHOUT_TABLES: u64 = 1 << 20;
/// Maximum number of pieces and pawns in the endgame tables that a search opens by default.
pub const TABLE_UNITS: u32 = 3;
const SAVE_EVERY: Duration = Duration::from_secs(45);
/// At the start, the transposition tables of all workers together take 1/`WORKERS_PART` of the memory.
const WORKERS_PART: u64 = 3;

/// Memory, in bytes, that is kept free for the proofs that the search builds.
const BESIDE_TABLES: u64 = 64 << 20;

/// Returns the number of bytes for transposition tables. The rest of `memory` is for the search itself, for `lemmas`,
/// and for endgame tables of at most `units` pieces and pawns. `units` is 0 for a search without endgame tables.
/// Returns `None` if too few bytes are left for a search.
#[must_use]
pub fn tables(memory: u64, lemmas: &[Lemmas], units: u32) -> Option<u64> {
    let taken = lemmas.iter().map(Lemmas::bytes).sum::<u64>() + Tables::bytes_in_use(units, memory);
    let tables = memory.saturating_sub(BESIDE_TABLES).saturating_sub(taken) / 4 * 3;
    (tables >= BESIDE_TABLES / 4).then_some(tables)
}

/// Limits of a search.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Total size of all transposition tables, in bytes.
    pub tables: u64,
    /// Number of threads.
    pub threads: usize,
    /// Number of workers with which the search for each side's win starts. Each worker uses a different entry
    /// of [`PORTFOLIO`]. If there are fewer threads than workers, the workers take turns. `None` means one worker for
    /// each thread.
    pub settings: Option<u32>,
    /// Time limit.
    pub time: Option<Duration>,
    /// Maximum number of evaluations of all threads together. The search may slightly exceed the limit, because threads
    /// report only every few thousand evaluations.
    pub evaluations: Option<u64>,
}

/// Result of a search.
pub enum Verdict {
    /// A side wins.
    Won(WinSearch),
    /// No requested side can win by force.
    NotWon,
    /// The search reached its limits, or it found only lines of moves that repeat positions. The list contains the
    /// state of each worker.
    Unknown(Vec<Unfinished>),
}

/// Reason why a search ended without a verdict.
pub enum Error {
    /// The search was interrupted.
    Interrupted,
    /// The checkpoint could not be read or written, or is about another question.
    Checkpoint(CheckpointError),
}

impl From<Interrupted> for Error {
    fn from(_: Interrupted) -> Self {
        Self::Interrupted
    }
}

/// Endgame tables that a search may open.
#[derive(Clone, Copy)]
pub struct TableSource<'a> {
    /// Maximum number of pieces and pawns in the positions of the tables.
    pub units: u32,
    /// Function that opens the tables for the question's rule set.
    pub open: &'a dyn Fn() -> Result<Arc<Tables>, Interrupted>,
}

/// Lemmas (positions proved earlier), hints and endgame tables that help a search.
pub struct Help<'a> {
    /// Function that stores the lemmas about a side's wins in a transposition table.
    pub lemmas: &'a dyn Fn(Colour, &mut TranspositionTable),
    /// Positions that are searched first.
    pub hints: Option<Hints<Position>>,
    /// Endgame tables, which are opened at most once. `None` if the search uses no tables.
    pub tables: Option<TableSource<'a>>,
}

/// Searches for a win of the side `requested`, or for a win of either side if `requested` is `None`. Returns the
/// verdict and the number of evaluations.
///
/// # Errors
/// [`Error`].
pub fn search(
    question: &Question,
    requested: Option<Colour>,
    limits: Limits,
    checkpoint: &mut Option<Checkpoint>,
    help: Help,
    control: Control,
) -> Result<(Verdict, u64), Error> {
    let sides = requested.map_or(vec![Colour::White, Colour::Black], |side| vec![side]);
    let Help { lemmas, mut hints, tables } = help;
    let each = match hints {
        None => {
            let threads = u32::try_from(limits.threads / sides.len()).unwrap_or(1);
            limits.settings.unwrap_or(threads).clamp(1, PORTFOLIO.len() as u32)
        }
        Some(_) => 1,
    };
    let bytes = limits.tables / sides.len() as u64;
    let mut workers = Vec::new();
    for &side in &sides {
        let mut several = Vec::new();
        for first in 0..each {
            let share = if each == 1 { bytes } else { bytes / WORKERS_PART / u64::from(each) };
            let mut worker = Worker::new(question, side, first, share);
            if let Some(checkpoint) = checkpoint {
                worker.load(checkpoint, question).map_err(Error::Checkpoint)?;
            }
            // Positions from the checkpoint keep their ranks, because their proofs use no lemmas. The lemmas get higher
            // ranks.
            lemmas(side, &mut worker.table);
            if let Some(most) = limits.evaluations {
                worker = worker.with_limit(most);
            }
            if let Some(hints) = hints.take() {
                worker = worker.with_hints(hints, limits.threads);
            }
            several.push(worker);
        }
        if several.len() > 1 && several[0].tree.is_some() {
            several = vec![Worker::merged(several, limits.threads, bytes)];
        }
        workers.extend(several);
    }
    let mut portfolio = Portfolio { question, limits, begun: Instant::now(), control, saved: Instant::now(), spent: AtomicU64::new(0) };
    if let Some(TableSource { units, open }) = tables {
        // Most questions are answered before it pays to open the tables.
        if question.position.occupied().count_ones() > units {
            let evaluations = Some(limits.evaluations.map_or(WITHOUT_TABLES, |most| most.min(WITHOUT_TABLES)));
            portfolio.limits = Limits { evaluations, ..limits };
            portfolio.run(&mut workers, checkpoint)?;
            portfolio.limits = limits;
        }
        if is_open(&workers) && !portfolio.is_over_limits() {
            let tables = open()?;
            workers.iter_mut().for_each(|worker| worker.use_tables(&tables));
        }
    }
    if tables.is_none() || is_open(&workers) && !portfolio.is_over_limits() {
        portfolio.run(&mut workers, checkpoint)?;
    }
    let spent = workers.iter().map(|worker| worker.evaluations).sum();
    let lost = |side: &Colour| {
        workers.iter().any(|worker| worker.game.rules.winner == *side && worker.verdict == Some(false) && !worker.unresolved)
    };
    let none = sides.iter().all(lost);
    let found = |worker: Worker| {
        let (settings, evaluations) = (worker.settings(), worker.evaluations);
        let Worker { game, table, hints, .. } = worker;
        Unfinished { search: WinSearch { game, root: question.position, table, settings, strategies: Vec::new() }, hints, evaluations }
    };
    let verdict = match workers.iter().position(|worker| worker.verdict == Some(true)) {
        Some(winner) => Verdict::Won(found(workers.swap_remove(winner)).search),
        None if none => Verdict::NotWon,
        None => Verdict::Unknown(workers.into_iter().map(found).collect()),
    };
    Ok((verdict, spent))
}

/// Returns whether the search must continue: no worker has found a win, and some worker has no verdict.
fn is_open(workers: &[Worker]) -> bool {
    workers.iter().all(|worker| worker.verdict != Some(true)) && workers.iter().any(|worker| worker.verdict.is_none())
}

struct Portfolio<'a> {
    question: &'a Question,
    limits: Limits,
    begun: Instant,
    control: Control<'a>,
    saved: Instant,
    /// Number of evaluations of all workers in this run.
    spent: AtomicU64,
}

impl Portfolio<'_> {
    /// Runs the workers. At any time, each thread runs at most one worker. Stops when a worker finds a win, when all
    /// workers have verdicts, or when a limit is reached.
    fn run(&mut self, workers: &mut Vec<Worker>, checkpoint: &mut Option<Checkpoint>) -> Result<(), Error> {
        let mut budget = FIRST_BUDGET;
        loop {
            let mut active: Vec<&mut Worker> = workers.iter_mut().filter(|worker| worker.verdict.is_none()).collect();
            let all_at_once = active.len() <= self.limits.threads;
            for group in active.chunks_mut(self.limits.threads) {
                self.search(group, if all_at_once { u64::MAX } else { budget }, checkpoint.is_some());
                if group.iter().any(|worker| worker.verdict == Some(true)) {
                    break;
                }
            }
            budget = budget.saturating_mul(2);
            self.begin_trees(workers);
            // If one worker disproves the win of its side, the disproof holds for all workers of this side.
            for side in [Colour::White, Colour::Black] {
                if workers.iter().any(|worker| worker.game.rules.winner == side && worker.verdict == Some(false) && !worker.unresolved) {
                    workers.iter_mut().filter(|worker| worker.game.rules.winner == side).for_each(|worker| worker.verdict = Some(false));
                }
            }
            let over = workers.iter().any(|worker| worker.verdict == Some(true)) || workers.iter().all(|worker| worker.verdict.is_some());
            let stopped = self.control.check();
            if let Some(checkpoint) = checkpoint
                && !over
                && (self.saves(true) || stopped.is_err() || self.is_over_limits())
            {
                let saved: Vec<Saved> = workers.iter().map(Worker::saved).collect();
                checkpoint.save(self.question, &saved).map_err(Error::Checkpoint)?;
                self.saved = Instant::now();
            }
            stopped?;
            if over || self.is_over_limits() {
                return Ok(());
            }
        }
    }

    /// If one worker of a side is ready to build a second-level tree, merges all workers of this side into one worker.
    fn begin_trees(&self, workers: &mut Vec<Worker>) {
        let sides: Vec<Colour> = workers.iter().filter(|one| one.tree.is_some()).map(|one| one.game.rules.winner).collect();
        for side in sides {
            let (mut own, others): (Vec<_>, Vec<_>) = workers.drain(..).partition(|one| one.game.rules.winner == side);
            *workers = others;
            if own.len() > 1 {
                let bytes = self.limits.tables / if workers.is_empty() { 1 } else { 2 };
                own = vec![Worker::merged(own, self.limits.threads, bytes)];
            }
            workers.extend(own);
        }
    }

    fn is_over_limits(&self) -> bool {
        self.limits.time.is_some_and(|most| self.begun.elapsed() >= most)
            || self.limits.evaluations.is_some_and(|most| self.spent.load(Ordering::Relaxed) >= most)
    }

    fn saves(&self, keeps: bool) -> bool {
        keeps && self.saved.elapsed() > SAVE_EVERY
    }

    /// Runs each worker on its own thread, for at most `most` more evaluations. All workers stop as soon as one worker
    /// stops or has a verdict.
    fn search(&self, group: &mut [&mut Worker], most: u64, keeps: bool) {
        let pause = AtomicBool::new(false);
        let (root, portfolio, pause) = (self.question.position, self, &pause);
        std::thread::scope(|scope| {
            for (number, worker) in group.iter_mut().enumerate() {
                let most = worker.evaluations.saturating_add(most);
                let search = move || {
                    let part = worker.to_string();
                    let control = portfolio.control.for_part(&part);
                    control.stage("evaluations", None);
                    let mut answer = Instant::now();
                    let mut counted = worker.evaluations;
                    worker.run(root, most, &mut |worker, table| {
                        portfolio.spent.fetch_add(worker.evaluations - counted, Ordering::Relaxed);
                        counted = worker.evaluations;
                        if answer.elapsed() > Duration::from_millis(200) {
                            answer = Instant::now();
                            // The result is ignored, because the check for interruption follows.
                            let _ = control.at(worker.evaluations, &portfolio.note(worker, table));
                        }
                        if number == 0 && (control.check().is_err() || portfolio.is_over_limits() || portfolio.saves(keeps)) {
                            pause.store(true, Ordering::Relaxed);
                        }
                        if pause.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                    });
                    if worker.verdict.is_some() || number == 0 {
                        pause.store(true, Ordering::Relaxed);
                    }
                    control.done();
                };
                let thread = std::thread::Builder::new().stack_size(driver::STACK).spawn_scoped(scope, search);
                if thread.is_err() {
                    // The flag ends the searches that already run, so that the panic below can unwind the scope.
                    pause.store(true, Ordering::Relaxed);
                }
                started(thread);
            }
        });
    }

    /// Describes the progress of a worker.
    fn note(&self, worker: &Worker, table: &TranspositionTable) -> String {
        let root = self.question.position;
        let numbers = match table.get(worker.game.key(&root)).map(|entry| entry.stored) {
            Some(Stored::Numbers(numbers)) => format!("{}/{}", numbers.proof, numbers.disproof),
            _ => "-".to_owned(),
        };
        let line: Vec<String> = driver::line(&worker.game, table, root, 8).iter().map(ToString::to_string).collect();
        let rate = (worker.evaluations - worker.earlier) as f64 / self.begun.elapsed().as_secs_f64().max(0.001) / 1e6;
        let (load, proved) = (100.0 * table.load(), table.proved());
        let tree = if worker.hints_left > 0 && worker.positions == 0 {
            format!("{} hints left, ", worker.hints_left)
        } else if worker.positions > 0 {
            format!("tree of {}, ", worker.positions)
        } else {
            String::new()
        };
        format!("{tree}numbers {numbers}, {rate:.1} M/s, table {load:.0}%, {proved} proved, {}", line.join(" "))
    }
}
