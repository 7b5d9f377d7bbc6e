//! Games: rules, positions, numbering. They know no engine, no certificate and no screen.

pub mod bidding_chess;

use crate::game::GameName;
use crate::graph::{End, GameGraph};

/// A game that rests on no other, with positions numbered as its rule set's page says.
pub trait Game: Sync {
    /// The name for certificates.
    fn name(&self) -> GameName;

    /// The positions' options. The memory that this takes is what [`Game::estimate`] is about.
    fn graph(&self) -> GameGraph;

    /// The position in which play begins.
    fn start(&self) -> usize;

    /// A position in the rule set's text form.
    fn position(&self, position: usize) -> String;

    /// The position or end written in the rule set's text form (any of the symmetric ones).
    ///
    /// # Errors
    /// A sentence that says what is wrong with the text.
    fn find(&self, text: &str) -> Result<Found, String>;

    /// The players' names, Left's first.
    fn players(&self) -> [String; 2] {
        ["Left".to_owned(), "Right".to_owned()]
    }

    /// Not less than the number of positions, before they are numbered, and not less than the number of options of all of them together.
    fn estimate(&self) -> (u64, u64);
}

/// What a text stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// A position in which play goes on.
    Position(usize),
    /// Play is over.
    End(End),
}
