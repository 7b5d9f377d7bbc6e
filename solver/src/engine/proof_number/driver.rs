//! A search on all threads, in stages that end when a budget is spent, the table has to grow, or there is an answer.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::search::Search;
use super::table::{Known, Table};
use super::{NEVER, Numbers, Settings};
use crate::forced_win::Play;

/// Deep positions take deep recursion. The system gives the memory as it is needed.
const STACK: usize = 1 << 30;

/// What threads share while they search.
struct Shared<'a> {
    /// Evaluations of all threads, of earlier stages too.
    evaluations: &'a AtomicU64,
    most: u64,
    over: AtomicBool,
    grow: AtomicBool,
}

/// Searches until the root is decided, so many evaluations have been made in all, or `ask` says that it is enough. `ask` is called now and then, on one thread, with the table and the
/// number of evaluations.
pub fn advance<P: Play>(
    play: &P,
    table: &mut Table,
    settings: Settings,
    root: P::Position,
    threads: usize,
    (evaluations, most): (&AtomicU64, u64),
    ask: &mut (dyn FnMut(&Table, u64) -> ControlFlow<()> + Send),
) -> Numbers {
    loop {
        let shared = Shared { evaluations, most, over: AtomicBool::new(false), grow: AtomicBool::new(false) };
        let numbers = stage(play, table, settings, root, threads, &shared, ask);
        if !shared.grow.into_inner() || numbers.proof == 0 || numbers.disproof == 0 {
            return numbers;
        }
        table.grow();
    }
}

fn stage<P: Play>(
    play: &P,
    table: &Table,
    settings: Settings,
    root: P::Position,
    threads: usize,
    shared: &Shared,
    ask: &mut (dyn FnMut(&Table, u64) -> ControlFlow<()> + Send),
) -> Numbers {
    let search = |thread: usize, ask: &mut dyn FnMut(&Table, u64) -> ControlFlow<()>| {
        let mut before = 0;
        let mut tell = |own: u64| {
            let all = shared.evaluations.fetch_add(own - before, Ordering::Relaxed) + own - before;
            before = own;
            if table.may_grow() {
                shared.grow.store(true, Ordering::Relaxed);
            }
            let enough = all >= shared.most || shared.grow.load(Ordering::Relaxed) || ask(table, all).is_break();
            if enough {
                shared.over.store(true, Ordering::Relaxed);
            }
            if shared.over.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let (numbers, evaluations) = {
            let mut searcher = Search::new(play, table, settings, &mut tell).of_thread(thread);
            (searcher.run(root, Numbers { proof: NEVER, disproof: NEVER }), searcher.evaluations)
        };
        shared.evaluations.fetch_add(evaluations - before, Ordering::Relaxed);
        shared.over.store(true, Ordering::Relaxed);
        numbers
    };
    std::thread::scope(|scope| {
        let spawn = |thread: usize, ask: &mut (dyn FnMut(&Table, u64) -> ControlFlow<()> + Send)| -> Numbers { search(thread, ask) };
        let builder = || std::thread::Builder::new().stack_size(STACK);
        let others: Vec<_> = (1..threads)
            .filter_map(|thread| builder().spawn_scoped(scope, move || spawn(thread, &mut |_, _| ControlFlow::Continue(()))).ok())
            .collect();
        let first = builder().spawn_scoped(scope, || search(0, ask));
        let mut all: Vec<Numbers> = Vec::new();
        if let Ok(first) = first {
            all.extend(first.join());
        }
        all.extend(others.into_iter().filter_map(|other| other.join().ok()));
        let decided = all.iter().find(|numbers| numbers.proof == 0 || numbers.disproof == 0);
        decided.or(all.first()).copied().unwrap_or(Numbers { proof: 1, disproof: 1 })
    })
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
