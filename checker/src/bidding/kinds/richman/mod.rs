//! The kind `richman`: exact values of real-valued bidding, alpha and beta, for every class of a game.
//!
//! Implements `spec/kinds/richman.md`; `spec/soundness/richman.md` says why its clauses are enough. `evidence` reads claim
//! and columns (section 1 and the first clauses of section 2), `values` holds the table of values and its clauses, `fraction` the arithmetic, `ranking` orders
//! the values of this and the cited certificates together, so that `classes` compares integers only; `claim` is what has been verified.
//!
//! # Memory (section 4)
//!
//! The bound is 96 bytes for each byte of the file, and 2 MiB; the files that it rests on are charged with the same. Sizes below
//! are for 64-bit machines and `num-bigint` 0.5, where a natural number below 2^64 takes 24 bytes and none on the heap.
//!
//! - The file itself, and once more while it is looked up: 2 a byte.
//! - The numbering of its positions, twice, since a citing game numbers them again: clause `resources/size` sees to it that this is
//!   at most 8 a byte and 2 MiB.
//! - Games numbered by search cite nothing and are cited by none, and are not numbered twice. A class takes 8 bytes as a board and
//!   4 to 16 in the hash table (which is at most half full, and may have been doubled just now); both are doubled as they grow, so
//!   up to 24 and 24 while the search goes on. The search ends when it has found more classes than the file has bytes, and nothing
//!   else is there then: 48 and the file. Behind the search a class takes 8 + 16 bytes, and `richman/classes` has been met.
//!   - As long as columns are not read, that is 24 for each byte of a file that claims a class for each of its bytes, and the table
//!     of values, which is read before a column shows that it claims too much, takes at most 24 a byte then (a list of
//!     denominators).
//!   - Afterwards a class takes at least 5 bytes of columns: 24 + 100 for 5 bytes, and no citing game.
//! - A byte of the rest belongs either to the parameters, to the table of values or to a column, so the greater of these counts.
//!   - A stored game is kept item by item. A position takes at least 7 bytes of the file (three heads, a name of 2, two options),
//!     and 72 in its list, 216 while that list is doubled, and three blocks of the heap, 32 each at least: 312 for 7 bytes, 45 a
//!     byte. An end takes 4 of the file and 128. An option more takes at least 1 of the file and up to 12 while its list is
//!     doubled. While names are compared each takes up to 58, for at least 4 bytes: 15 a byte. Numbering takes 12 a position,
//!     options and names are borrowed from there.
//!   - A value takes at least 2 bytes of the file, and 36 of memory (numerator 24, place of the denominator 4, leading digits 8), and
//!     44 in the common order (entry and space for sorting 32, level 4, value of the level 8). Both again where a citing
//!     game exchanges colours: 160 for 2 bytes, 80 a byte.
//!   - A denominator takes 24 for at least 1 byte, and up to 275 more while denominators are grouped by odd parts. They are known to be
//!     distinct and used by then. So from the 256th on, denominator and value take at least 7 bytes of the file, and the
//!     first 256 do not count beside the 2 MiB: (300 + 36) / 7 = 48 a byte.
//!   - A class takes at least 1 byte in each column, and there 4 of memory; a view of 16; two equations of 16; two views of 16 for a
//!     citing game. With five columns that is 100 for 5 bytes.
//!   - A number of 64 bits or more takes at least 11 bytes of the file, and 32 of memory more than its length.
//!
//! Only one certificate at a time has its values in a common order; those whose citations are being verified hold their file, their
//! numbering and their table.

mod claim;
mod classes;
#[cfg(any(test, feature = "inspect"))]
mod columns;
mod evidence;
mod fraction;
mod ranking;
mod table;
#[cfg(test)]
mod tests;
mod values;

use crate::bidding::game::{CitedGame, Game, class_place, numbered};
use crate::core::case::{Case, Proved};
use crate::core::claim::KindName;
use crate::core::game::Description;
use crate::core::refusal::{Place, Refusal};
use crate::core::work::work;
use evidence::Stated;

pub(crate) use claim::SHAPE;
pub use claim::{Claim, Start};
pub use table::{Label, Table};

const NAME: &str = "richman";
pub(crate) const KIND: KindName = KindName { name: NAME, version: 1 };

const BYTES_PER_BYTE: u64 = 96;
const BYTES_PER_FILE: u64 = 2 << 20;

/// A bound for the memory that a certificate of that size takes, in bytes.
pub(crate) fn memory(file_size: u64) -> u64 {
    file_size.saturating_mul(BYTES_PER_BYTE).saturating_add(BYTES_PER_FILE)
}

fn broken(clause: &'static str, place: Place, sentence: impl Into<String>) -> Refusal {
    Refusal::new(NAME, clause, place, sentence)
}

/// Verifies a certificate from its claim on, in the order of tests that section 2 fixes.
pub(crate) fn verify(game: &dyn Game, mut case: Case<'_, '_>) -> Result<Proved, Refusal> {
    let stated = Stated::read(&mut case.reader)?;
    let positions = numbered(game, &mut case, NAME, stated.classes.clone())?;
    let games = game.cited();
    let digests = case.read_citations(games.len())?;
    let mut table = evidence::read(&mut case.reader, &stated)?;
    case.reader.trailing()?;
    evidence::form_differs(&stated, &table)?;
    let steps = table.steps();
    work(steps, case.file_size())?;
    case.meter.allowance(steps)?;

    let wanted: Vec<Description> = games.iter().map(|cited: &CitedGame| cited.game.clone()).collect();
    let cited = case.verify_citations(&digests, &wanted)?;
    let cited: Option<Vec<&Table>> = cited.iter().map(|cited| cited.table::<Table>()).collect();
    let cited = cited.ok_or_else(|| Refusal::internal(Place::Citation(0), "a cited certificate of this kind has no table"))?;

    table.values.check()?;
    let class = |number| class_place(positions.as_ref(), number);
    evidence::rank(&table, class)?;
    classes::check(&table, positions.as_ref(), &games, &cited, case.threads, case.meter)?;
    evidence::value_used(&table)?;
    table.values.value_reduced(case.meter)?;
    let claim = Claim::new(&table, positions.as_ref());
    Ok(Proved { claim: Box::new(claim), table: Some(Box::new(table)) })
}
