//! The searches, and the [`Solver`] that runs them in turns.
//!
//! `quick` answers what can be seen at once. `playout`, `deepening` and `frontier` look for mates, `shortest` for shortest ones. `closed_set` looks for sets of
//! positions closed under legal moves, with the arguments of `crate::chess`; `reachable` for larger sets without arguments, and for mates in them; `fortress`
//! chooses the pieces that the skeleton argument tracks.

mod cancellation;
pub mod closed_set;
mod deepening;
mod fortress;
mod frontier;
mod key_set;
mod playout;
mod quick;
mod reachable;
mod shortest;
mod successors;
mod zobrist;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use cozy_chess::{Board, CastleRights, Move as NativeMove};

use crate::chess::{BitBoard, Color, End, Move, Position};
use cancellation::Cancellation;
use closed_set::{Arguments, ClosedSetSearch};
use deepening::Deepening;
use fortress::Fortress;
use frontier::Frontier;
use playout::Playouts;
use quick::QuickSearch;
use reachable::Reachable;
use shortest::Shortest;

/// When a search gives up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// About how many nodes the search takes at most. A node is a position whose moves are looked at. Verdicts depend on nothing else: the same question with
    /// the same `nodes` gets the same answer on every machine.
    pub nodes: u64,
    /// The time after which the search gives up, within some milliseconds. With a time limit a verdict may depend on the machine.
    pub time: Option<Duration>,
}

impl Limits {
    /// About `nodes` nodes at most, and no time limit.
    #[must_use]
    pub const fn nodes(nodes: u64) -> Self {
        Self { nodes, time: None }
    }

    /// The same limits with a time limit besides.
    #[must_use]
    pub const fn within(self, time: Duration) -> Self {
        Self { time: Some(time), ..self }
    }
}

impl Default for Limits {
    /// [`USUAL_NODES`] and no time limit: under a second for nearly all positions of games, some seconds for the others.
    fn default() -> Self {
        Self::nodes(USUAL_NODES)
    }
}

/// The answer to a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Whether the intended winner can mate, with the evidence.
    pub verdict: Verdict,
    /// How many nodes the search took.
    pub nodes: u64,
}

/// Whether the intended winner can mate by some series of legal moves of both sides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The intended winner can mate. These moves of both sides end in mate; there are none if the position itself is the mate.
    Winnable(Vec<Move>),
    /// The intended winner cannot mate, whatever both sides do.
    Unwinnable(ClosedSet),
    /// The search has not found out within the limits.
    Unknown,
}

/// Why the intended winner cannot mate: a set of positions, closed under legal moves, in which that side never mates. Moves need not be made from positions
/// that an argument settles.
///
/// Only [`ClosedSet::reason`] is of interest to most programs. The rest is what a certificate of `gamecert` needs besides the position, from which a checker
/// builds the set again. Positions are numbered from 0 in the order of `spec/kinds/unwinnable.md`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClosedSet {
    /// The number of positions, the one asked about included.
    pub positions: u32,
    /// The numbers of the positions that the static argument settles, in ascending order.
    pub settled_by_static: Vec<u32>,
    /// The numbers of the positions that the skeleton argument settles, in ascending order.
    pub settled_by_skeletons: Vec<u32>,
    /// The number of skeletons met for all of these together.
    pub skeletons: u32,
    /// The squares of the pieces that the skeleton argument tracks.
    pub tracked: BitBoard,
    /// What settles the question.
    pub reason: Reason,
}

impl ClosedSet {
    /// A set of `positions` positions without any argument.
    #[must_use]
    pub const fn new(positions: u32, reason: Reason) -> Self {
        Self { positions, settled_by_static: Vec::new(), settled_by_skeletons: Vec::new(), skeletons: 0, tracked: BitBoard::EMPTY, reason }
    }

    /// The set of the position alone, which the skeleton argument settles with `skeletons` skeletons and without tracked pieces.
    #[must_use]
    pub fn by_skeletons(skeletons: u32) -> Self {
        Self { settled_by_skeletons: vec![0], skeletons, ..Self::new(1, Reason::Skeletons) }
    }
}

