//! Defines how the solver stores the solution of an option graph. The solution is the content of a certificate of kind
//! `richman`.

use super::graph::{BoundaryValue, Label, NEVER};
use super::value::Rational;

/// The exact values, the labels and the chosen options of every position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The distinct values in ascending order, from 0 to 1.
    pub values: Vec<Rational>,
    /// Alpha of each position, as an index into `values`.
    pub rank_alpha: Vec<u32>,
    /// Beta of each position, as an index into `values`.
    pub rank_beta: Vec<u32>,
    /// White's label of each position.
    pub label_white: Vec<Label>,
    /// Black's label of each position.
    pub label_black: Vec<Label>,
    /// The moves of both players, selected among the optimal moves as section 2 of `spec/kinds/richman.md` says.
    pub choices: Choices,
    /// For each value, whether the certificate lists the value. The field is `None` if the certificate lists all
    /// values.
    pub listed: Option<Vec<bool>>,
}

/// For every position, the indices of the options that the players must choose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choices {
    /// Alpha and beta are equal in every position, so each player needs one choice in each position.
    Sharp {
        /// White's choices.
        white: Vec<u16>,
        /// Black's choices.
        black: Vec<u16>,
    },
    /// Alpha and beta differ in some position, so each player has separate choices for alpha and for beta.
    Interval {
        /// Indices of the options that White must choose for alpha. Among several best options, White chooses the one
        /// with the least label, and among these the first in move order.
        white_alpha: Vec<u16>,
        /// Indices of the options that Black must choose for alpha. Among several best options, Black chooses the first
        /// in move order.
        black_alpha: Vec<u16>,
        /// Indices of the options that White must choose for beta. Among several best options, White chooses the first
        /// in move order.
        white_beta: Vec<u16>,
        /// Indices of the options that Black must choose for beta. Among several best options, Black chooses the one
        /// with the least label, and among these the first in move order.
        black_beta: Vec<u16>,
    },
}

/// Gives access to the values and labels of a solved ending.
pub trait Table {
    /// Returns the indices of alpha and beta in the list of all values.
    fn ranks(&self, position: usize) -> [u32; 2];
    /// Returns White's label and Black's label of a position.
    fn labels(&self, position: usize) -> [Label; 2];
    /// Returns the value with the index `rank`.
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

    /// Returns the threshold alpha of a position. White (Left) wins by force if Black's share of all money is below
    /// alpha.
    ///
    /// # Panics
    /// Panics if there is no such position.
    #[must_use]
    pub fn alpha(&self, position: usize) -> &Rational {
        &self.values[self.rank_alpha[position] as usize]
    }

    /// Returns the threshold beta of a position. Black (Right) wins by force if Black's share of all money is above
    /// beta.
    ///
    /// # Panics
    /// Panics if there is no such position.
    #[must_use]
    pub fn beta(&self, position: usize) -> &Rational {
        &self.values[self.rank_beta[position] as usize]
    }

    /// Returns the largest denominator of all values as a decimal number.
    #[must_use]
    pub fn largest_denominator(&self) -> String {
        self.values.iter().map(Rational::denominator).max().map(ToString::to_string).unwrap_or_default()
    }

    /// Returns the largest label of White (Left) and the largest label of Black (Right), apart from [`NEVER`].
    #[must_use]
    pub fn largest_labels(&self) -> [Label; 2] {
        [&self.label_white, &self.label_black].map(|labels| labels.iter().copied().filter(|&label| label != NEVER).max().unwrap_or(0))
    }

    /// Returns whether alpha and beta are equal in every position.
    #[must_use]
    pub fn is_sharp(&self) -> bool {
        matches!(self.choices, Choices::Sharp { .. })
    }

    /// Returns the thresholds and labels of a position.
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
