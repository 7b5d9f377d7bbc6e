//! Tests `solve lookup` and `solve export` for every kind of certificate. The outputs must have the right content,
//! agree with each other, and conform to the schemas.

mod common;
#[path = "common/run.rs"]
mod run;

use std::fs;
use std::path::{Path, PathBuf};

use common::Schema;
use gamecert_solver::answers::kinds::sheet::{Csv, JsonLines};
use gamecert_solver::answers::kinds::{self, Question};
use gamecert_solver::certificate::verify::{self, Reading};
use run::{command, folder, solve};
use serde_json::Value;

const DRAWN: &str = "3K4/8/8/3p4/8/8/8/8 w - -";
const BISHOPS: &str = "8/8/8/8/2b5/8/8/B7 w - -";
/// Position in which both White and Black can mate.
const ROOKS: &str = "k7/8/8/8/8/8/8/KR5r w - -";

/// Returns a fresh folder with certificates of all kinds. Some of the certificates are shipped ones, and the test makes
/// the others.
fn certificates(test: &str) -> PathBuf {
    let folder = folder(test);
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for name in [
        "certs/tic-tac-toe.cbor",
        "certs/tic-tac-toe-chips.cbor",
        "certs/tug-12-chips.cbor",
        "certs/kk-4x4-chips-all.cbor",
        "certs/krk-4x4-chips-all.cbor",
        "certs/subtraction-1-2-budgets-1-12.cbor",
        "certs/unwinnable/fortresses.cbor",
        "examples/standoff.json",
        "solver/tests/data/e3-d5.cbor",
        "solver/tests/data/e3-g6.cbor",
    ] {
        let path = root.join(name);
        fs::copy(&path, folder.join(path.file_name().unwrap())).unwrap();
    }
    for arguments in [
        "bidding-game standoff.json --emit-cert standoff.cbor",
        "bidding-game hex:2x3 --emit-cert hex.cbor",
        "bidding-game connect:3x2x2 --emit-cert connect.cbor",
        "bidding-game tug:3 --emit-cert tug.cbor",
        "bidding-game ultimatum:2 --emit-cert ultimatum.cbor",
        "bidding-game sudden-death:A3 --emit-cert sudden-death.cbor",
        "bidding-game wedge:A,B2 --emit-cert wedge.cbor",
        "bidding-chess KRK --board 3x3 --emit-dir .",
        "chips standoff.json --up-to 9 --for right --emit-cert standoff-chips.cbor",
        "chips tug:3 --up-to 9 --tie-break make-it-take-it --emit-cert tug-chips.cbor",
        "scoring --budget 5 --subtract 1 --emit-cert unitary.cbor",
    ] {
        solve(&folder, arguments).answers();
    }
    for (side, file) in [("white", "mate.cbor"), ("both", "both.cbor")] {
        let mut command = command(&folder, "unwinnable");
        assert!(command.args([ROOKS, side, "--emit-cert", file]).output().unwrap().status.success(), "{file}");
    }
    for (arguments, positions) in [
        ("safe --emit-cert drawn.cbor", &[DRAWN][..]),
        ("safe --for white --always --rules fics --emit-cert never.cbor", &[BISHOPS]),
        ("safe --emit-cert roots.cbor", &[DRAWN, BISHOPS]),
    ] {
        assert!(command(&folder, arguments).args(positions).output().unwrap().status.success(), "{arguments}");
    }
    folder
}

fn lookup(folder: &Path, certificate: &str, arguments: &[&str]) -> run::Run {
    let mut command = command(folder, "lookup");
    run::Run::new(&format!("lookup {certificate} {arguments:?}"), command.arg(certificate).args(arguments).output().unwrap())
}

