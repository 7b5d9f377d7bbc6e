//! Depth-first proof-number search (df-pn) on a transposition table.
//!
//! A position with a single legal move is not a node of the search tree, because the search plays forced moves at once.
//!
//! The search handles graph-history interaction (Kishimoto and Müller, *A general solution to the graph history
//! interaction problem*, 2004). A move that returns to a position on the current path counts as not won. A disproof
//! that uses such a move depends on the path. A disproof that does not depend on the path is stored. If a disproof
//! depends on the path, the search only stores a higher proof number, so that the position is tried again later.

use std::ops::ControlFlow;

use rustc_hash::{FxHashMap, FxHashSet};

use super::table::{self, Entry, Stored, TranspositionTable};
use super::{INFINITY, Numbers, Settings};
use crate::model::two_player::{Status, TwoPlayerGame};

/// Maximum number of consecutive forced moves that are played at once.
pub(super) const MAX_FORCED: u32 = 256;
/// A position at this depth counts as not won on the current path.
const MAX_DEPTH: u32 = 3000;

/// Results of other searches that a search may use.
#[derive(Clone, Copy)]
pub struct Bound<'a> {
    /// The transposition table of another search, and a limit. The search uses only proofs with a rank below the limit.
    pub whole: Option<(&'a TranspositionTable, u64)>,
    /// Proved positions, by key.
    pub done: &'a FxHashMap<u64, Done>,
    /// Keys of positions that are still being proved, which a proof must not use.
    pub open: &'a FxHashSet<u64>,
}

/// Upper bounds on the length of play from a proved position, in plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Done {
    /// Greatest number of plies to the end of the game.
    pub longest: u32,
    /// Greatest number of consecutive reversible moves of both sides that begin at this position.
    pub reversible: u32,
}

/// A search on a table that several searches may share.
pub struct Search<'a, G: TwoPlayerGame> {
    game: &'a G,
    table: &'a TranspositionTable,
    settings: Settings,
    bound: Option<Bound<'a>>,
    /// Callback that decides whether the search continues. The search calls this function every `ask_every`
    /// evaluations, with the number of evaluations so far.
    ask: &'a mut dyn FnMut(u64) -> ControlFlow<()>,
    stopped: bool,
    /// Number of evaluations so far. An evaluation counts the legal moves of a position.
    pub evaluations: u64,
    ask_every: u64,
    next_ask: u64,
    moves: Vec<G::Move>,
    children: Vec<Child<G::Position>>,
    /// Depth of each position on the path from the root to the current position, by key. The root has depth 1.
    path: FxHashMap<u64, u32>,
    /// If the entry for the lowest 12 bits of a key is 0, the key need not be looked up in `path`.
    on_path: Box<[u16; 4096]>,
    depth: u32,
}

/// The position after a move and after the forced moves that follow.
struct Child<T> {
    position: T,
    key: u64,
    numbers: Numbers,
    depends_on: u32,
}

/// The proof and disproof numbers of a position.
#[derive(Clone, Copy)]
struct Result {
    numbers: Numbers,
    depends_on: u32,
}

/// Marks a disproof that is valid on every path.
const NO_ANCESTOR: u32 = u32::MAX;
const ABOVE_ROOT: u32 = 0;

impl Bound<'_> {
    fn holds(&self, key: u64) -> bool {
        let lower = |(table, limit): (&TranspositionTable, u64)| {
            matches!(table.get(key)?.stored, Stored::Proved { rank } if rank < limit).then_some(())
        };
        self.done.contains_key(&key) || self.whole.and_then(lower).is_some()
    }
}

fn place(key: u64) -> usize {
    (key & 4095) as usize
}

/// Plays moves as long as there is only one legal move. Returns the last position, the status of the position, and the
/// number of positions visited. The status is `None` if there are too many forced moves.
#[inline]
pub fn follow_forced<G: TwoPlayerGame>(
    game: &G,
    mut position: G::Position,
    moves: &mut Vec<G::Move>,
) -> (G::Position, Option<Status>, u64) {
    for looked in 1..=u64::from(MAX_FORCED) {
        match game.status(&position) {
            Status::Open { moves: 1, .. } => {
                let before = moves.len();
                game.moves(&position, moves);
                position = game.after(&position, moves[before]);
                moves.truncate(before);
            }
            status => return (position, Some(status), looked),
        }
    }
    (position, None, MAX_FORCED.into())
}

