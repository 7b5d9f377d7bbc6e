//! Tests which files the program verifies: folders, lists, standard input, and names that are hard to print.

use crate::support::*;
use std::fs;

#[test]
fn folders() {
    let files = [
        ("tree/b.cbor", kings()),
        ("tree/a/z.cbor", kings()),
        ("tree/a/deep/er/x.cbor", drawn()),
        ("tree/a.cbor", queen()),
        ("tree/text.txt", kings()),
        ("tree/.cbor", kings()),
        ("tree/c.CBOR", kings()),
        ("tree/d.Cbor", kings()),
        ("tree/folder.cbor/in.cbor", broken()),
        ("none/text.txt", kings()),
    ];
    let folder = folder("folders", &files);
    fs::create_dir_all(folder.join("none/empty/empty.cbor")).unwrap();
    let run = check(&folder, &["tree"]);
    let expected = [
        "s VERIFIED tree/a/deep/er/x.cbor",
        "s VERIFIED tree/a/z.cbor",
        "s VERIFIED tree/a.cbor",
        "s VERIFIED tree/b.cbor",
        "s VERIFIED tree/c.CBOR",
        "s VERIFIED tree/d.Cbor",
        "s REJECTED tree/folder.cbor/in.cbor",
    ];
    assert_eq!((run.status, run.verdicts()), (1, expected.to_vec()));
    // A folder without certificates gives status 2, but the other files are still verified.
    let run = check(&folder, &["none", "tree/b.cbor", "none/empty"]);
    let cause = "a folder with no *.cbor in it or below";
    let lines = run.lines();
    assert_eq!((run.status, run.verdicts()), (2, vec!["s VERIFIED tree/b.cbor"]));
    assert_eq!([lines[0], lines.last().unwrap()], [format!("c unreadable none: {cause}"), format!("c unreadable none/empty: {cause}")]);
    // Files and folders are verified in the order in which they are named.
    let run = check(&folder, &["--quiet", "tree/b.cbor", "tree/a", "tree/b.cbor"]);
    assert_eq!(run.verdicts(), ["s VERIFIED tree/b.cbor", expected[0], expected[1], "s VERIFIED tree/b.cbor"]);
}

#[cfg(unix)]
#[test]
fn links_and_pipes_in_folders() {
    use std::os::unix::fs::symlink;
    let folder = folder("links", &[("tree/kk.cbor", kings()), ("other/drawn.cbor", drawn())]);
    let tree = folder.join("tree");
    // The folder gets links to itself, to the parent folder, to another folder and to another file.
    symlink(".", tree.join("loop")).unwrap();
    symlink("..", tree.join("up.cbor")).unwrap();
    symlink("../other", tree.join("other")).unwrap();
    symlink("../other/drawn.cbor", tree.join("linked.cbor")).unwrap();
    pipe(&tree.join("pipe.cbor"));
    let run = check(&folder, &["--quiet", "tree"]);
    assert_eq!((run.status, run.verdicts()), (0, vec!["s VERIFIED tree/kk.cbor", "s VERIFIED tree/linked.cbor"]));
    // A folder named on the command line may be a link.
    assert_eq!(check(&folder, &["--quiet", "tree/other"]).verdicts(), ["s VERIFIED tree/other/drawn.cbor"]);
    // Dangling links are reported and not skipped.
    symlink("nowhere", tree.join("lost.cbor")).unwrap();
    symlink("round.cbor", tree.join("round.cbor")).unwrap();
    let run = check(&folder, &["--errors", "tree"]);
    assert_eq!((run.status, run.lines().len()), (2, 2));
    assert!(run.lines()[0].starts_with("c unreadable tree/lost.cbor: ") && run.lines()[1].starts_with("c unreadable tree/round.cbor: "));
}

#[cfg(unix)]
fn pipe(path: &std::path::Path) {
    assert!(std::process::Command::new("mkfifo").arg(path).status().unwrap().success());
}

#[cfg(unix)]
#[test]
fn a_pipe_that_is_named() {
    let folder = folder("named_pipe", &[("kqk.cbor", queen())]);
    let fifo = folder.join("pipe");
    pipe(&fifo);
    let writer = std::thread::spawn(move || fs::write(fifo, kings()));
    // The pipe is verified, but the search for cited files skips the pipe, because reading it a second time would block
    // for ever.
    let run = check(&folder, &["pipe", "kqk.cbor"]);
    writer.join().unwrap().unwrap();
    assert_eq!((run.status, run.verdicts()), (3, vec!["s VERIFIED pipe", "s UNDECIDED kqk.cbor"]));
}

