//! The legal moves of a position in move order, unit by unit: the squares that a unit can go to are a set, so that moves are counted without being listed.
//! Pawns are kept together, as few of their moves are ever looked at.

use crate::chess::bitboard::{Bitboard, RANK_1, RANK_8, ascending, square_bit};
use crate::chess::game::Move;
use crate::core::fields::index;
use crate::core::game::Colour;

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
        Some(Move::new(self.from, ascending(self.to).nth(index(place))?, self.becomes + way))
    }

    #[inline]
    fn all(self) -> impl Iterator<Item = Move> {
        ascending(self.to).flat_map(move |to| (0..self.ways).map(move |way| Move::new(self.from, to, self.becomes + way)))
    }
}

/// The pawns that can make a step, a double step, and captures to either side.
pub(crate) struct PawnMoves {
    pub(crate) step: Bitboard,
    pub(crate) double: Bitboard,
    pub(crate) left: Bitboard,
    pub(crate) right: Bitboard,
    /// By how many squares each of these sets is rotated to be the set of the squares that they get to.
    pub(crate) by: [u32; 4],
    /// From where pawns get to the last rank.
    last_but_one: Bitboard,
}

impl PawnMoves {
    /// No moves of that side's pawns.
    pub(crate) fn none(us: Colour) -> Self {
        let (by, last_but_one) = if us == Colour::White { ([8, 16, 7, 9], RANK_8 >> 8) } else { ([56, 48, 55, 57], RANK_1 << 8) };
        Self { step: 0, double: 0, left: 0, right: 0, by, last_but_one }
    }

    fn all(&self) -> [Bitboard; 4] {
        [self.step, self.double, self.left, self.right]
    }
}

/// What has been found while moves are added: kept apart from these, in registers, as each addition waits for the one before.
#[derive(Clone, Copy, Default)]
pub(crate) struct Tally {
    /// The squares of kings and pieces that can move.
    from: Bitboard,
    /// The number of their moves.
    count: u32,
}

/// The legal moves.
pub struct LegalMoves {
    /// The squares of units that can move.
    from: Bitboard,
    /// The moves of kings and pieces, by their squares. Behind other squares stands what has been there before.
    pieces: [UnitMoves; 64],
    pawns: PawnMoves,
    /// The pawns among the units that can move.
    pawns_from: Bitboard,
    count: u32,
}

impl LegalMoves {
    /// No moves.
    pub(crate) fn new() -> Self {
        Self { from: 0, pieces: [UnitMoves::NONE; 64], pawns: PawnMoves::none(Colour::White), pawns_from: 0, count: 0 }
    }

    /// Adds the moves of a king or piece to those counted so far.
    #[inline]
    pub(crate) fn add(&mut self, from: u32, to: Bitboard, tally: Tally) -> Tally {
        if to == 0 {
            return tally;
        }
        self.put(from, UnitMoves { from, to, becomes: 0, ways: 1, count: to.count_ones() }, tally)
    }

    #[inline]
    fn put(&mut self, place: u32, unit: UnitMoves, Tally { from, count }: Tally) -> Tally {
        if let Some(there) = self.pieces.get_mut(index(place)) {
            *there = unit;
        }
        Tally { from: from | square_bit(place), count: count + unit.count }
    }

    /// Adds all moves of pawns. These are the last ones.
    #[inline]
    pub(crate) fn end(&mut self, pawns: PawnMoves, Tally { from, mut count }: Tally) {
        self.pawns_from = pawns.step | pawns.double | pawns.left | pawns.right;
        self.from = from | self.pawns_from;
        // Pawns that can make a double step stand on the second rank. On the rank before it they count beside those that can make a step.
        let [by, ..] = pawns.by;
        count += (pawns.step | pawns.double.rotate_right(by)).count_ones();
        if pawns.left | pawns.right != 0 {
            count += pawns.left.count_ones() + pawns.right.count_ones();
        }
        if self.pawns_from & pawns.last_but_one != 0 {
            let promoting = pawns.all().map(|from| (from & pawns.last_but_one).count_ones());
            count += promoting.iter().sum::<u32>() * (PROMOTIONS - 1);
        }
        (self.pawns, self.count) = (pawns, count);
    }

    /// The moves of the pawn on that square.
    #[inline]
    fn of_pawn(&self, from: u32) -> UnitMoves {
        let at = square_bit(from);
        let moves = self.pawns.all().into_iter().zip(self.pawns.by);
        let to = moves.fold(0, |to, (can, by)| to | (can & at).rotate_left(by));
        let (becomes, ways) = if self.pawns.last_but_one & at == 0 { (0, 1) } else { (1, PROMOTIONS) };
        UnitMoves { from, to, becomes, ways, count: self.count_of(from) }
    }

    /// The moves of the unit on that square.
    #[inline]
    fn unit(&self, from: u32) -> UnitMoves {
        match self.pawns_from & square_bit(from) {
            0 => self.pieces.get(index(from)).copied().unwrap_or(UnitMoves::NONE),
            _ => self.of_pawn(from),
        }
    }

    /// The number of these.
    #[inline]
    fn count_of(&self, from: u32) -> u32 {
        let at = square_bit(from);
        if self.pawns_from & at == 0 {
            return self.pieces.get(index(from)).map_or(0, |unit| unit.count);
        }
        let directions = self.pawns.all().into_iter().fold(0, |sum, can| sum + u32::from(can & at != 0));
        if self.pawns.last_but_one & at == 0 { directions } else { directions * PROMOTIONS }
    }

    /// The number of moves.
    pub(crate) fn len(&self) -> usize {
        index(self.count)
    }

    /// The move of that number, from 0.
    pub(crate) fn get(&self, number: usize) -> Option<Move> {
        let mut left = u32::try_from(number).ok()?;
        for from in ascending(self.from) {
            match left.checked_sub(self.count_of(from)) {
                Some(behind) => left = behind,
                None => return self.unit(from).get(left),
            }
        }
        None
    }

    /// All moves.
    pub(crate) fn all(&self) -> impl Iterator<Item = Move> {
        ascending(self.from).map(|from| self.unit(from)).flat_map(UnitMoves::all)
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
        self.end(PawnMoves::none(Colour::White), tally);
    }
}
