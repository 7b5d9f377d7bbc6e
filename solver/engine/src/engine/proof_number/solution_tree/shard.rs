//! Divides the work of making a proof smaller among several threads or independent processes.
//!
//! Each thread searches for other moves only in a section of the walk, the *shard*. A final walk merges the results,
//! and keeps the moves that make the combined proof smaller. If the shards run in separate processes, the caller has to
//! merge the results.

use rustc_hash::FxHashMap;

use super::{Error, Extraction, Guide, Proof, Shrinking, Strategy, merge};
use crate::control::{Control, started};
use crate::engine::proof_number::driver;
use crate::model::two_player::TwoPlayerGame;

/// Number of completed positions from one milestone (a numbered position of the walk) to the next.
const MILESTONE_GAP: usize = 1 << 6;
/// A proof with at least this number of positions is shared among threads.
pub const LEAST_SHARED: u64 = 1 << 14;

/// The number of each milestone, by key.
type Milestones = FxHashMap<u64, usize>;

/// A section of the walk through a proof, as a range of milestones. `passed` is the last milestone that the current
/// walk has passed.
pub(super) struct Shard<'a> {
    milestones: &'a Milestones,
    passed: usize,
    begin: usize,
    end: usize,
}

impl Shard<'_> {
    /// Records that a position was completed.
    pub(super) fn pass(&mut self, key: u64) {
        if let Some(&number) = self.milestones.get(&key) {
            self.passed = self.passed.max(number);
        }
    }

    /// Returns whether the walk is in the shard, the part in which it searches for other moves.
    pub(super) fn is_here(&self) -> bool {
        (self.begin..self.end).contains(&self.passed)
    }
}

/// Makes a proof smaller. This function searches for other moves only in the part `how.shard` of the walk, and only
/// until the time `how.until`.
///
/// # Errors
/// [`Error`], if the proof is not complete or the computation is interrupted.
///
/// # Panics
/// Panics if a thread cannot be started, or if a thread panics.
pub fn shrink<G: TwoPlayerGame>(game: &G, proof: &Proof, how: Shrinking, root: G::Position, control: Control) -> Result<Proof, Error> {
    let guide = || Guide::Strategy(&proof.strategy);
    let threads = if proof.positions < LEAST_SHARED { 1 } else { how.threads };
    let (own, of) = (how.shard.0 as usize, how.shard.1 as usize);
    if threads * of == 1 {
        return Extraction::shrinking(game, proof, how, control).run(root, guide());
    }
    let mut extraction = Extraction::new(game, how.settings, control);
    extraction.walk(root, guide(), usize::MAX)?.ok_or(Error::Lost)?;
    let milestones: Milestones =
        extraction.completed.iter().step_by(MILESTONE_GAP).enumerate().map(|(number, &(key, _))| (key, number + 1)).collect();
    drop(extraction);
    let last = milestones.len() + 1;
    let shard = |number: usize| {
        let place = |number: usize| number * last / (threads * of);
        let shard = Shard { milestones: &milestones, passed: 0, begin: place(number), end: place(number + 1) };
        // One thread reports progress for all.
        let control = if number == own * threads { control } else { control.quiet() };
        Extraction { shard: Some(shard), ..Extraction::shrinking(game, proof, how, control) }.run(root, guide())
    };
    let found: Vec<Result<Proof, Error>> = std::thread::scope(|scope| {
        let work = |number| {
            let shard = &shard;
            started(std::thread::Builder::new().stack_size(driver::STACK).spawn_scoped(scope, move || shard(number)))
        };
        let threads: Vec<_> = (own * threads..(own + 1) * threads).map(work).collect();
        threads.into_iter().map(|thread| thread.join().expect("no panic in a shard")).collect()
    });
    control.check()?;
    let mut proofs: Vec<Proof> = found.into_iter().filter_map(Result::ok).collect();
    proofs.sort_by_key(|proof| proof.positions);
    if let [_] = proofs.as_slice() {
        return proofs.pop().ok_or(Error::Lost);
    }
    let others: Vec<&Strategy> = proofs.iter().skip(1).map(|proof| &proof.strategy).collect();
    merge(game, &proofs.first().ok_or(Error::Lost)?.strategy, &others, root, control)
}
