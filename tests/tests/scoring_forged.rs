//! Certificates of kind `scoring` with one error each, made from the solver's genuine ones. The checker must report the
//! expected clause.

use std::sync::atomic::AtomicBool;

use gamecert_solver::certificate::emit::scoring::emit;
use gamecert_solver::control::{Control, Silent};
use gamecert_solver::model::scoring::{Outcomes, Rows, SubtractionSet};
use gamecert_solver::solve::scoring::solve;

static GO_ON: AtomicBool = AtomicBool::new(false);

fn genuine(numbers: &[u32], budgets: (u32, u32)) -> Vec<Outcomes> {
    solve(&set(numbers), budgets, Control::new("", &Silent, &GO_ON)).unwrap()
}

fn set(numbers: &[u32]) -> SubtractionSet {
    SubtractionSet::new(numbers.to_vec()).unwrap()
}

/// Returns an outcome of listed rows.
fn outcome(outcomes: &mut Outcomes, heap: u32, p: u32) -> &mut i32 {
    let width = outcomes.budget + 1;
    let Rows::Listed(rows) = &mut outcomes.rows else { panic!("rows") };
    &mut rows[(heap * width + p) as usize]
}

/// Lists the same outcomes for another onset and period.
fn repeated(outcomes: &mut Outcomes, onset: u32, period: u32) {
    let rows = (0..onset + period).flat_map(|heap| outcomes.row(heap)).collect();
    *outcomes = Outcomes { budget: outcomes.budget, period, onset, rows: Rows::Listed(rows) };
}

/// Keeps `count` rows. The number may differ from the sum of onset and period.
fn rows_kept(outcomes: &mut Outcomes, count: u32) {
    let rows = (0..count).flat_map(|heap| outcomes.row(heap)).collect();
    outcomes.rows = Rows::Listed(rows);
}

fn columns(outcomes: &mut Outcomes) -> &mut Vec<Vec<u32>> {
    let Rows::Jumps(columns) = &mut outcomes.rows else { panic!("jumps") };
    columns
}

