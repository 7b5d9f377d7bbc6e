//! Lists the certificates in a folder.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Lists the files `*.cbor` in a folder, sorted by path, but not the files in its subfolders.
///
/// # Errors
/// Fails if the folder cannot be listed.
pub fn within(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let paths = fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path())).collect::<io::Result<Vec<_>>>()?;
    let mut paths: Vec<PathBuf> = paths.into_iter().filter(|path| is_certificate(path)).collect();
    paths.sort_unstable();
    Ok(paths)
}

/// Returns true if the path has the extension `cbor`, in upper or lower case, and is a regular file or a link to one. A
/// link to a missing file counts too, so that the user sees the error when the link is read.
pub(super) fn is_certificate(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("cbor"))
        && fs::metadata(path).map_or(true, |metadata| metadata.is_file())
}
