//! A search in stages: it stops where the table has to grow, and goes on.

use std::ops::ControlFlow;

use super::search::Search;
use super::table::{Known, Table};
use super::{NEVER, Numbers, Settings};
use crate::model::two_player::Play;

/// Deep positions take deep recursion: the stack of a thread that searches. The system gives the memory as it is needed.
pub const STACK: usize = 1 << 30;

/// Searches until the root is decided or `ask`, called now and then with the number of evaluations since the last time, says that it is enough.
pub fn advance<P: Play>(
    play: &P,
    table: &mut Table,
    settings: Settings,
    root: P::Position,
    ask: &mut dyn FnMut(&Table, u64) -> ControlFlow<()>,
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
        let mut search = Search::new(play, table, settings, &mut tell);
        let numbers = search.run(root, Numbers { proof: NEVER, disproof: NEVER });
        let evaluations = search.evaluations;
        let enough = ask(table, evaluations - before).is_break();
        if enough || !grow || numbers.proof == 0 || numbers.disproof == 0 {
            return numbers;
        }
        table.grow();
    }
}

/// The moves that the search is at: the best ones from the root on, forced ones included.
pub fn line<P: Play>(play: &P, table: &Table, root: P::Position, most: usize) -> Vec<P::Move> {
    let (mut position, mut line, mut moves) = (root, Vec::new(), Vec::new());
    while line.len() < most {
        moves.clear();
        play.moves(&position, &mut moves);
        let index = match moves.len() {
            0 => break,
            1 => 0,
            _ => match table.get(play.key(&position)) {
                Some(entry) if matches!(entry.known, Known::Numbers(_)) => usize::from(entry.best),
                _ => break,
            },
        };
        let Some(played) = moves.get(index) else { break };
        line.push(*played);
        position = play.after(&position, *played);
    }
    line
}
