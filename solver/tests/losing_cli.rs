//! Tests `solve losing-chess`. The tests cover verdicts, files, input that is refused, and searches that are
//! interrupted and resumed.

mod common;
#[path = "common/run.rs"]
mod run;

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use common::Schema;
use gamecert_solver::certificate::verify;
use gamecert_solver::control::{Control, Observer, Silent};
use gamecert_solver::engine::proof_number::table::TranspositionTable;
use gamecert_solver::games::Colour;
use gamecert_solver::games::losing_chess::line::played;
use gamecert_solver::games::losing_chess::text::{START, Setup};
use gamecert_solver::games::losing_chess::{Position, Stalemate};
use gamecert_solver::solve::losing::checkpoint::Checkpoint;
use gamecert_solver::solve::losing::portfolio::{self, Error, Help, Limits, Verdict};
use gamecert_solver::solve::losing::prove::{ProofOptions, prove};
use gamecert_solver::solve::losing::{Question, Shrink};
use run::{Run, command, folder, solve};
use serde_json::Value;

/// Runs `solve losing-chess` for the position after `moves`.
fn after(folder: &Path, moves: &str, others: &str) -> Run {
    Run::new(&format!("losing-chess {moves:?} {others}"), command(folder, &format!("losing-chess {others}")).arg(moves).output().unwrap())
}

/// Runs `solve losing-chess` for the position `fen`.
fn from(folder: &Path, fen: &str, others: &str) -> Run {
    let output = command(folder, &format!("losing-chess {others}")).args(["--fen", fen]).output().unwrap();
    Run::new(&format!("losing-chess --fen {fen:?} {others}"), output)
}

/// Parses the answers of a run and validates them against the schema.
#[track_caller]
fn answers(run: &Run) -> Vec<Value> {
    let json = run.json();
    Schema::named("losing-chess").assert_fits(&json);
    json["answers"].as_array().unwrap().clone()
}

/// Parses the single answer.
#[track_caller]
fn answer(run: &Run) -> Value {
    let answers = answers(run);
    assert_eq!(answers.len(), 1);
    answers[0].clone()
}

#[test]
fn wins_after_first_moves() {
    let folder = folder("losing-wins");
    for (rules, wins) in [
        (
            "joint",
            &[
                ("1. e3 d5", Colour::White),
                ("1. e3 d6", Colour::White),
                ("1. d3", Colour::Black),
                ("1. d4", Colour::Black),
                ("1. e4", Colour::Black),
            ][..],
        ),
        ("international", &[("1. e3 d5", Colour::White), ("1. d3", Colour::Black)]),
        ("fics", &[("1. e3 d6", Colour::White), ("1. d4", Colour::Black)]),
    ] {
        for &(moves, winner) in wins {
            // The text form of a win is tested under one rule only, because it does not depend on the rules.
            if rules == "joint" {
                let run = after(&folder, moves, "--emit-cert text.cbor --force").answers();
                let begins = format!("{moves}: {winner} wins by force with ");
                let text = run.says(&[
                    " moves of both sides (shorter wins may exist); the win also holds under a 50-move rule\n  text.cbor, ",
                    " positions, at most ",
                ]);
                // The output has first the winner's move and then the longest line, which begins with that move.
                let (first, rest) = text.out.strip_prefix(&begins).unwrap().split_once('\n').unwrap();
                let line = rest.strip_prefix("  longest line of this proof:\n    ").unwrap();
                assert!(line.starts_with(&format!("{first} ")) && line.contains("\n  in this proof: "), "{}", text.out);
                let digest = &text.out.split("verified, sha256 ").nth(1).unwrap()[..64];
                assert_eq!(verify::open_losing(&folder.join("text.cbor")).unwrap().digest, digest);
            }

            let json = answer(&after(&folder, moves, &format!("--rules {rules} --json --emit-cert json.cbor --force")).answers());
            let proof = verify::open_losing(&folder.join("json.cbor")).unwrap();
            assert_eq!((proof.game.winner, proof.game.stalemate.to_string()), (winner, rules.to_owned()));
            assert_eq!((json["asked"].as_str(), json["fen"].as_str()), (Some(moves), Some(&*proof.root.to_string())));
            assert_eq!(json["verdict"], winner.to_string().to_lowercase());
            let claimed = &json["proof"];
            assert_eq!(
                (claimed["positions"].as_u64(), claimed["longest"].as_u64()),
                (Some(proof.positions.into()), Some(proof.longest.into()))
            );
            // The longest line is legal, has the claimed length, and ends with the win.
            let line: Vec<&str> = claimed["line"].as_array().unwrap().iter().map(|played| played.as_str().unwrap()).collect();
            assert_eq!(u64::try_from(line.len()).unwrap(), claimed["longest"].as_u64().unwrap(), "{line:?}");
            let last = played(START.parse().unwrap(), &format!("{moves} {}", line.join(" "))).unwrap().position;
            assert_eq!((last.is_over(), proof.game.stalemate.winner(&last)), (true, Some(winner)), "{line:?}");
            assert_eq!((claimed["sha256"].as_str(), claimed["file"].as_str()), (Some(&*proof.digest), Some("json.cbor")));
            assert_eq!((claimed["verified"].as_bool(), claimed["fifty_moves"].as_bool()), (Some(true), Some(true)));
            assert_eq!(claimed["bytes"].as_u64(), Some(fs::metadata(folder.join("json.cbor")).unwrap().len()));
        }
    }
    let run = after(&folder, "1. e3 d5", "--no-verify").answers();
    run.says(&[" bytes, not verified, sha256 "]);
    assert_eq!(answer(&after(&folder, "1. e3 d5", "--no-verify --json").answers())["proof"]["verified"], false);
}

