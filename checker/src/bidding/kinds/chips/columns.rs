//! Looks up thresholds and labels in a verified table, for callers with the feature `inspect`.

use super::table::{Range, Table};
use crate::core::fields::index;

impl Table {
    /// Returns the claimant's threshold in a class of symmetric positions if the players have `k` chips in all. The
    /// threshold is the least amount of chips, encoded as an integer, with which the claimant wins by force. If no
    /// amount wins, returns [`Table::codes`].
    ///
    /// Returns `None` if the class of symmetric positions does not exist, if nothing is proved for `k`, or if the
    /// threshold is 2^64 or more.
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

    /// Returns the number of classes of symmetric positions.
    #[must_use]
    pub fn classes(&self) -> usize {
        self.table.len()
    }

    /// Returns the label of a class for `k` chips and `s` surplus half chips. Section 3 of `spec/kinds/chips.md`
    /// defines labels.
    ///
    /// Returns `None` if there are no labels, if the class of symmetric positions does not exist, or if nothing is
    /// proved for `k`. Returns `None` if `s` half chips are a whole chip or more.
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
        let labels = self.labels.as_ref()?.row(class)?.get(usize::try_from(offset).ok()?)?;
        labels.get(index(s)).filter(|_| s < self.rule.unit()).copied().map(u32::from)
    }
}
