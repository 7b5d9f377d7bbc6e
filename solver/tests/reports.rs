//! Tests positions and games from public reports about chess software (`tests/data/reports`). The test data include the
//! right answers.

mod common;
#[path = "common/run.rs"]
mod run;

use std::fs;
use std::path::{Path, PathBuf};

use run::{folder, solve};
use serde_json::Value;

fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/data/reports").join(name)
}

/// Examines the games in a file. For each game, returns the verdict on its result; also returns the exit status and the
/// text on standard error.
fn games(folder: &Path, file: &Path, options: &str) -> (Vec<String>, Option<i32>, String) {
    let run = solve(folder, &format!("unwinnable --pgn {} --all --json {options}", file.display()));
    let finding = |line: &str| serde_json::from_str::<Value>(line).unwrap()["finding"].as_str().unwrap().to_owned();
    (run.out.lines().map(finding).collect(), run.status, run.err)
}

#[test]
fn games_lost_on_time_however_they_are_written() {
    let folder = folder("reports-unfair");
    for case in [
        "g01-tab-fen",
        "g05-lone-cr",
        "g07-tab-tags",
        "g09-tags-one-line",
        "g11-indented",
        "g14-term-dot",
        "g16-term-ran-out",
        "g17-fics-comment",
        "g19-lichess-literate",
        "g23-percent-first",
        "g25-tag-in-comment",
        "g27-no-result-token",
        "g28-ep-suffix",
        "g30-lan",
        "g31-ctrl-z",
        "g33-double-blank",
        "g35-zero-castling",
        "g37-emt",
        "g38-comment-first",
        "g41-variant-classical",
    ] {
        let (findings, status, complaints) = games(&folder, &data(&format!("{case}.pgn")), "");
        assert_eq!((&findings[..], status), (&["unfair".to_owned()][..], Some(0)), "{case}: {complaints}");
        assert!(complaints.starts_with("solve: 1 game, 1 ended by a flag: 1 unfair loss,"), "{case}: {complaints}");
        // The result does not depend on the kind of line ends.
        let text = fs::read_to_string(data(&format!("{case}.pgn"))).unwrap().replace("\r\n", "\n").replace('\r', "\n");
        for (name, end) in [("lf", "\n"), ("crlf", "\r\n"), ("cr", "\r")] {
            let file = folder.join(format!("{case}-{name}.pgn"));
            fs::write(&file, text.replace('\n', end)).unwrap();
            assert_eq!(games(&folder, &file, "").0, findings, "{case}, {name}");
        }
    }
}

#[test]
fn faults_of_games_are_named() {
    let folder = folder("reports-faults");
    for (case, complaint) in [
        ("g03-setup1-nofen", "game 1, line 1: SetUp is \"1\", and there is no FEN\n"),
        ("g12-unquoted", "game 1, line 6: [Result 0-1] is no tag: its value has no quotation marks\n"),
        ("g20-token-disagrees", "game 1, line 11: the tag Result is \"0-1\", and the moves end with 1-0\n"),
        ("g22-result-star", "game 1, line 11: the tag Result is \"*\", and the moves end with 0-1\n"),
    ] {
        let (findings, status, complaints) = games(&folder, &data(&format!("{case}.pgn")), "");
        assert_eq!((findings, status), (vec![], Some(2)), "{case}: {complaints}");
        assert!(complaints.starts_with(&format!("solve: {complaint}")), "{case}: {complaints}");
    }
    let (findings, status, complaints) = games(&folder, &data("g40-fen-only.pgn"), "");
    assert_eq!((findings, status), (vec![], Some(0)), "{complaints}");
    assert!(complaints.starts_with("solve: 2 games, 0 ended by a flag"), "{complaints}");
}

