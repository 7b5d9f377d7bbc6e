//! Reads bit streams, which are the evidence of the kinds `losing`, `safe` and `helpmate`. A bit stream is a sequence
//! of numbers of a few bits each. The most significant bit of each byte comes first.
//!
//! This module checks the end of a bit stream (clauses `long` and `padding` of these kinds). The module of each
//! certificate kind decides what the numbers in a bit stream mean.

use crate::core::cbor::as_u64;
use crate::core::refusal::{Place, Refusal};
use std::slice;

/// A bit stream and the reader's position in it.
pub(crate) struct Bits<'a> {
    /// Name of the certificate kind, which refusals contain.
    group: &'static str,
    bytes: &'a [u8],
    /// Number of bits that have been read so far.
    read: u64,
    /// Bits that are fetched but not yet read; the most significant bit is read next. The field `ready` is the number
    /// of fetched bits that are not yet read.
    fetched: u64,
    ready: u32,
    /// Bytes of the stream that have not been fetched yet.
    rest: slice::Iter<'a, u8>,
    /// File offset of the first byte of the stream.
    start: u64,
}

impl<'a> Bits<'a> {
    pub(crate) fn new(group: &'static str, bytes: &'a [u8], start: u64) -> Self {
        Self { group, bytes, read: 0, fetched: 0, ready: 0, rest: bytes.iter(), start }
    }

    /// Reads the next `count` bits, at most 32, as a number. Returns `None`, and reads nothing, if the stream is too
    /// short.
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

    /// Fetches whole bytes until `fetched` is full or the stream ends.
    fn fetch(&mut self) {
        // Fewer than 32 fetched bits are unread here, so a byte always fits.
        while self.ready <= u64::BITS - u8::BITS {
            let Some(byte) = self.rest.next() else { return };
            // `ready` was at most 56 before the addition, and is now from 8 to 64.
            self.ready = self.ready.wrapping_add(u8::BITS);
            self.fetched |= u64::from(*byte) << u64::BITS.wrapping_sub(self.ready);
        }
    }

    /// Reads a number that selects one of `count` items. Returns `None` if the stream is too short. The number may be
    /// `count` or more; the caller must check it.
    pub(crate) fn choice(&mut self, count: usize) -> Option<usize> {
        let greatest = count.saturating_sub(1);
        let number = self.next(usize::BITS.saturating_sub(greatest.leading_zeros()))?;
        usize::try_from(number).ok()
    }

    /// Checks that only padding follows: fewer than 8 bits, all 0.
    pub(crate) fn end(mut self) -> Result<(), Refusal> {
        self.long()?;
        self.padding()
    }

    /// Clauses `losing/long`, `safe/long` and `helpmate/long`: fewer than 8 bits remain.
    fn long(&self) -> Result<(), Refusal> {
        let begun = self.read.div_ceil(8);
        match as_u64(self.bytes.len()).saturating_sub(begun) {
            0 => Ok(()),
            left => Err(self.broken("long", begun, format!("the proof is done and {left} whole bytes are left"))),
        }
    }

    /// Clauses `losing/padding`, `safe/padding` and `helpmate/padding`: the unread bits of the last byte are 0.
    fn padding(&mut self) -> Result<(), Refusal> {
        let last = self.read / 8;
        while let Some(bit) = self.next(1) {
            if bit != 0 {
                return Err(self.broken("padding", last, "the bits after the proof are not all 0"));
            }
        }
        Ok(())
    }

    fn broken(&self, clause: &'static str, byte: u64, sentence: impl Into<String>) -> Refusal {
        Refusal::new(self.group, clause, Place::Byte(self.start.saturating_add(byte)), sentence)
    }
}
