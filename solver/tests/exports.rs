//! Tests `solve export`. The tests cover files, formats, limits on the number of rows, exports with one number in each
//! row, and the message about the output.

mod common;
#[path = "common/run.rs"]
mod run;

use std::fs;
use std::path::{Path, PathBuf};

use common::Schema;
use run::{fails, folder, solve};
use serde_json::Value;

fn certificates(test: &str) -> PathBuf {
    let folder = folder(test);
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../certs");
    for name in ["tic-tac-toe.cbor", "tic-tac-toe-chips.cbor", "tug-12-chips.cbor", "subtraction-1-2-budgets-1-12.cbor"] {
        fs::copy(root.join(name), folder.join(name)).unwrap();
    }
    for arguments in [
        "bidding-chess KNK --board 4x4 --emit-dir .",
        "chips tug:2 --up-to 3 --tie-break ladies-first --emit-cert ladies.cbor",
        "chips tug:2 --chips 4 --tie-break make-it-take-it --for right --emit-cert epsilon.cbor",
    ] {
        solve(&folder, arguments).answers();
    }
    folder
}

/// A message reports what was written. The message goes to standard output if the rows go to a file, and to standard
/// error otherwise.
#[test]
fn a_sentence_says_what_was_written() {
    let folder = certificates("exports-sentence");
    let money = "the share of the money that wins, the bid and the best moves";
    let table = [
        ("knk-4x4.cbor --out knk.csv", format!("Wrote knk.csv: 426 positions of KNK on 4x4 with {money}.\n")),
        ("knk-4x4.cbor --first 2 --out knk.jsonl", format!("Wrote knk.jsonl: the first 2 positions of KNK on 4x4 with {money}.\n")),
        ("knk-4x4.cbor --first 1 --out knk.tex", format!("Wrote knk.tex: the first position of KNK on 4x4 with {money}.\n")),
        ("knk-4x4.cbor --first 426", format!("Wrote 426 positions of KNK on 4x4 with {money}.\n")),
        ("tic-tac-toe.cbor --first 1000000", format!("Wrote 1,582 positions of tic-tac-toe 3x3x3 with {money}.\n")),
        (
            "tug-12-chips.cbor --out -",
            "Wrote 23 positions of tug o' war of length 12 with the chips with which Left can force a win.\n".to_owned(),
        ),
        (
            "ladies.cbor --tidy --chips 1 --out one --format csv",
            "Wrote one: 3 thresholds of tug o' war of length 2 with one row for each position and number of chips in all.\n".to_owned(),
        ),
    ];
    for (arguments, sentence) in table {
        let run = solve(&folder, &format!("export {arguments}")).ends_with(0);
        if arguments.contains("--out") && !arguments.ends_with(" -") {
            assert_eq!((run.out.as_str(), run.err.as_str()), (sentence.as_str(), ""), "{arguments}");
        } else {
            assert_eq!(run.err, sentence, "{arguments}");
        }
    }
    let lines = |name: &str| fs::read_to_string(folder.join(name)).unwrap().lines().count();
    assert_eq!((lines("knk.csv"), lines("knk.jsonl"), lines("one")), (427, 2, 4));
}

/// The number of quiescent positions agrees with the report of `solve bidding-chess`.
#[test]
fn zugzwang_is_in_a_column() {
    let folder = certificates("exports-zugzwang");
    let rows = solve(&folder, "export knk-4x4.cbor --json").ends_with(0).out;
    let rows: Vec<Value> = rows.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let zugzwang: Vec<&Value> = rows.iter().filter(|row| row["zugzwang"] == true).collect();
    assert_eq!(zugzwang.len(), 1);
    assert_eq!((&zugzwang[0]["position"], &zugzwang[0]["bid"]), (&"3k/4/4/K2N".into(), &"-1/96".into()));
    let report = solve(&folder, "bidding-chess KNK --board 4x4 --report --json").answers().json();
    let quiescent = rows.iter().filter(|row| row["quiescent"] == true).count();
    assert_eq!(report["report"][1]["quiescence"]["count"]["classes"], quiescent);
}

