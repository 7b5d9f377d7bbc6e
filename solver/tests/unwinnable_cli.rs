//! Tests `solve unwinnable`: positions, expected answers, rules, games, bad input, and runs that are interrupted and
//! resumed.

mod common;
#[path = "common/run.rs"]
mod run;

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::Stdio;

use common::Schema;
use gamecert_unwinnable::{End, Position};
use run::{Run, command, folder, solve};
use serde_json::Value;

const DEAD: &str = "8/8/8/8/8/5k2/7p/7K w - -";
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
/// Position in which the side to move is checkmated.
const MATED: &str = "7k/6Q1/6K1/8/8/8/8/8 b - -";

fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/data/unwinnability").join(name)
}

/// Runs `solve unwinnable` on a position.
fn about(folder: &Path, fen: &str, others: &str) -> Run {
    let output = command(folder, "unwinnable").arg(fen).args(others.split_whitespace()).output().unwrap();
    Run::new(&format!("unwinnable {fen:?} {others}"), output)
}

/// Parses the lines of JSON output and validates each record against the schema.
#[track_caller]
fn records(run: &Run) -> Vec<Value> {
    let schema = Schema::named("unwinnable");
    let records: Vec<Value> = run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    records.iter().for_each(|record| schema.assert_fits(record));
    records
}

/// Plays moves and returns how the game ends.
fn played(fen: &str, line: &str) -> Option<End> {
    let mut position: Position = fen.parse().unwrap();
    for word in line.split_whitespace() {
        let mut found = None;
        position.legal_moves().for_each(|played| found = found.or((played.to_string() == word).then_some(played)));
        position = position.after(found.unwrap_or_else(|| panic!("{word} is illegal in {position}")));
    }
    position.end()
}

#[test]
fn one_position() {
    let folder = folder("unwinnable-one");
    let run = about(&folder, DEAD, "").answers();
    assert!(run.out.starts_with("Black cannot mate: nothing that can follow is a mate ("), "{}", run.out);
    let dead = about(&folder, DEAD, "both").answers();
    assert!(dead.out.starts_with("The position is dead: neither side can mate.\nWhite cannot mate: the material does not allow it\nBlack cannot mate: nothing that can follow is a mate ("), "{}", dead.out);
    about(&folder, START, "white").answers().says(&["White can still mate in "]);
    assert_eq!(about(&folder, MATED, "both").answers().out, "White has mated\nBlack cannot mate: the game is over\n");
    about(&folder, START, "--quick").ends_with(1).says(&["Black may or may not be able to mate: the limits were reached ("]);
    let found = records(&about(&folder, START, "both --json").answers());
    assert_eq!(found.len(), 2);
    for record in found {
        assert_eq!((&record["verdict"], &record["evidence"], &record["dead"]), (&"winnable".into(), &"mate".into(), &false.into()));
        let end = played(START, record["line"].as_str().unwrap());
        let mated = if record["side"] == "white" { cozy_chess::Color::White } else { cozy_chess::Color::Black };
        assert_eq!(end, Some(End::Mate(mated)));
        assert!(record["nodes"].is_u64() && record["micros"].is_u64() && record["fen"] == START);
    }
    let run = about(&folder, DEAD, "both --csv --policy fide-dead").answers();
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(
        lines[0],
        "fen,side,verdict,can_mate,line,nodes,micros,evidence,positions,dead,id,number,label,agrees,policy,ruling,error,shortest,at_least"
    );
    assert!(
        lines[1].starts_with(&format!("{DEAD},white,unwinnable,false,,0,")) && lines[1].ends_with(",material,,true,,,,,fide-dead,draw,,,")
    );
}

