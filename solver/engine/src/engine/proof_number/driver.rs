//! Runs a search on a growing table: when the table is half full, the search stops and resumes after the table has
//! grown.

use std::ops::ControlFlow;

use super::search::Search;
use super::table::{Stored, TranspositionTable};
use super::{INFINITY, Numbers, Settings};
use crate::model::two_player::TwoPlayerGame;

/// Stack size of a search thread in bytes. The search recurses once for each position on the current path. The
/// operating system provides stack memory only when it is used.
pub const STACK: usize = 1 << 30;

/// Calls `work` on each of `threads` threads. Only the current thread calls `tell`.
pub fn on_threads(threads: usize, work: impl Fn(&mut dyn FnMut()) + Sync, tell: &mut dyn FnMut()) {
    std::thread::scope(|scope| {
        for _ in 1..threads {
            // If the system refuses more threads, fewer threads search.
            let _ = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, || work(&mut || ()));
        }
        work(tell);
    });
}

/// Searches until the root is proved or disproved, or until `ask` requests a stop. `ask` is called periodically with
/// the number of evaluations since its last call.
pub fn advance<G: TwoPlayerGame>(
    game: &G,
    table: &mut TranspositionTable,
    settings: Settings,
    root: G::Position,
    ask: &mut dyn FnMut(&TranspositionTable, u64) -> ControlFlow<()>,
) -> Numbers {
    loop {
        let mut before = 0;
        let mut grow = false;
        let mut tell = |evaluations: u64| {
            grow = table.may_grow();
            let enough = ask(table, evaluations - before);
            before = evaluations;
            if grow { ControlFlow::Break(()) } else { enough }
        };
        let mut search = Search::new(game, table, settings, &mut tell);
        let numbers = search.run(root, Numbers { proof: INFINITY, disproof: INFINITY });
        let evaluations = search.evaluations;
        let enough = ask(table, evaluations - before).is_break();
        if enough || !grow || numbers.proof == 0 || numbers.disproof == 0 {
            return numbers;
        }
        table.grow();
    }
}

/// Returns the principal variation: the best moves from the root, at most `most` moves, forced moves included.
pub fn line<G: TwoPlayerGame>(game: &G, table: &TranspositionTable, root: G::Position, most: usize) -> Vec<G::Move> {
    let (mut position, mut line, mut moves) = (root, Vec::new(), Vec::new());
    while line.len() < most {
        moves.clear();
        game.moves(&position, &mut moves);
        let index = match moves.len() {
            0 => break,
            1 => 0,
            _ => match table.get(game.key(&position)) {
                Some(entry) if matches!(entry.stored, Stored::Numbers(_)) => usize::from(entry.best),
                _ => break,
            },
        };
        let Some(played) = moves.get(index) else { break };
        line.push(*played);
        position = game.after(&position, *played);
    }
    line
}
