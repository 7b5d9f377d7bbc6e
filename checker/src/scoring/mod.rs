//! Subtraction games and the kind `scoring`. In subtraction games, players bid for the move, and play for points. A
//! certificate proves the outcomes for heaps of every size and for a range of total budgets.
//!
//! Implements `spec/kinds/scoring.md` and `spec/rules/subtraction.md`. `subtraction` is the rule set. `claimed` reads
//! the claim, `evidence` reads the blocks, and `numbers` decodes the bytes of a block. `bids` computes the best bids at
//! one position. `rows` tests blocks that list all outcomes, and `jumps` tests blocks that list only changes of
//! outcomes. `blocks` distributes the blocks of outcomes among threads. `claim` stores the verified claim.
//!
//! Section 7 of `spec/kinds/scoring.md` derives the memory bound that `memory` computes.

mod bids;
mod blocks;
mod claim;
mod claimed;
mod data;
mod evidence;
mod jumps;
mod numbers;
mod rows;
pub(crate) mod subtraction;
#[cfg(test)]
mod tests;

use crate::core::claim::KindName;
use crate::core::refusal::{Place, Refusal};
use crate::core::verification::{Proved, Verification};
use crate::core::work::work;
use claimed::Claimed;
use subtraction::Subtraction;

pub use claim::{Claim, Outcomes};

const NAME: &str = "scoring";
pub(crate) const KIND: KindName = KindName { name: NAME, version: 1 };

const BYTES_PER_BYTE: u64 = 56;
const BYTES_PER_FILE: u64 = 4 << 20;

/// Returns an upper bound, in bytes, on the memory that the verification of a file of this size takes.
pub(crate) fn memory(file_size: u64) -> u64 {
    file_size.saturating_mul(BYTES_PER_BYTE).saturating_add(BYTES_PER_FILE)
}

fn broken(clause: &'static str, place: Place, sentence: impl Into<String>) -> Refusal {
    Refusal::new(NAME, clause, place, sentence)
}

fn at_budget(budget: u32) -> Place {
    Place::Budget { budget, heap: None, coins: None }
}

fn at_outcome(budget: u32, heap: u32, coins: u32) -> Place {
    Place::Budget { budget, heap: Some(heap), coins: Some(coins) }
}

/// Section 3 of `spec/kinds/scoring.md` fixes the order of the tests.
pub(crate) fn verify(game: &Subtraction, mut case: Verification<'_, '_>) -> Result<Proved, Refusal> {
    let claimed = Claimed::read(&mut case.reader)?;
    case.read_citations(Some(0))?;
    let blocks = evidence::read(&mut case.reader, game.set(), &claimed)?;
    case.reader.trailing()?;
    work(blocks.iter().fold(0, |sum, block| block.announced(game.set()).saturating_add(sum)), case.reader.file_size())?;

    let limit = blocks::check(&blocks, game.set(), &claimed, case.threads, case.meter)?;
    Ok(Proved::claim(Claim::new(game.set(), &claimed, &blocks, limit)))
}