#[test]
fn every_kind_is_looked_up() {
    let folder = certificates("answers-lookup");
    type Case = (&'static str, &'static [&'static str], &'static str, &'static [&'static str]);
    let table: &[Case] = &[
        // Each case has the certificate, the position and options, the schema, and expected parts of the text.
        (
            "tic-tac-toe.cbor",
            &[],
            "lookup-game",
            &[
                "tic-tac-toe 3x3x3 at .../.../...\n\nalpha    123/256 = 0.48046875\nbeta     133/256 = 0.51953125\n",
                "\nRight    wins by force with a share of the money above 133/256 = 0.51953125\n",
                "\nbid      41/256 = 0.16015625\n",
                "\nlabels   Left 3, Right 3\n",
                "\nLeft's moves, best first:\n* .../.X./...  0.6406250000  41/64\n          beta 0.6796875000  87/128\n  X../.../...  ",
                "\nRight's moves, best first:\n* .../.O./...  0.32",
                "  5cd45294f1e3866b9be87e1e8ad7825f5fd40486763afb8030f946bcf6d3eecc\n",
            ],
        ),
        (
            "tic-tac-toe.cbor",
            &["..X/.../..O"],
            "lookup-game",
            &["the same as O.X/.../..., of which the moves are\nalpha    31/64 = 0.484375\n"],
        ),
        (
            "tic-tac-toe.cbor",
            &["XX./OO./..."],
            "lookup-game",
            &["the same as XO./XO./..., of which", "\nvalue    1/2 = 0.5\n", "\n* XO./XO./X..  1.0000000000  1/1\n"],
        ),
        (
            "tic-tac-toe.cbor",
            &["XOX/XOO/OX."],
            "lookup-game",
            &[
                "\n\nalpha    0\nbeta     1\nLeft     cannot win by force with any share of the money\nRight    cannot win by force with any share of the money\n",
            ],
        ),
        (
            "standoff.cbor",
            &[],
            "lookup-game",
            &["alpha    1/4 = 0.25\nbeta     3/4 = 0.75\nWhite    wins by force", "\n* Black has opened it  0.7500000000  3/4\n"],
        ),
        ("hex.cbor", &["X./../.."], "lookup-game", &["hex 2x3 at X./../..\n\nvalue    3/4 = 0.75\n"]),
        ("connect.cbor", &[], "lookup-game", &["connect 3x2x2 at "]),
        (
            "tug.cbor",
            &["-2"],
            "lookup-game",
            &["tug o' war of length 3 at -2\n\nvalue    1/6, about 0.1666666666\n", "\n* -1     0.3333333333  1/3\n"],
        ),
        ("ultimatum.cbor", &["2"], "lookup-game", &["\n* Left has won  1.0000000000  1/1\n"]),
        ("sudden-death.cbor", &["A2"], "lookup-game", &["value    3/4 = 0.75\n"]),
        ("wedge.cbor", &[], "lookup-game", &["wins by force with a share of the money above "]),
        ("krk-3x3.cbor", &["2k/3/K1R w - -"], "lookup", &["2k/3/K1R on 3x3\n"]),
        (
            "tic-tac-toe-chips.cbor",
            &["--chips", "0..8"],
            "lookup-chips",
            &[
                "With 0 chips in all, Left cannot force a win, not even with all of them and the tie-breaking advantage.\n",
                "\nWith 1 chip in all, Left can force a win with 1, whoever has the tie-breaking advantage; ",
                "\nWith 8 chips in all, Left can force a win with 4 and the tie-breaking advantage, or with 5 or more without it; ",
                "\n\ntic-tac-toe 3x3x3, advantage: what Left needs at .../.../...\nf(.../.../..., k + 256) = f(.../.../..., k) + 133 for all k >= 6\n",
            ],
        ),
        // The stored range is far smaller than 268,435,464, which is 8 plus a multiple of the period 256. The option
        // refuses this number of chips as too large, but accepts the number that is 256 smaller.
        ("tic-tac-toe-chips.cbor", &["--chips", "268435464"], "", &[]),
        (
            "tic-tac-toe-chips.cbor",
            &["--chips", "268435208"],
            "lookup-chips",
            &[" Left can force a win with 139,460,479 and the tie-breaking advantage, or with "],
        ),
        (
            "tic-tac-toe-chips.cbor",
            &["XX./OO./..."],
            "lookup-chips",
            &["the same as at XO./XO./...\nf(XX./OO./..., k + 2) = f(XX./OO./..., k) + 1 for all k >= 0\n      0+ 0*  1\n"],
        ),
        ("tug-12-chips.cbor", &["-3", "--chips", "3"], "lookup-chips", &["With 3 chips in all, Left cannot force a win, "]),
        (
            "tug-12-chips.cbor",
            &["11", "--chips", "30"],
            "lookup-chips",
            &["With 30 chips in all, Left can force a win with 1 and the tie-breaking advantage, or with 2 or more without it; "],
        ),
        (
            "krk-4x4-chips-all.cbor",
            &["k3/4/4/K2R", "--chips", "10"],
            "lookup-chips",
            &[
                "KRK on 4x4, advantage: what White needs",
                "With 10 chips in all, White can force a win with 3 or more, whoever has the tie-breaking advantage; ",
            ],
        ),
        // This position belongs to the cited ending.
        (
            "krk-4x4-chips-all.cbor",
            &["k3/4/4/K3"],
            "lookup-chips",
            &["bidding chess KK on 4x4, advantage: what White needs at k3/4/4/K3\nthe same as at 4/4/4/K2k\n"],
        ),
        (
            "standoff-chips.cbor",
            &["wall", "--chips", "9"],
            "lookup-chips",
            &["With 9 chips in all, Black can force a win with 8 or more, whoever has the tie-breaking advantage; "],
        ),
        (
            "standoff-chips.cbor",
            &["--chips", "0..1"],
            "lookup-chips",
            &[
                "With 0 chips in all, Black cannot force a win, not even with all of them and the tie-breaking advantage.\n",
                "\nWith 1 chip in all, Black cannot ",
            ],
        ),
        (
            "tug-chips.cbor",
            &["2"],
            "lookup-chips",
            &["make-it-take-it: what Left needs at 2\nf(2, k):\n      0+   0 1-e 1-e 1-e 1-e 1-e   1 2-e 2-e 2-e\n"],
        ),
        (
            "subtraction-1-2-budgets-1-12.cbor",
            &["9,4/7"],
            "lookup-scoring",
            &["With a heap of 9, 4 coins for Left, 3 for Right and Left's marker, Left makes 1 point more than Right if both play best.\n"],
        ),
        (
            "unitary.cbor",
            &["9,3/5", "--marker", "right"],
            "lookup-scoring",
            &["With a heap of 9, 3 coins for Left, 2 for Right and Right's marker, "],
        ),
        (
            "e3-d5.cbor",
            &[],
            "walk",
            &["\nhere     number 0, the root; from here on 33 positions, at most 32 moves\nlongest  1. Qg4 Bxg4", "   1  Qg4 "],
        ),
        (
            "e3-d5.cbor",
            &["rnbqkbnr/ppp1pppp/8/3p4/6Q1/4P3/PPPP1PPP/RNB1KBNR b KQkq - 1 2"],
            "walk",
            &["\nline     1. Qg4\nhere     number 1; from here on 32 positions, at most 31 moves\n", "\nBlack's replies, "],
        ),
        (
            "drawn.cbor",
            &[],
            "lookup-safe",
            &[
                "Drawn with best play from here: neither side can win by force.\n\n  8  . . . K . . . .\n",
                "\nWhite    does not lose if it plays Kc7 (position 0 of the 336 in its closed set)\n",
                "\nBlack    does not lose whatever White plays (position 0 of the 1,935 in its closed set)\n",
                "\nWhite's moves in Black's closed set:\n  Kc7      to position 1\n",
            ],
        ),
        (
            "drawn.cbor",
            &["8/3K4/8/3p4/8/8/8/8 b - -"],
            "lookup-safe",
            &[
                "White cannot win by force from here.\n",
                "\nWhite    not covered: the position is not among the 336 in its closed set\nBlack    does not lose if it plays ",
            ],
        ),
        ("drawn.cbor", &["--first", "2"], "lookup-safe", &["\n  … 3 more\n"]),
        (
            "never.cbor",
            &["8/8/8/8/8/1b6/8/B7 w - - 4 9"],
            "lookup-safe",
            &[
                "Black cannot win from here, whatever both sides play.\n",
                "\nWhite    does not lose whatever both sides play (position ",
                "\nWhite's moves in White's closed set:\n  Bb2      to position ",
            ],
        ),
        (
            "roots.cbor",
            &[BISHOPS],
            "lookup-safe",
            &["Drawn with best play from here", "\nBlack    does not lose whatever White plays (position 1 of the "],
        ),
        ("mate.cbor", &[], "lookup-chess", &["White can mate from here, within ", "\nk7/8/8/8/8/8/8/KR5r w - -\n"]),
        ("both.cbor", &[ROOKS, "--for", "black"], "lookup-chess", &["Black can mate from here, within ", "\nk7/8/8/8/8/8/8/KR5r w - -\n"]),
        ("both.cbor", &[], "lookup-chess", &["White can mate from here, within ", "\nBlack can mate from here, within "]),
        (
            "fortresses.cbor",
            &["1k6/b1b5/7p/5p1P/5p2/5PpK/6P1/8 w - - 3 40"],
            "lookup-chess",
            &[
                "White cannot mate from here by any legal moves. The proof has 1 position, 1 of them settled by the skeleton argument.\nBlack cannot mate from here",
            ],
        ),
    ];
    for (certificate, arguments, schema, parts) in table {
        if schema.is_empty() {
            // The grammar of the command line rejects this case.
            lookup(&folder, certificate, arguments).ends_with(2);
            continue;
        }
        lookup(&folder, certificate, arguments).answers().says(parts);
        let json = lookup(&folder, certificate, &[*arguments, &["--json"]].concat()).answers().json();
        Schema::named(schema).assert_fits(&json);
    }
}

