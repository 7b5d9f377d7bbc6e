//! Writes the certificates of many answers to one file. The memory in use has an upper bound that does not depend on
//! the number of answers.
//!
//! The checker verifies the entries in groups, and treats each group as a separate batch. A file begins with the number
//! and the kinds of all entries. Therefore verified entries are stored in a temporary file until all entries are known.
//! If all entries fit into one group, the checker verifies the complete file.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, Write};
use std::path::Path;

use super::certify;
use crate::certificate::Certificate;
use gamecert_unwinnable::certificate::{Entry, Work};

use crate::certificate::emit::batch;
use crate::certificate::verify::{Portion, Refused, verify_all};
use crate::solve::output::{self, folder_of, is_standard_output};

/// Reason why a batch was not written.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The operating system reported an error.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The checker refused an entry.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The verification of the entries would take more work than is allowed for a batch of this size
    /// (`spec/kinds/batch.md`, section 4).
    #[error("the answers together announce more work than one file of their size may: they have to be written to several")]
    OutOfProportion,
}

/// Summary of a file that was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Written {
    /// The number of entries.
    pub entries: u64,
    /// The size in bytes.
    pub bytes: u64,
}

/// Opens a temporary file in the folder of `file`. If `file` is a special file or standard output, uses the system's
/// folder for temporary files.
pub(super) fn scratch(file: &Path) -> io::Result<File> {
    let ordinary = file.metadata().map_or(true, |known| known.is_file()) && !is_standard_output(file);
    if ordinary { tempfile::tempfile_in(folder_of(file)) } else { tempfile::tempfile() }
}

/// Verified entries that are stored in a temporary file until the batch is written.
struct Waiting {
    file: BufWriter<File>,
    /// Kinds of the entries, in the order of their first occurrence.
    kinds: Vec<(&'static str, u64)>,
    entries: u64,
    bytes: u64,
    work: Work,
}

impl Waiting {
    fn new(file: &Path) -> io::Result<Self> {
        let file = BufWriter::with_capacity(1 << 16, scratch(file)?);
        Ok(Self { file, kinds: Vec::new(), entries: 0, bytes: 0, work: Work::default() })
    }

    fn push(&mut self, entry: &Entry) -> io::Result<()> {
        let kind = self.kinds.iter().position(|known| *known == entry.kind).unwrap_or_else(|| {
            self.kinds.push(entry.kind);
            self.kinds.len() - 1
        });
        self.file.write_all(&[kind as u8])?;
        self.file.write_all(&(entry.claim.len() as u64 + entry.evidence.len() as u64).to_le_bytes())?;
        self.file.write_all(&entry.claim)?;
        self.file.write_all(&entry.evidence)?;
        self.entries += 1;
        self.bytes += entry.size() as u64;
        self.work.steps = self.work.steps.saturating_add(entry.work.steps);
        self.work.skeletons = self.work.skeletons.saturating_add(entry.work.skeletons);
        Ok(())
    }

    fn write(self, path: &Path) -> Result<Written, Error> {
        let Self { file, kinds, entries, bytes, work } = self;
        let mut sorted = kinds.clone();
        sorted.sort_unstable();
        let head = batch::head(&certify::game(), &sorted, entries);
        let heads: Vec<Vec<u8>> =
            kinds.iter().map(|kind| batch::head_of_entry(sorted.iter().position(|known| known == kind).unwrap_or(0))).collect();
        let bytes = head.len() as u64 + bytes;
        if !batch::is_in_proportion(work, bytes) {
            return Err(Error::OutOfProportion);
        }
        let mut file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.rewind()?;
        let mut waiting = BufReader::with_capacity(1 << 16, file);
        output::write_with(path, |out| {
            let mut out = BufWriter::with_capacity(1 << 16, out);
            out.write_all(&head)?;
            // `io::copy` is slower here, because it would try to copy between the files in the kernel, at three system
            // calls per entry.
            let mut entry = Vec::new();
            for _ in 0..entries {
                let (mut kind, mut length) = ([0], [0; 8]);
                waiting.read_exact(&mut kind)?;
                waiting.read_exact(&mut length)?;
                out.write_all(&heads[usize::from(kind[0])])?;
                entry.resize(u64::from_le_bytes(length) as usize, 0);
                waiting.read_exact(&mut entry)?;
                out.write_all(&entry)?;
            }
            out.flush()
        })?;
        Ok(Written { entries, bytes })
    }
}

/// Certificates that will be written to one file.
pub struct Batch<'a> {
    path: &'a Path,
    portion: Portion,
    /// Verified entries of earlier groups, if any.
    waiting: Option<Waiting>,
}

impl<'a> Batch<'a> {
    /// Creates an empty batch, which will be written to `path`.
    #[must_use]
    pub fn new(path: &'a Path) -> Self {
        Self { path, portion: Portion::default(), waiting: None }
    }

