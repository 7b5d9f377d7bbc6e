//! The search itself.
//!
//! Positions with one legal move are passed through: what counts is the position behind them. So the sides need not take turns in the tree.

use std::ops::ControlFlow;

use rustc_hash::{FxHashMap, FxHashSet};

use super::table::{self, Entry, Known, Table};
use super::{HOPELESS, NEVER, Numbers, Settings};
use crate::forced_win::{Look, Play};

/// The most forced moves that are followed in a row.
pub(super) const MOST_FORCED: u32 = 256;
/// Deeper positions are taken for not won.
const MOST_DEPTH: u32 = 3000;

/// What a search for a part of a proof may rest on, beside its own table.
#[derive(Clone, Copy)]
pub struct Bound<'a> {
    /// Another search's table: what it has proved with a lower rank than this counts as proved.
    pub whole: Option<(&'a Table, u64)>,
    /// Keys of positions that are proved.
    pub done: &'a FxHashMap<u64, Done>,
    /// Keys of positions that must not come again.
    pub open: &'a FxHashSet<u64>,
}

/// What is known of a position of a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Done {
    /// The greatest number of moves from there on.
    pub longest: u32,
    /// The greatest number of moves in a row from there on that can be taken back.
    pub reversible: u32,
}

/// One searcher at work on a table.
pub struct Search<'a, P: Play> {
    play: &'a P,
    table: &'a Table,
    settings: Settings,
    bound: Option<Bound<'a>>,
    /// Asked now and then, with the number of evaluations so far, whether to go on.
    ask: &'a mut dyn FnMut(u64) -> ControlFlow<()>,
    stopped: bool,
    /// Evaluations so far: children whose legal moves were counted.
    pub evaluations: u64,
    next_ask: u64,
    moves: Vec<P::Move>,
    children: Vec<Child<P::Position>>,
    /// The keys of the positions from the root to here.
    path: FxHashSet<u64>,
    /// How many of them have a place here: most keys need not be looked for.
    passed: Box<[u16; 4096]>,
    depth: u32,
}

/// A move's position, or the one behind the forced moves that follow it.
struct Child<T> {
    position: T,
    key: u64,
    numbers: Numbers,
    /// Whether the numbers are due to a position on the way from the root.
    repeats: bool,
}

/// What a position turned out to be, and whether that is due to what lies on the way from the root.
#[derive(Clone, Copy)]
struct Result {
    numbers: Numbers,
    repeats: bool,
}

impl Bound<'_> {
    fn holds(&self, key: u64) -> bool {
        let lower = |(table, limit): (&Table, u64)| matches!(table.get(key)?.known, Known::Proved { rank } if rank < limit).then_some(());
        self.done.contains_key(&key) || self.whole.and_then(lower).is_some()
    }
}

fn place(key: u64) -> usize {
    (key & 4095) as usize
}

const ASK_EVERY: u64 = 1 << 14;

impl<'a, P: Play> Search<'a, P> {
    /// A searcher.
    pub fn new(play: &'a P, table: &'a Table, settings: Settings, ask: &'a mut dyn FnMut(u64) -> ControlFlow<()>) -> Self {
        Self {
            play,
            table,
            settings,
            bound: None,
            ask,
            stopped: false,
            evaluations: 0,
            next_ask: ASK_EVERY,
            moves: Vec::new(),
            children: Vec::new(),
            path: FxHashSet::default(),
            passed: Box::new([0; 4096]),
            depth: 0,
        }
    }

    /// Lets it rest on what another search has proved.
    #[must_use]
    pub fn within(mut self, bound: Bound<'a>) -> Self {
        self.bound = Some(bound);
        self
    }

    /// Searches until the position's numbers reach a limit or it is told to stop. Returns the numbers.
    pub fn run(&mut self, root: P::Position, limit: Numbers) -> Numbers {
        let child = self.child(root);
        if let Numbers { proof: 0, .. } | Numbers { disproof: 0, .. } = child.numbers {
            return child.numbers;
        }
        self.expand(&child.position, child.key, limit).numbers
    }

