//! Tests `solve tables`, which builds and lists endgame tables of losing chess.

use std::fs;
use std::path::Path;

mod common;
#[path = "common/run.rs"]
mod run;

use common::Schema;
use run::{Run, command, folder, names};

/// Runs `solve` in a folder, with the user's cache in a folder below it.
fn solve(folder: &Path, arguments: &str) -> Run {
    let cache = folder.join("cache");
    let mut command = command(folder, arguments);
    for variable in ["XDG_CACHE_HOME", "LOCALAPPDATA", "HOME"] {
        command.env(variable, &cache);
    }
    Run::new(arguments, command.output().unwrap())
}

#[test]
fn builds_what_is_missing_and_says_what_there_is() {
    let folder = folder("tables");
    let first = solve(&folder, "tables --pieces 2").ends_with(0).says(&["All 21 tables of at most 2 pieces", "Built 21 tables in"]);
    assert!(
        first.err.starts_with("21 tables of at most 2 pieces and pawns will take at most ") && first.err.lines().count() == 1,
        "{}",
        first.err
    );
    solve(&folder, "tables --pieces 2").answers().says(&["All 21 tables", "Nothing was built: every table was there."]);
    solve(&folder, "tables --pieces 2 --rules all").ends_with(0).says(&["under the international rule", "Built 42 tables in"]);
    let cached = |rules: &str| folder.join(format!("cache/gamecert/losing-chess-tables-{rules}"));
    for rules in ["joint", "international", "fics"] {
        assert_eq!(names(&cached(rules)).len(), 21, "{rules}");
    }
    let listed = solve(&folder, "tables --json").answers().json();
    Schema::named("tables").assert_fits(&listed);
    let tables = listed["tables"].as_array().unwrap();
    let stored: Vec<u64> = tables.iter().map(|entry| entry["stored"].as_u64().unwrap()).collect();
    assert_eq!(stored, [21, 0, 0, 21, 0, 0, 21, 0, 0]);
    let bytes: u64 = names(&cached("fics")).iter().map(|name| cached("fics").join(name).metadata().unwrap().len()).sum();
    assert_eq!(tables[6]["bytes"], bytes);
    solve(&folder, "tables").answers().says(&["21 of 21", "0 of 567", "To build the next ones: solve tables --pieces 3\n"]);
    solve(&folder, "tables --rules fics").answers().says(&["To build the next ones: solve tables --pieces 3 --rules fics\n"]);
}

#[test]
fn builds_again_what_is_not_such_a_table() {
    let folder = folder("tables");
    solve(&folder, "tables --pieces 2").ends_with(0);
    let tables = folder.join("cache/gamecert/losing-chess-tables-joint");
    let (file, other) = (tables.join("P-K.table"), tables.join("K-N.table"));
    let bytes = fs::read(&file).unwrap();
    for (title, bad) in
        [("empty", Vec::new()), ("another material", fs::read(&other).unwrap()), ("another version", b"gamecert tables 0".to_vec())]
    {
        fs::write(&file, bad).unwrap();
        let built = solve(&folder, "tables --pieces 2 --json").answers().json();
        Schema::named("tables").assert_fits(&built);
        assert_eq!(built["built"]["tables"], 1, "{title}");
        assert_eq!(fs::read(&file).unwrap(), bytes, "{title}");
    }
}

#[test]
fn refuses_what_it_cannot_build() {
    let folder = folder("tables");
    for (arguments, sentence) in [
        ("tables --pieces 5", "5 is not in 2..=4"),
        ("tables --pieces two", "invalid digit"),
        ("tables --pieces 2 --rules suicide", "[possible values: joint, international, fics, all]"),
    ] {
        let run = solve(&folder, arguments).ends_with(2);
        assert!(run.out.is_empty() && run.err.contains(sentence), "{arguments}: {}", run.err);
    }
    let run = solve(&folder, "tables --pieces 4 --memory 1M --json").complains(2);
    assert!(run.err.contains("714 tables of at most 4 pieces and pawns needs about 2."), "{}", run.err);
    let run = Run::new("tables", command(&folder, "tables").output().unwrap()).complains(2);
    assert!(run.err.contains("there is no folder for tables: "), "{}", run.err);
    fs::create_dir_all(folder.join("cache/gamecert")).unwrap();
    fs::write(folder.join("cache/gamecert/losing-chess-tables-joint"), "a file").unwrap();
    let run = solve(&folder, "tables --pieces 2 --json").complains(2);
    assert!(run.err.contains("losing-chess-tables-joint: "), "{}", run.err);
}

