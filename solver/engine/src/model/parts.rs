//! Describes a complete game, which lists for every position its name and both players' options.

use super::graph::{End, Lists};

/// A game as it is written in a file or in a certificate, before any checks. An option that leads to a position is the
/// index of the position. An option that leads to an end of the game is the number of positions plus the index of the
/// end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parts {
    /// Title of the game, which may be empty.
    pub title: String,
    /// Names of the players, Left's first.
    pub players: [String; 2],
    /// Index of the initial position.
    pub start: usize,
    /// Names of the positions that are not ends.
    pub positions: Vec<String>,
    /// Left's options, and Right's options, in each position.
    pub options: [Lists; 2],
    /// Names and outcomes of the ends.
    pub ends: Vec<(String, End)>,
}
