//! Thresholds of discrete bidding for one number of chips, for several, and for all.
//!
//! [`rows`] solves any finite graph for a list of numbers of chips, many at once. [`labels`] proves such thresholds
//! from below. [`common`] finds a common period of all thresholds. [`ordered`] computes the sequences of acyclic graphs
//! directly, with the arithmetic of [`sequence`]. [`depth`] counts the moves that wins take, to advise players.
//! [`filled`] solves boards that players fill, for one number of chips and without a graph. [`strategy`] extracts from
//! thresholds the moves that a player needs to win.

pub mod common;
pub mod depth;
pub mod filled;
pub mod labels;
pub mod ordered;
pub mod rows;
pub mod sequence;
pub mod strategy;
#[cfg(test)]
mod tests;

use crate::model::chips::{Rule, ThresholdTable};
use crate::model::graph::{End, GameGraph, Player, View};

/// A game from the point of view of the claimant, whose thresholds are computed.
pub type ChipGraph<'a> = View<'a, Boundary<'a>>;

/// A place outside the graph.
#[derive(Clone, Copy, Debug)]
pub enum Boundary<'a> {
    /// An end that the claimant has won.
    Won,
    /// An end that the claimant has not won.
    NotWon,
    /// A position of a game solved before, with its thresholds.
    Known(&'a ThresholdTable),
}

impl Boundary<'_> {
    /// Returns the threshold for k chips.
    ///
    /// # Panics
    /// If the known table does not contain it.
    #[must_use]
    pub fn at(self, rule: Rule, k: u32) -> u32 {
        match self {
            Self::Won => 0,
            Self::NotWon => rule.top(k),
            Self::Known(table) => table.at(k).expect("tables of cited games cover what is asked"),
        }
    }
}

/// Value of a place to the claimant, for one number of chips.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Worth {
    /// Least code with which the claimant wins.
    pub threshold: u32,
    /// Whether the game has ended.
    pub over: bool,
}

impl<'a> ChipGraph<'a> {
    /// Creates a player's view of a game.
    #[must_use]
    pub fn of(graph: &'a GameGraph, claimant: Player) -> Self {
        let boundary = End::ALL.map(|end| if end == claimant.wins() { Boundary::Won } else { Boundary::NotWon }).to_vec();
        Self { own: graph.options(claimant), other: graph.options(claimant.other()), boundary }
    }
}

/// Reason why there is no solution: labels or numbers exceed their storage, or the computation was stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// The computation was asked to stop.
    Interrupted,
    /// A label exceeds 65,534.
    Label,
    /// Slopes do not decide up to this number of chips.
    Onset(u32),
}

impl From<crate::control::Interrupted> for Error {
    fn from(_: crate::control::Interrupted) -> Self {
        Self::Interrupted
    }
}
