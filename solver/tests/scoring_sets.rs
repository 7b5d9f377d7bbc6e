//! Tests cumulative subtraction games, in which players bid for the move, for many subtraction sets. Tests that all
//! outcomes are equilibria, and that the period for a set S is 2 max S. Also tests which of the paper's properties hold
//! for all sets.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use gamecert_solver::answers::scoring::{Counterexample, Property, conjecture_28, limit, properties};
use gamecert_solver::control::{Control, Silent};
use gamecert_solver::model::scoring::{Outcomes, SubtractionSet};
use gamecert_solver::solve;

fn with_control<T>(work: impl FnOnce(Control) -> T) -> T {
    work(Control::new("", &Silent, &AtomicBool::new(false)))
}

fn solve(set: &SubtractionSet, budgets: (u32, u32)) -> Vec<Outcomes> {
    with_control(|control| solve::scoring::solve(set, budgets, control)).unwrap()
}

fn failing(set: &SubtractionSet, outcomes: &Outcomes) -> Vec<Property> {
    let properties = with_control(|control| properties(set, outcomes, control)).unwrap();
    properties.into_iter().filter(|property| !property.holds).collect()
}

fn gcd(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// Lists the subsets of {1, …, 8} whose elements have no common divisor greater than 1.
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
        bytes += solve::scoring::certify(set, &solved).bytes.len();
    }
    assert!(bytes < 10_000_000, "{bytes} bytes");
}

/// The outcomes satisfy Theorems 1 and 2 of `spec/soundness/scoring-limits.md`.
#[test]
fn multiples_of_max_s_are_as_in_unitary_games() {
    let units = solve(&SubtractionSet::new(vec![1]).unwrap(), (0, 12));
    for set in sets() {
        let most = set.max();
        for (outcomes, unit) in solve(&set, (0, 12)).iter().zip(&units) {
            let last = outcomes.onset.div_ceil(most);
            for (k, p) in (0..last + 2).flat_map(|k| (0..=outcomes.budget).map(move |p| (k, p))) {
                let found = outcomes.at(k * most, p);
                assert_eq!(found, i32::try_from(most).unwrap() * unit.at(k, p), "{set}, heap {}, {p} of {}", k * most, outcomes.budget);
                if k >= last {
                    assert_eq!(found, i32::try_from(most).unwrap() * limit(outcomes.budget, p, k % 2 == 1));
                }
            }
        }
    }
}

/// The program proves periodicity even if the period starts late.
#[test]
fn large_numbers_are_proved_periodic() {
    for numbers in [[15, 16], [63, 64], [3, 97]] {
        let set = SubtractionSet::new(numbers.to_vec()).unwrap();
        for outcomes in solve(&set, (0, 3)) {
            assert_eq!(outcomes.period, 2 * set.max(), "{set}, total budget {}", outcomes.budget);
        }
    }
}

#[test]
fn unitary_games_have_all_properties() {
    let set = SubtractionSet::new(vec![1]).unwrap();
    for outcomes in solve(&set, (0, 60)) {
        assert_eq!(failing(&set, &outcomes), [], "total budget {}", outcomes.budget);
        assert_eq!(conjecture_28(&outcomes), None);
    }
}

/// The paper asks whether Proposition 23 (a coin is worth at most two points) extends to other sets. For some sets, a
/// coin is worth more points than twice the largest number in the set. Except for `coin-points` and `heap`, all
/// properties hold for all sets in this test.
#[test]
fn other_sets_have_most_of_them() {
    let mut failed = BTreeMap::new();
    for set in sets() {
        for outcomes in solve(&set, (0, 12)) {
            for property in failing(&set, &outcomes) {
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
