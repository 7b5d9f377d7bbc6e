//! Defines scoring games that list their positions and moves. Every move adds points to the score, and the players bid
//! for each move (section 2 of Larsson, Patel and Rai's paper).

/// A scoring game without cycles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoredGame {
    /// Title of the game.
    pub title: String,
    /// Whether a bid of 0 is allowed.
    pub zero_bid: bool,
    /// Index of the initial position in `positions`.
    pub start: usize,
    /// Positions of the game. Every move leads to a position that is earlier in this list.
    pub positions: Vec<ScoredPosition>,
}

/// A position of a scoring game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoredPosition {
    /// Name of the position.
    pub name: String,
    /// The moves of Left, and the moves of Right. Each move is stored as the index of the position to which the move
    /// leads, and the points that the move adds to the score.
    pub moves: [Vec<(usize, i32)>; 2],
    /// The penalty of Left, and the penalty of Right. If a player wins the bid but has no move, the player's penalty is
    /// added to the score and the game ends.
    pub penalties: [Option<i32>; 2],
}

impl ScoredPosition {
    /// Returns whether the game has ended, because the position has neither moves nor penalties.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.moves.iter().all(Vec::is_empty) && self.penalties == [None, None]
    }
}
