//! The only module that calls the checker. It turns bytes into verified claims and tables. `entries` verifies batches
//! in portions, `sources` finds cited files, `restate` converts verified claims to the solver's terms, and `json`
//! returns the verdict for callers that only pass it on.
//!
//! The checker's rules, numbering and encoding are not used; its results are restated in the solver's own terms. Data
//! that the checker does not return are read from the bytes that it has verified (`read`): outcomes of scoring games,
//! proofs of losing chess, games stored whole.
//!
//! The checker's limit on steps protects against hostile files. The solver lifts it, because it verifies files that its
//! user made or chose.

pub mod citations;
mod entries;
#[cfg(feature = "json")]
mod json;
mod restate;
mod sources;

use std::cell::RefCell;
use std::collections::HashMap;
use std::io;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use gamecert_checker::{NoSource, Refusal, Session, Source, Verdict, Verified, chips, losing, scoring};

use citations::Proved;
pub use entries::{Portion, entries};
#[cfg(feature = "json")]
pub use json::verdict_as_json;
use restate::about;
pub use sources::bytes_of;
use sources::{Folders, Growing, Memory};

use crate::certificate::Certificate;
use crate::certificate::can_mate::VerifiedChess;
use crate::certificate::emit::Digest;
use crate::certificate::losing_proof::LosingProof;
use crate::certificate::read;
use crate::certificate::sort::Sort;
use crate::model::chips::ChipTables;
use crate::model::parts::Parts;
use crate::model::scoring::{Outcomes, SubtractionSet};
use crate::model::solution::Solution;

/// Folders for cited files besides the file's own, and the resources for verification.
#[derive(Clone, Copy, Debug, Default)]
pub struct Reading<'a> {
    /// Additional folders.
    pub include: &'a [PathBuf],
    /// Memory limit in bytes; `None` means no limit.
    pub memory: Option<u64>,
}

/// Refusal of a certificate by the checker.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the certificate with sha256 {digest} is {verdict}")]
pub struct Refused {
    /// Digest of the certificate.
    pub digest: Digest,
    /// Verdict with its reason: `rejected: …` or `undecided: …`.
    pub verdict: String,
}

/// Formats the checker's verdict on a refused file, with its reason.
fn verdict(refusal: &Refusal) -> String {
    match refusal.verdict() {
        Verdict::Rejected => format!("rejected: {refusal}"),
        Verdict::Undecided => format!("undecided: {refusal}"),
    }
}

/// Verifies certificates that may cite earlier ones.
///
/// # Errors
/// The first refusal.
pub fn verify_all(certificates: &[Certificate]) -> Result<(), Refused> {
    let mut source = Memory::of(certificates);
    let mut session = session(&mut source);
    for certificate in certificates {
        let refused = |refusal: Refusal| Refused { digest: certificate.digest, verdict: verdict(&refusal) };
        session.verify(&certificate.bytes).map_err(refused)?;
    }
    Ok(())
}

/// Verifies a certificate that cites no other. Returns a sufficient number of steps if the checker's default is too
/// small. The number is not minimal: it is doubled until it suffices.
///
/// # Errors
/// If the certificate is refused.
pub fn verify_with_work(certificate: &Certificate) -> Result<Option<u64>, Refused> {
    /// Clause violated by a verification that exceeds its limit on steps.
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
            Err(refusal) => return Err(Refused { digest: certificate.digest, verdict: verdict(&refusal) }),
        }
    }
}

/// Lets `body` verify certificates one after another, each after those that it cites.
pub fn one_by_one<T>(body: impl FnOnce(&mut dyn FnMut(&Arc<Certificate>) -> Result<(), Refused>) -> T) -> T {
    let known = Rc::new(RefCell::new(HashMap::new()));
    let mut source = Growing(Rc::clone(&known));
    let mut session = session(&mut source);
    body(&mut |certificate| {
        known.borrow_mut().insert(certificate.digest.0, Arc::clone(certificate));
        let refused = |refusal: Refusal| Refused { digest: certificate.digest, verdict: verdict(&refusal) };
        session.verify(&certificate.bytes).map(|_| ()).map_err(refused)
    })
}