    /// Follows forced moves and guesses the numbers of what comes behind them.
    fn child(&mut self, mut position: P::Position) -> Child<P::Position> {
        let settled = |position, numbers| Child { position, key: 0, numbers, repeats: false };
        for _ in 0..MOST_FORCED {
            self.evaluations += 1;
            match self.play.look(&position) {
                Look::Won => return settled(position, Numbers::WON),
                Look::NotWon => return settled(position, Numbers::NOT_WON),
                Look::Open { moves: 1, .. } => {
                    let before = self.moves.len();
                    self.play.moves(&position, &mut self.moves);
                    position = self.play.after(&position, self.moves[before]);
                    self.moves.truncate(before);
                }
                Look::Open { moves, units } => {
                    let (key, numbers) = (self.play.key(&position), self.guess(&position, moves, units));
                    return Child { position, key, numbers, repeats: false };
                }
            }
        }
        Child { position, key: 0, numbers: Numbers::NOT_WON, repeats: true }
    }

    fn guess(&self, position: &P::Position, moves: u32, units: u32) -> Numbers {
        let Settings { replies, units: weight, mobility, .. } = self.settings;
        if self.play.winners_turn(position) {
            Numbers { proof: 1 + weight * units / 16, disproof: 1 + mobility * moves / 16 }
        } else {
            Numbers { proof: 1 + (weight * units + replies * moves) / 16, disproof: 1 }
        }
    }

    /// Searches below a position in which play goes on and a choice is left, until its numbers reach the limit.
    fn expand(&mut self, position: &P::Position, key: u64, limit: Numbers) -> Result {
        let (first_move, first) = (self.moves.len(), self.children.len());
        let begun = self.evaluations;
        let winners = self.play.winners_turn(position);
        self.path.insert(key);
        self.passed[place(key)] += 1;
        self.depth += 1;
        self.play.moves(position, &mut self.moves);
        let mut decided = None;
        for index in first_move..self.moves.len() {
            let next = self.play.after(position, self.moves[index]);
            let child = self.child(next);
            let decides = if winners { child.numbers.proof == 0 } else { child.numbers.disproof == 0 };
            if decides {
                decided = Some((index - first_move, child.repeats));
            }
            self.children.push(child);
            if decides {
                break;
            }
        }
        self.moves.truncate(first_move);
        if decided.is_none() {
            decided = self.look_up(first, winners);
        }
        let (result, best) = match decided {
            Some((best, repeats)) => {
                (Result { numbers: if winners { Numbers::WON } else { Numbers::NOT_WON }, repeats: repeats && !winners }, best)
            }
            None => self.follow(first, winners, limit),
        };
        self.depth -= 1;
        self.path.remove(&key);
        self.passed[place(key)] -= 1;
        self.children.truncate(first);
        self.note(key, result, best, self.evaluations - begun);
        result
    }

    /// Replaces guesses by what is known. (All are looked up together, so that the memory can fetch them together.) Returns a child that decides, if there is one, and
    /// whether that is due to a repetition.
    fn look_up(&mut self, first: usize, winners: bool) -> Option<(usize, bool)> {
        let mut decided = None;
        for (index, child) in self.children[first..].iter_mut().enumerate() {
            if child.numbers.proof == 0 || child.numbers.disproof == 0 {
                continue;
            }
            match self.table.get(child.key).map(|entry| entry.known) {
                Some(Known::Numbers(numbers)) => child.numbers = numbers,
                Some(Known::Proved { .. }) => child.numbers = Numbers::WON,
                None => {}
            }
            if let Some(bound) = &self.bound
                && child.numbers.proof != 0
            {
                if bound.open.contains(&child.key) {
                    (child.numbers, child.repeats) = (Numbers::NOT_WON, true);
                } else if bound.holds(child.key) {
                    child.numbers = Numbers::WON;
                }
            }
            if self.passed[place(child.key)] != 0 && child.numbers.proof != 0 && self.path.contains(&child.key) {
                (child.numbers, child.repeats) = (Numbers::NOT_WON, true);
            }
            if if winners { child.numbers.proof == 0 } else { child.numbers.disproof == 0 } {
                decided = decided.or(Some((index, child.repeats)));
            }
        }
        decided
    }

