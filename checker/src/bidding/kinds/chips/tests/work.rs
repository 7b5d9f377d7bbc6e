//! Tests the numbers of work steps and the limits on work steps.

use super::Graph;
use super::emitter::{Scope, Study};
use super::games::{CUSTOMS, Options};
use crate::bidding::game::Choice::{Class, Won};
use crate::core::game::Colour::{Black, White};
use crate::testing::{A, B, Item, U, column, verify_within};

/// Builds a certificate with `classes` classes and a table of `values` zeros. If `labelled` is true, the certificate
/// also has one row of labels.
fn zeros(classes: u64, values: u64, labelled: bool) -> Vec<u8> {
    let bytes = |number: u64| B(vec![0; usize::try_from(number).unwrap()]);
    let numbers = || column(&vec![0; usize::try_from(classes).unwrap()]);
    let claim = A(vec![U(0), U(0), column(&[0, 0, values - 1]), U(classes)]);
    let mut evidence = vec![A(vec![A(vec![U(0), bytes((values - 1).div_ceil(4))])]), numbers()];
    if labelled {
        evidence.extend([A(vec![bytes(values)]), numbers()]);
    }
    [claim, A(vec![]), A(evidence)].iter().flat_map(Item::bytes).collect()
}

#[test]
fn steps_announced() {
    // Each row has the form (title, whether there are labels, values, options of a class, [values per announced step,
    // steps per value], verdict within the limit).
    let table = [
        ("A sure win in every class", false, 1 << 16, (vec![Won(White)], vec![Won(White)]), [8, 1], Ok(())),
        ("Play without end in every class", true, 1 << 14, (vec![Class(0)], vec![Class(0)]), [1, 8], Err("chips/label_missing")),
    ];
    for (title, labelled, values, options, [per_step, per_value], within) in table {
        let steps = |classes: u64| classes * values * per_value / per_step;
        let allowed = |bytes: &[u8]| (1 << 26) + 256 * u64::try_from(bytes.len()).unwrap();
        let verify = |classes: u64| {
            let bytes = zeros(classes, values, labelled);
            let game = Graph(vec![options.clone(); usize::try_from(classes).unwrap()]);
            (allowed(&bytes), verify_within("chips", &game, &bytes, u64::MAX, 1).0)
        };
        let most = (1..).find(|classes| steps(classes + 1) > allowed(&zeros(classes + 1, values, labelled))).unwrap();
        let found = verify(most).1.map(|_| ()).map_err(|refusal| refusal.code());
        assert_eq!(found, within.map_err(str::to_owned), "{title}");
        let (allowed, verdict) = verify(most + 1);
        let refusal = verdict.err().unwrap();
        assert_eq!(refusal.code(), "resources/work", "{title}");
        let announced = format!("announce {} steps; {allowed} are in proportion to its size", steps(most + 1));
        assert!(refusal.sentence.ends_with(&announced), "{title}: {refusal}");
    }
}

/// Counts how many work steps each further number of chips takes. The checker takes steps to read the thresholds of a
/// class of symmetric positions and of its options.
#[test]
fn steps_of_the_equations() {
    // Each row has the form (title, whether there are labels, options of the only class, steps for 8 more numbers of
    // chips).
    let table = [
        ("an option each", false, (vec![Won(White)], vec![Won(White)]), 4),
        ("two of one player", false, (vec![Won(White), Won(Black)], vec![Won(White)]), 5),
        ("labels, with half chips", true, (vec![Won(White), Class(0)], vec![Won(White)]), 5 * 9),
    ];
    for (title, labelled, options, each) in table {
        let spent = |values: u64| {
            let (verdict, spent) = verify_within("chips", &Graph(vec![options.clone()]), &zeros(1, values, labelled), u64::MAX, 1);
            assert!(verdict.is_ok(), "{title}: {:?}", verdict.err());
            spent
        };
        assert_eq!(spent(1 << 15) - spent(1 << 14), (1 << 11) * each, "{title}");
    }
}

/// Tests that, without labels, the checker tests each combination of tables only once, even in a small file.
#[test]
fn classes_alike_are_tested_once() {
    let repeated = |times: u32| {
        // There is a class for every pair of non-empty sets of targets. The four targets are the two ends of the game,
        // and two classes whose winner is already decided.
        let last = times * 15 * 15;
        let leads = [Won(White), Won(Black), Class(last), Class(last + 1)];
        let set = |number: u32| (0..4).filter(|bit| number >> bit & 1 == 1).map(|bit| leads[bit]).collect::<Vec<_>>();
        let pairs = || (1..16).flat_map(|white| (1..16).map(move |black| (set(white), set(black))));
        let sure = [(vec![Won(White)], vec![Won(White)]), (vec![Won(Black)], vec![Won(Black)])];
        (0..times).flat_map(|_| pairs()).chain(sure).collect::<Options>()
    };
    let spent = |game: Options| {
        let bytes = Study::new(CUSTOMS[0], &game).emit(Scope::Between(0, 7)).unwrap().bytes().unwrap();
        let (verdict, spent) = verify_within("chips", &Graph(game), &bytes, u64::MAX, 1);
        assert!(verdict.is_ok(), "{:?}", verdict.err());
        spent
    };
    // Each of the four targets is in 8 of the 15 sets.
    let options = 2 * 15 * 4 * 8;
    assert_eq!(spent(repeated(2)) - spent(repeated(1)), 3 * options);
}

/// If the step budget is too small, the refusal is `resources/allowance`. If the budget suffices, the verdict is the
/// same on any number of threads.
#[test]
fn steps_allowed() {
    let ordered: Options = vec![(vec![Won(White)], vec![Class(1)]), (vec![Won(White)], vec![Won(Black)])];
    let round: Options = vec![(vec![Won(White), Class(1)], vec![Class(1)]), (vec![Won(White)], vec![Class(0), Won(Black)])];
    for game in [ordered, round] {
        let study = Study::new(CUSTOMS[0], &game);
        let genuine = study.emit(study.all_chips().unwrap()).unwrap();
        let mut wrong = genuine.clone();
        wrong.sheets[1].values[0] += 1;
        for (paper, verified) in [(genuine, true), (wrong, false)] {
            let bytes = paper.bytes().unwrap();
            let graph = Graph(game.clone());
            let (_, all) = verify_within("chips", &graph, &bytes, u64::MAX, 1);
            assert!(all > 2);
            for steps in 0..=all {
                for threads in [1, 2, 3] {
                    let (verdict, spent) = verify_within("chips", &graph, &bytes, steps, threads);
                    if steps < all {
                        assert_eq!(verdict.err().map(|refusal| refusal.code()).as_deref(), Some("resources/allowance"), "{steps} of {all}");
                    } else {
                        assert_eq!((verdict.is_ok(), spent), (verified, all), "{threads} threads");
                    }
                }
            }
        }
    }
}
