//! Streams of bits, as the kinds `losing` and `helpmate` have for evidence: numbers of a few bits each, the most significant bit of each byte first.
//!
//! The two clauses about the end of a stream are here, under the name of the kind. What the numbers mean is left to the kinds.

use crate::core::cbor::wide;
use crate::core::refusal::{Place, Refusal};

/// A stream, read up to some bit.
pub(crate) struct Bits<'a> {
    /// The name of the kind.
    group: &'static str,
    bytes: &'a [u8],
    /// The bits read so far.
    read: u64,
    /// The bits in all.
    all: u64,
    /// The place of the first byte in the file.
    start: u64,
}

impl<'a> Bits<'a> {
    pub(crate) fn new(group: &'static str, bytes: &'a [u8], start: u64) -> Self {
        Self { group, bytes, read: 0, all: wide(bytes.len()).saturating_mul(8), start }
    }

    /// The number in the next `count` bits, at most 16. `None` if the stream ends before.
    #[inline]
    pub(crate) fn next(&mut self, count: u32) -> Option<u32> {
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

    /// The number of one of `count` things, in as many bits as `count - 1` has. `None` if the stream ends before. It may be `count` or more.
    #[inline]
    pub(crate) fn choice(&mut self, count: usize) -> Option<usize> {
        let greatest = count.saturating_sub(1);
        let number = self.next(usize::BITS.saturating_sub(greatest.leading_zeros()))?;
        usize::try_from(number).ok()
    }

    /// Nothing is left but the rest of the last byte, and that is 0.
    pub(crate) fn end(mut self) -> Result<(), Refusal> {
        let rest = self.all.saturating_sub(self.read);
        self.long(rest)?;
        let (group, place) = (self.group, self.place(self.read / 8));
        let rest = u32::try_from(rest).ok().and_then(|rest| self.next(rest));
        padding(group, rest, place)
    }

    fn place(&self, byte: u64) -> Place {
        Place::Byte(self.start.saturating_add(byte))
    }

    /// Clauses `losing/long` and `helpmate/long`: fewer than 8 bits are left.
    fn long(&self, rest: u64) -> Result<(), Refusal> {
        if rest >= 8 {
            let place = self.place(self.read.div_ceil(8));
            return Err(Refusal::new(self.group, "long", place, format!("the proof is done and {} whole bytes are left", rest / 8)));
        }
        Ok(())
    }
}

/// Clauses `losing/padding` and `helpmate/padding`: what is left of the last byte is 0.
fn padding(group: &'static str, rest: Option<u32>, place: Place) -> Result<(), Refusal> {
    match rest {
        Some(0) => Ok(()),
        _ => Err(Refusal::new(group, "padding", place, "the bits behind the proof are not all 0")),
    }
}
