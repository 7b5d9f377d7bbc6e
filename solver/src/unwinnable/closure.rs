//! Sets of positions that play does not leave (`spec/kinds/unwinnable.md`, section 2).
//!
//! What takes memory is what every position needs: its key, and from where it was met. Positions themselves are kept only until they are dealt with.

use std::collections::VecDeque;

use super::keys::Keys;
use super::stop::Stop;
use super::{Closed, Reason, Verdict};
use crate::games::chess::{Color, End, Legal, Move, Position};

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
}

/// Which positions the static argument is tried on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaves {
    /// None.
    Plain,
    /// All.
    All,
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
            if self.met.len() > most || self.waiting.len() >= MOST_WAITING || stop.is_set() {
                self.clear();
                return (None, u64::from(number));
            }
            verdict = self.deal_with(&position, number, winner, leaves);
            number += 1;
        }
        let verdict = verdict.unwrap_or_else(|| {
            let reason = match (number, self.leaves.as_slice()) {
                (1, [0]) => Reason::Static,
                _ => Reason::Closed,
            };
            Verdict::Unwinnable(Closed { positions: number, leaves: self.leaves.clone(), reason })
        });
        self.clear();
        (Some(verdict), u64::from(number))
    }

    /// Meets what follows a position, unless it is settled. Returns the line to it if the winner has mated.
    fn deal_with(&mut self, position: &Position, number: u32, winner: Color, leaves: Leaves) -> Option<Verdict> {
        let legal = position.legal();
        if legal.is_empty() {
            return (position.end() == Some(End::Mate(winner))).then(|| Verdict::Winnable(self.line(number)));
        }
        if position.material(winner) {
            return None;
        }
        if leaves == Leaves::All && position.statically(winner) {
            self.leaves.push(number);
            return None;
        }
        self.meet(position, number, &legal);
        None
    }

    /// Forgets everything. The memory of a large set is given back.
    fn clear(&mut self) {
        self.waiting.clear();
        self.waiting.shrink_to(KEPT);
        self.met.clear();
        self.met.shrink_to(KEPT);
        self.known.clear();
        self.leaves.clear();
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
