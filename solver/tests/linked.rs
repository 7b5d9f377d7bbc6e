//! Tests `solve walk`, `solve lookup` and `solve export` on certificates of kind `losing`, version 2, which have several
//! roots and cite others.

mod common;
#[path = "common/run.rs"]
mod run;
#[path = "common/walking.rs"]
mod walking;

use std::fs;
use std::path::{Path, PathBuf};

use common::Schema;
use gamecert_solver::answers::walk::passage::{Passage, Sources};
use gamecert_solver::answers::walk::{Proof, Walk, WalkError};
use gamecert_solver::certificate::verify::{self, Reading};
use run::{Run, command, folder, solve};
use serde_json::Value;
use walking::{position, session, walk};

/// Moves that lead to the early position `EARLY_FEN`. In the early position, White wins by Bxa7.
const EARLY: &str = "1. e3 g6 2. Qh5 gxh5 3. g4 hxg4 4. Nf3 gxf3 5. Bg2 fxg2 6. d4 gxh1=N 7. Kd1 Nxf2 8. b3 Nxd1 9. Nd2 Nxe3 \
                     10. Rb1 Nxc2 11. Nf1 Nxd4 12. Be3 Nxb3";
/// Moves from the position `EARLY_FEN` to a position called the late position. In the late position, White wins by
/// Rxb7, and Black has two replies to Rxb7.
const LATE: &str = "13. Bxa7 Rxa7 14. Rxb3 Rxa2";
const EARLY_FEN: &str = "rnbqkbnr/pppppp1p/8/8/8/1n2B3/P6P/1R3N2 w - -";
const ROOK_FEN: &str = "1nbqkbnr/1Rpppp1p/8/8/8/8/7r/5N2 w - -";

/// The arguments in `words` may contain spaces.
fn run(folder: &Path, arguments: &str, words: &[&str]) -> Run {
    Run::new(arguments, command(folder, arguments).args(words).output().unwrap())
}

/// Creates a folder with a chain of certificates. `rook.cbor` and `bishop.cbor` prove the positions after Black's
/// replies. `inner.cbor` proves the position after the moves `EARLY` and `LATE`, and cites `rook.cbor` and
/// `bishop.cbor`. `outer.cbor` proves the position after `EARLY` and the root of `rook.cbor`. In `before.cbor`, White's
/// first move leads to the root of `after.cbor`.
fn chain(test: &str) -> PathBuf {
    let folder = folder(test);
    let late = format!("{EARLY} {LATE}");
    let (rook, bishop) = (format!("{late} 15. Rxb7 Rxh2"), format!("{late} 15. Rxb7 Bxb7"));
    let search = "losing-chess --for white --threads 1 --shrink 0 --emit-cert";
    run(&folder, &format!("{search} rook.cbor"), &[&rook]).ends_with(0);
    run(&folder, &format!("{search} bishop.cbor"), &[&bishop]).ends_with(0);
    let inner = "link --for white --plies 2 --cite rook.cbor --cite bishop.cbor --emit-cert inner.cbor";
    run(&folder, inner, &[&late]).ends_with(0);
    let outer = "link --for white --plies 4 --cite inner.cbor --cite rook.cbor --emit-cert outer.cbor";
    run(&folder, outer, &[EARLY, &rook]).ends_with(0);
    let after = "link --for white --cite rook.cbor --emit-cert after.cbor";
    run(&folder, after, &["8/8/8/8/8/k7/1R6/8 b - -"]).ends_with(0);
    let before = "link --for white --plies 1 --cite after.cbor --emit-cert before.cbor";
    run(&folder, before, &["8/8/8/8/8/k7/8/1R6 w - -"]).ends_with(0);
    folder
}

fn digest(folder: &Path, file: &str) -> String {
    solve(folder, &format!("lookup {file} --json")).answers().json()["certificate"].as_str().unwrap().to_owned()
}

