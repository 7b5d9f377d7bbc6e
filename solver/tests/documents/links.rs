//! Checks that links in the repository's Markdown lead to existing files and headings.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Returns the number of links that lead into the repository, and a message for each broken link.
pub fn check(root: &Path, repository: &str) -> (usize, Vec<String>) {
    let (mut number, mut broken) = (0, Vec::new());
    for file in markdown(root) {
        let text = fs::read_to_string(&file).unwrap();
        for link in links(&text) {
            let from_root = link.strip_prefix(repository);
            if from_root.is_none() && (link.contains("://") || link.starts_with("mailto:")) {
                continue;
            }
            number += 1;
            let (path, heading) = from_root.unwrap_or(&link).split_once('#').unwrap_or((from_root.unwrap_or(&link), ""));
            let target = match from_root {
                Some(_) => root.join(path),
                None if path.is_empty() => file.clone(),
                None => file.parent().unwrap().join(path),
            };
            let place = file.strip_prefix(root).unwrap().display();
            if !target.exists() {
                broken.push(format!("{place}: {link}: no such file"));
            } else if !heading.is_empty() && !headings(&fs::read_to_string(&target).unwrap()).contains(heading) {
                broken.push(format!("{place}: {link}: no such heading"));
            }
        }
    }
    (number, broken)
}

/// Lists all Markdown files of the repository except build products.
fn markdown(root: &Path) -> Vec<PathBuf> {
    let (mut files, mut folders) = (Vec::new(), vec![root.to_owned()]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap()) {
            let name = entry.file_name().into_string().unwrap();
            let kind = entry.file_type().unwrap();
            if kind.is_dir() && !name.starts_with('.') && !["target", "book", "node_modules"].contains(&name.as_str()) {
                folders.push(entry.path());
            } else if kind.is_file() && name.ends_with(".md") {
                files.push(entry.path());
            }
        }
    }
    files.sort();
    files
}

/// Returns the lines outside of code blocks, with all text in backticks removed.
fn prose(text: &str) -> Vec<String> {
    let mut inside = false;
    let mut lines = Vec::new();
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            inside = !inside;
        } else if !inside && !line.starts_with("    ") {
            lines.push(line.split('`').step_by(2).collect::<Vec<_>>().join("``"));
        }
    }
    lines
}

/// Returns the targets of links, which have the form `[text](target)` or `[name]: target`.
fn links(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for line in prose(text) {
        for rest in line.split("](").skip(1) {
            let (target, _) = rest.split_once(')').unwrap_or((rest, ""));
            found.push(target.split(' ').next().unwrap().trim_matches(['<', '>']).to_owned());
        }
        let definition = line.strip_prefix('[').and_then(|rest| rest.split_once("]: "));
        if let Some((_, target)) = definition.filter(|(name, _)| !name.contains(']')) {
            found.push(target.trim().trim_matches(['<', '>']).to_owned());
        }
    }
    found
}

/// Returns the anchors of all headings. An anchor is the heading in lower case, with hyphens for spaces and without
/// punctuation.
fn headings(text: &str) -> BTreeSet<String> {
    let lines = text.lines().filter(|line| line.starts_with('#')).map(|line| line.trim_start_matches('#').trim().to_lowercase());
    lines.map(|line| line.replace(' ', "-").chars().filter(|letter| letter.is_alphanumeric() || "-_".contains(*letter)).collect()).collect()
}

#[test]
fn links_of_a_page() {
    let page = "See [a](a.md#b) and [`b`](b.md).\n\n[c]: c.md\n\n    [d](d.md)\n\n`[e](e.md)`\n\n```\n[f](f.md)\n```\n";
    assert_eq!(links(page), ["a.md#b", "b.md", "c.md"]);
    assert_eq!(headings("# A b, c\n## `x`: 1\n"), BTreeSet::from(["a-b-c".to_owned(), "x-1".to_owned()]));
}