#[test]
fn bad_positions() {
    let folder = folder("unwinnable-bad");
    let table = [
        ("", "the board is missing"),
        ("8/8/8/8 w - -", "the board has 4 ranks, not 8"),
        ("7k/8/8/8/8/8/8/K7 w -", "the en passant field is missing"),
        ("7k/8/8/8/8/8/8/K7 x - -", "the side to move is w or b"),
        ("7k/8/8/8/8/8/8/K7 w - - a 1", "is no number: \"a\""),
        ("7k/8/8/8/8/8/8/K7 w - - 0 1 2", "there are more than six fields"),
        ("7k/8/8/8/8/8/8/KX6 w - -", "'X' is no unit"),
        ("7k/8/8/8/8/8/8/KK6 w - -", "White has 2 kings"),
        ("8/8/8/8/8/8/8/K7 w - -", "Black has 0 kings"),
        ("7k/8/8/8/8/8/8/K6P w - -", "there is a pawn on h1"),
        ("7k/8/8/8/8/8/8/K6R w - -", "the king of the side that is not to move could be captured"),
        ("8/8/8/8/8/8/8/Kk6 w - -", "the kings stand side by side"),
        ("7k/pppppppp/p7/8/8/8/8/K7 w - -", "Black has 9 pawns"),
        ("7k/8/8/8/8/8/8/K7 w K -", "there is no right to castle K"),
        ("4k3/8/8/8/8/8/8/4K1R1 w G -", "the right to castle G is one of Chess960"),
        ("4k3/8/8/8/8/8/8/1R3K1R w K -", "the right to castle K is one of Chess960"),
        ("4k3/8/8/8/8/8/8/4K2R w B -", "there is no right to castle B"),
        ("7k/8/8/8/8/8/8/K7 w - e6", "no pawn can have just passed e6"),
        (
            "5r2/5K2/5p2/2p1pPp1/k1P1P3/8/7b/8 w - g6",
            "no pawn can have just passed g6: the side to move is in check, and not by that pawn's step",
        ),
    ];
    let mut lines = String::new();
    for (fen, why) in table {
        let run = about(&folder, fen, "").complains(2);
        assert!(run.err.starts_with("solve: invalid: ") && run.err.contains(why), "{fen:?}: {}", run.err);
        lines += &format!("{fen}\n");
    }
    let found = records(&about(&folder, "8/8 w - -", "--json").ends_with(2));
    assert!(found[0]["verdict"] == "invalid" && found[0]["error"].as_str().unwrap().contains("2 ranks"));
    // In a file, each of these lines gets an answer, except the empty line and the line whose last number counts as an
    // identifier.
    fs::write(folder.join("bad.txt"), lines).unwrap();
    let run = solve(&folder, "unwinnable --positions bad.txt --json").ends_with(2);
    let invalid = records(&run).iter().filter(|record| record["verdict"] == "invalid").count();
    assert!(invalid >= table.len() - 3, "{invalid}");
    fs::write(folder.join("all-bad.txt"), "8/8 w - -\n# no position\nnot a position\n").unwrap();
    let run = solve(&folder, "unwinnable --positions all-bad.txt --json").ends_with(2);
    assert!(records(&run).len() == 2 && run.err.ends_with("solve: all-bad.txt: no line has a valid position\n"), "{}", run.err);
    for (arguments, sentence) in [
        ("", "<FEN>"),
        ("--positions a --stdin", "cannot be used with"),
        ("--pgn a --stdin", "cannot be used with"),
        ("--stdin --every-ply", "cannot be used with"),
        ("--stdin --resume a", "cannot be used with"),
        ("--positions a --all", "cannot be used with"),
        ("--every-ply", "--pgn <FILE>"),
        ("--stdin --json --csv", "cannot be used with"),
        ("--stdin --nodes 0", "'--nodes <N>'"),
        ("--stdin --policy mine", "no rules have this name; known are\n  fide-timeout "),
        ("--stdin --policy fide-tiemout", "\n  fide         the same\n  fide-dead "),
        ("--positions a --flag-words b", "cannot be used"),
        ("--pgn a --list-flag-words", "cannot be used with"),
    ] {
        let run = solve(&folder, &format!("unwinnable {arguments}")).ends_with(2);
        assert!(run.err.contains(sentence), "{arguments}: {}", run.err);
    }
    fs::write(folder.join("empty.txt"), "# nothing\n\n").unwrap();
    for (arguments, sentence) in [
        ("--positions none.txt", "solve: none.txt: No such file"),
        ("--positions empty.txt", "solve: empty.txt: no positions"),
        ("--pgn none.pgn", "solve: none.pgn: No such file"),
    ] {
        let run = solve(&folder, &format!("unwinnable {arguments}")).ends_with(2);
        assert!(run.err.contains(sentence), "{arguments}: {}", run.err);
    }
}

