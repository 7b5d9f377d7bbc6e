//! The paper's Find-Helpmate: depth first, with iterative deepening, where moves that look promising do not count as deeper and others count more.
//!
//! What is promising here is rough: the winner's captures and pawn moves, and moves of kings and knights towards a corner in which a mate is likely. In positions that are shut in, where games go astray, that is what leads on.

use cozy_chess::{BitBoard, Board, Color, File, Move as Played, Piece, Rank, Square};

use super::rollout::named;
use super::stop::Stop;
use crate::chess::{Move, Position};

/// Longer lines are not followed.
const LONGEST: usize = 160;
/// Positions for each depth, times the depth.
const FOR_DEPTH: u64 = 4000;
/// The greatest depth.
const DEEPEST: i32 = 128;
/// What a move that stands in the way costs.
const PUNISHED: i32 = 4;

/// Positions after which it is looked whether to stop.
const STOP_EVERY: u64 = 1 << 12;
/// How many positions are remembered at most: 8 MiB.
const MOST_KNOWN: u64 = 1 << 20;

/// Searches.
#[derive(Default)]
pub(super) struct Deepening {
    known: Known,
}

/// What was searched in vain: keys, their last byte replaced by the depth that was left. Of positions that share a place the last one is known.
#[derive(Default)]
struct Known(Vec<u64>);

impl Known {
    /// Forgets everything, and makes room for so many positions.
    fn clear(&mut self, room: u64) {
        self.0.clear();
        self.0.resize(room.clamp(1, MOST_KNOWN).next_power_of_two() as usize, 0);
    }

    fn place(&mut self, key: u64) -> &mut u64 {
        let last = self.0.len() - 1;
        &mut self.0[key as usize & last]
    }

    fn has(&mut self, key: u64, left: i32) -> bool {
        let known = *self.place(key);
        known & !0xff == key & !0xff && (known & 0xff) as i32 >= left
    }

    /// Depths that are left are at most [`DEEPEST`].
    fn put(&mut self, key: u64, left: i32) {
        *self.place(key) = key & !0xff | u64::from(left.clamp(0, DEEPEST).unsigned_abs());
    }
}

/// A search of one depth.
struct Search<'a> {
    winner: Color,
    /// Where the loser's king is to be mated, and where the winner's king helps.
    corner: Square,
    helper: Square,
    /// Where a knight of the winner's is on its way to a check there, and where one of the loser's stands in its king's way.
    knight: Square,
    beside: Square,
    line: Vec<Played>,
    known: &'a mut Known,
    nodes: u64,
    most: u64,
    stop: &'a Stop,
}

impl Deepening {
    /// Looks for a mate, at about so many positions at most. Returns how many it has looked at.
    pub(super) fn search(&mut self, position: &Position, winner: Color, most: u64, stop: &Stop) -> (Option<Vec<Move>>, u64) {
        let mut spent = 0;
        let [corner, helper, knight, beside] = corner(position.board(), winner);
        // What is known holds for all depths.
        self.known.clear(most);
        for depth in 1..=DEEPEST {
            let left = most.saturating_sub(spent).min(FOR_DEPTH * u64::from(depth.unsigned_abs()));
            let known = &mut self.known;
            let mut search = Search { winner, corner, helper, knight, beside, line: Vec::new(), known, nodes: 0, most: left, stop };
            if search.mates(position.board(), depth, false) {
                let line = named(position, &search.line);
                return (Some(line), spent + search.nodes);
            }
            spent += search.nodes;
            if spent >= most || stop.is_set() {
                break;
            }
        }
        (None, spent)
    }
}

impl Search<'_> {
    fn mates(&mut self, board: &Board, left: i32, progress: bool) -> bool {
        self.nodes += 1;
        if self.nodes.is_multiple_of(STOP_EVERY) && self.stop.is_set() {
            self.most = 0;
        }
        let key = Position::of_board(board.clone()).key();
        if self.known.has(key, left) {
            return false;
        }
        if !board.generate_moves(|_| true) {
            return board.side_to_move() != self.winner && !board.checkers().is_empty();
        }
        if left <= 0 || self.nodes >= self.most || self.line.len() >= LONGEST || Position::has_no_material(board, self.winner) {
            return false;
        }
        self.known.put(key, left);
        let found = board.generate_moves(|moves| {
            moves.into_iter().any(|played| {
                let cost = self.cost(board, moves.piece, played);
                let mut after = board.clone();
                after.play_unchecked(played);
                self.line.push(played);
                // What follows a promising move is looked at as well.
                let counted = if cost == 1 && progress { 0 } else { cost };
                let found = self.mates(&after, left - counted, cost == 0);
                if !found {
                    self.line.pop();
                }
                found || self.nodes >= self.most
            })
        });
        if self.nodes < self.most {
            return found;
        }
        // It was not searched to its end.
        self.known.put(key, 0);
        false
    }

    fn cost(&self, board: &Board, piece: Piece, played: Played) -> i32 {
        let winners = board.side_to_move() == self.winner;
        let captures = board.colors(!board.side_to_move()).has(played.to);
        let target = match (piece, winners) {
            (Piece::King, true) => Some(self.helper),
            (Piece::King, false) => Some(self.corner),
            (Piece::Knight, true) => Some(self.knight),
            (Piece::Knight, false) => Some(self.beside),
            _ => None,
        };
        let nearer = target.is_some_and(|target| distance(played.to, target) < distance(played.from, target));
        match winners {
            true if captures || piece == Piece::Pawn || nearer => 0,
            false if nearer => 0,
            false if captures || piece == Piece::Pawn => PUNISHED,
            _ => 1,
        }
    }
}

fn distance(a: Square, b: Square) -> i32 {
    let files = (a.file() as i32 - b.file() as i32).abs();
    files.max((a.rank() as i32 - b.rank() as i32).abs())
}

/// The corner, and the squares for the winner's king, the winner's knight and the loser's knight.
fn corner(board: &Board, winner: Color) -> [Square; 4] {
    let bishops = board.pieces(Piece::Bishop);
    let (own, others) = (bishops & board.colors(winner), bishops & board.colors(!winner));
    let dark = !(own & BitBoard::DARK_SQUARES).is_empty() || own.is_empty() && !(others & BitBoard::LIGHT_SQUARES).is_empty();
    // On the loser's side: h8 and a1 are dark, a8 and h1 light.
    let right = dark == (winner == Color::White);
    let at = |file: usize, rank: Rank| Square::new(File::index(if right { file } else { 7 - file }), rank.relative_to(winner));
    [at(7, Rank::Eighth), at(6, Rank::Seventh), at(4, Rank::Fifth), at(6, Rank::Eighth)]
}
