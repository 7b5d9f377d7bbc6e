//! Memo of tested combinations of tables. Without labels, the tests of a class depend only on its table and on the
//! tables of its options. So each combination of tables needs to be tested only once.

use super::functions::{Number, Target};
use std::collections::HashSet;

/// The tested combinations of tables, within a memory budget.
pub(super) struct Seen {
    keys: HashSet<Box<[Number]>>,
    key: Vec<Number>,
    left: usize,
    budget: usize,
}

/// Bytes of memory that an entry takes in addition to its numbers. These bytes cover the entry's slot in the set and
/// the overhead of the allocator. A slot takes 16 bytes, or up to 64 bytes if spare capacity and the growth of the set
/// are counted.
const ENTRY: usize = 96;

impl Seen {
    pub(super) fn new(budget: usize) -> Self {
        Self { keys: HashSet::new(), key: Vec::new(), left: budget, budget }
    }

    /// Records a combination of tables and returns whether the combination is new. Both lists of targets must be in
    /// ascending order. When the budget is spent, the memo is cleared.
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