/// Subtraction set and range of total budgets.
type Subject = (&'static [u32], (u32, u32));
type Change = fn(&mut Vec<u32>, &mut Vec<Outcomes>);

#[test]
fn each_forgery_meets_its_clause() {
    let rows = (&[1, 2][..], (3, 3));
    let more = (&[2, 3][..], (2, 4));
    let jumps = (&[1][..], (5, 6));
    let cases: [(&str, Subject, Change, &str); 30] = [
        ("the last outcome of a row", rows, |_, o| *outcome(&mut o[0], 3, 3) += 1, "scoring/outcome"),
        ("the first outcome of a row", rows, |_, o| *outcome(&mut o[0], 3, 0) -= 1, "scoring/outcome"),
        ("a row that is one higher", rows, |_, o| (0..4).for_each(|p| *outcome(&mut o[0], 5, p) += 1), "scoring/outcome"),
        ("points for an empty heap", rows, |_, o| (0..4).for_each(|p| *outcome(&mut o[0], 0, p) += 2), "scoring/outcome"),
        ("points where nothing can be taken", more, |_, o| *outcome(&mut o[1], 1, 3) += 2, "scoring/outcome"),
        (
            "a wrong outcome in the last row",
            rows,
            |_, o| {
                let last = o[0].onset + o[0].period - 1;
                *outcome(&mut o[0], last, 3) += 2;
            },
            "scoring/outcome",
        ),
        ("a wrong outcome for the last total budget", more, |_, o| *outcome(&mut o[2], 6, 4) += 1, "scoring/outcome"),
        (
            "the window one row short",
            rows,
            |_, o| {
                let count = o[0].onset + o[0].period - 1;
                rows_kept(&mut o[0], count)
            },
            "scoring/window",
        ),
        (
            "a row too many",
            rows,
            |_, o| {
                let count = o[0].onset + o[0].period + 1;
                rows_kept(&mut o[0], count)
            },
            "scoring/window",
        ),
        ("no rows", rows, |_, o| rows_kept(&mut o[0], 0), "scoring/window"),
        ("the onset one less, the same rows", rows, |_, o| o[0].onset -= 1, "scoring/window"),
        (
            "the onset one less",
            rows,
            |_, o| {
                let (n, p) = (o[0].onset - 1, o[0].period);
                repeated(&mut o[0], n, p)
            },
            "scoring/repeat",
        ),
        (
            "the onset one more",
            rows,
            |_, o| {
                let (n, p) = (o[0].onset + 1, o[0].period);
                repeated(&mut o[0], n, p)
            },
            "scoring/onset",
        ),
        (
            "half the period",
            rows,
            |_, o| {
                let (n, p) = (o[0].onset, o[0].period);
                repeated(&mut o[0], n, p / 2)
            },
            "scoring/repeat",
        ),
        (
            "the period one less",
            rows,
            |_, o| {
                let (n, p) = (o[0].onset, o[0].period);
                repeated(&mut o[0], n, p - 1)
            },
            "scoring/repeat",
        ),
        (
            "the period one more",
            rows,
            |_, o| {
                let (n, p) = (o[0].onset, o[0].period);
                repeated(&mut o[0], n, p + 1)
            },
            "scoring/repeat",
        ),
        (
            "three times the period",
            rows,
            |_, o| {
                let (n, p) = (o[0].onset, o[0].period);
                repeated(&mut o[0], n, 3 * p)
            },
            "scoring/period",
        ),
        ("no period", rows, |_, o| o[0].period = 0, "scoring/period"),
        (
            "onset and period exchanged",
            rows,
            |_, o| {
                let (n, p) = (o[0].onset, o[0].period);
                repeated(&mut o[0], p, n)
            },
            "scoring/repeat",
        ),
        ("another set", rows, |set, _| *set = vec![1, 3], "scoring/outcome"),
        ("a set of one number more", rows, |set, _| set.push(3), "scoring/outcome"),
        ("total budgets exchanged", (&[2, 3], (2, 5)), |_, o| o.swap(1, 2), "scoring/window"),
        ("a total budget left out", more, |_, o| drop(o.remove(1)), "scoring/blocks"),
        (
            "a jump left out",
            jumps,
            |_, o| {
                columns(&mut o[0])[0].remove(1);
            },
            "scoring/jump_missing",
        ),
        (
            "the last jump left out",
            jumps,
            |_, o| {
                let last = o[0].onset + 1;
                columns(&mut o[0]).iter_mut().for_each(|column| column.retain(|&heap| heap != last));
            },
            "scoring/onset",
        ),
        (
            "a jump too many",
            jumps,
            |_, o| {
                let onset = o[0].onset;
                let column = columns(&mut o[0]).iter_mut().find(|column| !column.is_empty()).unwrap();
                let free = (2..=onset).find(|heap| !column.contains(heap)).unwrap();
                column.push(free);
                column.sort_unstable();
            },
            "scoring/jump_false",
        ),
        (
            "the other parity: a jump one heap later",
            jumps,
            |_, o| {
                // The column's first jump can move from heap 2 to heap 3, because no jump is there.
                let column = columns(&mut o[0]).iter_mut().find(|column| !column.is_empty() && !column.contains(&3)).unwrap();
                assert_eq!(column[0], 2);
                column[0] = 3;
            },
            "scoring/jump_missing",
        ),
        ("columns exchanged", jumps, |_, o| columns(&mut o[0]).reverse(), "scoring/jump_false"),
        ("the onset of jumps one more", jumps, |_, o| o[0].onset += 1, "scoring/onset"),
        ("the onset of jumps one less", jumps, |_, o| o[0].onset -= 1, "scoring/window"),
    ];
    let mut wrong = Vec::new();
    for (title, (numbers, budgets), change, expected) in cases {
        let (mut numbers, mut outcomes) = (numbers.to_vec(), genuine(numbers, budgets));
        let verdict = |numbers: &[u32], outcomes: &[Outcomes]| {
            let bytes = emit(&set(numbers), outcomes);
            gamecert_checker::verify(&bytes, &mut gamecert_checker::NoSource).map(|_| ()).map_err(|refusal| refusal.code())
        };
        assert_eq!(verdict(&numbers, &outcomes), Ok(()), "{title}: before");
        change(&mut numbers, &mut outcomes);
        let found = verdict(&numbers, &outcomes);
        if found != Err(expected.to_owned()) {
            wrong.push(format!("{title}: expected {expected}, found {found:?}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Unitary games have period 2 by their format, so no other period can be encoded.
#[test]
fn other_periods_of_unitary_games() {
    for period in [0, 1, 3, 4] {
        let mut outcomes = genuine(&[1], (5, 6));
        outcomes.iter_mut().for_each(|outcomes| outcomes.period = period);
        let refusal = gamecert_checker::verify(&emit(&set(&[1]), &outcomes), &mut gamecert_checker::NoSource).unwrap_err();
        assert_eq!(refusal.code(), "scoring/period", "{period}");
    }
}
