//! Certificates verified in this run, and the verification of those that a certificate cites.
//!
//! Implements sections 3 and 5 of `spec/FORMAT.md`: the clauses `citation/…` and `resources/memory`. Where bytes come from is the business of
//! the caller's [`Source`].
//!
//! Each file that is handed to [`Session::verify`] is charged with the memory and the steps of all that it rests on, each certificate once, as if nothing had been
//! verified before. What has been verified is kept, with what it has cost, and charged again without being verified again. So no verdict depends on
//! what was asked before.

#[cfg(all(test, feature = "bidding"))]
mod tests;

use crate::core::case::{Case, Citations, Cited, Digest, Verified, digest, hex};
use crate::core::cbor::{Reader, wide};
use crate::core::claim::KindName;
use crate::core::game::Description;
use crate::core::refusal::{Place, Refusal, Verdict};
use crate::core::work::Meter;
use crate::envelope::{self, Envelope};
use crate::registry::Kind;
use std::collections::HashMap;
use std::num::NonZeroU32;
use std::sync::Arc;

/// Where the bytes of cited certificates come from.
pub trait Source {
    /// The file with the digest `wanted`, if it has at most `most` bytes. What is returned is tested: a wrong file is as good as none.
    ///
    /// # Errors
    /// Why there is no such file. The answer shall not depend on what was asked before. A file that the session has verified is not asked for again.
    fn fetch(&mut self, wanted: &Digest, most: u64) -> Result<Vec<u8>, NotFetched>;
}

/// Why a cited file is not there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotFetched {
    /// It was not found; `.0` says where it was looked for, as `among …`.
    Missing(String),
    /// It has more bytes than the `most` of the request; `.0` is how many.
    TooLarge(u64),
}

/// The source that has nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoSource;

impl Source for NoSource {
    fn fetch(&mut self, _: &Digest, _: u64) -> Result<Vec<u8>, NotFetched> {
        Err(NotFetched::Missing("anywhere".to_owned()))
    }
}

/// More threads than this are of no use.
const MOST_THREADS: NonZeroU32 = NonZeroU32::MIN.saturating_add(63);

/// Steps allowed by default for a file, and for each byte of it and of what it rests on.
const STEPS_PER_FILE: u64 = 100_000_000;
const STEPS_PER_BYTE: u64 = 200;

/// The verdict on a certificate that is no matter of what is at hand, with what reaching it has cost.
struct Known {
    verdict: Result<Arc<Verified>, Refusal>,
    /// Kind and game, if it begins like a certificate.
    about: Option<(KindName, Description)>,
    /// The bound of its memory, in bytes, if it begins like a certificate.
    memory: Option<u64>,
    size: u64,
    /// The steps that it took itself.
    steps: u64,
    /// What it cites, as far as that was asked for, and the steps that it had taken by then.
    cited: Vec<(Digest, u64)>,
    /// Whether the source has handed it out. What was only verified for its own sake is looked for first: else the order of files would matter.
    found: bool,
}

/// The account of the file under verification.
#[derive(Default)]
struct Account {
    /// The certificates that have been charged, with their bounds.
    charged: HashMap<Digest, u64>,
    /// The sum of these.
    memory: u64,
    /// The certificates whose verification has begun and not ended, each cited by the one before.
    open: Vec<Digest>,
}

/// The certificates of one run.
pub struct Session<'s> {
    source: &'s mut dyn Source,
    known: HashMap<Digest, Known>,
    account: Account,
    /// The memory that the caller allows, in bytes.
    memory: u64,
    /// The steps that the caller allows.
    steps: Option<u64>,
    threads: NonZeroU32,
}

impl<'s> Session<'s> {
    /// A session that takes cited certificates from `source`, without a limit of memory, with the default allowance of steps, and one thread.
    pub fn new(source: &'s mut dyn Source) -> Self {
        Self { source, known: HashMap::new(), account: Account::default(), memory: u64::MAX, steps: None, threads: NonZeroU32::MIN }
    }

