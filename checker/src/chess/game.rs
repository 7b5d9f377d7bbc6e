//! The interface between games of two sides that move in turns and the kinds of certificates about them.

use super::packed::{Move, PackedPosition};
use super::position::Position;
use super::{fen, moves};
use crate::core::game::Colour;

/// Whether play goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It does, with a move of this side.
    Goes(Colour),
    /// It is over, and this side has won; `None` if neither has.
    Over(Option<Colour>),
}

/// What a move leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The position.
    pub position: PackedPosition,
    /// Whether the move begins the count of a 50-move rule anew: it is a capture or made by a pawn.
    pub zeroing: bool,
}

/// How a game writes positions and moves.
#[derive(Clone, Copy, Debug)]
pub struct Notation {
    /// The text of a position.
    pub(crate) position: fn(&PackedPosition) -> String,
    /// The text of a move, which has five letters at most.
    pub(crate) played: fn(Move) -> String,
}

impl Notation {
    /// That of chess: FEN, and the two squares of a move.
    const CHESS: Self = Self { position: |packed| fen::write(Position::from_packed(*packed)), played: fen::move_name };

    /// The texts of moves, one space between them.
    pub(crate) fn line(self, moves: &[Move]) -> String {
        let mut line = String::with_capacity(moves.len().saturating_mul(6));
        moves.iter().for_each(|played| line.extend([(self.played)(*played).as_str(), " "]));
        line.pop();
        line
    }
}

/// A game of two sides that move in turns, with too many positions to be numbered. A position says for itself how play can go on from it.
/// What legal moves lead to, and the texts, are those of chess, unless a game says otherwise.
///
/// All games pack positions into the same type, so that kinds can ask any of them through this trait. The calls do not count beside the time to look
/// a position up.
pub trait TwoPlayerGame {
    /// How positions and moves are written.
    fn notation(&self) -> Notation {
        Notation::CHESS
    }

    /// The text of a position.
    fn text(&self, position: &PackedPosition) -> String {
        (self.notation().position)(position)
    }

    /// Says whether play goes on. If it does, `moves` is replaced by the legal moves in move order, at least one, of which no two lead to the same
    /// position.
    fn play(&self, position: &PackedPosition, moves: &mut Vec<Move>) -> Status;

    /// Makes a legal move: replaces the position by what the move leads to. Says whether the move begins the count of a 50-move rule anew.
    fn advance(&self, position: &mut PackedPosition, played: Move) -> bool {
        moves::advance(position, played)
    }

    /// What a legal move leads to.
    fn make(&self, position: &PackedPosition, played: Move) -> Step {
        let mut position = *position;
        let zeroing = self.advance(&mut position, played);
        Step { position, zeroing }
    }

    /// The move in the text form of the rule set.
    #[cfg(any(test, feature = "inspect"))]
    fn name(&self, played: Move) -> String {
        (self.notation().played)(played)
    }

    /// Moves in the text form of the rule set, one space between them.
    fn names(&self, moves: &[Move]) -> String {
        self.notation().line(moves)
    }
}
