//! The rule set `connect`: a stone drops into a column, a row wins.

use super::Placing;
use super::board::Symmetry;
use super::play::{Goal, Play};
use crate::bidding::game::Game;
use crate::core::cbor::Reader;
use crate::core::refusal::Refusal;

pub(crate) const NAME: &str = "connect";

/// The parameters `[W, H, K]`.
pub(crate) fn parameters(reader: &mut Reader<'_>) -> Result<Box<dyn Game>, Refusal> {
    Placing::read(reader, NAME, true, play)
}

fn play(game: &Placing) -> Play {
    let size = game.size;
    Play {
        size,
        // Rows are counted from the top, so the lowest empty cell of a column is the last.
        slots: (0..size.width).map(|wanted| size.set(|column, _| column == wanted)).collect(),
        goal: Goal::rows(size, game.row.unwrap_or(0)),
        symmetries: Symmetry::new(size, [true, false, false]).into_iter().collect(),
    }
}
