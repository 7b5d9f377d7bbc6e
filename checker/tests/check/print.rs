//! Tests the JSON that the program prints for games.

use crate::json::Schema;
use crate::support::*;
use serde_json::Value;

/// Builds a certificate about a stored game with the title `title` and one position, called `name`. In this position
/// Left has `options` options, which all lead back to the same position. The certificate contains no claim.
fn stored(title: &str, name: &str, options: usize) -> Vec<u8> {
    let head = |major: u8, length: usize| [&[major << 5 | 26][..], &u32::try_from(length).unwrap().to_be_bytes()].concat();
    let text = |text: &str| match text.len() {
        short @ 0..24 => [&[0x60 | u8::try_from(short).unwrap()], text.as_bytes()].concat(),
        long @ 24..256 => [&[0x78, u8::try_from(long).unwrap()], text.as_bytes()].concat(),
        long @ 256..65536 => [&[0x79][..], &u16::try_from(long).unwrap().to_be_bytes(), text.as_bytes()].concat(),
        long => [head(3, long), text.as_bytes().to_vec()].concat(),
    };
    let list = match options {
        short @ 0..24 => vec![0x80 | u8::try_from(short).unwrap()],
        long @ 24..256 => vec![0x98, u8::try_from(long).unwrap()],
        long @ 256..65536 => [&[0x99][..], &u16::try_from(long).unwrap().to_be_bytes()].concat(),
        long => head(4, long),
    };
    let front = bytes("d9d9f7876867616d6563657274018267726963686d616e01 83656772617068 01 86");
    let position = [&[0x81, 0x83][..], &text(name), &list, &vec![0; options], &[0x81, 0x01]].concat();
    let end = bytes("81 8263776f6e00");
    [front, text(title), bytes("614c 6152 00"), position, end].concat()
}

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
    let schema = Schema::read(&project("spec/json/game.schema.json"));
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
    // Each game has one name of 100 kB, and 800 or 1000 options that mention this name. The limit is 64 MB plus 256
    // bytes for each byte of the file, which is 90 MB in all.
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
