//! Tests `solve bidding-chess`: its text, its JSON, and the certificates that it writes.

use std::fs;

use serde_json::Value;

use super::common::Schema;
use super::run::{folder, solve};
use super::{files, names, sha256};

const KPKP_FAMILY: &str = "kbk kbkb kbkn kbkp kk knk knkn knkp kpk kpkp kqk kqkb kqkn kqkp kqkq kqkr krk krkb krkn krkp krkr";

#[test]
fn endings_are_solved_and_their_certificates_written() {
    let of_family =
        |board: &str, family: &str| family.split(' ').map(|ending| format!("{ending}-{board}.cbor")).collect::<Vec<_>>().join(" ");
    let kings_and_rook = [
        "KK on 3x3 is solved: the exact share of the money that wins, in all 72 positions (12 up to symmetry)\n  3 values in the table, largest denominator 2; labels up to ",
        "KRK on 3x3 is solved: the exact share of the money that wins, in all 504 positions (66 up to symmetry)\n  5 values in the table, largest denominator 8; labels up to ",
    ];
    let (kpk, kpkp) = (of_family("4x4", "kbk kk knk kpk kqk krk"), of_family("2x4", KPKP_FAMILY));
    let table: [(&str, &[&str], &str); 11] = [
        ("KRK --board 3x3", &kings_and_rook, ""),
        (
            "KRK --board 3x3 --emit-cert krk.cbor",
            &["\n  kk-3x3.cbor: 127 bytes, verified, sha256=", "\n  krk.cbor: 444 bytes, verified, sha256="],
            "kk-3x3.cbor krk.cbor",
        ),
        (
            "KRK --board 3X3 --emit-cert some/where/it",
            &["\n  some/where/kk-3x3.cbor: ", "\n  some/where/it: "],
            "some/where/it some/where/kk-3x3.cbor",
        ),
        ("krk --board 3x3 --emit-dir .", &[], "kk-3x3.cbor krk-3x3.cbor"),
        ("KRK --board 3x3 --emit-dir out --no-verify", &[" bytes, not verified, sha256="], "out/kk-3x3.cbor out/krk-3x3.cbor"),
        (
            "KRK KBK KRK --board 3x4 --emit-dir .",
            &["KBK on 3x4 is solved: ", "KRK on 3x4 is solved: "],
            "kbk-3x4.cbor kk-3x4.cbor krk-3x4.cbor",
        ),
        (
            "KPK --board 4x4 --emit-dir .",
            &["KPK on 4x4 is solved: the exact share of the money that wins, in all 1,680 positions (840 up to symmetry)\n"],
            &kpk,
        ),
        (
            "KPKP --board 2x4 --emit-dir .",
            &[
                "KPKP on 2x4 is solved: the exact share of the money that wins, in all 360 positions (180 up to symmetry); in some positions there are shares with which neither side can force a win (alpha < beta)\n",
            ],
            &kpkp,
        ),
        (
            "KK --emit-dir .",
            &["KK on 8x8 is solved: the exact share of the money that wins, in all 4,032 positions (518 up to symmetry)"],
            "kk.cbor",
        ),
        (
            "KRK --board 3x3 --report",
            &["\n\nKK on 3x3: 12 classes (72 placements), ", "\n\nKRK on 3x3: 66 classes (504 placements), ", "\nZugzwang ", "\nLabels\n"],
            "",
        ),
        ("KRK --board 3x3 --threads 1 --memory 100M", &kings_and_rook, ""),
    ];
    for (arguments, parts, written) in table {
        let folder = folder("solved");
        fs::create_dir_all(folder.join("some/where")).unwrap();
        let run = solve(&folder, &format!("bidding-chess {arguments}")).answers().says(parts);
        let files = files(&folder);
        let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names.join(" "), written, "{arguments}");
        for (name, bytes) in &files {
            assert!(gamecert_solver::certificate::verify::open(&folder.join(name)).is_ok(), "{arguments}: {name}");
            assert!(
                run.out.contains(&format!("{name}: ")) && run.out.contains(&format!(" sha256={}\n", sha256(bytes))),
                "{arguments}: {name}"
            );
        }
    }
}

