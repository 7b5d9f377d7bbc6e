//! The search itself.
//!
//! Positions with one legal move are passed through: what counts is the position behind them. So the sides need not take turns in the tree.
//!
//! Who comes back to a position has won nothing: on the way from the root such a move counts as not won. What follows from it holds on this way only, and is kept as a disproof only for a position
//! at or above the one that was come back to: a search from there would have found the same.

use std::ops::ControlFlow;

use rustc_hash::{FxHashMap, FxHashSet};

use super::table::{self, Entry, Known, Table};
use super::{NEVER, Numbers, Settings};
use crate::model::two_player::{Look, Play};

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
    /// How many evaluations lie between one time and the next.
    ask_every: u64,
    next_ask: u64,
    moves: Vec<P::Move>,
    children: Vec<Child<P::Position>>,
    /// The positions from the root to here: depths, from 1, by key.
    path: FxHashMap<u64, u32>,
    /// How many of them have a place here: most keys need not be looked for.
    passed: Box<[u16; 4096]>,
    depth: u32,
}

/// A move's position, or the one behind the forced moves that follow it.
struct Child<T> {
    position: T,
    key: u64,
    numbers: Numbers,
    /// If it is not won: the least depth of a position on the way from the root that this is due to.
    due: u32,
}

/// The numbers of a position, and if it is not won, the least depth of a position on the way from the root that this is due to.
#[derive(Clone, Copy)]
struct Result {
    numbers: Numbers,
    due: u32,
}

/// Due to nothing on the way.
const NOTHING: u32 = u32::MAX;
/// Due to what lies before the root, or to a limit of the search.
const BEFORE: u32 = 0;

impl Bound<'_> {
    fn holds(&self, key: u64) -> bool {
        let lower = |(table, limit): (&Table, u64)| matches!(table.get(key)?.known, Known::Proved { rank } if rank < limit).then_some(());
        self.done.contains_key(&key) || self.whole.and_then(lower).is_some()
    }
}

fn place(key: u64) -> usize {
    (key & 4095) as usize
}

/// Follows forced moves. Returns the position behind them, how it looks (nothing if there is no end to them), and how many positions were looked at.
#[inline]
pub(super) fn follow_forced<P: Play>(play: &P, mut position: P::Position, moves: &mut Vec<P::Move>) -> (P::Position, Option<Look>, u64) {
    for looked in 1..=u64::from(MOST_FORCED) {
        match play.look(&position) {
            Look::Open { moves: 1, .. } => {
                let before = moves.len();
                play.moves(&position, moves);
                position = play.after(&position, moves[before]);
                moves.truncate(before);
            }
            look => return (position, Some(look), looked),
        }
    }
    (position, None, MOST_FORCED.into())
}

