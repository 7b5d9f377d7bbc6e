//! The conformance corpus. Every file must get the verdict, the code and the place of its table row. Files, table,
//! generator and the clauses of the specification must agree.

use gamecert_checker::{Digest, NotFetched, Session, Source, Verdict};
use gamecert_tests::corpus;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Clauses that no file can break, each with the reason.
const UNBREAKABLE: [(&str, &str); 3] = [
    ("citation/cycle", "a certificate that rests on itself asks for two files with one SHA-256 digest"),
    ("scoring/equilibrium", "no game is known in which maximin and minimax differ; rows before the one tested are verified"),
    ("scoring/monotone", "no game is known in which a true row decreases; rows before the one tested are verified"),
];

fn directory(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// Row of the table.
struct Row {
    path: String,
    verdict: String,
    code: String,
    place: String,
    options: String,
}

fn rows() -> Vec<Row> {
    let table = fs::read_to_string(directory("corpus/corpus.tsv")).unwrap();
    let mut lines = table.lines();
    assert_eq!(lines.next(), Some("path\tverdict\tcode\tplace\toptions\twhat"));
    let row = |line: &str| {
        let cells: Vec<&str> = line.split('\t').collect();
        let [path, verdict, code, place, options, what] = cells[..] else { panic!("{line}") };
        assert!(!what.is_empty(), "{path} is not described");
        let [path, verdict, code, place, options] = [path, verdict, code, place, options].map(str::to_owned);
        Row { path, verdict, code, place, options }
    };
    lines.map(row).collect()
}

/// All files by digest.
struct Corpus(HashMap<Digest, Vec<u8>>);

impl Source for Corpus {
    fn fetch(&mut self, expected: &Digest, most: u64) -> Result<Arc<Vec<u8>>, NotFetched> {
        match self.0.get(expected) {
            None => Err(NotFetched::Missing("in the corpus".to_owned())),
            Some(bytes) if bytes.len() as u64 > most => Err(NotFetched::TooLarge(bytes.len() as u64)),
            Some(bytes) => Ok(Arc::new(bytes.clone())),
        }
    }
}

/// Reads a number with a suffix K, M or G.
fn amount(text: &str) -> u64 {
    let (digits, shift) = match text.chars().last() {
        Some('K') => (&text[..text.len() - 1], 10),
        Some('M') => (&text[..text.len() - 1], 20),
        Some('G') => (&text[..text.len() - 1], 30),
        _ => (text, 0),
    };
    digits.parse::<u64>().unwrap() << shift
}

#[test]
fn verdicts() {
    let rows = rows();
    let read = |row: &Row| fs::read(directory("corpus").join(&row.path)).unwrap();
    let files = rows.iter().map(read).map(|bytes| (gamecert_checker::digest(&bytes), bytes));
    let mut source = Corpus(files.collect());
    let mut differences = Vec::new();
    for row in &rows {
        let mut session = Session::new(&mut source);
        let mut options = row.options.split(' ').filter(|word| *word != "-");
        while let Some(option) = options.next() {
            let amount = amount(options.next().unwrap());
            session = match option {
                "--memory" => session.with_memory(amount),
                "--work" => session.with_work(amount),
                other => panic!("{other}"),
            };
        }
        let bytes = read(row);
        let started = std::time::Instant::now();
        let (verdict, code, place, sentence) = match session.verify(&bytes) {
            Ok(_) => ("verified", "-".to_owned(), "-".to_owned(), String::new()),
            Err(refusal) => {
                let verdict = if refusal.verdict() == Verdict::Rejected { "rejected" } else { "undecided" };
                (verdict, refusal.code(), refusal.place.to_string(), refusal.sentence)
            }
        };
        if std::env::var_os("CORPUS_TIMES").is_some() && started.elapsed().as_millis() > 50 {
            eprintln!("{}: {:?}", row.path, started.elapsed());
        }
        if (verdict, &code, &place) != (row.verdict.as_str(), &row.code, &row.place) {
            let Row { path, verdict: expected, code: clause, place: at, .. } = row;
            differences.push(format!("{path}: expected {expected} {clause} at {at}, found {verdict} {code} at {place} ({sentence})"));
        }
    }
    assert!(differences.is_empty(), "{} differences:\n{}", differences.len(), differences.join("\n"));
    assert!(rows.len() >= 300, "{} files", rows.len());
}

#[test]
fn files_and_table_agree() {
    let named: BTreeSet<String> = rows().into_iter().map(|row| row.path).chain(["corpus.tsv".to_owned()]).collect();
    assert_eq!(named, corpus::present(&directory("corpus")));
    for Row { path, verdict, options, .. } in rows() {
        let folder = path.split('/').next().unwrap().to_owned();
        assert_eq!(
            folder,
            ["accept", "reject", "undecided"][["verified", "rejected", "undecided"].iter().position(|known| *known == verdict).unwrap()]
        );
        assert!(verdict == "undecided" || options == "-", "{path}: verdicts that count for every checker are for no options");
    }
}

#[test]
fn the_generator_makes_these_files() {
    corpus::check(&corpus::files(), &directory("corpus")).unwrap();
}

/// Returns the codes that the tables of the specification list.
fn clauses() -> BTreeSet<String> {
    let mut clauses = BTreeSet::new();
    let spec = directory("../spec");
    let pages = ["kinds", "rules"].into_iter().flat_map(|part| fs::read_dir(spec.join(part)).unwrap()).map(|entry| entry.unwrap().path());
    for page in pages.chain([spec.join("FORMAT.md")]) {
        for line in fs::read_to_string(page).unwrap().lines().filter(|line| line.starts_with("| `")) {
            // Codes may share their group: `chips/label_missing`, `label_small`.
            let cell = line.split('|').nth(1).unwrap();
            let mut group = String::new();
            for name in cell.split('`').skip(1).step_by(2) {
                match name.split_once('/') {
                    Some((first, clause)) if clause.chars().all(|letter| letter.is_ascii_lowercase() || "_*".contains(letter)) => {
                        group = first.to_owned();
                        clauses.insert(format!("{group}/{clause}"));
                    }
                    None if !group.is_empty() => {
                        clauses.insert(format!("{group}/{name}"));
                    }
                    _ => {}
                }
            }
        }
    }
    // The specification mentions the parameters of a few rule sets in its text, not in its tables.
    for code in
        ["bidding-chess/board", "bidding-chess/material", "tug/length", "ultimatum/degree", "sudden-death/player", "sudden-death/moves"]
    {
        clauses.insert(code.to_owned());
    }
    for code in ["tic-tac-toe/size", "hex/size", "connect/size", "losing-chess/stalemate"] {
        clauses.insert(code.to_owned());
    }
    clauses
}

#[test]
fn every_clause_is_broken_by_a_file() {
    let mut broken: BTreeMap<String, u32> = BTreeMap::new();
    for row in rows() {
        *broken.entry(row.code).or_default() += 1;
    }
    let covered = |clause: &str| match clause.strip_suffix('*') {
        Some(front) => broken.keys().any(|code| code.starts_with(front)),
        None => broken.contains_key(clause),
    };
    let unbreakable: BTreeSet<&str> = UNBREAKABLE.iter().map(|(code, _)| *code).collect();
    let clauses = clauses();
    assert!(clauses.len() > 100, "{clauses:?}");
    let missing: Vec<&String> = clauses.iter().filter(|clause| !covered(clause) && !unbreakable.contains(clause.as_str())).collect();
    assert!(missing.is_empty(), "no file breaks {missing:?}");
    let wrong: Vec<&&str> = unbreakable.iter().filter(|clause| covered(clause)).collect();
    assert!(wrong.is_empty(), "files break {wrong:?}");
}
