//! Types that store the positions and moves of a turn-based game as numbers. The kinds of certificates work only with
//! `PackedPosition` and `Move`.

/// A position of a turn-based game, including the side to move. Each game defines its encoding. Two positions are equal
/// exactly if their encodings are equal.
pub type PackedPosition = [u64; 4];

/// A legal move of a turn-based game. Each game defines how moves are numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move(pub(crate) u16);
