//! Stores endgame tables in the user's cache, one file for each material, because building the tables takes long. A
//! file begins with a title line. After the title line, the file has blocks of data, each with a checksum. A file is
//! ignored and built again if it is damaged, or if it belongs to another rule set or another version of the program.
//! Unnoticed damage could make a search miss a win or report a win that does not exist. A wrong win is never certified,
//! because the checker verifies every certificate.

use std::io;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::control::{Control, Interrupted};
use crate::games::losing_chess::Stalemate;
use crate::games::losing_chess::tables::{BLOCK, Material, Opened, Store, Tables, Unwritten};
use crate::solve::cache;

/// The first line of every table file begins with these words. The number in the title is the version of the file
/// format.
const TITLE: &str = "gamecert tables of losing chess, files 2";
/// Number of bytes of a checksum.
const CHECKSUM: usize = size_of::<u32>();

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
        cache::part(&self.file(name), 0, title.len()).is_some_and(|found| found == title.as_bytes())
    }

    fn block(&self, name: &str, number: usize) -> Option<Vec<u8>> {
        let title = self.title(name);
        let place = title.len() + number * (BLOCK + CHECKSUM);
        let mut block = cache::part(&self.file(name), place, BLOCK + CHECKSUM)?;
        if block.is_empty() {
            return Some(block);
        }
        let sum = block.split_off(block.len().checked_sub(CHECKSUM)?);
        (sum == checksum(&title, number, &block)).then_some(block)
    }

    fn write(&self, name: &str, contents: &[u8]) -> io::Result<()> {
        let title = self.title(name);
        let mut file = title.clone().into_bytes();
        for (number, block) in contents.chunks(BLOCK).enumerate() {
            file.extend_from_slice(block);
            file.extend(checksum(&title, number, block));
        }
        cache::write(&self.file(name), &file)
    }
}

/// Returns the checksum of a block from its contents, its index and the title of its file. If a block is moved to
/// another index or file, its checksum no longer matches.
fn checksum(title: &str, number: usize, block: &[u8]) -> [u8; CHECKSUM] {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(title.as_bytes());
    hasher.update(&number.to_le_bytes());
    hasher.update(block);
    hasher.finalize().to_le_bytes()
}

/// Smallest and greatest number of pieces and pawns for which there are tables.
pub const UNITS: RangeInclusive<u32> = 2..=4;

/// Tables in a folder, for one rule set and one number of pieces and pawns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stored {
    /// Rule set.
    pub rule: Stalemate,
    /// Number of pieces and pawns in the positions of the tables.
    pub units: u32,
    /// Folder of the files.
    pub folder: PathBuf,
    /// Number of tables that are stored.
    pub tables: usize,
    /// Number of tables that exist for this number of pieces and pawns.
    pub all: usize,
    /// Number of bytes of the files.
    pub bytes: u64,
}

/// Counts the tables in the user's cache under a rule set, for each number of pieces and pawns. Returns `None` if the
/// user has no cache.
#[must_use]
pub fn stored(rule: Stalemate) -> Option<Vec<Stored>> {
    folder(rule).map(|folder| stored_in(rule, &folder))
}

fn stored_in(rule: Stalemate, folder: &Path) -> Vec<Stored> {
    let files = Files { folder: folder.to_owned(), rule };
    let of = |units: u32| {
        let materials: Vec<String> =
            Tables::materials(units).into_iter().filter(|one| one.units() == units).map(|one| one.to_string()).collect();
        let found: Vec<&String> = materials.iter().filter(|name| files.has(name)).collect();
        let bytes = found.iter().filter_map(|name| Some(files.file(name).metadata().ok()?.len())).sum();
        Stored { rule, units, folder: folder.to_owned(), tables: found.len(), all: materials.len(), bytes }
    };
    UNITS.map(of).collect()
}

/// Returns how many of the tables for at most `units` pieces and pawns are missing in the user's cache.
#[must_use]
pub fn missing(rule: Stalemate, units: u32) -> usize {
    let files = folder(rule).map(|folder| Files { folder, rule });
    Tables::missing(units, files.as_ref().map(|files| files as _)).len()
}

/// Tables that will be built, with upper bounds of the disk space and memory that they take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Rule set.
    pub rule: Stalemate,
    /// Maximum number of pieces and pawns in the positions of the tables.
    pub units: u32,
    /// Folder of the files.
    pub folder: PathBuf,
    /// Tables that are missing in the folder.
    pub missing: Vec<Material>,
    /// Maximum number of bytes of the new files.
    pub disk: u64,
    /// Maximum number of bytes of memory while the tables are built. The number is 0 if no table is missing.
    pub memory: u64,
}

/// Reason why tables were not built.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// The user stopped the work.
    #[error("interrupted")]
    Interrupted,
    /// A file could not be written.
    #[error("{}: {error}", folder.display())]
    Unwritten {
        /// Folder of the file.
        folder: PathBuf,
        /// Error that the operating system reports.
        error: io::Error,
    },
}

impl Plan {
    /// Plans which tables for at most `units` pieces and pawns must be added to the user's cache. The memory estimate
    /// assumes that `threads` threads build the tables. Returns `None` if the user has no cache.
    #[must_use]
    pub fn new(rule: Stalemate, units: u32, threads: usize) -> Option<Self> {
        folder(rule).map(|folder| Self::in_folder(rule, units, folder, threads))
    }

