//! Description of a place in a proof.

use serde::Serialize;

use super::Claim;

/// Description of a place. The schema of its JSON is `spec/json/walk.schema.json`.
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
    /// Moves from the root to here.
    pub line: Vec<String>,
    /// Number of the position in the proof.
    pub number: u32,
    /// FEN of the position.
    pub fen: String,
    /// Side to move.
    pub to_move: String,
    /// Whether play is over.
    pub over: bool,
    /// Number of distinct positions from here on, including this one.
    pub positions: u32,
    /// Length of the longest line from here, in plies.
    pub longest: u32,
    /// Line from here with which the other side holds out longest in this proof.
    pub main_line: Vec<String>,
    /// Move of the proof, if the winner is to move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winners_move: Option<Continuation>,
    /// Moves of the other side, if it is to move: the one with most positions below first, equal ones in move order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub replies: Option<Vec<Continuation>>,
}

/// Move with a summary of the proof after it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Continuation {
    /// Move in coordinates.
    #[serde(rename = "move")]
    pub coordinates: String,
    /// Move in algebraic notation.
    pub san: String,
    /// Number of its target position.
    pub number: u32,
    /// Number of distinct positions from there on, including the target.
    pub positions: u32,
    /// Length of the longest line after the move, in plies.
    pub longest: u32,
    /// Whether it begins the main line.
    pub on_main_line: bool,
}

impl Place {
    /// Returns the listed moves: the winner's, or the replies.
    #[must_use]
    pub fn continuations(&self) -> &[Continuation] {
        let one = self.winners_move.as_ref().map(std::slice::from_ref);
        one.or(self.replies.as_deref()).unwrap_or_default()
    }
}
