//! Verifies certificates with the checker and converts the results. No other module calls the checker.
//!
//! The solver does not use the checker's code for rules, numbering or encoding. The checker verifies some data that it
//! does not return: outcomes of scoring games, proofs of losing chess, and complete games. The module `read` decodes
//! the verified bytes to find data that the checker does not return.
//!
//! The checker's limit on steps protects against hostile files. The solver sets no limit on steps, because it verifies
//! files that its user made or chose.

pub mod citations;
mod entries;
#[cfg(feature = "json")]
mod json;
mod restate;
mod sources;
mod wins;

use std::collections::HashMap;
use std::io;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use gamecert_checker::{NoSource, Refusal, Session, Source, Verdict, Verified, chips, safe, scoring};

use citations::Proved;
pub use entries::{Portion, entries};
pub use gamecert_checker::files;
#[cfg(feature = "json")]
pub use json::verdict_as_json;
use restate::about;
pub use sources::bytes_of;
use sources::{Memory, MemoryThenFiles, beside, within};
pub use wins::{
    cited_files, claimed_certificate, claimed_positions, claimed_proof, open_certificate, open_cited, open_losing, open_wins,
    read_certificate, read_losing, read_with_supplied, with_cited,
};

use crate::certificate::Certificate;
use crate::certificate::can_mate::VerifiedChess;
use crate::certificate::emit::Digest;
use crate::certificate::file_kind::FileKind;
use crate::certificate::losing_proof::LosingCertificate;
use crate::certificate::read;
use crate::certificate::safe_proof::SafeProof;
use crate::model::chips::ChipTables;
use crate::model::parts::Parts;
use crate::model::scoring::{Outcomes, SubtractionSet};
use crate::model::solution::Solution;

/// Where to look for cited files, and how much memory a verification may take.
#[derive(Clone, Copy, Debug, Default)]
pub struct Reading<'a> {
    /// Folders that are searched for cited files, in addition to the file's own folder.
    pub include: &'a [PathBuf],
    /// Memory limit in bytes, if there is one.
    pub memory: Option<u64>,
}

/// Refusal of a certificate by the checker.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the certificate with sha256 {digest} is {verdict}")]
pub struct Refused {
    /// Digest of the refused certificate.
    pub digest: Digest,
    /// Verdict with its reason, in the form `rejected: …` or `undecided: …`.
    pub verdict: String,
}

impl Refused {
    fn new(certificate: &Certificate, refusal: &Refusal) -> Self {
        Self { digest: certificate.digest, verdict: verdict(refusal) }
    }
}

/// Formats a refusal as `rejected: …` or `undecided: …`.
fn verdict(refusal: &Refusal) -> String {
    match refusal.verdict() {
        Verdict::Rejected => format!("rejected: {refusal}"),
        Verdict::Undecided => format!("undecided: {refusal}"),
    }
}

/// Verifies certificates in order. A certificate may cite earlier certificates.
///
/// # Errors
/// Returns the first refusal.
pub fn verify_all(certificates: &[Certificate]) -> Result<(), Refused> {
    let mut source = Memory::new(certificates);
    let mut session = session(&mut source);
    for certificate in certificates {
        session.verify(&certificate.bytes).map_err(|refusal| Refused::new(certificate, &refusal))?;
    }
    Ok(())
}

/// Verifies a certificate that cites no other certificate. If the checker's default limit on steps is too small,
/// returns a limit that suffices. The returned limit need not be the smallest, because the limit is doubled until it
/// suffices.
///
/// # Errors
/// Fails if the checker refuses the certificate.
pub fn verify_with_work(certificate: &Certificate) -> Result<Option<u64>, Refused> {
    /// Name of the rule in the specification that limits the steps of a verification.
    const ALLOWANCE: &str = "resources/allowance";
    const FIRST: u64 = 200_000_000;
    let mut work = None;
    loop {
        let mut source = NoSource;
        let session = Session::new(&mut source).with_threads(threads());
        let mut session = match work {
            None => session,
            Some(steps) => session.with_work(steps),
        };
        match session.verify(&certificate.bytes) {
            Ok(_) => return Ok(work),
            Err(refusal) if refusal.code() == ALLOWANCE && work != Some(u64::MAX) => {
                work = Some(work.map_or(FIRST, |steps| steps.saturating_mul(2)));
            }
            Err(refusal) => return Err(Refused::new(certificate, &refusal)),
        }
    }
}

