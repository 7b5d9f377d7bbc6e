//! Keeps endgame tables in the user's cache, one file for each material, because it takes long to build the tables. A
//! file is ignored and built again if it is damaged, or if it belongs to another rule set or another version of the
//! program. Unnoticed damage could make a search miss a win or report a win that does not exist. A wrong win is never
//! certified, because the checker verifies every certificate.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use sha2::{Digest as _, Sha256};

use crate::control::{Control, Interrupted};
use crate::games::losing_chess::Stalemate;
use crate::games::losing_chess::tables::{Opened, Store, Tables};
use crate::solve::cache;

/// The first line of every table file begins with these words.
const TITLE: &str = "gamecert tables of losing chess";

/// Returns the folder for the tables of a rule set, or `None` if the user has no cache folder.
#[must_use]
pub fn folder(rule: Stalemate) -> Option<PathBuf> {
    cache::folder().map(|folder| folder.join(format!("losing-chess-tables-{rule}")))
}

struct Files {
    folder: PathBuf,
    rule: Stalemate,
}

impl Files {
    fn file(&self, name: &str) -> PathBuf {
        self.folder.join(format!("{name}.table"))
    }

    /// Returns the first line of a table file, which names the version of the program, the rule set and the material.
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

/// Opens the tables of all materials with at most `units` pieces and pawns. Reads the tables from `folder`, and builds
/// the missing ones. If there is no folder, builds all tables.
///
/// # Errors
/// [`Interrupted`] if `control` asks for a stop while tables are built. Finished tables remain in the folder.
pub fn open(rule: Stalemate, units: u32, folder: Option<&Path>, threads: usize, control: Control) -> Result<Opened, Interrupted> {
    let store = folder.map(|folder| Box::new(Files { folder: folder.to_owned(), rule }) as Box<dyn Store>);
    Tables::open(rule, units, store, threads, control)
}

/// Opens tables as [`open`] does, in the user's cache. If tables cannot be written, calls `unwritten` with the folder
/// and the error.
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
