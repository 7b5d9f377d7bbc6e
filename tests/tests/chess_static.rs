//! The checker's arguments without search, compared with play. If an argument says that a side cannot mate, the test
//! searches all reachable positions for a mate by the rules of shakmaty. The solver must give the same verdicts as the
//! checker.

use gamecert_checker::inspect::{HelpmateGame, PackedPosition, Status};
use gamecert_checker::{Colour, Place};
use gamecert_tests::chess::{SIDES, home, mutated, passing, pawns, shut, sparse, stepped, walled, with_checkers_rules};
use gamecert_tests::losing::{Random, number_from};
use gamecert_tests::reached::reached;
use gamecert_tests::unwinnable::{labelled, side, solvers, timeouts};
use rayon::prelude::*;

/// Number of positions at which a search of the reachable positions stops.
const MOST: usize = 20_000;

/// Counts of the verdicts. A position has two questions, one for each side.
#[derive(Clone, Copy, Debug, Default)]
struct VerdictCounts {
    positions: usize,
    /// Questions that the static argument settles. `by_material` counts those that the material settles.
    statically: usize,
    by_material: usize,
    /// Settled questions confirmed by a complete search. `large` counts those of the static argument with more than
    /// 1000 reachable positions.
    finished: usize,
    large: usize,
    /// Questions for which a search found a mate.
    mates: usize,
}

impl VerdictCounts {
    fn and(self, other: Self) -> Self {
        Self {
            positions: self.positions + other.positions,
            statically: self.statically + other.statically,
            by_material: self.by_material + other.by_material,
            finished: self.finished + other.finished,
            large: self.large + other.large,
            mates: self.mates + other.mates,
        }
    }
}

/// Returns the checker's verdicts for White and for Black, by the static argument and by the material. Panics if the
/// solver's differ.
fn seen(rules: &dyn HelpmateGame, text: &str, words: &PackedPosition) -> [[bool; 2]; 2] {
    let position = solvers(text);
    let statically = SIDES.map(|side| rules.statically(words, side));
    let by_material = SIDES.map(|side| rules.material(words, side));
    assert_eq!(SIDES.map(|winner| position.static_argument_holds(side(winner))), statically, "{text}: the static argument");
    assert_eq!(SIDES.map(|winner| position.has_insufficient_material(side(winner))), by_material, "{text}: the material");
    [statically, by_material]
}

fn ask(seed: u64, positions: usize) -> VerdictCounts {
    let mut random = Random::new(seed);
    let mut totals = VerdictCounts::default();
    with_checkers_rules(|rules| {
        while totals.positions < positions {
            let text = match random.below(8) {
                0 => pawns(&mut random, rules),
                1..3 => sparse(&mut random, rules),
                3..5 => walled(&mut random, rules),
                _ => shut(&mut random, rules),
            };
            let words = rules.read(&text, &Place::Byte(0)).unwrap();
            let [statically, by_material] = seen(rules, &text, &words);
            totals.positions += 1;
            totals.statically += statically.iter().filter(|verdict| **verdict).count();
            totals.by_material += by_material.iter().filter(|verdict| **verdict).count();
            let both: Vec<bool> = statically.iter().zip(by_material).map(|(one, other)| *one || other).collect();
            if both == [false, false] {
                continue;
            }
            let mated_at_once = matches!(rules.play(&words, &mut vec![]), Status::Over(Some(_)));
            let reached = reached(&text, MOST);
            for (side, found) in SIDES.into_iter().zip(reached.mates) {
                let number = usize::from(side == Colour::Black);
                // The material settles a question only if play goes on.
                let claimed = statically[number] || by_material[number] && !mated_at_once;
                assert!(!(claimed && found), "{text}: {side:?} can mate; static {statically:?}, material {by_material:?}");
                totals.mates += usize::from(found);
                totals.finished += usize::from(claimed && reached.finished);
                totals.large += usize::from(statically[number] && reached.finished && reached.positions > 1000);
            }
        }
    });
    totals
}

#[test]
fn nobody_mates_who_cannot() {
    const PORTION: usize = 20;
    let positions = number_from("GAMECERT_POSITIONS", 1000);
    let portions = 0..positions.div_ceil(PORTION) as u64;
    let totals = portions.into_par_iter().map(|seed| ask(seed, PORTION)).reduce(VerdictCounts::default, VerdictCounts::and);
    println!("{totals:?}");
    for (count, one_in) in [(totals.statically, 6), (totals.by_material, 6), (totals.finished, 8), (totals.large, 50), (totals.mates, 50)] {
        assert!(count * one_in > totals.positions, "{count} in {totals:?}");
    }
}

/// Returns n such that every n-th position is tested.
fn one_in(positions: usize, expected: usize) -> usize {
    positions.div_ceil(expected).max(1)
}

#[test]
fn solver_and_checker_see_the_same() {
    const PORTION: usize = 500;
    let positions = number_from("GAMECERT_POSITIONS", 20_000);
    let roots = labelled();
    let portions = 0..positions.div_ceil(PORTION) as u64;
    let by_chance: usize = portions
        .into_par_iter()
        .map(|seed| {
            let mut random = Random::new(seed);
            let ask = |_| {
                with_checkers_rules(|rules| {
                    let text = match random.below(8) {
                        0 => pawns(&mut random, rules),
                        1 => sparse(&mut random, rules),
                        2 => home(&mut random, rules),
                        3 => {
                            let before = passing(&mut random, rules);
                            stepped(&mut random, rules, &before).unwrap_or(before)
                        }
                        4..6 => shut(&mut random, rules),
                        _ => {
                            let root = random.below(roots.len());
                            mutated(&mut random, rules, &roots[root].text)
                        }
                    };
                    let [statically, _] = seen(rules, &text, &rules.read(&text, &Place::Byte(0)).unwrap());
                    statically.iter().filter(|verdict| **verdict).count()
                })
            };
            (0..PORTION).map(ask).sum::<usize>()
        })
        .sum();
    let real: Vec<String> = roots.into_iter().chain(timeouts()).map(|known| known.text).collect();
    let step = one_in(real.len(), positions);
    let of_games: usize = real
        .par_iter()
        .step_by(step)
        .map(|text| {
            with_checkers_rules(|rules| {
                let text = solvers(text).to_string();
                let [statically, _] = seen(rules, &text, &rules.read(&text, &Place::Byte(0)).unwrap());
                statically.iter().filter(|verdict| **verdict).count()
            })
        })
        .sum();
    println!(
        "{by_chance} of {positions} positions by chance and {of_games} of {} real ones, for one side or both",
        real.len().div_ceil(step)
    );
    assert!(by_chance * 10 > positions && of_games > 100);
}
