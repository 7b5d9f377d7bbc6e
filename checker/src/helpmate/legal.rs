//! The legal moves of a position in move order, unit by unit: the squares that a unit can go to are a set, so that moves are counted without being listed.
//! Pawns are kept together, as few of their moves are ever looked at.

use crate::chess::bitboard::{Bitboard, ascending, square_bit};
use crate::chess::game::Move;
use crate::core::fields::index;

/// A pawn becomes one of the first four of its choices.
pub(crate) const PROMOTIONS: u32 = 4;

/// The moves of one unit.
#[derive(Clone, Copy)]
struct UnitMoves {
    from: u32,
    to: Bitboard,
    /// What it becomes: the numbers of moves to the same square end with those from this one on.
    becomes: u32,
    ways: u32,
    /// The number of moves.
    count: u32,
}

impl UnitMoves {
    /// The move of that number among these.
    #[inline]
    fn get(&self, number: u32) -> Option<Move> {
        let (place, way) = if self.ways == 1 { (number, 0) } else { (number / PROMOTIONS, number % PROMOTIONS) };
        Some(Move::new(self.from, ascending(self.to).nth(index(place))?, self.becomes + way))
    }

    #[inline]
    fn all(self) -> impl Iterator<Item = Move> {
        ascending(self.to).flat_map(move |to| (0..self.ways).map(move |way| Move::new(self.from, to, self.becomes + way)))
    }
}

/// The moves of pawns in one direction.
#[derive(Clone, Copy, Default)]
pub(crate) struct PawnMoves {
    /// The pawns that can move so.
    pub(crate) from: Bitboard,
    /// By how many squares the set of these is rotated to be the set of the squares that they get to.
    pub(crate) by: u32,
}

/// The legal moves.
#[derive(Default)]
pub struct LegalMoves {
    /// The squares of units that can move.
    from: Bitboard,
    /// The moves of kings and pieces, in ascending order of their squares.
    pieces: Vec<UnitMoves>,
    /// Those of pawns: one step, two, and captures to either side.
    pawns: [PawnMoves; 4],
    /// The pawns among these, and those that get to the last rank by any move.
    pawns_from: Bitboard,
    promoting: Bitboard,
    count: u32,
}

impl LegalMoves {
    pub(crate) fn clear(&mut self) {
        self.pieces.clear();
        (self.from, self.pawns_from, self.count) = (0, 0, 0);
    }

    /// Adds the moves of a king or piece behind those of units on lower squares, pawns aside.
    #[inline]
    pub(crate) fn add(&mut self, from: u32, to: Bitboard) {
        if to != 0 {
            self.push(square_bit(from), UnitMoves { from, to, becomes: 0, ways: 1, count: to.count_ones() });
        }
    }

    #[inline]
    fn push(&mut self, from: Bitboard, unit: UnitMoves) {
        self.from |= from;
        self.count += unit.count;
        self.pieces.push(unit);
    }

    /// Adds all moves of pawns, of which those in the set promote.
    #[inline]
    pub(crate) fn add_pawns(&mut self, pawns: [PawnMoves; 4], promoting: Bitboard) {
        self.pawns_from = pawns.iter().fold(0, |all, moves| all | moves.from);
        self.from |= self.pawns_from;
        (self.pawns, self.promoting) = (pawns, promoting & self.pawns_from);
        for PawnMoves { from, .. } in pawns {
            self.count += from.count_ones();
            if self.promoting != 0 {
                self.count += (from & promoting).count_ones() * (PROMOTIONS - 1);
            }
        }
    }

    /// The moves of the pawn on that square.
    #[inline]
    fn of_pawn(&self, from: u32) -> UnitMoves {
        let at = square_bit(from);
        let to = self.pawns.iter().fold(0, |to, moves| to | (moves.from & at).rotate_left(moves.by));
        let directions = self.pawns.iter().fold(0, |sum, moves| sum + u32::from(moves.from & at != 0));
        let (becomes, ways) = if self.promoting & at == 0 { (0, 1) } else { (1, PROMOTIONS) };
        UnitMoves { from, to, becomes, ways, count: directions * ways }
    }

    /// The moves unit by unit, in ascending order of their squares.
    #[inline]
    fn units(&self) -> impl Iterator<Item = UnitMoves> {
        let mut pieces = self.pieces.iter();
        ascending(self.from).filter_map(move |from| match self.pawns_from & square_bit(from) {
            0 => pieces.next().copied(),
            _ => Some(self.of_pawn(from)),
        })
    }

    /// The number of moves.
    pub(crate) fn len(&self) -> usize {
        index(self.count)
    }

    /// The move of that number, from 0.
    pub(crate) fn get(&self, number: usize) -> Option<Move> {
        let mut left = u32::try_from(number).ok()?;
        for unit in self.units() {
            match left.checked_sub(unit.count) {
                Some(behind) => left = behind,
                None => return unit.get(left),
            }
        }
        None
    }

    /// All moves.
    pub(crate) fn all(&self) -> impl Iterator<Item = Move> {
        self.units().flat_map(UnitMoves::all)
    }
}

#[cfg(test)]
impl LegalMoves {
    /// Adds a move with any number, as games for tests have them: at most 64, in any order.
    pub(crate) fn push_move(&mut self, played: Move) {
        let number = u32::from(played.0);
        let unit = UnitMoves { from: number >> 9, to: 1 << (number >> 3 & 63), becomes: number % 8, ways: 1, count: 1 };
        self.push(1 << self.pieces.len(), unit);
    }
}
