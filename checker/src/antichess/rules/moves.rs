//! Legal moves in move order: section 2 of `spec/rules/losing-chess.md`.

use crate::chess::attacks::Attacks;
use crate::chess::bitboard::{ascending, pawn_attacks, square_bit};
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
    let idle = position.pawns() & !pawn_attacks(us.other(), pawn_targets);
    for from in ascending(own & !idle) {
        let to = match position.role(square_bit(from)) {
            Role::Pawn => pawn_attacks(us, square_bit(from)) & pawn_targets,
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
        let to = match position.role(square_bit(from)) {
            Role::Pawn => pawn_pushes(us, square_bit(from), occupied),
            piece => reach(piece, from, occupied, attacks) & !occupied,
        };
        append(position, from, to, PROMOTIONS, moves);
    }
}
