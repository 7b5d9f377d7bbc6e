//! Sets of positions that play does not leave (`spec/kinds/unwinnable.md`, section 2).

use hashbrown::HashTable;

use super::{Closed, Reason, Verdict};
use crate::games::chess::{Color, End, Move, Position};

/// Explores what can follow a position.
#[derive(Default)]
pub struct Closure {
    positions: Vec<Position>,
    /// From which position each was met first, and by which move.
    met: Vec<(u32, Option<Move>)>,
    numbers: HashTable<(u64, u32)>,
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
        self.clear();
        self.meet(root.clone(), (0, None));
        let mut next = 0;
        while next < self.positions.len() {
            if self.positions.len() > most {
                return (None, next as u64);
            }
            let position = self.positions[next].clone();
            let number = next as u32;
            next += 1;
            match position.end() {
                Some(End::Mate(side)) if side == winner => return (Some(Verdict::Winnable(self.line(number))), next as u64),
                Some(_) => continue,
                None if position.material(winner) => continue,
                None => {}
            }
            if leaves == Leaves::All && position.statically(winner) {
                self.leaves.push(number);
                continue;
            }
            position.legal().for_each(|played| self.meet(position.after(played), (number, Some(played))));
        }
        let reason = match (self.positions.len(), self.leaves.as_slice()) {
            (1, [0]) => Reason::Static,
            _ => Reason::Closed,
        };
        let closed = Closed { positions: self.positions.len() as u32, leaves: self.leaves.clone(), reason };
        (Some(Verdict::Unwinnable(closed)), next as u64)
    }

    fn clear(&mut self) {
        self.positions.clear();
        self.met.clear();
        self.numbers.clear();
        self.leaves.clear();
    }

    fn meet(&mut self, position: Position, from: (u32, Option<Move>)) {
        let key = position.key();
        let entry = self.numbers.entry(key, |&(known, _)| known == key, |&(known, _)| known);
        if let hashbrown::hash_table::Entry::Vacant(vacant) = entry {
            vacant.insert((key, self.positions.len() as u32));
            self.positions.push(position);
            self.met.push(from);
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
