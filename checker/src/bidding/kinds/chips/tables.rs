//! Reads the tables of thresholds and tests the clauses `chips/increments` to `chips/least` and `chips/table_distinct`.

use super::broken;
use super::claimed::Range;
use crate::bidding::kinds::discrete::Rule;
use crate::core::cbor::{Reader, as_u64};
use crate::core::fields::{CHIPS_LIMIT, index};
use crate::core::refusal::{Place, Refusal};
use std::collections::BTreeMap;

/// A table: thresholds for consecutive numbers of chips, beginning with the least number of the range.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Thresholds {
    /// Index from which the values are periodic. If the range of the claim is finite, this is the number of values.
    pub(super) preperiod: u32,
    /// Period in chips, or 0 if the range of the claim is finite.
    pub(super) period: u32,
    /// Growth of the threshold in one period: f(k + period) - f(k).
    pub(super) slope: u32,
    /// The thresholds, beginning with the one for the least number of chips of the range.
    pub(super) values: Vec<u32>,
}

pub(super) fn read(reader: &mut Reader<'_>, rule: Rule, range: Range) -> Result<Vec<Thresholds>, Refusal> {
    // No memory is reserved in advance. The reader has checked only that the file has one byte for each table, but a
    // table takes more memory than one byte. Collecting `Result`s reserves no memory in advance either.
    let length = reader.array()?;
    (0..length).map(|_| table(reader, rule, range)).collect()
}

/// Reads one table and tests it clause by clause in the order of the spec.
fn table(reader: &mut Reader<'_>, rule: Rule, range: Range) -> Result<Thresholds, Refusal> {
    let place = reader.place();
    let (preperiod, period, slope) = match range {
        Range::Between { first, last } => {
            reader.array_of(2)?;
            (u64::from(last.saturating_sub(first)).saturating_add(1), 0, 0)
        }
        Range::Ordered { .. } => {
            reader.array_of(5)?;
            (reader.unsigned()?, reader.unsigned()?, reader.unsigned()?)
        }
        Range::Periodic { preperiod, period } => {
            reader.array_of(3)?;
            (u64::from(preperiod), u64::from(period), reader.unsigned()?)
        }
    };
    let first = reader.unsigned()?;
    let packed = reader.byte_string()?;

    let needed = preperiod.saturating_add(period).saturating_sub(1);
    increments(packed, needed, &place)?;
    increment(packed, rule, &place)?;
    let (preperiod, period) = self::period(preperiod, period, range, &place)?;
    let first = threshold(first, rule, range, &place)?;
    let slope = self::slope(slope, period, rule, range, &place)?;
    let table = Thresholds { preperiod, period, slope, values: unpack(first, packed, needed) };
    if matches!(range, Range::Ordered { .. }) {
        least(&table, &place)?;
    }
    Ok(table)
}

/// Unpacks the four increments of a byte.
fn quarters(byte: u8) -> [u8; 4] {
    [byte & 3, (byte >> 2) & 3, (byte >> 4) & 3, byte >> 6]
}

/// Clause `chips/increments`: there is one increment between each two consecutive values, and unused bits are 0.
fn increments(packed: &[u8], needed: u64, place: &Place) -> Result<(), Refusal> {
    let expected = needed.div_ceil(4);
    if as_u64(packed.len()) != expected {
        return Err(broken("increments", place.clone(), format!("expected {expected} bytes of increments, found {}", packed.len())));
    }
    let used = usize::try_from(needed % 4).unwrap_or(0);
    let unused = packed.last().filter(|_| used != 0).is_some_and(|last| quarters(*last).iter().skip(used).any(|quarter| *quarter != 0));
    if unused {
        return Err(broken("increments", place.clone(), "unused bits of the last byte are not 0"));
    }
    Ok(())
}

/// Clause `chips/increment`: no increment is greater than a chip (encoded as 2 if half chips exist, and else as 1).
fn increment(packed: &[u8], rule: Rule, place: &Place) -> Result<(), Refusal> {
    let unit = rule.unit();
    match packed.iter().flat_map(|byte| quarters(*byte)).position(|quarter| u32::from(quarter) > unit) {
        Some(index) => Err(broken("increment", place.clone(), format!("the increment {index} is greater than {unit}"))),
        None => Ok(()),
    }
}

/// Clause `chips/period`: if the claim has range 1, the period is a power of 2 below 2^28, and the preperiod is at most
/// the onset.
fn period(preperiod: u64, period: u64, range: Range, place: &Place) -> Result<(u32, u32), Refusal> {
    let fits = match range {
        Range::Ordered { onset } => preperiod <= u64::from(onset) && period < u64::from(CHIPS_LIMIT) && period.is_power_of_two(),
        Range::Between { .. } | Range::Periodic { .. } => true,
    };
    match (u32::try_from(preperiod), u32::try_from(period)) {
        (Ok(preperiod), Ok(period)) if fits => Ok((preperiod, period)),
        _ => {
            let expected = "a preperiod of the onset at most and for a period a power of 2 below 2^28";
            Err(broken("period", place.clone(), format!("expected {expected}, found {preperiod} and {period}")))
        }
    }
}

