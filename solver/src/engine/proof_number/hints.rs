//! Hints: positions that somebody thinks won, searched before the root is.
//!
//! A line of play leads from position to position of which each, if it is won, helps to prove the one before it. So the last ones are searched first, and a position when all those that lines lead to from it are proved. What is
//! not proved at once gets more time when everything else has had its turn. All searches share a table, so what they prove is known to the others. The root is searched in each round too, behind the hints: those that are wrong, or not
//! needed, cost time and do no other harm.

use std::hash::Hash;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard};
use std::time::Duration;

use rustc_hash::FxHashMap;

use super::table::Table;
use super::upper::{self, Ask, Pace, Tree};
use super::{Settings, driver};
use crate::model::two_player::Play;

/// Evaluations for each position in the first round.
const FIRST_ROUND: u64 = 1 << 20;
/// So many times more in each that follows.
const MORE: u64 = 8;
/// Rounds.
const ROUNDS: u32 = 5;
/// The searches that a position's tree is made of.
const PACE: Pace = Pace { first: 1 << 20, last: 1 << 24 };
/// How long a thread with nothing to do waits before it looks again.
const IDLE: Duration = Duration::from_millis(50);
/// The root's number.
const ROOT: usize = 0;
const NO_PANIC: &str = "no panic on another thread";

/// A root and positions to be searched before it.
pub struct Hints<T> {
    /// The root, then the others.
    nodes: Vec<Node<T>>,
    /// To be searched in this round, the next one last.
    ready: Vec<usize>,
    /// Searched in this round, and not proved.
    failed: Vec<usize>,
    /// Rounds so far.
    rounds: u32,
    /// Being searched.
    busy: usize,
    /// Hints that are not proved.
    left: usize,
    /// Whether the root is proved.
    proved: bool,
}

struct Node<T> {
    position: T,
    /// The one before it.
    before: Option<usize>,
    /// How many of those that follow are not proved.
    waits_for: usize,
    /// Evaluations so far.
    spent: u64,
    tree: Tree<T>,
}

impl<T: Copy + Eq + Hash> Hints<T> {
    /// The hints of these lines from the root: the positions of each, in order, in which the side that is to lose has the move.
    #[must_use]
    pub fn new(root: T, lines: impl IntoIterator<Item = Vec<T>>) -> Self {
        let node = |position, before| Node { position, before, waits_for: 0, spent: 0, tree: Tree::default() };
        let (mut nodes, mut places) = (vec![node(root, None)], FxHashMap::from_iter([(root, ROOT)]));
        for line in lines {
            let mut before = None;
            for position in line {
                let place = *places.entry(position).or_insert_with(|| {
                    before.into_iter().for_each(|before: usize| nodes[before].waits_for += 1);
                    nodes.push(node(position, before));
                    nodes.len() - 1
                });
                before = Some(place).filter(|&place| place != ROOT);
            }
        }
        let mut ready: Vec<usize> = (ROOT + 1..nodes.len()).rev().filter(|&number| nodes[number].waits_for == 0).collect();
        ready.insert(0, ROOT);
        let left = nodes.len() - 1;
        Self { nodes, ready, failed: Vec::new(), rounds: 0, busy: 0, left, proved: false }
    }

    /// How many hints are not proved.
    #[must_use]
    pub fn left(&self) -> usize {
        self.left
    }

    fn most(&self) -> u64 {
        FIRST_ROUND * MORE.pow(self.rounds)
    }

    /// A position to be searched: its number and its tree, until it has had so many evaluations in all.
    fn next(&mut self) -> Option<(usize, Tree<T>, u64)> {
        if self.proved {
            return None;
        }
        if self.ready.is_empty() && self.busy == 0 && self.rounds + 1 < ROUNDS {
            self.rounds += 1;
            self.ready.extend(self.failed.drain(..).rev());
        }
        let number = self.ready.pop()?;
        self.busy += 1;
        let node = &mut self.nodes[number];
        Some((number, std::mem::take(&mut node.tree), self.most()))
    }

