//! Certificates of kind `batch` (`spec/kinds/batch.md`), and those of one entry without it.

use super::cbor::Writer;
use super::envelope::certificate;
use crate::model::name::GameName;

const KIND: (&str, u64) = ("batch", 1);

/// Of a file of n bytes the entries may announce at most `STEPS + STEPS_PER_BYTE * n` steps, and likewise skeletons (section 4).
const STEPS: u64 = 1 << 26;
const STEPS_PER_BYTE: u64 = 256;
const SKELETONS: u64 = 1 << 15;
const SKELETONS_PER_BYTE: u64 = 32;

/// Most claims, and most evidence, take no more bytes.
const USUAL_SIZE: usize = 40;

/// What entries announce that a checker will have to do, as their kinds count it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Announced {
    /// Steps.
    pub steps: u64,
    /// Skeletons that are met.
    pub skeletons: u64,
}

impl Announced {
    /// Adds what other entries announce.
    pub fn add(&mut self, other: Self) {
        self.steps = self.steps.saturating_add(other.steps);
        self.skeletons = self.skeletons.saturating_add(other.skeletons);
    }

    /// Whether a file of this size may announce so much.
    #[must_use]
    pub fn is_in_proportion(self, size: u64) -> bool {
        self.steps <= size.saturating_mul(STEPS_PER_BYTE).saturating_add(STEPS)
            && self.skeletons <= size.saturating_mul(SKELETONS_PER_BYTE).saturating_add(SKELETONS)
    }
}

/// Claim and evidence of a certificate, without an envelope.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its kind.
    pub kind: (&'static str, u64),
    /// The items of the claim.
    pub claim: Vec<u8>,
    /// The items of the evidence.
    pub evidence: Vec<u8>,
    /// What it announces.
    pub announced: Announced,
}

impl Entry {
    /// What `claim` and `evidence` write, one array each.
    pub(super) fn new(
        kind: (&'static str, u64),
        announced: Announced,
        claim: impl FnOnce(&mut Writer),
        evidence: impl FnOnce(&mut Writer),
    ) -> Self {
        Self { kind, claim: written(claim), evidence: written(evidence), announced }
    }

    /// The number of bytes that it takes in a batch.
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

/// A certificate of its own.
#[must_use]
pub fn single(game: &GameName, entry: &Entry) -> Vec<u8> {
    certificate(entry.kind, game, &[], |writer| writer.raw(&entry.claim), |writer| writer.raw(&entry.evidence))
}

/// What stands before the first entry of a batch with `count` entries of these kinds, which ascend.
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

/// What stands before claim and evidence of an entry whose kind has this place among the kinds.
#[must_use]
pub fn head_of_entry(place: usize) -> Vec<u8> {
    let mut writer = Writer::default();
    writer.array(3);
    writer.unsigned(place as u64);
    writer.finish()
}

/// One certificate for all.
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
