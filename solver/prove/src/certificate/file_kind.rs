//! Recognises what type of file some bytes are. If a user passes a file of the wrong type, the error message can say of
//! which type the file is.

use std::fmt;

use crate::games::file::{is_json, looks_won};
use crate::games::scored::looks_scored;

/// Type of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// A certificate, or a file that begins like one.
    Certificate,
    /// A JSON file with a game that is won or lost.
    GameFile,
    /// A JSON file with a scoring game.
    ScoringGameFile,
    /// Any other JSON.
    Json,
    /// Any other text.
    Text,
    /// An empty file.
    Empty,
}

impl FileKind {
    /// Recognises what type of file the bytes are. Returns `None` if the type is unknown.
    #[must_use]
    pub fn detect(bytes: &[u8]) -> Option<Self> {
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

/// Explains why a file is not of the expected type. If the file is clearly of another type, the explanation names that
/// type. Otherwise the explanation is `fault`, which says what went wrong when the file was read.
#[must_use]
pub fn mistaken(bytes: &[u8], expected: FileKind, fault: String) -> String {
    match FileKind::detect(bytes) {
        Some(FileKind::Certificate) => format!("{}, not {expected}", FileKind::Certificate),
        // Text that begins with a brace is probably intended as JSON, so `fault` is more helpful.
        Some(FileKind::Text) if !bytes.trim_ascii_start().starts_with(b"{") => format!("{}, not {expected}", FileKind::Text),
        Some(sort @ (FileKind::GameFile | FileKind::ScoringGameFile)) if sort != expected => format!("{sort}, not {expected}: {fault}"),
        _ => fault,
    }
}

impl fmt::Display for FileKind {
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
    use super::{FileKind, mistaken};

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
            assert_eq!(mistaken(bytes, FileKind::GameFile, "line 1".to_owned()), sentence, "{bytes:?}");
        }
    }

    #[test]
    fn files_are_named_for_what_they_are() {
        let cases: [(&[u8], Option<FileKind>); 11] = [
            (b"", Some(FileKind::Empty)),
            (&[0xd9, 0xd9, 0xf7], Some(FileKind::Certificate)),
            (b"{\"positions\": {\"a\": {\"winner\": \"left\"}}}", Some(FileKind::GameFile)),
            ("\u{feff}{\"positions\": {\"a\": {\"left\": []}}}".as_bytes(), Some(FileKind::GameFile)),
            (b"{\"positions\": {}}", Some(FileKind::Json)),
            (b"{\"positions\": {}, \"zero_bid\": true}", Some(FileKind::ScoringGameFile)),
            (b"{\"verdict\": \"verified\"}", Some(FileKind::Json)),
            (b"[1, 2]\n", Some(FileKind::Json)),
            (b"# Certificates\n", Some(FileKind::Text)),
            (b"\x00\x01", None),
            (b"\xff\xfe\x00", None),
        ];
        for (bytes, sort) in cases {
            assert_eq!(FileKind::detect(bytes), sort, "{bytes:?}");
        }
    }
}
