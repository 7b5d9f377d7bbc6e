//! Calls the checker: the one module that knows it. Bytes go in, verified claims and tables come out.
//!
//! Nothing of the checker's rules, numbering or encoding is used; what comes out is restated in the solver's own terms. What the checker does not hand
//! out is read from the bytes that it has verified (`read`): outcomes of scoring games, proofs of losing chess, games stored whole.
//!
//! The checker's allowance of steps guards against files of others; the solver lifts it, because it verifies files that its user made or chose.

use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt;
use std::io::{self, Read as _};
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use dashu_int::UBig;
use gamecert_checker::{NoSource, NotFetched, Refusal, Session, Source, Verdict, Verified, chips, losing, richman, scoring};

use crate::certificate::Certificate;
use crate::certificate::emit::Digest;
use crate::certificate::losing_proof::LosingProof;
use crate::certificate::read;
use crate::games::losing_chess::text::Setup;
use crate::games::losing_chess::winner::ForSide;
use crate::games::losing_chess::{Side, Stalemate};
use crate::model::chips::{ChipTables, LabelRow, Range, Rule, Shared, Table, Tail, TieBreak};
use crate::model::graph::{Label, NEVER, Player};
use crate::model::parts::Parts;
use crate::model::scoring::{Outcomes, SubtractionSet};
use crate::model::solution::{Choices, Solution};
use crate::model::value::Rational;

/// Where cited files are looked for beside the file's own folder, and what verification may take.
#[derive(Clone, Copy, Debug, Default)]
pub struct Reading<'a> {
    /// Further folders.
    pub include: &'a [PathBuf],
    /// Bytes of memory; without a limit if there is none.
    pub memory: Option<u64>,
}

/// A file's bytes; those of standard input where it is called `-`.
///
/// # Errors
/// What the system says.
pub fn bytes_of(file: &Path) -> io::Result<Vec<u8>> {
    if file != Path::new("-") {
        return std::fs::read(file);
    }
    let mut bytes = Vec::new();
    io::stdin().lock().read_to_end(&mut bytes)?;
    Ok(bytes)
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
    let mut source = Memory(certificates.iter().map(|certificate| (certificate.digest.0, certificate)).collect());
    let mut session = session(&mut source);
    for certificate in certificates {
        let refused = |refusal: Refusal| Refused { digest: certificate.digest, verdict: verdict(&refusal) };
        session.verify(certificate.bytes.clone()).map_err(refused)?;
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
        match session.verify(certificate.bytes.clone()) {
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
        session.verify(certificate.bytes.clone()).map(|_| ()).map_err(refused)
    })
}

/// Certificates in memory, by digest, of which more come.
struct Growing(Rc<RefCell<HashMap<[u8; 32], Arc<Certificate>>>>);

impl Source for Growing {
    fn fetch(&mut self, wanted: &gamecert_checker::Digest, most: u64) -> Result<Vec<u8>, NotFetched> {
        let known = self.0.borrow();
        let missing = || NotFetched::Missing("among the certificates given".to_owned());
        at_most(known.get(wanted).ok_or_else(missing)?.bytes.clone(), most)
    }
}

/// A session of the checker without limits that takes cited certificates from `source`.
fn session(source: &mut dyn Source) -> Session<'_> {
    Session::new(source).with_work(u64::MAX).with_threads(threads())
}

/// As many threads as the solver itself has.
fn threads() -> NonZeroU32 {
    u32::try_from(rayon::current_num_threads()).ok().and_then(NonZeroU32::new).unwrap_or(NonZeroU32::MIN)
}

/// Certificates in memory, by digest.
struct Memory<'a>(HashMap<[u8; 32], &'a Certificate>);

impl Source for Memory<'_> {
    fn fetch(&mut self, wanted: &gamecert_checker::Digest, most: u64) -> Result<Vec<u8>, NotFetched> {
        let missing = || NotFetched::Missing("among the certificates given".to_owned());
        at_most(self.0.get(wanted).ok_or_else(missing)?.bytes.clone(), most)
    }
}

