//! Legal moves in move order, and what they lead to: section 2 of `spec/rules/chess.md`.

use super::position::Position;
use crate::chess::lines::{Lines, RANK_1, RANK_2, RANK_7, RANK_8, Squares, ahead, ascending, beside, diagonally_ahead, single};
use crate::chess::unit::Unit;
use crate::game::{Colour, Move, Step};

/// What a pawn becomes, in move order; the number that a [`Coded`] move has for it is one more than the place here.
const PROMOTIONS: [Unit; 4] = [Unit::Queen, Unit::Rook, Unit::Bishop, Unit::Knight];

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

/// Where a piece attacks, units of either side in its way included; nowhere for a pawn.
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

/// The units of a side that attack a square of the other side, on a board on which these squares are occupied.
#[inline]
fn attackers(position: Position, side: Colour, square: u32, occupied: Squares, lines: &Lines) -> Squares {
    let pieces = lines.king(square) & position.kings()
        | lines.knight(square) & position.knights()
        | lines.diagonal(square, occupied) & position.diagonals()
        | lines.straight(square, occupied) & position.straights();
    // A pawn attacks the square from where a pawn of the other side on the square would attack it.
    let pawns = diagonally_ahead(side.other(), single(square)) & position.pawns();
    (pieces | pawns) & position.units(side)
}

/// The square of a side's king. A position has one.
#[inline]
fn king(position: Position, side: Colour) -> u32 {
    (position.kings() & position.units(side)).trailing_zeros()
}

/// The units that attack the king of a side.
#[inline]
pub(super) fn checkers(position: Position, side: Colour, lines: &Lines) -> Squares {
    attackers(position, side.other(), king(position, side), position.occupied(), lines)
}

/// All squares that units of a side attack, on a board on which these squares are occupied.
#[inline]
fn attacked(position: Position, side: Colour, occupied: Squares, lines: &Lines) -> Squares {
    let units = position.units(side);
    let pieces = ascending(units & !position.pawns());
    let by_pieces = pieces.fold(0, |all, from| all | reach(position.unit(single(from)), from, occupied, lines));
    by_pieces | diagonally_ahead(side, position.pawns() & units)
}

/// What the legal moves of a position depend on.
struct Board<'a> {
    position: Position,
    lines: &'a Lines,
    us: Colour,
    own: Squares,
    occupied: Squares,
    king: u32,
    /// The units that attack the king.
    checkers: Squares,
    /// The squares that the other side attacks, those behind our king included: where the king cannot go.
    attacked: Squares,
    /// Units of the other side that would attack the king if one of ours were not between.
    pinners: Squares,
}

impl<'a> Board<'a> {
    #[inline]
    fn new(position: Position, lines: &'a Lines) -> Self {
        let us = position.to_move();
        let (own, others, occupied) = (position.units(us), position.units(us.other()), position.occupied());
        let king = king(position, us);
        let (straight, diagonal) = (lines.straight(king, occupied), lines.diagonal(king, occupied));
        let behind = (lines.straight(king, occupied & !(straight & own)) & !straight & position.straights())
            | (lines.diagonal(king, occupied & !(diagonal & own)) & !diagonal & position.diagonals());
        Self {
            position,
            lines,
            us,
            own,
            occupied,
            king,
            checkers: attackers(position, us.other(), king, occupied, lines),
            attacked: attacked(position, us.other(), occupied & !single(king), lines),
            pinners: behind & others,
        }
    }

    /// Where units other than the king must go because of a check: anywhere if there is none, onto the one unit that gives check or between it and the
    /// king, nowhere if there are two.
    #[inline]
    fn parries(&self) -> Squares {
        match self.checkers.count_ones() {
            0 => Squares::MAX,
            1 => self.checkers | self.lines.between(self.king, self.checkers.trailing_zeros()),
            _ => 0,
        }
    }

    /// Where a unit other than the king may go because it stands between the king and a unit of the other side: anywhere if it does not.
    #[inline]
    fn pinned_to(&self, unit: Squares) -> Squares {
        let ways = ascending(self.pinners).map(|pinner| single(pinner) | self.lines.between(self.king, pinner));
        ways.filter(|way| way & unit != 0).fold(Squares::MAX, |allowed, way| allowed & way)
    }

    /// Where the king can go, castling included.
    #[inline]
    fn king_moves(&self) -> Squares {
        self.lines.king(self.king) & !self.own & !self.attacked | self.castling()
    }

