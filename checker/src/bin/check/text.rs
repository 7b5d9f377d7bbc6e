//! Reads lists and manifests, which are text files.

use crate::read::{Opened, open};
use gamecert_checker::json::decoded;
use std::io;
use std::path::Path;

/// Size limit in bytes for a list or a manifest.
const LIMIT: u64 = 256_000_000;

/// Reads the text of a file, a pipe or standard input (`-`), and strips a byte-order mark.
pub(crate) fn read(path: &Path) -> io::Result<String> {
    match open(path, LIMIT)? {
        Opened::Bytes(bytes) => decoded(bytes).map_err(io::Error::other),
        Opened::TooLarge(_) => Err(io::Error::other(format!("more than {LIMIT} bytes"))),
    }
}
