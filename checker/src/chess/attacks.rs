//! Tables of the squares that each piece attacks. The tables are computed once for each game.

use super::bitboard::{Bitboard, FILE_A, FILE_H, beside, king_steps, knight_steps, square_bit};
use crate::core::fields::index;
use std::array;

type PerSquare<T> = [T; 64];

/// Builds a table whose entry `n` is `entry(n)`.
fn table<T: Default, const N: usize>(entry: impl Fn(u32) -> T) -> [T; N] {
    array::from_fn(|number| u32::try_from(number).map_or(T::default(), &entry))
}

/// Builds a table by calling `entry` for each square. `entry` receives the square as a set with one element.
fn per_square<T: Default>(entry: impl Fn(Bitboard) -> T) -> PerSquare<T> {
    table(|square| entry(square_bit(square)))
}

/// Returns the table entry of a square. The number is reduced modulo 64, so that the compiler can leave out the bounds
/// check. For the number 64, which stands for the missing square of an empty set, the entry has no meaning.
#[inline]
fn of<T: Copy + Default>(table: &PerSquare<T>, square: u32) -> T {
    table.get(index(square % 64)).copied().unwrap_or_default()
}

/// For each square, all other squares on the line through it in one direction, for instance on its rank.
type Lines = PerSquare<Bitboard>;

/// Builds the table of lines in one direction. The function `steps` returns the next squares on both sides.
fn lines(steps: impl Fn(Bitboard) -> Bitboard) -> Lines {
    per_square(|from| (0..7).fold(from, |line, _| line | steps(line)) & !from)
}

/// Returns the squares that a piece on `from` attacks along one line. On each side of the piece, the attack ends at the
/// first occupied square, which is attacked too. The method, hyperbola quintessence, requires that no two squares of
/// the line share a rank.
#[inline]
fn reach(lines: &Lines, from: u32, occupied: Bitboard) -> Bitboard {
    let (line, at) = (of(lines, from), square_bit(from));
    let blockers = line & occupied;
    // Subtracting `at` flips the bits from the square `from` to the first occupied square above it. The same
    // subtraction with the ranks in reverse order flips the bits from `from` to the first occupied square below it.
    let above = blockers.wrapping_sub(at);
    let below = blockers.swap_bytes().wrapping_sub(at.swap_bytes()).swap_bytes();
    line & (above ^ below)
}

/// Builds the table of rook attacks along a rank. The first index is the set of occupied squares among the six inner
/// squares of the rank. The second index is the file of the rook.
fn on_rank() -> [[u8; 8]; 64] {
    let reach = |from: Bitboard, occupied: Bitboard| (0..7).fold(from, |reach, _| reach | beside(reach & (!occupied | from))) & !from;
    table(|inner| table(|file| u8::try_from(reach(square_bit(file), Bitboard::from(inner) << 1)).unwrap_or(0)))
}

pub(crate) struct Attacks {
    king: PerSquare<Bitboard>,
    knight: PerSquare<Bitboard>,
    ranks: Lines,
    files: Lines,
    on_rank: [[u8; 8]; 64],
    /// Diagonals that rise from left to right.
    rising: Lines,
    falling: Lines,
}

impl Attacks {
    pub(crate) fn new() -> Self {
        Self {
            king: per_square(king_steps),
            knight: per_square(knight_steps),
            ranks: lines(beside),
            on_rank: on_rank(),
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

    /// Returns the squares that a rook on `from` attacks. In each direction, the attack ends at the first square of
    /// `occupied`, which is attacked too.
    #[inline]
    pub(crate) fn rook(&self, from: u32, occupied: Bitboard) -> Bitboard {
        let first = from & 0o70;
        let inner = usize::try_from(occupied >> first >> 1 & 0x3f).unwrap_or(0);
        let along_rank = self.on_rank.get(inner).and_then(|on_rank| on_rank.get(index(from % 8))).copied().unwrap_or(0);
        Bitboard::from(along_rank) << first | reach(&self.files, from, occupied)
    }

    /// Returns the squares that a bishop on `from` attacks. In each direction, the attack ends at the first square of
    /// `occupied`, which is attacked too.
    #[inline]
    pub(crate) fn bishop(&self, from: u32, occupied: Bitboard) -> Bitboard {
        reach(&self.rising, from, occupied) | reach(&self.falling, from, occupied)
    }

    /// Returns the squares that a rook and a bishop on `from` attack on an empty board, as two sets.
    #[inline]
    pub(crate) fn lines(&self, from: u32) -> [Bitboard; 2] {
        [of(&self.ranks, from) | of(&self.files, from), of(&self.rising, from) | of(&self.falling, from)]
    }

    /// Returns the squares strictly between two squares on the same rank, file or diagonal. If the two squares are not
    /// on one line, the result is empty.
    #[inline]
    pub(crate) fn between(&self, from: u32, to: u32) -> Bitboard {
        // If the two squares are on one line, the intersection of their table entries consists of the other squares of
        // this line; otherwise the intersection is empty. The subtraction selects the lower square and the squares
        // between the lower and the higher square.
        let (low, high) = (from.min(to), from.max(to));
        let on = |lines: &Lines| of(lines, low) & of(lines, high);
        let line = on(&self.ranks) | on(&self.files) | on(&self.rising) | on(&self.falling);
        line & square_bit(high).wrapping_sub(square_bit(low))
    }
}
