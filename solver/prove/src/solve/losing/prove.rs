//! From a win that was found to a small proof of it.
//!
//! Searches that find wins fast leave large proofs. So the proof is searched again with settings that make proofs
//! small: first as a whole, then the parts of what was not proved again. The results are merged, and repeated passes
//! over the whole proof look for moves that save positions. Proofs of over a million positions get a selection of moves
//! instead of second searches.

use std::ops::ControlFlow;
use std::panic::resume_unwind;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::{Error, Found, Shrink};
use crate::certificate::losing_proof;
use crate::control::{Control, started};
use crate::engine::proof_number::solution_tree::{self, Proof, Ranking, Section, Selecting, Shrinking, Strategy};
use crate::engine::proof_number::table::TranspositionTable;
use crate::engine::proof_number::{Settings, driver};
use crate::games::losing_chess::Position;
use crate::games::losing_chess::winner::ForSide;

/// Settings of second searches, each with its number of evaluations per position of the part. Counting all terms of a
/// sum (shares of 16/16) makes proofs small.
const REPROVE_SETTINGS: [(Settings, u64); 3] = [
    (Settings { epsilon: 16, replies: 8, quiet_replies: 120, units: 8, mobility: 16, and_share: 16, or_share: 16 }, 250),
    (Settings { epsilon: 16, replies: 8, quiet_replies: 80, units: 16, mobility: 16, and_share: 16, or_share: 16 }, 500),
    (Settings { epsilon: 16, replies: 16, quiet_replies: 16, units: 16, mobility: 16, and_share: 16, or_share: 16 }, 100),
];
/// Limits on the evaluations of a second search.
const SHORTEST_SECOND_SEARCH: u64 = 1 << 22;
const LONGEST_SECOND_SEARCH: u64 = 1 << 30;
/// Parts below this number of positions are not searched again.
const LEAST_PART: usize = 2000;
/// When a part is not proved again, search its sub-parts of at most 1/`SPLIT` of its size.
const SPLIT: usize = 2;
/// Larger proofs, in positions, get no second search, which would take too long.
const MAX_REPROVED: u64 = 1 << 20;
/// Move selection stops after this many consecutive rankings that saved at most one position in `MIN_GAIN`.
const RANKINGS_IN_VAIN: u32 = 2;
const MIN_GAIN: u64 = 1 << 10;
/// Maximum number of merge rounds.
const MAX_MERGES: u32 = 4;

/// Evaluations per position in the first shrinking pass. Each pass doubles them.
const FIRST_EFFORT: u64 = 32;
/// Settings of shrinking passes, in turn: each may find savings that the others miss.
const WALKS: [Settings; 3] =
    [REPROVE_SETTINGS[1].0, Settings { quiet_replies: 40, ..REPROVE_SETTINGS[1].0 }, Settings { mobility: 32, ..REPROVE_SETTINGS[1].0 }];

/// Resources for making a proof.
#[derive(Clone, Copy, Debug)]
pub struct Means {
    /// Bytes of all tables together.
    pub tables: u64,
    /// Threads.
    pub threads: usize,
    /// Effort for making the proof smaller.
    pub shrink: Shrink,
    /// Shard of the proof to shrink (counted from 0), and the number of shards. With more than one shard there are no
    /// second searches, only passes.
    pub shard: (u32, u32),
    /// Latest end of shrinking.
    pub until: Option<Instant>,
}

/// Estimates an upper bound, in bytes, for extracting a proof of `positions` positions from a table, shrinking it and
/// verifying it. The table itself is not included.
#[must_use]
pub fn estimate_memory(positions: u64, means: Means) -> u64 {
    let walk = solution_tree::estimate_memory(positions);
    let smaller = match means.shrink {
        Shrink::Passes(0) => 0,
        _ if positions <= MAX_REPROVED => walk.saturating_add(means.tables),
        // A selection of moves adds one strategy.
        _ => walk.saturating_mul(threads_for(positions, means) as u64).max(walk.saturating_add(bytes_of_selection(positions, means))),
    };
    walk.saturating_add(smaller).max(losing_proof::estimate_memory(positions))
}

/// Returns the bytes that move selection may use for such a proof, at most the size of the tables.
fn bytes_of_selection(positions: u64, means: Means) -> u64 {
    solution_tree::bytes_to_use::<ForSide>(positions, means.threads).min(means.tables)
}

/// Returns the number of threads for passes over such a proof, chosen so that they use at most the memory of the
/// tables; 0 if even one thread would need more.
fn threads_for(positions: u64, means: Means) -> usize {
    let fit = means.tables / solution_tree::estimate_memory(positions);
    usize::try_from(fit).unwrap_or(usize::MAX).min(means.threads)
}

/// Extracts the proof of a win and makes it as small as the resources allow.
///
/// # Errors
/// [`Error`].
///
/// # Panics
/// If the system cannot start a thread, or a thread panics.
pub fn prove(found: Found, means: Means, control: Control) -> Result<Proof, Error> {
    std::thread::scope(|scope| {
        on_thread(scope, || prove_here(found, means, control)).join().unwrap_or_else(|panicked| resume_unwind(panicked))
    })
}

/// Runs `work` on a thread with a stack for deep recursion.
pub(super) fn on_thread<'scope, T: Send + 'scope>(
    scope: &'scope std::thread::Scope<'scope, '_>,
    work: impl FnOnce() -> T + Send + 'scope,
) -> std::thread::ScopedJoinHandle<'scope, T> {
    started(std::thread::Builder::new().stack_size(driver::STACK).spawn_scoped(scope, work))
}

