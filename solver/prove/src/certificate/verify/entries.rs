//! Reads the entries of a batch and passes each entry on only after its verification. The memory in use is the same for
//! any number of entries.

use std::fs::File;
use std::path::Path;

use super::{OpenError, Refused, verify_all};
use crate::certificate::Certificate;
use gamecert_unwinnable::certificate::Entry;

use crate::certificate::emit::batch;
use crate::certificate::file_kind::FileKind;
use crate::certificate::read::batch::{Entries, Fault};
use crate::model::name::GameName;

/// Maximum number of entries verified at a time. The checker keeps up to about a kilobyte of memory for each verified
/// entry.
const MAX_ENTRIES: usize = 1 << 13;
/// As soon as the collected entries have at least this size in bytes, they are verified.
const MAX_BYTES: usize = 1 << 18;

/// Entries of a batch that are collected and then verified together.
#[derive(Debug, Default)]
pub struct Portion {
    entries: Vec<Entry>,
    bytes: usize,
}

impl Portion {
    /// Adds an entry.
    pub fn push(&mut self, entry: Entry) {
        self.bytes += entry.size();
        self.entries.push(entry);
    }

    /// Returns the entries.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Returns whether there are enough entries to be verified together.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.entries.len() >= MAX_ENTRIES || self.bytes >= MAX_BYTES
    }

    /// Verifies the collected entries as one batch. Removes the collected entries and returns them.
    ///
    /// # Errors
    /// Fails if the checker refuses the entries.
    pub fn verified(&mut self, game: &GameName) -> Result<Vec<Entry>, Refused> {
        let certificate = Certificate::new(batch::emit(game, &self.entries));
        verify_all(&[certificate])?;
        self.bytes = 0;
        Ok(std::mem::take(&mut self.entries))
    }
}

/// Verifies the entries of a file and passes them to `take` in order. The file is a batch or another certificate, and
/// it is about the game `game`. A certificate that is not a batch counts as a single entry.
///
/// # Errors
/// Fails with an [`OpenError`] if the file cannot be read or an entry is refused, and with the error of `take` if
/// `take` fails. If the function fails, `take` may already have received some entries.
pub fn entries<E: From<OpenError>>(file: &Path, game: &GameName, mut take: impl FnMut(Entry) -> Result<(), E>) -> Result<(), E> {
    let unreadable = |error| OpenError::Unreadable(file.to_owned(), error);
    let fault = |fault| match fault {
        Fault::Io(error) => OpenError::Unreadable(file.to_owned(), error),
        Fault::NoCertificate => no_certificate(file),
        Fault::Wrong(why) => OpenError::Refused(file.to_owned(), format!("not taken: {why}")),
    };
    if file.is_dir() {
        return Err(OpenError::Folder(file.to_owned()).into());
    }
    let mut read = Entries::new(File::open(file).map_err(unreadable)?, game).map_err(fault)?;
    let (mut portion, mut first) = (Portion::default(), 0);
    loop {
        let entry = read.next().map_err(fault)?;
        let ended = entry.is_none();
        entry.into_iter().for_each(|entry| portion.push(entry));
        if (ended || portion.is_full()) && !portion.entries().is_empty() {
            let refused = |refused: Refused| {
                OpenError::Refused(file.to_owned(), format!("{}, entries counted from number {first} on", refused.verdict))
            };
            let verified = portion.verified(game).map_err(refused)?;
            first += verified.len();
            verified.into_iter().try_for_each(&mut take)?;
        }
        if ended {
            return Ok(());
        }
    }
}

/// Returns the error for a file that does not begin as certificates do.
fn no_certificate(file: &Path) -> OpenError {
    match super::read(file).map(|bytes| FileKind::detect(&bytes)) {
        Ok(Some(sort)) if sort != FileKind::Certificate => OpenError::NoCertificate(file.to_owned(), sort),
        Ok(_) => OpenError::Refused(file.to_owned(), "not taken: it does not begin like a certificate".to_owned()),
        Err(error) => error,
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use gamecert_unwinnable::{ClosedSet, Color, Reason, Verdict};

    use super::{Entry, OpenError, batch, entries};
    use crate::certificate::Certificate;
    use crate::certificate::verify::verify_all;
    use crate::model::name::GameName;

    fn game() -> GameName {
        GameName { rules: "chess", version: 1, parameters: Vec::new() }
    }

    /// Returns two entries. In the position of the first entry, White has mated the black king on h8. In the second,
    /// White has a bare king and cannot mate.
    fn two() -> [Entry; 2] {
        let entry = |fen: &str, verdict| Entry::new(&fen.parse().unwrap(), Color::White, &verdict).unwrap();
        let bare = Verdict::Unwinnable(ClosedSet::new(1, Reason::Material));
        [entry("7k/6Q1/6K1/8/8/8/8/8 b - -", Verdict::Winnable(Vec::new())), entry("7k/8/8/8/8/8/p7/K7 w - -", bare)]
    }

    fn of(bytes: &[u8]) -> Result<Vec<Entry>, OpenError> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("batch.cbor");
        fs::write(&path, bytes).unwrap();
        let mut found = Vec::new();
        let result = entries::<OpenError>(&path, &game(), |entry| {
            found.push(entry);
            Ok(())
        });
        result.map(|()| found)
    }

    #[test]
    fn entries_come_back() {
        let [mate, bare] = two();
        for some in [vec![], vec![mate.clone()], vec![bare.clone(), bare.clone()], vec![mate.clone(), bare.clone(), mate.clone()]] {
            assert_eq!(of(&batch::emit(&game(), &some)).unwrap(), some);
        }
        assert_eq!(of(&bare.certificate()).unwrap(), std::slice::from_ref(&bare));
        // The batch has more entries than are verified or read at a time.
        let many: Vec<Entry> = (0..20_000).map(|number| if number % 3 == 0 { mate.clone() } else { bare.clone() }).collect();
        assert!(of(&batch::emit(&game(), &many)).unwrap() == many);
    }

    #[test]
    fn nothing_comes_unverified() {
        let two = two();
        let mut taken = 0;
        for bytes in [batch::emit(&game(), &two), two[1].certificate()] {
            for bit in (0..8 * bytes.len()).step_by(3) {
                let mut changed = bytes.clone();
                changed[bit / 8] ^= 1 << (bit % 8);
                for entry in of(&changed).unwrap_or_default() {
                    verify_all(&[Certificate::new(entry.certificate())]).unwrap();
                    taken += 1;
                }
            }
            for length in 0..bytes.len() {
                assert!(of(&bytes[..length]).is_err(), "the first {length} bytes");
            }
        }
        // Some changes produce another true claim.
        assert!(taken > 0);
    }
}
