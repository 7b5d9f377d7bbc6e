//! The checkers in `examples/third-party/` against the main checker, on shipped certificates and corpus files. Verdicts
//! and broken clauses must agree.

use std::ffi::OsStr;
use std::path::Path;
use std::process::Command;

/// Returns the output of an example for files named relative to the corpus folder, or `None` if Python is not
/// available.
fn example<F: AsRef<OsStr>>(script: &str, files: impl IntoIterator<Item = F>) -> Option<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let script = root.join("examples/third-party").join(script);
    let run = Command::new("python3").current_dir(root.join("tests/corpus")).arg("-B").arg(script).args(files).output();
    run.ok().map(|output| String::from_utf8(output.stdout).unwrap())
}

#[test]
fn check_losing_agrees_with_the_checker() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let shipped = |name: &str| std::fs::read(root.join("certs/losing").join(name)).unwrap();
    let broken = |name: &str, change: fn(&mut Vec<u8>)| {
        let mut bytes = shipped(name);
        change(&mut bytes);
        bytes
    };
    let table = [
        ("A win of White's", shipped("e3-d5.cbor")),
        ("A win of Black's", shipped("e4.cbor")),
        ("The rules of FICS", shipped("fics.cbor")),
        ("A stalemate that wins", shipped("international.cbor")),
        ("The file is cut off", broken("e3-d5.cbor", |bytes| bytes.truncate(118))),
        ("Something follows", broken("e3-d5.cbor", |bytes| bytes.push(0))),
        ("Another move", broken("e3-d5.cbor", |bytes| bytes[114] ^= 0x80)),
        ("Another format", broken("e3-d5.cbor", |bytes| bytes[0] = 0)),
        ("A clock of 127 moves", broken("e3-Na6.cbor", |bytes| bytes.splice(100..101, [0x18, 0x7f]).for_each(drop))),
    ];
    let folder = std::env::temp_dir().join(format!("gamecert-third-party-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    for (number, (title, bytes)) in table.into_iter().enumerate() {
        let file = folder.join(format!("{number}.cbor"));
        std::fs::write(&file, &bytes).unwrap();
        let Some(printed) = example("check_losing.py", [&file]) else {
            eprintln!("python3 cannot be started: the example is not tested");
            break;
        };
        match gamecert_checker::verify(&bytes, &mut gamecert_checker::NoSource) {
            Ok(_) => assert!(printed.starts_with("s VERIFIED "), "{title}: {printed}"),
            Err(rejection) => {
                let expected = format!("\nc error {} at {}: ", rejection.code(), rejection.place);
                assert!(printed.starts_with("s REJECTED ") && printed.contains(&expected), "{title}: {printed}, expected{expected}");
            }
        }
    }
    std::fs::remove_dir_all(&folder).unwrap();
    if let Some(printed) = example("check_losing.py", ["accept/richman/tug-1.cbor"]) {
        let expected = "s UNDECIDED accept/richman/tug-1.cbor\nc undecided envelope/kind at byte ";
        assert!(printed.starts_with(expected), "A kind that it does not know: {printed}");
    }
}

/// `tests/tests/corpus.rs` ensures that the table of the corpus agrees with the checker.
#[test]
fn check_richman_agrees_with_the_corpus() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    let table = std::fs::read_to_string(corpus.join("corpus.tsv")).unwrap();
    let named = [
        "accept/richman/bidding-chess-2x5-kpk.cbor",
        "accept/richman/bidding-chess-2x2-kbkn.cbor",
        "accept/richman/bidding-chess-2x3-knnknn.cbor",
        "accept/richman/draw-and-cycle.cbor",
        "accept/richman/numbered-by-the-queue.cbor",
        "accept/richman/sudden-death-a64.cbor",
        "accept/richman/partly-cycles.cbor",
        "accept/richman/partly-2x2-krk-cited.cbor",
        "accept/bracket/2x4-kpk.cbor",
        "accept/bracket/2x2-kqk-fewer-bits.cbor",
        "reject/format/bignum-leading-zero.cbor",
        "reject/richman/queen-equation.cbor",
        "reject/richman/choice-of-greater-label.cbor",
        "reject/richman/labels-beyond-alike.cbor",
        "reject/richman/labels-beyond-descending.cbor",
        "reject/richman/two-functions-alike-beyond.cbor",
        "reject/richman/label-white-from-nowhere.cbor",
        "reject/richman/third-not-reduced.cbor",
        "reject/richman/cites-a-bracket.cbor",
        "reject/richman/cites-a-rejected-file.cbor",
        "reject/richman/partly-value-missing.cbor",
        "reject/richman/partly-value-listed.cbor",
        "reject/richman/partly-zero-worked-out.cbor",
        "reject/richman/hostile-one-huge-value.cbor",
        "reject/bracket/alpha-lower.cbor",
        "reject/bracket/beta-upper.cbor",
        "reject/bracket/too-small.cbor",
        "undecided/bracket/cites-nothing.cbor",
    ];
    let Some(printed) = example("check_richman.py", named) else {
        eprintln!("python3 cannot be started: the example is not tested");
        return;
    };
    for file in named {
        let row = table.lines().map(|line| line.split('\t').collect::<Vec<_>>()).find(|row| row[0] == file).unwrap();
        let (verdict, code, place) = (row[1], row[2], row[3]);
        let expected = match verdict {
            "verified" => format!("s VERIFIED {file} sha256="),
            "rejected" => format!("s REJECTED {file}\nc error {code} at {place}: "),
            _ => format!("s UNDECIDED {file}\nc undecided {code} at {place}: "),
        };
        assert!(printed.contains(&expected), "expected {expected}, printed {printed}");
    }
}

#[test]
fn check_strategy_agrees_with_the_corpus() {
    agrees("check_strategy.py", "/strategy/", 100);
}

#[test]
fn check_safe_agrees_with_the_corpus() {
    agrees("check_safe.py", "/safe/", 40);
}

#[test]
fn check_linked_agrees_with_the_corpus() {
    agrees("check_linked.py", "/losing-2/", 100);
}

/// Compares an example with the table of the corpus, on the files of one kind. There must be more than `least` files.
fn agrees(script: &str, kind: &str, least: usize) {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    let table = std::fs::read_to_string(corpus.join("corpus.tsv")).unwrap();
    let rows: Vec<Vec<&str>> = table.lines().map(|line| line.split('\t').collect()).collect();
    // Undecided files are left out: they depend on limits that the example does not have.
    let rows: Vec<&Vec<&str>> = rows.iter().filter(|row| row[0].contains(kind) && row[1] != "undecided").collect();
    assert!(rows.len() > least, "{} files", rows.len());
    let Some(printed) = example(script, rows.iter().map(|row| row[0])) else {
        eprintln!("python3 cannot be started: the example is not tested");
        return;
    };
    for row in rows {
        let (file, code, place) = (row[0], row[2], row[3]);
        let expected = match row[1] {
            "verified" => format!("s VERIFIED {file} sha256="),
            _ => format!("s REJECTED {file}\nc error {code} at {place}: "),
        };
        assert!(printed.contains(&expected), "expected {expected}, printed {printed}");
    }
}
