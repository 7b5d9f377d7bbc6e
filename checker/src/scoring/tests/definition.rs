//! Computes outcomes by trying every pair of bids, according to the definition in section 1 of `spec/kinds/scoring.md`.
//! This second computation uses no function of the checker.

use super::super::bids::{Heap, first};
use super::super::rows;
use super::emitter;

/// Returns the outcome if Left bids l and Right bids r.
fn entry(rows: &[Vec<i64>], set: &[u8], heap: usize, [p, q]: [usize; 2], [l, r]: [usize; 2]) -> i64 {
    let moves = set.iter().map(|taken| usize::from(*taken)).filter(|taken| *taken <= heap);
    let points = |taken: usize| i64::try_from(taken).unwrap();
    if l > r {
        moves.map(|taken| points(taken) + rows[heap - taken][p - l]).max().unwrap()
    } else if l == r {
        moves.map(|taken| points(taken) - rows[heap - taken][q + l]).max().unwrap()
    } else {
        moves.map(|taken| rows[heap - taken][p + r] - points(taken)).min().unwrap()
    }
}

/// Computes every outcome of the heaps below `heaps`. Returns the rows of outcomes.
pub(super) fn rows_by_definition(set: &[u8], budget: usize, heaps: usize) -> Vec<Vec<i64>> {
    let mut rows: Vec<Vec<i64>> = Vec::new();
    for heap in 0..heaps {
        let outcome = |p: usize| {
            if heap < usize::from(set[0]) {
                return 0;
            }
            let q = budget - p;
            let value = |l, r| entry(&rows, set, heap, [p, q], [l, r]);
            let maximin = (0..=p).map(|l| (0..=q).map(|r| value(l, r)).min().unwrap()).max().unwrap();
            let minimax = (0..=q).map(|r| (0..=p).map(|l| value(l, r)).max().unwrap()).min().unwrap();
            assert_eq!(maximin, minimax, "{set:?}, budget {budget}, heap {heap}, {p}");
            maximin
        };
        rows.push((0..=budget).map(outcome).collect());
    }
    rows
}

#[test]
fn rows_are_those_of_the_definition() {
    let sets: [&[u8]; 14] = [
        &[1],
        &[2],
        &[3],
        &[1, 2],
        &[1, 3],
        &[2, 3],
        &[2, 5],
        &[1, 4, 6],
        &[3, 4],
        &[1, 2, 3],
        &[1, 2, 3, 4, 5],
        &[4, 7, 9],
        &[1, 20],
        &[5, 6, 7, 8],
    ];
    for set in sets {
        for budget in 0..=11 {
            let expected = rows_by_definition(set, budget, 36);
            assert_eq!(emitter::rows(set, budget, expected.len()), expected, "{set:?}, budget {budget}");
        }
    }
    for budget in 12..=24 {
        assert_eq!(emitter::rows(&[1], budget, 60), rows_by_definition(&[1], budget, 60), "budget {budget}");
    }
}

/// Computes the maximin and the minimax by trying every pair of bids. `left` and `right` list the results of the
/// players' best moves.
fn by_every_bid(left: &[i32], right: &[i32], p: usize) -> [i32; 2] {
    let q = left.len() - 1 - p;
    let value = |l: usize, r: usize| match l.cmp(&r) {
        std::cmp::Ordering::Greater => left[p - l],
        std::cmp::Ordering::Equal => -right[q + l],
        std::cmp::Ordering::Less => right[p + r],
    };
    let maximin = (0..=p).map(|l| (0..=q).map(|r| value(l, r)).min().unwrap()).max().unwrap();
    let minimax = (0..=q).map(|r| (0..=p).map(|l| value(l, r)).max().unwrap()).min().unwrap();
    [maximin, minimax]
}

#[test]
fn lists_that_belong_to_no_game() {
    // The reductions of section 4 hold for any two lists that do not decrease, whether or not there is an equilibrium.
    // A linear congruential generator (Knuth, MMIX) makes the same lists in every run.
    let mut state = 1_u64;
    let mut random = |below: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from((state >> 33) % below).unwrap()
    };
    let mut unequal = 0;
    for round in 0..20_000 {
        let width = 1 + random(14);
        let mut list = |from: i32| {
            let mut value = from - i32::try_from(random(9)).unwrap();
            let steps = (0..width).map(|_| {
                value += [0, 0, 1, 1, 2, 5][random(6)];
                value
            });
            steps.collect::<Vec<i32>>()
        };
        let (left, right) = (list(4), list(2));
        // Shifting the lists by `points` must not change the result.
        let points = round % 3;
        let [less, more] = [(&left, -points), (&right, points)].map(|(list, by)| list.iter().map(|value| value + by).collect::<Vec<i32>>());
        let heap = Heap::new(&less, &more, points);
        // The numbers p are taken in ascending order, in descending order and with jumps. The crossing point is found
        // wherever the search starts.
        let (mut left_bid, mut right_bid) = (0, 1);
        for p in (0..width).chain((0..width).rev()).chain([0, width - 1, width / 2]) {
            let expected = by_every_bid(&left, &right, p);
            let found = [heap.maximin(p, &mut left_bid).unwrap(), heap.minimax(p, &mut right_bid).unwrap()];
            assert_eq!(found, expected, "round {round}: {left:?} {right:?} {p}");
            unequal += usize::from(expected[0] != expected[1]);
        }
        assert_eq!((heap.maximin(width, &mut left_bid), heap.minimax(width, &mut right_bid)), (None, None));
    }
    assert!(unequal > 1_000, "{unequal}");
}

#[test]
fn the_first_number_after_a_point() {
    for (start, end) in (0..12).flat_map(|start| (start..12).map(move |end| (start, end))) {
        for (near, point) in (0..14).flat_map(|near| (0..14).map(move |point| (near, point))) {
            let looked = std::cell::Cell::new(0);
            let before = |number| {
                assert!((start..end).contains(&number));
                looked.set(looked.get() + 1);
                Some(number < point)
            };
            assert_eq!(first(near, start..end, before), Some(point.max(start).min(end)), "{start}..{end} from {near} to {point}");
            assert!(looked.get() <= 7);
        }
    }
    // The number of tests grows only with the logarithm of the distance to the result, because the search does not
    // start at the beginning of the range.
    let looked = std::cell::Cell::new(0);
    let before = |number: usize| {
        looked.set(looked.get() + 1);
        Some(number < 700_000)
    };
    assert_eq!(first(699_000, 0..1_000_000, before), Some(700_000));
    assert!(looked.get() <= 22, "{}", looked.get());
    assert_eq!(first(0, 0..3, |_| None), None);
}

#[test]
fn numbers_that_divide() {
    for number in 1..2_000_u32 {
        let prime = |candidate: u32| (2..candidate).all(|divisor| !candidate.is_multiple_of(divisor));
        let expected: Vec<u32> = (2..=number).filter(|candidate| number.is_multiple_of(*candidate) && prime(*candidate)).collect();
        assert_eq!(rows::primes(number), expected, "{number}");
    }
    assert_eq!(rows::primes((1 << 28) - 57), vec![(1 << 28) - 57]);
    assert_eq!(rows::primes((1 << 28) - 1), vec![3, 5, 29, 43, 113, 127]);
}
