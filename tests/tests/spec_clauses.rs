//! Every clause of `spec/` must have a function in the checker, a test, and a row in the map of `spec/README.md`. The
//! theorems named in the map must exist in `formal/`.
//!
//! This test derives most columns of the map. The purpose of a clause, the lemma that needs it and the theorem that
//! proves it are written by hand. `UPDATE_MAP=1 cargo test -p gamecert-tests --test spec_clauses` writes the derived
//! columns.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Groups of clauses: the pages of the format, of the kinds and of the rule sets.
const GROUPS: &str = "cbor envelope citation resources richman bracket chips strategy scoring losing safe helpmate unwinnable batch bidding-chess graph tic-tac-toe hex connect \
    tug ultimatum sudden-death subtraction losing-chess chess";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

/// Returns a file, or all files below a folder in a fixed order.
fn files(path: &Path) -> Vec<PathBuf> {
    if path.is_file() {
        return vec![path.to_owned()];
    }
    let mut entries: Vec<_> = std::fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    entries.iter().flat_map(|entry| files(entry)).collect()
}

/// Returns the parts of a text between backticks.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

fn is_word(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|letter| letter.is_ascii_lowercase() || letter == '_')
}

/// Returns the clauses that a text names: whole codes, and words after a code in the same list, such as `_small` or
/// `label_small`.
fn codes(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for name in quoted(text) {
        match name.split_once('/') {
            Some((group, clause)) if GROUPS.split_whitespace().any(|known| known == group) && is_word(clause) => {
                found.push(name.to_owned())
            }
            None if is_word(name) => {
                let Some((group, clause)) = found.last().and_then(|last| last.split_once('/')) else { continue };
                let stem = if name.starts_with('_') { clause.rsplit_once('_').map_or("", |(stem, _)| stem) } else { "" };
                let code = format!("{group}/{stem}{name}");
                found.push(code);
            }
            _ => {}
        }
    }
    found
}

/// Returns each clause with the page (relative to `spec/`) and the section that first defines it.
fn claimed() -> BTreeMap<String, String> {
    let spec = root().join("spec");
    let mut claimed = BTreeMap::new();
    for page in ["FORMAT.md", "kinds", "rules"].iter().flat_map(|part| files(&spec.join(part))) {
        let name = page.strip_prefix(&spec).unwrap().to_str().unwrap().to_owned();
        let text = std::fs::read_to_string(&page).unwrap();
        let mut tables = BTreeMap::new();
        let mut mentions = BTreeMap::new();
        let mut section = "";
        for line in text.lines() {
            if let Some(title) = line.strip_prefix("## ") {
                section = title.split('.').next().unwrap();
            }
            let place = format!("[{name}]({name}) {section}");
            if let Some(row) = line.strip_prefix("| `") {
                for code in codes(&format!("`{}", row.split(" | ").next().unwrap())) {
                    tables.entry(code).or_insert_with(|| place.clone());
                }
            }
            for code in quoted(line).flat_map(|word| codes(&format!("`{word}`"))) {
                mentions.entry(code).or_insert(place.clone());
            }
        }
        // Rule sets also define clauses in running text. Clauses of other groups that such a page mentions are defined
        // on other pages.
        let own = |code: &str| name.starts_with("rules/") && !code.starts_with("resources/") && !code.starts_with("richman/");
        claimed.extend(mentions.into_iter().filter(|(code, _)| own(code)));
        claimed.extend(tables);
    }
    claimed
}

/// Splits a source file into its test code and its other code.
fn split_tests(path: &Path) -> (String, String) {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let in_tests = path.components().any(|part| part.as_os_str().to_str().is_some_and(|part| part.starts_with("test") || part == "corpus"));
    match text.split_once("#[cfg(test)]\nmod tests {") {
        _ if in_tests => (text, String::new()),
        Some((code, tests)) => (tests.to_owned(), code.to_owned()),
        None => (String::new(), text),
    }
}