/// If a question cannot be answered, the exit status is 2, and a message names the file and the problem.
#[test]
fn what_cannot_be_answered() {
    let folder = certificates("answers-refused");
    fs::write(folder.join("README.md"), "# Certificates\n").unwrap();
    fs::create_dir(folder.join("folder")).unwrap();
    let rejected = fs::read(folder.join("e3-d5.cbor")).unwrap();
    fs::write(folder.join("short.cbor"), &rejected[..rejected.len() - 1]).unwrap();
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1";
    let table: &[(&str, &str, &[&str], &str)] = &[
        ("no such file", "none.cbor", &[], "No such file or directory (os error 2)"),
        ("a folder", "folder", &[], "a folder, not a file"),
        ("a text", "README.md", &[], "a text, not a certificate"),
        ("a game file", "standoff.json", &[], "a game file, not a certificate"),
        ("no such position", "tic-tac-toe.cbor", &["XX"], "position 'XX': 1 rows, expected 3"),
        ("play is over", "tic-tac-toe.cbor", &["XXX/OO./..."], "position 'XXX/OO./...': play is over there, Left has won"),
        ("a position of chess", "tic-tac-toe.cbor", &["8/8/8/8/3k4/8/8/K2N4"], "position '8/8/8/8/3k4/8/8/K2N4': 8 rows, expected 3"),
        ("a smaller board", "hex.cbor", &["XX./..O/..."], "position 'XX./..O/...': row 1 has 3 cells, expected 2"),
        ("beyond the rope", "tug.cbor", &["4"], "position '4': expected an integer from -3 to 3"),
        ("the end of the rope", "tug.cbor", &["-3"], "position '-3': play is over there, Right has won"),
        ("no such name", "standoff.cbor", &["nowhere"], "position 'nowhere': the game has none of this name"),
        ("chips of shares", "tug.cbor", &["--chips", "3"], "--chips is for certificates of kind chips"),
        ("a marker of shares", "tug.cbor", &["--marker", "left"], "--marker is for certificates of kind scoring"),
        ("a side of shares", "tug.cbor", &["--for", "white"], "--for is for certificates of the kinds helpmate, unwinnable and batch"),
        (
            "no position of an ending",
            "krk-4x4-chips-all.cbor",
            &[],
            "bidding chess has no position in which play begins: name one, such as 8/8/8/8/3k4/8/8/K2R4",
        ),
        ("another ending", "krk-4x4-chips-all.cbor", &["k3/4/4/K2Q"], "k3/4/4/K2Q: a position of KQK, but the certificate is about KRK"),
        (
            "colours exchanged",
            "krk-4x4-chips-all.cbor",
            &["k2r/4/4/K3"],
            "k2r/4/4/K3: a position of KRK with colours exchanged, of which the certificate says nothing",
        ),
        ("more chips", "tug-chips.cbor", &["0", "--chips", "12"], "the certificate is about 0 to 9 chips, not 12"),
        ("more chips in the end", "tug-chips.cbor", &["0", "--chips", "3..12"], "the certificate is about 0 to 9 chips, not 12"),
        (
            "no heap",
            "unitary.cbor",
            &[],
            "a game of heaps has no position in which play begins: name one, such as 9,4/7: the heap, Left's coins and the total budget",
        ),
        (
            "not of the proof",
            "e3-d5.cbor",
            &[start],
            "'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - -' is not among the 33 positions of the proof, which begins with rnbqkbnr/ppp1pppp/8/3p4/8/4P3/PPPP1PPP/RNBQKBNR w - - 0 1",
        ),
        ("no FEN", "e3-d5.cbor", &["e4"], "expected a FEN of two to six fields, found \"e4\""),
        ("a cut file", "short.cbor", &[], ""),
        (
            "not in a closed set",
            "never.cbor",
            &[DRAWN],
            "'3K4/8/8/3p4/8/8/8/8 w - -' is not among the 2,048 positions of the proof that White does not lose",
        ),
        (
            "no root of several",
            "roots.cbor",
            &[],
            "the certificate is about several positions: name one, such as '3K4/8/8/3p4/8/8/8/8 w - -'",
        ),
        ("no FEN of a closed set", "drawn.cbor", &["3K4"], "expected a FEN of two to six fields, found \"3K4\""),
        ("a pawn on the last rank", "drawn.cbor", &["P7/8/8/8/8/8/8/k7 w"], "a pawn on a8"),
        ("chips of a closed set", "drawn.cbor", &["--chips", "3"], "--chips is for certificates of kind chips"),
        (
            "no position of several",
            "fortresses.cbor",
            &[],
            "the certificate is about several positions: name one, such as '1k6/b1b5/7p/5p1P/5p2/5PpK/6P1/8 w - -'",
        ),
        (
            "no verdict on it",
            "both.cbor",
            &["8/8/8/8/3k4/8/8/K2N4 w - -"],
            "'8/8/8/8/3k4/8/8/K2N4 w - -' is not the position of any of the 2 verdicts",
        ),
        (
            "no verdict on the side",
            "mate.cbor",
            &["--for", "black"],
            "the certificate does not cover Black in 'k7/8/8/8/8/8/8/KR5r w - -', only of the other side",
        ),
        ("no such position of chess", "both.cbor", &["xx"], "position 'xx': the side to move is missing"),
    ];
    for (title, certificate, arguments, sentence) in table {
        let run = lookup(&folder, certificate, arguments).complains(2);
        if sentence.is_empty() {
            assert!(run.err.starts_with(&format!("solve: {certificate} is rejected: ")), "{title}: {}", run.err);
        } else {
            assert_eq!(run.err, format!("solve: {certificate}: {sentence}\n"), "{title}");
        }
        if arguments.is_empty() && !sentence.contains("name one") {
            let exported = solve(&folder, &format!("export {certificate}")).complains(2);
            assert_eq!(exported.err, run.err, "{title}");
        }
    }
}