    /// Takes in what a search has found.
    fn back_up(&mut self, number: usize, tree: Tree<T>, spent: u64, (proved, over): (bool, bool)) {
        self.busy -= 1;
        let most = self.most();
        match proved {
            true if number == ROOT => self.proved = true,
            true => self.left -= 1,
            false => {}
        }
        let node = &mut self.nodes[number];
        node.spent += spent;
        if !proved {
            let list = if over || node.spent >= most { &mut self.failed } else { &mut self.ready };
            node.tree = tree;
            list.push(number);
        } else if let Some(before) = node.before {
            self.nodes[before].waits_for -= 1;
            if self.nodes[before].waits_for == 0 {
                self.ready.push(before);
            }
        }
    }
}

/// Threads at work on hints.
struct Works<'a, P: Play> {
    play: &'a P,
    settings: Settings,
    table: &'a Table,
    hints: Mutex<&'a mut Hints<P::Position>>,
    idle: Condvar,
    /// Evaluations that nobody has been told of.
    evaluations: AtomicU64,
    /// All are to stop: nothing is left, nobody wants to go on, or the table has to grow.
    over: AtomicBool,
}

/// Searches the positions, on so many threads, until the root is proved, all have had their time, or `ask`, told how many hints are left, says that it is enough. Returns whether the hints have done their part.
///
/// # Panics
/// If the system gives no thread, or one panics.
pub fn follow<P: Play>(
    (play, settings): (&P, Settings),
    (hints, table): (&mut Hints<P::Position>, &mut Table),
    threads: usize,
    ask: Ask,
) -> bool {
    loop {
        let mut enough = false;
        let works = Works {
            play,
            settings,
            table,
            hints: Mutex::new(&mut *hints),
            idle: Condvar::new(),
            evaluations: AtomicU64::new(0),
            over: AtomicBool::new(false),
        };
        std::thread::scope(|scope| {
            for _ in 1..threads {
                let others = || works.work(&mut || ());
                std::thread::Builder::new().stack_size(driver::STACK).spawn_scoped(scope, others).expect("a thread to search on");
            }
            works.work(&mut || {
                let left = works.lock().left;
                if ask(table, left, works.evaluations.swap(0, Ordering::Relaxed)).is_break() {
                    enough = true;
                    works.over.store(true, Ordering::Relaxed);
                }
            });
        });
        let evaluations = works.evaluations.into_inner();
        enough |= ask(table, hints.left, evaluations).is_break();
        if enough {
            return false;
        }
        if hints.proved || !table.may_grow() {
            return true;
        }
        table.grow();
    }
}

impl<'a, P: Play> Works<'a, P> {
    fn lock(&self) -> MutexGuard<'_, &'a mut Hints<P::Position>> {
        self.hints.lock().expect(NO_PANIC)
    }

    /// One thread's work. From time to time it has something to tell.
    fn work(&self, tell: &mut dyn FnMut()) {
        while !self.over.load(Ordering::Relaxed) {
            let mut hints = self.lock();
            let Some((number, mut tree, most)) = hints.next() else {
                if hints.busy == 0 {
                    self.over.store(true, Ordering::Relaxed);
                    drop(hints);
                } else {
                    drop(self.idle.wait_timeout(hints, IDLE).expect(NO_PANIC));
                }
                tell();
                continue;
            };
            let (position, before) = (hints.nodes[number].position, hints.nodes[number].spent);
            drop(hints);
            let mut spent = 0;
            let mut ask = |_: &Table, _: usize, more: u64| {
                spent += more;
                self.evaluations.fetch_add(more, Ordering::Relaxed);
                tell();
                let stop = before + spent >= most || self.over.load(Ordering::Relaxed);
                if stop { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            };
            let numbers = upper::grow_alone((self.play, self.settings, PACE), (&mut tree, self.table), position, &mut ask);
            let (proved, stopped) = (numbers.proof == 0, self.over.load(Ordering::Relaxed) || self.table.may_grow());
            if proved && number == ROOT || self.table.may_grow() {
                self.over.store(true, Ordering::Relaxed);
            }
            // Who stops of itself has found that there is nothing to find.
            self.lock().back_up(number, tree, spent, (proved, !stopped));
            self.idle.notify_all();
        }
    }
}
