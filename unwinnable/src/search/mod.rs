//! The searches, and the [`Solver`] that runs them in turn.
//!
//! `quick` decides easy positions at once. `playout`, `deepening` and `frontier` look for mates, and `shortest` looks
//! for shortest mates. `closed_set` looks for closed sets: sets of positions that no legal move leaves. The search for
//! closed sets uses the arguments of `crate::chess`, which prove that a side cannot mate. `reachable` looks for distant
//! mates and for larger closed sets. `reachable` uses only the material argument. `fortress` tries the skeleton
//! argument with different choices of tracked pieces.

mod cancellation;
pub mod closed_set;
mod deepening;
mod fortress;
mod frontier;
mod key_set;
mod playout;
mod progress;
mod quick;
mod reachable;
mod shortest;
mod successors;
mod zobrist;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use cozy_chess::{Board, CastleRights, Move as NativeMove, Piece as Role};

use crate::chess::{BitBoard, Color, End, Move, Position};
use cancellation::Cancellation;
use closed_set::{Arguments, ClosedSetSearch};
use deepening::Deepening;
use fortress::Fortress;
use frontier::Frontier;
use playout::Playouts;
pub use progress::Progress;
use progress::Reporter;
use quick::QuickSearch;
use reachable::Reachable;
use shortest::Shortest;

/// Limits after which a search gives up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Approximate maximum number of nodes. A node is a position whose moves are searched. Without a time limit, the
    /// answer depends only on the question and on this number, not on the machine.
    pub nodes: u64,
    /// Time after which the search gives up, within a few milliseconds. If there is a time limit, verdicts may depend
    /// on the speed of the machine.
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
    /// Returns a node limit of [`USUAL_NODES`] and no time limit. With these limits, a search takes under a second for
    /// nearly all positions of real games, and a few seconds for the others.
    fn default() -> Self {
        Self::nodes(USUAL_NODES)
    }
}

/// A verdict, and the number of nodes used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Whether the intended winner can mate, with the evidence.
    pub verdict: Verdict,
    /// Number of nodes that the search used.
    pub nodes: u64,
}

/// An answer with a shortest mating line, as far as one was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShortestAnswer {
    /// The verdict and the number of nodes used. If the intended winner can mate, the evidence is the shortest line found.
    pub answer: Answer,
    /// No mating line has fewer plies than this number, which is 0 unless the intended winner can mate.
    pub at_least: usize,
}

impl ShortestAnswer {
    /// Returns whether the answer has a mating line, and no mating line is shorter.
    #[must_use]
    pub fn is_shortest(&self) -> bool {
        matches!(&self.answer.verdict, Verdict::Winnable(line) if line.len() == self.at_least)
    }
}

/// Whether the intended winner can mate by some series of legal moves of both sides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The intended winner can mate. These moves of both sides lead to the mate. The list of moves is empty if the
    /// position itself is already mate.
    Winnable(Vec<Move>),
    /// The intended winner cannot mate, whatever both sides do.
    Unwinnable(ClosedSet),
    /// The question is undecided, because the search reached a limit or was cancelled.
    Unknown,
}

/// A set of positions, which proves that the intended winner cannot mate. The set contains no mate by the intended
/// winner. No legal move leaves the set, except from positions proved by an argument.
///
/// Most programs need only [`ClosedSet::reason`]. The fields other than `reason` are the evidence for a `gamecert`
/// certificate. From the root and these fields, a checker can rebuild the set. Positions are numbered from 0, in the
/// breadth-first order that `spec/kinds/unwinnable.md` defines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClosedSet {
    /// Number of positions, including the root.
    pub positions: u32,
    /// Indices of the positions that the static argument proves unwinnable, in ascending order.
    pub settled_by_static: Vec<u32>,
    /// Indices of the positions that the skeleton argument proves unwinnable, in ascending order.
    pub settled_by_skeletons: Vec<u32>,
    /// Number of skeletons (partly known positions) that the skeleton argument explores in total.
    pub skeletons: u32,
    /// Squares of the pieces that the skeleton argument tracks.
    pub tracked: BitBoard,
    /// The kind of reason why the intended winner cannot mate.
    pub reason: Reason,
}

impl ClosedSet {
    /// Creates a set of `positions` positions without any argument.
    #[must_use]
    pub const fn new(positions: u32, reason: Reason) -> Self {
        Self { positions, settled_by_static: Vec::new(), settled_by_skeletons: Vec::new(), skeletons: 0, tracked: BitBoard::EMPTY, reason }
    }

