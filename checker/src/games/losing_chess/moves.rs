//! Legal moves in move order, and what they lead to: section 2 of `spec/rules/losing-chess.md`.

use super::position::Position;
use crate::chess::lines::{Lines, RANK_1, RANK_2, RANK_7, RANK_8, Squares, ahead, ascending, beside, diagonally_ahead, single};
use crate::chess::unit::Unit;
use crate::game::{Colour, Move, Step};

/// What a pawn becomes, in move order; the number that a [`Coded`] move has for it is one more than the place here.
const PROMOTIONS: [Unit; 5] = [Unit::Queen, Unit::Rook, Unit::Bishop, Unit::Knight, Unit::King];

/// A move taken apart. Its number, `from * 512 + to * 8 + becomes`, ascends in move order.
#[derive(Clone, Copy)]
pub(super) struct Coded {
    pub(super) from: u32,
    pub(super) to: u32,
    becomes: u32,
}

impl Coded {
    #[inline]
    fn code(self) -> Move {
        Move(u16::try_from(self.from << 9 | self.to << 3 | self.becomes).unwrap_or(0))
    }

    #[inline]
    pub(super) fn decode(Move(code): Move) -> Self {
        let code = u32::from(code);
        Self { from: code >> 9 & 63, to: code >> 3 & 63, becomes: code & 7 }
    }

    /// What a pawn becomes.
    #[inline]
    pub(super) fn becomes(self) -> Option<Unit> {
        let place = usize::try_from(self.becomes).ok()?.checked_sub(1)?;
        PROMOTIONS.get(place).copied()
    }
}

/// Replaces `moves` by the legal moves, captures alone where there are any.
#[inline]
pub(super) fn legal(position: Position, lines: &Lines, moves: &mut Vec<Move>) {
    moves.clear();
    captures(position, lines, moves);
    if moves.is_empty() {
        quiet(position, lines, moves);
    }
}

/// Appends the captures.
#[inline]
fn captures(position: Position, lines: &Lines, moves: &mut Vec<Move>) {
    let (us, occupied) = (position.to_move(), position.occupied());
    let (own, targets) = (position.units(us), position.units(us.other()));
    let pawn_targets = targets | position.en_passant();
    // Pawns that attack nothing need not be looked at: they stand where no pawn of the other side, put on a target, would attack them.
    let idle = position.pawns() & !diagonally_ahead(us.other(), pawn_targets);
    for from in ascending(own & !idle) {
        let to = match position.unit(single(from)) {
            Unit::Pawn => diagonally_ahead(us, single(from)) & pawn_targets,
            piece => reach(piece, from, occupied, lines) & targets,
        };
        append(position, from, to, moves);
    }
}

/// Appends the moves that are no captures.
#[inline]
fn quiet(position: Position, lines: &Lines, moves: &mut Vec<Move>) {
    let (us, occupied) = (position.to_move(), position.occupied());
    for from in ascending(position.units(us)) {
        let to = match position.unit(single(from)) {
            Unit::Pawn => {
                let second_rank = match us {
                    Colour::White => RANK_2,
                    Colour::Black => RANK_7,
                };
                let step = ahead(us, single(from)) & !occupied;
                let double = if single(from) & second_rank == 0 { 0 } else { ahead(us, step) & !occupied };
                step | double
            }
            piece => reach(piece, from, occupied, lines) & !occupied,
        };
        append(position, from, to, moves);
    }
}

/// Where a piece can go, units of either side in its way included.
#[inline]
fn reach(piece: Unit, from: u32, occupied: Squares, lines: &Lines) -> Squares {
    match piece {
        Unit::King => lines.king(from),
        Unit::Knight => lines.knight(from),
        Unit::Bishop => lines.diagonal(from, occupied),
        Unit::Rook => lines.straight(from, occupied),
        Unit::Queen => lines.diagonal(from, occupied) | lines.straight(from, occupied),
        Unit::Pawn => 0,
    }
}

/// Appends the moves from one square to others.
#[inline]
fn append(position: Position, from: u32, to: Squares, moves: &mut Vec<Move>) {
    if to & (RANK_1 | RANK_8) != 0 && position.pawns() & single(from) != 0 {
        for to in ascending(to) {
            moves.extend((1..=5).map(|becomes| Coded { from, to, becomes }.code()));
        }
    } else {
        for to in ascending(to) {
            moves.push(Coded { from, to, becomes: 0 }.code());
        }
    }
}

/// The position that a legal move leads to.
#[inline]
pub(super) fn make(mut position: Position, played: Move) -> Step {
    let coded = Coded::decode(played);
    let (from, to) = (single(coded.from), single(coded.to));
    let us = position.to_move();
    let (own, others, passed) = (position.units(us), position.units(us.other()), position.en_passant());
    let unit = position.unit(from);
    let pawn = unit == Unit::Pawn;

    let mut captured = others & to;
    if pawn && to == passed {
        // The pawn that passed the square stands beyond it, seen from its own side.
        captured = ahead(us.other(), passed);
    }
    position.clear(from | captured | passed);
    position.put(coded.becomes().unwrap_or(unit), to);

    let between = ahead(us, from);
    let pawns_beside = position.pawns() & others & beside(to);
    if pawn && to == ahead(us, between) && pawns_beside != 0 {
        position.pass(between);
    }
    let (own, others) = (own & !from | to, others & !captured);
    let white = match us {
        Colour::White => own,
        Colour::Black => others,
    };
    position.own(white, us.other());
    Step { position: position.words(), zeroing: pawn || captured != 0 }
}
