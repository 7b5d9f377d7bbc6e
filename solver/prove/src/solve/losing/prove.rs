//! Makes a small proof of a win that a search has found.
//!
//! A search that finds a win quickly leaves a large proof. Therefore the same positions are searched a second time,
//! with settings that make proofs small. The second search begins at the root of the proof. If the second search from
//! the root fails, other second searches start at positions inside the proof. The proof of a position inside the proof
//! is called a sub-proof. Afterwards, the old proof is merged with the new proofs. Finally, the whole proof is
//! traversed several times to find moves that make it smaller.

use std::ops::ControlFlow;
use std::panic::resume_unwind;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::{Error, Shrink, WinSearch};
use crate::certificate::losing_proof;
use crate::control::{Control, started};
use crate::engine::proof_number::solution_tree::{self, Proof, Ranking, RunLimits, Runs, Section, Selecting, Shrinking, Strategy};
use crate::engine::proof_number::table::TranspositionTable;
use crate::engine::proof_number::{Settings, driver};
use crate::games::losing_chess::Position;
use crate::games::losing_chess::winner::WithTables;

/// Settings of second searches, which look for a smaller proof of the same position. The number after the settings is
/// the number of evaluations per position of the old proof.
const REPROVE_SETTINGS: [(Settings, u64); 3] = [
    // A share of 16 sixteenths adds up the proof numbers of all replies, which makes proofs small.
    (Settings { epsilon: 16, replies: 8, quiet_replies: 120, units: 8, mobility: 16, and_share: 16, or_share: 16 }, 250),
    (Settings { epsilon: 16, replies: 8, quiet_replies: 80, units: 16, mobility: 16, and_share: 16, or_share: 16 }, 500),
    (Settings { epsilon: 16, replies: 16, quiet_replies: 16, units: 16, mobility: 16, and_share: 16, or_share: 16 }, 100),
];
const SHORTEST_SECOND_SEARCH: u64 = 1 << 22;
const LONGEST_SECOND_SEARCH: u64 = 1 << 30;
/// For sub-proofs with fewer positions than this, there is no second search.
const LEAST_PART: usize = 2000;
const SPLIT: usize = 2;
/// Second searches are made only if a proof has at most this number of positions, because they would take too long
/// otherwise.
const MAX_REPROVED: u64 = 1 << 20;
const RANKINGS_IN_VAIN: u32 = 2;
const MIN_GAIN: u64 = 1 << 10;
/// The selection of moves looks ahead by this number of plies.
const PLIES: u32 = 3;
/// Proofs are merged at most this number of times.
const MAX_MERGES: u32 = 4;

/// Number of evaluations per position of a sub-proof in the first pass. The permitted number of evaluations doubles
/// with each pass.
const FIRST_EFFORT: u64 = 32;
/// Settings that successive passes over the proof use in turn.
const WALKS: [Settings; 3] =
    [REPROVE_SETTINGS[1].0, Settings { quiet_replies: 40, ..REPROVE_SETTINGS[1].0 }, Settings { mobility: 32, ..REPROVE_SETTINGS[1].0 }];

/// Resources and options for making a small proof.
#[derive(Clone, Copy, Debug)]
pub struct ProofOptions {
    /// Total size of all transposition tables, in bytes.
    pub tables: u64,
    /// Number of threads.
    pub threads: usize,
    /// How much work to spend on making the proof smaller.
    pub shrink: Shrink,
    /// A *shard* is the part of the proof in which the passes look for smaller sub-proofs. The first number is the
    /// shard's index, counted from 0, and the second is the number of shards.
    pub shard: (u32, u32),
    /// Time at which the work on a smaller proof must end.
    pub until: Option<Instant>,
    /// Limits on successive plies without a capture or pawn move. `None` stands for no limits.
    pub runs: Option<RunLimits>,
}

/// Estimates the maximum memory, in bytes, for making a proof of `positions` positions. The estimate includes the
/// memory for extracting the proof, making it smaller and verifying it, but not the transposition table.
#[must_use]
pub fn estimate_memory(positions: u64, options: ProofOptions) -> u64 {
    let walk = solution_tree::estimate_memory(positions);
    // A selection of moves keeps the strategy before it and the strategy after it. No walk is in memory meanwhile.
    let selection = || bytes_of_selection(positions, options).saturating_add(2 * solution_tree::strategy_bytes(positions));
    let most = match options.shrink {
        Shrink::Passes(0) if options.runs.is_none() => walk,
        Shrink::Passes(0) => walk.max(selection()),
        _ if positions <= MAX_REPROVED => walk.saturating_mul(2).saturating_add(options.tables),
        _ => walk.saturating_mul(1 + threads_for(positions, options) as u64).max(selection()),
    };
    most.max(losing_proof::estimate_memory(positions))
}