#[test]
fn lookup_names_the_roots_and_where_the_proof_goes_on() {
    let folder = chain("linked-lookup");
    solve(&folder, "lookup outer.cbor").answers().says(&[
        "White wins by force from 2 positions:\n",
        &format!("   1  {ROOK_FEN} 0 1  at most 4 moves of both sides, proved in rook.cbor\n"),
        &format!("   2  {EARLY_FEN} 0 1  at most 10 moves of both sides\n"),
        "  rule of stalemate: joint\n",
        "  under a 50-move rule too: at most 1 move",
        "  proof: 4 positions, and 2 other certificates:\n    ",
    ]);
    solve(&folder, "lookup outer.cbor --first 1").answers().says(&["rook.cbor\n     … 1 more\n", "\n    … 1 more\n"]);
    let roots = solve(&folder, "lookup outer.cbor --json").answers().json();
    Schema::named("lookup-losing").assert_fits(&roots);
    assert_eq!((&roots["roots"][0]["number"], &roots["roots"][1]["number"]), (&4.into(), &0.into()));
    assert_eq!(roots["roots"][0]["cited"]["sha256"], digest(&folder, "rook.cbor"));
    // Each case has the certificate, the position, and parts of the output.
    let table: &[(&str, &str, &[&str])] = &[
        (
            "outer.cbor",
            EARLY_FEN,
            &[
                "White wins by force from here with 1. Bxa7: at most 10 moves of both sides",
                "\nhere     number 0, a root; from here on 4 positions of its own, at most 10 moves\n",
                "\nlongest  1. Bxa7 Rxa7 2. Rxb3 Rxa2 … at most 6 more in inner.cbor\n",
                "\n   1  Bxa7                3 positions, at most 9 moves\n",
            ],
        ),
        (
            "outer.cbor",
            "1nbqkbnr/rppppp1p/8/8/8/1R6/P6P/5N2 b - -",
            &["\n   1* Rxa2                      cited, at most 6 moves in inner.cbor\n"],
        ),
        (
            "outer.cbor",
            ROOK_FEN,
            &[
                "White wins by force from here: at most 4 moves of both sides, as rook.cbor proves.\n",
                "\nhere     number 4, a root, proved in rook.cbor: at most 4 moves\n",
                &format!("\ngo on    solve lookup rook.cbor '{ROOK_FEN}'\n"),
            ],
        ),
        (
            "inner.cbor",
            "1nbqkbnr/1Rpppp1p/8/8/8/8/r6P/5N2 b - -",
            &[
                "White wins by force from here, whatever the other side plays: at most 5 moves",
                "\n   1* Rxh2                      cited, at most 4 moves in rook.cbor\n",
                "\n   2  Bxb7                      cited, at most 4 moves in bishop.cbor\n",
            ],
        ),
    ];
    for (certificate, fen, parts) in table {
        run(&folder, &format!("lookup {certificate}"), &[fen]).answers().says(parts);
        let place = run(&folder, &format!("lookup {certificate} --json"), &[fen]).answers().json();
        Schema::named("walk").assert_fits(&place);
    }
    // Files in another folder are named with their path.
    fs::create_dir(folder.join("elsewhere")).unwrap();
    fs::copy(folder.join("outer.cbor"), folder.join("elsewhere/outer.cbor")).unwrap();
    run(&folder, "lookup elsewhere/outer.cbor --include .", &[ROOK_FEN]).answers().says(&["as rook.cbor proves.\n"]);
    run(&folder.join("elsewhere"), "lookup outer.cbor --include ..", &[ROOK_FEN]).answers().says(&["as ../rook.cbor proves.\n"]);
}

