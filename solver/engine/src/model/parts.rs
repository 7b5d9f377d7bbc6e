//! A game written out: every position by name, with both players' options.

use super::graph::{End, Lists};

/// A game as written in a game file or a certificate, before any checks. An option less than the number of positions is
/// a position's index; otherwise, subtract the number of positions to get an end's index.
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
