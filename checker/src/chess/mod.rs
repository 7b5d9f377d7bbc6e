//! Boards and the lines on them: the geometry that every chess-like rule set shares.
//!
//! It knows squares, directions and colours, and no rule of any game.

pub(crate) mod board;

/// One of the two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colour {
    /// White.
    White,
    /// Black.
    Black,
}

impl Colour {
    /// The other side.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}
