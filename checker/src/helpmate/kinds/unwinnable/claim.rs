//! The proved claim of a certificate of kind `unwinnable`.

use crate::chess::game::Notation;
use crate::chess::packed::PackedPosition;
use crate::core::claim;
use crate::core::fields::counted;
use crate::core::game::Colour;

/// The claim that a side cannot mate, whatever both sides do: no sequence of legal moves ends with a mate by this side.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Claim {
    pub(super) root: PackedPosition,
    pub(super) notation: Notation,
    /// The intended winner: the side that cannot mate.
    pub winner: Colour,
    /// Number of positions that the checker examined.
    pub positions: u32,
    /// Number of positions whose moves are not followed because play is over.
    pub over: u32,
    /// Number of positions whose moves are not followed because the material rules out a mate.
    pub material: u32,
    /// Number of positions whose moves are not followed because the static argument (a test without search) rules out a
    /// mate.
    pub static_argument: u32,
    /// Number of positions whose moves are not followed because the skeleton argument rules out a mate.
    pub skeleton_argument: u32,
    /// Number of skeletons (partly known positions) that all skeleton arguments explored.
    pub skeletons: u32,
}

impl Claim {
    /// Returns the position in which play begins, as the first four fields of FEN. The text is created only when it is
    /// requested.
    #[must_use]
    pub fn root(&self) -> String {
        (self.notation.position)(&self.root)
    }

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
