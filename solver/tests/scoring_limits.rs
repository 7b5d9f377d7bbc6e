//! Tests the lemmas and theorems of `spec/soundness/scoring-limits.md` against the definition of the game and against
//! solutions.

use std::sync::atomic::AtomicBool;

use gamecert_solver::answers::scoring::limit;
use gamecert_solver::control::{Control, Silent};
use gamecert_solver::model::scoring::{Outcomes, SubtractionSet};
use gamecert_solver::solve;

type Row = Vec<i32>;

fn solve(numbers: &[u32], budgets: (u32, u32)) -> Vec<Outcomes> {
    let set = SubtractionSet::new(numbers.to_vec()).unwrap();
    solve::scoring::solve(&set, budgets, Control::new("", &Silent, &AtomicBool::new(false))).unwrap()
}

/// From all pairs of bids, computes the outcomes of the next heap in the unitary game. For each number of Left's coins,
/// returns the maximin and the minimax.
fn matrix(row: &[i32]) -> Vec<[i32; 2]> {
    let budget = row.len() - 1;
    let one = |p: usize| {
        let q = budget - p;
        let entry = |l: usize, r: usize| match l.cmp(&r) {
            std::cmp::Ordering::Greater => 1 + row[p - l],
            std::cmp::Ordering::Equal => 1 - row[q + l],
            std::cmp::Ordering::Less => row[p + r] - 1,
        };
        let maximin = (0..=p).map(|l| (0..=q).map(|r| entry(l, r)).min().unwrap()).max().unwrap();
        let minimax = (0..=q).map(|r| (0..=p).map(|l| entry(l, r)).max().unwrap()).min().unwrap();
        [maximin, minimax]
    };
    (0..=budget).map(one).collect()
}

/// Computes F(r), the outcomes of the next heap, from the outcomes r of a heap. Panics unless maximin and minimax are
/// equal.
fn next(row: &[i32]) -> Row {
    matrix(row).into_iter().map(|[maximin, minimax]| (maximin == minimax).then_some(maximin).expect("an outcome")).collect()
}

/// Reports whether a row of outcomes has the properties (A), (B) and (C) of section 2.
fn has_properties(row: &[i32]) -> bool {
    let budget = row.len() - 1;
    row.is_sorted()
        && (0..=budget).all(|p| (0..=2).contains(&(row[p] + row[budget - p])))
        && (0..budget).all(|a| row[a] + row[budget - 1 - a] <= 0)
}

fn outward(one: &[i32], other: &[i32]) -> bool {
    let budget = one.len() - 1;
    (0..=budget).all(|p| if 2 * p >= budget { other[p] <= one[p] } else { other[p] >= one[p] })
}

/// Lists all rows of outcomes that have the properties (A), (B) and (C).
fn rows(budget: usize, odd: bool, most: i32) -> Vec<Row> {
    let numbers: Vec<i32> = (-most..=most).filter(|number| number.rem_euclid(2) == i32::from(odd)).collect();
    let mut rows = vec![vec![]];
    for _ in 0..=budget {
        let longer = |row: Row| {
            let more = numbers.iter().filter(move |number| row.last().is_none_or(|last| last <= *number)).copied();
            more.collect::<Vec<i32>>()
        };
        rows = rows
            .into_iter()
            .flat_map(|row: Row| longer(row.clone()).into_iter().map(move |number| [&row[..], &[number]].concat()))
            .collect();
    }
    rows.retain(|row| has_properties(row));
    rows
}

/// Returns the row of outcomes that is the limit for odd heaps (O) or for even heaps (E), as Theorem 1 proves.
fn at_the_limit(budget: usize, odd: bool) -> Row {
    (0..=budget).map(|p| limit(u32::try_from(budget).unwrap(), u32::try_from(p).unwrap(), odd)).collect()
}

#[test]
fn lemmas_1_2_and_5_for_every_row() {
    let (mut all, mut exchanged) = (0, 0);
    for (budget, most) in [(0, 9), (1, 9), (2, 9), (3, 8), (4, 7), (5, 6), (6, 5)] {
        for row in [false, true].into_iter().flat_map(|odd| rows(budget, odd, most)) {
            let following = next(&row);
            assert!(has_properties(&following), "{row:?} {following:?}");
            assert!((0..=budget).all(|p| if 2 * p >= budget { row[p] >= 0 } else { row[p] <= 0 }), "{row:?}");
            all += 1;
            if next(&following) == row {
                exchanged += 1;
                assert!((0..=budget).all(|p| following[p] + row[budget - p] == 1), "{row:?} {following:?}");
                let limit = at_the_limit(budget, row[0].rem_euclid(2) == 1);
                assert!(outward(&row, &limit), "{row:?}");
            }
        }
    }
    assert!(all > 250 && exchanged > 150, "{all} {exchanged}");
}

