//! The table of a certificate: the thresholds and the labels of every class of symmetric positions.

pub use super::claimed::Range;
use super::tables::Thresholds;
use crate::bidding::kinds::discrete::Rule;
pub use crate::bidding::kinds::discrete::TieBreak;
use crate::core::cbor::as_u64;
use crate::core::fields::index;
use crate::core::game::Colour;

/// Without labels, this many values of a table count as one work step. Each combination of tables is tested only once,
/// so a step covers several values.
const UNLABELLED_PER_STEP: u64 = 8;

/// A verified table: the claimant's threshold in every class of symmetric positions, for each number of chips in
/// a [`Range`].
///
/// A threshold is an amount of chips, encoded as an integer (section 1 of `spec/kinds/chips.md`). If a tie-breaking
/// advantage exists, `2a+1` means `a` chips and the advantage, and `2a` means `a` chips without the advantage. If ties
/// are broken by the rule "make it, take it", `2a` means `a` chips and the minus-epsilon chip, and `2a+1` means `a`
/// chips without that chip. If ties are broken by the rule "ladies first", the integer is the number of chips.
#[derive(Clone, Debug)]
pub struct Table {
    pub(super) rule: Rule,
    pub(super) range: Range,
    pub(super) tables: Vec<Thresholds>,
    /// Number of the table of each class of symmetric positions.
    pub(super) table: Vec<u32>,
    pub(super) labels: Option<Labels>,
}

impl Table {
    /// Computes the number of work steps from the evidence, as section 5 of the spec defines it.
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

    /// Returns how many different amounts a player can hold if there are `k` chips in all, for `k` below 2^30. If no
    /// amount of chips wins, this number is also the threshold.
    #[must_use]
    pub fn codes(&self, k: u32) -> u32 {
        self.rule.top(k)
    }

    /// Returns the number of different tables of thresholds.
    #[must_use]
    pub fn table_count(&self) -> usize {
        self.tables.len()
    }

    /// Returns the number of the table that a class of symmetric positions has.
    #[must_use]
    pub fn table_number(&self, class: u32) -> Option<u32> {
        self.table.get(index(class)).copied()
    }

    /// Returns the number of chips from which a table is periodic. Returns `None` if the table does not exist or the
    /// range is finite.
    #[must_use]
    pub fn preperiod(&self, table: u32) -> Option<u32> {
        let table = self.tables.get(index(table))?;
        (table.period != 0).then_some(table.preperiod)
    }

    /// Returns the period of a table, in chips. Returns `None` if the table does not exist or the range is finite.
    #[must_use]
    pub fn period(&self, table: u32) -> Option<u32> {
        let table = self.tables.get(index(table))?;
        (table.period != 0).then_some(table.period)
    }

    /// Returns the growth of the thresholds of a table in one period, as an encoded amount of chips. Returns `None` if
    /// the table does not exist or the range is finite.
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

    /// Returns whether the certificate has labels. A certificate has labels if some option leads to the same class of
    /// symmetric positions or to a class with a smaller number.
    #[must_use]
    pub fn labelled(&self) -> bool {
        self.labels.is_some()
    }
}

#[derive(Clone, Debug)]
pub(super) struct Labels {
    /// The labels in the order of the file. For each number of chips, there are two labels: one for no surplus, and one
    /// for a surplus of half a chip. If there are no half chips, the two labels are equal.
    pub(super) labels: Vec<[u16; 2]>,
    /// Length of each row of labels. A row has one entry for each total number of chips.
    pub(super) values: usize,
    /// For each class of symmetric positions, the number of its row of labels.
    pub(super) row: Vec<u32>,
}

impl Labels {
    pub(super) fn greatest(&self) -> u32 {
        self.labels.iter().flatten().copied().max().map_or(0, u32::from)
    }

    /// Returns the labels of a class of symmetric positions.
    pub(super) fn row(&self, class: u32) -> Option<&[[u16; 2]]> {
        let start = index(*self.row.get(index(class))?).checked_mul(self.values)?;
        self.labels.get(start..start.checked_add(self.values)?)
    }
}
