//! A game whose positions and options are all listed.

use crate::core::game::Colour;

/// A game whose positions and options are all listed. A game has named positions, each player's options, and ends,
/// which are the positions in which play is over. White is called Left, and Black is called Right.
///
/// An option is stored as an index. Indices of positions come before indices of ends.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WholeGame {
    /// The title of the game.
    pub title: String,
    /// The name of the player Left.
    pub left: String,
    /// The name of the player Right.
    pub right: String,
    /// Index of the position in which play begins, if there is one.
    pub start: Option<u32>,
    /// Positions in which play goes on.
    pub positions: Vec<WholePosition>,
    /// Positions in which play is over.
    pub ends: Vec<WholeEnd>,
}

/// A position of a game whose positions are all listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WholePosition {
    /// Name of the position.
    pub name: String,
    /// Left's options.
    pub left: Vec<u32>,
    /// Right's options.
    pub right: Vec<u32>,
}

/// A position in which play is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WholeEnd {
    /// Name of the final position.
    pub name: String,
    /// The player who has won, or `None` if neither player has won.
    pub winner: Option<Colour>,
}

impl WholeGame {
    pub(crate) fn position(&self, index: u32) -> Option<&WholePosition> {
        self.positions.get(crate::core::fields::index(index))
    }
}
