//! Lists the certificates in a folder and its subfolders.

use super::folders::is_certificate;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Lists the files `*.cbor` in a folder and in all its subfolders, sorted by path. Links to folders are not followed.
/// If a folder cannot be listed, the result contains the folder with the error. If no certificate is found, the result
/// contains only `folder`, with an error.
#[must_use]
pub fn below(folder: &Path) -> Vec<(PathBuf, io::Result<()>)> {
    let (mut waiting, mut found) = (vec![folder.to_path_buf()], Vec::new());
    while let Some(folder) = waiting.pop() {
        let entries = match fs::read_dir(&folder) {
            Ok(entries) => entries,
            Err(cause) => {
                found.push((folder, Err(cause)));
                continue;
            }
        };
        for entry in entries {
            match entry.and_then(|entry| Ok((entry.path(), entry.file_type()?.is_dir()))) {
                Ok((path, true)) => waiting.push(path),
                Ok((path, false)) if is_certificate(&path) => found.push((path, Ok(()))),
                Ok(_) => {}
                Err(cause) => found.push((folder.clone(), Err(cause))),
            }
        }
    }
    if found.is_empty() {
        let nothing = io::Error::new(io::ErrorKind::NotFound, "a folder with no *.cbor in it or below");
        found.push((folder.to_path_buf(), Err(nothing)));
    }
    found.sort_by(|(one, _), (other, _)| one.cmp(other));
    found
}
