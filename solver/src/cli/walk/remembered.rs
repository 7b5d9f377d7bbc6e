//! Which proofs were verified before, so that a second question to a large folder need not wait.
//!
//! A file in the user's own cache directory names digests of certificates that this program has verified. Nothing else is taken from it: what a certificate
//! claims, and every move that is shown, is read from the certificate itself, whose digest is computed anew. `check` never reads this file.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use serde::{Deserialize, Serialize};

use super::super::outcome::note;
use crate::certificate::losing_proof::LosingProof;
use crate::certificate::verify::{self, OpenError};

/// The certificates that were verified before, by digest.
pub(super) struct Remembered {
    /// Where they are written; nothing if there is no such place.
    file: Option<PathBuf>,
    entries: BTreeMap<String, Entry>,
    program: String,
    /// The day on which the oldest of those was verified that were taken as verified in this run.
    pub(super) since: Option<String>,
    changed: bool,
}

/// A certificate that was verified.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Entry {
    /// The size of its file in bytes.
    size: u64,
    /// The program that verified it.
    program: String,
    /// The day.
    verified: String,
}

/// More certificates than these are not remembered, since the file would grow for ever. The oldest are forgotten.
const MAX_ENTRIES: usize = 10_000;

impl Remembered {
    /// Reads what was remembered. What cannot be read is forgotten, and so is everything if `again`.
    pub(super) fn open(again: bool) -> Self {
        let file = cache_directory().map(|folder| folder.join("gamecert").join("verified-proofs.json"));
        let entries = match &file {
            Some(file) if !again => read(file),
            _ => BTreeMap::new(),
        };
        Self { file, entries, program: this_program(), since: None, changed: false }
    }

    /// A proof, verified now unless this program has verified the same bytes before.
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
        let proof = verify::read_losing(bytes, file)?;
        let entry = Entry { size, program: self.program.clone(), verified: today() };
        self.entries.insert(digest, entry);
        self.changed = true;
        Ok(proof)
    }

    /// A sentence about proofs that were not verified in this run, if there are any.
    pub(super) fn sentence(&self) -> Option<String> {
        self.since.as_ref().map(|since| format!("verified on {since} and remembered (--again verifies anew)"))
    }

    /// Writes what is to be remembered. That this cannot be done is no failure of the walk.
    pub(super) fn save(&self) {
        if let (Some(file), true) = (&self.file, self.changed)
            && let Err(error) = write(file, &self.entries)
        {
            note(&format!("{}: {error}: verified proofs will be verified again next time", file.display()));
        }
    }
}

/// Reads the file, unless others than its owner may have written it.
fn read(file: &Path) -> BTreeMap<String, Entry> {
    let Ok(metadata) = fs::metadata(file) else { return BTreeMap::new() };
    if !is_private(&metadata) {
        note(&format!("{}: ignored, as others may write to it", file.display()));
        return BTreeMap::new();
    }
    fs::read(file).ok().and_then(|bytes| serde_json::from_slice(&bytes).ok()).unwrap_or_default()
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

fn write(file: &Path, entries: &BTreeMap<String, Entry>) -> io::Result<()> {
    let folder = file.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let mut newest: Vec<_> = entries.iter().collect();
    newest.sort_by(|(_, one), (_, other)| other.verified.cmp(&one.verified));
    let kept: BTreeMap<_, _> = newest.into_iter().take(MAX_ENTRIES).collect();
    // Temporary files have mode 600.
    let temporary = tempfile::NamedTempFile::new_in(folder)?;
    serde_json::to_writer(temporary.as_file(), &kept)?;
    temporary.persist(file)?;
    Ok(())
}

/// What stands for this build: another may contain another checker.
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

/// The user's directory for files that may be made again.
fn cache_directory() -> Option<PathBuf> {
    let of = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    if cfg!(windows) {
        return of("LOCALAPPDATA");
    }
    let home = || std::env::home_dir().filter(|home| home.is_absolute());
    of("XDG_CACHE_HOME").or_else(|| home().map(|home| home.join(if cfg!(target_os = "macos") { "Library/Caches" } else { ".cache" })))
}
