//! A transposition table of the positions that a verification has visited. The table stores each position in full, and
//! gives it a number. A hash table finds the number of a position.
//!
//! Memory for all positions that the file claims is reserved at the start. The clauses `losing/limit`, `safe/limit` and
//! `unwinnable/limit` bound this memory by the size of the file. Two positions are compared only if the lower halves of
//! their hashes are equal. Different positions can have equal hashes, so the comparison uses the packed positions.

use super::packed::PackedPosition;
use crate::core::cbor::as_u64;
use crate::core::fields::index;
use crate::core::refusal::{Place, Refusal};
use std::hash::{BuildHasher, RandomState};

/// Result of looking a position up.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Lookup {
    /// The position has been visited before and has this number.
    Known(u32),
    /// The position is new and now has this number.
    New(u32),
    /// The position is new, and the table is full.
    Full,
}

/// The positions visited so far, numbered from 0. For each position, the caller stores a value of type `T`.
pub(crate) struct PositionTable<T> {
    /// Number of positions for which memory is reserved.
    most: usize,
    entries: Vec<(PackedPosition, T)>,
    /// Buckets of the hash table. A bucket contains the lower half of a position's hash, and 1 plus the position's
    /// number. In an empty bucket, both numbers are 0.
    buckets: Vec<(u32, u32)>,
    /// Random key of the hash function. The key differs from run to run, so nobody can choose positions that collide.
    /// Verdicts do not depend on the key.
    key: [u64; 6],
}

impl<T> PositionTable<T> {
    pub(crate) fn new() -> Self {
        // `RandomState` of the standard library is the source of randomness.
        let state = RandomState::new();
        let key = [0_u64, 1, 2, 3, 4, 5].map(|number| state.hash_one(number));
        Self { most: 0, entries: Vec::new(), buckets: Vec::new(), key }
    }

    /// Removes all positions and reserves memory for `positions` positions. Memory that the table already has is
    /// reused.
    pub(crate) fn begin(&mut self, positions: u32) -> Result<(), Refusal> {
        self.most = index(positions);
        // There are more buckets than positions, so every search ends at an empty bucket.
        let count = self.most.saturating_add(self.most / 2).saturating_add(1);
        reserve(&mut self.entries, self.most, positions)?;
        reserve(&mut self.buckets, count, positions)?;
        self.buckets.resize(count, (0, 0));
        Ok(())
    }

    /// Hashes a position with the NH hash of UMAC (RFC 4418) on 64-bit words.
    fn hash(&self, [a, b, c, d]: &PackedPosition) -> u64 {
        // The sums of two different positions are equal with a probability of at most 2^-64.
        let [key_a, key_b, key_c, key_d, key_e, key_f] = self.key;
        let (low, high) = a.wrapping_add(key_a).carrying_mul(b.wrapping_add(key_b), 0);
        let (low, high_2) = c.wrapping_add(key_c).carrying_mul(d.wrapping_add(key_d), low);
        let (mixed, mixed_2) = (high.wrapping_add(high_2) ^ key_e).carrying_mul(low ^ key_f, 0);
        mixed ^ mixed_2
    }

    /// Looks a position up. If the position is new, inserts it with the value `note`.
    #[inline]
    pub(crate) fn meet(&mut self, position: &PackedPosition, note: T) -> Result<Lookup, Refusal> {
        let hash = self.hash(position);
        // The upper bits of the hash select the bucket; the lower bits distinguish positions in neighbouring buckets.
        let (_, first) = hash.carrying_mul(as_u64(self.buckets.len()), 0);
        let tag = u32::try_from(hash & u64::from(u32::MAX)).unwrap_or(0);
        let first = usize::try_from(first).unwrap_or(usize::MAX);
        let (before, after) = self.buckets.split_at_mut_checked(first).ok_or_else(contradiction)?;
        for bucket in after.iter_mut().chain(before) {
            let Some(number) = bucket.1.checked_sub(1) else {
                if self.entries.len() == self.most {
                    return Ok(Lookup::Full);
                }
                self.entries.push((*position, note));
                let numbered = u32::try_from(self.entries.len()).map_err(|_| contradiction())?;
                *bucket = (tag, numbered);
                return Ok(Lookup::New(numbered.saturating_sub(1)));
            };
            if bucket.0 == tag && self.entries.get(index(number)).is_some_and(|(known, _)| known == position) {
                return Ok(Lookup::Known(number));
            }
        }
        Err(contradiction())
    }

    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    pub(crate) fn position(&self, number: u32) -> Option<&PackedPosition> {
        self.entries.get(index(number)).map(|(position, _)| position)
    }