#[test]
fn tidy_rows_say_what_lists_say() {
    let folder = certificates("exports-tidy");
    let schema = Schema::named("export-chips-tidy");
    let parsed = |arguments: &str| -> Vec<Value> {
        let out = solve(&folder, &format!("export {arguments} --json")).ends_with(0).out;
        out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    };
    for certificate in ["tic-tac-toe-chips.cbor", "tug-12-chips.cbor", "ladies.cbor", "epsilon.cbor"] {
        let (lists, tidy) = (parsed(certificate), parsed(&format!("{certificate} --tidy")));
        let mut rows = tidy.iter();
        for list in &lists {
            let first = list["first"].as_u64().unwrap();
            for (k, threshold) in (first..).zip(list["thresholds"].as_array().unwrap()) {
                let row = rows.next().unwrap();
                schema.assert_fits(row);
                assert_eq!((&row["position"], &row["chips"]), (&list["position"], &k.into()), "{certificate}");
                let text = threshold.as_str().unwrap();
                let chips: u64 = text.trim_end_matches("-e").trim_end_matches('*').parse().unwrap();
                if row["wins"] == true {
                    let marked =
                        if certificate == "ladies.cbor" { Value::Null } else { (text.contains('*') || text.contains("-e")).into() };
                    let found = (&row["threshold"], &row["threshold_chips"], &row["marked"]);
                    assert_eq!(found, (threshold, &chips.into(), &marked), "{certificate}: {row}");
                } else {
                    assert!(chips == k + 1 && row["threshold"].is_null() && row["threshold_chips"].is_null(), "{certificate}: {row}");
                }
            }
        }
        assert!(rows.next().is_none(), "{certificate}");
    }
    // Tidy rows beyond the first period agree with a look-up.
    let rows = parsed("tic-tac-toe-chips.cbor --tidy --chips 1000..1001 --first 2");
    let found = solve(&folder, "lookup tic-tac-toe-chips.cbor --chips 1000..1001 --json").answers().json();
    for (row, found) in rows.iter().zip(found["thresholds"].as_array().unwrap()) {
        assert_eq!((&row["chips"], &row["threshold"]), (&found["chips"], &found["threshold"]));
    }
    let schema = Schema::named("export-scoring-tidy");
    let (lists, tidy) = (parsed("subtraction-1-2-budgets-1-12.cbor"), parsed("subtraction-1-2-budgets-1-12.cbor --tidy"));
    let mut rows = tidy.iter();
    for list in &lists {
        for (coins, outcome) in list["outcomes"].as_array().unwrap().iter().enumerate() {
            let row = rows.next().unwrap();
            schema.assert_fits(row);
            let found = (&row["budget"], &row["heap"], &row["left_coins"], &row["outcome"]);
            assert_eq!(found, (&list["budget"], &list["heap"], &coins.into(), outcome));
        }
    }
    assert!(rows.next().is_none());
}

/// A table for LaTeX uses the package booktabs. Comments in the table name the certificate and its digest.
#[test]
fn a_table_for_latex() {
    let folder = certificates("exports-latex");
    let digest = common_digest(&folder.join("knk-4x4.cbor"));
    let latex = solve(&folder, "export knk-4x4.cbor --format latex --first 2").ends_with(0).out;
    let expected = format!(
        "% KNK on 4x4: positions with the share of the money that wins, the bid and the best moves\n\
         % From knk-4x4.cbor, SHA-256 {digest}\n\
         % Made by: solve export knk-4x4.cbor --format latex --first 2\n\
         % \\usepackage{{booktabs}}\n\
         \\begin{{tabular}}{{rlrrrrllrll}}\n\
         \\toprule\n\
         class & position & $\\alpha$ (share of the money) & $\\beta$ (share of the money) & White's label & Black's label & White's move & Black's move & \
         bid (share of the money) & zugzwang & quiescent \\\\\n\
         \\midrule\n"
    );
    assert!(latex.starts_with(&expected), "{latex}");
    assert!(latex.ends_with(" \\\\\n\\bottomrule\n\\end{tabular}\n"), "{latex}");
    assert_eq!(latex.lines().count(), 12);
    // Every column of every kind has its own heading in LaTeX. A column without a heading would show its name with an
    // underscore.
    for certificate in
        ["tic-tac-toe.cbor", "tic-tac-toe-chips.cbor", "tug-12-chips.cbor --tidy", "subtraction-1-2-budgets-1-12.cbor --tidy"]
    {
        let latex = solve(&folder, &format!("export {certificate} --format latex --first 3")).ends_with(0).out;
        let head = latex.lines().nth(6).unwrap();
        assert!(head.contains(" & ") && !head.contains("\\_"), "{head}");
        let columns = latex.lines().nth(4).unwrap().trim_start_matches("\\begin{tabular}{").trim_end_matches('}').len();
        for row in latex.lines().skip(8).take(3) {
            assert_eq!(row.matches(" & ").count() + 1, columns, "{row}");
        }
    }
}

