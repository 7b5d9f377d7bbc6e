//! The legal moves of a position in move order, grouped by the piece or pawn that moves. The target squares of each
//! piece or pawn form a bitboard, so that moves can be counted without being listed.

use crate::chess::bitboard::{Bitboard, ascending, square_bit};
use crate::chess::packed::Move;
use crate::core::fields::index;

/// Number of promotion pieces in orthodox chess. The fifth piece in the list of promotion pieces is the king, and pawns
/// promote to a king only in losing chess.
pub(crate) const PROMOTIONS: u32 = 4;

/// The moves of one piece or pawn.
#[derive(Clone, Copy)]
struct UnitMoves {
    from: u32,
    to: Bitboard,
    /// Number of the promotion piece, or 0 without a promotion. A pawn that promotes has `ways` consecutive numbers,
    /// and `becomes` is the first.
    becomes: u32,
    ways: u32,
    /// Number of moves.
    count: u32,
}

impl UnitMoves {
    const NONE: Self = Self { from: 0, to: 0, becomes: 0, ways: 1, count: 0 };

    /// Returns the move with this index among the moves of this piece or pawn.
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

/// Number and origins of the moves in the list. Every added move changes the tally. The tally is separate from the list
/// for speed.
#[derive(Clone, Copy, Default)]
pub(crate) struct Tally {
    /// Squares of the pieces and pawns that can move.
    from: Bitboard,
    /// Number of moves, at most 4 × 64 × 64: 4 promotions, 64 origins, 64 target squares.
    count: u32,
}

/// The legal moves of a position.
pub struct LegalMoves {
    /// Squares of the pieces and pawns that can move.
    from: Bitboard,
    /// Moves of each piece or pawn, indexed by its square. The entries of all other squares are left over from earlier
    /// positions and have no meaning.
    units: [UnitMoves; 64],
    count: u32,
}

impl LegalMoves {
    /// Creates an empty list.
    pub(crate) fn new() -> Self {
        Self { from: 0, units: [UnitMoves::NONE; 64], count: 0 }
    }

    /// Adds the moves of a piece or pawn and returns the new totals.
    #[inline]
    pub(crate) fn add(&mut self, from: u32, to: Bitboard, tally: Tally) -> Tally {
        if to == 0 {
            return tally;
        }
        self.put(from, UnitMoves { from, to, becomes: 0, ways: 1, count: to.count_ones() }, tally)
    }

    /// Adds the promotions of a pawn on each square of `to` and returns the new totals.
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

    /// Stores the totals of all added moves in the list.
    #[inline]
    pub(crate) fn end(&mut self, Tally { from, count }: Tally) {
        (self.from, self.count) = (from, count);
    }

    /// Returns the number of moves.
    pub(crate) fn len(&self) -> usize {
        index(self.count)
    }

    /// Returns the move with this index, from 0.
    pub(crate) fn get(&self, number: usize) -> Option<Move> {
        let mut left = u32::try_from(number).ok()?;
        for unit in self.units() {
            match left.checked_sub(unit.count) {
                Some(rest) => left = rest,
                None => return unit.get(left),
            }
        }
        None
    }

    /// Iterates over all moves.
    pub(crate) fn all(&self) -> impl Iterator<Item = Move> {
        self.units().flat_map(|unit| unit.all())
    }

    /// Iterates over the pieces and pawns that can move.
    #[inline]
    fn units(&self) -> impl Iterator<Item = &UnitMoves> {
        ascending(self.from).filter_map(|from| self.units.get(index(from)))
    }
}

#[cfg(test)]
impl LegalMoves {
    /// Replaces the list by at most 64 arbitrary moves, in any order.
    pub(crate) fn replace(&mut self, moves: &[Move]) {
        let tally = (0..).zip(moves).fold(Tally::default(), |tally, (place, played)| {
            let number = u32::from(played.0);
            let unit = UnitMoves { from: number >> 9, to: 1 << (number >> 3 & 63), becomes: number % 8, ways: 1, count: 1 };
            self.put(place, unit, tally)
        });
        self.end(tally);
    }
}
