//! Sorts the entries of batch certificates with an external merge sort, and keeps one entry for each claim. The memory
//! in use is the same for any number of entries.
//!
//! Entries are sorted by kind, and then by the bytes of the claim. If there are several proofs of a claim, the shortest
//! of them is kept. If several proofs have the same length, the lexicographically smallest is kept. Therefore it does
//! not matter from which files the entries come.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, Write};
use std::path::Path;

use super::batch::scratch;
use gamecert_unwinnable::certificate::{Entry, Work};

/// Maximum size in bytes of the entries in memory.
const RUN: usize = 1 << 25;
const BESIDE: usize = 128;

#[derive(Debug)]
struct InOrder(Entry);

impl InOrder {
    fn key(&self) -> ((&str, u64), &[u8], usize, &[u8]) {
        (self.0.kind, &self.0.claim, self.0.evidence.len(), &self.0.evidence)
    }

    fn same_claim(&self, other: &Self) -> bool {
        (self.0.kind, &self.0.claim) == (other.0.kind, &other.0.claim)
    }
}

impl PartialEq for InOrder {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl Eq for InOrder {}

impl PartialOrd for InOrder {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for InOrder {
    fn cmp(&self, other: &Self) -> Ordering {
        self.key().cmp(&other.key())
    }
}

/// Sorts entries into runs, which are sorted lists.
pub(super) struct Sorter<'a> {
    /// Path of the output file. The sorter creates its temporary files in the folder of the output file.
    near: &'a Path,
    entries: Vec<InOrder>,
    bytes: usize,
    /// When a run (a sorted list of entries) has this size in bytes, it is complete.
    run: usize,
    /// Sorted runs, each in a temporary file.
    runs: Vec<Run>,
}

/// Sorted list of entries, in which each claim occurs once.
pub(super) struct Run(Kept);

/// Where the entries of a run are stored: in memory or in a file.
enum Kept {
    Memory(std::vec::IntoIter<InOrder>),
    File(Aside),
}

impl Run {
    fn next(&mut self) -> io::Result<Option<InOrder>> {
        match &mut self.0 {
            Kept::Memory(entries) => Ok(entries.next()),
            Kept::File(aside) => aside.next(),
        }
    }
}

/// Temporary file that stores the entries of a run.
struct Aside {
    file: BufReader<File>,
    /// Kinds of the entries. The file refers to each kind by its index in this list.
    kinds: Vec<(&'static str, u64)>,
    left: u64,
}

impl Aside {
    fn next(&mut self) -> io::Result<Option<InOrder>> {
        if self.left == 0 {
            return Ok(None);
        }
        self.left -= 1;
        let mut numbers = [[0; 8]; 5];
        for number in &mut numbers {
            self.file.read_exact(number)?;
        }
        let [kind, claim, evidence, steps, skeletons] = numbers.map(u64::from_le_bytes);
        let mut bytes = |length| {
            let mut bytes = vec![0; length as usize];
            self.file.read_exact(&mut bytes)?;
            io::Result::Ok(bytes)
        };
        let (claim, evidence) = (bytes(claim)?, bytes(evidence)?);
        Ok(Some(InOrder(Entry { kind: self.kinds[kind as usize], claim, evidence, work: Work { steps, skeletons } })))
    }
}

impl<'a> Sorter<'a> {
    /// Creates an empty sorter.
    pub(super) fn new(near: &'a Path) -> Self {
        Self { near, entries: Vec::new(), bytes: 0, run: RUN, runs: Vec::new() }
    }

    /// Adds an entry.
    pub(super) fn add(&mut self, entry: Entry) -> io::Result<()> {
        self.bytes += entry.size() + BESIDE;
        self.entries.push(InOrder(entry));
        if self.bytes >= self.run { self.put_aside() } else { Ok(()) }
    }

