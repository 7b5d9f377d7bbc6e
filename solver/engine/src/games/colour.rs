//! The colours of the two players of a chess game.

use std::fmt;

/// White or Black.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Colour {
    /// White, who moves up the board.
    White,
    /// Black.
    Black,
}

impl Colour {
    /// Returns the other colour.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(if *self == Self::White { "White" } else { "Black" })
    }
}
