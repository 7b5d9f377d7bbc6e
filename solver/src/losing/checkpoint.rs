//! What a hunt has found, kept in a file: it can be interrupted, and goes on from there.
//!
//! A line of JSON says what was asked; then the entries of the tables follow, two words of eight bytes each, the least significant byte first; a SHA-256 digest of all that ends the file. Entries of little work are
//! left out where there are many: they are quickly found again.

use std::io::Write;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::Question;
use crate::engine::proof_number::table::Table;
use crate::games::losing_chess::Side;

/// The most entries of a table that are kept.
const MOST_ENTRIES: usize = 4 << 20;
const FORMAT: &str = "gamecert losing chess checkpoint 1";
const DIGEST: usize = 32;

/// A file for checkpoints.
pub struct Checkpoint {
    path: PathBuf,
    read: Option<(Head, Vec<u8>)>,
}

/// The first line.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
struct Head {
    format: String,
    rules: String,
    root: String,
    hunts: Vec<Hunt>,
}

#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
struct Hunt {
    winner: String,
    first: u32,
    turn: u32,
    until: u64,
    evaluations: u64,
    proved: u64,
    entries: usize,
}

/// One side's hunt, to be saved.
pub struct Saved<'a> {
    /// The side.
    pub winner: Side,
    /// The first setting.
    pub first: u32,
    /// Settings' turns that have ended.
    pub turn: u32,
    /// Evaluations at which the present one ends.
    pub until: u64,
    /// Evaluations so far.
    pub evaluations: u64,
    /// What is known.
    pub table: &'a Table,
}

impl Checkpoint {
    /// Opens the file if there is one; otherwise it will be made.
    ///
    /// # Errors
    /// A sentence that says why it cannot be read.
    pub fn open(path: &Path) -> Result<Self, String> {
        let wrong = |why: &str| format!("{}: {why}", path.display());
        let bytes = match std::fs::read(path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Self { path: path.to_owned(), read: None }),
            Err(error) => return Err(wrong(&error.to_string())),
        };
        let not_ours = || wrong("not a file of an interrupted search");
        let end = bytes.iter().position(|&byte| byte == b'\n').ok_or_else(not_ours)?;
        let head: Head = serde_json::from_slice(&bytes[..end]).map_err(|_| not_ours())?;
        if head.format != FORMAT {
            return Err(wrong("made by another version of this program"));
        }
        let content = bytes.len().checked_sub(DIGEST).filter(|&content| content > end).ok_or_else(|| wrong("cut off"))?;
        if Sha256::digest(&bytes[..content]).as_slice() != &bytes[content..] {
            return Err(wrong("damaged or cut off"));
        }
        let entries = bytes[end + 1..content].to_vec();
        if head.hunts.iter().map(|hunt| hunt.entries).sum::<usize>().checked_mul(16) != Some(entries.len()) {
            return Err(wrong("damaged"));
        }
        Ok(Self { path: path.to_owned(), read: Some((head, entries)) })
    }

    /// Puts what was kept of this side's search that began with this setting into the table. Returns turn, the end of the turn and evaluations; nothing if it is new.
    ///
    /// # Errors
    /// If the file is about another question.
    pub fn load(&self, question: &Question, winner: Side, setting: u32, table: &mut Table) -> Result<Option<(u32, u64, u64)>, String> {
        let Some((head, entries)) = &self.read else { return Ok(None) };
        let (rules, root) = (question.stalemate.to_string(), question.position.to_string());
        if head.rules != rules || head.root != root {
            return Err(format!("{} is about {} ({}), not about {root} ({rules})", self.path.display(), head.root, head.rules));
        }
        let mut first = 0;
        for hunt in &head.hunts {
            let own = &entries[first * 16..][..hunt.entries * 16];
            first += hunt.entries;
            if hunt.winner != winner.to_string() || hunt.first != setting {
                continue;
            }
            for entry in own.as_chunks::<16>().0 {
                let [key, word] = [0, 8].map(|at| u64::from_le_bytes(std::array::from_fn(|byte| entry[at + byte])));
                if table.may_grow() {
                    table.grow();
                }
                table.restore(key, word);
            }
            table.set_proved(hunt.proved);
            return Ok(Some((hunt.turn, hunt.until, hunt.evaluations)));
        }
        Ok(None)
    }

    /// Writes what is known, in the place of what was kept before.
    ///
    /// # Errors
    /// A sentence that says why it cannot be written.
    pub fn save(&self, question: &Question, hunts: &[Saved]) -> Result<(), String> {
        let kept: Vec<Vec<(u64, u64)>> = hunts.iter().map(|saved| saved.table.worthiest(MOST_ENTRIES)).collect();
        let about = |(saved, kept): (&Saved, &Vec<(u64, u64)>)| Hunt {
            winner: saved.winner.to_string(),
            first: saved.first,
            turn: saved.turn,
            until: saved.until,
            evaluations: saved.evaluations,
            proved: saved.table.proved(),
            entries: kept.len(),
        };
        let head = Head {
            format: FORMAT.to_owned(),
            rules: question.stalemate.to_string(),
            root: question.position.to_string(),
            hunts: hunts.iter().zip(&kept).map(about).collect(),
        };
        let mut bytes = serde_json::to_vec(&head).map_err(|error| error.to_string())?;
        bytes.push(b'\n');
        for (key, word) in kept.into_iter().flatten() {
            bytes.extend(key.to_le_bytes());
            bytes.extend(word.to_le_bytes());
        }
        let digest = Sha256::digest(&bytes);
        bytes.extend(digest);
        self.write(&bytes).map_err(|error| format!("{}: {error}", self.path.display()))
    }

    /// Under another name first: whenever the program is killed, one whole file is there.
    fn write(&self, bytes: &[u8]) -> std::io::Result<()> {
        let folder = self.path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let mut file = tempfile::Builder::new().prefix(".solve-").tempfile_in(folder)?;
        file.write_all(bytes)?;
        file.persist(&self.path).map_err(|error| error.error)?;
        Ok(())
    }
}