/// Least proof number that is stored after a disproof that depends on the path.
const FIRST_RETRY: u32 = 1 << 10;

const ASK_EVERY: u64 = 1 << 14;

impl<'a, G: TwoPlayerGame> Search<'a, G> {
    /// Creates a search without running it.
    pub fn new(game: &'a G, table: &'a TranspositionTable, settings: Settings, ask: &'a mut dyn FnMut(u64) -> ControlFlow<()>) -> Self {
        Self {
            game,
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
            on_path: Box::new([0; 4096]),
            depth: 0,
        }
    }

    /// Allows the search to use the proved positions of `bound`, and forbids it to use the open positions of `bound`.
    #[must_use]
    pub fn within(mut self, bound: Bound<'a>) -> Self {
        self.bound = Some(bound);
        self
    }

    /// Requests a call of `ask` after at most `evaluations` evaluations.
    #[must_use]
    pub fn asking_every(self, evaluations: u64) -> Self {
        let ask_every = evaluations.min(ASK_EVERY);
        Self { ask_every, next_ask: ask_every, ..self }
    }

    /// Searches until the root's proof number reaches `limit.proof`, the root's disproof number reaches
    /// `limit.disproof`, or `ask` requests a stop. Returns the root's proof and disproof numbers.
    pub fn run(&mut self, root: G::Position, limit: Numbers) -> Numbers {
        let child = self.child(root);
        if child.depends_on == ABOVE_ROOT {
            return child.numbers.at_best_unresolved();
        }
        if let Numbers { proof: 0, .. } | Numbers { disproof: 0, .. } = child.numbers {
            return child.numbers;
        }
        let result = self.expand(&child.position, child.key, limit);
        if result.depends_on == ABOVE_ROOT { result.numbers.at_best_unresolved() } else { result.numbers }
    }

    /// Plays forced moves, and estimates the proof and disproof numbers of the position after them.
    fn child(&mut self, position: G::Position) -> Child<G::Position> {
        let (position, look, looked) = follow_forced(self.game, position, &mut self.moves);
        self.evaluations += looked;
        let settled = |numbers, depends_on| Child { position, key: 0, numbers, depends_on };
        match look {
            Some(Status::Won) => settled(Numbers::WON, NO_ANCESTOR),
            Some(Status::NotWon) => settled(Numbers::NOT_WON, NO_ANCESTOR),
            Some(Status::Open { moves, captures, units }) => {
                if let Some(won) = self.game.in_tables(&position) {
                    return settled(Numbers::of_a_table(won), NO_ANCESTOR);
                }
                let (key, numbers) = (self.game.key(&position), self.guess(&position, (moves, captures), units));
                Child { position, key, numbers, depends_on: NO_ANCESTOR }
            }
            None => settled(Numbers::NOT_WON, ABOVE_ROOT),
        }
    }

    fn guess(&self, position: &G::Position, (moves, captures): (u32, bool), units: u32) -> Numbers {
        let Settings { replies, quiet_replies, units: weight, mobility, .. } = self.settings;
        if self.game.winners_turn(position) {
            Numbers { proof: 1 + weight * units / 16, disproof: 1 + mobility * moves / 16 }
        } else {
            let each = if captures { replies } else { quiet_replies };
            Numbers { proof: 1 + (weight * units + each * moves) / 16, disproof: 1 }
        }
    }

