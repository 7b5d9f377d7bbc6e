//! The certificate kinds about cooperative play, in which both sides help one side to win.

pub mod batch;
pub mod helpmate;
pub mod unwinnable;

use super::game::PackedGame;
use crate::chess::packed::PackedPosition;
use crate::core::cbor::Reader;
use crate::core::fields::side;
use crate::core::game::Colour;
use crate::core::refusal::Refusal;

/// Reads the position in which play begins, in packed form.
fn root(reader: &mut Reader<'_>, game: &dyn PackedGame) -> Result<PackedPosition, Refusal> {
    let place = reader.place();
    game.unpack(reader.byte_string()?, &place)
}

/// Clauses `helpmate/winner` and `unwinnable/winner`: the intended winner is 0 for White or 1 for Black.
fn winner(reader: &mut Reader<'_>, kind: &'static str) -> Result<Colour, Refusal> {
    side(reader, kind, "winner")
}
