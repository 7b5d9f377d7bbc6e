//! Decodes the numbers in the bytes of a block. Each byte has seven bits of a number, and the least significant bits
//! come first. The top bit of a byte is set if another byte of the number follows.

use super::broken;
use crate::core::cbor::as_u64;
use crate::core::refusal::{Place, Refusal};

/// Byte i of a number is shifted left by `SHIFTS[i]` bits. A number has at most five bytes.
const SHIFTS: [u32; 5] = [0, 7, 14, 21, 28];

/// Reads the numbers in the bytes of a block, one after another.
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

    /// Returns the location of the next byte in the file.
    pub(super) fn place(&self) -> Place {
        Place::Byte(self.start.saturating_add(as_u64(self.at)))
    }

    pub(super) fn next(&mut self) -> Result<u32, Refusal> {
        if self.at >= self.bytes.len() {
            return Err(window(self.place(), "the bytes end too early"));
        }
        let place = self.place();
        self.varint().map_err(|sentence| broken("varint", place, sentence))
    }

    /// Checks that no bytes of the block are left.
    pub(super) fn end(&self) -> Result<(), Refusal> {
        if self.at < self.bytes.len() { Err(window(self.place(), "the bytes go on after the last number")) } else { Ok(()) }
    }

    /// Clause `scoring/varint`: a number is below 2^32, is written in its shortest form, and is not cut off. Returns
    /// the next number, or a description of its defect.
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

/// Clause `scoring/window`: the bytes cover exactly the heaps that the onset requires.
pub(super) fn window(place: Place, sentence: impl Into<String>) -> Refusal {
    broken("window", place, sentence)
}