/// Returns the memory limit, in bytes, for selecting moves in a proof of `positions` positions. The limit is at most
/// the size of the transposition tables.
fn bytes_of_selection(positions: u64, options: ProofOptions) -> u64 {
    solution_tree::bytes_to_use::<WithTables>(positions, options.threads).min(options.tables)
}

/// Returns how many threads traverse a proof of `positions` positions at the same time. All threads together need at
/// most as much memory as the transposition tables. Returns 0 if even one thread needs more memory.
fn threads_for(positions: u64, options: ProofOptions) -> usize {
    let fit = options.tables / solution_tree::estimate_memory(positions);
    usize::try_from(fit).unwrap_or(usize::MAX).min(options.threads)
}

/// Extracts the proof of a win and makes it as small as the resources allow.
///
/// # Errors
/// [`Error`].
///
/// # Panics
/// Panics if the system cannot start a thread, or if a thread panics.
pub fn prove(found: WinSearch, options: ProofOptions, control: Control) -> Result<Proof, Error> {
    std::thread::scope(|scope| {
        on_thread(scope, || prove_here(found, options, control)).join().unwrap_or_else(|panicked| resume_unwind(panicked))
    })
}

/// Runs `work` on a thread whose stack is large enough for deep recursion.
pub(super) fn on_thread<'scope, T: Send + 'scope>(
    scope: &'scope std::thread::Scope<'scope, '_>,
    work: impl FnOnce() -> T + Send + 'scope,
) -> std::thread::ScopedJoinHandle<'scope, T> {
    started(std::thread::Builder::new().stack_size(driver::STACK).spawn_scoped(scope, work))
}

fn prove_here(found: WinSearch, options: ProofOptions, control: Control) -> Result<Proof, Error> {
    let WinSearch { game, root, table, settings, strategies } = found;
    let proof = small(&game, root, (table, settings), &strategies, options, control)?;
    match options.runs {
        Some(limits) if !limits.hold_for(&proof) => {
            let others = strategies.get(1..).unwrap_or_default();
            limited(&game, (&proof, root), others, limits, options, control)
        }
        _ => Ok(proof),
    }
}

fn limited(
    game: &WithTables,
    (proof, root): (&Proof, Position),
    others: &[(Strategy, Position)],
    limits: RunLimits,
    options: ProofOptions,
    control: Control,
) -> Result<Proof, Error> {
    control.stage(&format!("limiting runs in a proof of {} positions", proof.positions), Some(proof.positions));
    let bytes = bytes_of_selection(proof.positions, options);
    let mut left = None;
    for ranking in [Ranking::Height, Ranking::Backwards] {
        let how = Selecting { ranking, plies: PLIES, bytes, threads: options.threads, until: None };
        match solution_tree::limit_runs(game, (proof, root), others, limits, how, control)? {
            Some(Runs::Limited(limited)) => return Ok(limited),
            Some(Runs::TooLong(runs)) => left = left.max(Some(runs)),
            None => {}
        }
    }
    Err(left.map_or(Error::NoMemory, Error::LongRuns))
}

