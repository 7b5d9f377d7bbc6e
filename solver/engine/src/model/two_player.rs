//! Interface through which a proof-number search uses the rules of a game. The game has perfect information, and the
//! search looks for forced wins of one side.

use std::fmt::Display;
use std::hash::Hash;

/// A game of two players. One of them is the *winner*: the side whose forced wins are searched for.
pub trait TwoPlayerGame: Sync {
    /// A position. Equal positions have the same continuations.
    type Position: Copy + Eq + Hash + Send + Sync + Display;
    /// A move.
    type Move: Copy + Eq + Send + Sync + Display;

    /// Returns a hash of the position, independent of how it was reached.
    fn key(&self, position: &Self::Position) -> u64;

    /// Appends the legal moves to `moves`, in move order. There are none if the game has ended.
    fn moves(&self, position: &Self::Position, moves: &mut Vec<Self::Move>);

    /// Returns the position after a legal move.
    fn after(&self, position: &Self::Position, played: Self::Move) -> Self::Position;

    /// Returns whether the winner is to move.
    fn winners_turn(&self, position: &Self::Position) -> bool;

    /// Returns whether the game has ended. If not, returns the data from which a search estimates initial proof and
    /// disproof numbers.
    fn status(&self, position: &Self::Position) -> Status;

    /// Returns whether a move is irreversible: no later play can lead back to the position before the move. For
    /// example, captures and pawn moves are irreversible.
    fn is_irreversible(&self, position: &Self::Position, played: Self::Move) -> bool;

    /// Returns whether the winner can force a win, if endgame tables contain the position. The default is a game without
    /// tables.
    fn in_tables(&self, _: &Self::Position) -> Option<bool> {
        None
    }

    /// Returns the index, in move order, of a move by which the winner wins, if the winner is to move and endgame tables
    /// contain the position as a win. Play by these moves never returns to an earlier position.
    fn table_move(&self, _: &Self::Position) -> Option<usize> {
        None
    }
}

/// State of the game at a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// The game has ended and the winner has won.
    Won,
    /// The game has ended and the winner has not won, or the rules show that the winner can no longer win.
    NotWon,
    /// The game has not ended.
    Open {
        /// Number of legal moves, at least one.
        moves: u32,
        /// Whether these moves are captures.
        captures: bool,
        /// Number of pieces and pawns that the winner has to get rid of.
        units: u32,
    },
}
