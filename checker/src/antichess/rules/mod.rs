//! The rule set `losing-chess`: a side wins when it has no pieces and no pawns left.
//!
//! Implements `spec/rules/losing-chess.md`. `moves` generates legal moves, and `text` parses positions. This file reads
//! the parameters and decides when play is over.

mod moves;
#[cfg(test)]
mod tests;
mod text;

use crate::chess::attacks::Attacks;
use crate::chess::game::{Status, TwoPlayerGame};
use crate::chess::packed::{Move, PackedPosition};
use crate::chess::position::Position;
use crate::core::cbor::Reader;
use crate::core::fields::quoted;
use crate::core::game::{Colour, Description};
use crate::core::refusal::{Place, Refusal};
use std::cmp::Ordering;

pub(crate) const NAME: &str = "losing-chess";

/// A stalemate rule, which decides who has won when a side is stalemated.
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

    /// Returns the winner when `stalemated` is stalemated. `units` is `Less` if the stalemated side has fewer pieces
    /// and pawns than the other side, and `Greater` if it has more.
    fn winner(self, stalemated: Colour, units: Ordering) -> Option<Colour> {
        match (self, units) {
            (Self::International, _) | (_, Ordering::Less) => Some(stalemated),
            (Self::Fics, Ordering::Greater) => Some(stalemated.other()),
            (Self::Fics, Ordering::Equal) | (Self::Joint, Ordering::Equal | Ordering::Greater) => None,
        }
    }
}

/// Losing chess under one stalemate rule.
pub(crate) struct Antichess {
    stalemate: Stalemate,
    attacks: Attacks,
}

/// Reads the parameters of the rule set, which are `[stalemate]`.
pub(crate) fn parameters(reader: &mut Reader<'_>) -> Result<Antichess, Refusal> {
    reader.array_of(1)?;
    let stalemate = stalemate(reader)?;
    Ok(Antichess { stalemate, attacks: Attacks::new() })
}

/// Clause `losing-chess/stalemate`: the parameter names one of the three stalemate rules.
fn stalemate(reader: &mut Reader<'_>) -> Result<Stalemate, Refusal> {
    let place = reader.place();
    let name = reader.text()?;
    Stalemate::ALL.into_iter().find(|known| known.name() == name).ok_or_else(|| {
        let names = Stalemate::ALL.map(Stalemate::name).join(", ");
        Refusal::new(NAME, "stalemate", place, format!("expected one of {names}, found {}", quoted(name, 32)))
    })
}

impl Antichess {
    pub(crate) fn description(&self) -> Description {
        Description { rules: NAME, version: 1, parameters: vec![("stalemate", self.variant().to_owned())], names: vec![] }
    }

    /// Returns the name of the stalemate rule.
    pub(crate) fn variant(&self) -> &'static str {
        self.stalemate.name()
    }

    /// Parses a position. `place` says where in the file the text begins.
    pub(crate) fn read(&self, text: &str, place: &Place) -> Result<PackedPosition, Refusal> {
        text::read(text, place).map(Position::packed)
    }

    /// Reads the next position of a list, whose positions must be in ascending order of their bytes. `last` is the text
    /// of the previous position, and is replaced with the text of the new position.
    pub(crate) fn read_next<'a>(
        &self,
        reader: &mut Reader<'a>,
        last: &mut &'a str,
        group: &'static str,
    ) -> Result<PackedPosition, Refusal> {
        let place = reader.place();
        let text = reader.text()?;
        let position = self.read(text, &place)?;
        if text <= std::mem::replace(last, text) {
            return Err(Refusal::new(
                group,
                "roots",
                place,
                "expected the positions in ascending order of their bytes, found one that is not greater",
            ));
        }
        Ok(position)
    }
}

impl TwoPlayerGame for Antichess {
    fn play(&self, packed: &PackedPosition, moves: &mut Vec<Move>) -> Status {
        let position = Position::from_packed(*packed);
        let us = position.to_move();
        let (own, others) = (position.units(us), position.units(us.other()));
        if own == 0 {
            return Status::Over(Some(us));
        }
        if others == 0 {
            return Status::Over(Some(us.other()));
        }
        moves::legal(position, &self.attacks, moves);
        if moves.is_empty() {
            return Status::Over(self.stalemate.winner(us, own.count_ones().cmp(&others.count_ones())));
        }
        Status::Goes(us)
    }
}
