//! Defines keys, which are locations of bytes, and parts of files. A key identifies a byte of the text in a file.
//! Reading only a part of a file does not change a game's key.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Location of a byte of text in a file. A later byte of the same file has a greater key.
#[derive(Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Key {
    /// Number of the frame, counted from 0, if the file is a zstd file.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub frame: Option<u64>,
    /// Offset of the byte in the text of its frame, or in the whole text if the file has no frames.
    pub offset: u64,
}

impl Key {
    /// Creates the key of a byte in a text without frames.
    #[must_use]
    pub fn byte(offset: u64) -> Self {
        Self { frame: None, offset }
    }

    /// Creates the key of the first byte of a frame.
    #[must_use]
    pub fn frame(number: u64) -> Self {
        Self { frame: Some(number), offset: 0 }
    }

    /// Returns the key that lies `bytes` bytes later in the same frame.
    #[must_use]
    pub fn plus(self, bytes: u64) -> Self {
        Self { offset: self.offset + bytes, ..self }
    }

    /// Describes the location in words.
    #[must_use]
    pub fn words(self) -> String {
        let byte = format!("byte {}", self.offset);
        self.frame.map_or_else(|| byte.clone(), |frame| format!("frame {frame}, {byte}"))
    }
}

/// Formats the key as `frame:offset`, or as `offset` if the file has no frames.
impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.frame {
            Some(frame) => write!(f, "{frame}:{}", self.offset),
            None => write!(f, "{}", self.offset),
        }
    }
}

/// Range of numbers that includes `from` and excludes `to`. Either limit may be missing.
#[derive(Serialize, Deserialize, Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Bounds {
    /// First number of the range. `None` if the range has no lower limit.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub from: Option<u64>,
    /// First number after the range. `None` if the range has no upper limit.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub to: Option<u64>,
}

/// Part of a file. A game belongs to the part that contains the game's first byte.
#[derive(Serialize, Deserialize, Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[serde(rename_all = "snake_case")]
pub enum Part {
    /// The whole file.
    #[default]
    Whole,
    /// Range of bytes of an uncompressed file.
    Bytes(Bounds),
    /// Range of frames of a zstd file.
    Frames(Bounds),
}

impl Part {
    /// Returns the key of the part's first byte and the key of the first byte after the part.
    #[must_use]
    pub fn ends(self) -> (Option<Key>, Option<Key>) {
        match self {
            Self::Whole => (None, None),
            Self::Bytes(Bounds { from, to }) => (from.map(Key::byte), to.map(Key::byte)),
            Self::Frames(Bounds { from, to }) => (from.map(Key::frame), to.map(Key::frame)),
        }
    }

    /// Returns whether the two parts may have a byte in common.
    #[must_use]
    pub fn overlaps(self, other: Self) -> bool {
        match (self, other) {
            (Self::Bytes(one), Self::Bytes(other)) | (Self::Frames(one), Self::Frames(other)) => {
                let below = |from: Option<u64>, to: Option<u64>| to.is_none_or(|to| from.unwrap_or(0) < to);
                below(one.from, one.to) && below(other.from, other.to) && below(one.from, other.to) && below(other.from, one.to)
            }
            _ => true,
        }
    }
}

/// Describes the part in words.
impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let end = |number: Option<u64>| number.map_or_else(String::new, |number| number.to_string());
        match self {
            Self::Whole => f.write_str("all of it"),
            Self::Bytes(Bounds { from, to }) => write!(f, "bytes {}..{}", end(*from), end(*to)),
            Self::Frames(Bounds { from, to }) => write!(f, "frames {}..{}", end(*from), end(*to)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Bounds, Key, Part};

    #[test]
    fn keys_ascend_with_the_text() {
        let keys = [Key::frame(0), Key::frame(0).plus(7), Key::frame(1), Key::frame(12).plus(3)];
        assert!(keys.is_sorted());
        assert_eq!(keys.map(|key| key.to_string()), ["0:0", "0:7", "1:0", "12:3"]);
        assert_eq!(
            (Key::byte(9).to_string(), Key::byte(9).words(), keys[3].words()),
            ("9".into(), "byte 9".into(), "frame 12, byte 3".into())
        );
    }

    #[test]
    fn parts_that_have_places_in_common() {
        let bytes = |from, to| Part::Bytes(Bounds { from, to });
        for (title, one, other, overlap) in [
            ("side by side", bytes(Some(0), Some(5)), bytes(Some(5), None), false),
            ("one byte in both", bytes(None, Some(6)), bytes(Some(5), Some(9)), true),
            ("without ends", bytes(None, None), bytes(None, None), true),
            ("an empty one", bytes(Some(5), Some(5)), bytes(None, None), false),
            ("the whole file", Part::Whole, bytes(Some(5), Some(9)), true),
            ("bytes and frames of one file cannot be", Part::Frames(Bounds::default()), bytes(None, None), true),
        ] {
            assert_eq!((one.overlaps(other), other.overlaps(one)), (overlap, overlap), "{title}");
        }
    }
}
