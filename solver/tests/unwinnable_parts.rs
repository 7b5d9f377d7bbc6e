//! Tests `solve unwinnable --bytes` and `--frames`. The results for all parts of a file together equal the results for
//! the whole file. The tests also cover damaged files.

mod common;
#[path = "common/random_games.rs"]
mod random_games;
#[path = "common/run.rs"]
mod run;

use std::fs;
use std::path::Path;

use common::Schema;
use gamecert_solver::certificate::digest;
use random_games::RandomGames;
use run::{Run, folder, solve};
use serde_json::Value;

/// Makes a game with these headers and moves.
fn game(headers: &[&str], moves: &str) -> String {
    let lines: String = headers.iter().map(|header| format!("[{header}]\n")).collect();
    format!("{lines}\n{moves}\n\n")
}

/// Makes a game that Black lost on time against a bare king, or against a king with a rook.
fn flag(number: usize, date: &str) -> String {
    let fen = if number.is_multiple_of(3) { "6k1/7p/8/8/8/8/8/K6R b - - 0 1" } else { "6k1/7p/8/8/8/8/8/K7 b - - 0 1" };
    let [event, date, fen] = [format!("Event \"{number}\""), format!("UTCDate \"{date}\""), format!("FEN \"{fen}\"")];
    game(&[&event, &date, "Result \"1-0\"", "Termination \"Time forfeit\"", &fen], "1... h6 2. Kb2 1-0")
}

/// Makes several games in PGN. One game is broken, and two other games are not examined.
fn games() -> String {
    let months = ["2013.01.31", "2013.02.01", "????.??.??"];
    let mut text: String = (0..12).map(|number| flag(number, months[number % 3])).collect();
    text += &game(&["Event \"normal\"", "Result \"1-0\"", "Termination \"Normal\""], "1. e4 1-0");
    text += &game(&["Event \"broken\"", "Result \"1-0\"", "Termination \"Time forfeit\""], "1. e4 Ke7 1-0");
    text += &game(&["Event \"other\"", "Variant \"Atomic\"", "Result \"1-0\"", "Termination \"Time forfeit\""], "1. e4 1-0");
    text + &(12..20).map(|number| flag(number, months[number % 3])).collect::<String>()
}

/// Parses the records of a run. Removes the times, and the fields that are not the same in a part and in the whole
/// file.
fn records(run: &Run) -> Vec<Value> {
    let schema = Schema::named("unwinnable");
    let record = |line: &str| {
        let mut record: Value = serde_json::from_str(line).unwrap();
        schema.assert_fits(&record);
        let fields = record.as_object_mut().unwrap();
        ["micros", "game", "at"].iter().for_each(|name| drop(fields.remove(*name)));
        record
    };
    run.out.lines().map(record).collect()
}

/// Compresses `text` to frames, each of which holds `size` bytes of the text. Returns the number of frames.
fn pack(file: &Path, text: &[u8], size: usize) -> usize {
    let frames = text.chunks(size).map(|part| zstd::encode_all(part, 3).unwrap());
    fs::write(file, frames.collect::<Vec<_>>().concat()).unwrap();
    text.len().div_ceil(size)
}