/// What settles that the intended winner cannot mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// The game is over, and not by a mate of the intended winner.
    Over,
    /// The material is insufficient.
    Material,
    /// The static argument, for the position itself: no mating net can ever come about.
    Static,
    /// The skeleton argument, for the position itself: it is a fortress, wherever the pieces go.
    Skeletons,
    /// All positions that can follow were looked at, as far as no argument settles them.
    Closed,
}

impl Reason {
    /// The reason in a word: `over`, `material`, `static`, `skeletons` or `closed`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Over => "over",
            Self::Material => "material",
            Self::Static => "static",
            Self::Skeletons => "skeletons",
            Self::Closed => "closed",
        }
    }
}

/// Answers questions, one after the other. A program has one solver for each of its threads.
///
/// A solver takes at most some 300 MB while it answers a question (twice that for shortest lines), and hardly any for nearly all of them. Between questions it
/// keeps some 10 MB, or up to some 60 MB after large fortresses.
#[derive(Default)]
pub struct Solver {
    quick: QuickSearch,
    playouts: Playouts,
    closed_sets: ClosedSetSearch,
    fortress: Fortress,
    reachable: Reachable,
    frontier: Frontier,
    deepening: Deepening,
    cancellation: Cancellation,
}

/// Nodes of the playouts that come before all other searches. Where pawns block one another playouts are less often of use.
const FIRST_PLAYOUTS: u64 = 1 << 13;
const FIRST_PLAYOUTS_IF_BLOCKED: u64 = 1 << 10;
/// Rounds with limits of their own. In further ones, the searches that go on double theirs each time.
const ROUNDS: usize = 6;
/// Most positions that [`Frontier`] keeps.
const MAX_FRONTIER: usize = 1 << 20;

/// One of the searches that take turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Search {
    /// A closed set with the static argument.
    StaticSet,
    /// The skeleton argument for the position itself.
    Fortress,
    /// A closed set with the static and the skeleton argument.
    SkeletonSet,
    /// Playouts, each with random weights.
    Playouts,
    /// The best-first search with playouts.
    Frontier,
    /// The best-first search through all reachable positions.
    Reachable,
    /// The depth-first search with iterative deepening.
    Deepening,
    /// The best-first search through reachable positions, limited in width.
    WidthLimited,
}

impl Search {
    /// All searches, in the order in which they are run.
    const ALL: [Self; 8] = [
        Self::StaticSet,
        Self::Fortress,
        Self::SkeletonSet,
        Self::Playouts,
        Self::Frontier,
        Self::Reachable,
        Self::Deepening,
        Self::WidthLimited,
    ];

    /// The most nodes that a search may take in a round, or 0 if it is left out. For each search there are positions that it alone answers soon, nearly always
    /// in the first rounds. The later ones are for large sets, and mates in them.
    fn share(self, round: usize, may_be_blocked: bool) -> u64 {
        // Exponents of powers of two; 0 stands for no nodes.
        let shares: [u32; ROUNDS] = match self {
            // Where pieces are free to move it takes long and seldom succeeds, so the others go first.
            Self::StaticSet if round == 0 && !may_be_blocked => return 0,
            Self::StaticSet => [6, 7, 0, 0, 0, 0],
            Self::Fortress => [10, 12, 0, 0, 18, 0],
            Self::SkeletonSet => [10, 0, 13, 0, 17, 0],
            Self::Playouts => [12, 13, 14, 15, 16, 17],
            Self::Reachable => [10, 14, 16, 19, 22, 0],
            // What it has not found at once, the search through all reachable positions mostly finds with fewer nodes.
            Self::Frontier => [10, 12, 0, 0, 18, 20],
            Self::Deepening => [12, 15, 17, 18, 19, 20],
            // Last of all, so that lines found by the others, of which certificates were made, stay the same.
            Self::WidthLimited => [0, 0, 0, 0, 0, 22],
        };
        match shares.get(round) {
            Some(0) => 0,
            Some(exponent) => 1 << exponent,
            // Sets would take more memory, so only searches for lines continue.
            None if matches!(self, Self::Playouts | Self::Frontier | Self::Deepening) => {
                1 << (shares[ROUNDS - 1] as usize + round - (ROUNDS - 1)).min(60)
            }
            None => 0,
        }
    }
}

