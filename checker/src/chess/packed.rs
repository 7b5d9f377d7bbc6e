//! Positions and moves of a turn-based game as numbers. The kinds of certificates see nothing else of them.

/// A position of a turn-based game, including the side to move, as packed by the game. Two positions are equal exactly
/// if these numbers are.
pub type PackedPosition = [u64; 4];

/// A legal move of a turn-based game, as numbered by the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move(pub(crate) u16);
