//! Tests the option `--expect` and manifests (lists of claims to be proved).

use crate::support::*;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

/// Returns the object that `--json` prints about a file.
fn object(folder: &Path, file: &str) -> Value {
    let run = check(folder, &["--json", file]);
    assert_eq!(run.status, 0, "{}", run.output);
    run.objects().remove(0)
}

/// Returns a copy of the object in which the field at `pointer` has a new value. If the new value is `null`, the field
/// is removed.
fn with(object: &Value, pointer: &str, value: Value) -> Value {
    let mut changed = object.clone();
    let (parent, name) = pointer.rsplit_once('/').unwrap();
    let parent = changed.pointer_mut(parent).unwrap();
    match (parent, value) {
        (Value::Object(fields), Value::Null) => drop(fields.remove(name).unwrap()),
        (parent, value) => parent[name] = value,
    }
    changed
}

#[test]
fn claims_that_are_proved_or_not() {
    let files = [("kk.cbor", kings()), ("kqk.cbor", queen()), ("drawn.cbor", drawn()), ("bad.cbor", broken())];
    let folder = folder("expected", &files);
    let (kk, kqk, drawn) = (object(&folder, "kk.cbor"), object(&folder, "kqk.cbor"), object(&folder, "drawn.cbor"));
    let bare = json!({ "kind": kk["kind"], "game": kk["game"], "claim": kk["claim"] });
    let lines = |objects: &[&Value]| objects.iter().map(|object| format!("{object}\n")).collect::<String>();
    let other_digest = gamecert_checker::hex(&gamecert_checker::digest(b"another file"));
    let not_kings = "c not proved: entry 1: richman for \"bidding-chess version 1, board 2x2, material KK\"";
    let not_queen = "c not proved: entry 2: richman for \"bidding-chess version 1, board 2x2, material KQK\"";
    // Columns: the title, the manifest, the files to verify, and the start of each expected output line.
    let table: [(&str, String, &[&str], &[&str]); 16] = [
        ("the same file", lines(&[&kk]), &["kk.cbor"], &[]),
        ("both", lines(&[&kk, &kqk]), &["kqk.cbor", "kk.cbor"], &[]),
        ("both, in an array", json!([kk, kqk]).to_string(), &["kk.cbor", "kqk.cbor"], &[]),
        ("an array in lines", format!("[\n{kk},\n{kqk}]\n"), &["kk.cbor", "kqk.cbor"], &[]),
        ("empty lines", format!("\n{kk}\n\n"), &["kk.cbor"], &[]),
        ("the claim alone", bare.to_string(), &["kk.cbor"], &[]),
        ("the same twice", lines(&[&bare, &kk]), &["kk.cbor"], &[]),
        ("a claim less than is proved", lines(&[&kk]), &["kk.cbor", "kqk.cbor", "drawn.cbor"], &[]),
        ("colons and quotation marks in texts", with(&kk, "/file", json!("\\\":{\"a\":1,\\")).to_string(), &["kk.cbor"], &[]),
        ("a stored game by other names", with(&drawn, "/game/names", json!([])).to_string(), &["drawn.cbor"], &[]),
        // A cited certificate is verified too, but its claim does not count, because its file is not named in this run.
        ("a cited claim", lines(&[&kk, &kqk]), &["kqk.cbor"], &[not_kings]),
        ("another file's claim", lines(&[&kk, &kqk]), &["kk.cbor"], &[not_queen]),
        ("another digest", with(&bare, "/sha256", json!(other_digest)).to_string(), &["kk.cbor"], &[not_kings]),
        ("another number", with(&bare, "/claim/classes", json!(3)).to_string(), &["kk.cbor"], &[not_kings]),
        ("the other claim", with(&bare, "/claim", kqk["claim"].clone()).to_string(), &["kk.cbor", "kqk.cbor"], &[not_kings]),
        ("a file that is rejected", lines(&[&kk]), &["bad.cbor"], &["s REJECTED bad.cbor", "c error ", not_kings]),
    ];
    for (title, manifest, files, expected) in table {
        fs::write(folder.join("manifest"), manifest).unwrap();
        let run = check(&folder, &[&["--errors", "--expect", "manifest"], files].concat());
        let lines = run.lines();
        assert_eq!((run.status, lines.len()), (i32::from(!expected.is_empty()), expected.len()), "{title}: {run:?}");
        assert!(lines.iter().zip(expected).all(|(line, expected)| line.starts_with(expected)), "{title}: {lines:?}");
    }
}

