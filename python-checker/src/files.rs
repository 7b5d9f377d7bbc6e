//! Files: those to be verified, and the search for cited ones by their digests, as the program `check` does both (sections 3 and 6 of `spec/FORMAT.md`).
//!
//! Candidates stand in one order for each request: the files to be verified, those in their folders, those of `include`. Each counts towards the allowance
//! of bytes in that order, whether or not its digest is known from before. So whether a file is found depends on the request alone.

use gamecert_checker::json::decoded;
use gamecert_checker::{Digest, NotFetched, Source};
use sha2::{Digest as _, Sha256};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::fs::{self, File, Metadata};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::SystemTime;
use std::vec;

/// At most as many bytes are read, in all, in search of the files that one request cites.
const SEARCHED: u64 = 4_000_000_000;

/// As many bytes of a candidate are in memory at once.
const BUFFER: usize = 1 << 16;

/// A file or folder that cannot be read, and why.
pub(crate) type Unreadable = (PathBuf, io::Error);

/// The files that these paths stand for, in the order in which they are named: a folder stands for all files `*.cbor` in it and below, sorted by path.
pub(crate) fn inputs(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Unreadable> {
    let mut files = Vec::new();
    for path in paths {
        match path.is_dir() {
            true => files.extend(below(path)?),
            false => files.push(path.clone()),
        }
    }
    Ok(files)
}

fn below(folder: &Path) -> Result<Vec<PathBuf>, Unreadable> {
    let (mut waiting, mut found) = (vec![folder.to_path_buf()], Vec::new());
    while let Some(folder) = waiting.pop() {
        let unreadable = |cause| (folder.clone(), cause);
        for entry in fs::read_dir(&folder).map_err(unreadable)? {
            let (path, is_folder) = entry.and_then(|entry| Ok((entry.path(), entry.file_type()?.is_dir()))).map_err(unreadable)?;
            match is_folder {
                true => waiting.push(path),
                false if is_certificate(&path) => found.push(path),
                false => {}
            }
        }
    }
    if found.is_empty() {
        return Err((folder.to_path_buf(), io::Error::new(io::ErrorKind::NotFound, "a folder with no *.cbor in it or below")));
    }
    found.sort_unstable();
    Ok(found)
}

/// Whether an entry of a folder is a regular file `*.cbor` in letters of any case, or a link to one. A link that leads nowhere passes: reading it will tell.
fn is_certificate(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("cbor"))
        && fs::metadata(path).map_or(true, |metadata| metadata.is_file())
}

/// The candidates that a path of `include`, or the folder of a file, stands for: of a folder the files `*.cbor` in it, not below, sorted by path.
fn candidates(path: &Path) -> Vec<PathBuf> {
    if !path.is_dir() {
        return vec![path.to_path_buf()];
    }
    let entries = fs::read_dir(path).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(|path| is_certificate(path)).collect();
    paths.sort_unstable();
    paths
}

/// Whether each path of `include` is a folder that can be listed or a file that can be opened.
pub(crate) fn test_include(include: &[PathBuf]) -> Result<(), Unreadable> {
    include.iter().try_for_each(|path| {
        let tested = fs::metadata(path).and_then(|metadata| match metadata.is_dir() {
            true => fs::read_dir(path).map(drop),
            // To open anything else might wait for ever.
            false if !metadata.is_file() => Err(io::Error::new(io::ErrorKind::InvalidInput, "neither a file nor a folder")),
            false => File::open(path).map(drop),
        });
        tested.map_err(|cause| (path.clone(), cause))
    })
}

/// A file that could be opened.
pub(crate) enum Opened {
    /// Its bytes.
    Bytes(Vec<u8>),
    /// Its size, which is more than allowed, as far as it was looked at.
    TooLarge(u64),
}

/// Without a limit of memory no more bytes are read from a pipe, which announces no size.
const STREAM_LIMIT: u64 = 4_000_000_000;