/// The rows of an export must form a proof. If the loser is to move, a row has all legal moves; if the winner is to
/// move, a row has one move. Each row must agree with a look-up of its position.
#[test]
fn an_export_has_the_proof_and_what_it_cites() {
    let folder = chain("linked-export");
    for (certificate, count, leaves, roots) in
        [("inner.cbor", 4, 2, &[0][..]), ("outer.cbor", 6, 2, &[0, 4]), ("after.cbor", 2, 0, &[0]), ("before.cbor", 2, 1, &[0])]
    {
        let out = run::solve(&folder, &format!("export {certificate} --json")).ends_with(0).out;
        let rows: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(rows.len(), count, "{certificate}");
        let number_of = |list: &Value| list.as_array().unwrap().iter().map(|number| number.as_u64().unwrap()).collect::<Vec<_>>();
        let claimed = solve(&folder, &format!("lookup {certificate} --json")).answers().json();
        for (number, row) in rows.iter().enumerate() {
            Schema::named("export-losing").assert_fits(row);
            let fen = row["position"].as_str().unwrap();
            let here = position(fen);
            let leads_to = number_of(&row["leads_to"]);
            let moves = row["moves"].as_array().unwrap();
            assert_eq!((&row["number"], moves.len()), (&number.into(), leads_to.len()));
            for (played, &next) in moves.iter().zip(&leads_to) {
                let next = &rows[usize::try_from(next).unwrap()];
                let played = here.find_move(played.as_str().unwrap()).unwrap();
                assert_eq!(next["position"], here.after(played).to_string(), "{fen}");
            }
            let longest = leads_to.iter().map(|&next| rows[usize::try_from(next).unwrap()]["longest"].as_u64().unwrap() + 1).max();
            let is_cited = row["cited"].is_string();
            assert_eq!(is_cited, number >= count - leaves, "{fen}");
            assert_eq!(row["root"], roots.contains(&number), "{fen}");
            assert_eq!(row["over"], here.is_over(), "{fen}");
            if !is_cited {
                let winners_turn = row["to_move"] == claimed["winner"];
                assert_eq!(moves.len(), if winners_turn { here.moves().len().min(1) } else { here.moves().len() }, "{fen}");
                assert_eq!(row["longest"], longest.unwrap_or(0), "{fen}");
            }
            let place = run(&folder, &format!("lookup {certificate} --json"), &[fen]).answers().json();
            assert_eq!((&place["number"], &place["longest"]), (&row["number"], &row["longest"]), "{fen}");
            assert_eq!(place["cited"]["sha256"], row["cited"], "{fen}");
            if is_cited {
                let file = place["cited"]["file"].as_str().unwrap();
                assert_eq!(row["cited"], digest(&folder, file));
                let there = run(&folder, &format!("lookup {file} --json"), &[fen]).answers().json();
                assert_eq!((&there["longest"], moves.len()), (&row["longest"], 0), "{fen}");
            }
        }
    }
    let csv = solve(&folder, "export inner.cbor").ends_with(0);
    assert!(csv.out.starts_with("number,position,to_move,over,moves,leads_to,longest,root,cited\n"), "{}", csv.out);
    assert!(csv.out.contains(",b3b7,1,6,true,\n") && csv.out.contains(",,,4,false,"), "{}", csv.out);
    assert!(csv.err.starts_with("Wrote 4 positions of the proof of losing chess from 1nbqkbnr/"), "{}", csv.err);
    solve(&folder, "export outer.cbor --format latex --out table.tex").answers().says(&["from 2 positions with the moves"]);
    // Version 1 has no such columns.
    let first = solve(&folder, "export rook.cbor").ends_with(0);
    assert!(first.out.starts_with("number,position,to_move,over,moves,leads_to,longest\n"), "{}", first.out);
}

