//! Cumulative subtraction with bids for many sets: that all outcomes are equilibria, that the period is 2 max S, and the paper's properties.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use solver::control::{Control, Silent};
use solver::report::scoring::{Counterexample, conjecture_28, properties};
use solver::scoring::{Outcomes, SubtractionSet};
use solver::subtraction;

fn solve(set: &SubtractionSet, budgets: (u32, u32)) -> Vec<Outcomes> {
    subtraction::solve(set, budgets, Control::new("", &Silent, &AtomicBool::new(false))).unwrap()
}

fn gcd(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// Every set within {1, …, 8} whose numbers have no common divisor.
fn sets() -> Vec<SubtractionSet> {
    let numbers = |bits: u32| (1..=8).filter(|s| bits >> (s - 1) & 1 == 1).collect::<Vec<u32>>();
    let sets = (1..1 << 8).map(numbers).filter(|numbers| numbers.iter().copied().fold(0, gcd) == 1);
    sets.map(|numbers| SubtractionSet::new(numbers).unwrap()).collect()
}

#[test]
fn every_set_within_8_has_period_2_max_s() {
    let sets = sets();
    assert_eq!(sets.len(), 236);
    let mut bytes = 0;
    for set in &sets {
        let solved = solve(set, (0, 12));
        for outcomes in &solved {
            assert_eq!(outcomes.period, 2 * set.max(), "{set}, total budget {}", outcomes.budget);
        }
        bytes += subtraction::certify(set, &solved).bytes.len();
    }
    assert!(bytes < 10_000_000, "{bytes} bytes");
}

#[test]
fn unitary_games_have_all_properties() {
    let set = SubtractionSet::new(vec![1]).unwrap();
    for outcomes in solve(&set, (0, 60)) {
        let failed: Vec<_> = properties(&set, &outcomes).into_iter().filter(|property| !property.holds).collect();
        assert_eq!(failed, [], "total budget {}", outcomes.budget);
        assert_eq!(conjecture_28(&outcomes), None);
    }
}

/// The paper asks what becomes of Proposition 23 (a coin is worth at most two points) for other sets: with 2 max S points it fails, and so does heap
/// monotonicity over a period. All other properties hold for all of these sets.
#[test]
fn other_sets_have_most_of_them() {
    let mut failed = BTreeMap::new();
    for set in sets() {
        for outcomes in solve(&set, (0, 12)) {
            for property in properties(&set, &outcomes).into_iter().filter(|property| !property.holds) {
                failed.entry(property.name).or_insert_with(|| (set.to_string(), property.counterexample.unwrap()));
            }
        }
    }
    let expected = [
        ("coin-points", Counterexample { budget: 1, heap: 4, coins: 0, lesser: 4, greater: 3 }),
        ("heap", Counterexample { budget: 0, heap: 10, coins: 0, lesser: 3, greater: 2 }),
    ];
    assert_eq!(failed, expected.map(|(name, at)| (name, ("{2, 3}".to_owned(), at))).into());
}