/// Starts a session of the checker that has no limits. The session fetches cited certificates from `source`.
fn session(source: &mut dyn Source) -> Session<'_> {
    Session::new(source).with_work(u64::MAX).with_threads(threads())
}

fn threads() -> NonZeroU32 {
    u32::try_from(rayon::current_num_threads()).ok().and_then(NonZeroU32::new).unwrap_or(NonZeroU32::MIN)
}

/// The game that a verified certificate is about.
pub struct About {
    /// Name of the game's rule set.
    pub rules: String,
    /// Parameters of the rule set, by name.
    pub parameters: HashMap<String, String>,
    /// The complete game, if the certificate contains it.
    pub whole: Option<Parts>,
    /// Digest of the verified certificate.
    pub digest: Digest,
}

/// Game with the table of its values, which the checker has verified.
pub struct VerifiedGame {
    /// Game that the certificate is about.
    pub about: About,
    /// Values that the certificate proves.
    pub solution: Solution,
}

/// Game of discrete bidding with its thresholds, which the checker has verified.
pub struct VerifiedChips {
    /// Game that the certificate is about.
    pub about: About,
    /// Thresholds that the certificate proves.
    pub tables: ChipTables,
}

/// Game with bounds of its values, which the checker has verified.
pub struct VerifiedBounds {
    /// Game that the certificate is about.
    pub about: About,
    /// Bounds or values that the certificate proves.
    pub proved: Proved,
}

/// Subtraction game with its outcomes, which the checker has verified.
pub struct VerifiedScoring {
    /// Game that the certificate is about.
    pub about: About,
    /// Numbers that a player may take from a heap.
    pub set: SubtractionSet,
    /// Proved outcomes for each total budget, in ascending order of the budgets.
    pub outcomes: Vec<Outcomes>,
}

/// Verified tables of a file and of the certificates that the file cites. A certificate cites only certificates of its
/// own kind, except that certificates of bounds may also cite certificates of exact values.
pub enum VerifiedTables {
    /// Tables of kind `richman`.
    Values(Vec<VerifiedGame>),
    /// Tables of kind `chips`.
    Chips(Vec<VerifiedChips>),
    /// Tables of kind `bracket`, which may cite tables of kind `richman`.
    Bounds(Vec<VerifiedBounds>),
    /// Table of kind `scoring`, which cites no other table.
    Scoring(Box<VerifiedScoring>),
}

impl VerifiedTables {
    /// Returns the tables if they contain exact values.
    ///
    /// # Errors
    /// Returns [`OpenError::Kind`] if the tables contain no exact values.
    pub fn values(self, file: &Path) -> Result<Vec<VerifiedGame>, OpenError> {
        match self {
            Self::Values(games) => Ok(games),
            Self::Chips(_) => Err(OpenError::Kind(file.to_owned(), "chips".to_owned())),
            Self::Bounds(_) => Err(OpenError::Kind(file.to_owned(), "bracket".to_owned())),
            Self::Scoring(_) => Err(OpenError::Kind(file.to_owned(), "scoring".to_owned())),
        }
    }
}

/// Verified contents of a file of any kind.
pub enum Contents {
    /// Tables of kind `richman`, `bracket`, `chips` or `scoring`.
    Tables(VerifiedTables),
    /// Proof of kind `losing`, of either version.
    Losing(Box<LosingCertificate>),
    /// Proof of kind `safe`.
    Safe(Box<SafeProof>),
    /// Claims of kind `helpmate`, `unwinnable` or `batch`.
    Chess(VerifiedChess),
}

