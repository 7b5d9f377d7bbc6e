//! Searches for shortest helpmates by iterative deepening. The search tries all lines of one length before it tries
//! longer lines.
//!
//! The side to move determines whether the lengths of mating lines are odd or even, so the search skips every second
//! length. A transposition table stores searched positions without a mate.

use cozy_chess::{Board, Color, Move as NativeMove};
use rustc_hash::FxHashMap;

use super::cancellation::Cancellation;
use super::moves_of_native;
use crate::chess::{Move, Position, material};

/// Number of nodes between two checks for cancellation.
const NODES_PER_CANCELLATION_CHECK: u64 = 1 << 12;
/// Maximum number of entries of the transposition table.
const MAX_ENTRIES: usize = 1 << 23;
/// A search of at most this many plies is faster without the table.
const MAX_PLIES_WITHOUT_TABLE: u8 = 2;

/// A search for mating lines of increasing length.
pub(super) struct Shortest<'a> {
    intended_winner: Color,
    /// Moves of the mating line found, in reverse order.
    line: Vec<NativeMove>,
    /// Greatest number of plies searched without a mate, for each key.
    table: FxHashMap<u64, u8>,
    nodes: u64,
    limit: u64,
    cancellation: &'a Cancellation,
}

/// Result of a search for a shorter mating line.
pub(super) enum Improvement {
    /// A shortest mating line, with fewer plies than the bound.
    Shorter(Vec<Move>),
    /// No mating line is shorter than the bound.
    Nothing,
    /// The search gave up at a limit or was cancelled.
    Unknown,
}

impl<'a> Shortest<'a> {
    /// Searches for a shortest mating line with fewer than `bound` plies, using at most about `limit` nodes. In
    /// addition, returns the number of nodes used.
    pub(super) fn search(
        position: &Position,
        intended_winner: Color,
        bound: usize,
        limit: u64,
        cancellation: &'a Cancellation,
    ) -> (Improvement, u64) {
        let mut search = Self { intended_winner, line: Vec::new(), table: FxHashMap::default(), nodes: 0, limit, cancellation };
        let first = if position.to_move() == intended_winner { 1 } else { 2 };
        for plies in (first..bound).step_by(2) {
            let left = u8::try_from(plies).unwrap_or(u8::MAX);
            if search.mates_in(position.board(), left) {
                search.line.reverse();
                return (Improvement::Shorter(moves_of_native(position, &search.line)), search.nodes);
            }
            if search.nodes >= search.limit || left == u8::MAX {
                return (Improvement::Unknown, search.nodes);
            }
        }
        (Improvement::Nothing, search.nodes)
    }

    /// Returns whether the search finds a mate after exactly `left` plies. If the search finds a mate, appends the
    /// moves to `line`, in reverse order.
    fn mates_in(&mut self, board: &Board, left: u8) -> bool {
        self.nodes += 1;
        if self.nodes.is_multiple_of(NODES_PER_CANCELLATION_CHECK) && self.cancellation.is_cancelled() {
            self.limit = 0;
        }
        if self.nodes >= self.limit || material::cannot_mate(board, self.intended_winner) {
            return false;
        }
        let use_table = left > MAX_PLIES_WITHOUT_TABLE;
        let key = if use_table { Position::key_of(board) } else { 0 };
        if use_table && self.table.get(&key).is_some_and(|&plies| plies >= left) {
            return false;
        }
        let found = board.generate_moves(|moves| {
            moves.into_iter().any(|played| {
                let mut after = board.clone();
                after.play_unchecked(played);
                let mate = if left == 1 {
                    !after.checkers().is_empty() && !Position::has_legal_moves_on(&after)
                } else {
                    self.mates_in(&after, left - 1)
                };
                if mate {
                    self.line.push(played);
                }
                mate
            })
        });
        if use_table && !found && self.nodes < self.limit && (self.table.len() < MAX_ENTRIES || self.table.contains_key(&key)) {
            self.table.insert(key, left);
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::{Cancellation, Improvement, Shortest};
    use crate::chess::{Color, Position};

    #[test]
    fn lengths() {
        let table = [
            // The fool's mate, and White's shortest helpmate from the initial position.
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", Color::Black, 30, Some(4)),
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", Color::White, 30, Some(5)),
            ("7k/8/6K1/8/8/8/Q7/8 w - -", Color::White, 9, Some(1)),
            ("7k/8/6K1/8/8/8/Q7/8 w - -", Color::White, 1, None),
            // White's knight can mate only while Black has the pawn, and no mate is shorter than 3 plies.
            ("7k/7p/8/6KN/8/8/8/8 w - -", Color::White, 3, None),
        ];
        for (fen, intended_winner, bound, expected) in table {
            let position: Position = fen.parse().unwrap();
            let (found, _) = Shortest::search(&position, intended_winner, bound, u64::MAX, &Cancellation::default());
            let length = match &found {
                Improvement::Shorter(line) => Some(line.len()),
                Improvement::Nothing => None,
                Improvement::Unknown => panic!("{fen}"),
            };
            assert_eq!(length, expected, "{fen} {intended_winner}");
            if let Improvement::Shorter(line) = found {
                let end = line.iter().fold(position, |position, &played| position.after(played)).end();
                assert_eq!(end, Some(crate::chess::End::Mate(intended_winner)));
            }
        }
        assert!(matches!(
            Shortest::search(&Position::default(), Color::White, 30, 1000, &Cancellation::default()),
            (Improvement::Unknown, 1000..1100)
        ));
    }
}