#[test]
fn closed_sets_are_referred_to_lookup() {
    let folder = certificates("answers-closed-sets");
    for (command, sentence) in [
        ("walk drawn.cbor", "a certificate of kind safe has no proof of losing chess to walk through"),
        ("plot drawn.cbor --out drawn.svg", "a closed set of losing chess has no table of values"),
        ("losing-chess e3 --use drawn.cbor", "a certificate of kind safe has no proof of losing chess to walk through"),
    ] {
        let run = solve(&folder, command).complains(2);
        assert_eq!(run.err, format!("solve: drawn.cbor: {sentence}; 'solve lookup drawn.cbor' asks about a position\n"), "{command}");
    }
}

/// Exports a certificate in two formats. Returns the rows in JSON and the lines in CSV.
fn export(file: &Path) -> (Vec<Value>, Vec<String>) {
    let answers = kinds::open(verify::open_any(file, Reading::default()).unwrap()).unwrap();
    let (mut json, mut csv) = (Vec::new(), Vec::new());
    answers.export(&mut JsonLines::new(&mut json)).unwrap();
    answers.export(&mut Csv::new(&mut csv)).unwrap();
    let lines = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap().lines().map(str::to_owned).collect::<Vec<_>>();
    (lines(json).iter().map(|line| serde_json::from_str(line).unwrap()).collect(), lines(csv))
}