/// The function of each clause: one whose documentation names it after "Clause", under a name that has the clause's in
/// it or is a part of it; failing that, one whose documentation begins with the clause.
fn functions(sources: &[String]) -> BTreeMap<String, String> {
    let (mut functions, mut others) = (BTreeMap::new(), BTreeMap::new());
    for source in sources {
        let mut doc = String::new();
        for line in source.lines().map(str::trim) {
            if let Some(more) = line.strip_prefix("///") {
                doc.push_str(more);
            } else if let Some(rest) = line.split("fn ").nth(1).filter(|_| !line.starts_with("//")) {
                let end = rest.find(|letter: char| !letter.is_alphanumeric() && letter != '_' && letter != '#').unwrap_or(rest.len());
                let name = rest[..end].trim_start_matches("r#");
                let named = doc.split_once("Clause").map_or("", |(_, named)| named.split_once(": ").map_or(named, |(named, _)| named));
                let all = codes(named);
                let fits = |code: &String| {
                    code.split_once('/')
                        .is_some_and(|(_, clause)| clause.starts_with(name) || clause.ends_with(name) || name.contains(clause))
                };
                if all.iter().any(fits) {
                    functions.extend(all.into_iter().map(|code| (code, name.to_owned())));
                } else if doc.trim_start().starts_with("Clause") {
                    for code in all {
                        others.entry(code).or_insert_with(|| name.to_owned());
                    }
                }
                doc.clear();
            } else if !line.starts_with("#[") {
                doc.clear();
            }
        }
    }
    others.append(&mut functions);
    others
}

/// Returns the name of the first test that names a clause, either by its code or in quotation marks if the same file
/// also names the group.
fn test_of(code: &str, tests: &[String]) -> Option<String> {
    let (group, clause) = code.split_once('/').unwrap();
    let whole = |text: &str, at: usize, length: usize| {
        let ends = |letter: Option<char>| letter.is_none_or(|letter| !letter.is_alphanumeric() && letter != '_');
        ends(text[..at].chars().next_back().filter(|letter| *letter != '/')) && ends(text[at + length..].chars().next())
    };
    let find = |text: &str, sought: &str| text.match_indices(sought).find(|(at, _)| whole(text, *at, sought.len())).map(|(at, _)| at);
    let in_text = |text: &String| {
        let at = find(text, code).or_else(|| text.contains(group).then(|| find(text, &format!("\"{clause}\""))).flatten())?;
        let before = text[..at].rfind("#[test]").or_else(|| text.find("#[test]"));
        let name = before.and_then(|start| text[start..].split("fn ").nth(1)?.split('(').next());
        Some(name.unwrap_or("a table").to_owned())
    };
    tests.iter().find_map(in_text)
}

/// Purposes of clauses.
const PURPOSES: [&str; 3] = ["soundness", "uniqueness", "resources"];

/// The part of a map row that is written by hand.
#[derive(Clone, Default)]
struct Reason {
    /// Purpose of the clause, one of [`PURPOSES`].
    purpose: String,
    /// Lemma of `spec/soundness` that needs the clause.
    lemma: String,
    /// Theorems of `formal/` between backticks, or a dash.
    theorems: String,
}

/// Reads the rows of the map. The keys are the clauses.
fn reasons(map: &str) -> BTreeMap<String, Reason> {
    let rows = map.lines().filter(|line| line.starts_with("| `"));
    rows.filter_map(|row| {
        let cells: Vec<&str> = row.split(" | ").collect();
        let cell = |place: usize| Some((*cells.get(place)?).to_owned());
        Some((quoted(cells.first()?).next()?.to_owned(), Reason { purpose: cell(2)?, lemma: cell(3)?, theorems: cell(4)? }))
    })
    .collect()
}