#[test]
fn the_other_sides_win() {
    let folder = folder("losing-other-side");
    let run = after(&folder, "1. e3 d5", "--for white").answers();
    run.says(&["1. e3 d5: White wins by force with 2. "]);
    let run = after(&folder, "1. e3 d5", "--for black").ends_with(0).says(&["1. e3 d5: White wins by force with 2. ", ", verified, "]);
    assert_eq!(run.err, "solve: 1. e3 d5: Black cannot force a win; now looking for a forced win of White\n");
    let run = from(&folder, "8/8/8/8/8/8/8/7k w - -", "--for black --json --emit-dir certs").ends_with(0);
    assert_eq!(run.err, "solve: 8/8/8/8/8/8/8/7k w - -: Black cannot force a win; now looking for a forced win of White\n");
    assert_eq!(answer(&run)["verdict"], "white");
    assert!(folder.join("certs/8_8_8_8_8_8_8_7k-w---_.cbor").exists() || folder.join("certs/8_8_8_8_8_8_8_7k-w----.cbor").exists());
}

#[test]
fn endings() {
    let folder = folder("losing-endings");
    let table = [
        // The bishops stand on squares of different colours, so they never meet.
        ("8/8/3b4/8/8/3B4/8/8 w - -", "joint", "neither"),
        ("8/8/8/8/8/8/8/K6k w - -", "joint", "neither"),
        // Play is over in these positions, because one side has no units or no moves.
        ("8/8/8/8/8/8/8/7k w - -", "joint", "white"),
        ("8/8/8/8/8/8/8/7k b - -", "joint", "white"),
        ("8/8/8/p7/P7/8/8/8 w - -", "joint", "neither"),
        ("8/8/8/p7/P7/8/8/8 w - -", "international", "white"),
        ("8/8/8/p7/P7/8/8/8 b - -", "international", "black"),
        ("8/8/8/p7/P7/8/8/8 w - -", "fics", "neither"),
        ("8/8/8/p6p/P6P/8/8/8 b - - 0 1", "international", "black"),
        ("8/8/8/p7/P7/p7/P7/8 w - -", "fics", "neither"),
        ("8/8/p7/p7/P7/8/8/8 w - -", "joint", "white"),
        ("8/8/p7/p7/P7/8/8/8 w - -", "fics", "white"),
        // The forced capture stalemates White, although White keeps a bishop that Black cannot capture.
        ("8/5b2/8/8/8/1P6/1P6/B7 b - -", "international", "white"),
        ("8/5b2/8/8/8/1P6/1P6/B7 b - -", "joint", "neither"),
        ("8/5b2/8/8/8/1P6/1P6/B7 b - -", "fics", "black"),
        ("2b1b3/5b2/8/8/8/1P6/1P6/B7 b - -", "joint", "white"),
        // In these positions a capture ends the game.
        ("8/8/8/8/8/8/1p6/K7 w - -", "joint", "black"),
        ("8/8/8/8/8/8/1p6/B7 b - -", "joint", "white"),
    ];
    for (fen, rules, verdict) in table {
        let wins = ["white", "black"].contains(&verdict);
        let run = from(&folder, fen, &format!("--rules {rules} --json")).ends_with(if wins { 0 } else { 1 });
        let found = answer(&run);
        assert_eq!(found["verdict"], verdict, "{fen} {rules}");
        assert_eq!(found.get("proof").is_some(), wins);
        assert_eq!(run.err, if wins { "" } else { "solve: no win was proved\n" });
    }
    let run = from(&folder, "8/8/3b4/8/8/3B4/8/8 w - -", "").ends_with(1);
    run.says(&["8/8/3b4/8/8/3B4/8/8 w - -: neither side can force a win (disproved for both)\n"]);
    let over = "8/8/8/8/8/8/8/7k w - -: White wins by force, whatever the other side plays\n  in this proof: 1 position, at most 0 moves of both sides (shorter \
                wins may exist); the win also holds under a 50-move rule\n";
    from(&folder, "8/8/8/8/8/8/8/7k w - -", "").answers().says(&[over]);
    // The number of plies without a capture or pawn move includes the clock of the position and is counted up to 100.
    for clock in [98, 99, 100] {
        let fen = format!("8/8/8/8/8/1p6/8/K7 w - - {clock} 90");
        let run = Run::new(&fen, command(&folder, "losing-chess --json Ka2 --fen").arg(&fen).output().unwrap()).answers();
        let found = answer(&run);
        assert_eq!((found["verdict"].as_str(), found["fen"].as_str()), (Some("white"), Some("8/8/8/8/8/1p6/K7/8 b - -")));
        let (reversible, fifty) = (&found["proof"]["reversible"], &found["proof"]["fifty_moves"]);
        assert_eq!((reversible.as_u64(), fifty.as_bool()), (Some(100.min(clock + 1)), Some(clock < 99)));
    }
}

/// Returns a tree in the format of published trees. The tree has the moves e3 d5 Qg4 Bxg4, and then relies on an
/// endgame table.
fn small_tree() -> Vec<u8> {
    let square = |name: &str| u16::from(name.as_bytes()[0] - b'a') + 8 * u16::from(name.as_bytes()[1] - b'1');
    let played = |text: &str| (square(&text[..2]) << 6 | square(&text[2..])).to_le_bytes();
    let mut tree = vec![3, 0, 0, 0x40, 2, 0];
    tree.extend([played("e2e3"), played("d7d5")].concat());
    tree.extend([&[0, 0, 0, 0x40][..], &played("d1g4"), &[0; 4], &played("c8g4")].concat());
    tree
}

