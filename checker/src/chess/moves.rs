//! Encodes the moves of chess and losing chess as numbers, and makes legal moves. The rule sets decide which moves are
//! legal.

use super::attacks::Attacks;
use super::bitboard::{Bitboard, RANK_1, RANK_3, RANK_6, RANK_8, ascending, beside, pawn_push, square_bit};
use super::packed::{Move, PackedPosition};
use super::position::Position;
use super::role::Role;
use crate::core::game::Colour;

/// Promotion pieces in move order. A pawn can become a king only in losing chess. The number of a move is `from * 512 +
/// to * 8 + becomes`, and move order is the ascending order of these numbers. The number `becomes` is 0 for a move
/// without promotion. For a promotion, `becomes` is 1 plus the index of the promotion piece in `PROMOTIONS`.
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

    /// Returns the promotion piece, or `None` if the move is no promotion.
    pub(crate) fn becomes(self) -> Option<Role> {
        PROMOTIONS.get(usize::from(self.0 & 7).checked_sub(1)?).copied()
    }
}

/// Returns the squares that a piece attacks, including squares occupied by either side. If `piece` is a pawn, the
/// result is empty.
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

/// Returns the squares to which a pawn can advance: one step forward, and also two steps from the second rank of its
/// side. The pawn can neither enter nor pass the squares of `occupied`.
#[inline]
pub(crate) fn pawn_pushes(us: Colour, pawn: Bitboard, occupied: Bitboard) -> Bitboard {
    // A step from the second rank leads to the third.
    let third_rank = if us == Colour::White { RANK_3 } else { RANK_6 };
    let step = pawn_push(us, pawn) & !occupied;
    step | pawn_push(us, step & third_rank) & !occupied
}

/// Appends the moves from the square `from` to each square of `to`.
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

/// Changes a position to the position after a legal move. Returns whether the move is a capture or a pawn move.
#[inline(always)]
pub(crate) fn advance(packed: &mut PackedPosition, played: Move) -> bool {
    let mut position = Position::from_packed(*packed);
    let (from, to) = (square_bit(played.from()), square_bit(played.to()));
    let us = position.to_move();
    let (mut others, passed) = (position.units(us.other()), position.en_passant());
    let (pawn, king) = (position.pawns() & from != 0, position.kings() & from != 0);

    // A pawn that is captured en passant stands one rank in front of the square that it has passed.
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
        // In castling the king goes two squares along its rank from file e, and the rook goes from its corner to the
        // square that the king has crossed.
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
