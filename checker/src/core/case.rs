//! What a kind is handed to verify a certificate, and what it hands back.
//!
//! A kind reads the claim and all that follows, asks for the cited certificates ([`Case::cited`]), and tests the rest of its clauses. How cited
//! files are found and verified is left to whoever implements [`Citations`].

use super::cbor::{Reader, wide};
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

/// The digest of these bytes.
#[must_use]
pub fn digest(bytes: &[u8]) -> Digest {
    sha2::Sha256::digest(bytes).into()
}

/// A digest in hexadecimal digits.
#[must_use]
pub fn hex(digest: &Digest) -> String {
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
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
    pub claim: Box<dyn Claim>,
    /// What it rests on, in the order of citation.
    pub citations: Vec<Cited>,
    pub(crate) table: Option<Table>,
}

impl Verified {
    /// The claim of a kind, for instance [`losing::Claim`](crate::losing::Claim), if the certificate is of that kind.
    #[must_use]
    pub fn claim_as<T: Claim>(&self) -> Option<&T> {
        let claim: &dyn Any = self.claim.as_ref();
        claim.downcast_ref()
    }

    /// The table of a kind that has one, for instance [`richman::Table`](crate::richman::Table), if the certificate is of that kind.
    #[must_use]
    pub fn table<T: Any>(&self) -> Option<&T> {
        self.table.as_ref()?.downcast_ref()
    }
}

/// A kind's table of values, for certificates that cite this one and for callers.
pub(crate) type Table = Box<dyn Any + Send + Sync>;

/// What a kind has verified.
pub(crate) struct Proved {
    pub(crate) claim: Box<dyn Claim>,
    pub(crate) table: Option<Table>,
}

impl Proved {
    /// A claim of a kind that keeps no table.
    pub(crate) fn claim(claim: impl Claim) -> Self {
        Self { claim: Box::new(claim), table: None }
    }
}

/// What a cited certificate shall be: of one of these kinds, about this game.
pub(crate) type ExpectedCitation<'a> = (&'a [&'a str], &'a Description);

/// Verifies cited certificates.
pub(crate) trait Citations {
    /// The certificate with that digest, which has place `number` among the citations and shall be what is `wanted`, verified.
    /// The steps that this takes are charged to `meter`.
    fn verify(&mut self, number: u64, digest: &Digest, correct: ExpectedCitation<'_>, meter: &mut Meter) -> Result<Arc<Verified>, Refusal>;

    /// Limits the certificate to `bytes` bytes of memory in all; the charge that exceeds them is refused.
    fn bound(&mut self, bytes: u64);

    /// Charges memory that the size of the file does not tell, before it is taken.
    fn memory(&mut self, bytes: u64) -> Result<(), Refusal>;
}

/// One certificate under verification, as a kind sees it.
pub(crate) struct Case<'a, 'c> {
    /// At the claim.
    pub(crate) reader: Reader<'a>,
    pub(crate) meter: &'c mut Meter,
    /// How many threads to work on.
    pub(crate) threads: NonZeroU32,
    pub(crate) citations: &'c mut dyn Citations,
}

impl Case<'_, '_> {
    /// Reads the list of citations, of which there shall be `expected`.
    pub(crate) fn read_citations(&mut self, expected: usize) -> Result<Vec<Digest>, Refusal> {
        let place = self.reader.place();
        let found = self.reader.array()?;
        let mut digests = Vec::new();
        for _ in 0..found {
            let place = self.reader.place();
            let bytes = self.reader.byte_string()?;
            let wrong = |_| Refusal::new("cbor", "type", place, format!("expected a digest of 32 bytes, found {} bytes", bytes.len()));
            digests.push(Digest::try_from(bytes).map_err(wrong)?);
        }
        count(expected, found, place)?;
        Ok(digests)
    }

    /// The cited certificates, verified. They shall be of one of the kinds `kinds` and about the games `games`, in this order.
    pub(crate) fn cited(&mut self, digests: &[Digest], kinds: &[&str], games: &[Description]) -> Result<Vec<Arc<Verified>>, Refusal> {
        let pairs = (0_u64..).zip(digests).zip(games);
        pairs.map(|((number, digest), game)| self.citations.verify(number, digest, (kinds, game), self.meter)).collect()
    }
}

/// Clause `citation/count`: as many as the game asks for.
fn count(expected: usize, found: usize, place: Place) -> Result<(), Refusal> {
    if expected != found {
        return Err(Refusal::new("citation", "count", place, format!("expected {} citations, found {found}", wide(expected))));
    }
    Ok(())
}
