//! Items of CBOR as a tree: written in the shortest form, replaced by path, with the offset of each.

/// An item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// An unsigned integer.
    U(u64),
    /// A byte string.
    B(Vec<u8>),
    /// A text string.
    T(String),
    /// An array.
    A(Vec<Item>),
    /// A tagged item.
    Tag(u64, Box<Item>),
    /// Bytes as they are, for what is no item.
    Raw(Vec<u8>),
}

pub use Item::{A, B, Raw, T, Tag, U};

/// A text string.
pub fn t(text: &str) -> Item {
    T(text.to_owned())
}

/// An array of unsigned integers.
pub fn column(entries: &[u64]) -> Item {
    A(entries.iter().map(|entry| U(*entry)).collect())
}

/// A natural number given by its bytes, the most significant first: an integer, or a bignum where it has more than 64 bits.
pub fn natural(bytes: &[u8]) -> Item {
    let first = bytes.iter().position(|byte| *byte != 0).unwrap_or(bytes.len());
    let bytes = &bytes[first..];
    match bytes.len() {
        0..=8 => U(bytes.iter().fold(0, |number, byte| number << 8 | u64::from(*byte))),
        _ => Tag(2, Box::new(B(bytes.to_vec()))),
    }
}

/// A natural number below 2^128.
pub fn number(number: u128) -> Item {
    natural(&number.to_be_bytes())
}

/// The head of an item in the shortest form.
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

/// The head of an item whose argument takes `width` bytes, whether or not it fits fewer.
pub fn long_head(major: u8, width: u8, argument: u64) -> Vec<u8> {
    let information = [24, 25, 0, 26, 0, 0, 0, 27][usize::from(width) - 1];
    [&[major << 5 | information], &argument.to_be_bytes()[8 - usize::from(width)..]].concat()
}

impl Item {
    /// The bytes of the item.
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

    /// The items of an array; tags are passed by.
    fn items(&mut self) -> &mut Vec<Item> {
        match self {
            A(items) => items,
            Tag(_, item) => item.items(),
            other => panic!("{other:?} is no array"),
        }
    }

    /// The item that a path leads to: indices of arrays, from the outside in. Tags are passed by.
    pub fn at(&mut self, path: &[usize]) -> &mut Item {
        path.iter().fold(self, |item, index| &mut item.items()[*index])
    }

    /// The item that a path leads to.
    pub fn get(&self, path: &[usize]) -> &Item {
        path.iter().fold(self, |mut item, index| {
            while let Tag(_, inner) = item {
                item = inner;
            }
            let A(items) = item else { panic!("{item:?} is no array") };
            &items[*index]
        })
    }

    /// A copy with another item in the place that `path` leads to.
    pub fn with(&self, path: &[usize], item: Item) -> Self {
        self.edit(path, |place| *place = item)
    }

    /// A copy with a number in the place that `path` leads to.
    pub fn set(&self, path: &[usize], number: u64) -> Self {
        self.with(path, U(number))
    }

    /// A copy that is changed in the place that `path` leads to.
    pub fn edit(&self, path: &[usize], change: impl FnOnce(&mut Item)) -> Self {
        let mut copy = self.clone();
        change(copy.at(path));
        copy
    }

    /// A copy with the bytes of a string changed in the place that `path` leads to.
    pub fn edit_bytes(&self, path: &[usize], change: impl FnOnce(&mut Vec<u8>)) -> Self {
        self.edit(path, |item| match item {
            B(bytes) => change(bytes),
            other => panic!("{other:?} is no byte string"),
        })
    }

    /// A copy without the item that `path` leads to.
    pub fn without(&self, path: &[usize]) -> Self {
        let (last, array) = path.split_last().unwrap();
        self.edit(array, |place| {
            place.items().remove(*last);
        })
    }

    /// A copy with another item before the one that `path` leads to.
    pub fn insert(&self, path: &[usize], item: Item) -> Self {
        let (last, array) = path.split_last().unwrap();
        self.edit(array, |place| place.items().insert(*last, item))
    }

    /// The number that `path` leads to.
    pub fn number(&self, path: &[usize]) -> u64 {
        match self.get(path) {
            U(number) => *number,
            other => panic!("{other:?} is no number"),
        }
    }

    /// The offset of the item that `path` leads to.
    pub fn offset(&self, path: &[usize]) -> usize {
        match (self, path) {
            (_, []) => 0,
            (Tag(tag, item), path) => head(6, *tag).len() + item.offset(path),
            (A(items), [first, rest @ ..]) => {
                let before: usize = items[..*first].iter().map(|item| item.bytes().len()).sum();
                // One past the last item: where the array ends.
                head(4, items.len() as u64).len() + before + items.get(*first).map_or(0, |item| item.offset(rest))
            }
            (other, _) => panic!("{other:?} is no array"),
        }
    }

    /// The offset of the first byte of a byte string's contents.
    pub fn contents(&self, path: &[usize]) -> usize {
        match self.get(path) {
            B(bytes) => self.offset(path) + head(2, bytes.len() as u64).len(),
            other => panic!("{other:?} is no byte string"),
        }
    }

    /// Reads the item that some bytes begin with; they are a certificate that has been verified elsewhere. What follows is handed back.
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

    /// The tree of a certificate.
    pub fn of(bytes: &[u8]) -> Self {
        let (item, rest) = Self::read(bytes);
        assert!(rest.is_empty());
        item
    }
}
