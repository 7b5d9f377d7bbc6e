//! Computes attacks of pieces and pawns as bitboards, with bit 0 for a1 and bit 63 for h8.
//!
//! The attacks of a sliding piece along a file or diagonal are computed by the subtraction `o - 2r`. In this
//! expression, `o` is the set of the other occupied squares on the file or diagonal, and `r` is the piece's own square.
//! The subtraction changes the bits of the attacked squares above the piece. To compute attacks downwards, the code
//! first reverses the bytes of the board. This method needs only small tables, so the processor's caches remain free
//! for the transposition table. Attacks along ranks are looked up in a table, because reversing the bytes does not
//! reverse a rank.

/// A set of squares, bit 0 for a1 and bit 63 for h8.
pub type Bitboard = u64;

const NOT_A: Bitboard = 0xfefe_fefe_fefe_fefe;
const NOT_H: Bitboard = 0x7f7f_7f7f_7f7f_7f7f;

#[derive(Clone, Copy)]
struct Rays {
    file: Bitboard,
    diagonal: Bitboard,
    antidiagonal: Bitboard,
}

const RAYS: [Rays; 64] = rays();
const KNIGHT: [Bitboard; 64] = leaps(&[(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]);
const KING: [Bitboard; 64] = leaps(&[(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]);
/// Attacks along a rank. The first index is the file of the sliding piece. The second index is the set of occupied
/// squares among the six inner squares of the rank.
static RANK: [[u8; 64]; 8] = ranks();

const fn bit(file: i8, rank: i8) -> Bitboard {
    if file < 0 || file > 7 || rank < 0 || rank > 7 { 0 } else { 1 << (file + 8 * rank) }
}

const fn leaps(steps: &[(i8, i8)]) -> [Bitboard; 64] {
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

const fn rays() -> [Rays; 64] {
    let mut table = [Rays { file: 0, diagonal: 0, antidiagonal: 0 }; 64];
    let mut square = 0;
    while square < 64 {
        let (file, rank) = (square % 8, square / 8);
        let rays = &mut table[square as usize];
        let mut step = -7;
        while step < 8 {
            if step != 0 {
                rays.file |= bit(file, rank + step);
                rays.diagonal |= bit(file + step, rank + step);
                rays.antidiagonal |= bit(file + step, rank - step);
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

fn slider_attacks(square: u32, occupied: Bitboard, line: Bitboard) -> Bitboard {
    let slider = 1_u64 << square;
    let upwards = (occupied & line).wrapping_sub(slider << 1);
    let downwards = (occupied & line).swap_bytes().wrapping_sub(slider.swap_bytes() << 1).swap_bytes();
    (upwards ^ downwards) & line
}

/// Returns the squares that a knight attacks.
#[must_use]
pub fn knight(square: u32) -> Bitboard {
    KNIGHT[square as usize & 63]
}

/// Returns the squares that a king attacks.
#[must_use]
pub fn king(square: u32) -> Bitboard {
    KING[square as usize & 63]
}

/// Returns the squares that a bishop attacks.
#[must_use]
pub fn bishop(square: u32, occupied: Bitboard) -> Bitboard {
    let rays = &RAYS[square as usize & 63];
    slider_attacks(square, occupied, rays.diagonal) | slider_attacks(square, occupied, rays.antidiagonal)
}

/// Returns the squares that a rook attacks.
#[must_use]
pub fn rook(square: u32, occupied: Bitboard) -> Bitboard {
    let (file, rank) = (square & 7, square & 56);
    let inner = occupied >> (rank + 1) & 63;
    slider_attacks(square, occupied, RAYS[square as usize & 63].file) | Bitboard::from(RANK[file as usize][inner as usize]) << rank
}

/// Returns two sets of squares that pawns attack: those towards file a, and those towards file h. `up` is true if the
/// pawns are White's.
#[must_use]
pub fn pawns(pawns: Bitboard, up: bool) -> [Bitboard; 2] {
    if up { [(pawns & NOT_A) << 7, (pawns & NOT_H) << 9] } else { [(pawns & NOT_A) >> 9, (pawns & NOT_H) >> 7] }
}

#[cfg(test)]
mod tests {
    //! Compares sliding attacks with attacks that are computed square by square.

    use super::{Bitboard, bishop, rook};

    fn walk(square: u32, occupied: Bitboard, steps: &[(i32, i32)]) -> Bitboard {
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
