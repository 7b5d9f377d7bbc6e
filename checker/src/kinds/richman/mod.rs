//! The kind `richman`: exact values of real-valued bidding, alpha and beta, for every class of a game.
//!
//! Implements `spec/kinds/richman.md`; `spec/soundness/richman.md` says why its clauses are enough. The rooms: [`evidence`] reads claim
//! and columns (section 1 and the first clauses of section 2), [`values`] holds the table of values and its clauses, [`ranking`] orders
//! the values of this and the cited certificates together, so that [`classes`] compares integers only.
//!
//! # Memory (section 4)
//!
//! The bound is 48 bytes for each byte of the file, and 2 MiB. See [`memory`] for where it comes from.

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
use crate::rejection::{Place, Rejection};
use evidence::Stated;

pub use table::{Label, Table};

pub(crate) const NAME: &str = "richman";
pub(crate) const VERSION: u64 = 1;

const BYTES_PER_BYTE: u64 = 48;
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
    let positions = case.positions()?;
    evidence::classes(&stated, positions.classes())?;
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
    classes::check(&table, positions.as_ref(), &case.game.cited(), &cited)?;
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
    let (digits, largest) = table.values().largest_denominator();
    let shown = if digits.len() <= SHORT_DENOMINATOR { digits.clone() } else { format!("a number of {} digits", digits.len()) };
    claim.say(format!("values {}, largest denominator {shown}", table.values().len()));
    let label = |labels: &[Label]| labels.iter().filter_map(|label| label.finite()).max().unwrap_or(0);
    let (white, black) = (label(table.label_white()), label(table.label_black()));
    claim.say(format!("largest labels {white} for White, {black} for Black"));
    claim.count("placements", placements);
    claim.count("classes", classes);
    claim.count("functions", if differ == 0 { 1_u64 } else { 2 });
    claim.count("classes_that_differ", crate::cbor::wide(differ));
    claim.count("values", crate::cbor::wide(table.values().len()));
    claim.count("largest_denominator_digits", crate::cbor::wide(digits.len()));
    claim.count("largest_denominator_bits", largest);
    claim.count("largest_label_white", white);
    claim.count("largest_label_black", black);
    claim
}
