//! Tests that `solve walk` records in the user's cache directory which proofs it has verified. `solve walk` must trust
//! nothing else in this directory.
#![cfg(unix)]

#[path = "common/run.rs"]
mod run;

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use run::{Run, folder};
use serde_json::{Value, json};

const CERTIFICATES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../certs/losing");

/// Creates a folder with proofs. Returns the paths of this folder and of the cache directory.
fn places(name: &str) -> (PathBuf, PathBuf) {
    let place = folder(name);
    fs::create_dir(place.join("proofs")).unwrap();
    for file in ["e3-d5.cbor", "e3-d6.cbor", "d4.cbor"] {
        fs::copy(Path::new(CERTIFICATES).join(file), place.join("proofs").join(file)).unwrap();
    }
    let cache = place.join("cache");
    (place, cache)
}

/// Runs `solve walk` with these arguments. An argument may contain spaces if it is in single quotes.
fn walk(place: &Path, cache: &Path, arguments: &str) -> Run {
    let mut command = run::command(place, "walk");
    for (number, part) in arguments.split('\'').enumerate() {
        match number % 2 {
            0 => command.args(part.split_whitespace()),
            _ => command.arg(part),
        };
    }
    let output = command.env("XDG_CACHE_HOME", cache).output().unwrap();
    Run::new(arguments, output)
}

fn index(cache: &Path) -> PathBuf {
    cache.join("gamecert/verified-proofs.json")
}

const REMEMBERED: &str = " and remembered (--again verifies anew)\n";

#[test]
fn a_second_walk_says_that_the_proofs_were_verified_before() {
    let (place, cache) = places("second");
    let first = walk(&place, &cache, "proofs --moves e3").answers();
    assert!(!first.out.contains(REMEMBERED), "{}", first.out);
    let mode = fs::metadata(index(&cache)).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    let second = walk(&place, &cache, "proofs --moves e3").answers();
    let (answer, line) = second.out.trim_end().rsplit_once('\n').unwrap();
    assert_eq!(format!("{answer}\n"), first.out);
    assert!(line.starts_with("verified on 20") && format!("{line}\n").ends_with(REMEMBERED), "{line}");
    // The JSON also has the date of the verification, but only for a remembered proof.
    let dated = walk(&place, &cache, "proofs --moves e3 --json").answers().json();
    assert!(dated["remembered_since"].as_str().is_some_and(|day| line.contains(day)), "{dated}");
    let undated = walk(&place, &cache, "proofs --moves e3 --json --again").answers().json();
    assert_eq!(undated.get("remembered_since"), None);
    // After a run on the folder, each single file of it is remembered too. The option `--again` verifies the file anew.
    walk(&place, &cache, "proofs/e3-d5.cbor --moves Qg4").answers().says(&[REMEMBERED]);
    let again = walk(&place, &cache, "proofs/e3-d5.cbor --moves Qg4 --again").answers();
    assert!(!again.out.contains(REMEMBERED), "{}", again.out);
    // If another file takes the name of a remembered file, it is verified.
    fs::copy(Path::new(CERTIFICATES).join("e3-g6.cbor"), place.join("proofs/e3-d5.cbor")).unwrap();
    let other = walk(&place, &cache, "proofs/e3-d5.cbor --json").answers();
    assert!(other.json()["claim"]["root"].as_str().unwrap().contains("/pppppp1p/"), "{}", other.out);
}

#[test]
fn a_forged_index_gives_no_wrong_claim_and_no_wrong_move() {
    let (place, cache) = places("forged");
    walk(&place, &cache, "proofs --moves e3").answers();
    let genuine = fs::read(index(&cache)).unwrap();
    let entries: Value = serde_json::from_slice(&genuine).unwrap();
    let program = entries.as_object().unwrap().values().next().unwrap()["program"].clone();
    // The last byte of the stream is changed. This changes a move of the winner and breaks the proof.
    let mut broken = fs::read(place.join("proofs/e3-d5.cbor")).unwrap();
    *broken.last_mut().unwrap() ^= 0xff;
    fs::write(place.join("broken.cbor"), &broken).unwrap();
    walk(&place, &cache, "broken.cbor").ends_with(2);
    let digest: String = {
        let named = walk(&place, &cache, "proofs/d4.cbor --json").json()["certificate"].as_str().unwrap().to_owned();
        assert!(entries.get(&named).is_some(), "{named}");
        use sha2::Digest as _;
        sha2::Sha256::digest(&broken).iter().map(|byte| format!("{byte:02x}")).collect()
    };
    let planted = json!({ digest: { "size": broken.len(), "program": program, "verified": "2020-01-01" } });
    let plant = |text: &str, mode: u32| {
        fs::write(index(&cache), text).unwrap();
        fs::set_permissions(index(&cache), Permissions::from_mode(mode)).unwrap();
    };
    // The forged index claims that the broken proof is verified. But its moves are still decoded by the rules, and they
    // violate the rules.
    plant(&planted.to_string(), 0o600);
    let run = walk(&place, &cache, "broken.cbor --json").ends_with(2);
    assert!(run.out.is_empty() && run.err.contains("broken.cbor"), "{}{}", run.out, run.err);
    // The index of the cache is ignored if other users may write to it, if it is malformed, if it has another size for
    // the file, or if another program wrote it.
    let size = |size: u64| json!({ "size": size, "program": program, "verified": "2020-01-01" });
    let other_program = json!({ "size": 119, "program": "0.1.0 1 1", "verified": "2020-01-01" });
    let digest_of_d5 = walk(&place, &cache, "proofs/e3-d5.cbor --json").json()["certificate"].as_str().unwrap().to_owned();
    for (title, text, mode, said) in [
        ("others may write it", json!({ &digest_of_d5: size(119) }).to_string(), 0o666, "ignored, as others may write to it"),
        ("not JSON", "{".to_owned(), 0o600, ""),
        ("another size", json!({ &digest_of_d5: size(118) }).to_string(), 0o600, ""),
        ("another program", json!({ &digest_of_d5: other_program }).to_string(), 0o600, ""),
    ] {
        plant(&text, mode);
        let run = walk(&place, &cache, "proofs/e3-d5.cbor --moves Qg4").ends_with(0);
        assert!(run.err.contains(said) && !run.out.contains("2020-01-01"), "{title}: {}{}", run.out, run.err);
    }
}

