//! A session verifies certificates with their citations, and stores the certificates that it has verified.
//!
//! Implements sections 3 and 5 of `spec/FORMAT.md`: the clauses `citation/…` and `resources/memory`. The bytes of cited
//! certificates come from the caller's [`Source`].
//!
//! Each file passed to [`Session::verify`] has a memory limit and a step limit. The memory and steps for the file, and
//! for every certificate that it cites directly or indirectly, count towards these limits. Each certificate counts
//! once, even if it is cited several times or was verified earlier. The session stores each verified certificate with
//! the memory and steps that it took. If a stored certificate is needed again, its memory and steps are charged again.
//! The stored certificate is not verified again, and its citations are not fetched again. Therefore no verdict depends
//! on earlier verifications, as long as the source keeps its files.

#[cfg(all(test, feature = "bidding"))]
mod tests;

use crate::core::cbor::{Reader, as_u64};
use crate::core::game::Description;
use crate::core::refusal::{Place, Refusal, Verdict};
use crate::core::verification::{Citations, Cited, Digest, ExpectedCitation, Proved, Verification, Verified, digest, hex};
use crate::core::work::Meter;
use crate::envelope::{self, Envelope};
use std::collections::HashMap;
use std::num::NonZeroU32;
use std::sync::Arc;

/// Supplies the bytes of cited certificates.
pub trait Source {
    /// Fetches the file with the digest `expected` if it has at most `most` bytes. The session checks the digest, and a
    /// file with another digest counts as missing.
    ///
    /// # Errors
    /// Returns the reason why the file could not be fetched. The result must not depend on earlier requests. The same
    /// file may be requested several times.
    fn fetch(&mut self, expected: &Digest, most: u64) -> Result<Arc<Vec<u8>>, NotFetched>;
}

/// The reason why a cited file could not be fetched.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotFetched {
    /// The file was not found. The error message ends with this string, for instance `anywhere`.
    Missing(String),
    /// The file is larger than the session allows. The number is the size of the file in bytes.
    TooLarge(u64),
}

/// A source without any files.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoSource;

impl Source for NoSource {
    fn fetch(&mut self, _: &Digest, _: u64) -> Result<Arc<Vec<u8>>, NotFetched> {
        Err(NotFetched::Missing("anywhere".to_owned()))
    }
}

/// Maximum number of certificates in a chain in which each cites the next.
const MAX_DEPTH: usize = 64;

/// Maximum number of threads.
const MAX_THREADS: NonZeroU32 = NonZeroU32::MIN.saturating_add(63);

/// Default step limit for a file. `STEPS_PER_BYTE` steps are added for each byte of the file and of its citations.
const STEPS_PER_FILE: u64 = 100_000_000;
const STEPS_PER_BYTE: u64 = 200;

/// A verified certificate, with the memory and steps that its verification took.
struct Known {
    verified: Arc<Verified>,
    /// Bytes of memory charged for the certificate, without its citations.
    memory: u64,
    /// Steps taken for the certificate, without its citations.
    steps: u64,
    /// The certificates that this certificate cites. The number in each pair is the number of work steps taken before
    /// the citation.
    cited: Vec<(u64, Arc<Known>)>,
    /// Number of certificates in the longest chain of citations that begins with this certificate.
    depth: usize,
}

#[derive(Default)]
struct Account {
    /// Certificates whose memory has been charged so far, with their memory bounds.
    charged: HashMap<Digest, u64>,
    /// Sum of the memory charged, in bytes.
    memory: u64,
    /// Digests of the certificates under verification. Each certificate in the list cites the next one.
    open: Vec<Digest>,
}

/// A run of the checker, with its limits and the certificates that it has verified so far.
pub struct Session<'s> {
    source: &'s mut dyn Source,
    known: HashMap<Digest, Arc<Known>>,
    account: Account,
    /// Memory limit set by the caller, in bytes.
    memory: u64,
    /// Step limit set by the caller, or `None` for the default limit.
    steps: Option<u64>,
    threads: NonZeroU32,
}

