//! Tests `solve bidding-chess --bracket`. The tests compare bounds with exact values, have the checker verify
//! certificates, and try citations and bad input.

#[path = "common/mod.rs"]
mod common;
#[path = "common/run.rs"]
mod run;

use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use common::Schema;
use gamecert_solver::control::{Control, Silent};
use gamecert_solver::games::bidding_chess::{Board, Ending};
use gamecert_solver::model::solution::Solution;
use gamecert_solver::model::value::Rational;
use gamecert_solver::solve::bidding_chess;
use run::{fails, folder, solve};
use serde_json::Value;

/// Row of an exported table of bounds.
struct Row {
    class: usize,
    alpha: [Rational; 2],
    beta: [Rational; 2],
}

fn rational(text: &str) -> Rational {
    let (numerator, denominator) = text.split_once('/').unwrap();
    Rational::new(numerator.parse().unwrap(), denominator.parse().unwrap())
}

/// Exports all rows of a verified certificate.
fn rows(folder: &Path, file: &str) -> Vec<Row> {
    let run = solve(folder, &format!("export {file}")).ends_with(0);
    let mut lines = run.out.lines();
    assert_eq!(lines.next(), Some("class,position,alpha_lower,alpha_upper,beta_lower,beta_upper"));
    let row = |line: &str| {
        let cells: Vec<&str> = line.split(',').collect();
        let [_, _, a, b, c, d] = cells[..] else { panic!("{line}") };
        Row { class: cells[0].parse().unwrap(), alpha: [rational(a), rational(b)], beta: [rational(c), rational(d)] }
    };
    lines.map(row).collect()
}

fn exactly(board: &str, material: &str) -> Solution {
    let board: Board = board.parse().unwrap();
    let family = Ending::family(board, &[material.parse().unwrap()]).unwrap();
    let stop = AtomicBool::new(false);
    let solution = bidding_chess::solve(&family, Control::new("", &Silent, &stop)).unwrap().pop().unwrap();
    solution.as_ref().clone()
}

#[test]
fn exact_values_are_within_the_bounds() {
    let folder = folder("bracket-exact");
    let mut apart = 0;
    for (board, material, width) in [
        ("4x4", "KNK", 40),
        ("3x4", "KBKN", 30),
        ("4x4", "KBKN", 30),
        ("4x3", "KRKB", 8),
        ("2x4", "KPKP", 40),
        ("3x5", "KPKP", 20),
        ("3x4", "KQPK", 20),
        ("4x4", "KRBK", 52),
        ("3x3", "KQKR", 100),
        ("3x4", "KNNK", 64),
    ] {
        let file = format!("{material}-{board}.cbor");
        solve(&folder, &format!("bidding-chess {material} --board {board} --bracket 2^-{width} --emit-cert {file} --force")).answers();
        let solution = exactly(board, material);
        let rows = rows(&folder, &file);
        assert_eq!(rows.len(), solution.len(), "{material} on {board}");
        let most: Rational = rational(&format!("1/{}", 1_u128 << width));
        for (number, Row { class, alpha, beta }) in rows.iter().enumerate() {
            assert_eq!(*class, number);
            for ([low, high], exact) in [(alpha, solution.alpha(number)), (beta, solution.beta(number))] {
                assert!(low <= exact && exact <= high, "{material} on {board}, class {number}: {exact} is not from {low} to {high}");
                // `half_difference` returns half the width of the interval, so it is compared with half the bound.
                let (_, half) = high.half_difference(low);
                assert!(half <= most.average(&Rational::ZERO), "{material} on {board}, class {number}: from {low} to {high}");
            }
            // If the exact alpha and the exact beta differ by more than the width of an interval, the bounds must prove
            // alpha < beta.
            apart += usize::from(alpha[1] < beta[0]);
            assert!(alpha[1] >= beta[0] || solution.alpha(number) < solution.beta(number));
            let (_, distance) = solution.beta(number).half_difference(solution.alpha(number));
            assert!(distance <= most || alpha[1] < beta[0], "{material} on {board}, class {number}");
        }
    }
    assert!(apart > 100, "{apart} classes at which alpha < beta");
}

