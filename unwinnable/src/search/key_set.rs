//! A hash set of position keys, for searches of millions of positions. The set takes 11 to 22 bytes per key.

use std::hint::black_box;

/// Number of slots of the smallest table.
const MIN_SLOTS: usize = 1 << 6;
const PREFETCH_ABOVE: usize = 1 << 12;
/// Tables with more slots than this are deallocated when they are not needed any more.
const MAX_KEPT_SLOTS: usize = 1 << 13;

/// A set of keys. Two positions with the same key count as one position. Different positions rarely have the same key.
/// If a closed set lacks a position for this reason, a checker rejects the set.
#[derive(Default)]
pub(super) struct KeySet {
    /// Hash table with open addressing and linear probing. Empty slots are 0. The number of slots is 0 or a power of
    /// two.
    slots: Vec<u64>,
    count: usize,
    /// If the table grows, it is copied to this memory.
    spare: Vec<u64>,
}

impl KeySet {
    /// Removes all keys. Releases the memory of a large table.
    pub(super) fn clear(&mut self) {
        if self.slots.len() > MAX_KEPT_SLOTS {
            *self = Self::default();
        }
        self.slots.truncate(MIN_SLOTS);
        self.slots.fill(0);
        self.count = 0;
    }

    /// Inserts a key. Returns whether the key is new.
    pub(super) fn insert(&mut self, key: u64) -> bool {
        if 4 * self.count >= 3 * self.slots.len() {
            self.grow();
        }
        let key = key.max(1);
        let new = insert_into(&mut self.slots, key);
        self.count += usize::from(new);
        new
    }

    /// Loads the slots of these keys into the processor's cache. The processor loads all slots at the same time, and so
    /// waits for memory only once.
    pub(super) fn prefetch(&self, keys: impl Iterator<Item = u64>) {
        if self.slots.len() > PREFETCH_ABOVE {
            let last = self.slots.len() - 1;
            black_box(keys.fold(0, |all, key| all ^ self.slots[key as usize & last]));
        }
    }

    fn grow(&mut self) {
        self.spare.clear();
        self.spare.resize((2 * self.slots.len()).max(MIN_SLOTS), 0);
        self.slots.iter().filter(|&&key| key != 0).for_each(|&key| {
            insert_into(&mut self.spare, key);
        });
        std::mem::swap(&mut self.slots, &mut self.spare);
        if self.spare.len() > MAX_KEPT_SLOTS {
            self.spare = Vec::new();
        }
    }
}

/// Inserts a key into a table that has an empty slot. Returns whether the key is new.
fn insert_into(slots: &mut [u64], key: u64) -> bool {
    let last = slots.len() - 1;
    let mut slot = key as usize & last;
    while slots[slot] != 0 {
        if slots[slot] == key {
            return false;
        }
        slot = (slot + 1) & last;
    }
    slots[slot] = key;
    true
}

#[cfg(test)]
mod tests {
    use super::KeySet;

    #[test]
    fn keys_are_new_once() {
        let mut keys = KeySet::default();
        for _ in 0..2 {
            // Many keys share their first slot; other keys have a first slot near the end.
            let all = (0..5000_u64).map(|number| (number % 50) << 40 | u64::MAX << 58 | (number / 50)).chain([u64::MAX, 1, 63]);
            for key in all.clone() {
                assert!(keys.insert(key), "{key:x}");
            }
            for key in all {
                assert!(!keys.insert(key), "{key:x}");
            }
            keys.clear();
        }
    }
}
