//! The rule set `chess`: the rules of orthodox chess that matter for mate.
//!
//! Implements `spec/rules/chess.md`, sections 1 to 4. `moves` generates legal moves and finds out whether play is over.
//! `packed` and `text` read positions, and `clauses` tests whether positions are valid. The module `arguments`
//! implements section 5.

mod clauses;
pub(crate) mod moves;
mod packed;
#[cfg(test)]
mod tests;
#[cfg(any(test, feature = "inspect"))]
mod text;

use crate::chess::attacks::Attacks;
use crate::chess::game::{Status, TwoPlayerGame};
use crate::chess::packed::{Move, PackedPosition};
use crate::chess::position::Position;
use crate::core::cbor::Reader;
use crate::core::game::Description;
use crate::core::refusal::{Place, Refusal};
use crate::helpmate::game::PackedGame;
use crate::helpmate::legal::LegalMoves;

pub(crate) const NAME: &str = "chess";

/// Orthodox chess.
pub(crate) struct Chess {
    pub(super) attacks: Attacks,
}

/// Returns the description of this game.
pub(crate) fn description() -> Description {
    Description { rules: NAME, version: 1, parameters: vec![], names: vec![] }
}

/// Reads the parameters `[]`.
pub(crate) fn parameters(reader: &mut Reader<'_>) -> Result<Chess, Refusal> {
    reader.array_of(0)?;
    Ok(Chess::new())
}

impl Chess {
    pub(crate) fn new() -> Self {
        Self { attacks: Attacks::new() }
    }
}

impl PackedGame for Chess {
    fn unpack(&self, packed: &[u8], place: &Place) -> Result<PackedPosition, Refusal> {
        clauses::position(packed::packed(packed, place)?, &self.attacks, place).map(Position::packed)
    }

    fn legal(&self, packed: &PackedPosition, moves: &mut LegalMoves) -> Status {
        moves::legal(packed, &self.attacks, moves)
    }

    #[cfg(any(test, feature = "inspect"))]
    fn read(&self, text: &str, place: &Place) -> Result<PackedPosition, Refusal> {
        clauses::position(text::fen(text, place)?, &self.attacks, place).map(Position::packed)
    }
}

impl TwoPlayerGame for Chess {
    fn play(&self, position: &PackedPosition, moves: &mut Vec<Move>) -> Status {
        let mut legal = LegalMoves::new();
        let status = self.legal(position, &mut legal);
        moves.clear();
        moves.extend(legal.all());
        status
    }
}
