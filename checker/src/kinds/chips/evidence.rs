//! The evidence around the tables: the column that gives each class its table, and the labels.

use super::broken;
use super::claim::{Range, Stated};
use super::table::{Labels, Table};
use super::tables::{self, index};
use crate::cbor::{Reader, wide};
use crate::rejection::{Place, Rejection};

/// Reads the evidence. The number of classes has been tested before.
pub(super) fn read(reader: &mut Reader<'_>, stated: &Stated) -> Result<Table, Rejection> {
    let labelled = form(reader, stated.range)?;
    let tables = tables::read(reader, stated.rule, stated.range)?;
    let table = table(reader, stated.classes(), tables.len())?;
    let labels = if labelled { Some(labels(reader, stated)?) } else { None };
    Ok(Table { rule: stated.rule, range: stated.range, tables, table, labels })
}

/// Clause `chips/form`, first part: range 1 goes with no labels, range 2 with labels. True if there are labels.
fn form(reader: &mut Reader<'_>, range: Range) -> Result<bool, Rejection> {
    let place = reader.place();
    let labelled = match reader.array()? {
        2 => false,
        4 => true,
        other => {
            return Err(Rejection::new("cbor", "type", place, format!("expected an array of 2 or 4 items, found one of {other}")));
        }
    };
    match (range, labelled) {
        (Range::Ordered { .. }, true) => Err(broken("form", place, "labels do not go with range 1")),
        (Range::Periodic { .. }, false) => Err(broken("form", place, "range 2 asks for labels")),
        _ => Ok(labelled),
    }
}

/// Clause `chips/column`, for the numbers of tables: one entry for each class.
fn table(reader: &mut Reader<'_>, classes: u64, tables: usize) -> Result<Vec<u32>, Rejection> {
    let place = reader.place();
    let length = reader.array()?;
    if wide(length) != classes {
        return Err(broken("column", place, format!("expected {classes} entries, found {length}")));
    }
    let mut column = Vec::with_capacity(length);
    let mut next = 0;
    for _ in 0..length {
        column.push(table_number(reader, &mut next, tables)?);
    }
    table_used(next, tables, place)?;
    Ok(column)
}

/// Clause `chips/table`: the number of a table, and at most one more than the greatest before it, which is `next`.
fn table_number(reader: &mut Reader<'_>, next: &mut u32, tables: usize) -> Result<u32, Rejection> {
    let place = reader.place();
    let found = reader.unsigned()?;
    let number = u32::try_from(found).ok().filter(|number| number <= next && index(*number) < tables);
    let number = number
        .ok_or_else(|| broken("table", place, format!("expected the number of one of {tables} tables, {next} at most, found {found}")))?;
    if number == *next {
        *next = next.saturating_add(1);
    }
    Ok(number)
}

/// Clause `chips/table_used`: each table is some class's. As numbers are given in the order of first use, the tables used are the first ones.
fn table_used(used: u32, tables: usize, place: Place) -> Result<(), Rejection> {
    if index(used) != tables {
        return Err(broken("table_used", place, format!("there are {tables} tables, of which classes have the first {used}")));
    }
    Ok(())
}

/// Clause `chips/column`, for labels: as many as the claim says, in the least width that has room for them.
fn labels(reader: &mut Reader<'_>, stated: &Stated) -> Result<Labels, Rejection> {
    let place = reader.place();
    let width = reader.unsigned()?;
    let bytes = match width {
        1 | 2 | 4 => reader.byte_string()?,
        _ => return Err(broken("column", place, format!("expected labels of 1, 2 or 4 bytes, found {width}"))),
    };
    let values = stated.range.values().unwrap_or(0);
    let unit = stated.rule.unit();
    let expected = stated.classes().checked_mul(u64::from(values)).and_then(|labels| labels.checked_mul(u64::from(unit)));
    let expected = expected.and_then(|labels| labels.checked_mul(width));
    if expected != Some(wide(bytes.len())) {
        let found = bytes.len();
        return Err(broken(
            "column",
            place,
            format!("expected {} values of {width} bytes for each class and half chip, found {found} bytes", values),
        ));
    }
    let labels = Labels::unpack(bytes, width, index(values), index(unit));
    let least = match labels.greatest() {
        0..0x100 => 1,
        0x100..0x1_0000 => 2,
        _ => 4,
    };
    if least != width {
        return Err(broken("column", place, format!("{least} bytes have room for each label, found {width}")));
    }
    Ok(labels)
}
