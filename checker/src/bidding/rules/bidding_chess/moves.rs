//! The moves of a placement in move order, section 4 of the rules page.

use super::board::{Board, Offset, Square};
use super::material::{Piece, Role};
use super::numbering::Placement;
use crate::core::game::Colour;

// Directions in move order.
const KING_AND_QUEEN: [Offset; 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
const ROOK: [Offset; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const BISHOP: [Offset; 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
const KNIGHT: [Offset; 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
/// Boards with fewer ranks know no double step.
const LEAST_DOUBLE_STEP_HEIGHT: u8 = 5;

/// One move. Pieces are named by their places in list order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Move {
    pub(super) piece: usize,
    pub(super) to: Square,
    pub(super) captured: Option<usize>,
    pub(super) promotion: Option<Role>,
}

/// White's moves and then Black's, each in move order.
pub(super) fn moves(board: Board, pieces: &[Piece], placement: &Placement) -> Vec<Move> {
    // As many as most placements have, and few enough to be had quickly.
    let mut moves = Vec::with_capacity(32);
    for (place, (piece, from)) in pieces.iter().zip(placement).enumerate() {
        let mut mover = Mover { board, pieces, placement, place, piece: *piece, from: *from, moves: &mut moves };
        match piece.role {
            Role::King => mover.lines(&KING_AND_QUEEN, false),
            Role::Queen => mover.lines(&KING_AND_QUEEN, true),
            Role::Rook => mover.lines(&ROOK, true),
            Role::Bishop => mover.lines(&BISHOP, true),
            Role::Knight => mover.lines(&KNIGHT, false),
            Role::Pawn => mover.pawn(),
        }
    }
    moves
}

/// One piece about to move.
struct Mover<'a> {
    board: Board,
    pieces: &'a [Piece],
    placement: &'a Placement,
    place: usize,
    piece: Piece,
    from: Square,
    moves: &'a mut Vec<Move>,
}

impl Mover<'_> {
    /// What stands on a square, with its place in the list.
    fn on(&self, square: Square) -> Option<(usize, Piece)> {
        let mut occupants = self.placement.iter().zip(self.pieces).enumerate();
        occupants.find(|(_, (occupied, _))| **occupied == square).map(|(place, (_, piece))| (place, *piece))
    }

    /// Moves in these directions: one step, or on to the end of the line.
    fn lines(&mut self, directions: &[Offset], on: bool) {
        for direction in directions {
            let mut next = self.board.step(self.from, *direction);
            while let Some(to) = next {
                let victim = self.on(to);
                if victim.is_none_or(|(_, victim)| victim.colour != self.piece.colour) {
                    self.push(to, victim, None);
                }
                next = if on && victim.is_none() { self.board.step(to, *direction) } else { None };
            }
        }
    }

    fn pawn(&mut self) {
        let top = self.board.height.saturating_sub(1);
        let (north, second_rank, last_rank) = match self.piece.colour {
            Colour::White => (1, 1, top),
            Colour::Black => (-1, top.saturating_sub(1), 0),
        };
        let forward = |from| self.board.step(from, (0, north)).filter(|to| self.on(*to).is_none());
        let capture = |east| {
            let to = self.board.step(self.from, (east, north));
            to.filter(|to| self.on(*to).is_some_and(|(_, victim)| victim.colour != self.piece.colour))
        };
        let twice = self.board.height >= LEAST_DOUBLE_STEP_HEIGHT && self.from.rank() == second_rank;
        let single = forward(self.from);
        let double = single.filter(|_| twice).and_then(forward);
        for to in [single, double, capture(-1), capture(1)].into_iter().flatten() {
            let victim = self.on(to);
            // Capturing the king ends the game before the pawn can promote.
            if to.rank() == last_rank && victim.is_none_or(|(_, victim)| victim.role != Role::King) {
                for role in Role::PROMOTIONS {
                    self.push(to, victim, Some(role));
                }
            } else {
                self.push(to, victim, None);
            }
        }
    }

    fn push(&mut self, to: Square, victim: Option<(usize, Piece)>, promotion: Option<Role>) {
        self.moves.push(Move { piece: self.place, to, captured: victim.map(|(place, _)| place), promotion });
    }
}
