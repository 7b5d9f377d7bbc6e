//! The second-level tree records which positions were searched and how promising each position is. The tree also
//! selects the position to be searched next.

use fastrand::Rng;
use rustc_hash::FxHashMap;

use super::super::search::follow_forced;
use super::super::table::{self, Entry, Stored, TranspositionTable};
use super::super::{Numbers, Settings, UNRESOLVED};
use super::Pace;
use crate::model::two_player::{Status, TwoPlayerGame};

const RATIO_EXPONENT: f64 = 2.0;
/// The cost of a move includes this multiple of the logarithm of the work already done on the move.
const WORK_PENALTY: f64 = 0.5;
/// A move does not count as promising if its cost exceeds the least cost by more than `WINDOW`.
const WINDOW: f64 = 5.0;

/// The game, the table and the settings that the functions of the tree use.
#[derive(Clone, Copy)]
pub(super) struct View<'a, G: TwoPlayerGame> {
    pub(super) game: &'a G,
    pub(super) table: &'a TranspositionTable,
    pub(super) settings: Settings,
    pub(super) pace: Pace,
}

/// A proof number and a disproof number, which have no upper limit.
#[derive(Clone, Copy, Debug)]
struct Value {
    proof: f64,
    disproof: f64,
}

/// The value of a move that returns to a position on the path.
const REPETITION: Value = Value { proof: UNRESOLVED as f64, disproof: 1.0 };

impl Value {
    const WON: Self = Self { proof: 0.0, disproof: f64::MAX };
    const NOT_WON: Self = Self { proof: f64::MAX, disproof: 0.0 };

    fn from_numbers(numbers: Numbers) -> Self {
        match numbers {
            Numbers { proof: 0, .. } => Self::WON,
            Numbers { disproof: 0, .. } => Self::NOT_WON,
            Numbers { proof, disproof } => Self { proof: proof.into(), disproof: disproof.into() },
        }
    }

    fn is_decided(self) -> bool {
        self.proof == 0.0 || self.disproof == 0.0
    }

    /// Returns the binary logarithm of the ratio of proof number to disproof number. If the logarithm is smaller, the
    /// position is better for the winner.
    fn ratio(self) -> f64 {
        (self.proof / self.disproof).log2()
    }
}

/// The position after a move and after the forced moves that follow.
pub(super) struct Child<T> {
    pub(super) position: T,
    pub(super) key: u64,
    /// Estimated proof and disproof numbers, which are used as long as the table has no entry for the position.
    guess: Numbers,
}

/// A position of the tree.
struct Node<T> {
    winners: bool,
    value: Value,
    /// Number of evaluations in searches from this position.
    searched: u64,
    /// Number of evaluations in searches from this position and from its descendants.
    effort: u64,
    /// Number of searches that are running from this position and from its descendants.
    busy: u32,
    /// Positions after the moves from this position, or `None` if the moves have not been generated yet.
    children: Option<Vec<Child<T>>>,
}

/// A position to be searched.
pub(super) struct Task<T> {
    pub(super) position: T,
    key: u64,
    /// Keys of the ancestors of the position, from the root on.
    path: Vec<u64>,
    /// Maximum number of evaluations of the search.
    pub(super) most: u64,
}

/// A move that may be chosen.
struct Candidate<T> {
    child: (T, u64),
    /// A move with a smaller cost is better.
    cost: f64,
    /// Number of evaluations that `cost` is based on.
    level: u64,
    /// Number of searches that are running from the position after the move and from its descendants.
    busy: u32,
}

enum Choice<T> {
    /// Search the position after a move, with this maximum number of evaluations.
    Search((T, u64), u64),
    /// Continue the walk at the position after a move.
    Follow((T, u64)),
    /// Each move is decided or returns to a position on the path, so none is chosen.
    Nothing,
}

/// The second-level tree.
pub struct Tree<T> {
    nodes: FxHashMap<u64, Node<T>>,
    random: Rng,
}

impl<T> Default for Tree<T> {
    fn default() -> Self {
        Self { nodes: FxHashMap::default(), random: Rng::with_seed(1) }
    }
}

