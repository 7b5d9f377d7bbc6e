//! Positions and moves of a game of turns as numbers, which is all that kinds of certificates see of them.

/// A position of a game of turns, the side to move included, as the game packs it. Two positions are the same exactly if these numbers are.
pub type PackedPosition = [u64; 4];

/// A legal move of a game of turns, as the game numbers it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move(pub(crate) u16);