/// No manifest has more bytes.
const MANIFEST_LIMIT: u64 = 256_000_000;

/// Reads a file of at most `most` bytes: a regular file or a pipe.
pub(crate) fn open(path: &Path, most: u64) -> io::Result<Opened> {
    let other = |sentence: String| Err(io::Error::new(io::ErrorKind::InvalidInput, sentence));
    // Merely opening a device may act on it.
    if is_device(fs::metadata(path)?.file_type()) {
        return other("a device, not a file".to_owned());
    }
    let file = File::open(path)?;
    let metadata = file.metadata()?;
    if !metadata.is_file() && !metadata.is_dir() {
        return match whole(file, 0, if most == u64::MAX { STREAM_LIMIT } else { most })? {
            Opened::TooLarge(_) if most == u64::MAX => other(format!("more than {STREAM_LIMIT} bytes (memory allows more)")),
            read => Ok(read),
        };
    }
    let size = metadata.len();
    if size > most {
        return Ok(Opened::TooLarge(size));
    }
    // Files that yield more, such as those of /proc, may never end.
    match whole(file, size, size)? {
        Opened::TooLarge(_) => other(format!("it yields more bytes than its size, {size}")),
        read => Ok(read),
    }
}

/// The text of a manifest, without a byte-order mark.
pub(crate) fn text(path: &Path) -> io::Result<String> {
    let wrong = |sentence: String| io::Error::new(io::ErrorKind::InvalidData, sentence);
    match open(path, MANIFEST_LIMIT)? {
        Opened::Bytes(bytes) => decoded(bytes).map_err(wrong),
        Opened::TooLarge(_) => Err(wrong(format!("more than {MANIFEST_LIMIT} bytes"))),
    }
}

/// Reads what says that it has `size` bytes, as far as to tell whether there are more than `most`. Some files of /proc yield eight bytes at once or none.
fn whole(from: impl Read, size: u64, most: u64) -> io::Result<Opened> {
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(usize::try_from(size.saturating_add(8)).unwrap_or(usize::MAX))?;
    from.take(most.saturating_add(8)).read_to_end(&mut bytes)?;
    match u64::try_from(bytes.len()) {
        Ok(read) if read > most => Ok(Opened::TooLarge(read)),
        _ => Ok(Opened::Bytes(bytes)),
    }
}

#[cfg(unix)]
fn is_device(kind: fs::FileType) -> bool {
    use std::os::unix::fs::FileTypeExt;
    kind.is_char_device() || kind.is_block_device()
}

#[cfg(not(unix))]
fn is_device(_: fs::FileType) -> bool {
    false
}

/// The state of a file when it was hashed: another one asks for hashing it again.
type Stamp = (u64, Option<SystemTime>);

/// The search for cited files.
pub(crate) struct Files {
    include: Vec<PathBuf>,
    /// The digests computed so far, by the one path of each file.
    hashed: HashMap<PathBuf, (Stamp, Digest)>,
    request: Request,
}

/// The search for what the files of one request cite.
#[derive(Default)]
struct Request {
    /// The files to be verified, sorted.
    named: BTreeSet<PathBuf>,
    /// Those that are left, once the first has been asked for.
    candidates: Option<vec::IntoIter<PathBuf>>,
    /// Those that have been looked at, whatever path leads to them.
    seen: HashSet<PathBuf>,
    /// The first candidate with each digest.
    found: HashMap<Digest, PathBuf>,
    /// The bytes that may still be searched; `None` when a candidate was larger than that.
    left: Option<u64>,
    /// Whether nobody waits for the verdict any more.
    cancelled: Arc<AtomicBool>,
    /// What was asked for and found.
    given: Vec<Digest>,
}

impl Files {
    /// Looks among the files of each request, then in their folders, then in `include`.
    pub(crate) fn new(include: Vec<PathBuf>) -> Self {
        Self { include, hashed: HashMap::new(), request: Request::default() }
    }