#[test]
fn other_statuses_and_forms() {
    let folder = folder("expected_status", &[("kk.cbor", kings()), ("kqk.cbor", queen()), ("later.cbor", later())]);
    let (kk, kqk) = (object(&folder, "kk.cbor"), object(&folder, "kqk.cbor"));
    fs::write(folder.join("one"), kk.to_string()).unwrap();
    fs::write(folder.join("two"), format!("{kk}\n{kqk}")).unwrap();
    let table: [(&[&str], i32); 5] = [
        (&["one", "kk.cbor"], 0),
        (&["one", "kk.cbor", "later.cbor"], 3),
        (&["one", "kk.cbor", "none.cbor"], 2),
        (&["two", "kk.cbor", "later.cbor"], 1),
        (&["two", "kk.cbor", "none.cbor"], 2),
    ];
    for (arguments, status) in table {
        assert_eq!(check(&folder, &[&["--expect"], arguments].concat()).status, status, "{arguments:?}");
    }
    let run = check(&folder, &["--json", "--errors", "--expect", "two", "kk.cbor"]);
    let expected = json!({ "expected": 2, "verdict": "not proved", "kind": kqk["kind"], "game": kqk["game"], "claim": kqk["claim"] });
    assert_eq!((run.status, run.objects()), (1, vec![expected]));
    let run = check(&folder, &["--quiet", "--expect", "two", "kk.cbor"]);
    let answer = "check: not proved: entry 2: richman for \"bidding-chess version 1, board 2x2, material KQK\"\n";
    assert_eq!((run.status, run.verdicts(), run.error.as_str()), (1, vec!["s VERIFIED kk.cbor"], answer));
}

#[test]
fn a_batch_answers_for_its_entries() {
    let batch = fs::read(project("certs/unwinnable/named.cbor")).unwrap();
    let folder = folder("expected_batch", &[("batch.cbor", batch), ("kk.cbor", kings())]);
    let whole = object(&folder, "batch.cbor");
    let entry = |number: usize| {
        let entry = &whole["claim"]["entries"][number];
        json!({ "kind": entry["kind"], "game": whole["game"], "claim": entry["claim"] })
    };
    let kind = |entry: &Value| entry["kind"]["name"].as_str().unwrap().to_owned();
    let entries: Vec<Value> = (0..whole["claim"]["entries"].as_array().unwrap().len()).map(entry).collect();
    let one = entries.iter().find(|entry| kind(entry) == "helpmate").unwrap();
    let plies = one["claim"]["plies"].as_u64().unwrap();
    let not_proved = format!("c not proved: entry 1: {} for \"chess version 1\"", kind(one));
    let line = |objects: &[Value]| objects.iter().map(Value::to_string).collect::<Vec<_>>().join("\n");
    let digest = whole["sha256"].clone();
    let table: [(&str, String, Option<&str>); 5] = [
        ("each entry", line(&entries), None),
        ("the batch and each entry", format!("{}\n{whole}", line(&entries)), None),
        ("an entry in that file", with(one, "/sha256", digest.clone()).to_string(), None),
        ("fewer moves", with(one, "/claim/plies", json!(plies - 1)).to_string(), Some(&not_proved)),
        ("an entry of another file", with(one, "/sha256", json!("0".repeat(64))).to_string(), Some(&not_proved)),
    ];
    for (title, manifest, expected) in table {
        fs::write(folder.join("manifest"), manifest).unwrap();
        let run = check(&folder, &["--errors", "--expect", "manifest", "batch.cbor"]);
        assert_eq!((run.status, run.lines()), (i32::from(expected.is_some()), expected.into_iter().collect()), "{title}");
    }
}

