//! The command line tool: exit status, lines, JSON, look-up of cited files.
#![cfg(feature = "cli")]

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
    let objects: Vec<serde_json::Value> = lines(&output).iter().map(|line| serde_json::from_str(line).unwrap()).collect();
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
