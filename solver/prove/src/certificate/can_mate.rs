//! Verified claims about who can mate in chess, in the solver's terms: the contents of certificates of the kinds
//! `helpmate`, `unwinnable` and `batch`.

use gamecert_unwinnable::Color;

/// Claims of a file.
#[derive(Clone, Debug)]
pub struct VerifiedChess {
    /// Kind of the file.
    pub kind: String,
    /// Claims in order: one, or those of a batch.
    pub claims: Vec<CanMate>,
    /// Digest of the certificate, as text.
    pub digest: String,
}

/// Claim that a side can or cannot mate, with its evidence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CanMate {
    /// Position, as the first four fields of FEN.
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
        /// Moves in coordinates, separated by single spaces.
        line: String,
    },
    /// A set of positions, closed under legal moves, in none of which the side has mated (`spec/kinds/unwinnable.md`).
    Closed {
        /// Number of positions visited.
        positions: u32,
        /// Number of these that are settled because play is over.
        over: u32,
        /// Number settled by their material.
        material: u32,
        /// Number settled by the static argument.
        static_argument: u32,
        /// Number settled by the skeleton argument.
        skeleton_argument: u32,
        /// Number of skeletons visited for the skeleton argument.
        skeletons: u32,
    },
}
