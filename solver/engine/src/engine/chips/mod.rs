//! Computes thresholds of discrete bidding: for one number of chips, for several numbers, and for all numbers.
//!
//! The *claimant* is the player whose thresholds are computed. A *code* is an integer that encodes how many chips a
//! player holds ([`crate::model::chips`]). The *threshold* of a position is the least amount of chips, encoded as an
//! integer, with which the claimant wins from the position. T(k) is the number of different amounts that a player can
//! hold if there are k chips in all ([`Rule::top`]).
//!
//! - [`rows`] computes thresholds on any finite graph, for many numbers of chips at once.
//! - [`labels`] computes labels, numbers which prove that thresholds are not too low.
//! - [`common`] finds a common period of all thresholds.
//! - [`ordered`] computes thresholds on acyclic graphs for all numbers of chips, with the arithmetic of [`sequence`].
//! - [`depth`] counts how many moves a win takes, to advise players.
//! - [`filled`] computes thresholds on boards that players fill, for one number of chips and without a graph.
//! - [`strategy`] extracts a winning strategy from thresholds.

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

/// Graph of a game in which the claimant's thresholds are computed.
pub type ChipGraph<'a> = View<'a, Boundary<'a>>;

/// An end of the game or a position outside the graph, to which an option of the graph leads.
#[derive(Clone, Copy, Debug)]
pub enum Boundary<'a> {
    /// An end of the game that the claimant has won.
    Won,
    /// An end of the game that the claimant has not won.
    NotWon,
    /// A position of another game that was solved before, with the thresholds of the position.
    Known(&'a ThresholdTable),
}

impl Boundary<'_> {
    /// Returns the threshold for k chips.
    ///
    /// # Panics
    /// Panics if the table of a `Known` entry does not contain k.
    #[must_use]
    pub fn at(self, rule: Rule, k: u32) -> u32 {
        match self {
            Self::Won => 0,
            Self::NotWon => rule.top(k),
            Self::Known(table) => table.at(k).expect("tables of cited games cover every number of chips"),
        }
    }
}

/// Threshold of a position or an end of the game, for one total number of chips.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Worth {
    /// Least amount of chips, encoded as an integer, with which the claimant wins.
    pub threshold: u32,
    /// Whether the game has ended.
    pub over: bool,
}

impl<'a> ChipGraph<'a> {
    /// Creates the graph of a game from the claimant's point of view.
    #[must_use]
    pub fn new(graph: &'a GameGraph, claimant: Player) -> Self {
        let boundary = End::ALL.map(|end| if end == claimant.wins() { Boundary::Won } else { Boundary::NotWon }).to_vec();
        Self { own: graph.options(claimant), other: graph.options(claimant.other()), boundary }
    }
}

/// Reason why a computation found no thresholds or labels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// The computation was asked to stop.
    Interrupted,
    /// A label (a number that bounds the length of play) exceeds 65,534.
    Label,
    /// The computation ended at this number of chips, before it found a period of the thresholds.
    Onset(u32),
}

impl From<crate::control::Interrupted> for Error {
    fn from(_: crate::control::Interrupted) -> Self {
        Self::Interrupted
    }
}