#[test]
fn lemma_3_for_all_pairs_of_rows() {
    let mut pairs = 0;
    for (budget, most) in [(0, 9), (1, 7), (2, 7), (3, 7), (4, 5), (5, 5), (6, 4)] {
        for odd in [false, true] {
            let rows: Vec<(Row, Row)> = rows(budget, odd, most).into_iter().map(|row| (row.clone(), next(&row))).collect();
            for (one, other) in rows.iter().flat_map(|one| rows.iter().map(move |other| (one, other))) {
                if outward(&one.0, &other.0) {
                    assert!(outward(&one.1, &other.1), "{one:?} {other:?}");
                    pairs += 1;
                }
            }
        }
    }
    assert!(pairs > 1_000, "{pairs}");
}

#[test]
fn lemma_4_for_many_budgets() {
    for budget in 0..=60 {
        let [even, odd] = [false, true].map(|odd| at_the_limit(budget, odd));
        assert!(has_properties(&even) && has_properties(&odd), "{budget}");
        assert_eq!((next(&even), next(&odd)), (odd.clone(), even.clone()), "{budget}");
        assert!((0..=budget).all(|p| odd[p] == 1 - even[budget - p]), "{budget}");
        assert!(outward(&even, &vec![0; budget + 1]), "{budget}");
    }
}

/// Each random row of outcomes has the properties (A), (B) and (C). Repeated calls of [`next`] end in two alternating
/// rows, which satisfy Lemma 5.
#[test]
fn rows_at_random() {
    // This linear congruential generator (Knuth, MMIX) gives the same rows in every run.
    let mut state = 7_u64;
    let mut random = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(state >> 33).unwrap() % below
    };
    for _ in 0..2_000 {
        let budget = random(20);
        let odd = i32::try_from(random(2)).unwrap();
        let first = budget.div_ceil(2);
        let mut row = vec![odd; budget + 1];
        for p in first..=budget {
            let q = budget - p;
            if p == q {
                continue;
            }
            let least = if p == first { odd } else { row[p - 1] };
            row[p] = least + 2 * i32::try_from(random(3)).unwrap();
            // The properties (A), (B) and (C) bound the entry at `q`, which is the counterpart of the entry at `p`.
            let (above, with) = (if q + 1 < p { row[q + 1] } else { row[p] }, row[p - 1]);
            let fits = |number: &i32| *number <= above && if p - 1 == q { 2 * number <= 0 } else { number + with <= 0 };
            let choices: Vec<i32> = [-row[p], 2 - row[p]].into_iter().filter(fits).collect();
            row[q] = choices[random(choices.len())];
        }
        assert!(has_properties(&row), "{row:?}");
        let mut rows = [row.clone(), next(&row)];
        for heap in 0_usize.. {
            assert!(heap < 10_000, "{row:?}");
            let following = next(&rows[1]);
            assert!(has_properties(&following), "{row:?}");
            if following == rows[0] {
                break;
            }
            rows = [rows[1].clone(), following];
        }
        // F maps the two rows to each other, so Lemma 5 applies to this pair and to every later pair.
        assert!((0..=budget).all(|p| rows[1][p] + rows[0][budget - p] == 1), "{rows:?}");
    }
}

#[test]
fn theorem_1_for_many_budgets() {
    for outcomes in solve(&[1], (0, 80)) {
        let budget = usize::try_from(outcomes.budget).unwrap();
        let half = outcomes.budget.div_ceil(2);
        assert!(outcomes.onset <= half * half, "{budget}");
        let mut before: Vec<Row> = Vec::new();
        outcomes.walk(outcomes.onset + 3, |heap, row| {
            if let Some(two_before) = heap.checked_sub(2) {
                assert!(outward(row, &before[two_before as usize]), "{budget}, heap {heap}");
            }
            before.push(row.to_vec());
            true
        });
        for heap in outcomes.onset..outcomes.onset + 2 {
            assert_eq!(outcomes.row(heap), at_the_limit(budget, heap % 2 == 1), "{budget}, heap {heap}");
        }
    }
}

#[test]
fn theorem_2_for_every_set_within_6() {
    let units = solve(&[1], (0, 8));
    for bits in 1..1_u32 << 6 {
        let set: Vec<u32> = (1..=6).filter(|s| bits >> (s - 1) & 1 == 1).collect();
        let most = *set.last().unwrap();
        for (outcomes, unit) in solve(&set, (0, 8)).iter().zip(&units) {
            for (k, y) in (0..40).flat_map(|k| (0..most).map(move |y| (k, y))) {
                for p in 0..=outcomes.budget {
                    let by = outcomes.at(k * most + y, p).abs_diff(unit.at(k, p) * i32::try_from(most).unwrap());
                    assert!(by <= y, "{set:?}, total budget {}, heap {}, {p}", outcomes.budget, k * most + y);
                }
            }
        }
    }
}
