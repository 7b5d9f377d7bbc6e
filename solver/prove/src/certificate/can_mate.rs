//! Verified claims about which side can mate in chess, in types of the solver. The claims are the contents of
//! certificates of the kinds `helpmate`, `unwinnable` and `batch`.

use gamecert_unwinnable::Color;

/// The verified claims of one file.
#[derive(Clone, Debug)]
pub struct VerifiedChess {
    /// Name of the certificate's kind.
    pub kind: String,
    /// Claims in the order of the file: one claim, or all claims of a batch.
    pub claims: Vec<CanMate>,
    /// Digest of the certificate, as text.
    pub digest: String,
}

/// A verified claim that a side can or cannot mate, with its evidence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CanMate {
    /// Position that the claim is about, as the first four fields of a FEN.
    pub root: String,
    /// Intended winner: the side that can or cannot mate.
    pub winner: Color,
    /// Evidence for the claim.
    pub evidence: Evidence,
}

/// Evidence that a side can or cannot mate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Evidence {
    /// A line of legal moves of both sides that ends in mate (`spec/kinds/helpmate.md`).
    Mate {
        /// Length of the line in plies.
        plies: u32,
        /// Moves of the line in coordinate notation, separated by single spaces.
        line: String,
    },
    /// A set of positions in which the side has not mated. No legal move leads out of the set
    /// (`spec/kinds/unwinnable.md`).
    Closed {
        /// Number of visited positions.
        positions: u32,
        /// Number of visited positions that are settled because play is over.
        over: u32,
        /// Number of visited positions that are settled by their material.
        material: u32,
        /// Number of visited positions that are settled by the static argument.
        static_argument: u32,
        /// Number of visited positions that are settled by the skeleton argument.
        skeleton_argument: u32,
        /// Number of skeletons visited for the skeleton argument.
        skeletons: u32,
    },
}
