//! The search for mates that are far away: position after position, those first that took few moves that can be taken back, and games from those that followed a capture or a pawn's move.
//!
//! Such moves change what can happen; between them play goes round. So the positions that can be reached by few moves that change nothing are looked at first, however many there were that do (the rewards of the paper's Find-Helpmate).

use cozy_chess::{Board, Color, Move as Played, Piece, Square};
use hashbrown::HashTable;
use hashbrown::hash_table::Entry;

use super::rollout::{Rollout, Style, named};
use super::stop::Stop;
use crate::chess::{Move, Position};

/// What a move adds to the cost of a line: one that can be taken back, one that cannot of the winner's and of the loser's.
const REVERSIBLE: usize = 2;
const WINNERS: usize = 1;
const LOSERS: usize = 2;
/// Positions looked at in games from each position that followed a move that cannot be taken back.
const GAMES: u64 = 60;

/// Positions for which memory is kept from one search to the next.
const SHRUNK: usize = 1 << 12;

/// A position that was met.
struct Node {
    board: Board,
    /// The number of the one before, and the move from there.
    before: u32,
    played: Played,
    /// Whether that move cannot be taken back.
    fresh: bool,
}

/// Searches.
#[derive(Default)]
pub(super) struct Frontier {
    nodes: Vec<Node>,
    known: HashTable<u64>,
    /// The numbers of positions that wait, by cost.
    waiting: Vec<Vec<u32>>,
}

impl Frontier {
    /// Looks for a line that ends in mate. Looks at so many positions at most, those of games included, and keeps so many at most. Returns also how many it has looked at.
    pub(super) fn search(
        &mut self,
        position: &Position,
        winner: Color,
        (most, kept): (u64, usize),
        rollout: &mut Rollout,
        stop: &Stop,
    ) -> (Option<Vec<Move>>, u64) {
        let found = self.look(position, winner, (most, kept), rollout, stop);
        self.clear();
        found
    }

    /// Forgets everything. The memory of a large search is given back.
    fn clear(&mut self) {
        self.nodes.clear();
        self.nodes.shrink_to(SHRUNK);
        self.known.clear();
        self.known.shrink_to(SHRUNK, |&known| known);
        self.waiting.clear();
    }

    fn look(
        &mut self,
        position: &Position,
        winner: Color,
        (most, kept): (u64, usize),
        rollout: &mut Rollout,
        stop: &Stop,
    ) -> (Option<Vec<Move>>, u64) {
        let nowhere = Played { from: Square::A1, to: Square::A1, promotion: None };
        self.meet(Node { board: position.board().clone(), before: 0, played: nowhere, fresh: true }, 0);
        let (mut spent, mut cost) = (0, 0);
        while cost < self.waiting.len() {
            let Some(number) = self.waiting[cost].pop() else {
                cost += 1;
                continue;
            };
            spent += 1;
            let Node { ref board, fresh, .. } = self.nodes[number as usize];
            let board = board.clone();
            let here = Position::of_board(board.clone());
            if board.side_to_move() != winner && !board.checkers().is_empty() && !here.has_moves() {
                return (Some(self.line(position, number, &[])), spent);
            }
            if Position::has_no_material(&board, winner) {
                continue;
            }
            if fresh {
                let (line, played) = rollout.search(&here, winner, (GAMES, Style::Fitting), stop);
                spent += played;
                if let Some(line) = line {
                    return (Some(self.line(position, number, &line)), spent);
                }
            }
            if spent >= most || self.nodes.len() >= kept || stop.is_set() {
                return (None, spent);
            }
            self.follow(&board, number, cost, winner);
        }
        (None, spent)
    }

    fn follow(&mut self, board: &Board, number: u32, cost: usize, winner: Color) {
        let others = board.colors(!board.side_to_move());
        board.generate_moves(|of_piece| {
            for played in of_piece {
                let fresh = of_piece.piece == Piece::Pawn || others.has(played.to);
                let step = match (fresh, board.side_to_move() == winner) {
                    (false, _) => REVERSIBLE,
                    (true, true) => WINNERS,
                    (true, false) => LOSERS,
                };
                let mut after = board.clone();
                after.play_unchecked(played);
                self.meet(Node { board: after, before: number, played, fresh }, cost + step);
            }
            false
        });
    }

    fn meet(&mut self, node: Node, cost: usize) {
        let key = Position::of_board(node.board.clone()).key();
        if let Entry::Vacant(vacant) = self.known.entry(key, |&known| known == key, |&known| known) {
            vacant.insert(key);
            if self.waiting.len() <= cost {
                self.waiting.resize_with(cost + 1, Vec::new);
            }
            self.waiting[cost].push(self.nodes.len() as u32);
            self.nodes.push(node);
        }
    }

    /// The moves to a position, and those that follow.
    fn line(&self, position: &Position, mut number: u32, rest: &[Move]) -> Vec<Move> {
        let mut line = Vec::new();
        while number > 0 {
            let Node { before, played, .. } = self.nodes[number as usize];
            line.push(played);
            number = before;
        }
        line.reverse();
        let mut line = named(position, &line);
        line.extend(rest);
        line
    }
}
