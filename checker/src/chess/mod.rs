//! Boards and the lines on them: the geometry that every chess-like rule set shares.
//!
//! It knows squares and directions, and no rule of any game.

pub(crate) mod board;
