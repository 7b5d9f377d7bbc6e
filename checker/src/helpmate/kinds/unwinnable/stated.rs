//! The claim as the file states it: section 1 of the kind's page.

use super::NAME;
use crate::chess::game::PackedPosition;
use crate::core::cbor::Reader;
use crate::core::fields::side;
use crate::core::game::Colour;
use crate::core::refusal::Refusal;
use crate::helpmate::game::HelpmateGame;

/// The claim as the file states it.
pub(super) struct Stated {
    pub(super) root: PackedPosition,
    pub(super) winner: Colour,
}

impl Stated {
    /// Reads the claim, each item with its clause.
    pub(super) fn read(reader: &mut Reader<'_>, game: &dyn HelpmateGame) -> Result<Self, Refusal> {
        reader.array_of(2)?;
        let place = reader.place();
        let root = game.unpack(reader.byte_string()?, &place)?;
        Ok(Self { root, winner: winner(reader)? })
    }
}

/// Clause `unwinnable/winner`: 0 for White or 1 for Black.
fn winner(reader: &mut Reader<'_>) -> Result<Colour, Refusal> {
    side(reader, NAME, "winner")
}
