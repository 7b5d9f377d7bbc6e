//! Encodes certificates of kind `batch` (`spec/kinds/batch.md`). Also encodes a single entry as a certificate of kind
//! `helpmate` or `unwinnable`.

use super::cbor::Writer;
use super::envelope::certificate;
use crate::model::name::GameName;

const KIND: (&str, u64) = ("batch", 1);

/// The checker limits the work for a batch (`spec/kinds/batch.md`, section 4).
const STEPS: u64 = 1 << 26;
const STEPS_PER_BYTE: u64 = 256;
const SKELETONS: u64 = 1 << 15;
const SKELETONS_PER_BYTE: u64 = 32;

/// Usual maximum size of an encoded claim or of encoded evidence, in bytes.
const USUAL_SIZE: usize = 40;

/// Estimated work for verifying entries. The specification of each kind of certificate has the formula.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Announced {
    /// Number of verification steps.
    pub steps: u64,
    /// Number of partial positions that the checker visits (`spec/rules/chess.md`, section 5).
    pub skeletons: u64,
}

impl Announced {
    /// Adds the estimated work of other entries.
    pub fn add(&mut self, other: Self) {
        self.steps = self.steps.saturating_add(other.steps);
        self.skeletons = self.skeletons.saturating_add(other.skeletons);
    }

    /// Returns whether the checker accepts this amount of work for a file of `size` bytes.
    #[must_use]
    pub fn is_in_proportion(self, size: u64) -> bool {
        self.steps <= size.saturating_mul(STEPS_PER_BYTE).saturating_add(STEPS)
            && self.skeletons <= size.saturating_mul(SKELETONS_PER_BYTE).saturating_add(SKELETONS)
    }
}

/// A claim with its evidence, without the envelope of a certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Name and version of the entry's kind.
    pub kind: (&'static str, u64),
    /// Encoded items of the claim.
    pub claim: Vec<u8>,
    /// Encoded items of the evidence.
    pub evidence: Vec<u8>,
    /// Estimated work for verifying the entry.
    pub announced: Announced,
}

impl Entry {
    /// Creates an entry. The closures `claim` and `evidence` each write one array.
    pub(super) fn new(
        kind: (&'static str, u64),
        announced: Announced,
        claim: impl FnOnce(&mut Writer),
        evidence: impl FnOnce(&mut Writer),
    ) -> Self {
        Self { kind, claim: written(claim), evidence: written(evidence), announced }
    }

    /// Returns the entry's size in a batch, in bytes.
    #[must_use]
    pub fn size(&self) -> usize {
        2 + self.claim.len() + self.evidence.len()
    }
}

fn written(items: impl FnOnce(&mut Writer)) -> Vec<u8> {
    let mut writer = Writer::with_capacity(USUAL_SIZE);
    items(&mut writer);
    writer.finish()
}

/// Encodes one entry as a certificate of its own kind.
#[must_use]
pub fn single(game: &GameName, entry: &Entry) -> Vec<u8> {
    certificate(entry.kind, game, &[], |writer| writer.raw(&entry.claim), |writer| writer.raw(&entry.evidence))
}

/// Encodes the part of a batch before the first entry. The batch has `count` entries. The list `kinds` must be in
/// ascending order.
#[must_use]
pub fn head(game: &GameName, kinds: &[(&str, u64)], count: u64) -> Vec<u8> {
    let claim = |writer: &mut Writer| {
        writer.array(2);
        writer.array(kinds.len());
        for (name, version) in kinds {
            writer.array(2);
            writer.text(name);
            writer.unsigned(*version);
        }
        writer.unsigned(count);
    };
    certificate(KIND, game, &[], claim, |writer| writer.array(count as usize))
}

/// Encodes the beginning of an entry, up to its claim. `place` is the index of the entry's kind in the list of kinds.
#[must_use]
pub fn head_of_entry(place: usize) -> Vec<u8> {
    let mut writer = Writer::default();
    writer.array(3);
    writer.unsigned(place as u64);
    writer.finish()
}

/// Encodes a batch that contains all these entries.
#[must_use]
pub fn emit(game: &GameName, entries: &[Entry]) -> Vec<u8> {
    let mut kinds: Vec<(&str, u64)> = entries.iter().map(|entry| entry.kind).collect();
    kinds.sort_unstable();
    kinds.dedup();
    let mut bytes = head(game, &kinds, entries.len() as u64);
    for Entry { kind, claim, evidence, .. } in entries {
        bytes.extend(head_of_entry(kinds.iter().position(|known| known == kind).unwrap_or(0)));
        bytes.extend_from_slice(claim);
        bytes.extend_from_slice(evidence);
    }
    bytes
}
