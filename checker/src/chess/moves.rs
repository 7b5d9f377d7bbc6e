//! Moves as numbers, and what a legal move leads to: what the rules of chess and of losing chess have in common. Which moves are legal is left to them.

use super::attacks::Attacks;
use super::bitboard::{Bitboard, RANK_1, RANK_2, RANK_7, RANK_8, ascending, beside, pawn_push, square_bit};
use super::game::{Move, Step};
use super::position::Position;
use super::role::Role;
use crate::core::game::Colour;

/// What a pawn becomes, in move order, a king in losing chess alone; the number that a [`Coded`] move has for it is one more than the place here.
const PROMOTIONS: [Role; 5] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::King];

/// A move taken apart. Its number, `from * 512 + to * 8 + becomes`, ascends in move order.
#[derive(Clone, Copy)]
pub(crate) struct Coded {
    pub(crate) from: u32,
    pub(crate) to: u32,
    becomes: u32,
}

impl Coded {
    #[inline]
    pub(crate) fn code(self) -> Move {
        Move(u16::try_from(self.from << 9 | self.to << 3 | self.becomes).unwrap_or(0))
    }

    #[inline]
    pub(crate) fn decode(Move(code): Move) -> Self {
        let code = u32::from(code);
        Self { from: code >> 9 & 63, to: code >> 3 & 63, becomes: code & 7 }
    }

    /// What a pawn becomes.
    #[inline]
    pub(crate) fn becomes(self) -> Option<Role> {
        let place = usize::try_from(self.becomes).ok()?.checked_sub(1)?;
        PROMOTIONS.get(place).copied()
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
    let second_rank = match us {
        Colour::White => RANK_2,
        Colour::Black => RANK_7,
    };
    let step = pawn_push(us, pawn) & !occupied;
    let double = if pawn & second_rank == 0 { 0 } else { pawn_push(us, step) & !occupied };
    step | double
}

/// Appends the moves from one square to others. A pawn becomes one of the first `promotions` of its choices.
#[inline]
pub(crate) fn append(position: Position, from: u32, to: Bitboard, promotions: u32, moves: &mut Vec<Move>) {
    if to & (RANK_1 | RANK_8) != 0 && position.pawns() & square_bit(from) != 0 {
        for to in ascending(to) {
            moves.extend((1..=promotions).map(|becomes| Coded { from, to, becomes }.code()));
        }
    } else {
        for to in ascending(to) {
            moves.push(Coded { from, to, becomes: 0 }.code());
        }
    }
}

/// The position that a legal move leads to.
#[inline]
pub(crate) fn make(mut position: Position, played: Move) -> Step {
    let coded = Coded::decode(played);
    let (from, to) = (square_bit(coded.from), square_bit(coded.to));
    let us = position.to_move();
    let (mut own, others, passed) = (position.units(us), position.units(us.other()), position.en_passant());
    let unit = position.role(from);
    let pawn = unit == Role::Pawn;

    let mut captured = others & to;
    if pawn && to == passed {
        // The pawn that passed the square stands beyond it, seen from its own side.
        captured = pawn_push(us.other(), passed);
    }
    // A rook that moves or is captured takes its right with it: it is put down again without one.
    position.clear(from | captured | passed);
    position.put(coded.becomes().unwrap_or(unit), to);
    own = own & !from | to;

    if unit == Role::King {
        position.forbid_castling(own);
        if let Some((corner, crossed)) = castled(from, to) {
            position.clear(corner);
            position.put(Role::Rook, crossed);
            own = own & !corner | crossed;
        }
    }
    let between = pawn_push(us, from);
    let pawns_beside = position.pawns() & others & beside(to);
    if pawn && to == pawn_push(us, between) && pawns_beside != 0 {
        position.pass(between);
    }
    let others = others & !captured;
    let white = match us {
        Colour::White => own,
        Colour::Black => others,
    };
    position.own(white, us.other());
    Step { position: position.packed(), zeroing: pawn || captured != 0 }
}

/// Where the rook stands that castles with the king, and where it goes, if the king's move is castling: two squares along the rank.
#[inline]
fn castled(from: Bitboard, to: Bitboard) -> Option<(Bitboard, Bitboard)> {
    // The king comes from file e. The rook is on file h, beyond the king's target by one square, or on file a, beyond it by two.
    if to == from << 2 {
        Some((to << 1, from << 1))
    } else if to == from >> 2 {
        Some((to >> 2, from >> 1))
    } else {
        None
    }
}