    fn in_folder(rule: Stalemate, units: u32, folder: PathBuf, threads: usize) -> Self {
        let missing = Tables::missing(units, Some(&Files { folder: folder.clone(), rule }));
        let (disk, memory) = (Tables::bytes_stored(&missing), Tables::bytes_to_build(&missing, threads));
        Self { rule, units, folder, missing, disk, memory }
    }

    /// Builds the missing tables and stores them. Stops at the first table that cannot be stored.
    ///
    /// # Errors
    /// [`BuildError`]. Tables that were stored before remain stored.
    pub fn build(&self, threads: usize, control: Control) -> Result<(), BuildError> {
        let store = Box::new(Files { folder: self.folder.clone(), rule: self.rule });
        let tables = Tables::new(self.rule, self.units, Some(store));
        match tables.complete(threads, Unwritten::Stop, control) {
            Ok(None) => Ok(()),
            Ok(Some(error)) => Err(BuildError::Unwritten { folder: self.folder.clone(), error }),
            Err(Interrupted) => Err(BuildError::Interrupted),
        }
    }
}

/// Opens the tables for all materials with at most `units` pieces and pawns. Reads the tables from `folder`, and builds
/// the missing ones. If there is no folder, builds all tables.
///
/// # Errors
/// [`Interrupted`] if `control` asks for a stop while tables are built. Finished tables remain in the folder.
pub fn open(rule: Stalemate, units: u32, folder: Option<&Path>, threads: usize, control: Control) -> Result<Opened, Interrupted> {
    Tables::open(rule, units, store(rule, folder), threads, control)
}

/// Returns the store that keeps the tables of a rule set in a folder. Returns `None` if there is no folder.
pub(super) fn store(rule: Stalemate, folder: Option<&Path>) -> Option<Box<dyn Store>> {
    folder.map(|folder| Box::new(Files { folder: folder.to_owned(), rule }) as Box<dyn Store>)
}

/// Opens tables as [`open`] does, in the user's cache. If a table cannot be written, calls `unwritten` with the folder
/// and the error.
///
/// # Errors
/// [`Interrupted`] if `control` asks for a stop while tables are built.
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

    use std::sync::atomic::{AtomicBool, Ordering};

    use super::{BuildError, Files, Plan, open, stored_in};
    use crate::control::{Control, Observer};
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
        let is_usable = |rule| files(rule).has("P-K") && files(rule).block("P-K", 0).is_some();
        assert!(is_usable(Stalemate::Joint));
        assert!(!is_usable(Stalemate::Fics), "another rule set");
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
            assert!(!is_usable(Stalemate::Joint), "{title}");
        }
        fs::remove_file(&file).unwrap();
        opened();
        assert_eq!(fs::read(&file).unwrap(), bytes);
        let in_a_file = open(Stalemate::Joint, 2, Some(&file), 1, Control::unwatched()).unwrap();
        assert!(in_a_file.unwritten.is_some());
    }

    struct After<'a>(u64, &'a AtomicBool);

    impl Observer for After<'_> {
        fn stage(&self, _: &str, _: &str, _: Option<u64>) {}
        fn at(&self, _: &str, step: u64, _: &str) {
            self.1.fetch_or(step >= self.0, Ordering::Relaxed);
        }
        fn done(&self, _: &str) {}
    }

    #[test]
    fn finished_tables_are_kept() {
        let scratch = tempfile::tempdir().unwrap();
        let folder = scratch.path().join("tables");
        let plan = || Plan::in_folder(Stalemate::Joint, 2, folder.clone(), 1);
        let (whole, stop) = (plan(), AtomicBool::new(false));
        let stopped = whole.build(1, Control::new("", &After(5, &stop), &stop));
        assert!(matches!(stopped, Err(BuildError::Interrupted)));
        let left = plan();
        assert_eq!((whole.missing.len(), left.missing.len()), (21, 16));
        assert!(left.disk < whole.disk, "{} and {} bytes", left.disk, whole.disk);
        left.build(1, Control::unwatched()).unwrap();
        assert_eq!((plan().missing.len(), plan().memory), (0, 0));
        let [two, three, _] = &stored_in(Stalemate::Joint, &folder)[..] else { panic!("three numbers of units") };
        assert_eq!((two.tables, three.tables), (21, 0));
        assert!(0 < two.bytes && two.bytes <= whole.disk, "{} bytes of at most {}", two.bytes, whole.disk);
    }

    #[test]
    fn the_first_table_that_cannot_be_stored_ends_the_work() {
        let scratch = tempfile::tempdir().unwrap();
        let file = scratch.path().join("file");
        fs::write(&file, "").unwrap();
        let stop = AtomicBool::new(false);
        let failed = Plan::in_folder(Stalemate::Joint, 2, file.clone(), 1).build(1, Control::new("", &After(2, &stop), &stop));
        assert!(matches!(failed, Err(BuildError::Unwritten { folder, .. }) if folder == file));
        assert!(!stop.load(Ordering::Relaxed), "a second table was built");
    }
}
