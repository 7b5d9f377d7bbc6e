//! The skeleton argument: section 5.3 of `spec/rules/chess.md`.
//!
//! Kings, pawns, the turn and chosen pieces are followed move by move; of the other pieces, the *roamers*, it is only known in which *regions* they may be. A skeleton is a *board* (kings, pawns and roamers), the turn and the en passant square; boards
//! are kept once, with what follows from them alone. `boards` closes and keeps boards, `moves` leads from skeleton to skeleton, `mate` sees whether a move may mate.

mod boards;
mod mate;
mod moves;
#[cfg(test)]
mod tests;

use rustc_hash::FxHashSet;

use self::boards::{Boards, Draft};
use self::mate::Moved;
use super::{BitBoard, Color, Position, Square};

/// What the skeleton argument says of a position and the side that would mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seen {
    /// It holds: the side cannot mate from any position that follows, nor by a move from this one.
    Settled {
        /// How many skeletons are met.
        met: u32,
    },
    /// A move of a skeleton may mate: nothing is shown.
    MayMate,
    /// More skeletons are met than allowed: nothing is shown.
    TooMany,
    /// A side has a right to castle; the argument is not for such positions.
    Castling,
}

/// Where kings, pawns and turn are, and where roamers may be.
#[derive(Clone, Copy)]
struct Skeleton {
    /// The number of its board.
    board: u32,
    turn: Color,
    /// The en passant square.
    passed: Option<Square>,
}

impl Skeleton {
    /// A number that no other skeleton has.
    fn key(self) -> u64 {
        let passed = self.passed.map_or(64, |square| square as u64);
        u64::from(self.board) << 8 | passed << 1 | self.turn as u64
    }
}

/// Tries the argument on one position after the other; it keeps its memory, some 500 bytes for each skeleton of the largest look.
pub struct Skeletons {
    winner: Color,
    most: usize,
    known: FxHashSet<u64>,
    /// The skeletons that are met, in the order in which they were; their moves are looked at in this order.
    met: Vec<Skeleton>,
    boards: Boards,
    /// The board to which a move leads, on its way.
    draft: Draft,
    /// The same before it was closed.
    before: Draft,
}

impl Default for Skeletons {
    fn default() -> Self {
        Self {
            winner: Color::White,
            most: 0,
            known: FxHashSet::default(),
            met: Vec::new(),
            boards: Boards::default(),
            draft: Draft::default(),
            before: Draft::default(),
        }
    }
}

impl Skeletons {
    /// Whether the argument shows, with at most so many skeletons and pieces on those squares followed, that the side cannot mate from the position on. Of the position itself it is not asked whether it is a mate already.
    pub fn look(&mut self, position: &Position, winner: Color, followed: BitBoard, most: u32) -> Seen {
        if Color::ALL.into_iter().any(|colour| position.may_castle(colour)) {
            return Seen::Castling;
        }
        self.known.clear();
        self.met.clear();
        self.boards.clear();
        (self.winner, self.most) = (winner, most as usize);
        match self.explore(position, followed) {
            Ok(()) => Seen::Settled { met: self.met.len() as u32 },
            Err(seen) => seen,
        }
    }

    /// How many skeletons the last look has met, whatever it has shown.
    #[must_use]
    pub fn met(&self) -> u32 {
        self.met.len() as u32
    }

    /// Meets what there is to meet. The error is what stands in the way.
    fn explore(&mut self, position: &Position, followed: BitBoard) -> Result<(), Seen> {
        self.draft.start(position, followed);
        let armed = self.draft.is_armed(self.winner);
        let closed = !self.draft.is_in_check(position.to_move());
        if closed {
            self.draft.close();
        }
        let board = self.boards.number(&mut self.draft, self.winner, closed);
        self.meet(Skeleton { board, turn: position.to_move(), passed: position.en_passant() })?;
        let mut next = 0;
        // What follows is met only if W has something to mate with.
        while let Some(&skeleton) = self.met.get(next).filter(|_| armed) {
            self.follow(skeleton)?;
            next += 1;
        }
        Ok(())
    }

    /// Meets a skeleton. If its roamers may mate at once, that is seen here: it is what fails most often.
    fn meet(&mut self, skeleton: Skeleton) -> Result<(), Seen> {
        if !self.known.insert(skeleton.key()) {
            return Ok(());
        }
        if self.met.len() >= self.most {
            return Err(Seen::TooMany);
        }
        self.met.push(skeleton);
        let board = self.boards.get(skeleton.board);
        let roams = board.closed && board.roamers_pass(self.winner);
        let roamers = self.boards.roamers(skeleton.board);
        if skeleton.turn == self.winner && roams && board.may_mate(roamers, self.winner, &Moved::Roamer { to: None }) {
            return Err(Seen::MayMate);
        }
        Ok(())
    }
}
