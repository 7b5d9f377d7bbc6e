//! The rule set `connect`: a stone drops into a column, a row wins.

use super::board::Symmetry;
use super::play::{Goal, Play};
use super::{Placing, Size, SizeAndRow};
use crate::bidding::game::Game;
use crate::core::cbor::Reader;
use crate::core::refusal::Refusal;

pub(crate) const NAME: &str = "connect";

/// The parameters `[W, H, K]`.
pub(crate) fn parameters(reader: &mut Reader<'_>) -> Result<Box<dyn Game>, Refusal> {
    reader.array_of(3)?;
    let (board, row) = size(SizeAndRow::read(reader)?)?;
    Ok(Box::new(Placing { rules: NAME, size: board, row: Some(row), play }))
}

/// Clause `connect/size`: at most 30 cells, and a row of at least 2 that fits the longer side.
fn size(found: SizeAndRow) -> Result<(Size, u32), Refusal> {
    found.known().ok_or_else(|| found.broken(NAME))
}

fn play(game: &Placing) -> Play {
    let size = game.size;
    let right = size.width().saturating_sub(1);
    let mirror = Symmetry::new(size, |column, row| size.at(right.saturating_sub(column), row));
    Play {
        // Rows are counted from the top, so the lowest empty cell of a column is the last.
        slots: (0..size.width()).map(|wanted| size.set(|column, _| column == wanted)).collect(),
        goal: Goal::rows(size, game.row.unwrap_or(0)),
        symmetries: mirror.into_iter().collect(),
        all: size.set(|_, _| true),
    }
}