#[test]
fn a_published_tree_has_questions_and_hints() {
    let folder = folder("losing-tree");
    fs::write(folder.join("d5.tree"), small_tree()).unwrap();
    let run = Run::new("tree", command(&folder, "losing-chess --lines d5.tree --for white --threads 1 --json").output().unwrap());
    let found = answer(&run.ends_with(0));
    assert_eq!((&found["asked"], &found["verdict"]), (&"e3 d5 Qg4 Bxg4".into(), &"white".into()));
    let run = after(&folder, "1. e3 d5", "--hints d5.tree --for white --threads 1 --json");
    assert_eq!(answer(&run.ends_with(0))["verdict"], "white");
    fs::write(folder.join("cut"), &small_tree()[..20]).unwrap();
    let mut illegal = small_tree();
    illegal[10] = 0xff;
    fs::write(folder.join("illegal"), illegal).unwrap();
    for (options, why) in [
        ("--lines d5.tree", "d5.tree: the tree shows that a side wins; --for says which"),
        ("--lines cut --for white", "cut: not UTF-8 text, and no published tree: expected a tree of 22 bytes, found 20"),
        (
            "--lines illegal --for white",
            "illegal: not UTF-8 text, and no published tree: node 1 has a link to node 255, which it cannot have",
        ),
        (
            "d3 --hints d5.tree --for white",
            "d5.tree: the tree begins at rnbqkbnr/ppp1pppp/8/3p4/8/4P3/PPPP1PPP/RNBQKBNR w - -, and rnbqkbnr/pppppppp/8/8/8/3P4/PPP1PPPP/RNBQKBNR b - - is not on the way there",
        ),
    ] {
        let run = Run::new(options, command(&folder, &format!("losing-chess {options}")).output().unwrap()).complains(2);
        assert!(run.err.contains(why), "{options}: {}", run.err);
    }
}

#[test]
fn a_win_that_must_hold_under_a_50_move_rule() {
    let folder = folder("losing-fifty");
    let table =
        [(80, "", Some((99, true))), (84, "", Some((103, false))), (84, "--fifty-moves", Some((99, true))), (85, "--fifty-moves", None)];
    for (clock, others, expected) in table {
        let fen = format!("3k4/8/8/8/8/8/8/R6R w - - {clock} 80");
        let run = from(&folder, &fen, &format!("--threads 1 --no-tables --for white --evaluations 3000000 --json {others}"));
        let run = run.ends_with(i32::from(expected.is_none()));
        let proof = answer(&run).get("proof").map(|proof| (proof["reversible"].as_u64().unwrap(), proof["fifty_moves"].as_bool().unwrap()));
        assert_eq!(proof, expected, "{clock} {others}");
        let why = "no proof was found that holds under a 50-move rule; at 1 position of the best one, more than 99 plies without a capture or pawn move follow\n";
        assert_eq!(run.err.contains(why), expected.is_none(), "{clock} {others}: {}", run.err);
    }
}

#[test]
fn unknown_within_limits() {
    let folder = folder("losing-unknown");
    for (moves, words) in [("1. e3", "1. e3"), ("", "start")] {
        let run = after(&folder, moves, "--time 1s")
            .ends_with(1)
            .says(&[&format!("{words}: no win was found for either side within the limits\n  ")]);
        assert_eq!(run.err, "solve: no win was proved\n");
    }
    let run = after(&folder, "1. e3", "--time 1s --for black --json --memory 200M").ends_with(1);
    assert_eq!(answer(&run)["verdict"], "unknown");
}

#[test]
fn limits_in_evaluations() {
    let folder = folder("losing-evaluations");
    // Each case has the moves, the side, the limit, the verdict, and the range of the number of evaluations.
    let table = [
        ("1. e3", "white", 50_000, "unknown", 50_000..=70_000),
        ("1. e3", "white", 0, "unknown", 0..=20_000),
        ("1. e3 d5", "white", 1_000_000, "white", 1..=999_999),
    ];
    for (moves, side, limit, verdict, evaluations) in table {
        let others = format!("--for {side} --evaluations {limit} --threads 1 --memory 200M --shrink 0 --json");
        let [one, other] = [0, 1].map(|_| answer(&after(&folder, moves, &others)));
        assert_eq!(one["verdict"], verdict, "{moves} {limit}");
        assert_eq!(one["evaluations"], other["evaluations"], "{moves} {limit}");
        assert!(evaluations.contains(&one["evaluations"].as_i64().unwrap()), "{moves} {limit} {one}");
    }
    let run = after(&folder, "1. e3", "--evaluations -5").ends_with(2);
    assert!(run.err.contains("'-5' for '--evaluations <N>'"), "{}", run.err);
}

#[test]
fn settings_in_turn() {
    let folder = folder("losing-settings");
    let with = |settings: &str| {
        let others = "--for white --evaluations 200000 --threads 1 --memory 400M --json --no-times";
        answer(&after(&folder, "1. e3 Nf6", &format!("{others} {settings}")))
    };
    // The default of `--settings` is the number of threads.
    let [one, same, several, again] = ["", "--settings 1", "--settings 4", "--settings 4"].map(with);
    assert_eq!(one["open"], same["open"]);
    assert_ne!(one["open"], several["open"]);
    assert_eq!(several, again);
    for (options, said) in [
        ("--settings 0", "0 is not in 1..=4"),
        ("--settings 5", "5 is not in 1..=4"),
        ("--settings four", "invalid digit"),
        ("--settings 2 --for white --hints none", "cannot be used with"),
    ] {
        let run = after(&folder, "1. e3", options).ends_with(2);
        assert!(run.err.contains(said), "{options}: {}", run.err);
    }
}

