//! Converts verdicts to certificates.

use crate::certificate::emit::batch::{self, Entry};
use crate::certificate::emit::{helpmate, unwinnable};
use crate::model::name::GameName;
use gamecert_unwinnable::{ClosedSet, Color, Move, Position, Verdict};

/// Returns the name of the rule set for certificates about mating.
#[must_use]
pub fn game() -> GameName {
    GameName { rules: "chess", version: 1, parameters: Vec::new() }
}

/// Converts a verdict to an entry of a batch: a claim and its evidence. Returns `None` if the verdict is unknown.
#[must_use]
pub fn entry(position: &Position, intended_winner: Color, verdict: &Verdict) -> Option<Entry> {
    let (root, winner) = (&position.packed(), u32::from(intended_winner == Color::Black));
    match verdict {
        Verdict::Winnable(line) => Some(helpmate::entry(&helpmate::Claim { root, winner, choices: &choices(position, line) })),
        Verdict::Unwinnable(set) => {
            let ClosedSet { positions, settled_by_static: settled, settled_by_skeletons: by_skeletons, skeletons, tracked, .. } = set;
            let (positions, skeletons, tracked) = (*positions, *skeletons, tracked.0);
            let claim = unwinnable::Claim { root, winner, positions, settled, by_skeletons, skeletons, tracked };
            Some(unwinnable::entry(&claim))
        }
        Verdict::Unknown => None,
    }
}

/// Encodes a verdict as a certificate. Returns `None` if the verdict is unknown.
#[must_use]
pub fn certificate(position: &Position, intended_winner: Color, verdict: &Verdict) -> Option<Vec<u8>> {
    Some(batch::single(&game(), &entry(position, intended_winner, verdict)?))
}

/// Encodes all entries as one certificate. A single entry becomes a certificate of its own kind, and several entries
/// become a batch.
#[must_use]
pub fn file(entries: &[Entry]) -> Vec<u8> {
    match entries {
        [entry] => batch::single(&game(), entry),
        _ => batch(entries),
    }
}

/// Encodes all entries as one batch.
#[must_use]
pub fn batch(entries: &[Entry]) -> Vec<u8> {
    batch::emit(&game(), entries)
}

/// Returns the index of each move of a line, and the number of legal moves. Both numbers fit into 16 bits, because a
/// position has at most a few hundred legal moves.
fn choices(position: &Position, line: &[Move]) -> Vec<(u16, u16)> {
    position.places_of(line).into_iter().map(|(index, count)| (index as u16, count as u16)).collect()
}
