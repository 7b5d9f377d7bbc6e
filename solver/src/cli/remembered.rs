//! Cache of verified proofs, so that a second question to a large folder does not wait.
//!
//! A file in the user's cache directory lists the digests of certificates that this program has verified. For each
//! large proof, a second file has an [`Excerpt`]: the places shown before. Every claim and move is still decoded from
//! the certificate itself, its digest is computed again, and each move is tested for legality. `check` never reads
//! these files.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::outcome::{Failure, note};
use super::progress;
use crate::answers::walk::ProofError;
use crate::answers::walk::excerpt::Excerpt;
use crate::answers::walk::{Proof, Walk};
use crate::certificate::losing_proof::LosingProof;
use crate::certificate::verify::{self, OpenError};

/// Certificates verified before, by digest.
pub(super) struct Remembered {
    /// Folder of the files; `None` if the user has no cache directory.
    folder: Option<PathBuf>,
    entries: BTreeMap<String, Entry>,
    program: String,
    /// Earliest day of verification among the proofs that this run took from the cache.
    pub(super) since: Option<String>,
    changed: bool,
}

/// Verified certificate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Entry {
    /// Size of its file in bytes.
    size: u64,
    /// Program that verified it.
    program: String,
    /// Day of the verification.
    verified: String,
}

/// Minimum size of a proof with an excerpt; smaller proofs are read in less than 20 ms.
const MIN_POSITIONS: u32 = 50_000;

/// Maximum number of entries, so that the file does not grow for ever. The oldest are dropped.
const MAX_ENTRIES: usize = 10_000;

impl Remembered {
    /// Reads the cache. Unreadable files count as empty, and so does everything if `again`.
    pub(super) fn open(again: bool) -> Self {
        let folder = cache_directory().map(|folder| folder.join("gamecert"));
        let index = folder.as_ref().filter(|_| !again).map(|folder| folder.join(INDEX));
        if let Some(index) = index.as_ref().filter(|index| fs::metadata(index).is_ok_and(|metadata| !is_private(&metadata))) {
            note(&format!("{}: ignored, as others may write to it", index.display()));
        }
        let entries = index.and_then(|index| read(&index)).unwrap_or_default();
        Self { folder, entries, program: this_program(), since: None, changed: false }
    }

    /// Opens a proof, verifying it unless this program has verified the same bytes before.
    pub(super) fn open_losing(&mut self, file: &Path) -> Result<LosingProof, OpenError> {
        let (bytes, digest) = verify::bytes_and_digest(file)?;
        let size = bytes.len() as u64;
        if let Some(entry) = self.entries.get(&digest).filter(|entry| entry.size == size && entry.program == self.program)
            && let Some(proof) = verify::claimed_proof(&bytes)
        {
            if self.since.as_ref().is_none_or(|since| entry.verified < *since) {
                self.since = Some(entry.verified.clone());
            }
            return Ok(proof);
        }
        let proof = verify::read_losing(&bytes, file)?;
        let entry = Entry { size, program: self.program.clone(), verified: today() };
        self.entries.insert(digest, entry);
        self.changed = true;
        Ok(proof)
    }

    /// Returns a sentence about proofs not verified in this run, if any.
    pub(super) fn sentence(&self) -> Option<String> {
        self.since.as_ref().map(|since| format!("verified on {since} and remembered (--again verifies anew)"))
    }

    /// Writes the cache. A write error is reported and does not fail the walk.
    pub(super) fn save(&self) {
        let (Some(folder), true) = (&self.folder, self.changed) else { return };
        let mut newest: Vec<_> = self.entries.iter().collect();
        newest.sort_by(|(_, one), (_, other)| other.verified.cmp(&one.verified));
        let kept: BTreeMap<_, _> = newest.into_iter().take(MAX_ENTRIES).collect();
        if let Err(error) = serde_json::to_vec(&kept).map_err(io::Error::from).and_then(|bytes| write(folder, INDEX, &bytes)) {
            note(&format!("{}: {error}: verified proofs will be verified again next time", folder.join(INDEX).display()));
        }
    }

    /// Returns the excerpt of the proof with this digest, unless another program verified that proof.
    pub(super) fn excerpt(&self, digest: &str) -> Option<Excerpt> {
        let _ = self.entries.get(digest).filter(|entry| entry.program == self.program)?;
        read(&self.folder.as_ref()?.join(excerpt_name(digest)))
    }