    pub(crate) fn note(&mut self, number: u32) -> Option<&mut T> {
        self.entries.get_mut(index(number)).map(|(_, note)| note)
    }

    /// Frees the hash table. After this call, positions must not be looked up.
    pub(crate) fn close(&mut self) {
        self.buckets = Vec::new();
    }
}

/// Clears a list and reserves memory for `count` entries.
pub(crate) fn reserve<T>(list: &mut Vec<T>, count: usize, positions: u32) -> Result<(), Refusal> {
    list.clear();
    list.try_reserve_exact(count).map_err(|_| {
        let sentence = format!("this machine has no memory for the {positions} positions claimed");
        Refusal::new("resources", "memory", Place::Byte(0), sentence)
    })
}

/// Builds the refusal for a bug in the checker, such as an inconsistent position table.
#[cold]
pub(crate) fn contradiction() -> Refusal {
    Refusal::internal(Place::Byte(0), "a position is not where it should be")
}

#[cfg(test)]
mod tests {
    //! Tests colliding positions and the hash function.

    use super::{Lookup, PositionTable};

    #[test]
    fn equal_hashes_prove_nothing() {
        let all = [[1, 2, 3, 4], [2, 1, 3, 4], [1, 2, 4, 3], [2, 1, 4, 3], [3, 4, 1, 2], [4, 3, 1, 2], [3, 4, 2, 1], [4, 3, 2, 1]];
        // All cases use the same table, to test that its memory is reused.
        let mut table = PositionTable::new();
        for positions in [100, 8, 9] {
            // With each of these keys all positions have the same hash. Different keys select different buckets.
            for key in [0, 1, 2, 3, 4, 5, 6, 7] {
                table.begin(positions).unwrap();
                table.key = [0, 0, 0, 0, key << 61, key << 61];
                assert!(all.iter().all(|position| table.hash(position) == table.hash(&all[0])));
                for (number, position) in (0..).zip(&all) {
                    assert_eq!(table.meet(position, 0).unwrap(), Lookup::New(number));
                    *table.note(number).unwrap() = 2 * number;
                }
                for (number, position) in (0..).zip(&all) {
                    assert_eq!(table.meet(position, 0).unwrap(), Lookup::Known(number));
                    assert_eq!((table.note(number).copied(), table.position(number)), (Some(2 * number), Some(position)));
                }
                assert_eq!(table.len(), 8);
                assert_eq!(table.meet(&[5, 6, 7, 8], 0).unwrap(), if positions == 8 { Lookup::Full } else { Lookup::New(8) });
            }
        }
    }

    #[test]
    fn the_hash_is_that_of_the_article() {
        // Expected hashes for this key, computed from the formula by a program with big integers.
        const KEY: [u64; 6] = [
            0x0123_4567_89ab_cdef,
            0xfedc_ba98_7654_3210,
            0x0f1e_2d3c_4b5a_6978,
            0x8796_a5b4_c3d2_e1f0,
            0x5555_aaaa_3333_cccc,
            0x1357_9bdf_0246_8ace,
        ];
        let mut table = PositionTable::new();
        table.key = KEY;
        let vectors = [
            ([1, 2, 3, 4], 0xc3c7_abd0_d20e_33c1),
            ([0x8100_0000_0000_0081, 0x2400_0000_0000_0024, 0x4200_0000_0000_0042, 0x1000_0000_0000_00ff], 0x89c1_aa87_749a_3c50),
            ([2, 1, 3, 4], 0x8ecd_2ed1_4909_d686),
        ];
        for (position, expected) in &vectors {
            assert_eq!(table.hash(position), *expected);
        }
        // The number of buckets is one and a half times the number of positions, plus one. Each used bucket contains
        // the lower half of a hash and the number of a position, counted from 1.
        table.begin(10).unwrap();
        assert_eq!(table.buckets.len(), 16);
        for (position, _) in &vectors {
            table.meet(position, ()).unwrap();
        }
        let mut used: Vec<(u32, u32)> = table.buckets.iter().copied().filter(|bucket| bucket.1 > 0).collect();
        used.sort_by_key(|bucket| bucket.1);
        assert_eq!(used, [(0xd20e_33c1, 1), (0x749a_3c50, 2), (0x4909_d686, 3)]);
        table.close();
        assert_eq!((table.buckets.capacity(), table.len()), (0, 3));
    }

    #[test]
    fn keys_differ_from_run_to_run() {
        let hashes: Vec<u64> = (0..4).map(|_| PositionTable::<()>::new().hash(&[1, 2, 3, 4])).collect();
        assert!(hashes.iter().any(|hash| *hash != hashes[0]));
    }
}
