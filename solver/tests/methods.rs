//! Tests that the three methods for solving games give equal solutions wherever they can be used.

use std::sync::atomic::AtomicBool;

use gamecert_solver::control::{Control, Silent};
use gamecert_solver::engine::bidding::richman;
use gamecert_solver::games::{self, Argument};
use gamecert_solver::model::graph::{End, GameGraph, Lists};
use gamecert_solver::model::solution::Solution;
use gamecert_solver::model::value::Rational;
use gamecert_solver::solve::bidding_game::{Error, Method, solve_graph};
use gamecert_solver::solve::unsolved::Unsolved;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

static GO_ON: AtomicBool = AtomicBool::new(false);

fn solve(graph: &GameGraph, method: Method) -> Result<Solution, Error> {
    solve_graph(graph.clone(), method, Control::new("", &Silent, &GO_ON)).map(|(solution, _)| solution)
}

/// Generates graphs with a few positions. In each position, each player has one to three moves. Some graphs have three
/// ends, the last of which is a draw. Other graphs have two ends and no draw.
fn graphs() -> impl Strategy<Value = (GameGraph, bool)> {
    (1_u32..12, any::<bool>(), any::<bool>()).prop_flat_map(|(positions, draws, acyclic)| {
        let places = positions + if draws { 3 } else { 2 };
        let list = move |position: u32| prop::collection::vec(if acyclic { position + 1 } else { 0 }..places, 1..4);
        let lists = move || (0..positions).map(list).collect::<Vec<_>>();
        (lists(), lists()).prop_map(move |(left, right)| {
            let [left, right] = [left, right].map(|lists| {
                let mut all = Lists::with_capacity(lists.len(), 0);
                lists.iter().for_each(|list| all.push(list));
                all
            });
            (GameGraph { left, right }, acyclic)
        })
    })
}

#[derive(Debug, Default, PartialEq, Eq)]
struct Counts {
    games: u32,
    acyclic: u32,
    drawn: u32,
    not_sharp: u32,
    iterated: u32,
}

#[test]
fn methods_agree_on_random_games() {
    const GAMES: u32 = 4_000;
    let counts = std::cell::RefCell::new(Counts::default());
    let config = Config { cases: GAMES, failure_persistence: None, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let result = runner.run(&graphs(), |(graph, acyclic)| {
        let policy = solve(&graph, Method::Policy).expect("the default method solves every game");
        let lp = solve(&graph, Method::Lp).expect("linear programs solve every game");
        prop_assert_eq!(&policy, &lp);
        let drawn = graph.left.places().iter().chain(graph.right.places()).any(|&place| place as usize == graph.len() + 2);
        let mut counts = counts.borrow_mut();
        match solve(&graph, Method::Iterate) {
            Ok(iterated) => {
                prop_assert_eq!(&policy, &iterated);
                counts.iterated += 1;
            }
            Err(Error::Draws) => prop_assert!(drawn),
            Err(Error::Unsolved(Unsolved::NotSharp(_) | Unsolved::Stalled(_))) => prop_assert!(!policy.is_sharp()),
            Err(other) => prop_assert!(false, "{}", other),
        }
        counts.games += 1;
        counts.acyclic += u32::from(acyclic);
        counts.drawn += u32::from(drawn);
        counts.not_sharp += u32::from(!policy.is_sharp());
        Ok(())
    });
    result.unwrap();
    let counts = counts.into_inner();
    eprintln!("{counts:?}");
    assert!(counts.games == GAMES && counts.acyclic > 1_500 && counts.drawn > 1_200 && counts.not_sharp > 1_200 && counts.iterated > 1_500);
}

#[test]
fn a_policy_is_found_however_early_sweeps_are_broken_off() {
    const GAMES: u32 = 4_000;
    let config = Config { cases: GAMES, failure_persistence: None, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let result = runner.run(&(graphs(), 1_u64..4), |((graph, _), sweeps)| {
        let graph = graph.option_graph();
        let control = Control::new("", &Silent, &GO_ON);
        let settled = richman::solve_after(&graph, u64::MAX, control).expect("the default method solves every game");
        prop_assert_eq!(richman::solve_after(&graph, sweeps, control), Ok(settled));
        Ok(())
    });
    result.unwrap();
}

/// Builds a game on positions that form a row. From each position, each player may move one step in either direction.
/// Right has won at one end of the row, and Left at the other end.
fn line(positions: u32) -> GameGraph {
    let mut lists = Lists::with_capacity(positions as usize, 2 * positions as usize);
    for position in 0..positions {
        let up = if position + 1 == positions { End::Left.place(positions) } else { position + 1 };
        lists.push(&[up, position.checked_sub(1).unwrap_or(End::Right.place(positions))]);
    }
    GameGraph { left: lists.clone(), right: lists }
}

#[test]
fn long_lines_are_solved_and_their_labels_fit() {
    let positions = 70_000;
    let solution = solve(&line(positions), Method::Policy).unwrap();
    for (number, position) in (1_u32..).zip(0..positions as usize) {
        let value = solution.boundary_value(position);
        let expected = Rational::new(number.into(), (positions + 1).into());
        assert!(value.alpha == expected && value.beta == expected, "position {position}");
        assert_eq!((value.label_white, value.label_black), (positions + 1 - number, number), "position {position}");
    }
    let shorter = line(399);
    assert_eq!(solve(&shorter, Method::Lp), solve(&shorter, Method::Policy));
}

#[test]
fn methods_agree_on_games_of_a_name() {
    for text in [
        "tug:4",
        "tug:40",
        "ultimatum:3",
        "ultimatum:70",
        "sudden-death:A9",
        "wedge:(A2,B3),E",
        "tic-tac-toe:2x3x2",
        "hex:2x3",
        "connect:3x2x2",
    ] {
        let Ok(Argument::Game(game)) = games::parse(text) else { panic!("{text}") };
        let graph = game.graph();
        let policy = solve(&graph, Method::Policy).unwrap();
        assert_eq!(solve(&graph, Method::Lp).as_ref(), Ok(&policy), "{text}");
        match solve(&graph, Method::Iterate) {
            Ok(iterated) => assert_eq!(iterated, policy, "{text}"),
            Err(failure) => assert_eq!(failure, Error::Draws, "{text}"),
        }
    }
}
