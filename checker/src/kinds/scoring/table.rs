//! What has been verified, for words and for callers.

use super::claim::{Form, Stated};
use super::evidence::Block;
use super::index;

/// So many rows of a limit are kept, and so many outcomes of each.
const ROWS: usize = 4;
const OUTCOMES: usize = 16;

/// The beginning of the rows that repeat: those of the heaps from the onset on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Limit {
    /// The first outcomes of the first rows.
    pub(super) rows: Vec<Vec<i32>>,
    /// Whether there are more rows, and whether there are more outcomes in each.
    pub(super) more: (bool, bool),
}

impl Limit {
    /// The beginning of these rows. `None` if there are none.
    pub(super) fn of<'a>(mut rows: impl Iterator<Item = &'a [i32]>) -> Option<Self> {
        let beginning: Vec<&[i32]> = rows.by_ref().take(ROWS).collect();
        let wide = beginning.first()?.len() > OUTCOMES;
        let rows_kept = beginning.iter().map(|row| row.iter().take(OUTCOMES).copied().collect()).collect();
        Some(Self { rows: rows_kept, more: (rows.next().is_some(), wide) })
    }
}

/// Periods and onsets of the rows of outcomes, by total budget.
#[derive(Clone, Debug)]
pub struct Table {
    set: Vec<u8>,
    first: u32,
    last: u32,
    /// Period and onset of each block.
    blocks: Vec<(u32, u32)>,
    pub(super) limit: Option<Limit>,
}

impl Table {
    pub(super) fn new(set: Vec<u8>, stated: &Stated, blocks: &[Block<'_>], limit: Option<Limit>) -> Self {
        let blocks = blocks.iter().map(|block| (block.period, block.onset)).collect();
        Self { set, first: stated.first, last: stated.last, blocks, limit }
    }

    /// The numbers that may be taken, ascending.
    #[must_use]
    pub fn set(&self) -> &[u8] {
        &self.set
    }

    /// The least total budget.
    #[must_use]
    pub fn first(&self) -> u32 {
        self.first
    }

    /// The greatest total budget.
    #[must_use]
    pub fn last(&self) -> u32 {
        self.last
    }

    /// The least number with which the rows repeat from some heap on, with that total budget.
    #[must_use]
    pub fn period(&self, budget: u32) -> Option<u32> {
        self.block(budget).map(|(period, _)| period)
    }

    /// The heap from which on the rows repeat, with that total budget.
    #[must_use]
    pub fn onset(&self, budget: u32) -> Option<u32> {
        self.block(budget).map(|(_, onset)| onset)
    }

    fn block(&self, budget: u32) -> Option<(u32, u32)> {
        let number = match Form::of(&self.set) {
            Form::Rows => budget.checked_sub(self.first)?,
            Form::Jumps => budget.div_ceil(2).checked_sub(self.first.div_ceil(2))?,
        };
        (self.first..=self.last).contains(&budget).then_some(*self.blocks.get(index(number))?)
    }
}
