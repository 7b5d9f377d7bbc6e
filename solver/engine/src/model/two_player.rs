//! What a proof-number search asks of the rules: a game of perfect information, and the side whose forced wins are searched for.

use std::fmt::Display;
use std::hash::Hash;

/// A game of two players, and the side whose forced wins are searched for: the *winner*.
pub trait TwoPlayerGame: Sync {
    /// A position. Equal positions have the same continuations.
    type Position: Copy + Eq + Hash + Send + Sync + Display;
    /// A move.
    type Move: Copy + Eq + Send + Sync + Display;

    /// A hash of the position, the same however it was reached.
    fn key(&self, position: &Self::Position) -> u64;

    /// Appends the legal moves to `moves`, in move order. There are none if play is over.
    fn moves(&self, position: &Self::Position, moves: &mut Vec<Self::Move>);

    /// The position after a legal move.
    fn after(&self, position: &Self::Position, played: Self::Move) -> Self::Position;

    /// Whether the winner is to move.
    fn winners_turn(&self, position: &Self::Position) -> bool;

    /// Whether play is over, and if not, what a search guesses its first numbers from.
    fn status(&self, position: &Self::Position) -> Status;

    /// Whether no later play can restore the position before this move, as after a capture or a pawn's move.
    fn is_irreversible(&self, position: &Self::Position, played: Self::Move) -> bool;
}

/// Whether play is over at a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Play is over and the winner has won.
    Won,
    /// Play is over and the winner has not won, or the rules show that it cannot win any more.
    NotWon,
    /// Play goes on.
    Open {
        /// The number of legal moves, at least one.
        moves: u32,
        /// Whether these are captures.
        captures: bool,
        /// The number of units (pawns and pieces) that the winner has to get rid of.
        units: u32,
    },
}
