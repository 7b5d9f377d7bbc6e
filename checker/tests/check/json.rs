//! Tests that the lines of `--json` match their schemas, for every verdict and all certificates of the project.

use crate::support::*;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// A JSON schema, and the folder of the file that contains the schema.
#[derive(Clone)]
pub struct Schema {
    folder: PathBuf,
    root: Value,
}

impl Schema {
    /// Reads the schema in a file.
    pub fn read(path: &Path) -> Self {
        let root = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
        Self { folder: path.parent().unwrap().to_path_buf(), root }
    }

    /// Checks that a value matches the schema.
    pub fn fits(&self, value: &Value) -> Result<(), String> {
        self.part_fits(&self.root, value)
    }

    /// Resolves a reference in a schema. Returns the schema that contains the referenced part, and the part itself.
    fn referred(&self, reference: &str) -> (Self, Value) {
        let (file, pointer) = reference.split_once('#').unwrap_or((reference, ""));
        let schema = if file.is_empty() { self.clone() } else { Self::read(&self.folder.join(file)) };
        let part = schema.root.pointer(pointer).unwrap_or_else(|| panic!("no {reference}")).clone();
        (schema, part)
    }

    /// Checks that a value matches a part of the schema. Supports the keywords that the schemas of this program use,
    /// but ignores `pattern`.
    fn part_fits(&self, schema: &Value, value: &Value) -> Result<(), String> {
        let list = |expected: &Value| expected.as_array().cloned().unwrap_or_default();
        let object = || value.as_object().into_iter().flatten();
        let described = |key: &str| schema.get("properties").is_some_and(|properties| properties.get(key).is_some());
        for (keyword, expected) in schema.as_object().expect("a schema is an object") {
            let good = match keyword.as_str() {
                "$ref" => {
                    let (schema, part) = self.referred(expected.as_str().unwrap());
                    schema.part_fits(&part, value)?;
                    true
                }
                "type" => match expected.as_str().unwrap() {
                    "object" => value.is_object(),
                    "array" => value.is_array(),
                    "string" => value.is_string(),
                    "integer" => value.is_u64() || value.is_i64(),
                    other => panic!("type {other}"),
                },
                "properties" => {
                    let described = object().filter_map(|(key, inner)| Some((expected.get(key)?, inner)));
                    described.map(|(part, inner)| self.part_fits(part, inner)).collect::<Result<Vec<()>, _>>()?;
                    true
                }
                "additionalProperties" => {
                    let mut others = object().filter(|(key, _)| !described(key));
                    others.all(|(_, inner)| *expected != Value::Bool(false) && self.part_fits(expected, inner).is_ok())
                }
                "propertyNames" => object().all(|(name, _)| self.part_fits(expected, &Value::from(name.as_str())).is_ok()),
                "minProperties" => value.as_object().is_none_or(|object| object.len() as u64 >= expected.as_u64().unwrap()),
                "required" => list(expected).iter().all(|key| value.get(key.as_str().unwrap()).is_some()),
                "items" => {
                    list(value).iter().try_for_each(|item| self.part_fits(expected, item))?;
                    true
                }
                "minItems" => list(value).len() as u64 >= expected.as_u64().unwrap(),
                "maxItems" => list(value).len() as u64 <= expected.as_u64().unwrap(),
                "minimum" => value.as_i64() >= expected.as_i64(),
                "maximum" => value.as_i64() <= expected.as_i64(),
                "const" => value == expected,
                "enum" => list(expected).contains(value),
                "oneOf" => list(expected).iter().filter(|one| self.part_fits(one, value).is_ok()).count() == 1,
                "$schema" | "title" | "description" | "$defs" | "pattern" => true,
                other => panic!("keyword {other}"),
            };
            if !good {
                return Err(format!("{value} against {keyword} {expected}"));
            }
        }
        Ok(())
    }
}

fn line_schema() -> Schema {
    Schema::read(&project("spec/json/check.schema.json"))
}

