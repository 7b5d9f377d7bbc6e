//! The claim as the file states it: section 1 of the kind's page.

use super::NAME;
use crate::chess::game::PackedPosition;
use crate::core::cbor::Reader;
use crate::core::game::Colour;
use crate::core::refusal::Refusal;
use crate::helpmate::game::HelpmateGame;
use crate::helpmate::kinds::{root, winner};

/// The claim as the file states it.
pub(super) struct Stated {
    pub(super) root: PackedPosition,
    pub(super) winner: Colour,
}

impl Stated {
    /// Reads the claim, each item with its clause.
    pub(super) fn read(reader: &mut Reader<'_>, game: &dyn HelpmateGame) -> Result<Self, Refusal> {
        reader.array_of(2)?;
        Ok(Self { root: root(reader, game)?, winner: winner(reader, NAME)? })
    }
}
