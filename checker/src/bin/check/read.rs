//! Reading one file whole.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// A file that could be opened.
pub(crate) enum Opened {
    /// Its bytes.
    Bytes(Vec<u8>),
    /// Its size, which is more than allowed, as far as it was looked at.
    TooLarge(u64),
}

/// Whether this path stands for standard input.
pub(crate) fn is_standard_input(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Reads a file of at most `most` bytes.
pub(crate) fn open(path: &Path, most: u64) -> io::Result<Opened> {
    if is_standard_input(path) {
        return whole(io::stdin().lock(), 0, most);
    }
    let file = File::open(path)?;
    let size = file.metadata()?.len();
    if size > most {
        return Ok(Opened::TooLarge(size));
    }
    whole(file, size, most)
}

/// Reads what says that it has `size` bytes. What is no regular file, or grows meanwhile, may have more.
fn whole(from: impl Read, size: u64, most: u64) -> io::Result<Opened> {
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(usize::try_from(size).unwrap_or(usize::MAX))?;
    from.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    match u64::try_from(bytes.len()) {
        Ok(size) if size > most => Ok(Opened::TooLarge(size)),
        _ => Ok(Opened::Bytes(bytes)),
    }
}