/// The proof number of a position that was not won on one way from the root; four times as much each time more.
const FIRST_DOUBT: u32 = 1 << 10;

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
            ask_every: ASK_EVERY,
            next_ask: ASK_EVERY,
            moves: Vec::new(),
            children: Vec::new(),
            path: FxHashMap::default(),
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

    /// Lets it ask after so many evaluations each time, if that is more often.
    #[must_use]
    pub fn asking_every(self, evaluations: u64) -> Self {
        let ask_every = evaluations.min(ASK_EVERY);
        Self { ask_every, next_ask: ask_every, ..self }
    }

    /// Searches until the position's numbers reach a limit or it is told to stop. Returns the numbers.
    pub fn run(&mut self, root: P::Position, limit: Numbers) -> Numbers {
        let child = self.child(root);
        if child.due == BEFORE {
            return child.numbers.at_best_hopeless();
        }
        if let Numbers { proof: 0, .. } | Numbers { disproof: 0, .. } = child.numbers {
            return child.numbers;
        }
        let result = self.expand(&child.position, child.key, limit);
        if result.due == BEFORE { result.numbers.at_best_hopeless() } else { result.numbers }
    }

    /// Follows forced moves and guesses the numbers of what comes behind them.
    fn child(&mut self, position: P::Position) -> Child<P::Position> {
        let (position, look, looked) = follow_forced(self.play, position, &mut self.moves);
        self.evaluations += looked;
        let settled = |numbers, due| Child { position, key: 0, numbers, due };
        match look {
            Some(Look::Won) => settled(Numbers::WON, NOTHING),
            Some(Look::NotWon) => settled(Numbers::NOT_WON, NOTHING),
            Some(Look::Open { moves, captures, units }) => {
                let (key, numbers) = (self.play.key(&position), self.guess(&position, (moves, captures), units));
                Child { position, key, numbers, due: NOTHING }
            }
            None => settled(Numbers::NOT_WON, BEFORE),
        }
    }

    fn guess(&self, position: &P::Position, (moves, captures): (u32, bool), units: u32) -> Numbers {
        let Settings { replies, quiet_replies, units: weight, mobility, .. } = self.settings;
        if self.play.winners_turn(position) {
            Numbers { proof: 1 + weight * units / 16, disproof: 1 + mobility * moves / 16 }
        } else {
            let each = if captures { replies } else { quiet_replies };
            Numbers { proof: 1 + (weight * units + each * moves) / 16, disproof: 1 }
        }
    }

    /// Searches below a position in which play goes on and a choice is left, until its numbers reach the limit.
    fn expand(&mut self, position: &P::Position, key: u64, limit: Numbers) -> Result {
        let (first_move, first) = (self.moves.len(), self.children.len());
        let begun = self.evaluations;
        let winners = self.play.winners_turn(position);
        self.depth += 1;
        self.path.insert(key, self.depth);
        self.passed[place(key)] += 1;
        self.play.moves(position, &mut self.moves);
        let mut decided = None;
        for index in first_move..self.moves.len() {
            let next = self.play.after(position, self.moves[index]);
            let child = self.child(next);
            let decides = if winners { child.numbers.proof == 0 } else { child.numbers.disproof == 0 };
            if decides {
                decided = Some((index - first_move, child.due));
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
            Some((best, due)) => {
                (if winners { Result { numbers: Numbers::WON, due: NOTHING } } else { Result { numbers: Numbers::NOT_WON, due } }, best)
            }
            None => self.follow(first, winners, limit),
        };
        let result = if result.due >= self.depth { Result { due: NOTHING, ..result } } else { result };
        self.depth -= 1;
        self.path.remove(&key);
        self.passed[place(key)] -= 1;
        self.children.truncate(first);
        self.note(key, result, best, self.evaluations - begun);
        result
    }

    /// Replaces guesses by what is known. (All are looked up together, so that the memory can fetch them together.) Returns a child that decides, if there is one, and
    /// what that is due to.
    fn look_up(&mut self, first: usize, winners: bool) -> Option<(usize, u32)> {
        let mut decided: Option<(usize, u32)> = None;
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
                    (child.numbers, child.due) = (Numbers::NOT_WON, BEFORE);
                } else if bound.holds(child.key) {
                    child.numbers = Numbers::WON;
                }
            }
            if self.passed[place(child.key)] != 0
                && child.numbers.proof != 0
                && let Some(&depth) = self.path.get(&child.key)
            {
                (child.numbers, child.due) = (Numbers::NOT_WON, depth.min(child.due));
            }
            let decides = if winners { child.numbers.proof == 0 } else { child.numbers.disproof == 0 };
            if decides && decided.is_none_or(|(_, due)| due < child.due) {
                decided = Some((index, child.due));
            }
        }
        decided
    }

    /// Goes into the most promising child, again and again.
    fn follow(&mut self, first: usize, winners: bool, limit: Numbers) -> (Result, usize) {
        loop {
            let (sum, best, second) = self.sum(first, winners);
            let reached = sum.numbers.proof >= limit.proof || sum.numbers.disproof >= limit.disproof;
            if reached || sum.numbers.proof == 0 || sum.numbers.disproof == 0 || self.stopped {
                return (sum, best);
            }
            if self.depth >= MOST_DEPTH {
                return (Result { numbers: Numbers::NOT_WON, due: BEFORE }, best);
            }
            if self.evaluations >= self.next_ask {
                self.next_ask = self.evaluations + self.ask_every;
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
                Some(Known::Proved { .. }) => Result { numbers: Numbers::WON, due: NOTHING },
                Some(Known::Numbers(numbers))
                    if numbers.disproof == 0 || numbers.proof >= child_limit.proof || numbers.disproof >= child_limit.disproof =>
                {
                    Result { numbers, due: NOTHING }
                }
                _ => self.expand(&position, key, child_limit),
            };
            let child = &mut self.children[first + best];
            (child.numbers, child.due) = (result.numbers, result.due);
        }
    }

    /// The numbers of a position from those of its children, the best child, and the second best child's number.
    fn sum(&self, first: usize, winners: bool) -> (Result, usize, u32) {
        let (mut least, mut second, mut best, mut sum, mut most) = (u32::MAX, u32::MAX, 0, 0_u32, 0);
        let (mut tie, mut due) = (u32::MAX, NOTHING);
        for (index, child) in self.children[first..].iter().enumerate() {
            let Numbers { proof, disproof } = child.numbers;
            let (own, other) = if winners { (proof, disproof) } else { (disproof, proof) };
            sum = sum.saturating_add(other).min(NEVER);
            most = most.max(other);
            due = due.min(child.due);
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
        // The winner has lost if all moves have, the other side's moves need one that has.
        let due = match numbers.disproof {
            0 if winners => due,
            0 => self.children[first + best].due,
            _ => NOTHING,
        };
        (Result { numbers, due }, best, second)
    }

    /// Keeps what was found.
    fn note(&mut self, key: u64, result: Result, best: usize, evaluations: u64) {
        let best = u8::try_from(best).unwrap_or(u8::MAX);
        let before = self.table.get(key);
        let work = before.map_or(0, |entry| 1_u64 << (entry.work / 4)) + evaluations;
        let work = table::work(work);
        match result.numbers {
            Numbers { proof: 0, .. } => _ = self.table.prove(key, best, work),
            Numbers { disproof: 0, .. } if result.due != NOTHING => {
                // True on this way only: on others it is to be tried again, but rather late.
                let before = match before.map(|entry| entry.known) {
                    Some(Known::Numbers(numbers)) => numbers.proof,
                    _ => 0,
                };
                let proof = before.saturating_mul(4).clamp(FIRST_DOUBT, NEVER - 1);
                self.table.put(key, Entry { known: Known::Numbers(Numbers { proof, disproof: 1 }), best, work });
            }
            numbers => self.table.put(key, Entry { known: Known::Numbers(numbers), best, work }),
        }
    }
}
