//! Games printed as JSON.

use crate::json::Schema;
use crate::support::*;
use serde_json::Value;

#[test]
fn games_as_they_are_printed() {
    let folder = folder("print", &[("drawn.cbor", drawn()), ("kk.cbor", kings())]);
    let stored = r#"{
  "title": "A draw",
  "left": "Alice",
  "right": "Bob",
  "start": "v",
  "positions": {
    "v": { "left": ["drawn", "won"], "right": ["drawn"] },
    "won": { "winner": "left" },
    "drawn": { "winner": "none" }
  }
}
"#;
    let generated = r#"{
  "title": "bidding-chess version 1, board 2x2, material KK",
  "left": "Left",
  "right": "Right",
  "positions": {
    "2/Kk": { "left": ["1k/K1", "2/Kk", "Left has won"], "right": ["1k/K1", "Right has won", "2/Kk"] },
    "1k/K1": { "left": ["2/Kk", "Left has won", "2/Kk"], "right": ["2/Kk", "Right has won", "2/Kk"] },
    "Left has won": { "winner": "left" },
    "Right has won": { "winner": "right" }
  }
}
"#;
    let schema = Schema::of(&project("spec/json/game.schema.json"));
    for (file, expected) in [("drawn.cbor", stored), ("kk.cbor", generated)] {
        let run = check(&folder, &["--print-game", file]);
        assert_eq!(run, Run { status: 0, output: expected.to_owned(), error: String::new() });
        let game: Value = serde_json::from_str(&run.output).unwrap();
        schema.fits(&game).unwrap_or_else(|error| panic!("{file}: {error}"));
        for (place, what) in [("", "more"), ("/positions/drawn", "winner"), ("/positions/v", "left"), ("/positions/2~1Kk", "more")] {
            let mut other = game.clone();
            if let Some(inner) = other.pointer_mut(place) {
                inner[what] = Value::Null;
                assert!(schema.fits(&other).is_err(), "{file} {place} {what}");
            }
        }
    }
}

#[test]
fn names_do_not_break_out_of_their_quotes() {
    let folder = folder("print_odd", &[("odd.cbor", stored("A\"raw\\", "v", 1))]);
    let run = check(&folder, &["--print-game", "odd.cbor"]);
    assert_eq!((run.status, run.lines()[1]), (0, r#"  "title": "A\"raw\\","#));
}

#[test]
fn games_that_grow_out_of_proportion() {
    // One name of 100 kB, and as many options that mention it: 64 MB and 256 bytes for each byte of the file are 90 MB.
    let name = "v".repeat(100_000);
    let folder = folder("print_long", &[("fits.cbor", stored("", &name, 800)), ("long.cbor", stored("", &name, 1000))]);
    let run = check(&folder, &["--print-game", "fits.cbor"]);
    assert_eq!((run.status, run.output.len() / 1_000_000), (0, 80), "{}", run.error);
    let run = check(&folder, &["--print-game", "long.cbor"]);
    let most = 64_000_000 + 256 * stored("", &name, 1000).len();
    let why = format!("check: long.cbor is about a game that would take more than {most} bytes to print, out of proportion to the file\n");
    assert_eq!(run, Run { status: 2, output: String::new(), error: why });
}

#[test]
fn games_not_printed() {
    let files = [("kqk.cbor", queen()), ("text.cbor", b"no certificate".to_vec()), ("points.cbor", scoring()), ("rook.cbor", losing())];
    let folder = folder("print_not", &files);
    let not = |file: &str| {
        format!("check: {file} is about a game that cites others or whose positions have no numbers, so it cannot be printed\n")
    };
    let table: [(&[&str], &str); 8] = [
        (&["points.cbor"], &not("points.cbor")),
        (&["rook.cbor"], &not("rook.cbor")),
        (&["kqk.cbor"], &not("kqk.cbor")),
        (&["text.cbor"], "check: text.cbor does not say what game it is about: envelope/magic at byte 0: "),
        (&["none.cbor"], "check: none.cbor cannot be read: "),
        (&["kqk.cbor", "kqk.cbor"], "error: the argument '--print-game <FILE>' cannot be used with"),
        (&["kqk.cbor", "--quiet"], "error: the argument '--print-game <FILE>' cannot be used with"),
        (&[], "error: a value is required for '--print-game <FILE>'"),
    ];
    for (arguments, expected) in table {
        let run = check(&folder, &[&["--print-game"], arguments].concat());
        assert_eq!((run.status, run.output.as_str()), (2, ""), "{arguments:?}");
        assert!(run.error.starts_with(expected), "{arguments:?}: {}", run.error);
    }
}
