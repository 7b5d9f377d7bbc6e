//! Depth-first proof-number search (df-pn) for one side's forced wins.
//!
//! The *proof number* of a position estimates the work that is left to prove a win, the *disproof number* the work to show that there is none.
//! `table` is the transposition table that keeps both. `search` is the search; `driver` runs one with a table that grows. Where a single search does not get
//! there, `second_level` builds a tree of limited searches, and `hints` searches positions first that a user expects to be won. `solution_tree` extracts the
//! whole proof from what a table holds. Rules come as [`crate::model::two_player::TwoPlayerGame`]; certificates are written elsewhere.
//!
//! L. V. Allis, *Searching for Solutions in Games and Artificial Intelligence* (1994); A. Nagai, *Df-pn Algorithm for Searching AND/OR Trees and Its Applications* (2002); J. Pawlewicz and
//! L. Lew, *Improving Depth-First PN-Search: 1 + epsilon Trick* (2006). M. Watkins' paper on losing chess, section 2, for mobility as the first guess.

pub mod driver;
pub mod hints;
pub mod search;
pub mod second_level;
pub mod solution_tree;
pub mod table;

/// The proof number of a disproved position, and the disproof number of a proved one.
pub const INFINITY: u32 = (1 << 24) - 1;

/// From this proof number on a position counts as unresolved: no win was found, but some disproof below it depends on the path (graph-history interaction).
pub const UNRESOLVED: u32 = 1 << 22;

/// Proof and disproof number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbers {
    /// The proof number.
    pub proof: u32,
    /// The disproof number.
    pub disproof: u32,
}

impl Numbers {
    /// A proved win.
    pub const WON: Self = Self { proof: 0, disproof: INFINITY };
    /// A disproved one.
    pub const NOT_WON: Self = Self { proof: INFINITY, disproof: 0 };

    /// The same numbers, but unresolved where they say disproved.
    #[must_use]
    pub fn at_best_unresolved(self) -> Self {
        if self.disproof == 0 { Self { proof: UNRESOLVED, disproof: 1 } } else { self }
    }
}

/// How first numbers are guessed and how far a move is searched before another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// The epsilon of the 1 + epsilon trick, in 64ths: a child is searched until its number exceeds the second best by that part.
    pub epsilon: u32,
    /// What each legal capture adds to the first proof number where the other side is to move, in 16ths.
    pub replies: u32,
    /// The same for each legal move where it has no capture, which leaves that side free.
    pub quiet_replies: u32,
    /// What each unit of the winner adds to the first proof number, in 16ths.
    pub units: u32,
    /// What each legal move of the winner adds to the first disproof number, in 16ths.
    pub mobility: u32,
    /// Where proof numbers are added up, how much of all but the largest counts, in 16ths.
    pub and_share: u32,
    /// Where disproof numbers are added up, how much of all but the largest counts, in 16ths.
    pub or_share: u32,
}

impl Default for Settings {
    fn default() -> Self {
        Self { epsilon: 16, replies: 16, quiet_replies: 16, units: 16, mobility: 16, and_share: 16, or_share: 16 }
    }
}
