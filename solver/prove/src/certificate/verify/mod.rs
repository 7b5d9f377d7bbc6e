//! Calls the checker: the one module that knows it. Bytes go in, verified claims and tables come out. `entries` verifies batches portion by portion, `sources` finds cited files, `restate` has the verified claims in
//! the solver's terms, `json` the verdict for those who only pass it on.
//!
//! Nothing of the checker's rules, numbering or encoding is used; what comes out is restated in the solver's own terms. What the checker does not hand
//! out is read from the bytes that it has verified (`read`): outcomes of scoring games, proofs of losing chess, games stored whole.
//!
//! The checker's allowance of steps guards against files of others; the solver lifts it, because it verifies files that its user made or chose.

pub mod citations;
mod entries;
#[cfg(feature = "json")]
mod json;
mod restate;
mod sources;

use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt;
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

/// Where cited files are looked for beside the file's own folder, and what verification may take.
#[derive(Clone, Copy, Debug, Default)]
pub struct Reading<'a> {
    /// Further folders.
    pub include: &'a [PathBuf],
    /// Bytes of memory; without a limit if there is none.
    pub memory: Option<u64>,
}

/// A certificate that the checker does not verify.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// Which certificate.
    pub digest: Digest,
    /// The verdict with its reason: `rejected: …` or `undecided: …`.
    pub verdict: String,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the certificate with sha256 {} is {}", self.digest, self.verdict)
    }
}

impl std::error::Error for Refused {}

/// The checker's verdict on a file that it does not verify, with its reason.
fn verdict(refusal: &Refusal) -> String {
    match refusal.verdict() {
        Verdict::Rejected => format!("rejected: {refusal}"),
        Verdict::Undecided => format!("undecided: {refusal}"),
    }
}

/// Verifies certificates that cite one another.
///
/// # Errors
/// The first that is not verified.
pub fn verify_all(certificates: &[Certificate]) -> Result<(), Refused> {
    let mut source = Memory::of(certificates);
    let mut session = session(&mut source);
    for certificate in certificates {
        let refused = |refusal: Refusal| Refused { digest: certificate.digest, verdict: verdict(&refusal) };
        session.verify(&certificate.bytes).map_err(refused)?;
    }
    Ok(())
}

/// Verifies a certificate that cites no other, and says how many steps to allow for that if they are more than the checker allows by default. Not the least
/// number: it is doubled until it is enough.
///
/// # Errors
/// If it is not verified.
pub fn verify_with_work(certificate: &Certificate) -> Result<Option<u64>, Refused> {
    /// The clause of a verification that takes more steps than it may.
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

/// Lets `body` verify certificates one after the other, each behind those that it cites.
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

/// A session of the checker without limits that takes cited certificates from `source`.
fn session(source: &mut dyn Source) -> Session<'_> {
    Session::new(source).with_work(u64::MAX).with_threads(threads())
}

/// As many threads as the solver itself has.
fn threads() -> NonZeroU32 {
    u32::try_from(rayon::current_num_threads()).ok().and_then(NonZeroU32::new).unwrap_or(NonZeroU32::MIN)
}

/// Which game a verified certificate is about.
pub struct About {
    /// The name of its rule set.
    pub rules: String,
    /// The rule set's parameters, by name.
    pub parameters: HashMap<String, String>,
    /// The game, where the certificate holds it whole.
    pub whole: Option<Parts>,
    /// The digest of the certificate.
    pub digest: Digest,
}

/// A game with its verified table of values.
pub struct VerifiedGame {
    /// Which game.
    pub about: About,
    /// What the certificate proves.
    pub solution: Solution,
}

/// A game with its verified thresholds of chips.
pub struct VerifiedChips {
    /// Which game.
    pub about: About,
    /// What the certificate proves.
    pub tables: ChipTables,
}

/// A game with its verified bounds, or with values that bounds rest on.
pub struct VerifiedBounds {
    /// Which game.
    pub about: About,
    /// What the certificate proves.
    pub proved: Proved,
}

/// A subtraction game with its verified outcomes.
pub struct VerifiedScoring {
    /// Which game.
    pub about: About,
    /// What may be taken.
    pub set: SubtractionSet,
    /// What the certificate proves, for ascending total budgets, one after the other.
    pub outcomes: Vec<Outcomes>,
}

/// The tables of a file and of what it rests on, by kind: a certificate cites only its own kind, but for bounds, which may rest on values.
pub enum VerifiedTables {
    /// Of kind `richman`.
    Values(Vec<VerifiedGame>),
    /// Of kind `chips`.
    Chips(Vec<VerifiedChips>),
    /// Of kind `bracket`, which may rest on some of kind `richman`.
    Bounds(Vec<VerifiedBounds>),
    /// Of kind `scoring`, which rests on nothing.
    Scoring(Box<VerifiedScoring>),
}