#[test]
fn a_walk_goes_on_in_cited_certificates() {
    let folder = chain("linked-walk");
    // Each case has the certificate, the options, the moves, the digests of the certificates on the way, and parts of
    // the output.
    type Case<'a> = (&'a str, &'a str, &'a str, &'a [&'a str], &'a [&'a str]);
    let table: &[Case] = &[
        // The first root is the root of a cited certificate.
        (
            "outer.cbor",
            "",
            "",
            &["outer.cbor", "rook.cbor"],
            &["with 1. Rxc7: at most 4 moves", "number 0, the root; ", "\nfile     rook.cbor\nroot     1 of 2 (--root chooses another)\n"],
        ),
        ("outer.cbor", "--root 2", "", &["outer.cbor"], &["number 0, a root; from here on 4 positions of its own", "\nroot     2 of 2 "]),
        (
            "outer.cbor",
            "--root 2",
            "Bxa7 Rxa7 Rxb3 Rxa2",
            &["outer.cbor", "inner.cbor"],
            &[
                "\nline     1. Bxa7 Rxa7 2. Rxb3 Rxa2\nhere     number 0, the root; from here on 2 positions of its own, at most 6 moves\n",
                "\nlongest  3. Rxb7 Rxh2 … at most 4 more in rook.cbor\n",
                "\nfile     inner.cbor\n",
            ],
        ),
        // The winner's moves may be left out, also in the certificates further on.
        (
            "outer.cbor",
            "--root 2",
            "Rxa7 Rxa2 Rxh2 Qxc7",
            &["outer.cbor", "inner.cbor", "rook.cbor"],
            &["\nline     1. Bxa7 Rxa7 2. Rxb3 Rxa2 3. Rxb7 Rxh2 4. Rxc7 Qxc7\nhere     number 2; ", "\nfile     rook.cbor\n"],
        ),
        // Moves from the beginning of the game lead to a root.
        (
            "inner.cbor",
            "",
            "LATE 15. Rxb7 Bxb7 16. Ng3",
            &["inner.cbor", "bishop.cbor"],
            &["\nline     1. e3 g6 2. Qh5 gxh5 ", "15. Rxb7\n         Bxb7 16. Ng3\nhere     number 1; ", " b - - 1 16\n"],
        ),
        // White's move, which is left out, leads to a root of the cited certificate.
        (
            "before.cbor",
            "",
            "Kxb2",
            &["before.cbor", "after.cbor"],
            &["Play is over here: White has won: it has no units left.\n", "line     1. Rb2 Kxb2\n"],
        ),
    ];
    for (certificate, options, moves, way, parts) in table {
        let moves = moves.replace("LATE", &format!("{EARLY} {LATE}"));
        walk(&folder, certificate, &moves, options).answers().says(parts);
        let place = walk(&folder, certificate, &moves, &format!("{options} --json")).answers().json();
        Schema::named("walk").assert_fits(&place);
        let passed = place.get("passed").and_then(Value::as_array).cloned().unwrap_or_default();
        let found: Vec<&str> = passed.iter().chain([&place]).map(|met| met["certificate"].as_str().unwrap()).collect();
        let expected: Vec<String> = way.iter().map(|file| digest(&folder, file)).collect();
        assert_eq!(found, expected, "{certificate} {options} {moves}");
        assert_eq!(place.get("file").and_then(Value::as_str), way.get(1..).and_then(<[&str]>::last).copied(), "{moves}");
    }
    // The cited files may be in other folders.
    fs::create_dir(folder.join("elsewhere")).unwrap();
    fs::rename(folder.join("outer.cbor"), folder.join("elsewhere/outer.cbor")).unwrap();
    walk(&folder, "elsewhere/outer.cbor", "Rxa7 Rxa2 Rxh2", "--root 2 --include .").answers().says(&["\nfile     rook.cbor\n"]);
    let missing = walk(&folder, "elsewhere/outer.cbor", "", "").complains(2);
    assert!(missing.err.contains("elsewhere/outer.cbor is undecided: ") && missing.err.contains("citation/missing"), "{}", missing.err);
    fs::rename(folder.join("elsewhere/outer.cbor"), folder.join("outer.cbor")).unwrap();
    // A root can be named by its position.
    let by_position = run(&folder, "walk outer.cbor", &["--moves", "", "--root", EARLY_FEN]).answers();
    assert_eq!(by_position.out, walk(&folder, "outer.cbor", "", "--root 2").answers().out);
}

