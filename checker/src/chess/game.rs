//! Games of two sides that move in turns, as kinds of certificates see them.

use crate::core::game::Colour;

/// A position of a game of turns, the side to move included. Two positions are the same exactly if their words are; what they mean is the game's
/// business.
pub type PackedPosition = [u64; 4];

/// A legal move of a game of turns. What the number means is the game's business.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move(pub(crate) u16);

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

/// A game of two sides that move in turns, with too many positions to be numbered. A position says for itself how play can go on from it.
///
/// Positions are words without a type of their own, so that a kind can ask any such game through this trait: two calls for a position do not count
/// beside the memory that it is looked up in.
pub trait TwoPlayerGame {
    /// The text of a position.
    fn text(&self, position: &PackedPosition) -> String;

    /// Says whether play goes on. If it does, `moves` is replaced by the legal moves in move order, at least one, of which no two lead to the same
    /// position.
    fn play(&self, position: &PackedPosition, moves: &mut Vec<Move>) -> Status;

    /// What a legal move leads to.
    fn make(&self, position: &PackedPosition, played: Move) -> Step;

    /// The move in the text form of the rule set.
    fn name(&self, played: Move) -> String;
}
