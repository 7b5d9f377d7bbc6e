//! For the tests of the rule sets: a game as it is played, by the names of its moves and the number of their sequences.

use crate::chess::game::{Status, TwoPlayerGame};
use crate::chess::packed::{Move, PackedPosition};

/// The legal moves with their names; none where play is over.
pub(crate) fn moves(game: &dyn TwoPlayerGame, position: &PackedPosition) -> Vec<(Move, String)> {
    // What is in the list before does not count.
    let mut list = vec![Move(0); 7];
    match game.play(position, &mut list) {
        Status::Goes(_) => list.into_iter().map(|played| (played, game.name(played))).collect(),
        Status::Over(_) => vec![],
    }
}

/// The names of the legal moves, in their order.
pub(crate) fn names(game: &dyn TwoPlayerGame, position: &PackedPosition) -> String {
    moves(game, position).into_iter().map(|(_, name)| name).collect::<Vec<_>>().join(" ")
}

/// The number of sequences of that many legal moves, which is at least 1.
pub(crate) fn perft(game: &dyn TwoPlayerGame, position: &PackedPosition, depth: usize) -> u64 {
    let mut list = vec![];
    match game.play(position, &mut list) {
        Status::Over(_) => 0,
        Status::Goes(_) if depth == 1 => u64::try_from(list.len()).unwrap(),
        Status::Goes(_) => list.iter().map(|played| perft(game, &game.make(position, *played).position, depth - 1)).sum(),
    }
}
