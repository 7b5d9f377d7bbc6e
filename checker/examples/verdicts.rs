//! `verdicts COUNT FOLDER…` prints the checker's verdicts on certificates and on changed copies.
//!
//! If the program prints the same for two builds of the checker, both builds behave alike on these files.

use gamecert_checker::{Digest, NotFetched, Session, Source, digest};
use std::collections::HashMap;
use std::fs;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Only files of at most this many bytes are changed, because larger files take much time.
const LARGEST: usize = 4_000;

/// Limit on the work steps for each file.
const STEPS: u64 = 30_000_000;

/// The files that certificates may cite.
struct Files(HashMap<Digest, Vec<u8>>);

impl Source for Files {
    fn fetch(&mut self, expected: &Digest, _: u64) -> Result<Arc<Vec<u8>>, NotFetched> {
        self.0.get(expected).cloned().map(Arc::new).ok_or_else(|| NotFetched::Missing("here".to_owned()))
    }
}

/// A linear congruential generator (Knuth, MMIX) that returns the same numbers on every machine.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.0 >> 33
    }

    fn below(&mut self, most: usize) -> usize {
        self.next() as usize % most
    }
}

/// Collects the certificates in a folder and its subfolders, sorted by path.
fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "cbor") {
            found.push(path);
        }
    }
    found.sort();
}

/// Finds the integers of a well-formed file, and all bytes of its byte strings. Returns the start and the end of each
/// integer.
fn integers(bytes: &[u8]) -> Vec<(usize, usize)> {
    let (mut found, mut at) = (Vec::new(), 0);
    while let Some(first) = bytes.get(at) {
        let width = [0, 1, 2, 4, 8].get(usize::from((first & 0x1f).saturating_sub(23))).copied().unwrap_or(0);
        let end = at + 1 + width;
        let Some(head) = bytes.get(at + 1..end) else { break };
        let argument =
            if width == 0 { u64::from(first & 0x1f) } else { head.iter().fold(0, |number, byte| number << 8 | u64::from(*byte)) };
        let content = if matches!(first >> 5, 2 | 3) { usize::try_from(argument).unwrap_or(usize::MAX) } else { 0 };
        match first >> 5 {
            0 => found.push((at, end)),
            2 => found.extend((end..end.saturating_add(content).min(bytes.len())).map(|byte| (byte, byte))),
            _ => {}
        }
        at = end.saturating_add(content);
    }
    found
}

/// Encodes an unsigned integer in the shortest form.
fn integer(number: u64) -> Vec<u8> {
    let bytes = number.to_be_bytes();
    match number {
        0..24 => vec![bytes[7]],
        24..0x100 => [&[24], &bytes[7..]].concat(),
        0x100..0x1_0000 => [&[25], &bytes[6..]].concat(),
        0x1_0000..0x1_0000_0000 => [&[26], &bytes[4..]].concat(),
        _ => [&[27], &bytes[..]].concat(),
    }
}

/// Returns a copy in which one integer, or one byte of a byte string, is changed.
fn changed(bytes: &[u8], random: &mut Random) -> Vec<u8> {
    let integers = integers(bytes);
    let Some((begin, end)) = (!integers.is_empty()).then(|| integers[random.below(integers.len())]) else { return bytes.to_vec() };
    let mut copy = bytes.to_vec();
    if begin == end {
        copy[begin] = copy[begin].wrapping_add([1, 255, 128, random.next() as u8][random.below(4)]);
        return copy;
    }
    let argument = &bytes[begin + 1..end];
    let old =
        if argument.is_empty() { u64::from(bytes[begin]) } else { argument.iter().fold(0, |number, byte| number << 8 | u64::from(*byte)) };
    // The new value is next to the old one, next to a power of two, near the maximum, or of random length.
    let near = 1_u64 << random.below(64);
    let new = match random.below(6) {
        0 => old.wrapping_add(1),
        1 => old.wrapping_sub(1),
        2 => near,
        3 => near.wrapping_sub(1),
        4 => u64::MAX - random.next() % 3,
        _ => (random.next() << 31 | random.next()) >> random.below(64),
    };
    copy.splice(begin..end, integer(new));
    copy
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let count: usize = arguments.next().and_then(|count| count.parse().ok()).expect("a number of changed files");
    let mut paths = Vec::new();
    arguments.for_each(|folder| files(Path::new(&folder), &mut paths));
    let all: Vec<(PathBuf, Vec<u8>)> = paths.into_iter().map(|path| (path.clone(), fs::read(path).unwrap())).collect();
    let mut source = Files(all.iter().map(|(_, bytes)| (digest(bytes), bytes.clone())).collect());
    let mut out = BufWriter::new(std::io::stdout().lock());
    let mut say = |name: String, bytes: Vec<u8>| {
        let verdict = match Session::new(&mut source).with_work(STEPS).verify(&bytes) {
            Ok(verified) => format!("{:?} {}", verified.kind, verified.claim.statements().join("; ")),
            Err(refusal) => refusal.to_string(),
        };
        writeln!(out, "{name}: {verdict}").unwrap();
    };
    for (path, bytes) in &all {
        say(path.display().to_string(), bytes.clone());
    }
    let small: Vec<&(PathBuf, Vec<u8>)> = all.iter().filter(|(_, bytes)| bytes.len() <= LARGEST).collect();
    let mut random = Random(46);
    for number in 0..count {
        let (path, bytes) = small[random.below(small.len())];
        say(format!("{number} {}", path.display()), changed(bytes, &mut random));
    }
}
