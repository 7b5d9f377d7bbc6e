//! Searches for closed sets as defined in section 2 of `spec/kinds/unwinnable.md`.
//!
//! Positions are numbered in breadth-first order, as in the specification. The search discards positions after
//! expansion, but keeps keys and predecessors.

use std::collections::VecDeque;

use super::cancellation::Cancellation;
use super::fortress::MAX_SKELETONS;
use super::key_set::KeySet;
use super::{ClosedSet, Reason, Verdict, line_to};
use crate::chess::skeleton::{Outcome, SkeletonArgument};
use crate::chess::{BitBoard, Color, End, LegalMoves, Move, Position};

/// Maximum number of positions that wait to be expanded. These positions take about 110 MB. Larger sets would not
/// become closed within any limit.
const MAX_WAITING: usize = 1 << 20;
/// Maximum number of positions of a set. Each position takes 19 to 30 bytes.
const MAX_POSITIONS: usize = 1 << 22;
/// Maximum number of positions for which memory stays allocated between two searches.
const MAX_KEPT: usize = 1 << 12;
/// One attempt with the skeleton argument may use 1/`SKELETON_SHARE` of the remaining limit. If the attempt fails, the
/// search can use the rest of the limit for other positions.
const SKELETON_SHARE: u64 = 2;

/// Searches for closed sets. The largest sets take up to about 250 MB, which are released afterwards.
#[derive(Default)]
pub struct ClosedSetSearch {
    /// Positions that are not expanded yet, in the order of their numbers.
    waiting: VecDeque<Position>,
    predecessors: Vec<(u32, Option<Move>)>,
    known: KeySet,
    /// Scratch buffer for the legal moves of the current position.
    moves: LegalMoves,
    /// Successors of the current position, each with its key and the move that leads to it.
    successors: Vec<(u64, Move, Position)>,
    settled_by_static: Vec<u32>,
    settled_by_skeletons: Vec<u32>,
    /// Number of skeletons (partly known positions) in all successful attempts with the skeleton argument.
    skeletons: u32,
    /// Number of skeletons (partly known positions) in all attempts with the skeleton argument, failed ones included.
    skeletons_tried: u64,
    argument: SkeletonArgument,
}

/// The arguments that are tried on each position of a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arguments {
    /// No argument: all reachable positions are explored.
    None,
    /// Only the static argument, a test without search.
    Static,
    /// First the static argument and, if it fails, the skeleton argument.
    Skeletons,
}

impl ClosedSetSearch {
    /// Searches for a closed set that contains `root`. The set has at most `limit` positions and skeletons (partly
    /// known positions) together. Returns a pair: the verdict, and the number of positions and skeletons (partly known
    /// positions) searched. The verdict is `None` if the search does not decide the question. If the search reaches a
    /// mate by the intended winner, the verdict is winnable.
    pub fn search(&mut self, root: &Position, intended_winner: Color, limit: usize, arguments: Arguments) -> (Option<Verdict>, u64) {
        self.search_until(root, intended_winner, (limit, arguments), &Cancellation::default())
    }

    /// Works like [`Self::search`], but gives up when the question is cancelled.
    pub(super) fn search_until(
        &mut self,
        root: &Position,
        intended_winner: Color,
        (limit, arguments): (usize, Arguments),
        cancellation: &Cancellation,
    ) -> (Option<Verdict>, u64) {
        let limit = limit.min(MAX_POSITIONS);
        self.known.insert(root.key());
        self.waiting.push_back(root.clone());
        self.predecessors.push((0, None));
        let mut number: u32 = 0;
        let mut verdict = None;
        while verdict.is_none()
            && let Some(position) = self.waiting.pop_front()
        {
            if self.predecessors.len() as u64 + self.skeletons_tried > limit as u64
                || self.waiting.len() >= MAX_WAITING
                || cancellation.is_cancelled()
            {
                let spent = u64::from(number) + self.skeletons_tried;
                self.clear();
                return (None, spent);
            }
            verdict = self.expand(&position, number, intended_winner, (limit, arguments));
            number += 1;
        }
        let verdict = verdict.unwrap_or_else(|| {
            let reason = match (number, self.settled_by_static.as_slice(), self.settled_by_skeletons.as_slice()) {
                (1, [0], _) => Reason::Static,
                (1, _, [0]) => Reason::Skeletons,
                _ => Reason::Closed,
            };
            let (settled_by_static, settled_by_skeletons) = (self.settled_by_static.clone(), self.settled_by_skeletons.clone());
            let set = ClosedSet::new(number, reason);
            Verdict::Unwinnable(ClosedSet { settled_by_static, settled_by_skeletons, skeletons: self.skeletons, ..set })
        });
        let spent = u64::from(number) + self.skeletons_tried;
        self.clear();
        (Some(verdict), spent)
    }

    /// Expands a position, unless the game is over or an argument proves the position unwinnable. If the intended
    /// winner has mated, returns the moves that lead to the position.
    fn expand(
        &mut self,
        position: &Position,
        number: u32,
        intended_winner: Color,
        (limit, arguments): (usize, Arguments),
    ) -> Option<Verdict> {
        if !position.has_legal_moves() {
            return (position.end() == Some(End::Mate(intended_winner))).then(|| Verdict::Winnable(self.line(number)));
        }
        if position.has_insufficient_material(intended_winner) {
            return None;
        }
        if arguments != Arguments::None && position.static_argument_holds(intended_winner) {
            self.settled_by_static.push(number);
            return None;
        }
        if arguments == Arguments::Skeletons && self.skeleton_argument_holds(position, intended_winner, limit) {
            self.settled_by_skeletons.push(number);
            return None;
        }
        self.meet_successors(position, number);
        None
    }

    fn skeleton_argument_holds(&mut self, position: &Position, intended_winner: Color, limit: usize) -> bool {
        let left = (limit as u64).saturating_sub(self.predecessors.len() as u64 + self.skeletons_tried) / SKELETON_SHARE;
        let limit = u32::try_from(left).unwrap_or(u32::MAX).min(MAX_SKELETONS - self.skeletons);
        let outcome = self.argument.argue(position, intended_winner, BitBoard::EMPTY, limit);
        self.skeletons_tried += u64::from(self.argument.reached());
        let Outcome::Holds { skeletons } = outcome else { return false };
        self.skeletons += skeletons;
        true
    }

    /// Removes all positions, and releases the memory of a large set.
    fn clear(&mut self) {
        self.waiting.clear();
        self.waiting.shrink_to(MAX_KEPT);
        self.predecessors.clear();
        self.predecessors.shrink_to(MAX_KEPT);
        self.known.clear();
        self.settled_by_static.clear();
        self.settled_by_skeletons.clear();
        (self.skeletons, self.skeletons_tried) = (0, 0);
    }

    /// Adds the successors of a position. First loads the hash-table slots of all successors into the processor's
    /// cache.
    fn meet_successors(&mut self, position: &Position, number: u32) {
        let successors = &mut self.successors;
        position.find_legal_moves(&mut self.moves);
        self.moves.for_each(|played| {
            let after = position.after(played);
            successors.push((after.key(), played, after));
        });
        self.known.prefetch(successors.iter().map(|&(key, _, _)| key));
        for (key, played, after) in successors.drain(..) {
            if self.known.insert(key) {
                self.waiting.push_back(after);
                self.predecessors.push((number, Some(played)));
            }
        }
    }

    /// Returns the moves from the root to a position.
    fn line(&self, number: u32) -> Vec<Move> {
        line_to(number, |number| self.predecessors[number as usize])
    }
}
