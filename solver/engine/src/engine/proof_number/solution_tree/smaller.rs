//! Replaces sub-proofs by smaller sub-proofs. After a walk through a sub-proof, the module walks through another proof
//! of the same position, and keeps the smaller of the two proofs.

use std::rc::Rc;
use std::time::Instant;

use super::{Error, Extraction, Frame, Guide, Mark, Proof, Shard, Strategy};
use crate::control::Control;
use crate::engine::proof_number::Settings;
use crate::engine::proof_number::search::Done;
use crate::engine::proof_number::table::TranspositionTable;
use crate::model::two_player::TwoPlayerGame;

/// A search for another move uses a transposition table with one bucket for every `EVALUATIONS_PER_LINE` evaluations
/// that the search may make.
const EVALUATIONS_PER_LINE: u64 = 16;

/// Minimum budget, in evaluations, of the search for another move at the root.
const LEAST_WORK: u64 = 1 << 20;
const LARGE: u64 = 1 << 20;
/// Two sub-proofs count as equally large if their sizes differ by at most 1/`ALIKE` of the larger size.
const ALIKE: usize = 16;
static EMPTY: Strategy = Strategy::with_hasher(rustc_hash::FxBuildHasher);

/// Options for shrinking a proof.
#[derive(Clone, Copy, Debug)]
pub struct Shrinking {
    /// Settings of the searches.
    pub settings: Settings,
    /// Budget of each search: the number of evaluations for each position of the sub-proof.
    pub effort: u64,
    /// Time after which no new search begins.
    pub until: Option<Instant>,
    /// Number of threads that share a large proof.
    pub threads: usize,
    /// The part of the proof in which the walk searches for other moves. The first number is the index of the part,
    /// counted from 0, and the second number is the number of parts. `(0, 1)` is the whole proof.
    pub shard: (u32, u32),
}

/// Walks through the proof with the moves of `strategy` again. Replaces a part of the proof by a part from `others` if
/// the proof becomes smaller.
///
/// # Errors
/// [`Error`], if the strategy lacks a move or the walk is interrupted.
pub fn merge<G: TwoPlayerGame>(
    game: &G,
    strategy: &Strategy,
    others: &[&Strategy],
    root: G::Position,
    control: Control,
) -> Result<Proof, Error> {
    Extraction { others, ..Extraction::new(game, Settings::default(), control) }.run(root, Guide::Strategy(strategy))
}

/// Walks through the proof again with exactly the moves of `strategy`.
///
/// # Errors
/// [`Error`], if the strategy lacks a move or the walk is interrupted.
pub(super) fn follow<G: TwoPlayerGame>(game: &G, strategy: &Strategy, root: G::Position, control: Control) -> Result<Proof, Error> {
    let walk = Extraction { economical: false, ..Extraction::new(game, Settings::default(), control) };
    walk.run(root, Guide::Strategy(strategy))
}

/// A sub-proof that was taken out of a walk.
struct SubProof {
    completed: Vec<(u64, Done)>,
    choices: Vec<(u64, u16, u16)>,
}

impl<'a, G: TwoPlayerGame> Extraction<'a, G> {
    /// Creates a walk that makes a proof smaller.
    pub(super) fn shrinking(game: &'a G, proof: &Proof, how: Shrinking, control: Control<'a>) -> Self {
        let sparing = proof.positions > LARGE;
        Self {
            effort: how.effort.max(LEAST_WORK / proof.positions.max(1)),
            until: how.until,
            sparing,
            ..Self::new(game, how.settings, control)
        }
    }

    /// Looks for a smaller proof of the position of `frame`.
    pub(super) fn smaller(&mut self, frame: &mut Frame<'a, G::Position>) -> Result<Option<Done>, Error> {
        let Some(chosen) = frame.chosen else { return Ok(None) };
        let mut done = None;
        let others = self.others;
        for other in others {
            let own = self.choices[frame.begun.choices].1;
            if other.get(&frame.key).is_some_and(|&index| index != own) {
                done = self.instead(frame, |_, _| Some(Guide::Strategy(other)))?.or(done);
            }
        }
        let cost = self.completed.len() - frame.begun.completed;
        let is_new = !self.sparing || cost - cost / ALIKE > frame.looked;
        let is_here = self.shard.as_ref().is_none_or(Shard::is_here);
        if self.effort > 0 && is_new && is_here && self.until.is_none_or(|until| Instant::now() < until) {
            frame.looked = cost;
            done = self.instead(frame, |extraction, cost| extraction.other_move(frame, cost, chosen))?.or(done);
        }
        Ok(done)
    }

    /// Walks through another proof of a position, and keeps the smaller of the two proofs.
    fn instead(
        &mut self,
        frame: &Frame<'a, G::Position>,
        guide: impl FnOnce(&mut Self, usize) -> Option<Guide<'a>>,
    ) -> Result<Option<Done>, Error> {
        let cost = self.completed.len() - frame.begun.completed;
        if cost <= 1 {
            return Ok(None);
        }
        let part = self.take(frame.begun);
        self.open.remove(&frame.key);
        if let Some(guide) = guide(self, cost) {
            let kept = (std::mem::take(&mut self.effort), std::mem::take(&mut self.others), self.shard.take());
            let walked = self.walk(frame.position, guide, cost);
            (self.effort, self.others, self.shard) = kept;
            match walked {
                Ok(Some(done)) if self.completed.len() - frame.begun.completed <= cost => return Ok(Some(done)),
                Ok(_) | Err(Error::Lost) => {}
                Err(stopped) => return Err(stopped),
            }
            self.take(frame.begun);
        }
        self.open.insert(frame.key);
        self.put_back(part);
        Ok(None)
    }

    /// Searches for a win that begins with another move than `chosen`. The budget of the search is proportional to
    /// `cost`, the size of the current proof.
    fn other_move(&mut self, frame: &Frame<'a, G::Position>, cost: usize, chosen: u64) -> Option<Guide<'a>> {
        let most = self.effort.saturating_mul(cost as u64);
        let new = self.open.insert(chosen);
        let table = TranspositionTable::of_lines(usize::try_from(most / EVALUATIONS_PER_LINE).unwrap_or(usize::MAX).clamp(64, 1 << 20));
        let (numbers, _) = self.search(&frame.position, &table, &Guide::Strategy(&EMPTY), most);
        if new {
            self.open.remove(&chosen);
        }
        (numbers.proof == 0).then(|| Guide::Part(Rc::new(table), u64::MAX, Rc::new(Guide::Strategy(&EMPTY))))
    }

    /// Removes all positions and choices that the walk has added since `mark`.
    fn take(&mut self, mark: Mark) -> SubProof {
        let completed = self.completed.split_off(mark.completed);
        completed.iter().for_each(|(key, _)| _ = self.done.remove(key));
        SubProof { completed, choices: self.choices.split_off(mark.choices) }
    }

    fn put_back(&mut self, part: SubProof) {
        self.done.extend(part.completed.iter().copied());
        self.completed.extend(part.completed);
        self.choices.extend(part.choices);
    }
}
