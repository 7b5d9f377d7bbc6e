//! Tests the documents. The README and the book must show the output that the programs print, name existing options,
//! and have valid links.
//!
//! A code block marked `console` consists of commands, each after `$ `, and of their output. A continued command line
//! ends in `\`. The output is what the command writes to standard output and to standard error. A line of three dots
//! (`…`) stands for omitted lines, and three dots inside a line stand for omitted text. `(exit status N)` ends the
//! output of a command whose exit status is not 0. A command in a table must end with exit status 0. The commands of a
//! page run one after the other in one scratch folder, which contains the folders of the repository. Pictures that the
//! commands draw are compared with the pictures in `docs/src/pictures`. A block marked `sh` has commands that this test
//! does not run. [`RUN_ELSEWHERE`] or [`NOT_RUN`] must name each of these commands.
//!
//! If the programs' output has changed, `GAMECERT_DOCUMENTS=write cargo test -p gamecert-solver --test documents`
//! updates the pages and pictures. Review the difference before committing it.

#![cfg(unix)]

mod links;
mod page;
mod shown;

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use page::{Block, Page};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// Folders of the repository that the commands in the documents may read.
const REACHABLE: [&str; 5] = ["certs", "examples", "solver", "spec", "tests"];

/// Pictures that no command in the documents draws. The test `tests/tests/shipped.rs` checks these pictures.
const DRAWN_ELSEWHERE: [&str; 1] = ["replies.svg"];

/// Commands in the documents that another test or script runs. Each entry has the beginning of the command, the file
/// that runs the command, and a string that must occur in this file.
const RUN_ELSEWHERE: [(&str, &str, &str); 26] = [
    ("cargo test --workspace", ".ci/parts/rust", "cargo test --workspace --locked --no-fail-fast"),
    ("cargo install --locked --profile dist --path ", ".ci/parts/packages", "cargo install --locked --profile dist --path checker"),
    (
        "cargo build --locked --profile dist -p gamecert-checker --target ",
        ".ci/parts/packages",
        "cargo build --locked --profile dist -p gamecert-checker --target x86_64-unknown-linux-musl",
    ),
    ("cargo install --locked cargo-deb", ".ci/parts/packages", "cargo-deb@"),
    ("bash packages/deb", ".ci/parts/packages", "bash packages/deb"),
    ("bash packages/archive", ".ci/parts/packages", "packages/archive"),
    // This command sets the installation path of the packages, and the gate runs their programs from that path.
    ("export PATH=\"/usr/lib/gamecert/bin:", ".ci/parts/packages", "/usr/lib/gamecert/bin/check\""),
    ("git rev-parse HEAD", ".ci/parts/packages", "git rev-parse HEAD"),
    ("cargo build --release -p gamecert-unwinnable-c", ".ci/parts/libraries", "cargo build --release -p gamecert-unwinnable-c"),
    ("unwinnable-c/install PREFIX", ".ci/parts/libraries", "unwinnable-c/install \"$unpacked/prefix\""),
    (
        "cargo run --features inspect --bin check ",
        ".ci/parts/libraries",
        "cargo run --locked --features inspect --bin check -- --print-game",
    ),
    ("web/make", ".ci/parts/web", "web/make"),
    ("npm/make", ".ci/parts/npm", "npm/make"),
    ("npm install ", ".ci/parts/npm", "npm install --silent --no-save"),
    ("ADDRESS=https://host.example/gamecert/ web/make", "web/tests/site.test.mjs", "https://host/below/"),
    ("solve serve ", "solver/tests/serve.rs", "\"serve\""),
    ("make -C formal && formal/run ", ".ci/parts/formal", "formal/run certs/losing/e3-d5.cbor"),
    ("python3 .ci/tcb-size", ".ci/parts/lints", "python3 .ci/tcb-size"),
    ("python3 -c 'import cbor2", ".ci/parts/python", "import cbor2; print(*cbor2.load(open(\"certs/knk.cbor\", \"rb\"))[:5])"),
    ("pip install './python[bulk]'", ".ci/parts/python", "pip\" install"),
    ("python -m gamecert.bulk games ", "python/tests/bulk/test_plans.py", "[\"games\", str(file), \"--to\""),
    ("python -m gamecert.bulk endings ", "python/tests/bulk/test_plans.py", "\"endings\""),
    ("python -m gamecert.bulk losing ", "python/tests/bulk/test_losing.py", "\"losing\""),
    ("python -m gamecert.bulk simulate ", "python/tests/bulk/test_plans.py", "simulate"),
    ("ray start ", ".ci/parts/bulk", "ray\" start --head --node-ip-address=127.0.0.1"),
    ("cargo run --release -p gamecert-solver --example random_games ", "solver/tests/unwinnable_parts.rs", "random_games"),
];

/// Commands in the documents that no test or script runs. Each entry has the beginning of the command and the reason.
const NOT_RUN: [(&str, &str); 4] = [
    ("rustup target add ", "changes the toolchain"),
    ("apt install ", "changes the machine"),
    ("podman ", "needs images of others"),
    ("solve losing-chess \"1. e3 c6\" --for white --use ", "takes minutes: the proof has two million positions"),
];

