//! Reading one file whole.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

/// A file that could be opened.
pub(crate) enum Opened {
    /// Its bytes.
    Bytes(Vec<u8>),
    /// Its size, which is more than allowed, as far as it was looked at.
    TooLarge(u64),
}

/// Without a limit of memory no more bytes are read from standard input or a pipe, which announce no size.
const STREAM_LIMIT: u64 = 4_000_000_000;

/// Whether this path stands for standard input.
pub(crate) fn is_standard_input(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Reads a file of at most `most` bytes: a regular file, a pipe or standard input.
pub(crate) fn open(path: &Path, most: u64) -> io::Result<Opened> {
    if is_standard_input(path) {
        return stream(io::stdin().lock(), most, STREAM_LIMIT);
    }
    // Merely opening a device may act on it.
    if is_device(fs::metadata(path)?.file_type()) {
        return Err(io::Error::other("a device, not a file"));
    }
    let file = File::open(path)?;
    let metadata = file.metadata()?;
    match (metadata.is_file() || metadata.is_dir(), metadata.len()) {
        (false, _) => stream(file, most, STREAM_LIMIT),
        (true, size) if size > most => Ok(Opened::TooLarge(size)),
        // Files that yield more, such as those of /proc, may never end.
        (true, size) => match whole(file, size, size)? {
            Opened::TooLarge(_) => Err(io::Error::other(format!("it yields more bytes than its size, {size}"))),
            read => Ok(read),
        },
    }
}

/// Reads what announces no size: at most `most` bytes, at most `limit` where `most` is no limit.
fn stream(from: impl Read, most: u64, limit: u64) -> io::Result<Opened> {
    match whole(from, 0, if most == u64::MAX { limit } else { most })? {
        Opened::TooLarge(_) if most == u64::MAX => Err(io::Error::other(format!("more than {limit} bytes (--memory allows more)"))),
        read => Ok(read),
    }
}

/// Reads what says that it has `size` bytes, as far as to tell whether there are more than `most`. Some files of /proc yield eight bytes at once or none.
fn whole(from: impl Read, size: u64, most: u64) -> io::Result<Opened> {
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(usize::try_from(size.saturating_add(8)).unwrap_or(usize::MAX))?;
    from.take(most.saturating_add(8)).read_to_end(&mut bytes)?;
    match u64::try_from(bytes.len()) {
        Ok(read) if read > most => Ok(Opened::TooLarge(read)),
        _ => Ok(Opened::Bytes(bytes)),
    }
}

#[cfg(unix)]
fn is_device(kind: fs::FileType) -> bool {
    use std::os::unix::fs::FileTypeExt;
    kind.is_char_device() || kind.is_block_device()
}

#[cfg(not(unix))]
fn is_device(_: fs::FileType) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::{Opened, stream};

    #[test]
    fn streams_have_a_limit() {
        // The bytes that come, the memory allowed, the limit without one, the bytes read or what is wrong.
        for (length, most, limit, expected) in [
            (10, u64::MAX, 10, "read"),
            (11, u64::MAX, 10, "more than 10 bytes (--memory allows more)"),
            (11, 20, 10, "read"),
            (20, 20, 10, "read"),
            (21, 20, 10, "too large, 21"),
            (30, 20, 10, "too large, 28"),
        ] {
            let found = match stream(&vec![0; length][..], most, limit) {
                Ok(Opened::Bytes(bytes)) if bytes.len() == length => "read".to_owned(),
                Ok(Opened::Bytes(bytes)) => format!("{} bytes", bytes.len()),
                Ok(Opened::TooLarge(size)) => format!("too large, {size}"),
                Err(cause) => cause.to_string(),
            };
            assert_eq!(found, expected, "{length} bytes, {most} allowed");
        }
    }
}
