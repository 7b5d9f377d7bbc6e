//! Tests verdicts, the output lines for verdicts, and the exit status.

use crate::support::*;
use std::fs;
#[cfg(unix)]
use std::process::{Command, Stdio};

const KINGS_LINE: &str = "s VERIFIED kk.cbor sha256=4dff83208030bd959ef639027575e98f6232feec1757cc6d7674537706a98e2f";

#[test]
fn a_verified_file() {
    let folder = folder("verified", &[("kk.cbor", kings()), ("kqk.cbor", queen()), ("drawn.cbor", drawn())]);
    let run = check(&folder, &["kk.cbor"]);
    assert_eq!((run.status, run.error.as_str()), (0, ""));
    let lines = run.lines();
    let statements = gamecert_checker::verify(&kings(), &mut gamecert_checker::NoSource).unwrap().claim.statements();
    let mut said = statements.iter().map(|statement| format!("c {statement}"));
    // The first statement comes before the line about the game, and the other statements come after it. The line about
    // the kind comes last.
    let mut expected =
        vec![KINGS_LINE.to_owned(), said.next().unwrap(), "c game bidding-chess version 1, board 2x2, material KK".to_owned()];
    expected.extend(said);
    assert!(expected.len() > 3, "{expected:?}");
    expected.push("c kind richman version 1".to_owned());
    assert_eq!(lines, expected);
    // The lines about citations come after the line about the kind.
    let run = check(&folder, &["kqk.cbor"]);
    let digest = gamecert_checker::hex(&gamecert_checker::digest(&kings()));
    assert_eq!(run.lines().last().unwrap(), &format!("c rests on sha256={digest} bidding-chess version 1, board 2x2, material KK"));
    // Names chosen by the file come last and occur nowhere else.
    let run = check(&folder, &["drawn.cbor"]);
    let lines = run.lines();
    let expected = [
        "c named by the file: the game \"A draw\"",
        "c named by the file: Left \"Alice\"",
        "c named by the file: Right \"Bob\"",
        "c named by the file: the position in which play begins \"v\"",
    ];
    let (before, names) = lines.split_at(lines.len() - 4);
    assert_eq!(names, expected);
    assert!(before.iter().all(|line| !["A draw", "Alice", "Bob", "\""].iter().any(|name| line.contains(name))), "{before:?}");
}

#[test]
fn names_that_would_counterfeit_a_line() {
    let mut odd = drawn();
    let at = odd.windows(6).position(|window| window == b"A draw").unwrap();
    // Changing the title changes the game but leaves the proof valid.
    odd.splice(at..at + 6, "\u{202e}\"s ".bytes());
    let folder = folder("counterfeit", &[("odd.cbor", odd)]);
    let run = check(&folder, &["odd.cbor"]);
    assert_eq!(run.status, 0);
    assert!(run.lines().contains(&"c named by the file: the game \"\\u{202e}\\\"s \""), "{}", run.output);
}

#[test]
fn what_is_said_of_a_file() {
    let missing = queen_on(b"nothing");
    let digest = gamecert_checker::hex(&gamecert_checker::digest(b"nothing"));
    let missing_line = format!(
        "c undecided citation/missing at citation 0: no file with the digest {digest}, the certificate for bidding-chess version 1, board 2x2, \
         material KK, was found among the files named, in their folders and in those of include"
    );
    // Columns: the defect, the file, its verdict, the start of the line with the reason, and the exit status.
    let table: [(&str, Vec<u8>, &str, &str, i32); 8] = [
        ("a choice that is none", broken(), "REJECTED", "c error richman/choice_range at class 1 (1k/K1): ", 1),
        (
            "an empty file",
            vec![],
            "REJECTED",
            "c error cbor/end at byte 0: expected 1 more bytes from byte 0 on, found the end of the file",
            1,
        ),
        ("another text", b"no certificate".to_vec(), "REJECTED", "c error envelope/magic at byte 0: ", 1),
        ("a jump too late", jump(), "REJECTED", "c error scoring/jump_missing at budget 3, heap 2, 0: ", 1),
        ("a move that is missing", short(), "REJECTED", "c error losing/short at line: ", 1),
        ("a later version of the format", later(), "UNDECIDED", "c undecided envelope/version at byte 13: ", 3),
        ("a cited file that is missing", missing, "UNDECIDED", &missing_line, 3),
        ("a cited file that is rejected", queen_on(&broken()), "REJECTED", "c error citation/rejected at citation 0: ", 1),
    ];
    let folder = folder("said", &[]);
    fs::write(folder.join("cited.cbor"), broken()).unwrap();
    for (title, bytes, verdict, reason, status) in table {
        fs::write(folder.join("it.cbor"), bytes).unwrap();
        let run = check(&folder, &["it.cbor"]);
        let lines = run.lines();
        assert_eq!((run.status, lines.len(), lines[0]), (status, 2, format!("s {verdict} it.cbor").as_str()), "{title}: {lines:?}");
        assert!(lines[1].starts_with(reason), "{title}: {lines:?}");
    }
}

