//! The table of the positions that a kind has met: each is stored whole and has a number, and a hash table finds the number.
//!
//! Memory for all positions that a file claims is taken at once. That the claim is in proportion to the file is left to the kinds (`losing/limit`,
//! `unwinnable/limit`). A bucket holds 32 bits of the hash beside the number, so that positions of other hashes are hardly ever looked at. Equal hashes prove
//! nothing: two positions are the same if their packed forms are equal.

use super::game::PackedPosition;
use crate::core::cbor::wide;
use crate::core::refusal::{Place, Refusal};
use std::hash::{BuildHasher, RandomState};

/// A position with what its kind notes of it.
struct Entry<T> {
    position: PackedPosition,
    note: T,
}

/// A bucket without a position. The others hold the lower half of the hash, and the number of the position plus 1.
const EMPTY: u64 = 0;

/// What is known of a position.
pub(crate) enum Lookup<T> {
    /// It is there, with this note.
    Old(T),
    /// It is new; this is where it belongs.
    New(Vacancy),
}

/// Where a new position belongs.
pub(crate) struct Vacancy {
    bucket: usize,
    tag: u64,
}

/// The positions met so far, numbered from 0.
pub(crate) struct PositionTable<T> {
    entries: Vec<Entry<T>>,
    buckets: Vec<u64>,
    hash: Hash,
}

impl<T: Copy> PositionTable<T> {
    /// A table of no positions.
    pub(crate) fn new() -> Self {
        Self { entries: Vec::new(), buckets: Vec::new(), hash: Hash::new() }
    }

    /// Forgets all positions and takes memory for `positions`. Memory that is there already is used again.
    pub(crate) fn begin(&mut self, positions: u32) -> Result<(), Refusal> {
        let most = usize::try_from(positions).map_err(|_| too_many(positions))?;
        // More buckets than positions, so a search always ends.
        let count = most.checked_add(most / 2).and_then(|count| count.checked_add(1)).ok_or_else(|| too_many(positions))?;
        self.entries.clear();
        self.entries.try_reserve_exact(most).map_err(|_| too_many(positions))?;
        self.buckets.clear();
        self.buckets.try_reserve_exact(count).map_err(|_| too_many(positions))?;
        self.buckets.resize(count, EMPTY);
        Ok(())
    }

    /// The number of positions.
    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    /// Looks a position up: `None` if the table contradicts itself.
    #[inline]
    pub(crate) fn probe(&self, position: &PackedPosition) -> Option<Lookup<T>> {
        let hash = self.hash.of(position);
        // The upper bits choose the bucket, the lower ones tell positions in neighbouring buckets apart.
        let (first, _) = multiplied(hash, wide(self.buckets.len()));
        let tag = hash << 32;
        let mut bucket = usize::try_from(first).ok()?;
        loop {
            let found = *self.buckets.get(bucket)?;
            if found == EMPTY {
                return Some(Lookup::New(Vacancy { bucket, tag }));
            }
            if found >> 32 == tag >> 32 {
                let number = u32::try_from(found & u64::from(u32::MAX)).ok()?.checked_sub(1)?;
                let entry = self.entry(number)?;
                if entry.position == *position {
                    return Some(Lookup::Old(entry.note));
                }
            }
            bucket = bucket.saturating_add(1);
            if bucket == self.buckets.len() {
                bucket = 0;
            }
        }
    }

    /// Adds a new position and hands out its number.
    #[inline]
    pub(crate) fn add(&mut self, vacancy: &Vacancy, position: &PackedPosition, note: T) -> Option<u32> {
        let number = u32::try_from(self.entries.len()).ok()?;
        *self.buckets.get_mut(vacancy.bucket)? = vacancy.tag | u64::from(number.checked_add(1)?);
        self.entries.push(Entry { position: *position, note });
        Some(number)
    }

    #[inline]
    fn entry(&self, number: u32) -> Option<&Entry<T>> {
        self.entries.get(usize::try_from(number).ok()?)
    }

    /// The position of that number.
    #[inline]
    pub(crate) fn position(&self, number: u32) -> Option<&PackedPosition> {
        self.entry(number).map(|entry| &entry.position)
    }

    /// What is noted of the position of that number.
    #[inline]
    pub(crate) fn note(&self, number: u32) -> Option<T> {
        self.entry(number).map(|entry| entry.note)
    }

