//! Files written whole or not at all: beside the old file under another name, then renamed.
//!
//! Whether a file may be replaced is the caller's decision.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

/// Writes a file in the place of the one that is there, if any. Nobody ever sees half of it, and the old file stays where writing fails.
///
/// What is no regular file, such as a pipe or `/dev/null`, is written into and not replaced. `-` is standard output.
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
pub fn write_with(path: &Path, fill: impl FnOnce(&mut Limited) -> io::Result<()>) -> io::Result<()> {
    if is_standard_output(path) {
        let mut out = io::stdout().lock();
        return fill(&mut Limited { file: &mut out, left: u64::MAX }).and_then(|()| out.flush());
    }
    let known = fs::metadata(path);
    if let Ok(known) = &known
        && !known.is_file()
    {
        // A folder is refused here in the system's words.
        return fill(&mut Limited { file: &mut File::options().write(true).open(path)?, left: u64::MAX });
    }
    // A symbolic link stays, and what it leads to is replaced or made.
    let path = if known.is_ok() { fs::canonicalize(path)? } else { followed(path)? };
    let mut file = beside(&path)?;
    fill(&mut Limited { file: file.as_file_mut(), left: largest_file() })?;
    if let Ok(known) = known {
        file.as_file().set_permissions(known.permissions())?;
    }
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}

/// A file that is written up to the size that the system allows a process.
///
/// With a byte more the system would end the process (`SIGXFSZ`), which would leave a temporary file.
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

/// The size that the system allows a file that this process writes.
#[cfg(unix)]
fn largest_file() -> u64 {
    rustix::process::getrlimit(rustix::process::Resource::Fsize).current.unwrap_or(u64::MAX)
}

#[cfg(not(unix))]
fn largest_file() -> u64 {
    u64::MAX
}

/// Whether a path stands for standard output.
#[must_use]
pub fn is_standard_output(path: &Path) -> bool {
    path == Path::new("-")
}

/// At most as many links are followed, one after another.
const MAX_LINKS: usize = 40;

/// The path of a file that is not there, behind symbolic links.
///
/// # Errors
/// If links lead to one another.
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
