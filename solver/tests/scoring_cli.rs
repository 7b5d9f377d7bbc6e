//! `solve scoring`: what it prints and writes, and what it refuses.

mod common;
#[path = "common/run.rs"]
mod run;

use std::fs;

use common::Schema;
use run::{folder, solve};

#[test]
fn outcomes_in_words() {
    let folder = folder("scoring-text");
    let cases: [(&str, &[&str]); 8] = [
        (
            // Example 11 of the paper.
            "--budget 5 --subtract 1 --heaps 2",
            &[
                "subtraction {1}, total budget 5: outcomes of all heaps\n",
                "         1 -1 -1 -1  1  1  1\n",
                "         2 -2  0  0  0  2  2\n",
            ],
        ),
        (
            // Example 12.
            "--budget 9 --subtract 1 --position 9,6",
            &["heap 9, Left with 6, Right with 3, Left has the marker: outcome 1\n", "  Left bids 0; at a tie takes 1\n"],
        ),
        (
            "--budget 9 --subtract 1 --position 9,3 --marker right",
            &["heap 9, Left with 3, Right with 6, Right has the marker: outcome -1\n", "  Right bids 0; at a tie takes 1\n"],
        ),
        ("--budget 9 --subtract 2,3 --position 1,3", &["outcome 0\n", "  Left: the game is over\n"]),
        ("--budget 1..26 --subtract 1", &["        25        2      109\n        26        2      109\n"]),
        ("--budget 1..40 --subtract 1 --conjecture 28", &["Conjecture 28's candidate is the limit for all of these total budgets\n"]),
        ("--budget 0..7 --subtract 1 --properties", &["(A) v(x, p) <= v(x, p+1): a coin more does no harm: holds for all heaps\n"]),
        ("--budget 0 --subtract 3,1", &["subtraction {1, 3}, total budget 0", "every 6 heaps"]),
    ];
    for (arguments, parts) in cases {
        solve(&folder, &format!("scoring {arguments}")).answers().says(parts);
    }
}

#[test]
fn outcomes_as_json() {
    let folder = folder("scoring-json");
    let schema = Schema::named("scoring");
    for arguments in [
        "--budget 9 --subtract 1 --heaps 12 --position 9,6 --properties --conjecture 28",
        "--budget 3..5 --subtract 1,2,4 --properties",
        "--budget 4 --subtract 2 --position 100000,2 --marker right --emit-cert two.cbor",
    ] {
        schema.assert_fits(&solve(&folder, &format!("scoring --json {arguments}")).answers().json());
    }
    let answer = solve(&folder, "scoring --json --budget 4 --subtract 1 --heaps 3").answers().json();
    assert_eq!(answer["heaps"][3], serde_json::json!([-1, -1, 1, 1, 3]));
    assert!(fs::read(folder.join("two.cbor")).unwrap().starts_with(b"\xd9\xd9\xf7\x87\x68gamecert"));
}

