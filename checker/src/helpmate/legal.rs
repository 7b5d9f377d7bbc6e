//! The legal moves of a position in move order, unit by unit: the squares that a unit can go to are a set, so that moves are counted without being listed.

use crate::chess::bitboard::{Bitboard, ascending, square_bit};
use crate::chess::packed::Move;
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
    const NONE: Self = Self { from: 0, to: 0, becomes: 0, ways: 1, count: 0 };

    /// The move of that number among these.
    #[inline]
    fn get(&self, number: u32) -> Option<Move> {
        let (place, way) = if self.ways == 1 { (number, 0) } else { (number / PROMOTIONS, number % PROMOTIONS) };
        Some(Move::new(self.from, ascending(self.to).nth(index(place))?, self.becomes.saturating_add(way)))
    }

    #[inline]
    fn all(self) -> impl Iterator<Item = Move> {
        ascending(self.to).flat_map(move |to| (0..self.ways).map(move |way| Move::new(self.from, to, self.becomes.saturating_add(way))))
    }
}

/// What has been found while moves are added: kept apart from these, in registers, as each addition waits for the one before.
#[derive(Clone, Copy, Default)]
pub(crate) struct Tally {
    /// The squares of units that can move.
    from: Bitboard,
    /// The number of their moves: at most 4 to each of 64 squares from each of 64.
    count: u32,
}

/// The legal moves.
pub struct LegalMoves {
    /// The squares of units that can move.
    from: Bitboard,
    /// The moves of units, by their squares. Behind other squares stands what has been there before.
    units: [UnitMoves; 64],
    count: u32,
}

impl LegalMoves {
    /// No moves.
    pub(crate) fn new() -> Self {
        Self { from: 0, units: [UnitMoves::NONE; 64], count: 0 }
    }

    /// Adds the moves of a unit to those counted so far.
    #[inline]
    pub(crate) fn add(&mut self, from: u32, to: Bitboard, tally: Tally) -> Tally {
        if to == 0 {
            return tally;
        }
        self.put(from, UnitMoves { from, to, becomes: 0, ways: 1, count: to.count_ones() }, tally)
    }

    /// Likewise, where a pawn becomes something on each of these squares.
    #[inline]
    pub(crate) fn add_promotions(&mut self, from: u32, to: Bitboard, tally: Tally) -> Tally {
        self.put(from, UnitMoves { from, to, becomes: 1, ways: PROMOTIONS, count: to.count_ones().wrapping_mul(PROMOTIONS) }, tally)
    }

    #[inline]
    fn put(&mut self, place: u32, unit: UnitMoves, Tally { from, count }: Tally) -> Tally {
        if let Some(there) = self.units.get_mut(index(place)) {
            *there = unit;
        }
        Tally { from: from | square_bit(place), count: count.wrapping_add(unit.count) }
    }

    /// What has been added is all.
    #[inline]
    pub(crate) fn end(&mut self, Tally { from, count }: Tally) {
        (self.from, self.count) = (from, count);
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
        self.units().flat_map(|unit| unit.all())
    }

    /// The units that can move.
    #[inline]
    fn units(&self) -> impl Iterator<Item = &UnitMoves> {
        ascending(self.from).filter_map(|from| self.units.get(index(from)))
    }
}

#[cfg(test)]
impl LegalMoves {
    /// Replaces the moves by some with any numbers, as games for tests have them: at most 64, in any order.
    pub(crate) fn replace(&mut self, moves: &[Move]) {
        let tally = (0..).zip(moves).fold(Tally::default(), |tally, (place, played)| {
            let number = u32::from(played.0);
            let unit = UnitMoves { from: number >> 9, to: 1 << (number >> 3 & 63), becomes: number % 8, ways: 1, count: 1 };
            self.put(place, unit, tally)
        });
        self.end(tally);
    }
}