#[test]
fn answers_as_json() {
    let schema = Schema::named("bidding-chess");
    let table = [
        ("KRK --board 3x3", "policy", 2, true, false),
        ("KRK --board 3x3 --emit-dir out", "policy", 2, true, false),
        ("KRK --board 3x3 --emit-cert out/it.cbor", "policy", 2, true, false),
        ("KRK KBK --board 3x3 --no-verify --emit-dir out", "policy", 3, false, false),
        ("KRK --board 3x3 --method iterate", "iterate", 2, true, false),
        ("KPK --board 4x4 --report --emit-dir out", "policy", 6, true, true),
        ("KPKP --board 2x4 --report", "policy", 21, true, true),
    ];
    for (arguments, method, number, verified, report) in table {
        let folder = folder("json");
        fs::create_dir(folder.join("out")).unwrap();
        let answer = solve(&folder, &format!("bidding-chess --json {arguments}")).answers().json();
        schema.assert_fits(&answer);
        assert_eq!((&answer["method"], &answer["verified"]), (&method.into(), &verified.into()), "{arguments}");
        assert_eq!(answer["steps"].as_u64(), (method == "iterate").then_some(6), "{arguments}");
        let endings = answer["endings"].as_array().unwrap();
        assert_eq!(endings.len(), number, "{arguments}");
        let materials = |list: &Value| list.as_array().into_iter().flatten().map(|ending| ending["material"].clone()).collect::<Vec<_>>();
        assert_eq!(materials(&answer["report"]), if report { materials(&answer["endings"]) } else { vec![] }, "{arguments}");
        for ending in endings {
            if arguments.contains("--emit") {
                let bytes = fs::read(folder.join(ending["file"].as_str().unwrap())).unwrap();
                assert_eq!(
                    (ending["bytes"].as_u64(), &ending["sha256"]),
                    (Some(bytes.len() as u64), &sha256(&bytes).into()),
                    "{arguments}"
                );
            } else {
                assert_eq!(ending.get("file"), None, "{arguments}");
            }
        }
    }
    let kpkp = solve(&folder("json"), "bidding-chess --json KPKP --board 2x4").json();
    assert_eq!(kpkp["endings"][20]["material"], "KPKP");
    assert_eq!((&kpkp["endings"][20]["sharp"], &kpkp["endings"][0]["sharp"]), (&false.into(), &true.into()));
}

#[test]
fn the_bytes_depend_on_neither_method_nor_threads() {
    for ending in ["KRK --board 3x3", "KNKP --board 3x3", "KPK KNK --board 4x4"] {
        let mut runs =
            ["", "--threads 1", "--threads 2", "--no-verify", "--method iterate", "--method iterate --threads 1"].map(|options| {
                let folder = folder("bytes");
                solve(&folder, &format!("bidding-chess {ending} {options} --emit-dir .")).answers();
                files(&folder)
            });
        let last = runs.last_mut().unwrap().clone();
        assert!(last.len() > 1 && runs.iter().all(|run| *run == last), "{ending}");
    }
}

#[test]
fn iteration_stops_with_intervals() {
    let folder = folder("intervals");
    let run = solve(&folder, "bidding-chess KRK --board 3x3 --method iterate --steps 5 --emit-dir .").ends_with(1);
    assert_eq!(run.err, "solve: no values after 5 steps: 8 equations are violated by the simplest fractions\n");
    let run = run.says(&[
        "KK on 3x3: 12 classes; widest interval at 3/3/K1k:\n",
        "  0.46875000000000000000 <= alpha <= beta <= 0.53125000000000000000, simplest fraction between 1/2\n",
        "KRK on 3x3: 66 classes; widest interval at ",
    ]);
    assert_eq!(run.out.lines().count(), 4);
    let fraction = |text: &Value| -> (u64, u64) {
        let (numerator, denominator) = text.as_str().unwrap().split_once('/').unwrap();
        (numerator.parse().unwrap(), denominator.parse().unwrap())
    };
    let at_most = |(a, b): (u64, u64), (c, d): (u64, u64)| a * d <= c * b;
    for steps in [0, 1, 5] {
        let run = solve(&folder, &format!("bidding-chess KRK --board 3x3 --method iterate --steps {steps} --json --emit-cert it.cbor"));
        let run = run.ends_with(1);
        assert!(run.err.starts_with(&format!("solve: no values after {steps} steps: ")) && run.err.lines().count() == 1, "{}", run.err);
        let answer = run.json();
        Schema::named("intervals").assert_fits(&answer);
        assert_eq!(answer["steps"], steps);
        let of_endings = answer["endings"].as_array().unwrap();
        let counts: Vec<_> = of_endings.iter().map(|ending| (&ending["material"], ending["intervals"].as_array().unwrap().len())).collect();
        assert_eq!(counts, [(&"KK".into(), 12), (&"KRK".into(), 66)]);
        for interval in of_endings.iter().flat_map(|ending| ending["intervals"].as_array().unwrap()) {
            let [low, high, guess] = [0, 1, 2].map(|index| fraction(&interval[index]));
            assert!(at_most(low, guess) && at_most(guess, high), "{interval}");
        }
    }
    assert_eq!(names(&folder), [""; 0], "values that are none are not certified");
    solve(&folder, "bidding-chess KRK --board 3x3 --method iterate --steps 6").answers();
    for options in ["", "--json", "--emit-dir ."] {
        let run = solve(&folder, &format!("bidding-chess KPKP --board 2x4 --method iterate {options}")).complains(1);
        assert!(
            run.err.ends_with("it looks as if alpha < beta somewhere, which the paper's method cannot prove; the default method can\n"),
            "{}",
            run.err
        );
    }
    assert_eq!(names(&folder), [""; 0]);
}

#[test]
fn material_is_brought_into_order() {
    let folder = folder("exchanged");
    let run = solve(&folder, "bidding-chess KKR KRK --board 3x3 --emit-dir .").ends_with(0);
    assert_eq!(run.err, "solve: KKR is KRK with colours exchanged\n");
    assert_eq!(run.out.matches("KRK on 3x3 is solved").count(), 1);
    assert_eq!(names(&folder), ["kk-3x3.cbor", "krk-3x3.cbor"]);
    let run = solve(&folder, "bidding-chess kkr --board 3x3 --json").ends_with(0);
    assert_eq!(run.err, "solve: kkr is KRK with colours exchanged\n");
    assert_eq!(run.json()["endings"][1]["material"], "KRK");
}
