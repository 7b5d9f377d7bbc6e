//! The checker must verify every certificate of the solver, on boards of all shapes and with all types of material, and
//! must report the values that the solver computed.

use gamecert_tests::family::Family;

/// Returns families whose certificates must all be verified.
fn families() -> Vec<(&'static str, Vec<&'static str>)> {
    vec![
        ("2x2", vec!["KQK", "KRK", "KBK", "KNK"]),
        ("2x3", vec!["KQK", "KPK"]),
        ("3x2", vec!["KRK", "KNK"]),
        ("2x4", vec!["KPKP", "KPPK"]),
        ("4x2", vec!["KBKN"]),
        ("3x3", vec!["KPKP", "KRRK", "KNKN"]),
        ("3x4", vec!["KNNK", "KRKB"]),
        ("4x3", vec!["KPPK", "KQKR"]),
        ("4x4", vec!["KPKP", "KBBK"]),
        ("2x9", vec!["KRK", "KPK"]),
        ("9x2", vec!["KQK"]),
        ("5x5", vec!["KPK", "KBKN"]),
        ("5x6", vec!["KPK"]),
        ("9x5", vec!["KPK"]),
        ("8x8", vec!["KQK", "KRK", "KBK", "KNK", "KPK"]),
    ]
}

#[test]
fn certificates_verify_and_say_what_was_found() {
    let mut sharp = 0;
    let mut with_interval = 0;
    for (board, materials) in families() {
        let family = Family::new(board, &materials);
        family.check_many(|session| {
            for ((ending, solution), certificate) in family.endings.iter().zip(&family.solutions).zip(&family.certificates) {
                let name = format!("{} on {board}", ending.material());
                let verified = session.verify(&certificate.bytes).unwrap_or_else(|refusal| panic!("{name}: {refusal}"));
                let table: &gamecert_checker::richman::Table = verified.table().unwrap();
                assert_eq!(verified.digest, certificate.digest.0, "{name}");
                assert_eq!(table.classes(), solution.len(), "{name}");
                assert_eq!(table.one_function(), solution.is_sharp(), "{name}");
                assert_eq!(table.rank_alpha(), solution.rank_alpha, "{name}");
                assert_eq!(table.rank_beta(), solution.rank_beta, "{name}");
                for (rank, value) in (0..).zip(&solution.values) {
                    let (numerator, denominator) = table.value(rank).unwrap();
                    assert_eq!(format!("{numerator}/{denominator}"), value.to_string(), "{name}");
                }
                if solution.is_sharp() { sharp += 1 } else { with_interval += 1 }
            }
        });
    }
    assert!(sharp > 50 && with_interval >= 2, "{sharp} with alpha = beta, {with_interval} without");
}