/// Lists README and the pages of the book.
fn documents() -> Vec<PathBuf> {
    let mut pages = vec![PathBuf::from("README.md")];
    let mut book: Vec<PathBuf> = fs::read_dir(format!("{ROOT}/docs/src"))
        .unwrap()
        .map(|entry| Path::new("docs/src").join(entry.unwrap().file_name()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "md"))
        .collect();
    book.sort();
    pages.extend(book);
    pages
}

fn read(path: &Path) -> String {
    fs::read_to_string(Path::new(ROOT).join(path)).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Creates a fresh folder for the commands of one page.
fn scratch(page: &Path) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("documents").join(page.file_stem().unwrap());
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let root = fs::canonicalize(ROOT).unwrap();
    for name in REACHABLE {
        symlink(root.join(name), folder.join(name)).unwrap();
    }
    folder
}

/// Runs a command. Returns the lines of the command's output. If the exit status is not 0, adds a line with the exit
/// status.
fn run(command: &str, folder: &Path) -> Vec<String> {
    let programs = Path::new(env!("CARGO_BIN_EXE_solve")).parent().unwrap();
    assert!(programs.join("check").exists(), "no check beside solve: cargo build -p gamecert-solver -p gamecert-checker");
    let path = std::env::join_paths([programs.to_owned()].into_iter().chain(std::env::split_paths(&std::env::var_os("PATH").unwrap())));
    let mut called = command.to_owned();
    for program in ["solve", "check"] {
        called = called.replace(&format!("cargo run --bin {program} --"), program);
    }
    let output = Command::new("sh")
        .args(["-c", &format!("exec 2>&1\n{called}")])
        .current_dir(folder)
        .env("PATH", path.unwrap())
        // These variables disable the cache of verified proofs.
        .env("XDG_CACHE_HOME", "none")
        .env("HOME", "none")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let mut lines: Vec<String> = String::from_utf8(output.stdout).unwrap().lines().map(|line| line.trim_end().to_owned()).collect();
    if !output.status.success() {
        lines.push(format!("(exit status {})", output.status.code().unwrap()));
    }
    lines
}

#[test]
fn commands_print_what_the_pages_show() {
    let write = std::env::var("GAMECERT_DOCUMENTS").is_ok_and(|mode| mode == "write");
    let pictures = Path::new(ROOT).join("docs/src/pictures");
    let mut undrawn: BTreeSet<String> =
        fs::read_dir(&pictures).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    DRAWN_ELSEWHERE.iter().for_each(|name| assert!(undrawn.remove(*name), "there is no docs/src/pictures/{name}"));
    let (mut commands, mut wrong) = (0, String::new());
    for path in documents() {
        let mut page = Page::parse(&read(&path));
        let folder = scratch(&path);
        for block in &mut page.blocks {
            let Block::Console(entries) = block else { continue };
            for entry in entries {
                commands += 1;
                let printed = run(&entry.command(), &folder);
                if shown::matches(&entry.shown, &printed) {
                    continue;
                }
                if write {
                    entry.shown = shown::renew(&entry.shown, &printed);
                } else {
                    wrong += &format!("\n{}: {}\n{}\n", path.display(), entry.command(), shown::difference(&entry.shown, &printed));
                }
            }
        }
        for command in page.commands_in_tables() {
            commands += 1;
            let printed = run(&command, &folder);
            if printed.last().is_some_and(|line| line.starts_with("(exit status")) {
                wrong += &format!("\n{}: {command}\n{}\n", path.display(), shown::difference(&[], &printed));
            }
        }
        if write {
            fs::write(Path::new(ROOT).join(&path), page.text()).unwrap();
        }
        for entry in fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap()) {
            let name = entry.file_name().into_string().unwrap();
            if !name.ends_with(".svg") {
                continue;
            }
            if write {
                fs::copy(entry.path(), pictures.join(&name)).unwrap();
            } else if fs::read(entry.path()).unwrap() != fs::read(pictures.join(&name)).unwrap_or_default() {
                wrong += &format!("\n{}: {name} is not docs/src/pictures/{name}\n", path.display());
            }
            undrawn.remove(&name);
        }
    }
    assert!(wrong.is_empty(), "{wrong}\nIf the pages are to change: GAMECERT_DOCUMENTS=write");
    assert!(undrawn.is_empty(), "no command draws {undrawn:?}");
    assert!(commands >= 60, "only {commands} commands");
}

#[test]
fn every_command_is_run_or_has_a_reason() {
    for path in documents() {
        let page = Page::parse(&read(&path));
        for block in &page.blocks {
            let Block::Other { language, lines } = block else { continue };
            for line in lines {
                let command = line.trim_start().trim_start_matches("$ ");
                if language == "sh" {
                    let mut beginnings =
                        RUN_ELSEWHERE.iter().map(|(beginning, ..)| beginning).chain(NOT_RUN.iter().map(|(beginning, _)| beginning));
                    let named = beginnings.any(|beginning| command.starts_with(*beginning));
                    assert!(named || command.is_empty(), "{}: {line}: run it in a block marked console", path.display());
                } else {
                    let looks = ["solve ", "check ", "cargo ", "bash "].iter().any(|beginning| command.starts_with(beginning));
                    assert!(!looks && !line.starts_with("$ "), "{}: {line}: in a block that is not run", path.display());
                }
            }
        }
    }
}

