//! A verified proof that a side wins in losing chess, in the solver's terms.

use crate::games::losing_chess::Position;
use crate::games::losing_chess::winner::ForSide;
use crate::model::proof_graph::ProofGraph;

/// Estimates an upper bound, in bytes, for verifying a proof of `positions` positions, reading it and traversing it.
#[must_use]
pub fn estimate_memory(positions: u64) -> u64 {
    // The program and a file of moderate size.
    const PROGRAM: u64 = 16 << 20;
    // Memory besides the graph: the file, and the notes of a traversal. The checker's tables are smaller and freed
    // before the graph is read.
    const NOTED: u64 = 8;
    PROGRAM.saturating_add(ProofGraph::estimate_memory::<ForSide>(positions)).saturating_add(positions.saturating_mul(NOTED))
}

/// Claim of a certificate of kind `losing`, with the encoded proof (`spec/kinds/losing.md`).
#[derive(Clone, Debug)]
pub struct LosingProof {
    /// Rules and winner.
    pub game: ForSide,
    /// Root of the proof.
    pub root: Position,
    /// Plies since the last capture or pawn move before the root.
    pub clock: u32,
    /// Number of distinct positions.
    pub positions: u32,
    /// Length of the longest line, in plies.
    pub longest: u32,
    /// Greatest number of consecutive moves without a capture or pawn move, `clock` included.
    pub reversible: u64,
    /// The winner's moves in preorder, as a bit stream.
    pub stream: Vec<u8>,
    /// Digest of the certificate, as text.
    pub digest: String,
}
