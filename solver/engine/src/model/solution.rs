//! The solution of one graph: the content of a certificate, in the solver's own terms.

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
    /// Canonical choices of both players.
    pub choices: Choices,
    /// For each value, whether a certificate lists it; `None` if it lists all.
    pub listed: Option<Vec<bool>>,
}

/// Canonical choices: indices into a position's options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choices {
    /// alpha = beta everywhere: one function, one choice per player.
    Sharp {
        /// White's choices.
        white: Vec<u16>,
        /// Black's choices.
        black: Vec<u16>,
    },
    /// alpha and beta differ somewhere: two functions.
    Interval {
        /// White's choices for alpha, by label.
        white_alpha: Vec<u16>,
        /// Black's choices for alpha: the first best option.
        black_alpha: Vec<u16>,
        /// White's choices for beta: the first best option.
        white_beta: Vec<u16>,
        /// Black's choices for beta, by label.
        black_beta: Vec<u16>,
    },
}

/// Exact values and labels of positions, in any storage, as needed by the endings that can turn into these positions.
pub trait Table {
    /// Returns the ranks of a position's alpha and beta among the values.
    fn ranks(&self, position: usize) -> [u32; 2];
    /// Returns the labels of White and of Black at a position.
    fn labels(&self, position: usize) -> [Label; 2];
    /// Returns the value of this rank.
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
    /// Returns the number of positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.rank_alpha.len()
    }

    /// Returns whether there are no positions.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns alpha of a position: White (Left) wins by force if Black's (Right's) share of all money is below it.
    ///
    /// # Panics
    /// If there is no such position.
    #[must_use]
    pub fn alpha(&self, position: usize) -> &Rational {
        &self.values[self.rank_alpha[position] as usize]
    }

    /// Returns beta of a position: Black (Right) wins by force if Black's share of all money is above it.
    ///
    /// # Panics
    /// If there is no such position.
    #[must_use]
    pub fn beta(&self, position: usize) -> &Rational {
        &self.values[self.rank_beta[position] as usize]
    }

    /// Returns whether alpha = beta everywhere.
    #[must_use]
    pub fn is_sharp(&self) -> bool {
        matches!(self.choices, Choices::Sharp { .. })
    }

    /// Returns the values and labels of a position, for the boundary of another graph.
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
