//! Verdicts as certificates.

use crate::certificate::emit::batch::{self, Entry};
use crate::certificate::emit::{helpmate, unwinnable};
use crate::model::name::GameName;
use gamecert_unwinnable::chess::{Color, Move, Position};
use gamecert_unwinnable::{Closed, Verdict};

/// The rule set in certificates.
#[must_use]
pub fn game() -> GameName {
    GameName { rules: "chess", version: 1, parameters: Vec::new() }
}

/// Claim and evidence of a verdict; nothing where nothing was found out.
#[must_use]
pub fn entry(position: &Position, winner: Color, verdict: &Verdict) -> Option<Entry> {
    let (root, winner) = (&position.packed(), u32::from(winner == Color::Black));
    match verdict {
        Verdict::Winnable(line) => Some(helpmate::entry(&helpmate::Claim { root, winner, choices: &choices(position, line) })),
        Verdict::Unwinnable(Closed { positions, leaves, by_skeletons, skeletons, followed, .. }) => {
            let (positions, skeletons, followed) = (*positions, *skeletons, followed.0);
            let claim = unwinnable::Claim { root, winner, positions, leaves, by_skeletons, skeletons, followed };
            Some(unwinnable::entry(&claim))
        }
        Verdict::Unknown => None,
    }
}

/// A verdict's certificate; nothing where nothing was found out.
#[must_use]
pub fn certificate(position: &Position, winner: Color, verdict: &Verdict) -> Option<Vec<u8>> {
    Some(batch::single(&game(), entry(position, winner, verdict)?))
}

/// One certificate for all: of a single verdict its own, of several a batch.
#[must_use]
pub fn file(mut entries: Vec<Entry>) -> Vec<u8> {
    match entries.pop() {
        Some(entry) if entries.is_empty() => batch::single(&game(), entry),
        last => {
            entries.extend(last);
            batch(entries)
        }
    }
}

/// One certificate for many verdicts.
#[must_use]
pub fn batch(entries: Vec<Entry>) -> Vec<u8> {
    batch::emit(&game(), entries)
}

/// The place in move order of each move of a line, and the number of legal moves there.
fn choices(position: &Position, line: &[Move]) -> Vec<(u16, u16)> {
    let mut position = position.clone();
    let choice = |&played: &Move| {
        let legal = position.legal();
        position = position.after(played);
        // Positions have at most a few hundred moves.
        (legal.index(played) as u16, legal.count() as u16)
    };
    line.iter().map(choice).collect()
}