    /// Goes into the most promising child, again and again.
    fn follow(&mut self, first: usize, winners: bool, limit: Numbers) -> (Result, usize) {
        loop {
            let (sum, best, second) = self.sum(first, winners);
            let repeats = sum.numbers.disproof == 0 && sum.repeats;
            let reached = sum.numbers.proof >= limit.proof || sum.numbers.disproof >= limit.disproof;
            if reached || sum.numbers.proof == 0 || sum.numbers.disproof == 0 || self.stopped {
                return (Result { numbers: sum.numbers, repeats }, best);
            }
            if self.depth >= MOST_DEPTH {
                return (Result { numbers: Numbers::NOT_WON, repeats: true }, best);
            }
            if self.evaluations >= self.next_ask {
                self.next_ask = self.evaluations + ASK_EVERY;
                self.stopped = (self.ask)(self.evaluations).is_break();
            }
            let child = &self.children[first + best];
            let beyond = |second: u32| {
                second.saturating_add(1).saturating_add(second / 64 * self.settings.epsilon + second % 64 * self.settings.epsilon / 64)
            };
            let other = |limit: u32, sum: u32, child: u32| (limit - sum).saturating_add(child).min(NEVER);
            let child_limit = if winners {
                Numbers {
                    proof: limit.proof.min(beyond(second)).min(NEVER),
                    disproof: other(limit.disproof, sum.numbers.disproof, child.numbers.disproof),
                }
            } else {
                Numbers {
                    proof: other(limit.proof, sum.numbers.proof, child.numbers.proof),
                    disproof: limit.disproof.min(beyond(second)).min(NEVER),
                }
            };
            let (position, key) = (child.position, child.key);
            // Another way may have led to it meanwhile.
            let known = self.table.get(key).map(|entry| entry.known);
            let result = match known {
                Some(Known::Proved { .. }) => Result { numbers: Numbers::WON, repeats: false },
                Some(Known::Numbers(numbers))
                    if numbers.disproof == 0 || numbers.proof >= child_limit.proof || numbers.disproof >= child_limit.disproof =>
                {
                    Result { numbers, repeats: false }
                }
                _ => self.expand(&position, key, child_limit),
            };
            let child = &mut self.children[first + best];
            (child.numbers, child.repeats) = (result.numbers, result.repeats);
        }
    }

    /// The numbers of a position from those of its children, the best child, and the second best child's number.
    fn sum(&self, first: usize, winners: bool) -> (Result, usize, u32) {
        let (mut least, mut second, mut best, mut sum, mut most) = (u32::MAX, u32::MAX, 0, 0_u32, 0);
        let (mut tie, mut repeats) = (u32::MAX, false);
        for (index, child) in self.children[first..].iter().enumerate() {
            let Numbers { proof, disproof } = child.numbers;
            let (own, other) = if winners { (proof, disproof) } else { (disproof, proof) };
            sum = sum.saturating_add(other).min(NEVER);
            most = most.max(other);
            repeats |= child.repeats;
            if own < least || own == least && other < tie {
                second = least;
                (least, best, tie) = (own, index, other);
            } else if own < second {
                second = own;
            }
        }
        // Ways that meet again are counted more than once in a sum: so the largest counts whole, the rest in part.
        let share = if winners { self.settings.or_share } else { self.settings.and_share };
        if most < NEVER {
            let rest = u64::from(sum - most) * u64::from(share) / 16;
            sum = most.saturating_add(u32::try_from(rest).unwrap_or(NEVER)).max(u32::from(sum > 0)).min(NEVER - 1);
        }
        let numbers = if winners { Numbers { proof: least, disproof: sum } } else { Numbers { proof: sum, disproof: least } };
        (Result { numbers, repeats }, best, second)
    }

    /// Keeps what was found. That there is no win without a repetition is true on this way from the root only.
    fn note(&mut self, key: u64, result: Result, best: usize, evaluations: u64) {
        let best = u8::try_from(best).unwrap_or(u8::MAX);
        let before = self.table.get(key);
        let work = before.map_or(0, |entry| 1_u64 << (entry.work / 4)) + evaluations;
        let work = table::work(work);
        match result.numbers {
            Numbers { proof: 0, .. } => _ = self.table.prove(key, best, work),
            Numbers { disproof: 0, .. } if result.repeats => {
                let hopeless = match before.map(|entry| entry.known) {
                    Some(Known::Numbers(numbers)) if numbers.proof >= HOPELESS => (numbers.proof + numbers.proof / 4).min(NEVER - 1),
                    _ => HOPELESS,
                };
                self.table.put(key, Entry { known: Known::Numbers(Numbers { proof: hopeless, disproof: 1 }), best, work });
            }
            numbers => self.table.put(key, Entry { known: Known::Numbers(numbers), best, work }),
        }
    }
}