/// A certificate with looser bounds does not prove the claim in a manifest.
#[test]
fn bounds_that_are_looser_prove_something_else() {
    let corpus = project("tests/corpus/accept/bracket").canonicalize().unwrap();
    let folder = folder("expected_bounds", &[]);
    let tight = fs::read(corpus.join("3x2-kk.cbor")).unwrap();
    fs::write(folder.join("tight.cbor"), &tight).unwrap();
    fs::write(folder.join("manifest"), object(&folder, "tight.cbor").to_string()).unwrap();
    // For one class at a time, lowers the lower bound of alpha by one unit and increases the width of the bounds by
    // one. The records of the classes are at the end of the file.
    let mut met = Vec::new();
    for class in 1..=8 {
        let (mut looser, at) = (tight.clone(), tight.len() - 4 * class);
        let [value, width] = [looser[at], looser[at + 1]];
        (looser[at], looser[at + 1]) = (value - 1, width + 1);
        fs::write(folder.join("looser.cbor"), looser).unwrap();
        let run = check(&folder, &["--expect", "manifest", "looser.cbor"]);
        met.push((run.verdicts().join(","), run.status));
    }
    assert!(met.iter().any(|(verdict, status)| verdict.starts_with("s VERIFIED") && *status == 1), "{met:?}");
    assert!(met.iter().all(|(_, status)| *status == 1), "{met:?}");
    assert_eq!(check(&folder, &["--expect", "manifest", "tight.cbor"]).status, 0);
}

