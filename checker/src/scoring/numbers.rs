//! The numbers in a block's bytes: seven bits a byte, the least significant first, the top bit of a byte set if another follows.

/// The shifts of the at most five bytes of a number.
const SHIFTS: [u32; 5] = [0, 7, 14, 21, 28];

/// A reader of numbers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Numbers<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Numbers<'a> {
    /// A reader at that place of the bytes.
    pub(super) fn new(bytes: &'a [u8], at: usize) -> Self {
        Self { bytes, at }
    }

    /// The place of the next byte.
    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// Whether there are no more bytes.
    pub(super) fn ended(&self) -> bool {
        self.at >= self.bytes.len()
    }

    /// Clause `scoring/varint`: the next number, below 2^32, in its only form, and not cut off; otherwise what is wrong. `None` if there are no more bytes.
    pub(super) fn varint(&mut self) -> Result<Option<u32>, &'static str> {
        if self.ended() {
            return Ok(None);
        }
        let mut number = 0_u64;
        for shift in SHIFTS {
            let byte = *self.bytes.get(self.at).ok_or("the bytes end inside a number")?;
            self.at = self.at.saturating_add(1);
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                if byte == 0 && shift > 0 {
                    return Err("the last byte of a number is 0");
                }
                return u32::try_from(number).map(Some).map_err(|_| "a number is not below 2^32");
            }
        }
        Err("a number has more than five bytes")
    }
}
