//! Tests `solve bidding-chess --include`, which writes certificates that cite certificates from the user.

#[path = "common/run.rs"]
mod run;

use std::fs;

use gamecert_solver::model::value::Rational;
use run::{fails, folder, names, solve};

#[test]
fn the_bytes_are_those_of_solving_all() {
    // KPKP leads to endings with the stronger side in either colour. KBKN and KNNK have positions with alpha < beta.
    for (board, material) in [("4x4", "KBKN"), ("2x4", "KPKP"), ("3x4", "KNNK"), ("3x4", "KPKP")] {
        let folder = folder(&format!("supplied-{board}-{material}"));
        let file = format!("{}-{board}.cbor", material.to_lowercase());
        solve(&folder, &format!("bidding-chess {material} --board {board} --emit-dir whole")).answers();
        let whole = fs::read(folder.join("whole").join(&file)).unwrap();
        for (number, how) in ["", "--threads 1", "--no-verify"].into_iter().enumerate() {
            let again = format!("bidding-chess {material} --board {board} --include whole --emit-dir again{number} {how}");
            let run = solve(&folder, &again).answers();
            // The requested ending is solved even if its certificate already exists, and no other ending is solved.
            assert_eq!(names(&folder.join(format!("again{number}"))), std::slice::from_ref(&file), "{again}");
            assert_eq!(run.out.lines().filter(|line| line.contains(" is solved: ")).count(), 1, "{}", run.out);
            assert!(fs::read(folder.join(format!("again{number}")).join(&file)).unwrap() == whole, "{again}");
        }
    }
}

#[test]
fn endings_without_certificates_are_solved() {
    let folder = folder("supplied-some");
    solve(&folder, "bidding-chess KBKN --board 4x4 --emit-dir whole").answers();
    for (name, here) in [("kbk-4x4.cbor", true), ("knk-4x4.cbor", false), ("kk-4x4.cbor", true)] {
        let to = folder.join(if here { "one" } else { "other" });
        fs::create_dir_all(&to).unwrap();
        fs::copy(folder.join("whole").join(name), to.join(name)).unwrap();
    }
    solve(&folder, "bidding-chess KBKN --board 4x4 --include one --emit-dir made").answers();
    assert_eq!(names(&folder.join("made")), ["kbkn-4x4.cbor", "knk-4x4.cbor"]);
    let bytes = |folder_name: &str, name: &str| fs::read(folder.join(folder_name).join(name)).unwrap();
    for name in ["kbkn-4x4.cbor", "knk-4x4.cbor"] {
        assert!(bytes("made", name) == bytes("whole", name), "{name}");
    }
    // The two folders together have all certificates.
    let run = solve(&folder, "bidding-chess KBKN --board 4x4 --include one --include other --table").answers();
    let rows: Vec<&str> = run.out.lines().collect();
    assert!(rows.len() == 3 && rows.iter().all(|row| row.matches('|').count() == 14), "{}", run.out);
    // The row of the table agrees with the survey, which examines the moves in each position.
    let report = &solve(&folder, "bidding-chess KBKN --board 4x4 --report --json").answers().json()["report"];
    let report = report.as_array().unwrap().last().unwrap();
    let (apart, widest) = (&report["intervals"]["count"]["classes"], &report["intervals"]["widest"]);
    let decimal = |side: &str| {
        let (numerator, denominator) = widest[side].as_str().unwrap().split_once('/').unwrap();
        Rational::new(numerator.parse().unwrap(), denominator.parse().unwrap()).decimal(10)
    };
    let cells: Vec<String> = rows[2].trim_matches(['|', ' ']).split(" | ").map(|cell| cell.replace(',', "")).collect();
    let expected = [
        "KBKN".to_owned(),
        report["positions"]["classes"].to_string(),
        apart.to_string(),
        format!("`{}`", widest["position"].as_str().unwrap()),
        decimal("alpha"),
        decimal("beta"),
        report["zugzwang"]["count"]["classes"].to_string(),
    ];
    assert_eq!(cells[..7], expected, "{}", run.out);
    assert!(expected[2] != "0" && expected[6] != "0", "{}", run.out);
    // The certificate that KBK cites must be found too.
    fs::remove_file(folder.join("one/kk-4x4.cbor")).unwrap();
    fails(&folder, "bidding-chess KBKN --board 4x4 --include one", 2, &["KBK: the certificate", "undecided: citation/missing"]);
}

#[test]
fn supplied_certificates_are_verified_first() {
    let folder = folder("supplied-verified");
    solve(&folder, "bidding-chess KNK --board 4x4 --emit-dir supplied").answers();
    let file = folder.join("supplied/knk-4x4.cbor");
    let good = fs::read(&file).unwrap();
    let again = "bidding-chess KNNK --board 4x4 --include supplied --emit-cert knnk.cbor";
    // The last choice of Black is forged.
    let mut forged = good.clone();
    *forged.last_mut().unwrap() ^= 1;
    fs::write(&file, &forged).unwrap();
    fails(&folder, again, 2, &["KNK: the certificate with sha256", "rejected: richman/"]);
    fs::copy(folder.join("supplied/kk-4x4.cbor"), &file).unwrap();
    fails(&folder, again, 2, &["is not one of exact values of KNK on 4x4"]);
    fs::write(&file, b"no certificate").unwrap();
    fails(&folder, again, 2, &["KNK: the certificate with sha256", "rejected: "]);
    // Bounds do not replace exact values.
    solve(&folder, "bidding-chess KNK --board 4x4 --bracket 2^-40 --emit-cert bounds.cbor --include supplied").ends_with(0);
    fs::copy(folder.join("bounds.cbor"), &file).unwrap();
    fails(&folder, again, 2, &["is not one of exact values of KNK on 4x4"]);
    assert!(!folder.join("knnk.cbor").exists());
    fs::write(&file, good).unwrap();
    solve(&folder, again).answers();
}

#[test]
fn limits_are_sentences() {
    let folder = folder("supplied-limits");
    solve(&folder, "bidding-chess KNK --board 4x4 --emit-dir supplied").answers();
    for (arguments, parts) in [
        ("--include nowhere", &["nowhere: there is no such folder"][..]),
        ("--include supplied --report", &["cannot be used with"]),
        ("--include supplied --position 4/4/4/KN1k", &["cannot be used with"]),
        ("--include supplied --method iterate", &["--include goes with --method policy"]),
        ("--include supplied --table --json", &["cannot be used with"]),
        ("--include supplied --memory 1M", &["KNNK on 4x4 needs about ", "--memory allows 1.0 MB"]),
    ] {
        fails(&folder, &format!("bidding-chess KNNK --board 4x4 {arguments}"), 2, parts);
    }
}
