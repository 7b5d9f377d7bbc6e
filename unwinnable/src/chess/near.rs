//! Tables of distances, and of squares from which kings are attacked.

use cozy_chess::{
    BitBoard, Color, Piece as Role, Square, get_bishop_rays, get_king_moves, get_knight_moves, get_pawn_attacks, get_rook_rays,
};

/// For each pair of squares, the number of king's moves between them.
static DISTANCES: [[u8; 64]; 64] = {
    let mut distances = [[0; 64]; 64];
    let mut pair: usize = 0;
    while pair < 64 * 64 {
        let (from, to) = (pair / 64, pair % 64);
        let (files, ranks) = ((from % 8).abs_diff(to % 8), (from / 8).abs_diff(to / 8));
        distances[from][to] = (if files > ranks { files } else { ranks }) as u8;
        pair += 1;
    }
    distances
};

/// Returns the number of king's moves from a square to each square of the board.
pub(crate) fn distances(from: Square) -> &'static [u8; 64] {
    &DISTANCES[from as usize]
}

/// For each square, the distances to the edge of the board, to the nearest dark corner and to the nearest light corner.
static BORDERS: [[u8; 3]; 64] = {
    const fn least(a: u8, b: u8) -> u8 {
        if a < b { a } else { b }
    }
    const fn most(a: u8, b: u8) -> u8 {
        if a > b { a } else { b }
    }
    let mut borders = [[0; 3]; 64];
    let mut square = 0;
    while square < 64 {
        let (left, below) = (square as u8 % 8, square as u8 / 8);
        let (right, above) = (7 - left, 7 - below);
        let edge = least(least(left, right), least(below, above));
        borders[square] = [edge, least(most(left, below), most(right, above)), least(most(left, above), most(right, below))];
        square += 1;
    }
    borders
};

/// Returns the distances of a square to the edge of the board, to the nearest dark corner and to the nearest light
/// corner.
pub(crate) fn borders(square: Square) -> [u8; 3] {
    BORDERS[square as usize]
}

/// The results of [`near`] for each role and square. Pawns have one table for each colour.
static NEAR: [[BitBoard; 64]; 7] = {
    let mut near = [[BitBoard::EMPTY; 64]; 7];
    let mut king = 0;
    while king < 64 {
        let square = Square::index_const(king);
        let neighbours = get_king_moves(square).0;
        let mut zone = neighbours | square.bitboard().0;
        let mut all = [neighbours; 7];
        while zone != 0 {
            let to = Square::index_const(zone.trailing_zeros() as usize);
            all[0] |= get_knight_moves(to).0;
            all[1] |= get_bishop_rays(to).0;
            all[2] |= get_rook_rays(to).0;
            all[4] |= get_king_moves(to).0;
            all[5] |= get_pawn_attacks(to, Color::Black).0;
            all[6] |= get_pawn_attacks(to, Color::White).0;
            zone &= zone - 1;
        }
        all[3] = all[1] | all[2];
        let mut role = 0;
        while role < 7 {
            near[role][king] = BitBoard(all[role]);
            role += 1;
        }
        king += 1;
    }
    near
};

/// Returns the neighbours of `king`, and the squares from which a piece attacks `king` or a neighbour. The attacks are
/// those on an empty board.
pub(crate) fn near(role: Role, king: Square) -> BitBoard {
    let table = match role {
        Role::Knight => 0,
        Role::Bishop => 1,
        Role::Rook => 2,
        Role::Queen | Role::Pawn => 3,
        Role::King => 4,
    };
    NEAR[table][king as usize]
}

/// Returns the neighbours of the square `king`, and the squares from which a pawn of `colour` attacks `king` or a
/// neighbour.
pub(crate) fn near_pawns(colour: Color, king: Square) -> BitBoard {
    NEAR[if colour == Color::White { 5 } else { 6 }][king as usize]
}

#[cfg(test)]
mod tests {
    use cozy_chess::{BitBoard, Color, Piece as Role, Square, get_king_moves};

    use super::{distances, near, near_pawns};
    use crate::chess::attacks;

    #[test]
    fn tables_are_what_they_say() {
        for king in Square::ALL {
            let zone = get_king_moves(king) | king.bitboard();
            for from in Square::ALL {
                let steps = (0..8).find(|&steps| {
                    (0..steps)
                        .fold(from.bitboard(), |set, _| {
                            set | set.into_iter().map(get_king_moves).fold(BitBoard::EMPTY, |all, more| all | more)
                        })
                        .has(king)
                });
                assert_eq!(Some(usize::from(distances(from)[king as usize])), steps);
                let attacks_zone =
                    |role, colour| !(attacks(role, from, colour, BitBoard::EMPTY) & zone).is_empty() || get_king_moves(king).has(from);
                for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King] {
                    assert_eq!(near(role, king).has(from), attacks_zone(role, Color::White), "{role} {from} {king}");
                }
                for colour in Color::ALL {
                    assert_eq!(near_pawns(colour, king).has(from), attacks_zone(Role::Pawn, colour), "{colour} {from} {king}");
                }
            }
        }
    }
}
