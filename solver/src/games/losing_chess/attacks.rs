//! Where units attack, as sets of squares: one bit a square, a1 the least.
//!
//! Lines are looked at by subtraction of bits ("o - 2r"): borrowing from the first unit behind the slider marks the squares between. Upwards as it stands, downwards on the
//! board turned over by reversing its bytes. That needs small tables only, and leaves the caches to the transposition table. Ranks cannot be turned so and have a table.

/// A set of squares.
pub type Squares = u64;

const NOT_A: Squares = 0xfefe_fefe_fefe_fefe;
const NOT_H: Squares = 0x7f7f_7f7f_7f7f_7f7f;

/// The squares on lines through a square, itself not included.
#[derive(Clone, Copy)]
struct Lines {
    file: Squares,
    diagonal: Squares,
    antidiagonal: Squares,
}

const LINES: [Lines; 64] = lines();
const KNIGHT: [Squares; 64] = leaps(&[(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]);
const KING: [Squares; 64] = leaps(&[(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]);
/// By file and the six inner squares of the rank.
static RANK: [[u8; 64]; 8] = ranks();

const fn bit(file: i8, rank: i8) -> Squares {
    if file < 0 || file > 7 || rank < 0 || rank > 7 { 0 } else { 1 << (file + 8 * rank) }
}

const fn leaps(steps: &[(i8, i8)]) -> [Squares; 64] {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        let mut i = 0;
        while i < steps.len() {
            table[square as usize] |= bit(square % 8 + steps[i].0, square / 8 + steps[i].1);
            i += 1;
        }
        square += 1;
    }
    table
}

const fn lines() -> [Lines; 64] {
    let mut table = [Lines { file: 0, diagonal: 0, antidiagonal: 0 }; 64];
    let mut square = 0;
    while square < 64 {
        let (file, rank) = (square % 8, square / 8);
        let lines = &mut table[square as usize];
        let mut step = -7;
        while step < 8 {
            if step != 0 {
                lines.file |= bit(file, rank + step);
                lines.diagonal |= bit(file + step, rank + step);
                lines.antidiagonal |= bit(file + step, rank - step);
            }
            step += 1;
        }
        square += 1;
    }
    table
}

const fn ranks() -> [[u8; 64]; 8] {
    let mut table = [[0; 64]; 8];
    let mut file = 0;
    while file < 8 {
        let mut inner = 0;
        while inner < 64 {
            let occupied = inner << 1;
            let mut attacked = 0;
            let mut right = file + 1;
            while right < 8 {
                attacked |= 1 << right;
                if occupied >> right & 1 == 1 {
                    break;
                }
                right += 1;
            }
            let mut left = file;
            while left > 0 {
                left -= 1;
                attacked |= 1 << left;
                if occupied >> left & 1 == 1 {
                    break;
                }
            }
            table[file as usize][inner as usize] = attacked;
            inner += 1;
        }
        file += 1;
    }
    table
}

fn along(square: u32, occupied: Squares, line: Squares) -> Squares {
    let slider = 1_u64 << square;
    let upwards = (occupied & line).wrapping_sub(slider << 1);
    let downwards = (occupied & line).swap_bytes().wrapping_sub(slider.swap_bytes() << 1).swap_bytes();
    (upwards ^ downwards) & line
}

/// The squares that a knight attacks.
#[must_use]
pub fn knight(square: u32) -> Squares {
    KNIGHT[square as usize & 63]
}

/// The squares that a king attacks.
#[must_use]
pub fn king(square: u32) -> Squares {
    KING[square as usize & 63]
}

/// The squares that a bishop attacks.
#[must_use]
pub fn bishop(square: u32, occupied: Squares) -> Squares {
    let lines = &LINES[square as usize & 63];
    along(square, occupied, lines.diagonal) | along(square, occupied, lines.antidiagonal)
}

/// The squares that a rook attacks.
#[must_use]
pub fn rook(square: u32, occupied: Squares) -> Squares {
    let (file, rank) = (square & 7, square & 56);
    let inner = occupied >> (rank + 1) & 63;
    along(square, occupied, LINES[square as usize & 63].file) | Squares::from(RANK[file as usize][inner as usize]) << rank
}

/// The squares that these pawns attack towards file a and towards file h; `up` for White's.
#[must_use]
pub fn pawns(pawns: Squares, up: bool) -> [Squares; 2] {
    if up { [(pawns & NOT_A) << 7, (pawns & NOT_H) << 9] } else { [(pawns & NOT_A) >> 9, (pawns & NOT_H) >> 7] }
}

#[cfg(test)]
mod tests {
    //! Lines against walks square by square.

    use super::{Squares, bishop, rook};

    fn walk(square: u32, occupied: Squares, steps: &[(i32, i32)]) -> Squares {
        let mut attacked = 0;
        for (right, up) in steps {
            let (mut file, mut rank) = ((square % 8).cast_signed() + right, (square / 8).cast_signed() + up);
            while (0..8).contains(&file) && (0..8).contains(&rank) {
                attacked |= 1 << (file + 8 * rank);
                if occupied >> (file + 8 * rank) & 1 == 1 {
                    break;
                }
                (file, rank) = (file + right, rank + up);
            }
        }
        attacked
    }

    #[test]
    fn lines_are_walks() {
        let mut seed = 1_u64;
        for round in 0..20_000_u32 {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let occupied = seed ^ seed >> 29;
            let square = round % 64;
            assert_eq!(rook(square, occupied), walk(square, occupied, &[(1, 0), (-1, 0), (0, 1), (0, -1)]), "{square} {occupied:x}");
            assert_eq!(bishop(square, occupied), walk(square, occupied, &[(1, 1), (-1, 1), (1, -1), (-1, -1)]), "{square} {occupied:x}");
        }
    }
}
