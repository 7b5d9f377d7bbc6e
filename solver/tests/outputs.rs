//! Tests the files that commands write: which files they replace, and which files remain when a run ends early.

#[path = "common/run.rs"]
mod run;

use std::fs;
use std::path::{Path, PathBuf};

use run::{command, folder, solve};

/// Content of a file that belongs to the user, and that no command replaces without `--force`.
const LETTER: &[u8] = b"Dear Alice,\n";

/// Lists the files in a folder with their bytes.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).filter(|path: &PathBuf| path.is_file());
    let mut files: Vec<_> = paths.map(|path| (path.file_name().unwrap().to_str().unwrap().to_owned(), fs::read(&path).unwrap())).collect();
    files.sort();
    files
}

fn names(folder: &Path) -> Vec<String> {
    files(folder).into_iter().map(|(name, _)| name).collect()
}

/// Creates a folder with several files: letters, an empty file, two certificates, moves, and two pictures.
fn desk(test: &str) -> PathBuf {
    let folder = folder(test);
    fs::write(folder.join("letter"), LETTER).unwrap();
    fs::write(folder.join("letter.svg"), LETTER).unwrap();
    fs::write(folder.join("letter.png"), LETTER).unwrap();
    fs::write(folder.join("empty"), b"").unwrap();
    fs::write(folder.join("kk-2x2.cbor"), LETTER).unwrap();
    fs::write(folder.join("lines.txt"), "1. e3 d6\n").unwrap();
    solve(&folder, "bidding-game tug:3 --emit-cert old.cbor").answers();
    fs::copy(folder.join("old.cbor"), folder.join("kept.cbor")).unwrap();
    let mut permissions = fs::metadata(folder.join("kept.cbor")).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(folder.join("kept.cbor"), permissions).unwrap();
    solve(&folder, "plot old.cbor --out old.svg").answers();
    solve(&folder, "plot old.cbor --out old.png").answers();
    folder
}

