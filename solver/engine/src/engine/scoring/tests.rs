//! Compares rows of outcomes with bid matrices that are computed directly from the definition.

use std::sync::atomic::AtomicBool;

use super::{OutcomeTable, jumps, rows};
use crate::control::{Control, Silent};
use crate::model::scoring::{Outcomes, SubtractionSet};

/// Returns the maximin and the minimax of the whole bid matrix.
fn by_matrix(set: &[usize], rows: &[Vec<i32>], x: usize, p: usize, q: usize) -> (i32, i32) {
    let points = |s: usize| i32::try_from(s).unwrap();
    let moves = || set.iter().copied().filter(|&s| s <= x);
    let entry = |l: usize, r: usize| match l.cmp(&r) {
        std::cmp::Ordering::Greater => moves().map(|s| points(s) + rows[x - s][p - l]).max().unwrap(),
        std::cmp::Ordering::Equal => moves().map(|s| points(s) - rows[x - s][q + l]).max().unwrap(),
        std::cmp::Ordering::Less => moves().map(|s| rows[x - s][p + r] - points(s)).min().unwrap(),
    };
    let maximin = (0..=p).map(|l| (0..=q).map(|r| entry(l, r)).min().unwrap()).max().unwrap();
    let minimax = (0..=q).map(|r| (0..=p).map(|l| entry(l, r)).max().unwrap()).min().unwrap();
    (maximin, minimax)
}

/// Computes the first rows of outcomes directly from the definition. Asserts that the maximin and the minimax are
/// equal.
fn oracle(set: &[usize], budget: usize, heaps: usize) -> Vec<Vec<i32>> {
    let mut rows: Vec<Vec<i32>> = Vec::new();
    for x in 0..=heaps {
        let row = (0..=budget).map(|p| {
            if x < set[0] {
                return 0;
            }
            let (maximin, minimax) = by_matrix(set, &rows, x, p, budget - p);
            assert_eq!(maximin, minimax, "{set:?}, heap {x}, {p} of {budget}");
            maximin
        });
        let row = row.collect();
        rows.push(row);
    }
    rows
}

fn with_control<T>(work: impl FnOnce(Control) -> T) -> T {
    work(Control::new("", &Silent, &AtomicBool::new(false)))
}

fn set(numbers: &[u32]) -> SubtractionSet {
    SubtractionSet::new(numbers.to_vec()).unwrap()
}

fn assert_are(outcomes: &Outcomes, rows: &[Vec<i32>]) {
    for (heap, row) in (0..).zip(rows) {
        assert_eq!(&outcomes.row(heap), row, "heap {heap}, budget {}", outcomes.budget);
    }
    outcomes.walk(u32::try_from(rows.len()).unwrap() - 1, |heap, row| {
        assert_eq!(row, rows[heap as usize]);
        true
    });
}

#[test]
fn rows_and_jumps_are_what_the_matrices_say() {
    for numbers in [&[1][..], &[2], &[1, 2], &[1, 3], &[2, 3], &[1, 2, 4], &[3, 4, 5], &[1, 6]] {
        let wide: Vec<usize> = numbers.iter().map(|&s| s as usize).collect();
        for budget in 0..=8 {
            let rows = with_control(|control| rows(&set(numbers), budget, 1 << 20, control)).unwrap();
            let heaps = (rows.onset + 3 * rows.period) as usize;
            let by_matrix = oracle(&wide, budget as usize, heaps);
            assert_are(&rows, &by_matrix);
            assert_eq!(rows.period, 2 * numbers.last().unwrap());
            let onset = rows.onset as usize;
            let period = rows.period as usize;
            assert!(onset == 0 || by_matrix[onset - 1] != by_matrix[onset - 1 + period], "the least onset");
            if numbers == [1] {
                let jumps = with_control(|control| jumps(budget, control)).unwrap();
                assert_eq!((jumps.onset, jumps.period), (rows.onset, rows.period));
                assert_are(&jumps, &by_matrix);
            }
        }
    }
}

#[test]
fn rows_and_jumps_agree() {
    for budget in [13, 20, 31, 44] {
        let rows = with_control(|control| rows(&set(&[1]), budget, 1 << 20, control)).unwrap();
        let jumps = with_control(|control| jumps(budget, control)).unwrap();
        assert_eq!((jumps.onset, jumps.period), (rows.onset, rows.period));
        (0..=rows.onset + 4).for_each(|heap| assert_eq!(rows.row(heap), jumps.row(heap)));
    }
}

#[test]
fn onsets_of_unitary_games() {
    let onsets = [1, 3, 7, 11, 17, 25, 33, 41, 53, 65, 77, 93, 109];
    for (t, onset) in (1..).zip(onsets) {
        for budget in [2 * t - 1, 2 * t] {
            assert_eq!(with_control(|control| jumps(budget, control)).unwrap().onset, onset, "budget {budget}");
        }
    }
}

#[test]
fn the_table_of_example_11() {
    let game = set(&[1]);
    let mut table = OutcomeTable::new(&game, 5);
    (0..3).for_each(|_| table.push().unwrap());
    assert_eq!(table.row(1), [-1, -1, -1, 1, 1, 1]);
    assert_eq!(table.row(2), [-2, 0, 0, 0, 2, 2]);
}