#[test]
fn lines_and_files() {
    let folder = folder("losing-lines");
    fs::write(folder.join("lines.txt"), "# wins of White\n\n1. e3 d5   # after 1... d5\n  1.e3 1...d6\n1. e3 d5 2. Bb5 # long\nd3\n")
        .unwrap();
    fs::create_dir(folder.join("new")).unwrap();
    let run = solve(&folder, "losing-chess --lines lines.txt --emit-dir new/certs --json").ends_with(0);
    let found: Vec<(String, String, String)> = answers(&run)
        .iter()
        .map(|answer| {
            let text = |value: &Value| value.as_str().unwrap().to_owned();
            (text(&answer["asked"]), text(&answer["verdict"]), text(&answer["proof"]["file"]))
        })
        .collect();
    let found: Vec<(&str, &str, &str)> = found.iter().map(|(asked, verdict, file)| (&**asked, &**verdict, &**file)).collect();
    assert_eq!(
        found,
        [
            ("1. e3 d5", "white", "new/certs/e3-d5.cbor"),
            ("1.e3 1...d6", "white", "new/certs/e3-d6.cbor"),
            ("1. e3 d5 2. Bb5", "black", "new/certs/e3-d5-Bb5.cbor"),
            ("d3", "black", "new/certs/d3.cbor"),
        ]
    );
    let mut names: Vec<String> =
        fs::read_dir(folder.join("new/certs")).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    assert_eq!(names, ["d3.cbor", "e3-d5-Bb5.cbor", "e3-d5.cbor", "e3-d6.cbor"]);
    for name in names {
        verify::open_losing(&folder.join("new/certs").join(name)).unwrap();
    }
    // A win that is proved for one line of the file is known when the next line is searched.
    fs::write(folder.join("two.txt"), "1. e3 g6 2. Qh5\n1. e3 g6\n").unwrap();
    let run = solve(&folder, "losing-chess --lines two.txt --shrink 0 --threads 1 --for white --json").ends_with(0);
    let [first, second] = [0, 1].map(|number| answers(&run)[number]["evaluations"].as_u64().unwrap());
    assert!(first > 100_000 && second < 1000, "{first} {second}");
    // A win is found for the first line of the file but not for the second.
    fs::write(folder.join("mixed.txt"), "d3\n1. e3\n").unwrap();
    let run = solve(&folder, "losing-chess --lines mixed.txt --time 1s")
        .ends_with(1)
        .says(&["d3: Black wins by force with 1... ", "1. e3: no win was found for either side within the limits\n"]);
    assert_eq!(run.err, "solve: no win was proved for 1 of 2\n");
    // A long move sequence must not give a file name that is too long.
    let there_and_back = "Nf3 Nf6 Ng1 Ng8 ".repeat(40);
    let run = after(&folder, &format!("{there_and_back} d3"), "--emit-dir long --json").answers();
    let file = answer(&run)["proof"]["file"].as_str().unwrap().to_owned();
    assert!(file.starts_with("long/Nf3-Nf6-Ng1-") && file.len() < 140 && folder.join(&file).exists(), "{file}");
}

#[test]
fn one_thread_is_deterministic() {
    let folder = folder("losing-deterministic");
    let bytes = ["1", "2"].map(|name| {
        let run = after(&folder, "1. e3 Na6", &format!("--threads 1 --memory 200M --json --emit-cert {name}.cbor")).answers();
        (answer(&run)["evaluations"].clone(), fs::read(folder.join(format!("{name}.cbor"))).unwrap())
    });
    assert_eq!(bytes[0], bytes[1]);
}

#[test]
fn proofs_made_smaller() {
    let folder = folder("losing-shrink");
    let sizes = ["0", "1", "3", "1s"].map(|shrink| {
        let run = after(&folder, "1. e3 Na6", &format!("--threads 1 --json --shrink {shrink}")).answers();
        answer(&run)["proof"]["positions"].as_u64().unwrap()
    });
    assert!(sizes[1] <= sizes[0] && sizes[2] < sizes[0] && sizes[2] <= sizes[1] && sizes[3] <= sizes[0], "{sizes:?}");
}

