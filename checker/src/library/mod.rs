//! Certificates verified in this run, and the verification of those that a certificate cites.
//!
//! Implements sections 3 and 5 of `spec/FORMAT.md`: the clauses `citation/…` and `resources/…`. Every certificate is verified once per run,
//! whether it is named or cited. Where bytes come from is the business of the caller's [`Source`].

#[cfg(test)]
mod tests;

use crate::cbor::{Reader, wide};
use crate::claim::Claim;
use crate::envelope::{self, Envelope};
use crate::game::{CitedGame, Description, Game, Positions, Unnumbered};
use crate::kinds::Kind;
use crate::rejection::{Place, Rejection};
use sha2::Digest as _;
use std::any::Any;
use std::collections::HashMap;
use std::num::NonZeroU32;
use std::sync::Arc;

/// The SHA-256 digest of a certificate's bytes.
pub type Digest = [u8; 32];

/// The digest of these bytes.
#[must_use]
pub fn digest(bytes: &[u8]) -> Digest {
    sha2::Sha256::digest(bytes).into()
}

/// Where the bytes of cited certificates come from.
pub trait Source {
    /// The file with the digest `wanted`, cited by the file with the digest `citing`; `None` if it cannot be found or has more than
    /// `most` bytes. What is returned is tested: a wrong file is as good as none.
    fn fetch(&mut self, wanted: &Digest, citing: &Digest, most: u64) -> Option<Vec<u8>>;
}

/// The source that has nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoSource;

impl Source for NoSource {
    fn fetch(&mut self, _: &Digest, _: &Digest, _: u64) -> Option<Vec<u8>> {
        None
    }
}

/// Name and version of a kind of certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KindName {
    /// The name.
    pub name: &'static str,
    /// The version.
    pub version: u64,
}

/// A certificate that a verified one rests on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cited {
    /// Its digest.
    pub digest: Digest,
    /// The game it is about.
    pub game: Description,
}

/// A certificate that has been verified.
#[derive(Debug)]
pub struct Verified {
    /// The digest of its bytes.
    pub digest: Digest,
    /// The number of its bytes.
    pub size: u64,
    /// The kind of certificate.
    pub kind: KindName,
    /// The game that it is about.
    pub game: Description,
    /// What it proves.
    pub claim: Claim,
    /// What it rests on, in the order of citation.
    pub citations: Vec<Cited>,
    table: Box<dyn Any + Send + Sync>,
}

impl Verified {
    /// The table of a kind, for instance [`richman::Table`](crate::richman::Table), if the certificate is of that kind.
    #[must_use]
    pub fn table<T: Any>(&self) -> Option<&T> {
        self.table.downcast_ref()
    }
}

/// More threads than this are of no use.
const MOST_THREADS: NonZeroU32 = NonZeroU32::MIN.saturating_add(63);

/// The certificates of one run.
pub struct Library<'s> {
    source: &'s mut dyn Source,
    /// Verdicts by digest.
    known: HashMap<Digest, Result<Arc<Verified>, Rejection>>,
    /// The certificates whose verification has begun and not ended, each cited by the one before.
    open: Vec<Digest>,
    /// The memory that the caller allows, in bytes.
    allowed: u64,
    /// The sum of the bounds of all certificates held and open.
    charged: u64,
    threads: NonZeroU32,
}

impl<'s> Library<'s> {
    /// An empty library that takes cited certificates from `source` and at most `memory` bytes (`None`: no limit).
    pub fn new(source: &'s mut dyn Source, memory: Option<u64>) -> Self {
        Self { source, known: HashMap::new(), open: Vec::new(), allowed: memory.unwrap_or(u64::MAX), charged: 0, threads: NonZeroU32::MIN }
    }

    /// Works on so many threads (one by default, 64 at most). The verdicts are the same.
    #[must_use]
    pub fn with_threads(mut self, threads: NonZeroU32) -> Self {
        self.threads = threads.min(MOST_THREADS);
        self
    }

    /// The size in bytes above which a file cannot be verified any more within the allowed memory. To be asked before a file is read.
    #[must_use]
    pub fn largest_file(&self) -> u64 {
        self.allowed.saturating_sub(self.charged)
    }

    /// The rejection of a file that is larger than [`Library::largest_file`].
    #[must_use]
    pub fn too_large(&self, size: u64) -> Rejection {
        self.over(size, size)
    }

    /// Verifies a certificate and what it rests on.
    ///
    /// # Errors
    /// The first clause of the specification that the certificate breaks.
    pub fn verify(&mut self, bytes: Vec<u8>) -> Result<Arc<Verified>, Rejection> {
        self.verify_known(digest(&bytes), &bytes)
    }

