//! Keeps endgame tables in a file, because building them takes seconds. A file is never trusted: one that is damaged,
//! cut, of another rule set or of another version of the program is ignored, and the tables are built again. Damage
//! that a test misses can only make a search fail, since the checker verifies every certificate.

use std::io;
use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};

use crate::control::{Control, Interrupted};
use crate::games::losing_chess::Stalemate;
use crate::games::losing_chess::tables::Tables;
use crate::solve::cache;

/// Returns the file of tables in the user's cache, if the user has one.
#[must_use]
pub fn cached(rule: Stalemate, units: u32) -> Option<PathBuf> {
    cache::folder().map(|folder| folder.join(format!("losing-chess-{rule}-{units}.tables")))
}

/// First line of a file.
const TITLE: &str = "gamecert losing-chess tables";

/// Tables, and the reason why their file could not be written, if there is one.
pub struct Opened {
    /// Tables of at most the requested number of units.
    pub tables: Tables,
    /// Error in writing the file. The tables are complete nevertheless.
    pub unwritten: Option<io::Error>,
}

/// Reads the tables of at most `units` units from `file`, or builds them and writes them to `file`. Without a file the
/// tables are built.
///
/// # Errors
/// [`Interrupted`] if `control` asks for a stop while the tables are built.
pub fn open(rule: Stalemate, units: u32, file: Option<&Path>, threads: usize, control: Control) -> Result<Opened, Interrupted> {
    if let Some(tables) = file.and_then(|file| read(rule, units, file)) {
        return Ok(Opened { tables, unwritten: None });
    }
    control.stage(&format!("endgame tables of {units} units, {rule} rule"), None);
    let tables = Tables::new(rule, units, threads, control)?;
    let unwritten = file.and_then(|file| write(&tables, units, file).err());
    Ok(Opened { tables, unwritten })
}

fn read(rule: Stalemate, units: u32, file: &Path) -> Option<Tables> {
    let bytes = cache::read(file)?;
    let contents = bytes.strip_prefix(title(rule, units).as_bytes())?;
    let (digest, contents) = contents.split_at_checked(Sha256::output_size())?;
    (Sha256::digest(contents)[..] == *digest).then(|| Tables::from_bytes(rule, units, contents)).flatten()
}

fn write(tables: &Tables, units: u32, file: &Path) -> io::Result<()> {
    let contents = tables.to_bytes();
    let bytes = [title(tables.rule(), units).as_bytes(), &Sha256::digest(&contents), &contents].concat();
    cache::write(file, &bytes)
}

/// Returns the lines before the digest. They differ for each rule set, number of units and version of the program.
fn title(rule: Stalemate, units: u32) -> String {
    format!("{TITLE}\n{}\n{rule} {units}\n", env!("CARGO_PKG_VERSION"))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::{open, read};
    use crate::control::Control;
    use crate::games::losing_chess::Stalemate;

    #[test]
    fn files_that_are_not_these_tables_are_built_again() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("below").join("tables");
        let made = open(Stalemate::Joint, 2, Some(&file), 1, Control::unwatched()).unwrap();
        assert!(made.unwritten.is_none());
        let bytes = fs::read(&file).unwrap();
        assert!(read(Stalemate::Joint, 2, &file).is_some());
        assert!(read(Stalemate::Fics, 2, &file).is_none(), "another rule set");
        assert!(read(Stalemate::Joint, 3, &file).is_none(), "another number of units");
        let flipped = |at: usize| bytes.iter().enumerate().map(|(place, byte)| byte ^ u8::from(place == at)).collect();
        for (title, bad) in [
            ("cut", bytes[..bytes.len() - 1].to_vec()),
            ("empty", Vec::new()),
            ("too long", [&bytes[..], &[0]].concat()),
            ("another version", flipped(32)),
            ("a changed entry", flipped(bytes.len() - 9)),
        ] {
            fs::write(&file, bad).unwrap();
            assert!(read(Stalemate::Joint, 2, &file).is_none(), "{title}");
            open(Stalemate::Joint, 2, Some(&file), 1, Control::unwatched()).unwrap();
            assert_eq!(fs::read(&file).unwrap(), bytes, "{title}");
        }
        let in_a_file = file.join("tables");
        assert!(open(Stalemate::Joint, 2, Some(&in_a_file), 1, Control::unwatched()).unwrap().unwritten.is_some());
    }
}