#[test]
fn what_is_of_another_kind_is_not_replaced() {
    let folder = desk("replace");
    let before = files(&folder);
    // Without `--force`, each command is refused with this sentence.
    let table = [
        ("bidding-game tug:4 --emit-cert letter", "letter is there and is not a certificate; --force replaces it"),
        ("bidding-game tug:4 --emit-cert old.svg", "old.svg is there and is not a certificate"),
        ("bidding-chess KK --board 2x2 --emit-cert letter", "letter is there and is not a certificate"),
        ("bidding-chess KK --board 2x2 --emit-dir .", "./kk-2x2.cbor is there and is not a certificate"),
        ("bidding-chess KRK --board 2x2 --emit-cert krk.cbor", "kk-2x2.cbor is there and is not a certificate"),
        ("bidding-game tug:4 --emit-cert old.cbor", "old.cbor is there and is a certificate of another question; --force replaces it"),
        ("chips tug:3 --all --emit-cert old.cbor", "old.cbor is there and is a certificate of another question"),
        ("bidding-game tug:3 --emit-cert kept.cbor", "kept.cbor is there and is read-only; --force replaces it"),
        ("chips tug:4 --all --emit-cert letter", "letter is there and is not a certificate"),
        ("scoring --budget 3 --subtract 1 --emit-cert letter", "letter is there and is not a certificate"),
        ("losing-chess --lines lines.txt --emit-cert letter", "cannot be used with"),
        ("losing-chess d3 --emit-cert letter", "letter is there and is not a certificate"),
        ("unwinnable --positions lines.txt --emit-cert letter", "letter is there and is not a certificate"),
        ("unwinnable --stdin --emit-cert letter", "letter is there and is not a certificate"),
        ("unwinnable --pgn lines.txt --emit-cert letter", "letter is there and is not a certificate"),
        ("plot old.cbor --out letter.svg", "letter.svg is there and is not an SVG picture; --force replaces it"),
        ("plot old.cbor --out letter.png", "letter.png is there and is not a PNG picture; --force replaces it"),
    ];
    for (arguments, reason) in table {
        let run = solve(&folder, arguments).ends_with(2);
        assert!(run.out.is_empty() && run.err.contains(reason), "{arguments}: {}", run.err);
        assert!(files(&folder) == before, "{arguments}");
    }
    // Each command replaces a file, either because of `--force` or because nothing is lost.
    let table = [
        ("bidding-game tug:4 --emit-cert letter --force", "letter"),
        ("bidding-game tug:4 --emit-cert empty", "empty"),
        ("bidding-game tug:3 --emit-cert old.cbor", "old.cbor"),
        ("bidding-game tug:4 --emit-cert old.cbor --force", "old.cbor"),
        ("bidding-game tug:3 --emit-cert kept.cbor --force", "kept.cbor"),
        ("bidding-game tug:4 --emit-dir .", "tug-4.cbor"),
        ("chips tug:4 --all --emit-dir .", "tug-4-chips-all.cbor"),
        ("chips bidding-chess:KK@2x2 --up-to 3 --for right --emit-dir .", "kk-2x2-chips-0-3-right.cbor"),
        ("scoring --budget 3 --subtract 1 --emit-dir .", "subtraction-1-budget-3.cbor"),
        ("bidding-chess KRK --board 2x2 --emit-cert krk.cbor --force", "kk-2x2.cbor"),
    ];
    for (arguments, file) in table {
        solve(&folder, arguments).answers();
        let verified = gamecert_solver::certificate::verify::open_tables(&folder.join(file));
        assert!(verified.is_ok(), "{arguments}: {file}");
    }
    for (arguments, file, beginning) in [
        ("plot old.cbor --out letter.svg --force", "letter.svg", &b"<svg "[..]),
        ("plot old.cbor --out letter.png --force", "letter.png", b"\x89PNG"),
        ("plot old.cbor --out old.svg", "old.svg", b"<svg "),
        ("plot old.cbor --out old.png", "old.png", b"\x89PNG"),
    ] {
        solve(&folder, arguments).answers();
        assert!(fs::read(folder.join(file)).unwrap().starts_with(beginning), "{arguments}");
    }
}

/// If the output folder is missing, each command ends with an error at once, without its long computation.
#[test]
fn folders_are_not_made_unasked() {
    let folder = folder("folders");
    let table = [
        ("bidding-chess KQRKQR --emit-cert none/it.cbor", "none: there is no such folder"),
        ("bidding-chess KQRKQR --emit-dir none/there", "none: there is no such folder"),
        ("bidding-game hex:5x5 --memory 1000G --emit-cert none/it.cbor", "none: there is no such folder"),
        ("chips hex:5x5 --all --memory 1000G --emit-cert none/it.cbor", "none: there is no such folder"),
        ("scoring --budget 9999 --subtract 1,2,3 --memory 1000G --emit-dir a/b/c", "a/b: there is no such folder"),
        ("losing-chess e3 --emit-cert none/it.cbor", "none: there is no such folder"),
    ];
    for (arguments, reason) in table {
        let run = solve(&folder, arguments).complains(2);
        assert!(run.err.contains(reason), "{arguments}: {}", run.err);
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 0, "{arguments}");
    }
    solve(&folder, "bidding-chess KRK --board 2x2 --emit-dir new/").answers();
    assert_eq!(names(&folder.join("new")), ["kk-2x2.cbor", "krk-2x2.cbor"]);
}

