//! The board of 8x8 squares: sets of squares, steps and rays of every square, and how far a ray reaches.
//!
//! A set of squares is a number of 64 bits, bit `file + 8 * rank` for a square. The tables are made from files and ranks, once for each game.

use crate::core::game::Colour;
use std::array;

/// A set of squares.
pub(crate) type Bitboard = u64;

pub(crate) const FILE_A: Bitboard = 0x0101_0101_0101_0101;
pub(crate) const FILE_H: Bitboard = FILE_A << 7;
pub(crate) const RANK_1: Bitboard = 0xff;
pub(crate) const RANK_2: Bitboard = RANK_1 << 8;
pub(crate) const RANK_3: Bitboard = RANK_1 << 16;
pub(crate) const RANK_4: Bitboard = RANK_1 << 24;
pub(crate) const RANK_5: Bitboard = RANK_1 << 32;
pub(crate) const RANK_6: Bitboard = RANK_1 << 40;
pub(crate) const RANK_7: Bitboard = RANK_1 << 48;
pub(crate) const RANK_8: Bitboard = RANK_1 << 56;

/// A step: files to the right, ranks up.
type Step = (i8, i8);

/// One set of squares for each square.
type PerSquare = [Bitboard; 64];

/// The directions of rooks that lead to greater numbers of squares; the others are their opposites.
const STRAIGHT: [Step; 2] = [(1, 0), (0, 1)];
/// The directions of bishops that lead to greater numbers of squares.
const DIAGONAL: [Step; 2] = [(1, 1), (-1, 1)];
const KING: [Step; 8] = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];
const KNIGHT: [Step; 8] = [(2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (-1, -2), (1, -2), (2, -1)];

/// The set of that square alone; of none if there is no such square.
#[inline]
pub(crate) fn single(square: u32) -> Bitboard {
    1_u64.checked_shl(square).unwrap_or(0)
}

/// The number of a square from file and rank, both from 0 to 7.
pub(crate) fn square(file: i8, rank: i8) -> Option<u32> {
    let both = (0..8).contains(&file) && (0..8).contains(&rank);
    both.then(|| u32::try_from(file.saturating_add(rank.saturating_mul(8))).ok()).flatten()
}

/// The squares of a set, ascending.
#[inline]
pub(crate) fn ascending(mut squares: Bitboard) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let square = squares.trailing_zeros();
        squares &= squares.checked_sub(1)?;
        Some(square)
    })
}

/// The squares one rank on, seen from the side of that colour.
#[inline]
pub(crate) fn ahead(colour: Colour, squares: Bitboard) -> Bitboard {
    match colour {
        Colour::White => squares << 8,
        Colour::Black => squares >> 8,
    }
}

/// The squares on neighbouring files of the same rank.
#[inline]
pub(crate) fn beside(squares: Bitboard) -> Bitboard {
    (squares & !FILE_H) << 1 | (squares & !FILE_A) >> 1
}

/// The squares diagonally ahead: what pawns of that colour attack.
#[inline]
pub(crate) fn diagonally_ahead(colour: Colour, squares: Bitboard) -> Bitboard {
    beside(ahead(colour, squares))
}

/// The squares one step away along files and ranks.
#[inline]
pub(crate) fn straight_steps(squares: Bitboard) -> Bitboard {
    squares << 8 | squares >> 8 | beside(squares)
}

/// The squares one step away along diagonals.
#[inline]
pub(crate) fn diagonal_steps(squares: Bitboard) -> Bitboard {
    beside(squares << 8 | squares >> 8)
}

/// The squares one step away in any direction.
#[inline]
pub(crate) fn king_steps(squares: Bitboard) -> Bitboard {
    straight_steps(squares) | diagonal_steps(squares)
}

/// The squares a knight's jump away.
#[inline]
pub(crate) fn knight_steps(squares: Bitboard) -> Bitboard {
    let one_file = beside(squares);
    let two_files = (squares & !(FILE_H | FILE_H >> 1)) << 2 | (squares & !(FILE_A | FILE_A << 1)) >> 2;
    one_file << 16 | one_file >> 16 | two_files << 8 | two_files >> 8
}

