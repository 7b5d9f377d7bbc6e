//! Shortest helpmates: all lines of a length, then of the next.
//!
//! Which side moves says whether a length is odd or even. What was looked at in vain is remembered with the number of plies that were left.

use cozy_chess::{Board, Color, Move as Played};
use rustc_hash::FxHashMap;

use super::rollout::named;
use super::stop::Stop;
use crate::chess::{Move, Position};

/// Positions after which it is looked whether to stop.
const STOP_EVERY: u64 = 1 << 12;
/// So many positions are remembered.
const MOST_KNOWN: usize = 1 << 23;

/// A search for lines of one length after the other.
pub(super) struct Shortest<'a> {
    winner: Color,
    line: Vec<Played>,
    /// Positions with the number of plies in which there is no mate.
    known: FxHashMap<u64, u8>,
    nodes: u64,
    most: u64,
    stop: &'a Stop,
}

/// What came of it.
pub(super) enum Found {
    /// There is this shorter line, and none shorter than that.
    Shorter(Vec<Move>),
    /// There is no shorter one.
    Nothing,
    /// The limits were reached.
    Unknown,
}

impl<'a> Shortest<'a> {
    /// Looks for the shortest line with fewer plies than `than`, and at so many positions at most. Returns also how many it has looked at.
    pub(super) fn search(position: &Position, winner: Color, than: usize, most: u64, stop: &'a Stop) -> (Found, u64) {
        let mut search = Self { winner, line: Vec::new(), known: FxHashMap::default(), nodes: 0, most, stop };
        let first = if position.to_move() == winner { 1 } else { 2 };
        for plies in (first..than).step_by(2) {
            let left = u8::try_from(plies).unwrap_or(u8::MAX);
            if search.mates(position.board(), left) {
                search.line.reverse();
                return (Found::Shorter(named(position, &search.line)), search.nodes);
            }
            if search.nodes >= search.most || left == u8::MAX {
                return (Found::Unknown, search.nodes);
            }
        }
        (Found::Nothing, search.nodes)
    }

    /// Whether there is a mate after just so many plies: then the line is there, its last move first.
    fn mates(&mut self, board: &Board, left: u8) -> bool {
        self.nodes += 1;
        if self.nodes.is_multiple_of(STOP_EVERY) && self.stop.is_set() {
            self.most = 0;
        }
        if self.nodes >= self.most || Position::has_no_material(board, self.winner) {
            return false;
        }
        // The last plies are looked at faster than looked up.
        let remembered = left > 2;
        let key = if remembered { Position::of_board(board.clone()).key() } else { 0 };
        if remembered && self.known.get(&key).is_some_and(|&plies| plies >= left) {
            return false;
        }
        let found = board.generate_moves(|moves| {
            moves.into_iter().any(|played| {
                let mut after = board.clone();
                after.play_unchecked(played);
                let mate =
                    if left == 1 { !after.checkers().is_empty() && !after.generate_moves(|_| true) } else { self.mates(&after, left - 1) };
                if mate {
                    self.line.push(played);
                }
                mate
            })
        });
        if remembered && !found && self.nodes < self.most && (self.known.len() < MOST_KNOWN || self.known.contains_key(&key)) {
            self.known.insert(key, left);
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::{Found, Shortest, Stop};
    use crate::chess::{Color, Position};

    #[test]
    fn lengths() {
        let table = [
            // The fool's mate, and White's shortest helpmate from the start.
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", Color::Black, 30, Some(4)),
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", Color::White, 30, Some(5)),
            ("7k/8/6K1/8/8/8/Q7/8 w - -", Color::White, 9, Some(1)),
            ("7k/8/6K1/8/8/8/Q7/8 w - -", Color::White, 1, None),
            // A knight, and the pawn that it needs.
            ("7k/7p/8/6KN/8/8/8/8 w - -", Color::White, 3, None),
        ];
        for (fen, winner, than, expected) in table {
            let position: Position = fen.parse().unwrap();
            let (found, _) = Shortest::search(&position, winner, than, u64::MAX, &Stop::default());
            let length = match &found {
                Found::Shorter(line) => Some(line.len()),
                Found::Nothing => None,
                Found::Unknown => panic!("{fen}"),
            };
            assert_eq!(length, expected, "{fen} {winner}");
            if let Found::Shorter(line) = found {
                let end = line.iter().fold(position, |position, &played| position.after(played)).end();
                assert_eq!(end, Some(crate::chess::End::Mate(winner)));
            }
        }
        assert!(matches!(Shortest::search(&Position::default(), Color::White, 30, 1000, &Stop::default()), (Found::Unknown, 1000..1100)));
    }
}
