//! Merges certificates of verdicts into one batch, in which every claim stands once, in an order that does not depend on that of the files.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use super::batch::{Batch, Error as WriteError, Written};
use super::certify;
use super::sorted::Sorter;
use crate::certificate::verify::{self, OpenError};

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

/// Merges the certificates of these files into a batch at `out`. The checker verifies every entry first.
///
/// # Errors
/// [`Error`]. Nothing is written then.
pub fn certificates(files: &[PathBuf], out: &Path) -> Result<Merged, Error> {
    let (mut sorter, mut read) = (Sorter::new(out), 0);
    for file in files {
        verify::entries(file, &certify::game(), |entry| {
            read += 1;
            sorter.add(entry).map_err(Error::from)
        })?;
    }
    let mut batch = Batch::new(out);
    sorter.finish(|entry| batch.add_verified(entry).map_err(Error::from))?;
    let written = batch.write(true)?.unwrap_or(Written { entries: 0, bytes: 0 });
    Ok(Merged { read, written })
}
