//! The claim: section 1 of the kind's page, and the clauses that are about it alone.

use super::broken;
use crate::cbor::Reader;
use crate::game::{Colour, WithHelp, Words};
use crate::rejection::Rejection;

/// So many moves at most for each byte of the file, and in all.
const PLIES_PER_BYTE: u64 = 8;
const MOST_PLIES: u64 = 1024;

/// The claim as the file states it.
pub(super) struct Stated {
    pub(super) root: Words,
    pub(super) winner: Colour,
    pub(super) plies: u32,
}

impl Stated {
    /// Reads the claim, each item with its clause.
    pub(super) fn read(reader: &mut Reader<'_>, game: &dyn WithHelp) -> Result<Self, Rejection> {
        reader.array_of(3)?;
        let place = reader.place();
        let root = game.unpack(reader.byte_string()?, &place)?;
        Ok(Self { root, winner: winner(reader)?, plies: room(reader)? })
    }
}

/// Clause `helpmate/winner`: 0 for White or 1 for Black.
fn winner(reader: &mut Reader<'_>) -> Result<Colour, Rejection> {
    let place = reader.place();
    match reader.unsigned()? {
        0 => Ok(Colour::White),
        1 => Ok(Colour::Black),
        other => Err(broken("winner", place, format!("expected 0 for White or 1 for Black, found {other}"))),
    }
}

/// Clause `helpmate/room`: at most 1024 moves, and at most 8 times the number of bytes of the file.
fn room(reader: &mut Reader<'_>) -> Result<u32, Rejection> {
    let place = reader.place();
    let most = reader.file_size().saturating_mul(PLIES_PER_BYTE).min(MOST_PLIES);
    let found = reader.unsigned()?;
    match u32::try_from(found) {
        Ok(plies) if found <= most => Ok(plies),
        _ => Err(broken("room", place, format!("expected a number of moves up to {most}, found {found}"))),
    }
}
