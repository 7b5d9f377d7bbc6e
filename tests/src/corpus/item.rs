//! CBOR items as a tree that is written in the shortest form. Items can be replaced by path, and the offset of each is
//! known.

/// CBOR item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// Unsigned integer.
    U(u64),
    /// Byte string.
    B(Vec<u8>),
    /// Text string.
    T(String),
    /// Array.
    A(Vec<Item>),
    /// Tagged item.
    Tag(u64, Box<Item>),
    /// Raw bytes, which need not be a valid item.
    Raw(Vec<u8>),
}

pub use Item::{A, B, Raw, T, Tag, U};

/// Builds a text string.
pub fn t(text: &str) -> Item {
    T(text.to_owned())
}

/// Builds an array of unsigned integers.
pub fn column(entries: &[u64]) -> Item {
    A(entries.iter().map(|entry| U(*entry)).collect())
}

/// Builds a natural number from its bytes, the most significant first: an integer, or a bignum above 64 bits.
pub fn natural(bytes: &[u8]) -> Item {
    let first = bytes.iter().position(|byte| *byte != 0).unwrap_or(bytes.len());
    let bytes = &bytes[first..];
    match bytes.len() {
        0..=8 => U(bytes.iter().fold(0, |number, byte| number << 8 | u64::from(*byte))),
        _ => Tag(2, Box::new(B(bytes.to_vec()))),
    }
}

/// Builds a natural number below 2^128.
pub fn number(number: u128) -> Item {
    natural(&number.to_be_bytes())
}

/// Returns the shortest head of an item.
pub fn head(major: u8, argument: u64) -> Vec<u8> {
    let initial = major << 5;
    let bytes = argument.to_be_bytes();
    match argument {
        0..24 => vec![initial | bytes[7]],
        24..0x100 => vec![initial | 24, bytes[7]],
        0x100..0x1_0000 => [&[initial | 25], &bytes[6..]].concat(),
        0x1_0000..0x1_0000_0000 => [&[initial | 26], &bytes[4..]].concat(),
        _ => [&[initial | 27], &bytes[..]].concat(),
    }
}

/// Returns the head of an item with an argument of `width` bytes, even if a shorter form exists.
pub fn long_head(major: u8, width: u8, argument: u64) -> Vec<u8> {
    let information = [24, 25, 0, 26, 0, 0, 0, 27][usize::from(width) - 1];
    [&[major << 5 | information], &argument.to_be_bytes()[8 - usize::from(width)..]].concat()
}

impl Item {
    /// Encodes the item.
    pub fn bytes(&self) -> Vec<u8> {
        match self {
            U(number) => head(0, *number),
            B(bytes) => [head(2, bytes.len() as u64), bytes.clone()].concat(),
            T(text) => [head(3, text.len() as u64), text.as_bytes().to_vec()].concat(),
            A(items) => [head(4, items.len() as u64), items.iter().flat_map(Item::bytes).collect()].concat(),
            Tag(tag, item) => [head(6, *tag), item.bytes()].concat(),
            Raw(bytes) => bytes.clone(),
        }
    }

    /// Returns the items of an array. Tags around the array are skipped.
    fn items(&mut self) -> &mut Vec<Item> {
        match self {
            A(items) => items,
            Tag(_, item) => item.items(),
            other => panic!("{other:?} is no array"),
        }
    }

    /// Returns the item at a path: array indices from the outside in. Tags are skipped.
    pub fn at(&mut self, path: &[usize]) -> &mut Item {
        path.iter().fold(self, |item, index| &mut item.items()[*index])
    }

    /// Returns the item at a path.
    pub fn get(&self, path: &[usize]) -> &Item {
        path.iter().fold(self, |mut item, index| {
            while let Tag(_, inner) = item {
                item = inner;
            }
            let A(items) = item else { panic!("{item:?} is no array") };
            &items[*index]
        })
    }

    /// Returns a copy with another item at `path`.
    pub fn with(&self, path: &[usize], item: Item) -> Self {
        self.edit(path, |place| *place = item)
    }