/// Starts a checker session without limits that fetches cited certificates from `source`.
fn session(source: &mut dyn Source) -> Session<'_> {
    Session::new(source).with_work(u64::MAX).with_threads(threads())
}

/// Returns the solver's number of threads.
fn threads() -> NonZeroU32 {
    u32::try_from(rayon::current_num_threads()).ok().and_then(NonZeroU32::new).unwrap_or(NonZeroU32::MIN)
}

/// Game of a verified certificate.
pub struct About {
    /// Name of its rule set.
    pub rules: String,
    /// Parameters of the rule set, by name.
    pub parameters: HashMap<String, String>,
    /// The game itself, if the certificate contains it whole.
    pub whole: Option<Parts>,
    /// Digest of the certificate.
    pub digest: Digest,
}

/// Game with its verified table of values.
pub struct VerifiedGame {
    /// Game of the certificate.
    pub about: About,
    /// Values that the certificate proves.
    pub solution: Solution,
}

/// Game with its verified thresholds of chips.
pub struct VerifiedChips {
    /// Game of the certificate.
    pub about: About,
    /// Thresholds that the certificate proves.
    pub tables: ChipTables,
}

/// Game with its verified bounds, or with exact values that other bounds depend on.
pub struct VerifiedBounds {
    /// Game of the certificate.
    pub about: About,
    /// Bounds or values that the certificate proves.
    pub proved: Proved,
}

/// Subtraction game with its verified outcomes.
pub struct VerifiedScoring {
    /// Game of the certificate.
    pub about: About,
    /// Numbers that may be taken.
    pub set: SubtractionSet,
    /// Outcomes that the certificate proves, for consecutive total budgets, ascending.
    pub outcomes: Vec<Outcomes>,
}

/// Tables of a file and of its citations, by kind. A certificate cites only its own kind, except that bounds may cite
/// values.
pub enum VerifiedTables {
    /// Tables of kind `richman`.
    Values(Vec<VerifiedGame>),
    /// Tables of kind `chips`.
    Chips(Vec<VerifiedChips>),
    /// Tables of kind `bracket`, which may cite kind `richman`.
    Bounds(Vec<VerifiedBounds>),
    /// Table of kind `scoring`, which cites nothing.
    Scoring(Box<VerifiedScoring>),
}

impl VerifiedTables {
    /// Returns the tables of values.
    ///
    /// # Errors
    /// [`OpenError::Kind`] if the file has other tables.
    pub fn values(self, file: &Path) -> Result<Vec<VerifiedGame>, OpenError> {
        match self {
            Self::Values(games) => Ok(games),
            Self::Chips(_) => Err(OpenError::Kind(file.to_owned(), "chips".to_owned())),
            Self::Bounds(_) => Err(OpenError::Kind(file.to_owned(), "bracket".to_owned())),
            Self::Scoring(_) => Err(OpenError::Kind(file.to_owned(), "scoring".to_owned())),
        }
    }
}

/// Contents of a file of any kind.
pub enum Contents {
    /// Tables of kind `richman`, `bracket`, `chips` or `scoring`.
    Tables(VerifiedTables),
    /// Proof of kind `losing`.
    Losing(Box<LosingProof>),
    /// Claims of kind `helpmate`, `unwinnable` or `batch`.
    Chess(VerifiedChess),
}

