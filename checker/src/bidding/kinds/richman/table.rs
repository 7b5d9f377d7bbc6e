//! The table of a certificate: the values, the labels and the chosen options of every class of symmetric positions.

use super::values::Values;
use num_bigint::BigUint;

/// Number of work steps counted in advance for each equation of a class of symmetric positions.
const STEPS_PER_CLASS: u64 = 8;

/// A label says how soon a player can force progress towards a win. A missing label counts as infinity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Label(u32);

impl Label {
    /// Label of an end of the game that a player has won.
    pub(super) const END: Self = Self(0);
    /// Stands for a missing label, and is greater than every other label.
    pub const INFINITE: Self = Self(u32::MAX);

    /// Converts a number in a column of the file to a label. The number 0 stands for a missing label.
    pub(super) fn from_entry(entry: u32) -> Self {
        if entry == 0 { Self::INFINITE } else { Self(entry) }
    }

    /// Returns this label plus 1. The label infinity stays infinity.
    pub(super) fn next(self) -> Self {
        Self(self.0.saturating_add(1))
    }

    /// Returns the label as a number, which is `u32::MAX` for infinity.
    pub(super) fn number(self) -> u32 {
        self.0
    }

    /// Returns the label as a number, or `None` if it is infinite.
    #[must_use]
    pub fn finite(self) -> Option<u32> {
        (self != Self::INFINITE).then_some(self.0)
    }
}

impl std::fmt::Display for Label {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.finite() {
            Some(label) => write!(f, "{label}"),
            None => write!(f, "none"),
        }
    }
}

/// A verified table. Every column has one entry for each class of symmetric positions.
#[derive(Clone, Debug)]
pub struct Table {
    pub(super) values: Values,
    pub(super) rank_alpha: Vec<u32>,
    /// For each class of symmetric positions, the index of beta in the table of values. `None` if alpha = beta
    /// everywhere.
    pub(super) rank_beta: Option<Vec<u32>>,
    pub(super) label_white: Vec<Label>,
    pub(super) label_black: Vec<Label>,
    pub(super) choice_white_alpha: Vec<u32>,
    /// For each class of symmetric positions, the index of the option that Black chooses for the value alpha. This
    /// column and `choice_white_beta` are `None` if alpha = beta everywhere.
    pub(super) choice_black_alpha: Option<Vec<u32>>,
    pub(super) choice_white_beta: Option<Vec<u32>>,
    pub(super) choice_black_beta: Vec<u32>,
}

impl Table {
    /// Returns the number of classes of symmetric positions.
    #[must_use]
    pub fn classes(&self) -> usize {
        self.rank_alpha.len()
    }

    /// Returns the number of work steps that the checker counts in advance from the evidence (section 4 of the spec).
    pub(super) fn steps(&self) -> u64 {
        let equation = |rank: &u32| {
            let words = self.values.words(*rank);
            words.saturating_mul(words).saturating_add(STEPS_PER_CLASS)
        };
        let ranks = self.rank_alpha.iter().chain(self.rank_beta.iter().flatten());
        ranks.map(equation).fold(self.values.steps(), u64::saturating_add)
    }

    /// Returns the largest denominator that the file lists.
    #[must_use]
    pub fn largest_denominator(&self) -> &BigUint {
        self.values.largest_denominator()
    }

    /// Returns the number of values in the table.
    #[must_use]
    pub fn value_count(&self) -> usize {
        self.values.len()
    }

    /// Returns the number of values that the file lists. The checker computes the other values as means.
    #[must_use]
    pub fn listed_count(&self) -> usize {
        self.values.listed_count()
    }

    /// Returns whether the file lists the value with this rank (index in the table of values).
    #[must_use]
    pub fn is_listed(&self, rank: u32) -> bool {
        self.values.is_listed(rank)
    }

    /// Returns the numerator and the denominator of the value with this rank. A value with a greater rank is greater. A
    /// value that the file does not list need not be in lowest terms.
    #[must_use]
    pub fn value(&self, rank: u32) -> Option<(&BigUint, &BigUint)> {
        self.values.get(rank).map(|value| (value.numerator, &value.denominator.whole))
    }

    /// For each class of symmetric positions, returns the rank of alpha (its index in the table of values).
    #[must_use]
    pub fn rank_alpha(&self) -> &[u32] {
        &self.rank_alpha
    }

    /// For each class of symmetric positions, returns the rank of beta (its index in the table of values).
    #[must_use]
    pub fn rank_beta(&self) -> &[u32] {
        self.rank_beta.as_deref().unwrap_or(&self.rank_alpha)
    }

    /// Returns White's label for each class of symmetric positions.
    #[must_use]
    pub fn label_white(&self) -> &[Label] {
        &self.label_white
    }

    /// Returns Black's label for each class of symmetric positions.
    #[must_use]
    pub fn label_black(&self) -> &[Label] {
        &self.label_black
    }
}