#[test]
fn labels() {
    let folder = folder("unwinnable-labels");
    fs::write(folder.join("good.txt"), format!("-- {DEAD} 0 1 a\n# note\nWB {START}\nW- {MATED}\n{DEAD} white b\n")).unwrap();
    let run = solve(&folder, "unwinnable --positions good.txt --json --threads 2").ends_with(0);
    assert_eq!(
        run.err,
        "solve: 7 answers: 3 winnable, 4 unwinnable, 0 unknown, 0 invalid\nsolve: 1 position is dead\nsolve: 0 disagreements with labels, of 6 compared\n"
    );
    let found = records(&run);
    assert!(found[0]["id"] == "a" && found[0]["label"] == "--" && found[0]["agrees"] == true && found[0]["dead"] == true);
    assert_eq!(found.iter().map(|record| record["number"].as_u64().unwrap()).collect::<Vec<_>>(), [1, 1, 3, 3, 4, 4, 5]);
    assert!(found[6]["id"] == "b" && found[6]["side"] == "white" && found[6].get("label").is_none());
    fs::write(folder.join("bad.txt"), format!("W- {DEAD} 0 1 a\nWB 8/8 w - -\n")).unwrap();
    let run = solve(&folder, "unwinnable --positions bad.txt").ends_with(2);
    run.says(&[
        "a: ",
        "; the label W- disagrees\n",
        ": invalid: ",
        "3 answers: 0 winnable, 2 unwinnable, 0 unknown, 1 invalid\n",
        "1 disagreement with labels, of 2 compared\n",
    ]);
}

#[test]
fn lists() {
    let folder = folder("unwinnable-lists");
    for (file, few) in [("lichess.txt", 40), ("timeouts.txt", 20)] {
        let run = solve(&folder, &format!("unwinnable --nodes 3000 --policy lichess --positions {}", data(file).display()));
        assert!(run.status == Some(0) && !run.out.contains("disagrees"), "{file}: {}", run.err);
        let unknown: usize = run.out.split(" unknown, ").next().unwrap().rsplit(' ').next().unwrap().replace(',', "").parse().unwrap();
        assert!(unknown <= few, "{file}: {unknown} unknown");
        assert!(run.out.contains("\n  lichess-2026 "), "{}", run.out);
    }
}

#[test]
fn line_by_line() {
    let folder = folder("unwinnable-stdin");
    let mut child = command(&folder, "unwinnable --stdin --json").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let (mut input, mut output) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
    for (line, verdicts) in [(format!("{DEAD} both"), 2), ("nonsense".to_owned(), 1), (format!("{START} x"), 1)] {
        writeln!(input, "{line}").unwrap();
        input.flush().unwrap();
        for _ in 0..verdicts {
            let mut answer = String::new();
            output.read_line(&mut answer).unwrap();
            Schema::named("unwinnable").assert_fits(&serde_json::from_str(&answer).unwrap());
        }
    }
    drop(input);
    assert!(child.wait().unwrap().success());
}

/// The answer to the first line is printed while the program still works on the second line, which takes very long.
#[test]
fn a_slow_line_holds_no_answer_back() {
    let folder = folder("unwinnable-slow");
    fs::write(folder.join("positions.txt"), format!("{DEAD} both\nk6B/1b4B1/2b2B2/4B3/3B4/1pB1B3/pP1B4/K7 w - - white\n")).unwrap();
    for threads in ["1", "2"] {
        let arguments = format!("unwinnable --positions positions.txt --json --shortest --nodes 1000000000 --threads {threads}");
        let mut child = command(&folder, &arguments).stdout(Stdio::piped()).spawn().unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        for side in ["white", "black"] {
            let mut answer = String::new();
            output.read_line(&mut answer).unwrap();
            let answer: Value = serde_json::from_str(&answer).unwrap();
            assert_eq!((&answer["side"], &answer["verdict"]), (&side.into(), &"unwinnable".into()), "{threads}");
        }
        assert!(child.try_wait().unwrap().is_none(), "{threads}: the second line is worked on");
        child.kill().unwrap();
        child.wait().unwrap();
    }
}

