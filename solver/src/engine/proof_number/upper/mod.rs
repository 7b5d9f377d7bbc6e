//! The upper-level tree: searches of limited length as evaluations of positions.
//!
//! A search follows what looks best to its guesses, for ever if need be. The tree above it gives other moves their chance: searches are evaluations there, and the ratio of proof number to disproof number says how promising a
//! position is (C. Francu's idea; M. Watkins' paper on losing chess, section 2). Ratios can be compared where they rest on the same work. So the moves of a position are searched for the same time first; the most promising
//! is searched longer, then still longer, until its own moves are looked at. Numbers are added up over moves as in a search, but the tree follows ratios, with some chance.
//!
//! All searches share a table: what one has found is known to the others, and one that is continued goes on where it was.

mod tree;

use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

pub use tree::Tree;
use tree::{Child, View};

use super::search::Search;
use super::table::Table;
use super::{HOPELESS, NEVER, Numbers, Settings, driver};
use crate::model::two_player::Play;

/// How long searches are, in evaluations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// The first one of a position.
    pub first: u64,
    /// After so many, its moves are looked at.
    pub last: u64,
}

/// Threads at work on a tree.
struct Works<'a, P: Play> {
    view: View<'a, P>,
    root: &'a Child<P::Position>,
    tree: Mutex<&'a mut Tree<P::Position>>,
    /// Evaluations that nobody has been told of.
    evaluations: AtomicU64,
    /// All are to stop: the root is decided, nobody wants to go on, or the table has to grow.
    over: AtomicBool,
    hopeless: AtomicBool,
}

/// Called now and then with the table, the number of positions in the tree and the number of evaluations since the last time: whether to go on.
pub type Ask<'a> = &'a mut dyn FnMut(&Table, usize, u64) -> ControlFlow<()>;

/// Lets a tree grow, on so many threads, until the root is decided or `ask` says that it is enough.
///
/// # Panics
/// If the system gives no thread, or one panics.
pub fn grow<P: Play>(
    (play, settings, pace): (&P, Settings, Pace),
    (tree, table): (&mut Tree<P::Position>, &mut Table),
    root: P::Position,
    threads: usize,
    ask: Ask,
) -> Numbers {
    let root = View { play, table, settings, pace }.child(root);
    loop {
        let mut enough = false;
        let works = Works::new(View { play, table, settings, pace }, &root, tree);
        std::thread::scope(|scope| {
            for _ in 1..threads {
                let others = || works.work(&mut || ());
                std::thread::Builder::new().stack_size(driver::STACK).spawn_scoped(scope, others).expect("a thread to search on");
            }
            works.work(&mut || {
                let positions = works.tree.lock().expect(NO_PANIC).len();
                if ask(table, positions, works.evaluations.swap(0, Ordering::Relaxed)).is_break() {
                    enough = true;
                    works.over.store(true, Ordering::Relaxed);
                }
            });
        });
        let Works { evaluations, hopeless, .. } = works;
        let numbers = View { play, table, settings, pace }.numbers(&root);
        let decided = numbers.proof == 0 || numbers.disproof == 0;
        enough |= ask(table, tree.len(), evaluations.into_inner()).is_break();
        match hopeless.into_inner() {
            true if !decided => return Numbers { proof: HOPELESS, disproof: 1 },
            _ if decided || enough => return numbers,
            _ if table.may_grow() => table.grow(),
            _ => {}
        }
    }
}

/// Lets a tree grow on this thread, on a table that others use too, until the root is decided, the table has to grow, or `ask` says that it is enough.
///
/// # Panics
/// If another thread has panicked.
pub fn grow_alone<P: Play>(
    (play, settings, pace): (&P, Settings, Pace),
    (tree, table): (&mut Tree<P::Position>, &Table),
    root: P::Position,
    ask: Ask,
) -> Numbers {
    let view = View { play, table, settings, pace };
    let root = view.child(root);
    let works = Works::new(view, &root, tree);
    works.work(&mut || {
        if ask(table, 0, works.evaluations.swap(0, Ordering::Relaxed)).is_break() {
            works.over.store(true, Ordering::Relaxed);
        }
    });
    works.view.numbers(&root)
}

const NO_PANIC: &str = "no panic on another thread";

impl<'a, P: Play> Works<'a, P> {
    fn new(view: View<'a, P>, root: &'a Child<P::Position>, tree: &'a mut Tree<P::Position>) -> Self {
        let (over, hopeless) = (AtomicBool::new(false), AtomicBool::new(false));
        Self { view, root, tree: Mutex::new(tree), evaluations: AtomicU64::new(0), over, hopeless }
    }

    /// One thread's work. From time to time it has something to tell.
    fn work(&self, tell: &mut dyn FnMut()) {
        let View { play, table, settings, .. } = self.view;
        let over = || {
            let Numbers { proof, disproof } = self.view.numbers(self.root);
            self.over.load(Ordering::Relaxed) || proof == 0 || disproof == 0
        };
        while !over() {
            let task = self.tree.lock().expect(NO_PANIC).next(&self.view, self.root);
            let mut told = 0;
            let mut tell = |evaluations: u64| {
                self.evaluations.fetch_add(evaluations - told, Ordering::Relaxed);
                told = evaluations;
                if table.may_grow() {
                    self.over.store(true, Ordering::Relaxed);
                }
                tell();
                if evaluations >= task.most || over() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            };
            let mut search = Search::new(play, table, settings, &mut tell);
            let numbers = search.run(task.position, Numbers { proof: NEVER, disproof: NEVER });
            let evaluations = search.evaluations;
            let _ = tell(evaluations);
            let mut tree = self.tree.lock().expect(NO_PANIC);
            tree.back_up(&self.view, &task, numbers, evaluations);
            if tree.is_hopeless(self.root) {
                self.hopeless.store(true, Ordering::Relaxed);
                self.over.store(true, Ordering::Relaxed);
            }
        }
    }
}
