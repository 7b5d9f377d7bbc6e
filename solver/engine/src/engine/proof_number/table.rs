//! The transposition table stores the proof and disproof numbers of expanded positions, and the set of proved
//! positions.
//!
//! A bucket of four entries fills a cache line. An entry consists of two 64-bit words, which threads read and write
//! without a lock. The first word is the exclusive-or of the key and the second word. Therefore a reader ignores an
//! entry that two threads have written at the same time (Hyatt and Mann, *A lock-less transposition table
//! implementation*, 2002).

use std::sync::atomic::{AtomicU64, Ordering};

use super::Numbers;

/// Number of entries in a bucket.
const WAYS: usize = 4;

/// Initial number of buckets in use. The number is small, so that the table stays in the processor's caches at first.
const FIRST_LINES: usize = 1 << 18;

/// Number of 64-bit words in a bucket.
const WORDS: usize = 2 * WAYS;

/// A transposition table with lock-free entries.
pub struct TranspositionTable {
    /// Memory of the buckets. The buckets begin at the first cache-line boundary.
    words: Box<[AtomicU64]>,
    first: usize,
    /// Number of buckets in use. The memory has room for `most_lines` buckets.
    lines: usize,
    most_lines: usize,
    proved: AtomicU64,
}

/// Search result that the table stores for a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stored {
    /// Proof and disproof numbers of a position that is not proved.
    Numbers(Numbers),
    /// A proved position.
    Proved {
        /// A position that was proved later has a higher rank. The proof of a position uses only positions with lower
        /// ranks.
        rank: u64,
    },
}

/// The stored data of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Proof and disproof numbers of the position, or its rank if the position is proved.
    pub stored: Stored,
    /// Index of the best move. If the position is proved and the winner is to move, this move wins.
    pub best: u8,
    /// Work spent on the position: about 4 times the binary logarithm of the number of evaluations.
    pub work: u8,
}

const PROVED: u64 = 1 << 63;
const NUMBER: u64 = (1 << 24) - 1;
const RANK: u64 = (1 << 40) - 1;
const WORTH_OF_PROOF: u32 = 16;

impl Entry {
    fn pack(self) -> u64 {
        let stored = match self.stored {
            Stored::Numbers(numbers) => u64::from(numbers.proof) | u64::from(numbers.disproof) << 24,
            Stored::Proved { rank } => PROVED | rank & RANK,
        };
        stored | u64::from(self.best) << 48 | u64::from(self.work.min(127)) << 56
    }

    fn unpack(word: u64) -> Self {
        let stored = if word & PROVED != 0 {
            Stored::Proved { rank: word & RANK }
        } else {
            let number = |shift: u32| u32::try_from(word >> shift & NUMBER).unwrap_or(0);
            Stored::Numbers(Numbers { proof: number(0), disproof: number(24) })
        };
        Self { stored, best: word.to_le_bytes()[6], work: word.to_le_bytes()[7] & 127 }
    }

    fn worth(word: u64) -> u32 {
        u32::try_from(word >> 56 & 127).unwrap_or(0) + if word & PROVED != 0 { WORTH_OF_PROOF } else { 0 }
    }
}

/// Converts a number of evaluations to the scale of [`Entry::work`].
#[must_use]
pub fn work(evaluations: u64) -> u8 {
    let log = evaluations.max(1).ilog2();
    let fraction = if log >= 2 { evaluations >> (log - 2) & 3 } else { 0 };
    u8::try_from(4 * u64::from(log) + fraction).unwrap_or(127).min(127)
}

/// Converts a value on the scale of [`Entry::work`] to a number of evaluations, rounded down.
#[must_use]
pub fn evaluations(work: u8) -> u64 {
    let log = u64::from(work / 4);
    (1 << log) + if log >= 2 { u64::from(work % 4) << (log - 2) } else { 0 }
}

