//! A best-first search through all reachable positions: for mates that are far away behind pawn moves, and for closed sets that are large.
//!
//! Irreversible moves change what can happen, those of the intended winner mostly for the better. So positions that few other moves lead to are expanded
//! first, and of those the one that was met last. A position takes little more memory than its key, and a second is enough for some million of them. If all
//! reachable positions are met without a mate, there is none.

use cozy_chess::{Board, Color, Move as NativeMove, Piece as Role};

use super::cancellation::Cancellation;
use super::key_set::KeySet;
use super::{ClosedSet, Reason, Verdict, moves_of_native};
use crate::chess::{Move, Position, material};

/// Most positions of a set, which take 19 to 30 bytes each.
const MAX_POSITIONS: usize = 1 << 22;
/// Most positions that may wait, which take some 120 MB.
const MAX_WAITING: usize = 1 << 20;

/// What a move adds to the cost of a line: a reversible one, an irreversible one of the intended winner, and one of the intended loser.
const REVERSIBLE_COST: usize = 4;
const WINNERS_IRREVERSIBLE_COST: usize = 1;
const LOSERS_IRREVERSIBLE_COST: usize = 8;

/// The search. It gives its memory back after each position.
#[derive(Default)]
pub(super) struct Reachable {
    known: KeySet,
    /// For each number, the number of the position from which it was met first, and the move.
    predecessors: Vec<(u32, Option<NativeMove>)>,
    /// For each cost, the positions whose moves have not been made yet, with their numbers.
    waiting: Vec<Vec<(u32, Board)>>,
    /// The number of positions that wait.
    waiting_count: usize,
    /// Of the successors of the current position: keys, moves, and what these add to the cost.
    successors: Vec<(u64, NativeMove, usize)>,
}

impl Reachable {
    /// Meets at most `limit` positions. Returns a verdict, if there is one, and the number of positions looked at. The game is not over in `root`.
    pub(super) fn search(
        &mut self,
        root: &Position,
        intended_winner: Color,
        limit: usize,
        cancellation: &Cancellation,
    ) -> (Option<Verdict>, u64) {
        let found = self.run(root, intended_winner, limit.min(MAX_POSITIONS), cancellation);
        *self = Self::default();
        found
    }

    fn run(&mut self, root: &Position, intended_winner: Color, limit: usize, cancellation: &Cancellation) -> (Option<Verdict>, u64) {
        self.known.insert(root.key());
        self.enqueue(root.board().clone(), (0, None), 0);
        let (mut spent, mut cost) = (0, 0);
        while cost < self.waiting.len() {
            let Some((number, board)) = self.waiting[cost].pop() else {
                self.waiting[cost] = Vec::new();
                cost += 1;
                continue;
            };
            self.waiting_count -= 1;
            if self.predecessors.len() > limit || self.waiting_count >= MAX_WAITING || cancellation.is_cancelled() {
                return (None, spent);
            }
            spent += 1;
            if material::cannot_mate(&board, intended_winner) {
                continue;
            }
            self.expand(&board, (number, cost), intended_winner);
            if self.successors.is_empty() && board.side_to_move() != intended_winner && !board.checkers().is_empty() {
                return (Some(Verdict::Winnable(self.line(root, number))), spent);
            }
        }
        let positions = self.predecessors.len() as u32;
        (Some(Verdict::Unwinnable(ClosedSet::new(positions, Reason::Closed))), spent)
    }

    /// Adds the positions to which moves lead. Most of them are known already, so at first only their keys are computed, and the slots of all keys are loaded
    /// at the same time.
    fn expand(&mut self, board: &Board, (number, cost): (u32, usize), intended_winner: Color) {
        let mut successors = std::mem::take(&mut self.successors);
        successors.clear();
        let us = board.side_to_move();
        let others = board.colors(!us);
        board.generate_moves(|moves| {
            for played in moves {
                let step = match moves.piece == Role::Pawn || others.has(played.to) {
                    false => REVERSIBLE_COST,
                    true if us == intended_winner => WINNERS_IRREVERSIBLE_COST,
                    true => LOSERS_IRREVERSIBLE_COST,
                };
                successors.push((Position::from_board(after(board, played)).key(), played, step));
            }
            false
        });
        self.known.prefetch(successors.iter().map(|&(key, _, _)| key));
        for &(key, played, step) in &successors {
            if self.known.insert(key) {
                self.enqueue(after(board, played), (number, Some(played)), cost + step);
            }
        }
        self.successors = successors;
    }

    fn enqueue(&mut self, board: Board, predecessor: (u32, Option<NativeMove>), cost: usize) {
        if self.waiting.len() <= cost {
            self.waiting.resize_with(cost + 1, Vec::new);
        }
        self.waiting[cost].push((self.predecessors.len() as u32, board));
        self.waiting_count += 1;
        self.predecessors.push(predecessor);
    }

    /// The moves from the root to a position.
    fn line(&self, root: &Position, mut number: u32) -> Vec<Move> {
        let mut line = Vec::new();
        while let (predecessor, Some(played)) = self.predecessors[number as usize] {
            line.push(played);
            number = predecessor;
        }
        line.reverse();
        moves_of_native(root, &line)
    }
}

/// The board after a legal move.
fn after(board: &Board, played: NativeMove) -> Board {
    let mut after = board.clone();
    after.play_unchecked(played);
    after
}