/// Certificates, lists and manifests can be read from a pipe. A path that is neither a file nor a pipe is reported, and
/// an endless file is not read to its end.
#[cfg(target_os = "linux")]
#[test]
fn pipes_devices_and_endless_files() {
    use std::os::unix::fs::symlink;
    let folder = folder("devices", &[("kk.cbor", kings())]);
    let run = |arguments: &[&str], into: Option<Vec<u8>>| {
        let fifo = folder.join("pipe");
        let _ = fs::remove_file(&fifo);
        pipe(&fifo);
        let writer = into.map(|bytes| std::thread::spawn(move || fs::write(fifo, bytes)));
        let run = check(&folder, arguments);
        writer.map(|writer| writer.join().unwrap());
        run
    };
    let manifest = check(&folder, &["--json", "kk.cbor"]).output.into_bytes();
    for (title, arguments, into, status) in [
        ("a certificate", &["pipe"][..], kings(), 0),
        ("a list", &["--files-from", "pipe"], b"kk.cbor\n".to_vec(), 0),
        ("a manifest", &["--expect", "pipe", "kk.cbor"], manifest, 0),
        ("a certificate that is too large", &["--memory", "77", "pipe"], vec![0; 100], 3),
    ] {
        let run = run(arguments, Some(into));
        assert_eq!(run.status, status, "{title}: {run:?}");
    }
    symlink("/proc/self/pagemap", folder.join("endless.cbor")).unwrap();
    symlink("/dev/zero", folder.join("zero.cbor")).unwrap();
    let device = "a device, not a file";
    let endless = "it yields more bytes than its size, 0";
    for (arguments, said) in [
        (&["/dev/zero"][..], format!("c unreadable /dev/zero: {device}")),
        (&["zero.cbor"], format!("c unreadable zero.cbor: {device}")),
        (&["endless.cbor"], format!("c unreadable endless.cbor: {endless}")),
        (&["/proc/version"], format!("c unreadable /proc/version: {endless}")),
        (&["--expect", "/dev/zero", "kk.cbor"], format!("check: the manifest /dev/zero: cannot be read: {device}")),
        (&["--expect", "endless.cbor", "kk.cbor"], format!("check: the manifest endless.cbor: cannot be read: {endless}")),
        (&["--files-from", "/dev/zero"], format!("check: the list /dev/zero cannot be read: {device}")),
        (&["--files-from", "endless.cbor"], format!("check: the list endless.cbor cannot be read: {endless}")),
    ] {
        let run = check(&folder, arguments);
        assert_eq!((run.status, format!("{}{}", run.output, run.error)), (2, format!("{said}\n")), "{arguments:?}");
    }
}

#[test]
fn standard_input() {
    let folder = folder("standard_input", &[("-", broken()), ("kk.cbor", kings())]);
    // Columns: the command line, standard input, the exit status, and the verdicts.
    type Row = (&'static [&'static str], Vec<u8>, i32, &'static [&'static str]);
    let table: [Row; 6] = [
        (&["-"], kings(), 0, &["s VERIFIED -"]),
        (&["-"], broken(), 1, &["s REJECTED -"]),
        (&["-"], vec![], 1, &["s REJECTED -"]),
        (&["--memory", "76", "-"], kings(), 3, &["s UNDECIDED -"]),
        (&["./-", "-"], kings(), 1, &["s REJECTED ./-", "s VERIFIED -"]),
        // The certificate on standard input cites a file that is found among the files named.
        (&["-", "kk.cbor"], queen(), 0, &["s VERIFIED -", "s VERIFIED kk.cbor"]),
    ];
    for (arguments, input, status, expected) in table {
        let run = check_with(&folder, arguments, &input);
        assert_eq!((run.status, run.verdicts()), (status, expected.to_vec()), "{arguments:?}");
    }
}