    /// Reads a proof to walk through: an excerpt if it contains the place after these moves, otherwise the whole proof.
    ///
    /// # Errors
    /// If the solver's reading of the proof differs from its claim.
    pub(super) fn read(&self, verified: LosingProof, file: &Path, moves: &str) -> Result<Proof, Failure> {
        let is_enough = |proof: &Proof| Walk::to(proof, moves).is_ok_and(|walk| walk.is_held());
        let excerpt = self.excerpt(&verified.digest).map(|excerpt| Proof::excerpt(verified.clone(), excerpt)).filter(is_enough);
        excerpt.map_or_else(|| read_whole(verified, file), Ok)
    }

    /// Keeps the data needed to show the place of a walk again, if the proof is large. An excerpt is no larger than the
    /// certificate.
    pub(super) fn keep(&self, walk: &Walk<'_>) {
        let digest = walk.proof().digest();
        let (Some(folder), Some(entry)) = (&self.folder, self.entries.get(digest)) else { return };
        if walk.proof().claim().positions < MIN_POSITIONS {
            return;
        }
        let before = self.excerpt(digest).unwrap_or_default();
        let mut excerpt = before.clone();
        walk.proof().add_to(&mut excerpt, &walk.numbers());
        if excerpt == before {
            return;
        }
        let Ok(bytes) = serde_json::to_vec(&excerpt) else { return };
        if bytes.len() as u64 <= entry.size
            && let Err(error) = write(folder, &excerpt_name(digest), &bytes)
        {
            note(&format!("{}: {error}: this proof will be read as a whole again next time", folder.display()));
        }
    }
}

/// Reads a whole proof.
///
/// # Errors
/// As [`Remembered::read`].
pub(super) fn read_whole(verified: LosingProof, file: &Path) -> Result<Proof, Failure> {
    let disagreement = |why: ProofError| OpenError::Disagreement(file.to_owned(), why.to_string());
    progress::during("reading", || Proof::read(verified).map_err(disagreement)).map_err(Failure::input)
}

const INDEX: &str = "verified-proofs.json";

fn excerpt_name(digest: &str) -> String {
    format!("excerpt-{digest}.json")
}

/// Reads a file. Returns `None` if it is unreadable or users other than its owner may have written it.
fn read<T: DeserializeOwned>(file: &Path) -> Option<T> {
    let _ = fs::metadata(file).ok().filter(is_private)?;
    serde_json::from_slice(&fs::read(file).ok()?).ok()
}

#[cfg(unix)]
fn is_private(metadata: &fs::Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt;
    metadata.is_file() && metadata.permissions().mode().trailing_zeros() >= 6
}

#[cfg(not(unix))]
fn is_private(metadata: &fs::Metadata) -> bool {
    metadata.is_file()
}

fn write(folder: &Path, name: &str, bytes: &[u8]) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    // Temporary files have mode 600.
    let mut temporary = tempfile::NamedTempFile::new_in(folder)?;
    temporary.write_all(bytes)?;
    temporary.persist(folder.join(name))?;
    Ok(())
}

/// Identifies this build, because another build may contain another checker.
fn this_program() -> String {
    let metadata = std::env::current_exe().and_then(fs::metadata).ok();
    let modified = metadata.as_ref().and_then(|metadata| metadata.modified().ok()?.duration_since(SystemTime::UNIX_EPOCH).ok());
    let built = modified.unwrap_or(Duration::ZERO);
    let length = metadata.map_or(0, |metadata| metadata.len());
    format!("{} {length} {}.{:09}", env!("CARGO_PKG_VERSION"), built.as_secs(), built.subsec_nanos())
}

fn today() -> String {
    let now = humantime::format_rfc3339_seconds(SystemTime::now()).to_string();
    now.split('T').next().unwrap_or_default().to_owned()
}

/// Returns the user's directory for files that can be regenerated.
fn cache_directory() -> Option<PathBuf> {
    let of = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    if cfg!(windows) {
        return of("LOCALAPPDATA");
    }
    let home = || std::env::home_dir().filter(|home| home.is_absolute());
    of("XDG_CACHE_HOME").or_else(|| home().map(|home| home.join(if cfg!(target_os = "macos") { "Library/Caches" } else { ".cache" })))
}