    /// Begins the search for what these files cite.
    pub(crate) fn begin(&mut self, named: &[PathBuf], cancelled: Arc<AtomicBool>) {
        self.request = Request { named: named.iter().cloned().collect(), left: Some(SEARCHED), cancelled, ..Request::default() };
    }

    /// The digests of the files that have been handed over since this was asked last.
    pub(crate) fn given(&mut self) -> Vec<Digest> {
        std::mem::take(&mut self.request.given)
    }

    /// All candidates in their order; some may stand there twice.
    fn candidates(&self) -> Vec<PathBuf> {
        let named = &self.request.named;
        let folders: BTreeSet<&Path> = named.iter().filter_map(|path| path.parent()).collect();
        let here = |folder: &Path| if folder.as_os_str().is_empty() { PathBuf::from(".") } else { folder.to_path_buf() };
        let places = folders.into_iter().map(here).chain(self.include.iter().cloned());
        let mut listed = HashSet::new();
        let places: Vec<PathBuf> = places.filter(|place| listed.insert(one_path(place))).collect();
        named.iter().cloned().chain(places.iter().flat_map(|place| candidates(place))).collect()
    }

    /// Looks at the next candidate. `None` if there is none, or none within the allowance.
    fn advance(&mut self) -> Option<()> {
        let left = self.request.left?;
        if self.request.cancelled.load(Ordering::Relaxed) {
            return None;
        }
        if self.request.candidates.is_none() {
            self.request.candidates = Some(self.candidates().into_iter());
        }
        let path = self.request.candidates.as_mut()?.next()?;
        // Anything but a regular file might never end.
        let Some(metadata) = fs::metadata(&path).ok().filter(Metadata::is_file) else { return Some(()) };
        let one = one_path(&path);
        if !self.request.seen.insert(one.clone()) {
            return Some(());
        }
        self.request.left = left.checked_sub(metadata.len());
        self.request.left?;
        if let Ok(digest) = self.hash(&path, one, &metadata) {
            self.request.found.entry(digest).or_insert(path);
        }
        Some(())
    }

    /// The digest of a file, computed now or before.
    fn hash(&mut self, path: &Path, one: PathBuf, metadata: &Metadata) -> io::Result<Digest> {
        let stamp = (metadata.len(), metadata.modified().ok());
        if let Some((_, digest)) = self.hashed.get(&one).filter(|(before, _)| *before == stamp) {
            return Ok(*digest);
        }
        let (mut file, mut hasher, mut buffer) = (File::open(path)?.take(metadata.len()), Sha256::new(), vec![0; BUFFER]);
        loop {
            match file.read(&mut buffer)? {
                0 => break,
                read => hasher.update(&buffer[..read]),
            }
        }
        let digest = hasher.finalize().into();
        self.hashed.insert(one, (stamp, digest));
        Ok(digest)
    }
}

/// The same for all paths that lead to a file, if it is there.
fn one_path(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf())
}

impl Source for Files {
    fn fetch(&mut self, wanted: &Digest, most: u64) -> Result<Arc<Vec<u8>>, NotFetched> {
        let missing = |place: String| Err(NotFetched::Missing(place));
        while !self.request.found.contains_key(wanted) && self.advance().is_some() {}
        match self.request.found.get(wanted).map(|path| open(path, most)) {
            Some(Ok(Opened::Bytes(bytes))) => {
                self.request.given.push(*wanted);
                Ok(Arc::new(bytes))
            }
            Some(Ok(Opened::TooLarge(size))) => Err(NotFetched::TooLarge(size)),
            Some(Err(cause)) => missing(format!("that could be read: {cause}")),
            None if self.request.left.is_none() => {
                missing(format!("among the first {SEARCHED} bytes of candidates, and no more are searched"))
            }
            None => missing("among the files named, in their folders and in those of include".to_owned()),
        }
    }
}
