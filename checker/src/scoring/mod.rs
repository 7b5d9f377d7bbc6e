//! Subtraction games, and the kind `scoring`: the outcomes of a game for points in which players bid for the move, for heaps of every size and given total budgets.
//!
//! Implements `spec/kinds/scoring.md` and `spec/rules/subtraction.md`. `subtraction` is the rule set. `stated` reads the claim, `evidence` the blocks, whose bytes are `numbers`; `bids` holds the
//! game at one position, that is the bids and what they make sure of; `rows` tests a block of rows, `jumps` a block of jumps, `blocks` shares them out
//! among threads; `claim` is what has been verified.
//!
//! Why a certificate takes no more memory than `memory` says is derived in section 7 of the page.

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

use crate::core::case::{Case, Proved};
use crate::core::claim::KindName;
use crate::core::refusal::{Place, Refusal};
use crate::core::work::work;
use claimed::Claimed;
use subtraction::Subtraction;

pub use claim::{Claim, Outcomes};

const NAME: &str = "scoring";
pub(crate) const KIND: KindName = KindName { name: NAME, version: 1 };

const BYTES_PER_BYTE: u64 = 56;
const BYTES_PER_FILE: u64 = 4 << 20;

/// A bound for the memory that a certificate of that size takes, in bytes.
pub(crate) fn memory(file_size: u64) -> u64 {
    file_size.saturating_mul(BYTES_PER_BYTE).saturating_add(BYTES_PER_FILE)
}

fn broken(clause: &'static str, place: Place, sentence: impl Into<String>) -> Refusal {
    Refusal::new(NAME, clause, place, sentence)
}

/// The place of a total budget.
fn at_budget(budget: u32) -> Place {
    Place::Budget { budget, heap: None, coins: None }
}

/// The place of an outcome v(x, p).
fn at_outcome(budget: u32, heap: u32, coins: u32) -> Place {
    Place::Budget { budget, heap: Some(heap), coins: Some(coins) }
}

/// Verifies a certificate from its claim on, in the order of tests that section 3 fixes.
pub(crate) fn verify(game: &Subtraction, mut case: Case<'_, '_>) -> Result<Proved, Refusal> {
    let claimed = Claimed::read(&mut case.reader)?;
    case.read_citations(0)?;
    let blocks = evidence::read(&mut case.reader, game.set(), &claimed)?;
    case.reader.trailing()?;
    work(blocks.iter().fold(0, |sum, block| block.announced(game.set()).saturating_add(sum)), case.reader.file_size())?;

    let limit = blocks::check(&blocks, game.set(), &claimed, case.threads, case.meter)?;
    Ok(Proved::claim(Claim::new(game.set(), &claimed, &blocks, limit)))
}
