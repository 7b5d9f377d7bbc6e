//! The searches, and the [`Solver`] that runs them in turn.
//!
//! `quick` settles easy positions at once. `playout`, `deepening` and `frontier` look for mates, `shortest` for
//! shortest ones. `closed_set` looks for sets of positions closed under legal moves, using the arguments of
//! `crate::chess`. `reachable` looks for larger sets without arguments, and for mates in them. `fortress` chooses the
//! pieces that the skeleton argument tracks.

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

/// Limits after which a search gives up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Approximate maximum number of nodes. A node is a position whose moves are searched. Verdicts depend on nothing
    /// else: the same question with the same `nodes` gets the same answer on every machine.
    pub nodes: u64,
    /// Time after which the search gives up, within a few milliseconds. With a time limit, verdicts may depend on the
    /// speed of the machine.
    pub time: Option<Duration>,
}

impl Limits {
    /// Creates limits of about `nodes` nodes, without a time limit.
    #[must_use]
    pub const fn nodes(nodes: u64) -> Self {
        Self { nodes, time: None }
    }

    /// Adds a time limit.
    #[must_use]
    pub const fn within(self, time: Duration) -> Self {
        Self { time: Some(time), ..self }
    }
}

impl Default for Limits {
    /// Returns [`USUAL_NODES`] without a time limit. Searches then take under a second for nearly all positions of
    /// games, and a few seconds for the others.
    fn default() -> Self {
        Self::nodes(USUAL_NODES)
    }
}

/// The answer to a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Whether the intended winner can mate, with the evidence.
    pub verdict: Verdict,
    /// Number of nodes that the search used.
    pub nodes: u64,
}

/// Whether the intended winner can mate by some series of legal moves of both sides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The intended winner can mate. This line of moves of both sides ends in mate; it is empty if the position itself
    /// is the mate.
    Winnable(Vec<Move>),
    /// The intended winner cannot mate, whatever both sides do.
    Unwinnable(ClosedSet),
    /// Undecided: the search reached its limits or was cancelled.
    Unknown,
}

/// The reason why the intended winner cannot mate: a set of positions, closed under legal moves, in which that side
/// never mates. Positions settled by an argument need not be expanded.
///
/// Most programs need only [`ClosedSet::reason`]. The other fields are the evidence of a `gamecert` certificate; with
/// the position, they let a checker rebuild the set. Positions are numbered from 0 in the order of
/// `spec/kinds/unwinnable.md`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClosedSet {
    /// Number of positions, including the root.
    pub positions: u32,
    /// Numbers of the positions that the static argument settles, in ascending order.
    pub settled_by_static: Vec<u32>,
    /// Numbers of the positions that the skeleton argument settles, in ascending order.
    pub settled_by_skeletons: Vec<u32>,
    /// Total number of skeletons for these positions.
    pub skeletons: u32,
    /// Squares of the pieces that the skeleton argument tracks.
    pub tracked: BitBoard,
    /// The kind of reason.
    pub reason: Reason,
}

impl ClosedSet {
    /// Creates a set of `positions` positions without any argument.
    #[must_use]
    pub const fn new(positions: u32, reason: Reason) -> Self {
        Self { positions, settled_by_static: Vec::new(), settled_by_skeletons: Vec::new(), skeletons: 0, tracked: BitBoard::EMPTY, reason }
    }

    /// Creates the set that contains only the root, which the skeleton argument settles with `skeletons` skeletons and
    /// without tracked pieces.
    #[must_use]
    pub fn by_skeletons(skeletons: u32) -> Self {
        Self { settled_by_skeletons: vec![0], skeletons, ..Self::new(1, Reason::Skeletons) }
    }
}

/// The kind of reason why the intended winner cannot mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// The game is over, but the intended winner has not mated.
    Over,
    /// The material is insufficient.
    Material,
    /// The static argument settles the root: no mating net is ever possible.
    Static,
    /// The skeleton argument settles the root: it is a fortress, wherever the pieces go.
    Skeletons,
    /// All reachable positions were searched, apart from those that follow settled positions.
    Closed,
}

impl Reason {
    /// Returns the reason as a word: `over`, `material`, `static`, `skeletons` or `closed`.
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

/// Answers one question at a time. Use a separate solver in each thread.
///
/// A solver takes up to about 300 MB during a question (twice that for shortest lines), but next to nothing for nearly
/// all questions. Between questions it keeps about 10 MB, or up to about 60 MB after large fortresses.
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

/// Node limits of the playouts before all other searches. Playouts succeed less often if pawns block one another.
const FIRST_PLAYOUTS: u64 = 1 << 13;
const FIRST_PLAYOUTS_IF_BLOCKED: u64 = 1 << 10;
/// Number of rounds with fixed limits. In later rounds, the searches that continue double their limits each time.
const ROUNDS: usize = 6;
/// Maximum number of positions that [`Frontier`] keeps.
const MAX_FRONTIER: usize = 1 << 20;

/// One of the searches that take turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Search {
    /// Closed set with the static argument.
    StaticSet,
    /// Skeleton argument for the root.
    Fortress,
    /// Closed set with the static and the skeleton argument.
    SkeletonSet,
    /// Playouts, each with random weights.
    Playouts,
    /// Best-first search with playouts.
    Frontier,
    /// Best-first search of all reachable positions.
    Reachable,
    /// Depth-first search with iterative deepening.
    Deepening,
    /// Best-first search of reachable positions, limited in width.
    WidthLimited,
}

