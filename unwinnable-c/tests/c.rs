//! Tests the C interface with C programs. The header must be up to date, the example must work with the shared and with
//! the static library, and every function must work.

use std::env;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

const HEADER: &str = "include/gamecert_unwinnable.h";

fn here(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// Returns the folder into which cargo has built the libraries for this test.
fn library_folder() -> PathBuf {
    let test = env::current_exe().expect("the path of this program");
    test.parent().expect("a folder").to_owned()
}

/// Compiles a program with warnings as errors, and returns the path of the executable.
fn compile(source: &str, name: &str, libraries: &[String]) -> PathBuf {
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let version = format!("-DVERSION=\"{}\"", env!("CARGO_PKG_VERSION"));
    let mut command = Command::new("cc");
    command.args(["-std=c99", "-D_POSIX_C_SOURCE=200809L", "-Wall", "-Wextra", "-Werror", "-pedantic", &version, "-I"]);
    command.arg(here("include")).arg(here(source)).arg("-o").arg(&program).args(libraries).args(["-lpthread", "-ldl", "-lm"]);
    let output = command.output().expect("a C compiler named cc");
    assert!(output.status.success(), "{source}: {}", String::from_utf8_lossy(&output.stderr));
    program
}

fn shared() -> Vec<String> {
    let folder = library_folder().display().to_string();
    vec![format!("-L{folder}"), format!("-Wl,-rpath,{folder}"), "-lgamecert_unwinnable_c".to_owned()]
}

fn run(program: &Path, input: &str) -> Output {
    let mut command = Command::new(program);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the program");
    child.stdin.take().expect("its input").write_all(input.as_bytes()).expect("the program reads");
    child.wait_with_output().expect("its output")
}

#[test]
fn the_header_is_made_of_the_sources() {
    let config = cbindgen::Config::from_file(here("cbindgen.toml")).expect("the settings");
    let mut made = Vec::new();
    cbindgen::Builder::new().with_config(config).with_src(here("src/lib.rs")).generate().expect("the header").write(&mut made);
    let made = String::from_utf8(made).expect("text");
    let committed = std::fs::read_to_string(here(HEADER)).unwrap_or_default();
    if made != committed {
        let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("gamecert_unwinnable.h");
        std::fs::write(&file, made).expect("the header is written");
        panic!("{HEADER} is not what cbindgen makes: copy {}", file.display());
    }
}

#[test]
fn the_example_answers() {
    let questions = [
        "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - -",
        "7k/6Q1/6K1/8/8/8/8/8 b - -",
        "7k/8/6K1/8/8/8/7p/Q7 b - - 0 1",
        "8/8/8/8/8/5k2/7q/K7 b - -",
        "8/8/8/8/8/5k2/7q/K7 w",
        "this is no FEN",
    ];
    let expected = [
        "unwinnable: static",
        "winnable: ",
        "winnable: ",
        "unwinnable: material",
        "the FEN is invalid: the castling field is missing",
        "the FEN is invalid: 't' is no unit",
    ];
    let static_library = vec![library_folder().join("libgamecert_unwinnable_c.a").display().to_string()];
    for (name, libraries) in [("flag-shared", shared()), ("flag-static", static_library)] {
        let output = run(&compile("examples/flag.c", name, &libraries), &questions.map(|fen| format!("{fen}\n")).concat());
        let printed = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success(), "{name}: {printed}");
        assert_eq!(printed.lines().count(), expected.len(), "{name}: {printed}");
        for ((question, expected), line) in questions.iter().zip(expected).zip(printed.lines()) {
            assert!(line.starts_with(expected), "{name}: {question}: {line}");
        }
    }
}

#[test]
fn every_function_and_every_error() {
    let output = run(&compile("tests/interface.c", "interface", &shared()), "");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}
