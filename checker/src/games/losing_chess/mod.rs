//! The rule set `losing-chess`: the side that gets rid of its units wins.
//!
//! Implements `spec/rules/losing-chess.md`. The rooms: `position` holds a position in four words, `moves` generates and makes moves, `text` reads
//! and writes; here are the parameters and the end. There are far too many positions to be numbered; a kind that applies to this game asks for
//! [`Game::in_turns`].

mod moves;
mod position;
#[cfg(test)]
mod tests;
mod text;

use crate::cbor::Reader;
use crate::chess::lines::Lines;
use crate::game::{CitedGame, Colour, Description, Game, InTurns, Move, Play, Positions, Step, Unnumbered, Words};
use crate::rejection::{Place, Rejection};
use moves::Coded;
use position::Position;
use std::cmp::Ordering;

pub(crate) const NAME: &str = "losing-chess";
pub(crate) const VERSION: u64 = 1;

const SIDES: [Colour; 2] = [Colour::White, Colour::Black];

/// Who has won when a side is stalemated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stalemate {
    International,
    Fics,
    Joint,
}

impl Stalemate {
    const ALL: [Self; 3] = [Self::Joint, Self::International, Self::Fics];

    fn name(self) -> &'static str {
        match self {
            Self::International => "international",
            Self::Fics => "fics",
            Self::Joint => "joint",
        }
    }

    /// Who has won when `stalemated` has so many units compared with the other side.
    fn winner(self, stalemated: Colour, units: Ordering) -> Option<Colour> {
        match (self, units) {
            (Self::International, _) | (_, Ordering::Less) => Some(stalemated),
            (Self::Fics, Ordering::Greater) => Some(stalemated.other()),
            (Self::Fics, Ordering::Equal) | (Self::Joint, Ordering::Equal | Ordering::Greater) => None,
        }
    }
}

/// The game.
struct LosingChess {
    stalemate: Stalemate,
    lines: Lines,
}

/// The parameters `[stalemate]`.
pub(crate) fn parameters(reader: &mut Reader<'_>) -> Result<Box<dyn Game>, Rejection> {
    reader.array_of(1)?;
    let stalemate = stalemate(reader)?;
    Ok(Box::new(LosingChess { stalemate, lines: Lines::new() }))
}

/// Clause `losing-chess/stalemate`: one of the three rules.
fn stalemate(reader: &mut Reader<'_>) -> Result<Stalemate, Rejection> {
    let place = reader.place();
    let name = reader.text()?;
    Stalemate::ALL.into_iter().find(|known| known.name() == name).ok_or_else(|| {
        let names = Stalemate::ALL.map(Stalemate::name).join(", ");
        let found: String = name.chars().take(32).flat_map(char::escape_debug).collect();
        Rejection::new(NAME, "stalemate", place, format!("expected one of {names}, found \"{found}\""))
    })
}

impl Game for LosingChess {
    fn description(&self) -> Description {
        Description { rules: NAME, version: VERSION, parameters: vec![("stalemate", self.stalemate.name().to_owned())] }
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
}

impl InTurns for LosingChess {
    fn variant(&self) -> &'static str {
        self.stalemate.name()
    }

    fn read(&self, text: &str, place: &Place) -> Result<Words, Rejection> {
        text::read(text, place).map(Position::words)
    }

    fn text(&self, words: &Words) -> String {
        text::write(Position::from_words(*words))
    }

    fn play(&self, words: &Words, moves: &mut Vec<Move>) -> Play {
        let position = Position::from_words(*words);
        let us = position.to_move();
        let (own, others) = (position.units(us), position.units(us.other()));
        if own == 0 {
            return Play::Over(Some(us));
        }
        if others == 0 {
            return Play::Over(Some(us.other()));
        }
        moves::legal(position, &self.lines, moves);
        if moves.is_empty() {
            return Play::Over(self.stalemate.winner(us, own.count_ones().cmp(&others.count_ones())));
        }
        Play::Goes(us)
    }

    fn make(&self, words: &Words, played: Move) -> Step {
        moves::make(Position::from_words(*words), played)
    }

    fn name(&self, played: Move) -> String {
        text::move_name(Coded::decode(played))
    }
}
