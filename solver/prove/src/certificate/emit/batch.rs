//! Encodes certificates of kind `batch` (`spec/kinds/batch.md`). The crate `gamecert-unwinnable` encodes the entries.

use gamecert_unwinnable::certificate::{Entry, Work};

use super::cbor::Writer;
use super::envelope::certificate;
use crate::model::name::GameName;

const KIND: (&str, u64) = ("batch", 1);

/// The checker limits the work for a batch (`spec/kinds/batch.md`, section 4).
const STEPS: u64 = 1 << 26;
const STEPS_PER_BYTE: u64 = 256;
const SKELETONS: u64 = 1 << 15;
const SKELETONS_PER_BYTE: u64 = 32;

/// Returns whether the checker accepts this amount of work for a file of `size` bytes.
#[must_use]
pub fn is_in_proportion(work: Work, size: u64) -> bool {
    work.steps <= size.saturating_mul(STEPS_PER_BYTE).saturating_add(STEPS)
        && work.skeletons <= size.saturating_mul(SKELETONS_PER_BYTE).saturating_add(SKELETONS)
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
