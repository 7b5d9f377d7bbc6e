//! Lets the checker fetch cited certificates from memory or from folders.

use std::collections::HashMap;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use gamecert_checker::files::{self, CitedFiles, DEFAULT_SEARCH};
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

/// Finds a file with these bytes in the folder of `file`, or in the folders `include`. A path in `include` may be a
/// single file.
pub(super) fn path_of(bytes: &[u8], file: &Path, include: &[PathBuf]) -> Option<PathBuf> {
    let folder = match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let places = [folder].into_iter().chain(include.iter().map(PathBuf::as_path));
    let candidates = |place: &Path| if place.is_dir() { files::within(place).unwrap_or_default() } else { vec![place.to_owned()] };
    // Most files differ in size, so few are read.
    let is_that = |path: &PathBuf| {
        std::fs::metadata(path).is_ok_and(|metadata| metadata.is_file() && metadata.len() == bytes.len() as u64)
            && std::fs::read(path).is_ok_and(|found| found == bytes)
    };
    let found = places.flat_map(candidates).find(is_that)?;
    // `./x.cbor` is `x.cbor`.
    Some(found.strip_prefix(".").map(Path::to_owned).unwrap_or(found))
}

/// Certificates in memory; the key is the digest.
#[derive(Clone)]
pub(super) struct Memory<'a>(HashMap<[u8; 32], &'a Certificate>);

impl<'a> Memory<'a> {
    pub(super) fn new(certificates: &'a [Certificate]) -> Self {
        Self(certificates.iter().map(|certificate| (certificate.digest.0, certificate)).collect())
    }
}

impl Source for Memory<'_> {
    fn fetch(&mut self, requested: &gamecert_checker::Digest, most: u64) -> Result<Arc<Vec<u8>>, NotFetched> {
        let missing = || NotFetched::Missing("among the supplied certificates".to_owned());
        at_most(self.0.get(requested).ok_or_else(missing)?.bytes.clone(), most)
    }
}

/// Certificates in memory, and after them those in folders.
#[derive(Clone)]
pub(super) struct MemoryThenFiles<'a>(pub(super) Memory<'a>, pub(super) CitedFiles);

impl Source for MemoryThenFiles<'_> {
    fn fetch(&mut self, requested: &gamecert_checker::Digest, most: u64) -> Result<Arc<Vec<u8>>, NotFetched> {
        self.0.fetch(requested, most).or_else(|_| self.1.fetch(requested, most))
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
