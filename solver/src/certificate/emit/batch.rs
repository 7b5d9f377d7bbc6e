//! Certificates of kind `batch` (`spec/kinds/batch.md`), and those of one entry without it.

use super::cbor::Writer;
use super::envelope::certificate;
use crate::model::name::GameName;

const KIND: (&str, u64) = ("batch", 1);

/// Claim and evidence of a certificate, without an envelope.
#[derive(Debug)]
pub struct Entry {
    kind: (&'static str, u64),
    claim: Writer,
    evidence: Writer,
}

impl Entry {
    /// What `claim` and `evidence` write, one array each.
    pub(super) fn new(kind: (&'static str, u64), claim: impl FnOnce(&mut Writer), evidence: impl FnOnce(&mut Writer)) -> Self {
        let mut entry = Self { kind, claim: Writer::default(), evidence: Writer::default() };
        claim(&mut entry.claim);
        evidence(&mut entry.evidence);
        entry
    }
}

/// A certificate of its own.
#[must_use]
pub fn single(game: &GameName, entry: Entry) -> Vec<u8> {
    let Entry { kind, claim, evidence } = entry;
    certificate(kind, game, &[], |writer| writer.items(claim), |writer| writer.items(evidence))
}

/// One certificate for all.
#[must_use]
pub fn emit(game: &GameName, entries: Vec<Entry>) -> Vec<u8> {
    let mut kinds: Vec<(&str, u64)> = entries.iter().map(|entry| entry.kind).collect();
    kinds.sort_unstable();
    kinds.dedup();
    let place = |kind: (&str, u64)| kinds.iter().position(|&known| known == kind).unwrap_or(0) as u64;
    let count = entries.len();
    let claim = |writer: &mut Writer| {
        writer.array(2);
        writer.array(kinds.len());
        for (name, version) in &kinds {
            writer.array(2);
            writer.text(name);
            writer.unsigned(*version);
        }
        writer.unsigned(count as u64);
    };
    certificate(KIND, game, &[], claim, |writer| {
        writer.array(count);
        for Entry { kind, claim, evidence } in entries {
            writer.array(3);
            writer.unsigned(place(kind));
            writer.items(claim);
            writer.items(evidence);
        }
    })
}
