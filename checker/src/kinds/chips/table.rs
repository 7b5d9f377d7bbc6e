//! The table of a certificate: the thresholds and the labels of every class.

pub use super::claim::Range;
use super::rule::Rule;
pub use super::rule::TieBreak;
use super::tables::{Thresholds, index};
use crate::game::Colour;

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

    /// The number of codes with k chips in all, which is the threshold where no code wins; `None` from 2^31 on.
    #[must_use]
    pub fn codes(&self, k: u32) -> Option<u32> {
        self.rule.unit().checked_mul(k.checked_add(1)?).filter(|codes| *codes < 1 << 31)
    }

    /// The least code with which the claimant wins by force from that class with k chips in all, and [`Table::codes`] if there is none.
    /// `None` if there is no such class, or nothing is proved for that k, or the threshold is 2^64 or more.
    #[must_use]
    pub fn threshold(&self, class: u32, k: u64) -> Option<u64> {
        let table = self.tables.get(index(self.table_number(class)?))?;
        let offset = k.checked_sub(u64::from(self.range.first()))?;
        if let Some(value) = usize::try_from(offset).ok().and_then(|offset| table.values.get(offset)) {
            return Some(u64::from(*value));
        }
        let over = offset.checked_sub(u64::from(table.preperiod))?;
        let (periods, rest) = (over.checked_div(u64::from(table.period))?, over.checked_rem(u64::from(table.period))?);
        let value = table.values.get(usize::try_from(u64::from(table.preperiod).checked_add(rest)?).ok()?)?;
        periods.checked_mul(u64::from(table.slope))?.checked_add(u64::from(*value))
    }

    /// The number of classes.
    #[must_use]
    pub fn classes(&self) -> usize {
        self.table.len()
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

    /// The label d(v, s) of a class with k chips in all, for the half chips s above the threshold, section 3 of the kind's page. `None` if there are no
    /// labels, no such class, nothing proved for that k, or s is not below u.
    #[must_use]
    pub fn label(&self, class: u32, k: u64, s: u32) -> Option<u32> {
        let offset = k.checked_sub(u64::from(self.range.first()))?;
        let offset = match self.range {
            Range::Periodic { preperiod, period } => match offset.checked_sub(u64::from(preperiod)) {
                Some(over) => u64::from(preperiod).checked_add(over.checked_rem(u64::from(period))?)?,
                None => offset,
            },
            Range::Between { .. } | Range::Ordered { .. } => offset,
        };
        let row = self.labels.as_ref()?.row(class, index(s))?;
        row.get(usize::try_from(offset).ok()?).copied()
    }
}

/// The labels of all classes: for each class, for each s, a row with one label for each number of chips.
#[derive(Clone, Debug, Default)]
pub(super) struct Labels {
    labels: Vec<u32>,
    /// The numbers of chips, that is the length of a row.
    values: usize,
    /// The rows of a class.
    unit: usize,
}

impl Labels {
    /// The labels that the file has for each number of chips in order and each s, `width` bytes each, most significant first.
    pub(super) fn unpack(bytes: &[u8], width: u64, values: usize, unit: usize) -> Self {
        let width = usize::try_from(width).unwrap_or(1).max(1);
        let mut labels = Vec::with_capacity(bytes.len() / width);
        let class = width.saturating_mul(values).saturating_mul(unit).max(1);
        for class in bytes.chunks(class) {
            for s in 0..unit {
                let row = class.chunks(width).skip(s).step_by(unit.max(1));
                labels.extend(row.map(|label| label.iter().fold(0, |number: u32, byte| (number << 8) | u32::from(*byte))));
            }
        }
        Self { labels, values, unit }
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
        let row = index(class).checked_mul(self.unit)?.checked_add(s)?;
        let start = row.checked_mul(self.values)?;
        self.labels.get(start..start.checked_add(self.values)?)
    }
}
