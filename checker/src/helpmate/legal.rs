//! The legal moves of a position in move order, unit by unit: the squares that a unit can go to are a set, so that moves are counted without being listed.

use crate::chess::bitboard::{Bitboard, ascending};
use crate::chess::game::Move;
use std::ops::Range;

/// A pawn becomes one of the first four of its choices.
pub(crate) const PROMOTIONS: u32 = 4;

/// The moves of one unit.
#[derive(Clone)]
struct UnitMoves {
    from: u32,
    to: Bitboard,
    /// What it can become on each: the numbers of moves to the same square end with these.
    becomes: Range<u32>,
    /// The number of moves.
    count: usize,
}

impl UnitMoves {
    fn all(&self) -> impl Iterator<Item = Move> {
        let (from, becomes) = (self.from, &self.becomes);
        ascending(self.to).flat_map(move |to| becomes.clone().map(move |becomes| Move::new(from, to, becomes)))
    }
}

/// The legal moves.
#[derive(Default)]
pub struct LegalMoves {
    units: Vec<UnitMoves>,
    count: usize,
}

impl LegalMoves {
    pub(crate) fn clear(&mut self) {
        self.units.clear();
        self.count = 0;
    }

    /// Adds the moves of a unit behind those of units on lower squares.
    #[inline]
    pub(crate) fn add(&mut self, from: u32, to: Bitboard, promotes: bool) {
        if to != 0 {
            let (becomes, ways) = if promotes { (1..PROMOTIONS.saturating_add(1), 4) } else { (0..1, 1) };
            let count = usize::try_from(to.count_ones()).unwrap_or(0).saturating_mul(ways);
            self.count = self.count.saturating_add(count);
            self.units.push(UnitMoves { from, to, becomes, count });
        }
    }

    /// The number of moves.
    pub(crate) fn len(&self) -> usize {
        self.count
    }

    /// The move of that number, from 0.
    pub(crate) fn get(&self, number: usize) -> Option<Move> {
        let mut left = number;
        for unit in &self.units {
            match left.checked_sub(unit.count) {
                Some(behind) => left = behind,
                None => return unit.all().nth(left),
            }
        }
        None
    }

    /// All moves.
    pub(crate) fn all(&self) -> impl Iterator<Item = Move> {
        self.units.iter().flat_map(UnitMoves::all)
    }
}

#[cfg(test)]
impl LegalMoves {
    /// Adds a move with any number, as games for tests have them.
    pub(crate) fn push(&mut self, played: Move) {
        let number = u32::from(played.0);
        let becomes = number % 8..number % 8 + 1;
        self.units.push(UnitMoves { from: number >> 9, to: 1 << (number >> 3 & 63), becomes, count: 1 });
        self.count += 1;
    }
}
