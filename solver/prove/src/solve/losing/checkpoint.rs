//! Checkpoints: what the workers of a portfolio have found, kept in a file, so that a search can be interrupted and resumed.
//!
//! A line of JSON says what was asked; then the entries of the tables follow, two words of eight bytes each, the least significant byte first; a SHA-256 digest of all that ends the file. Entries of little work are
//! left out where there are many: they are quickly found again.

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::Question;
use crate::engine::proof_number::table::TranspositionTable;
use crate::games::Colour;
use crate::solve::output::{self, Limited};

/// The most entries of a table that are kept.
const MAX_ENTRIES: u64 = 32 << 20;
const FORMAT: &str = "gamecert losing chess checkpoint 2";
const DIGEST: u64 = 32;
/// Bytes of an entry.
const ENTRY: u64 = 16;
/// The first line is shorter.
const MAX_HEAD: u64 = 1 << 16;
/// Entries put back before the table is asked whether it has to grow.
const AT_ONCE: u64 = 1 << 12;

/// A file for checkpoints.
pub struct Checkpoint {
    path: PathBuf,
    read: Option<(Head, File)>,
}

/// The first line.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
struct Head {
    format: String,
    rules: String,
    root: String,
    /// The name in the file is that of the first version of the format.
    #[serde(rename = "hunts")]
    workers: Vec<Entries>,
}

/// What the first line says of one worker.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
struct Entries {
    winner: String,
    first: u32,
    tree: bool,
    evaluations: u64,
    proved: u64,
    entries: u64,
}

/// What was kept of a worker beside the entries of its table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kept {
    /// Evaluations that it had made.
    pub evaluations: u64,
    /// Whether it had begun the tree of the second level.
    pub tree: bool,
}

/// A worker, to be saved.
pub struct Saved<'a> {
    /// The side.
    pub winner: Colour,
    /// The index of its settings in the portfolio.
    pub first: u32,
    /// Whether its second-level tree has begun.
    pub tree: bool,
    /// Evaluations so far.
    pub evaluations: u64,
    /// Its transposition table.
    pub table: &'a TranspositionTable,
}

impl Checkpoint {
    /// Opens the file if there is one; otherwise it will be made.
    ///
    /// # Errors
    /// A sentence that says why it cannot be read.
    pub fn open(path: &Path) -> Result<Self, String> {
        let file = match File::open(path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                // Better now than after half an hour.
                output::beside(path).map_err(|error| format!("{}: no file can be made there ({})", path.display(), error.kind()))?;
                return Ok(Self { path: path.to_owned(), read: None });
            }
            Err(error) => return Err(format!("{}: {error}", path.display())),
        };
        let head = read_head(&file).map_err(|why| format!("{}: {why}", path.display()))?;
        Ok(Self { path: path.to_owned(), read: Some((head, file)) })
    }

    /// What was kept of the worker with this number that searches for this winner, if anything; its entries go into the table.
    ///
    /// # Errors
    /// If the file is about another question.
    pub fn load(
        &self,
        question: &Question,
        (winner, first): (Colour, u32),
        table: &mut TranspositionTable,
    ) -> Result<Option<Kept>, String> {
        let Some((head, file)) = &self.read else { return Ok(None) };
        let (rules, root) = (question.stalemate.to_string(), question.position.to_string());
        if head.rules != rules || head.root != root {
            return Err(format!("{} is about {} ({}), not about {root} ({rules})", self.path.display(), head.root, head.rules));
        }
        let winner = winner.to_string();
        let Some(requested) = head.workers.iter().position(|kept| kept.winner == winner && kept.first == first) else {
            return Ok(None);
        };
        let kept = &head.workers[requested];
        // Entries are what the file ends with, the digest aside.
        let behind: u64 = head.workers[requested..].iter().map(|kept| kept.entries).sum();
        restore(file, behind, kept.entries, table).map_err(|error| format!("{}: {error}", self.path.display()))?;
        table.set_proved(kept.proved);
        Ok(Some(Kept { evaluations: kept.evaluations, tree: kept.tree }))
    }

    /// Writes what is known, in the place of what was kept before.
    ///
    /// # Errors
    /// A sentence that says why it cannot be written.
    pub fn save(&self, question: &Question, workers: &[Saved]) -> Result<(), String> {
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
        // Whenever the program is killed, one whole file is there.
        output::write_with(&self.path, |file| write_all(file, &head, workers, &kept))
            .map_err(|error| format!("{}: {error}", self.path.display()))
    }
}

fn write_all(file: &mut Limited, head: &Head, workers: &[Saved], kept: &[(u8, u64)]) -> io::Result<()> {
    let mut out = Digested { file: BufWriter::new(file), digest: Sha256::new() };
    serde_json::to_writer(&mut out, head)?;
    out.write_all(b"\n")?;
    // Nobody searches meanwhile: there are as many as were counted.
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

/// Takes the digest of what it writes.
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

/// The first line of a file that is whole.
fn read_head(file: &File) -> Result<Head, String> {
    const NOT_OURS: &str = "not a file of an interrupted search";
    let failed = |error: io::Error| error.to_string();
    let (mut line, mut reader) = (Vec::new(), BufReader::new(file));
    reader.by_ref().take(MAX_HEAD).read_until(b'\n', &mut line).map_err(failed)?;
    let head: Head = serde_json::from_slice(&line).map_err(|_| NOT_OURS)?;
    if head.format != FORMAT {
        return Err("made by another version of this program".to_owned());
    }
    let entries = head.workers.iter().try_fold(0_u64, |sum, kept| sum.checked_add(kept.entries)).and_then(|sum| sum.checked_mul(ENTRY));
    let length = entries.and_then(|entries| entries.checked_add(line.len() as u64 + DIGEST));
    let found = file.metadata().map_err(failed)?.len();
    if length != Some(found) {
        return Err(if length.is_some_and(|length| found > length) { "damaged" } else { "cut off" }.to_owned());
    }
    let mut digest = Digested { file: io::sink(), digest: Sha256::new_with_prefix(&line) };
    io::copy(&mut reader.by_ref().take(entries.unwrap_or(0)), &mut digest).map_err(failed)?;
    let mut claimed = [0; DIGEST as usize];
    reader.read_exact(&mut claimed).map_err(failed)?;
    if digest.digest.finalize().as_slice() == claimed { Ok(head) } else { Err("damaged".to_owned()) }
}

/// Puts entries into a table: so many of the last ones of a file.
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
