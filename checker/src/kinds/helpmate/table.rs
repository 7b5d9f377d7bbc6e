//! What has been verified, for words and for callers.

use crate::claim::Claim;
use crate::game::Colour;
use crate::kinds::side;

/// A line of moves after which a side has mated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    pub(super) root: String,
    pub(super) winner: Colour,
    pub(super) plies: u32,
    pub(super) line: String,
}

impl Table {
    /// The position from which the winner can mate, in the text form of the rule set.
    #[must_use]
    pub fn root(&self) -> &str {
        &self.root
    }

    /// The side that can mate.
    #[must_use]
    pub fn winner(&self) -> Colour {
        self.winner
    }

    /// The number of moves, of both sides together.
    #[must_use]
    pub fn plies(&self) -> u32 {
        self.plies
    }

    /// The moves, in the text form of the rule set, one space between them.
    #[must_use]
    pub fn line(&self) -> &str {
        &self.line
    }

    /// The claim in words, and its figures.
    pub(super) fn words(&self) -> Claim {
        let (root, plies, line) = (&self.root, self.plies, &self.line);
        let (winner, loser) = (side(self.winner), side(self.winner.other()));
        let mut claim = Claim::default();
        claim.say(match plies {
            0 => format!("{winner} has mated in {root}"),
            1 => format!("{winner} can mate from {root} in 1 ply, with {loser}'s help: {line}"),
            _ => format!("{winner} can mate from {root} in {plies} plies, with {loser}'s help: {line}"),
        });
        claim.count("plies", plies);
        claim
    }
}
