//! Where pieces can go: steps and rays of every square, and how far a ray reaches.
//!
//! A set of squares is a number of 64 bits, bit `file + 8 * rank` for a square. The tables are made from files and ranks, once for each game.

use std::array;

/// A set of squares.
pub(super) type Squares = u64;

pub(super) const FILE_A: Squares = 0x0101_0101_0101_0101;
pub(super) const FILE_H: Squares = FILE_A << 7;
pub(super) const RANK_1: Squares = 0xff;
pub(super) const RANK_2: Squares = RANK_1 << 8;
pub(super) const RANK_7: Squares = RANK_1 << 48;
pub(super) const RANK_8: Squares = RANK_1 << 56;

/// A step: files to the right, ranks up.
type Step = (i8, i8);

/// One set of squares for each square.
type PerSquare = [Squares; 64];

/// The directions of rooks that lead to greater numbers of squares; the others are their opposites.
const STRAIGHT: [Step; 2] = [(1, 0), (0, 1)];
/// The directions of bishops that lead to greater numbers of squares.
const DIAGONAL: [Step; 2] = [(1, 1), (-1, 1)];
const KING: [Step; 8] = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];
const KNIGHT: [Step; 8] = [(2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (-1, -2), (1, -2), (2, -1)];

/// The set of that square alone; of none if there is no such square.
#[inline]
pub(super) fn single(square: u32) -> Squares {
    1_u64.checked_shl(square).unwrap_or(0)
}

/// The number of a square from file and rank, both from 0 to 7.
pub(super) fn square(file: i8, rank: i8) -> Option<u32> {
    let both = (0..8).contains(&file) && (0..8).contains(&rank);
    both.then(|| u32::try_from(file.saturating_add(rank.saturating_mul(8))).ok()).flatten()
}

/// The entry of a square.
#[inline]
fn of(table: &PerSquare, square: u32) -> Squares {
    usize::try_from(square).ok().and_then(|square| table.get(square)).copied().unwrap_or(0)
}

/// The squares that are met on the way from one square by a step repeated at most so often.
fn walk(from: usize, (east, north): Step, most: usize) -> Squares {
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
    fn reach(&self, from: u32, occupied: Squares) -> Squares {
        let (up, down) = (of(&self.up, from), of(&self.down, from));
        // What is behind the first occupied square is what it sees itself in that direction. Where there is none, the last square of the board
        // upwards, h8, and the first one downwards, a1, stand in: they see nothing there.
        let first_up = (up & occupied | single(63)).trailing_zeros();
        let first_down = 63_u32.saturating_sub((down & occupied | single(0)).leading_zeros());
        up & !of(&self.up, first_up) | down & !of(&self.down, first_down)
    }
}

/// The tables.
pub(super) struct Lines {
    king: PerSquare,
    knight: PerSquare,
    straight: [Line; 2],
    diagonal: [Line; 2],
}

impl Lines {
    pub(super) fn new() -> Self {
        Self { king: steps(KING), knight: steps(KNIGHT), straight: STRAIGHT.map(Line::new), diagonal: DIAGONAL.map(Line::new) }
    }

    #[inline]
    pub(super) fn king(&self, from: u32) -> Squares {
        of(&self.king, from)
    }

    #[inline]
    pub(super) fn knight(&self, from: u32) -> Squares {
        of(&self.knight, from)
    }

    /// Where a rook can go: as far as the first unit in each direction, that unit included.
    #[inline]
    pub(super) fn straight(&self, from: u32, occupied: Squares) -> Squares {
        let [files, ranks] = &self.straight;
        files.reach(from, occupied) | ranks.reach(from, occupied)
    }

    /// Where a bishop can go.
    #[inline]
    pub(super) fn diagonal(&self, from: u32, occupied: Squares) -> Squares {
        let [rising, falling] = &self.diagonal;
        rising.reach(from, occupied) | falling.reach(from, occupied)
    }
}
