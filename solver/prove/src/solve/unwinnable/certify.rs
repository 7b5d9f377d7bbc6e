//! Converts verdicts to certificates.

use crate::certificate::emit::batch::{self, Entry};
use crate::certificate::emit::{helpmate, unwinnable};
use crate::model::name::GameName;
use gamecert_unwinnable::{ClosedSet, Color, Move, Position, Verdict};

/// Returns the rule set that certificates of verdicts name.
#[must_use]
pub fn game() -> GameName {
    GameName { rules: "chess", version: 1, parameters: Vec::new() }
}

/// Converts a verdict to a claim with its evidence. Returns `None` if the verdict is unknown.
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

/// Encodes the certificate of a verdict. Returns `None` if the verdict is unknown.
#[must_use]
pub fn certificate(position: &Position, intended_winner: Color, verdict: &Verdict) -> Option<Vec<u8>> {
    Some(batch::single(&game(), &entry(position, intended_winner, verdict)?))
}

/// Encodes one certificate for all entries. A single entry becomes a certificate of its own kind, and several entries
/// become a batch.
#[must_use]
pub fn file(entries: &[Entry]) -> Vec<u8> {
    match entries {
        [entry] => batch::single(&game(), entry),
        _ => batch(entries),
    }
}

/// Encodes a batch, which is one certificate for all entries.
#[must_use]
pub fn batch(entries: &[Entry]) -> Vec<u8> {
    batch::emit(&game(), entries)
}

/// Lists for each move of a line its index in move order and the number of legal moves. The numbers fit into 16 bits,
/// because a position has at most a few hundred moves.
fn choices(position: &Position, line: &[Move]) -> Vec<(u16, u16)> {
    position.places_of(line).into_iter().map(|(index, count)| (index as u16, count as u16)).collect()
}
