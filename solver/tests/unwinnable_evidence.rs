//! `solve unwinnable`: certificates in files, and shortest lines.

#[path = "common/run.rs"]
mod run;

use std::fs;
use std::path::Path;

use gamecert_solver::certificate::Certificate;
use gamecert_solver::certificate::verify::verify_all;
use run::{Run, command, folder};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
const SHUT_IN: &str = "2b1k3/8/8/1p1p1p1p/1P1P1P1P/8/8/2B1K3 w - -";

fn about(folder: &Path, fen: &str, others: &str) -> Run {
    let output = command(folder, "unwinnable").arg(fen).args(others.split_whitespace()).output().unwrap();
    Run::new(&format!("unwinnable {fen:?} {others}"), output)
}

/// The size of a certificate, which the checker verifies.
fn verified(file: &Path) -> usize {
    let bytes = fs::read(file).unwrap();
    let size = bytes.len();
    verify_all(&[Certificate::new(bytes)]).unwrap();
    size
}

#[test]
fn answers_as_certificates() {
    let folder = folder("unwinnable-certificates");
    for (fen, others, what) in [
        (START, "white", "1 answer in "),
        (START, "both", "2 answers in "),
        (SHUT_IN, "both", "2 answers in "),
        (SHUT_IN, "black", "1 answer in "),
    ] {
        let run = about(&folder, fen, &format!("{others} --emit-cert answer.cbor")).ends_with(0);
        let size = verified(&folder.join("answer.cbor"));
        assert_eq!(run.err, format!("solve: answer.cbor: {what}{size} bytes, verified\n"));
    }
    // Nothing is known, nothing is written.
    let run = about(&folder, START, "--quick --emit-cert none.cbor").ends_with(1);
    assert!(run.err.starts_with("solve: nothing was found out: no certificate is written\n"), "{}", run.err);
    assert!(!folder.join("none.cbor").exists());
    about(&folder, START, "--emit-cert .").complains(2);
}

#[test]
fn a_file_of_positions_as_one_certificate() {
    let folder = folder("unwinnable-batch");
    let lines = format!("{START} both a\nno position\n{SHUT_IN} white b\n7k/8/8/8/8/8/8/K7 w - - black c\n");
    fs::write(folder.join("positions.txt"), lines).unwrap();
    for form in ["", "--json", "--csv"] {
        let run = Run::new(
            "",
            command(&folder, &format!("unwinnable --positions positions.txt --threads 2 --emit-cert all.cbor {form}")).output().unwrap(),
        );
        assert_eq!(run.status, Some(0), "{}", run.err);
        let size = verified(&folder.join("all.cbor"));
        assert!(run.err.contains(&format!("solve: all.cbor: 4 answers in {size} bytes, verified\n")), "{}", run.err);
    }
    for other in ["--every-ply", "--resume state"] {
        let arguments = format!("unwinnable --pgn games.pgn --emit-cert all.cbor {other}");
        let run = Run::new(&arguments, command(&folder, &arguments).output().unwrap()).ends_with(2);
        assert!(run.err.contains("--emit-cert"), "{}", run.err);
    }
}

#[test]
fn shortest_lines() {
    let folder = folder("unwinnable-shortest");
    about(&folder, START, "black --shortest").answers().says(&["winnable (4 plies, no fewer will do: "]);
    about(&folder, "8/8/8/3k4/8/8/8/R6K w - -", "white --shortest --nodes 2000").answers().says(&[", fewer may do: "]);
    let found = about(&folder, "6k1/8/6K1/8/8/8/8/1Q6 b - -", "white --shortest --json").answers().json();
    assert_eq!((&found["shortest"], found["line"].as_str().unwrap().split(' ').count()), (&true.into(), 2));
    let found = about(&folder, SHUT_IN, "white --shortest --json").answers().json();
    assert_eq!((&found["shortest"], &found["verdict"]), (&serde_json::Value::Null, &"unwinnable".into()));
}
