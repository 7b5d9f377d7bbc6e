//! The tree: which positions were searched, how promising they are, and which one is to be searched next.

use fastrand::Rng;
use rustc_hash::FxHashMap;

use super::super::search::follow_forced;
use super::super::table::{self, Entry, Known, Table};
use super::super::{HOPELESS, Numbers, Settings};
use super::Pace;
use crate::model::two_player::{Look, Play};

/// How much more a move is chosen that is twice as promising: 2 to this power.
const CHOOSY: f64 = 2.0;
/// Work makes a move less promising: by the root of it.
const DOUBT: f64 = 0.5;
/// Moves that look less promising than the best by more than 2 to this power are not searched for comparison.
const WINDOW: f64 = 5.0;

/// What a tree looks at.
#[derive(Clone, Copy)]
pub(super) struct View<'a, P: Play> {
    pub(super) play: &'a P,
    pub(super) table: &'a Table,
    pub(super) settings: Settings,
    pub(super) pace: Pace,
}

/// Proof and disproof number, added up over moves as far as they go.
#[derive(Clone, Copy, Debug)]
struct Value {
    proof: f64,
    disproof: f64,
}

/// Of a position that comes again on the way from the root.
const AGAIN: Value = Value { proof: HOPELESS as f64, disproof: 1.0 };

impl Value {
    const WON: Self = Self { proof: 0.0, disproof: f64::MAX };
    const NOT_WON: Self = Self { proof: f64::MAX, disproof: 0.0 };

    fn of(numbers: Numbers) -> Self {
        match numbers {
            Numbers { proof: 0, .. } => Self::WON,
            Numbers { disproof: 0, .. } => Self::NOT_WON,
            Numbers { proof, disproof } => Self { proof: proof.into(), disproof: disproof.into() },
        }
    }

    fn is_decided(self) -> bool {
        self.proof == 0.0 || self.disproof == 0.0
    }

    /// The binary logarithm of the ratio: the less, the more promising.
    fn ratio(self) -> f64 {
        (self.proof / self.disproof).log2()
    }
}

/// The position behind a move, and behind the forced ones that follow it.
pub(super) struct Child<T> {
    pub(super) position: T,
    pub(super) key: u64,
    /// Where nothing is known of it.
    guess: Numbers,
}

/// A position that was searched.
struct Node<T> {
    winners: bool,
    value: Value,
    /// Evaluations of searches from here, and of those from here and from below.
    searched: u64,
    effort: u64,
    /// Searches that are going on from here and from below.
    busy: u32,
    /// Once its moves are looked at.
    children: Option<Vec<Child<T>>>,
}

/// A position to be searched.
pub(super) struct Task<T> {
    pub(super) position: T,
    key: u64,
    /// The keys from the root to the position before it.
    path: Vec<u64>,
    /// So many evaluations.
    pub(super) most: u64,
}

/// A move that may be followed.
struct Candidate<T> {
    child: (T, u64),
    /// The binary logarithm of the ratio, as the side to move sees it, and what work adds to it.
    badness: f64,
    /// Evaluations that this rests on.
    level: u64,
    /// Searches that are going on there.
    busy: u32,
}

/// What to do at a position.
enum Choice<T> {
    /// Search a move's position with so many evaluations.
    Search((T, u64), u64),
    /// Follow a move.
    Follow((T, u64)),
    /// There is none to follow.
    Nothing,
}

/// The upper-level tree.
pub struct Tree<T> {
    nodes: FxHashMap<u64, Node<T>>,
    random: Rng,
}

impl<T> Default for Tree<T> {
    /// A tree of nothing yet.
    fn default() -> Self {
        Self { nodes: FxHashMap::default(), random: Rng::with_seed(1) }
    }
}

impl<'a, P: Play> View<'a, P> {
    /// What is behind a position's forced moves.
    pub(super) fn child(&self, position: P::Position) -> Child<P::Position> {
        let (position, look, _) = follow_forced(self.play, position, &mut Vec::new());
        let guess = match look {
            Some(Look::Won) => Numbers::WON,
            Some(Look::NotWon) => Numbers::NOT_WON,
            // The end of the forced moves was not seen: a doubt, no disproof.
            None => Numbers { proof: HOPELESS, disproof: 1 },
            Some(Look::Open { moves, units, .. }) if self.play.winners_turn(&position) => Numbers { proof: 1 + units, disproof: 1 + moves },
            Some(Look::Open { moves, units, .. }) => Numbers { proof: 1 + units + moves, disproof: 1 },
        };
        Child { position, key: self.play.key(&position), guess }
    }

    /// Its numbers, and how many evaluations they rest on.
    fn known(&self, child: &Child<P::Position>) -> (Numbers, u64) {
        if child.guess.proof == 0 || child.guess.disproof == 0 {
            return (child.guess, u64::MAX);
        }
        match self.table.get(child.key) {
            Some(Entry { known: Known::Proved { .. }, .. }) => (Numbers::WON, u64::MAX),
            Some(Entry { known: Known::Numbers(numbers), work, .. }) => (numbers, table::evaluations(work)),
            None => (child.guess, 0),
        }
    }

