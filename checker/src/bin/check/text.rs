//! Lists and manifests: files of text.

use crate::read::{Opened, open};
use gamecert_checker::json::decoded;
use std::io;
use std::path::Path;

/// No list and no manifest has more bytes.
const LIMIT: u64 = 256_000_000;

/// The text of a file, a pipe or standard input (`-`), without a byte-order mark.
pub(crate) fn read(path: &Path) -> io::Result<String> {
    match open(path, LIMIT)? {
        Opened::Bytes(bytes) => decoded(bytes).map_err(io::Error::other),
        Opened::TooLarge(_) => Err(io::Error::other(format!("more than {LIMIT} bytes"))),
    }
}