    /// Returns a copy with a number at `path`.
    pub fn set(&self, path: &[usize], number: u64) -> Self {
        self.with(path, U(number))
    }

    /// Returns a copy that `change` has altered at `path`.
    pub fn edit(&self, path: &[usize], change: impl FnOnce(&mut Item)) -> Self {
        let mut copy = self.clone();
        change(copy.at(path));
        copy
    }

    /// Returns a copy in which `change` has altered the bytes of the string at `path`.
    pub fn edit_bytes(&self, path: &[usize], change: impl FnOnce(&mut Vec<u8>)) -> Self {
        self.edit(path, |item| match item {
            B(bytes) => change(bytes),
            other => panic!("{other:?} is no byte string"),
        })
    }

    /// Returns a copy without the item at `path`.
    pub fn without(&self, path: &[usize]) -> Self {
        let (last, array) = path.split_last().unwrap();
        self.edit(array, |place| {
            place.items().remove(*last);
        })
    }

    /// Returns a copy with another item inserted before the one at `path`.
    pub fn insert(&self, path: &[usize], item: Item) -> Self {
        let (last, array) = path.split_last().unwrap();
        self.edit(array, |place| place.items().insert(*last, item))
    }

    /// Returns the number at `path`.
    pub fn number(&self, path: &[usize]) -> u64 {
        match self.get(path) {
            U(number) => *number,
            other => panic!("{other:?} is no number"),
        }
    }

    /// Returns the byte offset of the item at `path`.
    pub fn offset(&self, path: &[usize]) -> usize {
        match (self, path) {
            (_, []) => 0,
            (Tag(tag, item), path) => head(6, *tag).len() + item.offset(path),
            (A(items), [first, rest @ ..]) => {
                let before: usize = items[..*first].iter().map(|item| item.bytes().len()).sum();
                // An index one past the last item gives the end of the array.
                head(4, items.len() as u64).len() + before + items.get(*first).map_or(0, |item| item.offset(rest))
            }
            (other, _) => panic!("{other:?} is no array"),
        }
    }

    /// Returns the offset of the first byte inside a byte string.
    pub fn contents(&self, path: &[usize]) -> usize {
        match self.get(path) {
            B(bytes) => self.offset(path) + head(2, bytes.len() as u64).len(),
            other => panic!("{other:?} is no byte string"),
        }
    }

    /// Reads the item at the start of `bytes`, which must be a verified certificate. Returns the remaining bytes too.
    fn read(bytes: &[u8]) -> (Self, &[u8]) {
        let (initial, rest) = bytes.split_first().unwrap();
        let width = match initial & 31 {
            24 => 1,
            25 => 2,
            26 => 4,
            27 => 8,
            _ => 0,
        };
        let (argument, mut rest) = rest.split_at(width);
        let argument = match width {
            0 => u64::from(initial & 31),
            _ => argument.iter().fold(0, |number, byte| number << 8 | u64::from(*byte)),
        };
        let length = argument as usize;
        let item = match initial >> 5 {
            0 => U(argument),
            2 | 3 => {
                let (bytes, behind) = rest.split_at(length);
                rest = behind;
                if initial >> 5 == 2 { B(bytes.to_vec()) } else { T(String::from_utf8(bytes.to_vec()).unwrap()) }
            }
            4 => {
                let mut items = Vec::new();
                for _ in 0..length {
                    let (item, behind) = Self::read(rest);
                    items.push(item);
                    rest = behind;
                }
                A(items)
            }
            6 => {
                let (item, behind) = Self::read(rest);
                rest = behind;
                Tag(argument, Box::new(item))
            }
            other => panic!("major type {other}"),
        };
        (item, rest)
    }

    /// Reads a certificate as a tree.
    pub fn from_bytes(bytes: &[u8]) -> Self {
        let (item, rest) = Self::read(bytes);
        assert!(rest.is_empty());
        item
    }
}
