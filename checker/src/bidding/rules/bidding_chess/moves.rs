//! The moves of a placement in move order, section 4 of the rules page.

use super::material::{Material, Piece, Role};
use super::numbering::Placement;
use crate::bidding::rules::bidding_chess::board::{Board, Offset, PerSquare, Square};
use crate::core::game::Colour;

/// The directions of kings and queens in move order. Every other one of them, from the first on, is a rook's, and the rest are a bishop's.
const KING_AND_QUEEN: [Offset; 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
const KNIGHT: [Offset; 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
/// Boards with fewer ranks know no double step.
const LEAST_DOUBLE_STEP_HEIGHT: u8 = 5;

/// For each square the next one in some direction.
type Steps = PerSquare<Option<Square>>;

/// One move. Pieces are named by their places in list order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Move {
    pub(super) piece: usize,
    pub(super) to: Square,
    pub(super) captured: Option<usize>,
    pub(super) promotion: Option<Role>,
}

/// What stands on a square.
#[derive(Clone, Copy)]
struct Occupant {
    /// Its place in the list.
    place: usize,
    piece: Piece,
}

type Occupants = PerSquare<Option<Occupant>>;

/// The directions on a board.
pub(super) struct Geometry {
    board: Board,
    king_and_queen: [Steps; 8],
    knight: [Steps; 8],
}

impl Geometry {
    /// The directions on that board.
    pub(super) fn new(board: Board) -> Self {
        let steps = |offset| PerSquare::new(board, |square| board.step(square, offset));
        Self { board, king_and_queen: KING_AND_QUEEN.map(steps), knight: KNIGHT.map(steps) }
    }

    /// Hands White's moves and Black's moves to `sink`, each in move order. `None` if `sink` ended it with `None`.
    pub(super) fn moves<F>(&self, material: &Material, placement: &Placement, sink: &mut F) -> Option<()>
    where
        F: FnMut(Colour, Move) -> Option<()>,
    {
        let mut occupants = Occupants::empty();
        for (place, (piece, square)) in material.pieces().iter().zip(placement.squares()).enumerate() {
            occupants.set(*square, Some(Occupant { place, piece: *piece }));
        }
        for (place, (piece, square)) in material.pieces().iter().zip(placement.squares()).enumerate() {
            let mut mover = Mover { place, piece: *piece, from: *square, occupants: &occupants, sink };
            match piece.role {
                Role::King => mover.one_step(&self.king_and_queen)?,
                Role::Queen => mover.lines(self.king_and_queen.iter())?,
                Role::Rook => mover.lines(self.king_and_queen.iter().step_by(2))?,
                Role::Bishop => mover.lines(self.king_and_queen.iter().skip(1).step_by(2))?,
                Role::Knight => mover.one_step(&self.knight)?,
                Role::Pawn => mover.pawn(self)?,
            }
        }
        Some(())
    }
}

/// One piece about to move.
struct Mover<'a, F> {
    place: usize,
    piece: Piece,
    from: Square,
    occupants: &'a Occupants,
    sink: &'a mut F,
}

impl<F: FnMut(Colour, Move) -> Option<()>> Mover<'_, F> {
    fn one_step(&mut self, directions: &[Steps]) -> Option<()> {
        for steps in directions {
            if let Some(to) = steps.get(self.from) {
                self.onto(to)?;
            }
        }
        Some(())
    }

    fn lines<'s>(&mut self, directions: impl Iterator<Item = &'s Steps>) -> Option<()> {
        for steps in directions {
            let mut next = steps.get(self.from);
            while let Some(to) = next {
                next = if self.onto(to)? { steps.get(to) } else { None };
            }
        }
        Some(())
    }

    /// Moves onto a square unless an own piece stands there. True if the square was empty, so that a line goes on.
    fn onto(&mut self, to: Square) -> Option<bool> {
        match self.occupants.get(to) {
            None => {
                self.emit(to, None, None)?;
                Some(true)
            }
            Some(victim) => {
                if victim.piece.colour != self.piece.colour {
                    self.emit(to, Some(victim.place), None)?;
                }
                Some(false)
            }
        }
    }

    fn pawn(&mut self, Geometry { board, king_and_queen, .. }: &Geometry) -> Option<()> {
        let [north, north_east, _, south_east, south, south_west, _, north_west] = king_and_queen;
        let top = board.height().saturating_sub(1);
        let (forward, west, east, second_rank, last_rank) = match self.piece.colour {
            Colour::White => (north, north_west, north_east, 1, top),
            Colour::Black => (south, south_west, south_east, top.saturating_sub(1), 0),
        };
        let empty = |square: &Square| self.occupants.get(*square).is_none();
        let step = forward.get(self.from).filter(empty);
        let twice = board.height() >= LEAST_DOUBLE_STEP_HEIGHT && board.rank(self.from) == second_rank;
        let double = step.filter(|_| twice).and_then(|next| forward.get(next)).filter(empty);
        let capture = |steps: &Steps| {
            let to = steps.get(self.from)?;
            let victim = self.occupants.get(to).filter(|victim| victim.piece.colour != self.piece.colour)?;
            Some((to, Some(victim)))
        };
        let quiet = |to| (to, None);
        let moves = [step.map(quiet), double.map(quiet), capture(west), capture(east)];
        moves.into_iter().flatten().try_for_each(|(to, victim)| self.pawn_onto(board.rank(to) == last_rank, to, victim))
    }

    /// A pawn's move, four of them where it promotes. Capturing the king ends the game before it can.
    fn pawn_onto(&mut self, promotes: bool, to: Square, victim: Option<Occupant>) -> Option<()> {
        let captured = victim.map(|victim| victim.place);
        if !promotes || victim.is_some_and(|victim| victim.piece.role == Role::King) {
            return self.emit(to, captured, None);
        }
        Role::PROMOTIONS.iter().try_for_each(|role| self.emit(to, captured, Some(*role)))
    }

    fn emit(&mut self, to: Square, captured: Option<usize>, promotion: Option<Role>) -> Option<()> {
        (self.sink)(self.piece.colour, Move { piece: self.place, to, captured, promotion })
    }
}
