//! Second-level proof-number search builds a tree in which limited searches evaluate the positions.
//!
//! A single depth-first search may spend all its time on one move. Therefore this module limits the lengths of
//! searches. The ratio of proof number to disproof number shows how promising a position is. The idea is Francu's (see
//! section 2 of Watkins' paper on losing chess). Two ratios can be compared only after equal work on both positions.
//! Therefore all moves of a position are first searched for the same number of evaluations. Promising moves are then
//! searched for longer. The proof and disproof numbers of a position are computed from the numbers of its children, as
//! in any proof-number search. However, the search chooses a move by the ratio of proof number to disproof number after
//! the move, with some randomness.
//!
//! All searches share one transposition table.

mod tree;

use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

pub use tree::Tree;
use tree::{Child, View};

use super::search::Search;
use super::table::TranspositionTable;
use super::{INFINITY, Numbers, Settings, UNRESOLVED, driver};
use crate::model::two_player::TwoPlayerGame;

/// The lengths of searches, in evaluations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// Number of evaluations of the first search of a position.
    pub first: u64,
    /// Number of evaluations after which a position gets children in the tree.
    pub last: u64,
}

/// The shared state of the threads that search one tree.
struct Workers<'a, G: TwoPlayerGame> {
    view: View<'a, G>,
    root: &'a Child<G::Position>,
    tree: Mutex<&'a mut Tree<G::Position>>,
    /// Evaluations since the last call of `ask`.
    evaluations: AtomicU64,
    /// Tells all threads to stop, because the root is proved or disproved, `ask` requested a stop, or the table has to
    /// grow.
    over: AtomicBool,
    unresolved: AtomicBool,
}

/// Callback that decides whether the search continues. The search calls this function periodically with the table, the
/// number of positions in the tree, and the number of evaluations since the last call.
pub type Ask<'a> = &'a mut dyn FnMut(&TranspositionTable, usize, u64) -> ControlFlow<()>;

/// Grows a tree on `threads` threads until the root is proved or disproved, or until `ask` requests a stop.
///
/// # Panics
/// Panics if a thread panics.
pub fn grow<G: TwoPlayerGame>(
    (game, settings, pace): (&G, Settings, Pace),
    (tree, table): (&mut Tree<G::Position>, &mut TranspositionTable),
    root: G::Position,
    threads: usize,
    ask: Ask,
) -> Numbers {
    let root = View { game, table, settings, pace }.child(root);
    loop {
        let mut enough = false;
        let workers = Workers::new(View { game, table, settings, pace }, &root, tree);
        driver::on_threads(threads, |tell| workers.work(tell), &mut || {
            let positions = workers.tree.lock().expect(NO_PANIC).len();
            if ask(table, positions, workers.evaluations.swap(0, Ordering::Relaxed)).is_break() {
                enough = true;
                workers.over.store(true, Ordering::Relaxed);
            }
        });
        let Workers { evaluations, unresolved, .. } = workers;
        let numbers = View { game, table, settings, pace }.numbers(&root);
        let decided = numbers.proof == 0 || numbers.disproof == 0;
        enough |= ask(table, tree.len(), evaluations.into_inner()).is_break();
        match unresolved.into_inner() {
            true if !decided => return Numbers { proof: UNRESOLVED, disproof: 1 },
            _ if decided || enough => return numbers,
            _ if table.may_grow() => table.grow(),
            _ => {}
        }
    }
}

/// Grows a tree on the current thread, with a table that other threads share. Stops as soon as the root is proved or
/// disproved, the table has to grow, or `ask` requests a stop.
///
/// # Panics
/// Panics if another thread has panicked.
pub fn grow_alone<G: TwoPlayerGame>(
    (game, settings, pace): (&G, Settings, Pace),
    (tree, table): (&mut Tree<G::Position>, &TranspositionTable),
    root: G::Position,
    ask: Ask,
) -> Numbers {
    let view = View { game, table, settings, pace };
    let root = view.child(root);
    let workers = Workers::new(view, &root, tree);
    workers.work(&mut || {
        if ask(table, 0, workers.evaluations.swap(0, Ordering::Relaxed)).is_break() {
            workers.over.store(true, Ordering::Relaxed);
        }
    });
    workers.view.numbers(&root)
}

const NO_PANIC: &str = "no panic on another thread";

impl<'a, G: TwoPlayerGame> Workers<'a, G> {
    fn new(view: View<'a, G>, root: &'a Child<G::Position>, tree: &'a mut Tree<G::Position>) -> Self {
        let (over, unresolved) = (AtomicBool::new(false), AtomicBool::new(false));
        Self { view, root, tree: Mutex::new(tree), evaluations: AtomicU64::new(0), over, unresolved }
    }

    /// Runs the loop of one thread. Calls `tell` periodically.
    fn work(&self, tell: &mut dyn FnMut()) {
        let View { game, table, settings, .. } = self.view;
        let over = || {
            let Numbers { proof, disproof } = self.view.numbers(self.root);
            self.over.load(Ordering::Relaxed) || proof == 0 || disproof == 0
        };
        while !over() {
            let task = self.tree.lock().expect(NO_PANIC).next(&self.view, self.root);
            let mut answer = 0;
            let mut tell = |evaluations: u64| {
                self.evaluations.fetch_add(evaluations - answer, Ordering::Relaxed);
                answer = evaluations;
                if table.may_grow() {
                    self.over.store(true, Ordering::Relaxed);
                }
                tell();
                if evaluations >= task.most || over() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            };
            let mut search = Search::new(game, table, settings, &mut tell);
            let numbers = search.run(task.position, Numbers { proof: INFINITY, disproof: INFINITY });
            let evaluations = search.evaluations;
            let _ = tell(evaluations);
            let mut tree = self.tree.lock().expect(NO_PANIC);
            tree.back_up(&self.view, &task, numbers, evaluations);
            if tree.is_unresolved(self.root) {
                self.unresolved.store(true, Ordering::Relaxed);
                self.over.store(true, Ordering::Relaxed);
            }
        }
    }
}
