//! Memory use of verification, measured by a counting allocator. It must never exceed the bound in the specification of
//! the certificate's kind, nor the session's limit.

use gamecert_checker::{Digest, NotFetched, Refusal, Session, Source, Verified};
use gamecert_tests::corpus;
use gamecert_tests::doubling::doubling;
use gamecert_tests::family::Family;
use peak_alloc::PeakAlloc;
use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

/// Lock for one test at a time, since the allocator counts for all threads.
static ALONE: Mutex<()> = Mutex::new(());

const MIB: usize = 1 << 20;

/// Returns the memory bound in the specification of a kind for a file of `size` bytes.
fn bound(kind: &str, version: u64, size: usize) -> usize {
    let of = |per_byte: usize, per_file: usize| per_byte * size + per_file * MIB;
    match (kind, version) {
        ("richman", 1) => of(96, 2),
        ("richman", 2) => of(96, 64),
        ("bracket", 1) => of(5, 5),
        ("chips", 1) => of(128, 4),
        ("strategy", 1) => of(96, 4),
        ("scoring", 1) => of(56, 4),
        ("losing", 1) => of(968, 8),
        ("losing", 2) => of(1000, 8),
        ("safe", 1) => of(740, 64),
        ("helpmate", 1) => of(4, 1),
        ("unwinnable", 1) => of(424, 24),
        ("batch", 1) => of(424 + 720, 24),
        // A file of unknown kind is refused before its content is read.
        _ => of(2, 1),
    }
}

/// Returns name and version of a certificate's kind, or the default values if the head is malformed.
fn kind(bytes: &[u8]) -> (&str, u64) {
    let kind = bytes.strip_prefix(b"\xd9\xd9\xf7\x87\x68gamecert\x01\x82").and_then(|rest| {
        let length = usize::from(rest.first()? & 0x1f);
        Some((std::str::from_utf8(rest.get(1..=length)?).ok()?, u64::from(*rest.get(length + 1)?)))
    });
    kind.unwrap_or_default()
}

/// Files by digest, and the memory bounds of all files that the checker fetched.
struct Files<'a> {
    files: &'a HashMap<Digest, Vec<u8>>,
    asked: HashMap<Digest, usize>,
}

impl Source for Files<'_> {
    fn fetch(&mut self, expected: &Digest, _: u64) -> Result<Arc<Vec<u8>>, NotFetched> {
        let bytes = self.files.get(expected).ok_or_else(|| NotFetched::Missing("here".to_owned()))?;
        let (kind, version) = kind(bytes);
        self.asked.insert(*expected, bound(kind, version, bytes.len()));
        Ok(Arc::new(bytes.clone()))
    }
}

fn by_digest(files: impl IntoIterator<Item = Vec<u8>>) -> HashMap<Digest, Vec<u8>> {
    files.into_iter().map(|bytes| (gamecert_checker::digest(&bytes), bytes)).collect()
}

/// Verdict with the peak memory, which includes copies of cited files, and the sum of the bounds of the file and of all
/// fetched files.
struct Taken {
    verdict: Result<Arc<Verified>, Refusal>,
    peak: usize,
    bound: usize,
}

fn verify(files: &HashMap<Digest, Vec<u8>>, bytes: &[u8], memory: u64) -> Taken {
    let mut source = Files { files, asked: HashMap::new() };
    let before = ALLOCATOR.current_usage();
    ALLOCATOR.reset_peak_usage();
    let verdict = Session::new(&mut source).with_memory(memory).with_work(20_000_000_000).verify(bytes);
    let peak = ALLOCATOR.peak_usage() - before;
    let (kind, version) = kind(bytes);
    let bound = bound(kind, version, bytes.len()) + source.asked.values().sum::<usize>();
    Taken { verdict, peak, bound }
}

