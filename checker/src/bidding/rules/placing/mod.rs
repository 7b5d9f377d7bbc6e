//! The rule sets `tic-tac-toe`, `hex` and `connect`: stones are placed on an empty board.
//!
//! Implements `spec/rules/placing.md`. The three rule sets share four modules. Module [`board`] contains boards and
//! their symmetries, and [`play`] contains the moves and the end of play (section 2). Module [`numbering`] numbers the
//! classes of symmetric boards (section 3), and [`places`] computes the array index of a board. Each rule set also has
//! its own module, which reads the parameters and builds the game.

mod board;
pub(crate) mod connect;
pub(crate) mod hex;
mod numbering;
mod places;
mod play;
#[cfg(test)]
mod tests;
pub(crate) mod tic_tac_toe;

use crate::bidding::game::{Game, LazyPositions, NumberingError, Positions};
use crate::core::cbor::Reader;
use crate::core::game::Description;
use crate::core::refusal::{Place, Refusal};
use board::Size;
use numbering::{Classes, NumberedBoards};
use play::Play;

/// Work steps for each cell and each claimed class of symmetric boards. The work is a search that generates all
/// symmetric images of both players' options.
const STEPS_PER_CELL: u64 = 12;

/// A game of one of the three rule sets.
struct Placing {
    rules: &'static str,
    size: Size,
    /// Number of stones in a row that win, or `None` in `hex`, where rows do not win.
    row: Option<u64>,
    /// Builds the board, the moves and the winning condition of the rule set.
    play: fn(&Placing) -> Play,
}

impl Placing {
    /// Reads the parameters `[W, H]`, or `[W, H, K]` if K stones in a row win.
    fn read(reader: &mut Reader<'_>, rules: &'static str, rows_win: bool, play: fn(&Self) -> Play) -> Result<Box<dyn Game>, Refusal> {
        reader.array_of(if rows_win { 3 } else { 2 })?;
        let place = reader.place();
        let (width, height) = (reader.unsigned()?, reader.unsigned()?);
        let row = if rows_win { Some(reader.unsigned()?) } else { None };
        Ok(Box::new(Self { rules, size: size(rules, place, width, height, row)?, row, play }))
    }
}

/// Clauses `tic-tac-toe/size`, `hex/size` and `connect/size`: the board has 2 to 30 cells. A winning row has at least 2
/// stones, and is not longer than the longer side of the board.
fn size(rules: &'static str, place: Place, width: u64, height: u64, row: Option<u64>) -> Result<Size, Refusal> {
    let longest = width.max(height);
    match Size::new(width, height) {
        Some(size) if longest >= 2 && row.is_none_or(|row| (2..=longest).contains(&row)) => Ok(size),
        _ => {
            let row = row.map_or_else(String::new, |row| format!(" and a row of {row}"));
            let asked = "from 2 to 30 cells and a row from 2 to the longer side";
            Err(Refusal::new(rules, "size", place, format!("expected {asked}, found {width} columns, {height} rows{row}")))
        }
    }
}

impl Game for Placing {
    fn description(&self) -> Description {
        let Size { width, height } = self.size;
        let mut parameters = vec![("board", format!("{width}x{height}"))];
        parameters.extend(self.row.map(|row| ("row", row.to_string())));
        Description { rules: self.rules, version: 1, parameters, names: vec![] }
    }

    fn search_steps(&self) -> u64 {
        u64::from(self.size.all().count_ones()).saturating_mul(STEPS_PER_CELL)
    }

    fn positions(&self, most: u32) -> Result<Box<dyn Positions + '_>, NumberingError> {
        Ok(Box::new(Classes::new((self.play)(self), most)?))
    }

    // Every option has one stone more than its position. Classes are found in ascending order of their numbers of
    // stones, so every option gets a greater number than its position.
    fn walk(&self, most: u32) -> Option<Box<dyn LazyPositions + '_>> {
        Some(Box::new(NumberedBoards::new((self.play)(self), most)))
    }
}
