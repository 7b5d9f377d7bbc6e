//! Reads the choices between moves from the bit streams of certificates.

/// Returns the number of bits that store the index of one of `count` moves.
#[must_use]
pub fn width(count: usize) -> u32 {
    usize::BITS - count.saturating_sub(1).leading_zeros()
}

/// A bit stream of small numbers. The most significant bit of each number comes first.
pub(super) struct Bits<'a> {
    stream: &'a [u8],
    read: usize,
}

impl<'a> Bits<'a> {
    pub(super) fn new(stream: &'a [u8]) -> Self {
        Self { stream, read: 0 }
    }

    /// Skips `offset` bits of the stream. Returns `None` if the stream has fewer bits.
    pub(super) fn after(stream: &'a [u8], offset: u64) -> Option<Self> {
        let read = usize::try_from(offset).ok().filter(|&read| read <= 8 * stream.len())?;
        Some(Self { stream, read })
    }

    /// Returns the number of bits that have not been read.
    pub(super) fn left(&self) -> usize {
        8 * self.stream.len() - self.read
    }

    /// Reads the index of one of `count` moves. Returns `None` if the stream is too short, or if the index is out of
    /// range.
    pub(super) fn choice(&mut self, count: usize) -> Option<u16> {
        self.next(width(count)).filter(|&choice| usize::from(choice) < count)
    }

    /// Reads a number that has `bits` bits.
    fn next(&mut self, bits: u32) -> Option<u16> {
        (bits as usize <= self.left()).then(|| {
            (0..bits).fold(0, |number, _| {
                let bit = self.stream[self.read / 8] >> (7 - self.read % 8) & 1;
                self.read += 1;
                number << 1 | u16::from(bit)
            })
        })
    }

    /// Returns whether only padding is left, which is fewer than 8 bits that are all 0. Reads it.
    pub(super) fn is_done(&mut self) -> bool {
        let left = self.left();
        left < 8 && self.next(left as u32) == Some(0)
    }
}
