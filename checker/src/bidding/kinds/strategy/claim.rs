//! The claim that a verified certificate of kind `strategy` proves.

use super::claimed::Claimed;
use crate::bidding::kinds::discrete::{BIDS, CHIPS, Rule, TieBreak, players};
use crate::core::cbor::as_u64;
use crate::core::claim;
use crate::core::fields::counted;
use crate::core::game::Colour;

/// The claim: a player wins by force from the position in which play begins.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Claim {
    /// The claimant, who is the player that wins by force. White stands for Left, and Black for Right.
    pub player: Colour,
    /// The rule that breaks ties.
    pub tie_break: TieBreak,
    /// Total number of chips.
    pub chips: u32,
    /// The claimant wins with this amount or more, encoded as in `spec/kinds/chips.md`.
    pub code: u32,
    /// Number of classes of symmetric positions for which the strategy has moves.
    pub positions: u64,
}

impl Claim {
    pub(super) fn new(claimed: &Claimed, positions: usize) -> Self {
        let Rule { player, tie_break } = claimed.rule;
        Self { player, tie_break, chips: claimed.chips, code: claimed.code, positions: as_u64(positions) }
    }

    /// Returns the amount of chips that the claimant holds, in the notation of *Discrete bidding games*.
    #[must_use]
    pub fn holding(&self) -> String {
        Rule { player: self.player, tie_break: self.tie_break }.written(self.code, self.chips)
    }
}

impl claim::Claim for Claim {
    fn statements(&self) -> Vec<String> {
        let [claimant, other] = players(self.player);
        let (chips, holding) = (counted(self.chips, CHIPS), self.holding());
        vec![
            format!(
                "at the start, with {chips} in all, {claimant} can force a win with {holding} and with every greater holding, whatever {other} does"
            ),
            "a draw is no win; whether a smaller holding is enough is not claimed".to_owned(),
            format!(
                "the file has moves of {claimant} for {}, all that these moves leave reachable",
                counted(self.positions, ["class of positions", "classes of positions"])
            ),
            BIDS.to_owned(),
            self.tie_break.sentence().to_owned(),
        ]
    }
}