#[test]
fn each_verdict_is_as_promised() {
    let schema = line_schema();
    let changed = |at_end: usize, byte: u8| {
        let mut bytes = kings();
        let at = bytes.len() - at_end;
        bytes[at] = byte;
        bytes
    };
    // Columns: the file, its contents, the verdict, and a field that the place in the error must have.
    let table: [(&str, Option<Vec<u8>>, &str, &str); 14] = [
        ("kk.cbor", Some(kings()), "verified", ""),
        ("kqk.cbor", Some(queen()), "verified", ""),
        ("drawn.cbor", Some(drawn()), "verified", ""),
        ("points.cbor", Some(scoring()), "verified", ""),
        ("rook.cbor", Some(losing()), "verified", ""),
        ("none.cbor", None, "unreadable", ""),
        ("text.cbor", Some(b"no certificate".to_vec()), "rejected", "byte"),
        ("class.cbor", Some(changed(1, 9)), "rejected", "class"),
        // The value 1/2 in the table becomes 2/2.
        ("value.cbor", Some(changed(17, 2)), "rejected", "value"),
        ("jump.cbor", Some(jump()), "rejected", "coins"),
        ("short.cbor", Some(short()), "rejected", "line"),
        ("later.cbor", Some(later()), "undecided", "byte"),
        ("alone/kqk.cbor", Some(queen()), "undecided", "citation"),
        ("odd \n\u{202e} name.cbor", Some(broken()), "rejected", "position"),
    ];
    let files: Vec<_> = table.iter().filter_map(|(name, bytes, _, _)| Some((*name, bytes.clone()?))).collect();
    let folder = folder("each_verdict", &files);
    for (name, _, verdict, detail) in &table {
        // Each file is checked in a separate run, because a certificate cited by one file could otherwise be found
        // among the other files.
        let run = check(&folder, &["--json", name]);
        let [object] = &run.objects()[..] else { panic!("{name}: {run:?}") };
        schema.fits(object).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!((&object["file"], &object["verdict"]), (&json!(name), &json!(verdict)));
        assert!(detail.is_empty() || object["error"]["place"].get(detail).is_some(), "{object}");
        let mut more = object.clone();
        more["more"] = Value::Null;
        assert!(schema.fits(&more).is_err(), "{name}");
        for field in object.as_object().unwrap().keys() {
            let mut less = object.clone();
            less.as_object_mut().unwrap().remove(field);
            assert!(schema.fits(&less).is_err(), "{name} without {field}");
        }
    }
}

#[test]
fn what_a_verified_file_proves() {
    let folder = folder("json", &[("kqk.cbor", queen()), ("drawn.cbor", drawn()), ("kk.cbor", kings())]);
    let objects = check(&folder, &["--json", "kqk.cbor", "drawn.cbor"]).objects();
    let hex = |bytes: &[u8]| gamecert_checker::hex(&gamecert_checker::digest(bytes));
    let cited = json!([{ "sha256": hex(&kings()), "game": { "rules": "bidding-chess", "version": 1, "parameters": { "board": "2x2", "material": "KK" } } }]);
    assert_eq!(
        (&objects[0]["citations"], &objects[0]["sha256"], &objects[0]["size"]),
        (&cited, &json!(hex(&queen())), &json!(queen().len()))
    );
    assert_eq!(objects[0]["claim"], json!({ "classes": 3, "functions": 1 }));
    let game = [("the game", "A draw"), ("Left", "Alice"), ("Right", "Bob")].map(|(what, name)| json!({ "what": what, "name": name }));
    assert_eq!((&objects[1]["game"]["names"], &objects[1]["citations"]), (&json!(game), &json!([])));
    assert_eq!(objects[1]["names"], json!([{ "what": "the position in which play begins", "name": "v" }]));
    assert_eq!(objects[1]["claim"]["start"], json!({ "position": "\"v\"", "alpha": "1/2", "beta": "1/1" }));
    let statements: Vec<String> =
        objects[1]["statements"].as_array().unwrap().iter().map(|text| format!("c {}", text.as_str().unwrap())).collect();
    let run = check(&folder, &["drawn.cbor"]);
    let lines = run.lines();
    assert_eq!(
        (lines[1], &lines[3..2 + statements.len()]),
        (statements[0].as_str(), &statements[1..].iter().map(String::as_str).collect::<Vec<_>>()[..])
    );
}

