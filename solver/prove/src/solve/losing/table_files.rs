//! Keeps endgame tables in files of the user's cache, one file for each material, because building them takes time. The
//! files are never trusted: one that is damaged, of another rule set or of another version of the program is ignored,
//! and its tables are built again. If damage went unnoticed, a search could fail to find a win or find none that
//! exists, but no wrong win would be certified, since the checker verifies every certificate.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use sha2::{Digest as _, Sha256};

use crate::control::{Control, Interrupted};
use crate::games::losing_chess::Stalemate;
use crate::games::losing_chess::tables::{Opened, Store, Tables};
use crate::solve::cache;

/// Beginning of the first line of a file.
const TITLE: &str = "gamecert tables of losing chess";

/// Returns the folder for tables under a rule set in the user's cache, if the user has one.
#[must_use]
pub fn folder(rule: Stalemate) -> Option<PathBuf> {
    cache::folder().map(|folder| folder.join(format!("losing-chess-tables-{rule}")))
}

/// Files in a folder.
struct Files {
    folder: PathBuf,
    rule: Stalemate,
}

impl Files {
    fn file(&self, name: &str) -> PathBuf {
        self.folder.join(format!("{name}.table"))
    }

    /// Returns the first line of a file. It differs for each rule set, material and version of the program.
    fn title(&self, name: &str) -> String {
        format!("{TITLE}, {}, {} rule, {name}\n", env!("CARGO_PKG_VERSION"), self.rule)
    }
}

impl Store for Files {
    fn has(&self, name: &str) -> bool {
        let title = self.title(name);
        cache::beginning(&self.file(name), title.len()).is_some_and(|found| found == title.as_bytes())
    }

    fn read(&self, name: &str) -> Option<Vec<u8>> {
        let mut bytes = cache::read(&self.file(name))?;
        let digest = self.title(name).len();
        let contents = digest + Sha256::output_size();
        let whole = bytes.starts_with(self.title(name).as_bytes()) && bytes.len() >= contents;
        (whole && Sha256::digest(&bytes[contents..])[..] == bytes[digest..contents]).then(|| bytes.split_off(contents))
    }

    fn write(&self, name: &str, contents: &[u8]) -> io::Result<()> {
        cache::write(&self.file(name), &[self.title(name).as_bytes(), &Sha256::digest(contents), contents].concat())
    }
}

/// Opens all tables of at most `units` units. Reads them from `folder` and builds those that are missing there. Without
/// a folder all tables are built.
///
/// # Errors
/// [`Interrupted`] if `control` asks for a stop while tables are built. Finished tables remain in the folder.
pub fn open(rule: Stalemate, units: u32, folder: Option<&Path>, threads: usize, control: Control) -> Result<Opened, Interrupted> {
    let store = folder.map(|folder| Box::new(Files { folder: folder.to_owned(), rule }) as Box<dyn Store>);
    Tables::open(rule, units, store, threads, control)
}

/// Opens tables as [`open`] does, in the user's cache. `unwritten` is called with the folder and the error if tables
/// cannot be written.
///
/// # Errors
/// [`Interrupted`], as [`open`].
pub fn open_cached(
    rule: Stalemate,
    units: u32,
    threads: usize,
    unwritten: impl FnOnce(&Path, &io::Error),
    control: Control,
) -> Result<Arc<Tables>, Interrupted> {
    let folder = folder(rule);
    let opened = open(rule, units, folder.as_deref(), threads, control)?;
    if let (Some(folder), Some(error)) = (folder, opened.unwritten) {
        unwritten(&folder, &error);
    }
    Ok(Arc::new(opened.tables))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::{Files, open};
    use crate::control::Control;
    use crate::games::losing_chess::Stalemate;
    use crate::games::losing_chess::tables::Store as _;

    #[test]
    fn files_that_are_not_these_tables_are_built_again() {
        let scratch = tempfile::tempdir().unwrap();
        let folder = scratch.path().join("below").join("tables");
        let opened = || open(Stalemate::Joint, 2, Some(&folder), 1, Control::unwatched()).unwrap();
        assert!(opened().unwritten.is_none());
        let files = |rule| Files { folder: folder.clone(), rule };
        let file = folder.join("P-K.table");
        let bytes = fs::read(&file).unwrap();
        assert!(files(Stalemate::Joint).read("P-K").is_some());
        assert!(files(Stalemate::Fics).read("P-K").is_none(), "another rule set");
        let flipped = |at: usize| bytes.iter().enumerate().map(|(place, byte)| byte ^ u8::from(place == at)).collect();
        for (title, bad) in [
            ("cut", bytes[..bytes.len() - 1].to_vec()),
            ("empty", Vec::new()),
            ("too long", [&bytes[..], &[0]].concat()),
            ("another version", flipped(36)),
            ("a changed entry", flipped(bytes.len() - 9)),
            ("another material", fs::read(folder.join("K-N.table")).unwrap()),
        ] {
            fs::write(&file, bad).unwrap();
            assert!(files(Stalemate::Joint).read("P-K").is_none(), "{title}");
        }
        fs::remove_file(&file).unwrap();
        opened();
        assert_eq!(fs::read(&file).unwrap(), bytes);
        let in_a_file = open(Stalemate::Joint, 2, Some(&file), 1, Control::unwatched()).unwrap();
        assert!(in_a_file.unwritten.is_some());
    }
}
