//! Playouts are games in which both sides help to mate the intended loser. In each position, a playout adds random
//! noise to the scores of the moves, and plays the best move.
//!
//! A playout never takes a move back. A playout takes little time, so it is best to give up a playout that goes in the
//! wrong direction. In positions of real games, a depth-first search with backtracking took many times longer than
//! playouts. A playout may repeat the first moves of the previous playout, because these moves mostly lead in the right
//! direction.

mod best;
mod move_score;
mod weights;

use cozy_chess::{Board, Color, Move as NativeMove};
use fastrand::Rng;

use super::cancellation::Cancellation;
use super::moves_of_native;
use crate::chess::{Move, Position, material};
use move_score::{Choice, MoveScorer};
use weights::{Source, Weights};

/// Maximum number of plies of each playout from a position. Plies that repeat the previous playout do not count. The
/// last number is also used for all later playouts.
const MAX_PLIES: [usize; 7] = [36, 40, 40, 32, 52, 60, 80];
/// Each playout after the first repeats the beginning of the previous playout. These numbers apply only to playouts
/// with the usual weights. The last number is also used for all later playouts.
const REPEATED_QUARTERS: [usize; 7] = [3, 2, 3, 2, 3, 2, 1];
/// After `SOME` playouts, every second playout uses simpler weights.
const SOME: usize = 5;
/// After `MANY` playouts, playouts with simpler weights add more noise.
const MANY: usize = 12;
const MORE_NOISE: u32 = 4;
/// Number of slots of the table in which a playout detects repeated positions.
const SEEN_SLOTS: usize = 1 << 10;

/// The weights from which the score of a move is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Weighting {
    /// The weights tuned for the material on the board, which are best in most positions.
    ByMaterial,
    /// New random weights for each playout. Random weights help in positions in which the usual weights lead every
    /// playout astray.
    Random,
}

/// Runs playouts, and keeps its memory and its progress from one call to the next.
pub(super) struct Playouts {
    line: Vec<NativeMove>,
    /// Keys of positions, each with the number of the playout that reached the position. Old keys stay in the table,
    /// because the numbers tell playouts apart.
    seen: Vec<(u64, u64)>,
    /// Number of the current playout.
    number: u64,
    with_random_weights: Option<Progress>,
}

struct Progress {
    random: Rng,
    played: usize,
    nodes: u64,
}

impl Progress {
    fn none(position: &Position) -> Self {
        Self { random: Rng::with_seed(position.key()), played: 0, nodes: 0 }
    }
}

impl Default for Playouts {
    fn default() -> Self {
        Self { line: Vec::new(), seen: vec![(0, 0); SEEN_SLOTS], number: 0, with_random_weights: None }
    }
}

impl Playouts {
    /// Starts a new question.
    pub(super) fn reset(&mut self) {
        self.with_random_weights = None;
    }

    /// Runs playouts with the usual weights until the intended loser is mated or `limit` nodes are spent. Returns the
    /// line and the number of nodes used. In `position`, the game must not be over, and the material must not exclude a
    /// mate by the intended winner.
    pub(super) fn search(
        &mut self,
        position: &Position,
        intended_winner: Color,
        limit: u64,
        cancellation: &Cancellation,
    ) -> (Option<Vec<Move>>, u64) {
        let mut progress = Progress::none(position);
        let line = self.run(position, intended_winner, (limit, Weighting::ByMaterial), &mut progress, cancellation);
        (line, progress.nodes)
    }

    /// Works like [`Self::search`], but uses random weights, and continues where the previous call for the same
    /// question ended. Stops after `limit` nodes in all calls for this question, or `left` new nodes.
    pub(super) fn go_on(
        &mut self,
        position: &Position,
        intended_winner: Color,
        (limit, left): (u64, u64),
        cancellation: &Cancellation,
    ) -> (Option<Vec<Move>>, u64) {
        let mut progress = self.with_random_weights.take().unwrap_or_else(|| Progress::none(position));
        let before = progress.nodes;
        let limit = limit.min(before.saturating_add(left));
        let line = self.run(position, intended_winner, (limit, Weighting::Random), &mut progress, cancellation);
        let nodes = progress.nodes - before;
        self.with_random_weights = Some(progress);
        (line, nodes)
    }

    fn run(
        &mut self,
        position: &Position,
        intended_winner: Color,
        (limit, weighting): (u64, Weighting),
        Progress { random, played, nodes }: &mut Progress,
        cancellation: &Cancellation,
    ) -> Option<Vec<Move>> {
        while *nodes < limit && !cancellation.is_cancelled() {
            let max_plies = MAX_PLIES[(*played).min(MAX_PLIES.len() - 1)];
            let weights = (weighting == Weighting::Random).then(|| Weights::random(random));
            let anew = *played >= SOME && *played % 2 == SOME % 2;
            // The first playout with the usual weights follows the best moves without noise. After many failures, more
            // noise helps in some positions and harms in others.
            let (source, repeated_quarters, noise_factor) = match &weights {
                Some(weights) => (Source::These(weights), 0, 1),
                None if *played == 0 => (Source::ByMaterial, 0, 0),
                None if anew => (Source::Simple, 0, if *played > MANY { MORE_NOISE } else { 1 }),
                None => (Source::ByMaterial, REPEATED_QUARTERS[(*played - 1).min(REPEATED_QUARTERS.len() - 1)], 1),
            };
            self.line.truncate(self.line.len() * repeated_quarters / 4);
            if self.play(position.board(), intended_winner, (max_plies, noise_factor, source), random, nodes) {
                return Some(moves_of_native(position, &self.line));
            }
            *played += 1;
        }
        None
    }

    /// Runs one playout: replays `line` and adds at most `max_plies` plies, with weights from `source`. Returns whether
    /// the playout ends in mate.
    fn play(
        &mut self,
        root: &Board,
        intended_winner: Color,
        (max_plies, noise_factor, source): (usize, u32, Source<'_>),
        random: &mut Rng,
        nodes: &mut u64,
    ) -> bool {
        let mut board = root.clone();
        self.line.iter().for_each(|&played| board.play_unchecked(played));
        self.number += 1;
        for _ in 0..max_plies {
            *nodes += 1;
            let best = match MoveScorer::new(&board, intended_winner, source).choose(random.u64(..), noise_factor) {
                Choice::Best(best) => best,
                Choice::Mate(mate) => {
                    self.line.push(mate);
                    return true;
                }
                Choice::NoMove => return board.side_to_move() != intended_winner && !board.checkers().is_empty(),
            };
            board.play_unchecked(best);
            self.line.push(best);
            let slot = &mut self.seen[board.hash_without_ep() as usize % SEEN_SLOTS];
            let entry = (board.hash_without_ep(), self.number);
            if *slot == entry || material::cannot_mate(&board, intended_winner) {
                return false;
            }
            *slot = entry;
        }
        false
    }
}
