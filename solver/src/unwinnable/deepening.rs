//! The paper's Find-Helpmate: depth first, with iterative deepening, where moves that look promising do not count as deeper and others count more.
//!
//! What is promising here is rough: the winner's captures and pawn moves, and moves of kings and knights towards a corner in which a mate is likely. In positions that are shut in, where games go astray, that is what leads on.

use cozy_chess::{BitBoard, Board, Color, File, Move as Played, Piece, Rank, Square};
use rustc_hash::FxHashMap;

use super::rollout::named;
use crate::games::chess::{Move, Position};

/// Longer lines are not followed.
const LONGEST: usize = 160;
/// Positions for each depth, times the depth.
const FOR_DEPTH: u64 = 4000;
/// The greatest depth.
const DEEPEST: i32 = 128;
/// What a move that stands in the way costs.
const PUNISHED: i32 = 4;

/// A search.
pub(super) struct Deepening {
    winner: Color,
    /// Where the loser's king is to be mated, and where the winner's king helps.
    corner: Square,
    helper: Square,
    /// Where a knight of the winner's is on its way to a check there, and where one of the loser's stands in its king's way.
    knight: Square,
    beside: Square,
    line: Vec<Played>,
    known: FxHashMap<u64, i32>,
    nodes: u64,
    most: u64,
    cut: bool,
}

impl Deepening {
    /// Looks for a mate, at about so many positions at most. Returns how many it has looked at.
    pub(super) fn search(position: &Position, winner: Color, most: u64) -> (Option<Vec<Move>>, u64) {
        let mut spent = 0;
        let [corner, helper, knight, beside] = corner(position.board(), winner);
        for depth in 1..=DEEPEST {
            let left = most.saturating_sub(spent).min(FOR_DEPTH * u64::from(depth.unsigned_abs()));
            let mut search = Self {
                winner,
                corner,
                helper,
                knight,
                beside,
                line: Vec::new(),
                known: FxHashMap::default(),
                nodes: 0,
                most: left,
                cut: false,
            };
            if search.mates(position.board(), depth, false) {
                let line = named(position, &search.line);
                return (Some(line), spent + search.nodes);
            }
            spent += search.nodes;
            if spent >= most || !search.cut {
                break;
            }
        }
        (None, spent)
    }

    fn mates(&mut self, board: &Board, left: i32, progress: bool) -> bool {
        self.nodes += 1;
        let key = Position::of_board(board.clone()).key();
        if self.known.get(&key).is_some_and(|&known| known >= left) {
            return false;
        }
        if !board.generate_moves(|_| true) {
            return board.side_to_move() != self.winner && !board.checkers().is_empty();
        }
        if Position::has_no_material(board, self.winner) {
            return false;
        }
        if left <= 0 || self.nodes >= self.most || self.line.len() >= LONGEST {
            self.cut = true;
            return false;
        }
        self.known.insert(key, left);
        board.generate_moves(|moves| {
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
        }) && self.nodes < self.most
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
