//! Tests the arguments which show that a side can no longer mate. The test positions are constructed, or come from
//! problems and real games. A reference implementation is compared with the static argument.

mod reference;
mod skeletons;
mod static_argument;

use super::Chess;
use crate::chess::game::TwoPlayerGame;
use crate::chess::packed::PackedPosition;
use crate::core::refusal::Place;
use crate::helpmate::game::PackedGame;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

/// Parses a position and asserts that formatting it yields the same text.
fn position(game: &Chess, text: &str) -> PackedPosition {
    let position = game.read(text, &Place::Byte(0)).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
    assert_eq!(game.text(&position), text);
    position
}
