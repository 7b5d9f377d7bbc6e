//! Games of perfect information in which one side's forced wins are looked for: what a search asks of the rules.

use std::fmt::Display;
use std::hash::Hash;

/// A game, with the side whose wins are looked for (the *winner*).
pub trait Play: Sync {
    /// A position. Two that are equal have the same moves for ever after.
    type Position: Copy + Eq + Hash + Send + Sync + Display;
    /// A move.
    type Move: Copy + Eq + Send + Sync + Display;

    /// A number that depends on the position alone; different positions have, nearly always, different numbers.
    fn key(&self, position: &Self::Position) -> u64;

    /// Adds the legal moves in move order: none if play is over.
    fn moves(&self, position: &Self::Position, moves: &mut Vec<Self::Move>);

    /// The position after a legal move.
    fn after(&self, position: &Self::Position, played: Self::Move) -> Self::Position;

    /// Whether the winner is to move.
    fn winners_turn(&self, position: &Self::Position) -> bool;

    /// What can be seen of a position without moving.
    fn look(&self, position: &Self::Position) -> Look;

    /// Whether a move can never be taken back by others (a capture, a pawn's move).
    fn is_irreversible(&self, position: &Self::Position, played: Self::Move) -> bool;
}

/// What can be seen of a position without moving.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// Play is over and the winner has won.
    Won,
    /// Play is over, or can be seen never to end in a win.
    NotWon,
    /// Play goes on.
    Open {
        /// The number of legal moves, at least one.
        moves: u32,
        /// Whether they are captures.
        captures: bool,
        /// The number of units that the winner has to get rid of.
        units: u32,
    },
}
