//! Collects the files to verify from the command line, from the folders named there, and from a list of paths.

use crate::lines::name;
use crate::read::is_standard_input;
use crate::text;
use std::fs::{self, DirEntry};
use std::io;
use std::path::{Path, PathBuf};

/// A file to verify.
pub(crate) struct Input {
    pub(crate) path: PathBuf,
    /// Reason why the path cannot be read, if the reason is already known.
    pub(crate) trouble: Option<String>,
}

impl Input {
    fn file(path: PathBuf) -> Self {
        Self { path, trouble: None }
    }

    fn trouble(path: &Path, cause: impl ToString) -> Self {
        Self { path: path.to_path_buf(), trouble: Some(cause.to_string()) }
    }
}

/// Collects all input files in the order in which they are named. `manifest` is the file of `--expect`.
pub(crate) fn all(named: &[PathBuf], list: Option<&Path>, manifest: Option<&Path>) -> io::Result<Vec<Input>> {
    once(named.iter().map(PathBuf::as_path).chain(list).chain(manifest))?;
    let listed = list.map(listed).transpose()?.unwrap_or_default();
    let paths = || named.iter().chain(&listed);
    once(paths().map(PathBuf::as_path).chain(list).chain(manifest))?;
    if paths().next().is_none() {
        return Err(io::Error::other("the list names no files"));
    }
    Ok(paths().flat_map(|path| if path.is_dir() { below(path) } else { vec![Input::file(path.clone())] }).collect())
}

/// Fails if standard input is named more than once.
fn once<'p>(paths: impl Iterator<Item = &'p Path>) -> io::Result<()> {
    match paths.filter(|path| is_standard_input(path)).count() {
        0 | 1 => Ok(()),
        _ => Err(io::Error::other("standard input (-) can be read once")),
    }
}

/// Reads a list that contains one path on each line.
fn listed(list: &Path) -> io::Result<Vec<PathBuf>> {
    let text = text::read(list).map_err(|cause| io::Error::other(format!("the list {} cannot be read: {cause}", name(list))))?;
    Ok(text.lines().filter(|line| !line.is_empty()).map(PathBuf::from).collect())
}

/// Finds the files `*.cbor` in a folder and in all its subfolders, sorted by path. A folder that cannot be listed
/// becomes an `Input` with the error.
fn below(folder: &Path) -> Vec<Input> {
    let (mut waiting, mut found) = (vec![folder.to_path_buf()], Vec::new());
    while let Some(folder) = waiting.pop() {
        let entries = match fs::read_dir(&folder) {
            Ok(entries) => entries,
            Err(cause) => {
                found.push(Input::trouble(&folder, cause));
                continue;
            }
        };
        for entry in entries {
            match entry.and_then(|entry| Ok((entry.path(), entry.file_type()?.is_dir()))) {
                Ok((path, true)) => waiting.push(path),
                Ok((path, false)) if is_certificate(&path) => found.push(Input::file(path)),
                Ok(_) => {}
                Err(cause) => found.push(Input::trouble(&folder, cause)),
            }
        }
    }
    if found.is_empty() {
        found.push(Input::trouble(folder, "a folder with no *.cbor in it or below"));
    }
    found.sort_unstable_by(|one, other| one.path.cmp(&other.path));
    found
}

/// Returns whether a directory entry is a regular file, or a link to a regular file, with the extension `cbor` in
/// letters of any case. A dangling link counts too, so that the attempt to read the link reports the error.
fn is_certificate(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("cbor"))
        && fs::metadata(path).map_or(true, |metadata| metadata.is_file())
}

/// Lists the files `*.cbor` in a folder, without its subfolders, sorted by path. The list is empty if the folder cannot
/// be read.
pub(crate) fn within(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry: DirEntry| entry.path()).filter(|path| is_certificate(path)).collect();
    paths.sort_unstable();
    paths
}
