//! Description of a position in a proof.

use serde::Serialize;

use super::Claim;

/// Description of a position in a proof. The schema of its JSON form is `spec/json/walk.schema.json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Place {
    /// Digest of the certificate.
    pub certificate: String,
    /// Stalemate rule.
    pub rules: String,
    /// Side that wins.
    pub winner: String,
    /// Claim of the certificate.
    pub claim: Claim,
    /// Moves from the root to the position.
    pub line: Vec<String>,
    /// Number of the position in the proof.
    pub number: u32,
    /// FEN of the position.
    pub fen: String,
    /// Side to move.
    pub to_move: String,
    /// Whether play is over.
    pub over: bool,
    /// Number of distinct positions in the subproof of the position, including the position itself.
    pub positions: u32,
    /// Length of the longest line from the position, in plies.
    pub longest: u32,
    /// Longest line from the position: the losing side holds out as long as this proof allows.
    pub main_line: Vec<String>,
    /// Move of the proof in the position, if the winner is to move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winners_move: Option<Continuation>,
    /// Moves of the losing side, if it is to move. The moves are sorted by the size of their subproofs, largest first;
    /// moves with equal sizes are in move order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub replies: Option<Vec<Continuation>>,
}

/// Move with the size of the proof after the move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Continuation {
    /// Move in coordinates.
    #[serde(rename = "move")]
    pub coordinates: String,
    /// Move in algebraic notation.
    pub san: String,
    /// Number of the move's target in the proof.
    pub number: u32,
    /// Number of distinct positions in the subproof of the target, including the target itself.
    pub positions: u32,
    /// Length of the longest line after the move, in plies.
    pub longest: u32,
    /// Whether the move begins the main line.
    pub on_main_line: bool,
}

impl Place {
    /// Returns the listed moves: the winner's move, or the replies if the other side is to move.
    #[must_use]
    pub fn continuations(&self) -> &[Continuation] {
        let one = self.winners_move.as_ref().map(std::slice::from_ref);
        one.or(self.replies.as_deref()).unwrap_or_default()
    }
}