impl Search {
    /// All searches in the order in which they run.
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

    /// Returns the node limit of the search in a round, or 0 if it is skipped. For each search there are positions that
    /// only this one solves soon, nearly always in the first rounds. The later rounds are for large sets and the mates
    /// in them.
    fn share(self, round: usize, may_be_blocked: bool) -> u64 {
        // Exponents of powers of two; 0 means no nodes.
        let shares: [u32; ROUNDS] = match self {
            // If pieces can move freely, this search is slow and seldom succeeds, so the others go first.
            Self::StaticSet if round == 0 && !may_be_blocked => return 0,
            Self::StaticSet => [6, 7, 0, 0, 0, 0],
            Self::Fortress => [10, 12, 0, 0, 18, 0],
            Self::SkeletonSet => [10, 0, 13, 0, 17, 0],
            Self::Playouts => [12, 13, 14, 15, 16, 17],
            Self::Reachable => [10, 14, 16, 19, 22, 0],
            // If it does not succeed at once, the search of all reachable positions mostly needs fewer nodes.
            Self::Frontier => [10, 12, 0, 0, 18, 20],
            Self::Deepening => [12, 15, 17, 18, 19, 20],
            // This search runs last, because existing certificates contain lines found by the others, and those lines
            // must not change.
            Self::WidthLimited => [0, 0, 0, 0, 0, 22],
        };
        match shares.get(round) {
            Some(0) => 0,
            Some(exponent) => 1 << exponent,
            // Sets would take more memory, so only the searches for lines continue.
            None if matches!(self, Self::Playouts | Self::Frontier | Self::Deepening) => {
                1 << (shares[ROUNDS - 1] as usize + round - (ROUNDS - 1)).min(60)
            }
            None => 0,
        }
    }
}

/// The default node limit. All fixed rounds together take fewer nodes. With a higher limit, more rounds follow until it
/// is reached.
pub const USUAL_NODES: u64 = 1 << 24;

/// Factor by which [`Solver::decide_shortest`] may exceed the node limit to shorten a line. These nodes take less time
/// each.
pub const SHORTEST_FACTOR: u64 = 32;

impl Solver {
    /// Creates a solver. It takes next to no memory until the first question.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Makes the solver give up soon after another thread sets the flag. While the flag is set, answers are
    /// [`Verdict::Unknown`], except for positions that need no search.
    #[must_use]
    pub fn cancelled_by(self, flag: Arc<AtomicBool>) -> Self {
        Self { cancellation: Cancellation::by(flag), ..self }
    }

    /// Releases all memory that is kept between questions.
    pub fn release_memory(&mut self) {
        *self = Self { cancellation: std::mem::take(&mut self.cancellation), ..Self::default() };
    }

    /// Decides whether the intended winner can mate, within these limits.
    pub fn decide(&mut self, position: &Position, intended_winner: Color, limits: Limits) -> Answer {
        self.cancellation.start_clock(limits.time);
        self.decide_until(position, intended_winner, limits.nodes)
    }

    /// Works like [`Solver::decide`], with the clock already started.
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
                // All searches are exhausted.
                break;
            }
        }
        self.reachable.reset();
        self.frontier.reset();
        Answer { verdict: verdict.unwrap_or(Verdict::Unknown), nodes: spent }
    }

    /// Runs one search with at most about `share` nodes, or skips it if `share` is 0. If the search continues an
    /// earlier round, `share` includes the nodes of earlier rounds. `left` limits the new nodes in either case. Also
    /// returns the number of new nodes.
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

    /// Works like [`Solver::decide`]. If the intended winner can mate, also looks for a shortest line, with up to
    /// [`SHORTEST_FACTOR`] times the node limit. Also returns whether the line is proved to be a shortest one.
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

    /// Decides the question only if a quick search with a bounded number of nodes settles it, which mostly shows that a
    /// side cannot mate. Otherwise the verdict is [`Verdict::Unknown`].
    pub fn decide_quickly(&mut self, position: &Position, intended_winner: Color) -> Answer {
        if let Some(verdict) = without_search(position, intended_winner) {
            return Answer { verdict, nodes: 0 };
        }
        let (verdict, nodes) = self.quick.search(position, intended_winner, &mut self.closed_sets);
        Answer { verdict: verdict.unwrap_or(Verdict::Unknown), nodes }
    }
}

/// Returns the verdict if it needs no search.
fn without_search(position: &Position, intended_winner: Color) -> Option<Verdict> {
    let unwinnable = |reason| Some(Verdict::Unwinnable(ClosedSet::new(1, reason)));
    match position.end() {
        Some(End::Mate(side)) if side == intended_winner => Some(Verdict::Winnable(Vec::new())),
        Some(_) => unwinnable(Reason::Over),
        None if position.has_insufficient_material(intended_winner) => unwinnable(Reason::Material),
        None => None,
    }
}

/// Returns the board after a legal move.
fn board_after(board: &Board, played: NativeMove) -> Board {
    let mut after = board.clone();
    after.play_unchecked(played);
    after
}

/// Converts a line from the form of `cozy-chess`.
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
