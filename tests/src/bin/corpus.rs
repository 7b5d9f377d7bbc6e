//! Writes the conformance corpus `tests/corpus`. With `--check` the program compares the directory with the generated
//! corpus instead.
//!
//! An argument may name another directory.

use gamecert_tests::corpus;
use std::path::PathBuf;
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut check = false;
    let mut root = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/corpus"));
    for argument in std::env::args().skip(1) {
        match argument.as_str() {
            "--check" => check = true,
            directory => root = PathBuf::from(directory),
        }
    }
    let files = corpus::files();
    let done = if check { corpus::check(&files, &root) } else { corpus::write(&files, &root) };
    match done {
        Ok(()) => {
            let bytes: usize = files.iter().map(|file| file.bytes.len()).sum();
            println!("{} files, {bytes} bytes", files.len());
            ExitCode::SUCCESS
        }
        Err(sentence) => {
            eprintln!("{sentence}");
            ExitCode::FAILURE
        }
    }
}