#[test]
fn manifests_that_mean_nothing() {
    let folder = folder("manifests", &[("kk.cbor", kings()), ("drawn.cbor", drawn())]);
    let kk = object(&folder, "kk.cbor");
    let drawn = object(&folder, "drawn.cbor");
    let changed = |pointer: &str, value: Value| with(&kk, pointer, value).to_string();
    let of_kind = |kind: &str, claim: Value| with(&with(&kk, "/kind/name", json!(kind)), "/claim", claim).to_string();
    let batch = |entries: Value| of_kind("batch", json!({ "entries": entries }));
    let chips = |other: Value| {
        let mut claim = json!({ "player": "left", "tie_break": "advantage", "chips": { "first": 0, "last": 4 }, "classes": 2 });
        claim.as_object_mut().unwrap().extend(other.as_object().unwrap().clone());
        of_kind("chips", claim)
    };
    let subtraction = |set: &str| {
        let claim = json!({ "first": 0, "last": 0, "periods": [2], "onsets": [0] });
        let game = json!({ "rules": "subtraction", "version": 1, "parameters": { "set": set } });
        with(&of_kind("scoring", claim).parse().unwrap(), "/game", game).to_string()
    };
    let table: Vec<(&str, String, &str)> = vec![
        ("nothing", String::new(), "it has no entries"),
        ("empty lines", "\n \n".to_owned(), "it has no entries"),
        ("an empty array", "[]".to_owned(), "it has no entries"),
        (
            "bounds without their digest",
            of_kind(
                "bracket",
                json!({ "bits": 7, "classes": 2, "classes_that_differ": 0, "widest_alpha": "1/128", "widest_beta": "1/128" }),
            ),
            "entry 1: claim: bounds is missing; make the entry anew from the certificate: check --json FILE",
        ),
        ("no JSON", "claims".to_owned(), "no JSON: expected value at line 1 column 1"),
        ("a line cut off", kk.to_string()[..50].to_owned(), "no JSON: EOF while parsing"),
        ("an array cut off", format!("[{kk},"), "no JSON: EOF while parsing"),
        ("something after the array", format!("[{kk}] {kk}"), "entry 1: the entry: expected an object"),
        ("an array after an entry", format!("{kk}\n[{kk}]"), "entry 2: the entry: expected an object"),
        ("a number", "1".to_owned(), "entry 1: the entry: expected an object"),
        ("nothing in an array", "[null]".to_owned(), "entry 1: the entry: expected an object"),
        ("the second of two", format!("{kk}\n{}", json!({})), "entry 2: the entry: kind is missing"),
        ("a claim twice", kk.to_string().replacen('{', "{\"claim\":{\"classes\":7},", 1), "an object has a name twice"),
        (
            "a number of the claim twice",
            kk.to_string().replace("\"functions\":1", "\"functions\":2,\"functions\":1"),
            "an object has a name twice",
        ),
        (
            "a name twice in what does not count",
            changed("/size", json!({})).replace("\"size\":{}", "\"size\":{\"a\":1,\"a\":1}"),
            "an object has a name twice",
        ),
        ("no kind", changed("/kind", Value::Null), "entry 1: the entry: kind is missing"),
        ("no game", changed("/game", Value::Null), "entry 1: the entry: game is missing"),
        ("no claim", changed("/claim", Value::Null), "entry 1: the entry: claim is missing"),
        ("an unknown field", changed("/clam", json!({})), "entry 1: the entry: unknown field \"clam\""),
        ("a field with a strange name", changed("/a\n\u{202e}", json!(1)), "entry 1: the entry: unknown field \"a\\n\\u{202e}\""),
        ("a kind as a text", changed("/kind", json!("richman")), "entry 1: kind: expected an object"),
        ("a kind without a version", changed("/kind/version", Value::Null), "entry 1: kind: version is missing"),
        ("a kind with more", changed("/kind/family", json!("bidding")), "entry 1: kind: unknown field \"family\""),
        ("a version as a text", changed("/kind/version", json!("1")), "entry 1: version: expected an integer"),
        ("a version as a fraction", changed("/kind/version", json!(1.0)), "entry 1: version: expected an integer"),
        (
            "an unknown kind",
            changed("/kind/name", json!("poorman")),
            "entry 1: this checker does not know the kind \"poorman\" of that version",
        ),
        (
            "an unknown version",
            changed("/kind/version", json!(3)),
            "entry 1: this checker does not know the kind \"richman\" of that version",
        ),
        (
            "a negative version",
            changed("/kind/version", json!(-1)),
            "entry 1: this checker does not know the kind \"richman\" of that version",
        ),
        ("no rules", changed("/game/rules", Value::Null), "entry 1: game: rules is missing"),
        ("unknown rules", changed("/game/rules", json!("go")), "entry 1: this checker does not know the rules \"go\" of that version"),
        (
            "unknown rules of a name",
            changed("/game/version", json!(7)),
            "entry 1: this checker does not know the rules \"bidding-chess\" of that version",
        ),
        ("no parameters", changed("/game/parameters", Value::Null), "entry 1: game: parameters is missing"),
        ("a list of parameters", changed("/game/parameters", json!(["2x2"])), "entry 1: parameters: expected an object"),
        ("a parameter too few", changed("/game/parameters/board", Value::Null), "entry 1: parameters: board is missing"),
        ("a parameter misspelled", changed("/game/parameters/bord", json!("2x2")), "entry 1: parameters: unknown field \"bord\""),
        ("a parameter as a number", changed("/game/parameters/board", json!(2)), "entry 1: board: expected a text"),
        ("a game with more", changed("/game/start", json!(0)), "entry 1: game: unknown field \"start\""),
        ("a claim that is a list", changed("/claim", json!([])), "entry 1: claim: expected an object"),
        ("a field of the claim misspelled", changed("/claim/clases", json!(2)), "entry 1: claim: unknown field \"clases\""),
        ("a field of the claim missing", changed("/claim/classes", Value::Null), "entry 1: claim: classes is missing"),
        ("a number of the claim as a text", changed("/claim/classes", json!("2")), "entry 1: classes: expected an integer"),
        (
            "a field deep in a claim",
            with(&drawn, "/claim/start/gamma", json!("1/2")).to_string(),
            "entry 1: start: unknown field \"gamma\"",
        ),
        ("a fraction as a number", with(&drawn, "/claim/start/beta", json!(1)).to_string(), "entry 1: beta: expected a text"),
        (
            "a board that counterfeits a line",
            changed("/game/parameters/board", json!("\n\u{202e}s VERIFIED")),
            "entry 1: board: expected a text of the form ^([2-9]|1[0-6])x([2-9]|1[0-6])$, found \"\\n\\u{202e}s VERIFIED\"\n",
        ),
        // No claim can match these manifest entries.
        ("a board with a leading zero", changed("/game/parameters/board", json!("02x2")), "entry 1: board: expected a text of the form"),
        ("a board of one file", changed("/game/parameters/board", json!("1x2")), "entry 1: board: expected a text of the form"),
        ("a board with a space", changed("/game/parameters/board", json!("2x2 ")), "entry 1: board: expected a text of the form"),
        ("pieces in no order", changed("/game/parameters/material", json!("KPQK")), "entry 1: material: expected a text of the form"),
        ("no classes", changed("/claim/classes", json!(0)), "entry 1: classes: expected at least 1, found 0"),
        ("a negative number of chips", chips(json!({ "chips": { "onset": -1 } })), "entry 1: chips: expected one of several forms"),
        (
            "more bits than there are",
            of_kind(
                "bracket",
                json!({ "bits": 121, "bounds": "0".repeat(64), "classes": 2, "classes_that_differ": 0, "widest_alpha": "0/1", "widest_beta": "0/1" }),
            ),
            "entry 1: bits: expected at most 120, found 121",
        ),
        (
            "half a digest of bounds",
            of_kind(
                "bracket",
                json!({ "bits": 7, "bounds": "00", "classes": 2, "classes_that_differ": 0, "widest_alpha": "0/1", "widest_beta": "0/1" }),
            ),
            "entry 1: bounds: expected a text of the form ^[0-9a-f]{64}$, found \"00\"",
        ),
        (
            "a fraction with a leading zero",
            with(&drawn, "/claim/start/alpha", json!("01/2")).to_string(),
            "entry 1: alpha: expected a text of the form",
        ),
        (
            "a fraction with a sign",
            with(&drawn, "/claim/start/alpha", json!("-0/1")).to_string(),
            "entry 1: alpha: expected a text of the form",
        ),
        (
            "a fraction that is not reduced",
            with(&drawn, "/claim/start/alpha", json!("2/4")).to_string(),
            "entry 1: alpha: expected \"1/2\", as claims write it, found \"2/4\"\n",
        ),
        (
            "no money of 3",
            with(&drawn, "/claim/start/beta", json!("0/3")).to_string(),
            "entry 1: beta: expected \"0/1\", as claims write it",
        ),
        (
            "more than all money",
            with(&drawn, "/claim/start/beta", json!("3/2")).to_string(),
            "entry 1: beta: expected a fraction from 0 to 1, found \"3/2\"\n",
        ),
        (
            "a width that is not reduced",
            of_kind(
                "bracket",
                json!({ "bits": 7, "bounds": "0".repeat(64), "classes": 2, "classes_that_differ": 0, "widest_alpha": "2/128", "widest_beta": "0/1" }),
            ),
            "entry 1: widest_alpha: expected \"1/64\", as claims write it, found \"2/128\"\n",
        ),
        (
            "the weaker side first",
            changed("/game/parameters/material", json!("KKQ")),
            "entry 1: material: expected \"KQK\", as claims write it, found \"KKQ\"\n",
        ),
        (
            "more pieces than there may be",
            changed("/game/parameters/material", json!("KQRBNKP")),
            "entry 1: material: expected at most 6 pieces, found \"KQRBNKP\"\n",
        ),
        ("a set that descends", subtraction("{3, 1}"), "entry 1: set: expected \"{1, 3}\", as claims write it, found \"{3, 1}\"\n"),
        ("a set with a number twice", subtraction("{2, 2}"), "entry 1: set: expected \"{2}\", as claims write it, found \"{2, 2}\"\n"),
        (
            "a set of large numbers",
            subtraction("{256}"),
            "entry 1: set: expected a set of at most 16 numbers from 1 to 255, found \"{256}\"\n",
        ),
        ("a field of evidence in the claim", changed("/claim/values", json!(3)), "entry 1: claim: unknown field \"values\""),
        ("a player who is none", chips(json!({ "player": "green" })), "entry 1: player: expected one of [\"left\",\"right\"]"),
        (
            "a range of no form",
            chips(json!({ "chips": { "first": 1 } })),
            "entry 1: chips: expected one of several forms, and it has none of",
        ),
        ("entries that are no list", batch(json!({})), "entry 1: entries: expected an array"),
        (
            "an entry of another kind",
            batch(json!([{ "kind": kk["kind"], "claim": kk["claim"] }])),
            "entry 1: entries: expected one of several",
        ),
        ("a digest as a number", changed("/sha256", json!(7)), "entry 1: sha256: expected a text"),
        ("half a digest", changed("/sha256", json!("4dff")), "entry 1: sha256: expected a text of the form ^[0-9a-f]{64}$, found \""),
        (
            "a digest in capitals",
            changed("/sha256", json!("A".repeat(64))),
            "entry 1: sha256: expected a text of the form ^[0-9a-f]{64}$, found \"",
        ),
        ("a file that was rejected", changed("/verdict", json!("rejected")), "entry 1: verdict: expected \"verified\""),
        ("a verdict that is none", changed("/verdict", json!(true)), "entry 1: verdict: expected \"verified\""),
        (
            "a claim that was not proved",
            json!({ "expected": 1, "verdict": "not proved", "kind": kk["kind"], "game": kk["game"], "claim": kk["claim"] }).to_string(),
            "entry 1: the entry: unknown field \"expected\"",
        ),
        ("too deep", "[".repeat(1000), "no JSON: recursion limit exceeded"),
    ];
    for (title, manifest, cause) in table {
        fs::write(folder.join("a manifest"), manifest).unwrap();
        let run = check(&folder, &["--expect", "a manifest", "kk.cbor"]);
        assert_eq!((run.status, run.output.as_str()), (2, ""), "{title}");
        assert!(run.error.starts_with(&format!("check: the manifest \"a manifest\": {cause}")), "{title}: {}", run.error);
    }
    fs::write(folder.join("latin"), b"\"\xe9\"").unwrap();
    let wide = |order: fn(u16) -> [u8; 2]| format!("\u{feff}{kk}").encode_utf16().flat_map(order).collect::<Vec<u8>>();
    fs::write(folder.join("little"), wide(u16::to_le_bytes)).unwrap();
    fs::write(folder.join("big"), wide(u16::to_be_bytes)).unwrap();
    fs::write(folder.join("unmarked"), &wide(u16::to_le_bytes)[2..]).unwrap();
    for (file, cause) in [
        ("latin", "it is no text in UTF-8, from byte 1 on"),
        ("little", "it is a text in UTF-16; expected UTF-8"),
        ("big", "it is a text in UTF-16; expected UTF-8"),
        ("unmarked", "it has a character U+0000, which no text has; is it in UTF-16?"),
        ("none", ""),
        (".", ""),
    ] {
        let run = check(&folder, &["--expect", file, "kk.cbor"]);
        let error = format!("check: the manifest {file}: cannot be read: {cause}");
        assert!(run.status == 2 && run.output.is_empty() && run.error.starts_with(&error), "{file}: {run:?}");
        let run = check(&folder, &["--files-from", file, "kk.cbor"]);
        let error = format!("check: the list {file} cannot be read: {cause}");
        assert!(run.status == 2 && run.output.is_empty() && run.error.starts_with(&error), "{file}: {run:?}");
    }
}

