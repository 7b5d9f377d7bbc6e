//! The moves of a placement in move order, section 4 of the rules page.

use super::material::{Material, Piece, Role};
use super::numbering::Placement;
use crate::bidding::rules::bidding_chess::board::{Board, Offset, PerSquare, Square};
use crate::core::game::Colour;

const KING_AND_QUEEN: [Offset; 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
const ROOK: [Offset; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const BISHOP: [Offset; 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
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

/// The lines of a board.
pub(super) struct Geometry {
    king_and_queen: Vec<Steps>,
    rook: Vec<Steps>,
    bishop: Vec<Steps>,
    knight: Vec<Steps>,
    white_pawn: PawnSteps,
    black_pawn: PawnSteps,
}

/// The lines of pawns of one colour.
struct PawnSteps {
    forward: Steps,
    /// Two steps forward, from the squares where that is allowed.
    double: Steps,
    /// Captures on file - 1, then on file + 1.
    captures: [Steps; 2],
    /// Whether a square is on the last rank.
    last_rank: PerSquare<bool>,
}

impl PawnSteps {
    fn new(board: Board, north: i8, second_rank: u8, last_rank: u8) -> Self {
        let forward = steps(board, (0, north));
        let may_step_twice = |square| board.height() >= LEAST_DOUBLE_STEP_HEIGHT && board.rank(square) == second_rank;
        Self {
            double: PerSquare::new(board, |square| {
                forward.get(square).filter(|_| may_step_twice(square)).and_then(|next| forward.get(next))
            }),
            forward,
            captures: [steps(board, (-1, north)), steps(board, (1, north))],
            last_rank: PerSquare::new(board, |square| board.rank(square) == last_rank),
        }
    }
}

fn steps(board: Board, offset: Offset) -> Steps {
    PerSquare::new(board, |square| board.step(square, offset))
}

impl Geometry {
    /// The lines of that board.
    pub(super) fn new(board: Board) -> Self {
        let lines = |offsets: &[Offset]| offsets.iter().map(|offset| steps(board, *offset)).collect();
        let top = board.height().saturating_sub(1);
        Self {
            king_and_queen: lines(&KING_AND_QUEEN),
            rook: lines(&ROOK),
            bishop: lines(&BISHOP),
            knight: lines(&KNIGHT),
            white_pawn: PawnSteps::new(board, 1, 1, top),
            black_pawn: PawnSteps::new(board, -1, top.saturating_sub(1), 0),
        }
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
                Role::Queen => mover.lines(&self.king_and_queen)?,
                Role::Rook => mover.lines(&self.rook)?,
                Role::Bishop => mover.lines(&self.bishop)?,
                Role::Knight => mover.one_step(&self.knight)?,
                Role::Pawn if piece.colour == Colour::White => mover.pawn(&self.white_pawn)?,
                Role::Pawn => mover.pawn(&self.black_pawn)?,
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

    fn lines(&mut self, directions: &[Steps]) -> Option<()> {
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

    fn pawn(&mut self, steps: &PawnSteps) -> Option<()> {
        let empty = |square: &Square| self.occupants.get(*square).is_none();
        let forward = steps.forward.get(self.from).filter(empty);
        let double = forward.and_then(|_| steps.double.get(self.from)).filter(empty);
        if let Some(to) = forward {
            self.pawn_onto(steps, to, None)?;
        }
        if let Some(to) = double {
            self.pawn_onto(steps, to, None)?;
        }
        for capture in &steps.captures {
            if let Some(to) = capture.get(self.from)
                && let Some(victim) = self.occupants.get(to)
                && victim.piece.colour != self.piece.colour
            {
                self.pawn_onto(steps, to, Some(victim))?;
            }
        }
        Some(())
    }

    /// A pawn's move, four of them where it promotes. Capturing the king ends the game before it can.
    fn pawn_onto(&mut self, steps: &PawnSteps, to: Square, victim: Option<Occupant>) -> Option<()> {
        let captured = victim.map(|victim| victim.place);
        if !steps.last_rank.get(to) || victim.is_some_and(|victim| victim.piece.role == Role::King) {
            return self.emit(to, captured, None);
        }
        Role::PROMOTIONS.iter().try_for_each(|role| self.emit(to, captured, Some(*role)))
    }

    fn emit(&mut self, to: Square, captured: Option<usize>, promotion: Option<Role>) -> Option<()> {
        (self.sink)(self.piece.colour, Move { piece: self.place, to, captured, promotion })
    }
}
