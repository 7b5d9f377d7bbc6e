//! Computes steps and attacks for a whole set of squares at once. The arguments of section 5 of `spec/rules/chess.md`
//! use these functions.

use cozy_chess::{
    BitBoard, Board, Color, Piece as Role, Square, get_bishop_moves, get_bishop_rays, get_king_moves, get_knight_moves, get_pawn_attacks,
    get_rook_moves, get_rook_rays,
};

/// `NOT_A` has all squares except the a-file, and `NOT_H` has all squares except the h-file.
const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;

/// Returns the neighbouring squares to which a king or queen can move from some square of the set.
pub(super) fn king_steps(set: BitBoard) -> BitBoard {
    rook_steps(set) | bishop_steps(set)
}

/// Returns the neighbouring squares to which a rook can move from some square of the set.
pub(super) fn rook_steps(BitBoard(set): BitBoard) -> BitBoard {
    BitBoard(set << 8 | set >> 8 | (set & NOT_H) << 1 | (set & NOT_A) >> 1)
}

/// Returns the neighbouring squares to which a bishop can move from some square of the set.
pub(super) fn bishop_steps(BitBoard(set): BitBoard) -> BitBoard {
    let (right, left) = ((set & NOT_H) << 1, (set & NOT_A) >> 1);
    BitBoard((right | left) << 8 | (right | left) >> 8)
}

/// Returns the squares that a knight can reach in one move from some square of the set.
pub(super) fn knight_steps(BitBoard(set): BitBoard) -> BitBoard {
    let (right, left) = ((set & NOT_H) << 1, (set & NOT_A) >> 1);
    let (right_2, left_2) = ((right & NOT_H) << 1, (left & NOT_A) >> 1);
    BitBoard((right | left) << 16 | (right | left) >> 16 | (right_2 | left_2) << 8 | (right_2 | left_2) >> 8)
}

/// Returns the squares that pawns of `colour` attack if they stand on all squares of the set.
pub(crate) fn pawn_attacks(BitBoard(set): BitBoard, colour: Color) -> BitBoard {
    let beside = (set & NOT_H) << 1 | (set & NOT_A) >> 1;
    pawn_push(BitBoard(beside), colour)
}

/// Returns the set shifted one file towards h, and the set shifted one file towards a.
pub(super) fn beside(BitBoard(set): BitBoard) -> [BitBoard; 2] {
    [BitBoard((set & NOT_H) << 1), BitBoard((set & NOT_A) >> 1)]
}

/// Shifts the set by one rank, in the direction in which pawns of `colour` move.
pub(super) fn pawn_push(BitBoard(set): BitBoard, colour: Color) -> BitBoard {
    BitBoard(if colour == Color::White { set << 8 } else { set >> 8 })
}

/// Returns all squares straight ahead of some square of the set, in the direction in which pawns of `colour` move.
pub(crate) fn squares_ahead(set: BitBoard, colour: Color) -> BitBoard {
    let BitBoard(one) = pawn_push(set, colour);
    let filled = if colour == Color::White {
        let two = one | one << 8;
        let four = two | two << 16;
        four | four << 32
    } else {
        let two = one | one >> 8;
        let four = two | two >> 16;
        four | four >> 32
    };
    BitBoard(filled)
}

/// Each step must end on a square of `allowed`.
pub(super) fn flood_fill(mut set: BitBoard, allowed: BitBoard, steps: impl Fn(BitBoard) -> BitBoard) -> BitBoard {
    loop {
        let next = set | (steps(set) & allowed);
        if next == set {
            return set;
        }
        set = next;
    }
}

/// Returns the squares that a piece or pawn on `from` attacks if exactly the squares `occupied` are occupied. It does
/// not matter whether `occupied` contains `from`.
pub(crate) fn attacks(role: Role, from: Square, colour: Color, occupied: BitBoard) -> BitBoard {
    match role {
        Role::Pawn => get_pawn_attacks(from, colour),
        Role::Knight => get_knight_moves(from),
        Role::Bishop => get_bishop_moves(from, occupied),
        Role::Rook => get_rook_moves(from, occupied),
        Role::Queen => get_bishop_moves(from, occupied) | get_rook_moves(from, occupied),
        Role::King => get_king_moves(from),
    }
}

/// Returns whether the side `by` attacks a square. Rooks, bishops and queens are blocked only by the squares
/// `occupied`.
pub(super) fn is_attacked(board: &Board, square: Square, by: Color, occupied: BitBoard) -> bool {
    let own = board.colors(by);
    let near = get_knight_moves(square) & board.pieces(Role::Knight)
        | get_king_moves(square) & board.pieces(Role::King)
        | get_pawn_attacks(square, !by) & board.pieces(Role::Pawn);
    let queens = board.pieces(Role::Queen);
    let (bishops, rooks) = (own & (board.pieces(Role::Bishop) | queens), own & (board.pieces(Role::Rook) | queens));
    !(near & own).is_empty()
        || !(get_bishop_rays(square) & bishops).is_empty() && !(get_bishop_moves(square, occupied) & bishops).is_empty()
        || !(get_rook_rays(square) & rooks).is_empty() && !(get_rook_moves(square, occupied) & rooks).is_empty()
}

/// Returns the squares that a knight, bishop, rook or queen attacks from some square of the set.
pub(super) fn attacks_of_set(role: Role, set: BitBoard, occupied: BitBoard) -> BitBoard {
    let along = |step: fn(u64) -> u64| {
        let (mut reached, mut all) = (step(set.0), 0);
        while reached != 0 {
            all |= reached;
            reached = step(reached & !occupied.0);
        }
        BitBoard(all)
    };
    let bishop = || {
        let right = along(|set| (set & NOT_H) << 9) | along(|set| (set & NOT_H) >> 7);
        right | along(|set| (set & NOT_A) << 7) | along(|set| (set & NOT_A) >> 9)
    };
    let rook = || along(|set| set << 8) | along(|set| set >> 8) | along(|set| (set & NOT_H) << 1) | along(|set| (set & NOT_A) >> 1);
    match role {
        Role::Knight => knight_steps(set),
        Role::Bishop => bishop(),
        Role::Rook => rook(),
        Role::Queen => bishop() | rook(),
        Role::Pawn | Role::King => BitBoard::EMPTY,
    }
}

#[cfg(test)]
mod tests {
    use cozy_chess::{BitBoard, Color, Piece as Role};
    use fastrand::Rng;

    use super::{attacks, attacks_of_set, squares_ahead};

    #[test]
    fn sets_attack_what_their_squares_attack() {
        let mut random = Rng::with_seed(1);
        for _ in 0..2000 {
            let (set, occupied) = (BitBoard(random.u64(..) & random.u64(..) & random.u64(..)), BitBoard(random.u64(..) & random.u64(..)));
            for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
                let each = set.into_iter().map(|from| attacks(role, from, Color::White, occupied));
                assert_eq!(attacks_of_set(role, set, occupied), each.fold(BitBoard::EMPTY, |all, more| all | more), "{role}");
            }
            for (colour, ahead) in [(Color::White, 8), (Color::Black, -8)] {
                let mut all = BitBoard::EMPTY;
                for from in set {
                    let mut square = from as i32 + ahead;
                    while (0..64).contains(&square) {
                        all |= BitBoard(1 << square);
                        square += ahead;
                    }
                }
                assert_eq!(squares_ahead(set, colour), all);
            }
        }
    }
}
