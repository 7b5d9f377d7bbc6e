//! Tests two limits on the number of work steps: one depends on the size of the file, and the other is set by the
//! caller.

use super::emitter::{block, certificate, genuine};
use crate::testing::Item;
use crate::{NoSource, Session};
use std::num::NonZeroU32;

fn reject(item: &Item) -> (u64, String, String) {
    let bytes = item.bytes();
    let refusal = super::reject(&bytes);
    (u64::try_from(bytes.len()).unwrap(), refusal.code(), refusal.sentence)
}

fn announced(size: u64, steps: u64) -> String {
    let most = (1 << 26) + 256 * size;
    format!("the numbers of a file of {size} bytes announce {steps} steps; {most} are in proportion to its size")
}

/// Tests a block of one row of zeros, for which the checker computes the rows of heaps 0 to 255. Each outcome takes 4
/// steps, plus one step for each number of the set.
#[test]
fn rows_announced() {
    let set: Vec<u8> = (1..16).chain([255]).collect();
    let rows = |budget: u64| {
        let item = certificate(&set, [budget, budget], vec![block(1, 0, vec![0; usize::try_from(budget).unwrap() + 1])]);
        (256 * (budget + 1) * 20, item)
    };
    let size = |budget: u64| u64::try_from(rows(budget).1.bytes().len()).unwrap();
    let most = (13_000..).take_while(|budget| 5120 * (budget + 1) <= (1 << 26) + 256 * (size(13_000) + budget - 13_000)).last().unwrap();
    let (steps, beyond) = rows(most + 1);
    let (bytes, code, sentence) = reject(&beyond);
    assert_eq!((code.as_str(), sentence), ("resources/work", announced(bytes, steps)));
    assert_eq!(reject(&rows(most).1).1, "scoring/repeat");
}

/// Tests blocks in which one column lists N changes of outcomes. The checker computes N + 2 rows for each budget.
#[test]
fn jumps_announced() {
    let jumps = |onset: u64, first: u64, last: u64| {
        let columns = usize::try_from(last).unwrap();
        let bytes = [vec![1; usize::try_from(onset).unwrap()], vec![0; columns]].concat();
        let outcomes = (onset + 2) * (last + 1) * (last - first + 1);
        let steps = outcomes * 16 / (u64::try_from(bytes.len()).unwrap().isqrt() + 16);
        (steps, certificate(&[1], [first, last], vec![block(2, usize::try_from(onset).unwrap(), bytes)]))
    };
    // These blocks announce a little more work than the size of the file permits, for one budget and for two budgets.
    for (first, last) in [(40_000, 40_000), (29_999, 30_000)] {
        let steps = |onset: u64| jumps(onset, first, last).0;
        let allowed = |onset: u64| (1 << 26) + 256 * u64::try_from(jumps(onset, first, last).1.bytes().len()).unwrap();
        let (mut low, mut high) = (1, 70_000);
        while low + 1 < high {
            let middle = u64::midpoint(low, high);
            if steps(middle) <= allowed(middle) { low = middle } else { high = middle }
        }
        let (bytes, code, sentence) = reject(&jumps(high, first, last).1);
        assert_eq!((code.as_str(), sentence), ("resources/work", announced(bytes, steps(high))));
        // The step limit is lifted, because the default limit is too low for this many steps.
        let within = Session::new(&mut NoSource).with_work(u64::MAX).verify(&jumps(low, first, last).1.bytes());
        assert_eq!(within.unwrap_err().code(), "scoring/jump_missing");
    }
}

/// Tests that the step limit is exact, on any number of threads.
#[test]
fn steps_allowed() {
    for (set, first, last) in [(&[1, 2][..], 3, 3), (&[1, 2], 0, 4), (&[1], 1, 6), (&[1], 8, 8)] {
        let bytes = genuine(set, first, last).bytes();
        let verify = |steps: u64, threads: u32| {
            let mut source = NoSource;
            let mut session = Session::new(&mut source).with_work(steps).with_threads(NonZeroU32::new(threads).unwrap());
            session.verify(&bytes).map_or_else(|refusal| refusal.code(), |_| "verified".to_owned())
        };
        let steps = (0..).map(|power| 1 << power).find(|steps| verify(*steps, 1) == "verified").unwrap();
        let least = (steps / 2 + 1..=steps).find(|steps| verify(*steps, 1) == "verified").unwrap();
        for threads in [1, 3] {
            for (steps, code) in [(0, "resources/allowance"), (least - 1, "resources/allowance"), (least, "verified")] {
                assert_eq!(verify(steps, threads), code, "{set:?} {first} to {last}, {steps} steps, {threads} threads");
            }
        }
    }
}