/// Reason why a file has no verified contents of the kind that the caller needs.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OpenError {
    /// A file or folder cannot be read.
    #[error("{path}: {1}", path = .0.display())]
    Unreadable(PathBuf, #[source] io::Error),
    /// The path is a folder, not a file.
    #[error("{}: a folder, not a file", .0.display())]
    Folder(PathBuf),
    /// The file is not a certificate.
    #[error("{path}: {1}, not a certificate", path = .0.display())]
    NoCertificate(PathBuf, FileKind),
    /// The checker refuses the file. The string is the verdict with its reason, such as `rejected: …`.
    #[error("{path} is {1}", path = .0.display())]
    Refused(PathBuf, String),
    /// The certificate in the file contains no tables of values.
    #[error("{}: {}", .0.display(), no_table(.0, .1))]
    Kind(PathBuf, String),
    /// The certificate in the file contains no proof of losing chess.
    #[error("{}: {}", .0.display(), no_proof(.0, .1))]
    NoProof(PathBuf, String),
    /// The certificate in the file contains no closed sets of losing chess.
    #[error("{path}: a certificate of kind {1} has no closed set of losing chess", path = .0.display())]
    NotSafe(PathBuf, String),
    /// The checker has verified the file, but the solver cannot read it, so one of the two programs has a bug.
    #[error("{path}: the solver does not read it as the checker does: {1}", path = .0.display())]
    Disagreement(PathBuf, String),
    /// The file no longer has the digest with which another certificate cites it.
    #[error("{path}: this file has changed: it no longer has the digest {1}, with which it is cited", path = .0.display())]
    Changed(PathBuf, Digest),
    /// The file cites a certificate with this digest, but that certificate was not found in the searched folders.
    #[error("{path}: it cites a certificate with the digest {1}, which is no longer there", path = .0.display())]
    NotCited(PathBuf, Digest),
}

fn no_table(path: &Path, kind: &str) -> String {
    match kind {
        "safe" => format!("a closed set of losing chess has no table of values; 'solve lookup {}' asks about a position", path.display()),
        "losing" => {
            format!("a proof of losing chess has no table of values; 'solve walk {}' walks through it and draws it", path.display())
        }
        _ => format!("a certificate of kind {kind} has no table of values"),
    }
}

fn no_proof(path: &Path, kind: &str) -> String {
    if kind == "losing" {
        return format!(
            "a certificate of version 2, which has several positions or cites other certificates; 'solve walk {}' walks through it",
            path.display()
        );
    }
    format!(
        "a certificate of kind {kind} has no proof of losing chess to walk through; 'solve lookup {}' asks about a position",
        path.display()
    )
}

/// Verifies a certificate of exact values, and the certificates that it cites. The cited certificates must be in the
/// same folder. Returns one table for each certificate. Each table comes after the tables that it cites. The table of
/// the file itself comes last.
///
/// # Errors
/// [`OpenError`] if the file cannot be read, is refused, or has no exact values.
pub fn open(file: &Path) -> Result<Vec<VerifiedGame>, OpenError> {
    open_tables(file)?.values(file)
}

/// Does the same as [`open`], but accepts tables of any kind.
///
/// # Errors
/// [`OpenError`] if the file cannot be read, is refused, or has no tables.
pub fn open_tables(file: &Path) -> Result<VerifiedTables, OpenError> {
    open_tables_with(file, Reading::default())
}

/// Does the same as [`open_tables`], but searches more folders for cited files and limits the memory.
///
/// # Errors
/// [`OpenError`] if the file cannot be read, is refused, or has no tables.
pub fn open_tables_with(file: &Path, reading: Reading) -> Result<VerifiedTables, OpenError> {
    let bytes = read(file)?;
    let found = verified(&bytes, file, &mut beside(file, reading.include), reading.memory)?;
    tables(&found, &bytes, file)
}

/// Does the same as [`open_tables`], but for the encoded certificate `bytes`. The certificate may cite the certificates
/// in `cited`. Error messages name the certificate as `file`.
///
/// # Errors
/// [`OpenError`] if the certificate is refused or has no tables.
pub fn read_tables(bytes: &[u8], cited: &[Certificate], file: &Path) -> Result<VerifiedTables, OpenError> {
    let found = verified(bytes, file, &mut Memory::new(cited), None)?;
    tables(&found, bytes, file)
}

