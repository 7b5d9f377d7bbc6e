//! Certificates as files: written whole or not at all.

use std::io::Write;
use std::path::Path;

use super::outcome::Failure;

/// Writes a file under another name first, so that nobody ever sees half of it.
///
/// # Errors
/// If the file cannot be written; nothing is left behind then.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let write = || {
        let mut builder = tempfile::Builder::new();
        builder.prefix(".solve-");
        // Temporary files are private by default; this one is to become an ordinary file.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let mut file = builder.tempfile_in(folder)?;
        file.write_all(bytes)?;
        file.persist(path).map_err(|error| error.error)
    };
    write().map(|_| ()).map_err(|error| Failure::file(path, &error))
}