#[test]
fn sessions_and_files() {
    let folder = chain("linked-session");
    let lines = "root 2\nlongest 4\nlongest end\nback\nback 5\n#0\n\n1\nroot\n#4\nroot 3\nroot x\npgn own.pgn\nlongest 4\npgn inner.pgn\ndot inner.dot\nlines inner.txt\nfen\n";
    let run = session(&folder, "walk outer.cbor", lines).ends_with(2);
    let heads: Vec<&str> = run.out.lines().filter(|line| line.starts_with("here     ") || line.starts_with("over ")).collect();
    assert_eq!(
        heads,
        [
            "here     number 0, the root; from here on 5 positions, at most 4 moves",
            "here     number 0, a root; from here on 4 positions of its own, at most 10 moves",
            "here     number 0, the root; from here on 2 positions of its own, at most 6 moves",
            "here     number 4",
            "over     White has won: it has no units left",
            "here     number 3; from here on 2 positions, at most 1 move",
            "here     number 0, the root; from here on 2 positions of its own, at most 6 moves",
            "here     number 0, the root; from here on 2 positions of its own, at most 6 moves",
            "here     number 1; from here on 1 position of its own, at most 5 moves",
            "here     number 0, the root; from here on 5 positions, at most 4 moves",
            "here     number 0, a root; from here on 4 positions of its own, at most 10 moves",
            "here     number 0, the root; from here on 2 positions of its own, at most 6 moves",
        ],
        "{}",
        run.out
    );
    assert_eq!(
        run.err.lines().collect::<Vec<_>>(),
        [
            "solve: position 4 of this certificate does not follow from the root of this walk, but from another root",
            "solve: no root 3: the certificate has 2 roots, with the numbers 1 to 2",
            "solve: root stands alone, found \"x\"",
            "solve: wrong commands: 3 of 18",
        ]
    );
    run.says(&[
        "wins by force, in at most 4 moves of both sides in this proof of 4 positions, which cites 2 other certificates (rules joint).\n",
        &format!("The certificate has 2 roots:\n   1  {ROOK_FEN}  at most 4 moves\n   2  {EARLY_FEN}  at most 10 moves\n"),
        "Wrote own.pgn: 4 moves, 5 positions\n",
        "Wrote inner.pgn: 3 moves, 4 positions\nWrote inner.dot: 3 moves, 4 positions\n",
        "\n1nbqkbnr/1ppppp1p/8/8/8/1R6/r6P/5N2 w - - 0 3\n",
    ]);
    let read = |file: &str| fs::read_to_string(folder.join(file)).unwrap().replace('\n', " ");
    assert!(read("own.pgn").contains(" 1. Bxa7 Rxa7 2. Rxb3 Rxa2 {proved in inner.cbor: at most 6 moves} 1-0 "), "{}", read("own.pgn"));
    let variations = " 3. Rxb7 Rxh2 {proved in rook.cbor: at most 4 moves} (3... Bxb7 {proved in bishop.cbor: at most 4 moves}) 1-0 ";
    assert!(read("inner.pgn").contains(variations), "{}", read("inner.pgn"));
    let dot = read("inner.dot");
    assert_eq!(dot.matches("shape=folder").count(), 2, "{dot}");
    assert!(dot.contains("p2 [label=\"#2\\n4\\nrook.cbor\", shape=folder") && dot.contains("p1 -> p3 [label=\"Bxb7\"]"), "{dot}");
    assert!(read("inner.txt").ends_with("ositions below which most of the proof lies 3. Rxb7 "), "{}", read("inner.txt"));
    let figure = walk(&folder, "inner.cbor", "", "--plot shape.csv").answers();
    assert!(figure.out.contains("Wrote shape.csv"), "{}", figure.out);
}