/// Verifies a file of any kind and the certificates that it cites.
///
/// # Errors
/// [`OpenError`] if the file cannot be read or is refused.
pub fn open_any(file: &Path, reading: Reading) -> Result<Contents, OpenError> {
    read_any(&read(file)?, &[], file, reading)
}

/// Does the same as [`open_any`], but for the encoded certificate `bytes`. Cited certificates are looked for in `cited`
/// first. `file` is the certificate's file, or a name for error messages.
///
/// # Errors
/// [`OpenError`] if the certificate is refused.
pub fn read_any(bytes: &[u8], cited: &[Certificate], file: &Path, reading: Reading) -> Result<Contents, OpenError> {
    let mut source = MemoryThenFiles(Memory::new(cited), beside(file, reading.include));
    let found = verified(bytes, file, &mut source, reading.memory)?;
    let disagreement = |why: String| OpenError::Disagreement(file.to_owned(), why);
    if let Some(last) = found.last()
        && let Some(certificate) = wins::converted(last, bytes, file, &mut source, &|cited| sources::path_of(cited, file, reading.include))
    {
        return Ok(Contents::Losing(Box::new(certificate?)));
    }
    if let [verified] = &found[..] {
        if let Some(claim) = verified.claim_as::<safe::Claim>() {
            let proof = restate::safe_proof(claim, bytes, Digest(verified.digest)).map_err(|why| disagreement(why.to_string()))?;
            return Ok(Contents::Safe(Box::new(proof)));
        }
        if let Some(claims) = restate::can_mate_claims(verified) {
            let digest = Digest(verified.digest).to_string();
            return Ok(Contents::Chess(VerifiedChess { claims, digest }));
        }
    }
    Ok(Contents::Tables(tables(&found, bytes, file)?))
}

/// Returns the cited certificate with this digest, from `cited` or from the folders in which [`read_any`] looks for it.
///
/// # Errors
/// [`OpenError::NotCited`] if it is in none of them.
pub fn fetch_cited(digest: Digest, cited: &[Certificate], file: &Path, reading: Reading) -> Result<Certificate, OpenError> {
    let fetched = MemoryThenFiles(Memory::new(cited), beside(file, reading.include)).fetch(&digest.0, u64::MAX);
    fetched.map(|bytes| Certificate { digest, bytes }).map_err(|_| OpenError::NotCited(file.to_owned(), digest))
}

fn read(file: &Path) -> Result<Vec<u8>, OpenError> {
    if file.is_dir() {
        return Err(OpenError::Folder(file.to_owned()));
    }
    bytes_of(file).map_err(|error| OpenError::Unreadable(file.to_owned(), error))
}

/// Returns the error for a refused file. If the file is of another known type, the error names this type. Otherwise the
/// error contains the checker's verdict.
fn refused(file: &Path, bytes: &[u8], verdict: String) -> OpenError {
    match FileKind::detect(bytes) {
        Some(sort) if sort != FileKind::Certificate => OpenError::NoCertificate(file.to_owned(), sort),
        _ => OpenError::Refused(file.to_owned(), verdict),
    }
}

/// Returns all directly or indirectly cited certificates, followed by the certificate itself.
fn verified(bytes: &[u8], file: &Path, source: &mut (impl Source + Clone), memory: Option<u64>) -> Result<Vec<Arc<Verified>>, OpenError> {
    let mut first = source.clone();
    let mut found = Vec::new();
    let mut session = session(&mut first).with_memory(memory.unwrap_or(u64::MAX));
    let refused = |verdict| refused(file, bytes, verdict);
    collect(bytes, &mut session, source, &mut found, &refused)?;
    Ok(found)
}

