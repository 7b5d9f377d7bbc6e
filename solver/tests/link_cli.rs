//! Tests `solve link`: certificates that cite others, missing lines, and bad input that is refused.

mod common;
#[path = "common/run.rs"]
mod run;

use std::path::Path;

use common::Schema;
use gamecert_checker::files::CitedFiles;
use gamecert_checker::linked::Claim;
use gamecert_checker::verify;
use run::{Run, command, folder};

/// A proof of losing chess in `certs/losing`.
fn shipped(name: &str) -> String {
    format!("{}/../certs/losing/{name}.cbor", env!("CARGO_MANIFEST_DIR"))
}

/// Runs `solve link` on these positions, with citations of these proofs in `certs/losing`.
fn link(folder: &Path, positions: &[&str], cited: &[&str], options: &str) -> Run {
    let cited: Vec<String> = cited.iter().flat_map(|name| ["--cite".to_owned(), shipped(name)]).collect();
    let output = command(folder, &format!("link {options}")).args(positions).args(cited).output().unwrap();
    Run::new(&format!("link {positions:?} {options}"), output)
}

#[test]
fn answers_fit_the_schema() {
    for (title, positions, cited, options, status, expected) in [
        (
            "Two roots of other proofs",
            &["1. e3 d5", "1. e3 g6"][..],
            &["e3-d5", "e3-g6"][..],
            "--for white",
            0,
            "White wins by force, within",
        ),
        ("A win of Black", &["1. d3"], &["d3"], "--for black", 0, "Black wins by force, within"),
        ("A reply of each kind", &["1. e3"], &["e3-d5", "e3-g6"], "--for white", 1, ": a5, a6, b5, "),
        ("White to move", &["1. e3 b5"], &["e3-d5"], "--for white --plies 2", 1, "no proof that White wins"),
        ("Nobody needs a citation", &["8/8/8/8/8/k7/8/1R6 w - -"], &["e3-d5"], "--for white", 0, "0 other certificates"),
    ] {
        let folder = folder("link-answers");
        let run = link(&folder, positions, cited, options).ends_with(status);
        assert!(run.out.contains(expected), "{title}: {}", run.out);
        let json = link(&folder, positions, cited, &format!("{options} --json")).ends_with(status).json();
        Schema::named("link").assert_fits(&json);
    }
}

#[test]
fn certificates_state_the_claim_and_cite_what_they_use() {
    let folder = folder("link-certificates");
    let positions = ["1. e3 d5", "1. e3 g6", "1. e3 d5"];
    link(&folder, &positions, &["e3-a6", "e3-d5", "e3-g6"], "--for white --emit-cert both.cbor").ends_with(0);
    let mut source = CitedFiles::new(vec![Path::new(&shipped("e3-d5")).parent().unwrap().to_owned()], u64::MAX);
    source.begin([], std::sync::Arc::default());
    let verified = verify(&std::fs::read(folder.join("both.cbor")).unwrap(), &mut source).unwrap();
    let claim: &Claim = verified.claim_as().unwrap();
    assert_eq!((claim.roots.len(), claim.positions, claim.cited), (2, 0, 2));
    // The new certificate can be cited too, here after a move of the winner.
    let after = ["8/8/8/8/8/k7/1R6/8 b - -"];
    link(&folder, &after, &["e3-d5"], "--for white --emit-cert after.cbor").ends_with(0);
    let options = "link --for white --plies 1 --cite after.cbor --emit-cert before.cbor";
    let output = command(&folder, options).arg("8/8/8/8/8/k7/8/1R6 w - -").output().unwrap();
    assert!(Run::new(options, output).ends_with(0).out.contains("proof: 1 position, and 1 other certificate"));
    for name in ["e3-d5", "e3-g6"] {
        std::fs::copy(shipped(name), folder.join(format!("{name}.cbor"))).unwrap();
    }
    let output = command(&folder, "link --for white --plies 0 --cite both.cbor").arg("1. e3 g6").output().unwrap();
    Run::new("a chain", output).ends_with(0);
    // A file that answers another question is not overwritten.
    link(&folder, &["1. e3 a6"], &["e3-a6"], "--for white --emit-cert both.cbor").complains(2);
}

#[test]
fn bad_input() {
    let folder = folder("link-bad-input");
    std::fs::write(folder.join("no.cbor"), "no certificate").unwrap();
    for (title, positions, cited, options, complaint) in [
        ("No position", &[][..], &["e3-d5"][..], "--for white", "required"),
        ("No side", &["1. e3 d5"], &["e3-d5"], "", "--for"),
        ("Nothing to cite", &["1. e3 d5"], &[], "--for white", "--cite"),
        ("An illegal move", &["1. e3 d5 2. e5"], &["e3-d5"], "--for white", "position '1. e3 d5 2. e5': "),
        ("No FEN", &["8/8 w"], &["e3-d5"], "--for white", "position '8/8 w': "),
        ("A certificate of the other side's win", &["1. e3 d5"], &["d3"], "--for white", "wins of Black"),
        ("A certificate of another rule", &["1. e3 d5"], &["international"], "--for white", "under rules international"),
        ("No certificate", &["1. e3 d5"], &[], "--for white --cite no.cbor", "no.cbor"),
        ("A file that is not there", &["1. e3 d5"], &[], "--for white --cite nowhere.cbor", "nowhere.cbor"),
        ("Too many plies", &["1. e3 d5"], &["e3-d5"], "--for white --plies 21", "--plies"),
    ] {
        let run = link(&folder, positions, cited, options).ends_with(2);
        assert!(run.err.contains(complaint), "{title}: {}", run.err);
    }
}
