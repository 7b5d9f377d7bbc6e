//! A search for shortest helpmates without patterns and without a table, to which the tests compare the search.

use cozy_chess::{Board, Color};

use crate::chess::Position;

/// Returns the number of plies of a shortest mating line with at most `most` plies.
pub(super) fn shortest(board: &Board, winner: Color, most: u32) -> Option<u32> {
    (0..=most).find(|&plies| mates_in(board, winner, plies))
}

fn mates_in(board: &Board, winner: Color, left: u32) -> bool {
    let to_move = board.side_to_move();
    if left == 0 {
        return to_move != winner && !board.checkers().is_empty() && !Position::has_legal_moves_on(board);
    }
    if (to_move == winner) != (left % 2 == 1) {
        return false;
    }
    board.generate_moves(|moves| {
        moves.into_iter().any(|played| {
            let mut after = board.clone();
            after.play_unchecked(played);
            mates_in(&after, winner, left - 1)
        })
    })
}
