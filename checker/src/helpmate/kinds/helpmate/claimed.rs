//! Reads the claim (section 1 of `spec/kinds/helpmate.md`) and tests the clauses that concern only the claim.

use super::{NAME, broken};
use crate::chess::packed::PackedPosition;
use crate::core::cbor::Reader;
use crate::core::fields::placed;
use crate::core::game::Colour;
use crate::core::refusal::Refusal;
use crate::helpmate::game::PackedGame;
use crate::helpmate::kinds::{root, winner};

/// A line of moves may have at most this number of plies for each byte of the file, and at most `MAX_PLIES` in all.
const PLIES_PER_BYTE: u64 = 8;
const MAX_PLIES: u64 = 1024;

/// The claim that is read from the file, before it is verified.
pub(super) struct Claimed {
    pub(super) root: PackedPosition,
    pub(super) winner: Colour,
    pub(super) plies: u32,
}

impl Claimed {
    /// Reads the items of the claim and tests the clause about each item.
    pub(super) fn read(reader: &mut Reader<'_>, game: &dyn PackedGame) -> Result<Self, Refusal> {
        reader.array_of(3)?;
        Ok(Self { root: root(reader, game)?, winner: winner(reader, NAME)?, plies: limit(reader)? })
    }
}

/// Clause `helpmate/limit`: the line has at most 1024 plies, and at most 8 for each byte of the file.
fn limit(reader: &mut Reader<'_>) -> Result<u32, Refusal> {
    let most = reader.file_size().saturating_mul(PLIES_PER_BYTE).min(MAX_PLIES);
    let (found, place) = placed(reader)?;
    match u32::try_from(found) {
        Ok(plies) if found <= most => Ok(plies),
        _ => Err(broken("limit", place, format!("expected a number of moves up to {most}, found {found}"))),
    }
}
