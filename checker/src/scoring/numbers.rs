//! The numbers in a block's bytes: seven bits a byte, the least significant first, the top bit of a byte set if another follows.

use super::broken;
use crate::core::cbor::wide;
use crate::core::refusal::{Place, Refusal};

/// The shifts of the at most five bytes of a number.
const SHIFTS: [u32; 5] = [0, 7, 14, 21, 28];

/// A reader of numbers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Numbers<'a> {
    bytes: &'a [u8],
    /// Where these bytes begin in the file.
    start: u64,
    at: usize,
}

impl<'a> Numbers<'a> {
    /// A reader of bytes that begin at the place `start` of the file.
    pub(super) fn new(bytes: &'a [u8], start: u64) -> Self {
        Self { bytes, start, at: 0 }
    }

    /// The place of the next byte in the file.
    pub(super) fn place(&self) -> Place {
        Place::Byte(self.start.saturating_add(wide(self.at)))
    }

    /// The next number.
    pub(super) fn next(&mut self) -> Result<u32, Refusal> {
        if self.at >= self.bytes.len() {
            return Err(window(self.place(), "the bytes end too early"));
        }
        let place = self.place();
        self.varint().map_err(|sentence| broken("varint", place, sentence))
    }

    /// Nothing follows.
    pub(super) fn end(&self) -> Result<(), Refusal> {
        if self.at < self.bytes.len() { Err(window(self.place(), "the bytes go on behind the last number")) } else { Ok(()) }
    }

    /// Clause `scoring/varint`: a number below 2^32, in its only form, and not cut off; otherwise what is wrong.
    fn varint(&mut self) -> Result<u32, &'static str> {
        let mut number = 0_u64;
        for shift in SHIFTS {
            let byte = *self.bytes.get(self.at).ok_or("the bytes end inside a number")?;
            self.at = self.at.saturating_add(1);
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                if byte == 0 && shift > 0 {
                    return Err("the last byte of a number is 0");
                }
                return u32::try_from(number).map_err(|_| "a number is not below 2^32");
            }
        }
        Err("a number has more than five bytes")
    }
}

/// Clause `scoring/window`: the bytes reach exactly as far as the onset says.
pub(super) fn window(place: Place, sentence: impl Into<String>) -> Refusal {
    broken("window", place, sentence)
}