#[test]
fn certificates_of_the_user_are_cited() {
    let folder = folder("bracket-cited");
    solve(&folder, "bidding-chess KNK KBK --board 4x4 --emit-dir exact").answers();
    solve(&folder, "bidding-chess KBKN --board 4x4 --bracket 2^-40 --emit-dir mixed --include exact").answers();
    let names = |name: &str| {
        let mut names: Vec<String> =
            fs::read_dir(folder.join(name)).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    };
    assert_eq!(names("mixed"), ["kbkn-4x4-bracket.cbor"]);
    let run = solve(&folder, "lookup mixed/kbkn-4x4-bracket.cbor 3k/1n2/2B1/K3 --json --include exact").answers();
    assert_eq!(run.json()["rests_on"].as_array().unwrap().len(), 4);
    // Without the folder of the cited certificates, the verdict is undecided.
    fails(&folder, "lookup mixed/kbkn-4x4-bracket.cbor 3k/1n2/2B1/K3", 2, &["undecided", "citation/missing"]);
    // A single run computes bounds for all endings of the family and writes a file for each.
    solve(&folder, "bidding-chess KBKN --board 4x4 --bracket 2^-40 --emit-dir whole").answers();
    assert_eq!(names("whole"), ["kbk-4x4-bracket.cbor", "kbkn-4x4-bracket.cbor", "kk-4x4-bracket.cbor", "knk-4x4-bracket.cbor"]);
    solve(&folder, "bidding-chess KBKN --board 4x4 --bracket 2^-40 --emit-cert again.cbor --include whole").answers();
    let bytes = |name: &str| fs::read(folder.join(name)).unwrap();
    assert!(bytes("again.cbor") == bytes("whole/kbkn-4x4-bracket.cbor"), "the same question has the same bytes");
    solve(&folder, "bidding-chess KBKN --board 4x4 --bracket 2^-40 --emit-cert unverified.cbor --no-verify --threads 1").answers();
    assert!(bytes("unverified.cbor") == bytes("again.cbor"), "verification and threads change no bytes");
}

#[test]
fn supplied_certificates_are_verified_first() {
    let folder = folder("bracket-supplied");
    solve(&folder, "bidding-chess KNK --board 4x4 --bracket 2^-40 --emit-dir supplied").answers();
    let file = folder.join("supplied/knk-4x4-bracket.cbor");
    let good = fs::read(&file).unwrap();
    let again = "bidding-chess KNNK --board 4x4 --bracket 2^-30 --include supplied --emit-cert knnk.cbor";
    // Forge the lower bound of alpha of the last class: raise it to nearly 1.
    let mut forged = good.clone();
    *forged.iter_mut().nth_back(15).unwrap() = 0x7f;
    fs::write(&file, &forged).unwrap();
    fails(&folder, again, 2, &["KNK: the certificate with sha256", "rejected: bracket/"]);
    // This is the certificate of another ending.
    fs::copy(folder.join("supplied/kk-4x4-bracket.cbor"), &file).unwrap();
    fails(&folder, again, 2, &["is not one of values or bounds of KNK on 4x4"]);
    fs::write(&file, b"no certificate").unwrap();
    fails(&folder, again, 2, &["rejected: "]);
    assert!(!folder.join("knnk.cbor").exists());
    fs::write(&file, good).unwrap();
    solve(&folder, again).answers();
}

