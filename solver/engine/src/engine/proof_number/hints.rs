//! Searches hints before the root. A hint is a position that a user expects to be won.
//!
//! The user supplies hints as lines of play. In a line, the proof of a position helps to prove the preceding position.
//! Therefore the last positions of the lines of play are searched first. A disproved hint was wrong. If a position is
//! neither proved nor disproved within its budget of evaluations, its budget is larger in the next round. All searches
//! share one transposition table. The root is searched in each round too, after the hints, so wrong or useless hints
//! only cost time.

use std::hash::Hash;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard};
use std::time::Duration;

use rustc_hash::FxHashMap;

use super::second_level::{self, Ask, Pace, Tree};
use super::table::TranspositionTable;
use super::{Numbers, Settings, driver};
use crate::model::two_player::TwoPlayerGame;

/// Budget of evaluations for each position in the first round.
const FIRST_ROUND: u64 = 1 << 20;
/// Factor by which the budget grows from one round to the next.
const BUDGET_GROWTH: u64 = 8;
const ROUNDS: u32 = 5;
const PACE: Pace = Pace { first: 1 << 20, last: 1 << 24 };
/// Time that an idle thread sleeps between two checks for work.
const IDLE: Duration = Duration::from_millis(50);
/// Index of the root in the list [`Hints::nodes`].
const ROOT: usize = 0;
const NO_PANIC: &str = "no panic on another thread";

/// A root, and the hints (positions expected to be won) that are searched before the root.
pub struct Hints<T> {
    /// The root, and then the hints (positions expected to be won).
    nodes: Vec<Node<T>>,
    /// Indices of nodes still to be searched in this round. The last entry is searched next.
    ready: Vec<usize>,
    /// Indices of nodes that were searched in this round but not proved.
    failed: Vec<usize>,
    /// Number of completed rounds.
    rounds: u32,
    /// Number of nodes that are being searched at the moment.
    busy: usize,
    /// Number of hints (positions expected to be won) that are neither proved nor disproved yet.
    left: usize,
    /// Whether the root is proved.
    proved: bool,
}

/// A hint (a position expected to be won), and the state of its search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hint<T> {
    /// Position expected to be won.
    pub position: T,
    /// The hint that precedes this hint in a line of play.
    pub before: Option<T>,
    /// Number of hints that have to be searched before this hint.
    pub waits_for: usize,
    /// Number of evaluations in all searches from this hint.
    pub evaluations: u64,
}

struct Node<T> {
    position: T,
    /// Index of the node that precedes this node in a line of play.
    before: Option<usize>,
    waits_for: usize,
    /// Number of evaluations in all searches from this node.
    spent: u64,
    tree: Tree<T>,
}

impl<T: Copy + Eq + Hash> Hints<T> {
    /// Creates hints from lines of play. Each line lists, in order, the positions in which the loser is to move.
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

    /// Returns the number of hints (positions expected to be won) that are neither proved nor disproved yet.
    #[must_use]
    pub fn left(&self) -> usize {
        self.left
    }

    /// Returns all hints, in the order in which the lines of play contain them.
    pub fn all(&self) -> impl Iterator<Item = Hint<T>> {
        self.nodes[ROOT + 1..].iter().map(|node| Hint {
            position: node.position,
            before: node.before.map(|before| self.nodes[before].position),
            waits_for: node.waits_for,
            evaluations: node.spent,
        })
    }

    fn most(&self) -> u64 {
        FIRST_ROUND * BUDGET_GROWTH.pow(self.rounds)
    }

    /// Returns the index and the tree of the next node to be searched, and the budget of evaluations for the node.
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

    fn back_up(&mut self, number: usize, tree: Tree<T>, spent: u64, (found, over): (Numbers, bool)) {
        self.busy -= 1;
        let most = self.most();
        let node = &mut self.nodes[number];
        node.spent += spent;
        if number == ROOT && found.proof == 0 {
            self.proved = true;
            return;
        }
        // A disproved hint was wrong. The position before it may still be won by another move.
        if number == ROOT || found.proof > 0 && found.disproof > 0 {
            let list = if over || node.spent >= most { &mut self.failed } else { &mut self.ready };
            node.tree = tree;
            list.push(number);
            return;
        }
        self.left -= 1;
        if let Some(before) = node.before {
            self.nodes[before].waits_for -= 1;
            if self.nodes[before].waits_for == 0 {
                self.ready.push(before);
            }
        }
    }
}

/// Threads that search hints.
struct Workers<'a, G: TwoPlayerGame> {
    game: &'a G,
    settings: Settings,
    table: &'a TranspositionTable,
    hints: Mutex<&'a mut Hints<G::Position>>,
    idle: Condvar,
    /// Evaluations since the last call of `ask`.
    evaluations: AtomicU64,
    /// Tells all threads to stop, because no work is left, `ask` requested a stop, or the table has to grow.
    over: AtomicBool,
}

/// Searches the hints and the root on `threads` threads. Returns `true` if the root is proved or all rounds are over,
/// and `false` if `ask` requests a stop. `ask` is called with the number of hints that are not proved yet.
///
/// # Panics
/// Panics if a thread panics.
pub fn search<G: TwoPlayerGame>(
    (game, settings): (&G, Settings),
    (hints, table): (&mut Hints<G::Position>, &mut TranspositionTable),
    threads: usize,
    ask: Ask,
) -> bool {
    loop {
        let mut enough = false;
        let workers = Workers {
            game,
            settings,
            table,
            hints: Mutex::new(&mut *hints),
            idle: Condvar::new(),
            evaluations: AtomicU64::new(0),
            over: AtomicBool::new(false),
        };
        driver::on_threads(threads, |tell| workers.work(tell), &mut || {
            let left = workers.lock().left;
            if ask(table, left, workers.evaluations.swap(0, Ordering::Relaxed)).is_break() {
                enough = true;
                workers.over.store(true, Ordering::Relaxed);
            }
        });
        let evaluations = workers.evaluations.into_inner();
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

impl<'a, G: TwoPlayerGame> Workers<'a, G> {
    fn lock(&self) -> MutexGuard<'_, &'a mut Hints<G::Position>> {
        self.hints.lock().expect(NO_PANIC)
    }

    /// Runs the loop of one thread. Calls `tell` periodically.
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
            let mut ask = |_: &TranspositionTable, _: usize, more: u64| {
                spent += more;
                self.evaluations.fetch_add(more, Ordering::Relaxed);
                tell();
                let stop = before + spent >= most || self.over.load(Ordering::Relaxed);
                if stop { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            };
            let found = second_level::grow_alone((self.game, self.settings, PACE), (&mut tree, self.table), position, &mut ask);
            let stopped = self.over.load(Ordering::Relaxed) || self.table.may_grow();
            if found.proof == 0 && number == ROOT || self.table.may_grow() {
                self.over.store(true, Ordering::Relaxed);
            }
            // A search that was not stopped is complete: its root is proved, disproved or unresolved.
            self.lock().back_up(number, tree, spent, (found, !stopped));
            self.idle.notify_all();
        }
    }
}
