//! Finds cited files by their digests, as the second half of section 3 of `spec/FORMAT.md` prescribes.
//!
//! The files among which the search looks for cited files are called candidates. The order of the candidates is fixed
//! for the whole run. The search hashes the candidates in this order, each at most once, until it finds the cited file
//! or has used up its byte allowance. The result of a search therefore does not depend on earlier searches.

use crate::inputs::{Input, within};
use crate::lines::name;
use crate::read::{Opened, is_standard_input, open};
use gamecert_checker::{Digest, NotFetched, Source};
use sha2::{Digest as _, Sha256};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::vec;

/// Number of bytes of a candidate that are read into memory at a time.
const BUFFER: usize = 1 << 16;

/// The candidate files, and the digests of the candidates hashed so far.
pub(crate) struct Files {
    /// Files named on the command line or in a list, sorted.
    named: BTreeSet<PathBuf>,
    include: Vec<PathBuf>,
    /// Candidates not yet hashed; `None` until the first request.
    candidates: Option<vec::IntoIter<PathBuf>>,
    /// Canonical paths of the candidates already visited, so that a file reached by two paths is hashed once.
    seen: HashSet<PathBuf>,
    /// Path of the first candidate with each digest.
    found: HashMap<Digest, PathBuf>,
    allowed: u64,
    /// Number of bytes that may still be hashed; `None` after a candidate was larger than this number.
    left: Option<u64>,
}

impl Files {
    /// Prepares a search that hashes at most `allowed` bytes. The search begins with the files named, continues in the
    /// folders of these files, and ends in the folders of `include`.
    pub(crate) fn new(inputs: &[Input], include: &[PathBuf], allowed: u64) -> io::Result<Self> {
        for folder in include {
            let unreadable = |cause| io::Error::other(format!("the folder {} of --include cannot be read: {cause}", name(folder)));
            fs::read_dir(folder).map_err(unreadable)?;
        }
        let named =
            inputs.iter().filter(|input| input.trouble.is_none() && !is_standard_input(&input.path)).map(|input| input.path.clone());
        let (named, include, left) = (named.collect(), include.to_vec(), Some(allowed));
        Ok(Self { named, include, candidates: None, seen: HashSet::new(), found: HashMap::new(), allowed, left })
    }

    /// Lists all candidates in search order, possibly with duplicates.
    fn candidates(&self) -> Vec<PathBuf> {
        let folders: BTreeSet<&Path> = self.named.iter().filter_map(|path| path.parent()).collect();
        let here = |folder: &Path| if folder.as_os_str().is_empty() { PathBuf::from(".") } else { folder.to_path_buf() };
        let folders = folders.into_iter().map(here).chain(self.include.iter().cloned());
        let mut listed = HashSet::new();
        let folders: Vec<PathBuf> = folders.filter(|folder| listed.insert(one_path(folder))).collect();
        self.named.iter().cloned().chain(folders.iter().flat_map(|folder| within(folder))).collect()
    }

    /// Hashes the next candidate. Returns `None` if no candidate is left, or if the next candidate is larger than the
    /// byte allowance that is left.
    fn advance(&mut self) -> Option<()> {
        let left = self.left?;
        if self.candidates.is_none() {
            self.candidates = Some(self.candidates().into_iter());
        }
        let path = self.candidates.as_mut()?.next()?;
        // Only regular files are hashed, because a pipe or a device might never end.
        let size = fs::metadata(&path).ok().filter(fs::Metadata::is_file).map(|metadata| metadata.len());
        let Some(size) = size.filter(|_| self.seen.insert(one_path(&path))) else { return Some(()) };
        self.left = left.checked_sub(size);
        self.left?;
        if let Ok(digest) = hash(&path, size) {
            self.found.entry(digest).or_insert(path);
        }
        Some(())
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
            read => hasher.update(&buffer[..read]),
        }
    }
}

impl Source for Files {
    fn fetch(&mut self, expected: &Digest, most: u64) -> Result<Arc<Vec<u8>>, NotFetched> {
        let missing = |place: String| Err(NotFetched::Missing(place));
        while !self.found.contains_key(expected) && self.advance().is_some() {}
        match self.found.get(expected).map(|path| open(path, most)) {
            Some(Ok(Opened::Bytes(bytes))) => Ok(Arc::new(bytes)),
            Some(Ok(Opened::TooLarge(size))) => Err(NotFetched::TooLarge(size)),
            Some(Err(cause)) => missing(format!("that could be read: {cause}")),
            None if self.left.is_none() => {
                missing(format!("among the first {} bytes of candidates, and no more are searched (--search)", self.allowed))
            }
            None => missing("among the files named, in their folders and in those of --include".to_owned()),
        }
    }
}
