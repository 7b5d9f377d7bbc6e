//! Reads the evidence: the number of positions, and two sets of positions.

use super::broken;
use crate::core::cbor::{Reader, as_u64};
use crate::core::refusal::{Place, Refusal};

/// A certificate may always have up to 4096 positions. A certificate with more than 4096 positions must have at least
/// one byte in `statics` for every 8 positions.
const POSITIONS_PER_BYTE: u64 = 8;
const FEW_POSITIONS: u64 = 4096;
/// Greatest number of skeletons (partly known positions) that a certificate may claim.
const MAX_SKELETONS: u32 = 1 << 15;
/// Greatest number of squares with tracked pieces.
const MAX_TRACKED: u32 = 8;

/// Work steps counted in advance for each position, each static argument and each skeleton.
const STEPS_PER_POSITION: u64 = 16;
const STEPS_PER_STATIC: u64 = 400;
const STEPS_PER_SKELETON: u64 = 512;

/// A set of positions, stored as one bit for each position number.
pub(super) struct Numbers<'a>(&'a [u8]);

impl Numbers<'_> {
    #[inline]
    pub(super) fn contains(&self, number: u32) -> bool {
        let byte = usize::try_from(number / 8).ok().and_then(|place| self.0.get(place));
        byte.is_some_and(|byte| byte & (0x80 >> (number % 8)) != 0)
    }

    /// Returns an error message if the byte string is too long for this number of positions, or if a bit after the last
    /// position is set.
    fn misfit(&self, positions: u32) -> Option<String> {
        let (all, found, used) = (u64::from(positions.div_ceil(8)), as_u64(self.0.len()), positions % 8);
        if found > all {
            return Some(format!("expected at most {all} bytes for {positions} positions, found {found}"));
        }
        let padded = found == all && used > 0 && self.0.last().is_some_and(|last| last & (0xff >> used) != 0);
        padded.then(|| format!("the bits after those of {positions} positions are not all 0"))
    }
}

/// The evidence that is read from the file, before it is verified.
pub(super) struct Evidence<'a> {
    pub(super) positions: u32,
    /// Offset of `positions` in the file.
    pub(super) at: u64,
    /// Positions in which the static argument (a test without search) must rule out a mate.
    pub(super) statics: Numbers<'a>,
    pub(super) skeletons: Numbers<'a>,
    /// Claimed number of skeletons (partly known positions), or 0 if the evidence has no skeleton arguments.
    pub(super) met: u32,
    /// Offset of `met` in the file.
    pub(super) met_at: u64,
    /// Squares with tracked pieces.
    pub(super) tracked: u64,
}

impl<'a> Evidence<'a> {
    /// Reads the evidence, and tests the clauses about its form.
    pub(super) fn read(reader: &mut Reader<'a>) -> Result<Self, Refusal> {
        let with_skeletons = form(reader)?;
        let at = reader.offset();
        let claimed = reader.unsigned()?;
        let statics_at = reader.offset();
        let static_bits = reader.byte_string()?;
        let positions = limit(claimed, static_bits, at)?;
        let statics = statics(positions, static_bits, statics_at)?;
        let (mut skeletons, mut met, mut met_at, mut tracked) = (Numbers(&[]), 0, at, 0);
        if with_skeletons {
            let at = reader.offset();
            skeletons = self::skeletons(positions, reader.byte_string()?, at)?;
            met_at = reader.offset();
            met = met_at_most(reader.unsigned()?, met_at)?;
            let at = reader.offset();
            tracked = self::tracked(reader.unsigned()?, at)?;
        }
        Ok(Self { positions, at, statics, skeletons, met, met_at, tracked })
    }