#[test]
fn wrong_uses() {
    let folder = folder("losing-wrong");
    let lines = [("bad.txt", "# one\n\n1. e3 d5 # fine\n1. e3 d5 2. Bb5 a6 3. h4\n"), ("empty.txt", "# nothing\n\n"), ("file", "")];
    lines.iter().for_each(|(name, text)| fs::write(folder.join(name), text).unwrap());
    fs::write(folder.join("binary.txt"), [0xff, 0xfe]).unwrap();
    fs::copy(Path::new(env!("CARGO_MANIFEST_DIR")).join("../certs/kk.cbor"), folder.join("kk.cbor")).unwrap();
    let table: &[(&[&str], &str)] = &[
        (&["--fen", "8/8/8/8 w"], "--fen: expected 8 ranks with / between them, found 4"),
        (&["--fen", "k7/8/8/8/8/8/8/P7 w"], "--fen: a pawn on a1"),
        (&["--fen", ""], "--fen: expected a FEN of two to six fields"),
        (
            &["1. e3 d5 2. Bb5 Nc6 3. Bxc6 Bd7"],
            "move 6 of \"1. e3 d5 2. Bb5 Nc6 3. Bxc6 Bd7\": Bd7 is illegal: captures are compulsory (bxc6)",
        ),
        (&["1. e3 e9"], "move 2 of \"1. e3 e9\": \"e9\" is no move"),
        (&["1. e3", "--fen", "k7/8/8/8/8/8/8/K7 w"], "move 1 of \"1. e3\": e3 is illegal in k7/8/8/8/8/8/8/K7 w - -"),
        (&["Ka1", "--fen", "8/8/8/8/8/8/8/7k w"], "Ka1 is illegal: play is over"),
        (&["a8", "--fen", "8/P6k/8/8/8/8/8/8 w"], "what does the pawn become? Write a8=Q, R, B, N or K"),
        (&["Nc2", "--fen", "7k/8/8/8/8/8/8/N3N3 w"], "Nc2 is ambiguous: a1c2 or e1c2"),
        (&["--lines", "bad.txt"], "bad.txt, line 4: move 5 of \"1. e3 d5 2. Bb5 a6 3. h4\": h4 is illegal: captures are compulsory (Ba6x)"),
        (&["--lines", "empty.txt"], "empty.txt: no moves"),
        (&["--lines", "none.txt"], "none.txt: No such file"),
        (&["--lines", "binary.txt"], "binary.txt: "),
        (&["1.", "--for", "white", "--hints", "bad.txt"], "bad.txt, line 4: move 5 of \"1. e3 d5 2. Bb5 a6 3. h4\": h4 is illegal"),
        (&["1. e3 d6", "--for", "white", "--hints", "bad.txt"], "bad.txt, line 3: move 1 of \"1. e3 d5\": e3 is illegal in rnbqkbnr/"),
        (&["1. e3", "--for", "white", "--hints", "empty.txt"], "empty.txt: no moves"),
        (&["1. e3", "--for", "white", "--hints", "none.txt"], "none.txt: No such file"),
        (&["1. d3", "--emit-cert", "file/a.cbor"], "file is not a folder"),
        (&["1. d3", "--emit-cert", "."], ".: a folder, not a file"),
        (&["1. d3", "--emit-dir", "file"], "file is not a folder"),
        (&["1. d3", "--memory", "50M"], "a search needs 100 MB at least"),
        (&["1. d3", "--resume", "none/file"], "none/file: no file can be made there"),
        (&["1. d3", "--resume", "."], ".: "),
        (&["1. d3", "--resume", "file"], "file: not a file of an interrupted search"),
        (&["1. d3", "--resume", "bad.txt"], "bad.txt: not a file of an interrupted search"),
        (&["1. d3", "--use", "none.cbor"], "none.cbor: No such file"),
        (&["1. d3", "--use", "bad.txt"], "bad.txt: a text, not a certificate"),
        (&[], "say which position: the moves that lead to it, as in 'solve losing-chess \"1. e3 d6\"', or --fen, or --lines for several"),
        (&["1. d3", "--use", "kk.cbor"], "kk.cbor: a certificate of kind richman has no proof of losing chess"),
    ];
    for (arguments, sentence) in table {
        let run = Run::new(&arguments.join(" "), command(&folder, "losing-chess").args(*arguments).output().unwrap()).complains(2);
        assert!(run.err.contains(&sentence.replace(" (Ba6x)", "")), "{arguments:?}: {}", run.err);
    }
    // The grammar of the command line forbids these combinations.
    let table: &[(&[&str], &str)] = &[
        (&["--fen", START, "--lines", "bad.txt"], "'--fen <FEN>' cannot be used with '--lines <FILE>'"),
        (&["1. e3", "--lines", "bad.txt"], "cannot be used with '--lines <FILE>'"),
        (&["--lines", "bad.txt", "--emit-cert", "a"], "cannot be used with"),
        (&["--lines", "bad.txt", "--resume", "a"], "cannot be used with"),
        (&["1. d3", "--emit-cert", "a", "--emit-dir", "b"], "cannot be used with"),
        (&["1. d3", "--hints", "bad.txt"], "--for <SIDE>"),
        (&["--lines", "bad.txt", "--hints", "bad.txt", "--for", "white"], "cannot be used with"),
        (&["1. d3", "--time", "5"], "'5' for '--time <TIME>': time unit needed"),
        (&["1. d3", "--time", "soon"], "'soon' for '--time <TIME>'"),
        (&["1. d3", "--shrink", "x"], "expected a time such as 1m, or a number of walks such as 3"),
        (&["1. d3", "--rules", "uci"], "\"uci\" is no rule set: joint, international or fics"),
        (&["1. d3", "--for", "red"], "[possible values: white, black]"),
        (&["1. d3", "--memory", "much"], "expected a number of bytes such as 800000, 600M or 2G"),
        (&["1. d3", "--threads", "0"], "'--threads <N>'"),
    ];
    for (arguments, sentence) in table {
        let run = Run::new(&arguments.join(" "), command(&folder, "losing-chess").args(*arguments).output().unwrap()).ends_with(2);
        assert!(run.out.is_empty() && run.err.contains(sentence), "{arguments:?}: {}", run.err);
    }
}

/// Creates the question which side wins after these moves.
fn question(moves: &str) -> Question {
    let mut position: Position = START.parse::<Setup>().unwrap().position;
    for played in moves.split_whitespace() {
        position = position.after(position.find_move(played).unwrap());
    }
    Question { position, clock: 0, stalemate: Stalemate::Joint }
}

