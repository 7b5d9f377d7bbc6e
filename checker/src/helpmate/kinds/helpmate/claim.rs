//! What a certificate of kind `helpmate` proves.

use crate::chess::game::Notation;
use crate::chess::packed::{Move, PackedPosition};
use crate::core::claim;
use crate::core::game::Colour;

/// A side can mate: there is a line of legal moves of both sides after which the other side is mated.
///
/// Texts are written when they are asked for: of most claims of a batch nobody does.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Claim {
    pub(super) root: PackedPosition,
    /// The intended winner: the side that mates.
    pub winner: Colour,
    /// The number of moves of both sides.
    pub plies: u32,
    pub(super) line: Box<[Move]>,
    pub(super) notation: Notation,
}

impl Claim {
    /// The position in which the line begins, as the first four fields of FEN.
    #[must_use]
    pub fn root(&self) -> String {
        (self.notation.position)(&self.root)
    }

    /// The moves, in the text form of the rule set, one space between them.
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