#[test]
fn only_games_judged_wrongly_are_listed() {
    let folder = folder("unwinnable-listed");
    fs::write(folder.join("games.pgn"), games()).unwrap();
    let findings = |options: &str| -> Vec<String> {
        let run = solve(&folder, &format!("unwinnable --pgn games.pgn --quick --json {options}")).ends_with(2);
        records(&run).iter().map(|record| record["finding"].as_str().unwrap().to_owned()).collect()
    };
    let (listed, all) = (findings(""), findings("--all"));
    assert!(all.iter().any(|finding| finding == "unknown"), "{all:?}");
    let wrong = all.into_iter().filter(|finding| finding == "unfair" || finding == "wrong_draw");
    assert_eq!(listed, wrong.collect::<Vec<_>>());
}

/// Returns the games of the test data and further games. Some of the added games must be skipped, such as a game of
/// another chess variant.
fn games() -> String {
    let mut text = String::new();
    let mut files: Vec<PathBuf> = fs::read_dir(data("games")).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    for (number, file) in files.iter().enumerate() {
        text += fs::read_to_string(file).unwrap().trim();
        text += "\n\n";
        if number == 1 {
            text += "[Site \"https://x.org/broken\"]\n[Result \"1-0\"]\n[Termination \"Time forfeit\"]\n\n1. e4 e5 2. Nf3\nNxx6 1-0\n\n";
            text += "[Event \"?\"]\n[Result \"1-0\"]\n[Termination \"Time forfeit\"]\n[Variant \"Atomic\"]\n\n1. e4 1-0\n\n";
            text += "[Event \"?\"]\n[Result \"1-0\"]\n[Termination \"Normal\"]\n\n1. e4 e5 1-0\n\n";
            // In one draw White has a lone king, and in the other a king and a rook.
            for unit in ["K7", "K6R"] {
                text += "[Event \"?\"]\n[Result \"1/2-1/2\"]\n[Termination \"Time forfeit\"]\n";
                text += &format!("[FEN \"6k1/7p/8/8/8/8/8/{unit} b - - 0 1\"]\n[SetUp \"1\"]\n\n1... h6 2. Kb2 1/2-1/2\n\n");
            }
        }
    }
    text
}