#[test]
fn small_endings_have_a_result_under_each_rule() {
    let folder = folder("endings");
    for (title, fen, endings) in [
        ("blocked pawns", "8/8/8/8/8/p7/P7/8 w - -", [("neither", vec![], None), ("white", vec![], Some(0)), ("neither", vec![], None)]),
        (
            "a pawn that must be captured",
            "8/8/8/8/8/1p6/P7/8 w - -",
            [("black", vec![], Some(1)), ("black", vec![], Some(1)), ("black", vec![], Some(1))],
        ),
        (
            "a pawn that one move gives away",
            "8/8/8/3p4/8/8/2P5/8 w - -",
            [("white", vec!["c4"], Some(2)), ("white", vec!["c4"], Some(2)), ("white", vec!["c4"], Some(2))],
        ),
    ] {
        let mut command = command(&folder, "losing-chess --shortest --json --threads 1 --fen");
        let run = Run::new(title, command.arg(fen).output().unwrap());
        let found = run.json();
        Schema::named("losing-chess").assert_fits(&found);
        let tables = found["answers"][0]["tables"].as_array().unwrap();
        for ((rules, table), (verdict, moves, plies)) in ["joint", "international", "fics"].iter().zip(tables).zip(&endings) {
            assert_eq!((&table["rules"], &table["verdict"]), (&(*rules).into(), &(*verdict).into()), "{title}: {table}");
            assert_eq!(table["moves"], serde_json::json!(moves), "{title}: {table}");
            assert_eq!(table["shortest"]["plies"].as_u64(), *plies, "{title}: {table}");
        }
    }
}

#[test]
fn tables_of_four_have_to_be_built_first() {
    let folder = folder("four");
    let run = solve(&folder, "losing-chess e3 --tables 4").complains(2);
    assert!(
        run.err.contains(
            "--tables 4: 714 endgame tables of at most 4 pieces and pawns must be built first, joint rule: solve tables --pieces 4\n"
        ),
        "{}",
        run.err
    );
    let run = solve(&folder, "losing-chess e3 --tables 4 --rules fics").complains(2);
    assert!(run.err.contains("solve tables --pieces 4 --rules fics\n"), "{}", run.err);
    for (arguments, sentence) in [
        ("losing-chess e3 --tables 1", "expected 0, 2, 3 or 4"),
        ("losing-chess e3 --tables 5", "expected 0, 2, 3 or 4"),
        ("losing-chess e3 --tables 3 --no-tables", "cannot be used with"),
        ("losing-chess e3 --shortest --no-tables", "cannot be used with"),
    ] {
        let run = solve(&folder, arguments).ends_with(2);
        assert!(run.out.is_empty() && run.err.contains(sentence), "{arguments}: {}", run.err);
    }
}

#[test]
fn a_table_that_is_cut_is_built_again_and_stored() {
    let folder = folder("cut");
    let ask = || {
        let mut command = command(&folder, "losing-chess --tables 2 --json --no-times --threads 1 --fen");
        command.env("XDG_CACHE_HOME", folder.join("cache")).env("LOCALAPPDATA", folder.join("cache")).env("HOME", folder.join("cache"));
        Run::new("an ending", command.arg("8/8/8/3k4/8/8/1P6/8 w - -").output().unwrap()).json()
    };
    let answer = ask();
    let file = folder.join("cache/gamecert/losing-chess-tables-fics/P-K.table");
    let bytes = fs::read(&file).unwrap();
    for (title, bad) in [("cut", bytes[..bytes.len() - 9].to_vec()), ("too long", [&bytes[..], &[0]].concat())] {
        fs::write(&file, bad).unwrap();
        assert_eq!(ask(), answer, "{title}");
        assert_eq!(fs::read(&file).unwrap(), bytes, "{title}");
    }
}