fn small(
    game: &WithTables,
    root: Position,
    (table, settings): (TranspositionTable, Settings),
    strategies: &[(Strategy, Position)],
    options: ProofOptions,
    control: Control,
) -> Result<Proof, Error> {
    let begun = Instant::now();
    let until = match options.shrink {
        Shrink::Passes(_) => options.until,
        Shrink::Time(most) => Some(options.until.map_or(begun + most, |until| until.min(begun + most))),
    };
    let late = |walk: Duration| until.is_some_and(|until| Instant::now() + walk >= until);
    control.stage("positions of the proof", None);
    let mut proof = match strategies {
        [] => solution_tree::extract(game, &table, settings, root, control)?,
        [(first, _), others @ ..] => {
            let others: Vec<&Strategy> = others.iter().map(|(strategy, _)| strategy).collect();
            solution_tree::merge(game, first, &others, root, control)?
        }
    };
    drop(table);
    if options.shrink != Shrink::Passes(0) && options.shard.1 == 1 && proof.positions <= MAX_REPROVED && !late(Duration::ZERO) {
        // Half of the time is kept for the passes.
        let half = until.map(|until| begun + until.saturating_duration_since(begun) / 2);
        let second = Second { game: game.clone(), settings, options, until: half, control };
        match second.improve(&proof, root) {
            Ok(smaller) => proof = smaller,
            Err(solution_tree::Error::Lost) => {}
            Err(solution_tree::Error::Interrupted) => return Ok(proof),
        }
    }
    if options.shrink != Shrink::Passes(0) && options.shard.1 == 1 && proof.positions > MAX_REPROVED && !late(Duration::ZERO) {
        proof = match select(game, proof, root, options, until, control) {
            Ok(selected) => selected,
            Err(proof) => return Ok(proof),
        };
    }
    let (mut effort, mut pass, mut walk) = (FIRST_EFFORT, 0, Duration::ZERO);
    loop {
        // The next pass will take at least as long as the last one.
        let enough = late(walk) || matches!(options.shrink, Shrink::Passes(most) if pass >= most);
        let threads = threads_for(proof.positions, options);
        if enough || threads == 0 {
            return Ok(proof);
        }
        let started = Instant::now();
        control.stage(&format!("shrinking {} positions, walk {}", proof.positions, pass + 1), None);
        let settings = WALKS[pass as usize % WALKS.len()];
        let how = Shrinking { settings, effort, until, threads, shard: options.shard };
        match solution_tree::shrink(game, &proof, how, root, control) {
            Ok(smaller) if smaller.positions <= proof.positions => proof = smaller,
            Ok(_) | Err(solution_tree::Error::Lost) => {}
            Err(solution_tree::Error::Interrupted) => return Ok(proof),
        }
        walk = started.elapsed();
        pass += 1;
        effort = effort.saturating_mul(2);
    }
}

/// Selects moves that make the proof smaller. Ranks the positions repeatedly, by two criteria in turn. Stops after
/// several successive rankings that remove few positions from the proof. If the work is interrupted, returns an error
/// with the smallest proof that was found.
fn select(
    game: &WithTables,
    mut proof: Proof,
    root: Position,
    options: ProofOptions,
    until: Option<Instant>,
    control: Control,
) -> Result<Proof, Proof> {
    let bytes = bytes_of_selection(proof.positions, options);
    let mut in_vain = 0;
    // Rankings with few plies come first, because they take little time and leave less to do. In an ending with 488,603
    // positions, two rankings each with one, two and three plies left 224,693 positions. Three rankings with three plies
    // left 267,695 in about the same time.
    let plies = (1..PLIES).flat_map(|plies| [plies; 2]).chain(std::iter::repeat(PLIES));
    for (ranking, plies) in [Ranking::Height, Ranking::Backwards].into_iter().cycle().zip(plies) {
        if in_vain == RANKINGS_IN_VAIN || until.is_some_and(|until| Instant::now() >= until) {
            break;
        }
        control.stage(&format!("selecting moves for {} positions", proof.positions), Some(proof.positions));
        let how = Selecting { ranking, plies, bytes, threads: options.threads, until };
        let before = proof.positions;
        match solution_tree::select(game, &proof, how, root, control) {
            Ok(Some(smaller)) => proof = smaller,
            Ok(None) | Err(solution_tree::Error::Lost) => {}
            Err(solution_tree::Error::Interrupted) => return Err(proof),
        }
        in_vain = if plies < PLIES || before - proof.positions > before / MIN_GAIN { 0 } else { in_vain + 1 };
    }
    Ok(proof)
}

/// Runs second searches, which look for smaller proofs of positions that are already proved.
struct Second<'a> {
    game: WithTables,
    /// Settings of the search that found the win.
    settings: Settings,
    options: ProofOptions,
    until: Option<Instant>,
    control: Control<'a>,
}