#[test]
fn a_folder_and_a_game_lead_into_certificates_of_version_2() {
    let folder = folder("linked-folder");
    let search = "losing-chess --for white --threads 1 --shrink 0 --emit-cert deep.cbor";
    run(&folder, search, &["1. e3 d5 2. Qg4 Bxg4"]).ends_with(0);
    let link = "link --for white --plies 2 --cite deep.cbor --emit-cert top.cbor";
    run(&folder, link, &["1. e3 d5", &format!("{EARLY} {LATE} 15. Rxb7 Rxh2 16. Rxc7 Qxc7 17. Nxh2 Qxh2")]).ends_with(0);
    let moves = "e3 d5 Bxg4 Bxd1";
    walk(&folder, ".", moves, "").answers().says(&[
        "\nline     1. e3 d5 2. Qg4 Bxg4 3. ",
        "\nfile     deep.cbor\n\nread     3 proofs from ., under the joint rule of stalemate\n",
    ]);
    let spot = walk(&folder, ".", moves, "--json").answers().json();
    Schema::named("walk-folder").assert_fits(&spot);
    assert_eq!((&spot["file"], &spot["place"]["passed"][0]["line"][1]), (&"deep.cbor".into(), &"Bxg4".into()));
    assert_eq!(spot["apart"], Value::Array(Vec::new()));
    // Taking moves back leaves the cited certificate and then the proof.
    let run = session(&folder, "walk .", "e3 d5 Bxg4\nback\nback 2\nroot 1\n").ends_with(2);
    let files: Vec<&str> = run.out.lines().filter(|line| line.starts_with("file") || line.starts_with("Who wins")).collect();
    assert_eq!(files.len(), 4, "{}", run.out);
    assert_eq!((files[1], files[2]), ("file     deep.cbor", "file     top.cbor"), "{}", run.out);
    assert!(run.err.starts_with("solve: root stands alone, found \"1\"\n"), "{}", run.err);
    let tags = "[Event \"a\"]\n[Variant \"Antichess\"]\n[Result \"*\"]\n\n";
    fs::write(folder.join("game.pgn"), format!("{tags}1. e3 d5 2. Qg4 Bxg4 3. h4 *\n")).unwrap();
    solve(&folder, "walk top.cbor --game game.pgn").answers().says(&[
        "The game leaves the proofs with White's 3. h4; the proof plays 3. ",
        "Before that move White wins by force.\n",
        "\nfile     deep.cbor\n",
    ]);
}

#[test]
fn games_are_analysed_and_wins_proved_with_what_is_cited() {
    let folder = chain("linked-use");
    let tags = format!("[Variant \"Antichess\"]\n[SetUp \"1\"]\n[FEN \"{EARLY_FEN} 0 1\"]\n\n");
    fs::write(folder.join("game.pgn"), format!("{tags}1. Bxa7 Rxa7 2. Rxb3 Rxa2 3. Rxb7 Rxh2 4. Rxc7 *\n")).unwrap();
    fs::remove_file(folder.join("after.cbor")).unwrap();
    fs::remove_file(folder.join("before.cbor")).unwrap();
    for proofs in ["outer.cbor", "."] {
        let run = solve(&folder, &format!("analyse game.pgn --no-tables --proofs {proofs}")).answers().says(&["White wins (proof "]);
        assert!(!run.out.contains("Out of the proofs"), "{proofs}: {}", run.out);
    }
    // A search without evaluations proves the win from the lemmas alone, and its certificate cites nothing.
    for use_of in ["outer.cbor", "."] {
        let search =
            format!("losing-chess --for white --threads 1 --no-tables --shrink 0 --assemble --use {use_of} --emit-cert again.cbor");
        run(&folder, &search, &[EARLY]).answers().says(&["White wins by force with 13. Bxa7"]);
        let proof = verify::open_losing(&folder.join("again.cbor")).unwrap();
        assert_eq!(proof.root, position(EARLY_FEN));
        fs::remove_file(folder.join("again.cbor")).unwrap();
    }
    // A file that is cited has to be there.
    fs::remove_file(folder.join("bishop.cbor")).unwrap();
    let run = run(&folder, "losing-chess --for white --assemble --use outer.cbor", &[EARLY]).ends_with(2);
    assert!(run.err.contains("outer.cbor") && run.err.contains("citation/missing"), "{}", run.err);
}