#[test]
fn answers_and_lookups_are_data() {
    let folder = folder("bracket-json");
    let run = solve(&folder, "bidding-chess KPKP --board 2x4 --bracket 2^-40 --emit-cert kpkp.cbor --json").answers();
    let answer: Value = run.json();
    Schema::named("brackets").assert_fits(&answer);
    let last = answer["endings"].as_array().unwrap().last().unwrap();
    assert_eq!((&last["material"], &last["alpha_less_than_beta"]), (&Value::from("KPKP"), &Value::from(8)));
    assert_eq!(last["furthest"]["position"], "k1/p1/P1/K1");
    let run = solve(&folder, "lookup kpkp.cbor k1/p1/P1/K1 --json").answers();
    Schema::named("lookup-bracket").assert_fits(&run.json());
    let lookup = run.json();
    let of = |name: &str, end: &str| rational(lookup[name][end].as_str().unwrap());
    let (quarter, three) = (rational("1/4"), rational("3/4"));
    assert!(of("alpha", "low") <= quarter && quarter <= of("alpha", "high") && of("beta", "low") <= three && three <= of("beta", "high"));
    assert_eq!(lookup["alpha_less_than_beta"], true);
    // This position is the same with colours exchanged. The look-up tests the text form of the answer.
    solve(&folder, "lookup kpkp.cbor k1/p1/P1/K1").answers().says(&["alpha    from 0.24999", "beta     from 0.75", "alpha < beta"]);
    // If Black is the stronger side in a position of a sub-ending, alpha is 1 minus the beta of the position with
    // colours exchanged.
    let exchanged = solve(&folder, "lookup kpkp.cbor k1/1q/2/K1 --json").answers().json();
    let plain = solve(&folder, "lookup kpkp.cbor k1/2/1Q/K1 --json").answers().json();
    assert_eq!(rational(exchanged["alpha"]["low"].as_str().unwrap()), rational(plain["beta"]["high"].as_str().unwrap()).exchanged());
    let moves = |answer: &Value, who: &str| answer[who].as_array().unwrap().len();
    assert_eq!(moves(&exchanged, "black_moves"), moves(&plain, "white_moves"));
    // The table has a line for each ending, as the table in the book has.
    let run = solve(&folder, "bidding-chess KPKP --board 2x4 --bracket 2^-40 --table").answers();
    let row = run.out.lines().last().unwrap();
    assert!(row.starts_with("| KPKP | 180 | 8 | 172 | `k1/p1/P1/K1` | 0.2") && row.ends_with("` |"), "{}", run.out);
    assert!(run.out.lines().all(|line| line.matches('|').count() == 14), "{}", run.out);
}

#[test]
fn limits_are_sentences() {
    let folder = folder("bracket-limits");
    for (arguments, parts) in [
        ("KNK --bracket 2^-0", &["a width from 2^-1 to 2^-100"][..]),
        ("KNK --bracket 2^-101", &["a width from 2^-1 to 2^-100"]),
        ("KNK --bracket 0.001", &["a width from 2^-1 to 2^-100"]),
        ("KNK --bits 40", &["--bracket"]),
        ("KNK --bracket 2^-30 --bits 121", &["121 is not in 1..=120"]),
        ("KNK --bracket 2^-30 --bits 20", &["--bits is less than the 30 binary places"]),
        ("KNK --bracket 2^-30 --method iterate", &["cannot be used with"]),
        ("KNK --bracket 2^-30 --report", &["cannot be used with"]),
        ("KNK --bracket 2^-30 --table --json", &["cannot be used with"]),
        ("KNK --bracket 2^-30 --include nowhere", &["nowhere: there is no such folder"]),
        ("KNK KBK --bracket 2^-30 --emit-cert it.cbor", &["--emit-cert takes one ending"]),
        ("KQQQK --board 2x2 --bracket 2^-30", &["do not fit on a board of 2x2"]),
        ("KQPK --bracket 2^-40 --memory 1M", &["KQPK on 8x8 needs about ", "--memory allows 1.0 MB"]),
    ] {
        fails(&folder, &format!("bidding-chess {arguments}"), 2, parts);
    }
    // If one ending of a run fails, the other endings are still solved.
    let run = solve(&folder, "bidding-chess KBNNK KRK --board 2x3 --bracket 2^-30").ends_with(2).says(&["KRK on 2x3: ", "KBNK on 2x3: "]);
    assert!(run.err.contains("KBNNK on 2x3: White cannot move in ") && !run.out.contains("KBNNK on"), "{}", run.err);
    // The option `--bits` allows too few binary places for the requested width.
    fails(&folder, "bidding-chess KNK --board 4x4 --bracket 2^-30 --bits 30", 1, &["an interval is wider than 2^-"]);
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
}
