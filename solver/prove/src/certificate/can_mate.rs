//! Verified claims of who can mate in chess, in the solver's terms: what certificates of the kinds `helpmate`, `unwinnable` and `batch` say.

use gamecert_unwinnable::Color;

/// The claims of a file.
#[derive(Clone, Debug)]
pub struct VerifiedChess {
    /// The kind of the file.
    pub kind: String,
    /// The claims: one, or those of a batch in their order.
    pub claims: Vec<CanMate>,
    /// The digest of the certificate, as text.
    pub digest: String,
}

/// Whether a side can mate, with what shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CanMate {
    /// The position, as the first four fields of FEN.
    pub root: String,
    /// The intended winner: the side that can mate or cannot.
    pub winner: Color,
    /// What shows it.
    pub evidence: Evidence,
}

/// What shows whether a side can mate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Evidence {
    /// A line of legal moves of both sides that ends in the mate (`spec/kinds/helpmate.md`).
    Mate {
        /// The number of moves of both sides.
        plies: u32,
        /// The moves in coordinates, one space between them.
        line: String,
    },
    /// A set of positions closed under legal moves in which the side has mated nowhere (`spec/kinds/unwinnable.md`).
    Closed {
        /// Positions that are met.
        positions: u32,
        /// How many of these are settled because play is over.
        over: u32,
        /// How many by the material.
        material: u32,
        /// How many by the static argument.
        static_argument: u32,
        /// How many by the skeleton argument.
        skeleton_argument: u32,
        /// Skeletons that are met for these.
        skeletons: u32,
    },
}
