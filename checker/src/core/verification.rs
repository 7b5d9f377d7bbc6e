//! The data that a kind uses to verify a certificate, and the result of the verification.
//!
//! The module of a certificate kind reads the claim and the rest of the file, requests the cited certificates
//! ([`Verification::cited`]), and tests the remaining clauses. The implementation of [`Citations`] finds and verifies
//! the cited files.

use super::cbor::{Reader, as_u64};
use super::claim::{Claim, KindName};
use super::game::Description;
use super::refusal::{Place, Refusal};
use super::work::Meter;
use sha2::Digest as _;
use std::any::Any;
use std::num::NonZeroU32;
use std::sync::Arc;

/// The SHA-256 digest of a certificate's bytes.
pub type Digest = [u8; 32];

/// Computes the SHA-256 digest of these bytes.
#[must_use]
pub fn digest(bytes: &[u8]) -> Digest {
    sha2::Sha256::digest(bytes).into()
}

/// Formats a digest in hexadecimal digits.
#[must_use]
pub fn hex(digest: &Digest) -> String {
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A certificate that a verified certificate cites.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Cited {
    /// SHA-256 digest of the cited certificate.
    pub digest: Digest,
    /// Game that the cited certificate is about.
    pub game: Description,
}

/// A certificate that has been verified.
#[derive(Debug)]
#[non_exhaustive]
pub struct Verified {
    /// SHA-256 digest of the certificate's bytes.
    pub digest: Digest,
    /// Size of the certificate in bytes.
    pub size: u64,
    /// Name and version of the kind.
    pub kind: KindName,
    /// Game that the certificate is about.
    pub game: Description,
    /// Claim that the certificate proves.
    pub claim: Box<dyn Claim>,
    /// Cited certificates on which the proof depends, in the order of citation.
    pub citations: Vec<Cited>,
    pub(crate) table: Option<Table>,
}

impl Verified {
    /// Returns the claim as the claim struct of a kind, such as [`losing::Claim`](crate::losing::Claim). Returns `None`
    /// if the certificate is of another kind.
    #[must_use]
    pub fn claim_as<T: Claim>(&self) -> Option<&T> {
        let claim: &dyn Any = self.claim.as_ref();
        claim.downcast_ref()
    }

    /// Returns the table as the table type of a kind, such as [`richman::Table`](crate::richman::Table). Returns `None`
    /// if the certificate has no table of this type.
    #[must_use]
    pub fn table<T: Any>(&self) -> Option<&T> {
        self.table.as_ref()?.downcast_ref()
    }
}

/// A verified table of values. The table can be read by callers, and by certificates that cite this one.
pub(crate) type Table = Box<dyn Any + Send + Sync>;

pub(crate) struct Proved {
    pub(crate) claim: Box<dyn Claim>,
    pub(crate) table: Option<Table>,
}

impl Proved {
    /// Builds the result for a kind that keeps no table.
    pub(crate) fn claim(claim: impl Claim) -> Self {
        Self { claim: Box::new(claim), table: None }
    }
}

/// The kinds that a cited certificate may have, and the game that it must be about.
pub(crate) type ExpectedCitation<'a> = (&'a [&'a str], &'a Description);

/// Verifies cited certificates.
pub(crate) trait Citations {
    /// Verifies the cited certificate with this digest, which is entry `number` of the list of citations. `correct` has
    /// the kinds that the certificate may have, and the game that it must be about. The steps of the verification are
    /// charged to `meter`.
    fn verify(&mut self, number: u64, digest: &Digest, correct: ExpectedCitation<'_>, meter: &mut Meter) -> Result<Arc<Verified>, Refusal>;

    /// Sets the memory limit of the current certificate. [`Citations::reserve`] refuses requests beyond this limit.
    fn bound(&mut self, bytes: u64);

    /// Counts `bytes` bytes against the memory limit. Callers must call this method before they allocate memory whose
    /// size is not bounded by the size of the file.
    fn reserve(&mut self, bytes: u64) -> Result<(), Refusal>;
}

/// A certificate under verification, with everything that its kind needs to verify it.
pub(crate) struct Verification<'a, 'c> {
    /// Reader whose next item is the claim.
    pub(crate) reader: Reader<'a>,
    pub(crate) meter: &'c mut Meter,
    pub(crate) threads: NonZeroU32,
    pub(crate) citations: &'c mut dyn Citations,
}

impl Verification<'_, '_> {
    /// Reads the list of citations. The list must have `expected` entries, unless this is `None`.
    pub(crate) fn read_citations(&mut self, expected: Option<usize>) -> Result<Vec<Digest>, Refusal> {
        let place = self.reader.place();
        let found = self.reader.array()?;
        let mut digests = Vec::new();
        for _ in 0..found {
            let place = self.reader.place();
            let bytes = self.reader.byte_string()?;
            let wrong = |_| Refusal::new("cbor", "type", place, format!("expected a digest of 32 bytes, found {} bytes", bytes.len()));
            digests.push(Digest::try_from(bytes).map_err(wrong)?);
        }
        count(expected.unwrap_or(found), found, place)?;
        Ok(digests)
    }

    /// Verifies the cited certificates. Each cited certificate must be of one of the kinds in `kinds`. The certificate
    /// with the digest `digests[i]` must be about the game `games[i]`.
    pub(crate) fn cited(&mut self, digests: &[Digest], kinds: &[&str], games: &[Description]) -> Result<Vec<Arc<Verified>>, Refusal> {
        let pairs = (0_u64..).zip(digests).zip(games);
        pairs.map(|((number, digest), game)| self.citations.verify(number, digest, (kinds, game), self.meter)).collect()
    }
}

/// Clause `citation/count`: the number of citations is the one that the game requires.
fn count(expected: usize, found: usize, place: Place) -> Result<(), Refusal> {
    if expected != found {
        return Err(Refusal::new("citation", "count", place, format!("expected {} citations, found {found}", as_u64(expected))));
    }
    Ok(())
}