    /// Where the king arrives by castling: the squares between king and rook are empty, and the king is not attacked where it stands, on the square it
    /// crosses and where it arrives.
    #[inline]
    fn castling(&self) -> Squares {
        let rooks = self.position.castling() & self.own;
        if rooks == 0 || self.checkers != 0 {
            return 0;
        }
        let at = single(self.king);
        ascending(rooks).fold(0, |found, rook| {
            let (crossed, target) = if rook < self.king { (at >> 1, at >> 2) } else { (at << 1, at << 2) };
            let free = self.lines.between(self.king, rook) & self.occupied == 0 && (crossed | target) & self.attacked == 0;
            if free { found | target } else { found }
        })
    }

    /// Where a pawn can go as pawns do, whatever happens to the king, en passant left aside.
    #[inline]
    fn pawn_moves(&self, pawn: Squares) -> Squares {
        let second_rank = match self.us {
            Colour::White => RANK_2,
            Colour::Black => RANK_7,
        };
        let step = ahead(self.us, pawn) & !self.occupied;
        let double = if pawn & second_rank == 0 { 0 } else { ahead(self.us, step) & !self.occupied };
        step | double | diagonally_ahead(self.us, pawn) & self.occupied & !self.own
    }

    /// The en passant square, if that pawn can capture there and the own king is not attacked afterwards.
    #[inline]
    fn en_passant(&self, pawn: Squares) -> Squares {
        let passed = self.position.en_passant() & diagonally_ahead(self.us, pawn);
        if passed == 0 {
            return 0;
        }
        let captured = ahead(self.us.other(), passed);
        let occupied = self.occupied & !pawn & !captured | passed;
        let left = attackers(self.position, self.us.other(), self.king, occupied, self.lines) & !captured;
        if left == 0 { passed } else { 0 }
    }
}

/// Replaces `moves` by the legal moves and says whether the side to move is in check.
#[inline]
pub(super) fn legal(position: Position, lines: &Lines, moves: &mut Vec<Move>) -> bool {
    moves.clear();
    let board = Board::new(position, lines);
    let parries = board.parries();
    for from in ascending(board.own) {
        let at = single(from);
        let to = match position.unit(at) {
            Unit::King => board.king_moves(),
            Unit::Pawn => board.pawn_moves(at) & parries & board.pinned_to(at) | board.en_passant(at),
            piece => reach(piece, from, board.occupied, lines) & !board.own & parries & board.pinned_to(at),
        };
        append(position, from, to, moves);
    }
    board.checkers != 0
}

/// Appends the moves from one square to others.
#[inline]
fn append(position: Position, from: u32, to: Squares, moves: &mut Vec<Move>) {
    if to & (RANK_1 | RANK_8) != 0 && position.pawns() & single(from) != 0 {
        for to in ascending(to) {
            moves.extend((1..=4).map(|becomes| Coded { from, to, becomes }.code()));
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
    let (mut own, others, passed) = (position.units(us), position.units(us.other()), position.en_passant());
    let unit = position.unit(from);
    let pawn = unit == Unit::Pawn;

    let mut captured = others & to;
    if pawn && to == passed {
        // The pawn that passed the square stands beyond it, seen from its own side.
        captured = ahead(us.other(), passed);
    }
    // A rook that moves or is captured takes its right with it: it is put down again without one.
    position.clear(from | captured | passed);
    position.put(coded.becomes().unwrap_or(unit), to);
    own = own & !from | to;

    if unit == Unit::King {
        position.forbid_castling(own);
        if let Some((corner, crossed)) = castled(from, to) {
            position.clear(corner);
            position.put(Unit::Rook, crossed);
            own = own & !corner | crossed;
        }
    }
    let between = ahead(us, from);
    let pawns_beside = position.pawns() & others & beside(to);
    if pawn && to == ahead(us, between) && pawns_beside != 0 {
        position.pass(between);
    }
    let others = others & !captured;
    let white = match us {
        Colour::White => own,
        Colour::Black => others,
    };
    position.own(white, us.other());
    Step { position: position.words(), zeroing: pawn || captured != 0 }
}

/// Where the rook stands that castles with the king, and where it goes, if the king's move is castling: two squares along the rank.
#[inline]
fn castled(from: Squares, to: Squares) -> Option<(Squares, Squares)> {
    // The king comes from file e. The rook is on file h, beyond the king's target by one square, or on file a, beyond it by two.
    if to == from << 2 {
        Some((to << 1, from << 1))
    } else if to == from >> 2 {
        Some((to >> 2, from >> 1))
    } else {
        None
    }
}
