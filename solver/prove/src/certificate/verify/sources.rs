//! Sources from which the checker fetches cited certificates. A source is memory or folders.

use std::cell::RefCell;
use std::collections::HashMap;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use gamecert_checker::{NotFetched, Source};

use crate::certificate::Certificate;

/// Reads the bytes of a file, or of standard input if the path is `-`.
///
/// # Errors
/// Errors of the system.
pub fn bytes_of(file: &Path) -> io::Result<Vec<u8>> {
    if file != Path::new("-") {
        return std::fs::read(file);
    }
    let mut bytes = Vec::new();
    io::stdin().lock().read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Certificates in memory, by digest. More certificates may be added.
pub(super) struct Growing(pub(super) Rc<RefCell<HashMap<[u8; 32], Arc<Certificate>>>>);

impl Source for Growing {
    fn fetch(&mut self, requested: &gamecert_checker::Digest, most: u64) -> Result<Arc<Vec<u8>>, NotFetched> {
        let known = self.0.borrow();
        let missing = || NotFetched::Missing("among the supplied certificates".to_owned());
        at_most(known.get(requested).ok_or_else(missing)?.bytes.clone(), most)
    }
}

/// Certificates in memory, by digest.
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

/// Returns the bytes of a cited file unless there are more than `most` bytes.
pub(super) fn at_most(bytes: Arc<Vec<u8>>, most: u64) -> Result<Arc<Vec<u8>>, NotFetched> {
    let size = bytes.len() as u64;
    if size <= most { Ok(bytes) } else { Err(NotFetched::TooLarge(size)) }
}

/// Certificates in some folders, by digest.
#[derive(Clone)]
pub(super) struct Folders {
    folders: Vec<PathBuf>,
    /// Digests of the folders' files, computed on first use.
    files: Option<HashMap<[u8; 32], PathBuf>>,
}

impl Folders {
    /// Creates a source that searches the folder of `file` and the folders `include`.
    pub(super) fn new(file: &Path, include: &[PathBuf]) -> Self {
        let own = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        Self { folders: std::iter::once(own.to_owned()).chain(include.iter().cloned()).collect(), files: None }
    }

    /// Creates a source that searches only these folders.
    pub(super) fn only(folders: &[PathBuf]) -> Self {
        Self { folders: folders.to_vec(), files: None }
    }
}

impl Source for Folders {
    fn fetch(&mut self, requested: &gamecert_checker::Digest, most: u64) -> Result<Arc<Vec<u8>>, NotFetched> {
        let folders = &self.folders;
        let files = self.files.get_or_insert_with(|| folders.iter().rev().flat_map(|folder| digests(folder)).collect());
        let bytes = files.get(requested).and_then(|path| std::fs::read(path).ok());
        let names = || folders.iter().map(|folder| folder.display().to_string()).collect::<Vec<_>>().join(" and ");
        at_most(bytes.map(Arc::new).ok_or_else(|| NotFetched::Missing(format!("among the files of {}", names())))?, most)
    }
}

/// Hashes the certificates of a folder. Unreadable files count as absent, so a certificate that cites an unreadable
/// file is refused because the file is missing.
fn digests(folder: &Path) -> HashMap<[u8; 32], PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let certificates = entries.map(|entry| entry.path()).filter(|path| path.extension().is_some_and(|extension| extension == "cbor"));
    certificates.filter_map(|path| Some((gamecert_checker::digest(&std::fs::read(&path).ok()?), path))).collect()
}
