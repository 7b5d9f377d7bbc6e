//! The rule set `tic-tac-toe`: a stone on any empty cell, a row wins.

use super::board::Symmetry;
use super::play::{Goal, Play, anywhere};
use super::{Placing, Size, SizeAndRow};
use crate::bidding::game::Game;
use crate::core::cbor::Reader;
use crate::core::refusal::Refusal;

pub(crate) const NAME: &str = "tic-tac-toe";

/// The parameters `[W, H, K]`.
pub(crate) fn parameters(reader: &mut Reader<'_>) -> Result<Box<dyn Game>, Refusal> {
    reader.array_of(3)?;
    let (board, row) = size(SizeAndRow::read(reader)?)?;
    Ok(Box::new(Placing { rules: NAME, size: board, row: Some(row), play }))
}

/// Clause `tic-tac-toe/size`: at most 30 cells, and a row of at least 2 that fits the longer side.
fn size(found: SizeAndRow) -> Result<(Size, u32), Refusal> {
    found.known().ok_or_else(|| found.broken(NAME))
}

fn play(game: &Placing) -> Play {
    let size = game.size;
    let (right, bottom) = (size.width().saturating_sub(1), size.height().saturating_sub(1));
    let mirrors = [(false, false), (true, false), (false, true), (true, true)];
    let exchanges: &[bool] = if size.width() == size.height() { &[false, true] } else { &[false] };
    let symmetry = |(columns, rows): (bool, bool), exchange: bool| {
        Symmetry::new(size, |column, row| {
            let column = if columns { right.saturating_sub(column) } else { column };
            let row = if rows { bottom.saturating_sub(row) } else { row };
            if exchange { size.at(row, column) } else { size.at(column, row) }
        })
    };
    let all = exchanges.iter().flat_map(|exchange| mirrors.map(|mirror| (mirror, *exchange)));
    // The first is the identity.
    let symmetries = all.skip(1).filter_map(|(mirror, exchange)| symmetry(mirror, exchange));
    Play {
        slots: anywhere(size),
        goal: Goal::rows(size, game.row.unwrap_or(0)),
        symmetries: symmetries.collect(),
        all: size.set(|_, _| true),
    }
}