impl TranspositionTable {
    /// Creates an empty table of at most `bytes` bytes. At first, the table is small, and it can [`grow`](Self::grow).
    /// The operating system provides a page of memory only when the page is written for the first time.
    #[must_use]
    pub fn new(bytes: u64) -> Self {
        let lines = usize::try_from(bytes / 64).unwrap_or(usize::MAX).saturating_sub(1).max(1);
        Self { lines: lines.min(FIRST_LINES), ..Self::of_lines(lines) }
    }

    /// Creates an empty table of `lines` buckets. This table cannot grow.
    #[must_use]
    pub fn of_lines(lines: usize) -> Self {
        // This call does not write to the zeroed memory from the operating system. Allocating a type aligned to cache
        // lines would write to it, so the code computes the offset of the first bucket itself.
        let words: Box<[AtomicU64]> = bytemuck::zeroed_slice_box((lines + 1) * WORDS);
        let first = words.as_ptr().align_offset(64).min(WORDS);
        Self { words, first, lines, most_lines: lines, proved: AtomicU64::new(0) }
    }

    /// Returns whether the table is more than half full and can grow.
    #[must_use]
    pub fn may_grow(&self) -> bool {
        self.lines < self.most_lines && self.load() > 0.5
    }

    /// Doubles the number of buckets in use, up to the memory limit.
    pub fn grow(&mut self) {
        let (before, after) = (self.lines, (2 * self.lines).min(self.most_lines));
        self.lines = after;
        // The loop proceeds from the last bucket down, because a key only moves up, to buckets that the loop has
        // already emptied.
        for line in (0..before).rev() {
            let first = self.first + line * WORDS;
            let entries: [[u64; 2]; WAYS] = std::array::from_fn(|way| {
                let mut take = |word: usize| std::mem::take(self.words[first + 2 * way + word].get_mut());
                [take(0), take(1)]
            });
            for [mixed, word] in entries {
                if word != 0 {
                    self.put(mixed ^ word, Entry::unpack(word));
                }
            }
        }
    }

    fn line(&self, key: u64) -> &[AtomicU64] {
        let place = (u128::from(key) * self.lines as u128) >> 64;
        let first = self.first + place as usize * WORDS;
        &self.words[first..first + WORDS]
    }

    /// Returns the entry of the position with this key.
    #[must_use]
    pub fn get(&self, key: u64) -> Option<Entry> {
        let line = self.line(key);
        line.chunks_exact(2).find_map(|pair| {
            let word = pair[1].load(Ordering::Relaxed);
            (pair[0].load(Ordering::Relaxed) ^ word == key && word != 0).then(|| Entry::unpack(word))
        })
    }

    /// Stores an entry. In a full bucket, the new entry replaces the least valuable entry. If the table has a proof of
    /// the position, it keeps that proof and ignores the new entry.
    pub fn put(&self, key: u64, entry: Entry) {
        let word = entry.pack();
        let line = self.line(key);
        let mut worst = (u32::MAX, 0);
        for (way, pair) in line.chunks_exact(2).enumerate() {
            let old = pair[1].load(Ordering::Relaxed);
            if old == 0 || pair[0].load(Ordering::Relaxed) ^ old == key {
                if old & PROVED == 0 {
                    pair[0].store(key ^ word, Ordering::Relaxed);
                    pair[1].store(word, Ordering::Relaxed);
                }
                return;
            }
            worst = worst.min((Entry::worth(old), way));
        }
        let pair = &line[2 * worst.1..][..2];
        pair[0].store(key ^ word, Ordering::Relaxed);
        pair[1].store(word, Ordering::Relaxed);
    }

    /// Stores a proved position and returns a rank above all earlier ranks.
    pub fn prove(&self, key: u64, best: u8, work: u8) -> u64 {
        let rank = self.proved.fetch_add(1, Ordering::Relaxed) + 1;
        self.put(key, Entry { stored: Stored::Proved { rank }, best, work });
        rank
    }

    /// Returns whether the position with this key is proved.
    #[must_use]
    pub fn is_proved(&self, key: u64) -> bool {
        matches!(self.get(key), Some(Entry { stored: Stored::Proved { .. }, .. }))
    }