/// Reason why a file yields no verified table.
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
    NoCertificate(PathBuf, Sort),
    /// The checker refuses the file; the verdict with its reason: `rejected: …` or `undecided: …`.
    #[error("{path} is {1}", path = .0.display())]
    Refused(PathBuf, String),
    /// Certificates of its kind contain no table of values.
    #[error("{}: {}", .0.display(), no_table(.0, .1))]
    Kind(PathBuf, String),
    /// Certificates of its kind contain no proof of losing chess.
    #[error("{path}: a certificate of kind {kind} has no proof of losing chess to walk through; 'solve lookup {path}' asks about a position", path = .0.display(), kind = .1)]
    NoProof(PathBuf, String),
    /// Solver and checker read the file differently, so one of them has a bug.
    #[error("{path}: the solver does not read it as the checker does: {1}", path = .0.display())]
    Disagreement(PathBuf, String),
}

/// Explains that certificates of this kind have no table.
fn no_table(path: &Path, kind: &str) -> String {
    match kind {
        "losing" => {
            format!("a proof of losing chess has no table of values; 'solve walk {}' walks through it and draws it", path.display())
        }
        _ => format!("a certificate of kind {kind} has no table of values"),
    }
}

/// Verifies a file of values and its citations, found in the same folder. The file's game comes last, each game after
/// those that it cites.
///
/// # Errors
/// [`OpenError`] if the file cannot be read, is refused, or has other tables.
pub fn open(file: &Path) -> Result<Vec<VerifiedGame>, OpenError> {
    open_tables(file)?.values(file)
}

/// Verifies a file and its citations like [`open`], with tables of any kind.
///
/// # Errors
/// [`OpenError`] if the file cannot be read, is refused, or has no tables.
pub fn open_tables(file: &Path) -> Result<VerifiedTables, OpenError> {
    open_tables_with(file, Reading::default())
}

/// Verifies like [`open_tables`], with additional folders and a memory limit.
///
/// # Errors
/// [`OpenError`] if the file cannot be read, is refused, or has no tables.
pub fn open_tables_with(file: &Path, reading: Reading) -> Result<VerifiedTables, OpenError> {
    let bytes = read(file)?;
    let found = verified(&bytes, file, Folders::new(file, reading.include), reading.memory)?;
    tables(&found, &bytes, file)
}

/// Verifies a certificate's bytes and the certificates that they may cite, like [`open_tables`]. `file` is the name for
/// error messages.
///
/// # Errors
/// [`OpenError`] if the certificate is refused or has no tables.
pub fn read_tables(bytes: &[u8], cited: &[Certificate], file: &Path) -> Result<VerifiedTables, OpenError> {
    let found = verified(bytes, file, Memory::of(cited), None)?;
    tables(&found, bytes, file)
}

/// Verifies a file of any kind and its citations.
///
/// # Errors
/// [`OpenError`] if the file cannot be read or is refused.
pub fn open_any(file: &Path, reading: Reading) -> Result<Contents, OpenError> {
    let bytes = read(file)?;
    let found = verified(&bytes, file, Folders::new(file, reading.include), reading.memory)?;
    let disagreement = |why: String| OpenError::Disagreement(file.to_owned(), why);
    if let [verified] = &found[..] {
        if let Some(claim) = verified.claim_as::<losing::Claim>() {
            let proof = restate::losing_proof(claim, &bytes, Digest(verified.digest)).map_err(|why| disagreement(why.to_string()))?;
            return Ok(Contents::Losing(Box::new(proof)));
        }
        if let Some(claims) = restate::can_mate_claims(verified) {
            let (kind, digest) = (verified.kind.name.to_owned(), Digest(verified.digest).to_string());
            return Ok(Contents::Chess(VerifiedChess { kind, claims, digest }));
        }
    }
    Ok(Contents::Tables(tables(&found, &bytes, file)?))
}

/// Reads the bytes of a file that should be a certificate.
fn read(file: &Path) -> Result<Vec<u8>, OpenError> {
    if file.is_dir() {
        return Err(OpenError::Folder(file.to_owned()));
    }
    bytes_of(file).map_err(|error| OpenError::Unreadable(file.to_owned(), error))
}

