//! Tests `--help`, completions and man pages. Every command must have examples, and the examples must run.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

const SOLVE: &str = env!("CARGO_BIN_EXE_solve");

fn solve(arguments: &[&str]) -> Output {
    Command::new(SOLVE).args(arguments).current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("..")).output().unwrap()
}

fn text(arguments: &[&str]) -> String {
    let output = solve(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Lists the commands in `solve --help`.
fn commands() -> Vec<String> {
    let help = text(&["--help"]);
    let listed = help.lines().take_while(|line| *line != "Options:").filter_map(|line| line.strip_prefix("  "));
    let names = listed.filter_map(|line| line.split_whitespace().next().map(str::to_owned));
    names.filter(|name| name != "help").collect()
}

/// Splits a shell line into arguments. Only double quotes have a special meaning.
fn split(line: &str) -> Vec<String> {
    let parts = line.split('"').enumerate();
    parts
        .flat_map(|(index, part)| if index % 2 == 1 { vec![part.to_owned()] } else { part.split_whitespace().map(str::to_owned).collect() })
        .collect()
}

/// Copies a folder recursively. A symbolic link is not used, because it would require a privilege on Windows.
fn copy(from: &Path, to: &Path) {
    fs::create_dir(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let to = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &to);
        } else {
            fs::copy(entry.path(), to).unwrap();
        }
    }
}

#[test]
fn every_command_has_examples_that_work() {
    let scratch = tempfile::tempdir().unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for folder in ["certs", "examples"] {
        copy(&root.join(folder), &scratch.path().join(folder));
    }
    fs::create_dir(scratch.path().join("my-certs")).unwrap();
    fs::copy(root.join("tests/data/unwinnability/games/ambrona_11_lichess_FKr42ZRT.pgn"), scratch.path().join("games.pgn")).unwrap();
    let cache = scratch.path().join("cache");
    let mut found = 0;
    for command in commands() {
        let help = text(&[&command, "--help"]);
        let shown: Vec<&str> = help.lines().collect();
        let follows = |at: usize| shown.get(at + 1).and_then(|line| line.strip_prefix("        "));
        let lines: Vec<(&str, Option<&str>)> =
            (0..shown.len()).filter_map(|at| Some((shown[at].strip_prefix("      solve ")?, follows(at)))).collect();
        assert!(!lines.is_empty() || ["completions", "man-pages"].contains(&command.as_str()), "{command} has no examples");
        if command == "serve" {
            // `solve serve` runs until it is interrupted, and `tests/serve.rs` tests it.
            continue;
        }
        for (line, begins) in lines {
            let output = Command::new(SOLVE)
                .args(split(line))
                .current_dir(scratch.path())
                .envs([("XDG_CACHE_HOME", &cache), ("LOCALAPPDATA", &cache), ("HOME", &cache)])
                .stdin(std::process::Stdio::null())
                .output()
                .unwrap();
            assert!(output.status.success(), "solve {line}: {}", String::from_utf8_lossy(&output.stderr));
            // The first line of the output is compared with the output shown in the help.
            let printed = String::from_utf8(output.stdout).unwrap();
            let first = printed.lines().next().unwrap_or_default();
            match begins {
                Some(begins) => assert!(first.starts_with(begins.trim_end_matches(" …")), "solve {line}: {first}"),
                None => assert_eq!(first, "", "solve {line}: help does not show how the output begins"),
            }
            found += 1;
        }
    }
    assert!(found >= 15, "{found} examples");
}

#[test]
fn completions_know_every_command() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = text(&["completions", shell]);
        for command in commands() {
            assert!(script.contains(&command), "{shell}: {command}");
        }
    }
    let output = solve(&["completions", "tcsh"]);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn there_is_a_man_page_for_every_command() {
    let scratch = tempfile::tempdir().unwrap();
    let folder = scratch.path().join("man1");
    text(&["man-pages", folder.to_str().unwrap()]);
    for command in commands() {
        let page = fs::read_to_string(folder.join(format!("solve-{command}.1"))).unwrap();
        assert!(page.contains(&format!(".TH solve-{command} 1 20")), "{command}");
    }
    let names = fs::read_dir(&folder).unwrap().map(|page| page.unwrap().file_name().into_string().unwrap());
    assert!(names.filter(|name| name.contains("help")).collect::<Vec<_>>().is_empty(), "pages that repeat other pages");
    let page = fs::read_to_string(folder.join("solve-chips.1")).unwrap();
    assert!(page.contains("solve chips tic\\-tac\\-toe \\-\\-chips 100"), "{page}");
    let file = scratch.path().join("file");
    fs::write(&file, "").unwrap();
    let output = solve(&["man-pages", file.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(2), "{}", String::from_utf8_lossy(&output.stderr));
}
