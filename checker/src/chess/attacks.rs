//! What a piece on one square attacks: tables for each square, made once for each game.

use super::bitboard::{Bitboard, FILE_A, FILE_H, beside, king_steps, knight_steps, square_bit};
use std::array;

/// A table with an entry for each square.
type PerSquare<T> = [T; 64];

/// The table with what `entry` says of each square.
fn per_square<T: Default>(entry: impl Fn(Bitboard) -> T) -> PerSquare<T> {
    array::from_fn(|square| u32::try_from(square).map_or(T::default(), |square| entry(square_bit(square))))
}

/// The entry of a square. Squares are below 64: taking the remainder changes none, and spares the test whether the table has it.
#[inline]
fn of<T: Copy + Default>(table: &PerSquare<T>, square: u32) -> T {
    usize::try_from(square % 64).ok().and_then(|square| table.get(square)).copied().unwrap_or_default()
}

/// For each square the other squares of the line through it: those with lower numbers, and those with higher ones.
type Lines = PerSquare<(Bitboard, Bitboard)>;

/// The lines on which `steps` are the squares one step away.
fn lines(steps: impl Fn(Bitboard) -> Bitboard) -> Lines {
    per_square(|from| {
        let line = (0..7).fold(from, |line, _| line | steps(line));
        let lower = from.wrapping_sub(1);
        (line & lower, line & !lower & !from)
    })
}

/// The squares of a line up to the first occupied one in both directions, that one included, by what is known as obstruction difference.
#[inline]
fn reach(lines: &Lines, from: u32, occupied: Bitboard) -> Bitboard {
    let (lower, higher) = of(lines, from);
    // Where no lower square is occupied, the first one of the board stands in.
    let nearest = square_bit(63) >> (lower & occupied | square_bit(0)).leading_zeros();
    // The subtraction changes all bits from the nearest lower square to the nearest higher one, or to the last one of the board.
    let blockers = higher & occupied;
    (lower | higher) & (blockers ^ blockers.wrapping_sub(nearest))
}

/// The attack tables.
pub(crate) struct Attacks {
    king: PerSquare<Bitboard>,
    knight: PerSquare<Bitboard>,
    ranks: Lines,
    files: Lines,
    /// The diagonals that rise to the right, and those that fall.
    rising: Lines,
    falling: Lines,
}

impl Attacks {
    pub(crate) fn new() -> Self {
        Self {
            king: per_square(king_steps),
            knight: per_square(knight_steps),
            ranks: lines(beside),
            files: lines(|line| line << 8 | line >> 8),
            rising: lines(|line| (line & !FILE_H) << 9 | (line & !FILE_A) >> 9),
            falling: lines(|line| (line & !FILE_A) << 7 | (line & !FILE_H) >> 7),
        }
    }

    #[inline]
    pub(crate) fn king(&self, from: u32) -> Bitboard {
        of(&self.king, from)
    }

    #[inline]
    pub(crate) fn knight(&self, from: u32) -> Bitboard {
        of(&self.knight, from)
    }

    /// What a rook on `from` attacks: in each direction up to the first square of `occupied`, that one included.
    pub(crate) fn rook(&self, from: u32, occupied: Bitboard) -> Bitboard {
        reach(&self.ranks, from, occupied) | reach(&self.files, from, occupied)
    }

    /// What a bishop on `from` attacks, likewise.
    pub(crate) fn bishop(&self, from: u32, occupied: Bitboard) -> Bitboard {
        reach(&self.rising, from, occupied) | reach(&self.falling, from, occupied)
    }

    /// The squares between two squares on one rank, file or diagonal; none if they are on no such line.
    #[inline]
    pub(crate) fn between(&self, from: u32, to: u32) -> Bitboard {
        // On the same line these are the squares above the lower one that are below the higher one; parallel lines have no squares in common.
        let (low, high) = (from.min(to), from.max(to));
        let on = |lines: &Lines| of(lines, low).1 & of(lines, high).0;
        on(&self.ranks) | on(&self.files) | on(&self.rising) | on(&self.falling)
    }
}
