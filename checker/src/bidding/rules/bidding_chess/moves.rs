//! The moves of a placement in move order, section 4 of the rules page.

use super::board::{Board, Offset, PerSquare, Square};
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

/// One move of a piece, or four if it is a pawn that promotes by it. Pieces are named by their places in list order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Move {
    pub(super) to: Square,
    pub(super) captured: Option<usize>,
    pub(super) promotes: bool,
}

/// Squares that a piece reaches one after the other, from near to far, and what it may do there.
#[derive(Debug)]
struct Line {
    squares: Vec<Square>,
    /// It may move onto empty squares.
    quiet: bool,
    /// It may capture.
    captures: bool,
    /// It is a pawn that may promote there.
    promotes: bool,
}

/// For each square the place in the list of the piece that stands there, or `NOBODY`.
pub(super) type Occupants = [u8; Square::NUMBERS];

/// No place in a list.
const NOBODY: u8 = u8::MAX;

/// Where the pieces of a material can go.
pub(super) struct Movement<'a> {
    pieces: &'a [Piece],
    /// For each piece, in list order, its lines on the empty board from each square, in move order.
    lines: Vec<PerSquare<Vec<Line>>>,
}

impl<'a> Movement<'a> {
    pub(super) fn new(board: Board, pieces: &'a [Piece]) -> Self {
        Self { pieces, lines: pieces.iter().map(|piece| PerSquare::new(board, |from| lines(board, *piece, from))).collect() }
    }

    pub(super) fn occupants(&self, placement: &Placement) -> Option<Occupants> {
        let mut occupants = [NOBODY; Square::NUMBERS];
        for ((place, _), square) in (0..).zip(self.pieces).zip(placement) {
            *occupants.get_mut(square.index())? = place;
        }
        Some(occupants)
    }

    /// Hands on the moves of the piece with that place in the list, in move order, until `each` has none.
    #[inline]
    pub(super) fn moves(&self, occupants: &Occupants, place: usize, from: Square, mut each: impl FnMut(Move) -> Option<()>) -> Option<()> {
        let colour = self.pieces.get(place)?.colour;
        for line in self.lines.get(place)?.get(from)? {
            for to in &line.squares {
                let occupant = usize::from(*occupants.get(to.index())?);
                let victim = self.pieces.get(occupant);
                if victim.map_or(line.quiet, |victim| line.captures && victim.colour != colour) {
                    // Capturing the king ends the game before a pawn can promote.
                    let promotes = line.promotes && victim.is_none_or(|victim| victim.role != Role::King);
                    each(Move { to: *to, captured: victim.map(|_| occupant), promotes })?;
                }
                if victim.is_some() {
                    break;
                }
            }
        }
        Some(())
    }
}

/// The lines of a piece on the empty board, in move order.
fn lines(board: Board, piece: Piece, from: Square) -> Vec<Line> {
    let squares = |direction: Offset, most: usize| -> Vec<Square> {
        std::iter::successors(board.step(from, direction), |last| board.step(*last, direction)).take(most).collect()
    };
    let lines = |directions: &[Offset], most| {
        let line = |direction: &Offset| Line { squares: squares(*direction, most), quiet: true, captures: true, promotes: false };
        directions.iter().map(line).collect()
    };
    match piece.role {
        Role::King => lines(&KING_AND_QUEEN, 1),
        Role::Queen => lines(&KING_AND_QUEEN, usize::MAX),
        Role::Rook => lines(&ROOK, usize::MAX),
        Role::Bishop => lines(&BISHOP, usize::MAX),
        Role::Knight => lines(&KNIGHT, 1),
        Role::Pawn => {
            let top = board.height.saturating_sub(1);
            let (north, second_rank, last_but_one) = match piece.colour {
                Colour::White => (1, 1, top.saturating_sub(1)),
                Colour::Black => (-1, top.saturating_sub(1), 1),
            };
            let promotes = from.rank() == last_but_one;
            let most = if from.rank() == second_rank && board.height >= LEAST_DOUBLE_STEP_HEIGHT { 2 } else { 1 };
            let capture = |east| Line { squares: squares((east, north), 1), quiet: false, captures: true, promotes };
            vec![Line { squares: squares((0, north), most), quiet: true, captures: false, promotes }, capture(-1), capture(1)]
        }
    }
}
