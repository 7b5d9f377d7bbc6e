//! Cache of verified proofs.
//!
//! A file in the user's cache directory lists the digests of certificates that this program has verified. For each
//! large proof, a second file contains an [`Excerpt`] with the positions that were shown before. The moves always come
//! from the certificate. `check` never reads the cache.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::outcome::{Failure, note};
use super::progress;
use crate::answers::walk::ProofError;
use crate::answers::walk::excerpt::Excerpt;
use crate::answers::walk::{Proof, Walk};
use crate::certificate::losing_proof::{Citation, LosingCertificate, LosingProof, NotSingle};
use crate::certificate::verify::{self, OpenError, Reading};
use crate::solve::cache;

/// Cache of certificates that were verified before.
pub(super) struct Remembered {
    /// Folder of the cache; `None` if the user has no cache directory.
    folder: Option<PathBuf>,
    entries: BTreeMap<String, Entry>,
    program: String,
    /// Earliest day on which a proof from the cache was verified.
    pub(super) since: Option<String>,
    changed: bool,
}

/// Record about a verified certificate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Entry {
    /// Size of the certificate's file in bytes.
    size: u64,
    /// Build of the program that verified the certificate.
    program: String,
    /// Day on which the certificate was verified.
    verified: String,
}

/// A part of a proof (an excerpt) is stored only if the proof has at least this many positions. Smaller proofs are read
/// in less than 20 ms.
const MIN_POSITIONS: u32 = 50_000;

/// Maximum number of entries, so that the cache does not grow for ever. The oldest entries are dropped.
const MAX_ENTRIES: usize = 10_000;

impl Remembered {
    /// Reads the cache. An unreadable file counts as empty. If `again` is set, the cache counts as empty too.
    pub(super) fn open(again: bool) -> Self {
        let folder = cache::folder();
        let index = folder.as_ref().filter(|_| !again).map(|folder| folder.join(INDEX));
        if let Some(index) = index.as_ref().filter(|index| fs::metadata(index).is_ok_and(|metadata| !cache::is_private(&metadata))) {
            note(&format!("{}: ignored, as others may write to it", index.display()));
        }
        let entries = index.and_then(|index| read(&index)).unwrap_or_default();
        Self { folder, entries, program: this_program(), since: None, changed: false }
    }

    /// Opens a proof of version 1. Verifies the proof unless this program has verified the same bytes before.
    pub(super) fn open_losing(&mut self, file: &Path) -> Result<LosingProof, OpenError> {
        self.open_certificate(file, &[])?.try_into().map_err(|NotSingle| OpenError::NoProof(file.to_owned(), "losing".to_owned()))
    }

    /// Opens a certificate of kind `losing`, of either version. Verifies the certificate unless this program has
    /// verified the same bytes before. Looks for cited files in the folders `include` too.
    pub(super) fn open_certificate(&mut self, file: &Path, include: &[PathBuf]) -> Result<LosingCertificate, OpenError> {
        let (bytes, digest) = verify::bytes_and_digest(file)?;
        let size = bytes.len() as u64;
        if let Some(entry) = self.entries.get(&digest).filter(|entry| entry.size == size && entry.program == self.program)
            && let Some(certificate) = verify::claimed_certificate(&bytes, file, include)
        {
            if self.since.as_ref().is_none_or(|since| entry.verified < *since) {
                self.since = Some(entry.verified.clone());
            }
            return Ok(certificate);
        }
        let certificate = verify::read_certificate(&bytes, file, Reading { include, memory: None })?;
        self.insert(digest, size);
        // The verdict covers the cited certificates.
        for Citation { file, wins } in &certificate.cited {
            if let Ok(metadata) = fs::metadata(file) {
                self.insert(wins.digest.to_string(), metadata.len());
            }
        }
        Ok(certificate)
    }

    /// Records that this program has verified a certificate today.
    fn insert(&mut self, digest: String, size: u64) {
        self.entries.insert(digest, Entry { size, program: self.program.clone(), verified: today() });
        self.changed = true;
    }

    /// If proofs were taken from the cache without verification, returns a sentence about them.
    pub(super) fn sentence(&self) -> Option<String> {
        self.since.as_ref().map(|since| format!("verified on {since} and remembered (--again verifies anew)"))
    }

    /// Writes the cache. A write error is reported but does not stop the command.
    pub(super) fn save(&self) {
        let (Some(folder), true) = (&self.folder, self.changed) else { return };
        let mut newest: Vec<_> = self.entries.iter().collect();
        newest.sort_by(|(_, one), (_, other)| other.verified.cmp(&one.verified));
        let kept: BTreeMap<_, _> = newest.into_iter().take(MAX_ENTRIES).collect();
        if let Err(error) = serde_json::to_vec(&kept).map_err(io::Error::from).and_then(|bytes| cache::write(&folder.join(INDEX), &bytes)) {
            note(&format!("{}: {error}: verified proofs will be verified again next time", folder.join(INDEX).display()));
        }
    }

    pub(super) fn excerpt(&self, digest: &str) -> Option<Excerpt> {
        let _ = self.entries.get(digest).filter(|entry| entry.program == self.program)?;
        read(&self.folder.as_ref()?.join(excerpt_name(digest)))
    }

    /// Reads a proof so that the program can describe the proof's root. If the stored part of the proof contains the
    /// root, reads only the stored part.
    ///
    /// # Errors
    /// Fails if the proof does not match the claim under the solver's rules.
    pub(super) fn read(&self, verified: LosingProof, file: &Path) -> Result<Proof, Failure> {
        let is_enough = |proof: &Proof| Walk::new(proof).is_held();
        let excerpt = self.excerpt(&verified.digest).map(|excerpt| Proof::excerpt(verified.clone().into(), excerpt)).filter(is_enough);
        let disagreement = |why: ProofError| OpenError::Disagreement(file.to_owned(), why.to_string());
        let whole = || progress::during("reading", || Proof::read(verified).map_err(disagreement)).map_err(Failure::input);
        excerpt.map_or_else(whole, Ok)
    }

    /// If the proof of a walk is large, adds the current position to the stored part of the proof (the excerpt).
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
            && let Err(error) = cache::write(&folder.join(excerpt_name(digest)), &bytes)
        {
            note(&format!("{}: {error}: this proof will be read as a whole again next time", folder.display()));
        }
    }
}

const INDEX: &str = "verified-proofs.json";

fn excerpt_name(digest: &str) -> String {
    format!("excerpt-{digest}.json")
}

fn read<T: DeserializeOwned>(file: &Path) -> Option<T> {
    serde_json::from_slice(&cache::read(file)?).ok()
}

/// Identifies this build of the program, because another build may contain another checker.
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
