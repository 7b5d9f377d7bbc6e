//! Reads the claim and the columns, and tests the clauses about columns and ranks (sections 1 and 2 of
//! `spec/kinds/richman.md`).

use super::fraction::rank as stored_rank;
use super::table::{Label, Table};
use super::values::{Values, first_unused, no_entry};
use super::{Version, broken};
use crate::core::cbor::{Reader, as_u64};
use crate::core::fields::{index, placed};
use crate::core::refusal::{Place, Refusal};
use crate::core::verification::Citations;

/// A greater number in a column of the file is replaced by this number (section 2 of `spec/kinds/richman.md`).
const LARGEST_ENTRY: u32 = u32::MAX - 1;

/// Bytes charged for each entry of three arrays (section 6 of `spec/kinds/richman.md`). In version 1 the size of the
/// file bounds the memory.
const SPARSE_BYTES_PER_ENTRY: [u64; 3] = [384, 176, 96];

/// The claim: `[functions, classes]`.
pub(super) struct Claimed {
    place: Place,
    /// Whether the claim says that alpha = beta in every class of symmetric positions.
    one_function: bool,
    /// The claimed number of classes of symmetric positions, and where in the file the number stands.
    pub(super) classes: (u64, Place),
}

impl Claimed {
    /// Reads the claim.
    pub(super) fn read(reader: &mut Reader<'_>) -> Result<Self, Refusal> {
        reader.array_of(2)?;
        let (functions, place) = placed(reader)?;
        let one_function = form(functions, place.clone())?;
        Ok(Self { place, one_function, classes: placed(reader)? })
    }
}

/// Clause `richman/form`, tested when the claim is read: the item `functions` is 1 or 2. Returns whether `functions`
/// is 1.
fn form(functions: u64, place: Place) -> Result<bool, Refusal> {
    match functions {
        1 => Ok(true),
        2 => Ok(false),
        other => Err(broken("form", place, format!("expected 1 or 2 functions, found {other}"))),
    }
}

/// Clause `richman/form`, tested once the columns are read: if two functions are claimed, alpha and beta differ in some
/// class of symmetric positions.
pub(super) fn form_differs(claimed: &Claimed, table: &Table) -> Result<(), Refusal> {
    if table.rank_beta.as_ref().is_some_and(|beta| *beta == table.rank_alpha) {
        return Err(broken("form", claimed.place.clone(), "two functions are claimed, but alpha = beta at every class"));
    }
    Ok(())
}

/// Reads the evidence. The caller has already checked the number of classes of symmetric positions.
pub(super) fn read(reader: &mut Reader<'_>, claimed: &Claimed, version: Version, citations: &mut dyn Citations) -> Result<Table, Refusal> {
    reader.array_of(if claimed.one_function { 8 } else { 11 })?;
    let two = !claimed.one_function;
    let ranks = |reader: &mut Reader<'_>| column(reader, claimed.classes.0, |entry| entry);
    let labels = |reader: &mut Reader<'_>| column(reader, claimed.classes.0, Label::from_entry);
    // The fields are read in the order of the file.
    Ok(Table {
        values: match version {
            Version::Full => Values::read(reader, citations, [0; 3])?,
            Version::Sparse => Values::read(reader, citations, SPARSE_BYTES_PER_ENTRY)?.sparse(),
        },
        rank_alpha: ranks(reader)?,
        rank_beta: two.then(|| ranks(reader)).transpose()?,
        label_white: labels(reader)?,
        label_black: labels(reader)?,
        choice_white_alpha: ranks(reader)?,
        choice_black_alpha: two.then(|| ranks(reader)).transpose()?,
        choice_white_beta: two.then(|| ranks(reader)).transpose()?,
        choice_black_beta: ranks(reader)?,
    })
}

/// Clause `richman/column`: a column has one entry for each class of symmetric positions.
fn column<T>(reader: &mut Reader<'_>, classes: u64, from_entry: impl Fn(u32) -> T) -> Result<Vec<T>, Refusal> {
    let place = reader.place();
    let length = reader.array()?;
    if as_u64(length) != classes {
        return Err(broken("column", place, format!("expected {classes} entries, found {length}")));
    }
    let mut column = Vec::with_capacity(length);
    for _ in 0..length {
        let entry = u32::try_from(reader.unsigned()?).unwrap_or(LARGEST_ENTRY).min(LARGEST_ENTRY);
        column.push(from_entry(entry));
    }
    Ok(column)
}

/// Clause `richman/rank`: each rank is a valid index into the table of values.
pub(super) fn rank(table: &Table, place: impl Fn(u32) -> Place) -> Result<(), Refusal> {
    let values = table.values.len();
    for (class, (alpha, beta)) in (0_u32..).zip(table.rank_alpha().iter().zip(table.rank_beta())) {
        if let Some(rank) = [alpha, beta].into_iter().find(|rank| index(**rank) >= values) {
            return Err(broken("rank", place(class), format!("expected a rank below {values}, found {rank}")));
        }
    }
    Ok(())
}

/// Clause `richman/value_used`: every value except the first and the last is the value of some class of symmetric
/// positions.
pub(super) fn value_used(table: &Table) -> Result<(), Refusal> {
    let ends = [0, stored_rank(as_u64(table.values.len()).saturating_sub(1))];
    let used = table.rank_alpha().iter().chain(table.rank_beta()).chain(&ends);
    no_entry("value_used", first_unused(table.values.len(), used), "no class has this value")
}
