//! Certificates that the user named when the server was started. Requests can name only these certificates, and no
//! other files of the user.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::certificate::verify::files::below;
use crate::cli::outcome::Failure;

struct Named {
    name: String,
    path: PathBuf,
    size: u64,
}

/// All certificates that the user named, in the order of the arguments.
pub(super) struct Certificates(Vec<Named>);

impl Certificates {
    /// Collects the named files, and all files `*.cbor` in the named folders and below.
    ///
    /// # Errors
    /// Fails if a file cannot be read or is not a regular file.
    pub(super) fn new(named: &[PathBuf]) -> Result<Self, Failure> {
        let mut found = Self(Vec::new());
        for path in named {
            let failed = |error: io::Error| Failure::file(path, &error);
            if !path.is_dir() {
                found.add(path).map_err(failed)?;
                continue;
            }
            for (file, listed) in below(path) {
                listed.and_then(|()| found.add(&file)).map_err(|error| Failure::file(&file, &error))?;
            }
        }
        Ok(found)
    }

    fn add(&mut self, path: &Path) -> io::Result<()> {
        // Report an unreadable file now and not at the first request.
        let metadata = File::open(path)?.metadata()?;
        if !metadata.is_file() {
            return Err(io::Error::other("not a regular file"));
        }
        let name = path.to_string_lossy().into_owned();
        let path = fs::canonicalize(path)?;
        if self.0.iter().all(|known| known.path != path) {
            // Two names that are not UTF-8 may have become equal by the conversion to text.
            let name = if self.find(&name).is_some() { format!("{name} ({})", self.0.len()) } else { name };
            self.0.push(Named { name, path, size: metadata.len() });
        }
        Ok(())
    }

    /// Returns the path of the certificate with this name.
    pub(super) fn find(&self, name: &str) -> Option<&Path> {
        self.0.iter().find(|known| known.name == name).map(|known| known.path.as_path())
    }

    /// Returns the path of the certificate with this number in the list.
    pub(super) fn at(&self, number: usize) -> Option<&Path> {
        self.0.get(number).map(|known| known.path.as_path())
    }

    /// Returns the folders of all certificates. Cited certificates are looked for in these folders.
    pub(super) fn folders(&self) -> Vec<PathBuf> {
        let mut folders: Vec<PathBuf> = self.0.iter().filter_map(|known| known.path.parent().map(Path::to_owned)).collect();
        folders.sort();
        folders.dedup();
        folders
    }

    /// Returns the list of certificates for the page.
    pub(super) fn list(&self) -> Vec<Value> {
        self.0.iter().map(|Named { name, size, .. }| json!({ "name": name, "size": size })).collect()
    }
}
