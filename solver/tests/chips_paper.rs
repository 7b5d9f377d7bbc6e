//! Compares our tables of thresholds with the tables in Payne and Develin, *Discrete bidding games* (The Electronic
//! Journal of Combinatorics 17, 2010, #R85).

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use gamecert_solver::answers::chips::with_first_move;
use gamecert_solver::control::{Control, Silent};
use gamecert_solver::games::{Argument, Game, PositionOrEnd, parse};
use gamecert_solver::model::chips::{ChipTables, Rule, ThresholdTable, TieBreak};
use gamecert_solver::model::graph::{GameGraph, Player};
use gamecert_solver::solve::chips::{Request, solve};

const RULE: Rule = Rule { tie_break: TieBreak::Advantage, claimant: Player::Left };

struct Solved {
    game: Box<dyn Game>,
    graph: GameGraph,
    tables: ChipTables,
}

impl Solved {
    fn new(text: &str) -> Self {
        let Ok(Argument::Game(game)) = parse(text) else { panic!("{text} is a game") };
        let graph = game.graph();
        let stop = AtomicBool::new(false);
        let tables = solve(&graph, RULE, Request::All, Control::new("", &Silent, &stop)).unwrap();
        Self { game, graph, tables }
    }

    fn at(&self, position: &str) -> &ThresholdTable {
        match self.game.find(position).unwrap() {
            PositionOrEnd::Position(position) => self.tables.of(position),
            PositionOrEnd::End(_) => panic!("{position} is an end"),
        }
    }

    fn start(&self) -> &ThresholdTable {
        self.tables.of(self.game.start())
    }

    /// Returns whether Left wins from the start with `code` half chips, if there are k chips in all. The tie-breaking
    /// advantage counts as half a chip.
    fn wins(&self, code: u32, k: u32) -> bool {
        code >= self.start().at(k).unwrap()
    }
}

/// Converts a printed threshold to half chips. A star means half a chip more, so `12*` becomes 25.
fn code(text: &str) -> u32 {
    match text.strip_suffix('*') {
        Some(chips) => 2 * chips.parse::<u32>().unwrap() + 1,
        None => 2 * text.parse::<u32>().unwrap(),
    }
}

/// Parses the printed tables. Each table has the thresholds of one period and the increase per period.
fn printed() -> HashMap<String, (Vec<u32>, u32)> {
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/data/discrete-bidding-tables.txt")).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let table = |line: &str| {
        let [name, period, slope, thresholds] = line.split(" | ").collect::<Vec<_>>()[..] else { panic!("four columns in {line}") };
        let thresholds: Vec<u32> = thresholds.split(' ').map(code).collect();
        assert_eq!(thresholds.len(), period.parse::<usize>().unwrap(), "{name}");
        (name.to_owned(), (thresholds, slope.parse().unwrap()))
    };
    lines.map(table).collect()
}

/// The comparison covers two periods of the table.
fn differences((printed, slope): &(Vec<u32>, u32), table: &ThresholdTable) -> Vec<(u32, u32, u32)> {
    let period = printed.len() as u32;
    let value = |k: u32| printed[(k % period) as usize] + k / period * slope * 2;
    (0..2 * period).map(|k| (k, value(k), table.at(k).unwrap())).filter(|&(_, printed, right)| printed != right).collect()
}

#[test]
fn figures_3_and_4_and_theorem_6_7() {
    let printed = printed();
    let solved = Solved::new("tic-tac-toe");
    let start = solved.game.start();
    let others: Vec<ThresholdTable> = solved.graph.right.get(start).iter().map(|&place| solved.tables.of(place as usize).clone()).collect();
    let centre = with_first_move(RULE, solved.at(".../.X./..."), &others).unwrap();
    assert_eq!(differences(&printed["figure 3"], &centre), []);
    let corner = with_first_move(RULE, solved.at("X../.../..."), &others).unwrap();
    let wrong = [("31", "30*", 56), ("65", "64*", 120), ("84*", "83*", 155), ("99*", "99", 184), ("133*", "133", 248)];
    let wrong = |again: u32| wrong.map(|(printed, right, k)| (k + 256 * again, code(printed) + 274 * again, code(right) + 274 * again));
    assert_eq!(differences(&printed["figure 4"], &corner), [wrong(0), wrong(1)].concat());
    for k in 0..2_000 {
        let best = solved.start().at(k);
        assert_eq!(centre.at(k) == best, k != 5, "centre, {k} chips");
        let listed = [0, 1, 2, 3, 4, 5, 6, 7, 9, 11, 12, 13, 14, 19, 20, 22, 26].contains(&k);
        assert_eq!(corner.at(k) == best, listed, "corner, {k} chips");
    }
}

