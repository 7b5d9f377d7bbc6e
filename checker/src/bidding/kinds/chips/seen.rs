//! Remembers which combinations of tables have been tested. Without labels, the tests of a class of symmetric positions
//! depend only on its table and on the tables of its options. So each combination of tables needs to be tested only
//! once.

use super::functions::{Number, Target};
use std::collections::HashSet;

/// The tested combinations of tables of thresholds, stored within a memory budget.
pub(super) struct Seen {
    keys: HashSet<Box<[Number]>>,
    key: Vec<Number>,
    left: usize,
    budget: usize,
}

/// Bytes of memory for a stored combination of tables. These bytes are a slot in the hash set and the overhead of the
/// allocator. A slot takes at most 64 bytes.
const ENTRY: usize = 96;

impl Seen {
    pub(super) fn new(budget: usize) -> Self {
        Self { keys: HashSet::new(), key: Vec::new(), left: budget, budget }
    }

    /// Stores a combination of tables of thresholds, and returns whether the combination is new. The lists `claimant`
    /// and `other` must be in ascending order. If the memory budget is spent, removes all stored combinations first.
    pub(super) fn is_new(&mut self, own: Target<'_>, claimant: &[Target<'_>], other: &[Target<'_>]) -> bool {
        self.key.clear();
        self.key.push(own.function.number);
        self.key.extend(claimant.iter().map(|target| target.function.number));
        // This number separates the two lists, because no function has it.
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