#[test]
fn the_exit_status_of_several() {
    let files = [("good.cbor", kings()), ("bad.cbor", broken()), ("later.cbor", later())];
    let folder = folder("several", &files);
    let table: [(&[&str], i32); 9] = [
        (&["good.cbor", "good.cbor"], 0),
        (&["good.cbor", "later.cbor"], 3),
        (&["later.cbor", "good.cbor"], 3),
        (&["later.cbor", "bad.cbor"], 1),
        (&["bad.cbor", "later.cbor"], 1),
        (&["bad.cbor", "good.cbor"], 1),
        (&["none.cbor", "bad.cbor", "later.cbor"], 2),
        (&["bad.cbor", "none.cbor", "good.cbor"], 2),
        (&["later.cbor", "none.cbor"], 2),
    ];
    for (arguments, status) in table {
        for more in ["--threads=1", "--quiet", "--json", "--errors"] {
            assert_eq!(check(&folder, &[&[more], arguments].concat()).status, status, "{more} {arguments:?}");
        }
    }
}

#[test]
fn less_is_printed() {
    let files = [("kk.cbor", kings()), ("bad.cbor", broken()), ("later.cbor", later())];
    let folder = folder("less", &files);
    let all = ["kk.cbor", "bad.cbor", "later.cbor", "none.cbor"];
    let table: [(&[&str], &[&str], &str); 4] = [
        (&["--quiet"], &[KINGS_LINE, "s REJECTED bad.cbor", "s UNDECIDED later.cbor"], "check: unreadable none.cbor: "),
        (&["--quiet", "--errors"], &["s REJECTED bad.cbor", "s UNDECIDED later.cbor"], "check: unreadable none.cbor: "),
        (&["--errors"], &["s REJECTED bad.cbor", "c error ", "s UNDECIDED later.cbor", "c undecided ", "c unreadable none.cbor: "], ""),
        (&["--errors", "--json"], &["{", "{", "{"], ""),
    ];
    for (options, expected, error) in table {
        let run = check(&folder, &[options, &all].concat());
        let lines = run.lines();
        assert_eq!((run.status, lines.len()), (2, expected.len()), "{options:?} {lines:?}");
        assert!(lines.iter().zip(expected).all(|(line, expected)| line.starts_with(expected)), "{options:?} {lines:?}");
        assert!(run.error.starts_with(error) && run.error.is_empty() == error.is_empty(), "{options:?} {}", run.error);
    }
    assert_eq!(check(&folder, &["--errors", "kk.cbor"]), Run { status: 0, output: String::new(), error: String::new() });
}

#[test]
fn wrong_command_lines() {
    let folder = folder("command_line", &[("kk.cbor", kings()), ("empty", vec![]), ("latin", vec![b'k', 0xe9, b'\n'])]);
    let table: [(&[&str], &str); 16] = [
        (&[], "error: the following required arguments were not provided"),
        (&["--none", "kk.cbor"], "error: unexpected argument '--none'"),
        (&["--memory", "much", "kk.cbor"], "error: invalid value 'much'"),
        (&["--memory", "99999999999G", "kk.cbor"], "error: invalid value '99999999999G'"),
        (&["--memory", "é", "kk.cbor"], "error: invalid value 'é'"),
        (&["--work", "-1", "kk.cbor"], "error: "),
        (&["--search", "1T", "kk.cbor"], "error: invalid value '1T'"),
        (&["--threads", "0", "kk.cbor"], "error: invalid value '0'"),
        (&["--json", "--quiet", "kk.cbor"], "error: the argument '--json' cannot be used with '--quiet'"),
        (&["--include", "nowhere", "kk.cbor"], "check: the folder nowhere of --include cannot be read: "),
        (&["--include", "kk.cbor", "kk.cbor"], "check: the folder kk.cbor of --include cannot be read: "),
        (&["--files-from", "nowhere", "kk.cbor"], "check: the list nowhere cannot be read: "),
        (&["--files-from", "latin", "kk.cbor"], "check: the list latin cannot be read: "),
        (&["--files-from", "empty"], "check: the list names no files"),
        (&["-", "-"], "check: standard input (-) can be read once"),
        (&["--files-from", "-", "-"], "check: standard input (-) can be read once"),
    ];
    for (arguments, error) in table {
        let run = check(&folder, arguments);
        assert_eq!((run.status, run.output.as_str()), (2, ""), "{arguments:?}");
        assert!(run.error.starts_with(error), "{arguments:?} {}", run.error);
    }
    assert_eq!(check(&folder, &["--help"]).status, 0);
}

