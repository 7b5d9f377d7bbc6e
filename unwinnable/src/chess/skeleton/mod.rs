//! The skeleton argument: section 5.3 of `spec/rules/chess.md`.
//!
//! Kings, pawns, the turn and chosen pieces are tracked move by move; of the other pieces it is only known in which *regions* they may be. A skeleton is
//! a *board* (kings, pawns, pieces with their regions), the turn and the en passant square. SkeletonArgument that have the same board share it, with everything
//! that depends on the board alone.
//!
//! `boards` stores boards and computes region closures, `moves` finds the skeletons to which moves lead, `mate` decides whether a move may mate. W is the
//! intended winner, as on the page.

mod boards;
mod mate;
mod moves;
#[cfg(test)]
mod tests;

use rustc_hash::FxHashSet;

use self::boards::{Boards, Draft};
use self::mate::Moved;
use super::{BitBoard, Color, Position, Role, Square};

/// What the skeleton argument says of a position and an intended winner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The argument holds: the intended winner cannot mate by a move from this position, nor from any that follows.
    Holds {
        /// The number of skeletons that are met.
        skeletons: u32,
    },
    /// It fails, as a move from a skeleton may mate.
    MayMate,
    /// It was given up, as more skeletons are met than the limit allows.
    TooMany,
    /// A side has a right to castle, and the argument is not for such positions.
    Castling,
}

/// What is known of a position: who is to move, where kings and pawns are, and where pieces may be.
#[derive(Clone, Copy)]
struct Skeleton {
    /// The index of its board.
    board: u32,
    turn: Color,
    en_passant: Option<Square>,
}

impl Skeleton {
    /// A number that no other skeleton has.
    fn key(self) -> u64 {
        let en_passant = self.en_passant.map_or(64, |square| square as u64);
        u64::from(self.board) << 8 | en_passant << 1 | self.turn as u64
    }
}

/// Where units are in skeletons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Traces {
    /// For White and Black and for each role, the squares where such a unit is, or may be, in any of them.
    pub units: [[BitBoard; Role::NUM]; 2],
    /// The squares where the same pawn stands in all of them: these never move and are never captured.
    pub settled: BitBoard,
}

/// Tries the skeleton argument on one position after the other. It keeps its memory between positions, some 500 bytes for each skeleton of the largest
/// attempt.
pub struct SkeletonArgument {
    intended_winner: Color,
    /// The most skeletons that may be met.
    limit: usize,
    /// Whether a move was met after which the intended winner has the king alone.
    disarmed: bool,
    /// The keys of the skeletons met.
    keys: FxHashSet<u64>,
    /// The skeletons met, in the order in which they were. Their moves are looked at in this order.
    met: Vec<Skeleton>,
    boards: Boards,
    /// The board to which a move leads, while it is made.
    draft: Draft,
    /// The same board before region closure.
    before_closure: Draft,
}

impl Default for SkeletonArgument {
    fn default() -> Self {
        Self {
            intended_winner: Color::White,
            limit: 0,
            disarmed: false,
            keys: FxHashSet::default(),
            met: Vec::new(),
            boards: Boards::default(),
            draft: Draft::default(),
            before_closure: Draft::default(),
        }
    }
}

impl SkeletonArgument {
    /// Tries to show that the intended winner cannot mate from the position on, with the pieces on the squares `tracked` tracked, and at most `limit`
    /// skeletons. Whether the position itself is a mate is not part of the question.
    pub fn argue(&mut self, position: &Position, intended_winner: Color, tracked: BitBoard, limit: u32) -> Outcome {
        if Color::ALL.into_iter().any(|colour| position.has_castling_right(colour)) {
            return Outcome::Castling;
        }
        self.keys.clear();
        self.met.clear();
        self.boards.clear();
        (self.intended_winner, self.limit, self.disarmed) = (intended_winner, limit as usize, false);
        match self.explore(position, tracked) {
            Ok(()) => Outcome::Holds { skeletons: self.met.len() as u32 },
            Err(outcome) => outcome,
        }
    }

    /// The number of skeletons that the last attempt has met, whether it succeeded or not.
    #[must_use]
    pub fn met(&self) -> u32 {
        self.met.len() as u32
    }

    /// Where units are in the skeletons that the last attempt has met. After an attempt that succeeded no unit ever gets to another square. `None` if the intended
    /// winner may lose all pawns and pieces: what follows then is not looked at.
    #[must_use]
    pub fn traces(&self) -> Option<Traces> {
        if self.disarmed {
            return None;
        }
        let mut units = [[BitBoard::EMPTY; Role::NUM]; 2];
        let mut settled = [BitBoard::FULL; 2];
        for skeleton in &self.met {
            let board = self.boards.get(skeleton.board);
            for side in [0, 1] {
                units[side][Role::King as usize] |= board.kings[side].bitboard();
                units[side][Role::Pawn as usize] |= board.pawns[side];
                settled[side] &= board.pawns[side];
            }
            for piece in self.boards.pieces(skeleton.board) {
                units[piece.colour as usize][piece.role as usize] |= piece.region;
            }
        }
        Some(Traces { units, settled: settled[0] | settled[1] })
    }

    /// Meets all skeletons that moves lead to. The error says why the argument does not hold.
    fn explore(&mut self, position: &Position, tracked: BitBoard) -> Result<(), Outcome> {
        self.draft.start(position, tracked);
        let armed = self.draft.is_armed(self.intended_winner);
        self.disarmed = !armed;
        let closed = !self.draft.is_surely_in_check(position.to_move());
        if closed {
            self.draft.close_regions();
        }
        let board = self.boards.index(&mut self.draft, self.intended_winner, closed);
        self.meet(Skeleton { board, turn: position.to_move(), en_passant: position.en_passant() })?;
        let mut next = 0;
        // Moves are made only from skeletons in which W has something to mate with.
        while let Some(&skeleton) = self.met.get(next).filter(|_| armed) {
            self.meet_next(skeleton)?;
            next += 1;
        }
        Ok(())
    }

    /// Meets a skeleton, unless it is known. Whether W's pieces may mate by moving within their regions is tested here already: that is what fails most
    /// often.
    fn meet(&mut self, skeleton: Skeleton) -> Result<(), Outcome> {
        if !self.keys.insert(skeleton.key()) {
            return Ok(());
        }
        if self.met.len() >= self.limit {
            return Err(Outcome::TooMany);
        }
        self.met.push(skeleton);
        let board = self.boards.get(skeleton.board);
        let pieces_move = board.closed && board.pieces_may_pass(self.intended_winner);
        let pieces = self.boards.pieces(skeleton.board);
        if skeleton.turn == self.intended_winner && pieces_move && board.may_mate(pieces, self.intended_winner, &Moved::Piece { to: None })
        {
            return Err(Outcome::MayMate);
        }
        Ok(())
    }
}
