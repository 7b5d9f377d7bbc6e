//! Tests hints, which are lines of moves to positions that a user expects to be won. The search first tries to prove
//! the position at the end of a line. A hint to a position that is not won does no harm.

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use gamecert_solver::certificate::verify;
use gamecert_solver::control::{Control, Silent};
use gamecert_solver::engine::proof_number::driver;
use gamecert_solver::engine::proof_number::hints::{self, Hints};
use gamecert_solver::engine::proof_number::solution_tree::{self, Proof};
use gamecert_solver::engine::proof_number::table::TranspositionTable;
use gamecert_solver::games::Colour;
use gamecert_solver::games::losing_chess::text::{START, Setup};
use gamecert_solver::games::losing_chess::winner::ForSide;
use gamecert_solver::games::losing_chess::{Position, Stalemate};
use gamecert_solver::solve::losing::checkpoint::Checkpoint;
use gamecert_solver::solve::losing::portfolio::{self, Error, Help, Limits, Verdict};
use gamecert_solver::solve::losing::worker::{PORTFOLIO, Worker};
use gamecert_solver::solve::losing::{Question, certify};

/// Returns the start position and the positions after each of these moves.
fn way(moves: &str) -> Vec<Position> {
    let mut way = vec![START.parse::<Setup>().unwrap().position];
    for played in moves.split_whitespace() {
        let last = way[way.len() - 1];
        way.push(last.after(last.find_move(played).unwrap()));
    }
    way
}

fn question(moves: &str) -> Question {
    Question { position: way(moves).pop().unwrap(), clock: 0, stalemate: Stalemate::Joint }
}

/// Creates hints from lines of moves. Each line starts at the position after the moves `root`.
fn hints(root: &str, lines: &[&str]) -> Hints<Position> {
    let known = way(root).len();
    Hints::new(
        way(root)[known - 1],
        lines.iter().map(|line| {
            let way = way(&format!("{root} {line}"));
            way[known..].iter().copied().filter(|position| position.side() == Colour::Black).collect()
        }),
    )
}

fn on_thread<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| std::thread::Builder::new().stack_size(driver::STACK).spawn_scoped(scope, work).unwrap().join().unwrap())
}

