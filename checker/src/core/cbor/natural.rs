//! Reads natural numbers of any size, which only the kind `richman` uses.

use super::{Major, Reader, broken};
use crate::core::refusal::Refusal;

/// The tag of an unsigned bignum (RFC 8949, section 3.4.3).
const TAG_BIGNUM: u64 = 2;
/// Numbers of at most this many bytes must be written as plain integers, not as bignums.
const PLAIN_INTEGER_BYTES: usize = 8;

/// A natural number of any size, as written in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Natural<'a> {
    /// A number below 2^64.
    Small(u64),
    /// The big-endian bytes of a number of more than 64 bits; the first byte is not zero.
    Big(&'a [u8]),
}

impl<'a> Reader<'a> {
    /// Reads a natural number of any size: an unsigned integer or an unsigned bignum.
    pub(crate) fn natural(&mut self) -> Result<Natural<'a>, Refusal> {
        let head = self.head()?;
        match (head.major, head.argument) {
            (Major::Unsigned, number) => Ok(Natural::Small(number)),
            (Major::Tag, TAG_BIGNUM) => self.bignum(head.start).map(Natural::Big),
            (Major::Tag, tag) => Err(broken("type", head.start, format!("expected an unsigned integer or bignum, found tag {tag}"))),
            (other, _) => Err(broken("type", head.start, format!("expected an unsigned integer or bignum, found {}", other.name()))),
        }
    }

    /// Clause `cbor/bignum`: the byte string after tag 2 has more than 8 bytes and does not begin with a zero byte.
    fn bignum(&mut self, start: usize) -> Result<&'a [u8], Refusal> {
        let bytes = self.byte_string()?;
        if bytes.len() <= PLAIN_INTEGER_BYTES {
            return Err(broken("bignum", start, format!("a bignum of {} bytes is to be written as an integer", bytes.len())));
        }
        if bytes.first() == Some(&0) {
            return Err(broken("bignum", start, "a bignum begins with a zero byte"));
        }
        Ok(bytes)
    }
}
