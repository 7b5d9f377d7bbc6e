//! Lets the checker fetch cited certificates from memory or from folders.

use std::collections::HashMap;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use gamecert_checker::files::{CitedFiles, DEFAULT_SEARCH};
use gamecert_checker::{NotFetched, Source};

use crate::certificate::Certificate;

/// Reads the bytes of a file, or of standard input if the path is `-`.
///
/// # Errors
/// Fails if the operating system cannot read the file.
pub fn bytes_of(file: &Path) -> io::Result<Vec<u8>> {
    if file != Path::new("-") {
        return std::fs::read(file);
    }
    let mut bytes = Vec::new();
    io::stdin().lock().read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Certificates in memory; the key is the digest.
#[derive(Clone)]
pub(super) struct Memory<'a>(HashMap<[u8; 32], &'a Certificate>);

impl<'a> Memory<'a> {
    pub(super) fn of(certificates: &'a [Certificate]) -> Self {
        Self(certificates.iter().map(|certificate| (certificate.digest.0, certificate)).collect())
    }
}

impl Source for Memory<'_> {
    fn fetch(&mut self, requested: &gamecert_checker::Digest, most: u64) -> Result<Arc<Vec<u8>>, NotFetched> {
        let missing = || NotFetched::Missing("among the supplied certificates".to_owned());
        at_most(self.0.get(requested).ok_or_else(missing)?.bytes.clone(), most)
    }
}

/// Returns the bytes of a cited file, or an error if there are more than `most` bytes.
pub(super) fn at_most(bytes: Arc<Vec<u8>>, most: u64) -> Result<Arc<Vec<u8>>, NotFetched> {
    let size = bytes.len() as u64;
    if size <= most { Ok(bytes) } else { Err(NotFetched::TooLarge(size)) }
}

/// Creates a source that searches the folder of `file`, and then the folders `include`.
pub(super) fn beside(file: &Path, include: &[PathBuf]) -> CitedFiles {
    source([file.to_owned()], include)
}

/// Creates a source that searches only these folders.
pub(super) fn within(folders: &[PathBuf]) -> CitedFiles {
    source([], folders)
}

fn source<const N: usize>(named: [PathBuf; N], include: &[PathBuf]) -> CitedFiles {
    let mut files = CitedFiles::new(include.to_vec(), DEFAULT_SEARCH);
    files.begin(named, Arc::default());
    files
}