    /// Its numbers.
    pub(super) fn numbers(&self, child: &Child<P::Position>) -> Numbers {
        self.known(child).0
    }
}

impl<T: Copy> Tree<T> {
    /// The number of positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether it has none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Whether the root's numbers say no more than that play comes back to positions.
    pub(super) fn is_hopeless(&self, root: &Child<T>) -> bool {
        self.nodes.get(&root.key).is_some_and(|node| node.value.proof >= HOPELESS.into())
    }

    fn value<P: Play<Position = T>>(&self, view: &View<P>, child: &Child<T>) -> (Value, u64) {
        let (numbers, work) = view.known(child);
        let value = Value::of(numbers);
        match self.nodes.get(&child.key) {
            Some(node) if !value.is_decided() => (node.value, node.searched.max(work)),
            _ => (value, work),
        }
    }

    /// The position that is to be searched next.
    pub(super) fn next<P: Play<Position = T>>(&mut self, view: &View<P>, root: &Child<T>) -> Task<T> {
        let task = self.walk(view, root);
        let (value, searched) = match view.table.get(task.key) {
            Some(Entry { known: Known::Numbers(numbers), work, .. }) => (Value::of(numbers), table::evaluations(work)),
            _ => (AGAIN, 0),
        };
        let winners = view.play.winners_turn(&task.position);
        self.nodes.entry(task.key).or_insert(Node { winners, value, searched, effort: 0, busy: 0, children: None });
        self.on_way(&task, |node| node.busy += 1);
        task
    }

    fn walk<P: Play<Position = T>>(&mut self, view: &View<P>, root: &Child<T>) -> Task<T> {
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
                    // All that is left comes back to the way: searches from here know what to do.
                    path.pop();
                    return Task { position, key, path, most: last };
                }
            }
        }
    }

    /// Which move of a position to follow, once those that may be good have been searched for the same time.
    fn choose<P: Play<Position = T>>(&mut self, view: &View<P>, key: u64, path: &[u64]) -> Choice<T> {
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
                let badness = ratio + DOUBT * (1.0 + effort as f64 / last as f64).log2();
                Some(Candidate { child: (child.position, child.key), badness, level, busy })
            })
            .collect();
        let least = candidates.iter().map(|candidate| candidate.badness).fold(f64::INFINITY, f64::min);
        // A level is kept roughly.
        let open =
            |candidate: &&Candidate<T>| candidate.level < first / 4 * 3 && candidate.busy == 0 && candidate.badness <= least + WINDOW;
        if let Some(candidate) = candidates.iter().filter(open).min_by(|a, b| a.badness.total_cmp(&b.badness)) {
            return Choice::Search(candidate.child, first - candidate.level.min(first / 2));
        }
        let weight = |candidate: &Candidate<T>| (CHOOSY * (least - candidate.badness - f64::from(candidate.busy))).exp2();
        let mut at = self.random.f64() * candidates.iter().map(weight).sum::<f64>();
        let chosen = candidates.iter().find(|candidate| {
            at -= weight(candidate);
            at < 0.0
        });
        chosen.or(candidates.last()).map_or(Choice::Nothing, |candidate| Choice::Follow(candidate.child))
    }

    fn look_at_moves<P: Play<Position = T>>(&mut self, view: &View<P>, position: &T, key: u64, path: &[u64]) {
        let mut moves = Vec::new();
        view.play.moves(position, &mut moves);
        let children = moves.iter().map(|&played| view.child(view.play.after(position, played))).collect();
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

    /// Takes in what a search has found.
    pub(super) fn back_up<P: Play<Position = T>>(&mut self, view: &View<P>, task: &Task<T>, numbers: Numbers, evaluations: u64) {
        self.on_way(task, |node| {
            node.busy -= 1;
            node.effort += evaluations;
        });
        if let Some(node) = self.nodes.get_mut(&task.key) {
            node.searched += evaluations;
            if node.children.is_none() {
                node.value = Value::of(numbers);
            }
        }
        for (depth, &key) in task.path.iter().enumerate().rev() {
            self.settle(view, key, &task.path[..depth]);
        }
    }

    /// A position's value from those of its moves.
    fn settle<P: Play<Position = T>>(&mut self, view: &View<P>, key: u64, path: &[u64]) {
        let Some(Node { winners, effort, children: Some(children), .. }) = self.nodes.get(&key) else { return };
        let value = |child: &Child<T>| if path.contains(&child.key) { AGAIN } else { self.value(view, child).0 };
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
            view.table.put(key, Entry { known: Known::Numbers(Numbers::NOT_WON), best: 0, work });
        }
        if let Some(node) = self.nodes.get_mut(&key) {
            node.value = value;
        }
    }
}
