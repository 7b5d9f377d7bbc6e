//! Carefully forged certificates with one error each. The checker must report the code of the broken clause.

use std::num::NonZeroU32;
use std::sync::LazyLock;

use dashu_int::UBig;
use gamecert_tests::family::Family;
use gamecert_tests::forgery::Forgery;

static BOARD_3X3: LazyLock<Family> = LazyLock::new(|| Family::new("3x3", &["KRK", "KQK"]));
static BOARD_4X4: LazyLock<Family> = LazyLock::new(|| Family::new("4x4", &["KPK"]));
static WALL: LazyLock<Family> = LazyLock::new(|| Family::new("2x4", &["KPKP"]));

/// Change to a certificate.
type Forge = fn(&mut Forgery);

fn code(family: &Family, material: &str, forge: Forge) -> String {
    let mut forgery = Forgery::copy(family, material);
    forge(&mut forgery);
    let bytes = forgery.write();
    let verdict = family.check(&bytes);
    // The verdict must not depend on the number of threads.
    for threads in [2, 3, 64].map(|threads| NonZeroU32::new(threads).unwrap()) {
        assert_eq!(family.check_on(threads, &bytes).map(|verified| verified.digest), verdict.clone().map(|verified| verified.digest));
    }
    match verdict {
        Ok(_) => "verified".to_owned(),
        Err(refusal) => refusal.code(),
    }
}

#[test]
fn a_faithful_copy_is_the_certificate() {
    for (family, material) in [(&*BOARD_3X3, "KRK"), (&*BOARD_4X4, "KPK"), (&*WALL, "KPKP"), (&*WALL, "KK")] {
        assert_eq!(Forgery::copy(family, material).write(), *family.certificate(material).bytes, "{material}");
        assert_eq!(code(family, material, |_| {}), "verified");
    }
}

/// Returns a class with the largest label, since no other label depends on that label if it decreases.
fn last_label(labels: &[u64]) -> usize {
    let largest = labels.iter().max().unwrap();
    labels.iter().position(|label| label == largest).unwrap()
}

#[test]
fn each_forgery_meets_its_code() {
    let krk: &[(&str, Forge, &str)] = &[
        ("a wrong value", |f| f.ranks[0][7] += 1, "richman/equation"),
        ("a value that is nobody's", |f| f.values.insert(1, (UBig::ONE, UBig::from(1_000_003_u32))), "richman/equation"),
        (
            "a value that is nobody's, with ranks to match",
            |f| {
                f.values.insert(1, (UBig::ONE, UBig::from(1_000_003_u32)));
                f.ranks[0].iter_mut().filter(|rank| **rank >= 1).for_each(|rank| *rank += 1);
            },
            "richman/value_used",
        ),
        (
            "an unreduced fraction",
            |f| {
                let (numerator, denominator) = &mut f.values[2];
                *numerator *= UBig::from(3_u8);
                *denominator *= UBig::from(3_u8);
            },
            "richman/value_reduced",
        ),
        ("zero over two", |f| f.values[0].1 = UBig::from(2_u8), "richman/value_ends"),
        ("a table out of order", |f| f.values.swap(1, 2), "richman/value_order"),
        ("a value twice", |f| f.values.insert(2, f.values[1].clone()), "richman/value_order"),
        ("a value above 1", |f| f.values.push((UBig::from(3_u8), UBig::from(2_u8))), "richman/value_range"),
        ("a table without 0", |f| drop(f.values.remove(0)), "richman/value_ends"),
        ("a table without 1", |f| drop(f.values.pop()), "richman/value_ends"),
        ("a rank beyond the table", |f| f.ranks[0][65] = 999, "richman/rank"),
        (
            "a label too small",
            |f| {
                let at = last_label(&f.labels[0]);
                f.labels[0][at] -= 1;
            },
            "richman/label_white_small",
        ),
        (
            "a label too large",
            |f| {
                let at = last_label(&f.labels[0]);
                f.labels[0][at] += 1;
            },
            "richman/label_white_large",
        ),
        ("a label missing", |f| f.labels[0][0] = 0, "richman/label_white_missing"),
        ("all labels missing", |f| f.labels[0].fill(0), "richman/label_white_missing"),
        (
            "a label of Black's too small",
            |f| {
                let at = last_label(&f.labels[1]);
                f.labels[1][at] -= 1;
            },
            "richman/label_black_small",
        ),
        (
            "a label of Black's too large",
            |f| {
                let at = last_label(&f.labels[1]);
                f.labels[1][at] += 1;
            },
            "richman/label_black_large",
        ),
        ("a label of Black's missing", |f| f.labels[1][0] = 0, "richman/label_black_missing"),
        ("a label beyond all numbers", |f| f.labels[0][3] = u64::MAX, "richman/label_white_large"),
        ("a choice beyond the options", |f| f.choices[0][0] = 99, "richman/choice_range"),
        ("a choice of Black's beyond the options", |f| f.choices[1][0] = 99, "richman/choice_range"),
        ("a class missing", |f| f.ranks[0].truncate(65), "richman/column"),
        ("a class doubled", |f| f.labels[0].push(1), "richman/column"),
        ("a class missing everywhere, and counted so", |f| shorten(f, 65), "richman/classes"),
        ("a class doubled everywhere, and counted so", |f| shorten(f, 67), "richman/classes"),
        ("a count of functions that is none", |f| f.functions = 3, "richman/form"),
        ("no citation", |f| f.citations.clear(), "citation/count"),
        ("a citation twice", |f| f.citations.push(f.citations[0]), "citation/count"),
        ("a citation of nothing known", |f| f.citations[0].0[0] ^= 1, "citation/missing"),
        ("a citation of another ending", |f| f.citations[0] = BOARD_3X3.certificate("KQK").digest, "citation/game"),
        ("an unknown kind", |f| f.kind = ("winning", 1), "envelope/kind"),
        ("a kind of other games", |f| f.kind = ("losing", 1), "envelope/pairing"),
        ("a newer kind", |f| f.kind = ("richman", 3), "envelope/kind"),
        ("an unknown rule set", |f| f.game.rules = "draughts", "envelope/game"),
        ("a newer rule set", |f| f.game.version = 2, "envelope/game"),
        ("another ending", |f| f.game.parameters[2] = gamecert_solver::model::name::Parameter::Text("KBK".to_owned()), "richman/equation"),
        (
            "colours in the wrong order",
            |f| f.game.parameters[2] = gamecert_solver::model::name::Parameter::Text("KKR".to_owned()),
            "bidding-chess/material",
        ),
        ("a board too large", |f| f.game.parameters[0] = gamecert_solver::model::name::Parameter::Unsigned(17), "bidding-chess/board"),
    ];
    for (title, forge, expected) in krk {
        assert_eq!(code(&BOARD_3X3, "KRK", *forge), *expected, "KRK on 3x3: {title}");
    }
    let wall: &[(&str, Forge, &str)] = &[
        ("alpha for beta", |f| f.ranks[1] = f.ranks[0].clone(), "richman/form"),
        (
            "a value of beta wrong",
            |f| {
                let at = (0..f.ranks[0].len()).find(|&at| f.ranks[0][at] != f.ranks[1][at]).unwrap();
                f.ranks[1][at] -= 1;
            },
            "richman/equation",
        ),
        ("choices for two functions with one", |f| f.functions = 1, "cbor/type"),
    ];
    for (title, forge, expected) in wall {
        assert_eq!(code(&WALL, "KPKP", *forge), *expected, "KPKP on 2x4: {title}");
    }
}

