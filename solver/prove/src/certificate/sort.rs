//! Recognises sorts of files by their bytes, so that an error message can name the sort of a file passed in the wrong
//! place.

use std::fmt;

use crate::games::file::{is_json, looks_won};
use crate::games::scored::looks_scored;

/// Sort of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    /// A certificate, or a file that begins like one.
    Certificate,
    /// A game file in JSON.
    GameFile,
    /// A file of a scoring game in JSON.
    ScoringGameFile,
    /// Any other JSON.
    Json,
    /// Any other text.
    Text,
    /// An empty file.
    Empty,
}

impl Sort {
    /// Recognises the sort of a file by its bytes. Returns `None` if the sort is unknown.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Option<Self> {
        // Tag of self-described CBOR files (`spec/FORMAT.md`, section 2).
        const MAGIC: [u8; 3] = [0xd9, 0xd9, 0xf7];
        if bytes.is_empty() {
            return Some(Self::Empty);
        }
        if bytes.starts_with(&MAGIC) {
            return Some(Self::Certificate);
        }
        if is_json(bytes) {
            return Some(match () {
                () if looks_scored(bytes) => Self::ScoringGameFile,
                () if looks_won(bytes) => Self::GameFile,
                () => Self::Json,
            });
        }
        let is_text = |letter: char| !letter.is_control() || letter.is_whitespace();
        std::str::from_utf8(bytes).is_ok_and(|text| text.chars().all(is_text)).then_some(Self::Text)
    }
}

/// Explains why these bytes are not the expected sort of file. If the bytes are plainly of another sort, the
/// explanation names that sort. If they are not, the explanation is `fault`, the error message of the reader.
#[must_use]
pub fn mistaken(bytes: &[u8], expected: Sort, fault: String) -> String {
    match Sort::of(bytes) {
        Some(Sort::Certificate) => format!("{}, not {expected}", Sort::Certificate),
        // Text that begins with a brace is probably intended as JSON, so `fault` is more helpful.
        Some(Sort::Text) if !bytes.trim_ascii_start().starts_with(b"{") => format!("{}, not {expected}", Sort::Text),
        Some(sort @ (Sort::GameFile | Sort::ScoringGameFile)) if sort != expected => format!("{sort}, not {expected}: {fault}"),
        _ => fault,
    }
}

impl fmt::Display for Sort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Certificate => "a certificate",
            Self::GameFile => "a game file",
            Self::ScoringGameFile => "a file of a scoring game",
            Self::Json => "a JSON file",
            Self::Text => "a text",
            Self::Empty => "an empty file",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Sort, mistaken};

    #[test]
    fn faults_within_json_are_for_its_reader() {
        let cases: [(&[u8], &str); 7] = [
            (&[0xd9, 0xd9, 0xf7], "a certificate, not a game file"),
            (b"# Games\n", "a text, not a game file"),
            (b"{\"positions\": {}, \"zero_bid\": true}", "a file of a scoring game, not a game file: line 1"),
            (b"{\"positions\": {}}", "line 1"),
            (b" {\"positions\": ", "line 1"),
            (b"[]", "line 1"),
            (b"", "line 1"),
        ];
        for (bytes, sentence) in cases {
            assert_eq!(mistaken(bytes, Sort::GameFile, "line 1".to_owned()), sentence, "{bytes:?}");
        }
    }

    #[test]
    fn files_are_named_for_what_they_are() {
        let cases: [(&[u8], Option<Sort>); 11] = [
            (b"", Some(Sort::Empty)),
            (&[0xd9, 0xd9, 0xf7], Some(Sort::Certificate)),
            (b"{\"positions\": {\"a\": {\"winner\": \"left\"}}}", Some(Sort::GameFile)),
            ("\u{feff}{\"positions\": {\"a\": {\"left\": []}}}".as_bytes(), Some(Sort::GameFile)),
            (b"{\"positions\": {}}", Some(Sort::Json)),
            (b"{\"positions\": {}, \"zero_bid\": true}", Some(Sort::ScoringGameFile)),
            (b"{\"verdict\": \"verified\"}", Some(Sort::Json)),
            (b"[1, 2]\n", Some(Sort::Json)),
            (b"# Certificates\n", Some(Sort::Text)),
            (b"\x00\x01", None),
            (b"\xff\xfe\x00", None),
        ];
        for (bytes, sort) in cases {
            assert_eq!(Sort::of(bytes), sort, "{bytes:?}");
        }
    }
}
