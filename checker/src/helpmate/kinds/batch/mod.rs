//! The kind `batch`: many certificates of other kinds in one file.
//!
//! Implements `spec/kinds/batch.md`. Each claim of a batch is verified by the module of its kind. `claimed` reads the
//! list of kinds, `entries` verifies the claims in the batch, and `claim` stores the verified result.
//!
//! Section 5 of `spec/kinds/batch.md` derives the memory bound that `memory` computes.

mod claim;
mod claimed;
mod data;
mod entries;
#[cfg(test)]
mod tests;

use super::{helpmate, unwinnable};
use crate::core::claim::KindName;
use crate::core::refusal::{Place, Refusal};
use crate::core::verification::{Proved, Verification};
use crate::helpmate::game::HelpmateGame;
use claimed::Claimed;

pub use claim::Claim;

const NAME: &str = "batch";
pub(crate) const KIND: KindName = KindName { name: NAME, version: 1 };

const BYTES_PER_BYTE: u64 = 720;

/// Returns an upper bound, in bytes, on the memory that the verification of a file of this size takes.
pub(crate) fn memory(file_size: u64) -> u64 {
    let greediest = helpmate::memory(file_size).max(unwinnable::memory(file_size));
    file_size.saturating_mul(BYTES_PER_BYTE).saturating_add(greediest)
}

fn broken(clause: &'static str, place: Place, sentence: impl Into<String>) -> Refusal {
    Refusal::new(NAME, clause, place, sentence)
}

/// Section 2 of `spec/kinds/batch.md` fixes the order of the tests.
pub(crate) fn verify(game: &dyn HelpmateGame, mut case: Verification<'_, '_>) -> Result<Proved, Refusal> {
    let claimed = Claimed::read(&mut case.reader)?;
    case.read_citations(Some(0))?;
    let entries = entries::read(&mut case.reader, game, &claimed, case.meter)?;
    case.reader.trailing()?;
    claimed.unused(&entries)?;
    Ok(Proved::claim(Claim { entries }))
}
