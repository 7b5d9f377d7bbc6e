//! Defines the rules of games, and numbers the positions of each game. This module does not depend on engines,
//! certificates or output.

pub mod argument;
pub mod bidding_chess;
mod colour;
pub mod file;
pub mod losing_chess;
pub mod path_games;
pub mod placing;
pub mod scored;
pub mod stored;
pub mod wedge;

use std::sync::atomic::AtomicBool;

pub use argument::{Argument, NameError, named, parse};
pub use colour::Colour;

use crate::control::{Control, Interrupted, Silent};
pub use crate::model::graph::Player;
use crate::model::graph::{End, GameGraph};
use crate::model::name::GameName;

/// A game that can be solved without other games. The rule set defines how positions are numbered.
pub trait Game: Send + Sync {
    /// Returns the name used in certificates.
    fn name(&self) -> GameName;

    /// Returns the title, such as `hex 3x4`.
    fn title(&self) -> String;

    /// Computes the options of both players in every position.
    ///
    /// # Errors
    /// [`Interrupted`] if `control` stops the computation.
    fn graph_under(&self, control: Control) -> Result<GameGraph, Interrupted>;

    /// Computes the options of both players in every position.
    ///
    /// # Panics
    /// This function never panics, because nothing can interrupt the computation.
    fn graph(&self) -> GameGraph {
        self.graph_under(Control::new("", &Silent, &AtomicBool::new(false))).expect("nobody stops it")
    }

    /// Returns the initial position.
    fn start(&self) -> usize;

    /// Writes a position in the notation of the rule set.
    fn position(&self, position: usize) -> String;

    /// Finds the position, or the end of the game, that a string describes in the notation of the rule set. The string
    /// may also describe a symmetric image of the position.
    ///
    /// # Errors
    /// [`PositionError`] if no play leads to such a position.
    fn find(&self, text: &str) -> Result<PositionOrEnd, PositionError>;

    /// Finds a position as [`Game::find`] does, but returns an error if the game has ended in this position.
    ///
    /// # Errors
    /// [`PositionError`] if no play leads to such a position, or if the game has ended there.
    fn find_position(&self, text: &str) -> Result<usize, PositionError> {
        match self.find(text)? {
            PositionOrEnd::Position(position) => Ok(position),
            PositionOrEnd::End(end) => Err(PositionError::new(text, format!("play is over there, {}", end.text()))),
        }
    }

    /// Writes the position, or the end of the game, to which an option leads. `option` is the index of the option in
    /// the graph's list. The string shows exactly the position after the move, and not a symmetric image of it.
    fn after(&self, position: usize, player: Player, option: usize) -> String;

    /// Returns whether [`Game::after`] writes a move instead of a position.
    fn names_moves(&self) -> bool {
        false
    }

    /// Returns the options of a player in the position that `text` describes. Each option is returned as a string and
    /// as an index in `graph`, which must be the graph of this game.
    ///
    /// # Errors
    /// [`PositionError`] if [`Game::find_position`] returns an error for `text`.
    fn options_as_written(&self, graph: &GameGraph, text: &str, player: Player) -> Result<Vec<(String, u32)>, PositionError> {
        let position = self.find_position(text)?;
        let places = graph.options(player).get(position);
        Ok(places.iter().enumerate().map(|(option, &place)| (self.after(position, player, option), place)).collect())
    }

    /// Returns the names of the players, Left's first.
    fn players(&self) -> [String; 2] {
        ["Left".to_owned(), "Right".to_owned()]
    }

    /// Returns the game as a [`placing::Placing`], if it is a placing game.
    fn as_placing(&self) -> Option<&placing::Placing> {
        None
    }

    /// Returns an upper bound of the number of positions, and an upper bound of the total number of options. The bounds
    /// are computed without numbering the positions.
    fn estimate(&self) -> (u64, u64);

    /// Estimates the length of a value's denominator, in bits.
    fn value_bits(&self) -> u64 {
        // Hadamard's bound allows 1.5 bits for each position of a cycle. In games with thousands of positions, values
        // need far fewer bits.
        (3 * self.estimate().0 / 2).min(4096)
    }
}

/// Error for a string that does not describe a position of the game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("position '{text}': {reason}")]
pub struct PositionError {
    text: String,
    reason: String,
}

impl PositionError {
    pub(crate) fn new(text: &str, reason: impl Into<String>) -> Self {
        Self { text: text.to_owned(), reason: reason.into() }
    }
}

/// Result of the function [`Game::find`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PositionOrEnd {
    /// Number of a position at which the game goes on.
    Position(usize),
    /// An end of the game.
    End(End),
}
