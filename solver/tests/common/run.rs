//! Functions with which the test files run the command line. Each of the test files uses only some of these functions.
#![allow(dead_code)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;

use serde_json::Value;

/// Creates a new folder for the calling test. Tests run in parallel, so two tests that use the same name get two
/// folders.
pub fn folder(name: &str) -> PathBuf {
    let thread = thread::current();
    let test = thread.name().unwrap_or_default().replace("::", "-");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cli").join(test).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Builds a `solve` command that runs in a folder. The arguments are separated by spaces, and `''` stands for an empty
/// argument.
pub fn command(folder: &Path, arguments: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_solve"));
    // These variables disable the cache of verified proofs.
    command.current_dir(folder).stdin(Stdio::null()).env("XDG_CACHE_HOME", "none").env("HOME", "none");
    command.args(arguments.split_whitespace().map(|argument| if argument == "''" { "" } else { argument }));
    command
}

pub struct Run {
    pub arguments: String,
    pub status: Option<i32>,
    pub out: String,
    pub err: String,
}

impl Run {
    pub fn new(arguments: &str, output: Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).unwrap();
        Self { arguments: arguments.to_owned(), status: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
    }

    #[track_caller]
    pub fn ends_with(self, status: i32) -> Self {
        assert_eq!(self.status, Some(status), "solve {}\n{}{}", self.arguments, self.out, self.err);
        self
    }

    /// Asserts that the run succeeds and writes nothing to standard error.
    #[track_caller]
    pub fn answers(self) -> Self {
        let run = self.ends_with(0);
        assert_eq!(run.err, "", "solve {}", run.arguments);
        run
    }

    /// Asserts that the exit status is `status`, that standard output is empty, and that standard error has one line.
    #[track_caller]
    pub fn complains(self, status: i32) -> Self {
        let run = self.ends_with(status);
        assert_eq!(run.out, "", "solve {}", run.arguments);
        assert!(run.err.starts_with("solve: ") && run.err.ends_with('\n') && run.err.lines().count() == 1, "{}", run.err);
        run
    }

    #[track_caller]
    pub fn says(self, parts: &[&str]) -> Self {
        for part in parts {
            assert!(self.out.contains(part), "solve {}: {part:?} in\n{}", self.arguments, self.out);
        }
        self
    }

    /// Parses the single line of output as JSON.
    #[track_caller]
    pub fn json(&self) -> Value {
        assert!(self.out.ends_with("}\n") && self.out.lines().count() == 1, "solve {}: {}", self.arguments, self.out);
        serde_json::from_str(&self.out).unwrap()
    }
}

pub fn solve(folder: &Path, arguments: &str) -> Run {
    Run::new(arguments, command(folder, arguments).output().unwrap())
}

/// Asserts that a run ends without an answer, and that standard error contains all strings in `parts`.
#[track_caller]
pub fn fails(folder: &Path, arguments: &str, status: i32, parts: &[&str]) {
    let run = solve(folder, arguments).ends_with(status);
    assert!(
        run.out.is_empty() && parts.iter().all(|part| run.err.contains(part)),
        "solve {arguments}: {parts:?} in\n{}{}",
        run.out,
        run.err
    );
}

/// Lists the names of all files and folders in a folder, in sorted order.
pub fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}
