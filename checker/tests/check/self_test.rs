//! Tests the option `--self-test`: the built-in files and the output.

use crate::support::*;
use std::fs;
use std::path::Path;

/// Files of the repository from which the built-in certificates are copied. Each entry has a kind, the file to be
/// verified, and the file to be rejected.
const COPIES: [(&str, &str, &str); 10] = [
    ("richman", "tests/corpus/accept/richman/sudden-death-a1", "tests/corpus/reject/richman/equation-first-class"),
    ("bracket", "tests/corpus/accept/bracket/2x2-kk-8-bits", "tests/corpus/reject/bracket/2x2-kk-wrong"),
    ("chips", "tests/corpus/accept/chips/tug-2-left-make-it-take-it-3-3", "tests/corpus/reject/chips/other-player"),
    ("strategy", "tests/corpus/accept/strategy/hex-2x2-left-advantage-4-sparing", "tests/corpus/reject/strategy/fewer-chips-claimed"),
    ("scoring", "tests/corpus/accept/scoring/one-2-3", "tests/corpus/reject/scoring/rows-outcome-last"),
    ("losing", "certs/losing/e3-d5", "tests/corpus/reject/losing/longest-less"),
    ("safe", "tests/corpus/accept/safe/capture", "tests/corpus/reject/safe/lost-by-a-capture"),
    ("helpmate", "tests/corpus/accept/helpmate/knight", "tests/corpus/reject/helpmate/mate-stalemate"),
    ("unwinnable", "tests/corpus/accept/unwinnable/lone-king", "tests/corpus/reject/unwinnable/not-closed"),
    ("batch", "tests/corpus/accept/batch/five", "tests/corpus/reject/batch/entry-mate"),
];

#[test]
fn verifies_a_file_of_every_kind_and_rejects_a_false_one() {
    let run = check(&folder("self-test", &[]), &["--self-test"]);
    assert_eq!(run.status, 0, "{}", run.output);
    for (kind, ..) in COPIES {
        assert!(run.output.contains(&format!("s VERIFIED built-in/{kind}.cbor sha256=")), "{kind}");
        assert!(run.output.contains(&format!("s REJECTED built-in/{kind}-false.cbor\nc error ")), "{kind}");
    }
    assert!(
        run.output.starts_with("c self-test passed: 10 kinds, each with a true file verified and a false one rejected\n"),
        "{}",
        run.output
    );
}

#[test]
fn built_in_files_are_copies() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let built_in = root.join("src/bin/check/self_test");
    for (kind, genuine, forged) in COPIES {
        for (name, of) in [(kind.to_owned(), genuine), (format!("{kind}-false"), forged)] {
            let copy = fs::read(built_in.join(format!("{name}.cbor"))).unwrap();
            assert_eq!(copy, fs::read(root.join("..").join(format!("{of}.cbor"))).unwrap(), "{name} is no copy of {of}");
        }
    }
    assert_eq!(fs::read_dir(built_in).unwrap().count(), 2 * COPIES.len());
}

#[test]
fn stands_alone() {
    for arguments in [&["--self-test", "x.cbor"][..], &["--self-test", "--json"]] {
        assert_eq!(check(&folder("self-test-alone", &[]), arguments).status, 2, "{arguments:?}");
    }
}
