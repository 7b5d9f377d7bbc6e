//! Merges the certificates of several files into one batch. The batch contains every claim once, in an order that does
//! not depend on the order of the files.

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

/// Reason why files were not merged.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A file cannot be read, or the checker refuses it.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The batch cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Self {
        Self::Write(error.into())
    }
}

/// Summary of a merge of several files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Merged {
    /// Number of entries in the input files.
    pub read: u64,
    /// Summary of the written batch.
    pub written: Written,
}

/// Merges the certificates of these files into a batch at `out`. Before an entry is merged, the checker verifies it. Up
/// to `threads` files are verified in parallel. The bytes of the output do not depend on `threads`.
///
/// # Errors
/// If a file has an error, returns the [`Error`] of the first such file. After an error, no output is written.
///
/// # Panics
/// Panics if a thread panics or cannot be started (`control::NoThread`).
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
    // The threads take the files in order and read each file to its end, so the first faulty file is always the same.
    if let Some((_, error)) = errors.into_iter().min_by_key(|(number, _)| *number) {
        return Err(error);
    }
    let mut batch = Batch::new(out);
    sorted::merge(runs, |entry| batch.add_verified(entry).map_err(Error::from))?;
    let written = batch.write(true)?.unwrap_or(Written { entries: 0, bytes: 0 });
    Ok(Merged { read, written })
}

/// Runs once on each thread. Sorts the entries of one file after another, until no file is left.
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