struct StopsAt<'a> {
    turn: usize,
    turns: AtomicUsize,
    stop: &'a AtomicBool,
}

impl Observer for StopsAt<'_> {
    fn stage(&self, _: &str, _: &str, _: Option<u64>) {
        if self.turns.fetch_add(1, Ordering::Relaxed) == self.turn {
            self.stop.store(true, Ordering::Relaxed);
        }
    }

    fn at(&self, _: &str, _: u64, _: &str) {}

    fn done(&self, _: &str) {}
}

/// Searches for a win on one thread. Returns the winner and the number of evaluations. Returns `None` if the search was
/// stopped at the turn `turn`, or by the limit `evaluations`.
fn hunted(
    (question, expected): (&Question, Option<Colour>),
    file: Option<&Path>,
    turn: usize,
    evaluations: Option<u64>,
) -> Option<(Colour, u64)> {
    let (stop, mut checkpoint) = (AtomicBool::new(false), file.map(|file| Checkpoint::open(file).unwrap()));
    let limits = Limits { tables: 256 << 20, threads: 1, settings: None, time: None, evaluations };
    let none = |_: Colour, _: &mut TranspositionTable| ();
    let help = Help { lemmas: &none, hints: None, tables: None };
    let observer = StopsAt { turn, turns: AtomicUsize::new(0), stop: &stop };
    match portfolio::search(question, expected, limits, &mut checkpoint, help, Control::new("", &observer, &stop)) {
        Ok((Verdict::Won(found), evaluations)) => Some((found.game.rules.winner, evaluations)),
        Ok((Verdict::Unknown(_), _)) if evaluations.is_some() => None,
        Ok((Verdict::NotWon | Verdict::Unknown(_), _)) => panic!("a win"),
        Err(Error::Interrupted) => None,
        Err(Error::Checkpoint(why)) => panic!("{why}"),
    }
}

/// Returns the number of evaluations recorded in the file of an unfinished search.
fn evaluations_in(file: &Path) -> u64 {
    let bytes = fs::read(file).unwrap();
    let head: Value = serde_json::from_slice(bytes.split(|&byte| byte == b'\n').next().unwrap()).unwrap();
    head["hunts"].as_array().unwrap().iter().map(|hunt| hunt["evaluations"].as_u64().unwrap()).sum()
}

#[test]
fn interrupted_and_resumed() {
    let folder = folder("losing-interrupted");
    let question = question("e3 g6");
    // A search for either side's win alternates between the sides in several turns. A search for White's win has only
    // one turn, and it stops in that turn when it first reads the stop flag.
    for (name, expected, turn) in [("either", None, 5), ("white", Some(Colour::White), 0)] {
        let (hunt, file) = ((&question, expected), folder.join(name));
        assert_eq!(hunted(hunt, Some(&file), turn, None), None, "{name}");
        let before = evaluations_in(&file);
        let (winner, resumed) = hunted(hunt, Some(&file), usize::MAX, None).unwrap();
        assert_eq!(winner, Colour::White, "{name}");
        assert!(before > 0 && resumed > before, "{name}: {before}, then {resumed} in all");
    }
}

/// A resumed search can need more evaluations by chance, so the test adds up two searches.
#[test]
fn stopped_at_a_third_and_resumed() {
    let folder = folder("losing-resume");
    let mut sums = (0, 0);
    let mut reply = String::new();
    for (number, (moves, expected)) in [("e3 Nf6", Some(Colour::White)), ("e3 g6", None)].into_iter().enumerate() {
        let question = question(moves);
        let (winner, whole) = hunted((&question, expected), None, usize::MAX, None).unwrap();
        assert_eq!(winner, Colour::White);
        let file = folder.join(number.to_string());
        assert!(hunted((&question, expected), Some(&file), usize::MAX, Some(whole / 3)).is_none());
        let before = evaluations_in(&file);
        assert!(before >= whole / 3, "{before} of {whole}");
        let (winner, resumed) = hunted((&question, expected), Some(&file), usize::MAX, None).unwrap();
        assert_eq!(winner, Colour::White);
        reply += &format!("{moves}: {before}, then {resumed} in all; at one go {whole}\n");
        sums = (sums.0 + whole, sums.1 + resumed);
    }
    assert!(sums.1 * 10 <= sums.0 * 12, "{reply}");
}

