//! Endgame tables of losing chess against a solver that has rules of its own and knows no tables. It enumerates all
//! positions that can follow, with their en passant squares, and goes back from the ends.
//!
//! `GAMECERT_ENDINGS` is the number of random endings of two and three units. With `GAMECERT_TABLES=4` the tables of
//! four units under the joint rule, which `solve tables --pieces 4` must have built, are compared too.

mod graph;

use std::collections::HashMap;
use std::time::Instant;

use gamecert_solver::control::Control;
use gamecert_solver::games::losing_chess::tables::{Outcome, Tables};
use gamecert_solver::games::losing_chess::text::Setup;
use gamecert_solver::games::losing_chess::{Position, Stalemate};
use gamecert_solver::solve::losing::table_files;
use gamecert_tests::losing::{RULES, Random, number_from};
use graph::{Board, Graph, PAWN, Unit};

fn position(board: &Board, white: bool) -> Position {
    let fen = board.fen(white);
    fen.parse::<Setup>().unwrap_or_else(|error| panic!("{fen}: {error}")).position
}

/// Returns a random placement of units. Often a pawn has just made a double step and can be captured en passant.
fn random(random: &mut Random, units: usize) -> Board {
    loop {
        let mut placed: Vec<Unit> = Vec::new();
        for number in 0..units {
            let own = if number < 2 { number == 0 } else { random.below(2) == 0 };
            let role = u8::try_from(random.below(6)).unwrap();
            let square = u8::try_from(random.below(64)).unwrap();
            placed.push(Unit { own, role, square });
        }
        let taken = |square: u8| placed.iter().any(|unit| unit.square == square);
        let is_placed = |unit: &Unit| unit.role != PAWN || (8..56).contains(&unit.square);
        let apart = (1..units).all(|number| placed[..number].iter().all(|unit| unit.square != placed[number].square));
        if !apart || !placed.iter().all(is_placed) {
            continue;
        }
        // The other side's pawns come from the seventh rank, so a double step ends on the fifth.
        let stepped = placed
            .iter()
            .find(|unit| !unit.own && unit.role == PAWN && unit.square / 8 == 4 && !taken(unit.square + 8) && !taken(unit.square + 16));
        let passed = stepped.map(|unit| unit.square + 8);
        return Board::new(placed, passed);
    }
}

/// Returns a random placement in which a pawn can be captured en passant.
fn with_en_passant(random_numbers: &mut Random, units: usize) -> Board {
    loop {
        let file = u8::try_from(random_numbers.below(8)).unwrap();
        let beside = if random_numbers.below(2) == 0 { file.wrapping_sub(1) } else { file + 1 };
        let mut board = random(random_numbers, units);
        if beside > 7 {
            continue;
        }
        let other = board.units.iter().position(|unit| !unit.own).expect("both sides have units");
        let own = board.units.iter().position(|unit| unit.own).expect("both sides have units");
        board.units[other] = Unit { own: false, role: PAWN, square: 32 + file };
        board.units[own] = Unit { own: true, role: PAWN, square: 32 + beside };
        let apart = |(number, unit): (usize, &Unit)| board.units[..number].iter().all(|before| before.square != unit.square);
        let free = board.units.iter().all(|unit| unit.square != 40 + file && unit.square != 48 + file);
        if free && board.units.iter().enumerate().all(apart) {
            return Board::new(board.units, Some(40 + file));
        }
    }
}

fn endings(numbers: &mut Random, units: impl Fn(usize) -> usize, count: usize) -> Vec<(Board, bool)> {
    let draw = |number: usize| {
        let board = if number.is_multiple_of(8) { with_en_passant(numbers, units(number)) } else { random(numbers, units(number)) };
        (board, numbers.below(2) == 0)
    };
    (0..count).map(draw).collect()
}

#[test]
fn random_endings_of_two_and_three_units() {
    let mut numbers = Random::new(50);
    let endings = endings(&mut numbers, |number| if number % 5 == 1 { 2 } else { 3 }, number_from("GAMECERT_ENDINGS", 60));
    let roots: Vec<u64> = endings.iter().map(|(board, _)| board.key()).collect();
    let graph = Graph::enumerate(&roots, usize::MAX).expect("there is no limit");
    let mut met = [0_usize; 3];
    for rule in RULES {
        // A table is built when it is first needed.
        let tables = Tables::new(rule, 3, None);
        let outcomes = graph.solve(rule);
        for ((board, white), root) in endings.iter().zip(&roots) {
            let expected = outcomes[graph.number(*root)];
            met[expected as usize] += 1;
            assert_eq!(tables.outcome(&position(board, *white)), Some(expected), "{} under the {rule} rule", board.fen(*white));
        }
    }
    assert!(met.iter().all(|count| count * 20 > endings.len()), "losses, draws, wins: {met:?}");
    println!("{} endings, {} positions; losses, draws, wins: {met:?}", endings.len(), graph.len());
}

