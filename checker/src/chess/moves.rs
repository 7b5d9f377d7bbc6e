//! Moves as numbers, and what a legal move leads to: what the rules of chess and of losing chess have in common. Which moves are legal is left to them.

use super::attacks::Attacks;
use super::bitboard::{Bitboard, RANK_1, RANK_3, RANK_6, RANK_8, ascending, beside, pawn_push, square_bit};
use super::packed::{Move, PackedPosition};
use super::position::Position;
use super::role::Role;
use crate::core::game::Colour;

/// What a pawn becomes, in move order, a king in losing chess alone. The number of a move, `from * 512 + to * 8 + becomes`, ascends in move order, and
/// `becomes` is one more than the place here, or 0.
const PROMOTIONS: [Role; 5] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::King];

impl Move {
    pub(crate) fn new(from: u32, to: u32, becomes: u32) -> Self {
        Self(u16::try_from(from << 9 | to << 3 | becomes).unwrap_or(0))
    }

    pub(crate) fn from(self) -> u32 {
        u32::from(self.0 >> 9)
    }

    pub(crate) fn to(self) -> u32 {
        u32::from(self.0 >> 3 & 63)
    }

    /// What a pawn becomes.
    pub(crate) fn becomes(self) -> Option<Role> {
        PROMOTIONS.get(usize::from(self.0 & 7).checked_sub(1)?).copied()
    }
}

/// Where a piece attacks, units of either side in its way included; nowhere for a pawn.
#[inline]
pub(crate) fn reach(piece: Role, from: u32, occupied: Bitboard, attacks: &Attacks) -> Bitboard {
    match piece {
        Role::King => attacks.king(from),
        Role::Knight => attacks.knight(from),
        Role::Bishop => attacks.bishop(from, occupied),
        Role::Rook => attacks.rook(from, occupied),
        Role::Queen => attacks.bishop(from, occupied) | attacks.rook(from, occupied),
        Role::Pawn => 0,
    }
}

/// Where a pawn can go straight on, if these squares are occupied: one step, or two from its second rank.
#[inline]
pub(crate) fn pawn_pushes(us: Colour, pawn: Bitboard, occupied: Bitboard) -> Bitboard {
    // A step from the second rank leads to the third.
    let third_rank = if us == Colour::White { RANK_3 } else { RANK_6 };
    let step = pawn_push(us, pawn) & !occupied;
    step | pawn_push(us, step & third_rank) & !occupied
}

/// Appends the moves from one square to others. A pawn becomes one of the first `promotions` of its choices.
#[inline]
pub(crate) fn append(position: Position, from: u32, to: Bitboard, promotions: u32, moves: &mut Vec<Move>) {
    if to & (RANK_1 | RANK_8) != 0 && position.pawns() & square_bit(from) != 0 {
        for to in ascending(to) {
            moves.extend((1..=promotions).map(|becomes| Move::new(from, to, becomes)));
        }
    } else {
        for to in ascending(to) {
            moves.push(Move::new(from, to, 0));
        }
    }
}

/// Replaces a position by the one that a legal move leads to. Says whether a pawn has moved or something been captured.
#[inline(always)]
pub(crate) fn advance(packed: &mut PackedPosition, played: Move) -> bool {
    let mut position = Position::from_packed(*packed);
    let (from, to) = (square_bit(played.from()), square_bit(played.to()));
    let us = position.to_move();
    let (mut others, passed) = (position.units(us.other()), position.en_passant());
    let (pawn, king) = (position.pawns() & from != 0, position.kings() & from != 0);

    // The pawn that passed a square stands beyond it, seen from its own side.
    let captured = others & if pawn && to == passed { pawn_push(us.other(), passed) } else { to };
    others &= !captured;
    position.clear(captured | passed);
    position.carry(from, to);
    if let Some(unit) = played.becomes() {
        position.clear(to);
        position.put(unit, to);
    }

    if king {
        let rooks = position.castling() & !others;
        position.clear(rooks);
        position.put(Role::Rook, rooks);
        // In castling the king goes two squares along its rank, from file e, and the rook from its corner to the square that the king has crossed.
        for (target, corner, crossed) in [(from << 2, from << 3, from << 1), (from >> 2, from >> 4, from >> 1)] {
            if to == target {
                position.clear(corner);
                position.put(Role::Rook, crossed);
            }
        }
    }
    let between = pawn_push(us, from);
    if pawn && to == pawn_push(us, between) && position.pawns() & others & beside(to) != 0 {
        position.mark(between);
    }
    position.own(if us == Colour::White { !others } else { others }, us.other());
    *packed = position.packed();
    pawn || captured != 0
}
