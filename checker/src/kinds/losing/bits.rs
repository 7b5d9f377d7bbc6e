//! The stream: numbers of a few bits each, the most significant bit of each byte first.

use super::broken;
use crate::cbor::wide;
use crate::rejection::{Place, Rejection};

/// A stream, read up to some bit.
pub(super) struct Bits<'a> {
    bytes: &'a [u8],
    /// The bits read so far.
    read: u64,
    /// The bits in all.
    all: u64,
    /// The place of the first byte in the file.
    start: u64,
}

impl<'a> Bits<'a> {
    pub(super) fn new(bytes: &'a [u8], start: u64) -> Self {
        Self { bytes, read: 0, all: wide(bytes.len()).saturating_mul(8), start }
    }

    /// The number in the next `count` bits, at most 16. `None` if the stream ends before.
    #[inline]
    pub(super) fn next(&mut self, count: u32) -> Option<u32> {
        let end = self.read.saturating_add(u64::from(count));
        if end > self.all {
            return None;
        }
        // The number lies in three bytes, of which the last ones may be missing and are not used then.
        let first = usize::try_from(self.read / 8).ok()?;
        let byte = |place: usize| first.checked_add(place).and_then(|place| self.bytes.get(place)).copied().unwrap_or(0);
        let three = u32::from_be_bytes([0, byte(0), byte(1), byte(2)]);
        let before = u32::try_from(self.read % 8).ok()?;
        let behind = 24_u32.checked_sub(before.checked_add(count)?)?;
        self.read = end;
        Some(three >> behind & !(u32::MAX << count))
    }

    /// Nothing is left but the rest of the last byte, and that is 0.
    pub(super) fn end(mut self) -> Result<(), Rejection> {
        let rest = self.all.saturating_sub(self.read);
        self.long(rest)?;
        let place = self.place(self.read / 8);
        let rest = u32::try_from(rest).ok().and_then(|rest| self.next(rest));
        padding(rest, place)
    }

    fn place(&self, byte: u64) -> Place {
        Place::Byte(self.start.saturating_add(byte))
    }

    /// Clause `losing/long`: fewer than 8 bits are left.
    fn long(&self, rest: u64) -> Result<(), Rejection> {
        if rest >= 8 {
            return Err(broken(
                "long",
                self.place(self.read.div_ceil(8)),
                format!("the proof is done and {} whole bytes are left", rest / 8),
            ));
        }
        Ok(())
    }
}

/// Clause `losing/padding`: what is left of the last byte is 0.
fn padding(rest: Option<u32>, place: Place) -> Result<(), Rejection> {
    match rest {
        Some(0) => Ok(()),
        _ => Err(broken("padding", place, "the bits behind the proof are not all 0")),
    }
}