/// Returns the path of the only proof excerpt in the cache directory.
fn excerpt(cache: &Path) -> PathBuf {
    let files = fs::read_dir(cache.join("gamecert")).unwrap().map(|entry| entry.unwrap().path());
    let mut excerpts: Vec<PathBuf> = files.filter(|file| file.file_name().unwrap().to_string_lossy().starts_with("excerpt-")).collect();
    assert_eq!(excerpts.len(), 1, "{excerpts:?}");
    excerpts.remove(0)
}

/// Returns the JSON output after removing the day of verification.
fn shown(place: &Path, cache: &Path, arguments: &str) -> Value {
    let mut shown = walk(place, cache, &format!("{arguments} --json")).answers().json();
    shown.as_object_mut().unwrap().remove("remembered_since");
    shown
}

#[test]
fn excerpts_show_what_the_whole_proof_shows_and_forged_ones_are_not_used() {
    let place = folder("excerpts");
    let cache = place.join("cache");
    let certificate = Path::new(CERTIFICATES).join("e3-f6.cbor");
    fs::create_dir(place.join("proofs")).unwrap();
    fs::copy(&certificate, place.join("proofs/e3-f6.cbor")).unwrap();
    // The lines lead to positions near the root and far from it, up to the end of play. The first lines omit the
    // winner's moves. The wrong lines below leave the proof or are illegal.
    let longest = shown(&place, &cache, "proofs/e3-f6.cbor --again")["main_line"].clone();
    let longest: Vec<&str> = longest.as_array().unwrap().iter().map(|played| played.as_str().unwrap()).collect();
    let lines =
        ["e3 f6".to_owned(), "e3 f6 a6".to_owned(), format!("e3 f6 {}", longest[..20].join(" ")), format!("e3 f6 {}", longest.join(" "))];
    let questions = lines.iter().flat_map(|line| [format!("proofs --moves '{line}'"), format!("proofs/e3-f6.cbor --moves '{line}'")]);
    let answers: Vec<(String, Value)> =
        questions.map(|question| (question.clone(), shown(&place, &cache, &format!("{question} --again")))).collect();
    for (question, answer) in answers.iter().chain(&answers) {
        assert_eq!(shown(&place, &cache, question), *answer, "{question}");
    }
    let file = excerpt(&cache);
    let metadata = fs::metadata(&file).unwrap();
    assert_eq!(metadata.permissions().mode() & 0o777, 0o600);
    assert!(metadata.len() <= fs::metadata(&certificate).unwrap().len());
    for wrong in ["e3 f6 e4", "e3 f6 a6 Ke2"] {
        let once = walk(&place, &cache, &format!("proofs --moves '{wrong}'")).ends_with(2).err;
        assert_eq!(once, walk(&place, &cache, &format!("proofs --moves '{wrong}' --again")).ends_with(2).err);
    }

    let genuine: Value = serde_json::from_slice(&fs::read(&file).unwrap()).unwrap();
    let numbers: Vec<String> = genuine.as_object().unwrap().keys().cloned().collect();
    let root = &genuine["0"];
    let second = root["s"][0].to_string();
    let changed = |number: &str, field: &str, value: Value| {
        let mut forged = genuine.clone();
        forged[number][field] = value;
        forged.to_string()
    };
    let mut in_a_circle = genuine.clone();
    in_a_circle[&second]["m"] = json!([0, 0]);
    let mut without_an_end = genuine.clone();
    numbers.iter().for_each(|number| drop(without_an_end[number].as_object_mut().unwrap().remove("m")));
    let forgeries = [
        ("cut", genuine.to_string()[..1000].to_owned()),
        ("empty", "{}".to_owned()),
        ("the winner's move after the end of the stream", changed("0", "o", json!(1_000_000_000))),
        ("the winner's move after every number", changed("0", "o", json!(u64::MAX))),
        ("another winner's move", changed("0", "o", json!(4))),
        ("another winner's move, later", changed("2", "o", json!(77))),
        ("no reply", changed(&second, "s", json!([]))),
        ("a reply too many", changed(&second, "s", json!(vec![0; 40]))),
        ("replies that are not there", changed(&second, "s", json!(vec![u32::MAX; 20]))),
        ("a shorter win than claimed", changed("0", "l", json!(3))),
        ("fewer positions than after the move", changed("0", "p", json!(1))),
        ("more positions than there can be", changed("0", "p", json!(4_000_000_000_u32))),
        ("a longest line that goes round", in_a_circle.to_string()),
        ("no longest line", without_an_end.to_string()),
    ];
    for (title, forged) in forgeries {
        for (question, answer) in &answers[..4] {
            fs::write(&file, &forged).unwrap();
            assert_eq!(shown(&place, &cache, question), *answer, "{title}: {question}");
        }
    }
    // An excerpt that other users may write to is ignored, and the position is stored again.
    let (question, answer) = &answers[0];
    fs::write(&file, genuine.to_string()).unwrap();
    fs::set_permissions(&file, Permissions::from_mode(0o622)).unwrap();
    assert_eq!(shown(&place, &cache, question), *answer);
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
}
