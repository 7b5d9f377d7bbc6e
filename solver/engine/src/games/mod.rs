//! Defines games, with their rules, positions and numberings. Games do not depend on engines, certificates or output.

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

/// A game that cites no other game. The positions are numbered as the page of the rule set prescribes.
pub trait Game: Send + Sync {
    /// Returns the name used in certificates.
    fn name(&self) -> GameName;

    /// Returns the title, such as `hex 3x4`.
    fn title(&self) -> String;

    /// Computes the options of all positions. [`Game::estimate`] bounds the memory that this computation takes.
    ///
    /// # Errors
    /// [`Interrupted`] when asked to stop.
    fn graph_under(&self, control: Control) -> Result<GameGraph, Interrupted>;

    /// Computes the options of all positions.
    ///
    /// # Panics
    /// Never, because nothing can ask this computation to stop.
    fn graph(&self) -> GameGraph {
        self.graph_under(Control::new("", &Silent, &AtomicBool::new(false))).expect("nobody stops it")
    }

    /// Returns the initial position.
    fn start(&self) -> usize;

    /// Returns a position in the rule set's text form.
    fn position(&self, position: usize) -> String;

    /// Finds the position or end that a text describes in the rule set's text form. The text may also describe a
    /// symmetric position.
    ///
    /// # Errors
    /// [`PositionError`] if no play leads to such a position.
    fn find(&self, text: &str) -> Result<Found, PositionError>;

    /// Finds the position with this text, which must not be an end.
    ///
    /// # Errors
    /// [`PositionError`] if no play leads to such a position, or if the game has ended there.
    fn find_position(&self, text: &str) -> Result<usize, PositionError> {
        match self.find(text)? {
            Found::Position(position) => Ok(position),
            Found::End(end) => Err(PositionError::new(text, format!("play is over there, {}", end.text()))),
        }
    }

    /// Returns the text of the position or end that an option leads to. `option` is an index into the graph's list of
    /// options. The text shows the position as the player sees it after the move, and not a symmetric position.
    fn after(&self, position: usize, player: Player, option: usize) -> String;

    /// Returns whether [`Game::after`] returns the move, such as `b1b4`, instead of the position after it.
    fn names_moves(&self) -> bool {
        false
    }

    /// Returns a player's options at the position that `text` describes. Each option is returned as the text of its
    /// destination and the destination's index in `graph`, which must be the graph of this game. If possible, positions
    /// are not replaced by symmetric positions.
    ///
    /// # Errors
    /// [`PositionError`], as for [`Game::find_position`].
    fn options_as_written(&self, graph: &GameGraph, text: &str, player: Player) -> Result<Vec<(String, u32)>, PositionError> {
        let position = self.find_position(text)?;
        let places = graph.options(player).get(position);
        Ok(places.iter().enumerate().map(|(option, &place)| (self.after(position, player, option), place)).collect())
    }

    /// Returns the players' names, Left's first.
    fn players(&self) -> [String; 2] {
        ["Left".to_owned(), "Right".to_owned()]
    }

    /// Returns the game as a [`placing::Placing`], if it is a placing game.
    fn as_placing(&self) -> Option<&placing::Placing> {
        None
    }

    /// Returns an upper bound of the number of positions, and an upper bound of the total number of options. Does not
    /// number the positions.
    fn estimate(&self) -> (u64, u64);

    /// Estimates the number of bits of a value's denominator, to bound the memory for values.
    fn value_bits(&self) -> u64 {
        // Hadamard's bound allows 1.5 bits for each position of a cycle. In games with thousands of positions, values
        // need far fewer bits.
        (3 * self.estimate().0 / 2).min(4096)
    }
}

/// A text that does not name a position of the game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("position '{text}': {reason}")]
pub struct PositionError {
    text: String,
    reason: String,
}

impl PositionError {
    /// Creates the error for a text that is not a position. `reason` says why it is not.
    pub(crate) fn new(text: &str, reason: impl Into<String>) -> Self {
        Self { text: text.to_owned(), reason: reason.into() }
    }
}

/// Result of a search for the position or end that a text describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// A position that is not an end.
    Position(usize),
    /// An end of the game.
    End(End),
}
