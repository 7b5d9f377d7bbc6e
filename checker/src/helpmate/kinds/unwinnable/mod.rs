//! The kind `unwinnable`: a side, the intended winner, cannot mate. The proof is a set of positions that no legal move
//! leaves.
//!
//! Implements `spec/kinds/unwinnable.md`. `spec/soundness/unwinnable.md` proves that every accepted claim is true.
//! `evidence` reads the evidence, `positions` explores the positions, and `claim` stores the verified result.
//!
//! Section 5 of `spec/kinds/unwinnable.md` derives the memory bound that `memory` computes.

mod claim;
mod data;
mod evidence;
mod positions;
#[cfg(test)]
mod tests;

use crate::chess::packed::PackedPosition;
use crate::core::cbor::Reader;
use crate::core::claim::KindName;
use crate::core::game::Colour;
use crate::core::refusal::{Place, Refusal};
use crate::core::verification::{Proved, Verification};
use crate::core::work::{Meter, work};
use crate::helpmate::game::HelpmateGame;
use crate::helpmate::kinds::{root, winner};
use evidence::Evidence;
use positions::Positions;

pub use claim::Claim;
pub(crate) use positions::Scratch;

const NAME: &str = "unwinnable";
pub(crate) const KIND: KindName = KindName { name: NAME, version: 1 };

const BYTES_PER_BYTE: u64 = 424;
const BYTES_PER_FILE: u64 = 24 << 20;

/// Returns an upper bound, in bytes, on the memory that the verification of a file of this size takes.
pub(crate) fn memory(file_size: u64) -> u64 {
    file_size.saturating_mul(BYTES_PER_BYTE).saturating_add(BYTES_PER_FILE)
}

fn broken(clause: &'static str, place: Place, sentence: impl Into<String>) -> Refusal {
    Refusal::new(NAME, clause, place, sentence)
}

/// Reads the items of the claim and tests the clause about each item. Returns the position in which play begins, and
/// the intended winner.
fn claimed(reader: &mut Reader<'_>, game: &dyn HelpmateGame) -> Result<(PackedPosition, Colour), Refusal> {
    reader.array_of(2)?;
    Ok((root(reader, game)?, winner(reader, NAME)?))
}

/// Section 2 of `spec/kinds/unwinnable.md` fixes the order of the tests.
pub(crate) fn verify(game: &dyn HelpmateGame, mut case: Verification<'_, '_>) -> Result<Proved, Refusal> {
    let (root, winner) = claimed(&mut case.reader, game)?;
    case.read_citations(Some(0))?;
    let evidence = Evidence::read(&mut case.reader)?;
    case.reader.trailing()?;
    work(evidence.steps(), case.reader.file_size())?;
    let claim = Positions::new(game, winner, &evidence, &mut Scratch::new(), case.meter).prove(&root)?;
    Ok(Proved::claim(claim))
}

/// Verifies one claim of a batch, with its evidence. Before verification begins, calls `count` with the numbers of
/// announced work steps and skeletons (partly known positions).
pub(crate) fn entry(
    reader: &mut Reader<'_>,
    game: &dyn HelpmateGame,
    scratch: &mut Scratch,
    count: impl FnOnce(u64, u32) -> Result<(), Refusal>,
    meter: &mut Meter,
) -> Result<Claim, Refusal> {
    let (root, winner) = claimed(reader, game)?;
    let evidence = Evidence::read(reader)?;
    count(evidence.steps(), evidence.met)?;
    Positions::new(game, winner, &evidence, scratch, meter).prove(&root)
}
