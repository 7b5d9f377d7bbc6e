//! Certificates as files: written whole or not at all.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::outcome::Failure;
use crate::certificate::Certificate;
use crate::games::bidding_chess::{Board, Material};

/// Where the certificates of a family go: nowhere, into a folder, or the last one into a file and those it cites beside it.
pub(super) struct Target {
    folder: Option<PathBuf>,
    last: Option<PathBuf>,
}

impl Target {
    /// What `--emit-cert` and `--emit-dir` ask for. Nothing is created yet.
    pub(super) fn of_endings(file: Option<&Path>, folder: Option<&Path>, board: Board, materials: &[Material]) -> Result<Self, Failure> {
        let cited: Vec<String> = match (file, materials) {
            (None, _) => Vec::new(),
            (Some(_), [material]) => {
                Material::closure(material.sub_endings().as_slice()).iter().map(|cited| cited.file_name(board)).collect()
            }
            (Some(_), _) => return Err(Failure::input("--emit-cert takes one ending; use --emit-dir for several")),
        };
        Self::new(file, folder, &cited)
    }

    /// What is asked for, where the certificate of `--emit-cert` cites others of these names. Nothing is created yet.
    pub(super) fn new(file: Option<&Path>, folder: Option<&Path>, cited: &[String]) -> Result<Self, Failure> {
        let target = match (file, folder) {
            (None, None) => return Ok(Self { folder: None, last: None }),
            (None, Some(folder)) => Self { folder: Some(folder.to_owned()), last: None },
            (Some(file), _) => {
                let folder = file.parent().unwrap_or(Path::new(""));
                if !names_file(file) {
                    return Err(Failure::input(format!("{}: a folder, not a file", file.display())));
                }
                if cited.iter().any(|cited| file == folder.join(cited)) {
                    return Err(Failure::input(format!("{} is the name of a certificate that this one cites", file.display())));
                }
                Self { folder: Some(folder.to_owned()), last: Some(file.to_owned()) }
            }
        };
        target.folder.iter().try_for_each(|folder| may_be_folder(folder))?;
        Ok(target)
    }

    /// Writes certificates of these names, cited ones first; says where each went.
    pub(super) fn write(&self, names: &[String], certificates: &[Certificate]) -> Result<Vec<Option<PathBuf>>, Failure> {
        let Some(folder) = &self.folder else { return Ok(vec![None; names.len()]) };
        make_folder(folder)?;
        let mut files: Vec<PathBuf> = names.iter().map(|name| folder.join(name)).collect();
        if let (Some(asked), Some(last)) = (&self.last, files.last_mut()) {
            last.clone_from(asked);
        }
        for (file, certificate) in files.iter().zip(certificates) {
            write_whole(file, &certificate.bytes)?;
        }
        Ok(files.into_iter().map(Some).collect())
    }
}

/// Whether a path can be a file's.
pub(super) fn names_file(path: &Path) -> bool {
    !path.is_dir() && path.file_name().is_some() && !path.as_os_str().as_encoded_bytes().ends_with(b"/")
}

/// Makes a folder, unless it is there.
fn make_folder(folder: &Path) -> Result<(), Failure> {
    if folder.as_os_str().is_empty() { Ok(()) } else { std::fs::create_dir_all(folder).map_err(|error| Failure::file(folder, &error)) }
}

/// Whether there is such a folder, or one can be made as far as can be seen now.
fn may_be_folder(folder: &Path) -> Result<(), Failure> {
    match folder.ancestors().find(|path| path.exists()) {
        Some(path) if !path.is_dir() => Err(Failure::input(format!("{} is not a folder", path.display()))),
        _ => Ok(()),
    }
}

/// Writes a file under another name first, so that nobody ever sees half of it. Nothing is left behind when that fails, and what was there stays as it was.
pub(super) fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    // A device or a pipe is written to; another file in its place would be none.
    if path.metadata().is_ok_and(|there| !there.is_file()) {
        let write = || std::fs::File::options().write(true).open(path)?.write_all(bytes);
        return write().map_err(|error| Failure::file(path, &error));
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let write = || -> io::Result<()> {
        let mut builder = tempfile::Builder::new();
        builder.prefix(".solve-");
        // Temporary files are private by default; this one is to become an ordinary file.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let mut file = builder.tempfile_in(folder)?;
        file.write_all(bytes)?;
        file.persist(path).map_err(|error| error.error)?;
        Ok(())
    };
    write().map_err(|error| Failure::file(path, &error))
}
