//! The kind `losing`: a side wins by force, proved by a tree of moves.
//!
//! Implements `spec/kinds/losing.md`; `spec/soundness/losing.md` says why its clauses are enough. The rooms: `claim` reads the claim, `store` holds
//! the positions, `proof` walks through them; `table` is what has been verified, `words` says it.
//!
//! # Memory (section 4)
//!
//! The bound is 968 bytes for each byte of the file, and 8 MiB. Sizes below are for 64-bit machines.
//!
//! - The file itself, once more while it is looked up, and the stream once more for callers: 3 a byte.
//! - Clause `losing/room` allows 16 positions a byte, or 65536. What follows is reserved for as many as are claimed, never more, and nothing grows.
//!   - A position takes 40: four words, `len` and `rev`.
//!   - There are 3 buckets for 2 positions, 8 each: 12 a position.
//!   - An open position takes 8 on the stack.
//! - Together 60 a position, 960 a byte, or 3.75 MiB for 65536 of them.
//! - Moves that wait for their turn are kept up to a fixed number, of 2 bytes each; beyond that they are generated again.
//! - The line of a rejection has at most 6 letters a move, 96 a byte of the file. The buckets are given back before it is written, 192 a byte.
//!
//! What does not depend on the file (the game's tables, waiting moves, words) is far below the rest of 8 MiB.

mod claim;
mod proof;
mod store;
mod table;
#[cfg(test)]
mod tests;
mod words;

use crate::kinds::Proved;
use crate::kinds::bits::Bits;
use crate::library::Case;
use crate::rejection::{Place, Rejection};
use claim::Stated;
use proof::{MOST_KEPT, Proof};

pub use table::Table;

pub(crate) const NAME: &str = "losing";
pub(crate) const VERSION: u64 = 1;

const BYTES_PER_BYTE: u64 = 968;
const BYTES_PER_FILE: u64 = 8 << 20;

/// A bound for the memory that a certificate of that size takes, in bytes.
pub(crate) fn memory(file_size: u64) -> u64 {
    file_size.saturating_mul(BYTES_PER_BYTE).saturating_add(BYTES_PER_FILE)
}

fn broken(clause: &'static str, place: Place, sentence: impl Into<String>) -> Rejection {
    Rejection::new(NAME, clause, place, sentence)
}

/// Verifies a certificate from its claim on, in the order of tests that section 2 fixes.
pub(crate) fn verify(mut case: Case<'_, '_, '_>) -> Result<Proved, Rejection> {
    let game = case.game.in_turns().ok_or_else(|| Rejection::internal(Place::Byte(0), "the game is not one of turns"))?;
    let stated = Stated::read(&mut case.reader, game)?;
    let digests = case.read_citations()?;
    case.reader.array_of(1)?;
    let stream = case.reader.byte_string()?;
    let start = case.reader.offset().saturating_sub(crate::cbor::wide(stream.len()));
    case.reader.trailing()?;
    case.verify_citations(&digests)?;

    let mut bits = Bits::new(NAME, stream, start);
    let found = Proof::new(game, &stated, &mut bits, MOST_KEPT)?.prove()?;
    bits.end()?;
    stated.check(&found)?;
    let table = Table::new(game, &stated, stream);
    Ok(Proved { claim: words::words(&table), table: Box::new(table) })
}