impl VerifiedTables {
    /// The tables of values, which the file is expected to have.
    ///
    /// # Errors
    /// [`OpenError::Kind`] if it has others.
    pub fn values(self, file: &Path) -> Result<Vec<VerifiedGame>, OpenError> {
        match self {
            Self::Values(games) => Ok(games),
            Self::Chips(_) => Err(OpenError::Kind(file.to_owned(), "chips".to_owned())),
            Self::Bounds(_) => Err(OpenError::Kind(file.to_owned(), "bracket".to_owned())),
            Self::Scoring(_) => Err(OpenError::Kind(file.to_owned(), "scoring".to_owned())),
        }
    }
}

/// What a file of any kind says.
pub enum Contents {
    /// Of kind `richman`, `bracket`, `chips` or `scoring`.
    Tables(VerifiedTables),
    /// Of kind `losing`.
    Losing(Box<LosingProof>),
    /// Of kind `helpmate`, `unwinnable` or `batch`.
    Chess(VerifiedChess),
}

/// Why a file gives no verified table.
#[derive(Debug)]
pub enum OpenError {
    /// A file or folder cannot be read.
    Unreadable(PathBuf, io::Error),
    /// A folder stands where a file is expected.
    Folder(PathBuf),
    /// The file is something else than a certificate.
    NoCertificate(PathBuf, Sort),
    /// The checker does not verify the file: the verdict with its reason, `rejected: …` or `undecided: …`.
    Refused(PathBuf, String),
    /// Its kind is none that holds a table of values.
    Kind(PathBuf, String),
    /// Its kind is none that holds a proof of losing chess.
    NoProof(PathBuf, String),
    /// The solver does not read it as the checker does, which is a mistake of one of them.
    Disagreement(PathBuf, String),
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(path, error) => write!(f, "{}: {error}", path.display()),
            Self::Folder(path) => write!(f, "{}: a folder, not a file", path.display()),
            Self::NoCertificate(path, sort) => write!(f, "{}: {sort}, not a certificate", path.display()),
            Self::Refused(path, verdict) => write!(f, "{} is {verdict}", path.display()),
            Self::Kind(path, kind) if kind == "losing" => {
                let path = path.display();
                write!(f, "{path}: a proof of losing chess has no table of values; 'solve walk {path}' walks through it and draws it")
            }
            Self::Kind(path, kind) => write!(f, "{}: a certificate of kind {kind} has no table of values", path.display()),
            Self::NoProof(path, kind) => {
                let path = path.display();
                write!(
                    f,
                    "{path}: a certificate of kind {kind} has no proof of losing chess to walk through; 'solve lookup {path}' asks about a position"
                )
            }
            Self::Disagreement(path, what) => write!(f, "{}: the solver does not read it as the checker does: {what}", path.display()),
        }
    }
}

impl std::error::Error for OpenError {}

/// Verifies a file of values and what it rests on, found in the same folder. The file's game comes last, each game behind those that it cites.
///
/// # Errors
/// [`OpenError`] if the file cannot be read or is not verified, or has other tables.
pub fn open(file: &Path) -> Result<Vec<VerifiedGame>, OpenError> {
    open_tables(file)?.values(file)
}

/// Verifies a file and what it rests on, as [`open`], whatever its tables are.
///
/// # Errors
/// [`OpenError`] if the file cannot be read or is not verified, or has no tables.
pub fn open_tables(file: &Path) -> Result<VerifiedTables, OpenError> {
    open_tables_with(file, Reading::default())
}

/// [`open_tables`] with further folders and a limit of memory.
///
/// # Errors
/// [`OpenError`] if the file cannot be read or is not verified, or has no tables.
pub fn open_tables_with(file: &Path, reading: Reading) -> Result<VerifiedTables, OpenError> {
    let bytes = read(file)?;
    let found = verified(&bytes, file, Folders::new(file, reading.include), reading.memory)?;
    tables(&found, &bytes, file)
}

/// The same of a certificate's bytes, which are in this file or might be, and of the certificates that it may cite.
///
/// # Errors
/// [`OpenError`] if the certificate is not verified or has no tables.
pub fn read_tables(bytes: &[u8], cited: &[Certificate], file: &Path) -> Result<VerifiedTables, OpenError> {
    let found = verified(bytes, file, Memory::of(cited), None)?;
    tables(&found, bytes, file)
}