fn ask(answers: &dyn kinds::Answers, position: &str) -> Value {
    let mut out = Vec::new();
    answers.lookup(&Question { position: Some(position), ..Question::default() }).unwrap().write_json(&mut out).unwrap();
    serde_json::from_slice(&out).unwrap()
}

/// For every kind of certificate, the exports in JSON and in CSV contain all rows. The tested rows agree with look-ups
/// of their positions.
#[test]
fn exports_say_what_lookups_say() {
    let folder = certificates("answers-export");
    let by_position = |fields: &'static [(&'static str, &'static str)]| {
        move |answers: &dyn kinds::Answers, row: &Value| {
            let found = ask(answers, row["position"].as_str().unwrap());
            for (column, pointer) in fields {
                assert_eq!(found.pointer(pointer).unwrap_or(&Value::Null), &row[column], "{column} of {row}");
            }
        }
    };
    let values = by_position(&[
        ("alpha", "/alpha"),
        ("beta", "/beta"),
        ("label_left", "/label_left"),
        ("label_right", "/label_right"),
        ("bid", "/bid"),
    ]);
    let endings = by_position(&[
        ("alpha", "/alpha"),
        ("beta", "/beta"),
        ("label_white", "/label_white"),
        ("label_black", "/label_black"),
        ("bid", "/bid"),
    ]);
    let sequences = by_position(&[
        ("first", "/table/first"),
        ("preperiod", "/table/preperiod"),
        ("period", "/table/period"),
        ("slope", "/table/slope"),
        ("thresholds", "/table/thresholds"),
    ]);
    let places = by_position(&[("number", "/number"), ("to_move", "/to_move"), ("over", "/over"), ("longest", "/longest")]);
    let closed = |answers: &dyn kinds::Answers, row: &Value| {
        let found = ask(answers, row["position"].as_str().unwrap());
        assert_eq!((&found["to_move"], &found["over"]), (&row["to_move"], &row["over"]), "{row}");
        let here = found["sides"].as_array().unwrap().iter().find(|here| here["side"] == row["side"]).unwrap();
        let moves = here["moves"].as_array().unwrap();
        assert_eq!(here["number"], row["number"], "{row}");
        assert!(moves.iter().map(|followed| &followed["move"]).eq(row["moves"].as_array().unwrap()), "{row}");
        assert!(moves.iter().map(|followed| &followed["number"]).eq(row["leads_to"].as_array().unwrap()), "{row}");
    };
    let outcomes = |answers: &dyn kinds::Answers, row: &Value| {
        for (coins, outcome) in row["outcomes"].as_array().unwrap().iter().enumerate() {
            let found = ask(answers, &format!("{},{coins}/{}", row["heap"], row["budget"]));
            assert_eq!(&found["position"]["outcome"], outcome, "{row}");
            assert_eq!((&found["period"], &found["onset"]), (&row["period"], &row["onset"]), "{row}");
        }
    };
    let verdicts = |answers: &dyn kinds::Answers, row: &Value| {
        let found = ask(answers, row["position"].as_str().unwrap());
        let verdict = found["verdicts"].as_array().unwrap().iter().find(|verdict| verdict["entry"] == row["entry"]).unwrap();
        for column in ["kind", "side", "verdict", "can_mate", "plies", "line", "positions", "over", "skeletons"] {
            assert_eq!(verdict.get(column).unwrap_or(&Value::Null), &row[column], "{row}");
        }
    };
    type Compare<'a> = &'a dyn Fn(&dyn kinds::Answers, &Value);
    // Each case has the certificate, the schema, the number of rows, and the comparison with the look-up.
    let table: &[(&str, &str, usize, Compare)] = &[
        ("tic-tac-toe.cbor", "export-game", 1582, &values),
        ("standoff.cbor", "export-game", 5, &values),
        ("hex.cbor", "export-game", 187, &values),
        ("tug.cbor", "export-game", 5, &values),
        ("sudden-death.cbor", "export-game", 3, &values),
        ("wedge.cbor", "export-game", 3, &values),
        ("krk-3x3.cbor", "export", 66, &endings),
        ("tic-tac-toe-chips.cbor", "export-chips", 1582, &sequences),
        ("tug-12-chips.cbor", "export-chips", 23, &sequences),
        ("krk-4x4-chips-all.cbor", "export-chips", 426, &sequences),
        ("standoff-chips.cbor", "export-chips", 5, &sequences),
        ("tug-chips.cbor", "export-chips", 5, &sequences),
        ("subtraction-1-2-budgets-1-12.cbor", "export-scoring", 304, &outcomes),
        ("unitary.cbor", "export-scoring", 9, &outcomes),
        ("e3-d5.cbor", "export-losing", 33, &places),
        ("e3-g6.cbor", "export-losing", 4462, &places),
        ("drawn.cbor", "export-safe", 2271, &closed),
        ("never.cbor", "export-safe", 2048, &closed),
        ("roots.cbor", "export-safe", 2527, &closed),
        ("mate.cbor", "export-chess", 1, &verdicts),
        ("both.cbor", "export-chess", 2, &verdicts),
        ("fortresses.cbor", "export-chess", 74, &verdicts),
    ];
    for (certificate, schema, count, compare) in table {
        let schema = Schema::named(schema);
        let file = folder.join(certificate);
        let (rows, csv) = export(&file);
        assert_eq!((rows.len(), csv.len()), (*count, count + 1), "{certificate}");
        let answers = kinds::open(verify::open_any(&file, Reading::default()).unwrap()).unwrap();
        for (number, row) in rows.iter().enumerate() {
            schema.assert_fits(row);
            assert_eq!(row.as_object().unwrap().len(), csv[0].split(',').count(), "{row}");
            // Only a sample of the rows is compared, because each look-up in a game numbers all positions.
            if number < 20 || number % (1 + count / 20) == 0 {
                compare(&*answers, row);
            }
            if let Some(bid) = row.get("bid").and_then(Value::as_str) {
                let (negative, zero) = (bid.starts_with('-'), bid.starts_with("0/"));
                assert_eq!((&row["zugzwang"], &row["quiescent"]), (&negative.into(), &zero.into()), "{row}");
            }
        }
    }
}

