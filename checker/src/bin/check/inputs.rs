//! Collects the files to verify from the command line and from the list of `--files-from`. A folder stands for all
//! certificates in it and in its subfolders.

use crate::lines::name;
use gamecert_checker::files::{TEXT_LIMIT, below, is_standard_input, open_input, text};
use std::io;
use std::path::{Path, PathBuf};

pub(crate) struct Input {
    pub(crate) path: PathBuf,
    /// Error message if the path cannot be read, or `None` if no error is known yet.
    pub(crate) trouble: Option<String>,
}

impl From<(PathBuf, io::Result<()>)> for Input {
    fn from((path, listed): (PathBuf, io::Result<()>)) -> Self {
        Self { path, trouble: listed.err().map(|cause| cause.to_string()) }
    }
}

/// Collects all input files in the order in which they are named. `manifest` is the path of the `--expect` file.
pub(crate) fn all(named: &[PathBuf], list: Option<&Path>, manifest: Option<&Path>) -> io::Result<Vec<Input>> {
    once(named.iter().map(PathBuf::as_path).chain(list).chain(manifest))?;
    let listed = list.map(listed).transpose()?.unwrap_or_default();
    let paths = || named.iter().chain(&listed);
    once(paths().map(PathBuf::as_path).chain(list).chain(manifest))?;
    if paths().next().is_none() {
        return Err(io::Error::other("the list names no files"));
    }
    let files = |path: &PathBuf| if path.is_dir() { below(path) } else { vec![(path.clone(), Ok(()))] };
    Ok(paths().flat_map(files).map(Input::from).collect())
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
    let text = open_input(list, TEXT_LIMIT)
        .and_then(text)
        .map_err(|cause| io::Error::other(format!("the list {} cannot be read: {cause}", name(list))))?;
    Ok(text.lines().filter(|line| !line.is_empty()).map(PathBuf::from).collect())
}
