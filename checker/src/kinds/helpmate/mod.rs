//! The kind `helpmate`: a side can mate, proved by a line of moves of both sides.
//!
//! Implements `spec/kinds/helpmate.md`. The rooms: `claim` reads the claim, `line` makes the moves; `table` is what has been verified, and says it in words.
//!
//! # Memory (section 4)
//!
//! The bound is 4 bytes for each byte of the file, and 1 MiB: the file itself, once more while it is looked up, and what does not depend on the
//! file. That is at most 1024 moves (`helpmate/room`), of 2 bytes each, in the text form of the rule set, at most 6 letters each, for callers, in words and
//! once more while they are printed, or in the place of a rejection, and the game's tables.

mod claim;
mod line;
mod table;
#[cfg(test)]
mod tests;

use crate::cbor::{Reader, wide};
use crate::game::{Game, Move};
use crate::kinds::bits::Bits;
use crate::kinds::{Entries, Proved, with_help};
use crate::library::Case;
use crate::rejection::{Place, Rejection};
use claim::Stated;
use line::Line;

pub use table::Table;

pub(crate) const NAME: &str = "helpmate";
pub(crate) const VERSION: u64 = 1;

const BYTES_PER_BYTE: u64 = 4;
const BYTES_PER_FILE: u64 = 1 << 20;

/// A bound for the memory that a certificate of that size takes, in bytes.
pub(crate) fn memory(file_size: u64) -> u64 {
    file_size.saturating_mul(BYTES_PER_BYTE).saturating_add(BYTES_PER_FILE)
}

fn broken(clause: &'static str, place: Place, sentence: impl Into<String>) -> Rejection {
    Rejection::new(NAME, clause, place, sentence)
}

/// Verifies a certificate from its claim on, in the order of tests that section 2 fixes.
pub(crate) fn verify(mut case: Case<'_, '_, '_>) -> Result<Proved, Rejection> {
    let game = with_help(case.game)?;
    let stated = Stated::read(&mut case.reader, game)?;
    let digests = case.read_citations()?;
    let bits = evidence(&mut case.reader)?;
    case.reader.trailing()?;
    case.verify_citations(&digests)?;
    let table = Line::new(game, &stated, bits, &mut Vec::new(), &mut Vec::new()).prove()?;
    Ok(Proved { claim: table.words(), table: Box::new(table) })
}

/// The evidence: one byte string.
fn evidence<'a>(reader: &mut Reader<'a>) -> Result<Bits<'a>, Rejection> {
    reader.array_of(1)?;
    let line = reader.byte_string()?;
    let start = reader.offset().saturating_sub(wide(line.len()));
    Ok(Bits::new(NAME, line, start))
}

/// What verifies entries of a batch.
pub(crate) fn entries() -> Box<dyn Entries> {
    Box::new(Room::default())
}

/// Room for the moves of one position and of the line.
#[derive(Default)]
struct Room {
    moves: Vec<Move>,
    made: Vec<Move>,
}

impl Entries for Room {
    fn verify(&mut self, reader: &mut Reader<'_>, game: &dyn Game) -> Result<Proved, Rejection> {
        let game = with_help(game)?;
        let stated = Stated::read(reader, game)?;
        let bits = evidence(reader)?;
        let table = Line::new(game, &stated, bits, &mut self.moves, &mut self.made).prove()?;
        Ok(Proved { claim: table.words(), table: Box::new(table) })
    }
}