/// Files of kind `richman`, version 2, from which the checker derives numbers many times longer than the file.
#[test]
fn numbers_are_refused_before_they_are_derived() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    // `.ci/long-tests` sets a larger board.
    let board = std::env::var("GAMECERT_BOARD").unwrap_or_else(|_| "8x8".to_owned());
    let family = Family::new(&board, &["KNK"]);
    let files = by_digest(family.certificates.iter().map(|certificate| certificate.bytes.to_vec()));
    // Each row has the longest chain, the number of denominators, their words, and whether the memory bound is reached
    // before all values are known.
    let table = [
        ("a short chain of powers of two", 4_000, 0, 0, false),
        ("a long chain of powers of two", usize::MAX, 0, 0, true),
        ("a short chain with denominators of 20 words", 200, 100, 20, false),
        ("denominators of 8 words", usize::MAX, 400, 8, true),
        ("denominators of a word", usize::MAX, 2_000, 1, true),
    ];
    for (title, most, denominators, words, met) in table {
        let bytes = doubling(&family, "KNK", most, denominators, words);
        // The variable names a folder for the files, so that the program's memory can be measured too.
        if let Some(folder) = std::env::var_os("GAMECERT_HOSTILE") {
            let cited = &family.certificate("KK").bytes;
            let named = [(format!("{board} {title}"), &bytes), (format!("{board} kings"), cited)];
            named.iter().for_each(|(name, bytes)| fs::write(Path::new(&folder).join(name.replace(' ', "-") + ".cbor"), bytes).unwrap());
        }
        let code = |taken: &Taken| taken.verdict.as_ref().unwrap_err().code();
        let taken = verify(&files, &bytes, u64::MAX);
        let expected = if met { "resources/memory" } else { "richman/value_order" };
        assert_eq!(code(&taken), expected, "{title}: {}", taken.verdict.unwrap_err());
        assert!(taken.peak <= taken.bound, "{title}: {} bytes of {}", taken.peak, taken.bound);
        // The limit must hold at every stage of verification.
        for part in 1..=12 {
            let allowed = taken.bound * part / 12;
            let limited = verify(&files, &bytes, allowed as u64);
            assert!(limited.peak <= allowed, "{title}: {} bytes of {allowed} allowed", limited.peak);
            assert!([expected, "resources/memory"].contains(&code(&limited).as_str()), "{title}: {}", code(&limited));
        }
    }
}

/// File with its name.
type Named = (String, Vec<u8>);

/// Linear congruential generator.
struct Random(u64);

impl Random {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % most
    }
}

/// Changes a file after its kind: flips a bit, replaces a byte, inserts or removes a few bytes, or truncates it.
fn mutant(bytes: &[u8], random: &mut Random) -> Vec<u8> {
    let mut mutant = bytes.to_vec();
    // Most files have the interesting parts after the heads of kind and game.
    let front = 30.min(bytes.len() - 1);
    let at = front + random.below(bytes.len() - front);
    match random.below(8) {
        0 | 1 => mutant[at] ^= 1 << random.below(8),
        2 | 3 => mutant[at] = random.below(256) as u8,
        4 => mutant[at] = [0x00, 0x17, 0x18, 0x19, 0x1a, 0x1b, 0x58, 0x98, 0x9a, 0xff][random.below(10)],
        5 => mutant.splice(at..at, (0..=random.below(9)).map(|_| random.below(256) as u8).collect::<Vec<_>>()).for_each(drop),
        6 => mutant.drain(at..(at + 1 + random.below(9)).min(bytes.len())).for_each(drop),
        _ => mutant.truncate(at),
    }
    mutant
}

/// Returns the number of mutants of each kind: 300 in the suite, 10,000 in `.ci/long-tests`.
fn requested() -> usize {
    std::env::var("GAMECERT_MUTANTS").ok().map_or(300, |text| text.parse().expect("GAMECERT_MUTANTS is a number"))
}

/// Verifies the corpus, shipped certificates, and mutants of both.
#[test]
fn every_verdict_keeps_the_bound_of_its_page() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let mut all: Vec<Named> = corpus::files().into_iter().map(|file| (file.path, file.bytes)).collect();
    let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("../certs");
    for folder in [shipped.clone(), shipped.join("losing"), shipped.join("safe"), shipped.join("unwinnable")] {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            // Large files are left to `.ci/long-tests`.
            let most = if requested() < 1_000 { 300_000 } else { u64::MAX };
            if path.extension().is_some_and(|extension| extension == "cbor") && fs::metadata(&path).unwrap().len() <= most {
                all.push((path.display().to_string(), fs::read(&path).unwrap()));
            }
        }
    }
    let files = by_digest(all.iter().map(|(_, bytes)| bytes.clone()));
    let tested = |name: &str, bytes: &[u8]| {
        let Taken { peak, bound, .. } = verify(&files, bytes, u64::MAX);
        assert!(peak <= bound, "{name}: {peak} bytes, the bound is {bound}");
    };
    all.iter().for_each(|(name, bytes)| tested(name, bytes));
    // Mutants of large files take long and use no more memory for their size than those of small files.
    let mut by_kind: HashMap<(&str, u64), Vec<&Named>> = HashMap::new();
    for file in all.iter().filter(|(name, bytes)| bytes.len() < 50_000 && !name.contains("hostile")) {
        by_kind.entry(kind(&file.1)).or_default().push(file);
    }
    let mut random = Random(46);
    let known: Vec<(&str, u64)> = by_kind.keys().copied().filter(|(name, version)| bound(name, *version, 1) > MIB + 2).collect();
    assert_eq!(known.len(), 12, "{known:?}");
    for kind in known {
        for number in 0..requested() {
            let (name, bytes) = by_kind[&kind][random.below(by_kind[&kind].len())];
            tested(&format!("mutant {number} of {name}"), &mutant(bytes, &mut random));
        }
    }
}
