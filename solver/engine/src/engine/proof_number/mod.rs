//! Searches for forced wins of one side by depth-first proof-number search (df-pn).
//!
//! The *proof number* of a position estimates how much work is left to prove a win. The *disproof number* estimates how
//! much work is left to show that no win exists. `table` is the transposition table, which stores the proof and
//! disproof numbers. `search` is the search itself, and `driver` runs a search with a growing table. If a position is
//! too hard for a single search, `second_level` builds a tree of limited searches, and `hints` first searches positions
//! that a user expects to be won. `solution_tree` extracts the whole proof from a table. A game supplies its rules
//! through the trait [`crate::model::two_player::TwoPlayerGame`]. Certificates are written by other modules.
//!
//! Allis describes proof-number search (*Searching for Solutions in Games and Artificial Intelligence*, 1994), and
//! Nagai describes df-pn (*Df-pn Algorithm for Searching AND/OR Trees and Its Applications*, 2002). Pawlewicz and Lew
//! describe the 1 + epsilon trick (*Improving Depth-First PN-Search: 1 + epsilon Trick*, 2006). Section 2 of Watkins'
//! paper on losing chess describes how the numbers of legal moves are used as first estimates.

pub mod driver;
pub mod hints;
pub mod search;
pub mod second_level;
pub mod solution_tree;
pub mod table;

/// The proof number of a disproved position, and the disproof number of a proved position.
pub const INFINITY: u32 = (1 << 24) - 1;

/// Least proof number that marks a position as unresolved. The search can neither prove nor disprove an unresolved
/// position.
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

    /// Converts the result of an endgame table to proof and disproof numbers.
    #[must_use]
    pub fn of_a_table(won: bool) -> Self {
        if won { Self::WON } else { Self::NOT_WON }
    }

    /// If the position is disproved, returns the proof and disproof numbers of an unresolved position. If the position
    /// is not disproved, returns `self`.
    #[must_use]
    pub fn at_best_unresolved(self) -> Self {
        if self.disproof == 0 { Self { proof: UNRESOLVED, disproof: 1 } } else { self }
    }
}

/// Settings of a proof-number search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// The epsilon of the 1 + epsilon trick, in sixty-fourths.
    pub epsilon: u32,
    /// For each legal capture of the loser, this number of sixteenths is added to the initial proof number.
    pub replies: u32,
    /// If the loser has no capture, this number of sixteenths is added to the initial proof number for each legal move.
    pub quiet_replies: u32,
    /// For each piece or pawn of the winner, this number of sixteenths is added to the initial proof number.
    pub units: u32,
    /// For each legal move of the winner, this number of sixteenths is added to the initial disproof number.
    pub mobility: u32,
    /// In a sum of proof numbers, all terms except the largest are multiplied by this number of sixteenths.
    pub and_share: u32,
    /// In a sum of disproof numbers, all terms except the largest are multiplied by this number of sixteenths.
    pub or_share: u32,
}

impl Default for Settings {
    fn default() -> Self {
        Self { epsilon: 16, replies: 16, quiet_replies: 16, units: 16, mobility: 16, and_share: 16, or_share: 16 }
    }
}
