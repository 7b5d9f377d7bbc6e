//! Decodes the numbers in a block's bytes: seven bits a byte, the least significant first; the top bit of a byte is set
//! if another byte follows.

use super::broken;
use crate::core::cbor::as_u64;
use crate::core::refusal::{Place, Refusal};

/// Shifts of the bytes of a number, which has at most five.
const SHIFTS: [u32; 5] = [0, 7, 14, 21, 28];

/// A reader of numbers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Numbers<'a> {
    bytes: &'a [u8],
    /// Offset of the first byte in the file.
    start: u64,
    at: usize,
}

impl<'a> Numbers<'a> {
    /// Creates a reader of bytes that begin at offset `start` in the file.
    pub(super) fn new(bytes: &'a [u8], start: u64) -> Self {
        Self { bytes, start, at: 0 }
    }

    /// Returns the place of the next byte in the file.
    pub(super) fn place(&self) -> Place {
        Place::Byte(self.start.saturating_add(as_u64(self.at)))
    }

    /// Reads the next number.
    pub(super) fn next(&mut self) -> Result<u32, Refusal> {
        if self.at >= self.bytes.len() {
            return Err(window(self.place(), "the bytes end too early"));
        }
        let place = self.place();
        self.varint().map_err(|sentence| broken("varint", place, sentence))
    }

    /// Checks that nothing follows.
    pub(super) fn end(&self) -> Result<(), Refusal> {
        if self.at < self.bytes.len() { Err(window(self.place(), "the bytes go on behind the last number")) } else { Ok(()) }
    }

    /// Clause `scoring/varint`: a number below 2^32, in its shortest form, not cut off. Returns the number, or the
    /// defect.
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

/// Clause `scoring/window`: the bytes end exactly where the onset requires. Builds the refusal.
pub(super) fn window(place: Place, sentence: impl Into<String>) -> Refusal {
    broken("window", place, sentence)
}