    /// Copies the proved positions of another table into this table. If `numbers` is true, also copies the proof and
    /// disproof numbers of unproved positions. Copied proofs get higher ranks than the proofs that this table already
    /// has.
    pub fn absorb(&mut self, other: &Self, numbers: bool) {
        let before = self.proved();
        for (count, [mixed, word]) in other.words[other.first..other.first + other.lines * WORDS].as_chunks::<2>().0.iter().enumerate() {
            if count.is_multiple_of(1 << 12) && self.may_grow() {
                self.grow();
            }
            let word = word.load(Ordering::Relaxed);
            let key = mixed.load(Ordering::Relaxed) ^ word;
            match Entry::unpack(word) {
                Entry { stored: Stored::Proved { rank }, best, work } => {
                    self.put(key, Entry { stored: Stored::Proved { rank: before + rank }, best, work });
                }
                entry if numbers && word != 0 => self.put(key, entry),
                _ => {}
            }
        }
        self.set_proved(before + other.proved());
    }

    /// Returns the lowest `least_work` for which [`Self::entries`] has at most `most` entries, and the number of
    /// entries.
    #[must_use]
    pub fn worth_keeping(&self, most: u64) -> (u8, u64) {
        let mut counts = [0_u64; 128];
        self.entries(0).for_each(|(_, word)| counts[usize::from(Entry::unpack(word).work)] += 1);
        let (mut least, mut sum) = (128, 0);
        while least > 0 && sum + counts[usize::from(least) - 1] <= most {
            least -= 1;
            sum += counts[usize::from(least)];
        }
        (least, sum)
    }

    /// Iterates over the entries whose work is at least `least_work`. Each item is a key and a word for
    /// [`Self::restore`].
    pub fn entries(&self, least_work: u8) -> impl Iterator<Item = (u64, u64)> {
        let pairs = self.words[self.first..self.first + self.lines * WORDS].as_chunks::<2>().0.iter();
        let entries = pairs.map(|[mixed, word]| (mixed.load(Ordering::Relaxed), word.load(Ordering::Relaxed)));
        let requested = entries.filter(move |(_, word)| *word != 0 && Entry::unpack(*word).work >= least_work);
        requested.map(|(mixed, word)| (mixed ^ word, word))
    }

    /// Stores an entry whose key and word come from [`Self::entries`].
    pub fn restore(&self, key: u64, word: u64) {
        self.put(key, Entry::unpack(word));
    }

    /// Sets the number of proved positions. The next position to be proved gets the rank `proved + 1`.
    pub fn set_proved(&mut self, proved: u64) {
        *self.proved.get_mut() = proved;
    }

    /// Returns the number of positions proved so far.
    #[must_use]
    pub fn proved(&self) -> u64 {
        self.proved.load(Ordering::Relaxed)
    }

