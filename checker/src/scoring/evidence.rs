//! Reads the blocks of the file. The functions that read the blocks also test the clauses from `scoring/blocks` to
//! `scoring/window`.

use super::broken;
use super::claimed::{Claimed, Form};
use super::numbers::{Numbers, window};
use crate::core::cbor::{Reader, as_u64};
use crate::core::fields::{bounded, bytes_at, index, placed};
use crate::core::refusal::{Place, Refusal};

/// Work steps for computing an outcome in a block of rows. Each number of the subtraction set costs one more step.
const STEPS_PER_OUTCOME: u64 = 4;

/// A block for one or two budgets: its period, its onset, and the bytes of its outcomes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Block<'a> {
    pub(super) first: u32,
    pub(super) last: u32,
    pub(super) period: u32,
    pub(super) onset: u32,
    bytes: &'a [u8],
    /// Offset of `bytes` in the file.
    start: u64,
}

impl<'a> Block<'a> {
    /// Returns a reader of the block's numbers.
    pub(super) fn numbers(&self) -> Numbers<'a> {
        Numbers::new(self.bytes, self.start)
    }

    /// Returns half the number of columns of a block in the form `Form::Jumps`.
    pub(super) fn half(&self) -> u32 {
        self.last.div_ceil(2)
    }

    /// Returns how many outcomes the checker computes, and how many work steps each takes.
    pub(super) fn work(&self, set: &[u8]) -> (u64, u64) {
        let (first, last) = (u64::from(self.first), u64::from(self.last));
        match Form::for_set(set) {
            Form::Rows => {
                let most = u64::from(set.last().copied().unwrap_or(0));
                let rows = u64::from(self.onset).saturating_add(u64::from(self.period)).saturating_add(most);
                (rows.saturating_mul(last.saturating_add(1)), as_u64(set.len()).saturating_add(STEPS_PER_OUTCOME))
            }
            Form::Jumps => {
                let budgets = last.saturating_sub(first).saturating_add(1);
                let outcomes = u64::from(self.onset).saturating_add(2).saturating_mul(last.saturating_add(1));
                (outcomes.saturating_mul(budgets), 1)
            }
        }
    }

    /// Returns the number of work steps for verifying the block, by the formula in section 6 of
    /// `spec/kinds/scoring.md`.
    pub(super) fn announced(&self, set: &[u8]) -> u64 {
        let (outcomes, steps) = self.work(set);
        match Form::for_set(set) {
            Form::Rows => outcomes.saturating_mul(steps),
            // A correct block of b bytes represents about b^(3/2) outcomes.
            Form::Jumps => outcomes.saturating_mul(16).checked_div(as_u64(self.bytes.len()).isqrt().saturating_add(16)).unwrap_or(0),
        }
    }
}

/// Reads the evidence.
pub(super) fn read<'a>(reader: &mut Reader<'a>, set: &[u8], claimed: &Claimed) -> Result<Vec<Block<'a>>, Refusal> {
    let form = Form::for_set(set);
    let place = reader.place();
    blocks(claimed, form, reader.array()?, place)?;
    // The capacity of the list is not reserved in advance. The array head guarantees only one byte per block, and a
    // block takes more memory than one byte.
    let mut list = Vec::new();
    for (first, last) in claimed.blocks(form) {
        reader.array_of(3)?;
        let (period, period_place) = placed(reader)?;
        let (onset, onset_place) = placed(reader)?;
        let (bytes, start) = bytes_at(reader)?;
        let period = self::period(period, form, period_place)?;
        let onset = self::onset(onset, onset_place.clone())?;
        let block = Block { first, last, period, onset, bytes, start };
        match form {
            Form::Rows => rows(&block)?,
            Form::Jumps => jumps(&block, onset_place)?,
        }
        list.push(block);
    }
    Ok(list)
}

/// Clause `scoring/blocks`: the file has the number of blocks that the claim requires.
fn blocks(claimed: &Claimed, form: Form, found: usize, place: Place) -> Result<(), Refusal> {
    let number = |budget: u32| match form {
        Form::Rows => budget,
        Form::Jumps => budget.div_ceil(2),
    };
    let expected = number(claimed.last).saturating_sub(number(claimed.first)).saturating_add(1);
    if as_u64(found) != u64::from(expected) {
        return Err(broken("blocks", place, format!("expected {expected} blocks, found {found}")));
    }
    Ok(())
}

/// Clause `scoring/period`, first part: the period is from 1 to 2^28 - 1, and it is 2 if the subtraction set is {1}.
fn period(found: u64, form: Form, place: Place) -> Result<u32, Refusal> {
    match (bounded(found), form) {
        (Some(period), Form::Rows) if period >= 1 => Ok(period),
        (Some(2), Form::Jumps) => Ok(2),
        (_, Form::Rows) => Err(broken("period", place, format!("expected a period from 1 to 2^28 - 1, found {found}"))),
        (_, Form::Jumps) => Err(broken("period", place, format!("expected the period 2, found {found}"))),
    }
}

/// Clause `scoring/onset`, first part: the onset is below 2^28.
fn onset(found: u64, place: Place) -> Result<u32, Refusal> {
    bounded(found).ok_or_else(|| broken("onset", place, format!("expected an onset below 2^28, found {found}")))
}

/// Clause `scoring/onset`, first part if the subtraction set is {1}: the onset is at most the number of jumps. If the
/// onset is not 0, the block lists a jump at the heap after the onset.
fn onset_jump(onset: u32, jumps: u64, follows: bool, place: Place) -> Result<(), Refusal> {
    if u64::from(onset) > jumps {
        return Err(broken("onset", place, format!("expected an onset of {jumps} at most, the number of jumps, found {onset}")));
    }
    if onset > 0 && !follows {
        return Err(broken("onset", place, format!("there is no jump at the heap {} after the onset", onset.saturating_add(1))));
    }
    Ok(())
}

/// Reads a block of outcomes that is written row by row. The block has N + P rows of TB + 1 numbers, where N is the
/// onset, P the period and TB the total budget.
fn rows(block: &Block<'_>) -> Result<(), Refusal> {
    let rows = u64::from(block.onset).saturating_add(u64::from(block.period));
    let needed = rows.saturating_mul(u64::from(block.last).saturating_add(1));
    let mut numbers = block.numbers();
    if needed > as_u64(block.bytes.len()) {
        return Err(window(numbers.place(), format!("expected {needed} numbers, found {} bytes", block.bytes.len())));
    }
    for _ in 0..needed {
        numbers.next()?;
    }
    numbers.end()
}

/// Reads a block that lists jumps (changes of outcomes). The number of columns is twice the result of [`Block::half`].
/// The number 0 ends each column. No column lists a heap that is greater than the onset plus 1.
fn jumps(block: &Block<'_>, onset_place: Place) -> Result<(), Refusal> {
    let most = u64::from(block.onset).saturating_add(1);
    let mut numbers = block.numbers();
    let (mut jumps, mut follows) = (0_u64, false);
    for _ in 0..index(block.half()).saturating_mul(2) {
        let mut heap = 1_u64;
        loop {
            let place = numbers.place();
            let step = numbers.next()?;
            if step == 0 {
                break;
            }
            heap = heap.saturating_add(u64::from(step));
            if heap > most {
                return Err(window(place, format!("expected no jump at a heap greater than {most}, found one at {heap}")));
            }
            follows |= heap == most;
            jumps = jumps.saturating_add(1);
        }
    }
    numbers.end()?;
    onset_jump(block.onset, jumps, follows, onset_place)
}
