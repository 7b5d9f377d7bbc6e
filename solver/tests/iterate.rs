//! Compares the method of Larsson and Wästlund's paper (`engine::bidding::iterate`) with the default method and with
//! results in the paper.

use std::sync::atomic::AtomicBool;

use gamecert_solver::control::{Control, Interrupted, Silent};
use gamecert_solver::engine::bidding::iterate::recursion::Recursion;
use gamecert_solver::engine::bidding::iterate::{Outcome, Run, iterate};
use gamecert_solver::engine::bidding::richman;
use gamecert_solver::games::bidding_chess::graph::option_graph;
use gamecert_solver::games::bidding_chess::merged::Merged;
use gamecert_solver::games::bidding_chess::{Board, Ending, Material};
use gamecert_solver::model::graph::{BoundaryValue, Lists, OptionGraph};
use gamecert_solver::model::solution::{Solution, Table};
use gamecert_solver::model::value::Rational;
use gamecert_solver::solve::bidding_chess::solutions;
use proptest::prelude::*;

static GO_ON: AtomicBool = AtomicBool::new(false);

fn run(graph: &OptionGraph, limit: Option<u64>) -> Run {
    iterate(graph, limit, Control::new("test", &Silent, &GO_ON)).expect("nobody asks to stop")
}

fn merged(width: u8, height: u8, material: &str) -> Merged {
    let board = Board::new(width, height).expect("a board");
    let (material, _) = Material::parse(material).expect("a material");
    Merged::new(&Ending::family(board, &[material]).expect("the material fits the board"), Control::unwatched())
        .expect("everybody can move")
}

/// Solves the endings one by one with the default method.
fn solved_by_policy(merged: &Merged) -> Vec<Solution> {
    let mut solutions: Vec<Solution> = Vec::new();
    for ending in merged.family() {
        let number = |sub: &Ending| merged.family().iter().position(|known| known.material() == sub.material()).expect("in the family");
        let subs: Vec<&dyn Table> = ending.sub_endings().iter().map(|sub| &solutions[number(sub)] as &dyn Table).collect();
        let graph = option_graph(ending, &subs, Control::unwatched()).expect("everybody can move");
        solutions.push(richman::solve(&graph, Control::new("test", &Silent, &GO_ON)).expect("the default method finds the values"));
    }
    solutions
}

/// Asserts that both methods give the same solutions. Returns the number of steps that the method of the paper takes.
fn same_by_both(width: u8, height: u8, material: &str) -> u64 {
    let merged = merged(width, height, material);
    let Run { steps, outcome, .. } = run(&merged.graph, None);
    let Outcome::Solved { values } = outcome else { panic!("{material} on {width}x{height} is not solved: {steps} steps") };
    let iterated = solutions(&merged, &values, Control::unwatched()).expect("everybody can move");
    for ((iterated, by_policy), ending) in iterated.iter().zip(solved_by_policy(&merged)).zip(merged.family()) {
        assert!(**iterated == by_policy, "{} on {width}x{height}", ending.material());
    }
    // If the colours of a position are exchanged, its value becomes 1 minus the original value.
    for ending in 0..merged.family().len() {
        if let (Some(own), Some(exchanged)) = (merged.range(ending, false), merged.range(ending, true)) {
            assert!(values[own].iter().zip(&values[exchanged]).all(|(value, other)| *other == value.exchanged()));
        }
    }
    steps
}

#[test]
fn bishop_takes_30_steps() {
    assert_eq!(same_by_both(8, 8, "KBK"), 30);
}

#[test]
fn queen_takes_156_steps() {
    assert_eq!(same_by_both(8, 8, "KQK"), 156);
}

#[test]
fn small_endings_agree() {
    for (width, height, material) in
        [(8, 8, "KK"), (4, 4, "KRK"), (3, 4, "KNK"), (4, 4, "KPK"), (3, 3, "KRKR"), (3, 4, "KNKP"), (3, 3, "KQKP"), (2, 3, "KPKP")]
    {
        same_by_both(width, height, material);
    }
}

#[test]
fn merged_graph_has_the_classes_of_all_endings() {
    let knight = merged(8, 8, "KNK");
    assert_eq!(knight.graph.len(), 518 + 31_332);
    assert_eq!(knight.range(0, false), Some(0..518));
    assert_eq!(knight.range(0, true), None);
    assert_eq!(knight.range(1, false), Some(518..518 + 31_332));
    // After a capture the remaining rook may be Black's.
    let rooks = merged(3, 3, "KRKR");
    let rook = rooks.family().iter().position(|ending| ending.material().to_string() == "KRK").expect("a sub-ending");
    assert!(rooks.range(rook, false).is_some() && rooks.range(rook, true).is_some());
    assert_eq!(rooks.graph.boundary.len(), 2);
}

