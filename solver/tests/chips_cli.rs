//! Tests `solve chips` and `solve advise`: output, files, and input that is refused.

mod common;
#[path = "common/run.rs"]
mod run;

use std::fs;

use common::Schema;
use run::{folder, solve};

const GAME: &str = r#"{
  "title": "Who moves second wins",
  "positions": {
    "first": { "left": ["second"], "right": ["second"] },
    "second": { "left": ["won"], "right": ["lost"] },
    "won": { "winner": "left" },
    "lost": { "winner": "right" }
  }
}
"#;

#[test]
fn thresholds_are_printed_as_in_the_paper() {
    let folder = folder("chips-text");
    fs::write(folder.join("game.json"), GAME).unwrap();
    let cases: [(&str, &[&str]); 9] = [
        (
            "chips tic-tac-toe --all",
            &[
                "tic-tac-toe 3x3x3, advantage: thresholds of Left, 1,582 positions, 70 tables\n",
                "f(.../.../..., k + 256) = f(.../.../..., k) + 133 for all k >= 6\n",
                "best first moves of Left",
                "  .../.X./...: every k but 5\n",
            ],
        ),
        ("chips tic-tac-toe --up-to 11", &["f(.../.../..., k):\n      0+  1  1 1* 2* 2*  3  4  4 4* 5* 5* 6*\n"]),
        ("chips tug:3 --all", &["for all k >= 5\n"]),
        ("chips tic-tac-toe --chips 1000002", &["1000002+ 519532*\n"]),
        ("chips sudden-death:B2 --chips 3", &["f(B2, k):\n      3+ 3\n"]),
        ("chips game.json --all --for right", &["Who moves second wins, advantage: thresholds of Right, 2 positions"]),
        ("chips wedge:E,B --chips 0 --tie-break make-it-take-it", &["make-it-take-it: thresholds", "      0+ 0\n"]),
        ("chips sudden-death:A3 --all --tie-break ladies-first", &["f(A3, k + 8) = f(A3, k) + 1 for all k >= 0\n"]),
        (
            "chips bidding-chess:KRK@3x3 --up-to 8 --position k2/3/K1R",
            &["bidding chess KRK on 3x3, advantage: thresholds of White, 66 positions", "best first moves of White"],
        ),
    ];
    for (arguments, parts) in cases {
        solve(&folder, arguments).answers().says(parts);
    }
}

