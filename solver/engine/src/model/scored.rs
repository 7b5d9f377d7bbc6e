//! Defines scoring games of any shape, which have positions with weighted moves. The players bid for each move (section
//! 2 of Larsson, Patel and Rai's paper).

/// A scoring game without cycles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoredGame {
    /// Title of the game.
    pub title: String,
    /// Whether a bid of 0 is allowed.
    pub zero_bid: bool,
    /// Number of the initial position.
    pub start: usize,
    /// Positions of the game, each after all positions that can be reached from it.
    pub positions: Vec<ScoredPosition>,
}

/// A position of a scoring game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoredPosition {
    /// Name of the position.
    pub name: String,
    /// Moves of Left and of Right. A move consists of the position that it leads to and the points that it adds to the
    /// score.
    pub moves: [Vec<(usize, i32)>; 2],
    /// Points that are added if Left or Right wins the bid but has no move. The game then ends. A position without
    /// moves and penalties is an end that adds nothing.
    pub penalties: [Option<i32>; 2],
}

impl ScoredPosition {
    /// Returns whether the game has ended, because the position has neither moves nor penalties.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.moves.iter().all(Vec::is_empty) && self.penalties == [None, None]
    }
}
