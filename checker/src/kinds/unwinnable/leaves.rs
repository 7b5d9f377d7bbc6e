//! The evidence: how many positions there are, and with which of them the static argument is used.

use super::broken;
use crate::cbor::{Reader, wide};
use crate::rejection::{Place, Rejection};

/// So many positions at most for each byte of `leaves`, or so many whatever it has.
const POSITIONS_PER_BYTE: u64 = 8;
const FEW_POSITIONS: u64 = 4096;

/// The evidence as the file has it.
pub(super) struct Leaves<'a> {
    pub(super) positions: u32,
    /// The place of that number.
    pub(super) place: Place,
    bits: &'a [u8],
}

impl<'a> Leaves<'a> {
    /// Reads the evidence, with its clauses.
    pub(super) fn read(reader: &mut Reader<'a>) -> Result<Self, Rejection> {
        reader.array_of(2)?;
        let place = reader.place();
        let stated = reader.unsigned()?;
        let bits_place = reader.place();
        let bits = reader.byte_string()?;
        let positions = bound(stated, bits, &place)?;
        leaves(positions, bits, bits_place)?;
        Ok(Self { positions, place, bits })
    }

    /// Whether the position of that number is among the leaves.
    #[inline]
    pub(super) fn contains(&self, number: u32) -> bool {
        let byte = usize::try_from(number / 8).ok().and_then(|place| self.bits.get(place));
        byte.is_some_and(|byte| byte & (0x80 >> (number % 8)) != 0)
    }
}

/// Clause `unwinnable/bound`: from 1 to 4096, or at most 8 times the number of bytes of `leaves`.
fn bound(stated: u64, bits: &[u8], place: &Place) -> Result<u32, Rejection> {
    let most = wide(bits.len()).saturating_mul(POSITIONS_PER_BYTE).max(FEW_POSITIONS);
    match u32::try_from(stated) {
        Ok(positions) if (1..=most).contains(&stated) => Ok(positions),
        _ => Err(broken("bound", place.clone(), format!("expected a number of positions from 1 to {most}, found {stated}"))),
    }
}

/// Clause `unwinnable/leaves`: a bit for each position, but no bytes of 0 at the end if there are at most 4096, and bits of 0 behind the last one.
/// (If there are more, `bound` has seen to it that there are as many bits.)
fn leaves(positions: u32, bits: &[u8], place: Place) -> Result<(), Rejection> {
    let (all, found) = (u64::from(positions.div_ceil(8)), wide(bits.len()));
    if found > all {
        return Err(broken("leaves", place, format!("expected at most {all} bytes for {positions} positions, found {found}")));
    }
    let Some(last) = bits.last() else { return Ok(()) };
    if *last == 0 && u64::from(positions) <= FEW_POSITIONS {
        return Err(broken("leaves", place, "a byte of 0 at the end is not left out"));
    }
    let used = positions % 8;
    if found == all && used > 0 && last & (0xff >> used) != 0 {
        return Err(broken("leaves", place, format!("the bits behind those of {positions} positions are not all 0")));
    }
    Ok(())
}
