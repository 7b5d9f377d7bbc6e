//! A best-first search for distant mates. Playouts start from the positions after captures and pawn moves.
//!
//! Captures and pawn moves are irreversible; after any other move a position can recur. Each move has a cost, and the
//! search first expands the lines of moves with the lowest total cost. A reversible move costs more than an
//! irreversible move of the intended winner. Ambrona's algorithm Find-Helpmate also rewards captures and pawn moves of
//! the intended winner.

use cozy_chess::{Board, Color, Move as NativeMove};

use super::cancellation::Cancellation;
use super::key_set::KeySet;
use super::playout::Playouts;
use super::successors::{self, Successor};
use super::{board_after, line_to, moves_of_native, zobrist};
use crate::chess::{Move, Position, material};

/// `REVERSIBLE_COST` is the cost of a reversible move. `WINNERS_IRREVERSIBLE_COST` and `LOSERS_IRREVERSIBLE_COST` are
/// the costs of an irreversible move of the intended winner and of the intended loser.
const REVERSIBLE_COST: usize = 2;
const WINNERS_IRREVERSIBLE_COST: usize = 1;
const LOSERS_IRREVERSIBLE_COST: usize = 2;
/// The playouts from one position use at most this number of nodes.
const PLAYOUT_NODES: u64 = 60;
/// Maximum number of positions for which memory stays allocated between questions.
const MAX_KEPT: usize = 1 << 12;
/// Maximum number of positions kept between rounds. The kept positions take up to about 20 MB.
const MAX_KEPT_IN_BETWEEN: usize = 1 << 17;

/// A position that the search has reached.
#[derive(Clone, Copy)]
struct Node {
    key: u64,
    /// `predecessor` is the index of the position's predecessor. `played` is the move that leads from the predecessor
    /// to the position, or `None` for the root.
    predecessor: u32,
    played: Option<NativeMove>,
    /// Whether the move `played` is irreversible.
    irreversible: bool,
    /// Index in [`Frontier::boards`], if the position has been expanded. Many positions are never expanded, and have no
    /// board.
    board: u32,
}

/// A best-first search that a later call can continue.
#[derive(Default)]
pub(super) struct Frontier {
    nodes: Vec<Node>,
    /// Boards of expanded positions.
    boards: Vec<Board>,
    known: KeySet,
    /// For each cost, the indices of the positions that are not expanded yet.
    waiting: Vec<Vec<u32>>,
    /// `cost` is the cost of the current position. `current` is the index of the current position, or `None` once the
    /// position has been expanded.
    cost: usize,
    current: Option<u32>,
    /// Nodes spent since the start, including those of playouts.
    spent: u64,
    successors: Vec<Successor>,
}

impl Frontier {
    /// Continues the search for a mate where the previous call for the same question stopped. Stops after `limit` nodes
    /// in all calls, or after `left` nodes in this call. Also stops when `max_kept` positions are in memory. The limits
    /// `limit` and `left` include the nodes of playouts. In addition, returns the number of nodes that this call used.
    pub(super) fn go_on(
        &mut self,
        position: &Position,
        intended_winner: Color,
        (limit, left, max_kept): (u64, u64, usize),
        playouts: &mut Playouts,
        cancellation: &Cancellation,
    ) -> (Option<Vec<Move>>, u64) {
        let before = self.spent;
        let limit = limit.min(before.saturating_add(left));
        let line = self.run(position, intended_winner, (limit, max_kept), playouts, cancellation);
        let nodes = self.spent - before;
        if self.nodes.len() > MAX_KEPT_IN_BETWEEN {
            self.reset();
        }
        (line, nodes)
    }

    /// Starts a new question and releases the memory of a large search.
    pub(super) fn reset(&mut self) {
        self.nodes.clear();
        self.nodes.shrink_to(MAX_KEPT);
        self.boards.clear();
        self.boards.shrink_to(MAX_KEPT);
        self.known.clear();
        self.waiting.clear();
        (self.cost, self.current, self.spent) = (0, None, 0);
    }

    fn run(
        &mut self,
        position: &Position,
        intended_winner: Color,
        (limit, max_kept): (u64, usize),
        playouts: &mut Playouts,
        cancellation: &Cancellation,
    ) -> Option<Vec<Move>> {
        if self.nodes.is_empty() {
            let key = zobrist::key(position.board());
            self.enqueue(Node { key, predecessor: 0, played: None, irreversible: true, board: 0 }, 0);
        }
        loop {
            if let Some(index) = self.current {
                if self.spent >= limit || self.nodes.len() >= max_kept || cancellation.is_cancelled() {
                    return None;
                }
                self.expand(index, intended_winner);
                self.current = None;
            }
            let Some(index) = self.waiting.get_mut(self.cost)?.pop() else {
                self.cost += 1;
                continue;
            };
            self.spent += 1;
            let Node { predecessor, played, irreversible, .. } = self.nodes[index as usize];
            let board = match played {
                Some(played) => board_after(&self.boards[self.nodes[predecessor as usize].board as usize], played),
                None => position.board().clone(),
            };
            let here = Position::from_board(board);
            let board = here.board();
            if board.side_to_move() != intended_winner && !board.checkers().is_empty() && !here.has_legal_moves() {
                return Some(self.line(position, index, &[]));
            }
            if material::cannot_mate(board, intended_winner) {
                continue;
            }
            if irreversible {
                let (line, nodes) = playouts.search(&here, intended_winner, PLAYOUT_NODES, cancellation);
                self.spent += nodes;
                if let Some(line) = line {
                    return Some(self.line(position, index, &line));
                }
            }
            self.nodes[index as usize].board = self.boards.len() as u32;
            self.boards.push(board.clone());
            self.current = Some(index);
        }
    }

    fn expand(&mut self, index: u32, intended_winner: Color) {
        let Node { key, board, .. } = self.nodes[index as usize];
        let board = &self.boards[board as usize];
        let winner_moves = board.side_to_move() == intended_winner;
        let mut successors = std::mem::take(&mut self.successors);
        successors::list(board, key, &mut successors);
        self.known.prefetch(successors.iter().map(|successor| successor.key));
        for &Successor { key, played, irreversible } in &successors {
            let step = match (irreversible, winner_moves) {
                (false, _) => REVERSIBLE_COST,
                (true, true) => WINNERS_IRREVERSIBLE_COST,
                (true, false) => LOSERS_IRREVERSIBLE_COST,
            };
            self.enqueue(Node { key, predecessor: index, played: Some(played), irreversible, board: 0 }, self.cost + step);
        }
        self.successors = successors;
    }

    /// Adds a position unless it has been added before.
    fn enqueue(&mut self, node: Node, cost: usize) {
        if self.known.insert(node.key) {
            if self.waiting.len() <= cost {
                self.waiting.resize_with(cost + 1, Vec::new);
            }
            self.waiting[cost].push(self.nodes.len() as u32);
            self.nodes.push(node);
        }
    }

    /// Returns the moves from `position` to the node with this index, followed by `rest`.
    fn line(&self, position: &Position, index: u32, rest: &[Move]) -> Vec<Move> {
        let line = line_to(index, |index| (self.nodes[index as usize].predecessor, self.nodes[index as usize].played));
        let mut line = moves_of_native(position, &line);
        line.extend(rest);
        line
    }
}
