//! Tests the command line of `solve`: output streams, files and exit status.

#[path = "../common/mod.rs"]
mod common;
mod lookup;
mod refusals;
#[path = "../common/run.rs"]
mod run;
mod solving;
#[cfg(unix)]
mod unix;

use std::fs;
use std::path::{Path, PathBuf};

use run::{folder, solve};

/// Lists all files below a folder, hidden ones too, with their bytes, sorted by name.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    fn collect(root: &Path, folder: &Path, found: &mut Vec<(String, Vec<u8>)>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                collect(root, &path, found);
            } else {
                found.push((path.strip_prefix(root).unwrap().to_str().unwrap().to_owned(), fs::read(&path).unwrap()));
            }
        }
    }
    let mut found = Vec::new();
    if folder.exists() {
        collect(folder, folder, &mut found);
    }
    found.sort();
    found
}

fn names(folder: &Path) -> Vec<String> {
    files(folder).into_iter().map(|(name, _)| name).collect()
}

fn sha256(bytes: &[u8]) -> String {
    gamecert_checker::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Returns a folder with certificates in three subfolders. `kpk` contains the ending KPK on 4x4, `kpkp` contains KPKP
/// on 2x4, and `krk` contains KRK on 3x3.
fn certificates(test: &str) -> PathBuf {
    let folder = folder(test);
    for arguments in ["KPK --board 4x4 --emit-dir kpk", "KPKP --board 2x4 --emit-dir kpkp", "KRK --board 3x3 --emit-dir krk"] {
        solve(&folder, &format!("bidding-chess {arguments}")).answers();
    }
    folder
}
