//! The table of a certificate: the thresholds and the labels of every class.

pub use super::claimed::Range;
use super::tables::Thresholds;
use crate::bidding::kinds::discrete::Rule;
pub use crate::bidding::kinds::discrete::TieBreak;
use crate::core::cbor::as_u64;
use crate::core::fields::index;
use crate::core::game::Colour;

/// Without labels, this many values of a table count as one work step. The number is greater than 1 because most
/// combinations of tables occur at several classes and are tested only once.
const UNLABELLED_PER_STEP: u64 = 8;

/// A verified table, which has the claimant's threshold of every class for the numbers of chips in its [`Range`].
///
/// A threshold is a code, which section 1 of `spec/kinds/chips.md` defines. With the tie-breaking advantage, code
/// `2a+1` means `a` chips and the advantage, and code `2a` means `a` chips without the advantage. With make-it-take-it,
/// code `2a` means `a` chips and the minus-epsilon chip, and code `2a+1` means `a` chips without that chip. With ladies
/// first, the code is the number of chips.
#[derive(Clone, Debug)]
pub struct Table {
    pub(super) rule: Rule,
    pub(super) range: Range,
    pub(super) tables: Vec<Thresholds>,
    /// Table number of each class.
    pub(super) table: Vec<u32>,
    pub(super) labels: Option<Labels>,
}

impl Table {
    /// Computes the number of work steps from the evidence, as section 5 of the spec defines it. A table counts once
    /// for each class that uses it.
    pub(super) fn steps(&self) -> u64 {
        let length = |number: &u32| self.tables.get(index(*number)).map_or(0, |table| as_u64(table.values.len()));
        let values = self.table.iter().map(length).fold(0, u64::saturating_add);
        if self.labelled() { values.saturating_mul(u64::from(self.rule.unit()).saturating_mul(4)) } else { values / UNLABELLED_PER_STEP }
    }

    /// Returns the claimant, who is the player for whom thresholds are claimed. White stands for Left, and Black for
    /// Right.
    #[must_use]
    pub fn player(&self) -> Colour {
        self.rule.player
    }

    /// Returns how ties are broken.
    #[must_use]
    pub fn tie_break(&self) -> TieBreak {
        self.rule.tie_break
    }

    /// Returns the numbers of chips for which thresholds are proved.
    #[must_use]
    pub fn range(&self) -> Range {
        self.range
    }

    /// Returns the number of codes with `k` chips in all, for `k` below 2^30. If no code wins, this number is also the
    /// threshold.
    #[must_use]
    pub fn codes(&self, k: u32) -> u32 {
        self.rule.top(k)
    }

    /// Returns the number of different tables.
    #[must_use]
    pub fn table_count(&self) -> usize {
        self.tables.len()
    }

    /// Returns the table number of a class.
    #[must_use]
    pub fn table_number(&self, class: u32) -> Option<u32> {
        self.table.get(index(class)).copied()
    }

    /// Returns the number of chips from which a table is periodic. Returns `None` if the table does not exist, or if
    /// nothing is proved beyond its values.
    #[must_use]
    pub fn preperiod(&self, table: u32) -> Option<u32> {
        let table = self.tables.get(index(table))?;
        (table.period != 0).then_some(table.preperiod)
    }

    /// Returns the period of a table, in chips. Returns `None` if the table does not exist, or if nothing is proved
    /// beyond its values.
    #[must_use]
    pub fn period(&self, table: u32) -> Option<u32> {
        let table = self.tables.get(index(table))?;
        (table.period != 0).then_some(table.period)
    }

    /// Returns the number of codes by which the thresholds of a table grow in one period. Returns `None` if the table
    /// does not exist, or if nothing is proved beyond its values.
    #[must_use]
    pub fn slope(&self, table: u32) -> Option<u32> {
        let table = self.tables.get(index(table))?;
        (table.period != 0).then_some(table.slope)
    }

    /// Returns the thresholds of a table for consecutive numbers of chips, beginning with the least number of the
    /// range.
    #[must_use]
    pub fn values(&self, table: u32) -> Option<&[u32]> {
        self.tables.get(index(table)).map(|table| table.values.as_slice())
    }

    /// Returns whether there are labels. Labels occur if some option leads to the same class or to a class with a
    /// smaller number.
    #[must_use]
    pub fn labelled(&self) -> bool {
        self.labels.is_some()
    }
}

#[derive(Clone, Debug)]
pub(super) struct Labels {
    /// The labels, row after row as in the file. An entry has two labels for one number of chips: the label for no
    /// surplus, and the label for a surplus of half a chip. If a chip is one code, there are no half chips and the two
    /// labels are equal.
    pub(super) labels: Vec<[u16; 2]>,
    /// Each row covers this many numbers of chips.
    pub(super) values: usize,
    /// Row number of each class.
    pub(super) row: Vec<u32>,
}

impl Labels {
    pub(super) fn greatest(&self) -> u32 {
        self.labels.iter().flatten().copied().max().map_or(0, u32::from)
    }

    /// Returns the labels of a class.
    pub(super) fn row(&self, class: u32) -> Option<&[[u16; 2]]> {
        let start = index(*self.row.get(index(class))?).checked_mul(self.values)?;
        self.labels.get(start..start.checked_add(self.values)?)
    }
}
