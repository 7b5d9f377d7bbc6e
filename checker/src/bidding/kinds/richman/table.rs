//! The table of a certificate: the value, the labels and the choices of every class.

use super::values::Values;
use num_bigint::BigUint;

/// The steps that the equation of a class is announced with, beside those that grow with the length of its value.
const STEPS_PER_CLASS: u64 = 8;

/// A label: the stage of the induction at which a bound is proved, or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Label(u32);

impl Label {
    /// The label of the end of the game.
    pub(super) const END: Self = Self(0);
    /// No label: greater than every other, which are at most 2^32 - 2.
    pub const INFINITE: Self = Self(u32::MAX);

    /// The label that a column has as `entry`: 0 means none.
    pub(super) fn from_entry(entry: u32) -> Self {
        if entry == 0 { Self::INFINITE } else { Self(entry) }
    }

    /// 1 + this label; infinity stays.
    pub(super) fn next(self) -> Self {
        Self(self.0.saturating_add(1))
    }

    /// A number that is the greater the greater the label.
    pub(super) fn number(self) -> u32 {
        self.0
    }

    /// The number, unless it is infinite.
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

/// A verified table: one entry per class in every column.
#[derive(Clone, Debug)]
pub struct Table {
    pub(super) values: Values,
    pub(super) rank_alpha: Vec<u32>,
    /// `None` where alpha = beta everywhere: the column is then that of alpha.
    pub(super) rank_beta: Option<Vec<u32>>,
    pub(super) label_white: Vec<Label>,
    pub(super) label_black: Vec<Label>,
    pub(super) choice_white_alpha: Vec<u32>,
    /// This and the next: `None` where alpha = beta everywhere.
    pub(super) choice_black_alpha: Option<Vec<u32>>,
    pub(super) choice_white_beta: Option<Vec<u32>>,
    pub(super) choice_black_beta: Vec<u32>,
}

impl Table {
    /// The number of classes.
    #[must_use]
    pub fn classes(&self) -> usize {
        self.rank_alpha.len()
    }

    /// The steps that the evidence announces: section 4 of the kind's page.
    pub(super) fn steps(&self) -> u64 {
        let equation = |rank: &u32| {
            let words = self.values.words(*rank);
            words.saturating_mul(words).saturating_add(STEPS_PER_CLASS)
        };
        let ranks = self.rank_alpha.iter().chain(self.rank_beta.iter().flatten());
        ranks.map(equation).fold(self.values.steps(), u64::saturating_add)
    }

    /// The largest denominator that the file lists.
    #[must_use]
    pub fn largest_denominator(&self) -> &BigUint {
        self.values.largest_denominator()
    }

    /// The number of values in the table.
    #[must_use]
    pub fn value_count(&self) -> usize {
        self.values.len()
    }

    /// The number of values that the file lists; the others were worked out.
    #[must_use]
    pub fn listed_count(&self) -> usize {
        self.values.listed_count()
    }

    /// Whether the file lists the value with that rank.
    #[must_use]
    pub fn is_listed(&self, rank: u32) -> bool {
        self.values.is_listed(rank)
    }

    /// Numerator and denominator of the value with that rank; values ascend with their ranks. Values that the file does not list need not be in lowest terms.
    #[must_use]
    pub fn value(&self, rank: u32) -> Option<(&BigUint, &BigUint)> {
        self.values.get(rank).map(|value| (value.numerator, &value.denominator.whole))
    }

    /// The rank of alpha of each class.
    #[must_use]
    pub fn rank_alpha(&self) -> &[u32] {
        &self.rank_alpha
    }

    /// The rank of beta of each class.
    #[must_use]
    pub fn rank_beta(&self) -> &[u32] {
        self.rank_beta.as_deref().unwrap_or(&self.rank_alpha)
    }

    /// White's label of each class.
    #[must_use]
    pub fn label_white(&self) -> &[Label] {
        &self.label_white
    }

    /// Black's label of each class.
    #[must_use]
    pub fn label_black(&self) -> &[Label] {
        &self.label_black
    }
}
