//! Lists the legal moves by name and counts move sequences, for the tests of the rule sets.

use crate::chess::game::{Status, TwoPlayerGame};
use crate::chess::packed::{Move, PackedPosition};

/// Returns the legal moves with their names. The list is empty if the game is over.
pub(crate) fn moves(game: &dyn TwoPlayerGame, position: &PackedPosition) -> Vec<(Move, String)> {
    // The list starts with old entries, which must be discarded.
    let mut list = vec![Move(0); 7];
    match game.play(position, &mut list) {
        Status::Goes(_) => list.into_iter().map(|played| (played, game.name(played))).collect(),
        Status::Over(_) => vec![],
    }
}

/// Returns the names of the legal moves, in move order.
pub(crate) fn names(game: &dyn TwoPlayerGame, position: &PackedPosition) -> String {
    moves(game, position).into_iter().map(|(_, name)| name).collect::<Vec<_>>().join(" ")
}

/// Counts the sequences of `depth` legal moves. `depth` must be at least 1.
pub(crate) fn perft(game: &dyn TwoPlayerGame, position: &PackedPosition, depth: usize) -> u64 {
    let mut list = vec![];
    match game.play(position, &mut list) {
        Status::Over(_) => 0,
        Status::Goes(_) if depth == 1 => u64::try_from(list.len()).unwrap(),
        Status::Goes(_) => list.iter().map(|played| perft(game, &game.make(position, *played).position, depth - 1)).sum(),
    }
}
