//! The blocks, shared out among threads.

use super::claim::Outcomes;
use super::claimed::{Claimed, Form};
use super::evidence::Block;
use super::{jumps, rows};
use crate::core::refusal::Refusal;
use crate::core::work::Meter;
use crate::threads::in_ranges;
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Tests all blocks on `threads` threads. Whatever their number, the verdict is that of going through the blocks in order. If one budget alone is claimed,
/// its rows from the onset on are handed back.
pub(super) fn check(
    blocks: &[Block<'_>],
    set: &[u8],
    claimed: &Claimed,
    threads: NonZeroU32,
    meter: &mut Meter,
) -> Result<Option<Outcomes>, Refusal> {
    // Blocks whose steps are not allowed are not begun.
    let mut allowed = Ok(());
    let affordable = blocks.iter().position(|block| {
        let (outcomes, steps) = block.work(set);
        allowed = meter.allowance(outcomes.saturating_mul(steps));
        allowed.is_err()
    });
    let begun = blocks.get(..affordable.unwrap_or(blocks.len())).unwrap_or_default();
    let next = AtomicUsize::new(0);
    // Blocks take very different times, so each thread takes the next one instead of a range of its own.
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

/// Takes block after block that no other thread has taken, until there are none or one is wrong. Blocks are taken in order, so all before that one have been
/// taken, and whoever took them ends them.
fn part(blocks: &[Block<'_>], set: &[u8], next: &AtomicUsize) -> Result<Option<Outcomes>, (usize, Refusal)> {
    let mut limit = None;
    loop {
        let number = next.fetch_add(1, Ordering::Relaxed);
        let Some(block) = blocks.get(number) else { return Ok(limit) };
        limit = Some(self::block(block, set).map_err(|refusal| (number, refusal))?);
    }
}

/// Tests a block for its budgets in ascending order.
fn block(block: &Block<'_>, set: &[u8]) -> Result<Outcomes, Refusal> {
    match Form::of(set) {
        Form::Rows => rows::check(block, set),
        Form::Jumps => {
            let first = jumps::check(block, block.first)?;
            if block.first == block.last { Ok(first) } else { jumps::check(block, block.last) }
        }
    }
}
