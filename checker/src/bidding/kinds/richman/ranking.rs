//! The values of this certificate and of all that it cites, in one order, so that values are compared by comparing integers.
//!
//! A cited game seen with colours exchanged has the values 1 - x; they are ranked too where an option can lead there.

use super::fraction::Fraction;
use super::table::Table;
use super::values::Values;
use crate::bidding::game::CitedGame;
use std::borrow::Cow;
use std::cmp::Ordering;

/// The place of a value in the common order: equal values have equal places. Not to be confused with ranks of one table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Level(u32);

/// One table of values in the common order.
struct Shelf<'a> {
    values: Cow<'a, Values>,
    levels: Vec<Level>,
}

/// The common order.
pub(super) struct Ranking<'a> {
    shelves: Vec<Shelf<'a>>,
    /// For each level one value that has it: shelf, rank there.
    at: Vec<(u32, u32)>,
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
        let mut values = vec![Cow::Borrowed(own.values())];
        for (game, table) in games.iter().zip(cited) {
            values.push(Cow::Borrowed(table.values()));
            values.push(Cow::Owned(if game.exchanged { table.values().exchanged() } else { Values::default() }));
        }
        let total = values.iter().try_fold(0_usize, |sum, values| sum.checked_add(values.len()))?;
        u32::try_from(total).ok()?;
        let shelves = values.into_iter().map(|values| Shelf { levels: vec![Level(0); values.len()], values }).collect();
        let mut ranking = Self { shelves, at: Vec::new() };
        let entries = ranking.sorted();
        ranking.assign(&entries)?;
        Some(ranking)
    }

    /// All values in ascending order.
    fn sorted(&self) -> Vec<Entry> {
        let mut entries = Vec::with_capacity(self.shelves.iter().map(|shelf| shelf.values.len()).sum());
        for (shelf, number) in self.shelves.iter().zip(0_u32..) {
            entries.extend(shelf.values.iter().zip(0_u32..).map(|(value, rank)| Entry { leading: value.leading, shelf: number, rank }));
        }
        // Each shelf ascends or descends, which this sort makes use of.
        entries.sort_by(|one, other| self.compare(*one, *other));
        entries
    }

    fn compare(&self, one: Entry, other: Entry) -> Ordering {
        one.leading.cmp(&other.leading).then_with(|| match (self.value(one.shelf, one.rank), self.value(other.shelf, other.rank)) {
            (Some(one), Some(other)) => one.compare(other),
            _ => Ordering::Equal,
        })
    }

    fn value(&self, shelf: u32, rank: u32) -> Option<Fraction<'_>> {
        self.shelves.get(usize::try_from(shelf).ok()?)?.values.get(usize::try_from(rank).ok()?)
    }

    /// Gives each value its level: one more than the one before it, unless they are equal.
    fn assign(&mut self, entries: &[Entry]) -> Option<()> {
        let mut previous: Option<Entry> = None;
        for entry in entries {
            if previous.is_none_or(|previous| self.compare(previous, *entry) != Ordering::Equal) {
                self.at.push((entry.shelf, entry.rank));
            }
            let level = Level(u32::try_from(self.at.len()).ok()?.checked_sub(1)?);
            let shelf = self.shelves.get_mut(usize::try_from(entry.shelf).ok()?)?;
            *shelf.levels.get_mut(usize::try_from(entry.rank).ok()?)? = level;
            previous = Some(*entry);
        }
        Some(())
    }

    fn levels(&self, shelf: usize) -> &[Level] {
        self.shelves.get(shelf).map_or(&[], |shelf| &shelf.levels)
    }

    /// The levels of the citing table's own values, by rank.
    pub(super) fn own(&self) -> &[Level] {
        self.levels(0)
    }

    /// The levels of a cited table's values, by rank.
    pub(super) fn straight(&self, citation: usize) -> &[Level] {
        self.levels(2 * citation + 1)
    }

    /// The levels of 1 - x for a cited table's values x, by the rank of x.
    pub(super) fn exchanged(&self, citation: usize) -> &[Level] {
        self.levels(2 * citation + 2)
    }

    /// The value of a level.
    pub(super) fn at(&self, level: Level) -> Option<Fraction<'_>> {
        let (shelf, rank) = *self.at.get(usize::try_from(level.0).ok()?)?;
        self.value(shelf, rank)
    }
}
