//! The claim: section 1 of the kind's page.

use super::broken;
use crate::cbor::Reader;
use crate::game::{Colour, WithHelp, Words};
use crate::rejection::Rejection;

/// The claim as the file states it.
pub(super) struct Stated {
    pub(super) root: Words,
    pub(super) winner: Colour,
}

impl Stated {
    /// Reads the claim, each item with its clause.
    pub(super) fn read(reader: &mut Reader<'_>, game: &dyn WithHelp) -> Result<Self, Rejection> {
        reader.array_of(2)?;
        let place = reader.place();
        let root = game.unpack(reader.byte_string()?, &place)?;
        Ok(Self { root, winner: winner(reader)? })
    }
}

/// Clause `unwinnable/winner`: 0 for White or 1 for Black.
fn winner(reader: &mut Reader<'_>) -> Result<Colour, Rejection> {
    let place = reader.place();
    match reader.unsigned()? {
        0 => Ok(Colour::White),
        1 => Ok(Colour::Black),
        other => Err(broken("winner", place, format!("expected 0 for White or 1 for Black, found {other}"))),
    }
}