/// Returns the stored tables of four units under the joint rule, if the test is to use them.
fn of_four_units() -> Option<Tables> {
    (number_from("GAMECERT_TABLES", 3) == 4).then(|| {
        assert_eq!(table_files::missing(Stalemate::Joint, 4), 0, "`solve tables --pieces 4` builds the tables");
        let folder = table_files::folder(Stalemate::Joint);
        table_files::open(Stalemate::Joint, 4, folder.as_deref(), 2, Control::unwatched()).expect("nobody asks for a stop").tables
    })
}

#[test]
fn random_endings_of_four_units() {
    /// Maximum number of positions of endings that are compared.
    const MOST: usize = 400_000;
    let Some(tables) = of_four_units() else { return };
    let endings = endings(&mut Random::new(4), |_| 4, 2000);
    let begun = Instant::now();
    let mut found = Vec::new();
    for (board, white) in &endings {
        found.push(tables.outcome(&position(board, *white)).unwrap_or_else(|| panic!("{} is undecided", board.fen(*white))));
    }
    let micros = begun.elapsed().as_micros() / endings.len() as u128;
    let (mut compared, mut drawn) = (0, 0);
    for ((board, white), found) in endings.iter().zip(found) {
        drawn += 1;
        let root = board.key();
        let Some(graph) = Graph::enumerate(&[root], MOST) else { continue };
        assert_eq!(found, graph.solve(Stalemate::Joint)[graph.number(root)], "{}", board.fen(*white));
        compared += 1;
        if compared == 200 {
            break;
        }
    }
    println!("{} endings decided in {micros} microseconds each; {compared} of the first {drawn} compared", endings.len());
    assert_eq!(compared, 200);
}

/// Computes the outcomes of positions with pawns only, with the en passant square. No move can be taken back within the
/// material, so each outcome follows from those of later positions. Other materials come from the tables.
struct Pawns<'a> {
    tables: &'a Tables,
    units: usize,
    known: HashMap<u64, Outcome>,
}

impl Pawns<'_> {
    fn outcome(&mut self, board: &Board) -> Outcome {
        if board.units.len() < self.units || board.units.iter().any(|unit| unit.role != PAWN) {
            return self.tables.outcome(&position(board, true)).expect("few units");
        }
        let key = board.key();
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let best = board.moves().iter().map(|after| self.outcome(after).reversed()).max();
        let outcome = best.unwrap_or_else(|| board.ended(self.tables.rule()));
        self.known.insert(key, outcome);
        outcome
    }
}

/// Lists all sets of `count` squares on which pawns can stand.
fn sets(count: usize) -> Vec<Vec<u8>> {
    let smaller = if count == 0 { return vec![Vec::new()] } else { sets(count - 1) };
    let beyond = |set: Vec<u8>| (set.last().map_or(8, |last| last + 1)..56).map(move |square| [&set[..], &[square]].concat());
    smaller.into_iter().flat_map(beyond).collect()
}

#[test]
fn all_placements_of_pawns() {
    let small;
    let four = of_four_units();
    let (tables, armies) = match &four {
        Some(tables) => (tables, vec![(2, 2)]),
        None => {
            small = Tables::new(Stalemate::Joint, 3, None);
            (&small, vec![(1, 1), (1, 2), (2, 1)])
        }
    };
    let mut placements = 0;
    for (own, others) in armies {
        let mut pawns = Pawns { tables, units: own + others, known: HashMap::new() };
        let sets_of_others = sets(others);
        for own in sets(own) {
            for others in &sets_of_others {
                if others.iter().any(|square| own.contains(square)) {
                    continue;
                }
                let unit = |own: bool| move |&square: &u8| Unit { own, role: PAWN, square };
                let board = Board::new(own.iter().map(unit(true)).chain(others.iter().map(unit(false))).collect(), None);
                let expected = pawns.outcome(&board);
                // Both colours take turns to move.
                let white = placements % 2 == 0;
                assert_eq!(tables.outcome(&position(&board, white)), Some(expected), "{}", board.fen(white));
                placements += 1;
            }
        }
    }
    println!("{placements} placements");
    assert!(placements > 90_000);
}
