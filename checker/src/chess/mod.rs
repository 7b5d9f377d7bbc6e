//! What the rules of chess and of losing chess have in common: the board of 8x8 squares, attacks, pieces, positions, moves and their texts; and the table of
//! positions that their kinds of certificates meet.
//!
//! Which moves are legal, and when play is over, is left to the rule sets.

pub(crate) mod attacks;
pub(crate) mod bitboard;
pub(crate) mod bits;
pub(crate) mod fen;
pub(crate) mod fen_reader;
pub(crate) mod game;
pub(crate) mod moves;
pub(crate) mod packed;
pub(crate) mod position;
pub(crate) mod position_table;
pub(crate) mod role;
