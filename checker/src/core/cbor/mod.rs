//! The CBOR reader: a strict parser that reads the next item of a file when the caller requests it.
//!
//! Implements section 1 of `spec/FORMAT.md`, which consists of the clauses `cbor/…`. The reader returns the requested
//! item, or a refusal that names the violated clause and the byte offset. The reader only moves forward, borrows
//! strings from the file, allocates nothing and does not recurse. Therefore no file can exhaust memory or the stack
//! with a huge length or deep nesting. Module `natural` reads numbers of more than 64 bits.

pub(crate) mod natural;
#[cfg(test)]
mod tests;

use crate::core::refusal::{Place, Refusal};

/// The tag of self-described CBOR (RFC 8949, section 3.4.6).
pub(crate) const TAG_SELF_DESCRIBED: u64 = 55799;

/// CBOR major types that the format uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Major {
    Unsigned,
    Negative,
    Bytes,
    Text,
    Array,
    Tag,
}

impl Major {
    /// Returns the major type that the initial byte of an item encodes, or `None` if the format does not use the type.
    #[inline]
    fn from_initial(initial: u64) -> Option<Self> {
        match initial >> 5 {
            0 => Some(Self::Unsigned),
            1 => Some(Self::Negative),
            2 => Some(Self::Bytes),
            3 => Some(Self::Text),
            4 => Some(Self::Array),
            6 => Some(Self::Tag),
            _ => None,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Unsigned => "an unsigned integer",
            Self::Negative => "a negative integer",
            Self::Bytes => "a byte string",
            Self::Text => "a text string",
            Self::Array => "an array",
            Self::Tag => "a tag",
        }
    }
}

/// The head of an item: its byte offset in the file, its major type and its argument.
#[derive(Clone, Copy, Debug)]
struct Head {
    start: usize,
    major: Major,
    argument: u64,
}

/// A file, and the position in it that is read next.
#[derive(Clone, Debug)]
pub(crate) struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

/// Converts a length or an offset in memory to 64 bits. The conversion is lossless, since no platform has a `usize` of
/// more than 64 bits.
pub(crate) fn as_u64(length: usize) -> u64 {
    u64::try_from(length).unwrap_or(u64::MAX)
}

fn broken(clause: &'static str, at: usize, sentence: impl Into<String>) -> Refusal {
    Refusal::new("cbor", clause, Place::Byte(as_u64(at)), sentence)
}

