//! Writes files atomically, by renaming a temporary file in the same folder.
//!
//! Whether an existing file may be replaced is decided by the caller.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

/// Writes a file atomically and replaces an existing file. If writing fails, the old file stays.
///
/// Writes directly to special files such as pipes or `/dev/null`. If the path is `-`, the bytes go to standard output.
///
/// # Errors
/// Fails if the operating system reports an error.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write_with(path, |file| file.write_all(bytes))
}

/// Writes the bytes that `fill` produces to a file. The file is written atomically, as [`write()`] does.
///
/// # Errors
/// Fails if the operating system reports an error, or if `fill` returns an error.
pub fn write_with(path: &Path, fill: impl FnOnce(&mut Limited) -> io::Result<()>) -> io::Result<()> {
    if is_standard_output(path) {
        let mut out = io::stdout().lock();
        return fill(&mut Limited { file: &mut out, left: u64::MAX }).and_then(|()| out.flush());
    }
    let known = fs::metadata(path);
    if let Ok(known) = &known
        && !known.is_file()
    {
        // If the path is a folder, opening it fails here with the system's error.
        return fill(&mut Limited { file: &mut File::options().write(true).open(path)?, left: u64::MAX });
    }
    // A symbolic link stays. The file to which the link points is replaced or created.
    let path = if known.is_ok() { fs::canonicalize(path)? } else { followed(path)? };
    let mut file = beside(&path)?;
    fill(&mut Limited { file: file.as_file_mut(), left: largest_file() })?;
    if let Ok(known) = known {
        file.as_file().set_permissions(known.permissions())?;
    }
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}

/// A file writer that fails before the file exceeds the system's size limit.
///
/// Without this error, the system would end the process (`SIGXFSZ`), and a temporary file would remain.
pub struct Limited<'f> {
    file: &'f mut dyn Write,
    left: u64,
}

impl Write for Limited<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if bytes.len() as u64 > self.left {
            return Err(io::Error::new(io::ErrorKind::FileTooLarge, "File too large for the limit that the system has set (ulimit -f)"));
        }
        let written = self.file.write(bytes)?;
        self.left -= written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Returns the maximum size of a file that this process may write.
#[cfg(unix)]
fn largest_file() -> u64 {
    rustix::process::getrlimit(rustix::process::Resource::Fsize).current.unwrap_or(u64::MAX)
}

#[cfg(not(unix))]
fn largest_file() -> u64 {
    u64::MAX
}

/// Returns whether a path stands for standard output.
#[must_use]
pub fn is_standard_output(path: &Path) -> bool {
    path == Path::new("-")
}

/// A chain with this number of symbolic links is rejected.
const MAX_LINKS: usize = 40;

/// Follows a chain of symbolic links and returns the path at its end. The path is returned even if no file exists
/// there.
///
/// # Errors
/// Fails if the links form a cycle, or if the chain has 40 or more links.
pub fn followed(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MAX_LINKS {
        match fs::read_link(&path) {
            Ok(target) => path = folder_of(&path).join(target),
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("symbolic links without end"))
}

/// Creates a temporary file in the folder of `path`. The file is deleted unless it is renamed.
///
/// # Errors
/// Fails if the operating system reports an error.
pub fn beside(path: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".solve-");
    // Temporary files are private by default, but this one will become an ordinary file.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder_of(path))
}

/// Returns the folder of a file, or `.` if the path has no folder.
#[must_use]
pub fn folder_of(path: &Path) -> PathBuf {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new(".")).to_owned()
}
