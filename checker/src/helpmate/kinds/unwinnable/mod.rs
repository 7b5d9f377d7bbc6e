//! The kind `unwinnable`: a side cannot mate, proved by positions that no legal move leaves.
//!
//! Implements `spec/kinds/unwinnable.md`; `spec/soundness/unwinnable.md` says why its clauses are enough. `stated` reads the claim, `evidence` the
//! evidence, `positions` finds the positions, `claim` is what has been verified.
//!
//! # Memory (section 4)
//!
//! The bound is 424 bytes for each byte of the file, and 24 MiB. Sizes below are for 64-bit machines.
//!
//! - The file itself, and once more while it is looked up: 2 a byte.
//! - Clause `unwinnable/limit` allows 8 positions for each byte of `statics`, or 4096. What follows is reserved for as many as are claimed, never more,
//!   and nothing grows.
//!   - A position takes 40: 32 bytes, and the move by which it was first met, with the number of the position from which.
//!   - There are 3 buckets for 2 positions, 8 each: 12 a position.
//! - Together 52 a position, 416 a byte, or 208 KiB for 4096 of them.
//! - The line of a refusal has at most 6 letters a move, and is put together from a list of moves of 2 bytes each that is moved to twice the room when
//!   it is full: 80 a byte of the file. The buckets are given back before it is written, 96 a byte. (A copy of the line is made when the positions are
//!   gone.)
//!
//! In a batch the room is used again for the next entry. Where it is moved to become larger, both together are for entries that stand in the file
//! one after the other, so the bound holds for them together.
//!
//! Clause `unwinnable/met` allows 32768 skeletons, which are given back after each position.
//!
//! - A skeleton takes 64, 16 for the counts of those who share it, 16 for each of at most 30 roamers, and what the allocator adds to these two pieces,
//!   16 each: 592.
//! - It is shared by a tree, whose nodes take at most 200 and have at least 5 skeletons each, and by a list of those that wait, 8 each, which is moved to twice
//!   the room when it is full: 40 and 24.
//! - Together 656 a skeleton, 20.5 MiB.
//! - Moves of one skeleton: 8 of the king; 1 of roamers; 15 captures by each of 15 roamers; for each of 8 pawns 4 steps, and 4 captures of each of 15 units on
//!   each of 2 squares; 27 of each of 8 followed roamers. That is less than 1500, of which each takes 88 in a list that is moved to twice the room when it is
//!   full, and 496 for roamers: 1.0 MiB.
//!
//! What does not depend on the file otherwise (the game's tables, the moves of one position, the claim's texts) is far below the rest of 24 MiB.

mod claim;
mod evidence;
mod positions;
mod stated;
#[cfg(test)]
mod tests;

use crate::core::case::{Case, Proved};
use crate::core::cbor::Reader;
use crate::core::claim::KindName;
use crate::core::refusal::{Place, Refusal};
use crate::core::work::{Meter, work};
use crate::helpmate::game::HelpmateGame;
use evidence::Evidence;
use positions::Positions;
use stated::Stated;

pub use claim::Claim;
pub(crate) use claim::SHAPE;
pub(crate) use positions::Scratch;

const NAME: &str = "unwinnable";
pub(crate) const KIND: KindName = KindName { name: NAME, version: 1 };

const BYTES_PER_BYTE: u64 = 424;
const BYTES_PER_FILE: u64 = 24 << 20;

/// A bound for the memory that a certificate of that size takes, in bytes.
pub(crate) fn memory(file_size: u64) -> u64 {
    file_size.saturating_mul(BYTES_PER_BYTE).saturating_add(BYTES_PER_FILE)
}

fn broken(clause: &'static str, place: Place, sentence: impl Into<String>) -> Refusal {
    Refusal::new(NAME, clause, place, sentence)
}

/// Verifies a certificate from its claim on, in the order of tests that section 2 fixes.
pub(crate) fn verify(game: &dyn HelpmateGame, mut case: Case<'_, '_>) -> Result<Proved, Refusal> {
    let stated = Stated::read(&mut case.reader, game)?;
    case.read_citations(0)?;
    let evidence = Evidence::read(&mut case.reader)?;
    case.reader.trailing()?;
    work(evidence.steps(), case.file_size())?;
    let claim = Positions::new(game, &stated, &evidence, &mut Scratch::new(), case.meter).prove()?;
    Ok(Proved::claim(claim))
}

/// Verifies claim and evidence of an entry of a batch. `count` is asked with the steps that the evidence announces before they are taken.
pub(crate) fn entry(
    reader: &mut Reader<'_>,
    game: &dyn HelpmateGame,
    scratch: &mut Scratch,
    count: impl FnOnce(u64) -> Result<(), Refusal>,
    meter: &mut Meter,
) -> Result<Claim, Refusal> {
    let stated = Stated::read(reader, game)?;
    let evidence = Evidence::read(reader)?;
    count(evidence.steps())?;
    Positions::new(game, &stated, &evidence, scratch, meter).prove()
}
