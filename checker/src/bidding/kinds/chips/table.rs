//! The table of a certificate: the thresholds and the labels of every class.

pub use super::claimed::Range;
use super::tables::Thresholds;
use crate::bidding::kinds::discrete::Rule;
pub use crate::bidding::kinds::discrete::TieBreak;
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

/// The labels of all classes.
#[derive(Clone, Debug)]
pub(super) struct Labels {
    /// Row after row of the file, in each for one number of chips after the other the labels of no surplus and of half a chip. Where a chip is one code, there
    /// is no half chip, and both are the same.
    pub(super) labels: Vec<[u16; 2]>,
    /// The numbers of chips of a row.
    pub(super) values: usize,
    /// For each class the number of its row.
    pub(super) row: Vec<u32>,
}

impl Labels {
    /// The greatest of all.
    pub(super) fn greatest(&self) -> u32 {
        self.labels.iter().flatten().copied().max().map_or(0, u32::from)
    }

    /// The labels of a class.
    pub(super) fn row(&self, class: u32) -> Option<&[[u16; 2]]> {
        let start = index(*self.row.get(index(class))?).checked_mul(self.values)?;
        self.labels.get(start..start.checked_add(self.values)?)
    }
}