#[test]
fn parts_have_together_what_the_whole_has() {
    let folder = folder("unwinnable-parts");
    let text = games();
    fs::write(folder.join("games.pgn"), &text).unwrap();
    let frames = pack(&folder.join("games.pgn.zst"), text.as_bytes(), 1000);
    let (third, size) = (text.len() / 3, text.len());
    for (name, option, cuts) in
        [("games.pgn", "--bytes", [0, third, 2 * third + 17, size]), ("games.pgn.zst", "--frames", [0, 1, 2, frames])]
    {
        for task in ["--all", "--all --every-ply"] {
            let run = |part: &str| solve(&folder, &format!("unwinnable --pgn {name} {task} --json --nodes 10000 {part}"));
            let whole = run("").ends_with(2);
            let expected = records(&whole);
            assert!(expected.len() >= 20 && whole.out.starts_with("{\"game\":1,\"at\":1,\"key\":\"0"), "{}", whole.out);
            let parts = cuts.windows(2).map(|cut| run(&format!("{option} {}..{}", cut[0], cut[1])));
            let found: Vec<Run> = parts.collect();
            assert_eq!(found.iter().flat_map(records).collect::<Vec<_>>(), expected, "{name} {task}");
            // The broken game is reported once, with its place in the file.
            let statuses: Vec<Option<i32>> = found.iter().map(|run| run.status).collect();
            assert_eq!(statuses.iter().filter(|status| **status == Some(2)).count(), 1, "{statuses:?}");
            let named = |run: &&Run| run.err.contains("\"Ke7\" is no legal move here\n");
            assert_eq!(found.iter().filter(named).count(), 1);
            // Either bound of the range may be omitted.
            let open = [run(&format!("{option} ..{}", cuts[1])), run(&format!("{option} {}..", cuts[1]))];
            assert_eq!(open.iter().flat_map(records).collect::<Vec<_>>(), expected, "{name} {task}");
        }
    }
    // The key of a game is the place where the game begins. A broken game is reported with the place of the error.
    let run = solve(&folder, "unwinnable --pgn games.pgn --all --json --bytes 1..").ends_with(2);
    for (key, number) in records(&run).iter().map(|record| record["key"].as_str().unwrap().to_owned()).zip((1..12).chain(12..20)) {
        assert!(text[key.parse::<usize>().unwrap()..].starts_with(&format!("[Event \"{number}\"]")), "{key}");
    }
    let place = text.find("Ke7").unwrap();
    assert!(
        run.err.starts_with(&format!(
            "solve: byte {place}: Black lost on time, but the moves cannot be read: \"Ke7\" is no legal move here\n"
        )),
        "{}",
        run.err
    );
    let text = solve(&folder, "unwinnable --pgn games.pgn.zst --frames 1..2");
    assert!(text.out.starts_with("frame 1, byte "), "{}", text.out);
}

#[test]
fn a_part_without_games_is_no_mistake() {
    let folder = folder("unwinnable-no-games");
    fs::write(folder.join("games.pgn"), flag(0, "2013.01.31")).unwrap();
    for part in ["1..", "1..1", "0..0", "100000..", "5..9"] {
        let run = solve(&folder, &format!("unwinnable --pgn games.pgn --json --bytes {part}")).ends_with(0);
        assert_eq!(
            (run.out.as_str(), run.err.lines().next()),
            ("", Some("solve: 0 games, 0 ended by a flag: 0 unfair losses, 0 wrong draws, 0 right draws"))
        );
    }
}

#[test]
fn parts_that_there_are_not() {
    let folder = folder("unwinnable-no-parts");
    fs::write(folder.join("games.pgn"), games()).unwrap();
    pack(&folder.join("games.pgn.zst"), games().as_bytes(), 1000);
    fs::write(folder.join("games.pgn.gz"), [0x1f, 0x8b, 8, 0, 0, 0, 0, 0]).unwrap();
    for (arguments, sentence) in [
        ("games.pgn --frames 0..1", "games.pgn: a plain file has no frames: its parts are ranges of bytes"),
        ("games.pgn.zst --bytes 0..1", "games.pgn.zst: compressed by zstd: its parts are ranges of frames"),
        ("games.pgn.gz --bytes 0..1", "games.pgn.gz: compressed by gzip, which cannot be read in parts"),
        ("games.pgn.gz --frames ..", "games.pgn.gz: compressed by gzip, which cannot be read in parts"),
        ("- --bytes 0..1", "standard input has no parts to be read by themselves"),
        ("/dev/null --frames 0..1", "/dev/null: no file, so it has no parts to be read by themselves"),
        ("games.pgn --list-frames", "games.pgn: has no frames, because it is not compressed by zstd"),
        ("none.pgn --bytes 0..1", "none.pgn: No such file"),
    ] {
        let run = solve(&folder, &format!("unwinnable --pgn {arguments}")).complains(2);
        assert!(run.err.starts_with(&format!("solve: {sentence}")), "{arguments}: {}", run.err);
    }
    for (arguments, sentence) in [
        ("--pgn games.pgn --bytes 9..8", "9 is greater than 8"),
        ("--pgn games.pgn --bytes 9", "expected two numbers as in 1000..2000"),
        ("--pgn games.pgn --bytes a..b", "expected two numbers as in 1000..2000"),
        ("--pgn games.pgn --frames -1..2", "unexpected argument"),
        ("--pgn games.pgn --bytes 1..2 --frames 1..2", "cannot be used with"),
        ("--pgn games.pgn --bytes 1..2 --resume a", "cannot be used with"),
        ("--positions a --bytes 1..2", "cannot be used with"),
    ] {
        let run = solve(&folder, &format!("unwinnable {arguments}")).ends_with(2);
        assert!(run.err.contains(sentence), "{arguments}: {}", run.err);
    }
}

