//! The kind `helpmate`: a side can mate, proved by a line of moves of both sides.
//!
//! Implements `spec/kinds/helpmate.md`. `claimed` reads the claim, `line` plays the moves, and `claim` stores the
//! verified result.
//!
//! Section 5 of `spec/kinds/helpmate.md` derives the memory bound that `memory` computes.

mod claim;
mod claimed;
mod data;
mod line;
#[cfg(test)]
mod tests;

use crate::chess::bits::Bits;
use crate::core::cbor::Reader;
use crate::core::claim::KindName;
use crate::core::fields::bytes_at;
use crate::core::refusal::{Place, Refusal};
use crate::core::verification::{Proved, Verification};
use crate::core::work::Meter;
use crate::helpmate::game::PackedGame;
use claimed::Claimed;
use line::Line;

pub use claim::Claim;
pub(crate) use line::Scratch;

const NAME: &str = "helpmate";
pub(crate) const KIND: KindName = KindName { name: NAME, version: 1 };

const BYTES_PER_BYTE: u64 = 4;
const BYTES_PER_FILE: u64 = 1 << 20;

/// Returns an upper bound, in bytes, on the memory that the verification of a file of this size takes.
pub(crate) fn memory(file_size: u64) -> u64 {
    file_size.saturating_mul(BYTES_PER_BYTE).saturating_add(BYTES_PER_FILE)
}

fn broken(clause: &'static str, place: Place, sentence: impl Into<String>) -> Refusal {
    Refusal::new(NAME, clause, place, sentence)
}

/// Section 2 of `spec/kinds/helpmate.md` fixes the order of the tests.
pub(crate) fn verify(game: &dyn PackedGame, mut case: Verification<'_, '_>) -> Result<Proved, Refusal> {
    let claimed = Claimed::read(&mut case.reader, game)?;
    case.read_citations(Some(0))?;
    let bits = evidence(&mut case.reader)?;
    case.reader.trailing()?;
    let claim = Line::new(game, &claimed, bits, &mut Scratch::new()).prove(case.meter)?;
    Ok(Proved::claim(claim))
}

/// Reads the evidence, which is one byte string.
fn evidence<'a>(reader: &mut Reader<'a>) -> Result<Bits<'a>, Refusal> {
    reader.array_of(1)?;
    let (line, start) = bytes_at(reader)?;
    Ok(Bits::new(NAME, line, start))
}

/// Number of work steps counted in advance for each ply.
const STEPS_PER_PLY: u64 = 64;

/// Verifies one claim of a batch, with its evidence. Before verification begins, calls `count` with the number of
/// announced work steps.
pub(crate) fn entry(
    reader: &mut Reader<'_>,
    game: &dyn PackedGame,
    scratch: &mut Scratch,
    count: impl FnOnce(u64, u32) -> Result<(), Refusal>,
    meter: &mut Meter,
) -> Result<Claim, Refusal> {
    let claimed = Claimed::read(reader, game)?;
    let bits = evidence(reader)?;
    count(u64::from(claimed.plies).saturating_mul(STEPS_PER_PLY), 0)?;
    Line::new(game, &claimed, bits, scratch).prove(meter)
}
