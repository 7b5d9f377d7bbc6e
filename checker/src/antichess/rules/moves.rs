//! Generates legal moves in the order that section 2 of `spec/rules/losing-chess.md` defines.

use crate::chess::attacks::Attacks;
use crate::chess::bitboard::{Bitboard, ascending, pawn_attacks, square_bit};
use crate::chess::moves::{append, pawn_pushes, reach};
use crate::chess::packed::Move;
use crate::chess::position::Position;
use crate::chess::role::Role;

/// Number of kinds of pieces to which a pawn can promote, the king included.
const PROMOTIONS: u32 = 5;

/// Replaces `moves` by the legal moves. Captures are compulsory: if a capture is possible, all other moves are illegal.
pub(super) fn legal(position: Position, attacks: &Attacks, moves: &mut Vec<Move>) {
    moves.clear();
    let (us, occupied) = (position.to_move(), position.occupied());
    let (own, others) = (position.units(us), position.units(us.other()));
    let pawn_targets = others | position.en_passant();
    // Pawns that attack no target can be skipped. A pawn attacks a target exactly if an opposing pawn on that target
    // would attack the pawn.
    let idle = position.pawns() & !pawn_attacks(us.other(), pawn_targets);
    append_all(position, own & !idle, others, |pawn| pawn_attacks(us, pawn) & pawn_targets, attacks, moves);
    if moves.is_empty() {
        append_all(position, own, !occupied, |pawn| pawn_pushes(us, pawn, occupied), attacks, moves);
    }
}

/// Appends the moves of the pieces and pawns on the squares `units`. A piece can move only to squares in `targets`, and
/// a pawn only to the squares that `pawn_moves` returns.
#[inline]
fn append_all(
    position: Position,
    units: Bitboard,
    targets: Bitboard,
    pawn_moves: impl Fn(Bitboard) -> Bitboard,
    attacks: &Attacks,
    moves: &mut Vec<Move>,
) {
    for from in ascending(units) {
        let to = match position.role(square_bit(from)) {
            Role::Pawn => pawn_moves(square_bit(from)),
            piece => reach(piece, from, position.occupied(), attacks) & targets,
        };
        append(position, from, to, PROMOTIONS, moves);
    }
}
