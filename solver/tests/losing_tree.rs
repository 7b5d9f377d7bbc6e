//! Tests second-level trees, whose leaves are searches with a limit of evaluations. If a tree finds a win, the test
//! verifies the proof of this win. A tree can begin with the results of other searches, be stored in a file, and be
//! resumed.

#[path = "common/run.rs"]
mod run;

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use gamecert_solver::certificate::verify;
use gamecert_solver::control::{Control, Silent};
use gamecert_solver::engine::proof_number::second_level::{self, Pace, Tree};
use gamecert_solver::engine::proof_number::solution_tree::{self, Proof};
use gamecert_solver::engine::proof_number::table::TranspositionTable;
use gamecert_solver::engine::proof_number::{Numbers, UNRESOLVED};
use gamecert_solver::games::Colour;
use gamecert_solver::games::losing_chess::text::{START, Setup};
use gamecert_solver::games::losing_chess::winner::ForSide;
use gamecert_solver::games::losing_chess::{Position, Stalemate};
use gamecert_solver::model::two_player::{Status, TwoPlayerGame};
use gamecert_solver::solve::losing::checkpoint::Checkpoint;
use gamecert_solver::solve::losing::worker::{PORTFOLIO, Worker};
use gamecert_solver::solve::losing::{Question, certify};
use run::folder;

fn after(moves: &str) -> Question {
    let start: Position = START.parse::<Setup>().unwrap().position;
    let position = moves.split_whitespace().fold(start, |position, played| position.after(position.find_move(played).unwrap()));
    Question { position, clock: 0, stalemate: Stalemate::Joint }
}