    /// Allows at most `bytes` bytes of memory for a file with what it cites.
    #[must_use]
    pub fn with_memory(self, bytes: u64) -> Self {
        Self { memory: bytes, ..self }
    }

    /// Allows at most `steps` steps for a file with what it cites. By default that is 100 million, and 200 for each byte of these files.
    #[must_use]
    pub fn with_work(self, steps: u64) -> Self {
        Self { steps: Some(steps), ..self }
    }

    /// Works on `threads` threads (one by default, 64 at most). The verdicts are the same.
    #[must_use]
    pub fn with_threads(self, threads: NonZeroU32) -> Self {
        Self { threads: threads.min(MOST_THREADS), ..self }
    }

    /// The size in bytes above which no file can be verified within the allowed memory. To be asked before a file is read.
    #[must_use]
    pub fn largest_file(&self) -> u64 {
        self.memory
    }

    /// The refusal of a file of `size` bytes, more than [`Session::largest_file`].
    #[must_use]
    pub fn too_large(&self, size: u64) -> Refusal {
        self.memory(size)
    }

    /// Verifies a certificate and what it rests on.
    ///
    /// # Errors
    /// The first clause of the specification that is not met.
    pub fn verify(&mut self, bytes: Vec<u8>) -> Result<Arc<Verified>, Refusal> {
        self.account = Account::default();
        let mut meter = Meter::new(self.steps.unwrap_or(STEPS_PER_FILE));
        self.verdict(digest(&bytes), &bytes, &mut meter)
    }

    /// The verdict on the bytes with that digest, charged to the file under verification.
    fn verdict(&mut self, digest: Digest, bytes: &[u8], meter: &mut Meter) -> Result<Arc<Verified>, Refusal> {
        if self.known.contains_key(&digest) {
            return self.known_verdict(&digest, meter);
        }
        self.account.open.push(digest);
        let (mut own, mut cited) = (meter.part(), Vec::new());
        let verdict = self.verify_new(digest, bytes, &mut own, &mut cited);
        meter.set_left(own.left());
        self.account.open.pop();
        // What is undecided may be decided with other files or limits at hand.
        if verdict.as_ref().err().is_none_or(|refusal| refusal.verdict() == Verdict::Rejected) {
            let about = verdict.as_ref().map_or_else(|_| about(bytes), |verified| Some((verified.kind, verified.game.clone())));
            let (memory, size) = (self.account.charged.get(&digest).copied(), wide(bytes.len()));
            self.known.insert(digest, Known { verdict: verdict.clone(), about, memory, size, steps: own.spent(), cited, found: false });
        }
        verdict
    }

    /// A verdict that has been found before, charged as it was then.
    fn known_verdict(&mut self, digest: &Digest, meter: &mut Meter) -> Result<Arc<Verified>, Refusal> {
        self.charge_known(digest, meter)?;
        self.make_way();
        let verdict = self.known.get(digest).map(|known| known.verdict.clone());
        verdict.unwrap_or_else(|| Err(Refusal::internal(Place::Byte(0), "a certificate has been forgotten")))
    }

    /// Charges a known certificate and what it cites in the order in which they were charged when it was verified.
    fn charge_known(&mut self, digest: &Digest, meter: &mut Meter) -> Result<(), Refusal> {
        let Some(known) = self.known.get(digest) else {
            return Err(Refusal::internal(Place::Byte(0), "a cited certificate has been forgotten"));
        };
        if self.account.charged.contains_key(digest) {
            return Ok(());
        }
        let (memory, size, steps, cited) = (known.memory, known.size, known.steps, known.cited.clone());
        if let Some(memory) = memory {
            self.charge(*digest, memory, size, meter)?;
        }
        let mut taken = 0_u64;
        for (cited, before) in cited {
            meter.charge(before.saturating_sub(taken))?;
            taken = before;
            self.charge_known(&cited, meter)?;
        }
        meter.charge(steps.saturating_sub(taken))
    }

