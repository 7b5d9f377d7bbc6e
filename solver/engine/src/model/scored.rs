//! Scoring games of any shape: positions with weighted moves, in which players bid for the move (section 2 of Larsson, Patel and Rai's paper).

/// A game without cycles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoredGame {
    /// Its title.
    pub title: String,
    /// Whether 0 is a bid.
    pub zero_bid: bool,
    /// The number of the position in which play begins.
    pub start: usize,
    /// The positions, each behind all that can be reached from it.
    pub positions: Vec<ScoredPosition>,
}

/// A position of such a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoredPosition {
    /// Its name.
    pub name: String,
    /// The moves of Left and of Right: the positions to which they lead, and what they add to the score.
    pub moves: [Vec<(usize, i32)>; 2],
    /// What is added, and ends the game, when Left or Right wins the bid without a move; without moves and penalties the game is over with nothing added.
    pub penalties: [Option<i32>; 2],
}

impl ScoredPosition {
    /// Whether there is nothing to bid for.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.moves.iter().all(Vec::is_empty) && self.penalties == [None, None]
    }
}
