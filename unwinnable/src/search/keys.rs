//! Sets of positions by their keys alone, for searches that meet millions of them: 11 to 22 bytes a key, and emptied at once.

use std::hint::black_box;

/// Places at first.
const FIRST: usize = 1 << 6;
/// Tables with more places than that are farther away than the nearest caches.
const FAR: usize = 1 << 12;
/// Places for which memory is kept.
const KEPT: usize = 1 << 13;

/// A set of keys. Two positions with one key are one to it, which is rare enough for a search and, for a set that is claimed to be closed, shows when it is verified.
#[derive(Default)]
pub(super) struct Keys {
    /// A key stands at the place that it names or at one of the next; 0 says that nothing stands there. The length is 0 or a power of two.
    places: Vec<u64>,
    count: usize,
    /// Where the table goes when it grows.
    spare: Vec<u64>,
}

impl Keys {
    /// Takes all keys out. The memory of a large table is given back, which is quicker than to empty it.
    pub(super) fn clear(&mut self) {
        if self.places.len() > KEPT {
            *self = Self::default();
        }
        self.places.truncate(FIRST);
        self.places.fill(0);
        self.count = 0;
    }

    /// Adds a key; returns whether it was not there.
    pub(super) fn insert(&mut self, key: u64) -> bool {
        if 4 * self.count >= 3 * self.places.len() {
            self.grow();
        }
        let key = key.max(1);
        let new = put(&mut self.places, key);
        self.count += usize::from(new);
        new
    }

    /// Brings the places of some keys near, all of them at the same time; one after the other, each would be waited for.
    pub(super) fn fetch(&self, keys: impl Iterator<Item = u64>) {
        if self.places.len() > FAR {
            let last = self.places.len() - 1;
            black_box(keys.fold(0, |all, key| all ^ self.places[key as usize & last]));
        }
    }

    fn grow(&mut self) {
        self.spare.clear();
        self.spare.resize((2 * self.places.len()).max(FIRST), 0);
        self.places.iter().filter(|&&key| key != 0).for_each(|&key| {
            put(&mut self.spare, key);
        });
        std::mem::swap(&mut self.places, &mut self.spare);
        if self.spare.len() > KEPT {
            self.spare = Vec::new();
        }
    }
}

/// Puts a key into a table that has room; returns whether it was not there.
fn put(places: &mut [u64], key: u64) -> bool {
    let last = places.len() - 1;
    let mut place = key as usize & last;
    while places[place] != 0 {
        if places[place] == key {
            return false;
        }
        place = (place + 1) & last;
    }
    places[place] = key;
    true
}

#[cfg(test)]
mod tests {
    use super::Keys;

    #[test]
    fn keys_are_met_once() {
        let mut keys = Keys::default();
        for _ in 0..2 {
            // Many keys that name the same places, and those that name the last ones.
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