#[test]
fn holdings_in_the_answer_are_those_of_advise() {
    let folder = folder("chips-sentences");
    type Row = (&'static str, &'static str, &'static [(&'static str, &'static str, &'static str, &'static str)]);
    let table: [Row; 4] = [
        (
            "tic-tac-toe --chips 100",
            "With 100 chips in all, Left can force a win with 53 or more, whoever has the tie-breaking advantage; with 52 and the advantage Left cannot. Right stops \
             Left with 48; to force a win Right needs 53 too.\nWith just 53, Left opens with a bid of 16 and moves to '.../.X./...'.",
            &[
                ("left", "53/100", "theirs", "win"),
                ("left", "52/100", "mine", "neither"),
                ("right", "48/100", "theirs", "neither"),
                ("right", "53/100", "theirs", "win"),
                ("right", "52/100", "mine", "neither"),
            ],
        ),
        (
            "tic-tac-toe --chips 8",
            "With 8 chips in all, Left can force a win with 4 and the tie-breaking advantage, or with 5 or more without it; with 4 and no advantage Left cannot. With \
             any other holding of Left's, Right can force a win.\nWith just 4 and the advantage, Left opens with a bid of 1 and moves to '.../.X./...'.",
            &[
                ("left", "4/8", "mine", "win"),
                ("left", "5/8", "theirs", "win"),
                ("left", "4/8", "theirs", "loss"),
                ("right", "4/8", "mine", "win"),
            ],
        ),
        (
            "tug:3 --chips 8",
            "With 8 chips in all, Left can force a win with 5 and the tie-breaking advantage, or with 6 or more without it; with 5 and no advantage Left cannot. Right \
             stops Left with 3 and the advantage; to force a win Right needs 5 and the advantage too.\nWith just 5 and the advantage, Left opens with a bid of 1 and \
             moves to 1 (bids that keep the win: 1, 2).",
            &[
                ("left", "5/8", "mine", "win"),
                ("left", "6/8", "theirs", "win"),
                ("left", "5/8", "theirs", "neither"),
                ("right", "3/8", "mine", "neither"),
                ("right", "5/8", "mine", "win"),
                ("right", "5/8", "theirs", "neither"),
            ],
        ),
        (
            "sudden-death:A2 --chips 0",
            "With 0 chips in all, Left can force a win with any number of them.",
            &[("left", "0/0", "theirs", "win")],
        ),
    ];
    for (arguments, answer, holdings) in table {
        let found = solve(&folder, &format!("chips {arguments} --json")).answers().json();
        assert_eq!(found["answer"], answer, "{arguments}");
        let game = arguments.split(' ').next().unwrap();
        for (player, chips, advantage, outcome) in holdings {
            let advice =
                solve(&folder, &format!("advise {game} --as {player} --chips {chips} --advantage {advantage} --json")).answers().json();
            assert_eq!(advice["outcome"], *outcome, "{game}: {player} with {chips}, the advantage {advantage}");
            // The opening bid is among the bids of `advise`.
            if *outcome == "win"
                && answer.contains("opens")
                && player == &"left"
                && advice["bids"][0]["bid"].is_u64()
                && holdings[0] == (player, chips, advantage, outcome)
            {
                let bids: Vec<String> = advice["bids"].as_array().unwrap().iter().map(|one| one["bid"].to_string()).collect();
                assert!(bids.iter().any(|bid| answer.contains(&format!("a bid of {bid} "))), "{game}: {bids:?}");
            }
        }
    }
}

#[test]
fn answers_as_json() {
    let folder = folder("chips-json");
    let chips = Schema::named("chips");
    for arguments in [
        "chips tic-tac-toe --all --first-move X../.../... --json",
        "chips ultimatum:3 --all --json --emit-cert u.cbor",
        "chips bidding-chess:KRK@3x3 --up-to 5 --json",
        "chips hex:2x3 --chips 7 --for right --tie-break ladies-first --json",
    ] {
        chips.assert_fits(&solve(&folder, arguments).answers().json());
    }
    let answer = solve(&folder, "chips tic-tac-toe --all --json").answers().json();
    let table = &answer["position"]["table"];
    assert_eq!((&table["preperiod"], &table["period"], &table["slope"]), (&6.into(), &256.into(), &133.into()));
    assert_eq!((&table["thresholds"][3], &table["thresholds"][261]), (&"2*".into(), &"136*".into()));
    let advise = Schema::named("advise");
    for arguments in [
        "advise tic-tac-toe XO./.X./... --as left --chips 3/8 --advantage mine --json",
        "advise tic-tac-toe XO./.X./... --as right --chips 3/8 --advantage theirs --json",
        "advise tug:3 -1 --as right --chips 0/2 --advantage theirs --json",
        "advise ultimatum:2 0 --as left --chips 2/5 --tie-break ladies-first --json",
        "advise ultimatum:2 0 --as left --chips 2/5 --advantage mine --tie-break make-it-take-it --json",
        "advise bidding-chess:KRK@3x3 k2/3/K1R --as left --chips 3/6 --advantage theirs --json",
    ] {
        advise.assert_fits(&solve(&folder, arguments).answers().json());
    }
}

#[test]
fn advice_in_words() {
    let folder = folder("advise-text");
    solve(&folder, "advise tic-tac-toe .../.../... --as left --chips 4/8 --advantage mine").answers().says(&[
        "Left can force a win with 4 of 8 chips and the advantage: Left bids 1 and, with the higher bid, moves to '.../.X./...'. It takes at most 7 moves of both \
         players.\n",
        "Left at .../.../... with 4*\n",
        "quickest bids: 1\n",
        "at a tie: use the advantage; with 3, move to .../.X./...\n",
    ]);
    solve(&folder, "advise tic-tac-toe .../.../... --as right --chips 4/8 --advantage theirs").answers().says(&[
        "Left can force a win if Right plays with 4 of 8 chips. To hold out for 7 moves of both players, Right bids ",
        "\nresisting bids: ",
    ]);
    solve(&folder, "advise tug:3 0 --as left --chips 1/2 --advantage theirs")
        .answers()
        .says(&["Neither player can force a win if Left plays with 1 of 2 chips. To keep it so, Left bids 0.\n", "\nholding bids: "]);
    // Equally good bids are listed as a range.
    solve(&folder, "advise tug:3 0 --as left --chips 400/500 --advantage mine")
        .answers()
        .says(&["quickest bids: 69 to 87\nother winning bids: 0 to 68, 88 to 233\n"]);
}

#[test]
fn certificates_go_where_they_are_asked_for() {
    let folder = folder("chips-files");
    fs::create_dir(folder.join("out")).unwrap();
    solve(&folder, "chips bidding-chess:KRK@3x3 --all --emit-cert out/krk.cbor").answers();
    let mut names: Vec<String> =
        fs::read_dir(folder.join("out")).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    assert_eq!(names, ["kk-3x3-chips-all.cbor", "krk.cbor"]);
    solve(&folder, "chips tic-tac-toe --all --emit-cert ttt.cbor --threads 1").answers();
    let once = fs::read(folder.join("ttt.cbor")).unwrap();
    assert!(once.len() <= 12_000, "{} bytes", once.len());
    solve(&folder, "chips tic-tac-toe --all --emit-cert ttt.cbor --threads 2").answers();
    assert_eq!(once, fs::read(folder.join("ttt.cbor")).unwrap(), "bytes do not depend on threads");
}

#[test]
fn bad_input_is_refused() {
    let folder = folder("chips-bad");
    fs::write(folder.join("broken.json"), GAME.replace("\"second\"], \"right\"", "\"nowhere\"], \"right\"")).unwrap();
    fs::write(folder.join("one-sided.json"), GAME.replace("\"right\": [\"lost\"]", "\"right\": []")).unwrap();
    let cases = [
        ("no such game", "chips checkers --all", "checkers"),
        ("no such file", "chips none.json --all", "none.json: "),
        ("an option to nowhere", "chips broken.json --all", "line 4"),
        ("no option for a player", "chips one-sided.json --all", "line 5"),
        ("no such position", "chips tic-tac-toe --all --position XX", "XX"),
        ("play is over", "chips tic-tac-toe --all --position XXX/OO./...", "over"),
        ("no such first move", "chips tic-tac-toe --all --first-move O../.../...", "no move leads there"),
        ("too much memory", "chips connect:6x5x4 --all --memory 1G", "needs about"),
        ("too much memory for 15,000 chips", "chips bidding-chess:KRK@8x8 --up-to 15000 --memory 1G", "needs about"),
        ("more chips than fit", "chips tug:3 --up-to 20000", "tables hold up to 16000 chips"),
        ("pieces that do not fit", "chips bidding-chess:KPPK@2x2 --all", "do not fit"),
        ("colours exchanged on the way", "chips bidding-chess:KRKR@3x3 --up-to 4", "colours exchanged"),
        ("a folder for a file", "chips tug:3 --all --emit-cert .", "a folder"),
        ("more chips than there are", "advise tug:3 0 --as left --chips 5/4 --advantage mine", "5 chips of 4"),
        ("nobody has the advantage", "advise tug:3 0 --as left --chips 1/4", "--advantage mine or --advantage theirs"),
        (
            "an advantage with ladies first",
            "advise tug:3 0 --as left --chips 1/4 --advantage mine --tie-break ladies-first",
            "leave --advantage out",
        ),
        ("chips below 0", "chips tug:3 --chips -1", "invalid value '-1' for '--chips <N>': expected a number of chips from 0 on"),
        ("fewer than 0", "chips tug:3 --up-to -1", "invalid value '-1' for '--up-to <N>': expected a number of chips from 0 on"),
        ("chips in debt", "advise tug:3 0 --as left --chips -1/4 --advantage mine", "expected your chips and all chips, such as 7/16"),
        (
            "no position, of an ending that begins nowhere",
            "advise bidding-chess:KRK@3x3 --as left --chips 3/6 --advantage theirs",
            "solve: say which position or heap: play begins at no particular one\n",
        ),
        (
            "no heap",
            "advise subtraction:1,2 --as left --chips 3/7 --advantage theirs",
            "solve: say which position or heap: play begins at no particular one\n",
        ),
        ("a position beyond the rope", "advise tug:3 4 --as left --chips 1/4 --advantage mine", "4"),
    ];
    for (title, arguments, part) in cases {
        let run = solve(&folder, &format!("{arguments} --json"));
        assert_eq!((run.status, run.out.as_str()), (Some(2), ""), "{title}: {}", run.err);
        assert!(run.err.contains(part), "{title}: {part:?} in {}", run.err);
        assert!(run.err.contains("solve: ") || run.err.contains("error: "), "{title}: {}", run.err);
    }
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 2, "nothing is written");
}