#[test]
fn checkpoints_that_do_not_fit() {
    let folder = folder("losing-checkpoints");
    let evaluations = [1, 2].map(|_| {
        let run = after(&folder, "1. e3", "--time 1s --resume good --json --memory 200M").ends_with(1);
        answer(&run)["evaluations"].as_u64().unwrap()
    });
    // The number of evaluations includes those of earlier runs.
    assert!(evaluations[1] > evaluations[0], "{evaluations:?}");
    let good = fs::read(folder.join("good")).unwrap();
    let write = |name: &str, change: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = good.clone();
        change(&mut bytes);
        fs::write(folder.join(name), bytes).unwrap();
    };
    write("short", &|bytes| bytes.truncate(bytes.len() - 1));
    write("half", &|bytes| bytes.truncate(bytes.len() / 2));
    write("head", &|bytes| bytes.truncate(20));
    write("long", &|bytes| bytes.push(0));
    write("bit", &|bytes| *bytes.iter_mut().nth_back(1000).unwrap() ^= 1);
    write("digest", &|bytes| *bytes.last_mut().unwrap() ^= 1);
    write("version", &|bytes| *bytes = String::from_utf8_lossy(bytes).replace("checkpoint 2", "checkpoint 9").into_bytes());
    let table = [
        ("short", "", "short: cut off"),
        ("half", "", "half: cut off"),
        ("head", "", "head: not a file of an interrupted search"),
        ("long", "", "long: damaged"),
        ("bit", "", "bit: damaged"),
        ("digest", "", "digest: damaged"),
        ("version", "", "version: made by another version of this program"),
        (
            "good",
            " d6",
            "good is about rnbqkbnr/pppppppp/8/8/8/4P3/PPPP1PPP/RNBQKBNR b - - (joint), not about rnbqkbnr/ppp1pppp/3p4/8/8/4P3/PPPP1PPP/RNBQKBNR w - - (joint)",
        ),
    ];
    for (name, more, sentence) in table {
        let run = after(&folder, &format!("1. e3{more}"), &format!("--time 1s --resume {name}")).complains(2);
        assert_eq!(run.err, format!("solve: {sentence}\n"));
    }
    let run = after(&folder, "1. e3", "--time 1s --resume good --rules fics").complains(2);
    assert!(run.err.ends_with("(joint), not about rnbqkbnr/pppppppp/8/8/8/4P3/PPPP1PPP/RNBQKBNR b - - (fics)\n"), "{}", run.err);
    assert_eq!(fs::read(folder.join("good")).unwrap(), good);
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 8, "nothing is left behind");
}

/// Observer that stops a run when it begins to make a proof smaller.
struct StopsShrinking<'a>(&'a AtomicBool);

impl Observer for StopsShrinking<'_> {
    fn stage(&self, _: &str, what: &str, _: Option<u64>) {
        if what.contains("smaller proof") || what.starts_with("shrinking") {
            self.0.store(true, Ordering::Relaxed);
        }
    }

    fn at(&self, _: &str, _: u64, _: &str) {}

    fn done(&self, _: &str) {}
}

#[test]
fn stopped_with_a_proof() {
    let question = question("e3 Nf6");
    let limits = Limits { tables: 256 << 20, threads: 1, settings: None, time: None, evaluations: None };
    let none = |_: Colour, _: &mut TranspositionTable| ();
    let running = AtomicBool::new(false);
    let found = || match portfolio::search(
        &question,
        Some(Colour::White),
        limits,
        &mut None,
        Help { lemmas: &none, hints: None, tables: None },
        Control::new("", &Silent, &running),
    ) {
        Ok((Verdict::Won(found), _)) => found,
        _ => panic!("a win"),
    };
    let means = |shrink| ProofOptions { tables: 64 << 20, threads: 1, shrink, shard: (0, 1), until: None, runs: None };
    let whole = prove(found(), means(Shrink::Passes(0)), Control::new("", &Silent, &running)).unwrap();
    let stop = AtomicBool::new(false);
    let stopped = prove(found(), means(Shrink::Passes(9)), Control::new("", &StopsShrinking(&stop), &stop));
    assert_eq!(stopped, Ok(whole));
}

/// A supplied certificate of the position itself is the answer, whatever the limits are. The program neither searches
/// the position nor makes the proof smaller.
#[test]
fn a_proof_of_the_position_answers_without_a_search() {
    let folder = folder("losing-known");
    let shipped = |name: &str| Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../certs/losing/{name}.cbor"));
    for (moves, name, winner) in [("1. e3 f6", "e3-f6", "white"), ("1. f4", "f4", "black")] {
        let file = shipped(name);
        let run = after(
            &folder,
            moves,
            &format!("--use {} --time 1ms --evaluations 1 --threads 1 --json --emit-cert again.cbor --force", file.display()),
        );
        let found = answer(&run.ends_with(0));
        assert_eq!((&found["verdict"], found["evaluations"].as_u64()), (&winner.into(), Some(0)), "{moves}");
        assert_eq!(fs::read(folder.join("again.cbor")).unwrap(), fs::read(&file).unwrap(), "{moves}: the same proof");
    }
    // If the certificate is not supplied, the output still names the file that proves the win. It does not name the
    // file in a search for the other side's win, or under rules for which the proof does not hold.
    let named =
        "  certs/losing/e3-f6.cbor (SHA-256 442079b914eea78dd98d588435934cc5a8b807df30ef658d2bfc6282881265e6) proves that White wins: ";
    for (others, names) in [("", true), ("--for white", true), ("--rules fics", true), ("--for black", false)] {
        let run = after(&folder, "1. e3 f6", &format!("--evaluations 1000 --threads 1 {others}")).ends_with(1);
        assert_eq!(run.out.contains(named), names, "{others}: {}", run.out);
    }
}