impl<'s> Session<'s> {
    /// Creates a session that takes cited certificates from `source`. The session has no memory limit, the default step
    /// limit, and one thread.
    pub fn new(source: &'s mut dyn Source) -> Self {
        Self { source, known: HashMap::new(), account: Account::default(), memory: u64::MAX, steps: None, threads: NonZeroU32::MIN }
    }

    /// Sets the memory limit for a file and its citations, in bytes.
    #[must_use]
    pub fn with_memory(self, bytes: u64) -> Self {
        Self { memory: bytes, ..self }
    }

    /// Sets the step limit for a file and its citations. The default limit is 100 million steps, plus 200 steps for
    /// each byte of the file and of its citations.
    #[must_use]
    pub fn with_work(self, steps: u64) -> Self {
        Self { steps: Some(steps), ..self }
    }

    /// Sets the number of threads, which does not affect verdicts. The default is 1, and the maximum is 64.
    #[must_use]
    pub fn with_threads(self, threads: NonZeroU32) -> Self {
        Self { threads: threads.min(MAX_THREADS), ..self }
    }

    /// Returns the greatest size of a file, in bytes, that fits the memory limit. Files with more bytes exceed the
    /// memory limit, so a caller need not read them.
    #[must_use]
    pub fn largest_file(&self) -> u64 {
        self.memory
    }

    /// Builds the refusal for a file whose size exceeds [`Session::largest_file`].
    #[must_use]
    pub fn too_large(&self, size: u64) -> Refusal {
        self.memory_exceeded(size)
    }

    /// Verifies a certificate and its citations.
    ///
    /// # Errors
    /// Returns a refusal that names the first violated clause of the specification.
    pub fn verify(&mut self, bytes: &[u8]) -> Result<Arc<Verified>, Refusal> {
        self.account = Account::default();
        let mut meter = Meter::new(self.steps.unwrap_or(STEPS_PER_FILE));
        Ok(self.known_or_new(digest(bytes), bytes, &mut meter)?.verified.clone())
    }

    /// Returns the certificate with this digest. Verifies the certificate unless this session has verified it before.
    fn known_or_new(&mut self, digest: Digest, bytes: &[u8], meter: &mut Meter) -> Result<Arc<Known>, Refusal> {
        if let Some(known) = self.known.get(&digest).cloned() {
            self.charge_known(&known, self.account.open.len(), meter)?;
            self.evict_unneeded();
            return Ok(known);
        }
        self.account.open.push(digest);
        let known = self.verify_new(digest, bytes, meter).map(Arc::new);
        self.account.open.pop();
        if let Ok(known) = &known {
            self.known.insert(digest, known.clone());
        }
        known
    }

    /// Charges the memory and steps for a stored certificate and its citations again, in the same order as in the first
    /// verification. `above` is the number of certificates under verification.
    fn charge_known(&mut self, known: &Known, above: usize, meter: &mut Meter) -> Result<(), Refusal> {
        let Known { verified, memory, steps, cited, .. } = known;
        if self.account.charged.contains_key(&verified.digest) {
            return Ok(());
        }
        self.charge(verified.digest, *memory, verified.size, meter)?;
        let (mut taken, above) = (0, above.saturating_add(1));
        for (before, cited) in cited {
            meter.spend_for_citation(before.saturating_sub(taken))?;
            taken = *before;
            depth(above, 1, &Place::Citation(0))?;
            self.charge_known(cited, above, meter)?;
            depth(above, cited.depth, &Place::Citation(0))?;
        }
        meter.spend_for_citation(steps.saturating_sub(taken))
    }

    fn verify_new(&mut self, digest: Digest, bytes: &[u8], meter: &mut Meter) -> Result<Known, Refusal> {
        let (mut reader, size, mut memory) = (Reader::new(bytes), as_u64(bytes.len()), 0);
        let Envelope { kind, game } = envelope::open(&mut reader, |kind| {
            memory = (kind.memory)(size);
            self.charge(digest, memory, size, meter)
        })?;
        self.evict_unneeded();
        let (threads, mut own) = (self.threads, meter.fork());
        let mut citing = Citing { session: self, cited: Vec::new(), memory, bound: u64::MAX };
        let Proved { claim, table } = kind.verify(&game, Verification { reader, meter: &mut own, threads, citations: &mut citing })?;
        let Citing { cited, memory, .. } = citing;
        meter.left = own.left;
        let citations = cited.iter().map(|(_, known)| &known.verified);
        let citations = citations.map(|cited| Cited { digest: cited.digest, game: cited.game.clone() }).collect();
        let verified = Verified { digest, size, kind: kind.name, game: game.description(), claim, citations, table };
        let depth = cited.iter().map(|(_, known)| known.depth).max().unwrap_or(0).saturating_add(1);
        Ok(Known { verified: Arc::new(verified), memory, steps: own.spent, cited, depth })
    }