#[test]
fn games_that_contradict_themselves_or_cannot_be_read() {
    let folder = folder("reports-contradictions");
    const TAGS: &str = "[White \"a\"]\n[Black \"b\"]\n[Result \"0-1\"]\n[Termination \"Time forfeit\"]\n";
    let moves = |text: &str| format!("{TAGS}\n{text}\n");
    for (title, text, complaint) in [
        (
            "no result at all",
            "[Termination \"Time forfeit\"]\n\n1. e4 e5\n".to_owned(),
            "line 1: a flag has fallen, and there is no result",
        ),
        ("an open result", moves("1. e4 *").replace("0-1", "*"), "line 1: a flag has fallen, and the result is open"),
        ("a text that is not a result", moves("1. e4").replace("0-1", "lost"), "line 1: a flag has fallen, and \"lost\" is no result"),
        (
            "a tag twice",
            moves("0-1").replace("[White", "[Result \"1-0\"]\n[White"),
            "line 4: the tag Result stands twice, with \"1-0\" and \"0-1\"",
        ),
        (
            "the wording names the winner",
            moves("1. e4 0-1").replace("Time forfeit", "b ran out of time"),
            "line 1: Black lost on time by the wording of the ending, and the result is a win of that side",
        ),
        (
            "moves that cannot be read",
            moves("1. e4 Qq9 0-1"),
            "line 6: White lost on time, but the moves cannot be read: \"Qq9\" is no move",
        ),
        ("no moves", moves(""), "White lost on time, but the moves cannot be read: there are no moves and no result"),
        (
            "a comment that is not closed",
            moves("1. e4 { e5 0-1"),
            "line 6: White lost on time, but the moves cannot be read: a comment is not closed",
        ),
        ("a tag inside the moves", moves("1. e4\n[Note \"x\"]\ne5 0-1"), "line 7: a tag stands inside the moves"),
    ] {
        let file = folder.join("game.pgn");
        fs::write(&file, text).unwrap();
        let (findings, status, complaints) = games(&folder, &file, "");
        assert_eq!((findings, status), (vec![], Some(2)), "{title}: {complaints}");
        assert!(complaints.starts_with("solve: game 1, ") && complaints.contains(complaint), "{title}: {complaints}");
    }
    // Text after a result belongs to another game.
    fs::write(folder.join("two.pgn"), moves("1. e4 0-1\n\n1. d4 1-0")).unwrap();
    let (findings, status, complaints) = games(&folder, Path::new("two.pgn"), "");
    assert_eq!((findings, status), (vec!["fair".to_owned()], Some(2)), "{complaints}");
    assert!(complaints.starts_with("solve: game 1, line 6: moves without tags follow a result\n"), "{complaints}");
    for (encoding, bytes) in [("marked", &b"\xff\xfe[\0E\0"[..]), ("big-endian", b"\xfe\xff\0[\0E"), ("unmarked", b"[\0E\0v\0")] {
        fs::write(folder.join("wide.pgn"), bytes).unwrap();
        let run = solve(&folder, "unwinnable --pgn wide.pgn").complains(2);
        assert_eq!(run.err, "solve: wide.pgn: encoded in UTF-16, which is not read here: convert it to UTF-8 first\n", "{encoding}");
    }
}

#[test]
fn wordings_are_counted_and_added() {
    let folder = folder("reports-wordings");
    let game = |ending: &str| {
        format!(
            "[White \"Ann\"]\n[Black \"Bo\"]\n[Result \"0-1\"]\n[Termination \"{ending}\"]\n[FEN \"8/8/8/4k3/8/8/4P3/4K3 w - - 0 1\"]\n\n1. Kd2 0-1\n\n"
        )
    };
    let texts = ["Ann lost by the clock", "Ann lost by the clock", "Bo won by magic", "Bo won by resignation", "Time forfeit"];
    fs::write(folder.join("games.pgn"), texts.map(game).concat()).unwrap();
    let run = solve(&folder, "unwinnable --pgn games.pgn --summary counts.json").ends_with(0);
    run.says(&[
        "5 games, 1 ended by a flag",
        "3 games end in words that are not known: \"* lost by the clock\" (2), \"* won by magic\" (1)\n",
    ]);
    let counts: Value = serde_json::from_slice(&fs::read(folder.join("counts.json")).unwrap()).unwrap();
    common::Schema::named("unwinnable-summary").assert_fits(&counts);
    assert_eq!(counts["counts"]["not_understood"], 3);
    fs::write(folder.join("words.txt"), "LOSER lost by the clock  # a club's\n").unwrap();
    solve(&folder, "unwinnable --pgn games.pgn --flag-words words.txt")
        .ends_with(0)
        .says(&["5 games, 3 ended by a flag: 3 unfair", "1 game ends in words"]);
    solve(&folder, "unwinnable --pgn games.pgn --flag-words none.txt").complains(2);
    solve(&folder, "unwinnable --list-flag-words").answers().says(&["Lichess", "  WINNER won on time\n"]);
}

