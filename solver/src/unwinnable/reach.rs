//! All that can follow a position, what leads on first: mates that are far away behind moves of pawns, and closed sets that are large.
//!
//! Moves that cannot be taken back change what can happen, those of the winner's mostly for the better. So the positions that few other moves lead to are dealt with first, and of those the one that was met last. Every position takes next to
//! nothing but its key, so that a search meets some million of them in a second; where it meets all, and no mate, there is none.

use super::keys::Keys;
use super::stop::Stop;
use super::{Closed, Reason, Verdict};
use crate::games::chess::{Board, Color, End, Legal, Move, Piece, Position};

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
    met: Vec<(u32, Option<Move>)>,
    /// Positions not yet dealt with and their numbers, by cost.
    waiting: Vec<Vec<(u32, Position)>>,
    /// How many wait.
    waits: usize,
    /// What follows the position that is dealt with.
    next: Vec<(u64, Move)>,
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
        self.wait(root.clone(), (0, None), 0);
        let (mut spent, mut cost) = (0, 0);
        while cost < self.waiting.len() {
            let Some((number, position)) = self.waiting[cost].pop() else {
                self.waiting[cost] = Vec::new();
                cost += 1;
                continue;
            };
            self.waits -= 1;
            if self.met.len() > most || self.waits >= MOST_WAITING || stop.is_set() {
                return (None, spent);
            }
            spent += 1;
            let legal = position.legal();
            if legal.is_empty() {
                if position.end() == Some(End::Mate(winner)) {
                    return (Some(Verdict::Winnable(self.line(number))), spent);
                }
            } else if !position.material(winner) {
                self.follow(&position, (number, cost), winner, &legal);
            }
        }
        let positions = self.met.len() as u32;
        let closed = Closed { positions, leaves: Vec::new(), by_skeletons: Vec::new(), skeletons: 0, reason: Reason::Closed };
        (Some(Verdict::Unwinnable(closed)), spent)
    }

    /// Meets the positions to which moves lead. Most are known: so their keys alone are made first, and looked up all at the same time, as the table of a large set is far away.
    fn follow(&mut self, position: &Position, (number, cost): (u32, usize), winner: Color, legal: &Legal) {
        let mut next = std::mem::take(&mut self.next);
        next.clear();
        legal.for_each(|played| next.push((position.after(played).key(), played)));
        self.known.fetch(next.iter().map(|&(key, _)| key));
        for &(key, played) in &next {
            if self.known.insert(key) {
                self.wait(position.after(played), (number, Some(played)), cost + step(position.board(), winner, played));
            }
        }
        self.next = next;
    }

    fn wait(&mut self, position: Position, from: (u32, Option<Move>), cost: usize) {
        if self.waiting.len() <= cost {
            self.waiting.resize_with(cost + 1, Vec::new);
        }
        self.waiting[cost].push((self.met.len() as u32, position));
        self.waits += 1;
        self.met.push(from);
    }

    /// The moves from the root to a position.
    fn line(&self, mut number: u32) -> Vec<Move> {
        let mut line = Vec::new();
        while let (before, Some(played)) = self.met[number as usize] {
            line.push(played);
            number = before;
        }
        line.reverse();
        line
    }
}

/// What a move adds.
fn step(board: &Board, winner: Color, played: Move) -> usize {
    let us = board.side_to_move();
    let stays = !board.pieces(Piece::Pawn).has(played.from) && !board.colors(!us).has(played.to);
    match stays {
        true => REVERSIBLE,
        false if us == winner => WINNERS,
        false => LOSERS,
    }
}