    /// Clause `resources/memory`: the file and all its citations together take at most the memory that the caller
    /// allows. Counts the memory of each certificate once.
    fn charge(&mut self, digest: Digest, memory: u64, size: u64, meter: &mut Meter) -> Result<(), Refusal> {
        if self.account.charged.insert(digest, memory).is_some() {
            return Ok(());
        }
        if self.steps.is_none() {
            meter.left = meter.left.saturating_add(size.saturating_mul(STEPS_PER_BYTE));
        }
        self.account.memory = self.account.memory.saturating_add(memory);
        if self.account.memory > self.memory {
            return Err(self.memory_exceeded(self.account.memory));
        }
        Ok(())
    }

    /// Removes stored certificates that the file does not need if memory is short.
    fn evict_unneeded(&mut self) {
        let charged = &self.account.charged;
        let kept = self.known.iter().filter(|(digest, _)| !charged.contains_key(*digest)).map(|(_, known)| known.memory);
        if kept.fold(self.account.memory, u64::saturating_add) > self.memory {
            self.known.retain(|digest, _| charged.contains_key(digest));
        }
    }

    fn memory_exceeded(&self, needed: u64) -> Refusal {
        let allowed = self.memory;
        let sentence = format!("the file and what it cites may take {needed} bytes of memory; {allowed} are allowed");
        Refusal::new("resources", "memory", Place::Byte(0), sentence)
    }
}

/// The citations of one certificate under verification.
struct Citing<'s, 'l> {
    session: &'l mut Session<'s>,
    /// The certificates cited so far, each with the number of steps taken before its citation.
    cited: Vec<(u64, Arc<Known>)>,
    /// Memory charged for the certificate so far, in bytes, at most `bound`.
    memory: u64,
    bound: u64,
}

impl Citations for Citing<'_, '_> {
    fn verify(&mut self, number: u64, digest: &Digest, asked: ExpectedCitation<'_>, meter: &mut Meter) -> Result<Arc<Verified>, Refusal> {
        let (place, before, above) = (Place::Citation(number), meter.spent, self.session.account.open.len());
        cycle(&self.session.account.open, digest, &place)?;
        // A file that was fetched for the same file under verification is not read again.
        let charged = self.session.account.charged.contains_key(digest);
        if let Some(known) = self.session.known.get(digest).filter(|_| charged).cloned() {
            check_game(asked, (known.verified.kind.name, &known.verified.game), &place)?;
            depth(above, known.depth, &place)?;
            self.cited.push((before, known.clone()));
            return Ok(known.verified.clone());
        }
        let bytes = fetch_cited(self.session, digest, asked.1, &place)?;
        // The game is tested before the certificate is verified. A file that does not begin like a certificate has no
        // game, and its verification is refused at once.
        if let Ok(Envelope { kind, game: found }) = envelope::open(&mut Reader::new(&bytes), |_| Ok(())) {
            check_game(asked, (kind.name.name, &found.description()), &place)?;
        }
        depth(above, 1, &place)?;
        let known = self.session.known_or_new(*digest, &bytes, meter).map_err(|refusal| cited(refusal, digest, &place))?;
        depth(above, known.depth, &place)?;
        self.cited.push((before, known.clone()));
        Ok(known.verified.clone())
    }

    fn bound(&mut self, bytes: u64) {
        self.bound = bytes;
    }