#[test]
fn frames_are_listed() {
    let folder = folder("unwinnable-list-frames");
    let text = games();
    let count = pack(&folder.join("games.pgn.zst"), text.as_bytes(), 1000);
    let run = solve(&folder, "unwinnable --pgn games.pgn.zst --list-frames --json").answers();
    let schema = Schema::named("unwinnable-frames");
    let frames: Vec<Value> = run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    frames.iter().for_each(|frame| schema.assert_fits(frame));
    let end = |frame: &Value| frame["offset"].as_u64().unwrap() + frame["bytes"].as_u64().unwrap();
    assert_eq!((frames.len(), frames.last().map(end)), (count, Some(fs::metadata(folder.join("games.pgn.zst")).unwrap().len())));
    assert!(frames.windows(2).all(|pair| end(&pair[0]) == pair[1]["offset"].as_u64().unwrap()));
    let text = solve(&folder, "unwinnable --pgn games.pgn.zst --list-frames").answers();
    assert!(
        text.out.starts_with("frame 0: ") && text.out.contains(" bytes from byte 0 on") && text.out.lines().count() == count,
        "{}",
        text.out
    );
    let mut bytes = fs::read(folder.join("games.pgn.zst")).unwrap();
    bytes.truncate(bytes.len() - 1);
    fs::write(folder.join("cut.zst"), bytes).unwrap();
    let run = solve(&folder, "unwinnable --pgn cut.zst --list-frames --json").ends_with(2);
    assert_eq!((run.out.lines().count(), run.err.as_str()), (count, "solve: cut.zst: 1 frame is damaged\n"));
    assert!(run.out.ends_with("\"damage\":\"the frame is cut off\"}\n"), "{}", run.out);
}

/// If a file is damaged, the program reports where, examines the rest of the file, and ends with an exit status other
/// than 0.
#[test]
fn damage() {
    let folder = folder("unwinnable-damage");
    let sound: String = (0..40).map(|number| flag(number, "2013.01.31")).collect();
    let eleventh = sound.match_indices("[Event ").nth(10).unwrap().0;
    let with = |what: &str| [&sound[..eleventh], what, &sound[eleventh..]].concat().into_bytes();
    let bad_header = |header: &[u8]| {
        let text = flag(0, "2013.01.31");
        [sound.as_bytes(), b"[White \"", header, b"\"]\n", text.as_bytes()].concat()
    };
    let cut = &sound.as_bytes()[..sound.len() - 7];
    let cases: [(&str, Vec<u8>, usize, &str); 5] = [
        ("an illegal move", with(&flag(0, "2013.01.31").replace("h6", "h3")), 40, "\"h3\" is no legal move here\n"),
        ("no FEN", with(&flag(0, "2013.01.31").replace("6k1", "9k1")), 40, "the FEN in the headers is invalid: "),
        ("the file is cut off inside a move", cut.to_vec(), 39, "Black lost on time, but the moves cannot be read: \"Kb\" is no move\n"),
        ("a header in Latin-1", bad_header(b"M\xfcller"), 41, "a header is no UTF-8 text\n"),
        ("no headers", [b"1. e4 1-0\n\n", sound.as_bytes()].concat(), 40, "solve: byte 0: there are no headers\n"),
    ];
    for (title, text, examined, complaint) in cases {
        fs::write(folder.join("games.pgn"), &text).unwrap();
        for part in ["", "--bytes .."] {
            let run = solve(&folder, &format!("unwinnable --pgn games.pgn --all --json {part}")).ends_with(2);
            assert_eq!(run.out.lines().count(), examined, "{title}: {}", run.err);
            let named = if part.is_empty() { complaint.replace("byte 0", "game 1, line 1") } else { complaint.to_owned() };
            assert!(run.err.contains(&named), "{title}: {}", run.err);
            assert!(run.err.ends_with("solve: games.pgn: 1 fault is named above; the rest was examined\n"), "{title}: {}", run.err);
        }
    }
    // If a frame in the middle is damaged, the other frames are still examined. The part that contains the damaged
    // frame reports the damage.
    let packed: Vec<Vec<u8>> = sound.as_bytes().chunks(1500).map(|part| zstd::encode_all(part, 3).unwrap()).collect();
    let mut damaged = packed.clone();
    damaged[2][9] ^= 0xff;
    let count = packed.len();
    fs::write(folder.join("games.pgn.zst"), damaged.concat()).unwrap();
    let whole = solve(&folder, "unwinnable --pgn games.pgn.zst --all --json").ends_with(2);
    let found = records(&whole);
    let frame = |number: usize| found.iter().filter(|record| record["key"].as_str().unwrap().starts_with(&format!("{number}:"))).count();
    assert!([0, 1, 3, count - 1].iter().all(|&number| frame(number) > 0) && found.len() < 40, "{}", whole.err);
    assert!(whole.err.contains(": the input is cut off or damaged here: "), "{}", whole.err);
    let parts: Vec<Run> = (0..count)
        .map(|number| solve(&folder, &format!("unwinnable --pgn games.pgn.zst --all --json --frames {number}..{}", number + 1)))
        .collect();
    assert_eq!(parts.iter().flat_map(records).collect::<Vec<_>>(), found);
    for (number, part) in parts.iter().enumerate() {
        let named = part.err.contains("solve: frame 2, byte ") && part.err.contains("the input is cut off or damaged here: ");
        assert_eq!(named, number == 2, "{}", part.err);
    }
}

