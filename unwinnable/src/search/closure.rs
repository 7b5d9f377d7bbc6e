//! Sets of positions that play does not leave (`spec/kinds/unwinnable.md`, section 2).
//!
//! What takes memory is what every position needs: its key, and from where it was met. Positions themselves are kept only until they are dealt with.

use std::collections::VecDeque;

use super::fortress::MOST_SKELETONS;
use super::keys::Keys;
use super::stop::Stop;
use super::{Closed, Reason, Verdict};
use crate::chess::skeleton::{Seen, Skeletons};
use crate::chess::{BitBoard, Color, End, Legal, Move, Position};

/// Positions that may wait to be dealt with: some 110 MB. Where there are more, so many more follow that the set would not be closed within any bound.
const MOST_WAITING: usize = 1 << 20;

/// Positions of a set, at most; they take 19 to 30 bytes each.
const MOST: usize = 1 << 22;
/// Positions for which memory is kept from one set to the next.
const KEPT: usize = 1 << 12;

/// Explores what can follow a position. Takes up to some 250 MB for the largest sets, and gives them back.
#[derive(Default)]
pub struct Closure {
    /// Positions not yet dealt with, in the order of their numbers.
    waiting: VecDeque<Position>,
    /// Of each number, from which position it was met first, and by which move.
    met: Vec<(u32, Option<Move>)>,
    known: Keys,
    /// What follows the position that is dealt with.
    next: Vec<(u64, Move)>,
    leaves: Vec<u32>,
    by_skeletons: Vec<u32>,
    /// Skeletons met where the argument holds, and all that were looked at.
    skeletons: u32,
    looked_at: u64,
    argument: Skeletons,
}

/// A look at skeletons may take such a part of what is left for the set: where it leads nowhere, others follow.
const PART: u64 = 2;

/// Which arguments are tried, on all positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaves {
    /// None.
    Plain,
    /// The static argument.
    Static,
    /// The static argument, and where it does not hold, that of skeletons.
    Skeletons,
}

impl Closure {
    /// Looks at what can follow, up to so many positions. Returns whether the side can mate, if that is found out, and how many positions were looked at.
    pub fn explore(&mut self, root: &Position, winner: Color, most: usize, leaves: Leaves) -> (Option<Verdict>, u64) {
        self.explore_until(root, winner, (most, leaves), &Stop::default())
    }

    /// The same, as long as it is not stopped.
    pub(super) fn explore_until(
        &mut self,
        root: &Position,
        winner: Color,
        (most, leaves): (usize, Leaves),
        stop: &Stop,
    ) -> (Option<Verdict>, u64) {
        let most = most.min(MOST);
        self.known.insert(root.key());
        self.waiting.push_back(root.clone());
        self.met.push((0, None));
        let mut number: u32 = 0;
        let mut verdict = None;
        while verdict.is_none()
            && let Some(position) = self.waiting.pop_front()
        {
            if self.met.len() as u64 + self.looked_at > most as u64 || self.waiting.len() >= MOST_WAITING || stop.is_set() {
                let spent = u64::from(number) + self.looked_at;
                self.clear();
                return (None, spent);
            }
            verdict = self.deal_with(&position, number, winner, (most, leaves));
            number += 1;
        }
        let verdict = verdict.unwrap_or_else(|| {
            let reason = match (number, self.leaves.as_slice(), self.by_skeletons.as_slice()) {
                (1, [0], _) => Reason::Static,
                (1, _, [0]) => Reason::Skeletons,
                _ => Reason::Closed,
            };
            let (leaves, by_skeletons) = (self.leaves.clone(), self.by_skeletons.clone());
            Verdict::Unwinnable(Closed { leaves, by_skeletons, skeletons: self.skeletons, ..Closed::of(number, reason) })
        });
        let spent = u64::from(number) + self.looked_at;
        self.clear();
        (Some(verdict), spent)
    }

    /// Meets what follows a position, unless it is settled. Returns the line to it if the winner has mated.
    fn deal_with(&mut self, position: &Position, number: u32, winner: Color, (most, leaves): (usize, Leaves)) -> Option<Verdict> {
        let legal = position.legal();
        if legal.is_empty() {
            return (position.end() == Some(End::Mate(winner))).then(|| Verdict::Winnable(self.line(number)));
        }
        if position.material(winner) {
            return None;
        }
        if leaves != Leaves::Plain && position.statically(winner) {
            self.leaves.push(number);
            return None;
        }
        if leaves == Leaves::Skeletons && self.is_fortress(position, winner, most) {
            self.by_skeletons.push(number);
            return None;
        }
        self.meet(position, number, &legal);
        None
    }

    /// Whether the skeleton argument holds.
    fn is_fortress(&mut self, position: &Position, winner: Color, most: usize) -> bool {
        let left = (most as u64).saturating_sub(self.met.len() as u64 + self.looked_at) / PART;
        let most = u32::try_from(left).unwrap_or(u32::MAX).min(MOST_SKELETONS - self.skeletons);
        let seen = self.argument.look(position, winner, BitBoard::EMPTY, most);
        self.looked_at += u64::from(self.argument.met());
        let Seen::Settled { met } = seen else { return false };
        self.skeletons += met;
        true
    }

    /// Forgets everything. The memory of a large set is given back.
    fn clear(&mut self) {
        self.waiting.clear();
        self.waiting.shrink_to(KEPT);
        self.met.clear();
        self.met.shrink_to(KEPT);
        self.known.clear();
        self.leaves.clear();
        self.by_skeletons.clear();
        (self.skeletons, self.looked_at) = (0, 0);
    }

    /// Meets the positions to which moves lead. Most are known: so their keys alone are made first, and looked up all at the same time, as the table of a large set is far away.
    fn meet(&mut self, position: &Position, number: u32, legal: &Legal) {
        self.next.clear();
        legal.for_each(|played| self.next.push((position.after(played).key(), played)));
        self.known.fetch(self.next.iter().map(|&(key, _)| key));
        for &(key, played) in &self.next {
            if self.known.insert(key) {
                self.waiting.push_back(position.after(played));
                self.met.push((number, Some(played)));
            }
        }
    }

    /// The moves from the root to a position.
    fn line(&self, mut number: u32) -> Vec<Move> {
        let mut line = Vec::new();
        while let (before, Some(played)) = self.met[number as usize] {
            line.push(played);
            number = before;
        }
        line.reverse();
        line
    }
}
