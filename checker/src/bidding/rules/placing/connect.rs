//! The rule set `connect`: a stone drops to the lowest empty cell of a column, and whoever has K stones in a row wins.

use super::Placing;
use super::play::{Goal, Play};
use crate::bidding::game::Game;
use crate::core::cbor::Reader;
use crate::core::refusal::Refusal;

pub(crate) const NAME: &str = "connect";

/// Reads the parameters `[W, H, K]`.
pub(crate) fn parameters(reader: &mut Reader<'_>) -> Result<Box<dyn Game>, Refusal> {
    Placing::read(reader, NAME, true, play)
}

fn play(game: &Placing) -> Play {
    let size = game.size;
    // Rows are counted from the top, so the lowest empty cell of a column is its last empty cell.
    let slots = (0..size.width).map(|expected| size.set(|column, _| column == expected)).collect();
    Play::new(size, slots, Goal::rows(size, game.row.unwrap_or(0)), &[[false, false, false], [true, false, false]])
}