    /// Adds an entry that the checker has not verified yet.
    ///
    /// # Errors
    /// Fails if the checker refuses this or an earlier entry, or if the entries cannot be stored.
    pub fn add(&mut self, entry: Entry) -> Result<(), Error> {
        self.portion.push(entry);
        if self.portion.is_full() { self.verify() } else { Ok(()) }
    }

    /// Adds an entry that the checker has already verified.
    ///
    /// # Errors
    /// Fails if the entry cannot be stored.
    pub fn add_verified(&mut self, entry: &Entry) -> Result<(), Error> {
        Ok(self.waiting()?.push(entry)?)
    }

    fn waiting(&mut self) -> io::Result<&mut Waiting> {
        match &mut self.waiting {
            Some(waiting) => Ok(waiting),
            none => Ok(none.insert(Waiting::new(self.path)?)),
        }
    }

    fn verify(&mut self) -> Result<(), Error> {
        let verified = self.portion.verified(&certify::game())?;
        let waiting = self.waiting()?;
        verified.iter().try_for_each(|entry| waiting.push(entry))?;
        Ok(())
    }

    /// Writes the file. If `always_batch` is set, the file is always a batch. If `always_batch` is not set, a single
    /// certificate is written without a batch. Returns `None` if there was nothing to write.
    ///
    /// # Errors
    /// Fails if the checker refuses the certificates, or if they cannot be written. If an error occurs, no file is
    /// written.
    pub fn write(mut self, always_batch: bool) -> Result<Option<Written>, Error> {
        if self.waiting.is_some() {
            self.verify()?;
        }
        if let Some(waiting) = self.waiting {
            return waiting.write(self.path).map(Some);
        }
        let entries = self.portion.entries();
        if entries.is_empty() && !always_batch {
            return Ok(None);
        }
        let certificate = Certificate::new(if always_batch { certify::batch(entries) } else { certify::file(entries) });
        let checked = [certificate];
        verify_all(&checked)?;
        let [Certificate { bytes, .. }] = checked;
        output::write(self.path, &bytes)?;
        Ok(Some(Written { entries: entries.len() as u64, bytes: bytes.len() as u64 }))
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use gamecert_unwinnable::{Limits, Solver};

    use super::{Batch, Entry, certify};
    use crate::certificate::Certificate;
    use crate::certificate::verify::verify_all;

    fn entry(fen: &str) -> Entry {
        let position = fen.parse().unwrap();
        let winner = gamecert_unwinnable::Color::White;
        let answer = Solver::new().decide(&position, winner, Limits::default());
        Entry::new(&position, winner, &answer.verdict).unwrap()
    }

    #[test]
    fn the_same_bytes_as_in_memory() {
        let (mate, dead) = (entry("6k1/5ppp/8/8/8/8/8/K6R w - -"), entry("4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - -"));
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("batch.cbor");
        // A portion ends at 8,192 entries. The kind that is first in sorted order occurs last here, or not at all.
        for count in [0, 1, 2, 8191, 8192, 8193, 20_000] {
            for mates in [false, true] {
                let entries: Vec<Entry> =
                    (0..count).map(|number| if mates && number % 5 == 4 { mate.clone() } else { dead.clone() }).collect();
                for always_batch in [false, true] {
                    let _ = fs::remove_file(&path);
                    let mut batch = Batch::new(&path);
                    entries.iter().for_each(|entry| batch.add(entry.clone()).unwrap());
                    let written = batch.write(always_batch).unwrap();
                    if count == 0 && !always_batch {
                        assert!(written.is_none() && !path.exists());
                        continue;
                    }
                    let bytes = fs::read(&path).unwrap();
                    assert_eq!(written.map(|written| (written.entries, written.bytes)), Some((count, bytes.len() as u64)));
                    assert!(bytes == if always_batch { certify::batch(&entries) } else { certify::file(&entries) }, "{count} {mates}");
                    verify_all(&[Certificate::new(bytes)]).unwrap();
                }
            }
        }
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn what_the_checker_refuses_is_not_written() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("batch.cbor");
        let sound = entry("4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - -");
        for (place, count) in [(0, 1), (8191, 8192), (8192, 8193)] {
            let mut batch = Batch::new(&path);
            let mut result = Ok(());
            for number in 0..count {
                let mut entry = sound.clone();
                if number == place {
                    // Replaces the winner in the claim by an invalid number.
                    *entry.claim.last_mut().unwrap() = 7;
                }
                result = result.and_then(|()| batch.add(entry));
            }
            let error = result.and_then(|()| batch.write(false).map(|_| ())).unwrap_err().to_string();
            assert!(error.contains("rejected: "), "{error}");
            assert!(!path.exists());
        }
    }
}
