//! A verified proof that a side of losing chess wins, in the solver's terms.

use crate::games::losing_chess::Position;
use crate::games::losing_chess::winner::ForSide;
use crate::model::proof_graph::ProofGraph;

/// How many bytes it takes at most to verify a proof of so many positions, to read it, and to walk through it.
#[must_use]
pub fn estimate_memory(positions: u64) -> u64 {
    // The program and a file of moderate size.
    const PROGRAM: u64 = 16 << 20;
    // Beside the graph, what is in the file and what a walk notes of the positions. The checker's tables are gone when the graph is read, and smaller.
    const NOTED: u64 = 8;
    PROGRAM.saturating_add(ProofGraph::estimate_memory::<ForSide>(positions)).saturating_add(positions.saturating_mul(NOTED))
}

/// What a certificate of kind `losing` claims, and the proof as it stands there (`spec/kinds/losing.md`).
#[derive(Clone, Debug)]
pub struct LosingProof {
    /// The rules, and the side that wins.
    pub game: ForSide,
    /// Where the proof begins.
    pub root: Position,
    /// Moves since the last capture or pawn move before the root.
    pub clock: u32,
    /// The number of distinct positions.
    pub positions: u32,
    /// The greatest number of moves of both sides.
    pub longest: u32,
    /// The greatest number of moves in a row without a capture or pawn move, those of `clock` included.
    pub reversible: u64,
    /// The winner's moves in preorder, as bits.
    pub stream: Vec<u8>,
    /// The digest of the certificate, as text.
    pub digest: String,
}
