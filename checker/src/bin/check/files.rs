//! Reading files, and finding the cited ones by their digests.

use checker::{Digest, Source, digest};
use std::cell::RefCell;
use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// A file that could be opened.
pub(crate) enum Opened {
    /// Its bytes.
    Bytes(Vec<u8>),
    /// It has so many bytes, more than allowed.
    TooLarge(u64),
}

/// Reads a file of at most `most` bytes.
pub(crate) fn open(path: &Path, most: u64) -> io::Result<Opened> {
    let file = File::open(path)?;
    let size = file.metadata()?.len();
    if size > most {
        return Ok(Opened::TooLarge(size));
    }
    // What is no regular file, or grows meanwhile, may hold more than it says.
    let mut bytes = Vec::with_capacity(usize::try_from(size).unwrap_or(0).saturating_add(1));
    file.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    match u64::try_from(bytes.len()) {
        Ok(size) if size > most => Ok(Opened::TooLarge(size)),
        _ => Ok(Opened::Bytes(bytes)),
    }
}

/// The files among which cited certificates are looked up.
pub(crate) struct Files {
    named: Vec<PathBuf>,
    include: Vec<PathBuf>,
    /// The file named on the command line that is being verified.
    current: PathBuf,
    /// Where a certificate was found that was asked for.
    found: HashMap<Digest, PathBuf>,
    /// The digest of each candidate, once it has been read. `None` if it could not be.
    digests: HashMap<PathBuf, Option<Digest>>,
}

impl Files {
    pub(crate) fn new(named: &[PathBuf], include: &[PathBuf]) -> Self {
        Self { named: named.to_vec(), include: include.to_vec(), current: PathBuf::new(), found: HashMap::new(), digests: HashMap::new() }
    }

    /// The verification of a named file begins.
    pub(crate) fn begin(&mut self, path: &Path) {
        self.current = path.to_path_buf();
    }

    /// The files named, then the certificates in the folder of the citing file, then those in the folders to be included.
    fn candidates(&self, citing: &Digest) -> Vec<PathBuf> {
        let citing = self.found.get(citing).unwrap_or(&self.current);
        let mut candidates = self.named.clone();
        let folder = match citing.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        candidates.extend(certificates(folder));
        candidates.extend(self.include.iter().flat_map(|folder| certificates(folder)));
        candidates
    }

    /// The bytes of a candidate if they have the digest `wanted`. Each candidate is hashed once.
    fn read(&mut self, path: &Path, wanted: &Digest, most: u64) -> Option<Vec<u8>> {
        if self.digests.get(path).is_some_and(|known| *known != Some(*wanted)) {
            return None;
        }
        // A candidate nobody named is read only if it is an ordinary file: anything else might never end.
        let ordinary = fs::metadata(path).is_ok_and(|metadata| metadata.is_file());
        let bytes = match ordinary.then(|| open(path, most)) {
            Some(Ok(Opened::Bytes(bytes))) => bytes,
            _ => {
                self.digests.insert(path.to_path_buf(), None);
                return None;
            }
        };
        let digest = digest(&bytes);
        self.digests.insert(path.to_path_buf(), Some(digest));
        (digest == *wanted).then_some(bytes)
    }
}

/// The files `*.cbor` of a folder in the order of their names; none if it cannot be read.
fn certificates(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> =
        entries.map(|entry| entry.path()).filter(|path| path.extension().is_some_and(|extension| extension == "cbor")).collect();
    paths.sort_unstable();
    paths
}

/// The library's view of the files, which the program goes on using.
pub(crate) struct Shared<'f>(pub(crate) &'f RefCell<Files>);

impl Source for Shared<'_> {
    fn fetch(&mut self, wanted: &Digest, citing: &Digest, most: u64) -> Option<Vec<u8>> {
        let mut files = self.0.borrow_mut();
        let candidates = files.candidates(citing);
        let (path, bytes) = candidates.into_iter().find_map(|path| files.read(&path, wanted, most).map(|bytes| (path, bytes)))?;
        files.found.insert(*wanted, path);
        Some(bytes)
    }
}