#[test]
fn ways_of_writing_that_are_tolerated_are_counted() {
    let folder = folder("reports-tolerated");
    let run = solve(&folder, &format!("unwinnable --pgn {}", data("g30-lan.pgn").display())).ends_with(0);
    run.says(&["1 game read with moves in long algebraic notation\n"]);
    let run = solve(&folder, &format!("unwinnable --pgn {} --summary counts.json", data("g31-ctrl-z.pgn").display())).ends_with(0);
    run.says(&["1 game read with an end-of-file byte\n"]);
    let counts: Value = serde_json::from_slice(&fs::read(folder.join("counts.json")).unwrap()).unwrap();
    common::Schema::named("unwinnable-summary").assert_fits(&counts);
    assert_eq!(counts["counts"]["tolerated"]["end_of_file"], 1);
}

/// Tests which sides can mate in positions from reports.
#[test]
fn positions_of_reports() {
    let folder = folder("reports-positions");
    for (case, expected) in [
        ("p02-lila-5557a", "white true, black true"),
        ("p04-lila-7039a", "white false, black false"),
        ("p05-d3-24", "white false, black false"),
        ("p07-cutechess-710a", "white true"),
        ("p08-scalachess-578", "black true"),
        ("p09-d3-5-1", "white true, black true"),
        ("p09-d3-5-2", "white true, black true"),
        ("p09-d3-5-4", "white true, black true"),
        ("p10-d3-47-1", "white false, black true"),
        ("p10-d3-47-3", "white true, black false"),
        ("p11-d3-44a", "black true"),
        ("p12-d3-37a", "white false"),
        ("p13-d3-40a", "white false"),
        ("p13-d3-40c", "white false, black false"),
        ("p14-d3-41a", "white true"),
        ("p16-d3-35", "white true, black true"),
        ("p17-lila-1449a", "white true, black true"),
        ("p18-se-40444", "white false, black false"),
        ("p20-se-18699", "white false, black false"),
        ("p21-geras-23", "white true, black true"),
    ] {
        let run = solve(&folder, &format!("unwinnable --positions {} --json", data(&format!("{case}.txt")).display())).ends_with(0);
        let records = run.out.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        let found: Vec<String> = records.map(|record| format!("{} {}", record["side"].as_str().unwrap(), record["can_mate"])).collect();
        assert_eq!(found.join(", "), expected, "{case}");
    }
}

/// Tests who wins in positions of losing chess under several rule sets.
#[test]
fn losing_chess_of_reports() {
    let folder = folder("reports-losing");
    for (case, fen, rules, verdict) in [
        ("l02-lila-12966b", "6bB/6P1/8/8/8/8/8/8 w - -", "international", "white"),
        ("l02-lila-12966b", "6bB/6P1/8/8/8/8/8/8 w - -", "fics", "black"),
        ("l02-lila-12966b", "6bB/6P1/8/8/8/8/8/8 w - -", "joint", "neither"),
        ("l03-scalachess-296", "n7/8/8/8/8/8/8/N7 w - -", "joint", "black"),
        ("l05-nakshatra-8", "8/8/8/8/8/p7/P7/8 w - -", "international", "white"),
        ("l05-nakshatra-8", "8/8/8/8/8/p7/P7/8 w - -", "fics", "neither"),
        ("l05-nakshatra-8", "8/8/8/8/8/p7/P7/8 w - -", "joint", "neither"),
        ("l06-two-units", "8/4P3/8/8/8/3k4/8/8 w - -", "joint", "neither"),
        ("l08-ep-last-unit", "8/8/8/2PpP3/8/8/8/8 w - d6", "joint", "black"),
    ] {
        let mut command = run::command(&folder, "losing-chess --threads 1 --evaluations 100000 --json");
        let run = run::Run::new(case, command.args(["--rules", rules, "--fen", fen]).output().unwrap());
        assert_eq!(run.json()["answers"][0]["verdict"], verdict, "{case} under {rules}");
    }
}

/// The position has a helpmate in eight moves. The output calls a line of moves shortest only if it is proved that none
/// is shorter.
#[test]
fn a_long_helpmate_is_not_called_shortest() {
    let folder = folder("reports-helpmate");
    let mut command = run::command(&folder, "unwinnable --shortest --nodes 20000 --json");
    let run = run::Run::new("p22-d3-4", command.args(["8/8/N7/8/8/6q1/3K2k1/3b4 b - -", "white"]).output().unwrap()).ends_with(0);
    let found = run.json();
    assert_eq!((&found["can_mate"], &found["shortest"]), (&true.into(), &false.into()), "{found}");
}
