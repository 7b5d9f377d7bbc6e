//! Verified certificates of wins in losing chess, as the solver stores them: a whole proof, or only its results.

use std::path::PathBuf;

use rustc_hash::FxHashMap;

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

/// Claim of a certificate of kind `losing`, version 1, together with the encoded proof (`spec/kinds/losing.md`).
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
    /// The winner's moves, encoded as a bit stream. The moves are in the order in which a depth-first search from the
    /// root reaches the winner's positions (preorder).
    pub stream: Vec<u8>,
    /// Digest of the certificate, as text.
    pub digest: String,
}

/// Two bounds on the length of play from a position.
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

/// Claim and proof of a certificate of kind `losing`, with the cited results.
#[derive(Clone, Debug)]
pub struct LosingCertificate {
    /// Version of the kind: 1 or 2.
    pub version: u32,
    /// Rule set and winning side.
    pub game: ForSide,
    /// The positions from which this side wins, at least one.
    pub roots: Vec<Root>,
    /// Number of distinct positions in the certificate's own proof.
    pub positions: u32,
    /// Bound on the number of consecutive plies without a capture or pawn move. Plies before a root are counted too.
    pub reversible: u64,
    /// The winner's moves, encoded as a bit stream. The roots are proved one after another.
    pub stream: Vec<u8>,
    /// The certificates that this certificate cites, in the order of citation.
    pub cited: Vec<Citation>,
    /// Digest of the certificate, as text.
    pub digest: String,
}

impl LosingCertificate {
    /// Lists the positions that the cited certificates prove. Each position has the index of a citation and a bound on
    /// the number of plies to the end of play.
    #[must_use]
    pub fn cited_roots(&self) -> FxHashMap<Position, (usize, u32)> {
        let mut known = FxHashMap::default();
        for (cited, citation) in self.cited.iter().enumerate() {
            for (root, bounds) in &citation.wins.roots {
                known.entry(*root).or_insert((cited, bounds.longest));
            }
        }
        known
    }

    /// Returns the positions of the roots, in their order.
    #[must_use]
    pub fn root_positions(&self) -> Vec<Position> {
        self.roots.iter().map(|root| root.position).collect()
    }
}

/// A position from which a certificate proves a win.
#[derive(Clone, Debug)]
pub struct Root {
    /// The position.
    pub position: Position,
    /// Number of plies from the last capture or pawn move to the position.
    pub clock: u32,
    /// Bounds on the length of play from the position.
    pub bounds: Bounds,
}

/// A certificate that another certificate cites.
#[derive(Clone, Debug)]
pub struct Citation {
    /// File in which the certificate was found.
    pub file: PathBuf,
    /// The wins that the certificate proves.
    pub wins: Wins,
}

/// The certificate has version 2, but version 1 is expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a certificate of version 2")]
pub struct NotSingle;

impl TryFrom<LosingCertificate> for LosingProof {
    type Error = NotSingle;

    fn try_from(certificate: LosingCertificate) -> Result<Self, NotSingle> {
        let LosingCertificate { version: 1, game, roots, positions, reversible, stream, digest, .. } = certificate else {
            return Err(NotSingle);
        };
        let Root { position: root, clock, bounds: Bounds { longest, .. } } = *roots.first().ok_or(NotSingle)?;
        Ok(Self { game, root, clock, positions, longest, reversible, stream, digest })
    }
}

impl From<LosingProof> for LosingCertificate {
    fn from(proof: LosingProof) -> Self {
        let LosingProof { game, root, clock, positions, longest, reversible, stream, digest } = proof;
        let run = u32::try_from(reversible).unwrap_or(u32::MAX);
        let roots = vec![Root { position: root, clock, bounds: Bounds { longest, run } }];
        Self { version: 1, game, roots, positions, reversible, stream, cited: Vec::new(), digest }
    }
}
