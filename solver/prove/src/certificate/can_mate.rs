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
    /// Intended winner: the side that can or cannot mate.
    pub winner: Color,
    /// Evidence for the claim.
    pub evidence: Evidence,
}

/// Evidence that a side can or cannot mate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Evidence {
    /// A sequence of legal moves of both sides. The last move mates (`spec/kinds/helpmate.md`).
    Mate {
        /// Length of the sequence in plies.
        plies: u32,
        /// Moves in coordinate notation, separated by single spaces.
        line: String,
    },
    /// A set of positions in which the intended winner has not mated. Legal moves lead out of the set only from settled
    /// positions, from which mate is known to be impossible (`spec/kinds/unwinnable.md`).
    Closed {
        /// Number of visited positions.
        positions: u32,
        /// Number of visited positions in which play is over.
        over: u32,
        /// Number of visited positions in which the material rules out mate by the intended winner.
        material: u32,
        /// Number of visited positions in which the static argument rules out mate (`spec/rules/chess.md`, section 5).
        static_argument: u32,
        /// Number of visited positions in which the skeleton argument rules out mate.
        skeleton_argument: u32,
        /// Number of skeletons visited for the skeleton argument.
        skeletons: u32,
    },
}
