//! Distributes the blocks of a certificate among threads.

use super::claim::Outcomes;
use super::claimed::{Claimed, Form};
use super::evidence::Block;
use super::{jumps, rows};
use crate::core::refusal::Refusal;
use crate::core::work::Meter;
use crate::threads::in_ranges;
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Tests all blocks on `threads` threads. The verdict is the same as with one thread, which tests the blocks in order.
/// If the claim is about a single total budget, returns the rows of outcomes of the first period.
pub(super) fn check(
    blocks: &[Block<'_>],
    set: &[u8],
    claimed: &Claimed,
    threads: NonZeroU32,
    meter: &mut Meter,
) -> Result<Option<Outcomes>, Refusal> {
    // Only the blocks before the first block that exceeds the step limit are tested.
    let mut allowed = Ok(());
    let affordable = blocks.iter().position(|block| {
        let (outcomes, steps) = block.work(set);
        allowed = meter.spend(outcomes.saturating_mul(steps));
        allowed.is_err()
    });
    let begun = blocks.get(..affordable.unwrap_or(blocks.len())).unwrap_or_default();
    let next = AtomicUsize::new(0);
    // Different blocks take very different times, so each thread takes the next free block instead of a fixed range of
    // blocks.
    let parts = in_ranges(threads, threads.get(), |_| part(begun, set, &next))?;
    let mut outcomes = None;
    let mut broken: Option<(usize, Refusal)> = None;
    for part in parts {
        match part {
            Ok(found) => outcomes = outcomes.or(found),
            Err((number, refusal)) => {
                if broken.as_ref().is_none_or(|(first, _)| number < *first) {
                    broken = Some((number, refusal));
                }
            }
        }
    }
    match broken {
        Some((_, refusal)) => Err(refusal),
        None => allowed.map(|()| outcomes.filter(|_| claimed.single())),
    }
}

/// Takes one block after another and tests it, until no block is left or a block is wrong. Threads take the blocks in
/// order. Therefore every block before a wrong block is tested.
fn part(blocks: &[Block<'_>], set: &[u8], next: &AtomicUsize) -> Result<Option<Outcomes>, (usize, Refusal)> {
    let mut limit = None;
    loop {
        let number = next.fetch_add(1, Ordering::Relaxed);
        let Some(block) = blocks.get(number) else { return Ok(limit) };
        limit = Some(self::block(block, set).map_err(|refusal| (number, refusal))?);
    }
}

/// Tests a block for each of its budgets, in ascending order.
fn block(block: &Block<'_>, set: &[u8]) -> Result<Outcomes, Refusal> {
    match Form::for_set(set) {
        Form::Rows => rows::check(block, set),
        Form::Jumps => {
            let first = jumps::check(block, block.first)?;
            if block.first == block.last { Ok(first) } else { jumps::check(block, block.last) }
        }
    }
}
