//! Describes a complete game, with a name and both players' options for every position.

use super::graph::{End, Lists};

/// A game as written in a game file or a certificate, before any checks. An option that is less than the number of
/// positions is the index of a position. From a greater or equal option, subtract the number of positions to get the
/// index of an end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parts {
    /// Title of the game; may be empty.
    pub title: String,
    /// Names of the players, Left's first.
    pub players: [String; 2],
    /// Index of the initial position.
    pub start: usize,
    /// Names of the positions that are not ends.
    pub positions: Vec<String>,
    /// Left's and Right's options, by position.
    pub options: [Lists; 2],
    /// Names and outcomes of the ends.
    pub ends: Vec<(String, End)>,
}