/// Verifies a file of any kind and what it rests on.
///
/// # Errors
/// [`OpenError`] if the file cannot be read or is not verified.
pub fn open_any(file: &Path, reading: Reading) -> Result<Contents, OpenError> {
    let bytes = read(file)?;
    let found = verified(&bytes, file, Folders::new(file, reading.include), reading.memory)?;
    let disagreement = |what| OpenError::Disagreement(file.to_owned(), what);
    if let [verified] = &found[..] {
        if let Some(claim) = verified.claim_as::<losing::Claim>() {
            let proof = restate::losing_proof(claim, &bytes, Digest(verified.digest)).map_err(disagreement)?;
            return Ok(Contents::Losing(Box::new(proof)));
        }
        if let Some(claims) = restate::can_mate_claims(verified) {
            let (kind, digest) = (verified.kind.name.to_owned(), Digest(verified.digest).to_string());
            return Ok(Contents::Chess(VerifiedChess { kind, claims, digest }));
        }
    }
    Ok(Contents::Tables(tables(&found, &bytes, file)?))
}

/// The bytes of a file that is to be a certificate.
fn read(file: &Path) -> Result<Vec<u8>, OpenError> {
    if file.is_dir() {
        return Err(OpenError::Folder(file.to_owned()));
    }
    bytes_of(file).map_err(|error| OpenError::Unreadable(file.to_owned(), error))
}

/// Why this file, with these bytes, is refused: it is another sort of file, or the checker's verdict.
fn refused(file: &Path, bytes: &[u8], verdict: String) -> OpenError {
    match Sort::of(bytes) {
        Some(sort) if sort != Sort::Certificate => OpenError::NoCertificate(file.to_owned(), sort),
        _ => OpenError::Refused(file.to_owned(), verdict),
    }
}

/// The certificate of this file with all that it rests on, which come before it.
fn verified(bytes: &[u8], file: &Path, mut source: impl Source + Clone, memory: Option<u64>) -> Result<Vec<Arc<Verified>>, OpenError> {
    let mut again = source.clone();
    let mut found = Vec::new();
    let mut session = session(&mut source).with_memory(memory.unwrap_or(u64::MAX));
    collect(bytes, &mut session, &mut again, &mut found).map_err(|verdict| refused(file, bytes, verdict))?;
    Ok(found)
}

/// The tables of a verified file and of what it rests on.
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

/// Verifies a file of kind `losing`. It rests on no other.
///
/// # Errors
/// [`OpenError`] if the file cannot be read or is not verified, or is of another kind.
pub fn open_losing(file: &Path) -> Result<LosingProof, OpenError> {
    read_losing(&read(file)?, file)
}

/// The bytes of a file, and their digest as text.
///
/// # Errors
/// [`OpenError`] if the file cannot be read.
pub fn bytes_and_digest(file: &Path) -> Result<(Vec<u8>, String), OpenError> {
    let bytes = read(file)?;
    let digest = super::digest(&bytes).to_string();
    Ok((bytes, digest))
}

/// A proof of losing chess as it stands in these bytes, which were verified before. `None` if they are no such certificate.
#[must_use]
pub fn claimed_proof(bytes: &[u8]) -> Option<LosingProof> {
    restate::claimed_proof(bytes)
}

/// What a file claims before it is verified: how many positions its proof of losing chess has. `None` if it is no such certificate or cannot be read, which
/// [`open_losing`] says.
#[must_use]
pub fn claimed_positions(file: &Path) -> Option<u64> {
    // Standard input could not be read a second time; it is no file of this name.
    read::losing::positions(&std::fs::read(file).ok()?)
}

/// The same of a certificate's bytes, which are in this file or might be.
///
/// # Errors
/// [`OpenError`].
pub fn read_losing(bytes: &[u8], file: &Path) -> Result<LosingProof, OpenError> {
    // A file of another kind is told from one that is rejected, and may cite others.
    let mut source = Folders::new(file, &[]);
    let verified = session(&mut source).verify(bytes);
    let verified = verified.map_err(|refusal| refused(file, bytes, verdict(&refusal)))?;
    let claim = verified.claim_as().ok_or_else(|| OpenError::NoProof(file.to_owned(), verified.kind.name.to_owned()))?;
    restate::losing_proof(claim, bytes, Digest(verified.digest)).map_err(|what| OpenError::Disagreement(file.to_owned(), what))
}

/// Adds the certificate with these bytes to those found, behind all that it rests on, each once.
fn collect(bytes: &[u8], session: &mut Session<'_>, source: &mut dyn Source, found: &mut Vec<Arc<Verified>>) -> Result<(), String> {
    // A session verifies each certificate once, however often it is asked, so this is the verdict on all the certificate rests on.
    let verified = session.verify(bytes).map_err(|refusal| verdict(&refusal))?;
    for citation in &verified.citations {
        if found.iter().all(|known| known.digest != citation.digest) {
            let bytes = source.fetch(&citation.digest, u64::MAX).map_err(|_| "undecided: a cited file has vanished")?;
            collect(&bytes, session, source, found)?;
        }
    }
    found.push(verified);
    Ok(())
}

/// The game of the verified certificate `bytes`, whose rule set is `graph`. `None` if the solver does not read it as the checker does.
#[must_use]
pub fn stored(bytes: &[u8]) -> Option<Parts> {
    read::graph::read(bytes)
}