#[test]
fn one_ending_that_fails_loses_no_other() {
    let folder = folder("fails");
    let run = solve(&folder, "bidding-chess KBNNK KRK --board 2x3 --emit-dir out")
        .ends_with(2)
        .says(&["KRK on 2x3 is solved: ", "KBNK on 2x3 is solved: "]);
    assert!(run.err.contains("KBNNK on 2x3: White cannot move in "), "{}", run.err);
    assert!(!run.out.contains("KBNNK on"), "{}", run.out);
    let written = names(&folder.join("out"));
    assert!(written.contains(&"krk-2x3.cbor".to_owned()) && !written.contains(&"kbnnk-2x3.cbor".to_owned()), "{written:?}");
    for name in &written {
        assert!(gamecert_solver::certificate::verify::open(&folder.join("out").join(name)).is_ok(), "{name}");
    }
    let answer = solve(&folder, "bidding-chess KBNNK KRK --board 2x3 --json").ends_with(2).json();
    assert_eq!(answer["failed"][0]["material"], "KBNNK");
    assert_eq!(answer["endings"].as_array().unwrap().len(), written.len());
}

/// As soon as an ending is solved, its table of thresholds is written.
#[test]
fn tables_of_chips_are_written_as_they_are_solved() {
    let folder = folder("fails-chips");
    let run = solve(&folder, "chips bidding-chess:KRKR@3x3 --up-to 4 --emit-dir out").ends_with(2);
    assert!(run.out.is_empty() && run.err.starts_with("solve: 2 of 3 endings were solved; their certificates are in out\n"), "{}", run.err);
    assert!(run.err.contains("KRKR: an option leads to an ending with colours exchanged"), "{}", run.err);
    let written = names(&folder.join("out"));
    assert_eq!(written, ["kk-3x3-chips-0-4.cbor", "krk-3x3-chips-0-4.cbor"]);
    assert!(written.iter().all(|name| gamecert_solver::certificate::verify::open_tables(&folder.join("out").join(name)).is_ok()));
}

#[cfg(target_os = "linux")]
mod linux {
    use std::process::{Command, Stdio};
    use std::thread::sleep;
    use std::time::{Duration, Instant};

    use super::*;
    use crate::run::Run;

    /// When writing fails, as on a full disk, the old file stays and no temporary file remains.
    #[test]
    fn a_full_disk_leaves_the_old_file() {
        let folder = desk("full");
        let before = files(&folder);
        for arguments in [
            "bidding-game tic-tac-toe --emit-cert old.cbor --force",
            "bidding-chess KRK --board 4x4 --emit-cert old.cbor --force",
            "plot old.cbor --out old.svg",
            "plot old.cbor --out old.png",
        ] {
            // The size of files is limited to half a kilobyte. A write beyond the limit fails with an ordinary error.
            let limited = format!("trap '' XFSZ; ulimit -f 1; exec {} {arguments}", env!("CARGO_BIN_EXE_solve"));
            let output = Command::new("sh").current_dir(&folder).args(["-c", &limited]).stdin(Stdio::null()).output().unwrap();
            let run = Run::new(arguments, output).ends_with(2);
            assert!(run.err.contains("File too large"), "{arguments}: {}", run.err);
            let _ = fs::remove_file(folder.join("kk-4x4.cbor"));
            assert!(files(&folder) == before, "{arguments}: {:?}", names(&folder));
        }
        // Output to a device is written directly.
        let run = solve(&folder, "bidding-game tug:3 --emit-cert /dev/full").complains(2);
        assert!(run.err.starts_with("solve: /dev/full: No space left on device"), "{}", run.err);
        solve(&folder, "bidding-game tug:3 --emit-cert /dev/null").answers();
        assert!(!Path::new("/dev/null").metadata().unwrap().is_file());
    }

    #[test]
    fn help_that_cannot_be_printed() {
        for option in ["--help", "--version", "chips --help"] {
            for (output, status) in [("/dev/full", 2), ("/dev/null", 0)] {
                let script = format!("exec {} {option} > {output}", env!("CARGO_BIN_EXE_solve"));
                let run = Command::new("sh").args(["-c", &script]).status().unwrap();
                assert_eq!(run.code(), Some(status), "{option} > {output}");
            }
        }
    }

