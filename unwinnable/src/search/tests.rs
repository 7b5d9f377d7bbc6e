//! Tests positions that playouts with the usual weights do not solve. Also tests cancellation and time limits.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use super::{Limits, ROUNDS, Search, Solver, USUAL_NODES, Verdict};
use crate::chess::{Color, End, Position};

#[test]
fn hard_mates_are_found() {
    // The node limits are high enough for other random numbers too.
    let table = [
        // Playouts with random weights find these mates.
        ("7k/8/8/3B4/8/6p1/1b4Pp/2b4K w - -", Color::White, 200_000),
        ("k7/1b6/2b5/3b4/4b3/1pB2b2/pP4b1/K6b w - -", Color::White, 400_000),
        ("k6B/1b4B1/2b2B2/4B3/3B4/1pB1B3/pP1B4/K7 w - -", Color::White, 400_000),
        ("1b6/4k3/1p1p4/1P1Pp1p1/4P1P1/6bB/6r1/5K1B w - -", Color::Black, 200_000),
        ("8/8/6k1/2B5/8/6Pp/PP5P/6K1 w - -", Color::Black, 100_000),
        // The search of reachable positions finds these mates, for which pawns must lose a tempo.
        ("6k1/p3p1P1/6PB/p5P1/8/4P3/PKP5/8 b - -", Color::Black, 1_000_000),
        ("k7/p1p1p3/8/8/8/6p1/P1P1P1Pp/7K w - -", Color::White, 2_000_000),
        // The search with iterative deepening finds these mates.
        ("8/8/2k5/8/1p1p1p1p/1PbP1P1P/6B1/5B1K w - -", Color::Black, 1_000_000),
        ("4K3/8/3pBp2/3PbP2/3pBp2/3PbP2/8/4k3 b - -", Color::White, 1_000_000),
    ];
    let mut solver = Solver::new();
    for (fen, intended_winner, nodes) in table {
        let position: Position = fen.parse().unwrap();
        let Verdict::Winnable(line) = solver.decide(&position, intended_winner, Limits::nodes(nodes)).verdict else {
            panic!("{fen} {intended_winner}")
        };
        let end = line.iter().fold(position, |position, &played| position.after(played)).end();
        assert_eq!(end, Some(End::Mate(intended_winner)), "{fen} {intended_winner}");
    }
}

#[test]
fn a_cancelled_solver_gives_up() {
    // Without a flag, the search for a shortest line takes minutes.
    let position: Position = "k6B/1b4B1/2b2B2/4B3/3B4/1pB1B3/pP1B4/K7 w - -".parse().unwrap();
    let cancel = Arc::new(AtomicBool::new(true));
    let mut solver = Solver::new().cancelled_by(Arc::clone(&cancel));
    assert_eq!(solver.decide(&position, Color::White, Limits::nodes(u64::MAX)).verdict, Verdict::Unknown);
    // Positions that need no search are still answered, and the solver can be used again.
    let mated: Position = "7k/6Q1/6K1/8/8/8/8/8 b - -".parse().unwrap();
    assert_eq!(solver.decide(&mated, Color::White, Limits::nodes(u64::MAX)).verdict, Verdict::Winnable(Vec::new()));
    cancel.store(false, Ordering::Relaxed);
    let from_outside = thread::spawn({
        let cancel = Arc::clone(&cancel);
        move || {
            thread::sleep(Duration::from_millis(100));
            cancel.store(true, Ordering::Relaxed);
        }
    });
    // The search for a shortest line takes far longer than 100 ms, after which the flag is set.
    let found = solver.decide_shortest(&position, Color::White, Limits::nodes(u64::MAX));
    assert!(!found.is_shortest(), "{found:?}");
    from_outside.join().unwrap();
}

#[test]
fn time_is_up() {
    // The search for a shortest line takes minutes.
    let position: Position = "k6B/1b4B1/2b2B2/4B3/3B4/1pB1B3/pP1B4/K7 w - -".parse().unwrap();
    let mut solver = Solver::new();
    let limits = Limits::nodes(u64::MAX).within(Duration::from_millis(50));
    assert!(!solver.decide_shortest(&position, Color::White, limits).is_shortest());
    // A time limit applies to one question only, and memory can be released between questions.
    solver.release_memory();
    let near: Position = "7k/8/6K1/5Q2/8/8/8/8 w - -".parse().unwrap();
    let found = solver.decide_shortest(&near, Color::White, Limits::default());
    assert!(found.is_shortest() && found.at_least == 1);
}

#[test]
fn rounds_go_on_beyond_the_usual_number_of_nodes() {
    let round = |round: usize| Search::ALL.into_iter().map(|search| search.share(round, true)).sum::<u64>();
    assert!((0..ROUNDS).map(round).sum::<u64>() <= USUAL_NODES);
    for (search, continues) in [
        (Search::Playouts, true),
        (Search::Frontier, true),
        (Search::Deepening, true),
        (Search::Reachable, false),
        (Search::WidthLimited, false),
        (Search::StaticSet, false),
    ] {
        let shares = [ROUNDS - 1, ROUNDS, ROUNDS + 1, ROUNDS + 80].map(|round| search.share(round, true));
        let expected = if continues { [shares[0], 2 * shares[0], 4 * shares[0], 1 << 60] } else { [shares[0], 0, 0, 0] };
        assert_eq!(shares, expected, "{search:?}");
    }
}
