//! What a piece on one square attacks: tables for each square, made from files and ranks once for each game.

use super::bitboard::{Bitboard, square, square_bit};
use std::array;

/// A step: files to the right, ranks up.
type Step = (i8, i8);

/// One set of squares for each square.
type PerSquare = [Bitboard; 64];

/// The directions of rooks that lead to greater numbers of squares; the others are their opposites.
const ROOK: [Step; 2] = [(1, 0), (0, 1)];
/// The directions of bishops that lead to greater numbers of squares.
const BISHOP: [Step; 2] = [(1, 1), (-1, 1)];
const KING: [Step; 8] = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];
const KNIGHT: [Step; 8] = [(2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (-1, -2), (1, -2), (2, -1)];

/// The entry of a square.
#[inline]
fn of(table: &PerSquare, square: u32) -> Bitboard {
    usize::try_from(square).ok().and_then(|square| table.get(square)).copied().unwrap_or(0)
}

/// The squares on the way from `from` by at most `most` equal steps.
fn walk(from: usize, (east, north): Step, most: usize) -> Bitboard {
    let number = i8::try_from(from).unwrap_or(0);
    let (mut file, mut rank) = (number % 8, number / 8);
    let mut met = 0;
    for _ in 0..most {
        (file, rank) = (file.saturating_add(east), rank.saturating_add(north));
        let Some(next) = square(file, rank) else { break };
        met |= square_bit(next);
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
        let first_up = (up & occupied | square_bit(63)).trailing_zeros();
        let first_down = 63_u32.saturating_sub((down & occupied | square_bit(0)).leading_zeros());
        up & !of(&self.up, first_up) | down & !of(&self.down, first_down)
    }
}

/// The attack tables.
pub(crate) struct Attacks {
    king: PerSquare,
    knight: PerSquare,
    rook: [Line; 2],
    bishop: [Line; 2],
}

impl Attacks {
    pub(crate) fn new() -> Self {
        Self { king: steps(KING), knight: steps(KNIGHT), rook: ROOK.map(Line::new), bishop: BISHOP.map(Line::new) }
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
    #[inline]
    pub(crate) fn rook(&self, from: u32, occupied: Bitboard) -> Bitboard {
        let [ranks, files] = &self.rook;
        ranks.reach(from, occupied) | files.reach(from, occupied)
    }

    /// What a bishop on `from` attacks, likewise.
    #[inline]
    pub(crate) fn bishop(&self, from: u32, occupied: Bitboard) -> Bitboard {
        let [rising, falling] = &self.bishop;
        rising.reach(from, occupied) | falling.reach(from, occupied)
    }

    /// The squares between two squares on one rank, file or diagonal; none if they are on no such line.
    pub(crate) fn between(&self, from: u32, to: u32) -> Bitboard {
        // From either square the other one ends the way. What both see on the same line is between them; on parallel lines they see nothing in common.
        let on = |line: &Line| line.reach(from, square_bit(to)) & line.reach(to, square_bit(from));
        self.rook.iter().chain(&self.bishop).fold(0, |between, line| between | on(line))
    }
}