    #[test]
    fn links_are_followed() {
        let folder = desk("links");
        std::os::unix::fs::symlink("old.cbor", folder.join("link.cbor")).unwrap();
        solve(&folder, "bidding-game tug:5 --emit-cert link.cbor --force").answers();
        assert!(folder.join("link.cbor").is_symlink());
        assert_eq!(fs::read(folder.join("link.cbor")).unwrap(), fs::read(folder.join("old.cbor")).unwrap());
    }

    #[test]
    fn what_is_finished_is_there_when_a_run_is_interrupted() {
        let folder = folder("finished");
        let arguments = "bidding-chess KNK KRK --board 9x9 --threads 1 --emit-dir out";
        let child = command(&folder, arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let begun = Instant::now();
        while !folder.join("out/kk-9x9.cbor").exists() {
            assert!(begun.elapsed() < Duration::from_secs(60), "no certificate");
            sleep(Duration::from_millis(2));
        }
        assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
        let run = Run::new(arguments, child.wait_with_output().unwrap()).ends_with(130);
        let written = names(&folder.join("out"));
        let solved = format!("solve: {} of 3 endings were solved; their certificates are in out\n", written.len());
        assert_eq!((run.out.as_str(), run.err), ("", format!("{solved}solve: interrupted\n")));
        assert!((1..3).contains(&written.len()), "{written:?}");
        assert!(gamecert_solver::certificate::verify::open(&folder.join("out/kk-9x9.cbor")).is_ok());
    }
}

/// A certificate may be replaced by another answer to the same question, but not by an answer to a different question.
#[test]
fn questions_are_distinguished() {
    let folder = folder("questions");
    let commands = [
        "bidding-game tug:3",
        "bidding-game ultimatum:3",
        "bidding-chess KK --board 2x2",
        "bidding-chess KK --board 2x3",
        "bidding-chess KK --board 2x2 --bracket 2^-5",
        "chips tug:3 --all",
        "chips tug:3 --all --for right",
        "chips tug:3 --up-to 4",
        "chips tug:3 --up-to 5",
        "chips hex:2x2 --chips 5 --strategy",
        "scoring --budget 3 --subtract 1",
        "scoring --budget 4 --subtract 1",
        "scoring --budget 3 --subtract 1,2",
        "losing-chess d3 --threads 1",
    ];
    // These are questions for which no certificate is made in this test.
    let others = ["losing-chess d4 --threads 1", "losing-chess d3 --rules fics --threads 1", "bidding-chess KRK"];
    for (number, made) in commands.iter().enumerate() {
        let file = format!("{number}.cbor");
        solve(&folder, &format!("{made} --emit-cert {file}")).answers();
        for (other, asked) in commands.iter().chain(&others).enumerate() {
            let run = || solve(&folder, &format!("{asked} --emit-cert {file}"));
            if other == number {
                run().answers();
            } else {
                let run = run().ends_with(2);
                assert!(run.err.contains("is a certificate of another question; --force replaces it"), "{made}, {asked}: {}", run.err);
            }
        }
    }
}

/// With `-` as the file name, the certificate goes to standard output and everything else to standard error. No file is
/// made.
#[test]
fn certificates_on_standard_output() {
    let folder = folder("standard-output");
    for arguments in [
        "bidding-game tug:3",
        "bidding-game tug:3 --json",
        "bidding-chess KK --board 2x2",
        "bidding-chess KK --board 2x2 --bracket 2^-5",
        "chips tug:3 --all",
        "scoring --budget 3 --subtract 1",
        "losing-chess d3 --threads 1",
    ] {
        let run = command(&folder, &format!("{arguments} --emit-cert -")).output().unwrap();
        let errors = String::from_utf8(run.stderr).unwrap();
        assert!(run.status.success() && !errors.is_empty(), "{arguments}: {errors}");
        fs::write(folder.join("it.cbor"), run.stdout).unwrap();
        let opened = gamecert_solver::certificate::verify::open_any(
            &folder.join("it.cbor"),
            gamecert_solver::certificate::verify::Reading::default(),
        );
        assert!(opened.is_ok(), "{arguments}");
        assert_eq!(names(&folder), ["it.cbor"], "{arguments}");
    }
    let run = solve(&folder, "bidding-chess KRK --board 2x2 --emit-cert -").complains(2);
    assert!(run.err.contains("the certificate cites others, such as kk-2x2.cbor"), "{}", run.err);
}

/// With `-` as the file name, every option that writes a file writes the same bytes to standard output. Everything else
/// that the command prints goes to standard error. No file is made.
#[test]
fn files_on_standard_output() {
    let folder = folder("dash");
    let game = "[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n[Termination \"Time forfeit\"]\n[SetUp \"1\"]\n[FEN \"8/8/8/4k3/8/8/8/KN6 b - - 0 1\"]\n\n1-0\n";
    fs::write(folder.join("games.pgn"), game).unwrap();
    fs::write(folder.join("questions"), "8/8/8/4k3/8/8/8/KN6 b - - white\n8/8/8/4k3/8/8/8/KR6 b - - white\n").unwrap();
    let splits = |line: &str| line.split(' ').map(str::to_owned).collect::<Vec<_>>();
    let one: Vec<String> = vec!["unwinnable".into(), "8/8/8/4k3/8/8/8/KN6 b - -".into(), "white".into(), "--emit-cert".into()];
    command(&folder, "losing-chess d3 --threads 1 --emit-cert d3.cbor").output().unwrap();
    command(&folder, "unwinnable --positions questions --emit-cert two.cbor").output().unwrap();
    let before = names(&folder);
    for arguments in [
        one.clone(),
        [&one[..3], &["--json".into(), "--emit-cert".into()]].concat(),
        splits("unwinnable --positions questions --emit-cert"),
        splits("unwinnable --positions questions --csv --emit-cert"),
        splits("unwinnable --pgn games.pgn --emit-cert"),
        splits("unwinnable --pgn games.pgn --json --emit-cert"),
        splits("unwinnable --pgn games.pgn --csv --summary"),
        splits("merge certs two.cbor two.cbor --emit-cert"),
        splits("walk d3.cbor --pgn"),
        splits("walk d3.cbor --dot"),
        splits("walk d3.cbor --lines"),
        splits("walk d3.cbor --json --lines"),
    ] {
        let run = |file: &str| {
            let mut run = command(&folder, "");
            run.args(&arguments).arg(file).output().unwrap()
        };
        let (there, dash) = (run("1"), run("-"));
        assert_eq!(there.status.code(), dash.status.code(), "{arguments:?}");
        // Digits are removed, because the times in summaries differ.
        let timeless = |bytes: Vec<u8>| {
            String::from_utf8(bytes).unwrap().replace(|letter: char| letter.is_ascii_digit() || ".e-".contains(letter), "")
        };
        let written = fs::read(folder.join("1")).unwrap();
        fs::remove_file(folder.join("1")).unwrap();
        if arguments.iter().any(|argument| argument == "--summary") {
            assert_eq!(timeless(dash.stdout), timeless(written), "{arguments:?}");
        } else {
            assert!(dash.stdout == written && !written.is_empty(), "{arguments:?}");
        }
        let said = |bytes: &[u8]| String::from_utf8_lossy(bytes).matches(char::is_alphabetic).count();
        assert!(said(&dash.stderr) >= said(&there.stdout), "{arguments:?}: {}", String::from_utf8_lossy(&dash.stderr));
        assert_eq!(names(&folder), before, "{arguments:?}");
    }
    for (arguments, sentence) in [
        ("unwinnable --pgn games.pgn --emit-cert - --summary -", "--emit-cert and --summary name the same file"),
        ("unwinnable --pgn games.pgn --resume -", "--resume -: a file is needed"),
        ("losing-chess d3 --threads 1 --resume -", "--resume -: a file is needed"),
        ("walk d3.cbor --pgn - --dot -", "--pgn and --dot name the same file"),
        ("walk d3.cbor --plot -", "-: a picture's name ends in one of .svg"),
        ("plot d3.cbor --out -", "-: a picture's name ends in one of .svg"),
    ] {
        let run = solve(&folder, arguments).complains(2);
        assert!(run.err.contains(sentence), "{arguments}: {}", run.err);
        assert_eq!(names(&folder), before, "{arguments}");
    }
}

/// If a thread cannot be started, the run ends with an error message and status 2.
#[cfg(target_os = "linux")]
#[test]
fn threads_that_cannot_be_had() {
    let folder = folder("threads");
    fs::write(folder.join("questions"), "8/8/8/4k3/8/8/8/KN6 b - - white\n").unwrap();
    assert_eq!(solve(&folder, "unwinnable --positions questions --emit-cert it.cbor").status, Some(0));
    for arguments in [
        "bidding-game tug:3",
        "bidding-chess KK --board 2x2",
        "chips tug:3 --all",
        "scoring --budget 3 --subtract 1",
        "losing-chess d3 --for black --memory 100M",
        "unwinnable --positions questions",
        "merge certs it.cbor it.cbor --emit-cert merged.cbor",
        "lookup it.cbor",
    ] {
        let output = command(&folder, arguments).env("RUST_MIN_STACK", (1_u64 << 46).to_string()).output().unwrap();
        let run = run::Run::new(arguments, output).complains(2);
        // The handler of Ctrl-C needs a thread too. Some commands request the handler first, so its message appears
        // instead.
        let no_thread = run.err.starts_with("solve: the system gives no thread: ") && run.err.ends_with("; --threads asks for fewer\n");
        assert!(no_thread || run.err.starts_with("solve: Ctrl-C cannot be handled: "), "{arguments}: {}", run.err);
        assert_eq!(names(&folder), ["it.cbor", "questions"], "{arguments}");
    }
}

/// Writing to a symbolic link whose target is missing creates the target.
#[cfg(unix)]
#[test]
fn links_that_lead_nowhere() {
    use std::os::unix::fs::symlink;
    let folder = folder("dangling");
    fs::create_dir(folder.join("there")).unwrap();
    symlink("there/new.cbor", folder.join("link.cbor")).unwrap();
    symlink("link.cbor", folder.join("twice.cbor")).unwrap();
    for _ in ["made", "replaced"] {
        solve(&folder, "bidding-game tug:3 --emit-cert twice.cbor").answers();
        assert_eq!(names(&folder.join("there")), ["new.cbor"]);
        assert!(["link.cbor", "twice.cbor"].iter().all(|name| folder.join(name).is_symlink()));
    }
    symlink("nowhere/new.cbor", folder.join("lost.cbor")).unwrap();
    symlink("round.cbor", folder.join("round.cbor")).unwrap();
    for (file, reason) in [("lost.cbor", "nowhere: there is no such folder"), ("round.cbor", "round.cbor: ")] {
        let run = solve(&folder, &format!("bidding-game tug:3 --emit-cert {file}")).complains(2);
        assert!(run.err.contains(reason), "{}", run.err);
    }
}

/// If an output file exceeds the system's limit on file sizes, the run prints an error message and leaves no new file.
#[cfg(target_os = "linux")]
#[test]
fn files_that_are_larger_than_allowed() {
    let folder = folder("large");
    solve(&folder, "bidding-chess KK --emit-cert old.cbor").answers();
    for arguments in ["bidding-chess KK --emit-cert new.cbor", "bidding-chess KK --emit-cert old.cbor", "plot old.cbor --out old.svg"] {
        let before = names(&folder);
        let script = format!("ulimit -f 1 && exec \"$0\" {arguments}");
        let run =
            std::process::Command::new("bash").args(["-c", &script, env!("CARGO_BIN_EXE_solve")]).current_dir(&folder).output().unwrap();
        let said = String::from_utf8(run.stderr).unwrap();
        assert_eq!((run.status.code(), names(&folder)), (Some(2), before), "{arguments}: {said}");
        assert!(said.contains("File too large"), "{said}");
    }
}
