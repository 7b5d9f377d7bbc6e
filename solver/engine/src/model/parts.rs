//! Describes a complete game, which lists the name and both players' options of every position.

use super::graph::{End, Lists};

/// A game as it is written in a file or in a certificate, before any checks. An option that is less than the number of
/// positions is the index of a position. Any other option is the number of positions plus the index of an end.
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
    /// Left's options and Right's options at each position.
    pub options: [Lists; 2],
    /// Names and outcomes of the ends.
    pub ends: Vec<(String, End)>,
}
