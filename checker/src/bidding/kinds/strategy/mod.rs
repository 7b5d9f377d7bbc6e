//! The kind `strategy`: a player wins by force where play begins, with so many chips. The evidence has that player's moves at the positions that these moves
//! leave reachable, and nothing of the others.
//!
//! Implements `spec/kinds/strategy.md`; `spec/soundness/strategy.md` says why its clauses are enough. `stated` reads the claim, `moves` follows the moves and
//! bounds what the claimant needs, `claim` is what has been verified.
//!
//! Why a certificate takes no more memory than `memory` says is in section 4 of the page.

mod claim;
mod claimed;
mod data;
mod moves;
#[cfg(test)]
mod tests;

use crate::bidding::game::Game;
use crate::core::case::{Case, Proved};
use crate::core::claim::KindName;
use crate::core::refusal::{Place, Refusal};
use claimed::Claimed;
use moves::Moves;

pub use crate::bidding::kinds::discrete::TieBreak;
pub use claim::Claim;

const NAME: &str = "strategy";
pub(crate) const KIND: KindName = KindName { name: NAME, version: 1 };

const BYTES_PER_BYTE: u64 = 96;
const BYTES_PER_FILE: u64 = 4 << 20;

/// A bound for the memory that a certificate of that size takes, in bytes.
pub(crate) fn memory(file_size: u64) -> u64 {
    file_size.saturating_mul(BYTES_PER_BYTE).saturating_add(BYTES_PER_FILE)
}

fn broken(clause: &'static str, place: Place, sentence: impl Into<String>) -> Refusal {
    Refusal::new(NAME, clause, place, sentence)
}

/// Verifies a certificate from its claim on, in the order of tests that section 2 fixes.
pub(crate) fn verify(game: &dyn Game, mut case: Case<'_, '_>) -> Result<Proved, Refusal> {
    let claimed = Claimed::read(&mut case.reader)?;
    case.read_citations(game.cited().len())?;
    let moves = Moves::read(&mut case.reader)?;
    case.reader.trailing()?;
    let bound = moves.bound(game, claimed.rule, claimed.chips, case.meter)?;
    claimed.threshold(bound)?;
    Ok(Proved::claim(Claim::new(&claimed, moves.positions())))
}
