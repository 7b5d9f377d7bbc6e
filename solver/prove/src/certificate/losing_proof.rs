//! Verified certificates of wins in losing chess, as the solver stores them: a whole proof, or only its results.

use super::Digest;
use crate::games::Colour;
use crate::games::losing_chess::winner::ForSide;
use crate::games::losing_chess::{Position, Stalemate};
use crate::model::proof_graph::ProofGraph;

/// Estimates the memory, in bytes, for verifying, reading and traversing a proof of `positions` positions. A proof
/// never takes more memory than the estimate.
#[must_use]
pub fn estimate_memory(positions: u64) -> u64 {
    // Memory for the program and for a file of moderate size, in bytes.
    const PROGRAM: u64 = 16 << 20;
    // Memory per position, in bytes, besides the graph: for the file and for the data of a traversal. The checker's
    // tables are not counted, because they are smaller and are freed before the graph is read.
    const NOTED: u64 = 8;
    PROGRAM.saturating_add(ProofGraph::estimate_memory::<ForSide>(positions)).saturating_add(positions.saturating_mul(NOTED))
}

/// Claim of a certificate of kind `losing`, together with the encoded proof (`spec/kinds/losing.md`).
#[derive(Clone, Debug)]
pub struct LosingProof {
    /// Rule set and winning side.
    pub game: ForSide,
    /// Root of the proof.
    pub root: Position,
    /// Number of plies from the last capture or pawn move to the root.
    pub clock: u32,
    /// Number of distinct positions in the proof.
    pub positions: u32,
    /// Length of the longest line of moves in the proof, in plies.
    pub longest: u32,
    /// Greatest number of consecutive plies without a capture or pawn move. Plies before the root are counted too.
    pub reversible: u64,
    /// The winner's moves, encoded as a bit stream. The positions in which they are made are in preorder.
    pub stream: Vec<u8>,
    /// Digest of the certificate, as text.
    pub digest: String,
}

/// Two bounds on the plies that follow a position: to the end of play, and before the first capture or pawn move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bounds {
    /// Bound on the number of plies to the end of play.
    pub longest: u32,
    /// Bound on the number of plies before the first capture or pawn move.
    pub run: u32,
}

/// The wins that a verified certificate of kind `losing` proves.
#[derive(Clone, Debug)]
pub struct Wins {
    /// Digest of the certificate.
    pub digest: Digest,
    /// Rule set.
    pub stalemate: Stalemate,
    /// The side that wins.
    pub winner: Colour,
    /// The positions from which this side wins.
    pub roots: Vec<(Position, Bounds)>,
    /// Bound on the number of consecutive plies without a capture or pawn move.
    pub reversible: u32,
}
