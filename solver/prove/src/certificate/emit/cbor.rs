//! Writes the CBOR items of certificates. Each item has only one permitted encoding.
//!
//! This module writes all items of certificates. Derived code of serde would choose other encodings.

use std::convert::Infallible;

use dashu_int::UBig;
use minicbor::Encoder;
use minicbor::data::Tag;
use minicbor::encode::Error;

/// Tag of a bignum (RFC 8949, section 3.4.3). A bignum encodes a natural number as a byte string, most significant byte
/// first.
const BIGNUM: u64 = 2;

/// Writes items to memory one after another.
#[derive(Debug, Default)]
pub struct Writer {
    bytes: Vec<u8>,
}

impl Writer {
    /// Creates an empty writer with memory for `bytes` bytes.
    pub fn with_capacity(bytes: usize) -> Self {
        Self { bytes: Vec::with_capacity(bytes) }
    }

    /// Writes the head of an array of `len` items. The caller writes the items next.
    pub fn array(&mut self, len: usize) {
        written(self.encoder().array(len as u64));
    }

    /// Writes a tag. The caller writes the tagged item next.
    pub fn tag(&mut self, tag: u64) {
        written(self.encoder().tag(Tag::new(tag)));
    }

    /// Writes an unsigned integer.
    pub fn unsigned(&mut self, n: impl Into<u64>) {
        written(self.encoder().u64(n.into()));
    }

    /// Writes a natural number of any size. The number becomes a bignum only if it does not fit into 64 bits.
    pub fn natural(&mut self, n: &UBig) {
        if let Ok(small) = u64::try_from(n) {
            self.unsigned(small);
        } else {
            self.tag(BIGNUM);
            self.bytes(&n.to_be_bytes());
        }
    }

    /// Writes a byte string.
    pub fn bytes(&mut self, bytes: &[u8]) {
        written(self.encoder().bytes(bytes));
    }

    /// Writes a text string.
    pub fn text(&mut self, text: &str) {
        written(self.encoder().str(text));
    }

    /// Writes an array of unsigned integers.
    pub fn column<N: Into<u64>>(&mut self, column: impl ExactSizeIterator<Item = N>) {
        self.array(column.len());
        column.for_each(|n| self.unsigned(n));
    }

    /// Returns the written bytes.
    #[must_use]
    pub fn finish(self) -> Vec<u8> {
        self.bytes
    }

    fn encoder(&mut self) -> Encoder<&mut Vec<u8>> {
        Encoder::new(&mut self.bytes)
    }
}

/// Unwraps the result of a write to memory, because such a write cannot fail.
fn written<T>(result: Result<T, Error<Infallible>>) {
    result.expect("writing to memory does not fail");
}

#[cfg(test)]
mod tests {
    use super::Writer;
    use dashu_int::UBig;

    #[test]
    fn items_have_their_shortest_form() {
        let hex = |write: &dyn Fn(&mut Writer)| {
            let mut writer = Writer::default();
            write(&mut writer);
            writer.finish().iter().map(|byte| format!("{byte:02x}")).collect::<String>()
        };
        type Case<'a> = (&'a str, &'a dyn Fn(&mut Writer), &'a str);
        let cases: [Case; 9] = [
            ("0", &|w| w.unsigned(0_u8), "00"),
            ("23", &|w| w.unsigned(23_u8), "17"),
            ("24", &|w| w.unsigned(24_u8), "1818"),
            ("1,000", &|w| w.unsigned(1_000_u16), "1903e8"),
            ("2^64 - 1", &|w| w.natural(&UBig::from(u64::MAX)), "1bffffffffffffffff"),
            ("2^64", &|w| w.natural(&(UBig::ONE << 64)), "c249010000000000000000"),
            ("a column", &|w| w.column([1_u8, 24].into_iter()), "82011818"),
            ("a text", &|w| w.text("KNK"), "634b4e4b"),
            (
                "self-described bytes",
                &|w| {
                    w.tag(55_799);
                    w.bytes(&[1, 2]);
                },
                "d9d9f7420102",
            ),
        ];
        for (title, write, expected) in cases {
            assert_eq!(hex(write), expected, "{title}");
        }
    }
}
