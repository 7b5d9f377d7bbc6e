//! The generator of the conformance corpus: files that a checker must accept, reject or leave undecided, each with the
//! verdict, the code and the place.
//!
//! The generator shares only SHA-256 with the checker. CBOR items, rules of games and evidence are implemented anew,
//! and each expected error is written in the generator, not computed by the checker. Moves of chess and losing chess
//! come from the crate shakmaty.

mod batch;
mod board;
mod bracket;
mod chips;
mod format;
mod games;
mod helpmate;
mod hostile;
mod item;
mod linked;
mod losing;
mod material;
mod richman;
mod safe;
mod scoring;
mod strategy;
mod unwinnable;

use item::{A, B, Item, Tag, U, t};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// File of the corpus with its expected verdict.
pub struct File {
    /// Path relative to the corpus directory.
    pub path: String,
    /// `verified`, `rejected` or `undecided`.
    pub verdict: &'static str,
    /// Code of the clause that the file breaks, or `-`.
    pub code: String,
    /// Place of the error as a checker prints it, or `-`.
    pub place: String,
    /// Options to which the verdict applies, or `-`.
    pub options: String,
    /// Description of the file in words.
    pub what: String,
    /// Content of the file.
    pub bytes: Vec<u8>,
}

/// Place of an error in a file.
pub enum Place<'a> {
    /// The item at this path.
    At(&'a [usize]),
    /// An offset inside the byte string at this path.
    In(&'a [usize], usize),
    /// An offset in the file.
    Byte(usize),
    /// An entry of the value table.
    Value(u64),
    /// A line of moves from the root.
    Line(&'a str),
    /// Any other place, as text.
    Is(String),
}

pub use Place::{At, Byte, In, Is, Line, Value};

impl Place<'_> {
    fn print(&self, item: &Item) -> String {
        match self {
            At(path) => format!("byte {}", item.offset(path)),
            In(path, offset) => format!("byte {}", item.contents(path) + offset),
            Byte(offset) => format!("byte {offset}"),
            Value(number) => format!("value {number}"),
            Line("") => "line".to_owned(),
            Line(moves) => format!("line {moves}"),
            Is(text) => text.clone(),
        }
    }
}

/// Corpus under construction.
#[derive(Default)]
pub struct Corpus {
    files: Vec<File>,
}

impl Corpus {
    fn add(&mut self, verdict: &'static str, name: &str, [code, place, options, what]: [&str; 4], bytes: Vec<u8>) {
        let folder = match verdict {
            "verified" => "accept",
            "rejected" => "reject",
            other => other,
        };
        let [code, place, options, what] = [code, place, options, what].map(str::to_owned);
        self.files.push(File { path: format!("{folder}/{name}.cbor"), verdict, code, place, options, what, bytes });
    }

    /// Adds a file that must be accepted. Returns its tree, so that other files can cite or modify it.
    pub fn accept(&mut self, name: &str, what: &str, item: &Item) -> Item {
        self.add("verified", name, ["-", "-", "-", what], item.bytes());
        item.clone()
    }

    /// Adds a file that must be rejected.
    pub fn reject(&mut self, name: &str, code: &str, place: Place<'_>, what: &str, item: &Item) {
        self.add("rejected", name, [code, &place.print(item), "-", what], item.bytes());
    }

    /// Adds a file that must be rejected and that is not a tree of items.
    pub fn reject_bytes(&mut self, name: &str, code: &str, offset: usize, what: &str, bytes: Vec<u8>) {
        self.add("rejected", name, [code, &format!("byte {offset}"), "-", what], bytes);
    }

    /// Adds a file that must be left undecided.
    pub fn undecided(&mut self, name: &str, code: &str, place: Place<'_>, options: &str, what: &str, item: &Item) {
        self.add("undecided", name, [code, &place.print(item), options, what], item.bytes());
    }
}

/// Builds a certificate from kind, game, claim, citations and evidence.
pub fn certificate(kind: &str, game: Item, claim: Item, citations: &[&Item], evidence: Item) -> Item {
    let citations = citations.iter().map(|cited| B(digest(cited))).collect();
    Tag(55799, Box::new(A(vec![t("gamecert"), U(1), A(vec![t(kind), U(1)]), game, claim, A(citations), evidence])))
}

/// Returns the digest of a certificate.
pub fn digest(item: &Item) -> Vec<u8> {
    gamecert_checker::digest(&item.bytes()).to_vec()
}

/// Returns all files, ordered by path.
pub fn files() -> Vec<File> {
    let mut corpus = Corpus::default();
    format::files(&mut corpus);
    richman::files(&mut corpus);
    bracket::files(&mut corpus);
    chips::files(&mut corpus);
    strategy::files(&mut corpus);
    scoring::files(&mut corpus);
    losing::files(&mut corpus);
    linked::files(&mut corpus);
    safe::files(&mut corpus);
    helpmate::files(&mut corpus);
    unwinnable::files(&mut corpus);
    batch::files(&mut corpus);
    hostile::files(&mut corpus);
    let mut files = corpus.files;
    files.sort_by(|one, other| one.path.cmp(&other.path));
    let twice = files.windows(2).find(|pair| pair[0].path == pair[1].path);
    assert!(twice.is_none(), "{} is there twice", twice.unwrap()[0].path);
    files
}

/// Returns the table of the corpus as text.
pub fn table(files: &[File]) -> String {
    let mut table = "path\tverdict\tcode\tplace\toptions\twhat\n".to_owned();
    for File { path, verdict, code, place, options, what, .. } in files {
        table.push_str(&format!("{path}\t{verdict}\t{code}\t{place}\t{options}\t{what}\n"));
    }
    table
}

/// Returns the files below the directory, except the README and the runner, which are written by hand.
pub fn present(root: &Path) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut waiting = vec![root.to_path_buf()];
    while let Some(directory) = waiting.pop() {
        for entry in fs::read_dir(&directory).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                waiting.push(path);
            } else {
                let name = path.strip_prefix(root).unwrap().to_string_lossy().replace('\\', "/");
                found.insert(name);
            }
        }
    }
    found.remove("README.md");
    found.remove("run");
    found
}