#[test]
fn a_wall_of_pawns_is_not_solved() {
    let wall = merged(2, 4, "KPKP");
    assert!(solved_by_policy(&wall).iter().any(|solution| !solution.is_sharp()));
    assert!(!matches!(run(&wall.graph, None).outcome, Outcome::Solved { .. }));
}

#[test]
fn a_limit_gives_intervals() {
    let rook = merged(4, 4, "KRK");
    let Run { outcome: Outcome::Solved { values }, .. } = run(&rook.graph, None) else { panic!("solved") };
    let Run { steps: 12, outcome: Outcome::Stopped { broken, intervals, guesses }, .. } = run(&rook.graph, Some(12)) else {
        panic!("stopped after 12 steps")
    };
    assert!(broken > 0);
    for ((value, [alpha, beta]), guess) in values.iter().zip(&intervals).zip(&guesses) {
        assert!(alpha <= value && value <= beta && alpha <= guess && guess <= beta);
        assert!(guess.denominator() <= value.denominator());
    }
}

#[test]
fn asked_to_stop_it_stops() {
    let stop = AtomicBool::new(true);
    let rook = merged(3, 3, "KRK");
    assert_eq!(iterate(&rook.graph, None, Control::new("test", &Silent, &stop)).map(|run| run.steps), Err(Interrupted));
}

/// Generates graphs with a few positions. In each position, each player has one to three moves. Each move leads with
/// the same probability to any of the positions or to one of the two ends.
fn graphs() -> impl Strategy<Value = OptionGraph> {
    (1_u32..9).prop_flat_map(|positions| {
        let lists = || prop::collection::vec(prop::collection::vec(0..positions + 2, 1..4), positions as usize);
        (lists(), lists()).prop_map(|(white, black)| {
            let [white, black] = [white, black].map(|lists| {
                let mut all = Lists::with_capacity(lists.len(), 0);
                lists.iter().for_each(|list| all.push(list));
                all
            });
            OptionGraph { white, black, boundary: [Rational::ZERO, Rational::ONE].map(BoundaryValue::end).to_vec() }
        })
    })
}

/// Finds the simplest number in an interval, by trying denominators in ascending order.
fn simplest([low, high]: &[Rational; 2]) -> Rational {
    (1_u32..)
        .find_map(|denominator| {
            let multiple = low.numerator() * denominator;
            let least = (&multiple + low.denominator() - 1_u8) / low.denominator();
            Some(Rational::new(least, denominator.into())).filter(|least| least <= high)
        })
        .expect("every interval has a rational number")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn random_graphs_agree(graph in graphs()) {
        let by_policy = richman::solve(&graph, Control::new("test", &Silent, &GO_ON)).expect("the default method finds the values");
        match run(&graph, Some(600)).outcome {
            Outcome::Solved { values } => {
                prop_assert!(by_policy.is_sharp());
                for (position, value) in values.iter().enumerate() {
                    prop_assert_eq!(value, &by_policy.boundary_value(position).alpha);
                }
            }
            Outcome::NotSharp { .. } | Outcome::Stalled { .. } => prop_assert!(!by_policy.is_sharp()),
            Outcome::Stopped { intervals, .. } => {
                for (position, [alpha, beta]) in intervals.iter().enumerate() {
                    let known = by_policy.boundary_value(position);
                    prop_assert!(*alpha <= known.alpha && known.beta <= *beta);
                }
            }
        }
    }

    #[test]
    fn steps_and_guesses_follow_the_definitions(graph in graphs(), steps in 0_u64..9) {
        let mut recursion = Recursion::new(&graph);
        for _ in 0..steps {
            let before = recursion.intervals();
            recursion.step();
            let bounds = |place: &u32| before.get(*place as usize).cloned().unwrap_or_else(|| {
                let end = &graph.boundary[*place as usize - graph.len()];
                [end.alpha.clone(), end.beta.clone()]
            });
            for (position, after) in recursion.intervals().iter().enumerate() {
                for bound in 0..2 {
                    let of = |list: &[u32]| list.iter().map(bounds).map(|both| both[bound].clone()).collect::<Vec<_>>();
                    let high = of(graph.white.get(position)).into_iter().max().expect("an option");
                    let low = of(graph.black.get(position)).into_iter().min().expect("an option");
                    prop_assert_eq!(&after[bound], &high.average(&low));
                }
            }
        }
        if let Outcome::Stopped { intervals, guesses, .. } = run(&graph, Some(steps)).outcome {
            for (interval, guess) in intervals.iter().zip(&guesses) {
                let expected = simplest(interval);
                // The numbers 0 and 1 are equally simple, so either guess is right.
                prop_assert!(*guess == expected || *guess == Rational::ONE && expected == Rational::ZERO);
            }
        }
    }
}
