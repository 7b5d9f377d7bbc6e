//! Builds certificates for tests. Computes rows of outcomes, their period, and the first heap of the repeating part
//! (the onset).

use super::super::bids::Heap;
use crate::testing::{A, B, Item, T, Tag, U, column};
use std::collections::HashMap;

/// Computes the outcomes of the next heap from those of the smaller heaps.
fn row(rows: &[Vec<i64>], set: &[u8], budget: usize) -> Vec<i64> {
    let heap = rows.len();
    if heap < usize::from(set[0]) {
        return vec![0; budget + 1];
    }
    let taken =
        || set.iter().filter(|taken| usize::from(**taken) <= heap).map(|taken| (i64::from(*taken), &rows[heap - usize::from(*taken)]));
    let left: Vec<i32> = (0..=budget).map(|c| i32::try_from(taken().map(|(s, row)| row[c] + s).max().unwrap()).unwrap()).collect();
    let right: Vec<i32> = (0..=budget).map(|c| i32::try_from(taken().map(|(s, row)| row[c] - s).min().unwrap()).unwrap()).collect();
    let heap = Heap::new(&left, &right, 0);
    let (mut left_bid, mut right_bid) = (0, 1);
    let outcome = |p| {
        let (maximin, minimax) = (heap.maximin(p, &mut left_bid).unwrap(), heap.minimax(p, &mut right_bid).unwrap());
        assert_eq!(maximin, minimax);
        i64::from(maximin)
    };
    (0..=budget).map(outcome).collect()
}

/// Computes one row of outcomes for each heap size less than `heaps`.
pub(super) fn rows(set: &[u8], budget: usize, heaps: usize) -> Vec<Vec<i64>> {
    let mut rows = Vec::new();
    for _ in 0..heaps {
        rows.push(row(&rows, set, budget));
    }
    rows
}

/// Returns the onset, the period, and the rows before the first repetition. Let m be the greatest number of the set. A
/// row depends only on the m rows before it. Therefore, if the same m consecutive rows occur a second time, all rows
/// after them repeat too.
pub(super) fn solve(set: &[u8], budget: usize) -> (usize, usize, Vec<Vec<i64>>) {
    let most = usize::from(*set.last().unwrap());
    let mut rows: Vec<Vec<i64>> = Vec::new();
    let mut known: HashMap<Vec<Vec<i64>>, usize> = HashMap::new();
    loop {
        rows.push(row(&rows, set, budget));
        if let Some(start) = rows.len().checked_sub(most)
            && let Some(onset) = known.insert(rows[start..].to_vec(), start)
        {
            return (onset, start - onset, rows[..start].to_vec());
        }
    }
}

/// Encodes a number as `spec/kinds/scoring.md` prescribes.
pub(super) fn varint(mut number: u64) -> Vec<u8> {
    let mut bytes = vec![];
    while number >= 0x80 {
        bytes.push(u8::try_from(number & 0x7f).unwrap() | 0x80);
        number >>= 7;
    }
    bytes.push(u8::try_from(number).unwrap());
    bytes
}

/// Encodes a signed integer as an unsigned number.
pub(super) fn signed(integer: i64) -> u64 {
    u64::try_from(if integer >= 0 { 2 * integer } else { -2 * integer - 1 }).unwrap()
}

pub(super) fn row_bytes(rows: &[Vec<i64>]) -> Vec<u8> {
    let numbers = |row: &Vec<i64>| {
        let increments = row.windows(2).map(|pair| u64::try_from(pair[1] - pair[0]).unwrap());
        [signed(row[0])].into_iter().chain(increments).flat_map(varint).collect::<Vec<u8>>()
    };
    rows.iter().flat_map(numbers).collect()
}

/// Encodes columns. Each column lists the heaps at which an outcome changes.
pub(super) fn column_bytes(columns: &[Vec<usize>]) -> Vec<u8> {
    let numbers = |heaps: &Vec<usize>| {
        let before = [1].into_iter().chain(heaps.iter().copied());
        let steps = heaps.iter().zip(before).map(|(heap, before)| u64::try_from(heap - before).unwrap());
        steps.chain([0]).flat_map(varint).collect::<Vec<u8>>()
    };
    columns.iter().flat_map(numbers).collect()
}

/// Computes the onset and the columns for the budgets 2t - 1 and 2t.
pub(super) fn jumps(t: usize) -> (usize, Vec<Vec<usize>>) {
    let budget = 2 * t;
    let (mut before, mut columns) = (vec![vec![0; budget + 1], row(&[vec![0; budget + 1]], &[1], budget)], vec![vec![]; 2 * t]);
    for heap in 2.. {
        // `row` infers the heap from the number of rows, which is always 2 in this loop. The result is correct because
        // for S = {1} every heap from 1 on is computed in the same manner.
        let next = row(&before, &[1], budget);
        if next == before[0] {
            return (heap - 2, columns);
        }
        for p in (0..=budget).filter(|p| next[*p] != before[0][*p]) {
            assert_eq!((next[p] - before[0][p]).abs(), 2);
            columns[if p < t { p } else { t + budget - p }].push(heap);
        }
        before = vec![before.swap_remove(1), next];
    }
    unreachable!()
}

pub(super) fn block(period: usize, onset: usize, bytes: Vec<u8>) -> Item {
    A(vec![U(u64::try_from(period).unwrap()), U(u64::try_from(onset).unwrap()), B(bytes)])
}

/// Builds the correct block with the index `number`. For the set {1} each block covers two budgets, otherwise one.
fn true_block(set: &[u8], number: usize) -> Item {
    if set == [1] {
        let (onset, columns) = jumps(number);
        block(2, onset, column_bytes(&columns))
    } else {
        let (onset, period, rows) = solve(set, number);
        block(period, onset, row_bytes(&rows))
    }
}

/// Builds a certificate with these blocks for the budgets from `first` to `last`.
pub(super) fn certificate(set: &[u8], [first, last]: [u64; 2], blocks: Vec<Item>) -> Item {
    let set: Vec<u64> = set.iter().map(|entry| u64::from(*entry)).collect();
    let game = A(vec![T("subtraction"), U(1), A(vec![column(&set)])]);
    let items = vec![T("gamecert"), U(1), A(vec![T("scoring"), U(1)]), game, column(&[first, last]), A(vec![]), A(blocks)];
    Tag(55799, Box::new(A(items)))
}

/// Builds the correct certificate for the budgets from `first` to `last`.
pub(super) fn genuine(set: &[u8], first: usize, last: usize) -> Item {
    let numbers = if set == [1] { first.div_ceil(2)..=last.div_ceil(2) } else { first..=last };
    let range = [first, last].map(|budget| u64::try_from(budget).unwrap());
    certificate(set, range, numbers.map(|number| true_block(set, number)).collect())
}
