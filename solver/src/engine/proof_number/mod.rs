//! Depth-first proof-number search for one side's forced wins.
//!
//! L. V. Allis, *Searching for Solutions in Games and Artificial Intelligence* (1994); A. Nagai, *Df-pn Algorithm for Searching AND/OR Trees and Its Applications* (2002); J. Pawlewicz and
//! L. Lew, *Improving Depth-First PN-Search: 1 + epsilon Trick* (2006). M. Watkins' paper on losing chess, section 2, for mobility as the first guess.
//!
//! A *proof number* is a guess at the work that is left to prove a win, a *disproof number* at the work to show that there is none. `table` keeps them, `search` does the search, `driver` and, where one search does not get
//! there, `upper` call it, `hints` for positions that somebody thinks won; `extract` makes a whole proof of what was proved.

pub mod driver;
pub mod extract;
pub mod hints;
pub mod search;
pub mod table;
pub mod upper;

/// As good as infinite: of a position without a win the proof number, of a proved one the disproof number.
pub const NEVER: u32 = (1 << 24) - 1;

/// From this proof number on the numbers say no more than that a win was not found by play that does not repeat positions.
pub const HOPELESS: u32 = 1 << 22;

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
    pub const WON: Self = Self { proof: 0, disproof: NEVER };
    /// No win.
    pub const NOT_WON: Self = Self { proof: NEVER, disproof: 0 };

    /// The same, but never quite disproved.
    #[must_use]
    pub fn at_best_hopeless(self) -> Self {
        if self.disproof == 0 { Self { proof: HOPELESS, disproof: 1 } } else { self }
    }
}

/// How numbers are guessed and followed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// How much further than to the second best a move is followed: 1 + epsilon, in 64ths.
    pub epsilon: u32,
    /// What each capture of the other side adds to the proof number where it is to move, in 16ths.
    pub replies: u32,
    /// The same, where it has no capture: such a side goes where it likes.
    pub quiet_replies: u32,
    /// What each unit of the winner adds to the proof number, in 16ths.
    pub units: u32,
    /// What each legal move of the winner adds to the disproof number, in 16ths.
    pub mobility: u32,
    /// How much of the proof numbers of all replies but the hardest counts, in 16ths.
    pub and_share: u32,
    /// How much of the disproof numbers of all moves but the hardest to refute counts, in 16ths.
    pub or_share: u32,
}

impl Default for Settings {
    fn default() -> Self {
        Self { epsilon: 16, replies: 16, quiet_replies: 16, units: 16, mobility: 16, and_share: 16, or_share: 16 }
    }
}