/// The program can read a manifest from standard input, and a manifest can begin with a byte-order mark.
#[test]
fn manifests_from_elsewhere() {
    let folder = folder("manifest_input", &[("kk.cbor", kings()), ("kqk.cbor", queen()), ("-", b"no manifest".to_vec())]);
    let manifest = object(&folder, "kk.cbor").to_string();
    let table: [(&[&str], i32); 4] = [
        (&["--expect", "-", "kk.cbor"], 0),
        (&["--expect", "-", "--errors", "kqk.cbor"], 1),
        (&["--expect", "./-", "kk.cbor"], 2),
        (&["--expect", "-", "kk.cbor", "-"], 2),
    ];
    for (arguments, status) in table {
        for text in [manifest.clone(), format!("\u{feff}{manifest}")] {
            let run = check_with(&folder, arguments, text.as_bytes());
            assert_eq!(run.status, status, "{arguments:?}: {run:?}");
        }
    }
    let run = check_with(&folder, &["--expect", "-", "--files-from", "-"], b"");
    assert_eq!((run.status, run.error.as_str()), (2, "check: standard input (-) can be read once\n"));
    let run = check(&folder, &["--expect", "-", "kk.cbor"]);
    assert_eq!((run.status, run.error.as_str()), (2, "check: the manifest -: it has no entries\n"));
}
