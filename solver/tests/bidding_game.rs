//! Tests `solve bidding-game`: output, files and exit status.

mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use common::Schema;
use serde_json::Value;

/// Returns a new folder for one test, in which `examples` has the repository's examples.
fn folder(test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("bidding-game").join(test);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("examples")).unwrap();
    for file in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples")).unwrap() {
        let file = file.unwrap();
        // Subfolders contain games of other kinds, so they are not copied.
        if file.path().is_file() {
            fs::copy(file.path(), folder.join("examples").join(file.file_name())).unwrap();
        }
    }
    folder
}

/// Runs `solve` with arguments separated by spaces. Returns the exit status, standard output and standard error.
fn solve(folder: &Path, arguments: &str) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_solve"));
    command.current_dir(folder).stdin(Stdio::null()).args(arguments.split_whitespace());
    let output = command.output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

/// Runs `solve`, asserts that it succeeds without writing to standard error, and returns the output.
#[track_caller]
fn answer(folder: &Path, arguments: &str) -> String {
    let (status, out, err) = solve(folder, arguments);
    assert_eq!((status, err.as_str()), (Some(0), ""), "solve {arguments}\n{out}");
    out
}

#[test]
fn a_stored_line_has_labels_above_65_535() {
    let folder = folder("line");
    let last = 70_000;
    let positions =
        (1..last).map(|n| format!(r#""{n}":{{"left":["{0}","{1}"],"right":["{0}","{1}"]}}"#, n - 1, n + 1)).collect::<Vec<_>>().join(",");
    let ends = format!(r#""0":{{"winner":"right"}},"{last}":{{"winner":"left"}}"#);
    let game = format!(r#"{{"title":"A line","left":"Up","right":"Down","start":"35000","positions":{{{positions},{ends}}}}}"#);
    fs::write(folder.join("line.json"), game).unwrap();
    let out = answer(&folder, "bidding-game line.json --emit-cert line.cbor");
    assert!(out.contains("largest denominator 70000; labels up to 69999 (Up) and 69999 (Down)\n"), "{out}");
}

#[test]
fn games_are_solved_and_verified() {
    let folder = folder("text");
    let table: [(&str, &[&str]); 17] = [
        (
            "tic-tac-toe",
            &[
                "Left can force a win with more than 133/256 of the money (0.51953125), Right with more than 133/256 (0.51953125); while \
                 Left's share is between 123/256 and 133/256, neither can.\n",
                "\nLeft bids 41/256 of the money (0.16015625) and moves to '.../.X./...'.",
                "\nRight bids 41/256 of the money (0.16015625) and moves to '.../.O./...'.",
                "\n\ntic-tac-toe 3x3x3: 1,582 positions, alpha < beta somewhere\n  start .../.../...: alpha = 123/256 = 0.48046875; beta = 133/256 = 0.51953125\n",
                "  Left's best first moves: .../.X./...\n  Right's best first moves: .../.O./...\n",
            ],
        ),
        ("hex:2x3", &["hex 2x3: ", "alpha = beta everywhere\n"]),
        ("connect:3x2x2", &["connect 3x2x2: "]),
        ("tug:3", &["tug o' war of length 3: 5 positions, ", "  Left's best first moves: 1\n  Right's best first moves: -1\n"]),
        ("tug:1", &["tug o' war of length 1: 1 position, ", "  Left's best first moves: 1\n  Right's best first moves: -1\n"]),
        (
            "ultimatum:2000",
            &[
                "Left can force a win with more than 1/2 of the money (0.5), Right with more than 1/2 (0.5).\n",
                "Left bids 0.4999999999… of the money and moves to 2000.\nRight bids 0.4999999999… of the money and moves to -2000.\n",
                "  start 0: alpha = beta = 1/2 = 0.5\n",
                "largest denominator of ",
            ],
        ),
        (
            "sudden-death:A3",
            &[
                "Left can force a win with more than 1/8 of the money (0.125), Right with more than 7/8 (0.875).\n",
                "  Left's best first moves: Left has won\n",
            ],
        ),
        (
            "wedge:(A,B2),B2",
            &[
                "(A ^ B2) ^ B2: 4 positions, ",
                "  start ((A ^ B2) ^ B2): alpha = beta = 7/16 = 0.4375\n",
                "Left can force a win with more than 9/16 of the money (0.5625), Right with more than 7/16 (0.4375).\n",
            ],
        ),
        (
            "examples/standoff.json",
            &[
                "White can force a win with more than 3/4 of the money (0.75), Black with more than 3/4 (0.75); while White's share is \
                 between 1/4 and 3/4, neither can.\n",
                "\nTo win, White bids nothing and moves to 'White has opened it'; not to lose, White bids nothing and moves to wall.\n",
                "  start wall: alpha = 1/4 = 0.25; beta = 3/4 = 0.75\n",
                "  White's best first moves to win: White has opened it\n  White's best first moves not to lose: wall\n",
            ],
        ),
        (
            "examples/second-mover-wins.json",
            &[
                "\nAlice bids nothing and moves to 'Alice has moved'.\nBob bids nothing and moves to 'Bob has moved'.\nThe move is worth nothing to either player.\n",
            ],
        ),
        (
            "examples/zugzwang.json",
            &[
                "\nAlice bids -1/4 of the money (-0.25) and moves to 'Bob has won'.\nBob bids -1/4 of the money (-0.25) and moves to race.\n",
                "\nZugzwang: neither player wants to move, so each would pay the other to do so.\n\n",
            ],
        ),
        (
            "tug:3 --position -2",
            &["\n  Left's best first moves: 1\n", "\nat -2\n\nvalue    1/6, about 0.1666666666\n", "\n* -1     0.3333333333  1/3\n"],
        ),
        (
            "tic-tac-toe --position ..X/.../..O",
            &[
                "\nat ..X/.../..O\n\nthe same as O.X/.../..., of which the moves are\nalpha    31/64 = 0.484375\nbeta     33/64 = 0.515625\n",
            ],
        ),
        ("examples/standoff.json --position wall", &["\nat wall\n\nalpha    1/4 = 0.25\n"]),
        ("bidding-chess:KRK@3x3 --position 2k/3/K1R", &["KRK on 3x3 is solved: ", "\n2k/3/K1R on 3x3\n\nvalue    3/4 = 0.75\n"]),
        ("examples/b3.json --method lp --emit-cert out/b3.cbor", &["  out/b3.cbor: ", " bytes, verified, sha256="]),
        (
            "hex:2x3 --method iterate --emit-cert hex.cbor --no-verify",
            &[
                "  hex.cbor: ",
                " bytes, not verified, sha256=",
                "\nthe simplest fractions between alpha_n and beta_n satisfy all equations from n = ",
            ],
        ),
    ];
    fs::create_dir(folder.join("out")).unwrap();
    for (arguments, parts) in table {
        let out = answer(&folder, &format!("bidding-game {arguments}"));
        for part in parts {
            assert!(out.contains(part), "{arguments}: {part:?} in\n{out}");
        }
    }
    assert!(folder.join("out/b3.cbor").is_file() && folder.join("hex.cbor").is_file());
}

#[test]
fn answers_as_json() {
    let folder = folder("json");
    let schema = Schema::named("bidding-game");
    let mut games: Vec<String> = [
        "tic-tac-toe",
        "hex:2x2",
        "connect:3x3x3",
        "tug:5 --method iterate",
        "ultimatum:9 --method lp",
        "sudden-death:B3",
        "wedge:A,B2 --no-verify",
    ]
    .map(str::to_owned)
    .to_vec();
    let files = fs::read_dir(folder.join("examples")).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap());
    games.extend(files.filter(|file| file.ends_with(".json")).map(|file| format!("examples/{file} --emit-cert {file}.cbor")));
    for game in games {
        let out = answer(&folder, &format!("bidding-game --json {game}"));
        assert!(out.ends_with("}\n") && out.lines().count() == 1, "{out}");
        assert!(!out.to_lowercase().contains("\"white") && !out.to_lowercase().contains("\"black") || game.contains("standoff"), "{out}");
        let answer: Value = serde_json::from_str(&out).unwrap();
        schema.assert_fits(&answer);
        assert_eq!(answer["steps"].is_u64(), game.contains("iterate"), "{game}");
        assert_eq!(answer["verified"], !game.contains("--no-verify"), "{game}");
        assert_eq!(answer["start"].get("bid").is_some(), answer["start"]["alpha"] == answer["start"]["beta"], "{game}");
        // If alpha = beta, all four purposes have the same bid.
        for (player, purpose) in [("left", "to_win"), ("left", "not_to_lose"), ("right", "to_win"), ("right", "not_to_lose")] {
            let bid = &answer["start"]["bids"][player][purpose];
            assert!(answer["start"].get("bid").is_none_or(|one| one == bid), "{game}: {player} {purpose}");
        }
        let every = answer["every_position"].as_array().unwrap();
        assert_eq!(every.len() as u64, answer["positions"].as_u64().unwrap(), "{game}");
        let start = every.iter().find(|one| one["position"] == answer["start"]["position"]).unwrap();
        assert_eq!((&start["alpha"], &start["beta"]), (&answer["start"]["alpha"], &answer["start"]["beta"]), "{game}");
        match answer["file"].as_str() {
            Some(file) => {
                let bytes = fs::read(folder.join(file)).unwrap();
                let digest: String = gamecert_checker::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect();
                assert_eq!((answer["bytes"].as_u64(), &answer["sha256"]), (Some(bytes.len() as u64), &digest.into()), "{game}");
            }
            None => assert!(!game.contains("--emit-cert"), "{game}"),
        }
    }
    let board: Value = serde_json::from_str(&answer(&folder, "bidding-game --json tic-tac-toe")).unwrap();
    let both = serde_json::json!({ "to_win": "41/256", "not_to_lose": "41/256" });
    assert_eq!(board["start"]["bids"], serde_json::json!({ "left": both, "right": both }));
    let standoff: Value = serde_json::from_str(&answer(&folder, "bidding-game --json examples/standoff.json")).unwrap();
    let start = &standoff["start"];
    assert_eq!(
        [&start["alpha"], &start["beta"], &start["left_needs"], &start["right_needs"]],
        [&Value::from("1/4"), &"3/4".into(), &"3/4".into(), &"3/4".into()]
    );
    assert_eq!(start["best"]["right"]["to_win"], Value::from(vec!["Black has opened it"]));
    for (game, position, alpha) in [("tug:3", "-2", "1/6"), ("examples/standoff.json", "wall", "1/4"), ("ultimatum:2", "2", "7/8")] {
        let one: Value = serde_json::from_str(&answer(&folder, &format!("bidding-game {game} --position {position} --json"))).unwrap();
        schema.assert_fits(&one);
        assert_eq!((&one["position"]["position"], &one["position"]["alpha"]), (&position.into(), &alpha.into()), "{game}");
        assert_eq!(one.get("every_position"), None, "{game}");
    }
    let ending: Value = serde_json::from_str(&answer(&folder, "bidding-game bidding-chess:KRK@3x3 --position 2k/3/K1R --json")).unwrap();
    Schema::named("bidding-chess").assert_fits(&ending);
    assert_eq!(ending["position"]["alpha"], "3/4");
    let second: Value = serde_json::from_str(&answer(&folder, "bidding-game --json examples/tic-tac-toe-4c.json")).unwrap();
    assert_eq!((&second["left"], &second["game"]), (&"Alice".into(), &"Tic-tac-toe from position 4c".into()));
}

#[test]
fn the_bytes_depend_on_neither_method_nor_threads() {
    let folder = folder("bytes");
    for game in ["hex:2x3", "tug:6", "wedge:A2,B3", "examples/ultimatum-2.json", "examples/second-mover-wins.json"] {
        let files = ["", "--threads 1", "--method lp", "--method iterate", "--no-verify"].map(|options| {
            answer(&folder, &format!("bidding-game {game} {options} --emit-cert one.cbor --force"));
            fs::read(folder.join("one.cbor")).unwrap()
        });
        assert!(files.iter().all(|file| *file == files[0]), "{game}");
    }
    ["game", "chess"].iter().for_each(|name| fs::create_dir(folder.join(name)).unwrap());
    for options in ["", "--method iterate"] {
        answer(&folder, &format!("bidding-game bidding-chess:KRK@3x3 {options} --emit-cert game/krk.cbor"));
        answer(&folder, &format!("bidding-chess KRK --board 3x3 {options} --emit-cert chess/krk.cbor"));
        for file in ["krk.cbor", "kk-3x3.cbor"] {
            assert_eq!(fs::read(folder.join("game").join(file)).unwrap(), fs::read(folder.join("chess").join(file)).unwrap());
        }
    }
    let of_ending: Value = serde_json::from_str(&answer(&folder, "bidding-game bidding-chess:KRK@3x3 --json")).unwrap();
    Schema::named("bidding-chess").assert_fits(&of_ending);
}

#[test]
fn bad_input_is_refused() {
    let folder = folder("refused");
    fs::write(
        folder.join("bad.json"),
        "{\n  \"positions\": {\n    \"v3\": {\"left\": [\"a\"], \"right\": []},\n    \"a\": {\"winner\": \"left\"}\n  }\n}\n",
    )
    .unwrap();
    fs::write(folder.join("empty.json"), "").unwrap();
    fs::write(folder.join("scored.json"), r#"{"positions": {"G": {"left": {"I": 1}, "right": {"I": 1}}, "I": {}}}"#).unwrap();
    answer(&folder, "bidding-game tug:3 --emit-cert tug.cbor");
    let table = [
        ("chess", 2, "'chess' is no game and no file; expected tic-tac-toe[:WxHxK], "),
        ("none.json", 2, "none.json: No such file"),
        ("examples", 2, "examples: a folder, not a game file"),
        ("empty.json", 2, "empty.json: the file is empty"),
        ("bad.json", 2, "bad.json: line 3: position \"v3\" has no option for Right"),
        ("examples/README.md", 2, "examples/README.md: a text, not a game file"),
        ("tug.cbor", 2, "tug.cbor: a certificate, not a game file"),
        ("scored.json", 2, "scored.json: a file of a scoring game, not a game file: line 1: position \"I\" has neither options"),
        ("tug:3 --position 4", 2, "position '4': expected an integer from -3 to 3"),
        ("tug:3 --position 3", 2, "position '3': play is over there, Left has won"),
        ("tic-tac-toe --position XXX/.../...", 2, "position 'XXX/.../...': "),
        ("examples/standoff.json --position 4", 2, "position '4': the game has none of this name"),
        ("bidding-chess:KRK@3x3 --position 2k/3/K1Q", 2, "position '2k/3/K1Q' is of the ending KQK, "),
        ("hex:6x6", 2, "hex 6x6: a board has from 1 to 30 columns and rows and at most 30 cells"),
        ("hex:5x6", 2, "hex 5x6 needs about "),
        ("hex:3x3 --memory 1M", 2, "hex 3x3 needs about "),
        ("hex:4x4 --method lp", 2, "positions are too many for linear programs, which are for at most 1000"),
        ("tic-tac-toe --method lp", 2, "1582 positions are too many for linear programs, which are for at most 1000"),
        ("tic-tac-toe --method iterate", 2, "the game can end drawn, so alpha < beta may be, which the paper's method cannot prove"),
        ("examples/standoff.json --method iterate", 1, "alpha < beta somewhere, which the paper's method cannot prove"),
        ("bidding-chess:KXK", 2, "'X' is no piece"),
        ("bidding-chess:KRK@1x1", 2, "board 1x1: files and ranks go from 2 to 16"),
        ("bidding-chess:KRK@3x3 --method lp", 2, "--method lp is for games that rest on no other"),
        ("tug:3 --emit-cert examples", 2, "examples: a folder, not a file"),
        ("tug:3 --emit-cert new/", 2, "new/: a folder, not a file"),
        ("tug:3 --emit-cert bad.json/it.cbor", 2, "bad.json is not a folder"),
    ];
    for (arguments, expected, reason) in table {
        let (status, out, err) = solve(&folder, &format!("bidding-game {arguments}"));
        assert_eq!((status, out.as_str(), err.lines().count()), (Some(expected), "", 1), "{arguments}: {err}");
        assert!(err.starts_with("solve: ") && err.contains(reason), "{arguments}: {err}");
    }
    let (status, _, err) = solve(&folder, "bidding-game");
    assert!(status == Some(2) && err.contains("<FILE.json | GAME>"), "{err}");
    let help = answer(&folder, "bidding-game --help");
    for part in [
        "--method <METHOD>",
        "policy",
        "iterate",
        "lp",
        "--emit-cert <FILE>",
        "--no-verify",
        "--json",
        "--threads <N>",
        "--memory <SIZE>",
        "wedge:A,B2",
    ] {
        assert!(help.contains(part), "{part} in {help}");
    }
}
