//! The rule set `tic-tac-toe`: a stone on any empty cell, a row wins.

use super::Placing;
use super::board::Symmetry;
use super::play::{Goal, Play};
use crate::bidding::game::Game;
use crate::core::cbor::Reader;
use crate::core::refusal::Refusal;

pub(crate) const NAME: &str = "tic-tac-toe";

/// The parameters `[W, H, K]`.
pub(crate) fn parameters(reader: &mut Reader<'_>) -> Result<Box<dyn Game>, Refusal> {
    Placing::read(reader, NAME, true, play)
}

fn play(game: &Placing) -> Play {
    let size = game.size;
    let changes = if size.width == size.height { 8 } else { 4 };
    // Without any it is the identity.
    let symmetries = (1..changes).filter_map(|change| Symmetry::new(size, [1, 2, 4].map(|bit| change & bit != 0)));
    Play { size, slots: size.cells().collect(), goal: Goal::rows(size, game.row.unwrap_or(0)), symmetries: symmetries.collect() }
}