    /// Searches the children of a position until the position's proof number reaches `limit.proof` or its disproof
    /// number reaches `limit.disproof`.
    fn expand(&mut self, position: &G::Position, key: u64, limit: Numbers) -> Result {
        let (first_move, first) = (self.moves.len(), self.children.len());
        let begun = self.evaluations;
        let winners = self.game.winners_turn(position);
        self.depth += 1;
        self.path.insert(key, self.depth);
        self.on_path[place(key)] += 1;
        self.game.moves(position, &mut self.moves);
        let mut decided = None;
        for index in first_move..self.moves.len() {
            let next = self.game.after(position, self.moves[index]);
            let child = self.child(next);
            let decides = if winners { child.numbers.proof == 0 } else { child.numbers.disproof == 0 };
            if decides {
                decided = Some((index - first_move, child.depends_on));
            }
            self.children.push(child);
            if decides {
                break;
            }
        }
        self.moves.truncate(first_move);
        if decided.is_none() {
            decided = self.probe(first, winners);
        }
        let (result, best) = match decided {
            Some((best, depends_on)) => (
                if winners {
                    Result { numbers: Numbers::WON, depends_on: NO_ANCESTOR }
                } else {
                    Result { numbers: Numbers::NOT_WON, depends_on }
                },
                best,
            ),
            None => self.search_children(first, winners, limit),
        };
        let result = if result.depends_on >= self.depth { Result { depends_on: NO_ANCESTOR, ..result } } else { result };
        self.depth -= 1;
        self.path.remove(&key);
        self.on_path[place(key)] -= 1;
        self.children.truncate(first);
        self.store(key, result, best, self.evaluations - begun);
        result
    }

    /// Replaces the estimated proof and disproof numbers of the children by those that the table stores. All look-ups
    /// are in one loop, so that the memory accesses overlap.
    fn probe(&mut self, first: usize, winners: bool) -> Option<(usize, u32)> {
        let mut decided: Option<(usize, u32)> = None;
        for (index, child) in self.children[first..].iter_mut().enumerate() {
            if child.numbers.proof == 0 || child.numbers.disproof == 0 {
                continue;
            }
            match self.table.get(child.key).map(|entry| entry.stored) {
                Some(Stored::Numbers(numbers)) => child.numbers = numbers,
                Some(Stored::Proved { .. }) => child.numbers = Numbers::WON,
                None => {}
            }
            if let Some(bound) = &self.bound
                && child.numbers.proof != 0
            {
                if bound.open.contains(&child.key) {
                    (child.numbers, child.depends_on) = (Numbers::NOT_WON, ABOVE_ROOT);
                } else if bound.holds(child.key) {
                    child.numbers = Numbers::WON;
                }
            }
            if self.on_path[place(child.key)] != 0
                && child.numbers.proof != 0
                && let Some(&depth) = self.path.get(&child.key)
            {
                (child.numbers, child.depends_on) = (Numbers::NOT_WON, depth.min(child.depends_on));
            }
            let decides = if winners { child.numbers.proof == 0 } else { child.numbers.disproof == 0 };
            if decides && decided.is_none_or(|(_, depends_on)| depends_on < child.depends_on) {
                decided = Some((index, child.depends_on));
            }
        }
        decided
    }

    /// Searches the best child, again and again, until a limit is reached. The literature on df-pn calls this function
    /// MID.
    fn search_children(&mut self, first: usize, winners: bool, limit: Numbers) -> (Result, usize) {
        loop {
            let (found, best, second) = self.back_up(first, winners);
            let reached = found.numbers.proof >= limit.proof || found.numbers.disproof >= limit.disproof;
            if reached || found.numbers.proof == 0 || found.numbers.disproof == 0 || self.stopped {
                return (found, best);
            }
            if self.depth >= MAX_DEPTH {
                return (Result { numbers: Numbers::NOT_WON, depends_on: ABOVE_ROOT }, best);
            }
            if self.evaluations >= self.next_ask {
                self.next_ask = self.evaluations + self.ask_every;
                self.stopped = (self.ask)(self.evaluations).is_break();
            }
            let child = &self.children[first + best];
            let beyond = |second: u32| {
                second.saturating_add(1).saturating_add(second / 64 * self.settings.epsilon + second % 64 * self.settings.epsilon / 64)
            };
            let other = |limit: u32, sum: u32, child: u32| (limit - sum).saturating_add(child).min(INFINITY);
            let child_limit = if winners {
                Numbers {
                    proof: limit.proof.min(beyond(second)).min(INFINITY),
                    disproof: other(limit.disproof, found.numbers.disproof, child.numbers.disproof),
                }
            } else {
                Numbers {
                    proof: other(limit.proof, found.numbers.proof, child.numbers.proof),
                    disproof: limit.disproof.min(beyond(second)).min(INFINITY),
                }
            };
            let (position, key) = (child.position, child.key);
            // Meanwhile, the position may have been searched on another path.
            let stored = self.table.get(key).map(|entry| entry.stored);
            let result = match stored {
                Some(Stored::Proved { .. }) => Result { numbers: Numbers::WON, depends_on: NO_ANCESTOR },
                Some(Stored::Numbers(numbers))
                    if numbers.disproof == 0 || numbers.proof >= child_limit.proof || numbers.disproof >= child_limit.disproof =>
                {
                    Result { numbers, depends_on: NO_ANCESTOR }
                }
                _ => self.expand(&position, key, child_limit),
            };
            let child = &mut self.children[first + best];
            (child.numbers, child.depends_on) = (result.numbers, result.depends_on);
        }
    }