    /// The note of the position of that number, to be changed.
    #[inline]
    pub(crate) fn note_mut(&mut self, number: u32) -> Option<&mut T> {
        self.entries.get_mut(usize::try_from(number).ok()?).map(|entry| &mut entry.note)
    }

    /// Gives the hash table back: nothing will be looked up any more.
    pub(crate) fn close(&mut self) {
        self.buckets = Vec::new();
    }
}

/// An empty list with memory for `count` entries.
pub(crate) fn reserved<T>(count: usize, positions: u32) -> Result<Vec<T>, Refusal> {
    let mut list = Vec::new();
    list.try_reserve_exact(count).map_err(|_| too_many(positions))?;
    Ok(list)
}

/// The machine has no memory for as many positions as are claimed.
fn too_many(positions: u32) -> Refusal {
    Refusal::new("resources", "memory", Place::Byte(0), format!("this machine has no memory for the {positions} positions claimed"))
}

/// The upper and the lower half of a product.
#[inline]
fn multiplied(a: u64, b: u64) -> (u64, u64) {
    let (low, high) = a.carrying_mul(b, 0);
    (high, low)
}

/// A hash function with a key made up for this run, so that nobody can choose positions that collide. Verdicts do not depend on it.
struct Hash {
    key: [u64; 6],
}

impl Hash {
    fn new() -> Self {
        // The standard library's states are random.
        let state = RandomState::new();
        Self { key: [0_u64, 1, 2, 3, 4, 5].map(|number| state.hash_one(number)) }
    }

    /// The hash of UMAC (RFC 4418, NH) with words of 64 bits: two positions have the same sum with one of 2^64 keys. Then the sum is mixed down.
    #[inline]
    fn of(&self, [a, b, c, d]: &PackedPosition) -> u64 {
        let [key_a, key_b, key_c, key_d, key_e, key_f] = self.key;
        let (high, low) = multiplied(a.wrapping_add(key_a), b.wrapping_add(key_b));
        let (high_2, low_2) = multiplied(c.wrapping_add(key_c), d.wrapping_add(key_d));
        let (low, carry) = low.overflowing_add(low_2);
        let high = high.wrapping_add(high_2).wrapping_add(u64::from(carry));
        let (mixed, mixed_2) = multiplied(high ^ key_e, low ^ key_f);
        mixed ^ mixed_2
    }
}

#[cfg(test)]
mod tests {
    //! Positions that collide.

    use super::{Hash, Lookup, PositionTable};

    fn known(store: &PositionTable<u32>, position: [u64; 4]) -> Option<u32> {
        match store.probe(&position).unwrap() {
            Lookup::Old(note) => Some(note),
            Lookup::New(_) => None,
        }
    }

    #[test]
    fn equal_hashes_prove_nothing() {
        let all = [[1, 2, 3, 4], [2, 1, 3, 4], [1, 2, 4, 3], [2, 1, 4, 3], [3, 4, 1, 2], [4, 3, 1, 2], [3, 4, 2, 1], [4, 3, 2, 1]];
        // One store for all, so that memory is used again.
        let mut store = PositionTable::new();
        for positions in [100, 8, 9] {
            // With the key 0 these have the same hash, whatever bucket that is.
            for key in [0, 1, 2, 3, 4, 5, 6, 7] {
                store.begin(positions).unwrap();
                store.hash = Hash { key: [0, 0, 0, 0, key << 61, key << 61] };
                assert!(all.iter().all(|position| store.hash.of(position) == store.hash.of(&all[0])));
                for (number, position) in (0..).zip(all) {
                    assert_eq!(known(&store, position), None);
                    let Lookup::New(vacancy) = store.probe(&position).unwrap() else { panic!("{position:?}") };
                    assert_eq!(store.add(&vacancy, &position, 0), Some(number));
                    *store.note_mut(number).unwrap() = 2 * number;
                }
                for (number, position) in (0..).zip(all) {
                    assert_eq!((known(&store, position), store.note(number)), (Some(2 * number), Some(2 * number)));
                    assert_eq!(store.position(number), Some(&position));
                }
                assert_eq!(store.len(), 8);
            }
        }
    }

    #[test]
    fn keys_differ_from_run_to_run() {
        let hashes: Vec<u64> = (0..4).map(|_| Hash::new().of(&[1, 2, 3, 4])).collect();
        assert!(hashes.iter().any(|hash| *hash != hashes[0]));
    }
}