#[test]
fn a_cited_certificate_that_is_missing_or_has_changed() {
    let folder = chain("linked-missing");
    let open = |file: &str| {
        let path = folder.join(file);
        let certificate = verify::read_certificate(&fs::read(&path).unwrap(), &path, Reading::default()).unwrap();
        (certificate, path)
    };
    let (certificate, path) = open("outer.cbor");
    // A walk through one proof ends where the cited certificate begins.
    let proof = Proof::read(certificate.clone()).unwrap();
    let mut walk = Walk::to_number(&proof, 0).unwrap();
    walk.play("Bxa7 Rxa7 Rxb3 Rxa2").unwrap();
    let file = folder.join("inner.cbor").display().to_string();
    let cited = |word: &str| Err(WalkError::Cited { word: word.to_owned(), file: file.clone() });
    assert_eq!((walk.play("Rxb7"), walk.play("h5").is_err(), walk.moves().len()), (cited("Rxb7"), true, 0));
    assert_eq!((walk.go_to(4), walk.go_to(6)), (Err(WalkError::NotFromHere(4)), Err(WalkError::NoPosition { number: 6, last: 5 })));
    let mut before = Walk::to_number(&proof, 3).unwrap();
    assert_eq!((before.play("Rxa2 Rxb7"), before.number()), (cited("Rxb7"), 3));
    // A passage that cannot open a cited certificate stays where it is.
    let mut passage = Passage::open(certificate.clone(), &path, Some(1), "Bxa7 Rxa7 Rxb3", Sources::whole(&[])).unwrap();
    let inner = fs::read(folder.join("inner.cbor")).unwrap();
    for (title, content, sentence) in [
        ("another file", Some(fs::read(folder.join("bishop.cbor")).unwrap()), "inner.cbor: this file has changed: "),
        ("no file", None, "inner.cbor: No such file"),
    ] {
        match content {
            Some(content) => fs::write(folder.join("inner.cbor"), content).unwrap(),
            None => fs::remove_file(folder.join("inner.cbor")).unwrap(),
        }
        for why in [passage.play("Rxa2").unwrap_err(), passage.along_main_line(4).unwrap_err(), passage.go_to(5).unwrap_err()] {
            let why = why.to_string();
            assert!(why.starts_with("the proof goes on in a cited certificate: ") && why.contains(sentence), "{title}: {why}");
        }
        assert_eq!((passage.walk().number(), passage.made().len()), (3, 3), "{title}");
    }
    // The file is back, but one that it cites itself is not.
    fs::write(folder.join("inner.cbor"), inner).unwrap();
    fs::rename(folder.join("bishop.cbor"), folder.join("away")).unwrap();
    let why = passage.play("Rxa2").unwrap_err().to_string();
    assert!(why.contains("inner.cbor: it cites a certificate with the digest ") && why.ends_with(", which is no longer there"), "{why}");
    for command in ["walk outer.cbor --json", "lookup inner.cbor", "export inner.cbor", "walk inner.cbor"] {
        let run = solve(&folder, command).complains(2);
        assert!(run.err.contains(" is undecided: ") && run.err.contains("citation/missing"), "{command}: {}", run.err);
    }
    fs::rename(folder.join("away"), folder.join("bishop.cbor")).unwrap();
    passage.play("Rxa2 Rxb7 Bxb7").unwrap();
    assert_eq!(passage.file(), Some(&*folder.join("bishop.cbor")));
}

