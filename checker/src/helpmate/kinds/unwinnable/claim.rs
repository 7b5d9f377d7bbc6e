//! What a certificate of kind `unwinnable` proves.

use crate::chess::game::Notation;
use crate::chess::packed::PackedPosition;
use crate::core::claim;
use crate::core::fields::counted;
use crate::core::game::Colour;

/// A side cannot mate, whatever both do: no sequence of legal moves ends in a position in which it has mated.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Claim {
    pub(super) root: PackedPosition,
    pub(super) notation: Notation,
    /// The intended winner: the side that cannot mate.
    pub winner: Colour,
    /// How many positions are met. All legal moves lead to positions among them, but for those from settled ones, which are not made.
    pub positions: u32,
    /// How many of these are settled because play is over.
    pub over: u32,
    /// How many are settled by the material.
    pub material: u32,
    /// How many are settled by the static argument.
    pub static_argument: u32,
    /// How many are settled by the skeleton argument.
    pub skeleton_argument: u32,
    /// How many skeletons are met for these.
    pub skeletons: u32,
}

impl Claim {
    /// The position in which play begins, as the first four fields of FEN. It is written when it is asked for.
    #[must_use]
    pub fn root(&self) -> String {
        (self.notation.position)(&self.root)
    }

    /// What the claim rests on.
    fn why(&self) -> String {
        let parts = [
            (self.over, "because play is over"),
            (self.material, "by the material"),
            (self.static_argument, "by the static argument"),
            (self.skeleton_argument, "by the skeleton argument"),
        ];
        let mut why = counted(self.positions, ["position is met", "positions are met"]);
        for (count, by) in parts.iter().filter(|(count, _)| *count > 0) {
            why.push_str(&format!(", {count} settled {by}"));
        }
        if self.skeletons > 0 {
            why.push_str(&format!(" ({} skeletons)", self.skeletons));
        }
        why
    }
}

impl claim::Claim for Claim {
    fn statements(&self) -> Vec<String> {
        let (winner, loser) = (self.winner, self.winner.other());
        vec![format!("{winner} cannot mate {loser} from the chess position {} by any sequence of legal moves: {}", self.root(), self.why())]
    }
}
