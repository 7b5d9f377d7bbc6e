//! Combines certificates about mating.

use crate::certificate::emit::batch;
use crate::model::name::GameName;
use gamecert_unwinnable::certificate::Entry;
use gamecert_unwinnable::{Color, Position, Verdict};

/// Returns the name of the rule set for certificates about mating.
#[must_use]
pub fn game() -> GameName {
    GameName { rules: "chess", version: 1, parameters: Vec::new() }
}

/// Encodes a verdict as a certificate. Returns `None` if the verdict is unknown.
#[must_use]
pub fn certificate(position: &Position, intended_winner: Color, verdict: &Verdict) -> Option<Vec<u8>> {
    Some(Entry::new(position, intended_winner, verdict)?.certificate())
}

/// Encodes all entries as one certificate. A single entry becomes a certificate of its own kind, and several entries
/// become a batch.
#[must_use]
pub fn file(entries: &[Entry]) -> Vec<u8> {
    match entries {
        [entry] => entry.certificate(),
        _ => batch(entries),
    }
}

/// Encodes all entries as one batch.
#[must_use]
pub fn batch(entries: &[Entry]) -> Vec<u8> {
    batch::emit(&game(), entries)
}
