//! The rule set `tic-tac-toe`: a stone is placed on any empty cell, and whoever has K stones in a row wins.

use super::Placing;
use super::play::{Goal, Play};
use crate::bidding::game::Game;
use crate::core::cbor::Reader;
use crate::core::refusal::Refusal;

pub(crate) const NAME: &str = "tic-tac-toe";

/// Reads the parameters `[W, H, K]`.
pub(crate) fn parameters(reader: &mut Reader<'_>) -> Result<Box<dyn Game>, Refusal> {
    Placing::read(reader, NAME, true, play)
}

fn play(game: &Placing) -> Play {
    let size = game.size;
    let changes = if size.width == size.height { 8 } else { 4 };
    let symmetries: Vec<[bool; 3]> = (0..changes).map(|change| [1, 2, 4].map(|bit| change & bit != 0)).collect();
    Play::new(size, size.cells().collect(), Goal::rows(size, game.row.unwrap_or(0)), &symmetries)
}
