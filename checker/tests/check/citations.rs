//! Tests how the program searches for cited files: the folders, the order and the limits.

use crate::support::*;
use std::collections::{BTreeMap, BTreeSet};

#[test]
fn where_cited_files_are_found() {
    let files = [
        ("same/kqk.cbor", queen()),
        ("same/some-name.cbor", kings()),
        ("alone/kqk.cbor", queen()),
        ("library/kk.cbor", kings()),
        ("library/kk.txt", kings()),
        ("texts/kk.txt", kings()),
        ("deep/below/kk.cbor", kings()),
        ("both/drawn.cbor", drawn()),
    ];
    let folder = folder("cited", &files);
    // Columns: the command line, and the exit status, which is 3 if the file cited by `kqk.cbor` is not found.
    let table: [(&[&str], i32); 11] = [
        (&["same/kqk.cbor"], 0),
        (&["alone/kqk.cbor"], 3),
        (&["alone/kqk.cbor", "--include", "library"], 0),
        (&["--include", "both", "--include", "library", "alone/kqk.cbor"], 0),
        (&["--include", "texts", "alone/kqk.cbor"], 3),
        (&["--include", "deep", "alone/kqk.cbor"], 3),
        // The cited file is found among the files named, with any name and in any order.
        (&["alone/kqk.cbor", "library/kk.txt"], 0),
        (&["library/kk.txt", "alone/kqk.cbor"], 0),
        // The cited file is found in the folder of any file named.
        (&["alone/kqk.cbor", "same/some-name.cbor"], 0),
        (&["both/drawn.cbor", "alone/kqk.cbor"], 3),
        (&["alone", "deep"], 0),
    ];
    for (arguments, status) in table {
        let run = check(&folder, arguments);
        assert_eq!(run.status, status, "{arguments:?} {}", run.output);
    }
}

/// Returns all permutations of these names.
fn orders<'n>(names: &[&'n str]) -> Vec<Vec<&'n str>> {
    if names.is_empty() {
        return vec![vec![]];
    }
    let first = |at: usize| {
        let rest = [&names[..at], &names[at + 1..]].concat();
        orders(&rest).into_iter().map(move |order| [vec![names[at]], order].concat())
    };
    (0..names.len()).flat_map(first).collect()
}

/// Returns the output lines about each file, by file name.
fn said(run: &Run) -> BTreeMap<String, String> {
    let (mut said, mut file) = (BTreeMap::<String, String>::new(), "");
    for line in run.lines() {
        if line.starts_with("s ") {
            file = line.split(' ').nth(2).unwrap();
        }
        said.entry(file.to_owned()).or_default().push_str(line);
    }
    said
}

#[test]
fn no_verdict_depends_on_the_order() {
    let files =
        [("a.cbor", queen()), ("kk.cbor", kings()), ("drawn.cbor", drawn()), ("on.cbor", queen_on(&broken())), ("z.cbor", broken())];
    let folder = folder("orders", &files);
    let names: Vec<&str> = files.iter().map(|(name, _)| *name).collect();
    let mut verdicts = BTreeSet::new();
    for limits in [
        ["--memory", "1100K"],
        ["--memory", "2200K"],
        ["--memory", "1G"],
        ["--work", "300"],
        ["--work", "3000"],
        ["--search", "200"],
        ["--search", "300"],
    ] {
        let mut first = None;
        for order in orders(&names) {
            let run = check(&folder, &[&limits[..], &order].concat());
            let blocks = said(&run);
            assert_eq!(blocks.len(), names.len(), "{}", run.output);
            assert_eq!(first.get_or_insert_with(|| said(&run)), &blocks, "{limits:?} {order:?}");
        }
        let words = first.unwrap().into_values().map(|lines| lines.split(' ').nth(1).unwrap().to_owned());
        verdicts.extend(words);
    }
    assert_eq!(verdicts.into_iter().collect::<Vec<_>>(), ["REJECTED", "UNDECIDED", "VERIFIED"]);
}

#[test]
fn the_search_is_bounded() {
    // The search hashes first the files named, then the files in their folders. The 100 bytes of `a.cbor` are hashed
    // before the cited file `b.cbor`.
    let files = [("kqk/kqk.cbor", queen()), ("kqk/a.cbor", vec![0; 100]), ("kqk/b.cbor", kings())];
    let folder = folder("search", &files);
    let most = queen().len() + 100 + kings().len();
    for (search, status) in [(most, 0), (most - 1, 3), (0, 3)] {
        let run = check(&folder, &["--search", &search.to_string(), "kqk/kqk.cbor"]);
        assert_eq!(run.status, status, "{search}");
        let sentence = format!("was found among the first {search} bytes of candidates, and the search is limited to these");
        assert!(status == 0 || run.lines()[1].ends_with(&sentence), "{}", run.output);
    }
    // A file that is reached by two paths is hashed once.
    let run = check(&folder, &["--search", &most.to_string(), "--include", "kqk", "./kqk/kqk.cbor", "kqk/../kqk/kqk.cbor"]);
    assert_eq!(run.status, 0, "{}", run.output);
}

#[test]
fn a_cited_file_that_is_too_large() {
    let folder = folder("large", &[("kqk.cbor", queen_on(&vec![0; 5_000_000])), ("zeros.cbor", vec![0; 5_000_000])]);
    let run = check(&folder, &["--memory", "4M", "kqk.cbor"]);
    assert_eq!(run.status, 3);
    assert!(run.lines()[1].starts_with("c undecided resources/memory at byte 0: "), "{}", run.output);
    assert_eq!(check(&folder, &["kqk.cbor"]).status, 1);
}

#[cfg(unix)]
#[test]
fn candidates_that_are_no_files() {
    use std::fs;
    use std::os::unix::fs::symlink;

    let folder = folder("candidates", &[("kqk.cbor", queen()), ("z.cbor", kings())]);
    // The folder gets a pipe without a writer, an endless device, a folder, a link to itself and a dangling link.
    assert!(std::process::Command::new("mkfifo").arg(folder.join("a.cbor")).status().unwrap().success());
    symlink("/dev/zero", folder.join("b.cbor")).unwrap();
    fs::create_dir(folder.join("c.cbor")).unwrap();
    symlink("d.cbor", folder.join("d.cbor")).unwrap();
    symlink("nowhere", folder.join("e.cbor")).unwrap();
    let run = check(&folder, &["--quiet", "kqk.cbor"]);
    assert_eq!((run.status, run.verdicts()), (0, vec!["s VERIFIED kqk.cbor"]));
}
