//! Reads whole files.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

/// Result of opening a file.
pub enum Opened {
    /// The whole content.
    Bytes(Vec<u8>),
    /// The file is larger than allowed. The value is the size of the file or, for a stream, the number of bytes that
    /// were read.
    TooLarge(u64),
}

/// If no memory limit is set, at most this number of bytes is accepted from standard input or a pipe. The size of such
/// a stream is not known in advance.
const STREAM_LIMIT: u64 = 4_000_000_000;

/// Returns whether this path stands for standard input.
#[must_use]
pub fn is_standard_input(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Maximum size of a text file in bytes.
#[cfg(feature = "json")]
pub const TEXT_LIMIT: u64 = 256_000_000;

/// Reads a regular file or a pipe with at most `most` bytes.
///
/// # Errors
/// Fails if the file cannot be read, is a device, or has more bytes than the operating system says. If `most` is
/// `u64::MAX`, fails too if a stream has more than 4,000,000,000 bytes.
pub fn open(path: &Path, most: u64) -> io::Result<Opened> {
    let metadata = fs::metadata(path)?;
    // Merely opening a device may have an effect on it.
    if is_device(metadata.file_type()) {
        return Err(invalid("a device, not a file"));
    }
    match (metadata.is_file() || metadata.is_dir()).then_some(metadata.len()) {
        Some(size) if size > most => Ok(Opened::TooLarge(size)),
        size => read(File::open(path)?, size, size.unwrap_or_else(|| stream_limit(most)), most),
    }
}

/// Reads a file as [`open`] does, or standard input if the path is `-`.
///
/// # Errors
/// Fails in the same cases as [`open`].
pub fn open_input(path: &Path, most: u64) -> io::Result<Opened> {
    if is_standard_input(path) { read(io::stdin().lock(), None, stream_limit(most), most) } else { open(path, most) }
}

/// Returns the maximum number of bytes that are accepted from a stream.
fn stream_limit(most: u64) -> u64 {
    if most == u64::MAX { STREAM_LIMIT } else { most }
}

fn invalid(cause: impl Into<String>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, cause.into())
}

/// Reads a file of `size` bytes, or a stream if `size` is `None`. Accepts at most `limit` bytes.
fn read(from: impl Read, size: Option<u64>, limit: u64, most: u64) -> io::Result<Opened> {
    let mut bytes = Vec::new();
    // The program requests eight bytes more than the size, because some files of /proc yield either eight bytes at once
    // or none.
    bytes.try_reserve_exact(usize::try_from(size.unwrap_or(0).saturating_add(8)).unwrap_or(usize::MAX))?;
    from.take(limit.saturating_add(8)).read_to_end(&mut bytes)?;
    match (u64::try_from(bytes.len()), size) {
        (Ok(length), _) if length <= limit => Ok(Opened::Bytes(bytes)),
        // A file that yields more bytes than its size, such as one of /proc, may never end.
        (_, Some(size)) => Err(invalid(format!("it yields more bytes than its size, {size}"))),
        (Ok(length), None) if limit == most => Ok(Opened::TooLarge(length)),
        _ => Err(invalid(format!("more than {limit} bytes, the limit for a stream"))),
    }
}

/// Decodes a text of at most [`TEXT_LIMIT`] bytes as UTF-8, and strips a byte-order mark.
///
/// # Errors
/// Fails with an error of the kind `InvalidData` if the text is too large or is not UTF-8.
#[cfg(feature = "json")]
pub fn text(opened: Opened) -> io::Result<String> {
    let wrong = |cause: String| io::Error::new(io::ErrorKind::InvalidData, cause);
    match opened {
        Opened::Bytes(bytes) => crate::json::decoded(bytes).map_err(wrong),
        Opened::TooLarge(_) => Err(wrong(format!("more than {TEXT_LIMIT} bytes"))),
    }
}

fn is_device(kind: fs::FileType) -> bool {
    #[cfg(unix)]
    let device = std::os::unix::fs::FileTypeExt::is_char_device(&kind) || std::os::unix::fs::FileTypeExt::is_block_device(&kind);
    #[cfg(not(unix))]
    let (device, _) = (false, kind);
    device
}

#[cfg(test)]
mod tests {
    use super::{Opened, read};

    #[test]
    fn what_yields_more_bytes_than_its_size_or_the_limit() {
        // Columns: number of bytes supplied, size of the file, limit of bytes, memory allowed, and the expected result.
        for (length, size, limit, most, expected) in [
            (10, None, 10, u64::MAX, "read"),
            (11, None, 10, u64::MAX, "more than 10 bytes, the limit for a stream"),
            (20, None, 20, 20, "read"),
            (21, None, 20, 20, "too large, 21"),
            (30, None, 20, 20, "too large, 28"),
            (20, Some(20), 20, u64::MAX, "read"),
            (19, Some(20), 20, u64::MAX, "read"),
            (21, Some(20), 20, u64::MAX, "it yields more bytes than its size, 20"),
            (21, Some(20), 20, 20, "it yields more bytes than its size, 20"),
        ] {
            let found = match read(&vec![0; length][..], size, limit, most) {
                Ok(Opened::Bytes(bytes)) if bytes.len() == length => "read".to_owned(),
                Ok(Opened::Bytes(bytes)) => format!("{} bytes", bytes.len()),
                Ok(Opened::TooLarge(size)) => format!("too large, {size}"),
                Err(cause) => cause.to_string(),
            };
            assert_eq!(found, expected, "{length} bytes, size {size:?}, {most} allowed");
        }
    }
}