#[test]
fn bad_input() {
    let folder = chain("linked-bad-input");
    for (title, arguments, words, sentence) in [
        (
            "a position of no proof",
            "lookup outer.cbor",
            &["8/8/8/8/8/k7/8/1R6 w - -"][..],
            "'8/8/8/8/8/k7/8/1R6 w - -' is not among the 4 positions",
        ),
        (
            "a cited certificate's position",
            "lookup outer.cbor",
            &["1nbqkbnr/1Rpppp1p/8/8/8/8/r6P/5N2 b - -"],
            "it was not looked for in the 2 certificates",
        ),
        ("no FEN", "lookup outer.cbor", &["8/8 w"], "expected 8 ranks"),
        ("an illegal move", "walk outer.cbor --moves", &["Rxc7 a1"], "a1 is illegal: captures are compulsory (Qxc7)"),
        ("an illegal move further on", "walk outer.cbor --root 2 --moves", &["Rxa7 Rxa2 Rxb7 Kxb7"], "Kxb7 is illegal"),
        (
            "another move of the winner",
            "walk outer.cbor --root 2 --moves",
            &["Rxa7 Rxa2 h4"],
            "h4 is neither White's move in the proof, Rxb7, nor",
        ),
        ("moves that lead to no root", "walk outer.cbor --moves", &["1. e3 a6"], "(this proof begins with one of 2 positions)"),
        ("moves that lead to another root", "walk outer.cbor --root 2 --moves", &["1. e3 a6"], "(this proof begins with rnbqkbnr/"),
        ("no such root", "walk outer.cbor --root 3 --moves", &[""], "--root: no root 3: the certificate has 2 roots"),
        ("root 0", "walk inner.cbor --root 0 --moves", &[""], "--root: no root 0: the certificate has one root"),
        ("a root that is no FEN", "walk inner.cbor --json --root", &["x"], "--root: expected a FEN of two to six fields"),
        ("another position", "walk inner.cbor --json --root", &[ROOK_FEN], "is not a root: the certificate has one root"),
        ("a root of a folder", "walk . --json --root", &["1"], "--root goes with a single certificate, not with a folder"),
        ("a table of values", "plot outer.cbor --out p.svg", &[], "'solve walk outer.cbor' walks through it"),
        ("little memory", "walk outer.cbor --json --memory", &["1k"], "outer.cbor, a proof of 4 positions needs about"),
    ] {
        let run = run(&folder, arguments, words).ends_with(2);
        assert!(run.out.is_empty() && run.err.contains(sentence), "{title}: {}", run.err);
    }
    // The proof does not meet this root of the certificate that it cites.
    let link = "link --for white --plies 1 --cite outer.cbor --emit-cert outermost.cbor";
    run(&folder, link, &[EARLY.strip_suffix(" Nxb3").unwrap()]).ends_with(0);
    let run = run(&folder, "lookup outermost.cbor", &[ROOK_FEN]).complains(2);
    assert!(
        run.err.contains("the 1 position of the proof") && run.err.ends_with("; outer.cbor, which is cited, proves a win from it\n"),
        "{}",
        run.err
    );
}

/// A remembered verdict covers the cited files. If a cited file is missing, the program ignores the remembered verdict
/// and reports the missing file as an error.
#[test]
#[cfg(unix)]
fn verdicts_are_remembered() {
    let folder = chain("linked-remembered");
    let walk = |arguments: &str| {
        let output = command(&folder, arguments).args(["--moves", "Rxb7 Rxh2"]).env("XDG_CACHE_HOME", folder.join("cache")).output();
        Run::new(arguments, output.unwrap())
    };
    let first = walk("walk inner.cbor").answers();
    let second = walk("walk inner.cbor").answers();
    assert!(!first.out.contains("remembered") && second.out.starts_with(&first.out), "{}", second.out);
    assert!(second.out[first.out.len()..].starts_with("verified on 20"), "{}", second.out);
    // The cited certificates were verified together with the certificate.
    let cited = Run::new("rook", command(&folder, "walk rook.cbor --json").env("XDG_CACHE_HOME", folder.join("cache")).output().unwrap());
    assert!(cited.answers().json()["remembered_since"].is_string());
    fs::remove_file(folder.join("rook.cbor")).unwrap();
    assert!(walk("walk inner.cbor").complains(2).err.contains("citation/missing"));
}
