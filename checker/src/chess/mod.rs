//! Code shared by chess and losing chess: the 8x8 board, attacks, pieces, positions, moves, text forms, and the
//! transposition table.
//!
//! The rule sets decide which moves are legal and when the game is over.

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
