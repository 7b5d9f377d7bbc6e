//! Helpmates found by playing: game after game, each time the move that looks best, with some chance, until somebody is mated.
//!
//! No move is ever taken back. A game costs little, and one that has gone astray is best given up: measured on positions of real games, a search that comes back to its last choices needs many times as long.

mod costs;
mod promise;

use cozy_chess::{Board, Color, Move as Played, Piece};
use fastrand::Rng;

use super::stop::Stop;
use crate::chess::{Move, Position};
use costs::Costs;
use promise::Promise;

/// Plies of the first games, of those that follow, and of all further ones.
const LENGTHS: [usize; 7] = [24, 24, 36, 36, 48, 64, 80];
/// Positions of a game that are kept, to see that it does not go round.
const SEEN: usize = 1 << 10;

/// What counts in games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    /// What is best for the material, in most positions.
    Fitting,
    /// Something else in each game: what is best in most positions leads astray in some.
    Mixed,
}

/// Plays games.
pub(super) struct Rollout {
    line: Vec<Played>,
    /// Positions of this game: keys and the number of the game.
    seen: Vec<(u64, u64)>,
    games: u64,
    moves: Vec<(i32, Played)>,
}

impl Default for Rollout {
    fn default() -> Self {
        Self { line: Vec::new(), seen: vec![(0, 0); SEEN], games: 0, moves: Vec::with_capacity(256) }
    }
}

impl Rollout {
    /// Looks for a line that ends with the loser mated, for so many positions. Returns also how many were looked at. Play goes on in the position, and the material does not settle it.
    pub(super) fn search(
        &mut self,
        position: &Position,
        winner: Color,
        (most, style): (u64, Style),
        stop: &Stop,
    ) -> (Option<Vec<Move>>, u64) {
        let mut random = Rng::with_seed(position.key());
        let (mut nodes, mut tries) = (0, 0);
        while nodes < most && !stop.is_set() {
            let length = LENGTHS[tries.min(LENGTHS.len() - 1)];
            let mixed = (style == Style::Mixed).then(|| Costs::mixed(&mut random));
            // The first game follows the best moves.
            let by_chance = tries > 0 || mixed.is_some();
            if self.play(position.board(), winner, (length, by_chance, mixed.as_ref()), &mut random, &mut nodes) {
                return (Some(named(position, &self.line)), nodes);
            }
            tries += 1;
        }
        (None, nodes)
    }

    /// One game of at most so many moves, with or without chance, and with these costs or fitting ones. Returns whether the loser was mated.
    fn play(
        &mut self,
        root: &Board,
        winner: Color,
        (length, by_chance, costs): (usize, bool, Option<&Costs>),
        random: &mut Rng,
        nodes: &mut u64,
    ) -> bool {
        let mut board = root.clone();
        self.line.clear();
        self.games += 1;
        for _ in 0..length {
            *nodes += 1;
            let promise = Promise::of(&board, winner, costs);
            let chance = if by_chance { promise.chance() } else { 1 };
            if let Some(mate) = promise.moves(&mut self.moves) {
                self.line.push(mate);
                return true;
            }
            let Some(best) = choose(&self.moves, chance, random) else {
                return board.side_to_move() != winner && !board.checkers().is_empty();
            };
            board.play_unchecked(best);
            self.line.push(best);
            let place = &mut self.seen[board.hash_without_ep() as usize % SEEN];
            let now = (board.hash_without_ep(), self.games);
            if *place == now || Position::has_no_material(&board, winner) {
                return false;
            }
            *place = now;
        }
        false
    }
}

/// The most promising move, each promise made less by chance.
fn choose(moves: &[(i32, Played)], chance: u64, random: &mut Rng) -> Option<Played> {
    let mut best: Option<(i32, Played)> = None;
    let mut state = random.u64(..);
    for &(cost, played) in moves {
        // A linear congruential generator is random enough here.
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let cost = cost + (((state >> 40) * chance) >> 24) as i32;
        if best.is_none_or(|(least, _)| cost < least) {
            best = Some((cost, played));
        }
    }
    best.map(|(_, played)| played)
}

/// The crate's moves in the form of the rule set's page.
pub(super) fn named(position: &Position, line: &[Played]) -> Vec<Move> {
    let mut position = position.clone();
    let name = |&played: &Played| {
        let played = position.named(played);
        position = position.after(played);
        played
    };
    line.iter().map(name).collect()
}

/// Whether this piece is one that mates without much help.
fn is_heavy(piece: Piece) -> bool {
    matches!(piece, Piece::Queen | Piece::Rook)
}
