//! All that can follow a position, what leads on first: mates that are far away behind moves of pawns, and closed sets that are large.
//!
//! Moves that cannot be taken back change what can happen, those of the winner's mostly for the better. So the positions that few other moves lead to are dealt with first, and of those the one that was met last. Every position takes next to
//! nothing but its key, so that a search meets some million of them in a second; where it meets all, and no mate, there is none.

use cozy_chess::{Board, Color, Move as Played, Piece};

use super::keys::Keys;
use super::rollout::named;
use super::stop::Stop;
use super::{Closed, Reason, Verdict};
use crate::chess::{Move, Position};

/// Positions of a set, at most; they take 19 to 30 bytes each.
pub(super) const MOST: usize = 1 << 22;
/// Positions that may wait to be dealt with: some 120 MB.
const MOST_WAITING: usize = 1 << 20;

/// What a move adds to the cost of a line: one that can be taken back, one that cannot of the winner's and of the loser's.
const REVERSIBLE: usize = 4;
const WINNERS: usize = 1;
const LOSERS: usize = 8;

/// Searches. It gives back its memory after each search.
#[derive(Default)]
pub(super) struct Reach {
    known: Keys,
    /// Of each number, from which position it was met first, and by which move.
    met: Vec<(u32, Option<Played>)>,
    /// Positions not yet dealt with and their numbers, by cost.
    waiting: Vec<Vec<(u32, Board)>>,
    /// How many wait.
    waits: usize,
    /// What follows the position that is dealt with: keys, moves, and what these add to the cost.
    next: Vec<(u64, Played, usize)>,
}

impl Reach {
    /// Meets so many positions at most. Returns whether the side can mate, if that is found out, and how many positions were looked at. Play goes on in the position.
    pub(super) fn search(&mut self, root: &Position, winner: Color, most: usize, stop: &Stop) -> (Option<Verdict>, u64) {
        let found = self.look(root, winner, most.min(MOST), stop);
        *self = Self::default();
        found
    }

    fn look(&mut self, root: &Position, winner: Color, most: usize, stop: &Stop) -> (Option<Verdict>, u64) {
        self.known.insert(root.key());
        self.wait(root.board().clone(), (0, None), 0);
        let (mut spent, mut cost) = (0, 0);
        while cost < self.waiting.len() {
            let Some((number, board)) = self.waiting[cost].pop() else {
                self.waiting[cost] = Vec::new();
                cost += 1;
                continue;
            };
            self.waits -= 1;
            if self.met.len() > most || self.waits >= MOST_WAITING || stop.is_set() {
                return (None, spent);
            }
            spent += 1;
            if Position::has_no_material(&board, winner) {
                continue;
            }
            self.follow(&board, (number, cost), winner);
            if self.next.is_empty() && board.side_to_move() != winner && !board.checkers().is_empty() {
                return (Some(Verdict::Winnable(self.line(root, number))), spent);
            }
        }
        let positions = self.met.len() as u32;
        let closed = Closed::of(positions, Reason::Closed);
        (Some(Verdict::Unwinnable(closed)), spent)
    }

    /// Meets the positions to which moves lead. Most are known: so their keys alone are made first, and looked up all at the same time, as the table of a large set is far away.
    fn follow(&mut self, board: &Board, (number, cost): (u32, usize), winner: Color) {
        let mut next = std::mem::take(&mut self.next);
        next.clear();
        let us = board.side_to_move();
        let others = board.colors(!us);
        board.generate_moves(|of_piece| {
            for played in of_piece {
                let step = match of_piece.piece == Piece::Pawn || others.has(played.to) {
                    false => REVERSIBLE,
                    true if us == winner => WINNERS,
                    true => LOSERS,
                };
                next.push((Position::of_board(after(board, played)).key(), played, step));
            }
            false
        });
        self.known.fetch(next.iter().map(|&(key, _, _)| key));
        for &(key, played, step) in &next {
            if self.known.insert(key) {
                self.wait(after(board, played), (number, Some(played)), cost + step);
            }
        }
        self.next = next;
    }

    fn wait(&mut self, board: Board, from: (u32, Option<Played>), cost: usize) {
        if self.waiting.len() <= cost {
            self.waiting.resize_with(cost + 1, Vec::new);
        }
        self.waiting[cost].push((self.met.len() as u32, board));
        self.waits += 1;
        self.met.push(from);
    }

    /// The moves from the root to a position.
    fn line(&self, root: &Position, mut number: u32) -> Vec<Move> {
        let mut line = Vec::new();
        while let (before, Some(played)) = self.met[number as usize] {
            line.push(played);
            number = before;
        }
        line.reverse();
        named(root, &line)
    }
}

fn after(board: &Board, played: Played) -> Board {
    let mut after = board.clone();
    after.play_unchecked(played);
    after
}
