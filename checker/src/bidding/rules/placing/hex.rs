//! The rule set `hex`: a stone on any empty cell, a chain from edge to edge wins.

use super::Placing;
use super::board::Symmetry;
use super::play::{Goal, Play};
use crate::bidding::game::Game;
use crate::core::cbor::Reader;
use crate::core::refusal::Refusal;

pub(crate) const NAME: &str = "hex";

/// The parameters `[W, H]`.
pub(crate) fn parameters(reader: &mut Reader<'_>) -> Result<Box<dyn Game>, Refusal> {
    Placing::read(reader, NAME, false, play)
}

fn play(game: &Placing) -> Play {
    let size = game.size;
    Play {
        size,
        slots: size.cells().collect(),
        goal: Goal::Chain {
            size,
            columns: [0, size.width - 1].map(|wanted| size.set(|column, _| column == wanted)),
            rows: [0, size.height - 1].map(|wanted| size.set(|_, row| row == wanted)),
        },
        // The half turn.
        symmetries: Symmetry::new(size, [true, true, false]).into_iter().collect(),
    }
}