#[test]
fn flags() {
    let folder = folder("unwinnable-flags");
    let text = games();
    fs::write(folder.join("games.pgn"), &text).unwrap();
    fs::write(folder.join("games.pgn.zst"), zstd::encode_all(text.as_bytes(), 3).unwrap()).unwrap();
    let line = 1 + text[..text.find("Nxx6").unwrap()].matches('\n').count();
    let atomic = 1 + text[..text.find("[Variant \"Atomic").unwrap()].matches('\n').count() - 3;
    let complaints = format!(
        "solve: game 3, line {line}: Black lost on time, but the moves cannot be read: \"Nxx6\" is no move\nsolve: game 4, line {atomic}: Atomic is not orthodox chess: refused, as are further games of it\n"
    );
    // An unreadable game is skipped, and the exit status reports that a game was skipped.
    let expected = solve(&folder, "unwinnable --pgn games.pgn --all --json --nodes 100000").ends_with(2);
    assert!(expected.err.starts_with(&complaints), "{}", expected.err);
    let end = "solve: 1 broken game skipped\nsolve: 1 of them ended by a flag\nsolve: 1 game of Atomic refused\nsolve: games.pgn: 1 fault is named above; the rest was examined\n";
    assert!(expected.err.ends_with(end), "{}", expected.err);
    let found = records(&expected);
    let findings: Vec<(u64, &str)> = found.iter().map(|one| (one["game"].as_u64().unwrap(), one["finding"].as_str().unwrap())).collect();
    assert_eq!(findings.iter().map(|(game, _)| *game).collect::<Vec<_>>(), [1, 2, 6, 7, 8, 9]);
    assert_eq!((findings[2].1, findings[3].1), ("right_draw", "wrong_draw"));
    assert!(found[0]["id"] == "FKr42ZRT" && found[0]["at"] == 1, "{}", found[0]);
    let unmeasured = |text: &str| -> Vec<Value> {
        text.lines()
            .map(|line| {
                let mut value: Value = serde_json::from_str(line).unwrap();
                (value["micros"], value["key"]) = (0.into(), value["key"].as_str().unwrap().trim_start_matches("0:").into());
                value
            })
            .collect()
    };
    for arguments in ["games.pgn.zst", "games.pgn --threads 3"] {
        let run = solve(&folder, &format!("unwinnable --all --json --nodes 100000 --pgn {arguments}")).ends_with(2);
        assert_eq!((unmeasured(&run.out), run.err.replace(".zst", "")), (unmeasured(&expected.out), expected.err.clone()));
    }
    let input = fs::File::open(folder.join("games.pgn.zst")).unwrap();
    let output = command(&folder, "unwinnable --all --csv --nodes 100000 --policy uscf --pgn -").stdin(input).output().unwrap();
    let run = Run::new("-", output).ends_with(2);
    let head = "game,at,result,finding,fen,side,verdict,can_mate,line,nodes,micros,evidence,positions,id,policy,ruling,key";
    assert!(run.out.lines().next() == Some(head) && run.out.lines().count() == 7);
    assert!(run.out.lines().all(|line| line.split(',').count() == head.split(',').count()), "{}", run.out);
    // This file is truncated.
    let packed = zstd::encode_all(text.repeat(60).as_bytes(), 3).unwrap();
    fs::write(folder.join("cut.pgn.zst"), &packed[..packed.len() - 20]).unwrap();
    let run = solve(&folder, "unwinnable --pgn cut.pgn.zst --nodes 1000").ends_with(2);
    assert!(run.err.contains(": the input is cut off or damaged here: "), "{}", run.err);
    assert!(run.err.ends_with("solve: cut.pgn.zst: not read to its end, because it is cut off or damaged\n"), "{}", run.err);
    // This kind of compression is not supported.
    fs::write(folder.join("games.pgn.bz2"), b"BZh91AY&SY").unwrap();
    let run = solve(&folder, "unwinnable --pgn games.pgn.bz2").complains(2);
    assert!(run.err.starts_with("solve: games.pgn.bz2: compressed by bzip2, which is not read here"), "{}", run.err);
    fs::write(folder.join("cut.pgn"), text.trim_end().trim_end_matches("1-0").trim_end_matches("0-1")).unwrap();
    let run = solve(&folder, "unwinnable --pgn cut.pgn --nodes 1000").ends_with(2);
    assert!(run.out.contains("1 game read with no result after the moves\n"), "{}", run.out);
    fs::write(folder.join("empty.pgn"), "\n").unwrap();
    assert_eq!(solve(&folder, "unwinnable --pgn empty.pgn").complains(2).err, "solve: empty.pgn: no games\n");
}

