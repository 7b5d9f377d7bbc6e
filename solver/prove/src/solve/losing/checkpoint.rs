//! Checkpoints. Stores the state of all workers of a search in a file, the checkpoint, so that the search can be
//! continued after an interruption.
//!
//! The file begins with one line of JSON, which contains the question and the states of the workers. The entries of the
//! workers' transposition tables follow the first line. Each entry consists of two little-endian words of eight bytes.
//! The file ends with a SHA-256 digest of everything before it. If a table has many entries, those that took little
//! work are left out, because the search quickly finds them again.

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::Question;
use crate::engine::proof_number::table::TranspositionTable;
use crate::games::Colour;
use crate::solve::output::{self, Limited};

/// Maximum number of saved entries per transposition table.
const MAX_ENTRIES: u64 = 32 << 20;
const FORMAT: &str = "gamecert losing chess checkpoint 2";
const DIGEST: u64 = 32;
/// Size of a table entry in bytes.
const ENTRY: u64 = 16;
/// Maximum length of the first line in bytes.
const MAX_HEAD: u64 = 1 << 16;
const AT_ONCE: u64 = 1 << 12;

/// A checkpoint file.
pub struct Checkpoint {
    path: PathBuf,
    read: Option<(Head, File)>,
}

/// First line of the file.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
struct Head {
    format: String,
    rules: String,
    root: String,
    // The name in the first version of the file format.
    #[serde(rename = "hunts")]
    workers: Vec<Entries>,
}

/// State of one worker, as the first line of the file stores it.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
struct Entries {
    winner: String,
    first: u32,
    tree: bool,
    evaluations: u64,
    proved: u64,
    entries: u64,
}

/// State of a worker that was loaded from a file, without its table entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kept {
    /// Number of evaluations that the worker had made.
    pub evaluations: u64,
    /// Whether the worker had begun its second-level tree, which controls many small searches.
    pub tree: bool,
}

/// State of a worker that will be saved in a checkpoint.
pub struct Saved<'a> {
    /// Side whose win the worker searches for.
    pub winner: Colour,
    /// Index of the worker's settings in the list `PORTFOLIO`.
    pub first: u32,
    /// Whether the worker has begun its second-level tree, which controls many small searches.
    pub tree: bool,
    /// Number of evaluations so far.
    pub evaluations: u64,
    /// Transposition table of the worker.
    pub table: &'a TranspositionTable,
}

/// Error in reading or writing a checkpoint file.
#[derive(Debug, thiserror::Error)]
#[error("{}{reason}", path.display())]
pub struct CheckpointError {
    path: PathBuf,
    #[source]
    reason: Reason,
}

/// End of the error message, after the file's name.
#[derive(Debug, thiserror::Error)]
enum Reason {
    #[error(": {0}")]
    Io(#[from] io::Error),
    #[error(": no file can be made there ({0})")]
    NoPlace(io::ErrorKind),
    #[error(": not a file of an interrupted search")]
    NotACheckpoint,
    #[error(": made by another version of this program")]
    Version,
    #[error(": damaged")]
    Damaged,
    #[error(": cut off")]
    CutOff,
    #[error(" is about {root} ({rules}), not about {other_root} ({other_rules})", root = .0[0], rules = .0[1], other_root = .0[2], other_rules = .0[3])]
    Other([String; 4]),
}

impl Checkpoint {
    /// Opens the checkpoint file if it exists. If there is no such file, the first save creates the file.
    ///
    /// # Errors
    /// [`CheckpointError`] if the file cannot be read, or if it does not exist and cannot be created.
    pub fn open(path: &Path) -> Result<Self, CheckpointError> {
        let wrong = |reason| CheckpointError { path: path.to_owned(), reason };
        let file = match File::open(path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                // If no file can be created here, the error comes now and not at the first save.
                output::beside(path).map_err(|error| wrong(Reason::NoPlace(error.kind())))?;
                return Ok(Self { path: path.to_owned(), read: None });
            }
            Err(error) => return Err(wrong(error.into())),
        };
        let head = read_head(&file).map_err(wrong)?;
        Ok(Self { path: path.to_owned(), read: Some((head, file)) })
    }

    /// Loads the saved state of a worker, and adds the worker's table entries to `table`. A worker is identified by the
    /// side whose win it searches for, and by the index of its settings. Returns `None` if the file has no such worker.
    ///
    /// # Errors
    /// [`CheckpointError`] if the file is about another question or cannot be read.
    pub fn load(
        &self,
        question: &Question,
        (winner, first): (Colour, u32),
        table: &mut TranspositionTable,
    ) -> Result<Option<Kept>, CheckpointError> {
        let Some((head, file)) = &self.read else { return Ok(None) };
        let (rules, root) = (question.stalemate.to_string(), question.position.to_string());
        if head.rules != rules || head.root != root {
            let about = [&head.root, &head.rules, &root, &rules].map(String::clone);
            return Err(self.failed(Reason::Other(about)));
        }
        let winner = winner.to_string();
        let Some(requested) = head.workers.iter().position(|kept| kept.winner == winner && kept.first == first) else {
            return Ok(None);
        };
        let kept = &head.workers[requested];
        // The entries come last in the file, followed only by the digest.
        let last_entries: u64 = head.workers[requested..].iter().map(|kept| kept.entries).sum();
        restore(file, last_entries, kept.entries, table).map_err(|error| self.failed(error.into()))?;
        table.set_proved(kept.proved);
        Ok(Some(Kept { evaluations: kept.evaluations, tree: kept.tree }))
    }

