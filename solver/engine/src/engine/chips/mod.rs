//! Thresholds of discrete bidding for one number of chips, for several, and for all.
//!
//! [`rows`] solves any finite graph for given numbers of chips, many of them at once; [`labels`] proves such thresholds from below; [`common`] finds
//! a period of all of them together; [`ordered`] computes the sequences of graphs without cycles directly, with the arithmetic of [`sequence`].
//! [`depth`] counts the moves that wins take, for advice. [`filled`] solves boards that players fill, for one number of chips and without a graph;
//! [`strategy`] takes from thresholds the moves that a player needs to win.

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

/// A game from the point of view of the player whose thresholds are asked for.
pub type ChipGraph<'a> = View<'a, Boundary<'a>>;

/// A position outside the graph.
#[derive(Clone, Copy, Debug)]
pub enum Boundary<'a> {
    /// The claimant has won.
    Won,
    /// The claimant has not won, and play is over.
    NotWon,
    /// A position of a game solved before, with its thresholds.
    Known(&'a ThresholdTable),
}

impl Boundary<'_> {
    /// The threshold with k chips.
    ///
    /// # Panics
    /// If the known table does not say it.
    #[must_use]
    pub fn at(self, rule: Rule, k: u32) -> u32 {
        match self {
            Self::Won => 0,
            Self::NotWon => rule.top(k),
            Self::Known(table) => table.at(k).expect("tables of cited games cover what is asked"),
        }
    }
}

/// What a place is worth to the claimant, for one number of chips.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Worth {
    /// The threshold.
    pub threshold: u32,
    /// Whether play is over.
    pub over: bool,
}

impl<'a> ChipGraph<'a> {
    /// A game seen by one of its players.
    #[must_use]
    pub fn of(graph: &'a GameGraph, claimant: Player) -> Self {
        let boundary = End::ALL.map(|end| if end == claimant.wins() { Boundary::Won } else { Boundary::NotWon }).to_vec();
        Self { own: graph.options(claimant), other: graph.options(claimant.other()), boundary }
    }
}

/// No number of chips allows this: labels or numbers grow beyond what is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// Asked to stop.
    Interrupted,
    /// A label beyond 65,534.
    Label,
    /// The slopes decide only from a number of chips on that is beyond this one.
    Onset(u32),
}

impl From<crate::control::Interrupted> for Error {
    fn from(_: crate::control::Interrupted) -> Self {
        Self::Interrupted
    }
}
