//! Defines the interface through which a proof-number search uses the rules of a game with perfect information.

use std::fmt::Display;
use std::hash::Hash;

/// A game of two players. The *winner* is the player whose forced wins are searched for.
pub trait TwoPlayerGame: Sync {
    /// A position. Equal positions allow the same play.
    type Position: Copy + Eq + Hash + Send + Sync + Display;
    /// A move.
    type Move: Copy + Eq + Send + Sync + Display;

    /// Returns a hash of the position. The hash does not depend on earlier moves.
    fn key(&self, position: &Self::Position) -> u64;

    /// Appends the legal moves to `moves`, in move order. If the game has ended, appends nothing.
    fn moves(&self, position: &Self::Position, moves: &mut Vec<Self::Move>);

    /// Returns the position after a legal move.
    fn after(&self, position: &Self::Position, played: Self::Move) -> Self::Position;

    /// Returns whether the winner is to move.
    fn winners_turn(&self, position: &Self::Position) -> bool;

    /// Returns whether the game has ended, and whether the winner has won.
    fn status(&self, position: &Self::Position) -> Status;

    /// Returns whether play can never return to the position before this move. The result is `true` for captures and
    /// pawn moves.
    fn is_irreversible(&self, position: &Self::Position, played: Self::Move) -> bool;

    /// Looks up in endgame tables whether the winner can force a win from the position. Returns `None` if no table
    /// contains the position.
    fn in_tables(&self, _: &Self::Position) -> Option<bool> {
        None
    }

    /// Looks up winning moves in endgame tables. The winner must be to move. Returns no moves unless the tables show a
    /// win. If the winner always plays one of these moves, no position recurs.
    fn table_moves(&self, _: &Self::Position) -> Vec<TableMove> {
        Vec::new()
    }

    /// Looks up a position in the endgame tables. Returns the number of plies before a change of material or the end of
    /// the game. The position must be won according to the tables.
    fn plies_in_tables(&self, _: &Self::Position) -> u32 {
        0
    }
}

/// A winning move according to endgame tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableMove {
    /// Index of the move in move order.
    pub index: usize,
    /// Number of plies before a change of material or the end of the game. The number is 0 if the move itself changes
    /// the material or ends the game.
    pub plies: u32,
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
        /// Whether the legal moves are captures.
        captures: bool,
        /// Number of pieces and pawns that the winner has to get rid of.
        units: u32,
    },
}
