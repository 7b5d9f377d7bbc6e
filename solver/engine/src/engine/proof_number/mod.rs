//! Searches for forced wins of one side by depth-first proof-number search (df-pn).
//!
//! The *proof number* of a position estimates how much work is left to prove a win. The *disproof number* estimates how
//! much work is left to show that no win exists. `table` is the transposition table, which stores both numbers.
//! `search` is the search itself, and `driver` runs a search with a growing table. For positions that are too hard for
//! a single search, `second_level` builds a tree of limited searches, and `hints` first searches positions that a user
//! expects to be won. `solution_tree` extracts the whole proof from a table. The rules of a game are supplied as a
//! [`crate::model::two_player::TwoPlayerGame`]. Other modules write certificates.
//!
//! L. V. Allis, *Searching for Solutions in Games and Artificial Intelligence* (1994); A. Nagai, *Df-pn Algorithm for
//! Searching AND/OR Trees and Its Applications* (2002); J. Pawlewicz and L. Lew, *Improving Depth-First PN-Search: 1 +
//! epsilon Trick* (2006). Section 2 of M. Watkins' paper on losing chess describes mobility as the first estimate.

pub mod driver;
pub mod hints;
pub mod search;
pub mod second_level;
pub mod solution_tree;
pub mod table;

/// The proof number of a disproved position, and the disproof number of a proved position.
pub const INFINITY: u32 = (1 << 24) - 1;

/// Least proof number that marks a position as unresolved. The search of an unresolved position found no win, but some
/// disproof in its subtree depends on the path (graph-history interaction).
pub const UNRESOLVED: u32 = 1 << 22;

/// Proof number and disproof number of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbers {
    /// Estimated work left to prove a win.
    pub proof: u32,
    /// Estimated work left to show that no win exists.
    pub disproof: u32,
}

impl Numbers {
    /// The proof and disproof numbers of a proved win.
    pub const WON: Self = Self { proof: 0, disproof: INFINITY };
    /// The proof and disproof numbers of a disproved position.
    pub const NOT_WON: Self = Self { proof: INFINITY, disproof: 0 };

    /// Returns the numbers of a position that endgame tables contain.
    #[must_use]
    pub fn of_a_table(won: bool) -> Self {
        if won { Self::WON } else { Self::NOT_WON }
    }

    /// If the position is disproved, returns the proof and disproof numbers of an unresolved position. Otherwise
    /// returns `self`.
    #[must_use]
    pub fn at_best_unresolved(self) -> Self {
        if self.disproof == 0 { Self { proof: UNRESOLVED, disproof: 1 } } else { self }
    }
}

/// Settings for the initial proof and disproof numbers, for switching between moves, and for sums over moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// The epsilon of the 1 + epsilon trick, in sixty-fourths. Let n be the proof number of the second-best child if
    /// the winner is to move, and otherwise its disproof number. The best child is searched until its number of the
    /// same kind exceeds n by more than `n * epsilon / 64`.
    pub epsilon: u32,
    /// Amount that each legal capture adds to the initial proof number if the loser is to move, in sixteenths.
    pub replies: u32,
    /// Amount that each legal move adds to the initial proof number if the loser is to move and has no capture, in
    /// sixteenths.
    pub quiet_replies: u32,
    /// Amount that each piece or pawn of the winner adds to the initial proof number, in sixteenths.
    pub units: u32,
    /// Amount that each legal move of the winner adds to the initial disproof number, in sixteenths.
    pub mobility: u32,
    /// Weight of a term in a sum of proof numbers, in sixteenths. The largest term of the sum always counts in full.
    pub and_share: u32,
    /// Weight of a term in a sum of disproof numbers, in sixteenths. The largest term of the sum always counts in full.
    pub or_share: u32,
}

impl Default for Settings {
    fn default() -> Self {
        Self { epsilon: 16, replies: 16, quiet_replies: 16, units: 16, mobility: 16, and_share: 16, or_share: 16 }
    }
}
