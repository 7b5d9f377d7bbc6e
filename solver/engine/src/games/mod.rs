//! Games: rules, positions, numbering. They know no engine, no certificate and no screen.

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

/// A game that rests on no other, with positions numbered as its rule set's page says.
pub trait Game: Send + Sync {
    /// The name for certificates.
    fn name(&self) -> GameName;

    /// The game in words for people, such as `hex 3x4`.
    fn title(&self) -> String;

    /// The positions' options; can be stopped. The memory that this takes is what [`Game::estimate`] is about.
    ///
    /// # Errors
    /// [`Interrupted`] when asked to stop.
    fn graph_under(&self, control: Control) -> Result<GameGraph, Interrupted>;

    /// The positions' options.
    ///
    /// # Panics
    /// Never: nobody asks it to stop.
    fn graph(&self) -> GameGraph {
        self.graph_under(Control::new("", &Silent, &AtomicBool::new(false))).expect("nobody stops it")
    }

    /// The position in which play begins.
    fn start(&self) -> usize;

    /// A position in the rule set's text form.
    fn position(&self, position: usize) -> String;

    /// The position or end written in the rule set's text form (any of the symmetric ones).
    ///
    /// # Errors
    /// A sentence that says what is wrong with the text.
    fn find(&self, text: &str) -> Result<Found, String>;

    /// The position in which play goes on that is written in the rule set's text form.
    ///
    /// # Errors
    /// A sentence that says what is wrong with the text, or that play is over there.
    fn find_position(&self, text: &str) -> Result<usize, String> {
        match self.find(text)? {
            Found::Position(position) => Ok(position),
            Found::End(end) => Err(format!("position '{text}': play is over there, {}", end.text())),
        }
    }

    /// The text of the position or end that the option with this index leads to, in the order of the graph's lists. Symmetric positions are not exchanged
    /// for one another: it is what the player sees after the move.
    fn after(&self, position: usize, player: Player, option: usize) -> String;

    /// Whether [`Game::after`] names the move, such as `b1b4`, and not the position after it.
    fn names_moves(&self) -> bool {
        false
    }

    /// A player's options at a position as it is written, where symmetric positions are not exchanged for one another if the game can help it: the texts of what they
    /// lead to, and its places in `graph`, the game's own.
    ///
    /// # Errors
    /// As [`Game::find_position`].
    fn options_as_written(&self, graph: &GameGraph, text: &str, player: Player) -> Result<Vec<(String, u32)>, String> {
        let position = self.find_position(text)?;
        let places = graph.options(player).get(position);
        Ok(places.iter().enumerate().map(|(option, &place)| (self.after(position, player, option), place)).collect())
    }

    /// The players' names, Left's first.
    fn players(&self) -> [String; 2] {
        ["Left".to_owned(), "Right".to_owned()]
    }

    /// The game as one of placing stones, if it is one.
    fn as_placing(&self) -> Option<&placing::Placing> {
        None
    }

    /// Not less than the number of positions, before they are numbered, and not less than the number of options of all of them together.
    fn estimate(&self) -> (u64, u64);

    /// Bits that a value's denominator has, nearly at most: for how much memory values take.
    fn value_bits(&self) -> u64 {
        // Hadamard's bound is one bit and a half for each position of a cycle; games of thousands of positions stay far below.
        (3 * self.estimate().0 / 2).min(4096)
    }
}

/// What a text stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// A position in which play goes on.
    Position(usize),
    /// Play is over.
    End(End),
}
