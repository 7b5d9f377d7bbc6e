//! What a certificate of kind `helpmate` proves.

use crate::core::claim;
use crate::core::game::Colour;

/// A side can mate: there is a line of legal moves of both sides after which the other side is mated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The position in which the line begins, as the first four fields of FEN.
    pub root: String,
    /// The intended winner: the side that mates.
    pub winner: Colour,
    /// The number of moves of both sides.
    pub plies: u32,
    /// The moves, in the text form of the rule set, one space between them.
    pub line: String,
}

impl claim::Claim for Claim {
    fn statements(&self) -> Vec<String> {
        let Self { root, winner, plies, line } = self;
        let loser = winner.other();
        vec![match plies {
            0 => format!("in chess, {winner} has mated {loser} in {root}"),
            1 => format!("in chess, {winner} can mate {loser} from {root} within 1 move, legal but perhaps not the best: {line}"),
            _ => format!(
                "in chess, {winner} can mate {loser} from {root} within {plies} moves of both sides, legal but perhaps not the best: {line}"
            ),
        }]
    }
}