/// Questions about any position of a proof in the folder `certs/losing` are answered without a search.
#[test]
fn shipped_proofs_answer_where_they_are_at_hand() {
    let folder = folder("losing-at-hand");
    fs::create_dir_all(folder.join("certs/losing")).unwrap();
    for name in ["e3-d5", "e3-f6"] {
        let file = format!("certs/losing/{name}.cbor");
        fs::copy(Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(&file), folder.join(file)).unwrap();
    }
    // Each case has the moves, other options, and the file that answers, if any.
    let table = [
        ("1. e3 d5", "", Some("certs/losing/e3-d5.cbor")),
        ("1. e3 d5", "--for white --rules fics --threads 1 --time 1ms", Some("certs/losing/e3-d5.cbor")),
        ("1. e3 d5 2. Qg4 Bxg4 3. Kd1", "", Some("certs/losing/e3-d5.cbor")),
        ("1. e3 d5", "--search", None),
        ("1. e3 d5", "--emit-cert d5.cbor", None),
        ("1. e3 d5 2. a3", "--evaluations 1000", None),
        ("1. e3 d6", "--evaluations 1000", None),
        ("1. e3 d5", "--for black --evaluations 1000", None),
    ];
    for (moves, others, file) in table {
        let found = answer(&after(&folder, moves, &format!("--json {others}")));
        assert_eq!(found.get("source").and_then(|source| source.as_str()), file, "{moves} {others}: {found}");
        assert_eq!(found["evaluations"] == 0, file.is_some(), "{moves} {others}: {found}");
    }
    after(&folder, "1. e3 d5", "").answers().says(&[
        "1. e3 d5: White wins by force with 2. Qg4\n",
        "  proved in certs/losing/e3-d5.cbor, which the checker has verified just now; nothing was searched for\n",
    ]);
    // A file with unexpected content is reported, and a search answers instead.
    fs::write(folder.join("certs/losing/e3-d5.cbor"), fs::read(folder.join("certs/losing/e3-f6.cbor")).unwrap()).unwrap();
    let run = after(&folder, "1. e3 d5", "--threads 1 --json");
    assert_eq!(answer(&run).get("source"), None, "another position's proof");
    let mut broken = fs::read(folder.join("certs/losing/e3-f6.cbor")).unwrap();
    *broken.last_mut().unwrap() ^= 1;
    fs::write(folder.join("certs/losing/e3-f6.cbor"), broken).unwrap();
    let run = after(&folder, "1. e3 f6", "--threads 1 --evaluations 1000");
    assert!(run.err.contains("certs/losing/e3-f6.cbor: not used: "), "{}", run.err);
}

/// If a search ends without a verdict, the output lists known results about related positions.
#[test]
fn what_is_known_elsewhere_is_said() {
    let folder = folder("losing-elsewhere");
    let table = [
        ("1. e3", "  certs/losing proves that White wins after 1. e3 against 15 of Black's 20 replies; b5, b6, c5, e6, g5 are open here\n"),
        ("1. e3 b6 2. a4", "  1. e3 b6 is open here. M. Watkins reports a win of White "),
        ("e3 e7e6", "  1. e3 e6 is open here. M. Watkins reports a win of White "),
        ("1. e3 c6 2. b4", "  certs/losing/e3-c6.cbor proves that White wins after 1. e3 c6; these moves leave its lines\n"),
        ("1. a3", "  certs/ has no proof about this position\n"),
    ];
    for (moves, sentence) in table {
        after(&folder, moves, "--evaluations 100 --threads 1 --memory 200M").ends_with(1).says(&[sentence, "\n  to go on: "]);
    }
}

/// At the time limit, the program stops making the proof smaller. The program writes the proof in spite of the time
/// limit.
#[test]
fn a_win_is_delivered_when_the_time_is_over() {
    let folder = folder("losing-time");
    let run = after(&folder, "1. e3 d5", "--threads 1 --time 3s --shrink 4000000000 --json --emit-cert d5.cbor").ends_with(0);
    assert_eq!(answer(&run)["verdict"], "white");
    verify::open_losing(&folder.join("d5.cbor")).unwrap();
}

#[test]
fn earlier_certificates() {
    let folder = folder("losing-use");
    let evaluations = |moves: &str, others: &str| {
        let run = after(&folder, moves, &format!("--threads 1 --shrink 0 --json {others}")).answers();
        answer(&run)["evaluations"].as_u64().unwrap()
    };
    // With a certificate of the same position, a search is short, both under the same rules and under other rules.
    assert!(evaluations("1. e3 d6", "--emit-cert d6.cbor") > 1000);
    assert!(evaluations("1. e3 d6", "--use d6.cbor") < 200);
    assert!(evaluations("1. e3 d6", "--use d6.cbor --rules fics --for white") < 200);
    // Certificates also help in a position from which play leads to a proved position.
    assert!(evaluations("1. e3 Na6 2. Bxa6 bxa6", "--emit-cert a6.cbor") > 100_000);
    let without = evaluations("1. e3 Na6", "");
    let with = evaluations("1. e3 Na6", "--use d6.cbor --use a6.cbor --emit-cert Na6.cbor");
    assert!(with < 1000 && without > 100_000, "{with}, without {without}");
    verify::open_losing(&folder.join("Na6.cbor")).unwrap();
    // These certificates do not apply to the question.
    assert!(evaluations("1. e3 d6", "--rules fics --emit-cert fics.cbor") > 1000);
    let table = [
        ("--use fics.cbor", "--use fics.cbor: its results under rules fics need not hold under joint"),
        ("--use fics.cbor --rules international", "--use fics.cbor: its results under rules fics need not hold under international"),
        ("--use d6.cbor --for black", "--use d6.cbor: a win of White, of no use in the search for one of Black"),
    ];
    for (others, sentence) in table {
        assert_eq!(after(&folder, "1. e3 d5", others).complains(2).err, format!("solve: {sentence}\n"));
    }
    // A search may be resumed with lemmas that it did not have before.
    after(&folder, "1. e3 Nf6", "--threads 1 --time 1s --resume file").ends_with(1);
    after(&folder, "1. e3 Nf6", "--threads 1 --shrink 0 --resume file --use Na6.cbor --use d6.cbor")
        .answers()
        .says(&["1. e3 Nf6: White wins by force with 2. ", ", verified, "]);
}
