//! Implements the skeleton argument of section 5.3 of `spec/rules/chess.md`.
//!
//! The skeleton argument follows kings, pawns and chosen pieces move by move, and knows the side to move. For each of
//! the other pieces, the argument knows only a *region*, the set of squares on which the piece may stand. A skeleton
//! consists of a *board* (kings, pawns, and pieces with their regions), the side to move and the en passant square.
//!
//! `boards` stores boards and performs region closure, `moves` generates the moves of skeletons (partly known
//! positions), and `mate` tests whether a move may mate. As in the specification, W is the intended winner.

mod boards;
mod mate;
mod moves;
#[cfg(test)]
mod tests;

use rustc_hash::FxHashSet;

use self::boards::{Boards, Draft};
use self::mate::Moved;
use super::{BitBoard, Color, Position, Role, Square};

/// Result of the skeleton argument for a position and an intended winner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The argument holds: no sequence of moves from this position leads to a mate by the intended winner.
    Holds {
        /// Number of reachable skeletons (partly known positions).
        skeletons: u32,
    },
    /// The argument fails, because a move in a skeleton (a partly known position) may mate.
    MayMate,
    /// The argument was abandoned, because more skeletons (partly known positions) are reachable than the limit allows.
    TooMany,
    /// The argument does not apply, because a side has a right to castle.
    Castling,
}

/// Partial knowledge of a position: the side to move, the squares of kings and pawns, and the squares on which pieces
/// may stand.
#[derive(Clone, Copy)]
struct Skeleton {
    /// Index of the board of this skeleton (partly known position).
    board: u32,
    turn: Color,
    en_passant: Option<Square>,
}

impl Skeleton {
    fn key(self) -> u64 {
        let en_passant = self.en_passant.map_or(64, |square| square as u64);
        u64::from(self.board) << 8 | en_passant << 1 | self.turn as u64
    }
}

/// The squares that pieces and pawns may occupy in a set of skeletons (partly known positions).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Traces {
    /// Squares on which a piece or pawn may stand, for each side and role. White comes first.
    pub units: [[BitBoard; Role::NUM]; 2],
    /// Squares on which the same pawn stands in all skeletons (partly known positions). These pawns never move and are
    /// never captured.
    pub settled: BitBoard,
}

/// Applies the skeleton argument to one position after another. The memory of the largest attempt stays allocated for
/// the next position: about 500 bytes for each skeleton (partly known position).
pub struct SkeletonArgument {
    intended_winner: Color,
    /// Maximum number of skeletons (partly known positions) in one attempt.
    limit: usize,
    /// Whether some move leaves the intended winner only the king.
    disarmed: bool,
    keys: FxHashSet<u64>,
    /// All skeletons (partly known positions) reached so far, in the order in which the argument finds and expands
    /// them.
    reached: Vec<Skeleton>,
    boards: Boards,
    /// Board of the next skeleton (partly known position), which is being built.
    draft: Draft,
    /// Copy of `draft` before region closure.
    before_closure: Draft,
}

impl Default for SkeletonArgument {
    fn default() -> Self {
        Self {
            intended_winner: Color::White,
            limit: 0,
            disarmed: false,
            keys: FxHashSet::default(),
            reached: Vec::new(),
            boards: Boards::default(),
            draft: Draft::default(),
            before_closure: Draft::default(),
        }
    }
}

impl SkeletonArgument {
    /// Tries to prove that no sequence of moves from `position` leads to a mate by the intended winner. Follows the
    /// pieces on the squares `tracked` move by move, and explores at most `limit` skeletons (partly known positions).
    /// This function does not test whether `position` itself is a mate.
    pub fn argue(&mut self, position: &Position, intended_winner: Color, tracked: BitBoard, limit: u32) -> Outcome {
        if Color::ALL.into_iter().any(|colour| position.has_castling_right(colour)) {
            return Outcome::Castling;
        }
        self.keys.clear();
        self.reached.clear();
        self.boards.clear();
        (self.intended_winner, self.limit, self.disarmed) = (intended_winner, limit as usize, false);
        match self.explore(position, tracked) {
            Ok(()) => Outcome::Holds { skeletons: self.reached.len() as u32 },
            Err(outcome) => outcome,
        }
    }

    /// Returns the number of skeletons (partly known positions) that the last attempt reached, whether it succeeded or
    /// not.
    #[must_use]
    pub fn reached(&self) -> u32 {
        self.reached.len() as u32
    }

    /// Returns the squares that pieces and pawns may occupy in the skeletons (partly known positions) of the last
    /// attempt. If the attempt succeeded, no piece or pawn can ever reach a square outside of the returned sets.
    /// Returns `None` if the intended winner may lose all pawns and pieces.
    #[must_use]
    pub fn traces(&self) -> Option<Traces> {
        // The argument explores no positions after the loss, so the sets could lack squares.
        if self.disarmed {
            return None;
        }
        let mut units = [[BitBoard::EMPTY; Role::NUM]; 2];
        let mut settled = [BitBoard::FULL; 2];
        for skeleton in &self.reached {
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

    /// Explores all reachable skeletons (partly known positions). If the argument does not hold, the error is the
    /// reason.
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
        // Skeletons are expanded only if W has a pawn or piece to mate with.
        while let Some(&skeleton) = self.reached.get(next).filter(|_| armed) {
            self.meet_next(skeleton)?;
            next += 1;
        }
        Ok(())
    }

    /// Adds a skeleton (a partly known position) unless it has been added before. Also tests a new skeleton for mates
    /// by moves within regions. Such a mate is the most frequent reason why the argument fails.
    fn meet(&mut self, skeleton: Skeleton) -> Result<(), Outcome> {
        if !self.keys.insert(skeleton.key()) {
            return Ok(());
        }
        if self.reached.len() >= self.limit {
            return Err(Outcome::TooMany);
        }
        self.reached.push(skeleton);
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
