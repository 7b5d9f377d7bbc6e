//! The rule set `chess`: orthodox chess, as far as it is about mate.
//!
//! Implements `spec/rules/chess.md`. The rooms: `position` holds a position in four words, `moves` generates and makes moves; `text` and `packed` read the two forms
//! of a position, and `clauses` says which positions there are; `material`, `mobility` and `cover` see that a side cannot mate, and so does
//! `skeleton`; `around` is what the last two have in common; here is the end. There are far
//! too many positions to be numbered; a kind that applies to this game asks for [`Game::with_help`].

mod around;
mod clauses;
mod cover;
mod material;
mod mobility;
mod moves;
mod packed;
mod position;
mod skeleton;
#[cfg(test)]
mod tests;
mod text;

use crate::cbor::Reader;
use crate::chess::lines::Lines;
use crate::game::{Argument, CitedGame, Colour, Description, Game, InTurns, Move, Play, Positions, Step, Unnumbered, WithHelp, Words};
use crate::rejection::{Place, Rejection};
use moves::Coded;
use position::Position;

pub(crate) const NAME: &str = "chess";
pub(crate) const VERSION: u64 = 1;

const SIDES: [Colour; 2] = [Colour::White, Colour::Black];

/// The game.
struct Chess {
    lines: Lines,
}

/// The parameters `[]`.
pub(crate) fn parameters(reader: &mut Reader<'_>) -> Result<Box<dyn Game>, Rejection> {
    reader.array_of(0)?;
    Ok(Box::new(Chess { lines: Lines::new() }))
}

impl Game for Chess {
    fn description(&self) -> Description {
        Description { rules: NAME, version: VERSION, parameters: vec![] }
    }

    fn cited(&self) -> Vec<CitedGame> {
        vec![]
    }

    fn numbering_bytes(&self) -> u64 {
        0
    }

    fn positions(&self, _: u32) -> Result<Box<dyn Positions + '_>, Unnumbered> {
        Err(Unnumbered::TooMany)
    }

    fn in_turns(&self) -> Option<&dyn InTurns> {
        Some(self)
    }

    fn with_help(&self) -> Option<&dyn WithHelp> {
        Some(self)
    }
}

impl InTurns for Chess {
    fn variant(&self) -> &'static str {
        "orthodox"
    }

    fn read(&self, text: &str, place: &Place) -> Result<Words, Rejection> {
        clauses::position(text::fen(text, place)?, &self.lines, place).map(Position::words)
    }

    fn text(&self, words: &Words) -> String {
        text::write(Position::from_words(*words))
    }

    fn play(&self, words: &Words, moves: &mut Vec<Move>) -> Play {
        let position = Position::from_words(*words);
        let us = position.to_move();
        let in_check = moves::legal(position, &self.lines, moves);
        match (moves.is_empty(), in_check) {
            (false, _) => Play::Goes(us),
            (true, true) => Play::Over(Some(us.other())),
            (true, false) => Play::Over(None),
        }
    }

    fn make(&self, words: &Words, played: Move) -> Step {
        moves::make(Position::from_words(*words), played)
    }

    fn name(&self, played: Move) -> String {
        text::move_name(Coded::decode(played))
    }
}

impl WithHelp for Chess {
    fn unpack(&self, packed: &[u8], place: &Place) -> Result<Words, Rejection> {
        clauses::position(packed::packed(packed, place)?, &self.lines, place).map(Position::words)
    }

    fn material(&self, words: &Words, winner: Colour) -> bool {
        material::cannot_mate(Position::from_words(*words), winner)
    }

    fn statically(&self, words: &Words, winner: Colour) -> bool {
        cover::cannot_mate(Position::from_words(*words), winner, &self.lines)
    }

    fn by_skeletons(&self, words: &Words, winner: Colour, followed: u64, most: u32) -> Argument {
        skeleton::argue(Position::from_words(*words), winner, followed, most, &self.lines)
    }
}
