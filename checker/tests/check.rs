//! The command line tool: exit status, lines, JSON, look-up of cited files.
#![cfg(feature = "cli")]

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// Bare kings on 2x2.
const KINGS: &str = "d9d9f7876867616d656365727401826772696368 6d616e01836d62696464696e672d636865737301 830202624b4b820102808882010283000100830001018201018201018201018202 01820101";

fn bytes(digits: &str) -> Vec<u8> {
    let digits: Vec<u32> = digits.chars().filter_map(|digit| digit.to_digit(16)).collect();
    digits.chunks(2).map(|pair| u8::try_from(pair[0] * 16 + pair[1]).unwrap()).collect()
}

fn kings() -> Vec<u8> {
    bytes(KINGS)
}

/// King and queen against king on 2x2, resting on [`kings`].
fn queen() -> Vec<u8> {
    let front = bytes("d9d9f7876867616d656365727401826772696368 6d616e01836d62696464696e672d636865737301 830202634b514b820103815820");
    let back = bytes("8882010283000100830001018301010183010101830101018300010183020101");
    [front, checker::digest(&kings()).to_vec(), back].concat()
}

/// A stored game with one position, at which Left can draw or win and Right can draw.
const DRAWN: &str = "d9d9f7876867616d6563657274018267726963686d616e01 83656772617068 01866641206472617765416c69636563426f6200818361768202018102828263776f6e008265647261776e02 820201808b820102830001008300010181018102810181008101810081008100";

/// Bidding for moves, for points: one thing taken at a time, with 3 and with 4 coins.
const SCORING: &str =
    "d9d9f7876867616d6563657274018267 73636f72696e6701 836b7375627472616374696f6e01818101 820304 80 8183 0203 480100000101000300";
/// Two things taken at a time, with no coins; the period 4 is written as 8.
const TWICE: &str =
    "d9d9f7876867616d6563657274018267 73636f72696e6701 836b7375627472616374696f6e01818102 820000 80 8183 0800 480000040400000404";

/// Losing chess: a rook that is given up.
const LOSING: &str = "d9d9f7876867616d6563657274018266 6c6f73696e6701 836c6c6f73696e672d63686573730181656a6f696e74 86 7818 382f382f382f382f382f6b372f382f3152362077202d202d 00 00 03 02 01 80 814170";