/// Returns the error for a refused file: another sort of file, or the checker's verdict.
fn refused(file: &Path, bytes: &[u8], verdict: String) -> OpenError {
    match Sort::of(bytes) {
        Some(sort) if sort != Sort::Certificate => OpenError::NoCertificate(file.to_owned(), sort),
        _ => OpenError::Refused(file.to_owned(), verdict),
    }
}

/// Verifies the certificate of this file. Returns it after all certificates that it cites, directly or indirectly.
fn verified(bytes: &[u8], file: &Path, mut source: impl Source + Clone, memory: Option<u64>) -> Result<Vec<Arc<Verified>>, OpenError> {
    let mut again = source.clone();
    let mut found = Vec::new();
    let mut session = session(&mut source).with_memory(memory.unwrap_or(u64::MAX));
    let refused = |verdict| refused(file, bytes, verdict);
    collect(bytes, &mut session, &mut again, &mut found, &refused)?;
    Ok(found)
}

/// Returns the tables of a verified file and of its citations.
fn tables(found: &[Arc<Verified>], bytes: &[u8], file: &Path) -> Result<VerifiedTables, OpenError> {
    // A game stored whole cites no other, so it is in the file's own bytes.
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

/// Verifies a file of kind `losing`, which cites no other.
///
/// # Errors
/// [`OpenError`] if the file cannot be read, is refused, or is of another kind.
pub fn open_losing(file: &Path) -> Result<LosingProof, OpenError> {
    read_losing(&read(file)?, file)
}

/// Returns the bytes of a file and their digest as text.
///
/// # Errors
/// [`OpenError`] if the file cannot be read.
pub fn bytes_and_digest(file: &Path) -> Result<(Vec<u8>, String), OpenError> {
    let bytes = read(file)?;
    let digest = super::digest(&bytes).to_string();
    Ok((bytes, digest))
}

/// Reads a proof of losing chess from bytes that were verified before. Returns `None` if they are not such a
/// certificate.
#[must_use]
pub fn claimed_proof(bytes: &[u8]) -> Option<LosingProof> {
    restate::claimed_proof(bytes)
}

/// Reads the number of positions that a file's proof of losing chess claims, before verification. Returns `None` if it
/// is not such a certificate or cannot be read; [`open_losing`] then reports the reason.
#[must_use]
pub fn claimed_positions(file: &Path) -> Option<u64> {
    // `-` is not opened here, because standard input could not be read a second time.
    read::losing::positions(&std::fs::read(file).ok()?)
}

/// Verifies a certificate's bytes like [`open_losing`]. `file` is its file, or a name for error messages.
///
/// # Errors
/// [`OpenError`].
pub fn read_losing(bytes: &[u8], file: &Path) -> Result<LosingProof, OpenError> {
    // Files of other kinds may cite others. They must verify, so that the error names their kind instead of a
    // rejection.
    let mut source = Folders::new(file, &[]);
    let verified = session(&mut source).verify(bytes);
    let verified = verified.map_err(|refusal| refused(file, bytes, verdict(&refusal)))?;
    let claim = verified.claim_as().ok_or_else(|| OpenError::NoProof(file.to_owned(), verified.kind.name.to_owned()))?;
    restate::losing_proof(claim, bytes, Digest(verified.digest)).map_err(|why| OpenError::Disagreement(file.to_owned(), why.to_string()))
}

/// Appends the certificate with these bytes to `found`, after all that it cites, each once.
fn collect(
    bytes: &[u8],
    session: &mut Session<'_>,
    source: &mut dyn Source,
    found: &mut Vec<Arc<Verified>>,
    refused: &dyn Fn(String) -> OpenError,
) -> Result<(), OpenError> {
    // A session verifies each certificate once, however often it is requested, so this verdict covers all citations.
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

/// Reads the game of the verified certificate `bytes`, whose rule set is `graph`. Returns `None` if the solver does not
/// read it as the checker does.
#[must_use]
pub fn stored(bytes: &[u8]) -> Option<Parts> {
    read::graph::read(bytes)
}
