//! Lists the keys of the successors of a position, for the best-first searches. Most successors have been reached
//! before, so a best-first search usually needs only the keys of the successors.

use cozy_chess::{Board, Move as NativeMove, Piece as Role};

use super::zobrist::Keys;
use crate::chess::unit_moves::{attacked_around_king, for_each_unit, moves_of_unit};

#[derive(Clone, Copy)]
pub(super) struct Successor {
    /// The successor's key, as computed by `zobrist::key`.
    pub(super) key: u64,
    /// The move that leads to the successor.
    pub(super) played: NativeMove,
    /// Whether the move is a capture or a pawn move, after which the previous position can never recur.
    pub(super) irreversible: bool,
}

/// Replaces the content of `successors` by the successors of the position on `board`, in the move order of
/// `cozy-chess`. `here` is the key of the position on `board`.
pub(super) fn list(board: &Board, here: u64, successors: &mut Vec<Successor>) {
    successors.clear();
    let us = board.side_to_move();
    let others = board.colors(!us);
    let keys = Keys::new(board, here);
    for_each_unit(board, attacked_around_king(board, us), |role, from, to| {
        let of_unit = keys.of_unit(role, from);
        successors.extend(moves_of_unit(role, from, to).into_iter().map(|played| Successor {
            key: of_unit.after(played),
            played,
            irreversible: role == Role::Pawn || others.has(played.to),
        }));
        false
    });
}