    /// The verdict on the bytes with that digest, now or before.
    fn verify_known(&mut self, digest: Digest, bytes: &[u8]) -> Result<Arc<Verified>, Rejection> {
        if let Some(verdict) = self.known.get(&digest) {
            return verdict.clone();
        }
        let before = self.charged;
        self.open.push(digest);
        let verdict = self.verify_new(digest, bytes);
        self.open.pop();
        if verdict.is_err() {
            // Nothing of it is held. What it cites may be; that is charged to the next who looks it up, by nobody a second time.
            self.charged = before.max(self.held());
        }
        self.known.insert(digest, verdict.clone());
        verdict
    }

    /// The bounds of everything that is held.
    fn held(&self) -> u64 {
        let held = self.known.values().flatten().map(|verified| bound(verified.kind, verified.size));
        held.fold(0, u64::saturating_add)
    }

    fn verify_new(&mut self, digest: Digest, bytes: &[u8]) -> Result<Arc<Verified>, Rejection> {
        let mut reader = Reader::new(bytes);
        let size = wide(bytes.len());
        let Envelope { kind, game } = envelope::open(&mut reader, |kind| self.memory((kind.memory)(size), size))?;
        let mut citations = Vec::new();
        let case = Case { digest, reader, kind, game: game.as_ref(), citations: &mut citations, library: self };
        let proved = (kind.verify)(case)?;
        Ok(Arc::new(Verified {
            digest,
            size,
            kind: KindName { name: kind.name, version: kind.version },
            game: game.description(),
            claim: proved.claim,
            citations,
            table: proved.table,
        }))
    }

    /// Clause `resources/memory`: the bounds of this file, of all that it rests on and of all that is held are within what the user allows.
    fn memory(&mut self, bound: u64, size: u64) -> Result<(), Rejection> {
        self.charged = self.fits(bound, size)?;
        Ok(())
    }

    /// The sum of the bounds with this one, if that is allowed.
    fn fits(&self, bound: u64, size: u64) -> Result<u64, Rejection> {
        let sum = self.charged.checked_add(bound).filter(|sum| *sum <= self.allowed);
        sum.ok_or_else(|| self.over(bound, size))
    }

    fn over(&self, bound: u64, size: u64) -> Rejection {
        let (held, allowed) = (self.charged, self.allowed);
        Rejection::new(
            "resources",
            "memory",
            Place::Byte(0),
            format!(
                "a file of {size} bytes may take {bound} bytes of memory, beside {held} for the files before it; {allowed} are allowed"
            ),
        )
    }
}

fn bound(kind: KindName, size: u64) -> u64 {
    let kind = crate::kinds::KINDS.iter().find(|known| known.name == kind.name && known.version == kind.version);
    kind.map_or(0, |kind| (kind.memory)(size))
}

/// One certificate under verification, as a kind sees it.
pub(crate) struct Case<'a, 's, 'l> {
    digest: Digest,
    /// At the claim.
    pub(crate) reader: Reader<'a>,
    kind: &'static Kind,
    pub(crate) game: &'a dyn Game,
    citations: &'l mut Vec<Cited>,
    library: &'l mut Library<'s>,
}

/// A numbering may take so many times the size of the file, and a fixed amount beside: see the derivation in `kinds::richman`.
const NUMBERING_PER_BYTE: u64 = 4;
const NUMBERING_PER_FILE: u64 = 1 << 20;

/// Clause `resources/size`: the file is not much too small to be about so many positions. Tested before these are numbered.
pub(crate) fn size(game: &dyn Game, file_size: u64, place: Place) -> Result<(), Rejection> {
    let most = file_size.saturating_mul(NUMBERING_PER_BYTE).saturating_add(NUMBERING_PER_FILE);
    let needed = game.numbering_bytes();
    if needed > most {
        return Err(too_small(file_size, place, &format!("whose positions take {needed} bytes to number")));
    }
    Ok(())
}

/// The rejection of a file that is too small for its game.
pub(crate) fn too_small(file_size: u64, place: Place, why: &str) -> Rejection {
    Rejection::new("resources", "size", place, format!("a file of {file_size} bytes is too small for its game, {why}"))
}

impl<'a> Case<'a, '_, '_> {
    /// The number of threads to work on.
    pub(crate) fn threads(&self) -> NonZeroU32 {
        self.library.threads
    }

