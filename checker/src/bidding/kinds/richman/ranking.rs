//! The values of this certificate and of all that it cites, in one order, so that values are compared by comparing integers.
//!
//! A cited game seen with colours exchanged has the values 1 - x; they are ranked too where an option can lead there.

use super::fraction::Fraction;
use super::table::Table;
use super::values::Values;
use crate::bidding::game::CitedGame;
use crate::core::fields::index;
use std::borrow::Cow;
use std::cmp::Ordering;

/// The place of a value in the common order: equal values have equal places. Not to be confused with ranks of one table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Level(u32);

impl Level {
    /// The level of the value 0.
    pub(super) const ZERO: Self = Self(0);

    /// The number of levels below.
    pub(super) fn number(self) -> u32 {
        self.0
    }
}

/// The common order.
pub(super) struct Ranking<'a> {
    /// The tables of values: this certificate's own, then two for each that it cites, with colours as they are and exchanged.
    shelves: Vec<Cow<'a, Values>>,
    /// The levels of each shelf's values by rank; of values 1 - x by the rank of x.
    levels: Vec<Vec<Level>>,
    /// For each level one value that has it: shelf, rank there.
    at: Vec<(u32, u32)>,
}

/// The shelf of a cited table.
pub(super) fn shelf(citation: u32, exchanged: bool) -> usize {
    index(citation).saturating_mul(2).saturating_add(1).saturating_add(usize::from(exchanged))
}

/// A value to be ranked.
#[derive(Clone, Copy)]
struct Entry {
    leading: u64,
    shelf: u32,
    rank: u32,
}

impl<'a> Ranking<'a> {
    /// Ranks the values of a table and of those that it cites. `None` if there are 2^32 values or more.
    pub(super) fn new(own: &'a Table, games: &[CitedGame], cited: &[&'a Table]) -> Option<Self> {
        let mut shelves = vec![Cow::Borrowed(&own.values)];
        for (game, table) in games.iter().zip(cited) {
            shelves.push(Cow::Borrowed(&table.values));
            shelves.push(Cow::Owned(if game.exchanged { table.values.exchanged() } else { Values::default() }));
        }
        u32::try_from(shelves.iter().map(|values| values.len()).sum::<usize>()).ok()?;
        let levels = shelves.iter().map(|values| vec![Level::ZERO; values.len()]).collect();
        let mut ranking = Self { shelves, levels, at: Vec::new() };
        for Entry { shelf, rank, .. } in ranking.sorted() {
            // One more than the level before it, unless the values are equal.
            let equal = |last: &(u32, u32)| ranking.compare(*last, (shelf, rank)) == Ordering::Equal;
            if !ranking.at.last().is_some_and(equal) {
                ranking.at.push((shelf, rank));
            }
            let level = ranking.one();
            *ranking.levels.get_mut(index(shelf))?.get_mut(index(rank))? = level;
        }
        Some(ranking)
    }

    /// All values in ascending order.
    fn sorted(&self) -> Vec<Entry> {
        let mut entries = Vec::with_capacity(self.shelves.iter().map(|values| values.len()).sum());
        for (values, shelf) in self.shelves.iter().zip(0..) {
            entries.extend(values.iter().zip(0..).map(|(value, rank)| Entry { leading: value.leading, shelf, rank }));
        }
        // Each shelf ascends or descends, which this sort makes use of.
        entries.sort_by(|one, other| {
            one.leading.cmp(&other.leading).then_with(|| self.compare((one.shelf, one.rank), (other.shelf, other.rank)))
        });
        entries
    }

    fn compare(&self, one: (u32, u32), other: (u32, u32)) -> Ordering {
        self.value(one).zip(self.value(other)).map_or(Ordering::Equal, |(one, other)| one.compare(other))
    }

    fn value(&self, (shelf, rank): (u32, u32)) -> Option<Fraction<'_>> {
        self.shelves.get(index(shelf))?.get(rank)
    }

    /// The value of a level.
    pub(super) fn at(&self, level: Level) -> Option<Fraction<'_>> {
        self.value(*self.at.get(index(level.0))?)
    }

    /// The levels of a shelf's values, by rank.
    pub(super) fn levels(&self, shelf: usize) -> &[Level] {
        self.levels.get(shelf).map_or(&[], Vec::as_slice)
    }

    /// The level of the greatest value, which is 1.
    pub(super) fn one(&self) -> Level {
        Level(u32::try_from(self.at.len()).unwrap_or(u32::MAX).saturating_sub(1))
    }
}
