//! The rule sets `tic-tac-toe`, `hex` and `connect`: stones are placed on an empty board.
//!
//! Implements `spec/rules/placing.md`. What the three share is here and in modules of its own: the [`board`] with its symmetries, the [`play`] of moves and
//! ends (section 2) and the [`numbering`] of classes by search (section 3). Each rule set has a module for its parameters and what tells it from the others.

mod board;
pub(crate) mod connect;
pub(crate) mod hex;
mod numbering;
mod play;
#[cfg(test)]
mod tests;
pub(crate) mod tic_tac_toe;

use crate::bidding::game::{Choice, Game, Moves, Positions, Unnumbered};
use crate::core::cbor::Reader;
use crate::core::game::{Colour, Description};
use crate::core::refusal::{Place, Refusal};
use board::Size;
use numbering::Numbering;
use play::{After, Play};

/// The steps that it takes to find the class of an option.
const STEPS_PER_OPTION: u64 = 6;

/// A game of one of the three rule sets.
struct Placing {
    rules: &'static str,
    size: Size,
    /// The length of a row that wins, where rows win.
    row: Option<u32>,
    /// The board, moves and ends of the rule set.
    play: fn(&Placing) -> Play,
}

/// Width, height and a row's length, and where they stand.
struct SizeAndRow {
    place: Place,
    width: u64,
    height: u64,
    row: u64,
}

impl SizeAndRow {
    fn read(reader: &mut Reader<'_>) -> Result<Self, Refusal> {
        let place = reader.place();
        Ok(Self { place, width: reader.unsigned()?, height: reader.unsigned()?, row: reader.unsigned()? })
    }

    /// The size and the row, if the board is one of section 1 and the row fits its longer side.
    fn known(&self) -> Option<(Size, u32)> {
        let size = Size::new(self.width, self.height)?;
        let row = u32::try_from(self.row).ok().filter(|row| (2..=size.longer_side()).contains(row))?;
        Some((size, row))
    }

    fn broken(self, rules: &'static str) -> Refusal {
        let Self { place, width, height, row } = self;
        let sentence = format!(
            "expected a board of at most 30 cells and a row from 2 to its longer side, found {width} columns, {height} rows and a row of {row}"
        );
        Refusal::new(rules, "size", place, sentence)
    }
}

impl Game for Placing {
    fn description(&self) -> Description {
        let mut parameters = vec![("board", self.size.to_string())];
        parameters.extend(self.row.map(|row| ("row", row.to_string())));
        Description { rules: self.rules, version: 1, parameters, names: vec![] }
    }

    fn search_steps(&self) -> u64 {
        // Both players' options, of which all images are looked at.
        u64::from(self.size.cells()).saturating_mul(2).saturating_mul(STEPS_PER_OPTION)
    }

    fn positions(&self, most: u32) -> Result<Box<dyn Positions + '_>, Unnumbered> {
        let play = (self.play)(self);
        let numbering = Numbering::new(&play, most)?;
        Ok(Box::new(Classes { size: self.size, play, numbering }))
    }
}

/// The numbered classes of a game.
struct Classes {
    size: Size,
    play: Play,
    numbering: Numbering,
}

impl Positions for Classes {
    fn classes(&self) -> u32 {
        self.numbering.classes()
    }

    fn placements(&self) -> u64 {
        self.numbering.placements()
    }

    fn start(&self) -> Option<u32> {
        Some(Numbering::EMPTY_BOARD)
    }

    fn position(&self, class: u32) -> String {
        self.numbering.canonical(class).map_or_else(String::new, |board| board.text(self.size))
    }

    fn moves(&self) -> Option<Box<dyn Moves + '_>> {
        Some(Box::new(self))
    }
}

impl Moves for &Classes {
    fn options(&self, class: u32, white: &mut Vec<Choice>, black: &mut Vec<Choice>) -> Option<()> {
        let board = self.numbering.canonical(class)?;
        for (colour, options) in [(Colour::White, white), (Colour::Black, black)] {
            options.clear();
            for after in self.play.options(board, colour) {
                options.push(match after {
                    After::Won => Choice::Won(colour),
                    After::Drawn => Choice::Drawn,
                    After::GoesOn(board) => Choice::Class(self.numbering.class(self.play.canonical(board).board)?),
                });
            }
        }
        Some(())
    }
}