    fn verify_new(
        &mut self,
        digest: Digest,
        bytes: &[u8],
        meter: &mut Meter,
        digests: &mut Vec<(Digest, u64)>,
    ) -> Result<Arc<Verified>, Refusal> {
        let mut reader = Reader::new(bytes);
        let size = wide(bytes.len());
        let Envelope { kind, game } = envelope::open(&mut reader, |kind| self.charge(digest, (kind.memory)(size), size, meter))?;
        self.make_way();
        let (threads, mut cited) = (self.threads, Vec::new());
        let mut citing = Citing { session: self, kind, cited: &mut cited, digests };
        let proved = kind.verify(&game, Case { reader, meter, threads, citations: &mut citing })?;
        let (claim, table) = (proved.claim, proved.table);
        Ok(Arc::new(Verified { digest, size, kind: kind.name, game: game.description(), claim, citations: cited, table }))
    }

    /// Clause `resources/memory`: the bounds of the file and of all that it rests on are within what the user allows. Charges one of them.
    fn charge(&mut self, digest: Digest, memory: u64, size: u64, meter: &mut Meter) -> Result<(), Refusal> {
        if self.account.charged.insert(digest, memory).is_some() {
            return Ok(());
        }
        if self.steps.is_none() {
            meter.set_left(meter.left().saturating_add(size.saturating_mul(STEPS_PER_BYTE)));
        }
        self.account.memory = self.account.memory.saturating_add(memory);
        if self.account.memory > self.memory {
            return Err(self.memory(self.account.memory));
        }
        Ok(())
    }

    /// Forgets tables of files verified before, if what is kept and what is charged would take more memory than is allowed.
    fn make_way(&mut self) {
        let charged = &self.account.charged;
        let kept = self.known.iter().filter(|(digest, _)| !charged.contains_key(*digest)).filter_map(|(_, known)| known.memory);
        if kept.fold(self.account.memory, u64::saturating_add) > self.memory {
            self.known.retain(|digest, _| charged.contains_key(digest));
        }
    }

    /// The memory that is allowed beside what has been charged.
    fn memory_left(&self) -> u64 {
        self.memory.saturating_sub(self.account.memory)
    }

    /// Clause `resources/memory`, the refusal.
    fn memory(&self, needed: u64) -> Refusal {
        let allowed = self.memory;
        let sentence = format!("the file and what it cites may take {needed} bytes of memory; {allowed} are allowed (--memory)");
        Refusal::new("resources", "memory", Place::Byte(0), sentence)
    }
}

/// Verifies what one certificate cites.
struct Citing<'s, 'l> {
    session: &'l mut Session<'s>,
    kind: &'static Kind,
    cited: &'l mut Vec<Cited>,
    /// Their digests, those of rejected ones included, and the steps taken before each was asked for.
    digests: &'l mut Vec<(Digest, u64)>,
}

impl Citations for Citing<'_, '_> {
    fn verify(&mut self, number: u64, digest: &Digest, wanted: &Description, meter: &mut Meter) -> Result<Arc<Verified>, Refusal> {
        let place = Place::Citation(number);
        let wanted_by = self.kind.name.name;
        // The game is tested before the certificate is verified: games get smaller along citations, so this bounds the recursion.
        let asked_for = |about: Option<(KindName, Description)>| match about {
            Some((kind, found)) => game((wanted_by, wanted), (kind.name, &found), &place),
            None => Ok(()),
        };
        let before = meter.spent();
        let verdict = if let Some(known) = self.session.known.get(digest).filter(|known| known.found) {
            // A source would not hand out a larger file.
            if known.size > self.session.memory_left() && !self.session.account.charged.contains_key(digest) {
                return Err(self.session.memory(self.session.account.memory.saturating_add(known.size)));
            }
            asked_for(known.about.clone())?;
            self.digests.push((*digest, before));
            self.session.known_verdict(digest, meter)
        } else {
            cycle(&self.session.account.open, digest, &place)?;
            let bytes = missing(self.session, digest, wanted, &place)?;
            asked_for(about(&bytes))?;
            self.digests.push((*digest, before));
            let verdict = self.session.verdict(*digest, &bytes, meter);
            self.session.known.entry(*digest).and_modify(|known| known.found = true);
            verdict
        };
        let verified = cited(verdict, digest, &place)?;
        game((self.kind.name.name, wanted), (verified.kind.name, &verified.game), &place)?;
        self.cited.push(Cited { digest: *digest, game: verified.game.clone() });
        Ok(verified)
    }
}