#[test]
fn games_from_files() {
    let folder = folder("scoring-files");
    let examples = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/scoring");
    let schema = Schema::named("scoring-game");
    let games = ["example-2-1", "example-2-2", "conjecture-7", "conjecture-7-no-zero", "no-equilibrium", "conjecture-7-no-equilibrium"];
    let answers = games.map(|game| solve(&folder, &format!("scoring {examples}/{game}.json --budget 0..6 --json")).answers().json());
    answers.iter().for_each(|answer| schema.assert_fits(answer));
    // Which of (A), (B), (C) fail for total budgets 0, 1, …
    let failing = |answer: &serde_json::Value| {
        let each = answer["budgets"].as_array().unwrap().iter().map(|budget| {
            let failing = budget["properties"].as_array().unwrap().iter().filter(|held| held.get("counterexample").is_some());
            failing.map(|held| held["name"].as_str().unwrap()).collect::<String>()
        });
        each.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(failing(&answers[0]), "B B B B B B B");
    assert_eq!(failing(&answers[2]), "B  B  B  B");
    assert_eq!(answers[1]["budgets"][1]["left_has_marker"], serde_json::json!([1, 0]));
    assert_eq!(failing(&answers[1])[..3], *" AC");
    let bids = &answers[4]["budgets"][2]["no_outcome"]["bids"];
    assert_eq!(bids["scores"], serde_json::json!([[2, 0], [0, 2]]));
    let bids = &answers[5]["budgets"][2]["no_outcome"]["bids"];
    assert_eq!((&bids["scores"], &bids["maximin"]), (&serde_json::json!([[0, -1], [-1, 0]]), &(-1).into()));
    solve(&folder, &format!("scoring {examples}/no-equilibrium.json --budget 2")).answers().says(&[
        "  no pure equilibrium at G, Left with 1, Right with 1, Left has the marker: Left can make sure of 0, Right can hold her to 2\n",
    ]);
    solve(&folder, &format!("scoring {examples}/example-2-2.json --budget 0"))
        .answers()
        .says(&["  nobody can bid at G, Left with 0, Right with 0"]);
}

#[test]
fn game_files_that_are_wrong() {
    let folder = folder("scoring-files-wrong");
    let cases = [
        (
            "a cycle",
            r#"{"positions": {"a": {"left": {"b": 1}, "right": {"c": 1}}, "b": {"left": {"a": 1}, "right": {"a": 1}}, "c": {}}}"#,
            "is on a cycle",
        ),
        ("no penalty", r#"{"positions": {"a": {"left": {"b": 1}}, "b": {}}}"#, "needs \"right_penalty\""),
        ("one penalty", r#"{"positions": {"a": {"left_penalty": 1}}}"#, "needs \"right_penalty\""),
        ("moves and a penalty", r#"{"positions": {"a": {"left": {"b": 1}, "left_penalty": 1, "right_penalty": 0}, "b": {}}}"#, "has both"),
        ("half a point", r#"{"positions": {"a": {"left": {"b": 0.5}, "right": {"b": 1}}, "b": {}}}"#, "0.5 is no integer"),
        ("a text for a weight", r#"{"positions": {"a": {"left": {"b": "1"}, "right": {"b": 1}}, "b": {}}}"#, "is no integer"),
        ("too many points", r#"{"positions": {"a": {"left": {"b": 9000000}, "right": {"b": 1}}, "b": {}}}"#, "beyond 1000000 points"),
        ("nowhere", r#"{"positions": {"a": {"left": {"z": 1}, "right": {"z": 1}}}}"#, "which is no position"),
        ("no positions", r#"{"positions": {}}"#, "1 to 1000 positions"),
        ("no start", r#"{"start": "z", "positions": {"a": {}}}"#, "the start \"z\""),
        ("another field", r#"{"zero": true, "positions": {"a": {}}}"#, "has no \"zero\""),
        ("no JSON", "{", "line 1"),
    ];
    for (title, text, part) in cases {
        fs::write(folder.join("game.json"), text).unwrap();
        let run = solve(&folder, "scoring game.json --budget 2 --json");
        assert_eq!((run.status, run.out.as_str()), (Some(2), ""), "{title}: {}", run.err);
        assert!(run.err.contains("solve: game.json: line ") && run.err.contains(part), "{title}: {}", run.err);
    }
    fs::write(folder.join("game.json"), r#"{"positions": {"a": {}}}"#).unwrap();
    for (arguments, part) in [
        ("game.json --budget 201", "at most 200"),
        ("missing.json --budget 2", "missing.json"),
        ("game.json --budget 2 --subtract 1", "cannot be used with"),
        ("game.json --budget 2 --emit-cert a.cbor", "cannot be used with"),
    ] {
        let run = solve(&folder, &format!("scoring {arguments}"));
        assert_eq!(run.status, Some(2), "{arguments}: {}", run.out);
        assert!(run.err.contains(part), "{arguments}: {}", run.err);
    }
}

#[test]
fn what_cannot_be_is_refused_in_a_sentence() {
    let folder = folder("scoring-refused");
    let cases = [
        ("an empty set", "--budget 5 --subtract ''", "the subtraction set is empty"),
        ("nothing taken", "--budget 5 --subtract 0,1", "0 cannot be subtracted"),
        ("a negative number", "--budget 5 --subtract=-1,2", "\"-1\" is not a whole number"),
        ("a number twice", "--budget 5 --subtract 2,1,2", "2 stands in the subtraction set twice"),
        ("a large number", "--budget 5 --subtract 256", "at most 255"),
        ("many numbers", "--budget 5 --subtract 1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17", "at most 16"),
        ("no number", "--budget 5 --subtract 1,x", "\"x\" is not a whole number"),
        ("a negative budget", "--budget=-5 --subtract 1", "\"-5\" is not a whole number"),
        ("an empty range", "--budget 5..4 --subtract 1", "the range 5..4 is empty"),
        ("no budget", "--subtract 1", "--budget"),
        ("no set", "--budget 5", "required arguments were not provided"),
        ("too large a budget", "--budget 9999999999 --subtract 1", "is not a whole number"),
        ("a budget beyond certificates", "--budget 4000000000 --subtract 1", "at most 268435455"),
        ("a budget beyond memory", "--budget 100000000 --subtract 1", "needs about"),
        ("a budget beyond memory, other sets", "--budget 100000 --subtract 1,2", "needs about"),
        ("a budget beyond what is allowed", "--budget 2000 --subtract 1 --memory 1M", "--memory allows"),
        ("heaps beyond memory", "--budget 100 --subtract 1 --heaps 4000000000", "needs about"),
        ("heaps for a range", "--budget 1..3 --subtract 1 --heaps 5", "one total budget"),
        ("too many coins", "--budget 5 --subtract 1 --position 3,6", "Left cannot have 6 coins of 5"),
        ("no position", "--budget 5 --subtract 1 --position 3", "expected a heap"),
        ("another conjecture", "--budget 5 --subtract 1 --conjecture 29", "29"),
        ("the conjecture for another set", "--budget 5 --subtract 1,2 --conjecture 28", "unitary"),
        ("a folder for a file", "--budget 5 --subtract 1 --emit-cert .", "a folder"),
    ];
    for (title, arguments, part) in cases {
        let run = solve(&folder, &format!("scoring --json {arguments}"));
        assert_eq!((run.status, run.out.as_str()), (Some(2), ""), "{title}: {}", run.err);
        assert!(run.err.contains(part), "{title}: {part:?} in {}", run.err);
        assert!(run.err.contains("solve: ") || run.err.contains("error: "), "{title}: {}", run.err);
    }
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 0, "nothing is written");
}