fn summary(file: &Path) -> Value {
    let summary: Value = serde_json::from_slice(&fs::read(file).unwrap()).unwrap();
    Schema::named("unwinnable-summary").assert_fits(&summary);
    summary
}

#[test]
fn summaries_of_parts_add_up_to_that_of_the_whole() {
    let folder = folder("unwinnable-summaries");
    let text = games();
    fs::write(folder.join("games.pgn"), &text).unwrap();
    let run = |options: &str| solve(&folder, &format!("unwinnable --pgn games.pgn --json --nodes 10000 {options}"));
    run("--policy lichess --summary whole.json").ends_with(2);
    let whole = summary(&folder.join("whole.json"));
    let counts = &whole["counts"];
    let of = |name: &str| counts[name].as_u64().unwrap();
    assert_eq!((of("games"), of("examined"), of("fair"), of("unfair"), of("unknown"), of("broken")), (23, 20, 7, 13, 0, 1));
    assert_eq!((&counts["variants"]["Atomic"], counts["months"]["2013-01"]["games"].as_u64()), (&1.into(), Some(7)));
    assert_eq!(counts["months"]["unknown"]["games"].as_u64(), Some(9), "{counts}");
    assert_eq!((&whole["policies"]["asked"], whole["policies"]["of"].as_object().unwrap().len()), (&20.into(), 6));
    // A game that is not won takes two questions, because the rulings also need the other side.
    assert!(of("questions") > 20 && of("nodes") > 0 && whole["time"]["question_micros"].is_u64());
    let place = text.find("Ke7").unwrap().to_string();
    assert_eq!(whole["parts"][0]["faults"][0]["at"], *place);
    // Merging the parts gives the same bytes in any order, even if one part is repeated.
    let cuts = [0, 700, 1900, 2000];
    for (number, cut) in cuts.iter().enumerate() {
        let to = cuts.get(number + 1).map_or_else(String::new, usize::to_string);
        run(&format!("--policy lichess --summary s{number}.json --bytes {cut}..{to}"));
        summary(&folder.join(format!("s{number}.json")));
    }
    let merged = solve(&folder, "merge summaries s0.json s1.json s2.json s3.json --json").answers();
    for order in ["s3.json s1.json s0.json s2.json", "s2.json s2.json s3.json s0.json s1.json s0.json"] {
        assert_eq!(solve(&folder, &format!("merge summaries {order} --json")).answers().out, merged.out, "{order}");
    }
    fs::write(folder.join("some.json"), solve(&folder, "merge summaries s3.json s1.json --json").answers().out).unwrap();
    assert_eq!(solve(&folder, "merge summaries s0.json some.json s2.json --json").answers().out, merged.out);
    let sum = merged.json();
    Schema::named("unwinnable-summary").assert_fits(&sum);
    assert_eq!((&sum["counts"], &sum["policies"], sum.get("time")), (&whole["counts"], &whole["policies"], None));
    let shown = solve(&folder, "merge summaries s0.json s1.json s2.json s3.json").answers();
    shown.says(&["23 games, 20 ended by a flag: 13 unfair losses, 0 wrong draws, 0 right draws\n", "  2013-01  ", "\n  lichess-2025 "]);
}

