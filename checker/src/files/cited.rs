//! Finds cited files by their digests (section 3 of `spec/FORMAT.md`).
//!
//! The files that the search examines are called candidates. Within a request, the order of the candidates is fixed.
//! The search hashes the candidates in this order until it finds the cited file or has used up its byte allowance. Each
//! candidate counts towards the allowance, even if its digest is known from an earlier request. Therefore the result of
//! a search depends only on the request, and not on earlier requests.

use super::folders::within;
use super::read::{Opened, open};
use crate::core::verification::Digest;
use crate::session::{NotFetched, Source};
use sha2::{Digest as _, Sha256};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::fs::{self, File, Metadata};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::SystemTime;
use std::vec;

/// Default byte allowance for the search of one request.
pub const DEFAULT_SEARCH: u64 = 4_000_000_000;

/// Candidates are read in blocks of at most this number of bytes.
const BUFFER: usize = 1 << 16;

/// Size and modification time of a file when it was hashed. If the size or the time has changed, the file is hashed
/// again.
type Stamp = (u64, Option<SystemTime>);

/// Searches folders for cited files, in one request after another.
#[derive(Clone)]
pub struct CitedFiles {
    include: Vec<PathBuf>,
    allowed: u64,
    /// Digests computed so far, by canonical path.
    hashed: HashMap<PathBuf, (Stamp, Digest)>,
    request: Request,
}

/// State of the search for cited files in one request.
#[derive(Clone, Default)]
struct Request {
    /// The files to verify, sorted by path.
    named: BTreeSet<PathBuf>,
    /// Candidates not yet visited, or `None` before the first search.
    candidates: Option<vec::IntoIter<PathBuf>>,
    /// Canonical paths of the candidates already visited. A file with several paths counts once.
    seen: HashSet<PathBuf>,
    found: HashMap<Digest, PathBuf>,
    /// Bytes left to search, or `None` after a candidate was too large.
    left: Option<u64>,
    /// Flag that ends the search when it is set.
    cancelled: Arc<AtomicBool>,
    fetched: Vec<Digest>,
}

impl CitedFiles {
    /// Creates a source of cited files. Each request searches the files to verify, then their folders, then the paths
    /// in `include`. A path in `include` is a single file, or a folder whose certificates are candidates. Each request
    /// can search `allowed` bytes.
    #[must_use]
    pub fn new(include: Vec<PathBuf>, allowed: u64) -> Self {
        Self { include, allowed, hashed: HashMap::new(), request: Request::default() }
    }

    /// Begins a request, which is a search for the files cited by the files `named`. If another thread sets
    /// `cancelled`, the search ends, and files that it has not found count as missing.
    pub fn begin(&mut self, named: impl IntoIterator<Item = PathBuf>, cancelled: Arc<AtomicBool>) {
        self.request = Request { named: named.into_iter().collect(), left: Some(self.allowed), cancelled, ..Request::default() };
    }

    /// Returns the digests of the files fetched in this request, except those that an earlier call has returned.
    pub fn take_fetched(&mut self) -> Vec<Digest> {
        std::mem::take(&mut self.request.fetched)
    }

    /// Lists all candidates in search order, possibly with duplicates.
    fn candidates(&self) -> Vec<PathBuf> {
        let named = &self.request.named;
        let folders: BTreeSet<&Path> = named.iter().filter_map(|path| path.parent()).collect();
        let here = |folder: &Path| if folder.as_os_str().is_empty() { PathBuf::from(".") } else { folder.to_path_buf() };
        let mut listed = HashSet::new();
        let places = folders.into_iter().map(here).chain(self.include.iter().cloned()).filter(|place| listed.insert(one_path(place)));
        // A folder that cannot be listed holds no candidates.
        let within = |place: PathBuf| if place.is_dir() { within(&place).unwrap_or_default() } else { vec![place] };
        named.iter().cloned().chain(places.flat_map(within)).collect()
    }

    /// Visits the next candidate. Returns `None` if no candidate is left, if the next candidate is larger than the
    /// remaining byte allowance, or if the request is cancelled.
    fn advance(&mut self) -> Option<()> {
        let left = self.request.left?;
        if self.request.cancelled.load(Ordering::Relaxed) {
            return None;
        }
        if self.request.candidates.is_none() {
            self.request.candidates = Some(self.candidates().into_iter());
        }
        let path = self.request.candidates.as_mut()?.next()?;
        // Only regular files are hashed, because a pipe or a device might never end.
        let Some(metadata) = fs::metadata(&path).ok().filter(Metadata::is_file) else { return Some(()) };
        let canonical = one_path(&path);
        if !self.request.seen.insert(canonical.clone()) {
            return Some(());
        }
        self.request.left = left.checked_sub(metadata.len());
        self.request.left?;
        if let Ok(digest) = self.digest(&path, canonical, &metadata) {
            self.request.found.entry(digest).or_insert(path);
        }
        Some(())
    }

    /// Returns the digest of a file. The digest is computed only if the file was not hashed before or has changed.
    fn digest(&mut self, path: &Path, canonical: PathBuf, metadata: &Metadata) -> io::Result<Digest> {
        let stamp = (metadata.len(), metadata.modified().ok());
        match self.hashed.get(&canonical) {
            Some((before, digest)) if *before == stamp => Ok(*digest),
            _ => {
                let digest = hash(path, metadata.len())?;
                self.hashed.insert(canonical, (stamp, digest));
                Ok(digest)
            }
        }
    }
}

/// Returns the canonical path of a file, or the path itself if the file does not exist.
fn one_path(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf())
}

/// Computes the digest of the first `size` bytes of a file.
fn hash(path: &Path, size: u64) -> io::Result<Digest> {
    let (mut file, mut hasher, mut buffer) = (File::open(path)?.take(size), Sha256::new(), vec![0; BUFFER]);
    loop {
        match file.read(&mut buffer)? {
            0 => return Ok(hasher.finalize().into()),
            read => hasher.update(buffer.get(..read).unwrap_or_default()),
        }
    }
}

impl Source for CitedFiles {
    fn fetch(&mut self, expected: &Digest, most: u64) -> Result<Arc<Vec<u8>>, NotFetched> {
        let missing = |place: String| Err(NotFetched::Missing(place));
        while !self.request.found.contains_key(expected) && self.advance().is_some() {}
        match self.request.found.get(expected).map(|path| open(path, most)) {
            Some(Ok(Opened::Bytes(bytes))) => {
                self.request.fetched.push(*expected);
                Ok(Arc::new(bytes))
            }
            Some(Ok(Opened::TooLarge(size))) => Err(NotFetched::TooLarge(size)),
            Some(Err(cause)) => missing(format!("that could be read: {cause}")),
            None if self.request.left.is_none() => {
                missing(format!("among the first {} bytes of candidates, and the search is limited to these", self.allowed))
            }
            None => missing("among the files named, in their folders and in those of include".to_owned()),
        }
    }
}
