//! Implements Ambrona's algorithm Find-Helpmate, a depth-first search with iterative deepening. Promising moves cost no
//! depth, and unpromising moves cost more than ordinary moves.
//!
//! Promising moves are the intended winner's captures and pawn moves, and moves of kings and knights towards a corner
//! in which a mate is likely.

use cozy_chess::{Board, Color, File, Move as NativeMove, Piece as Role, Rank, Square};

use super::cancellation::Cancellation;
use super::{has_bishop_for_dark_corners, moves_of_native};
use crate::chess::unit_moves::{attacked_around_king, for_each_unit, moves_of_unit};
use crate::chess::{Move, Position, material};

/// Maximum length of a line of moves in plies.
const MAX_PLIES: usize = 160;
/// The node limit of an iteration is its depth multiplied by this number.
const NODES_PER_DEPTH: u64 = 4000;
const MAX_DEPTH: i32 = 128;
/// Depth that a capture or pawn move of the intended loser costs, unless the move is promising.
const PENALTY: i32 = 4;

const NODES_PER_CANCELLATION_CHECK: u64 = 1 << 12;
/// Maximum number of entries of the transposition table (8 MiB).
const MAX_ENTRIES: u64 = 1 << 20;

/// The depth-first search. The memory of its transposition table stays allocated between questions.
#[derive(Default)]
pub(super) struct Deepening {
    table: TranspositionTable,
}

/// A hash table of positions that were searched without finding a mate. An entry combines a key with the search depth
/// in the last byte. If two positions share a slot, the later position replaces the earlier position.
#[derive(Default)]
struct TranspositionTable(Vec<u64>);

impl TranspositionTable {
    /// Removes all entries and resizes the table for about `positions` positions.
    fn clear(&mut self, positions: u64) {
        self.0.clear();
        self.0.resize(positions.clamp(1, MAX_ENTRIES).next_power_of_two() as usize, 0);
    }

    fn slot(&mut self, key: u64) -> &mut u64 {
        let last = self.0.len() - 1;
        &mut self.0[key as usize & last]
    }

    /// Returns whether the position with this key was searched at least to this depth.
    fn probe(&mut self, key: u64, depth: i32) -> bool {
        let entry = *self.slot(key);
        entry & !0xff == key & !0xff && (entry & 0xff) as i32 >= depth
    }

    /// Stores the depth to which the position with this key was searched.
    fn store(&mut self, key: u64, depth: i32) {
        *self.slot(key) = key & !0xff | u64::from(depth.clamp(0, MAX_DEPTH).unsigned_abs());
    }
}

/// The squares towards which kings and knights should move.
#[derive(Clone, Copy)]
struct Targets {
    /// Corner in which the intended loser's king should be mated.
    losers_king: Square,
    /// Square from which the intended winner's king helps to mate.
    winners_king: Square,
    /// Square from which a knight of the intended winner can, in one move, give check to a king in the corner.
    winners_knight: Square,
    /// Square beside the corner on which a knight of the intended loser blocks its own king.
    losers_knight: Square,
}

/// One iteration of the search, with a fixed depth.
struct Iteration<'a> {
    intended_winner: Color,
    targets: Targets,
    line: Vec<NativeMove>,
    table: &'a mut TranspositionTable,
    nodes: u64,
    limit: u64,
    cancellation: &'a Cancellation,
}

impl Deepening {
    /// Searches for a mate, using at most about `limit` nodes. In addition, returns the number of nodes used.
    pub(super) fn search(
        &mut self,
        position: &Position,
        intended_winner: Color,
        limit: u64,
        cancellation: &Cancellation,
    ) -> (Option<Vec<Move>>, u64) {
        let mut spent = 0;
        let targets = Targets::choose(position.board(), intended_winner);
        // The table is cleared only once. Its entries include the search depth, so they remain valid in later
        // iterations.
        self.table.clear(limit);
        for depth in 1..=MAX_DEPTH {
            let limit_here = limit.saturating_sub(spent).min(NODES_PER_DEPTH * u64::from(depth.unsigned_abs()));
            let table = &mut self.table;
            let mut iteration = Iteration { intended_winner, targets, line: Vec::new(), table, nodes: 0, limit: limit_here, cancellation };
            if iteration.search(position.board(), depth, false) {
                let line = moves_of_native(position, &iteration.line);
                return (Some(line), spent + iteration.nodes);
            }
            spent += iteration.nodes;
            if spent >= limit || cancellation.is_cancelled() {
                break;
            }
        }
        (None, spent)
    }
}

