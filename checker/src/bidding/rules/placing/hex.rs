//! The rule set `hex`: a stone on any empty cell, a chain from edge to edge wins.

use super::board::{Cells, Symmetry};
use super::play::{Goal, Play, anywhere};
use super::{Placing, Size};
use crate::bidding::game::Game;
use crate::core::cbor::Reader;
use crate::core::refusal::Refusal;

pub(crate) const NAME: &str = "hex";

/// The parameters `[W, H]`.
pub(crate) fn parameters(reader: &mut Reader<'_>) -> Result<Box<dyn Game>, Refusal> {
    reader.array_of(2)?;
    let size = size(reader)?;
    Ok(Box::new(Placing { rules: NAME, size, row: None, play }))
}

/// Clause `hex/size`: from 2 to 30 cells.
fn size(reader: &mut Reader<'_>) -> Result<Size, Refusal> {
    let place = reader.place();
    let (width, height) = (reader.unsigned()?, reader.unsigned()?);
    Size::new(width, height).filter(|size| size.cells() >= 2).ok_or_else(|| {
        Refusal::new(NAME, "size", place, format!("expected a board of 2 to 30 cells, found {width} columns and {height} rows"))
    })
}

/// The steps from a cell to its neighbours: right and down.
const NEIGHBOURS: [(i32, i32); 6] = [(-1, 0), (1, 0), (0, -1), (0, 1), (1, -1), (-1, 1)];

fn play(game: &Placing) -> Play {
    let size = game.size;
    let (right, bottom) = (size.width().saturating_sub(1), size.height().saturating_sub(1));
    let near = |(column, row): (i32, i32)| -> Cells {
        let cells = NEIGHBOURS.iter().filter_map(|(to_right, down)| size.at(column.saturating_add(*to_right), row.saturating_add(*down)));
        cells.fold(0, |near, cell| near | cell.alone())
    };
    let half_turn = Symmetry::new(size, |column, row| size.at(right.saturating_sub(column), bottom.saturating_sub(row)));
    Play {
        slots: anywhere(size),
        goal: Goal::Chain {
            neighbours: size.places().map(near).collect(),
            left: [size.set(|column, _| column == 0), size.set(|column, _| column == right)],
            right: [size.set(|_, row| row == 0), size.set(|_, row| row == bottom)],
        },
        symmetries: half_turn.into_iter().collect(),
        all: size.set(|_, _| true),
    }
}