fn common_digest(file: &Path) -> String {
    gamecert_solver::certificate::Certificate::new(fs::read(file).unwrap()).digest.to_string()
}

#[test]
fn exports_that_are_refused() {
    let folder = certificates("exports-refused");
    fs::write(folder.join("mine.csv"), "a,b\n").unwrap();
    fs::write(folder.join("mine.tex"), "\\documentclass{article}\n").unwrap();
    let table = [
        ("no form", "knk-4x4.cbor --out knk.txt", "knk.txt: say in which form, with --format or a name that ends in .csv, .jsonl or .tex"),
        (
            "a table of others",
            "knk-4x4.cbor --out mine.csv",
            "mine.csv is there and is not a file that may be replaced unasked; --force replaces it",
        ),
        ("a text of others", "knk-4x4.cbor --out mine.tex", "mine.tex is there and is not a table for LaTeX; --force replaces it"),
        ("no lists", "knk-4x4.cbor --tidy", "knk-4x4.cbor: --tidy is for certificates of the kinds chips and scoring"),
        ("more chips", "ladies.cbor --tidy --chips 2..4", "ladies.cbor: the certificate is about 0 to 3 chips, not 4"),
        ("fewer chips", "epsilon.cbor --tidy --chips 3..4", "epsilon.cbor: the certificate is about 4 to 4 chips, not 3"),
        ("chips of heaps", "subtraction-1-2-budgets-1-12.cbor --tidy --chips 3", "outcomes of heaps are not about chips"),
        ("chips of lists", "ladies.cbor --chips 3", "--chips goes with --tidy or --tree"),
        ("no rows", "ladies.cbor --first 0", "0 is not in 1.."),
        ("less than none", "ladies.cbor --first -1", "invalid value '-1' for '--first <N>'"),
    ];
    for (title, arguments, sentence) in table {
        fails(&folder, &format!("export {arguments}"), 2, &[sentence]);
        assert!(!folder.join("knk.txt").exists(), "{title}");
    }
    assert_eq!(fs::read_to_string(folder.join("mine.csv")).unwrap(), "a,b\n");
    // A table for LaTeX may replace another table for LaTeX. With `--force` it may replace any file.
    for arguments in ["--out knk.tex", "--out knk.tex", "--out mine.csv --force"] {
        solve(&folder, &format!("export knk-4x4.cbor --first 3 {arguments}")).answers();
    }
}

/// Commands other than `export` can also shorten the lists in their output.
#[test]
fn lists_are_cut() {
    let folder = certificates("exports-first");
    let table: &[(&str, &[&str])] = &[
        ("lookup tic-tac-toe.cbor --first 1", &["Left's moves, best first:\n* .../.X./...  0.6406250000  41/64\n", "\n  … and 2 more\n"]),
        ("lookup tic-tac-toe-chips.cbor --chips 3..9 --first 2", &["\nWith 4 chips in all, ", "\n  … and 5 more\n"]),
        ("lookup knk-4x4.cbor 3k/4/4/K2N --first 4", &["\n  d1c3   0.5833740234  4779/8192\n  … and 1 more\n"]),
        ("bidding-game tic-tac-toe --position X../.O./... --first 1", &["Left's moves, best first:\n* ", "\n  … and 3 more\n"]),
        ("bidding-chess KPKP --board 2x5 --report --first 1", &["\n  … and "]),
    ];
    for (arguments, parts) in table {
        let run = solve(&folder, arguments).answers().says(parts);
        let whole = solve(&folder, arguments.split(" --first").next().unwrap()).answers();
        assert!(whole.out.len() > run.out.len() && !whole.out.contains("… and "), "{arguments}");
    }
}
