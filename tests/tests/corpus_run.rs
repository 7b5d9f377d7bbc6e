//! `tests/corpus/run`, which runs any checker on the corpus. The tests compare its output and exit status for correct
//! and incorrect checkers.
#![cfg(unix)]

use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    std::fs::canonicalize(Path::new(env!("CARGO_MANIFEST_DIR")).join("..")).unwrap()
}

/// Returns the exit status and all output, or `None` if Python is not available.
fn run(arguments: &[&str]) -> Option<(i32, String)> {
    let output = Command::new("python3").current_dir(root()).args(["-B", "tests/corpus/run"]).args(arguments).output().ok()?;
    let printed = [output.stdout, output.stderr].concat();
    Some((output.status.code().unwrap(), String::from_utf8(printed).unwrap()))
}

/// The checker's behaviour, options of the runner, the checker's command, the expected exit status, and expected words
/// of the output.
type Case = (&'static str, &'static [&'static str], &'static [&'static str], i32, &'static str);

#[test]
fn wrong_verdicts_are_found() {
    let few = ["--kinds", "bracket", "--corpus-only", "--largest", "120"];
    let table: [Case; 14] = [
        ("Everything is accepted", &[], &["sh", "-c", "exit 0"], 1, "accepted, expected rejected (bracket/"),
        ("Everything is rejected", &[], &["sh", "-c", "exit 1"], 1, "wrong accept/bracket/"),
        ("Nothing is decided", &[], &["sh", "-c", "exit 3"], 0, " right, 0 wrong, "),
        ("Nothing is decided, and all has to be", &["--all"], &["sh", "-c", "exit 3"], 1, "left undecided, expected verified"),
        ("A status that is no verdict", &[], &["sh", "-c", "exit 2"], 1, "exit status 2 is no verdict"),
        ("A status of the shell's", &[], &["sh", "-c", "exit 127"], 1, "exit status 127 is no verdict"),
        ("The checker crashes", &[], &["sh", "-c", "kill -SEGV $$"], 1, "killed by signal 11"),
        (
            "The checker hangs",
            &["--timeout", "0.2", "--all", "--jobs", "40"],
            &["sh", "-c", "sleep 20"],
            1,
            "no verdict within 0.2 seconds",
        ),
        ("Rejections without a clause", &["--codes"], &["sh", "-c", "exit 1"], 1, "no line `c error`"),
        ("No program of this name", &[], &["no-such-checker"], 2, "no-such-checker: no such program"),
        ("No checker", &[], &[], 2, "name the checker to run"),
        ("A size that is no number", &["--largest", "x"], &["true"], 2, "invalid int value: 'x'"),
        ("An option that there is not", &["--kind-of", "x"], &["true"], 2, "--kind-of"),
        ("A kind that there is not", &["--kinds", "brackets"], &["true"], 2, "no file is of kind brackets: the kinds are batch, bracket"),
    ];
    for (title, options, checker, status, words) in table {
        let Some((ended, printed)) = run(&[&few[..], options, checker].concat()) else {
            eprintln!("python3 cannot be started: the runner is not tested");
            return;
        };
        assert_eq!(ended, status, "{title}: {printed}");
        assert!(printed.contains(words), "{title}: expected {words}, printed {printed}");
        if status < 2 {
            let counted = printed.lines().find(|line| line.starts_with("all ")).unwrap();
            assert!(counted.split_whitespace().nth(1).is_some_and(|files| files != "0"), "{title}: {printed}");
        }
    }
}

/// The example must agree with the table on the verdicts, clauses and places of all strategy files.
#[test]
fn the_example_that_checks_strategies_passes() {
    let arguments = ["--kinds", "strategy", "--largest", "60", "--corpus-only", "--codes", "python3", "-B"];
    let Some((status, printed)) = run(&[&arguments[..], &["examples/third-party/check_strategy.py"]].concat()) else { return };
    assert_eq!(status, 0, "{printed}");
    let row = printed.lines().find(|line| line.starts_with("strategy ")).unwrap().split_whitespace().collect::<Vec<_>>();
    let files: usize = row[1].parse().unwrap();
    assert!(files > 20 && row[2] == row[1] && row[4] == "0", "{printed}");
}
