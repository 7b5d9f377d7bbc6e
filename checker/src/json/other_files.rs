//! Guesses the type of a file that is not a certificate. No verdict depends on the guess.

use crate::Refusal;

/// First bytes of every certificate: tag 55799, an array of seven items, the text `gamecert`.
const FRONT: &[u8] = b"\xd9\xd9\xf7\x87\x68gamecert";

/// First bytes of other types of files, with descriptions of these types. If several entries match a file, the first of
/// them decides.
const FRONTS: [(&[u8], &str); 22] = [
    (b"version https://git-lfs.github.com/spec/", "a pointer of Git LFS, whose file has not been fetched (git lfs pull)"),
    (b"\x1f\x8b", "a file compressed by gzip"),
    (b"\x28\xb5\x2f\xfd", "a file compressed by zstd"),
    (b"\xfd7zXZ\0", "a file compressed by xz"),
    (b"BZh", "a file compressed by bzip2"),
    (b"PK\x03\x04", "a zip archive"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive"),
    (b"\x7fELF", "a program"),
    (b"MZ", "a program"),
    (b"\x89PNG", "a picture"),
    (b"\xff\xd8\xff", "a picture"),
    (b"GIF8", "a picture"),
    (b"%PDF", "a PDF document"),
    (b"[Event ", "games of chess in PGN"),
    (b"[Site ", "games of chess in PGN"),
    (b"\xef\xbb\xbf[Event ", "games of chess in PGN"),
    (b"{\"", "JSON"),
    (b"{\n", "JSON"),
    (b"<!DOCTYPE", "a web page"),
    (b"<html", "a web page"),
    (b"\xff\xfe", "a text in UTF-16"),
    (b"\xfe\xff", "a text in UTF-16"),
];

/// Number of bytes examined to decide whether a file is a text.
const LOOKED_AT: usize = 512;

/// Guesses the type of a file that does not begin like a certificate. Returns `None` if the type is unknown.
#[must_use]
pub fn other_file(bytes: &[u8]) -> Option<&'static str> {
    if bytes.is_empty() || bytes.starts_with(FRONT) || FRONT.starts_with(bytes) {
        return None;
    }
    let known = FRONTS.iter().find(|(front, _)| bytes.starts_with(front)).map(|(_, what)| *what);
    let beginning = bytes.get(..LOOKED_AT).unwrap_or(bytes);
    let printed = beginning.iter().all(|byte| matches!(byte, b'\t' | b'\n' | b'\x0c' | b'\r' | b' '..=b'~' | 0x80..));
    // The examined bytes may end in the middle of a character.
    let text = printed && std::str::from_utf8(beginning).map_or_else(|error| error.error_len().is_none(), |_| true);
    known.or_else(|| text.then_some("a text"))
}

/// Adds the guessed file type to the message of a refusal.
#[must_use]
pub fn with_guess(refusal: Refusal, other: Option<&str>) -> Refusal {
    match other {
        Some(what) => {
            let sentence = format!("this is no certificate, but {what}: {}", refusal.sentence);
            Refusal { sentence, ..refusal }
        }
        None => refusal,
    }
}

#[cfg(test)]
mod tests {
    use super::{FRONT, FRONTS, other_file};

    #[test]
    fn files_by_their_beginnings() {
        let text = "# gamecert \u{e9}\n\n**Exact** solutions\r\n".as_bytes();
        for (title, bytes, expected) in [
            ("an empty file", &b""[..], None),
            ("a certificate", &[FRONT, b"\x01\x82"].concat(), None),
            ("a certificate cut off", &FRONT[..7], None),
            ("a README", text, Some("a text")),
            ("a text that ends in the middle of a letter", &text[..text.len() - 30], Some("a text")),
            ("games", b"[Event \"?\"]\n", Some("games of chess in PGN")),
            ("a pointer", b"version https://git-lfs.github.com/spec/v1\noid sha256:00\n", Some(FRONTS[0].1)),
            ("gzip", b"\x1f\x8b\x08\0\0\0\0\0", Some("a file compressed by gzip")),
            ("other CBOR", b"\x83\x01\x02\x03", None),
            ("a certificate of something else", b"\xd9\xd9\xf7\x82\x01\x02", None),
            ("arrays in arrays", &[0x81; 600], None),
            ("JSON", b"{\n  \"a\": 1\n}\n", Some("JSON")),
            ("zeros", &[0; 600], None),
            ("zeros after a text", &[vec![b' '; 512], vec![0]].concat(), Some("a text")),
        ] {
            assert_eq!(other_file(bytes), expected, "{title}");
        }
    }
}