fn expected_files(files: &[File]) -> BTreeMap<String, Vec<u8>> {
    let table = ("corpus.tsv".to_owned(), table(files).into_bytes());
    files.iter().map(|file| (file.path.clone(), file.bytes.clone())).chain([table]).collect()
}

/// Writes the corpus and removes all other files.
///
/// # Errors
/// If a file cannot be written or removed. The message names it.
pub fn write(files: &[File], root: &Path) -> Result<(), String> {
    let expected = expected_files(files);
    for stray in present(root).iter().filter(|name| !expected.contains_key(*name)) {
        fs::remove_file(root.join(stray)).map_err(|error| format!("{stray}: {error}"))?;
    }
    for (name, bytes) in expected {
        let path = root.join(&name);
        let directory = path.parent().unwrap();
        fs::create_dir_all(directory).and_then(|()| fs::write(&path, bytes)).map_err(|error| format!("{name}: {error}"))?;
    }
    Ok(())
}

/// Compares the generated corpus with the directory.
///
/// # Errors
/// The first file that is missing, differs or does not belong to the corpus.
pub fn check(files: &[File], root: &Path) -> Result<(), String> {
    let expected = expected_files(files);
    for (name, bytes) in &expected {
        let found = fs::read(root.join(name)).map_err(|error| format!("{name}: {error}"))?;
        if found != *bytes {
            return Err(format!("{name} is not what the generator makes"));
        }
    }
    match present(root).into_iter().find(|name| !expected.contains_key(name)) {
        Some(stray) => Err(format!("{stray} does not belong to the corpus")),
        None => Ok(()),
    }
}
