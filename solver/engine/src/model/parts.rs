//! A game written out: every position by name, with both players' options.

use super::graph::{End, Lists};

/// A game as it is written down, in a game file or in a certificate, before anything is tested. An option below the number of positions is the position of
/// that index, beyond that the end of the index that is left.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parts {
    /// What the game is called; may be empty.
    pub title: String,
    /// The players' names, Left's first.
    pub players: [String; 2],
    /// Index of the position in which play begins.
    pub start: usize,
    /// The names of the positions in which play goes on.
    pub positions: Vec<String>,
    /// Left's and Right's options, position by position.
    pub options: [Lists; 2],
    /// Names and outcomes of the positions in which play is over.
    pub ends: Vec<(String, End)>,
}
