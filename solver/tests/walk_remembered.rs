//! `solve walk` remembers which proofs it has verified, in the user's cache directory, and takes nothing else from there.
#![cfg(unix)]

#[path = "common/run.rs"]
mod run;

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use run::{Run, folder};
use serde_json::{Value, json};

const CERTIFICATES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../certs/losing");

/// A folder with proofs, and one for the cache.
fn places(name: &str) -> (PathBuf, PathBuf) {
    let place = folder(name);
    fs::create_dir(place.join("proofs")).unwrap();
    for file in ["e3-d5.cbor", "e3-d6.cbor", "d4.cbor"] {
        fs::copy(Path::new(CERTIFICATES).join(file), place.join("proofs").join(file)).unwrap();
    }
    let cache = place.join("cache");
    (place, cache)
}

fn walk(place: &Path, cache: &Path, arguments: &str) -> Run {
    let output = run::command(place, &format!("walk {arguments}")).env("XDG_CACHE_HOME", cache).output().unwrap();
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
    // So does the JSON, and only then.
    let dated = walk(&place, &cache, "proofs --moves e3 --json").answers().json();
    assert!(dated["remembered_since"].as_str().is_some_and(|day| line.contains(day)), "{dated}");
    let undated = walk(&place, &cache, "proofs --moves e3 --json --again").answers().json();
    assert_eq!(undated.get("remembered_since"), None);
    // A single file is remembered with its folder, and --again verifies it.
    walk(&place, &cache, "proofs/e3-d5.cbor --moves Qg4").answers().says(&[REMEMBERED]);
    let again = walk(&place, &cache, "proofs/e3-d5.cbor --moves Qg4 --again").answers();
    assert!(!again.out.contains(REMEMBERED), "{}", again.out);
    // Another file under the name of a remembered one is verified.
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
    // A proof whose winner's moves are changed: the last byte of its stream.
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
    // The broken proof is said to be verified: its moves are still decoded by the rules, which they break.
    plant(&planted.to_string(), 0o600);
    let run = walk(&place, &cache, "broken.cbor --json").ends_with(2);
    assert!(run.out.is_empty() && run.err.contains("broken.cbor"), "{}{}", run.out, run.err);
    // An index that others may write is not used; nor is one that is none, that says another size, or comes from another program.
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
