//! Files written whole or not at all: beside the old file under another name, then renamed.
//!
//! Whether a file may be replaced is the caller's decision.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

/// Writes a file in the place of the one that is there, if any. Nobody ever sees half of it, and the old file stays where writing fails.
///
/// What is no regular file, such as a pipe or `/dev/null`, is written into and not replaced.
///
/// # Errors
/// What the system says.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write_with(path, |file| file.write_all(bytes))
}

/// [`write()`] with the bytes that `fill` writes.
///
/// # Errors
/// What the system or `fill` says.
pub fn write_with(path: &Path, fill: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    let known = fs::metadata(path);
    if let Ok(known) = &known
        && !known.is_file()
    {
        // A folder is refused here in the system's words.
        return fill(&mut File::options().write(true).open(path)?);
    }
    // A symbolic link stays, and what it leads to is replaced.
    let path = if known.is_ok() { fs::canonicalize(path)? } else { path.to_owned() };
    let mut file = beside(&path)?;
    fill(file.as_file_mut())?;
    if let Ok(known) = known {
        file.as_file().set_permissions(known.permissions())?;
    }
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}

/// A new file of another name in the folder of `path`, which is gone unless it is renamed.
///
/// # Errors
/// What the system says.
pub fn beside(path: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".solve-");
    // Temporary files are private by default; this one is to become an ordinary file.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder_of(path))
}

/// The folder of a file; `.` where the path names none.
#[must_use]
pub fn folder_of(path: &Path) -> PathBuf {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new(".")).to_owned()
}
