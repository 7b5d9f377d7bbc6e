//! Legal moves in move order: section 2 of `spec/rules/losing-chess.md`.

use crate::chess::bitboard::{Attacks, ascending, diagonally_ahead, single};
use crate::chess::game::Move;
use crate::chess::moves::{append, pawn_pushes, reach};
use crate::chess::position::Position;
use crate::chess::role::Role;

/// A pawn becomes one of five, a king among them.
const PROMOTIONS: u32 = 5;

/// Replaces `moves` by the legal moves, captures alone where there are any.
#[inline]
pub(super) fn legal(position: Position, attacks: &Attacks, moves: &mut Vec<Move>) {
    moves.clear();
    captures(position, attacks, moves);
    if moves.is_empty() {
        quiet(position, attacks, moves);
    }
}

/// Appends the captures.
#[inline]
fn captures(position: Position, attacks: &Attacks, moves: &mut Vec<Move>) {
    let (us, occupied) = (position.to_move(), position.occupied());
    let (own, targets) = (position.units(us), position.units(us.other()));
    let pawn_targets = targets | position.en_passant();
    // Pawns that attack nothing need not be looked at: they stand where no pawn of the other side, put on a target, would attack them.
    let idle = position.pawns() & !diagonally_ahead(us.other(), pawn_targets);
    for from in ascending(own & !idle) {
        let to = match position.unit(single(from)) {
            Role::Pawn => diagonally_ahead(us, single(from)) & pawn_targets,
            piece => reach(piece, from, occupied, attacks) & targets,
        };
        append(position, from, to, PROMOTIONS, moves);
    }
}

/// Appends the moves that are no captures.
#[inline]
fn quiet(position: Position, attacks: &Attacks, moves: &mut Vec<Move>) {
    let (us, occupied) = (position.to_move(), position.occupied());
    for from in ascending(position.units(us)) {
        let to = match position.unit(single(from)) {
            Role::Pawn => pawn_pushes(us, single(from), occupied),
            piece => reach(piece, from, occupied, attacks) & !occupied,
        };
        append(position, from, to, PROMOTIONS, moves);
    }
}
