//! Keeps files in the user's cache; the program can make each of them again at any time. Files to which other users
//! have access are not read.

use std::fs::{self, File};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

/// Returns the folder of this program in the user's cache directory, if the user has one. The folder need not exist.
#[must_use]
pub fn folder() -> Option<PathBuf> {
    let of = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let directory = if cfg!(windows) {
        of("LOCALAPPDATA")
    } else {
        let home = || std::env::home_dir().filter(|home| home.is_absolute());
        let usual = if cfg!(target_os = "macos") { "Library/Caches" } else { ".cache" };
        of("XDG_CACHE_HOME").or_else(|| home().map(|home| home.join(usual)))
    };
    directory.map(|directory| directory.join("gamecert"))
}

/// Returns how many bytes the user may still write to a folder's file system. The folder need not exist. Returns `None`
/// if the system does not say.
#[must_use]
pub fn room(folder: &Path) -> Option<u64> {
    room_of(folder.ancestors().find(|folder| folder.exists())?)
}

#[cfg(unix)]
fn room_of(folder: &Path) -> Option<u64> {
    let system = rustix::fs::statvfs(folder).ok()?;
    system.f_bavail.checked_mul(system.f_frsize)
}

#[cfg(not(unix))]
fn room_of(_: &Path) -> Option<u64> {
    None
}

/// Reads a file. Returns `None` if the file is not private ([`is_private`]) or cannot be read.
#[must_use]
pub fn read(file: &Path) -> Option<Vec<u8>> {
    let _ = fs::metadata(file).ok().filter(is_private)?;
    fs::read(file).ok()
}

/// Reads at most `length` bytes of a file, from the byte at `start`. Returns `None` in the same cases as [`read`].
#[must_use]
pub fn part(file: &Path, start: usize, length: usize) -> Option<Vec<u8>> {
    let mut file = File::open(file).ok()?;
    let _ = file.metadata().ok().filter(is_private)?;
    file.seek(SeekFrom::Start(start as u64)).ok()?;
    let mut bytes = Vec::with_capacity(length);
    file.take(length as u64).read_to_end(&mut bytes).ok()?;
    Some(bytes)
}

/// Returns whether this is a regular file to which only the owner has access.
#[cfg(unix)]
#[must_use]
pub fn is_private(metadata: &fs::Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt;
    metadata.is_file() && metadata.permissions().mode().trailing_zeros() >= 6
}

/// Returns whether this is a regular file.
#[cfg(not(unix))]
#[must_use]
pub fn is_private(metadata: &fs::Metadata) -> bool {
    metadata.is_file()
}

/// Writes a file atomically. Creates the file's folder if necessary.
///
/// # Errors
/// Fails if the system cannot write the file.
pub fn write(file: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = file.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    // Temporary files have mode 600, so that other users cannot write to the cache.
    let mut temporary = tempfile::NamedTempFile::new_in(folder)?;
    temporary.write_all(bytes)?;
    temporary.persist(file)?;
    Ok(())
}