#[test]
fn every_ply() {
    let folder = folder("unwinnable-plies");
    // In the first game the pawn is lost at the second ply. In the second game the queen must be captured, so the
    // verdict is known before the capture. The third game ends in mate.
    let games = "[FEN \"7k/8/8/8/8/1p6/8/K7 b - - 0 1\"]\n[Result \"1/2-1/2\"]\n\n1... b2+ 2. Kxb2 Kg8 3. Kc3 Kg7 1/2-1/2\n\n\
        [FEN \"8/8/8/8/8/8/2q5/k1K5 w - - 0 1\"]\n[Result \"1/2-1/2\"]\n\n1. Kxc2 1/2-1/2\n\n\
        [Result \"0-1\"]\n[Variant \"Standard\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n[Event \"a\"]\n\n1. e4 Ke7 *\n";
    fs::write(folder.join("games.pgn"), games).unwrap();
    let run = solve(&folder, "unwinnable --pgn games.pgn --every-ply --all --json --nodes 100000").ends_with(2);
    let found = records(&run);
    let ply = |game: usize, side: &str| found[game][side]["ply"].as_u64();
    assert_eq!((ply(0, "white"), ply(0, "black"), found[0]["dead"].as_u64()), (Some(0), Some(2), Some(2)));
    assert_eq!((found[0]["black"]["exact"].as_bool(), found[0]["plies"].as_u64()), (Some(true), Some(5)));
    assert_eq!((ply(1, "white"), ply(1, "black"), found[1]["dead"].as_u64()), (Some(0), Some(0), Some(0)));
    assert_eq!((found.len(), ply(2, "white"), ply(2, "black"), found[2].get("dead")), (3, None, None, None));
    let complaint = "solve: game 4, line 18: \"Ke7\" is no legal move here\n";
    let end = "solve: 1 broken game skipped\nsolve: games.pgn: 1 fault is named above; the rest was examined\n";
    assert!(run.err.starts_with(complaint) && run.err.ends_with(end), "{}", run.err);
    let text = solve(&folder, "unwinnable --pgn games.pgn --every-ply --nodes 100000").ends_with(2);
    assert_eq!(text.out.lines().count(), 4, "{}", text.out);
    text.says(&[
        "; black cannot mate from ply 2 of 5 on (7k/8/8/8/8/8/1K6/8 b - -); dead from ply 2 on\n",
        "in 2 a side came to be unable to mate, 2 were dead\n",
    ]);
    let csv = solve(&folder, "unwinnable --pgn games.pgn --every-ply --csv --nodes 100000").ends_with(2);
    assert!(
        csv.out.starts_with("game,at,id,plies,white,white_exact,white_fen,black,black_exact,black_fen,dead,key\n1,1,,5,0,true,"),
        "{}",
        csv.out
    );
}

#[test]
fn resumed() {
    let folder = folder("unwinnable-resume");
    let one = fs::read_to_string(data("games/ambrona_12_lichess_bKHPqNEw.pgn")).unwrap();
    let whole: String = (0..4000).map(|_| format!("{}\n\n", one.trim())).collect();
    for name in ["games.pgn", "games.pgn.zst"] {
        let bytes = if name.ends_with("zst") { zstd::encode_all(whole.as_bytes(), 1).unwrap() } else { whole.clone().into_bytes() };
        fs::write(folder.join(name), bytes).unwrap();
        let arguments = format!("unwinnable --pgn {name} --all --csv --quick --resume at-{name}");
        let first = solve(&folder, &arguments).ends_with(0);
        assert_eq!(first.out.lines().count(), 4001);
        // The repeated run has nothing left to do.
        let again = solve(&folder, &arguments).ends_with(0);
        assert_eq!((again.out.as_str(), &again.err), ("", &first.err));
        // The run is resumed as if it had stopped after some games.
        let file = folder.join(format!("at-{name}"));
        let mut state: Value = serde_json::from_slice(&fs::read(&file).unwrap()).unwrap();
        let (games, length) = (1234, one.trim().len() + 2);
        state["counts"]["games"] = games.into();
        state["lines"] = (games * (one.trim().matches('\n').count() + 2)).into();
        state["next"]["offset"] = (games * length).into();
        fs::write(&file, serde_json::to_vec(&state).unwrap()).unwrap();
        let rest = solve(&folder, &arguments).ends_with(0);
        let fields = |line: &str| line.split(',').take(5).map(str::to_owned).collect::<Vec<_>>();
        let (all, rest): (Vec<_>, Vec<_>) = (first.out.lines().map(fields).collect(), rest.out.lines().map(fields).collect());
        assert_eq!(all[1 + games..], rest[..]);
        let other = solve(&folder, &arguments.replace("--quick", "--nodes 7")).complains(2);
        assert!(other.err.contains("about another run"), "{}", other.err);
    }
    fs::write(folder.join("wrong"), "{}").unwrap();
    let run = solve(&folder, "unwinnable --pgn games.pgn --resume wrong").complains(2);
    assert_eq!(run.err, "solve: wrong: not a file of an interrupted run\n");
}
