//! Boards and the lines on them, and what stands there: what every chess-like rule set shares.
//!
//! It knows squares, directions and letters, and no rule of any game.

pub(crate) mod board;
pub(crate) mod fen;
pub(crate) mod lines;
pub(crate) mod unit;
