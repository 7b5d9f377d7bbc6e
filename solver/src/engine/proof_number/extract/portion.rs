//! A walk that looks for smaller proofs, shared among threads.
//!
//! Each thread walks through the whole proof, but looks for other moves in its portion of it only. What they found is put together in one more walk, which takes of it what saves positions beside the rest.

use rustc_hash::FxHashMap;

use super::{Failure, Guide, Maker, Proof, Shrinking, Strategy, merge};
use crate::control::Control;
use crate::engine::proof_number::driver;
use crate::model::two_player::Play;

/// From one milestone to the next.
const MILE: usize = 1 << 6;
/// Smaller proofs are not shared.
pub const LEAST_SHARED: u64 = 1 << 14;

/// Some of the positions of a proof, by key, numbered from 1 on in the order in which a walk completes them.
type Milestones = FxHashMap<u64, usize>;

/// A stretch of the walk through a proof, and how far a walk through the same proof has come. (Where it goes another way it may pass by some milestones.)
pub(super) struct Portion<'a> {
    milestones: &'a Milestones,
    passed: usize,
    begin: usize,
    end: usize,
}

impl Portion<'_> {
    /// A position was completed.
    pub(super) fn pass(&mut self, key: u64) {
        if let Some(&number) = self.milestones.get(&key) {
            self.passed = self.passed.max(number);
        }
    }

    /// Whether the walk is in the portion.
    pub(super) fn is_here(&self) -> bool {
        (self.begin..self.end).contains(&self.passed)
    }
}

/// Walks a proof again and makes it smaller where it can, as long as there is time.
///
/// # Errors
/// [`Failure`].
///
/// # Panics
/// If the system gives no thread, or one panics.
pub fn shrink<P: Play>(play: &P, proof: &Proof, how: Shrinking, root: P::Position, control: Control) -> Result<Proof, Failure> {
    let guide = || Guide::Strategy(&proof.strategy);
    if how.threads == 1 || proof.positions < LEAST_SHARED {
        return Maker::shrinking(play, proof, how, control).make(root, guide());
    }
    let mut maker = Maker::new(play, how.settings, control);
    maker.walk(root, guide(), usize::MAX)?.ok_or(Failure::Lost)?;
    let milestones: Milestones = maker.completed.iter().step_by(MILE).enumerate().map(|(number, &(key, _))| (key, number + 1)).collect();
    drop(maker);
    let last = milestones.len() + 1;
    let portion = |number: usize| {
        let portion =
            Portion { milestones: &milestones, passed: 0, begin: number * last / how.threads, end: (number + 1) * last / how.threads };
        // One thread tells for all.
        let control = if number == 0 { control } else { control.quiet() };
        Maker { portion: Some(portion), ..Maker::shrinking(play, proof, how, control) }.make(root, guide())
    };
    let found: Vec<Result<Proof, Failure>> = std::thread::scope(|scope| {
        let work = |number| {
            let portion = &portion;
            std::thread::Builder::new()
                .stack_size(driver::STACK)
                .spawn_scoped(scope, move || portion(number))
                .expect("a thread for a portion")
        };
        let threads: Vec<_> = (0..how.threads).map(work).collect();
        threads.into_iter().map(|thread| thread.join().expect("no panic in a portion")).collect()
    });
    control.check()?;
    let mut proofs: Vec<Proof> = found.into_iter().filter_map(Result::ok).collect();
    proofs.sort_by_key(|proof| proof.positions);
    let others: Vec<&Strategy> = proofs.iter().skip(1).map(|proof| &proof.strategy).collect();
    merge(play, proofs.first().ok_or(Failure::Lost)?, &others, root, control)
}
