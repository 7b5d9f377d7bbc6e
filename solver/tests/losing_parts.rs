//! Tests runs of `solve losing-chess` that end without a verdict. The tests cover the report, the certificates of
//! proved positions, and later searches that use these certificates.

mod common;
#[path = "common/run.rs"]
mod run;

use std::fs;
use std::path::Path;

use common::Schema;
use gamecert_solver::certificate::verify;
use run::{Run, command, folder};
use serde_json::Value;

fn solve(folder: &Path, moves: &str, others: &str) -> Run {
    let output = command(folder, &format!("losing-chess --threads 1 --shrink 0 --memory 200M {others}")).arg(moves).output().unwrap();
    Run::new(&format!("losing-chess {moves:?} {others}"), output)
}

/// Parses the answer of a run and validates it against the schema.
#[track_caller]
fn answer(run: &Run) -> Value {
    let json = run.json();
    Schema::named("losing-chess").assert_fits(&json);
    json["answers"][0].clone()
}

fn texts<'a>(list: &'a Value, field: &str) -> Vec<&'a str> {
    list.as_array().unwrap().iter().map(|one| one[field].as_str().unwrap()).collect()
}

/// Lines of moves after `1. e3 Na6`. The program finds the win at the end of the first line at once. The second line
/// and the third line take about a second each.
const LINES: &str = "Bxa6 bxa6 Qh5 e6 Qxh7\nBxa6 bxa6 Qg4 # a comment\n2. Bxa6 bxa6 3. d4 c5\n";

#[test]
fn hints_open_and_parts_proved() {
    let folder = folder("losing-parts");
    fs::write(folder.join("lines"), LINES).unwrap();
    let run = solve(&folder, "1. e3 Na6", "--for white --hints lines --evaluations 100000 --emit-dir parts --parts --json").ends_with(1);
    let found = answer(&run);
    let open = &found["open"][0];
    assert_eq!((&found["verdict"], &open["winner"], &open["evaluations"]), (&"unknown".into(), &"white".into(), &found["evaluations"]));
    assert_eq!((&open["hints"]["all"], &open["hints"]["proved"]), (&5.into(), &1.into()));
    // A hint waits until its successors are proved, so the last positions of the lines are searched first.
    let hints = &open["hints"]["open"];
    assert_eq!(texts(hints, "line"), ["Bxa6", "Bxa6 bxa6 Qh5", "Bxa6 bxa6 Qg4", "Bxa6 bxa6 d4"]);
    let waits: Vec<u64> = hints.as_array().unwrap().iter().map(|hint| hint["waits_for"].as_u64().unwrap()).collect();
    assert_eq!(waits, [3, 0, 0, 0]);
    assert!(hints[1]["evaluations"].as_u64().unwrap() > 0 && hints[0]["evaluations"] == 0);
    // A proved part has its own certificate, which helps to prove earlier positions.
    assert_eq!(texts(&open["parts"], "line"), ["Bxa6 bxa6 Qh5 e6 Qxh7"]);
    let part = &open["parts"][0];
    let proof = verify::open_losing(&folder.join(part["proof"]["file"].as_str().unwrap())).unwrap();
    assert_eq!(
        (proof.root.to_string().as_str(), proof.digest.as_str()),
        (part["fen"].as_str().unwrap(), part["proof"]["sha256"].as_str().unwrap())
    );
    let before = "1. e3 Na6 2. Bxa6 bxa6 3. Qh5 e6";
    let [with, without] =
        ["--use parts", ""].map(|others| answer(&solve(&folder, before, &format!("--for white --json {others}")).answers()));
    assert!(with["evaluations"].as_u64().unwrap() < 1000, "{with}");
    assert!(without["evaluations"].as_u64() > with["evaluations"].as_u64(), "{without}");
    // The text form has the same report.
    solve(&folder, "1. e3 Na6", "--for white --hints lines --evaluations 100000 --emit-dir parts --parts").ends_with(1).says(&[
        "1. e3 Na6: no win of White was found within the limits\n  certs/losing/e3-Na6.cbor (SHA-256 ",
        "\n  a win of White: not searched\n    next to look at: f1a6 (not searched)\n    1 of 5 hints proved\n",
        "    1 part is proved, with 60 positions, and certified\n",
    ]);
}