#[test]
fn memory_and_work() {
    let folder = folder("limits", &[("kk.cbor", kings())]);
    // Columns: the option, its value, the exit status, and the clause in the refusal.
    let table = [
        ("--memory", "76", 3, "resources/memory"),
        ("--memory", "1000K", 3, "resources/memory"),
        ("--memory", "500M", 0, ""),
        ("--memory", "2g", 0, ""),
        ("--memory", "4000000", 0, ""),
        ("--work", "1", 3, "resources/allowance"),
        ("--work", "1M", 0, ""),
    ];
    for (option, value, status, clause) in table {
        let run = check(&folder, &[option, value, "kk.cbor"]);
        assert_eq!(run.status, status, "{option} {value}");
        let (reason, hint) = (format!("c undecided {clause} at byte 0: "), format!(" ({option})"));
        assert!(status == 0 || run.lines()[1].starts_with(&reason) && run.lines()[1].ends_with(&hint), "{option} {value} {}", run.output);
    }
}

#[test]
fn threads_change_nothing() {
    let certificates = project("certs");
    let files = [
        "kk.cbor",
        "tug-12-chips.cbor",
        "kk-4x4-chips-all.cbor",
        "krk-4x4-chips-all.cbor",
        "losing/e3-h6.cbor",
        "tic-tac-toe.cbor",
        "README.md",
    ];
    let one = check(&certificates, &files);
    assert_eq!((one.status, one.verdicts().len()), (1, files.len()));
    for threads in ["2", "3", "1000"] {
        assert_eq!(check(&certificates, &[&["--threads", threads], &files[..]].concat()), one, "{threads} threads");
    }
}

#[cfg(unix)]
#[test]
fn nobody_listens() {
    let folder = folder("pipe", &[("kk.cbor", kings())]);
    for option in ["--quiet", "--json", "--errors"] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_check"))
            .current_dir(&folder)
            .arg(option)
            // The 1000 files cause more output than fits into the buffer of a pipe.
            .args(vec![if option == "--errors" { "none.cbor" } else { "kk.cbor" }; 1000])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!((output.status.code(), output.stderr), (Some(2), vec![]), "{option}");
    }
}

/// If a file does not begin like a certificate, the refusal names the probable file type and the violated clause.
#[test]
fn files_that_are_no_certificates() {
    let folder = folder("others", &[]);
    let cut = kings()[..40].to_vec();
    let table: [(&str, Vec<u8>, &str); 7] = [
        (
            "a README",
            fs::read(project("README.md")).unwrap(),
            "c error envelope/magic at byte 0: this is no certificate, but a text: expected",
        ),
        (
            "gzip",
            b"\x1f\x8b\x08\0\0\0\0\0".to_vec(),
            "c error cbor/head at byte 0: this is no certificate, but a file compressed by gzip: ",
        ),
        (
            "games",
            b"[Event \"Rated game\"]\n".to_vec(),
            "c error envelope/magic at byte 0: this is no certificate, but games of chess in PGN: ",
        ),
        (
            "a pointer",
            b"version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n".to_vec(),
            "c error envelope/magic at byte 0: this is no certificate, but a pointer of Git LFS, whose file has not been fetched (git lfs pull): ",
        ),
        ("an empty file", vec![], "c error cbor/end at byte 0: expected 1 more"),
        ("a certificate that is cut off", cut, "c error cbor/"),
        ("a broken certificate", broken(), "c error richman/choice_range at class 1 (1k/K1): Black (beta): "),
    ];
    for (title, bytes, expected) in table {
        fs::write(folder.join("it.cbor"), bytes).unwrap();
        let run = check(&folder, &["it.cbor"]);
        assert!(run.status == 1 && run.lines()[1].starts_with(expected), "{title}: {run:?}");
        assert_eq!(run.output.contains("no certificate"), expected.contains("no certificate"), "{title}: {run:?}");
    }
}

/// If the help cannot be printed, the exit status is 2. If there is too little memory, the program prints an error
/// message.
#[cfg(target_os = "linux")]
#[test]
fn help_that_cannot_be_printed_and_little_memory() {
    let status = |script: &str| {
        let run = Command::new("sh").args(["-c", script, env!("CARGO_BIN_EXE_check")]).output().unwrap();
        (run.status.code(), String::from_utf8(run.stderr).unwrap())
    };
    for option in ["--help", "--version"] {
        assert_eq!(status(&format!("\"$0\" {option} > /dev/full")).0, Some(2), "{option}");
        assert_eq!(status(&format!("\"$0\" {option} > /dev/null")).0, Some(0), "{option}");
    }
    let folder = folder("little", &[("kk.cbor", kings())]);
    // The loop tries memory limits in kilobytes. It skips the limits that are too small for the loader (status 127), and
    // those at which the standard library aborts before `main`, because it finds no memory for a signal stack.
    let mut ends = std::collections::BTreeSet::new();
    for kilobytes in (5_000..20_000).step_by(250) {
        let (status, said) = status(&format!("cd {} && ulimit -v {kilobytes} && \"$0\" --quiet kk.cbor", folder.display()));
        if status != Some(127) && !said.contains("failed to allocate an alternative stack") {
            assert!(matches!(status, Some(0 | 3)), "{kilobytes} kB: {status:?} {said}");
            assert!(status == Some(0) || said == "check: there is not enough memory to begin\n", "{kilobytes} kB: {said}");
            ends.insert(status);
        }
    }
    assert!(ends.contains(&Some(0)), "{ends:?}");
}
