//! Reads the claim and the records, which sections 1 and 3 of `spec/kinds/bracket.md` define.

use super::broken;
use super::table::Table;
use crate::core::cbor::{Reader, as_u64};
use crate::core::fields::placed;
use crate::core::refusal::{Place, Refusal};
use std::ops::RangeInclusive;

/// Allowed numbers of binary places. With at most 120 places, the sum of two bounds fits 128 bits.
const BITS: RangeInclusive<u32> = 1..=120;

/// The claim, which consists of `[bits, classes]`.
pub(super) struct Claimed {
    bits: u32,
    /// The claimed number of classes of symmetric positions, and where in the file the number stands.
    pub(super) classes: (u64, Place),
}

impl Claimed {
    pub(super) fn read(reader: &mut Reader<'_>) -> Result<Self, Refusal> {
        reader.array_of(2)?;
        Ok(Self { bits: bits(reader)?, classes: placed(reader)? })
    }
}

/// Clause `bracket/bits`: the number of binary places lies in `BITS`.
fn bits(reader: &mut Reader<'_>) -> Result<u32, Refusal> {
    let (found, place) = placed(reader)?;
    let bits = u32::try_from(found).ok().filter(|bits| BITS.contains(bits));
    bits.ok_or_else(|| broken("bits", place, format!("expected {} to {} binary places, found {found}", BITS.start(), BITS.end())))
}

/// Reads the evidence. The caller has already checked the number of classes of symmetric positions.
pub(super) fn read(reader: &mut Reader<'_>, claimed: &Claimed) -> Result<Table, Refusal> {
    reader.array_of(2)?;
    let value_bytes = usize::try_from((claimed.bits / 8).saturating_add(1)).unwrap_or(usize::MAX);
    let difference_bytes = difference_bytes(reader, value_bytes)?;
    let record_bytes = value_bytes.saturating_add(difference_bytes).saturating_mul(2);
    let records = records(reader, claimed.classes.0, record_bytes)?.to_vec();
    Ok(Table { bits: claimed.bits, value_bytes, difference_bytes, record_bytes, records })
}

/// Clause `bracket/difference_bytes`: a difference takes at least one byte and at most as many bytes as a bound.
fn difference_bytes(reader: &mut Reader<'_>, value_bytes: usize) -> Result<usize, Refusal> {
    let (found, place) = placed(reader)?;
    let bytes = usize::try_from(found).ok().filter(|bytes| (1..=value_bytes).contains(bytes));
    bytes.ok_or_else(|| broken("difference_bytes", place, format!("expected 1 to {value_bytes} bytes for a difference, found {found}")))
}

/// Clause `bracket/records`: the evidence has one record for each class of symmetric positions.
fn records<'a>(reader: &mut Reader<'a>, classes: u64, record_bytes: usize) -> Result<&'a [u8], Refusal> {
    let place = reader.place();
    let records = reader.byte_string()?;
    if Some(as_u64(records.len())) != classes.checked_mul(as_u64(record_bytes)) {
        return Err(broken(
            "records",
            place,
            format!("expected {record_bytes} bytes for each of {classes} classes, found {}", records.len()),
        ));
    }
    Ok(records)
}