/// A fresh folder for one test.
fn folder(test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn check(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_check")).current_dir(folder).args(arguments).output().unwrap()
}

fn status(output: &Output) -> i32 {
    output.status.code().unwrap()
}

fn lines(output: &Output) -> Vec<String> {
    String::from_utf8(output.stdout.clone()).unwrap().lines().map(str::to_owned).collect()
}

const KINGS_LINE: &str = "s VERIFIED kk.cbor sha256=4dff83208030bd959ef639027575e98f6232feec1757cc6d7674537706a98e2f";

#[test]
fn a_verified_file() {
    let folder = folder("verified");
    fs::write(folder.join("kk.cbor"), kings()).unwrap();
    let output = check(&folder, &["kk.cbor"]);
    assert_eq!(status(&output), 0);
    let expected = [
        KINGS_LINE,
        "c kind richman version 1",
        "c game bidding-chess version 1, board 2x2, material KK",
        "c positions 12 in 2 classes",
        "c proved alpha = beta, exactly, at every class",
        "c White wins by force if Black holds less than alpha of the money, Black wins by force if he holds more than beta",
        "c values 3, largest denominator 2",
        "c largest labels 1 for White, 1 for Black",
    ];
    assert_eq!(lines(&output), expected);
    let quiet = check(&folder, &["--quiet", "kk.cbor", "kk.cbor"]);
    assert_eq!((status(&quiet), lines(&quiet)), (0, vec![KINGS_LINE.to_owned(); 2]));
}

#[test]
fn a_rejected_file() {
    let folder = folder("rejected");
    let mut broken = kings();
    *broken.last_mut().unwrap() = 9;
    fs::write(folder.join("bad.cbor"), broken).unwrap();
    fs::write(folder.join("empty.cbor"), b"").unwrap();
    fs::write(folder.join("kk.cbor"), kings()).unwrap();
    let output = check(&folder, &["bad.cbor", "empty.cbor", "kk.cbor"]);
    assert_eq!(status(&output), 1);
    let expected = [
        "s REJECTED bad.cbor",
        "c error richman/choice_range at class 1 (1k/K1): Black: expected a choice below 3, found 9",
        "s REJECTED empty.cbor",
        "c error cbor/end at byte 0: expected 1 more bytes from byte 0 on, found the end of the file",
        KINGS_LINE,
    ];
    assert_eq!(lines(&output)[..5], expected);
}

#[test]
fn unreadable_files_and_wrong_command_lines() {
    let folder = folder("unreadable");
    fs::write(folder.join("kk.cbor"), kings()).unwrap();
    let output = check(&folder, &["none.cbor", ".", "kk.cbor"]);
    assert_eq!(status(&output), 2);
    let lines = lines(&output);
    assert!(lines[0].starts_with("c unreadable none.cbor: ") && lines[1].starts_with("c unreadable .: "), "{lines:?}");
    assert_eq!(lines[2], KINGS_LINE);
    let table: [&[&str]; 5] = [
        &[],
        &["--none", "kk.cbor"],
        &["--memory", "much", "kk.cbor"],
        &["--memory", "99999999999G", "kk.cbor"],
        &["--memory", "é", "kk.cbor"],
    ];
    for arguments in table {
        let output = check(&folder, arguments);
        assert_eq!((status(&output), output.stdout.len()), (2, 0), "{arguments:?}");
    }
}

#[test]
fn cited_files_are_found() {
    let folder = folder("cited");
    for sub in ["same", "alone", "library", "both"] {
        fs::create_dir(folder.join(sub)).unwrap();
    }
    for place in ["same/kqk.cbor", "alone/kqk.cbor"] {
        fs::write(folder.join(place), queen()).unwrap();
    }
    for place in ["same/some-name.cbor", "library/kk.cbor", "library/kk.txt"] {
        fs::write(folder.join(place), kings()).unwrap();
    }
    let table: [(&[&str], i32); 7] = [
        (&["same/kqk.cbor"], 0),
        (&["alone/kqk.cbor"], 1),
        (&["alone/kqk.cbor", "--include", "library"], 0),
        (&["--include", "both", "--include", "library", "alone/kqk.cbor"], 0),
        (&["--include", "nowhere", "alone/kqk.cbor"], 1),
        // Among the files named, whatever their names are and in which order they stand.
        (&["alone/kqk.cbor", "library/kk.txt"], 0),
        (&["library/kk.txt", "alone/kqk.cbor"], 0),
    ];
    for (arguments, expected) in table {
        let output = check(&folder, arguments);
        assert_eq!(status(&output), expected, "{arguments:?} {:?}", lines(&output));
    }
    let missing = lines(&check(&folder, &["alone/kqk.cbor"]));
    assert_eq!(
        missing[1],
        "c error citation/missing at citation 0: no file with the digest 4dff83208030bd959ef639027575e98f6232feec1757cc6d7674537706a98e2f was found"
    );
    let found = lines(&check(&folder, &["same/kqk.cbor"]));
    assert_eq!(
        found.last().unwrap(),
        "c rests on sha256=4dff83208030bd959ef639027575e98f6232feec1757cc6d7674537706a98e2f bidding-chess version 1, board 2x2, material KK"
    );
}

#[test]
fn memory() {
    let folder = folder("memory");
    fs::write(folder.join("kk.cbor"), kings()).unwrap();
    for (size, expected) in [("76", 1), ("1000K", 1), ("500M", 0), ("2G", 0), ("4000000", 0)] {
        let output = check(&folder, &["--memory", size, "kk.cbor"]);
        assert_eq!(status(&output), expected, "{size}");
        assert!(expected == 0 || lines(&output)[1].starts_with("c error resources/memory at byte 0: "), "{size}");
    }
}

#[test]
fn json() {
    let folder = folder("json");
    fs::write(folder.join("kk.cbor"), kings()).unwrap();
    fs::write(folder.join("short.cbor"), &kings()[..40]).unwrap();
    fs::write(folder.join("kqk.cbor"), queen()).unwrap();
    let output = check(&folder, &["--json", "kqk.cbor", "short.cbor", "none.cbor"]);
    assert_eq!(status(&output), 2);
    let objects: Vec<Value> = lines(&output).iter().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(objects.len(), 3);
    assert_eq!(objects[0]["verdict"], "verified");
    assert_eq!(objects[0]["game"]["parameters"]["material"], "KQK");
    assert_eq!(objects[0]["claim"]["figures"]["classes"], 3);
    assert_eq!(objects[0]["citations"][0]["game"]["parameters"]["material"], "KK");
    assert_eq!(objects[1]["verdict"], "rejected");
    assert_eq!(objects[1]["error"]["code"], "cbor/end");
    assert_eq!(objects[1]["error"]["place"]["byte"], 40);
    assert_eq!(objects[2]["verdict"], "unreadable");
}

#[test]
fn places_in_a_budget() {
    let folder = folder("budget");
    fs::write(folder.join("jump.cbor"), bytes(&SCORING.replace("480100", "480200"))).unwrap();
    fs::write(folder.join("twice.cbor"), bytes(TWICE)).unwrap();
    let output = check(&folder, &["jump.cbor", "twice.cbor"]);
    let expected = [
        "s REJECTED jump.cbor",
        "c error scoring/jump_missing at budget 3, heap 2, 0: the outcome is -2, two heaps before 0, and no jump is written",
        "s REJECTED twice.cbor",
        "c error scoring/period at budget 0: the rows repeat with the period 4",
    ];
    assert_eq!((status(&output), lines(&output)), (1, expected.map(str::to_owned).to_vec()));
}

/// Whether a value is as a schema says: the keywords that the schemas of this program use, without `pattern`.
fn fits(schema: &Value, root: &Value, value: &Value) -> Result<(), String> {
    let list = |wanted: &Value| wanted.as_array().cloned().unwrap_or_default();
    let described = |key: &str| schema.get("properties").is_some_and(|properties| properties.get(key).is_some());
    for (keyword, wanted) in schema.as_object().expect("a schema is an object") {
        let good = match keyword.as_str() {
            "$ref" => fits(root.pointer(&wanted.as_str().unwrap()[1..]).expect("what is referred to"), root, value).is_ok(),
            "type" => match wanted.as_str().unwrap() {
                "object" => value.is_object(),
                "array" => value.is_array(),
                "string" => value.is_string(),
                "integer" => value.is_u64(),
                other => panic!("type {other}"),
            },
            "properties" => {
                let described = value.as_object().into_iter().flatten().filter_map(|(key, inner)| Some((wanted.get(key)?, inner)));
                for (property, inner) in described {
                    fits(property, root, inner)?;
                }
                true
            }
            "additionalProperties" => {
                let mut others = value.as_object().into_iter().flatten().filter(|(key, _)| !described(key));
                others.all(|(_, inner)| *wanted != Value::Bool(false) && fits(wanted, root, inner).is_ok())
            }
            "propertyNames" => {
                let names = value.as_object().into_iter().flatten().map(|(name, _)| Value::from(name.as_str()));
                names.into_iter().all(|name| fits(wanted, root, &name).is_ok())
            }
            "minProperties" => value.as_object().is_none_or(|object| object.len() as u64 >= wanted.as_u64().unwrap()),
            "required" => list(wanted).iter().all(|key| value.get(key.as_str().unwrap()).is_some()),
            "items" => list(value).iter().all(|item| fits(wanted, root, item).is_ok()),
            "minItems" => list(value).len() as u64 >= wanted.as_u64().unwrap(),
            "minimum" => value.as_u64() >= wanted.as_u64(),
            "const" => value == wanted,
            "enum" => list(wanted).contains(value),
            "oneOf" => list(wanted).iter().filter(|one| fits(one, root, value).is_ok()).count() == 1,
            "$schema" | "title" | "description" | "$defs" | "pattern" => true,
            other => panic!("keyword {other}"),
        };
        if !good {
            return Err(format!("{value} against {keyword} {wanted}"));
        }
    }
    Ok(())
}

/// A schema of the specification.
fn schema(name: &str) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../spec/json").join(name);
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

#[test]
fn a_stored_game_printed() {
    let folder = folder("print_stored");
    fs::write(folder.join("drawn.cbor"), bytes(DRAWN)).unwrap();
    assert_eq!(status(&check(&folder, &["drawn.cbor"])), 0);
    let output = check(&folder, &["--print-game", "drawn.cbor"]);
    assert_eq!((status(&output), output.stderr.len()), (0, 0));
    let expected = r#"{
  "title": "A draw",
  "left": "Alice",
  "right": "Bob",
  "start": "v",
  "positions": {
    "v": { "left": ["drawn", "won"], "right": ["drawn"] },
    "won": { "winner": "left" },
    "drawn": { "winner": "none" }
  }
}"#;
    assert_eq!(lines(&output), expected.lines().collect::<Vec<_>>());
    // The evidence is not looked at, nor are names allowed to break out of their quotes.
    let text = bytes(DRAWN);
    let at = text.windows(6).position(|window| window == b"A draw").unwrap();
    let odd = [&text[..at], b"A\"raw\\", &text[at + 6..text.len() - 9]].concat();
    fs::write(folder.join("odd.cbor"), odd).unwrap();
    assert_eq!(status(&check(&folder, &["odd.cbor"])), 1);
    let output = check(&folder, &["--print-game", "odd.cbor"]);
    assert_eq!((status(&output), lines(&output)[1].as_str()), (0, r#"  "title": "A\"raw\\","#));
}

#[test]
fn printed_games_are_as_promised() {
    let schema = schema("game.schema.json");
    let folder = folder("print_schema");
    fs::write(folder.join("drawn.cbor"), bytes(DRAWN)).unwrap();
    fs::write(folder.join("kk.cbor"), kings()).unwrap();
    for file in ["drawn.cbor", "kk.cbor"] {
        let output = check(&folder, &["--print-game", file]);
        let game: Value = serde_json::from_slice(&output.stdout).unwrap();
        fits(&schema, &schema, &game).unwrap_or_else(|error| panic!("{file}: {error}"));
        for (place, what) in [("", "more"), ("/positions/drawn", "winner"), ("/positions/v", "left"), ("/positions/2~1Kk", "more")] {
            let mut other = game.clone();
            if let Some(inner) = other.pointer_mut(place) {
                inner[what] = Value::Null;
                assert!(fits(&schema, &schema, &other).is_err(), "{file} {place} {what}");
            }
        }
    }
    let output = check(&folder, &["--print-game", "kk.cbor"]);
    let expected = r#"{
  "title": "bidding-chess version 1, board 2x2, material KK",
  "left": "Left",
  "right": "Right",
  "positions": {
    "2/Kk": { "left": ["1k/K1", "2/Kk", "Left has won"], "right": ["1k/K1", "Right has won", "2/Kk"] },
    "1k/K1": { "left": ["2/Kk", "Left has won", "2/Kk"], "right": ["2/Kk", "Right has won", "2/Kk"] },
    "Left has won": { "winner": "left" },
    "Right has won": { "winner": "right" }
  }
}"#;
    assert_eq!(lines(&output), expected.lines().collect::<Vec<_>>());
}

#[test]
fn games_not_printed() {
    let folder = folder("print_not");
    fs::write(folder.join("kqk.cbor"), queen()).unwrap();
    fs::write(folder.join("text.cbor"), "no certificate").unwrap();
    fs::write(folder.join("points.cbor"), bytes(SCORING)).unwrap();
    let table: [(&[&str], &str); 6] = [
        (&["--print-game", "points.cbor"], "check: points.cbor is about a game whose positions have no numbers, so it cannot be printed\n"),
        (&["--print-game", "kqk.cbor"], "check: kqk.cbor is about a game that cites others, so it cannot be printed alone\n"),
        (&["--print-game", "text.cbor"], "check: text.cbor does not say what game it is about: envelope/magic at byte 0: "),
        (&["--print-game", "none.cbor"], "check: none.cbor cannot be read: "),
        (&["--print-game", "kqk.cbor", "kqk.cbor"], "error: the argument '--print-game <FILE>' cannot be used with '[FILE]...'"),
        (&["--print-game"], "error: a value is required for '--print-game <FILE>'"),
    ];
    for (arguments, expected) in table {
        let output = check(&folder, arguments);
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{arguments:?}");
        assert!(error.starts_with(expected), "{arguments:?}: {error}");
    }
}

#[test]
fn json_is_as_promised() {
    let schema = schema("check.schema.json");
    let folder = folder("schema");
    fs::create_dir(folder.join("alone")).unwrap();
    let changed = |at_end: usize, byte: u8| {
        let mut bytes = kings();
        let at = bytes.len() - at_end;
        bytes[at] = byte;
        bytes
    };
    let of_each: [(&str, Option<Vec<u8>>, &str, &str); 10] = [
        ("kk.cbor", Some(kings()), "verified", "verified"),
        ("kqk.cbor", Some(queen()), "verified", "verified"),
        ("none.cbor", None, "unreadable", "unreadable"),
        ("text.cbor", Some(b"no certificate".to_vec()), "rejected", "byte"),
        ("class.cbor", Some(changed(1, 9)), "rejected", "class"),
        // The value 1/2 in the table becomes 2/2.
        ("value.cbor", Some(changed(17, 2)), "rejected", "value"),
        ("alone/kqk.cbor", Some(queen()), "rejected", "citation"),
        ("points.cbor", Some(bytes(SCORING)), "verified", "verified"),
        // The first jump, at heap 2, is written for heap 3.
        ("jump.cbor", Some(bytes(&SCORING.replace("480100", "480200"))), "rejected", "coins"),
        ("twice.cbor", Some(bytes(TWICE)), "rejected", "budget"),
    ];
    for (name, bytes, _, _) in &of_each {
        if let Some(bytes) = bytes {
            fs::write(folder.join(name), bytes).unwrap();
        }
    }
    for (name, _, verdict, detail) in &of_each {
        // One by one: a certificate cited by a file alone is found among the files named.
        let output = check(&folder, &["--json", name]);
        let [line] = &lines(&output)[..] else { panic!("{name}: {:?}", lines(&output)) };
        let object: Value = serde_json::from_str(line).unwrap();
        fits(&schema, &schema, &object).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!((&object["file"], &object["verdict"]), (&Value::from(*name), &Value::from(*verdict)));
        assert!(*verdict != "rejected" || object["error"]["place"].get(detail).is_some(), "{object}");
        let mut more = object.clone();
        more["more"] = Value::Null;
        assert!(fits(&schema, &schema, &more).is_err(), "{name}");
        let mut less = object;
        less.as_object_mut().unwrap().remove("verdict");
        assert!(fits(&schema, &schema, &less).is_err(), "{name}");
    }
}

#[cfg(unix)]
#[test]
fn odd_names() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let folder = folder("names");
    let names = [OsStr::from_bytes(b"\xff\xfe.cbor"), OsStr::from_bytes(b"a\ns VERIFIED b"), OsStr::from_bytes(b"-")];
    for name in names {
        fs::write(folder.join(name), kings()).unwrap();
    }
    let output = Command::new(env!("CARGO_BIN_EXE_check")).current_dir(&folder).arg("--quiet").arg("--").args(names).output().unwrap();
    assert_eq!((status(&output), lines(&output).len()), (0, 3));
    assert!(lines(&output)[1].starts_with("s VERIFIED a\\ns VERIFIED b sha256="));
}

