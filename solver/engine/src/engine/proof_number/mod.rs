//! Depth-first proof-number search (df-pn) for one side's forced wins.
//!
//! The *proof number* of a position estimates the work left to prove a win, the *disproof number* the work left to show
//! that there is none. `table` is the transposition table that stores both. `search` is the search; `driver` runs a
//! search with a growing table. If a single search is not enough, `second_level` builds a tree of limited searches, and
//! `hints` first searches positions that a user expects to be won. `solution_tree` extracts the whole proof from a
//! table. Rules are supplied as a [`crate::model::two_player::TwoPlayerGame`]; other modules write certificates.
//!
//! L. V. Allis, *Searching for Solutions in Games and Artificial Intelligence* (1994); A. Nagai, *Df-pn Algorithm for
//! Searching AND/OR Trees and Its Applications* (2002); J. Pawlewicz and L. Lew, *Improving Depth-First PN-Search: 1 +
//! epsilon Trick* (2006). See section 2 of M. Watkins' paper on losing chess for mobility as the first estimate.

pub mod driver;
pub mod hints;
pub mod search;
pub mod second_level;
pub mod solution_tree;
pub mod table;

/// The proof number of a disproved position, and the disproof number of a proved one.
pub const INFINITY: u32 = (1 << 24) - 1;

/// Least proof number that marks a position as unresolved: no win was found, but some disproof below it depends on the
/// path (graph-history interaction).
pub const UNRESOLVED: u32 = 1 << 22;

/// Proof and disproof number of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbers {
    /// Estimated work left to prove a win.
    pub proof: u32,
    /// Estimated work left to show that there is no win.
    pub disproof: u32,
}

impl Numbers {
    /// Numbers of a proved win.
    pub const WON: Self = Self { proof: 0, disproof: INFINITY };
    /// Numbers of a disproved position.
    pub const NOT_WON: Self = Self { proof: INFINITY, disproof: 0 };

    /// Returns the same numbers, with disproved turned into unresolved.
    #[must_use]
    pub fn at_best_unresolved(self) -> Self {
        if self.disproof == 0 { Self { proof: UNRESOLVED, disproof: 1 } } else { self }
    }
}

/// Settings for initial numbers and for switching between moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// The epsilon of the 1 + epsilon trick, in 64ths: a child is searched until its number exceeds the second best by
    /// this fraction.
    pub epsilon: u32,
    /// Addition to the initial proof number for each legal capture, if the loser is to move, in 16ths.
    pub replies: u32,
    /// Addition for each legal move instead, if the loser has no capture and so can move freely, in 16ths.
    pub quiet_replies: u32,
    /// Addition to the initial proof number for each unit of the winner, in 16ths.
    pub units: u32,
    /// Addition to the initial disproof number for each legal move of the winner, in 16ths.
    pub mobility: u32,
    /// Fraction of all terms but the largest that counts in a sum of proof numbers, in 16ths.
    pub and_share: u32,
    /// Fraction of all terms but the largest that counts in a sum of disproof numbers, in 16ths.
    pub or_share: u32,
}

impl Default for Settings {
    fn default() -> Self {
        Self { epsilon: 16, replies: 16, quiet_replies: 16, units: 16, mobility: 16, and_share: 16, or_share: 16 }
    }
}