    /// Creates a set that contains only the root. The skeleton argument proves the root unwinnable. The argument
    /// explores `skeletons` skeletons (partly known positions), and tracks no pieces.
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
    /// The intended winner's material is insufficient for a mate.
    Material,
    /// The static argument proves that no mating net can ever arise from the root.
    Static,
    /// The skeleton argument proves that the root is a fortress, in which the intended winner cannot mate.
    Skeletons,
    /// The search found a closed set without a mate by the intended winner.
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

/// A solver, which answers one question at a time. Use a separate solver in each thread.
///
/// During a question, a solver takes up to about 300 MB, or up to about 400 MB if it looks for a shortest mate. Nearly
/// all questions take hardly any memory. Between questions, a solver keeps about 10 MB, or up to about 60 MB after
/// large fortresses.
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
    reporter: Reporter,
}

/// `FIRST_PLAYOUTS` is the node limit of the playouts before the first round. In blocked positions, in which playouts
/// succeed less often, the node limit is `FIRST_PLAYOUTS_IF_BLOCKED`.
const FIRST_PLAYOUTS: u64 = 1 << 13;
const FIRST_PLAYOUTS_IF_BLOCKED: u64 = 1 << 10;
/// Number of rounds with fixed node limits. Each later round doubles the node limits.
const ROUNDS: usize = 6;
/// Maximum number of positions that [`Frontier`] keeps.
const MAX_FRONTIER: usize = 1 << 20;

/// One of the searches that the solver runs in turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Search {
    /// Looks for a closed set, and applies the static argument (a test without search) to each position.
    StaticSet,
    /// Search for tracked pieces with which the skeleton argument proves the root unwinnable.
    Fortress,
    /// Looks for a closed set, and applies the static argument (a test without search) to each position. If the static
    /// argument fails, applies the skeleton argument, which explores partly known positions.
    SkeletonSet,
    /// Playouts, each with new random weights.
    Playouts,
    /// Best-first search with playouts.
    Frontier,
    /// Best-first search of all reachable positions.
    Reachable,
    /// Depth-first search with iterative deepening.
    Deepening,
    /// Best-first search that keeps only a few of many similar positions.
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

    /// Returns the node limit of the search in a round, or 0 if the round skips the search. Each search quickly solves
    /// some positions for which all other searches need much time. The first rounds solve most of the positions that
    /// are easy for one of the searches. The later rounds look for large closed sets and distant mates.
    fn share(self, round: usize, may_be_blocked: bool) -> u64 {
        // The table contains exponents: the node limit is 2 to this power, except that 0 means no nodes.
        let shares: [u32; ROUNDS] = match self {
            // If pieces can move freely, this search is slow and seldom succeeds, so the other searches go first.
            Self::StaticSet if round == 0 && !may_be_blocked => return 0,
            Self::StaticSet => [6, 7, 0, 0, 0, 0],
            Self::Fortress => [10, 12, 0, 0, 18, 0],
            Self::SkeletonSet => [10, 0, 13, 0, 17, 0],
            Self::Playouts => [12, 13, 14, 15, 16, 17],
            Self::Reachable => [10, 14, 16, 19, 22, 0],
            // If this search does not succeed at once, [`Self::Reachable`] mostly needs fewer nodes.
            Self::Frontier => [10, 12, 0, 0, 18, 20],
            Self::Deepening => [12, 15, 17, 18, 19, 20],
            // This search runs last, because existing certificates contain lines from the other searches, and these
            // lines must not change.
            Self::WidthLimited => [0, 0, 0, 0, 0, 22],
        };
        match shares.get(round) {
            Some(0) => 0,
            Some(exponent) => 1 << exponent,
            // Searches for closed sets would take more memory, so only the searches for lines continue.
            None if matches!(self, Self::Playouts | Self::Frontier | Self::Deepening) => {
                1 << (shares[ROUNDS - 1] as usize + round - (ROUNDS - 1)).min(60)
            }
            None => 0,
        }
    }
}

/// The default node limit. The first rounds have fixed node limits, and together use fewer nodes than this default. If
/// a question has a higher node limit, further rounds follow until the limit is reached.
pub const USUAL_NODES: u64 = 1 << 24;

/// The search for a shortest mate gets this many times the node limit. Each node of the search for a shortest mate
/// takes less time than a node of the other searches.
pub const SHORTEST_FACTOR: u64 = 32;

impl Solver {
    /// Creates a solver, which takes hardly any memory before the first question.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Makes the solver give up when another thread sets the flag. While the flag is set, verdicts that need a long
    /// search are [`Verdict::Unknown`].
    #[must_use]
    pub fn cancelled_by(self, flag: Arc<AtomicBool>) -> Self {
        Self { cancellation: Cancellation::by(flag), ..self }
    }

    /// Makes [`Solver::decide_shortest`] call `receiver` whenever it tries longer lines, and several times a second in
    /// between.
    #[must_use]
    pub fn reporting_to(self, receiver: impl Fn(Progress) + Send + Sync + 'static) -> Self {
        Self { reporter: Reporter::to(receiver), ..self }
    }