    /// Saves the workers to the file and replaces the file's earlier contents.
    ///
    /// # Errors
    /// [`CheckpointError`] if the file cannot be written.
    pub fn save(&self, question: &Question, workers: &[Saved]) -> Result<(), CheckpointError> {
        let kept: Vec<(u8, u64)> = workers.iter().map(|saved| saved.table.worth_keeping(MAX_ENTRIES)).collect();
        let about = |(saved, kept): (&Saved, &(u8, u64))| Entries {
            winner: saved.winner.to_string(),
            first: saved.first,
            tree: saved.tree,
            evaluations: saved.evaluations,
            proved: saved.table.proved(),
            entries: kept.1,
        };
        let head = Head {
            format: FORMAT.to_owned(),
            rules: question.stalemate.to_string(),
            root: question.position.to_string(),
            workers: workers.iter().zip(&kept).map(about).collect(),
        };
        // Writing is atomic, so a complete file remains even if the program is killed.
        output::write_with(&self.path, |file| write_all(file, &head, workers, &kept)).map_err(|error| self.failed(error.into()))
    }

    fn failed(&self, reason: Reason) -> CheckpointError {
        CheckpointError { path: self.path.clone(), reason }
    }
}

fn write_all(file: &mut Limited, head: &Head, workers: &[Saved], kept: &[(u8, u64)]) -> io::Result<()> {
    let mut out = Digested { file: BufWriter::new(file), digest: Sha256::new() };
    serde_json::to_writer(&mut out, head)?;
    out.write_all(b"\n")?;
    // No search runs while the file is written, so the number of entries still matches the count in the first line.
    for (saved, &(least, _)) in workers.iter().zip(kept) {
        for (key, word) in saved.table.entries(least) {
            out.write_all(&key.to_le_bytes())?;
            out.write_all(&word.to_le_bytes())?;
        }
    }
    let digest = out.digest.finalize();
    out.file.write_all(&digest)?;
    out.file.flush()
}

/// Writer that computes the digest of the bytes that it writes.
struct Digested<W> {
    file: W,
    digest: Sha256,
}

impl<W: Write> Write for Digested<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes)?;
        self.digest.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Reads the first line of a file, and checks that nothing of the file is missing or changed.
fn read_head(file: &File) -> Result<Head, Reason> {
    let (mut line, mut reader) = (Vec::new(), BufReader::new(file));
    reader.by_ref().take(MAX_HEAD).read_until(b'\n', &mut line)?;
    let head: Head = serde_json::from_slice(&line).map_err(|_| Reason::NotACheckpoint)?;
    if head.format != FORMAT {
        return Err(Reason::Version);
    }
    let entries = head.workers.iter().try_fold(0_u64, |sum, kept| sum.checked_add(kept.entries)).and_then(|sum| sum.checked_mul(ENTRY));
    let length = entries.and_then(|entries| entries.checked_add(line.len() as u64 + DIGEST));
    let found = file.metadata()?.len();
    if length != Some(found) {
        return Err(if length.is_some_and(|length| found > length) { Reason::Damaged } else { Reason::CutOff });
    }
    let mut digest = Digested { file: io::sink(), digest: Sha256::new_with_prefix(&line) };
    io::copy(&mut reader.by_ref().take(entries.unwrap_or(0)), &mut digest)?;
    let mut claimed = [0; DIGEST as usize];
    reader.read_exact(&mut claimed)?;
    if digest.digest.finalize().as_slice() == claimed { Ok(head) } else { Err(Reason::Damaged) }
}

fn restore(mut file: &File, last: u64, entries: u64, table: &mut TranspositionTable) -> io::Result<()> {
    let from = file.metadata()?.len().saturating_sub(DIGEST + last * ENTRY);
    file.seek(SeekFrom::Start(from))?;
    let mut reader = BufReader::new(file);
    for count in 0..entries {
        if count.is_multiple_of(AT_ONCE) && table.may_grow() {
            table.grow();
        }
        let mut words = [[0; 8]; 2];
        words.iter_mut().try_for_each(|word| reader.read_exact(word))?;
        table.restore(u64::from_le_bytes(words[0]), u64::from_le_bytes(words[1]));
    }
    Ok(())
}
