//! Streams of bits, as the kinds `losing` and `helpmate` have for evidence: numbers of a few bits each, the most significant bit of each byte first.
//!
//! The two clauses about the end of a stream are here, under the name of the kind. What the numbers mean is left to the kinds.

use crate::core::cbor::wide;
use crate::core::refusal::{Place, Refusal};
use std::slice;

/// A stream, read up to some bit.
pub(crate) struct Bits<'a> {
    /// The name of the kind.
    group: &'static str,
    bytes: &'a [u8],
    /// The bits read so far.
    read: u64,
    /// The bits behind these that have been fetched, the next one first, and how many these are.
    fetched: u64,
    ready: u32,
    /// The bytes that have not been fetched.
    rest: slice::Iter<'a, u8>,
    /// The place of the first byte in the file.
    start: u64,
}

impl<'a> Bits<'a> {
    pub(crate) fn new(group: &'static str, bytes: &'a [u8], start: u64) -> Self {
        Self { group, bytes, read: 0, fetched: 0, ready: 0, rest: bytes.iter(), start }
    }

    /// The number in the next `count` bits, at most 32. `None` if the stream ends before; nothing is read then.
    #[inline]
    pub(crate) fn next(&mut self, count: u32) -> Option<u32> {
        if self.ready < count {
            self.fetch();
        }
        self.ready = self.ready.checked_sub(count)?;
        self.read = self.read.saturating_add(u64::from(count));
        let number = self.fetched.checked_shr(u64::BITS.saturating_sub(count)).unwrap_or(0);
        self.fetched = self.fetched.checked_shl(count).unwrap_or(0);
        u32::try_from(number).ok()
    }

    /// Fetches as many whole bytes as there is space for. Before, fewer bits than are asked for are left, so there is space for what is missing.
    fn fetch(&mut self) {
        while self.ready <= u64::BITS - u8::BITS {
            let Some(byte) = self.rest.next() else { return };
            // From 8 to 64.
            self.ready = self.ready.wrapping_add(u8::BITS);
            self.fetched |= u64::from(*byte) << u64::BITS.wrapping_sub(self.ready);
        }
    }

    /// The number of one of `count` things, in as many bits as `count - 1` has. `None` if the stream ends before. It may be `count` or more.
    pub(crate) fn choice(&mut self, count: usize) -> Option<usize> {
        let greatest = count.saturating_sub(1);
        let number = self.next(usize::BITS.saturating_sub(greatest.leading_zeros()))?;
        usize::try_from(number).ok()
    }

    /// Nothing is left but the rest of the last byte, and that is 0.
    pub(crate) fn end(mut self) -> Result<(), Refusal> {
        self.long()?;
        self.padding()
    }

    /// Clauses `losing/long` and `helpmate/long`: fewer than 8 bits are left.
    fn long(&self) -> Result<(), Refusal> {
        let begun = self.read.div_ceil(8);
        match wide(self.bytes.len()).saturating_sub(begun) {
            0 => Ok(()),
            left => Err(self.broken("long", begun, format!("the proof is done and {left} whole bytes are left"))),
        }
    }

    /// Clauses `losing/padding` and `helpmate/padding`: what is left of the last byte is 0.
    fn padding(&mut self) -> Result<(), Refusal> {
        let last = self.read / 8;
        while let Some(bit) = self.next(1) {
            if bit != 0 {
                return Err(self.broken("padding", last, "the bits behind the proof are not all 0"));
            }
        }
        Ok(())
    }

    /// A clause that is not met at that byte of the stream.
    fn broken(&self, clause: &'static str, byte: u64, sentence: impl Into<String>) -> Refusal {
        Refusal::new(self.group, clause, Place::Byte(self.start.saturating_add(byte)), sentence)
    }
}