impl Second<'_> {
    /// Returns a smaller proof, or a copy of `proof` if none is found.
    fn improve(&self, proof: &Proof, root: Position) -> Result<Proof, solution_tree::Error> {
        let sections = solution_tree::sections(&self.game, proof, LEAST_PART, root, self.control)?;
        let whole = Section { position: root, first: 0, end: usize::try_from(proof.positions).unwrap_or(usize::MAX) };
        let (mut left, mut parts) = (vec![whole], Vec::new());
        let mut proofs = vec![proof.clone()];
        let evaluations = AtomicU64::new(0);
        self.control.stage("evaluations of searches for smaller proofs", None);
        while !left.is_empty() {
            let found = self.search_all(&left, root, &evaluations);
            let mut next = Vec::new();
            for (section, found) in left.iter().zip(found) {
                if found.is_empty() {
                    next.extend(parts_of(section, (section.end - section.first) / SPLIT, &sections));
                }
                for found in found {
                    if section.position == root { proofs.push(found) } else { parts.push(found.strategy) }
                }
            }
            left = next;
        }
        proofs.sort_by_key(|proof| proof.positions);
        let others: Vec<&Strategy> = proofs.iter().map(|proof| &proof.strategy).chain(&parts).collect();
        let mut best = proofs[0].clone();
        for _ in 0..MAX_MERGES {
            self.control.stage(&format!("putting {} proofs together", others.len()), None);
            let merged = solution_tree::merge(&self.game, &best.strategy, &others, root, self.control)?;
            if merged.positions >= best.positions {
                break;
            }
            best = merged;
        }
        Ok(best)
    }

    /// Searches for new proofs of the roots of these sub-proofs, on all threads.
    fn search_all(&self, sections: &[Section<Position>], root: Position, evaluations: &AtomicU64) -> Vec<Vec<Proof>> {
        // The settings of the first search are left out at the root, because the first search has already tried them.
        let tasks: Vec<(usize, (Settings, u64))> = (0..sections.len())
            .flat_map(|section| REPROVE_SETTINGS.map(|how| (section, how)))
            .filter(|&(section, (settings, _))| sections[section].position != root || settings != self.settings)
            .collect();
        let threads = self.options.threads.clamp(1, tasks.len().max(1));
        let next = AtomicU64::new(0);
        let found = Mutex::new(vec![None; tasks.len()]);
        std::thread::scope(|scope| {
            for _ in 0..threads {
                on_thread(scope, || {
                    while let Ok(number) = usize::try_from(next.fetch_add(1, Ordering::Relaxed))
                        && let Some(&(section, how)) = tasks.get(number)
                    {
                        let proof = self.search(&sections[section], how, self.options.tables / threads as u64, evaluations);
                        found.lock().expect("no panic in a search")[number] = proof;
                    }
                });
            }
        });
        let mut proofs = vec![Vec::new(); sections.len()];
        for (&(section, _), found) in tasks.iter().zip(found.into_inner().expect("no panic in a search")) {
            proofs[section].extend(found);
        }
        proofs
    }

    /// Searches for a new proof of the root of a sub-proof, with a limited number of evaluations.
    fn search(&self, section: &Section<Position>, (settings, each): (Settings, u64), bytes: u64, evaluations: &AtomicU64) -> Option<Proof> {
        let size = (section.end - section.first) as u64;
        let most = size.saturating_mul(each).clamp(SHORTEST_SECOND_SEARCH, LONGEST_SECOND_SEARCH);
        let (mut table, mut spent) = (TranspositionTable::new(bytes), 0);
        let numbers = driver::advance(&self.game, &mut table, settings, section.position, &mut |_, more| {
            spent += more;
            let all = evaluations.fetch_add(more, Ordering::Relaxed) + more;
            let late = spent >= most || self.until.is_some_and(|until| Instant::now() >= until);
            if late || self.control.at(all, "").is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if numbers.proof > 0 {
            None
        } else {
            solution_tree::extract(&self.game, &table, settings, section.position, self.control.quiet()).ok()
        }
    }
}

/// Lists the largest sub-proofs of `section` that have at most `most` positions.
fn parts_of(section: &Section<Position>, most: usize, all: &[Section<Position>]) -> Vec<Section<Position>> {
    let (mut parts, mut end) = (Vec::new(), section.end);
    // The list contains each sub-proof after the sub-proofs inside it.
    for part in all.iter().rev() {
        if part.first >= section.first && part.end <= end && part.end - part.first <= most {
            parts.push(*part);
            end = part.first;
        }
    }
    parts.reverse();
    parts
}
