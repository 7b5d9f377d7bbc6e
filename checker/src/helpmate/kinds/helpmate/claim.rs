//! The proved claim of a certificate of kind `helpmate`.

use crate::chess::game::Notation;
use crate::chess::packed::{Move, PackedPosition};
use crate::core::claim;
use crate::core::game::Colour;

/// A side can mate: a line of legal moves of both sides ends with the other side mated.
///
/// The texts of a claim are created only when they are requested, because most claims of a batch are never printed.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Claim {
    pub(super) root: PackedPosition,
    /// The intended winner: the side that mates.
    pub winner: Colour,
    /// Length of the line in plies.
    pub plies: u32,
    pub(super) line: Box<[Move]>,
    pub(super) notation: Notation,
}

impl Claim {
    /// Returns the position in which the line begins, as the first four fields of FEN.
    #[must_use]
    pub fn root(&self) -> String {
        (self.notation.position)(&self.root)
    }

    /// Returns the moves of the line in the notation of the rule set, separated by single spaces.
    #[must_use]
    pub fn line(&self) -> String {
        self.notation.line(&self.line)
    }
}

impl claim::Claim for Claim {
    fn statements(&self) -> Vec<String> {
        let Self { winner, plies, .. } = self;
        let (root, line) = (self.root(), self.line());
        let loser = winner.other();
        vec![match plies {
            0 => format!("{winner} has mated {loser} in the chess position {root}"),
            1 => format!("{winner} can mate {loser} from the chess position {root} with 1 legal move: {line}"),
            _ => format!("{winner} can mate {loser} from the chess position {root} with {plies} legal moves of both sides: {line}"),
        }]
    }
}