impl Iteration<'_> {
    /// Returns whether a mate was found. `promising` says whether the previous move was promising.
    fn search(&mut self, board: &Board, depth: i32, promising: bool) -> bool {
        self.nodes += 1;
        if self.nodes.is_multiple_of(NODES_PER_CANCELLATION_CHECK) && self.cancellation.is_cancelled() {
            self.limit = 0;
        }
        let key = Position::key_of(board);
        if self.table.probe(key, depth) {
            return false;
        }
        if !Position::has_legal_moves_on(board) {
            return board.side_to_move() != self.intended_winner && !board.checkers().is_empty();
        }
        if depth <= 0 || self.nodes >= self.limit || self.line.len() >= MAX_PLIES || material::cannot_mate(board, self.intended_winner) {
            return false;
        }
        self.table.store(key, depth);
        let attacked = attacked_around_king(board, board.side_to_move());
        let found = for_each_unit(board, attacked, |role, from, to| {
            moves_of_unit(role, from, to).into_iter().any(|played| {
                let cost = self.cost(board, role, played);
                let mut after = board.clone();
                after.play_unchecked(played);
                self.line.push(played);
                // An ordinary reply to a promising move costs no depth either, so that both sides can pursue a plan.
                let counted = if cost == 1 && promising { 0 } else { cost };
                let found = self.search(&after, depth - counted, cost == 0);
                if !found {
                    self.line.pop();
                }
                found || self.nodes >= self.limit
            })
        });
        if self.nodes < self.limit {
            return found;
        }
        // The limit was reached during the search, so the position was not searched to this depth.
        self.table.store(key, 0);
        false
    }

    /// Returns the depth that a move costs.
    fn cost(&self, board: &Board, role: Role, played: NativeMove) -> i32 {
        let by_intended_winner = board.side_to_move() == self.intended_winner;
        let captures = board.colors(!board.side_to_move()).has(played.to);
        let target = match (role, by_intended_winner) {
            (Role::King, true) => Some(self.targets.winners_king),
            (Role::King, false) => Some(self.targets.losers_king),
            (Role::Knight, true) => Some(self.targets.winners_knight),
            (Role::Knight, false) => Some(self.targets.losers_knight),
            _ => None,
        };
        let nearer = target.is_some_and(|target| distance(played.to, target) < distance(played.from, target));
        match by_intended_winner {
            true if captures || role == Role::Pawn || nearer => 0,
            false if nearer => 0,
            false if captures || role == Role::Pawn => PENALTY,
            _ => 1,
        }
    }
}

/// Returns the number of king's moves between two squares.
fn distance(a: Square, b: Square) -> i32 {
    let files = (a.file() as i32 - b.file() as i32).abs();
    files.max((a.rank() as i32 - b.rank() as i32).abs())
}

impl Targets {
    /// Chooses a corner on the intended loser's side of the board. If the intended winner has bishops, chooses a corner
    /// that one of these bishops can attack. If only the intended loser has bishops, chooses a corner beside which one
    /// of these bishops can stand.
    fn choose(board: &Board, intended_winner: Color) -> Self {
        // The squares h8 and a1 are dark, and the squares a8 and h1 are light.
        let on_h_file = has_bishop_for_dark_corners(board, intended_winner) == (intended_winner == Color::White);
        let at =
            |file: usize, rank: Rank| Square::new(File::index(if on_h_file { file } else { 7 - file }), rank.relative_to(intended_winner));
        Self {
            losers_king: at(7, Rank::Eighth),
            winners_king: at(6, Rank::Seventh),
            winners_knight: at(4, Rank::Fifth),
            losers_knight: at(6, Rank::Eighth),
        }
    }
}
