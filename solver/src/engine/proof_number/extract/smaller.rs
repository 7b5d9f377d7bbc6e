//! Smaller proofs of a part that was just walked.
//!
//! What the part has cost is taken out of the walk, another way is walked in its place, and the cheaper of the two stays.

use std::rc::Rc;
use std::time::Instant;

use super::{Failure, Frame, Guide, Maker, Mark, Portion, Proof, Strategy};
use crate::control::Control;
use crate::engine::proof_number::Settings;
use crate::engine::proof_number::search::Done;
use crate::engine::proof_number::table::Table;
use crate::model::two_player::Play;

/// Evaluations for each entry of a table for a part that might be smaller.
const EVALUATIONS_PER_LINE: u64 = 16;

/// The search for another move at the root has so many evaluations at least: in a small proof more are made everywhere than were asked for.
const LEAST_WORK: u64 = 1 << 20;
/// In a proof of more positions, to look for another move everywhere would take too long.
const LARGE: u64 = 1 << 20;
/// Parts are nearly the same if the larger one has no more than one in so many positions more.
const ALIKE: usize = 16;
/// Knows no position.
static EMPTY: Strategy = Strategy::with_hasher(rustc_hash::FxBuildHasher);

/// How smaller proofs are looked for.
#[derive(Clone, Copy, Debug)]
pub struct Shrinking {
    /// Settings of the searches.
    pub settings: Settings,
    /// Their evaluations, for each position that a part has cost.
    pub effort: u64,
    /// When to make no more of them.
    pub until: Option<Instant>,
    /// How many threads share a large proof.
    pub threads: usize,
}

/// Walks a proof again; wherever one of the others proves a position with fewer new positions, it takes that way.
///
/// # Errors
/// [`Failure`].
pub fn merge<P: Play>(play: &P, proof: &Proof, others: &[&Strategy], root: P::Position, control: Control) -> Result<Proof, Failure> {
    Maker { others, ..Maker::new(play, Settings::default(), control) }.make(root, Guide::Strategy(&proof.strategy))
}

/// A part of a walk, taken out.
struct Part {
    completed: Vec<(u64, Done)>,
    choices: Vec<(u64, u16, u16)>,
}

impl<'a, P: Play> Maker<'a, P> {
    /// One that makes a proof smaller.
    pub(super) fn shrinking(play: &'a P, proof: &Proof, how: Shrinking, control: Control<'a>) -> Self {
        let sparing = proof.positions > LARGE;
        Self {
            effort: how.effort.max(LEAST_WORK / proof.positions.max(1)),
            until: how.until,
            sparing,
            ..Self::new(play, how.settings, control)
        }
    }

    /// Looks for a smaller proof of a position whose proof was just walked. If there is one it takes the other's place.
    pub(super) fn smaller(&mut self, frame: &mut Frame<'a, P::Position>) -> Result<Option<Done>, Failure> {
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
        let is_here = self.portion.as_ref().is_none_or(Portion::is_here);
        if self.effort > 0 && is_new && is_here && self.until.is_none_or(|until| Instant::now() < until) {
            frame.looked = cost;
            done = self.instead(frame, |maker, cost| maker.other_move(frame, cost, chosen))?.or(done);
        }
        Ok(done)
    }

    /// Walks a position's proof anew by another guide, if there is one. The cheaper walk stays.
    fn instead(
        &mut self,
        frame: &Frame<'a, P::Position>,
        guide: impl FnOnce(&mut Self, usize) -> Option<Guide<'a>>,
    ) -> Result<Option<Done>, Failure> {
        let cost = self.completed.len() - frame.begun.completed;
        if cost <= 1 {
            return Ok(None);
        }
        let part = self.take(frame.begun);
        self.open.remove(&frame.key);
        if let Some(guide) = guide(self, cost) {
            let kept = (std::mem::take(&mut self.effort), std::mem::take(&mut self.others), self.portion.take());
            let walked = self.walk(frame.position, guide, cost);
            (self.effort, self.others, self.portion) = kept;
            match walked {
                Ok(Some(done)) if self.completed.len() - frame.begun.completed <= cost => return Ok(Some(done)),
                Ok(_) | Err(Failure::Lost) => {}
                Err(stopped) => return Err(stopped),
            }
            self.take(frame.begun);
        }
        self.open.insert(frame.key);
        self.put_back(part);
        Ok(None)
    }

    /// Searches for a win by another move than this one, with effort in proportion to what the last walk has cost.
    fn other_move(&mut self, frame: &Frame<'a, P::Position>, cost: usize, chosen: u64) -> Option<Guide<'a>> {
        let most = self.effort.saturating_mul(cost as u64);
        let new = self.open.insert(chosen);
        let table = Table::of_lines(usize::try_from(most / EVALUATIONS_PER_LINE).unwrap_or(usize::MAX).clamp(64, 1 << 20));
        let (numbers, _) = self.search(&frame.position, &table, &Guide::Strategy(&EMPTY), most);
        if new {
            self.open.remove(&chosen);
        }
        (numbers.proof == 0).then(|| Guide::Part(Rc::new(table), u64::MAX, Rc::new(Guide::Strategy(&EMPTY))))
    }

    /// Takes out what was completed and chosen since.
    fn take(&mut self, mark: Mark) -> Part {
        let completed = self.completed.split_off(mark.completed);
        completed.iter().for_each(|(key, _)| _ = self.done.remove(key));
        Part { completed, choices: self.choices.split_off(mark.choices) }
    }

    fn put_back(&mut self, part: Part) {
        self.done.extend(part.completed.iter().copied());
        self.completed.extend(part.completed);
        self.choices.extend(part.choices);
    }
}
