//! Tests `solve unwinnable`: certificates in files, and shortest lines to mate.

#[path = "common/run.rs"]
mod run;

use std::fs;
use std::path::Path;

use gamecert_solver::certificate::Certificate;
use gamecert_solver::certificate::verify::verify_all;
use gamecert_unwinnable::{Color, Limits, Position, Solver};
use run::{Run, command, folder};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
const SHUT_IN: &str = "2b1k3/8/8/1p1p1p1p/1P1P1P1P/8/8/2B1K3 w - -";

fn about(folder: &Path, fen: &str, others: &str) -> Run {
    let output = command(folder, "unwinnable").arg(fen).args(others.split_whitespace()).output().unwrap();
    Run::new(&format!("unwinnable {fen:?} {others}"), output)
}

/// Verifies a certificate with the checker and returns its size.
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
    // If the search finds no answer, no certificate is written.
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
        // One line of the file has no position. The other lines are answered and certified.
        assert_eq!(run.status, Some(2), "{}", run.err);
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
    about(&folder, START, "black --shortest").answers().says(&["Black can still mate in 4 plies, the fewest possible: "]);
    about(&folder, "8/8/8/3k4/8/8/8/R6K w - -", "white --shortest --nodes 2000").answers().says(&[" plies, the fewest possible: "]);
    let limited = about(&folder, "8/8/N7/8/8/6q1/3K2k1/3b4 b - -", "white --shortest --nodes 20000");
    limited.answers().says(&["White can still mate in ", " plies (no mate in fewer than ", " plies): "]);
    let found = about(&folder, "6k1/8/6K1/8/8/8/8/1Q6 b - -", "white --shortest --json").answers().json();
    assert_eq!((&found["shortest"], found["line"].as_str().unwrap().split(' ').count()), (&true.into(), 2));
    let found = about(&folder, SHUT_IN, "white --shortest --json").answers().json();
    assert_eq!((&found["shortest"], &found["verdict"]), (&serde_json::Value::Null, &"unwinnable".into()));
}

/// Returns games that Black lost on time. In some games White cannot mate, and some positions occur twice.
fn flags() -> String {
    let (pieces, pawns) = (["K7", "K6R", "K6Q", "K5NN", "K5BN", "K6B"], ["p7", "1p6", "2p5", "3p4", "4p3"]);
    let game = |number: usize| {
        let fen = format!("6k1/{}/8/8/8/8/8/{} b - - 0 1", pawns[number % pawns.len()], pieces[number % pieces.len()]);
        format!("[Event \"{number}\"]\n[Result \"1-0\"]\n[Termination \"Time forfeit\"]\n[FEN \"{fen}\"]\n\n1... Kf7 1-0\n\n")
    };
    (0..60).map(game).collect()
}

#[test]
fn merged_certificates_do_not_depend_on_the_cuts_and_the_order() {
    let folder = folder("unwinnable-merge");
    let text = flags();
    fs::write(folder.join("games.pgn"), &text).unwrap();
    let run = |arguments: &str| Run::new(arguments, command(&folder, arguments).output().unwrap());
    run("unwinnable --pgn games.pgn --emit-cert whole.cbor").ends_with(0);
    let merged = run("merge certs whole.cbor --emit-cert expected.cbor").ends_with(0);
    let size = verified(&folder.join("expected.cbor"));
    assert_eq!(merged.err, format!("solve: expected.cbor: 30 claims in {size} bytes, of 60 entries in 1 file, verified\n"));
    let expected = fs::read(folder.join("expected.cbor")).unwrap();
    let cuts = [0, 10, 200, 3000, 3100, text.len()];
    for (number, cut) in cuts.windows(2).enumerate() {
        run(&format!("unwinnable --pgn games.pgn --emit-cert part{number}.cbor --bytes {}..{}", cut[0], cut[1])).ends_with(0);
        // The certificate of a part is a batch even if it has no entry or only one.
        verified(&folder.join(format!("part{number}.cbor")));
    }
    for files in [
        "part0.cbor part1.cbor part2.cbor part3.cbor part4.cbor",
        "part4.cbor part2.cbor part0.cbor part3.cbor part1.cbor part2.cbor expected.cbor",
    ] {
        for threads in [1, 2, 3, 20] {
            run(&format!("merge certs {files} --emit-cert again.cbor --threads {threads}")).ends_with(0);
            assert!(fs::read(folder.join("again.cbor")).unwrap() == expected, "{files}, {threads} threads");
        }
    }
    // Certificates with a single claim can be merged too.
    about(&folder, START, "--emit-cert one.cbor").ends_with(0);
    let merged = run("merge certs one.cbor one.cbor --emit-cert again.cbor").ends_with(0);
    assert!(merged.err.contains("1 claim in ") && merged.err.contains("of 2 entries in 2 files"), "{}", merged.err);
    verified(&folder.join("again.cbor"));
}

