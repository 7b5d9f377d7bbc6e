//! Tests that correct certificates are accepted, and that their periods and onsets are reported.

use super::emitter::{block, certificate, genuine, jumps, solve};
use super::{claim, verify};

#[test]
fn the_example_of_the_page() {
    let bytes = vec![1, 0, 0, 1, 1, 0, 3, 0];
    let item = certificate(&[1], [3, 4], vec![block(2, 3, bytes)]);
    assert_eq!(item.bytes(), genuine(&[1], 3, 4).bytes());
    let verified = verify(&item.bytes()).unwrap();
    assert_eq!(verified.game.to_string(), "subtraction version 1, set {1}");
    assert_eq!(claim(&verified).set, [1]);
    let of = |budget| claim(&verified).period_and_onset(budget);
    assert_eq!([2, 3, 4, 5].map(of), [None, Some((2, 3)), Some((2, 3)), None]);
}

#[test]
fn one_set_after_the_other() {
    let sets: [&[u8]; 9] = [&[2], &[1, 2], &[1, 3], &[2, 3], &[1, 2, 3], &[2, 5], &[3], &[1, 4, 6], &[2, 3, 7]];
    for set in sets {
        let verified = verify(&genuine(set, 0, 6).bytes()).unwrap();
        for budget in 0..=6_u32 {
            let (onset, period, _) = solve(set, usize::try_from(budget).unwrap());
            let found = claim(&verified).period_and_onset(budget).unwrap();
            assert_eq!((period, onset), (usize::try_from(found.0).unwrap(), usize::try_from(found.1).unwrap()), "{set:?}, budget {budget}");
            let alone = usize::try_from(budget).unwrap();
            assert!(verify(&genuine(set, alone, alone).bytes()).is_ok(), "{set:?}, budget {budget}");
        }
    }
}

#[test]
fn many_budgets_with_jumps() {
    for (first, last) in [(0, 0), (0, 1), (0, 5), (1, 1), (1, 2), (2, 2), (2, 3), (3, 3), (7, 12), (8, 8), (1, 48)] {
        let verified = verify(&genuine(&[1], first, last).bytes()).unwrap_or_else(|broken| panic!("{first} to {last}: {broken}"));
        for budget in first..=last {
            let found = claim(&verified).period_and_onset(u32::try_from(budget).unwrap());
            let onset = found.map(|(_, onset)| usize::try_from(onset).unwrap());
            assert_eq!(onset, Some(solve(&[1], budget).0), "budget {budget}");
            assert_eq!(onset, Some(jumps(budget.div_ceil(2)).0), "budget {budget}");
        }
    }
}

#[test]
fn a_great_budget() {
    // These certificates have numbers of more than one byte, and a period that is not prime.
    assert!(verify(&genuine(&[1], 120, 121).bytes()).is_ok());
    assert!(verify(&genuine(&[1, 255], 1, 1).bytes()).is_ok());
    assert!(verify(&genuine(&[3, 200], 0, 1).bytes()).is_ok());
}

/// Verifies a certificate for a long range of budgets. The environment variable `GAMECERT_BUDGETS` sets the last
/// budget. `GAMECERT_BUDGETS_FILE` names the file to which the certificate is written.
#[test]
fn all_budgets_up_to_a_number() {
    let last = std::env::var("GAMECERT_BUDGETS").map_or(60, |last| last.parse().unwrap());
    let bytes = genuine(&[1], 1, last).bytes();
    if let Ok(file) = std::env::var("GAMECERT_BUDGETS_FILE") {
        std::fs::write(file, &bytes).unwrap();
    }
    let verified = crate::verify(&bytes, &mut crate::NoSource).unwrap();
    assert_eq!((claim(&verified).first, claim(&verified).last), (1, u32::try_from(last).unwrap()));
}
