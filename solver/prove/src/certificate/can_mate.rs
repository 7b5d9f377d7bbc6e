//! Verified claims that a side can or cannot mate in chess, as the solver stores them. The claims come from
//! certificates of the kinds `helpmate`, `unwinnable` and `batch`.

use gamecert_unwinnable::Color;

/// The verified claims of one file.
#[derive(Clone, Debug)]
pub struct VerifiedChess {
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
    /// The *intended winner*, which is the side that the claim is about.
    pub winner: Color,
    /// Evidence for the claim.
    pub evidence: Evidence,
}

/// Evidence that a side can or cannot mate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Evidence {
    /// Legal moves that end in mate (`spec/kinds/helpmate.md`).
    Mate {
        /// Length of the sequence in plies.
        plies: u32,
        /// Moves in coordinate notation, separated by single spaces.
        line: String,
    },
    /// A set of positions that proves that mate is impossible (`spec/kinds/unwinnable.md`).
    Closed {
        /// Number of visited positions.
        positions: u32,
        /// Number of visited positions in which play is over.
        over: u32,
        /// Number of visited positions in which the intended winner has too little material to mate.
        material: u32,
        /// Number of positions that the static argument decides (`spec/rules/chess.md`, section 5).
        static_argument: u32,
        /// Number of positions that the skeleton argument decides.
        skeleton_argument: u32,
        /// Number of partial positions that the skeleton argument visits.
        skeletons: u32,
    },
}