    fn reserve(&mut self, bytes: u64) -> Result<(), Refusal> {
        self.memory = self.memory.saturating_add(bytes);
        if self.memory > self.bound {
            let sentence = format!("a file of this kind and size may take {} bytes of memory, whatever is allowed", self.bound);
            return Err(Refusal::new("resources", "memory", Place::Byte(0), sentence));
        }
        let account = &mut self.session.account;
        account.memory = account.memory.saturating_add(bytes);
        if account.memory > self.session.memory {
            return Err(self.session.memory_exceeded(self.session.account.memory));
        }
        self.session.evict_unneeded();
        Ok(())
    }
}

fn broken(clause: &'static str, place: &Place, sentence: impl Into<String>) -> Refusal {
    Refusal::new("citation", clause, place.clone(), sentence)
}

/// Clause `citation/cycle`: no certificate cites itself, directly or indirectly.
fn cycle(open: &[Digest], digest: &Digest, place: &Place) -> Result<(), Refusal> {
    let cyclic = open.contains(digest);
    if cyclic { Err(broken("cycle", place, format!("the certificate {} depends on itself", hex(digest)))) } else { Ok(()) }
}

/// Clause `citation/depth`: no chain of citations contains more than 64 certificates. There are `above` certificates
/// under verification, and the next one begins a chain of `below` certificates.
fn depth(above: usize, below: usize, place: &Place) -> Result<(), Refusal> {
    let fits = above.saturating_add(below) <= MAX_DEPTH;
    if fits { Ok(()) } else { Err(broken("depth", place, format!("more than {MAX_DEPTH} certificates in a chain"))) }
}

/// Clause `citation/missing`: the source has a file with the digest `expected`.
fn fetch_cited(session: &mut Session<'_>, expected: &Digest, game: &Description, place: &Place) -> Result<Arc<Vec<u8>>, Refusal> {
    let Account { charged, memory, .. } = &session.account;
    // A certificate that has already been charged may be read again, whatever its size.
    let most = if charged.contains_key(expected) { u64::MAX } else { session.memory.saturating_sub(*memory) };
    let sought =
        |place_sought: &str| format!("no file with the digest {}, the certificate for {game}, was found {place_sought}", hex(expected));
    match session.source.fetch(expected, most) {
        Ok(bytes) if digest(&bytes) == *expected => Ok(bytes),
        Ok(_) => Err(broken("missing", place, sought("where it was said to be"))),
        Err(NotFetched::Missing(where_sought)) => Err(broken("missing", place, sought(&where_sought))),
        Err(NotFetched::TooLarge(size)) => Err(session.memory_exceeded(memory.saturating_add(size))),
    }
}

/// Turns the refusal of a cited certificate into a refusal of the citing certificate. If the cited certificate took too
/// much memory or too many steps, returns the refusal unchanged, because both certificates share the same limits.
fn cited(refusal: Refusal, digest: &Digest, place: &Place) -> Refusal {
    match (refusal.verdict(), refusal.group) {
        // The length of a chain is a fault of the certificate with which the chain begins.
        (Verdict::Rejected, "citation") if refusal.clause == "depth" => Refusal { place: place.clone(), ..refusal },
        (Verdict::Rejected, _) => rejected(&refusal, digest, place),
        (Verdict::Undecided, "resources") => refusal,
        (Verdict::Undecided, _) => undecided(&refusal, digest, place),
    }
}

/// Clause `citation/rejected`: the verdict on the cited certificate is not REJECTED.
fn rejected(refusal: &Refusal, digest: &Digest, place: &Place) -> Refusal {
    broken("rejected", place, format!("the certificate {} is rejected: {refusal}", hex(digest)))
}

/// Clause `citation/undecided`: the verdict on the cited certificate is not UNDECIDED.
fn undecided(refusal: &Refusal, digest: &Digest, place: &Place) -> Refusal {
    broken("undecided", place, format!("the certificate {} is undecided: {refusal}", hex(digest)))
}

/// Clause `citation/game`: the cited certificate has an allowed kind and is about the required game.
fn check_game((kinds, game): ExpectedCitation<'_>, (found_kind, found): (&str, &Description), place: &Place) -> Result<(), Refusal> {
    let wrong = || broken("game", place, format!("expected {} for {game}, found {found_kind} for {found}", kinds.join(" or ")));
    if kinds.contains(&found_kind) && game == found { Ok(()) } else { Err(wrong()) }
}
