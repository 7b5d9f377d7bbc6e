//! A game written out whole.

use crate::core::game::Colour;

/// A game written out whole: its positions by name, each player's options, the ends. White is Left, Black is Right.
///
/// An option below the number of positions is the position of that index; the ends are counted on from there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WholeGame {
    /// What the game is called.
    pub title: String,
    /// The name of the player Left.
    pub left: String,
    /// The name of the player Right.
    pub right: String,
    /// The position in which play begins, if there is one.
    pub start: Option<u32>,
    /// The positions in which play goes on.
    pub positions: Vec<WholePosition>,
    /// The positions in which play is over.
    pub ends: Vec<WholeEnd>,
}

/// A position of a game written out whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WholePosition {
    /// Its name.
    pub name: String,
    /// Left's options.
    pub left: Vec<u32>,
    /// Right's options.
    pub right: Vec<u32>,
}

/// An end of a game written out whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WholeEnd {
    /// Its name.
    pub name: String,
    /// Who has won; `None` if neither has.
    pub winner: Option<Colour>,
}

impl WholeGame {
    /// The position of that index.
    pub(crate) fn position(&self, index: u32) -> Option<&WholePosition> {
        self.positions.get(crate::core::fields::index(index))
    }
}