#[test]
fn what_runs_elsewhere_is_run_there() {
    let shown: String = documents().iter().map(|path| read(path)).collect();
    for (command, file, text) in RUN_ELSEWHERE {
        assert!(read(Path::new(file)).contains(text), "{command}: {file} does not run it any more");
        assert!(shown.contains(command), "{command}: no page shows it");
    }
}

#[test]
fn options_and_commands_that_are_named_exist() {
    let folder = scratch(Path::new("help.md"));
    let mut known = run("check --help", &folder).join("\n");
    let help = run("solve --help", &folder);
    let listed = help.iter().take_while(|line| *line != "Options:").filter_map(|line| line.strip_prefix("  "));
    let commands: BTreeSet<&str> = listed.map(|line| line.split_whitespace().next().unwrap()).filter(|name| *name != "help").collect();
    for command in &commands {
        known += &run(&format!("solve {command} --help"), &folder).join("\n");
    }
    known += " --release --bin --example --workspace --test --lib --manifest-path --features --locked --path --no-default-features --all-targets --all --profile ";
    // These are the options of `gates/check_repository.py`. The tests of that script compare the page with the script.
    known += " --manifest --strict --check ";
    // These are the options of `gamecert.bulk`. The tests of that program compare the page with the program.
    known += " --solve --shard --pieces --hints-in-search --tries --leaf-evaluations --leaves --searches --shards --to --ray --workers --times --overhead --digests ";
    // These are the options of `tests/corpus/run`, which `tests/tests/corpus_run.rs` tests.
    known += " --kinds --codes --corpus-only --largest --timeout ";
    // These are options of Ray.
    known += " --head --node-ip-address --port --address ";
    // These are options of rustup and of podman.
    known += " --target --rm ";
    // This option exists in builds with the feature `inspect`.
    known += "--print-game ";
    let words: BTreeSet<&str> = known.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '-').collect();
    for path in documents() {
        let text = read(&path);
        for word in text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '-') {
            if word.starts_with("--") && word.chars().nth(2).is_some_and(char::is_alphabetic) {
                assert!(words.contains(word), "{}: there is no option {word}", path.display());
            }
        }
        for span in text.split('`').filter_map(|span| span.strip_prefix("solve ")) {
            let command = span.split_whitespace().next().unwrap();
            assert!(commands.contains(command) || command == "…", "{}: there is no solve {command}", path.display());
        }
    }
}

#[test]
fn links_lead_somewhere() {
    let root = fs::canonicalize(ROOT).unwrap();
    let (links, broken) = links::check(&root, concat!(env!("CARGO_PKG_REPOSITORY"), "/blob/main/"));
    assert!(broken.is_empty(), "{}", broken.join("\n"));
    assert!(links > 200, "only {links} links");
    for path in documents() {
        let absolute = concat!(env!("CARGO_PKG_REPOSITORY"), "/blob/");
        assert!(
            !read(&path).contains(absolute),
            "{}: link to files of the repository by relative paths, which work in a clone",
            path.display()
        );
    }
}

#[test]
fn the_book_has_every_page() {
    let summary = read(Path::new("docs/src/SUMMARY.md"));
    for path in documents().iter().skip(1) {
        let name = path.file_name().unwrap().to_str().unwrap();
        assert!(name == "SUMMARY.md" || summary.contains(&format!("]({name})")), "SUMMARY.md does not list {name}");
    }
}

/// The command `cffconvert --validate` checks the form of `CITATION.cff`, but not the version in this file.
#[test]
fn the_citation_names_this_version() {
    let citation = read(Path::new("CITATION.cff"));
    let versions: Vec<&str> = citation.lines().filter_map(|line| line.trim_start().strip_prefix("version: ")).collect();
    assert_eq!(versions, [env!("CARGO_PKG_VERSION"); 2], "CITATION.cff: the project, and the preferred citation");
    for key in ["cff-version", "message", "title", "authors", "date-released", "repository-code", "preferred-citation"] {
        assert!(citation.lines().any(|line| line.starts_with(&format!("{key}:"))), "CITATION.cff has no {key}");
    }
}

#[test]
fn pages_keep_their_measures() {
    for path in documents().into_iter().chain(["ARCHITECTURE.md".into(), "CONTRIBUTING.md".into()]) {
        let name = path.display();
        for line in read(&path).lines() {
            let table = line.starts_with('|') && !path.ends_with("README.md");
            assert!(table || line.chars().count() <= 120, "{name}: a line of {} columns: {line}", line.chars().count());
        }
    }
    let readme = read(Path::new("README.md")).lines().count();
    assert!(readme <= 150, "README.md has {readme} lines");
}