/// Returns the tables of a verified file and of the certificates that it cites.
fn tables(found: &[Arc<Verified>], bytes: &[u8], file: &Path) -> Result<VerifiedTables, OpenError> {
    // A certificate that contains the whole game cites no other certificate, so the game is in the file's own bytes.
    let whole = |verified: &Verified| (verified.game.rules == "graph").then(|| stored(bytes)).flatten();
    let other = |verified: &Arc<Verified>| OpenError::Kind(file.to_owned(), verified.kind.name.to_owned());
    if let [verified] = found
        && verified.claim_as::<scoring::Claim>().is_some()
    {
        let (set, outcomes) = read::scoring::read(bytes).ok_or_else(|| other(verified))?;
        return Ok(VerifiedTables::Scoring(Box::new(VerifiedScoring { about: about(verified, None), set, outcomes })));
    }
    if found.last().is_some_and(|verified| Proved(Arc::clone(verified)).bits().is_some()) {
        let game = |verified: &Arc<Verified>| VerifiedBounds { about: about(verified, None), proved: Proved(Arc::clone(verified)) };
        return Ok(VerifiedTables::Bounds(found.iter().map(game).collect()));
    }
    if found.iter().all(|verified| verified.table::<chips::Table>().is_some()) {
        let repeated = found.iter().map(|verified| {
            let tables = verified.table().and_then(restate::thresholds).ok_or_else(|| other(verified))?;
            Ok(VerifiedChips { about: about(verified, whole(verified)), tables })
        });
        return Ok(VerifiedTables::Chips(repeated.collect::<Result<_, _>>()?));
    }
    let repeated = found.iter().map(|verified| {
        let solution = restate::values(verified.table().ok_or_else(|| other(verified))?);
        Ok(VerifiedGame { about: about(verified, whole(verified)), solution })
    });
    Ok(VerifiedTables::Values(repeated.collect::<Result<_, _>>()?))
}

/// Verifies a certificate that cites files in these folders.
///
/// # Errors
/// Returns the checker's refusal.
pub fn verify_with_folders(certificate: &Certificate, folders: &[PathBuf]) -> Result<(), Refused> {
    let mut source = within(folders);
    let found = session(&mut source).verify(&certificate.bytes);
    found.map(|_| ()).map_err(|refusal| Refused::new(certificate, &refusal))
}

/// Returns the bytes of a file and their digest in hexadecimal.
///
/// # Errors
/// [`OpenError`] if the file cannot be read.
pub fn bytes_and_digest(file: &Path) -> Result<(Vec<u8>, String), OpenError> {
    let bytes = read(file)?;
    let digest = super::digest(&bytes).to_string();
    Ok((bytes, digest))
}

/// Verifies the encoded certificate `bytes` of kind `safe`. `file` is the certificate's file, or a name for error
/// messages.
///
/// # Errors
/// [`OpenError`] if the certificate is refused or is of another kind.
pub fn read_safe(bytes: &[u8], file: &Path) -> Result<SafeProof, OpenError> {
    let mut source = beside(file, &[]);
    let verified = session(&mut source).verify(bytes);
    let verified = verified.map_err(|refusal| refused(file, bytes, verdict(&refusal)))?;
    let claim = verified.claim_as().ok_or_else(|| OpenError::NotSafe(file.to_owned(), verified.kind.name.to_owned()))?;
    restate::safe_proof(claim, bytes, Digest(verified.digest)).map_err(|why| OpenError::Disagreement(file.to_owned(), why.to_string()))
}

/// Appends the certificate with these bytes to `found`, after all certificates that it cites. No certificate is
/// appended twice.
fn collect(
    bytes: &[u8],
    session: &mut Session<'_>,
    source: &mut dyn Source,
    found: &mut Vec<Arc<Verified>>,
    refused: &dyn Fn(String) -> OpenError,
) -> Result<(), OpenError> {
    // The verdict covers all citations too. Repeated requests cost nothing, because a session verifies each certificate
    // only once.
    let verified = session.verify(bytes).map_err(|refusal| refused(verdict(&refusal)))?;
    for citation in &verified.citations {
        if found.iter().all(|known| known.digest != citation.digest) {
            let bytes = source.fetch(&citation.digest, u64::MAX).map_err(|_| refused("undecided: a cited file has vanished".to_owned()))?;
            collect(&bytes, session, source, found, refused)?;
        }
    }
    found.push(verified);
    Ok(())
}

/// Reads the game from a verified certificate that contains the complete game (rule set `graph`). Returns `None` if the
/// solver cannot read the game.
#[must_use]
pub fn stored(bytes: &[u8]) -> Option<Parts> {
    read::graph::read(bytes)
}
