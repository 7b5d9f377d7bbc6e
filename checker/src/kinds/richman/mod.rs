//! The kind `richman`: exact values of real-valued bidding, alpha and beta, for every class of a game.
//!
//! Implements `spec/kinds/richman.md`; `spec/soundness/richman.md` says why its clauses are enough. The rooms: `evidence` reads claim
//! and columns (section 1 and the first clauses of section 2), `values` holds the table of values and its clauses, `ranking` orders
//! the values of this and the cited certificates together, so that `classes` compares integers only.
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

mod classes;
mod evidence;
mod ranking;
mod table;
#[cfg(test)]
mod tests;

mod values;

use crate::claim::Claim;
use crate::game::Positions;
use crate::kinds::Proved;
use crate::library::Case;
use crate::number::leading;
use crate::rejection::{Place, Rejection};
use evidence::Stated;
use num_bigint::BigUint;

pub use table::{Label, Table};

pub(crate) const NAME: &str = "richman";
pub(crate) const VERSION: u64 = 1;

const BYTES_PER_BYTE: u64 = 96;
const BYTES_PER_FILE: u64 = 2 << 20;

/// A bound for the memory that a certificate of that size takes, in bytes.
pub(crate) fn memory(file_size: u64) -> u64 {
    file_size.saturating_mul(BYTES_PER_BYTE).saturating_add(BYTES_PER_FILE)
}

fn broken(clause: &'static str, place: Place, sentence: impl Into<String>) -> Rejection {
    Rejection::new(NAME, clause, place, sentence)
}

/// Verifies a certificate from its claim on, in the order of tests that section 2 fixes.
pub(crate) fn verify(mut case: Case<'_, '_, '_>) -> Result<Proved, Rejection> {
    let stated = Stated::read(&mut case.reader)?;
    let positions = case.positions(stated.classes())?;
    let positions = evidence::classes(&stated, positions)?;
    let digests = case.read_citations()?;
    let mut table = evidence::read(&mut case.reader, &stated)?;
    case.reader.trailing()?;
    evidence::form_differs(&stated, &table)?;

    let cited = case.verify_citations(&digests)?;
    let cited: Option<Vec<&Table>> = cited.iter().map(|cited| cited.table::<Table>()).collect();
    let cited = cited.ok_or_else(|| Rejection::internal(Place::Citation(0), "a cited certificate of this kind has no table"))?;

    table.values.check()?;
    let class = |number| class_place(positions.as_ref(), number);
    evidence::rank(&table, class)?;
    classes::check(&table, positions.as_ref(), &case.game.cited(), &cited, case.threads())?;
    evidence::value_used(&table)?;
    let claim = words(&table, positions.as_ref());
    Ok(Proved { claim, table: Box::new(table) })
}

/// The place of a class.
fn class_place(positions: &dyn Positions, number: u32) -> Place {
    Place::Class { number, position: positions.position(number) }
}

/// Denominators of at most so many digits are printed in full.
const SHORT_DENOMINATOR: usize = 24;

/// The values in the position in which play begins, and the shares of the money that follow from them.
fn at_the_start(table: &Table, positions: &dyn Positions, start: u32) -> Option<String> {
    let class = usize::try_from(start).ok()?;
    let (alpha, beta) = (table.value(*table.rank_alpha().get(class)?)?, table.value(*table.rank_beta().get(class)?)?);
    let left = (&(alpha.1 - alpha.0), alpha.1);
    Some(format!(
        "at the start {}: alpha = {}, beta = {} (Left, who is White, wins by force with more than {} of the money, Right with more than {})",
        positions.position(start),
        short(alpha),
        short(beta),
        short(left),
        short(beta)
    ))
}

/// A fraction from 0 to 1; in decimal places, rounded down, where it is long.
fn short((numerator, denominator): (&BigUint, &BigUint)) -> String {
    let digits = denominator.to_string();
    if digits.len() <= SHORT_DENOMINATOR {
        return format!("{numerator}/{digits}");
    }
    let places = (u128::from(leading(numerator, denominator)) * 10_000_000_000) >> 64;
    format!("0.{places:010}...")
}

/// What has been proved, in words.
fn words(table: &Table, positions: &dyn Positions) -> Claim {
    let mut claim = Claim::default();
    let (classes, placements) = (positions.classes(), positions.placements());
    let differ = table.rank_alpha().iter().zip(table.rank_beta()).filter(|(alpha, beta)| alpha != beta).count();
    claim.say(format!("positions {placements} in {classes} classes"));
    claim.say(match differ {
        0 => "proved alpha = beta, exactly, at every class".to_owned(),
        _ => format!("proved alpha and beta, exactly, at every class; they differ at {differ} of {classes}"),
    });
    claim.say("White wins by force if Black holds less than alpha of the money, Black wins by force if he holds more than beta");
    if let Some(sentence) = positions.start().and_then(|start| at_the_start(table, positions, start)) {
        claim.say(sentence);
    }
    let (digits, largest) = table.values().largest_denominator();
    let shown = if digits.len() <= SHORT_DENOMINATOR { digits.clone() } else { format!("a number of {} digits", digits.len()) };
    claim.say(format!("values {}, largest denominator {shown}", table.values().len()));
    let label = |labels: &[Label]| labels.iter().filter_map(|label| label.finite()).max().unwrap_or(0);
    let (white, black) = (label(table.label_white()), label(table.label_black()));
    claim.say(format!("largest labels {white} for White, {black} for Black"));
    claim.count("placements", placements);
    claim.count("classes", classes);
    if let Some(start) = positions.start() {
        claim.count("start", start);
    }
    claim.count("functions", if differ == 0 { 1_u64 } else { 2 });
    claim.count("classes_that_differ", crate::cbor::wide(differ));
    claim.count("values", crate::cbor::wide(table.values().len()));
    claim.count("largest_denominator_digits", crate::cbor::wide(digits.len()));
    claim.count("largest_denominator_bits", largest);
    claim.count("largest_label_white", white);
    claim.count("largest_label_black", black);
    claim
}
