//! The schema `spec/certificate.cddl`, applied to certificates by an independent tool.

use std::path::{Path, PathBuf};

fn is_valid(bytes: &[u8]) -> Result<(), String> {
    let schema = include_str!("../../spec/certificate.cddl");
    cddl::validate_cbor_from_slice(schema, bytes, None).map_err(|error| error.to_string())
}

fn certificates(folder: &Path) -> Vec<PathBuf> {
    let mut all: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    all.sort();
    let (folders, files): (Vec<_>, Vec<_>) = all.into_iter().partition(|path| path.is_dir());
    let files = files.into_iter().filter(|path| path.extension().is_some_and(|extension| extension == "cbor"));
    files.chain(folders.iter().flat_map(|folder| certificates(folder))).collect()
}

fn shipped() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().join("certs")
}

/// Files left out because the tool takes 4 seconds for columns of 30,000 classes.
const SLOW: [&str; 6] = ["hex-3x4-chips.cbor", "kbk.cbor", "knk.cbor", "kpk.cbor", "kqk.cbor", "krk.cbor"];

#[test]
fn shipped_certificates_are_valid() {
    let files = certificates(&shipped());
    assert!(files.len() > 40, "{} files", files.len());
    for file in files.iter().filter(|file| !SLOW.iter().any(|slow| file.ends_with(slow))) {
        is_valid(&std::fs::read(file).unwrap()).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    }
}

#[test]
fn what_is_no_certificate_is_not_valid() {
    // Each row has a file, bytes of it in hexadecimal, and their replacement.
    let table = [
        ("Another tag", "losing/e3-d5.cbor", "d9d9f787", "d9d9f687"),
        ("Another text at the front", "losing/e3-d5.cbor", "6867616d6563657274", "6867616d6563657275"),
        ("Version 2", "losing/e3-d5.cbor", "6365727401", "6365727402"),
        ("A kind that does not exist", "losing/e3-d5.cbor", "666c6f73696e67", "666c6f73696e68"),
        ("A kind about another rule set", "losing/e3-d5.cbor", "666c6f73696e67", "66726963686d6e"),
        ("A rule of stalemate that does not exist", "losing/e3-d5.cbor", "656a6f696e74", "656a6f696e75"),
        ("A clock of 101", "losing/e3-d5.cbor", "2d202d00001821", "2d202d186500001821"),
        ("A third side", "losing/e3-d5.cbor", "2d202d00001821", "2d202d00021821"),
        ("No positions", "losing/e3-d5.cbor", "2d202d000018211820", "2d202d0000001820"),
        ("A negative number", "losing/e3-d5.cbor", "182001", "182020"),
        ("A citation where there are none", "losing/e3-d5.cbor", "01808148", "0181408148"),
        ("The stream as text", "losing/e3-d5.cbor", "808148", "808168"),
        ("An item too many", "losing/e3-d5.cbor", "808148", "80824048"),
        ("A board of one file", "kk-4x4-chips-all.cbor", "830404624b4b", "830104624b4b"),
        ("A piece that does not exist", "kk-4x4-chips-all.cbor", "830404624b4b", "830404624b4a"),
        (
            "Chips and a rule set of heaps",
            "kk-4x4-chips-all.cbor",
            "6d62696464696e672d63686573730183040462",
            "6b7375627472616374696f6e0183040462",
        ),
        ("A player too many", "kk-4x4-chips-all.cbor", "840000830201", "840200830201"),
        ("A period of 0", "kk-4x4-chips-all.cbor", "83020102", "83020100"),
        ("A table of three numbers and no increments", "kk-4x4-chips-all.cbor", "8302014105", "8302010105"),
        ("A third side in a batch", "unwinnable/named.cbor", "8b800085014041", "8b800285014041"),
    ];
    let hex = |bytes: &[u8]| bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    for (title, file, old, new) in table {
        let bytes = hex(&std::fs::read(shipped().join(file)).unwrap());
        assert!(bytes.contains(old), "{title}: {old} is not in the file");
        let changed = bytes.replacen(old, new, 1);
        let changed: Vec<u8> = (0..changed.len()).step_by(2).map(|at| u8::from_str_radix(&changed[at..at + 2], 16).unwrap()).collect();
        assert!(is_valid(&changed).is_err(), "{title}");
    }
}