/// Builds a second-level tree, which controls many short searches. Returns the number of evaluations, the number of
/// tree nodes, and the root's proof numbers.
fn grown(question: &Question, winner: Colour, threads: usize, most: u64, table: &mut TranspositionTable) -> (u64, usize, Numbers) {
    let play = ForSide { stalemate: question.stalemate, winner };
    let (mut tree, mut evaluations, mut positions) = (Tree::default(), 0, 0);
    let pace = Pace { first: 1 << 14, last: 1 << 17 };
    let ask = &mut |_: &TranspositionTable, nodes: usize, more: u64| {
        (evaluations, positions) = (evaluations + more, nodes);
        if evaluations >= most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let on_thread = || second_level::grow((&play, PORTFOLIO[0], pace), (&mut tree, table), question.position, threads, ask);
    let numbers =
        std::thread::scope(|scope| std::thread::Builder::new().stack_size(1 << 28).spawn_scoped(scope, on_thread).unwrap().join().unwrap());
    (evaluations, positions, numbers)
}

fn extracted(question: &Question, winner: Colour, table: &TranspositionTable) -> Proof {
    let play = ForSide { stalemate: question.stalemate, winner };
    let (root, stop) = (question.position, AtomicBool::new(false));
    solution_tree::extract(&play, table, PORTFOLIO[0], root, Control::new("", &Silent, &stop)).unwrap()
}

#[test]
fn what_it_finds_is_proved() {
    for (moves, winner, threads) in [
        ("e3 Na6", Colour::White, 1),
        ("e3 Na6", Colour::White, 2),
        ("e3 g6", Colour::White, 2),
        ("d4", Colour::Black, 1),
        ("e3 d5", Colour::White, 2),
    ] {
        let (question, mut table) = (after(moves), TranspositionTable::new(64 << 20));
        let (_, _, numbers) = grown(&question, winner, threads, u64::MAX, &mut table);
        assert_eq!(numbers, Numbers::WON, "{moves}");
        let proof = extracted(&question, winner, &table);
        verify::verify_all(&[certify(&question, winner, &proof)]).unwrap();
    }
}

#[test]
fn one_thread_always_does_the_same() {
    let [one, other] = [0, 1].map(|_| {
        let (question, mut table) = (after("e3 Na6"), TranspositionTable::new(64 << 20));
        let (evaluations, positions, numbers) = grown(&question, Colour::White, 1, u64::MAX, &mut table);
        assert_eq!(numbers, Numbers::WON);
        (evaluations, positions, extracted(&question, Colour::White, &table))
    });
    assert!(one.1 > 10, "a tree of {} positions", one.1);
    assert_eq!(one, other);
}

#[test]
fn no_win_is_not_found() {
    let table = [
        // The first position has bishops that never meet. The second has pawns that cannot move.
        ("8/8/3b4/8/8/3B4/8/8 w - -", true),
        ("8/8/8/p7/P7/8/8/8 w - -", true),
        // The kings can move in circles for ever.
        ("8/8/8/8/8/8/8/K6k w - -", false),
    ];
    for (fen, at_once) in table {
        let position = fen.parse::<Setup>().unwrap().position;
        let question = Question { position, clock: 0, stalemate: Stalemate::Joint };
        for threads in [1, 2] {
            let (_, _, numbers) = grown(&question, Colour::White, threads, 1 << 24, &mut TranspositionTable::new(1 << 20));
            assert!(numbers.disproof == 0 || !at_once && numbers.proof >= UNRESOLVED, "{fen}: {numbers:?}");
        }
    }
    // The search stops on request.
    let (evaluations, _, numbers) = grown(&after("e3"), Colour::White, 2, 1 << 20, &mut TranspositionTable::new(16 << 20));
    assert!(numbers.proof > 0 && numbers.disproof > 0 && evaluations < 1 << 22, "{numbers:?} {evaluations}");
}

#[test]
fn searches_become_a_tree_that_is_kept() {
    let folder = folder("losing-tree");
    let question = after("e3 Nf6");
    let go_on = |worker: &mut Worker, most: u64| {
        let never = &mut |_: &Worker, _: &TranspositionTable| ControlFlow::Continue(());
        let run = || worker.run(question.position, most, never);
        std::thread::scope(|scope| std::thread::Builder::new().stack_size(1 << 28).spawn_scoped(scope, run).unwrap().join().unwrap());
    };
    let mut several: Vec<Worker> = (0..2).map(|first| Worker::new(&question, Colour::White, first, 32 << 20)).collect();
    several.iter_mut().for_each(|worker| go_on(worker, 2 << 20));
    let proved: u64 = several.iter().map(|worker| worker.table.proved()).sum();
    let spent: u64 = several.iter().map(|worker| worker.evaluations).sum();
    let mut one = Worker::merged(several, 2, 64 << 20);
    assert!(one.tree.is_some() && one.verdict.is_none());
    assert_eq!((one.table.proved(), one.evaluations, one.threads), (proved, spent, 2));
    go_on(&mut one, spent + (1 << 20));
    assert!(one.verdict.is_none() && one.table.proved() > proved);
    let file = folder.join("kept");
    Checkpoint::open(&file).unwrap().save(&question, &[one.saved()]).unwrap();
    let mut again = Worker::new(&question, Colour::White, 0, 64 << 20);
    again.load(&Checkpoint::open(&file).unwrap(), &question).unwrap();
    assert!(again.tree.is_some());
    assert_eq!((again.evaluations, again.table.proved()), (one.evaluations, one.table.proved()));
    go_on(&mut again, u64::MAX);
    assert_eq!(again.verdict, Some(true));
    let proof = extracted(&question, Colour::White, &again.table);
    verify::verify_all(&[certify(&question, Colour::White, &proof)]).unwrap();
}

/// Game with the positions 0, 1, 2, … and one move in each position. If `ends` is true, position `length` is won. If
/// `ends` is false, the move in position `length` leads back to position 0.
struct Forced {
    length: u64,
    ends: bool,
}

impl TwoPlayerGame for Forced {
    type Position = u64;
    type Move = u64;

    fn key(&self, position: &u64) -> u64 {
        (position + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    fn moves(&self, position: &u64, moves: &mut Vec<u64>) {
        moves.push((position + 1) % (self.length + 1));
    }

    fn after(&self, _: &u64, played: u64) -> u64 {
        played
    }

    fn winners_turn(&self, position: &u64) -> bool {
        position.is_multiple_of(2)
    }

    fn status(&self, position: &u64) -> Status {
        if self.ends && *position == self.length { Status::Won } else { Status::Open { moves: 1, captures: false, units: 1 } }
    }

    fn is_irreversible(&self, _: &u64, _: u64) -> bool {
        false
    }
}

enum Verdict {
    Won,
    NotDisproved,
    NotWon,
}

#[test]
fn many_forced_moves_in_a_row_are_no_disproof() {
    use Verdict::{NotDisproved, NotWon, Won};
    for (length, ends, expected) in
        [(10, true, Won), (300, true, Won), (3000, true, NotDisproved), (10, false, NotWon), (300, false, NotWon)]
    {
        let (play, mut table) = (Forced { length, ends }, TranspositionTable::new(1 << 20));
        let pace = Pace { first: 1 << 14, last: 1 << 17 };
        let mut evaluations = 0;
        let ask = &mut |_: &TranspositionTable, _: usize, more: u64| {
            evaluations += more;
            if evaluations >= 1 << 20 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let numbers = second_level::grow((&play, PORTFOLIO[0], pace), (&mut Tree::default(), &mut table), 0, 1, ask);
        let holds = match expected {
            Won => numbers.proof == 0,
            NotDisproved => numbers.disproof > 0,
            NotWon => numbers.disproof == 0 || numbers.proof >= UNRESOLVED,
        };
        assert!(holds, "{length}, {ends}: {numbers:?}");
    }
}