#[test]
fn all_certificates_of_the_project() {
    let schema = line_schema();
    let folder = folder("project", &[]);
    let certificates = project("certs");
    let run = check(&certificates, &["--json", "--threads", "2", "."]);
    let objects = run.objects();
    assert_eq!(run.status, 0, "{}", check(&certificates, &["--errors", "."]).output);
    for object in &objects {
        schema.fits(object).unwrap_or_else(|error| panic!("{}: {error}", object["file"]));
    }
    let kinds: BTreeSet<&str> = objects.iter().map(|object| object["kind"]["name"].as_str().unwrap()).collect();
    assert_eq!(kinds.into_iter().collect::<Vec<_>>(), ["batch", "chips", "losing", "richman", "safe", "scoring", "strategy"]);
    // The output is also a manifest. Another run proves one claim of this manifest.
    fs::write(folder.join("all.jsonl"), &run.output).unwrap();
    let kings = certificates.canonicalize().unwrap().join("kk.cbor");
    let run = check(&folder, &["--json", "--errors", "--expect", "all.jsonl", kings.to_str().unwrap()]);
    let unmet = run.objects();
    assert_eq!((run.status, unmet.len()), (1, objects.len() - 1));
    unmet.iter().for_each(|object| schema.fits(object).unwrap_or_else(|error| panic!("{error}")));
}

/// For each file of the corpus, the output line matches the schema and has the verdict that the table `corpus.tsv`
/// lists.
#[test]
fn the_whole_corpus() {
    let (schema, corpus) = (line_schema(), project("tests/corpus"));
    let table = fs::read_to_string(corpus.join("corpus.tsv")).unwrap();
    let rows: Vec<Vec<&str>> = table.lines().skip(1).map(|line| line.split('\t').collect()).collect();
    let all = check(&corpus, &["--json", "--threads", "2", "accept", "reject", "undecided"]).objects();
    assert_eq!(all.len(), rows.len());
    let by_path: BTreeMap<&str, &Value> = all.iter().map(|object| (object["file"].as_str().unwrap(), object)).collect();
    for row in rows {
        let [path, verdict, code, _, options, _] = row[..] else { panic!("{row:?}") };
        // If the table lists options for a file, the file is checked in a separate run with these options.
        let limited =
            || check(&corpus, &["--json"].into_iter().chain(options.split(' ')).chain([path]).collect::<Vec<_>>()).objects().remove(0);
        let object = if options == "-" { by_path[path].clone() } else { limited() };
        schema.fits(&object).unwrap_or_else(|error| panic!("{path}: {error}"));
        assert_eq!((&object["verdict"], object["error"]["code"].as_str().unwrap_or("-")), (&json!(verdict), code), "{path}");
    }
    for object in &all {
        schema.fits(object).unwrap_or_else(|error| panic!("{}: {error}", object["file"]));
    }
}

/// For each version of a kind, the program prints a JSON object about a file. This object can be used as a manifest,
/// and the same file proves the claim in the manifest.
#[test]
fn versions_of_a_kind() {
    let schema = line_schema();
    let folder = folder("versions", &[]);
    let corpus = project("tests/corpus/accept/richman").canonicalize().unwrap();
    let [first, second] = ["bidding-chess-2x2-kk.cbor", "partly-2x2-kk.cbor"].map(|name| corpus.join(name));
    for (number, file) in [&first, &second].into_iter().enumerate() {
        let run = check(&folder, &["--json", file.to_str().unwrap()]);
        let objects = run.objects();
        assert_eq!((objects.len(), &objects[0]["kind"]["version"]), (1, &json!(number + 1)), "{}", run.output);
        schema.fits(&objects[0]).unwrap_or_else(|error| panic!("{error}"));
        fs::write(folder.join("one.jsonl"), &run.output).unwrap();
        let statuses = [&first, &second].map(|file| check(&folder, &["--quiet", "--expect", "one.jsonl", file.to_str().unwrap()]).status);
        assert_eq!(statuses[number], 0, "{file:?}");
    }
    let unknown = fs::read_to_string(folder.join("one.jsonl")).unwrap().replace(r#""version":2"#, r#""version":3"#);
    fs::write(folder.join("three.jsonl"), unknown).unwrap();
    let run = check(&folder, &["--expect", "three.jsonl", first.to_str().unwrap()]);
    assert_eq!(run.status, 2, "{}", run.output);
}