    /// Writes the entries in memory to a temporary file, as a sorted list (a run).
    fn put_aside(&mut self) -> io::Result<()> {
        let mut kinds: Vec<(&'static str, u64)> = Vec::new();
        let mut file = BufWriter::with_capacity(1 << 16, scratch(self.near)?);
        let entries = self.sorted();
        let left = entries.len() as u64;
        for InOrder(Entry { kind, claim, evidence, work }) in entries {
            let number = kinds.iter().position(|known| *known == kind).unwrap_or_else(|| {
                kinds.push(kind);
                kinds.len() - 1
            });
            for number in [number as u64, claim.len() as u64, evidence.len() as u64, work.steps, work.skeletons] {
                file.write_all(&number.to_le_bytes())?;
            }
            file.write_all(&claim)?;
            file.write_all(&evidence)?;
        }
        let mut file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.rewind()?;
        self.runs.push(Run(Kept::File(Aside { file: BufReader::with_capacity(1 << 16, file), kinds, left })));
        Ok(())
    }

    /// Sorts the entries in memory and removes duplicate claims.
    fn sorted(&mut self) -> Vec<InOrder> {
        self.bytes = 0;
        let mut entries = std::mem::take(&mut self.entries);
        entries.sort_unstable();
        // Only the first entry of each claim stays.
        entries.dedup_by(|next, kept| next.same_claim(kept));
        entries
    }

    /// Returns all entries as runs, which are sorted lists.
    pub(super) fn runs(mut self) -> Vec<Run> {
        let entries = self.sorted();
        self.runs.push(Run(Kept::Memory(entries.into_iter())));
        self.runs
    }
}

/// Merges the sorted lists `runs`. Passes one entry for each claim to `take`, in sorted order.
pub(super) fn merge<E: From<io::Error>>(mut runs: Vec<Run>, mut take: impl FnMut(&Entry) -> Result<(), E>) -> Result<(), E> {
    let mut heads = BinaryHeap::new();
    for (number, run) in runs.iter_mut().enumerate() {
        heads.extend(run.next()?.map(|entry| Reverse((entry, number))));
    }
    let mut last: Option<InOrder> = None;
    while let Some(Reverse((entry, number))) = heads.pop() {
        heads.extend(runs[number].next()?.map(|entry| Reverse((entry, number))));
        if last.as_ref().is_none_or(|last| !entry.same_claim(last)) {
            take(&entry.0)?;
            last = Some(entry);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::io;

    use super::{Entry, Sorter, Work, merge};

    fn entry(kind: &'static str, claim: u8, evidence: &[u8]) -> Entry {
        let work = Work { steps: claim.into(), skeletons: evidence.len() as u64 };
        Entry { kind: (kind, 1), claim: vec![claim], evidence: evidence.to_vec(), work }
    }

    /// Distributes the entries among several sorters, and merges the sorted lists that they return.
    fn sorted(entries: &[Entry], run: usize, sorters: usize) -> Vec<Entry> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out");
        let mut sorters: Vec<Sorter<'_>> = (0..sorters).map(|_| Sorter { run, ..Sorter::new(&path) }).collect();
        let of = sorters.len();
        entries.iter().enumerate().for_each(|(number, entry)| sorters[number % of].add(entry.clone()).unwrap());
        let mut found = Vec::new();
        let take = |entry: &Entry| {
            found.push(entry.clone());
            io::Result::Ok(())
        };
        merge(sorters.into_iter().flat_map(Sorter::runs).collect(), take).unwrap();
        found
    }

    #[test]
    fn the_same_whatever_the_order_and_the_runs() {
        let entries = [
            entry("unwinnable", 2, &[1, 2]),
            entry("helpmate", 9, &[7]),
            entry("unwinnable", 2, &[3]),
            entry("unwinnable", 1, &[5, 5]),
            entry("helpmate", 2, &[9]),
            entry("unwinnable", 2, &[3]),
            entry("unwinnable", 1, &[5, 4]),
        ];
        // Each claim is expected once, with its shortest proof. Among proofs of equal length, the lexicographically
        // smallest is expected.
        let requested =
            [entry("helpmate", 2, &[9]), entry("helpmate", 9, &[7]), entry("unwinnable", 1, &[5, 4]), entry("unwinnable", 2, &[3])];
        let mut random = fastrand::Rng::with_seed(21);
        for run in [1, 300, 400, 600, 1 << 20] {
            for _ in 0..20 {
                let mut entries = entries.clone();
                random.shuffle(&mut entries);
                for sorters in 1..4 {
                    assert_eq!(sorted(&entries, run, sorters), requested, "runs of {run} bytes from {sorters} sorters");
                }
            }
        }
        assert_eq!(sorted(&[], 1, 2), []);
    }
}
