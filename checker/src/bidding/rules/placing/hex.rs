//! The rule set `hex`: a stone is placed on any empty cell, and a player wins with a chain of stones between the
//! player's two sides of the board.

use super::Placing;
use super::play::{Goal, Play};
use crate::bidding::game::Game;
use crate::core::cbor::Reader;
use crate::core::refusal::Refusal;

pub(crate) const NAME: &str = "hex";

/// Reads the parameters `[W, H]`.
pub(crate) fn parameters(reader: &mut Reader<'_>) -> Result<Box<dyn Game>, Refusal> {
    Placing::read(reader, NAME, false, play)
}

fn play(game: &Placing) -> Play {
    let size = game.size;
    let goal = Goal::Chain {
        size,
        columns: [0, size.width.saturating_sub(1)].map(|expected| size.set(|column, _| column == expected)),
        rows: [0, size.height.saturating_sub(1)].map(|expected| size.set(|_, row| row == expected)),
    };
    // The two symmetries are the identity and the half turn.
    Play::new(size, size.cells().collect(), goal, &[[false, false, false], [true, true, false]])
}