/// The default limit of nodes. All rounds together take less; with a higher limit further rounds follow until it is reached.
pub const USUAL_NODES: u64 = 1 << 24;

/// By this factor [`Solver::decide_shortest`] takes more nodes than the limit says to shorten a line. These nodes take less time each.
pub const SHORTEST_FACTOR: u64 = 32;

impl Solver {
    /// A solver that has not been asked anything yet, which takes hardly any memory.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The same solver, which gives up soon after another thread has set the flag. As long as it is set, answers are [`Verdict::Unknown`] unless they need no
    /// search.
    #[must_use]
    pub fn cancelled_by(self, flag: Arc<AtomicBool>) -> Self {
        Self { cancellation: Cancellation::by(flag), ..self }
    }

    /// Gives back all memory that is kept between questions.
    pub fn release_memory(&mut self) {
        *self = Self { cancellation: std::mem::take(&mut self.cancellation), ..Self::default() };
    }

    /// Decides whether the intended winner can mate, within these limits.
    pub fn decide(&mut self, position: &Position, intended_winner: Color, limits: Limits) -> Answer {
        self.cancellation.start_clock(limits.time);
        self.decide_until(position, intended_winner, limits.nodes)
    }

    /// As [`Solver::decide`]; the clock has been started.
    fn decide_until(&mut self, position: &Position, intended_winner: Color, limit: u64) -> Answer {
        if let Some(verdict) = without_search(position, intended_winner) {
            return Answer { verdict, nodes: 0 };
        }
        let (verdict, mut spent) = self.quick.search(position, intended_winner, &mut self.closed_sets);
        if let Some(verdict) = verdict {
            return Answer { verdict, nodes: spent };
        }
        let may_be_blocked = quick::may_be_blocked(position.board());
        let playouts = if may_be_blocked { FIRST_PLAYOUTS_IF_BLOCKED } else { FIRST_PLAYOUTS };
        let (line, nodes) = self.playouts.search(position, intended_winner, playouts.min(limit), &self.cancellation);
        spent += nodes;
        let mut verdict = line.map(Verdict::Winnable);
        self.fortress.reset();
        self.playouts.reset();
        let rounds = if limit > USUAL_NODES { usize::MAX } else { ROUNDS };
        'rounds: for round in 0..rounds {
            let before = spent;
            for search in Search::ALL {
                if verdict.is_some() || spent >= limit || self.cancellation.is_cancelled() {
                    break 'rounds;
                }
                let share = search.share(round, may_be_blocked);
                let (found, nodes) = self.run(search, position, intended_winner, (share, limit - spent));
                verdict = found;
                spent += nodes;
            }
            if round >= ROUNDS && spent == before {
                // Every search has come to its end.
                break;
            }
        }
        self.reachable.reset();
        self.frontier.reset();
        Answer { verdict: verdict.unwrap_or(Verdict::Unknown), nodes: spent }
    }

    /// Runs one search with at most about `share` nodes, or not at all if that is 0, and at most about `left` ones beyond those of earlier rounds if it goes
    /// on where they have ended. Returns also how many nodes it took now.
    fn run(&mut self, search: Search, position: &Position, intended_winner: Color, (share, left): (u64, u64)) -> (Option<Verdict>, u64) {
        let limit = share.min(left);
        let [size, share_size, left_size] = [limit, share, left].map(|nodes| usize::try_from(nodes).unwrap_or(usize::MAX));
        let cancellation = &self.cancellation;
        let (line, nodes) = match search {
            _ if limit == 0 => return (None, 0),
            Search::StaticSet => {
                return self.closed_sets.search_until(position, intended_winner, (size, Arguments::Static), cancellation);
            }
            Search::SkeletonSet => {
                return self.closed_sets.search_until(position, intended_winner, (size, Arguments::Skeletons), cancellation);
            }
            Search::Fortress => return self.fortress.search(position, intended_winner, limit, cancellation),
            Search::Reachable => {
                let limits = (share_size, left_size);
                return self.reachable.go_on(position, intended_winner, limits, &mut self.playouts, cancellation);
            }
            Search::WidthLimited => {
                return self.reachable.search_width_limited(position, intended_winner, size, &mut self.playouts, cancellation);
            }
            Search::Playouts => self.playouts.go_on(position, intended_winner, (share, left), cancellation),
            Search::Deepening => self.deepening.search(position, intended_winner, limit, cancellation),
            Search::Frontier => {
                let limits = (share, left, MAX_FRONTIER);
                self.frontier.go_on(position, intended_winner, limits, &mut self.playouts, cancellation)
            }
        };
        (line.map(Verdict::Winnable), nodes)
    }

    /// As [`Solver::decide`], and if the intended winner can mate, looks for a shortest line with up to [`SHORTEST_FACTOR`] times as many nodes. Returns also
    /// whether the line is known to be a shortest one.
    pub fn decide_shortest(&mut self, position: &Position, intended_winner: Color, limits: Limits) -> (Answer, bool) {
        self.cancellation.start_clock(limits.time);
        let Answer { verdict, nodes: mut spent } = self.decide_until(position, intended_winner, limits.nodes);
        let Verdict::Winnable(line) = verdict else { return (Answer { verdict, nodes: spent }, false) };
        let limit = limits.nodes.saturating_mul(SHORTEST_FACTOR);
        let (found, nodes) = Shortest::search(position, intended_winner, line.len(), limit, &self.cancellation);
        spent += nodes;
        let (line, is_shortest) = match found {
            shortest::Found::Shorter(line) => (line, true),
            shortest::Found::Nothing => (line, true),
            shortest::Found::Unknown => (line, false),
        };
        (Answer { verdict: Verdict::Winnable(line), nodes: spent }, is_shortest)
    }

    /// Decides only what can be seen quickly, with a bounded number of nodes: mostly that a side cannot mate. Otherwise the verdict is [`Verdict::Unknown`].
    pub fn decide_quickly(&mut self, position: &Position, intended_winner: Color) -> Answer {
        if let Some(verdict) = without_search(position, intended_winner) {
            return Answer { verdict, nodes: 0 };
        }
        let (verdict, nodes) = self.quick.search(position, intended_winner, &mut self.closed_sets);
        Answer { verdict: verdict.unwrap_or(Verdict::Unknown), nodes }
    }
}