#[test]
fn summaries_that_do_not_add_up() {
    let folder = folder("unwinnable-summaries-bad");
    fs::write(folder.join("games.pgn"), games()).unwrap();
    for (name, options) in [
        ("a", "--bytes ..900"),
        ("b", "--bytes 800.."),
        ("c", "--bytes 900.. --nodes 7"),
        ("d", "--bytes 900.. --every-ply"),
        ("e", "--bytes 900.. --policy lichess"),
        ("f", "--bytes 900.. --source other"),
    ] {
        solve(&folder, &format!("unwinnable --pgn games.pgn --json --summary {name} {options}"));
    }
    fs::write(folder.join("cut"), &fs::read(folder.join("a")).unwrap()[..200]).unwrap();
    for (files, sentence) in [
        ("a b", "games.pgn, bytes ..900 (a) and games.pgn, bytes 800.. (b) have games in common"),
        ("a c", "c: not asked the same as a: nodes 7, not "),
        ("a d", "d: not asked the same as a: task every_ply, not flags"),
        ("a e", "e: not asked the same as a: policies yes, not no"),
        ("a cut", "cut: no summary of games: EOF"),
        ("a games.pgn", "games.pgn: no summary of games"),
        ("a none", "none: No such file"),
    ] {
        let run = solve(&folder, &format!("merge summaries {files} --json")).complains(2);
        assert!(run.err.starts_with(&format!("solve: {sentence}")), "{files}: {}", run.err);
    }
    solve(&folder, "merge summaries a f").answers();
    // An existing file that is not a summary is not replaced.
    let run = solve(&folder, "unwinnable --pgn games.pgn --summary games.pgn").complains(2);
    assert!(run.err.contains("games.pgn is there and is not a summary of games"), "{}", run.err);
}

/// A file with hundreds of games that resemble those of a server is cut at random offsets. The records, summaries and
/// certificates of the parts add up to those of the whole file.
#[test]
fn random_games_in_random_parts() {
    let folder = folder("unwinnable-random");
    let mut games = RandomGames::new(21);
    let mut text = String::new();
    while text.len() < 300_000 {
        text += &games.game();
    }
    // A seed gives the same games on every machine.
    assert_eq!(digest(text.as_bytes()).to_string(), "d99ffa46c276655b45c1b0f93b6669d134b747d2e123f96684441355a7e02855");
    fs::write(folder.join("games.pgn"), &text).unwrap();
    let frames = pack(&folder.join("games.pgn.zst"), text.as_bytes(), 20_000);
    let mut random = fastrand::Rng::with_seed(21);
    for (name, option, end) in [("games.pgn", "--bytes", text.len()), ("games.pgn.zst", "--frames", frames)] {
        let run = |outputs: &str, part: &str| {
            let outputs = format!("--summary {outputs}.json --emit-cert {outputs}.cbor");
            solve(&folder, &format!("unwinnable --pgn {name} --all --json --nodes 10000 {outputs} {part}")).ends_with(0)
        };
        let merged = |files: &[String]| {
            let names = |ending: &str| files.iter().map(|file| format!("{file}.{ending}")).collect::<Vec<_>>().join(" ");
            let summary = solve(&folder, &format!("merge summaries --json {}", names("json"))).answers().json();
            solve(&folder, &format!("merge certs --emit-cert merged.cbor {}", names("cbor"))).ends_with(0);
            (summary["counts"].clone(), fs::read(folder.join("merged.cbor")).unwrap())
        };
        let whole = run("whole", "");
        let (counts, certificate) = merged(&["whole".to_owned()]);
        assert!(
            counts["games"].as_u64().unwrap() > 100
                && counts["fair"].as_u64().unwrap() > 20
                && counts["months"].as_object().unwrap().len() == 24
        );
        let mut cuts: Vec<usize> = (0..5).map(|_| random.usize(..end)).chain([0, end]).collect();
        cuts.sort_unstable();
        let parts: Vec<Run> = cuts
            .windows(2)
            .enumerate()
            .map(|(number, cut)| run(&format!("part{number}"), &format!("{option} {}..{}", cut[0], cut[1])))
            .collect();
        assert_eq!(parts.iter().flat_map(records).collect::<Vec<_>>(), records(&whole), "{name}: {cuts:?}");
        let mut files: Vec<String> = (0..parts.len()).map(|number| format!("part{number}")).collect();
        random.shuffle(&mut files);
        let (counts_of_parts, certificate_of_parts) = merged(&files);
        assert_eq!(counts_of_parts, counts, "{name}: {cuts:?}");
        assert!(certificate_of_parts == certificate, "{name}: {cuts:?}");
    }
}
