//! The solved table of one graph: what a certificate says, in the solver's own terms.

use super::graph::{BoundaryValue, Label};
use super::value::Rational;

/// Exact values, labels and canonical choices of every position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The distinct values in ascending order, from 0 to 1.
    pub values: Vec<Rational>,
    /// Alpha: an index into `values` for each position.
    pub rank_alpha: Vec<u32>,
    /// Beta: an index into `values` for each position.
    pub rank_beta: Vec<u32>,
    /// White's labels for alpha.
    pub label_white: Vec<Label>,
    /// Black's labels for beta.
    pub label_black: Vec<Label>,
    /// The canonical choices.
    pub choices: Choices,
    /// For each value whether a certificate lists it; `None` where it lists all.
    pub listed: Option<Vec<bool>>,
}

/// Canonical choices: indices into a position's options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choices {
    /// alpha = beta everywhere: one function, one choice a player.
    Sharp {
        /// White's choices.
        white: Vec<u16>,
        /// Black's choices.
        black: Vec<u16>,
    },
    /// Two functions.
    Interval {
        /// White's choices for alpha, by label.
        white_alpha: Vec<u16>,
        /// Black's for alpha, the first that is best.
        black_alpha: Vec<u16>,
        /// White's for beta, the first that is best.
        white_beta: Vec<u16>,
        /// Black's for beta, by label.
        black_beta: Vec<u16>,
    },
}

/// Exact values and labels of positions, wherever they are kept: what endings that turn into these need of them.
pub trait Table {
    /// The numbers of alpha and of beta of a position among the values.
    fn ranks(&self, position: usize) -> [u32; 2];
    /// The labels of White and of Black at a position.
    fn labels(&self, position: usize) -> [Label; 2];
    /// The value of this number.
    fn value(&self, rank: u32) -> Rational;
}

impl Table for Solution {
    fn ranks(&self, position: usize) -> [u32; 2] {
        [self.rank_alpha[position], self.rank_beta[position]]
    }

    fn labels(&self, position: usize) -> [Label; 2] {
        [self.label_white[position], self.label_black[position]]
    }

    fn value(&self, rank: u32) -> Rational {
        self.values[rank as usize].clone()
    }
}

impl Solution {
    /// The number of positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.rank_alpha.len()
    }

    /// Whether there is no position.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Alpha of a position: White (Left) wins by force if Black (Right) has a share of all money below it.
    ///
    /// # Panics
    /// If there is no such position.
    #[must_use]
    pub fn alpha(&self, position: usize) -> &Rational {
        &self.values[self.rank_alpha[position] as usize]
    }

    /// Beta of a position: Black (Right) wins by force with a share of all money above it.
    ///
    /// # Panics
    /// If there is no such position.
    #[must_use]
    pub fn beta(&self, position: usize) -> &Rational {
        &self.values[self.rank_beta[position] as usize]
    }

    /// Whether alpha = beta everywhere.
    #[must_use]
    pub fn is_sharp(&self) -> bool {
        matches!(self.choices, Choices::Sharp { .. })
    }

    /// What another graph needs to know of a position to have it in its boundary.
    #[must_use]
    pub fn boundary_value(&self, position: usize) -> BoundaryValue {
        BoundaryValue {
            alpha: self.alpha(position).clone(),
            beta: self.beta(position).clone(),
            label_white: self.label_white[position],
            label_black: self.label_black[position],
        }
    }
}
