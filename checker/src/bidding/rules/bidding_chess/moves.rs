//! Generates the moves of a placement in move order: section 4 of `spec/rules/bidding-chess.md`.

use super::board::{Board, Offset, PerSquare, Square};
use super::material::{Piece, Role};
use super::numbering::Placement;
use crate::core::game::Colour;

// Directions in which each piece moves, in move order.
const KING_AND_QUEEN: [Offset; 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
const ROOK: [Offset; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const BISHOP: [Offset; 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
const KNIGHT: [Offset; 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
/// Pawns have a double step only on boards with at least this many ranks.
const LEAST_DOUBLE_STEP_HEIGHT: u8 = 5;

/// One move of a piece, or four moves if a pawn promotes. A piece is identified by its index in the list of pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Move {
    pub(super) to: Square,
    pub(super) captured: Option<usize>,
    pub(super) promotes: bool,
}

/// A possible destination of a piece, and the kinds of moves that lead there.
#[derive(Clone, Copy, Debug)]
struct Target {
    to: Square,
    /// Number of squares that follow `to` in the direction of the move. If `to` is occupied, the piece cannot reach
    /// these further squares.
    left: usize,
    /// Whether the piece can move to this square if it is empty.
    quiet: bool,
    /// Whether the piece can capture on this square.
    captures: bool,
    /// Whether the piece is a pawn that promotes on this square.
    promotes: bool,
}

/// For each square, the index (in the list of pieces) of the piece on the square, or `NOBODY`.
pub(super) type Occupants = [u8; Square::NUMBERS];

/// Marks an empty square. No index in the list of pieces is this large.
const NOBODY: u8 = u8::MAX;

/// Tables from which the moves of the pieces of an ending are generated.
pub(super) struct Movement<'a> {
    pieces: &'a [Piece],
    /// For each piece in list order and each square, the possible destinations of the piece, in move order.
    /// Destinations on the same line are in order of their distance.
    targets: Vec<PerSquare<Vec<Target>>>,
}

impl<'a> Movement<'a> {
    pub(super) fn new(board: Board, pieces: &'a [Piece]) -> Self {
        Self { pieces, targets: pieces.iter().map(|piece| PerSquare::new(board, |from| targets(board, *piece, from))).collect() }
    }

    pub(super) fn occupants(&self, placement: &Placement) -> Option<Occupants> {
        let mut occupants = [NOBODY; Square::NUMBERS];
        for ((place, _), square) in (0..).zip(self.pieces).zip(placement) {
            *occupants.get_mut(square.index())? = place;
        }
        Some(occupants)
    }

    /// Calls `each` with every move of one piece, in move order, until `each` returns `None`. `place` is the index of
    /// the piece in the list of pieces.
    #[inline]
    pub(super) fn moves(&self, occupants: &Occupants, place: usize, from: Square, mut each: impl FnMut(Move) -> Option<()>) -> Option<()> {
        let colour = self.pieces.get(place)?.colour;
        let mut targets = self.targets.get(place)?.get(from)?.as_slice();
        while let Some((Target { to, left, quiet, captures, promotes }, others)) = targets.split_first() {
            let occupant = usize::from(*occupants.get(to.index())?);
            let victim = self.pieces.get(occupant);
            if victim.map_or(*quiet, |victim| *captures && victim.colour != colour) {
                // Capturing the king ends the game before a pawn can promote.
                let promotes = *promotes && victim.is_none_or(|victim| victim.role != Role::King);
                each(Move { to: *to, captured: victim.map(|_| occupant), promotes })?;
            }
            targets = if victim.is_none() { others } else { others.get(*left..)? };
        }
        Some(())
    }
}

/// Returns the possible destinations of a piece in move order, as if all lines were free.
fn targets(board: Board, piece: Piece, from: Square) -> Vec<Target> {
    let line = |direction: Offset, most: usize, [quiet, captures, promotes]: [bool; 3]| -> Vec<Target> {
        let squares: Vec<Square> =
            std::iter::successors(board.step(from, direction), |last| board.step(*last, direction)).take(most).collect();
        (0..squares.len()).rev().zip(squares).map(|(left, to)| Target { to, left, quiet, captures, promotes }).collect()
    };
    let lines = |directions: &[Offset], most| directions.iter().flat_map(|direction| line(*direction, most, [true, true, false])).collect();
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
            let capture = |east| line((east, north), 1, [false, true, promotes]);
            [line((0, north), most, [true, false, promotes]), capture(-1), capture(1)].concat()
        }
    }
}
