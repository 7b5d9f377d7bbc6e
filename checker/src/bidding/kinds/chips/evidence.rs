//! Reads the table number of each class of symmetric positions, and the labels.

use super::broken;
use super::claimed::{Claimed, Range};
use super::table::{Labels, Table};
use super::tables;
use crate::core::cbor::{Reader, as_u64};
use crate::core::fields::{index, placed};
use crate::core::refusal::{Place, Refusal};
use std::collections::HashSet;

/// Reads the evidence. The caller has already checked the number of classes of symmetric positions.
pub(super) fn read(reader: &mut Reader<'_>, claimed: &Claimed) -> Result<Table, Refusal> {
    let (rule, range, classes) = (claimed.rule, claimed.range, claimed.classes.0);
    let labelled = form(reader, range)?;
    let tables = tables::read(reader, rule, range)?;
    let place = reader.place();
    let (table, used) = column(reader, classes, tables.len(), table_number)?;
    table_used(used, tables.len(), place)?;
    // With labels, all tables have the same length. At least one table exists, because some class uses a table.
    let values = tables.first().map_or(0, |table| table.values.len());
    let labels = if labelled { Some(labels(reader, classes, values, rule.unit())?) } else { None };
    Ok(Table { rule, range, tables, table, labels })
}

/// Clause `chips/form`, tested before the evidence is read: a claim with range 1 has no labels, and a claim with range
/// 2 has labels. Returns whether there are labels.
fn form(reader: &mut Reader<'_>, range: Range) -> Result<bool, Refusal> {
    let place = reader.place();
    match (reader.array()?, range) {
        (4, Range::Ordered { .. }) => Err(broken("form", place, "labels do not go with range 1")),
        (2, Range::Periodic { .. }) => Err(broken("form", place, "range 2 asks for labels")),
        (found @ (2 | 4), _) => Ok(found == 4),
        (other, _) => Err(Refusal::new("cbor", "type", place, format!("expected an array of 2 or 4 items, found one of {other}"))),
    }
}

/// Clause `chips/column`: a column has one entry for each class of symmetric positions.
///
/// An entry is the number of a table of thresholds, or of a row of labels. Every entry must be less than `count`, which
/// is the number of all tables or the number of all rows of labels. The tables of thresholds, and the rows of labels,
/// must be numbered in the order of their first use. If an entry is another number, returns the refusal `wrong`.
/// Returns the column, and how many different numbers occur in the column.
fn column(reader: &mut Reader<'_>, classes: u64, count: usize, wrong: fn(Place, String) -> Refusal) -> Result<(Vec<u32>, u32), Refusal> {
    let place = reader.place();
    let length = reader.array()?;
    if as_u64(length) != classes {
        return Err(broken("column", place, format!("expected {classes} entries, found {length}")));
    }
    let mut numbers = Vec::with_capacity(length);
    let mut next = 0;
    for _ in 0..length {
        let (found, place) = placed(reader)?;
        let number = u32::try_from(found).ok().filter(|number| *number <= next && index(*number) < count);
        let number = number.ok_or_else(|| wrong(place, format!("expected a number below {count}, {next} at most, found {found}")))?;
        next = next.max(number.saturating_add(1));
        numbers.push(number);
    }
    Ok((numbers, next))
}

/// Clause `chips/table`: an entry is the number of a table and at most one more than the greatest entry before it.
fn table_number(place: Place, sentence: String) -> Refusal {
    broken("table", place, sentence)
}

/// Clause `chips/table_used`: each table belongs to some class of symmetric positions. Tables are numbered in the order
/// of first use, so the used tables are the first ones.
fn table_used(used: u32, tables: usize, place: Place) -> Result<(), Refusal> {
    if index(used) != tables {
        return Err(broken("table_used", place, format!("there are {tables} tables, of which classes have the first {used}")));
    }
    Ok(())
}

fn labels(reader: &mut Reader<'_>, classes: u64, values: usize, unit: u32) -> Result<Labels, Refusal> {
    let place = reader.place();
    let count = reader.array()?;
    let (mut labels, mut met) = (Vec::new(), HashSet::new());
    for _ in 0..count {
        let place = reader.place();
        let bytes = reader.byte_string()?;
        if row(bytes, values, unit, &mut labels).is_none() {
            let sentence = "expected a label below 2^16 for each number of chips and half chip, and unused bits 0";
            return Err(label_row(place, sentence.to_owned()));
        }
        if !met.insert(bytes) {
            return Err(label_row(place, "expected different rows, found one a second time".to_owned()));
        }
    }
    let (row, used) = column(reader, classes, count, label_row)?;
    if index(used) != count {
        return Err(label_row(place, format!("there are {count} rows, of which classes have the first {used}")));
    }
    Ok(Labels { labels, values, row })
}

/// Clause `chips/label_row`: each row has the right number of labels, no two rows are equal, and rows are numbered in
/// the order of their first use.
fn label_row(place: Place, sentence: String) -> Refusal {
    broken("label_row", place, sentence)
}

/// A label is the sum of its half bytes, and only its last half byte is below 15.
const FULL: u16 = 15;

/// Reads a row of labels, as section 3 of the spec defines it. Returns `None` if the row of labels is malformed.
fn row(bytes: &[u8], values: usize, unit: u32, labels: &mut Vec<[u16; 2]>) -> Option<()> {
    let mut halves = bytes.iter().flat_map(|byte| [u16::from(byte >> 4), u16::from(byte & 15)]);
    let mut label = || {
        let mut label = 0_u16;
        loop {
            let half = halves.next()?;
            label = label.checked_add(half)?;
            if half < FULL {
                return Some(label);
            }
        }
    };
    for _ in 0..values {
        let whole = label()?;
        labels.push([whole, if unit == 2 { label()? } else { whole }]);
    }
    // At most one half byte may be left, and it must be 0.
    (halves.next().is_none_or(|half| half == 0) && halves.next().is_none()).then_some(())
}
