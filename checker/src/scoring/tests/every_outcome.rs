//! Compares two ways to test certificates that list jumps (changes of outcomes): the checker's test, and a test that
//! computes every outcome. The checker skips outcomes that depend only on unchanged outcomes. Equal verdicts confirm
//! that the skipped outcomes need no test.

use super::super::at_outcome;
use super::super::bids::Heap;
use super::super::jumps::ParityRow;
use super::emitter::{block, certificate, column_bytes, jumps};
use super::verify;
use crate::core::refusal::Place;

/// Computes each outcome of each heap up to N + 2, where N is the onset. Returns the first violated clause and the
/// location of the violation.
fn by_every_outcome(columns: &[Vec<usize>], budget: u32, onset: usize) -> Option<(String, Place)> {
    let last = u32::try_from(onset + 2).unwrap();
    let half = columns.len() / 2;
    let width = usize::try_from(budget).unwrap() + 1;
    let written = |heap: u32, p: usize| {
        let column = if p < half { Some(p) } else { (width - 1 - p < half).then(|| half + width - 1 - p) };
        column.is_some_and(|column| columns[column].contains(&usize::try_from(heap).unwrap()))
    };
    let mut rows = vec![vec![0; width]; 2];
    for heap in 1..=last {
        let [before, one] = [&rows[rows.len() - 2], &rows[rows.len() - 1]];
        let bids = Heap::new(one, one, 1);
        let mut row = Vec::new();
        for (p, coins) in (0..width).zip(0..) {
            let at = |code: &str| Some((format!("scoring/{code}"), at_outcome(budget, heap, coins)));
            let (mut left, mut right) = (0, 1);
            let (maximin, minimax) = (bids.maximin(p, &mut left).unwrap(), bids.minimax(p, &mut right).unwrap());
            if maximin != minimax {
                return at("equilibrium");
            }
            let (changed, up) = (maximin - before[p], 2 * p >= width - 1);
            match (heap, written(heap, p)) {
                (1, _) => (),
                (_, _) if heap == last && changed != 0 => return at("repeat"),
                (_, false) if changed != 0 => return at("jump_missing"),
                (_, true) if changed == 0 => return at("jump_false"),
                (_, true) if changed != if up { 2 } else { -2 } => return at("outcome"),
                _ => (),
            }
            row.push(maximin);
        }
        if let Some(p) = (1..width).find(|p| row[p - 1] > row[*p]) {
            return Some(("scoring/monotone".to_owned(), at_outcome(budget, heap, u32::try_from(p).unwrap())));
        }
        rows.push(row);
    }
    None
}

#[test]
fn jumps_changed_at_random() {
    // A linear congruential generator (Knuth, MMIX) makes the same files in every run.
    let mut state = 3_u64;
    let mut random = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(state >> 33).unwrap() % below
    };
    let mut codes = std::collections::BTreeMap::new();
    for (t, rounds) in [(0, 1), (1, 60), (2, 200), (3, 400), (4, 400), (5, 400), (9, 300), (14, 100)] {
        let (onset, columns) = jumps(t);
        for round in 0..rounds {
            let mut changed = columns.clone();
            // The first round is the genuine block.
            for _ in 0..round.min(1 + random(2)) {
                let column = random(changed.len());
                let heap = 2 + random(onset + 2);
                match changed[column].binary_search(&heap) {
                    Ok(at) => drop(changed[column].remove(at)),
                    Err(at) => changed[column].insert(at, heap),
                }
            }
            // The onset is the heap before the last jump.
            let onset = changed.iter().flatten().max().map_or(0, |heap| heap - 1);
            let budgets = if t == 0 { vec![0] } else { vec![2 * t - 1, 2 * t] };
            for budget in budgets.into_iter().map(|budget| u32::try_from(budget).unwrap()) {
                let item = certificate(&[1], [budget.into(); 2], vec![block(2, onset, column_bytes(&changed))]);
                let found = verify(&item.bytes()).err().map(|refusal| (refusal.code(), refusal.place));
                if found.as_ref().is_some_and(|(code, _)| code == "scoring/onset" || code == "scoring/window") {
                    continue;
                }
                assert_eq!(found, by_every_outcome(&changed, budget, onset), "budget {budget}, round {round}: {changed:?}");
                *codes.entry(found.map_or_else(|| "verified".to_owned(), |(code, _)| code)).or_insert(0) += 1;
            }
        }
    }
    let met: Vec<&str> = codes.keys().map(String::as_str).collect();
    assert_eq!(met, ["scoring/jump_false", "scoring/jump_missing", "scoring/repeat", "verified"], "{codes:?}");
    assert!(codes.values().all(|count| *count > 10), "{codes:?}");
}

/// From one row of outcomes, computes the maximin and the minimax of the next heap for each number of coins. Stores the
/// crossing points of the bids (`spec/kinds/scoring.md`, section 4) in `heaps`.
fn searched(row: &[i32], heaps: &mut ParityRow) -> Vec<[i32; 2]> {
    let bids = Heap::new(row, row, 1);
    let one = |p: usize| [bids.maximin(p, &mut heaps.left[p]).unwrap(), bids.minimax(p, &mut heaps.right[p]).unwrap()];
    (0..row.len()).map(one).collect()
}

/// Tests Lemma 6 of `spec/soundness/scoring.md` for random pairs of non-decreasing rows.
#[test]
fn what_rests_on_outcomes_that_have_changed() {
    let mut state = 5_u64;
    let mut random = |below: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from((state >> 33) % below).unwrap()
    };
    let (mut spared, mut moved) = (0, 0);
    for round in 0..20_000 {
        let width = 1 + random(16);
        let mut row = vec![i32::try_from(random(9)).unwrap() - 6];
        while row.len() < width {
            row.push(row[row.len() - 1] + [0, 0, 0, 1, 2, 4][random(6)]);
        }
        let mut other = row.clone();
        for _ in 0..=random(3) {
            let at = random(u64::try_from(width).unwrap());
            // These bounds keep the row from decreasing.
            let (least, most) = (if at > 0 { other[at - 1] } else { other[at] - 3 }, other.get(at + 1).copied().unwrap_or(other[at] + 3));
            other[at] = least + i32::try_from(random(u64::try_from(most - least + 1).unwrap())).unwrap();
        }
        let mut heaps = ParityRow::new(width);
        let before = searched(&row, &mut heaps);
        // Lemma 5: from one number of coins to the next, a crossing point moves by at most one.
        for bids in [&heaps.left, &heaps.right] {
            assert!(bids.windows(2).all(|pair| pair[0].abs_diff(pair[1]) <= 1), "round {round}: {row:?} {bids:?}");
        }
        let mut tests = Vec::new();
        for changed in (0..width).filter(|p| row[*p] != other[*p]) {
            heaps.add_dependents(7, changed, &mut tests).unwrap();
        }
        let mut anew = ParityRow::new(width);
        let after = searched(&other, &mut anew);
        for (p, coins) in (0..width).zip(0..) {
            let same = before[p] == after[p] && heaps.left[p] == anew.left[p] && heaps.right[p] == anew.right[p];
            assert!(same || tests.contains(&coins), "round {round}: {row:?} {other:?} {p}");
            spared += usize::from(!tests.contains(&coins));
            moved += usize::from(before[p] != after[p]);
        }
        let mut once = tests.clone();
        once.sort_unstable();
        once.dedup();
        assert_eq!(once.len(), tests.len(), "round {round}: an outcome is tested once");
    }
    assert!(spared > 10_000 && moved > 10_000, "{spared} {moved}");
}