#[test]
fn tables_of_positions() {
    let printed = printed();
    let solved = Solved::new("tic-tac-toe");
    for (name, position) in [("1a", ".../.X./..."), ("1b", ".../.O./...")] {
        assert_eq!(differences(&printed[name], solved.at(position)), [], "{name}");
    }
    let corner = differences(&printed["1a'"], solved.at("X../.../..."));
    let wrong =
        [(39, code("16"), code("15*")), (52, code("21"), code("20*")), (56, code("22*"), code("22")), (60, code("24"), code("23*"))];
    assert_eq!(corner[..4], wrong);
    // The paper's diagrams are lost, so the positions of the other tables are unknown. But each table must be the table
    // of some position.
    for (name, table) in &printed {
        if !name.starts_with("figure") && name != "1a'" {
            assert!(solved.tables.tables.distinct.iter().any(|known| differences(table, known).is_empty()), "{name}");
        }
    }
}

#[test]
fn small_games_of_examples_3_8_and_5_1() {
    let cases = [
        ("wedge:A,B", "0* 1", 1),
        ("sudden-death:A2", "0 0* 0* 1", 1),
        ("sudden-death:B2", "1 1* 2* 3", 3),
        ("sudden-death:B3", "1 2 3 3* 4* 5* 6* 7", 7),
        ("wedge:A,B2", "0* 0* 1 1* 2 2 2* 3", 3),
        ("wedge:(A,B2),B3", "1 1* 2 2* 3 3* 4* 5", 5),
        ("wedge:A2,B2", "0* 1", 1),
    ];
    for (game, thresholds, slope) in cases {
        let printed = (thresholds.split(' ').map(code).collect(), slope);
        assert_eq!(differences(&printed, Solved::new(game).start()), [], "{game}");
    }
    for n in 2..8 {
        assert_eq!(Solved::new(&format!("wedge:A,A{}", n - 1)).start(), Solved::new(&format!("sudden-death:A{n}")).start(), "A{n}");
    }
}

#[test]
fn example_3_3() {
    for n in 1..=9_u32 {
        let solved = Solved::new(&format!("sudden-death:B{n}"));
        for k in 0..3 << n {
            // In the first assertion Left has all chips and the advantage. In the second, Left has all chips without
            // the advantage.
            assert_eq!(solved.wins(2 * k + 1, k), k + 1 >= 1 << (n - 1), "n = {n}, ({k}*, 0)");
            assert_eq!(solved.wins(2 * k, k), k + 1 >= 1 << n, "n = {n}, ({k}, 0*)");
        }
    }
}

#[test]
fn tug_o_war_proposition_4_1_and_corollary_4_2() {
    for n in 1..=12_u32 {
        let solved = Solved::new(&format!("tug:{n}"));
        for total in 0..6 * n {
            for alice in 0..=total {
                let bob = total - alice;
                let (a, b) = (alice % n, bob % n);
                let (k, l) = (alice / n, bob / n);
                assert_eq!(solved.wins(2 * alice, total), k > l, "n = {n}, ({alice}, {bob}*)");
                assert_eq!(solved.wins(2 * alice + 1, total), k > l || k == l && a == n - 1, "n = {n}, ({alice}*, {bob}), {b}");
            }
        }
    }
}

#[test]
fn ultimatum_propositions_4_5_and_4_6_and_corollary_4_7() {
    for n in 1..=6_u32 {
        let solved = Solved::new(&format!("ultimatum:{n}"));
        let (whole, half) = (1 << n, 1 << (n - 1));
        for alice in 0..2 * whole {
            for bob in 0..2 * whole {
                let total = alice + bob;
                let with = alice > bob || alice == bob && alice % whole != half - 1;
                assert_eq!(solved.wins(2 * alice + 1, total), with, "n = {n}, ({alice}*, {bob})");
                let without = alice > bob + 1 || alice == bob + 1 && alice % whole != half % whole;
                assert_eq!(solved.wins(2 * alice, total), without, "n = {n}, ({alice}, {bob}*)");
            }
        }
    }
}
