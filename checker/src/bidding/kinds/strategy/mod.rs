//! The kind `strategy`: a player wins by force from the position in which play begins, with a certain number of chips.
//! The evidence contains the winner's moves for all positions that can arise if the winner plays these moves. The
//! evidence says nothing about other positions.
//!
//! Implements `spec/kinds/strategy.md`; `spec/soundness/strategy.md` explains why the claim is true if all clauses
//! hold. `claimed` reads the claim, and `claim` describes the verified result. `moves` follows the winner's moves, and
//! computes how many chips suffice for the winner.
//!
//! Section 4 of the spec derives the memory bound that `memory` returns.

mod claim;
mod claimed;
mod data;
mod moves;
#[cfg(test)]
mod tests;

use crate::bidding::game::Game;
use crate::core::claim::KindName;
use crate::core::refusal::{Place, Refusal};
use crate::core::verification::{Proved, Verification};
use claimed::Claimed;
use moves::Moves;

pub use crate::bidding::kinds::discrete::TieBreak;
pub use claim::Claim;

const NAME: &str = "strategy";
pub(crate) const KIND: KindName = KindName { name: NAME, version: 1 };

const BYTES_PER_BYTE: u64 = 96;
const BYTES_PER_FILE: u64 = 4 << 20;

/// Returns an upper bound on the memory, in bytes, that a certificate of `file_size` bytes takes.
pub(crate) fn memory(file_size: u64) -> u64 {
    file_size.saturating_mul(BYTES_PER_BYTE).saturating_add(BYTES_PER_FILE)
}

fn broken(clause: &'static str, place: Place, sentence: impl Into<String>) -> Refusal {
    Refusal::new(NAME, clause, place, sentence)
}

/// Verifies a certificate, beginning with the claim. Section 2 of the spec defines the order of the tests.
pub(crate) fn verify(game: &dyn Game, mut case: Verification<'_, '_>) -> Result<Proved, Refusal> {
    let claimed = Claimed::read(&mut case.reader)?;
    case.read_citations(Some(game.cited().len()))?;
    let moves = Moves::read(&mut case.reader)?;
    case.reader.trailing()?;
    let bound = moves.bound(game, claimed.rule, claimed.chips, case.meter)?;
    claimed.threshold(bound)?;
    Ok(Proved::claim(Claim::new(&claimed, moves.positions())))
}