    /// Releases all memory that is kept between questions.
    pub fn release_memory(&mut self) {
        let (cancellation, reporter) = (std::mem::take(&mut self.cancellation), std::mem::take(&mut self.reporter));
        *self = Self { cancellation, reporter, ..Self::default() };
    }

    /// Tries to decide within `limits` whether the intended winner can mate.
    pub fn decide(&mut self, position: &Position, intended_winner: Color, limits: Limits) -> Answer {
        self.cancellation.start_clock(limits.time);
        self.decide_until(position, intended_winner, limits.nodes)
    }

    /// Works like [`Solver::decide`], but the caller must start the clock.
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
                // The last round has used no nodes, because all searches are exhausted.
                break;
            }
        }
        self.reachable.reset();
        self.frontier.reset();
        Answer { verdict: verdict.unwrap_or(Verdict::Unknown), nodes: spent }
    }

    /// Runs one search with at most about `share` nodes, or skips the search if `share` is 0. `share` counts the nodes
    /// of earlier rounds too, but `left` counts only new nodes. In addition, returns the number of new nodes.
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

    /// Works like [`Solver::decide`]. If the intended winner can mate, then looks for a shortest mate, with up to
    /// [`SHORTEST_FACTOR`] times the node limit. The search tries all lines of one length before it tries longer lines.
    /// Therefore, at a limit it still knows a number of plies that are not enough.
    pub fn decide_shortest(&mut self, position: &Position, intended_winner: Color, limits: Limits) -> ShortestAnswer {
        self.cancellation.start_clock(limits.time);
        let Answer { verdict, nodes } = self.decide_until(position, intended_winner, limits.nodes);
        let Verdict::Winnable(line) = verdict else { return ShortestAnswer { answer: Answer { verdict, nodes }, at_least: 0 } };
        if line.is_empty() {
            return ShortestAnswer { answer: Answer { verdict: Verdict::Winnable(line), nodes }, at_least: 0 };
        }
        let limit = limits.nodes.saturating_mul(SHORTEST_FACTOR);
        let found = Shortest::search(position, intended_winner, line.len(), limit, (&self.cancellation, &self.reporter));
        let verdict = Verdict::Winnable(found.shorter.unwrap_or(line));
        ShortestAnswer { answer: Answer { verdict, nodes: nodes + found.nodes }, at_least: found.at_least }
    }

    /// Tries to decide the question by a quick search with a bounded number of nodes. If the quick search does not find
    /// the answer, the verdict is [`Verdict::Unknown`]. The quick search mostly proves that a side cannot mate, and
    /// seldom finds a mate.
    pub fn decide_quickly(&mut self, position: &Position, intended_winner: Color) -> Answer {
        if let Some(verdict) = without_search(position, intended_winner) {
            return Answer { verdict, nodes: 0 };
        }
        let (verdict, nodes) = self.quick.search(position, intended_winner, &mut self.closed_sets);
        Answer { verdict: verdict.unwrap_or(Verdict::Unknown), nodes }
    }
}

/// Returns the verdict if it can be found without a search.
fn without_search(position: &Position, intended_winner: Color) -> Option<Verdict> {
    let unwinnable = |reason| Some(Verdict::Unwinnable(ClosedSet::new(1, reason)));
    match position.end() {
        Some(End::Mate(side)) if side == intended_winner => Some(Verdict::Winnable(Vec::new())),
        Some(_) => unwinnable(Reason::Over),
        None if position.has_insufficient_material(intended_winner) => unwinnable(Reason::Material),
        None => None,
    }
}

fn board_after(board: &Board, played: NativeMove) -> Board {
    let mut after = board.clone();
    after.play_unchecked(played);
    after
}

/// Returns the moves from the root to the position with this number. The function `before` returns the predecessor's
/// number and the move from there. For the root, the move is `None`.
fn line_to<M>(mut number: u32, before: impl Fn(u32) -> (u32, Option<M>)) -> Vec<M> {
    let mut line = Vec::new();
    while let (predecessor, Some(played)) = before(number) {
        line.push(played);
        number = predecessor;
    }
    line.reverse();
    line
}

/// Returns whether bishops help to mate in the dark corners. A bishop of the intended winner helps if it stands on a
/// dark square, because it can attack the dark corners. If the intended winner has no bishop, a bishop of the intended
/// loser helps on a light square. Such a bishop can block an escape square.
fn has_bishop_for_dark_corners(board: &Board, intended_winner: Color) -> bool {
    let bishops = board.pieces(Role::Bishop);
    let (own, others) = (bishops & board.colors(intended_winner), bishops & board.colors(!intended_winner));
    !(own & BitBoard::DARK_SQUARES).is_empty() || own.is_empty() && !(others & BitBoard::LIGHT_SQUARES).is_empty()
}

/// Converts a line of moves from the representation of `cozy-chess`.
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
