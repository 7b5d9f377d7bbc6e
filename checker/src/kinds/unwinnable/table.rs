//! What has been verified, for words and for callers.

use crate::claim::Claim;
use crate::game::Colour;
use crate::kinds::side;
use std::borrow::Cow;

/// Positions of which none is left by a legal move and none is a mate by one side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    pub(super) root: String,
    pub(super) winner: Colour,
    pub(super) positions: u32,
    pub(super) over: u32,
    pub(super) material: u32,
    pub(super) statically: u32,
    pub(super) by_skeletons: u32,
    pub(super) skeletons: u32,
}

impl Table {
    /// The position from which the winner cannot mate, in the text form of the rule set.
    #[must_use]
    pub fn root(&self) -> &str {
        &self.root
    }

    /// The side that cannot mate, whatever both do.
    #[must_use]
    pub fn winner(&self) -> Colour {
        self.winner
    }

    /// The number of positions that are met.
    #[must_use]
    pub fn positions(&self) -> u32 {
        self.positions
    }

    /// The number of those in which play is over.
    #[must_use]
    pub fn over(&self) -> u32 {
        self.over
    }

    /// The number of those that are settled by the material.
    #[must_use]
    pub fn material(&self) -> u32 {
        self.material
    }

    /// The number of those that are settled by the static argument.
    #[must_use]
    pub fn statically(&self) -> u32 {
        self.statically
    }

    /// The number of those that are settled by the skeleton argument.
    #[must_use]
    pub fn by_skeletons(&self) -> u32 {
        self.by_skeletons
    }

    /// The number of skeletons that are met for these.
    #[must_use]
    pub fn skeletons(&self) -> u32 {
        self.skeletons
    }

    /// The claim in words, and its figures.
    pub(super) fn words(&self) -> Claim {
        let (root, winner, loser) = (&self.root, side(self.winner), side(self.winner.other()));
        let why = self.why();
        let mut claim = Claim::default();
        // Batches have very many of these.
        claim.say(["no sequence of legal moves from ", root, " ends with ", loser, " mated by ", winner, ", by ", &why].concat());
        claim.count("positions", self.positions);
        claim.count("over", self.over);
        claim.count("material", self.material);
        claim.count("static", self.statically);
        // Figures that few certificates have.
        if self.by_skeletons > 0 {
            claim.count("by skeletons", self.by_skeletons);
            claim.count("skeletons", self.skeletons);
        }
        claim
    }

    /// What the claim rests on.
    fn why(&self) -> Cow<'static, str> {
        let skeletons = || match self.skeletons {
            1 => "1 skeleton".to_owned(),
            skeletons => format!("{skeletons} skeletons"),
        };
        match (self.positions, self.over, self.material, self.statically, self.by_skeletons) {
            (1, 1, _, _, _) => "the rules: play is over".into(),
            (1, _, 1, _, _) => "the material".into(),
            (1, _, _, 1, _) => "what can be seen of the position".into(),
            (1, _, _, _, 1) => format!("{}, in none of which a move may mate", skeletons()).into(),
            (positions, over, material, statically, by_skeletons) => {
                let by_argument = format!("by the skeleton argument ({})", skeletons());
                let parts = [
                    (statically, "by the static argument"),
                    (by_skeletons, by_argument.as_str()),
                    (material, "by the material"),
                    (over, "because play is over"),
                ];
                let parts: Vec<String> =
                    parts.iter().filter(|(count, _)| *count > 0).map(|(count, why)| format!("{count} {why}")).collect();
                let word = if positions == 1 { "position" } else { "positions" };
                match parts.is_empty() {
                    true => format!("{positions} {word} that no move leaves").into(),
                    false => format!("{positions} {word}, of which {}", parts.join(", ")).into(),
                }
            }
        }
    }
}