/// Searches for White's win until there is a verdict. The search pauses after every `pause` evaluations.
fn run(question: &Question, hints: Hints<Position>, threads: usize, pause: u64) -> Worker {
    let mut worker = Worker::new(question, Colour::White, 0, 256 << 20).with_hints(hints, threads);
    let mut until = pause;
    while worker.verdict.is_none() {
        on_thread(|| {
            worker.run(question.position, u64::MAX, &mut |worker, _| {
                if worker.evaluations >= until { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
        });
        until = until.max(worker.evaluations).saturating_add(pause);
    }
    worker
}

fn proof(question: &Question, worker: &Worker) -> Proof {
    let stop = AtomicBool::new(false);
    let proof = on_thread(|| {
        solution_tree::extract(&worker.game, &worker.table, worker.settings(), question.position, Control::new("", &Silent, &stop))
    });
    let proof = proof.unwrap();
    verify::verify_all(&[certify(question, Colour::White, &proof)]).unwrap();
    proof
}

const ROOT: &str = "e3 g6";
const GOOD: [&str; 3] = ["Qh5 gxh5 g4 hxg4 Nf3", "Qh5 gxh5 g4", "Qh5"];

#[test]
fn what_they_lead_to_is_proved() {
    let question = question(ROOT);
    let wrong = ["Qg4", "h3", "Ke2", "Ba6 bxa6 Ke2 e6 Ke1"];
    let both: Vec<&str> = GOOD.into_iter().chain(wrong).collect();
    for (lines, threads, pause) in [
        (GOOD.as_slice(), 1, u64::MAX),
        (&GOOD, 2, u64::MAX),
        (&GOOD, 1, 1 << 16),
        (&GOOD, 2, 1 << 18),
        (&both, 2, u64::MAX),
        (&[], 2, u64::MAX),
    ] {
        let worker = run(&question, hints(ROOT, lines), threads, pause);
        assert_eq!(worker.verdict, Some(true), "{lines:?}, {threads} threads");
        proof(&question, &worker);
    }
}

#[test]
fn one_thread_always_does_the_same() {
    let question = question(ROOT);
    let [one, other] = [0, 1].map(|_| {
        let worker = run(&question, hints(ROOT, &GOOD), 1, u64::MAX);
        (worker.evaluations, proof(&question, &worker))
    });
    assert_eq!(one, other);
}

#[test]
fn the_order_and_what_is_left() {
    // Each position counts once, even if several lines lead through it.
    assert_eq!(hints(ROOT, &GOOD).left(), 3);
    assert_eq!(hints(ROOT, &[]).left(), 0);
    // An unproved position delays the positions before it on its line, and no other positions. The position after 1. d3
    // g6 2. Kd2 is disproved, because Black wins.
    let lines = ["e3 d5 Bb5", "e3 g6 Qh5", "d3 g6 Kd2"];
    let play = ForSide { stalemate: Stalemate::Joint, winner: Colour::White };
    let (mut table, mut some) = (TranspositionTable::new(64 << 20), hints("", &lines));
    let (mut spent, mut answer) = (0, Vec::new());
    let over = on_thread(|| {
        hints::search((&play, PORTFOLIO[0]), (&mut some, &mut table), 1, &mut |_, left, more| {
            spent += more;
            answer.push(left);
            if spent > 1 << 25 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })
    });
    let proved = |moves: &str| table.is_proved(way(moves).last().unwrap().key());
    assert!(!over && answer.is_sorted_by(|a, b| a >= b));
    assert_eq!((some.left(), answer.last()), (3, Some(&3)));
    // The table also has proofs of positions after forced moves.
    assert!(proved("e3 g6 Qh5 gxh5"));
    assert!(["e3", "e3 d5 Bb5", "d3", "d3 g6 Kd2"].iter().all(|moves| !proved(moves)));
}

#[test]
fn a_disproved_hint_does_not_delay_the_hint_before_it() {
    let position = |fen: &str| fen.parse::<Setup>().unwrap().position;
    // After 1. Ka1 c3 White wins with 2. Kb2. The hint expects 2. Kb1, after which White must capture the last pawn.
    let root = position("8/8/8/8/2p5/8/8/1K6 w - -");
    let good = position("8/8/8/8/2p5/8/8/K7 b - -");
    let wrong = position("8/8/8/8/8/2p5/8/1K6 b - -");
    let play = ForSide { stalemate: Stalemate::Joint, winner: Colour::White };
    let (mut table, mut hints) = (TranspositionTable::new(1 << 20), Hints::new(root, [vec![good, wrong]]));
    on_thread(|| hints::search((&play, PORTFOLIO[0]), (&mut hints, &mut table), 1, &mut |_, _, _| ControlFlow::Continue(())));
    let waits: Vec<usize> = hints.all().map(|hint| hint.waits_for).collect();
    assert_eq!((hints.left(), waits), (0, vec![0, 0]));
    assert!(table.is_proved(root.key()) && !table.is_proved(wrong.key()));
}

/// Searches for White's win with these hints on one thread. Returns the number of evaluations, or `None` if `most`
/// evaluations were not enough.
fn hunted(root: &str, lines: &[&str], file: &Path, most: Option<u64>) -> Option<u64> {
    let (stop, mut checkpoint) = (AtomicBool::new(false), Some(Checkpoint::open(file).unwrap()));
    let limits = Limits { tables: 256 << 20, threads: 1, settings: None, time: None, evaluations: most };
    let none = |_: Colour, _: &mut TranspositionTable| ();
    let help = Help { lemmas: &none, hints: Some(hints(root, lines)), tables: None };
    let control = Control::new("", &Silent, &stop);
    match portfolio::search(&question(root), Some(Colour::White), limits, &mut checkpoint, help, control) {
        Ok((Verdict::Won(_), evaluations)) => Some(evaluations),
        Ok((Verdict::Unknown(_), _)) => None,
        Ok((Verdict::NotWon, _)) => panic!("a win"),
        Err(Error::Interrupted) => panic!("nobody interrupts it"),
        Err(Error::Checkpoint(why)) => panic!("{why}"),
    }
}

#[test]
fn stopped_and_resumed() {
    let (root, lines) = ("e3 Nf6", ["Ba6", "h4", "f4", "Qh5 Nxh5 Ke2"]);
    let file = |name: &str| {
        let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("losing-hints-{name}"));
        let _ = fs::remove_file(&file);
        file
    };
    let whole = hunted(root, &lines, &file("whole"), None).unwrap();
    let stopped = file("stopped");
    assert_eq!(hunted(root, &lines, &stopped, Some(whole / 2)), None);
    let resumed = hunted(root, &lines, &stopped, None).unwrap();
    // If the resumed search started from scratch, it would need half of the evaluations a second time.
    assert!(resumed > whole / 2 && resumed * 10 < whole * 14, "at one go {whole}, with a stop after half of them {resumed} in all");
}
