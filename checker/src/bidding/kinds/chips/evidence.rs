//! The evidence around the tables: the column that gives each class its table, and the labels.

use super::broken;
use super::stated::{Range, Stated};
use super::table::{Labels, Table};
use super::tables;
use crate::core::cbor::{Reader, wide};
use crate::core::fields::index;
use crate::core::refusal::{Place, Refusal};
use std::collections::HashSet;

/// Reads the evidence. The number of classes has been tested before.
pub(super) fn read(reader: &mut Reader<'_>, stated: &Stated) -> Result<Table, Refusal> {
    let labelled = form(reader, stated.range)?;
    let tables = tables::read(reader, stated.rule, stated.range)?;
    let table = table(reader, stated.classes.0, tables.len())?;
    let labels = if labelled { Some(labels(reader, stated)?) } else { None };
    Ok(Table { rule: stated.rule, range: stated.range, tables, table, labels })
}

/// Clause `chips/form`, first part: range 1 goes with no labels, range 2 with labels. True if there are labels.
fn form(reader: &mut Reader<'_>, range: Range) -> Result<bool, Refusal> {
    let place = reader.place();
    let labelled = match reader.array()? {
        2 => false,
        4 => true,
        other => {
            return Err(Refusal::new("cbor", "type", place, format!("expected an array of 2 or 4 items, found one of {other}")));
        }
    };
    match (range, labelled) {
        (Range::Ordered { .. }, true) => Err(broken("form", place, "labels do not go with range 1")),
        (Range::Periodic { .. }, false) => Err(broken("form", place, "range 2 asks for labels")),
        _ => Ok(labelled),
    }
}

/// The column that gives each class its table.
fn table(reader: &mut Reader<'_>, classes: u64, tables: usize) -> Result<Vec<u32>, Refusal> {
    let (place, length) = column(reader, classes)?;
    let mut numbers = Vec::with_capacity(length);
    let mut next = 0;
    for _ in 0..length {
        let place = reader.place();
        let found = reader.unsigned()?;
        numbers.push(table_number(found, &mut next, tables, place)?);
    }
    table_used(next, tables, place)?;
    Ok(numbers)
}

/// Clause `chips/column`: one entry for each class. Place and length.
fn column(reader: &mut Reader<'_>, classes: u64) -> Result<(Place, usize), Refusal> {
    let place = reader.place();
    let length = reader.array()?;
    if wide(length) != classes {
        return Err(broken("column", place, format!("expected {classes} entries, found {length}")));
    }
    Ok((place, length))
}

/// A number that is given in the order of first use: below `count`, and at most one more than the greatest before it, which is `next`.
fn in_order_of_use(found: u64, next: &mut u32, count: usize) -> Option<u32> {
    let number = u32::try_from(found).ok().filter(|number| number <= next && index(*number) < count)?;
    if number == *next {
        *next = next.saturating_add(1);
    }
    Some(number)
}

/// Clause `chips/table`: the number of a table, and at most one more than the greatest before it.
fn table_number(found: u64, next: &mut u32, tables: usize, place: Place) -> Result<u32, Refusal> {
    in_order_of_use(found, next, tables)
        .ok_or_else(|| broken("table", place, format!("expected the number of one of {tables} tables, {next} at most, found {found}")))
}

/// Clause `chips/table_used`: each table is some class's. As numbers are given in the order of first use, the tables used are the first ones.
fn table_used(used: u32, tables: usize, place: Place) -> Result<(), Refusal> {
    if index(used) != tables {
        return Err(broken("table_used", place, format!("there are {tables} tables, of which classes have the first {used}")));
    }
    Ok(())
}

/// Rows of labels and the column that gives each class its row.
fn labels(reader: &mut Reader<'_>, stated: &Stated) -> Result<Labels, Refusal> {
    let place = reader.place();
    let count = reader.array()?;
    let mut labels = Labels::new(index(stated.range.values().unwrap_or(0)), index(stated.rule.unit()));
    let mut met = HashSet::new();
    for _ in 0..count {
        let place = reader.place();
        let row = reader.byte_string()?;
        if labels.push(row).is_none() {
            return Err(label_row(place, "expected a label below 2^16 for each number of chips and half chip, and unused bits 0"));
        }
        if !met.insert(row) {
            return Err(label_row(place, "expected different rows, found one a second time"));
        }
    }
    let (_, length) = column(reader, stated.classes.0)?;
    let mut next = 0;
    for _ in 0..length {
        let place = reader.place();
        let found = reader.unsigned()?;
        let number = in_order_of_use(found, &mut next, count);
        let wrong = || label_row(place, format!("expected the number of one of {count} rows, {next} at most, found {found}"));
        labels.give(number.ok_or_else(wrong)?);
    }
    if index(next) != count {
        return Err(label_row(place, format!("there are {count} rows, of which classes have the first {next}")));
    }
    Ok(labels)
}

/// Clause `chips/label_row`: each row has the labels that it needs, rows differ, and are numbered in the order of their first use.
fn label_row(place: Place, sentence: impl Into<String>) -> Refusal {
    broken("label_row", place, sentence)
}