#[test]
fn lists_of_files() {
    let list = b"kk.cbor\n\ntree\r\nbad name.cbor\n".to_vec();
    let folder =
        folder("lists", &[("kk.cbor", kings()), ("tree/drawn.cbor", drawn()), ("bad name.cbor", broken()), ("list", list.clone())]);
    let expected = vec!["s VERIFIED kk.cbor", "s VERIFIED tree/drawn.cbor", "s REJECTED \"bad name.cbor\""];
    let run = check(&folder, &["--quiet", "--files-from", "list"]);
    assert_eq!((run.status, run.verdicts()), (1, expected.clone()));
    assert_eq!(check_with(&folder, &["--quiet", "--files-from", "-"], &list), run);
    // Some editors put a byte-order mark before the list.
    assert_eq!(check_with(&folder, &["--quiet", "--files-from", "-"], &[b"\xef\xbb\xbf", &list[..]].concat()), run);
    // Files named on the command line come before those of the list.
    let run = check(&folder, &["--quiet", "--files-from", "list", "kk.cbor"]);
    assert_eq!(run.verdicts(), [vec!["s VERIFIED kk.cbor"], expected].concat());
}

#[cfg(unix)]
#[test]
fn odd_names() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let folder = folder("names", &[]);
    let table: [(&[u8], &str); 10] = [
        (b"A-z_0.+@:,~.cbor", "A-z_0.+@:,~.cbor"),
        (b"a b.cbor", "\"a b.cbor\""),
        (b"kk.cbor sha256=00", "\"kk.cbor sha256=00\""),
        (b"a\ns VERIFIED b.cbor", "\"a\\ns VERIFIED b.cbor\""),
        (b"\r\x1b[2K", "\"\\r\\u{1b}[2K\""),
        ("\u{202e}robc.cbor".as_bytes(), "\"\\u{202e}robc.cbor\""),
        ("\u{2028}.cbor".as_bytes(), "\"\\u{2028}.cbor\""),
        ("schön.cbor".as_bytes(), "\"schön.cbor\""),
        (b"\"quoted\"", "\"\\\"quoted\\\"\""),
        (b"\xff\xfe.cbor", "\"\\xFF\\xFE.cbor\""),
    ];
    for (bytes, shown) in table {
        let name = OsStr::from_bytes(bytes);
        fs::write(folder.join(name), kings()).unwrap();
        let run = check(&folder, &[OsStr::new("--quiet"), OsStr::new("--"), name]);
        let digest = gamecert_checker::hex(&gamecert_checker::digest(&kings()));
        assert_eq!((run.status, run.output), (0, format!("s VERIFIED {shown} sha256={digest}\n")), "{shown}");
        fs::remove_file(folder.join(name)).unwrap();
        let run = check(&folder, &[OsStr::new("--"), name]);
        assert!(run.status == 2 && run.lines().len() == 1 && run.output.starts_with(&format!("c unreadable {shown}: ")), "{run:?}");
    }
}

/// Invalid UTF-8 in a file name is replaced in the output. The field `file_bytes` then contains the original bytes of
/// the file name in hexadecimal digits.
#[cfg(unix)]
#[test]
fn names_that_are_no_unicode_in_json() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let folder = folder("names_json", &[]);
    let schema = crate::json::Schema::read(&project("spec/json/check.schema.json"));
    for (bytes, shown, hexadecimal) in [
        (&b"\xff.cbor"[..], "\u{fffd}.cbor", Some("ff2e63626f72")),
        (b"\xfe.cbor", "\u{fffd}.cbor", Some("fe2e63626f72")),
        ("\u{fffd}.cbor".as_bytes(), "\u{fffd}.cbor", None),
    ] {
        let name = OsStr::from_bytes(bytes);
        let look = || check(&folder, &[OsStr::new("--json"), name]).objects().remove(0);
        let missing = look();
        fs::write(folder.join(name), kings()).unwrap();
        let verified = look();
        fs::write(folder.join(name), broken()).unwrap();
        for (object, verdict) in [(missing, "unreadable"), (verified.clone(), "verified"), (look(), "rejected")] {
            schema.fits(&object).unwrap();
            assert_eq!((&object["verdict"], &object["file"]), (&verdict.into(), &shown.into()));
            assert_eq!(object.get("file_bytes").map(|bytes| bytes.as_str().unwrap()), hexadecimal, "{object}");
        }
        // The printed object is still a valid manifest.
        fs::write(folder.join("manifest"), verified.to_string()).unwrap();
        fs::write(folder.join(name), kings()).unwrap();
        assert_eq!(check(&folder, &[OsStr::new("--expect"), OsStr::new("manifest"), name]).status, 0);
    }
}