    /// Returns the number of work steps counted in advance (section 4 of `spec/kinds/unwinnable.md`).
    pub(super) fn steps(&self) -> u64 {
        let statics = self.statics.0.iter().fold(0_u64, |sum, byte| sum.saturating_add(u64::from(byte.count_ones())));
        let positions = u64::from(self.positions).saturating_mul(STEPS_PER_POSITION);
        let skeletons = u64::from(self.met).saturating_mul(STEPS_PER_SKELETON);
        statics.saturating_mul(STEPS_PER_STATIC).saturating_add(positions).saturating_add(skeletons)
    }
}

/// Reads the array head of the evidence. Returns whether the evidence contains skeleton arguments (arguments about
/// partly known positions). With skeleton arguments, the evidence is an array of 5 items. Without skeleton arguments,
/// it is an array of 2 items.
fn form(reader: &mut Reader<'_>) -> Result<bool, Refusal> {
    let at = reader.offset();
    match reader.array()? {
        2 => Ok(false),
        5 => Ok(true),
        other => Err(Refusal::new("cbor", "type", Place::Byte(at), format!("expected an array of 2 or 5 items, found one of {other}"))),
    }
}

/// Clause `unwinnable/limit`: the number of positions is at least 1. The number of positions is at most 4096 or at most
/// 8 times the number of bytes in `statics`, whichever limit is greater.
fn limit(claimed: u64, bits: &[u8], at: u64) -> Result<u32, Refusal> {
    let most = as_u64(bits.len()).saturating_mul(POSITIONS_PER_BYTE).max(FEW_POSITIONS);
    match u32::try_from(claimed) {
        Ok(positions) if (1..=most).contains(&claimed) => Ok(positions),
        _ => Err(broken("limit", Place::Byte(at), format!("expected a number of positions from 1 to {most}, found {claimed}"))),
    }
}

/// Clause `unwinnable/statics`: the byte string has one bit for each position, and bits after the last position are 0.
/// If there are at most 4096 positions, zero bytes at the end of the string are left out. If there are more than 4096
/// positions, clause `unwinnable/limit` ensures that no byte is left out.
fn statics(positions: u32, bits: &[u8], at: u64) -> Result<Numbers<'_>, Refusal> {
    let numbers = Numbers(bits);
    let sentence = numbers.misfit(positions).or_else(|| {
        let left_out = bits.last() != Some(&0) || u64::from(positions) > FEW_POSITIONS;
        (!left_out).then(|| "a byte of 0 at the end is not left out".to_owned())
    });
    sentence.map_or(Ok(numbers), |sentence| Err(broken("statics", Place::Byte(at), sentence)))
}

/// Clause `unwinnable/skeletons`: the byte string is not empty, its last byte is not 0, and no bit after the last
/// position is set.
fn skeletons(positions: u32, bits: &[u8], at: u64) -> Result<Numbers<'_>, Refusal> {
    let numbers = Numbers(bits);
    let sentence = match bits.last() {
        None => Some("no bytes, for no position: the evidence has two items then".to_owned()),
        Some(0) => Some("a byte of 0 at the end is not left out".to_owned()),
        Some(_) => numbers.misfit(positions),
    };
    sentence.map_or(Ok(numbers), |sentence| Err(broken("skeletons", Place::Byte(at), sentence)))
}

/// Clause `unwinnable/met`, first part: the claimed number of skeletons (partly known positions) is from 1 to 32768.
fn met_at_most(claimed: u64, at: u64) -> Result<u32, Refusal> {
    match u32::try_from(claimed) {
        Ok(met) if (1..=MAX_SKELETONS).contains(&met) => Ok(met),
        _ => Err(broken("met", Place::Byte(at), format!("expected a number of skeletons from 1 to {MAX_SKELETONS}, found {claimed}"))),
    }
}

/// Clause `unwinnable/tracked`: pieces are tracked on at most 8 squares.
fn tracked(claimed: u64, at: u64) -> Result<u64, Refusal> {
    match claimed.count_ones() {
        0..=MAX_TRACKED => Ok(claimed),
        more => Err(broken("tracked", Place::Byte(at), format!("expected a set of at most {MAX_TRACKED} squares, found {more}"))),
    }
}