#[cfg(unix)]
#[test]
fn nobody_listens() {
    let folder = folder("pipe");
    fs::write(folder.join("kk.cbor"), kings()).unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_check"))
        .current_dir(&folder)
        // More output than a pipe holds.
        .args(vec!["kk.cbor"; 1000])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((status(&output), output.stderr), (2, vec![]));
}

#[test]
fn a_proof_of_a_win() {
    let folder = folder("losing");
    fs::write(folder.join("rook.cbor"), bytes(LOSING)).unwrap();
    let output = check(&folder, &["rook.cbor"]);
    assert_eq!(status(&output), 0);
    let expected = [
        "c kind losing version 1",
        "c game losing-chess version 1, stalemate joint",
        "c White wins by force from 8/8/8/8/8/k7/8/1R6 w - - under the rule set joint",
        "c in at most 2 moves of both sides (plies), proved by 3 distinct positions",
        "c under a 50-move rule too: at most 1 moves in a row without a capture or pawn move",
    ];
    assert_eq!(lines(&output)[1..], expected);
    // A position too few is claimed, and the first move is missing.
    let mut few = bytes(LOSING);
    let at = few.len() - 7;
    few[at] = 2;
    fs::write(folder.join("few.cbor"), few).unwrap();
    let short = bytes(&LOSING.replace("814170", "8140"));
    fs::write(folder.join("short.cbor"), short).unwrap();
    let output = check(&folder, &["few.cbor", "short.cbor"]);
    assert_eq!(status(&output), 1);
    assert_eq!(lines(&output)[1], "c error losing/positions at line b1b2 a3b2: 2 positions are claimed, there are more");
    let short = "c error losing/short at line: the stream ends before the move in 8/8/8/8/8/k7/8/1R6 w - - is read";
    assert_eq!(lines(&output)[3], short);
    let objects: Vec<Value> =
        lines(&check(&folder, &["--json", "few.cbor", "short.cbor"])).iter().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(objects[0]["error"]["place"], serde_json::json!({ "line": "b1b2 a3b2" }));
    assert_eq!(objects[1]["error"]["place"], serde_json::json!({ "line": "" }));
    let output = check(&folder, &["--print-game", "rook.cbor"]);
    assert_eq!(status(&output), 2);
    let why = "check: rook.cbor is about a game whose positions have no numbers, so it cannot be printed\n";
    assert_eq!(String::from_utf8(output.stderr).unwrap(), why);
}