#[test]
fn what_is_not_merged() {
    let folder = folder("unwinnable-merge-bad");
    fs::write(folder.join("games.pgn"), flags()).unwrap();
    let run = |arguments: &str| Run::new(arguments, command(&folder, arguments).output().unwrap());
    run("unwinnable --pgn games.pgn --emit-cert good.cbor").ends_with(0);
    let good = fs::read(folder.join("good.cbor")).unwrap();
    let with = |name: &str, change: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = good.clone();
        change(&mut bytes);
        fs::write(folder.join(name), bytes).unwrap();
    };
    let place = |what: &[u8]| good.windows(what.len()).position(|window| window == what).unwrap();
    with("cut.cbor", &|bytes| bytes.truncate(bytes.len() - 1));
    with("longer.cbor", &|bytes| bytes.push(0));
    with("version.cbor", &|bytes| bytes[place(b"ebatch\x01") + 6] = 2);
    with("rules.cbor", &|bytes| bytes[place(b"echess\x01") + 6] = 2);
    // The last entry claims a wrong number of positions or plies.
    with("claim.cbor", &|bytes| {
        let root = bytes.len() - 12;
        bytes[root] ^= 1;
    });
    let certs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../certs");
    let other = certs.join("kk.cbor");
    for (file, sentence) in [
        ("cut.cbor", "cut.cbor is not taken: cut off"),
        ("longer.cbor", "there is more after the last entry"),
        ("version.cbor", "version.cbor is not taken: of kind batch version 2, not a batch"),
        ("rules.cbor", "rules.cbor is not taken: about chess version 2, not about chess version 1"),
        ("claim.cbor", "claim.cbor is "),
        (other.to_str().unwrap(), "not taken: about "),
        ("games.pgn", "games.pgn: a text, not a certificate"),
        ("none.cbor", "none.cbor: No such file"),
        (".", ".: a folder, not a file"),
    ] {
        let run = run(&format!("merge certs good.cbor {file} --emit-cert out.cbor")).complains(2);
        assert!(run.err.contains(sentence), "{file}: {}", run.err);
        assert!(!folder.join("out.cbor").exists());
    }
    // For any number of threads, the message names the first wrong file.
    for threads in [1, 2, 7] {
        let run = run(&format!(
            "merge certs good.cbor good.cbor cut.cbor good.cbor games.pgn none.cbor --emit-cert out.cbor --threads {threads}"
        ));
        assert!(run.complains(2).err.contains("cut.cbor is not taken: cut off"));
        assert!(!folder.join("out.cbor").exists());
    }
    let run = run("merge certs good.cbor --emit-cert games.pgn").complains(2);
    assert!(run.err.contains("games.pgn is there and is not a certificate"), "{}", run.err);
}

/// The published length is the number of moves of the winner. If White moves first, the line has one ply less.
#[test]
fn published_helpmates_have_their_lengths() {
    let list = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/data/helpmates/helpmates.txt")).unwrap();
    let mut solver = Solver::new();
    let mut proved = 0;
    for row in list.lines() {
        let fields: Vec<&str> = row.split('\t').collect();
        let position: Position = fields[1].parse().unwrap();
        let plies = 2 * fields[0].parse::<usize>().unwrap() - usize::from(position.to_move() == Color::White);
        let found = solver.decide_shortest(&position, Color::White, Limits::nodes(2048));
        assert!(found.at_least <= plies, "{row}");
        if found.is_shortest() {
            assert_eq!(found.at_least, plies, "{row}");
            proved += 1;
        }
    }
    assert!(proved >= 15, "{proved} of 50");
}
