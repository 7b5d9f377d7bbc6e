//! Tests `solve scoring`: output, files, and input that is refused.

mod common;
#[path = "common/run.rs"]
mod run;

use std::fs;

use common::Schema;
use run::{folder, solve};

#[test]
fn outcomes_in_words() {
    let folder = folder("scoring-text");
    let cases: [(&str, &[&str]); 9] = [
        (
            // This is example 11 of the paper.
            "--budget 5 --subtract 1 --heaps 2",
            &[
                "subtraction {1}, total budget 5: outcomes of all heaps\n",
                "         1 -1 -1 -1  1  1  1\n",
                "         2 -2  0  0  0  2  2\n",
            ],
        ),
        (
            // This is example 12 of the paper.
            "--budget 9 --subtract 1 --position 9,6",
            &[
                "With a heap of 9, 6 coins for Left, 3 for Right and Left's marker, Left makes 1 point more than Right if both play best.\n  Left bids 0; at a tie \
                 takes 1\n",
                "\nWith a heap of 17, 4 of 9 coins and the marker, Left ends ",
                " behind if both play best; from heap 17 on this repeats every 2 heaps.\n",
                "\n\nsubtraction {1}, total budget 9: outcomes of all heaps\n",
            ],
        ),
        (
            "--budget 9 --subtract 1 --position 9,3 --marker right",
            &[
                "With a heap of 9, 3 coins for Left, 6 for Right and Right's marker, Right makes 1 point more than Left if both play best.\n",
                "  Right bids 0; at a tie takes 1\n",
            ],
        ),
        (
            "--budget 30 --subtract 1,2 --position 9,20",
            &[
                "  Left bids 1 to 4; with the greater bid takes 2; at a tie takes 2\n  Left bids 5; with the greater bid takes 2; at a tie takes 1 or 2\n",
                "  Right bids 5, 6; with the greater bid takes 2\n",
            ],
        ),
        (
            "--budget 9 --subtract 2,3 --position 1,3",
            &[
                "With a heap of 1, 3 coins for Left, 6 for Right and Left's marker, both make the same number of points if both play best.\n  Left: the game is over\n",
            ],
        ),
        (
            "--budget 1..26 --subtract 1",
            &[
                "For each total budget from 1 to 26 the outcomes of heaps of every size are known: they repeat every 2 heaps at most, from heap 109 on at the latest.\n\n",
                "        25        2      109\n        26        2      109\n",
            ],
        ),
        ("--budget 1..40 --subtract 1 --conjecture 28", &["Conjecture 28's candidate is the limit for all of these total budgets\n"]),
        ("--budget 0..7 --subtract 1 --properties", &["(A) v(x, p) <= v(x, p+1): a coin more does no harm: holds for all heaps\n"]),
        (
            "--budget 0 --subtract 3,1",
            &[" if both play best; from heap ", " on this repeats every 6 heaps.\n", "subtraction {1, 3}, total budget 0"],
        ),
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

/// The tables of bids agree with example 12 of the paper. In the paper, the tables have a column for each bid of Left
/// and a row for each bid of Right.
#[test]
fn bids_in_a_table() {
    let folder = folder("scoring-bids");
    let across: [(&str, &[&[i32]]); 2] = [
        ("9,6", &[&[1, 1, 1, 1, -1, -1, -3], &[1, 1, 1, 1, -1, -1, -3], &[3, 3, 1, 1, -1, -1, -3], &[3, 3, 3, -1, -1, -1, -3]]),
        (
            "5,4",
            &[&[1, 1, -1, -1, -1], &[-1, 1, -1, -1, -1], &[-1, -1, -1, -1, -1], &[1, 1, 1, -1, -1], &[1, 1, 1, 1, -3], &[3, 3, 3, 3, 3]],
        ),
    ];
    // Each case has the last column and the last row of a table in the paper, and the entry that they share.
    let margins: [(&[i32], &[i32], i32); 2] =
        [(&[1, 1, 3, 3], &[1, 1, 1, -1, -1, -1, -3], 1), (&[1, 1, -1, 1, 1, 3], &[-1, -1, -1, -1, -3], -1)];
    solve(&folder, "scoring --budget 9 --subtract 1 --emit-cert unitary.cbor").answers();
    let [scoring, lookup] = ["scoring", "lookup-scoring"].map(Schema::named);
    for ((position, expected), (right, left, value)) in across.into_iter().zip(margins) {
        let question = format!("scoring --budget 9 --subtract 1 --position {position} --bid-table");
        let answer = solve(&folder, &format!("{question} --json")).answers().json();
        scoring.assert_fits(&answer);
        let table = &answer["bid_table"];
        let outcome = |left: usize, right: usize| table["outcomes"][left][right].clone();
        let found: Vec<Vec<_>> =
            (0..expected.len()).map(|right| (0..expected[0].len()).map(|left| outcome(left, right)).collect()).collect();
        assert_eq!(serde_json::json!(found), serde_json::json!(expected), "{position}");
        assert_eq!(table["right_holds_to"], serde_json::json!(right), "{position}");
        assert_eq!(table["left_secures"], serde_json::json!(left), "{position}");
        let value = serde_json::json!(value);
        assert_eq!((&table["maximin"], &table["minimax"], &answer["position"]["outcome"]), (&value, &value, &value), "{position}");
        let looked = solve(&folder, &format!("lookup unitary.cbor {position}/9 --bid-table --json")).answers().json();
        lookup.assert_fits(&looked);
        assert_eq!(looked["bid_table"], *table, "{position}");
    }
    let text = "\
  Left\\Right    0   1   2   3  least
           0    1   1   3   3      1
           1    1   1   3   3      1
           2    1   1   1   3      1
           3    1   1   1  -1     -1
           4   -1  -1  -1  -1     -1
           5   -1  -1  -1  -1     -1
           6   -3  -3  -3  -3     -3
    greatest    1   1   3   3      1
";
    solve(&folder, "scoring --budget 9 --subtract 1 --position 9,6 --bid-table").answers().says(&[text]);
    solve(&folder, "lookup unitary.cbor 9,6/9 --bid-table").answers().says(&[text]);
    let rows = "0 & $1$ & $-1$ & $-1$ & $1$ & $1$ & $3$ & $-1$ \\\\\n";
    for command in ["scoring --budget 9 --subtract 1 --position 5,4 --bid-table=latex", "lookup unitary.cbor 5,4/9 --bid-table=latex"] {
        let latex = solve(&folder, command).answers().says(&["\\midrule\n", rows, "\\end{tabular}\n"]).out;
        assert!(latex.starts_with("% subtraction {1}, heap 5, 4 coins for Left, 5 for Right, left has the marker; "), "{latex}");
    }
}

/// If no table of bids can be printed, the error message gives the reason.
#[test]
fn tables_of_bids_that_are_refused() {
    let folder = folder("scoring-no-bids");
    solve(&folder, "scoring --budget 9 --subtract 2 --emit-cert two.cbor").answers();
    solve(&folder, "bidding-game tug:3 --emit-cert tug.cbor").answers();
    let table = [
        ("play is over", "scoring --budget 9 --subtract 2 --position 1,6 --bid-table", "the game is over there, so nobody bids"),
        ("play is over in a certificate", "lookup two.cbor 1,6/9 --bid-table", "the game is over there, so nobody bids"),
        ("no position", "scoring --budget 9 --subtract 2 --bid-table", "--position"),
        ("another kind", "lookup tug.cbor --bid-table", "tug.cbor: --bid-table is for certificates of kind scoring"),
    ];
    for (title, arguments, sentence) in table {
        let run = solve(&folder, arguments).ends_with(2);
        assert!(run.out.is_empty() && run.err.contains(sentence), "{title}: {}", run.err);
    }
}

#[test]
fn games_from_files() {
    let folder = folder("scoring-files");
    let examples = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/scoring");
    let schema = Schema::named("scoring-game");
    let games = ["example-2-1", "example-2-2", "conjecture-7", "conjecture-7-no-zero", "no-equilibrium", "conjecture-7-no-equilibrium"];
    let answers = games.map(|game| solve(&folder, &format!("scoring {examples}/{game}.json --budget 0..6 --json")).answers().json());
    answers.iter().for_each(|answer| schema.assert_fits(answer));
    // Returns which of the properties (A), (B) and (C) fail for each of the total budgets 0, 1, …
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

const EXAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/scoring");

#[test]
fn advice_in_words() {
    let folder = folder("scoring-advice");
    let cases: [(&str, &str); 7] = [
        (
            "subtraction:1,2 9 --as left --chips 40/60 --advantage mine",
            "From here on Left makes 1 point more than Right, if both play best: Left bids 1 and, with the higher bid, moves to 7.
subtraction {1, 2}, 60 coins in all: Left at 9 with 40*
best bids: 1 to 21
with a bid of 1:
  if it is the higher one: with 39*, move to 7: outcome 3
  at a tie (won, the marker goes to Right): with 39, move to 7: outcome 3
  if Right bids 2 (or more): with 42*, outcome 1
",
        ),
        (
            "subtraction:1,2 9 --as left --chips 4/7 --advantage mine",
            "From here on Left makes 1 point more than Right, if both play best: Left bids 0.
subtraction {1, 2}, 7 coins in all: Left at 9 with 4*
best bids: 0, 1
with a bid of 0:
  at a tie (won, the marker goes to Right): with 4, move to 7: outcome 3
  if Right bids 1 (or more): with 5*, outcome 1
",
        ),
        (
            "subtraction:1,2 9 --as right --chips 3/7 --advantage theirs",
            "From here on Left makes 1 point more than Right, if both play best: Right bids 1 and, with the higher bid, moves to 7.
subtraction {1, 2}, 7 coins in all: Right at 9 with 3
best bids: 1, 2
with a bid of 1:
  if it is the higher one: with 2, move to 7: outcome 1
  at a tie (lost, the marker comes to you): with 4*, outcome 1
  if Left bids 2 (or more): with 5, outcome 1
",
        ),
        (
            "EXAMPLES/no-equilibrium.json G --as left --chips 1/2 --advantage mine",
            "Neither player has a bid that is best against every other. To make sure that both make the same number of points, or better, Left bids 0.
A move for nothing, then one that Right does not want to make, 2 coins in all: Left at G with 1*
no pure equilibrium: Left can make sure of 0, Right can hold her to 2, in Left's points less Right's from here on
    Left\\Right   0   1
             0   2   0
             1   0   2
bids that make sure of 0: 0, 1
with a bid of 0:
  at a tie (won, the marker goes to Right): with 1, move to H: outcome 2
  if Right bids 1 (or more): with 2*, outcome 0
",
        ),
        (
            "EXAMPLES/conjecture-7-no-zero.json G --as right --chips 0/1 --advantage mine",
            "From here on Right makes 10 points more than Left, if both play best: Right has no bid.
Conjecture 7, nothing is no bid: a first move for nothing, a second one for ten points, 1 coin in all: Right at G with 0*
Right has no bid
  Left moves and pays 1: with 1*, outcome -10
",
        ),
        (
            "EXAMPLES/conjecture-7-no-zero.json G --as left --chips 1/1 --advantage theirs",
            "From here on Right makes 10 points more than Left, if both play best: Left bids 1 and, with the higher bid, moves to H.
Conjecture 7, nothing is no bid: a first move for nothing, a second one for ten points, 1 coin in all: Left at G with 1
best bids: 1
with a bid of 1:
  Right cannot bid as much: with 0, move to H: outcome -10
",
        ),
        (
            "EXAMPLES/example-2-1.json G --as left --chips 1/2 --advantage mine",
            "From here on both make the same number of points, if both play best: Left bids 0.
Example 2.1: only Right can move, and does not want to, 2 coins in all: Left at G with 1*
best bids: 0, 1
with a bid of 0:
  at a tie (won, the marker goes to Right): with 1, no move, the game ends: outcome 0
  if Right bids 1 (or more): with 2*, outcome 1
",
        ),
    ];
    let schema = Schema::named("advise-scoring");
    for (arguments, expected) in cases {
        let arguments = arguments.replace("EXAMPLES", EXAMPLES);
        let run = solve(&folder, &format!("advise {arguments}")).answers();
        assert_eq!(run.out, expected, "{arguments}");
        let answer = solve(&folder, &format!("advise {arguments} --json")).answers().json();
        schema.assert_fits(&answer);
        assert_eq!(answer.get("outcome").is_none(), answer.get("matrix").is_some(), "{arguments}");
    }
    // The outcome and the best bids agree with `solve scoring --position`.
    for (heap, coins) in [(9, 4), (3, 0), (100_000, 6), (14, 7)] {
        let position = solve(&folder, &format!("scoring --budget 7 --subtract 1,2 --position {heap},{coins} --json")).answers().json();
        for (player, mine, advantage) in [("left", coins, "mine"), ("right", 7 - coins, "theirs")] {
            let arguments = format!("advise subtraction:2,1 {heap} --as {player} --chips {mine}/7 --advantage {advantage} --json");
            let answer = solve(&folder, &arguments).answers().json();
            schema.assert_fits(&answer);
            assert_eq!(answer["outcome"], position["position"]["outcome"], "{arguments}");
            let bids = |list: &serde_json::Value| list.as_array().unwrap().iter().map(|bid| bid["bid"].clone()).collect::<Vec<_>>();
            assert_eq!(bids(&answer["bids"]), bids(&position["position"][player]), "{arguments}");
        }
    }
}

#[test]
fn advice_that_does_not_exist() {
    let folder = folder("scoring-advice-bad");
    fs::write(folder.join("cycle.json"), r#"{"positions": {"a": {"left": {"a": 1}, "right": {"a": 1}}}}"#).unwrap();
    fs::write(folder.join("later.json"), LATER).unwrap();
    let cases = [
        ("no heap", "subtraction:1,2 x --as left --chips 4/7 --advantage mine", 2, "\"x\" is no heap"),
        ("less than no heap", "subtraction:1,2 -1 --as left --chips 4/7 --advantage mine", 2, "\"-1\" is no heap"),
        ("nothing on the heap", "subtraction:1,2 0 --as left --chips 4/7 --advantage mine", 2, "0: the game is over there"),
        ("too small a heap", "subtraction:4,5 3 --as left --chips 4/7 --advantage mine", 2, "3: the game is over there"),
        ("coins over the budget", "subtraction:1,2 9 --as left --chips 8/7 --advantage mine", 2, "8 chips of 7"),
        ("no coins", "subtraction:1,2 9 --as left --chips seven --advantage mine", 2, "expected your chips and all chips"),
        ("nobody has the marker", "subtraction:1,2 9 --as left --chips 4/7", 2, "--advantage mine or --advantage theirs"),
        ("nobody asks", "subtraction:1,2 9 --chips 4/7 --advantage mine", 2, "--as"),
        ("ladies first", "subtraction:1,2 9 --as left --chips 4/7 --tie-break ladies-first", 2, "leave --tie-break out"),
        ("no set", "subtraction 9 --as left --chips 4/7 --advantage mine", 2, "such as subtraction:1,2"),
        ("an empty set", "subtraction: 9 --as left --chips 4/7 --advantage mine", 2, "subtraction:: the subtraction set is empty"),
        ("nothing taken", "subtraction:0,1 9 --as left --chips 4/7 --advantage mine", 2, "0 cannot be subtracted"),
        ("a large budget", "subtraction:1 9 --as left --chips 4/4000000000 --advantage mine", 2, "at most 268435455"),
        ("a budget beyond memory", "subtraction:1,2 9 --as left --chips 4/100000 --advantage mine", 2, "needs about"),
        ("no such position", "EXAMPLES/example-2-1.json Z --as left --chips 1/2 --advantage mine", 2, "no position \"Z\""),
        ("the end", "EXAMPLES/example-2-1.json H --as left --chips 1/2 --advantage mine", 2, "H: the game is over there"),
        ("a large budget for a file", "EXAMPLES/example-2-1.json G --as left --chips 1/201 --advantage mine", 2, "at most 200"),
        ("a cycle", "cycle.json a --as left --chips 1/2 --advantage mine", 2, "cycle.json: line 1: position \"a\" is on a cycle"),
        ("no file", "none.json a --as left --chips 1/2 --advantage mine", 2, "none.json: "),
        ("nobody can bid", "EXAMPLES/example-2-2.json G --as left --chips 0/0 --advantage mine", 1, "nobody can bid at G"),
        (
            "no equilibrium later",
            "later.json F --as left --chips 1/2 --advantage mine",
            1,
            "no pure equilibrium, at G, Left with 1, Right with 1",
        ),
    ];
    for (title, arguments, status, part) in cases {
        let run = solve(&folder, &format!("advise {} --json", arguments.replace("EXAMPLES", EXAMPLES)));
        assert_eq!((run.status, run.out.as_str()), (Some(status), ""), "{title}: {}", run.err);
        assert!(run.err.contains(part), "{title}: {part:?} in {}", run.err);
        assert!(run.err.contains("solve: ") || run.err.contains("error: "), "{title}: {}", run.err);
    }
    // Places without an outcome do no harm if play with these coins cannot reach them.
    let answer = solve(&folder, "advise later.json F --as left --chips 0/1 --advantage mine --json").answers().json();
    Schema::named("advise-scoring").assert_fits(&answer);
}

/// A game in which play reaches a position without an equilibrium in pure strategies.
const LATER: &str = r#"{
  "positions": {
    "F": { "left": { "G": 0 }, "right": { "G": 0 } },
    "G": { "left": { "H": 0 }, "right": { "H": 0 } },
    "H": { "left": { "I": 0 }, "right": { "I": 2 } },
    "I": {}
  }
}"#;

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
        (". --budget 2", ".: a folder, not a file of a scoring game"),
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
        ("no game", "--budget 5", "as in 'solve scoring --subtract 1,2 --budget 5', or the file of a scoring game"),
        ("no game for a range", "--budget 5..9", "as in 'solve scoring --subtract 1,2 --budget 5..9'"),
        ("no game and no budget", "", "Usage: solve scoring --subtract <NUMBERS> --budget <TB>"),
        ("a budget below 0", "--budget -5 --subtract 1", "\"-5\" is not a whole number"),
        ("heaps below 0", "--budget 5 --subtract 1 --heaps -1", "\"-1\" is not a whole number"),
        ("coins below 0", "--budget 5 --subtract 1 --position 3,-1", "\"-1\" is not a whole number"),
        ("no threads", "--budget 5 --subtract 1 --threads -1", "invalid value '-1' for '--threads <N>'"),
        ("too large a budget", "--budget 9999999999 --subtract 1", "is not a whole number"),
        ("a budget beyond certificates", "--budget 4000000000 --subtract 1", "at most 268435455"),
        ("a budget beyond memory", "--budget 100000000 --subtract 1", "needs about"),
        ("a budget beyond memory, other sets", "--budget 100000 --subtract 1,2", "needs about"),
        ("a budget beyond the limit", "--budget 2000 --subtract 1 --memory 1M", "--memory allows"),
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

#[test]
fn certificates_are_looked_up() {
    let folder = folder("scoring-lookup");
    solve(&folder, "scoring --budget 3..9 --subtract 1 --emit-cert one.cbor").answers();
    solve(&folder, "scoring --budget 7 --subtract 2,3 --emit-cert two.cbor").answers();
    solve(&folder, "lookup one.cbor 9,6/9").answers().says(&[
        "subtraction {1}, total budget 9: outcomes repeat with the period 2 from heap 17 on\n",
        "With a heap of 9, 6 coins for Left, 3 for Right and Left's marker, Left makes 1 point more than Right if both play best.\n",
        "  Left bids 0; at a tie takes 1\n",
    ]);
    solve(&folder, "lookup one.cbor 9,3/9 --marker right").answers().says(&[
        "With a heap of 9, 3 coins for Left, 6 for Right and Right's marker, Right makes 1 point more than Left if both play best.\n",
    ]);
    let schema = Schema::named("lookup-scoring");
    // A look-up in the certificate agrees with a new solution.
    for (file, set, budget) in [("one.cbor", "1", 6), ("one.cbor", "1", 3), ("two.cbor", "2,3", 7)] {
        for (heap, coins, marker) in [(0, 0, "left"), (1, 3, "right"), (5, 2, "left"), (17, 3, "right"), (4_000_000_000_u32, 1, "left")] {
            let found = solve(&folder, &format!("lookup {file} {heap},{coins}/{budget} --marker {marker} --json")).answers().json();
            schema.assert_fits(&found);
            let arguments =
                format!("scoring --budget {budget} --subtract {set} --position {heap},{coins} --marker {marker} --no-verify --json");
            let solved = solve(&folder, &arguments).answers().json();
            assert_eq!(found["position"], solved["position"], "{file}, {heap},{coins}/{budget}");
            assert_eq!((&found["period"], &found["onset"]), (&solved["budgets"][0]["period"], &solved["budgets"][0]["onset"]));
        }
    }
    let mut broken = fs::read(folder.join("two.cbor")).unwrap();
    let middle = broken.len() / 2;
    broken[middle] ^= 1;
    fs::write(folder.join("broken.cbor"), broken).unwrap();
    let ending = concat!(env!("CARGO_MANIFEST_DIR"), "/../certs/kk.cbor");
    let cases = [
        ("another total budget", "lookup one.cbor 9,6/10".to_owned(), "one.cbor: total budgets from 3 to 9, not 10"),
        ("no total budget", "lookup one.cbor 9,6".to_owned(), "expected a heap, Left's coins and the total budget, such as 9,4/7"),
        ("a position of chess", "lookup one.cbor 8/8/8/8/3k4/8/8/K2N4".to_owned(), "expected a heap"),
        ("too many coins", "lookup one.cbor 9,10/9".to_owned(), "Left cannot have 10 coins of 9"),
        ("no heap", "lookup one.cbor x,1/9".to_owned(), "\"x\" is not a whole number"),
        ("nobody's marker", "lookup one.cbor 9,1/9 --marker nobody".to_owned(), "nobody"),
        ("a marker in chess", format!("lookup {ending} 8/8/8/8/3k4/8/8/K7 --marker left"), "--marker is for certificates of kind scoring"),
        ("a broken file", "lookup broken.cbor 9,1/7".to_owned(), "broken.cbor is rejected: scoring/"),
        ("no position", "lookup one.cbor".to_owned(), "a game of heaps has no position in which play begins: name one, such as 9,4/7"),
        ("chips", "lookup one.cbor 9,1/9 --chips 3".to_owned(), "--chips is for certificates of kind chips"),
    ];
    for (title, arguments, part) in cases {
        let run = solve(&folder, &arguments);
        assert_eq!((run.status, run.out.as_str()), (Some(2), ""), "{title}: {}", run.err);
        assert!(run.err.contains(part), "{title}: {part:?} in {}", run.err);
        assert!(run.err.contains("solve: ") || run.err.contains("error: "), "{title}: {}", run.err);
    }
}

/// If `check` needs more than its default number of steps for a certificate, the output names a step limit that
/// suffices.
#[test]
fn work_beyond_the_default_is_named() {
    let folder = folder("scoring-work");
    let verdict = |file: &str, work: Option<u64>| {
        let bytes = fs::read(folder.join(file)).unwrap();
        let mut source = gamecert_checker::NoSource;
        let session = gamecert_checker::Session::new(&mut source);
        let mut session = match work {
            None => session,
            Some(steps) => session.with_work(steps),
        };
        session.verify(&bytes).map(|_| ()).map_err(|refusal| refusal.code())
    };
    let answer = solve(&folder, "scoring --budget 300 --subtract 1 --emit-cert small.cbor --json").answers().json();
    assert_eq!((answer.get("work"), verdict("small.cbor", None)), (None, Ok(())));
    let run = solve(&folder, "scoring --budget 1160 --subtract 1 --emit-cert large.cbor").answers();
    let (_, words) = run.out.split_once("\ncheck verifies this certificate with --work ").expect("a number of steps");
    let (millions, rest) = words.split_once('M').unwrap();
    assert_eq!(rest, " and leaves it undecided without\n");
    assert_eq!(verdict("large.cbor", None), Err("resources/allowance".to_owned()));
    assert_eq!(verdict("large.cbor", Some(millions.parse::<u64>().unwrap() * 1_000_000)), Ok(()));
}