impl<'a, G: TwoPlayerGame> View<'a, G> {
    /// Plays forced moves from `position`, and estimates the proof and disproof numbers of the position after them.
    pub(super) fn child(&self, position: G::Position) -> Child<G::Position> {
        let (position, look, _) = follow_forced(self.game, position, &mut Vec::new());
        let guess = match look {
            Some(Status::Won) => Numbers::WON,
            Some(Status::NotWon) => Numbers::NOT_WON,
            // The forced moves were too many to be played out to the end. This disproves nothing.
            None => Numbers { proof: UNRESOLVED, disproof: 1 },
            Some(Status::Open { moves, units, .. }) if self.game.winners_turn(&position) => {
                Numbers { proof: 1 + units, disproof: 1 + moves }
            }
            Some(Status::Open { moves, units, .. }) => Numbers { proof: 1 + units + moves, disproof: 1 },
        };
        Child { position, key: self.game.key(&position), guess }
    }

    /// Returns the proof and disproof numbers of a position, and the number of evaluations spent.
    fn stored(&self, child: &Child<G::Position>) -> (Numbers, u64) {
        if child.guess.proof == 0 || child.guess.disproof == 0 {
            return (child.guess, u64::MAX);
        }
        match self.table.get(child.key) {
            Some(Entry { stored: Stored::Proved { .. }, .. }) => (Numbers::WON, u64::MAX),
            Some(Entry { stored: Stored::Numbers(numbers), work, .. }) => (numbers, table::evaluations(work)),
            None => (child.guess, 0),
        }
    }

    /// Returns the proof and disproof numbers of a position. If the table has no entry for the position, returns
    /// estimates.
    pub(super) fn numbers(&self, child: &Child<G::Position>) -> Numbers {
        self.stored(child).0
    }
}

impl<T: Copy> Tree<T> {
    /// Returns the number of positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns whether the tree has no positions.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Returns whether the search cannot decide the root, because every undecided move from the root repeats a
    /// position.
    pub(super) fn is_unresolved(&self, root: &Child<T>) -> bool {
        self.nodes.get(&root.key).is_some_and(|node| node.value.proof >= UNRESOLVED.into())
    }

    fn value<G: TwoPlayerGame<Position = T>>(&self, view: &View<G>, child: &Child<T>) -> (Value, u64) {
        let (numbers, work) = view.stored(child);
        let value = Value::from_numbers(numbers);
        match self.nodes.get(&child.key) {
            Some(node) if !value.is_decided() => (node.value, node.searched.max(work)),
            _ => (value, work),
        }
    }

    /// Returns the position to be searched next.
    pub(super) fn next<G: TwoPlayerGame<Position = T>>(&mut self, view: &View<G>, root: &Child<T>) -> Task<T> {
        let task = self.walk(view, root);
        let (value, searched) = match view.table.get(task.key) {
            Some(Entry { stored: Stored::Numbers(numbers), work, .. }) => (Value::from_numbers(numbers), table::evaluations(work)),
            _ => (REPETITION, 0),
        };
        let winners = view.game.winners_turn(&task.position);
        self.nodes.entry(task.key).or_insert(Node { winners, value, searched, effort: 0, busy: 0, children: None });
        self.on_way(&task, |node| node.busy += 1);
        task
    }

    fn walk<G: TwoPlayerGame<Position = T>>(&mut self, view: &View<G>, root: &Child<T>) -> Task<T> {
        let Pace { first, last } = view.pace;
        let (mut position, mut key, mut path) = (root.position, root.key, Vec::new());
        loop {
            let Some(node) = self.nodes.get(&key) else { return Task { position, key, path, most: first } };
            if node.children.is_none() && node.searched < last {
                return Task { position, key, path, most: node.searched.saturating_mul(3).clamp(first, last) };
            }
            if node.children.is_none() {
                self.look_at_moves(view, &position, key, &path);
            }
            path.push(key);
            match self.choose(view, key, &path) {
                Choice::Search(child, most) => return Task { position: child.0, key: child.1, path, most },
                Choice::Follow(child) => (position, key) = child,
                Choice::Nothing => {
                    // All undecided moves repeat positions of the path. A search from this position handles the
                    // repetitions.
                    path.pop();
                    return Task { position, key, path, most: last };
                }
            }
        }
    }