/// The name of a square: `a1`.
pub(crate) fn square_name(square: u32) -> String {
    let mut name = String::new();
    push_square(&mut name, square);
    name
}

/// Writes the name of a square.
pub(crate) fn push_square(text: &mut String, square: u32) {
    let (file, rank) = (u32::from('a').saturating_add(square % 8), u32::from('1').saturating_add(square / 8));
    text.extend([file, rank].into_iter().filter_map(char::from_u32));
}

/// The entry of a square.
#[inline]
fn of(table: &PerSquare, square: u32) -> Bitboard {
    usize::try_from(square).ok().and_then(|square| table.get(square)).copied().unwrap_or(0)
}

/// The squares that are met on the way from one square by a step repeated at most so often.
fn walk(from: usize, (east, north): Step, most: usize) -> Bitboard {
    let number = i8::try_from(from).unwrap_or(0);
    let (mut file, mut rank) = (number % 8, number / 8);
    let mut met = 0;
    for _ in 0..most {
        (file, rank) = (file.saturating_add(east), rank.saturating_add(north));
        let Some(next) = square(file, rank) else { break };
        met |= single(next);
    }
    met
}

/// The squares one step away, for each square.
fn steps(steps: [Step; 8]) -> PerSquare {
    array::from_fn(|from| steps.iter().fold(0, |met, step| met | walk(from, *step, 1)))
}

/// A line through each square: the ray towards greater numbers and the opposite one.
struct Line {
    up: PerSquare,
    down: PerSquare,
}

impl Line {
    fn new((east, north): Step) -> Self {
        Self { up: array::from_fn(|from| walk(from, (east, north), 7)), down: array::from_fn(|from| walk(from, (-east, -north), 7)) }
    }

    /// The squares of the line up to the first occupied one in both directions, that one included.
    #[inline]
    fn reach(&self, from: u32, occupied: Bitboard) -> Bitboard {
        let (up, down) = (of(&self.up, from), of(&self.down, from));
        // What is behind the first occupied square is what it sees itself in that direction. Where there is none, the last square of the board
        // upwards, h8, and the first one downwards, a1, stand in: they see nothing there.
        let first_up = (up & occupied | single(63)).trailing_zeros();
        let first_down = 63_u32.saturating_sub((down & occupied | single(0)).leading_zeros());
        up & !of(&self.up, first_up) | down & !of(&self.down, first_down)
    }
}

/// The tables.
pub(crate) struct Attacks {
    king: PerSquare,
    knight: PerSquare,
    straight: [Line; 2],
    diagonal: [Line; 2],
}

impl Attacks {
    pub(crate) fn new() -> Self {
        Self { king: steps(KING), knight: steps(KNIGHT), straight: STRAIGHT.map(Line::new), diagonal: DIAGONAL.map(Line::new) }
    }

    #[inline]
    pub(crate) fn king(&self, from: u32) -> Bitboard {
        of(&self.king, from)
    }

    #[inline]
    pub(crate) fn knight(&self, from: u32) -> Bitboard {
        of(&self.knight, from)
    }

    /// Where a rook can go: as far as the first unit in each direction, that unit included.
    #[inline]
    pub(crate) fn straight(&self, from: u32, occupied: Bitboard) -> Bitboard {
        let [files, ranks] = &self.straight;
        files.reach(from, occupied) | ranks.reach(from, occupied)
    }

    /// Where a bishop can go.
    #[inline]
    pub(crate) fn diagonal(&self, from: u32, occupied: Bitboard) -> Bitboard {
        let [rising, falling] = &self.diagonal;
        rising.reach(from, occupied) | falling.reach(from, occupied)
    }

    /// The squares between two squares on one line; none if they are on no line.
    pub(crate) fn between(&self, from: u32, to: u32) -> Bitboard {
        // From either square the other one ends the way. What both see on the same line is between them; on parallel attacks they see nothing in common.
        let on = |line: &Line| line.reach(from, single(to)) & line.reach(to, single(from));
        self.straight.iter().chain(&self.diagonal).fold(0, |between, line| between | on(line))
    }
}