/// Returns the names of the theorems in `formal/`.
fn theorems() -> BTreeSet<String> {
    let sources =
        files(&root().join("formal/theories")).into_iter().filter(|path| path.extension().is_some_and(|extension| extension == "v"));
    let mut names = BTreeSet::new();
    for text in sources.map(|path| std::fs::read_to_string(path).unwrap()) {
        for line in text.lines().map(str::trim_start) {
            let name = ["Theorem ", "Lemma ", "Corollary "].iter().find_map(|word| line.strip_prefix(word));
            names.extend(name.and_then(|name| name.split([' ', ':', '(', '{']).next()).map(str::to_owned));
        }
    }
    names
}

/// Returns the errors in a clause's row of the map.
fn wrong_with(reason: &Reason, theorems: &BTreeSet<String>) -> Vec<String> {
    let mut wrong = Vec::new();
    if !reason.purpose.split(", ").all(|purpose| PURPOSES.contains(&purpose)) {
        wrong.push(format!("{:?} is no purpose of a clause", reason.purpose));
    }
    if reason.theorems != "-" && quoted(&reason.theorems).next().is_none() {
        wrong.push("no theorem, and no dash".to_owned());
    }
    wrong.extend(
        quoted(&reason.theorems).filter(|name| !theorems.contains(*name)).map(|name| format!("no theorem {name} in formal/theories")),
    );
    wrong
}

#[test]
fn every_clause_has_its_place() {
    let read = |path: PathBuf| split_tests(&path);
    let (mut tests, code): (Vec<String>, Vec<String>) = files(&root().join("checker/src")).into_iter().map(read).unzip();
    for folder in ["checker/tests", "tests/tests", "tests/src"] {
        let others = files(&root().join(folder)).into_iter().filter(|path| !path.ends_with("spec_clauses.rs"));
        tests.extend(others.map(|path| std::fs::read_to_string(path).unwrap_or_default()));
    }
    let functions = functions(&code);
    let readme = root().join("spec/README.md");
    let page = std::fs::read_to_string(&readme).unwrap();
    let (before, map) = page.split_once("## The map").unwrap();
    let (reasons, theorems) = (reasons(map), theorems());
    let soundness: BTreeSet<String> =
        files(&root().join("spec/soundness")).iter().map(|path| path.file_name().unwrap().to_str().unwrap().to_owned()).collect();

    let claimed = claimed();
    let (mut rows, mut wrong) = (Vec::new(), Vec::new());
    for (clause, place) in &claimed {
        let function = functions.get(clause).cloned();
        let test = test_of(clause, &tests);
        let reason = reasons.get(clause).cloned().unwrap_or_default();
        let lemma = Some(&reason.lemma).filter(|lemma| !lemma.is_empty());
        wrong.extend(wrong_with(&reason, &theorems).into_iter().map(|what| format!("{clause}: {what}")));
        for (what, found) in [("function", function.is_some()), ("test", test.is_some()), ("lemma in the map", lemma.is_some())] {
            if !found {
                wrong.push(format!("{clause}: no {what}"));
            }
        }
        for page in lemma.into_iter().flat_map(|lemma| lemma.split("](soundness/").skip(1)).filter_map(|link| link.split(')').next()) {
            if !soundness.contains(page) {
                wrong.push(format!("{clause}: no page soundness/{page}"));
            }
        }
        let [function, test] = [function, test].map(|name| format!("`{}`", name.unwrap_or_default()));
        let Reason { purpose, lemma, theorems } = reason;
        rows.push(format!("| `{clause}` | {place} | {purpose} | {lemma} | {theorems} | {function} | {test} |"));
    }
    let unknown = reasons.keys().filter(|clause| !claimed.contains_key(*clause));
    wrong.extend(unknown.map(|clause| format!("{clause}: in the map, but stated nowhere")));
    rows.sort();
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
    assert!(rows.len() > 120, "only {} clauses were found", rows.len());

    let table = rows.join("\n");
    let intro = map.split("\n| `").next().unwrap();
    let expected = format!("{before}## The map{intro}\n{table}\n");
    if std::env::var_os("UPDATE_MAP").is_some() {
        std::fs::write(&readme, expected).unwrap();
    } else {
        assert!(page == expected, "the map of spec/README.md is not up to date: UPDATE_MAP=1 writes it");
    }
}