    /// Computes the proof and disproof numbers of a position from the numbers of its children. In addition, returns the
    /// index of the best child.
    fn back_up(&self, first: usize, winners: bool) -> (Result, usize, u32) {
        let (mut least, mut second, mut best, mut sum, mut most) = (u32::MAX, u32::MAX, 0, 0_u32, 0);
        let (mut tie, mut depends_on) = (u32::MAX, NO_ANCESTOR);
        for (index, child) in self.children[first..].iter().enumerate() {
            let Numbers { proof, disproof } = child.numbers;
            let (own, other) = if winners { (proof, disproof) } else { (disproof, proof) };
            sum = sum.saturating_add(other).min(INFINITY);
            most = most.max(other);
            depends_on = depends_on.min(child.depends_on);
            if own < least || own == least && other < tie {
                second = least;
                (least, best, tie) = (own, index, other);
            } else if own < second {
                second = own;
            }
        }
        // A sum counts a position more than once if several children lead to it. Therefore only the largest term counts
        // in full, and the other terms count in part.
        let share = if winners { self.settings.or_share } else { self.settings.and_share };
        if most < INFINITY {
            let rest = u64::from(sum - most) * u64::from(share) / 16;
            sum = most.saturating_add(u32::try_from(rest).unwrap_or(INFINITY)).max(u32::from(sum > 0)).min(INFINITY - 1);
        }
        let numbers = if winners { Numbers { proof: least, disproof: sum } } else { Numbers { proof: sum, disproof: least } };
        // If the winner is to move, all children have to be disproved. If the loser is to move, one disproved child is
        // enough.
        let depends_on = match numbers.disproof {
            0 if winners => depends_on,
            0 => self.children[first + best].depends_on,
            _ => NO_ANCESTOR,
        };
        (Result { numbers, depends_on }, best, second)
    }

    fn store(&mut self, key: u64, result: Result, best: usize, evaluations: u64) {
        let best = u8::try_from(best).unwrap_or(u8::MAX);
        let before = self.table.get(key);
        let work = before.map_or(0, |entry| 1_u64 << (entry.work / 4)) + evaluations;
        let work = table::work(work);
        match result.numbers {
            Numbers { proof: 0, .. } => _ = self.table.prove(key, best, work),
            Numbers { disproof: 0, .. } if result.depends_on != NO_ANCESTOR => {
                // The disproof is valid on this path only. On other paths the position is tried again, after other
                // positions.
                let before = match before.map(|entry| entry.stored) {
                    Some(Stored::Numbers(numbers)) => numbers.proof,
                    _ => 0,
                };
                let proof = before.saturating_mul(4).clamp(FIRST_RETRY, INFINITY - 1);
                self.table.put(key, Entry { stored: Stored::Numbers(Numbers { proof, disproof: 1 }), best, work });
            }
            numbers => self.table.put(key, Entry { stored: Stored::Numbers(numbers), best, work }),
        }
    }
}