#[test]
fn values_satisfy_the_equations() {
    let folder = certificates("answers-equations");
    let fraction = |text: &Value| -> (u64, u64) {
        let (numerator, denominator) = text.as_str().unwrap().split_once('/').unwrap();
        (numerator.parse().unwrap(), denominator.parse().unwrap())
    };
    // Tests whether twice the first fraction equals the sum of the other two.
    let is_mean = |(a, b): (u64, u64), (c, d): (u64, u64), (e, f): (u64, u64)| 2 * a * d * f == b * (c * f + e * d);
    for name in ["tic-tac-toe.cbor", "standoff.cbor", "hex.cbor", "tug.cbor", "ultimatum.cbor"] {
        let file = folder.join(name);
        let answers = kinds::open(verify::open_any(&file, Reading::default()).unwrap()).unwrap();
        for row in export(&file).0.iter().step_by(61) {
            let found = ask(&*answers, row["position"].as_str().unwrap());
            let best = |moves: &str, beta: bool| {
                let best = found[moves].as_array().unwrap().iter().find(|one| one["best"] == true).unwrap();
                fraction(best.get("value_beta").filter(|_| beta).unwrap_or(&best["value"]))
            };
            let sharp = found.get("bid_beta").is_none();
            if sharp {
                assert!(is_mean(fraction(&found["alpha"]), best("left_moves", false), best("right_moves", false)), "{found}");
            }
            assert!(found["right_moves"].as_array().unwrap().iter().any(|one| one["best"] == true), "{found}");
        }
    }
}
