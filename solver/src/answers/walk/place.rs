//! What there is to say of a place in a proof.

use serde::Serialize;

use super::Claim;

/// What there is to say of a place. As JSON: `spec/json/walk.schema.json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Place {
    /// The digest of the certificate.
    pub certificate: String,
    /// The rule of stalemate.
    pub rules: String,
    /// The side that wins.
    pub winner: String,
    /// What the certificate claims.
    pub claim: Claim,
    /// The moves from the root to here.
    pub line: Vec<String>,
    /// The position's number in the proof.
    pub number: u32,
    /// The position as FEN.
    pub fen: String,
    /// The side to move.
    pub to_move: String,
    /// Whether play is over.
    pub over: bool,
    /// Distinct positions from here on, this one included.
    pub positions: u32,
    /// The greatest number of moves of both sides from here on.
    pub longest: u32,
    /// The moves from here with which the other side holds out longest.
    pub main_line: Vec<String>,
    /// The move of the proof, where the winner is to move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winners_move: Option<Continuation>,
    /// The other side's moves where it is to move, the one with most positions below first; equal ones in move order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub replies: Option<Vec<Continuation>>,
}

/// A move and what lies behind it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Continuation {
    /// The move in coordinates.
    #[serde(rename = "move")]
    pub coordinates: String,
    /// The move in algebraic notation.
    pub san: String,
    /// The number of the position that it leads to.
    pub number: u32,
    /// Distinct positions from there on, that one included.
    pub positions: u32,
    /// The greatest number of moves of both sides behind this one.
    pub longest: u32,
    /// Whether it begins the main line.
    pub on_main_line: bool,
}

impl Place {
    /// The moves that are listed: the winner's, or the replies.
    #[must_use]
    pub fn continuations(&self) -> &[Continuation] {
        let one = self.winners_move.as_ref().map(std::slice::from_ref);
        one.or(self.replies.as_deref()).unwrap_or_default()
    }
}