fn prove_here(found: Found, means: Means, control: Control) -> Result<Proof, Error> {
    let Found { game, root, table, settings, strategies } = found;
    let begun = Instant::now();
    let until = match means.shrink {
        Shrink::Passes(_) => means.until,
        Shrink::Time(most) => Some(means.until.map_or(begun + most, |until| until.min(begun + most))),
    };
    let late = |walk: Duration| until.is_some_and(|until| Instant::now() + walk >= until);
    control.stage("positions of the proof", None);
    let mut proof = match strategies.as_slice() {
        [] => solution_tree::extract(&game, &table, settings, root, control)?,
        [first, others @ ..] => solution_tree::merge(&game, first, &others.iter().collect::<Vec<_>>(), root, control)?,
    };
    drop((table, strategies));
    if means.shrink != Shrink::Passes(0) && means.shard.1 == 1 && proof.positions <= MAX_REPROVED && !late(Duration::ZERO) {
        // Keep half of the time for passes.
        let half = until.map(|until| begun + until.saturating_duration_since(begun) / 2);
        let second = Second { game, settings, means, until: half, control };
        match second.improve(&proof, root) {
            Ok(smaller) => proof = smaller,
            Err(solution_tree::Error::Lost) => {}
            Err(solution_tree::Error::Interrupted) => return Ok(proof),
        }
    }
    if means.shrink != Shrink::Passes(0) && means.shard.1 == 1 && proof.positions > MAX_REPROVED && !late(Duration::ZERO) {
        proof = match select(&game, proof, root, means, until, control) {
            Ok(selected) => selected,
            Err(proof) => return Ok(proof),
        };
    }
    let (mut effort, mut pass, mut walk) = (FIRST_EFFORT, 0, Duration::ZERO);
    loop {
        // The next pass takes at least as long as the last one.
        let enough = late(walk) || matches!(means.shrink, Shrink::Passes(most) if pass >= most);
        let threads = threads_for(proof.positions, means);
        if enough || threads == 0 {
            return Ok(proof);
        }
        let started = Instant::now();
        control.stage(&format!("shrinking {} positions, walk {}", proof.positions, pass + 1), None);
        let settings = WALKS[pass as usize % WALKS.len()];
        let how = Shrinking { settings, effort, until, threads, shard: means.shard };
        match solution_tree::shrink(&game, &proof, how, root, control) {
            Ok(smaller) if smaller.positions <= proof.positions => proof = smaller,
            Ok(_) | Err(solution_tree::Error::Lost) => {}
            Err(solution_tree::Error::Interrupted) => return Ok(proof),
        }
        walk = started.elapsed();
        pass += 1;
        effort = effort.saturating_mul(2);
    }
}

/// Selects moves by one ranking after another until several in a row have saved little. If interrupted, returns the
/// proof so far as the error.
fn select(
    game: &ForSide,
    mut proof: Proof,
    root: Position,
    means: Means,
    until: Option<Instant>,
    control: Control,
) -> Result<Proof, Proof> {
    let bytes = bytes_of_selection(proof.positions, means);
    let mut in_vain = 0;
    for ranking in [Ranking::Height, Ranking::Backwards].into_iter().cycle() {
        if in_vain == RANKINGS_IN_VAIN || until.is_some_and(|until| Instant::now() >= until) {
            break;
        }
        control.stage(&format!("selecting moves for {} positions", proof.positions), Some(proof.positions));
        let how = Selecting { ranking, bytes, threads: means.threads, until };
        let before = proof.positions;
        match solution_tree::select(game, &proof, how, root, control) {
            Ok(Some(smaller)) => proof = smaller,
            Ok(None) | Err(solution_tree::Error::Lost) => {}
            Err(solution_tree::Error::Interrupted) => return Err(proof),
        }
        in_vain = if before - proof.positions > before / MIN_GAIN { 0 } else { in_vain + 1 };
    }
    Ok(proof)
}

/// Searches for smaller proofs of a proof and its parts.
struct Second<'a> {
    game: ForSide,
    /// Settings of the first search.
    settings: Settings,
    means: Means,
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

    /// Searches for proofs of each of these parts, on all threads.
    fn search_all(&self, sections: &[Section<Position>], root: Position, evaluations: &AtomicU64) -> Vec<Vec<Proof>> {
        // The first search has already tried its own settings at the root.
        let tasks: Vec<(usize, (Settings, u64))> = (0..sections.len())
            .flat_map(|section| REPROVE_SETTINGS.map(|how| (section, how)))
            .filter(|&(section, (settings, _))| sections[section].position != root || settings != self.settings)
            .collect();
        let threads = self.means.threads.clamp(1, tasks.len().max(1));
        let next = AtomicU64::new(0);
        let found = Mutex::new(vec![None; tasks.len()]);
        std::thread::scope(|scope| {
            for _ in 0..threads {
                on_thread(scope, || {
                    while let Ok(number) = usize::try_from(next.fetch_add(1, Ordering::Relaxed))
                        && let Some(&(section, how)) = tasks.get(number)
                    {
                        let proof = self.search(&sections[section], how, self.means.tables / threads as u64, evaluations);
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

    /// Searches for a proof of a part, within its limit of evaluations.
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

/// Returns the maximal sub-parts of a part that have at most `most` positions.
fn parts_of(section: &Section<Position>, most: usize, all: &[Section<Position>]) -> Vec<Section<Position>> {
    let (mut parts, mut end) = (Vec::new(), section.end);
    // A part comes after the parts that it contains.
    for part in all.iter().rev() {
        if part.first >= section.first && part.end <= end && part.end - part.first <= most {
            parts.push(*part);
            end = part.first;
        }
    }
    parts.reverse();
    parts
}