/// The verdict, if it needs no search.
fn without_search(position: &Position, intended_winner: Color) -> Option<Verdict> {
    let unwinnable = |reason| Some(Verdict::Unwinnable(ClosedSet::new(1, reason)));
    match position.end() {
        Some(End::Mate(side)) if side == intended_winner => Some(Verdict::Winnable(Vec::new())),
        Some(_) => unwinnable(Reason::Over),
        None if position.has_insufficient_material(intended_winner) => unwinnable(Reason::Material),
        None => None,
    }
}

/// The board after a legal move.
fn board_after(board: &Board, played: NativeMove) -> Board {
    let mut after = board.clone();
    after.play_unchecked(played);
    after
}

/// The moves of a line in the form of `cozy-chess` as [`Move`]s.
fn moves_of_native(position: &Position, line: &[NativeMove]) -> Vec<Move> {
    let board = position.board();
    let may_castle = Color::ALL.iter().any(|&side| *board.castle_rights(side) != CastleRights { short: None, long: None });
    if !may_castle {
        return line.iter().map(|&NativeMove { from, to, promotion }| Move { from, to, promotion }).collect();
    }
    let mut position = position.clone();
    let convert = |&played: &NativeMove| {
        let played = position.move_of_native(played);
        position = position.after(played);
        played
    };
    line.iter().map(convert).collect()
}

#[cfg(test)]
mod tests;
