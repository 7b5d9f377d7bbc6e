//! The kind `batch`: many certificates of other kinds in one file.
//!
//! Implements `spec/kinds/batch.md`. What an entry claims, and why its evidence is enough, is the business of its kind. The rooms: `claim` reads which
//! kinds occur, `entries` verifies the entries; `table` is what has been verified, `words` adds it up.
//!
//! # Memory (section 4)
//!
//! The bound is that of the greediest kind that may occur, for the whole file, and 704 bytes for each byte of the file. The kinds verify one entry after the
//! other and use the same room again. What is kept is what has been verified: a table and a sentence for each entry.
//!
//! - A position in its packed form takes 9 bytes of the file at least (the rule set's page), so an entry takes 17: itself, the number of its kind, the
//!   claim, the root, the winner, evidence of two items. In words and tables it takes at most 600 beside moves: two lists of pointers that are moved
//!   to twice the room when they are full (168), a table (64), the root twice (200 at most), the rest of the sentence (100), what the
//!   allocation of each adds.
//! - The moves of an entry of the kind `helpmate` take 12 each, once in its table and once in the sentence, and there are at most 1024 of them: 12,288.
//!   More than 255 moves take 19 bytes of the file at least: (12,288 + 600) / 19 is less than 680. Fewer take less: (12 * 255 + 600) / 17.
//! - The list of kinds has at most 16 entries; the file's text for printing is made when the room of the kinds has been given back.

mod claim;
mod entries;
mod table;
#[cfg(test)]
mod tests;
mod words;

use crate::kinds::{KINDS, Proved};
use crate::library::Case;
use crate::rejection::{Place, Rejection};
use claim::Stated;
use entries::Batch;

pub use table::{Entry, Table};

pub(crate) const NAME: &str = "batch";
pub(crate) const VERSION: u64 = 1;

const BYTES_PER_BYTE: u64 = 704;

/// A bound for the memory that a certificate of that size takes, in bytes.
pub(crate) fn memory(file_size: u64) -> u64 {
    let kinds = KINDS.iter().filter(|kind| kind.entries.is_some());
    let greediest = kinds.map(|kind| (kind.memory)(file_size)).max().unwrap_or(0);
    file_size.saturating_mul(BYTES_PER_BYTE).saturating_add(greediest)
}

fn broken(clause: &'static str, place: Place, sentence: impl Into<String>) -> Rejection {
    Rejection::new(NAME, clause, place, sentence)
}

/// Verifies a certificate from its claim on, in the order of tests that section 2 fixes.
pub(crate) fn verify(mut case: Case<'_, '_, '_>) -> Result<Proved, Rejection> {
    let stated = Stated::read(&mut case.reader, case.game.description().rules)?;
    let digests = case.read_citations()?;
    let batch = Batch::read(&mut case.reader, case.game, &stated)?;
    case.reader.trailing()?;
    stated.unused(&batch.counts())?;
    case.verify_citations(&digests)?;
    let (words, table) = batch.finish();
    Ok(Proved { claim: words, table: Box::new(table) })
}
