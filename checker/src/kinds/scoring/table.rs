//! What has been verified, for words and for callers.

use super::claim::{Form, Stated};
use super::evidence::Block;
use super::index;
use super::numbers::{Numbers, signed};

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

/// A verified block.
#[derive(Clone, Copy, Debug)]
struct Kept {
    period: u32,
    onset: u32,
    /// Where its bytes end; they begin where those of the block before end.
    end: usize,
}

/// The rows of outcomes, by total budget, with their periods and onsets.
#[derive(Clone, Debug)]
pub struct Table {
    set: Vec<u8>,
    first: u32,
    last: u32,
    blocks: Vec<Kept>,
    /// The bytes of all blocks.
    bytes: Vec<u8>,
    pub(super) limit: Option<Limit>,
}

impl Table {
    pub(super) fn new(set: Vec<u8>, stated: &Stated, blocks: &[Block<'_>], limit: Option<Limit>) -> Self {
        // Of the size that is needed, and no greater.
        let mut bytes = Vec::with_capacity(blocks.iter().map(|block| block.bytes.len()).fold(0, usize::saturating_add));
        let mut kept = Vec::with_capacity(blocks.len());
        for block in blocks {
            bytes.extend_from_slice(block.bytes);
            kept.push(Kept { period: block.period, onset: block.onset, end: bytes.len() });
        }
        Self { set, first: stated.first, last: stated.last, blocks: kept, bytes, limit }
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
        self.block(budget).map(|(kept, _)| kept.period)
    }

    /// The heap from which on the rows repeat, with that total budget.
    #[must_use]
    pub fn onset(&self, budget: u32) -> Option<u32> {
        self.block(budget).map(|(kept, _)| kept.onset)
    }

    /// The row of a heap of any size: v(x, 0), v(x, 1), …, v(x, TB), read from the bytes that have been verified. `None` for a total budget that is not claimed.
    #[must_use]
    pub fn row(&self, budget: u32, heap: u32) -> Option<Vec<i32>> {
        let (kept, bytes) = self.block(budget)?;
        let heap = match heap.checked_sub(kept.onset) {
            Some(behind) => kept.onset.checked_add(behind.checked_rem(kept.period)?)?,
            None => heap,
        };
        match Form::of(&self.set) {
            Form::Rows => listed(bytes, budget, heap),
            Form::Jumps => jumped(bytes, budget, heap),
        }
    }

    /// The block of a total budget, with its bytes.
    fn block(&self, budget: u32) -> Option<(Kept, &[u8])> {
        let number = match Form::of(&self.set) {
            Form::Rows => budget.checked_sub(self.first)?,
            Form::Jumps => budget.div_ceil(2).checked_sub(self.first.div_ceil(2))?,
        };
        let kept = *self.blocks.get(index(number)).filter(|_| (self.first..=self.last).contains(&budget))?;
        let start = index(number).checked_sub(1).and_then(|before| self.blocks.get(before)).map_or(0, |before| before.end);
        Some((kept, self.bytes.get(start..kept.end)?))
    }
}

/// The row of a heap where all rows are written, one after the other.
fn listed(bytes: &[u8], budget: u32, heap: u32) -> Option<Vec<i32>> {
    let width = u64::from(budget).saturating_add(1);
    let mut numbers = Numbers::new(bytes, 0);
    for _ in 0..u64::from(heap).saturating_mul(width) {
        numbers.varint().ok()??;
    }
    let mut last = signed(i64::from(numbers.varint().ok()??));
    let mut row = vec![i32::try_from(last).ok()?];
    for _ in 1..width {
        last = last.saturating_add(i64::from(numbers.varint().ok()??));
        row.push(i32::try_from(last).ok()?);
    }
    Some(row)
}

/// The row of a heap where jumps are written. For S = {1} the rows of 0 and 1 are 0 and ±1: v(1, p) is 1 where Left can win the only bid, that is p >= q.
fn jumped(bytes: &[u8], budget: u32, heap: u32) -> Option<Vec<i32>> {
    let odd = heap.checked_rem(2)?;
    let side = |coins: u32| if coins >= budget.saturating_sub(coins) { 1 } else { -1 };
    let mut row: Vec<i32> = (0..=budget).map(|coins| if odd == 1 { side(coins) } else { 0 }).collect();
    let mut numbers = Numbers::new(bytes, 0);
    let half = budget.div_ceil(2);
    for coins in (0..half).chain((0..half).map(|coins| budget.saturating_sub(coins))) {
        let outcome = row.get_mut(index(coins))?;
        let mut jump = 1_u32;
        loop {
            let step = numbers.varint().ok()??;
            if step == 0 {
                break;
            }
            jump = jump.checked_add(step)?;
            if jump <= heap && jump.checked_rem(2)? == odd {
                *outcome = outcome.checked_add(side(coins).saturating_mul(2))?;
            }
        }
    }
    Some(row)
}
