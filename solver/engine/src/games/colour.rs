//! The colours of the two players of a chess game.

use std::fmt;

use serde::Serialize;

/// White or Black.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Colour {
    /// White, who moves up the board.
    White,
    /// Black.
    Black,
}

impl Colour {
    /// Returns the colour's name, which [`Display`](fmt::Display) also writes.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::White => "White",
            Self::Black => "Black",
        }
    }

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
        f.pad(self.name())
    }
}