    /// Chooses the move to be searched or followed at a position. A move is followed only after all promising moves
    /// have been searched for the same number of evaluations.
    fn choose<G: TwoPlayerGame<Position = T>>(&mut self, view: &View<G>, key: u64, path: &[u64]) -> Choice<T> {
        let Pace { first, last } = view.pace;
        let node = &self.nodes[&key];
        let candidates: Vec<Candidate<T>> = node
            .children
            .iter()
            .flatten()
            .filter_map(|child| {
                let (value, level) = self.value(view, child);
                if value.is_decided() || path.contains(&child.key) {
                    return None;
                }
                let (effort, busy) = self.nodes.get(&child.key).map_or((0, 0), |node| (node.effort, node.busy));
                let ratio = if node.winners { value.ratio() } else { -value.ratio() };
                let cost = ratio + WORK_PENALTY * (1.0 + effort as f64 / last as f64).log2();
                Some(Candidate { child: (child.position, child.key), cost, level, busy })
            })
            .collect();
        let least = candidates.iter().map(|candidate| candidate.cost).fold(f64::INFINITY, f64::min);
        // A search may end a little before or after its limit, so three quarters of `first` are enough.
        let open = |candidate: &&Candidate<T>| candidate.level < first / 4 * 3 && candidate.busy == 0 && candidate.cost <= least + WINDOW;
        if let Some(candidate) = candidates.iter().filter(open).min_by(|a, b| a.cost.total_cmp(&b.cost)) {
            return Choice::Search(candidate.child, first - candidate.level.min(first / 2));
        }
        let weight = |candidate: &Candidate<T>| (RATIO_EXPONENT * (least - candidate.cost - f64::from(candidate.busy))).exp2();
        let mut at = self.random.f64() * candidates.iter().map(weight).sum::<f64>();
        let chosen = candidates.iter().find(|candidate| {
            at -= weight(candidate);
            at < 0.0
        });
        chosen.or(candidates.last()).map_or(Choice::Nothing, |candidate| Choice::Follow(candidate.child))
    }

    fn look_at_moves<G: TwoPlayerGame<Position = T>>(&mut self, view: &View<G>, position: &T, key: u64, path: &[u64]) {
        let mut moves = Vec::new();
        view.game.moves(position, &mut moves);
        let children = moves.iter().map(|&played| view.child(view.game.after(position, played))).collect();
        if let Some(node) = self.nodes.get_mut(&key) {
            node.children = Some(children);
        }
        self.settle(view, key, path);
    }

    fn on_way(&mut self, task: &Task<T>, act: impl Fn(&mut Node<T>)) {
        for key in task.path.iter().chain([&task.key]) {
            self.nodes.get_mut(key).into_iter().for_each(&act);
        }
    }

    /// Records the result of a search, and updates the values of all nodes on the path up to the root.
    pub(super) fn back_up<G: TwoPlayerGame<Position = T>>(&mut self, view: &View<G>, task: &Task<T>, numbers: Numbers, evaluations: u64) {
        self.on_way(task, |node| {
            node.busy -= 1;
            node.effort += evaluations;
        });
        if let Some(node) = self.nodes.get_mut(&task.key) {
            node.searched += evaluations;
            if node.children.is_none() {
                node.value = Value::from_numbers(numbers);
            }
        }
        for (depth, &key) in task.path.iter().enumerate().rev() {
            self.settle(view, key, &task.path[..depth]);
        }
    }

    /// Recomputes a position's value from the values of its children.
    fn settle<G: TwoPlayerGame<Position = T>>(&mut self, view: &View<G>, key: u64, path: &[u64]) {
        let Some(Node { winners, effort, children: Some(children), .. }) = self.nodes.get(&key) else { return };
        let value = |child: &Child<T>| if path.contains(&child.key) { REPETITION } else { self.value(view, child).0 };
        let values: Vec<Value> = children.iter().map(value).collect();
        let by_ratio = |a: &&Value, b: &&Value| a.ratio().total_cmp(&b.ratio());
        let best = if *winners { values.iter().min_by(by_ratio) } else { values.iter().max_by(by_ratio) };
        let Some(&best) = best else { return };
        let sum = |of: fn(&Value) -> f64, share: u32| {
            let (sum, most) = values
                .iter()
                .map(of)
                .filter(|&number| number < f64::MAX)
                .fold((0.0, 0.0), |(sum, most): (f64, f64), number| (sum + number, most.max(number)));
            most + (sum - most) * f64::from(share) / 16.0
        };
        let value = match winners {
            _ if best.is_decided() => best,
            true => Value { proof: best.proof, disproof: sum(|value| value.disproof, view.settings.or_share) },
            false => Value { proof: sum(|value| value.proof, view.settings.and_share), disproof: best.disproof },
        };
        let work = table::work(*effort);
        if value.proof == 0.0 && !view.table.is_proved(key) {
            let won = values.iter().position(|value| value.proof == 0.0).unwrap_or(0);
            view.table.prove(key, u8::try_from(won).unwrap_or(u8::MAX), work);
        } else if value.disproof == 0.0 {
            view.table.put(key, Entry { stored: Stored::Numbers(Numbers::NOT_WON), best: 0, work });
        }
        if let Some(node) = self.nodes.get_mut(&key) {
            node.value = value;
        }
    }
}