/// Clause `chips/threshold`: the first value is at most T, the number of different amounts of chips that a player can
/// hold. If the first value is at most T, all later values are too: for each additional chip, T grows by one chip, and
/// the threshold grows by at most one chip.
fn threshold(first: u64, rule: Rule, range: Range, place: &Place) -> Result<u32, Refusal> {
    let top = rule.top(range.first());
    match u32::try_from(first) {
        Ok(first) if first <= top => Ok(first),
        _ => Err(broken("threshold", place.clone(), format!("expected a first threshold of {top} at most, found {first}"))),
    }
}

/// Clause `chips/slope`: the threshold grows by at most one chip for each chip of the period. If the claim has range 2,
/// the slope is an even number.
fn slope(slope: u64, period: u32, rule: Rule, range: Range, place: &Place) -> Result<u32, Refusal> {
    let most = rule.unit().saturating_mul(period);
    let even = matches!(range, Range::Periodic { .. });
    match u32::try_from(slope) {
        Ok(slope) if slope <= most && !(even && slope % 2 == 1) => Ok(slope),
        _ => {
            let asked = if even { "an even slope" } else { "a slope" };
            Err(broken("slope", place.clone(), format!("expected {asked} of {most} at most, found {slope}")))
        }
    }
}

/// Clause `chips/least`: the period and the preperiod of a table are the least possible. The table is not periodic with
/// half the period, nor with a preperiod that is smaller by 1.
fn least(table: &Thresholds, place: &Place) -> Result<(), Refusal> {
    let (preperiod, period) = (index(table.preperiod), index(table.period));
    let half = period / 2;
    let periodic = || table.values.get(preperiod..).unwrap_or_default();
    // It suffices to test the first half of the period. In the second half, f(k + half) - f(k) = slope - (f(k) - f(k -
    // half)).
    if half >= 1 && table.slope.is_multiple_of(2) && shifts(periodic().get(..period).unwrap_or_default(), half, table.slope / 2) {
        return Err(broken("least", place.clone(), format!("the table holds with the period {half}")));
    }
    if let Some(before) = preperiod.checked_sub(1)
        && shifts(table.values.get(before..).unwrap_or_default(), period, table.slope)
    {
        return Err(broken("least", place.clone(), format!("the table holds with the preperiod {before}")));
    }
    Ok(())
}

/// Returns whether the equation f(k + by) = f(k) + slope holds wherever `values` has both f(k) and f(k + by).
fn shifts(values: &[u32], by: usize, slope: u32) -> bool {
    values.iter().zip(values.iter().skip(by)).all(|(one, other)| one.checked_add(slope) == Some(*other))
}

/// Computes the values from the first value and the increments.
fn unpack(first: u32, packed: &[u8], needed: u64) -> Vec<u32> {
    let needed = usize::try_from(needed).unwrap_or(usize::MAX);
    let mut values = Vec::with_capacity(needed.saturating_add(1));
    let mut value = first;
    values.push(value);
    for quarter in packed.iter().flat_map(|byte| quarters(*byte)).take(needed) {
        value = value.saturating_add(u32::from(quarter));
        values.push(value);
    }
    values
}

/// Clause `chips/table_distinct`: no two tables are equal.
pub(super) fn table_distinct(tables: &[Thresholds]) -> Result<(), Refusal> {
    let mut met = BTreeMap::new();
    for (number, table) in (0_u64..).zip(tables) {
        if let Some(earlier) = met.insert(table, number) {
            return Err(broken("table_distinct", Place::Value(number), format!("the table is equal to the table {earlier}")));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    //! Calls `period` directly, because a file with a period of 2^28 has 64 MB of increments.

    use super::{Range, period};
    use crate::core::refusal::Place;

    #[test]
    fn periods_of_ordered_games() {
        for (preperiod, length, fits) in [
            (0, 1, true),
            (0, 1 << 27, true),
            (0, 1 << 28, false),
            (0, 1 << 60, false),
            (0, 0, false),
            (0, 12, false),
            (5, 1, true),
            (6, 1, false),
        ] {
            let found = period(preperiod, length, Range::Ordered { onset: 5 }, &Place::Byte(0)).map_err(|refusal| refusal.code());
            let exact = || (u32::try_from(preperiod).unwrap(), u32::try_from(length).unwrap());
            assert_eq!(found, if fits { Ok(exact()) } else { Err("chips/period".to_owned()) }, "{preperiod} {length}");
        }
    }
}
