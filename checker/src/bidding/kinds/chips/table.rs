//! The table of a certificate: the thresholds and the labels of every class.

pub use super::claimed::Range;
use super::tables::Thresholds;
use crate::bidding::kinds::discrete::Rule;
pub use crate::bidding::kinds::discrete::TieBreak;
use crate::core::cbor::as_u64;
use crate::core::fields::index;
use crate::core::game::Colour;

/// Values of tables without labels per announced step. Most combinations of tables occur at several classes and are
/// tested once.
const UNLABELLED_PER_STEP: u64 = 8;

/// A verified table: the claimant's threshold of every class, for the numbers of chips of its [`Range`].
///
/// A threshold is a code: section 1 of `spec/kinds/chips.md`. With the tie-breaking advantage, `2 a + 1` is a chips and
/// the advantage, `2 a` is a chips without it. With make-it-take-it, `2 a` is a chips and the minus-epsilon chip, `2 a
/// + 1` is a chips without it. With ladies first, the code is the number of chips.
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
    /// Returns the steps that the evidence announces: section 5 of the spec. Each use of a table or of a row of labels
    /// counts.
    pub(super) fn steps(&self) -> u64 {
        let length = |number: &u32| self.tables.get(index(*number)).map_or(0, |table| as_u64(table.values.len()));
        let values = self.table.iter().map(length).fold(0, u64::saturating_add);
        if self.labelled() { values.saturating_mul(u64::from(self.rule.unit()).saturating_mul(4)) } else { values / UNLABELLED_PER_STEP }
    }

    /// Returns the claimant: White is Left, Black is Right.
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

    /// Returns the number of codes with k chips in all, for k below 2^30. It is also the threshold if no code wins.
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

    /// Returns the number of chips from which on a table is periodic. `None` if there is no such table or nothing is
    /// proved beyond its values.
    #[must_use]
    pub fn preperiod(&self, table: u32) -> Option<u32> {
        let table = self.tables.get(index(table))?;
        (table.period != 0).then_some(table.preperiod)
    }

    /// Returns the period of a table, in chips. `None` if there is no such table or nothing is proved beyond its
    /// values.
    #[must_use]
    pub fn period(&self, table: u32) -> Option<u32> {
        let table = self.tables.get(index(table))?;
        (table.period != 0).then_some(table.period)
    }

    /// Returns the growth of a table in one period, in codes. `None` if there is no such table or nothing is proved
    /// beyond its values.
    #[must_use]
    pub fn slope(&self, table: u32) -> Option<u32> {
        let table = self.tables.get(index(table))?;
        (table.period != 0).then_some(table.slope)
    }

    /// Returns the thresholds of a table for consecutive numbers of chips, beginning with the least of the range.
    #[must_use]
    pub fn values(&self, table: u32) -> Option<&[u32]> {
        self.tables.get(index(table)).map(|table| table.values.as_slice())
    }

    /// Returns whether there are labels. They occur in games in which some option leads to a class whose number is not
    /// greater.
    #[must_use]
    pub fn labelled(&self) -> bool {
        self.labels.is_some()
    }
}

/// The labels of all classes.
#[derive(Clone, Debug)]
pub(super) struct Labels {
    /// Row after row of the file: for consecutive numbers of chips, the labels for no surplus and for half a chip. If a
    /// chip is one code there is no half chip, and both are the same.
    pub(super) labels: Vec<[u16; 2]>,
    /// Numbers of chips in a row.
    pub(super) values: usize,
    /// Row number of each class.
    pub(super) row: Vec<u32>,
}

impl Labels {
    /// Returns the greatest label.
    pub(super) fn greatest(&self) -> u32 {
        self.labels.iter().flatten().copied().max().map_or(0, u32::from)
    }

    /// Returns the labels of a class.
    pub(super) fn row(&self, class: u32) -> Option<&[[u16; 2]]> {
        let start = index(*self.row.get(index(class))?).checked_mul(self.values)?;
        self.labels.get(start..start.checked_add(self.values)?)
    }
}
