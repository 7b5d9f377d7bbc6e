//! Description of a position in a proof.

use serde::Serialize;

use super::Claim;
use crate::certificate::losing_proof::Citation;
use crate::games::Colour;

/// Description of a position in a proof. The schema of its JSON form is `spec/json/walk.schema.json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Place {
    /// Digest of the certificate.
    pub certificate: String,
    /// Stalemate rule.
    pub rules: String,
    /// Side that wins.
    pub winner: Colour,
    /// Claim of the certificate about the root from which the line of moves starts.
    pub claim: Claim,
    /// File of the certificate. Present only if the line of moves entered this certificate through a citation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Certificates that the line of moves has left, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub passed: Vec<Passed>,
    /// Moves from the root to the position.
    pub line: Vec<String>,
    /// Number of the position in the proof.
    pub number: u32,
    /// FEN of the position.
    pub fen: String,
    /// Side to move.
    pub to_move: Colour,
    /// Whether play is over.
    pub over: bool,
    /// Number of distinct positions in the proof from this position on, including this position. Positions that cited
    /// certificates prove do not count.
    pub positions: u32,
    /// Length of the longest line of moves from the position, in plies. If the certificate cites others, the number is
    /// only an upper bound of the length.
    pub longest: u32,
    /// Longest line of moves from the position. On this line, the losing side holds out as long as the proof allows.
    pub main_line: Vec<String>,
    /// The winner's move in the proof, if the winner is to move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winners_move: Option<Continuation>,
    /// Moves of the losing side, if this side is to move. The moves are sorted by [`Continuation::positions`], greatest
    /// number first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub replies: Option<Vec<Continuation>>,
    /// The cited certificate that proves the position, or `None` if the proof itself proves it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cited: Option<Cited>,
}

/// A certificate that a line of moves has left for a cited certificate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Passed {
    /// Digest of the certificate.
    pub certificate: String,
    /// Claim of the certificate about the root from which the line starts.
    pub claim: Claim,
    /// Moves from this root to a root of the next certificate.
    pub line: Vec<String>,
}

/// A cited certificate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Cited {
    /// File in which the certificate was found.
    pub file: String,
    /// Digest of the certificate.
    pub sha256: String,
}

impl From<&Citation> for Cited {
    fn from(citation: &Citation) -> Self {
        Self { file: citation.file.display().to_string(), sha256: citation.wins.digest.to_string() }
    }
}

/// A move of the proof.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Continuation {
    /// Move in coordinates.
    #[serde(rename = "move")]
    pub coordinates: String,
    /// Move in algebraic notation.
    pub san: String,
    /// Number that the proof assigns to the position after the move.
    pub number: u32,
    /// Number of distinct positions in the proof after the move.
    pub positions: u32,
    /// Length of the longest line of play after the move, in plies.
    pub longest: u32,
    /// Whether the move is the first move of [`Place::main_line`].
    pub on_main_line: bool,
    /// The cited certificate that proves the position after the move, or `None` if the proof itself proves it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cited: Option<Cited>,
}

impl Place {
    /// Returns the winner's move, or all replies of the losing side.
    #[must_use]
    pub fn continuations(&self) -> &[Continuation] {
        let one = self.winners_move.as_ref().map(std::slice::from_ref);
        one.or(self.replies.as_deref()).unwrap_or_default()
    }
}