/// Kind and game of a file that begins like a certificate.
fn about(bytes: &[u8]) -> Option<(KindName, Description)> {
    let Envelope { kind, game } = envelope::open(&mut Reader::new(bytes), |_| Ok(())).ok()?;
    Some((kind.name, game.description()))
}

fn broken(clause: &'static str, place: &Place, sentence: impl Into<String>) -> Refusal {
    Refusal::new("citation", clause, place.clone(), sentence)
}

/// Clause `citation/cycle`: no certificate rests on itself.
fn cycle(open: &[Digest], digest: &Digest, place: &Place) -> Result<(), Refusal> {
    if open.contains(digest) {
        return Err(broken("cycle", place, format!("the certificate {} rests on itself", hex(digest))));
    }
    Ok(())
}

/// Clause `citation/missing`: the source has a file with that digest.
fn missing(session: &mut Session<'_>, wanted: &Digest, game: &Description, place: &Place) -> Result<Vec<u8>, Refusal> {
    let most = session.memory_left();
    let sought =
        |place_sought: &str| format!("no file with the digest {}, the certificate for {game}, was found {place_sought}", hex(wanted));
    match session.source.fetch(wanted, most) {
        Ok(bytes) if digest(&bytes) == *wanted => Ok(bytes),
        Ok(_) => Err(broken("missing", place, sought("where it was said to be"))),
        Err(NotFetched::Missing(where_sought)) => Err(broken("missing", place, sought(&where_sought))),
        Err(NotFetched::TooLarge(size)) => Err(session.memory(session.account.memory.saturating_add(size))),
    }
}

/// The verdict on a cited certificate, for the citing one. What is a matter of limits, which both share, is the citing one's own.
fn cited(verdict: Result<Arc<Verified>, Refusal>, digest: &Digest, place: &Place) -> Result<Arc<Verified>, Refusal> {
    verdict.map_err(|refusal| match (refusal.verdict(), refusal.group) {
        (Verdict::Rejected, _) => rejected(&refusal, digest, place),
        (Verdict::Undecided, "resources") => refusal,
        (Verdict::Undecided, _) => undecided(&refusal, digest, place),
    })
}

/// Clause `citation/rejected`: the cited certificate is verified itself.
fn rejected(refusal: &Refusal, digest: &Digest, place: &Place) -> Refusal {
    broken("rejected", place, format!("the certificate {} is rejected: {refusal}", hex(digest)))
}

/// Clause `citation/undecided`: the cited certificate is not undecided.
fn undecided(refusal: &Refusal, digest: &Digest, place: &Place) -> Refusal {
    broken("undecided", place, format!("the certificate {} is undecided: {refusal}", hex(digest)))
}

/// Clause `citation/game`: kind and game are the ones that the citing game asks for.
fn game((kind, game): (&str, &Description), (found_kind, found): (&str, &Description), place: &Place) -> Result<(), Refusal> {
    if kind != found_kind || game != found {
        return Err(broken("game", place, format!("expected {kind} for {game}, found {found_kind} for {found}")));
    }
    Ok(())
}