    /// Estimates from a sample how full the buckets in use are, from 0 (empty) to 1 (full).
    #[must_use]
    pub fn load(&self) -> f64 {
        let lines = self.lines.min(4096);
        let sample = self.words[self.first..].chunks_exact(2).take(lines * WAYS);
        let used = sample.filter(|pair| pair[1].load(Ordering::Relaxed) != 0).count();
        used as f64 / (WAYS * lines) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::{Entry, FIRST_LINES, Stored, TranspositionTable, WAYS, work};
    use crate::engine::proof_number::Numbers;

    fn key(n: u64) -> u64 {
        (n + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(17).wrapping_mul(0xbf58_476d_1ce4_e5b9)
    }

    fn numbers(proof: u32, disproof: u32, work: u8) -> Entry {
        Entry { stored: Stored::Numbers(Numbers { proof, disproof }), best: 3, work }
    }

    #[test]
    fn work_on_its_scale() {
        for evaluations in [1, 2, 5, 7, 1000, 1 << 30] {
            let again = super::evaluations(work(evaluations));
            assert!(again <= evaluations && again > evaluations / 5 * 4, "{evaluations} {again}");
            assert_eq!(work(again), work(evaluations));
        }
        for (evaluations, expected) in
            [(0, 0), (1, 0), (2, 4), (4, 8), (5, 9), (7, 11), (8, 12), (1024, 40), (1 << 31, 124), (u64::MAX, 127)]
        {
            assert_eq!(work(evaluations), expected, "{evaluations}");
        }
    }

    #[test]
    fn what_is_put_is_found_and_proofs_stay() {
        let table = TranspositionTable::new(1 << 20);
        let stored = [numbers(1, 2, 0), numbers(Numbers::NOT_WON.proof, 0, 127), numbers(7, (1 << 24) - 2, 5)];
        for (n, entry) in (0..).zip(stored) {
            table.put(key(n), entry);
            assert_eq!(table.get(key(n)), Some(entry));
        }
        assert_eq!(table.get(key(99)), None);
        assert_eq!((table.prove(key(0), 200, 9), table.prove(key(5), 0, 9)), (1, 2));
        table.put(key(0), numbers(4, 4, 100));
        assert_eq!(table.get(key(0)), Some(Entry { stored: Stored::Proved { rank: 1 }, best: 200, work: 9 }));
        assert_eq!(table.proved(), 2);
    }

    #[test]
    fn a_full_line_loses_what_is_worth_least() {
        let table = TranspositionTable::of_lines(1);
        for n in 0..4_u8 {
            table.put(key(n.into()), numbers(1, 1, 20 + n));
        }
        table.prove(key(7), 0, 10);
        assert_eq!(table.get(key(0)), None, "work 20 gives way");
        table.put(key(8), numbers(1, 1, 0));
        assert_eq!(table.get(key(1)), None, "work 21 gives way, not the proof with 10 + 16");
        assert!(table.get(key(7)).is_some());
    }

    #[test]
    fn growing_in_its_memory_keeps_everything() {
        let mut table = TranspositionTable::new(64 * 3 * FIRST_LINES as u64);
        let count = u64::try_from(FIRST_LINES * WAYS / 8).unwrap();
        for n in 0..count {
            table.put(key(n), numbers(u32::try_from(n % 1000).unwrap() + 1, 1, 30));
        }
        // Counts the keys that the table still has. A few are missing because their bucket was full.
        let found = |table: &TranspositionTable| (0..count).filter(|&n| table.get(key(n)).is_some()).count();
        let before = found(&table);
        assert!(before as u64 > count * 99 / 100, "{before} of {count}");
        for _ in 0..2 {
            table.grow();
            assert_eq!(found(&table), before);
        }
        assert!(!table.may_grow());
    }

    #[test]
    fn kept_and_restored() {
        let table = TranspositionTable::new(1 << 20);
        for n in 0..100_u8 {
            table.put(key(n.into()), numbers(5, 5, n));
        }
        let rank = table.prove(key(1000), 2, 50);
        let (least, count) = table.worth_keeping(30);
        assert_eq!((least, count), (70, 30));
        assert_eq!(table.worth_keeping(1000), (0, 101));
        let kept: Vec<(u64, u64)> = table.entries(least).collect();
        assert_eq!(kept.len(), 30);
        let mut again = TranspositionTable::new(1 << 20);
        kept.iter().for_each(|&(key, word)| again.restore(key, word));
        again.set_proved(table.proved());
        assert!((0..70).all(|n| again.get(key(n)).is_none()) && (70..100).all(|n| again.get(key(n)) == table.get(key(n))));
        assert_eq!(again.prove(key(2000), 0, 0), rank + 1);
        let mut other = TranspositionTable::new(1 << 20);
        other.prove(key(3000), 1, 40);
        other.absorb(&table, false);
        assert!((0..100).all(|n| other.get(key(n)).is_none()), "numbers are not stored");
        let rank = |key: u64| match other.get(key).map(|entry| entry.stored) {
            Some(Stored::Proved { rank }) => rank,
            _ => panic!("proved"),
        };
        assert_eq!((rank(key(3000)), rank(key(1000)), other.proved()), (1, 2, 2), "what was there comes first");
        other.absorb(&table, true);
        assert!((0..100).all(|n| other.get(key(n)) == table.get(key(n))));
        assert_eq!(other.prove(key(4000), 0, 0), 4);
    }
}
