//! The kind `losing`: a side wins by force, proved by a tree of moves.
//!
//! Implements `spec/kinds/losing.md`; `spec/soundness/losing.md` says why its clauses are enough. `stated` reads the claim,
//! `proof` walks through the positions, `claim` is what has been verified.
//!
//! # Memory (section 4)
//!
//! The bound is 968 bytes for each byte of the file, and 8 MiB. Sizes below are for 64-bit machines.
//!
//! - The file itself, and once more while it is looked up: 2 a byte.
//! - Clause `losing/limit` allows 16 positions a byte, or 65536. What follows is reserved for as many as are claimed, never more, and nothing grows.
//!   - A position takes 40: 32 bytes, `len` and `rev`.
//!   - There are 3 buckets for 2 positions, 8 each: 12 a position.
//!   - An open position takes 8 on the stack.
//! - Together 60 a position, 960 a byte, or 3.75 MiB for 65536 of them.
//! - The line of a refusal has at most 6 letters a move, and is put together from a list of moves of 2 bytes each: 128 a byte of the file. The buckets are given back before it is written, 192 a byte.
//!
//! What does not depend on the file (the game's tables, the moves of one position, the claim's texts) is far below the rest of 8 MiB.

mod claim;
mod proof;
mod stated;
#[cfg(test)]
mod tests;

use super::rules::Antichess;
use crate::chess::bits::Bits;
use crate::core::case::{Case, Proved};
use crate::core::claim::KindName;
use crate::core::fields::bytes_at;
use crate::core::refusal::{Place, Refusal};
use proof::Proof;
use stated::Stated;

pub use claim::Claim;
pub(crate) use claim::SHAPE;

const NAME: &str = "losing";
pub(crate) const KIND: KindName = KindName { name: NAME, version: 1 };

const BYTES_PER_BYTE: u64 = 968;
const BYTES_PER_FILE: u64 = 8 << 20;

/// A bound for the memory that a certificate of that size takes, in bytes.
pub(crate) fn memory(file_size: u64) -> u64 {
    file_size.saturating_mul(BYTES_PER_BYTE).saturating_add(BYTES_PER_FILE)
}

fn broken(clause: &'static str, place: Place, sentence: impl Into<String>) -> Refusal {
    Refusal::new(NAME, clause, place, sentence)
}

/// Verifies a certificate from its claim on, in the order of tests that section 2 fixes.
pub(crate) fn verify(game: &Antichess, mut case: Case<'_, '_>) -> Result<Proved, Refusal> {
    let stated = Stated::read(&mut case.reader, game)?;
    case.read_citations(0)?;
    case.reader.array_of(1)?;
    let (stream, start) = bytes_at(&mut case.reader)?;
    case.reader.trailing()?;

    let mut bits = Bits::new(NAME, stream, start);
    let found = Proof::new(game, &stated, &mut bits, case.meter)?.prove()?;
    bits.end()?;
    stated.check(&found)?;
    Ok(Proved::claim(Claim::new(game, &stated)))
}
