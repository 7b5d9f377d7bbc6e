//! Games: rules, positions and numberings. Games do not depend on engines, certificates or output.

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

pub use argument::{Argument, named, parse};
pub use colour::Colour;

use crate::control::{Control, Interrupted, Silent};
pub use crate::model::graph::Player;
use crate::model::graph::{End, GameGraph};
use crate::model::name::GameName;

/// A game that cites no other, with positions numbered as in its rule set's page.
pub trait Game: Send + Sync {
    /// Returns the name used in certificates.
    fn name(&self) -> GameName;

    /// Returns the title, such as `hex 3x4`.
    fn title(&self) -> String;

    /// Computes the options of all positions, until asked to stop. [`Game::estimate`] bounds the memory that this
    /// takes.
    ///
    /// # Errors
    /// [`Interrupted`] when asked to stop.
    fn graph_under(&self, control: Control) -> Result<GameGraph, Interrupted>;

    /// Computes the options of all positions.
    ///
    /// # Panics
    /// Never: there is no stop flag to set.
    fn graph(&self) -> GameGraph {
        self.graph_under(Control::new("", &Silent, &AtomicBool::new(false))).expect("nobody stops it")
    }

    /// Returns the initial position.
    fn start(&self) -> usize;

    /// Returns a position in the rule set's text form.
    fn position(&self, position: usize) -> String;

    /// Finds the position or end with this text in the rule set's text form; any symmetric position will do.
    ///
    /// # Errors
    /// A message that explains what is wrong with the text.
    fn find(&self, text: &str) -> Result<Found, String>;

    /// Finds the position with this text, which must not be an end.
    ///
    /// # Errors
    /// A message that explains what is wrong with the text, or that the game has ended there.
    fn find_position(&self, text: &str) -> Result<usize, String> {
        match self.find(text)? {
            Found::Position(position) => Ok(position),
            Found::End(end) => Err(format!("position '{text}': play is over there, {}", end.text())),
        }
    }

    /// Returns the text of the position or end that an option leads to; `option` is an index into the graph's list. The
    /// text is not replaced by that of a symmetric position: it shows what the player sees after the move.
    fn after(&self, position: usize, player: Player, option: usize) -> String;

    /// Returns whether [`Game::after`] returns the move, such as `b1b4`, instead of the position after it.
    fn names_moves(&self) -> bool {
        false
    }

    /// Returns a player's options at a position as written: the text of each option's destination, and its place in
    /// `graph`, the game's own graph. If possible, positions are not replaced by symmetric ones.
    ///
    /// # Errors
    /// A message, as for [`Game::find_position`].
    fn options_as_written(&self, graph: &GameGraph, text: &str, player: Player) -> Result<Vec<(String, u32)>, String> {
        let position = self.find_position(text)?;
        let places = graph.options(player).get(position);
        Ok(places.iter().enumerate().map(|(option, &place)| (self.after(position, player, option), place)).collect())
    }

    /// Returns the players' names, Left's first.
    fn players(&self) -> [String; 2] {
        ["Left".to_owned(), "Right".to_owned()]
    }

    /// Returns the game as a placing game, if it is one.
    fn as_placing(&self) -> Option<&placing::Placing> {
        None
    }

    /// Returns upper bounds of the number of positions and of the total number of options, without numbering the
    /// positions.
    fn estimate(&self) -> (u64, u64);

    /// Estimates the number of bits of a value's denominator, to bound the memory for values.
    fn value_bits(&self) -> u64 {
        // Hadamard's bound is 1.5 bits for each position of a cycle; games of thousands of positions stay far below.
        (3 * self.estimate().0 / 2).min(4096)
    }
}

/// Result of a search by text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// A position that is not an end.
    Position(usize),
    /// An end of the game.
    End(End),
}