    /// The numbered positions of the game, of which so many classes are claimed; `None` if there are more. Each class takes a byte of the
    /// file at least, so a search for positions ends when it has found more than the file has bytes.
    pub(crate) fn positions(&self, claimed: u64) -> Result<Option<Box<dyn Positions + 'a>>, Rejection> {
        let file_size = self.reader.file_size();
        size(self.game, file_size, Place::Byte(0))?;
        let most = u32::try_from(claimed.min(file_size)).unwrap_or(u32::MAX);
        match self.game.positions(most) {
            Ok(positions) => Ok(Some(positions)),
            Err(Unnumbered::MoreThanAsked) => Ok(None),
            Err(Unnumbered::TooMany) => Err(too_small(file_size, Place::Byte(0), "whose positions cannot be numbered")),
        }
    }

    /// Reads the citations, which stand between claim and evidence.
    pub(crate) fn read_citations(&mut self) -> Result<Vec<Digest>, Rejection> {
        let place = self.reader.place();
        let digests = envelope::citations(&mut self.reader)?;
        count(self.game.cited().len(), digests.len(), place)?;
        Ok(digests)
    }

    /// The cited certificates, verified. They are of the kind of this one.
    pub(crate) fn verify_citations(&mut self, digests: &[Digest]) -> Result<Vec<Arc<Verified>>, Rejection> {
        let wanted = self.game.cited();
        let pairs = (0_u64..).zip(digests).zip(wanted);
        pairs.map(|((number, digest), wanted)| self.verify_citation(number, digest, &wanted)).collect()
    }

    fn verify_citation(&mut self, number: u64, digest: &Digest, wanted: &CitedGame) -> Result<Arc<Verified>, Rejection> {
        let place = Place::Citation(number);
        let verdict = match self.library.known.get(digest) {
            Some(verdict) => verdict.clone(),
            None => {
                cycle(&self.library.open, digest, &place)?;
                let bytes = missing(self.library, digest, &self.digest, &place)?;
                // The game is tested before the certificate is verified: games get smaller along citations, so this bounds the recursion.
                let fits = |kind: &Kind| self.library.fits((kind.memory)(wide(bytes.len())), wide(bytes.len())).map(|_| ());
                if let Ok(Envelope { kind, game }) = envelope::open(&mut Reader::new(&bytes), fits) {
                    game_cited(self.kind.name, wanted, kind.name, &game.description(), &place)?;
                }
                self.library.verify_known(*digest, &bytes)
            }
        };
        let verified = rejected(verdict, digest, &place)?;
        game_cited(self.kind.name, wanted, verified.kind.name, &verified.game, &place)?;
        self.citations.push(Cited { digest: *digest, game: verified.game.clone() });
        Ok(verified)
    }
}

fn broken(clause: &'static str, place: &Place, sentence: impl Into<String>) -> Rejection {
    Rejection::new("citation", clause, place.clone(), sentence)
}

/// Clause `citation/count`: as many as the game asks for.
fn count(expected: usize, found: usize, place: Place) -> Result<(), Rejection> {
    if expected != found {
        return Err(broken("count", &place, format!("expected {expected} citations, found {found}")));
    }
    Ok(())
}

/// Clause `citation/cycle`: no certificate rests on itself.
fn cycle(open: &[Digest], digest: &Digest, place: &Place) -> Result<(), Rejection> {
    if open.contains(digest) {
        return Err(broken("cycle", place, format!("the certificate {} rests on itself", hex(digest))));
    }
    Ok(())
}

/// Clause `citation/missing`: the source has a file with that digest.
fn missing(library: &mut Library<'_>, wanted: &Digest, citing: &Digest, place: &Place) -> Result<Vec<u8>, Rejection> {
    let most = library.largest_file();
    let fetched = library.source.fetch(wanted, citing, most);
    fetched
        .filter(|bytes| digest(bytes) == *wanted)
        .ok_or_else(|| broken("missing", place, format!("no file with the digest {} was found", hex(wanted))))
}

/// Clause `citation/rejected`: the cited certificate is verified itself.
fn rejected(verdict: Result<Arc<Verified>, Rejection>, digest: &Digest, place: &Place) -> Result<Arc<Verified>, Rejection> {
    verdict.map_err(|rejection| broken("rejected", place, format!("the certificate {} is rejected: {rejection}", hex(digest))))
}

/// Clause `citation/game`: kind and game are the ones that the citing game asks for.
fn game_cited(kind: &str, wanted: &CitedGame, found_kind: &str, found: &Description, place: &Place) -> Result<(), Rejection> {
    if kind != found_kind || wanted.game != *found {
        return Err(broken("game", place, format!("expected {kind} for {}, found {found_kind} for {found}", wanted.game)));
    }
    Ok(())
}

/// A digest in hexadecimal digits.
pub(crate) fn hex(digest: &Digest) -> String {
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Verifies claim, citations and evidence for a game that no rule set describes.
#[cfg(test)]
pub(crate) fn verify_game(bytes: &[u8], kind: &'static Kind, game: &dyn Game) -> Result<crate::kinds::Proved, Rejection> {
    let mut source = NoSource;
    let mut library = Library::new(&mut source, None);
    let case = Case { digest: digest(bytes), reader: Reader::new(bytes), kind, game, citations: &mut Vec::new(), library: &mut library };
    (kind.verify)(case)
}
