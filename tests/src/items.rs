//! A certificate as a tree of items. A test can change one item and reassemble the rest.

use gamecert_solver::certificate::emit::cbor::Writer;

/// RFC 8949, section 3.4.6.
const SELF_DESCRIBED: u64 = 55_799;

/// Item of the format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// Unsigned integer.
    Unsigned(u64),
    /// Byte string.
    Bytes(Vec<u8>),
    /// Text string.
    Text(String),
    /// Array.
    Array(Vec<Item>),
}

impl Item {
    /// Reads a genuine certificate.
    ///
    /// # Panics
    /// If the bytes are not a certificate.
    #[must_use]
    pub fn read(bytes: &[u8]) -> Self {
        let mut rest = bytes.strip_prefix(&[0xd9, 0xd9, 0xf7]).expect("the tag of self-described bytes");
        let item = Self::next(&mut rest);
        assert!(rest.is_empty(), "nothing behind");
        item
    }

    fn next(rest: &mut &[u8]) -> Self {
        let (major, argument) = head(rest);
        match major {
            0 => Self::Unsigned(argument),
            2 => Self::Bytes(take(rest, argument as usize).to_vec()),
            3 => Self::Text(String::from_utf8(take(rest, argument as usize).to_vec()).expect("a text")),
            4 => Self::Array((0..argument).map(|_| Self::next(rest)).collect()),
            other => panic!("no item of type {other} occurs"),
        }
    }

    /// Encodes the items as a certificate.
    #[must_use]
    pub fn certificate(&self) -> Vec<u8> {
        let mut writer = Writer::default();
        writer.tag(SELF_DESCRIBED);
        self.write(&mut writer);
        writer.finish()
    }

    fn write(&self, writer: &mut Writer) {
        match self {
            Self::Unsigned(number) => writer.unsigned(*number),
            Self::Bytes(bytes) => writer.bytes(bytes),
            Self::Text(text) => writer.text(text),
            Self::Array(items) => {
                writer.array(items.len());
                items.iter().for_each(|item| item.write(writer));
            }
        }
    }

    /// Returns the items of an array.
    ///
    /// # Panics
    /// If the item is not an array.
    pub fn array(&mut self) -> &mut Vec<Self> {
        let Self::Array(items) = self else { panic!("an array: {self:?}") };
        items
    }

    /// Returns the item at a path of array indices, from the outside in.
    ///
    /// # Panics
    /// If the path does not exist.
    pub fn at(&mut self, places: &[usize]) -> &mut Self {
        places.iter().fold(self, |item, place| &mut item.array()[*place])
    }

    /// Returns the bytes of a byte string.
    ///
    /// # Panics
    /// If the item is not a byte string.
    pub fn bytes(&mut self) -> &mut Vec<u8> {
        let Self::Bytes(bytes) = self else { panic!("a byte string: {self:?}") };
        bytes
    }

    /// Returns an unsigned integer.
    ///
    /// # Panics
    /// If the item is not an unsigned integer.
    pub fn number(&mut self) -> &mut u64 {
        let Self::Unsigned(number) = self else { panic!("a number: {self:?}") };
        number
    }
}

fn take<'a>(rest: &mut &'a [u8], count: usize) -> &'a [u8] {
    let (taken, behind) = rest.split_at(count);
    *rest = behind;
    taken
}

/// Reads the head of an item: its major type and its argument.
fn head(rest: &mut &[u8]) -> (u8, u64) {
    let first = take(rest, 1)[0];
    let argument = match first & 0x1f {
        small @ 0..24 => u64::from(small),
        long @ 24..28 => take(rest, 1 << (long - 24)).iter().fold(0, |sum, byte| sum << 8 | u64::from(*byte)),
        other => panic!("no argument {other} occurs"),
    };
    (first >> 5, argument)
}