/// A cited file, unless it has more than `most` bytes.
fn at_most(bytes: Vec<u8>, most: u64) -> Result<Vec<u8>, NotFetched> {
    let size = bytes.len() as u64;
    if size <= most { Ok(bytes) } else { Err(NotFetched::TooLarge(size)) }
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

/// A subtraction game with its verified outcomes.
pub struct VerifiedScoring {
    /// Which game.
    pub about: About,
    /// What may be taken.
    pub set: SubtractionSet,
    /// What the certificate proves, for ascending total budgets, one after the other.
    pub outcomes: Vec<Outcomes>,
}

/// The tables of a file and of what it rests on, by kind: a certificate cites only its own kind.
pub enum VerifiedTables {
    /// Of kind `richman`.
    Values(Vec<VerifiedGame>),
    /// Of kind `chips`.
    Chips(Vec<VerifiedChips>),
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
            Self::Scoring(_) => Err(OpenError::Kind(file.to_owned(), "scoring".to_owned())),
        }
    }
}

/// Why a file gives no verified table.
#[derive(Debug)]
pub enum OpenError {
    /// A file or folder cannot be read.
    Unreadable(PathBuf, io::Error),
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
            Self::Refused(path, verdict) => write!(f, "{} is {verdict}", path.display()),
            Self::Kind(path, kind) => write!(f, "{}: a certificate of kind {kind} has no table of values", path.display()),
            Self::NoProof(path, kind) => {
                write!(f, "{}: a certificate of kind {kind} has no proof of losing chess to walk through", path.display())
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
/// [`OpenError`] if the file cannot be read or is not verified.
pub fn open_tables(file: &Path) -> Result<VerifiedTables, OpenError> {
    open_tables_with(file, Reading::default())
}

/// [`open_tables`] with further folders and a limit of memory.
///
/// # Errors
/// [`OpenError`] if the file cannot be read or is not verified.
pub fn open_tables_with(file: &Path, Reading { include, memory }: Reading) -> Result<VerifiedTables, OpenError> {
    let bytes = bytes_of(file).map_err(|error| OpenError::Unreadable(file.to_owned(), error))?;
    let mut source = Folders::new(file, include);
    let mut again = source.clone();
    let mut found = Vec::new();
    let refused = |verdict| OpenError::Refused(file.to_owned(), verdict);
    // A game stored whole cites no other, so it is in the file's own bytes.
    let whole = |verified: &Verified| (verified.game.rules == "graph").then(|| stored(&bytes)).flatten();
    let mut session = session(&mut source).with_memory(memory.unwrap_or(u64::MAX));
    collect(bytes.clone(), &mut session, &mut again, &mut found).map_err(refused)?;
    let other = |verified: &Arc<Verified>| OpenError::Kind(file.to_owned(), verified.kind.name.to_owned());
    if let [verified] = &found[..]
        && verified.claim_as::<scoring::Claim>().is_some()
    {
        let (set, outcomes) = read::scoring::read(&bytes).ok_or_else(|| other(verified))?;
        return Ok(VerifiedTables::Scoring(Box::new(VerifiedScoring { about: about(verified, None), set, outcomes })));
    }
    if found.iter().all(|verified| verified.table::<chips::Table>().is_some()) {
        let restated = found.iter().map(|verified| {
            let tables = verified.table().and_then(restate_chips).ok_or_else(|| other(verified))?;
            Ok(VerifiedChips { about: about(verified, whole(verified)), tables })
        });
        return Ok(VerifiedTables::Chips(restated.collect::<Result<_, _>>()?));
    }
    let restated = found.iter().map(|verified| {
        let solution = restate(verified.table().ok_or_else(|| other(verified))?);
        Ok(VerifiedGame { about: about(verified, whole(verified)), solution })
    });
    Ok(VerifiedTables::Values(restated.collect::<Result<_, _>>()?))
}

/// Verifies a file of kind `losing`. It rests on no other.
///
/// # Errors
/// [`OpenError`] if the file cannot be read or is not verified, or is of another kind.
pub fn open_losing(file: &Path) -> Result<LosingProof, OpenError> {
    let bytes = bytes_of(file).map_err(|error| OpenError::Unreadable(file.to_owned(), error))?;
    read_losing(bytes, file)
}

/// The same of a certificate's bytes, which are in this file or might be.
///
/// # Errors
/// [`OpenError`].
pub fn read_losing(bytes: Vec<u8>, file: &Path) -> Result<LosingProof, OpenError> {
    // A file of another kind is told from one that is rejected, and may cite others.
    let mut source = Folders::new(file, &[]);
    let verified = session(&mut source).verify(bytes.clone());
    let verified = verified.map_err(|refusal| OpenError::Refused(file.to_owned(), verdict(&refusal)))?;
    let claim = verified.claim_as().ok_or_else(|| OpenError::NoProof(file.to_owned(), verified.kind.name.to_owned()))?;
    restate_losing(claim, &bytes, Digest(verified.digest)).map_err(|what| OpenError::Disagreement(file.to_owned(), what))
}

/// Adds the certificate with these bytes to those found, behind all that it rests on, each once.
fn collect(bytes: Vec<u8>, session: &mut Session<'_>, folders: &mut Folders, found: &mut Vec<Arc<Verified>>) -> Result<(), String> {
    // A session verifies each certificate once, however often it is asked, so this is the verdict on all the certificate rests on.
    let verified = session.verify(bytes).map_err(|refusal| verdict(&refusal))?;
    for citation in &verified.citations {
        if found.iter().all(|known| known.digest != citation.digest) {
            let bytes = folders.fetch(&citation.digest, u64::MAX).map_err(|_| "undecided: a cited file has vanished")?;
            collect(bytes, session, folders, found)?;
        }
    }
    found.push(verified);
    Ok(())
}

/// The certificates of some folders, by digest.
#[derive(Clone)]
struct Folders {
    folders: Vec<PathBuf>,
    /// Digests of the folders' files, computed when first needed.
    files: Option<HashMap<[u8; 32], PathBuf>>,
}

impl Folders {
    /// The folder of a file, and others.
    fn new(file: &Path, include: &[PathBuf]) -> Self {
        let own = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        Self { folders: std::iter::once(own.to_owned()).chain(include.iter().cloned()).collect(), files: None }
    }
}

impl Source for Folders {
    fn fetch(&mut self, wanted: &gamecert_checker::Digest, most: u64) -> Result<Vec<u8>, NotFetched> {
        let folders = &self.folders;
        let files = self.files.get_or_insert_with(|| folders.iter().rev().flat_map(|folder| digests(folder)).collect());
        let bytes = files.get(wanted).and_then(|path| std::fs::read(path).ok());
        let names = || folders.iter().map(|folder| folder.display().to_string()).collect::<Vec<_>>().join(" and ");
        at_most(bytes.ok_or_else(|| NotFetched::Missing(format!("among the files of {}", names())))?, most)
    }
}

/// Files that cannot be read are as good as absent: whoever needs them hears that they are missing.
fn digests(folder: &Path) -> HashMap<[u8; 32], PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let certificates = entries.map(|entry| entry.path()).filter(|path| path.extension().is_some_and(|extension| extension == "cbor"));
    certificates.filter_map(|path| Some((gamecert_checker::digest(&std::fs::read(&path).ok()?), path))).collect()
}

/// Which game a certificate is about, in the solver's terms.
fn about(verified: &Verified, whole: Option<Parts>) -> About {
    About {
        rules: verified.game.rules.to_owned(),
        parameters: verified.game.parameters.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect(),
        whole,
        digest: Digest(verified.digest),
    }
}

/// The game of the verified certificate `bytes`, whose rule set is `graph`. `None` if the solver does not read it as the checker does.
#[must_use]
pub fn stored(bytes: &[u8]) -> Option<Parts> {
    read::graph::read(bytes)
}

/// A verified table of values in the solver's terms.
fn restate(table: &richman::Table) -> Solution {
    // In lowest terms: the checker tests that (`richman/value_reduced`).
    let values = (0..).map_while(|rank| table.value(rank));
    let label = |label: &richman::Label| label.finite().and_then(|label| Label::try_from(label).ok()).unwrap_or(NEVER);
    let choices = |column: &[u32]| column.iter().map(|&choice| u16::try_from(choice).unwrap_or(u16::MAX)).collect();
    Solution {
        values: values
            .map(|(n, d)| Rational::reduced(UBig::from_le_bytes(&n.to_bytes_le()), UBig::from_le_bytes(&d.to_bytes_le())))
            .collect(),
        rank_alpha: table.rank_alpha().to_vec(),
        rank_beta: table.rank_beta().to_vec(),
        label_white: table.label_white().iter().map(label).collect(),
        label_black: table.label_black().iter().map(label).collect(),
        choices: if table.one_function() {
            Choices::Sharp { white: choices(table.choice_white_alpha()), black: choices(table.choice_black_beta()) }
        } else {
            Choices::Interval {
                white_alpha: choices(table.choice_white_alpha()),
                black_alpha: choices(table.choice_black_alpha()),
                white_beta: choices(table.choice_white_beta()),
                black_beta: choices(table.choice_black_beta()),
            }
        },
    }
}

/// Verified thresholds in the solver's terms. `None` if the checker contradicts itself.
fn restate_chips(table: &chips::Table) -> Option<ChipTables> {
    let rule = Rule {
        tie_break: match table.tie_break() {
            chips::TieBreak::Advantage => TieBreak::Advantage,
            chips::TieBreak::MakeItTakeIt => TieBreak::MakeItTakeIt,
            chips::TieBreak::LadiesFirst => TieBreak::LadiesFirst,
        },
        claimant: match table.player() {
            gamecert_checker::Colour::White => Player::Left,
            gamecert_checker::Colour::Black => Player::Right,
        },
    };
    let range = match table.range() {
        chips::Range::Between { first, last } => Range::Between(first, last),
        chips::Range::Ordered { onset } => Range::Ordered { onset },
        chips::Range::Periodic { preperiod, period } => Range::Common { preperiod, period },
    };
    let first = range.stored().map_or(0, |(first, _)| first);
    let one = |number: u32| {
        let values = table.values(number)?.into();
        let tail = table.period(number).zip(table.slope(number)).map(|(period, slope)| Tail { period, slope });
        Some(Table { first, values, tail })
    };
    let distinct = (0..u32::try_from(table.table_count()).ok()?).map(one).collect::<Option<_>>()?;
    let classes = || 0..u32::try_from(table.classes()).unwrap_or(u32::MAX);
    let number = classes().map(|class| table.table_number(class)).collect::<Option<_>>()?;
    let labels = if table.labelled() {
        let (first, last) = range.stored()?;
        let row = |class: u32| -> Option<LabelRow> {
            let label = |(k, s)| table.label(class, u64::from(k), s).and_then(|label| u16::try_from(label).ok());
            (first..=last).flat_map(|k| (0..rule.unit()).map(move |s| (k, s))).map(label).collect()
        };
        Some(Shared::new(classes().map(row).collect::<Option<Vec<_>>>()?.into_iter()))
    } else {
        None
    };
    Some(ChipTables { rule, range, tables: Shared { distinct, number }, labels })
}

/// A verified proof of losing chess in the solver's terms: the claim from the checker, the proof from the verified `bytes`.
fn restate_losing(claim: &losing::Claim, bytes: &[u8], digest: Digest) -> Result<LosingProof, String> {
    let stalemate: Stalemate = claim.stalemate.parse()?;
    let winner = match claim.winner {
        gamecert_checker::Colour::White => Side::White,
        gamecert_checker::Colour::Black => Side::Black,
    };
    Ok(LosingProof {
        play: ForSide { stalemate, winner },
        root: claim.root.parse::<Setup>()?.position,
        clock: claim.clock,
        positions: claim.positions,
        longest: u32::try_from(claim.longest).map_err(|_| format!("{} moves", claim.longest))?,
        reversible: claim.reversible,
        stream: read::losing::stream(bytes).ok_or("there is no proof")?,
        digest: digest.to_string(),
    })
}