#[test]
fn moves_ranked() {
    let folder = folder("losing-ranked");
    for moves in ["1. e3 d5", "1. e3 d6"] {
        solve(&folder, moves, "--emit-dir known").answers();
    }
    // If the other side is to move, the move that is farthest from refutation comes first, and refuted moves come last.
    let run = solve(&folder, "1. e3", "--for white --use known --evaluations 100000 --json --emit-dir parts --parts").ends_with(1);
    let found = answer(&run);
    let open = &found["open"][0];
    let moves = open["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 20);
    let proved: Vec<bool> = moves.iter().map(|one| one["proof_number"] == 0).collect();
    assert!(proved.is_sorted() && proved.contains(&true) && proved.contains(&false), "{moves:?}");
    let ratios: Vec<f64> = moves
        .iter()
        .filter(|one| one["proof_number"] != 0)
        .map(|one| one["proof_number"].as_f64().unwrap_or(1.0) / one["disproof_number"].as_f64().unwrap_or(1.0))
        .collect();
    assert!(ratios.is_sorted_by(|one, next| one >= next), "{ratios:?}");
    // The report has one part for each refuted move.
    let mut parts = texts(&open["parts"], "line");
    parts.sort_unstable();
    assert_eq!(parts, ["d7d5", "d7d6"]);
    assert_eq!(fs::read_dir(folder.join("parts")).unwrap().count(), parts.len());
    // If the winner is to move, the most promising move comes first.
    let run = solve(&folder, "1. e3 c6", "--for white --evaluations 100000 --json").ends_with(1);
    let found = answer(&run);
    let moves = found["open"][0]["moves"].as_array().unwrap();
    let ratio = |one: &Value| one["proof_number"].as_f64().unwrap_or(1.0) / one["disproof_number"].as_f64().unwrap_or(1.0).max(1.0);
    assert!(moves.is_sorted_by(|one, next| ratio(one) <= ratio(next)), "{moves:?}");
    // If no side is named, the report has a search for each side.
    let found = answer(&solve(&folder, "1. e3", "--evaluations 100000 --json").ends_with(1));
    assert_eq!(texts(&found["open"], "winner"), ["white", "black"]);
}

#[test]
fn folders_of_certificates() {
    let folder = folder("losing-use-folder");
    for (moves, rules) in [("1. e3 d5", "joint"), ("1. e3 d6", "fics"), ("1. e4", "joint")] {
        solve(&folder, moves, &format!("--rules {rules} --emit-dir known")).answers();
    }
    fs::write(folder.join("known/notes.txt"), "not a certificate").unwrap();
    // Only one of the three certificates in the folder applies.
    let run = solve(&folder, "1. e3 d5", "--for white --use known --json").ends_with(0);
    assert!(answer(&run)["evaluations"].as_u64().unwrap() < 200);
    assert_eq!(run.err, "solve: --use known: 2 certificates of the other side's wins or under other rules passed over\n");
    // A damaged certificate is reported, not skipped.
    let whole = fs::read(folder.join("known/e3-d5.cbor")).unwrap();
    fs::write(folder.join("known/e3-d5.cbor"), &whole[..whole.len() - 1]).unwrap();
    let run = solve(&folder, "1. e3 d5", "--for white --use known").ends_with(2);
    assert!(run.err.starts_with("solve: known/e3-d5.cbor is rejected: "), "{}", run.err);
}

#[test]
fn put_together() {
    let folder = folder("losing-assemble");
    solve(&folder, "1. e3 Na6 2. Bxa6 bxa6 3. Qe2 c5", "--for white --emit-dir known").answers();
    fs::write(folder.join("lines"), "Qe2 c5\nh3\n").unwrap();
    let root = "1. e3 Na6 2. Bxa6 bxa6";
    let others = "--for white --use known --hints lines --assemble --json";
    // The hints lead to 3. Qe2. After this move, the reply 3... c5 is proved, but 3... e5, for example, is not.
    let found = answer(&solve(&folder, root, others).ends_with(1));
    assert_eq!((&found["verdict"], &found["evaluations"]), (&"unknown".into(), &0.into()));
    let lines = texts(&found["missing"], "line");
    assert!(lines.contains(&"d1e2 e7e5") && !lines.contains(&"d1e2 c7c5"), "{lines:?}");
    // No reply to 3. h3 is proved, so the position after 3. h3 is itself listed as missing.
    assert!(lines.contains(&"h2h3") && !lines.iter().any(|line| line.starts_with("h2h3 ")), "{lines:?}");
    let run = solve(&folder, root, "--for white --use known --hints lines --assemble").ends_with(1);
    assert!(run.out.contains("positions are missing:\n    d1e2 "), "{}", run.out);
    assert_eq!(run.err, "solve: no win was proved\n");
    // Without hints, the position itself is the only missing position.
    let found = answer(&solve(&folder, root, "--for white --use known --assemble --json").ends_with(1));
    assert_eq!((texts(&found["missing"], "line"), texts(&found["missing"], "fen")), (vec![""], vec![found["fen"].as_str().unwrap()]));
    // After the missing positions are proved one by one, the whole proof can be assembled.
    fs::write(folder.join("lines"), "Qe2 c5\n").unwrap();
    let found = answer(&solve(&folder, root, others).ends_with(1));
    let fens = texts(&found["missing"], "fen");
    assert!(fens.len() > 10);
    for (number, fen) in fens.iter().enumerate() {
        let known = format!("--fen {{}} --for white --emit-cert known/{number}.cbor");
        let run = command(&folder, &format!("losing-chess --threads 1 --shrink 0 {}", known.replace("--fen {} ", "")))
            .args(["--fen", fen])
            .output();
        Run::new(fen, run.unwrap()).answers();
    }
    let found = answer(&solve(&folder, root, &format!("{others} --emit-cert whole.cbor")).answers());
    assert_eq!((&found["verdict"], &found["evaluations"]), (&"white".into(), &0.into()));
    let proof = verify::open_losing(&folder.join("whole.cbor")).unwrap();
    assert_eq!(proof.root.to_string(), found["fen"].as_str().unwrap());
}

#[test]
fn tables_choose_the_moves_of_endings_anew() {
    let folder = folder("losing-endings");
    let positions = |others: &str| {
        let asked = format!("losing-chess --threads 1 --shrink 0 --for white --json {others}");
        let output = command(&folder, &asked).args(["--fen", "8/8/2k5/8/8/8/1R3R2/8 w - -"]).output().unwrap();
        answer(&Run::new(&asked, output).answers())["proof"]["positions"].as_u64().unwrap()
    };
    let searched = positions("--no-tables --search --emit-cert searched.cbor");
    assert_eq!(positions("--use searched.cbor --assemble"), searched);
    let chosen = positions("--use searched.cbor --assemble --tables 2 --emit-cert chosen.cbor");
    assert!(chosen < searched, "{chosen} positions instead of {searched}");
    // The same tables choose the same moves.
    assert_eq!(positions("--use chosen.cbor --assemble --tables 2"), chosen);
}

#[test]
fn made_smaller_in_shards() {
    let folder = folder("losing-shards");
    let root = "1. e3 Nf6";
    let positions = |others: &str| {
        let asked = format!("losing-chess --threads 1 --memory 400M --for white --json {others}");
        let output = command(&folder, &asked).arg(root).output().unwrap();
        answer(&Run::new(&asked, output).answers())["proof"]["positions"].as_u64().unwrap()
    };
    let whole = positions("--shrink 0 --emit-dir whole");
    fs::create_dir(folder.join("smaller")).unwrap();
    let walk = |shard| positions(&format!("--use whole --assemble --shrink 2 --shard {shard}/3 --emit-cert smaller/{shard}.cbor"));
    let shards: Vec<u64> = (1..=3).map(walk).collect();
    let together = positions("--use smaller --assemble --shrink 0 --emit-cert together.cbor");
    assert!(shards.iter().all(|&shard| together < shard && shard < whole), "{whole}, {shards:?}, {together}");
    // A larger proof of the same position does not make the result larger.
    assert!(positions("--use smaller --use whole --assemble --shrink 0") <= together);
}

#[test]
fn the_same_output_without_times() {
    let folder = folder("losing-untimed");
    fs::write(folder.join("lines"), LINES).unwrap();
    for others in ["--json", ""] {
        let others = format!("--for white --hints lines --evaluations 100000 --emit-dir parts --parts --no-times {others}");
        let [one, other] = [0, 1].map(|_| solve(&folder, "1. e3 Na6", &others).ends_with(1).out);
        assert_eq!(one, other);
        assert!(!one.contains("seconds") && !one.contains(" s, "), "{one}");
    }
}

#[test]
fn wrong_uses() {
    let folder = folder("losing-parts-wrong");
    let table = [
        ("--parts --for white", "--emit-dir <DIR>"),
        ("--assemble --use x.cbor", "--for <SIDE>"),
        ("--assemble --for white", "--use <CERT|DIR>"),
        ("--assemble --for white --use x.cbor --time 1s", "'--assemble' cannot be used with '--time <TIME>'"),
        ("--assemble --for white --use x.cbor --evaluations 5", "'--assemble' cannot be used with '--evaluations <N>'"),
        ("--shard 1/2", "--assemble"),
        ("--assemble --for white --use x.cbor --shard 0/2", "expected a number and how many there are, at most 10000, such as 2/8"),
        ("--assemble --for white --use x.cbor --shard 3/2", "expected a number and how many there are"),
        ("--assemble --for white --use x.cbor --shard 2", "expected a number and how many there are"),
        ("--use none", "none: "),
    ];
    for (others, sentence) in table {
        let run = solve(&folder, "1. e3", others).ends_with(2);
        assert!(run.err.contains(sentence), "{others}: {}", run.err);
    }
}
