//! A verified proof that one side or both sides of losing chess do not lose, in the form in which the solver stores it.

use crate::games::Colour;
use crate::games::losing_chess::{Position, Stalemate};

/// Whether a side needs a good defence to avoid a loss, or cannot lose at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Defence {
    /// The side has a defence against all play of the other side.
    ByForce,
    /// The side does not lose whatever both sides play.
    Always,
}

/// Verified certificate of kind `safe` (`spec/kinds/safe.md`).
#[derive(Clone, Debug)]
pub struct SafeProof {
    /// Stalemate rule.
    pub stalemate: Stalemate,
    /// Positions from which the sides do not lose.
    pub roots: Vec<Position>,
    /// Whether the sides need a good defence to avoid a loss, or cannot lose at all.
    pub defence: Defence,
    /// The sides that do not lose: one side, or White and Black.
    pub sides: Vec<SafeSide>,
    /// Digest of the certificate, as text.
    pub digest: String,
}

/// A side that does not lose, with the closed set that proves it.
#[derive(Clone, Debug)]
pub struct SafeSide {
    /// The side.
    pub side: Colour,
    /// Number of distinct positions in the closed set.
    pub positions: u32,
    /// The side's moves, encoded as a bit stream, in the order of the positions of the closed set.
    pub stream: Vec<u8>,
}
