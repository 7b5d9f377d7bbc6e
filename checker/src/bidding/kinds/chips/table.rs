//! The table of a certificate: the thresholds and the labels of every class.

use super::rule::Rule;
pub use super::rule::TieBreak;
pub use super::stated::Range;
use super::tables::Thresholds;
use crate::core::cbor::wide;
use crate::core::fields::index;
use crate::core::game::Colour;

/// How many values of tables without labels are announced as a step. Most classes have tables and options' tables that another one has too.
const UNLABELLED_PER_STEP: u64 = 8;

/// A verified table: the claimant's threshold of every class, for the numbers of chips of its [`Range`].
///
/// A threshold is a code, section 1 of the kind's page: with the tie-breaking advantage `2 a + 1` for a chips and the advantage, `2 a` for a
/// chips without; with make-it-take-it `2 a` for a chips and the minus-epsilon chip, `2 a + 1` for a chips without; with ladies first the number of chips.
#[derive(Clone, Debug)]
pub struct Table {
    pub(super) rule: Rule,
    pub(super) range: Range,
    pub(super) tables: Vec<Thresholds>,
    /// For each class the number of its table.
    pub(super) table: Vec<u32>,
    pub(super) labels: Option<Labels>,
}

impl Table {
    /// The steps that the evidence announces: section 5 of the kind's page. Each use of a table counts, and of a row of labels.
    pub(super) fn steps(&self) -> u64 {
        let length = |number: &u32| self.tables.get(index(*number)).map_or(0, |table| wide(table.values.len()));
        let values = self.table.iter().map(length).fold(0, u64::saturating_add);
        if self.labelled() { values.saturating_mul(u64::from(self.rule.unit()).saturating_mul(4)) } else { values / UNLABELLED_PER_STEP }
    }

    /// The claimant: White is Left, Black is Right.
    #[must_use]
    pub fn player(&self) -> Colour {
        self.rule.player
    }

    /// How ties are broken.
    #[must_use]
    pub fn tie_break(&self) -> TieBreak {
        self.rule.tie_break
    }

    /// For which numbers of chips thresholds are proved.
    #[must_use]
    pub fn range(&self) -> Range {
        self.range
    }

    /// The number of codes with k chips in all, which is the threshold where no code wins. k is below 2^30.
    #[must_use]
    pub fn codes(&self, k: u32) -> u32 {
        self.rule.top(k)
    }

    /// The number of different tables.
    #[must_use]
    pub fn table_count(&self) -> usize {
        self.tables.len()
    }

    /// The number of the table of a class.
    #[must_use]
    pub fn table_number(&self, class: u32) -> Option<u32> {
        self.table.get(index(class)).copied()
    }

    /// From which number of chips on the table of that number is periodic; `None` too where nothing is proved beyond its values.
    #[must_use]
    pub fn preperiod(&self, table: u32) -> Option<u32> {
        let table = self.tables.get(index(table))?;
        (table.period != 0).then_some(table.preperiod)
    }

    /// The period of the table of that number, in chips; `None` too where nothing is proved beyond its values.
    #[must_use]
    pub fn period(&self, table: u32) -> Option<u32> {
        let table = self.tables.get(index(table))?;
        (table.period != 0).then_some(table.period)
    }

    /// By how much the table of that number grows in a period, in codes; `None` too where nothing is proved beyond its values.
    #[must_use]
    pub fn slope(&self, table: u32) -> Option<u32> {
        let table = self.tables.get(index(table))?;
        (table.period != 0).then_some(table.slope)
    }

    /// The thresholds of the table of that number, for one number of chips after the other from the least of the range on.
    #[must_use]
    pub fn values(&self, table: u32) -> Option<&[u32]> {
        self.tables.get(index(table)).map(|table| table.values.as_slice())
    }

    /// Whether there are labels: in games in which not every option leads to a class of greater number.
    #[must_use]
    pub fn labelled(&self) -> bool {
        self.labels.is_some()
    }
}

/// The labels of all classes: rows, each for one s, with one label for each number of chips.
#[derive(Clone, Debug, Default)]
pub(super) struct Labels {
    /// Row after row of the file, in each the labels of one s after the other.
    labels: Vec<u32>,
    /// For each class the number of its row of the file.
    row: Vec<u32>,
    /// The numbers of chips.
    values: usize,
    /// How many s there are.
    unit: usize,
}

/// A label takes a half byte of this value for as often as it goes into the label.
const FULL: u32 = 15;

impl Labels {
    /// No rows yet.
    pub(super) fn new(values: usize, unit: usize) -> Self {
        Self { labels: Vec::new(), row: Vec::new(), values, unit }
    }

    /// Adds a row of the file, section 3 of the kind's page. `None` if it is none.
    pub(super) fn push(&mut self, bytes: &[u8]) -> Option<()> {
        let mut halves = bytes.iter().flat_map(|byte| [u32::from(byte >> 4), u32::from(byte & 15)]);
        let count = self.values.checked_mul(self.unit)?;
        // Each label takes half a byte at least: no memory for more than there are.
        if count > bytes.len().checked_mul(2)? {
            return None;
        }
        let mut row = Vec::with_capacity(count);
        for _ in 0..count {
            let mut label = 0_u32;
            loop {
                let half = halves.next()?;
                label = label.checked_add(half)?;
                if half < FULL {
                    break;
                }
            }
            row.push(u16::try_from(label).ok()?);
        }
        // At most one half byte is left, and it is 0.
        if halves.next().is_some_and(|half| half != 0) || halves.next().is_some() {
            return None;
        }
        for s in 0..self.unit {
            self.labels.extend(row.iter().skip(s).step_by(self.unit.max(1)).map(|label| u32::from(*label)));
        }
        Some(())
    }

    /// Gives the next class the row of this number.
    pub(super) fn give(&mut self, row: u32) {
        self.row.push(row);
    }

    /// The greatest of all.
    pub(super) fn greatest(&self) -> u32 {
        self.labels.iter().copied().max().unwrap_or(0)
    }

    /// The labels of a class for one s.
    pub(super) fn row(&self, class: u32, s: usize) -> Option<&[u32]> {
        if s >= self.unit {
            return None;
        }
        let row = index(*self.row.get(index(class))?).checked_mul(self.unit)?.checked_add(s)?;
        let start = row.checked_mul(self.values)?;
        self.labels.get(start..start.checked_add(self.values)?)
    }
}