impl<'a> Reader<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    /// Returns the offset of the next byte as a [`Place`].
    pub(crate) fn place(&self) -> Place {
        Place::Byte(as_u64(self.at))
    }

    /// Returns the offset of the next byte.
    pub(crate) fn offset(&self) -> u64 {
        as_u64(self.at)
    }

    /// Returns the bytes from the position of `earlier` to the position of this reader. `earlier` must be an older copy
    /// of this reader.
    pub(crate) fn since(&self, earlier: &Self) -> &'a [u8] {
        self.bytes.get(earlier.at..self.at).unwrap_or_default()
    }

    pub(crate) fn file_size(&self) -> u64 {
        as_u64(self.bytes.len())
    }

    fn remaining(&self) -> usize {
        self.bytes.len().saturating_sub(self.at)
    }

    /// Clause `cbor/end`: at least `count` bytes are left in the file. Reads `count` bytes.
    #[inline]
    fn end(&mut self, count: usize) -> Result<&'a [u8], Refusal> {
        let taken = self.at.checked_add(count).and_then(|end| self.bytes.get(self.at..end));
        let Some(taken) = taken else {
            return Err(self.ended(count));
        };
        self.at = self.at.saturating_add(count);
        Ok(taken)
    }

    #[cold]
    fn ended(&self, count: usize) -> Refusal {
        broken("end", self.bytes.len(), format!("expected {count} more bytes from byte {} on, found the end of the file", self.at))
    }

    /// Clause `cbor/trailing`: no bytes are left in the file.
    pub(crate) fn trailing(&self) -> Result<(), Refusal> {
        match self.remaining() {
            0 => Ok(()),
            more => Err(broken("trailing", self.at, format!("expected the end of the file, found {more} more bytes"))),
        }
    }

    /// Clause `cbor/head`: the argument of the item's head is written in the shortest form. Reads the head of an item
    /// and refuses major types that the format does not use.
    #[inline]
    fn head(&mut self) -> Result<Head, Refusal> {
        let start = self.at;
        let initial = u64::from(u8::from_be_bytes(self.next()?));
        let information = initial & 0x1f;
        if information > 27 {
            return Err(broken("head", start, format!("additional information {information} does not occur")));
        }
        let major = Major::from_initial(initial).ok_or_else(|| {
            let what = if initial >> 5 == 5 { "a map" } else { "a simple value or a float" };
            broken("type", start, format!("{what} has no place in the format"))
        })?;
        let (argument, least) = match information {
            24 => (u8::from_be_bytes(self.next()?).into(), 24),
            25 => (u16::from_be_bytes(self.next()?).into(), 1 << 8),
            26 => (u32::from_be_bytes(self.next()?).into(), 1 << 16),
            27 => (u64::from_be_bytes(self.next()?), 1 << 32),
            _ => (information, 0),
        };
        if argument < least {
            return Err(broken("head", start, format!("{argument} is not written in the shortest form")));
        }
        Ok(Head { start, major, argument })
    }

    /// Reads `COUNT` bytes with [`Reader::end`] and returns them as an array.
    fn next<const COUNT: usize>(&mut self) -> Result<[u8; COUNT], Refusal> {
        self.end(COUNT)?.first_chunk().copied().ok_or_else(|| self.ended(COUNT))
    }

    /// Clause `cbor/type`: the item has the type that the format prescribes. Reads the head of the item.
    #[inline]
    fn expect_type(&mut self, major: Major) -> Result<Head, Refusal> {
        let head = self.head()?;
        if head.major != major {
            return Err(broken("type", head.start, format!("expected {}, found {}", major.name(), head.major.name())));
        }
        Ok(head)
    }

    /// Clause `cbor/length`: the length in `head` is at most the number of bytes that remain. Returns the length that
    /// `head` encodes.
    #[inline]
    fn length(&self, head: Head) -> Result<usize, Refusal> {
        match usize::try_from(head.argument) {
            Ok(length) if length <= self.remaining() => Ok(length),
            _ => Err(broken(
                "length",
                head.start,
                format!("{} of length {} does not fit the {} bytes that remain", head.major.name(), head.argument, self.remaining()),
            )),
        }
    }

    /// Reads an unsigned integer of at most 64 bits.
    #[inline]
    pub(crate) fn unsigned(&mut self) -> Result<u64, Refusal> {
        // Fast path: nearly all numbers are below 24 and are encoded in the initial byte.
        if let Some(number @ 0..24) = self.bytes.get(self.at) {
            self.at = self.at.saturating_add(1);
            return Ok(u64::from(*number));
        }
        Ok(self.expect_type(Major::Unsigned)?.argument)
    }

    #[inline]
    pub(crate) fn byte_string(&mut self) -> Result<&'a [u8], Refusal> {
        let head = self.expect_type(Major::Bytes)?;
        let length = self.length(head)?;
        self.end(length)
    }

    /// Clause `cbor/text`: a text string is UTF-8. Reads a text string.
    pub(crate) fn text(&mut self) -> Result<&'a str, Refusal> {
        let head = self.expect_type(Major::Text)?;
        let length = self.length(head)?;
        let bytes = self.end(length)?;
        std::str::from_utf8(bytes).map_err(|error| broken("text", head.start, format!("a text string is not UTF-8: {error}")))
    }

    /// Reads the head of an array and returns the number of its items. Refuses an array with more items than bytes left
    /// in the file.
    #[inline]
    pub(crate) fn array(&mut self) -> Result<usize, Refusal> {
        let head = self.expect_type(Major::Array)?;
        self.length(head)
    }

    /// Reads the head of an array that must have `expected` items.
    #[inline]
    pub(crate) fn array_of(&mut self, expected: usize) -> Result<(), Refusal> {
        let start = self.at;
        let found = self.array()?;
        if found != expected {
            return Err(broken("type", start, format!("expected an array of {expected} items, found one of {found}")));
        }
        Ok(())
    }

    /// Reads a tag, which must be `expected`.
    pub(crate) fn tag(&mut self, expected: u64) -> Result<(), Refusal> {
        let head = self.expect_type(Major::Tag)?;
        if head.argument != expected {
            return Err(broken("type", head.start, format!("expected tag {expected}, found tag {}", head.argument)));
        }
        Ok(())
    }
}
