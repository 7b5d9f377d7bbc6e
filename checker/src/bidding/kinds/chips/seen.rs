//! Combinations of tables that have been tested. Without labels, a class whose own table and whose options' tables are those of a class before it need not
//! be looked at again.

use super::functions::{Number, Target};
use std::collections::HashSet;

/// The tables of classes and their options that have been seen, within a budget of memory.
pub(super) struct Seen {
    keys: HashSet<Box<[Number]>>,
    key: Vec<Number>,
    left: usize,
    budget: usize,
}

/// What an entry takes beside its numbers: its place in the set (16 bytes, with space to grow and while growing four times as much) and the allocator's.
const ENTRY: usize = 96;

impl Seen {
    /// Nothing seen yet. `budget` is the memory that may be taken, in bytes.
    pub(super) fn new(budget: usize) -> Self {
        Self { keys: HashSet::new(), key: Vec::new(), left: budget, budget }
    }

    /// Whether no class with these tables has been seen. The lists are in ascending order. Everything is forgotten when the budget is spent.
    pub(super) fn is_new(&mut self, own: Target<'_>, claimant: &[Target<'_>], other: &[Target<'_>]) -> bool {
        self.key.clear();
        self.key.push(own.function.number);
        self.key.extend(claimant.iter().map(|target| target.function.number));
        // No function has this number.
        self.key.push(Number::MAX);
        self.key.extend(other.iter().map(|target| target.function.number));
        if self.keys.contains(self.key.as_slice()) {
            return false;
        }
        let cost = size_of_val(self.key.as_slice()).saturating_add(ENTRY);
        if self.left < cost {
            (self.keys, self.left) = (HashSet::new(), self.budget);
        }
        self.left = self.left.saturating_sub(cost);
        self.keys.insert(self.key.as_slice().into())
    }
}
