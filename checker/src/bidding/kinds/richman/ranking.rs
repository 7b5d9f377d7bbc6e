//! Puts the values of this certificate and of all cited certificates in one common order, so that values are compared
//! as integers.
//!
//! If colours are exchanged, a cited value x becomes 1 - x.

use super::fraction::Fraction;
use super::table::Table;
use super::values::Values;
use crate::bidding::game::CitedGame;
use crate::core::fields::index;
use std::borrow::Cow;
use std::cmp::Ordering;

/// The index of a value in the common order of all tables. Equal values have equal global ranks. A rank without the
/// word "global" is an index into one table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct GlobalRank(u32);

impl GlobalRank {
    /// The global rank of the value 0.
    pub(super) const ZERO: Self = Self(0);

    /// Returns the global rank as an integer.
    pub(super) fn number(self) -> u32 {
        self.0
    }
}

/// The values of several tables in one common order.
pub(super) struct Ranking<'a> {
    /// The tables of values: first the table of this certificate, then two tables for each cited certificate. The first
    /// table for a cited certificate contains the cited values. If an option exchanges colours, the second table
    /// contains 1 - x for each cited value x.
    shelves: Vec<Cow<'a, Values>>,
    /// For each table in `shelves`, the global rank of each value of the table.
    levels: Vec<Vec<GlobalRank>>,
    /// For each global rank, one value with this global rank. Two numbers identify the value: the index of its table in
    /// `shelves`, and its rank in that table.
    at: Vec<(u32, u32)>,
}

/// Returns the index of a cited table in `shelves`.
pub(super) fn source(citation: u32, exchanged: bool) -> usize {
    index(citation).saturating_mul(2).saturating_add(1).saturating_add(usize::from(exchanged))
}

/// A value to be ranked.
#[derive(Clone, Copy)]
struct Entry {
    leading: u64,
    source: u32,
    rank: u32,
}

impl<'a> Ranking<'a> {
    /// Ranks the values of a table and of the tables it cites. Returns `None` if there are 2^32 values or more.
    pub(super) fn new(own: &'a Table, games: &[CitedGame], cited: &[&'a Table]) -> Option<Self> {
        let mut shelves = vec![Cow::Borrowed(&own.values)];
        for (game, table) in games.iter().zip(cited) {
            shelves.push(Cow::Borrowed(&table.values));
            shelves.push(Cow::Owned(if game.exchanged { table.values.exchanged() } else { Values::default() }));
        }
        u32::try_from(shelves.iter().map(|values| values.len()).sum::<usize>()).ok()?;
        let levels = shelves.iter().map(|values| vec![GlobalRank::ZERO; values.len()]).collect();
        let mut ranking = Self { shelves, levels, at: Vec::new() };
        for Entry { source, rank, .. } in ranking.sorted() {
            // The global rank of a value is one higher than that of the value before it, unless the two values are
            // equal.
            let equal = |last: &(u32, u32)| ranking.compare(*last, (source, rank)) == Ordering::Equal;
            if !ranking.at.last().is_some_and(equal) {
                ranking.at.push((source, rank));
            }
            let level = ranking.one();
            *ranking.levels.get_mut(index(source))?.get_mut(index(rank))? = level;
        }
        Some(ranking)
    }

    /// Returns all values in ascending order.
    fn sorted(&self) -> Vec<Entry> {
        let mut entries = Vec::with_capacity(self.shelves.iter().map(|values| values.len()).sum());
        for (values, source) in self.shelves.iter().zip(0..) {
            entries.extend(values.iter().zip(0..).map(|(value, rank)| Entry { leading: value.leading, source, rank }));
        }
        // The values of each table are already in ascending or descending order, which makes this sort fast.
        entries.sort_by(|one, other| {
            one.leading.cmp(&other.leading).then_with(|| self.compare((one.source, one.rank), (other.source, other.rank)))
        });
        entries
    }

    fn compare(&self, one: (u32, u32), other: (u32, u32)) -> Ordering {
        self.value(one).zip(self.value(other)).map_or(Ordering::Equal, |(one, other)| one.compare(other))
    }

    fn value(&self, (source, rank): (u32, u32)) -> Option<Fraction<'_>> {
        self.shelves.get(index(source))?.get(rank)
    }

    /// Returns the value that has this global rank.
    pub(super) fn at(&self, level: GlobalRank) -> Option<Fraction<'_>> {
        self.value(*self.at.get(index(level.0))?)
    }

    /// Returns the global rank of each value of a table in `shelves`.
    pub(super) fn levels(&self, source: usize) -> &[GlobalRank] {
        self.levels.get(source).map_or(&[], Vec::as_slice)
    }

    /// Returns the global rank of the greatest value, which is 1.
    pub(super) fn one(&self) -> GlobalRank {
        GlobalRank(u32::try_from(self.at.len()).unwrap_or(u32::MAX).saturating_sub(1))
    }
}
