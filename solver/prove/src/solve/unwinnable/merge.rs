//! Merges certificates of verdicts into one batch, in which every claim stands once, in an order that does not depend on that of the files.

use std::fmt;
use std::io;
use std::panic;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use super::batch::{Batch, Error as WriteError, Written};
use super::certify;
use super::sorted::{self, Run, Sorter};
use crate::certificate::verify::{self, OpenError};
use crate::control::started;

/// Why files are not merged.
#[derive(Debug)]
pub enum Error {
    /// A file cannot be read, or is not verified.
    Open(OpenError),
    /// The batch cannot be written.
    Write(WriteError),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Open(error) => error.fmt(f),
            Self::Write(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Error {}

impl From<OpenError> for Error {
    fn from(error: OpenError) -> Self {
        Self::Open(error)
    }
}

impl From<WriteError> for Error {
    fn from(error: WriteError) -> Self {
        Self::Write(error)
    }
}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Self {
        Self::Write(error.into())
    }
}

/// What was merged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Merged {
    /// The number of entries in the files.
    pub read: u64,
    /// What was written.
    pub written: Written,
}

/// Merges the certificates of these files into a batch at `out`. The checker verifies every entry first, on up to `threads` threads, each of which takes a whole file
/// at a time. The bytes do not depend on their number.
///
/// # Errors
/// [`Error`]: of the first file that has one. Nothing is written then.
///
/// # Panics
/// If a thread panics, or cannot be had (`control::NoThread`).
pub fn certificates(files: &[PathBuf], out: &Path, threads: usize) -> Result<Merged, Error> {
    let (next, failed) = (AtomicUsize::new(0), AtomicBool::new(false));
    let work = || sort(files, out, &next, &failed);
    let ended: Vec<_> = thread::scope(|scope| {
        let start = |_| {
            let thread = thread::Builder::new().spawn_scoped(scope, work);
            if thread.is_err() {
                failed.store(true, Ordering::Relaxed);
            }
            started(thread)
        };
        let threads: Vec<_> = (0..threads.clamp(1, files.len().max(1))).map(start).collect();
        threads.into_iter().map(|thread| thread.join().unwrap_or_else(|panicked| panic::resume_unwind(panicked))).collect()
    });
    let (mut runs, mut read, mut errors) = (Vec::new(), 0, Vec::new());
    for one in ended {
        match one {
            Ok((some, entries)) => {
                runs.extend(some);
                read += entries;
            }
            Err(error) => errors.push(error),
        }
    }
    // Files are taken in their order, and what is taken is read to its end: the first error is the same each time.
    if let Some((_, error)) = errors.into_iter().min_by_key(|(number, _)| *number) {
        return Err(error);
    }
    let mut batch = Batch::new(out);
    sorted::merge(runs, |entry| batch.add_verified(entry).map_err(Error::from))?;
    let written = batch.write(true)?.unwrap_or(Written { entries: 0, bytes: 0 });
    Ok(Merged { read, written })
}

/// Sorts the entries of files from the one with the number `next` on, until none is left: those entries, and how many have been read. Or the number of a file with its
/// error.
fn sort(files: &[PathBuf], out: &Path, next: &AtomicUsize, failed: &AtomicBool) -> Result<(Vec<Run>, u64), (usize, Error)> {
    let (mut sorter, mut read) = (Sorter::new(out), 0);
    while !failed.load(Ordering::Relaxed) {
        let number = next.fetch_add(1, Ordering::Relaxed);
        let Some(file) = files.get(number) else { break };
        let added = verify::entries(file, &certify::game(), |entry| {
            read += 1;
            sorter.add(entry).map_err(Error::from)
        });
        if let Err(error) = added {
            failed.store(true, Ordering::Relaxed);
            return Err((number, error));
        }
    }
    Ok((sorter.runs(), read))
}