#[test]
fn newer_formats_and_other_files_are_named_as_such() {
    let bytes = &BOARD_3X3.certificate("KRK").bytes;
    // Tag 55799 takes three bytes, the array of seven items takes one, and the text "gamecert" takes nine. The version
    // follows.
    let version = 13;
    assert_eq!(bytes[version], 1);
    let with = |at: usize, byte: u8| {
        let mut bytes = bytes.to_vec();
        bytes[at] = byte;
        bytes
    };
    let cases = [
        ("a newer format", with(version, 2), "envelope/version"),
        ("format 0", with(version, 0), "envelope/version"),
        ("another magic", with(5, b'G'), "envelope/magic"),
        ("an array of eight", with(3, 0x88), "envelope/magic"),
        ("another tag", with(2, 0xf8), "envelope/magic"),
        ("an empty file", Vec::new(), "cbor/end"),
        ("a picture", b"\x89PNG\r\n\x1a\n".to_vec(), "envelope/magic"),
        ("a text", b"no certificate".to_vec(), "envelope/magic"),
        ("a map", vec![0xa1, 0x01, 0x02], "envelope/magic"),
    ];
    for (title, bytes, expected) in cases {
        assert_eq!(BOARD_3X3.check(&bytes).expect_err("no certificate").code(), expected, "{title}");
    }
}

/// Truncates or extends all columns to `classes` entries (repeating the last entry) and claims this number of classes.
fn shorten(forgery: &mut Forgery, classes: usize) {
    let columns = forgery.ranks.iter_mut().chain(&mut forgery.labels).chain(&mut forgery.choices);
    for column in columns {
        let last = column.last().copied().unwrap();
        column.resize(classes, last);
    }
    forgery.classes = classes as u64;
}

#[test]
fn a_choice_that_is_not_greedy_and_one_that_is_not_first() {
    // The test tries other choices at every fifth class. The checker must refuse each with a clause about choices.
    let family = &BOARD_4X4;
    let original = Forgery::copy(family, "KPK");
    let mut seen = std::collections::BTreeMap::new();
    for class in (0..original.choices[0].len()).step_by(5) {
        for (player, other) in [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)] {
            if original.choices[player][class] == other {
                continue;
            }
            let mut forgery = original.clone();
            forgery.choices[player][class] = other;
            let refusal = family.check(&forgery.write()).expect_err("another choice");
            *seen.entry(refusal.code()).or_insert(0) += 1;
        }
    }
    assert_eq!(
        seen.keys().map(String::as_str).collect::<Vec<_>>(),
        ["richman/choice_first", "richman/choice_greedy", "richman/choice_range"]
    );
}

#[test]
fn labels_of_every_class_are_what_they_must_be() {
    let family = &BOARD_4X4;
    let original = Forgery::copy(family, "KPK");
    let mut seen = std::collections::BTreeSet::new();
    for class in (0..original.labels[0].len()).step_by(7) {
        for player in [0, 1] {
            for change in [-1, 1] {
                let mut forgery = original.clone();
                let label = &mut forgery.labels[player][class];
                *label = label.checked_add_signed(change).unwrap();
                seen.insert(family.check(&forgery.write()).expect_err("another label").code());
            }
        }
    }
    // The error may be detected at an earlier class whose choice depends on the changed label.
    let expected = ["choice_first", "label_black_large", "label_black_missing", "label_black_small", "label_white_large"];
    let expected = expected.into_iter().chain(["label_white_missing", "label_white_small"]);
    assert_eq!(seen, expected.map(|clause| format!("richman/{clause}")).collect());
}
