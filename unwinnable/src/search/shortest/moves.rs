//! Tables of the numbers of moves that a unit needs on an empty board to reach a square, or to attack a square.
//!
//! Other units can only lengthen the way of a unit, except in castling, where two units move at once. So the numbers are
//! lower bounds in every position without castling rights; `needs` accounts for castling. A pawn may capture with every
//! move and may promote.

use std::array::from_fn;
use std::sync::LazyLock;

use cozy_chess::{BitBoard, Color, Piece as Role, Rank, Square};

use crate::chess::attacks;

/// Number of moves for each square.
pub(super) type Row = [u8; 64];
/// Number of moves to an impossible goal. No side has this many moves in a search (see `MAX_PLIES`).
pub(super) const NEVER: u8 = 200;

/// All roles except the king.
pub(super) const ROLES: [Role; 5] = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

/// The numbers of moves of one kind of unit. The first index is the square on which the unit stands.
pub(super) struct Unit {
    /// Moves until the unit stands on a square, for each role that it has there.
    pub(super) reach: [[Row; 64]; Role::NUM],
    /// Moves until the unit stands on a square in any role.
    pub(super) stand: [Row; 64],
    /// Moves until the unit attacks a square.
    pub(super) attack: [Row; 64],
}

static UNITS: LazyLock<Vec<Unit>> = LazyLock::new(|| {
    let pieces = Role::ALL.map(moves_of_piece);
    let of_colour = |colour| Role::ALL.map(|role| Unit::new(role, colour, &pieces));
    Color::ALL.into_iter().flat_map(of_colour).collect()
});

/// Returns the table of a kind of unit from the tables that [`units`] returns.
pub(super) fn unit(units: &[Unit], colour: Color, role: Role) -> &Unit {
    &units[colour as usize * Role::NUM + role as usize]
}

/// Returns the tables of all kinds of units.
pub(super) fn units() -> &'static [Unit] {
    &UNITS
}

impl Unit {
    fn new(role: Role, colour: Color, pieces: &[[Row; 64]; Role::NUM]) -> Self {
        let mut reach = [[[NEVER; 64]; 64]; Role::NUM];
        if role == Role::Pawn {
            add_pawn(&mut reach, colour, pieces);
        } else {
            reach[role as usize] = pieces[role as usize];
        }
        let stand = from_fn(|from| from_fn(|to| Role::ALL.map(|role| reach[role as usize][from][to]).into_iter().min().unwrap_or(NEVER)));
        let mut attack = [[NEVER; 64]; 64];
        let roles = if role == Role::Pawn { ROLES.as_slice() } else { &[role] };
        for &role in roles {
            for at in Square::ALL {
                for to in attacks(role, at, colour, BitBoard::EMPTY) {
                    for (row, reach) in attack.iter_mut().zip(&reach[role as usize]) {
                        row[to as usize] = reach[at as usize].min(row[to as usize]);
                    }
                }
            }
        }
        Self { reach, stand, attack }
    }
}

/// Sets the numbers of moves of a pawn, which may promote.
fn add_pawn(reach: &mut [[Row; 64]; Role::NUM], colour: Color, pieces: &[[Row; 64]; Role::NUM]) {
    let last_rank = Rank::Eighth.relative_to(colour).bitboard();
    for from in Square::ALL {
        let steps: Row = from_fn(|to| moves_of_pawn(colour, from, Square::index(to)));
        reach[Role::Pawn as usize][from as usize] = from_fn(|to| if last_rank.has(Square::index(to)) { NEVER } else { steps[to] });
        for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
            let row = &mut reach[role as usize][from as usize];
            for promoted in last_rank.into_iter().filter(|&promoted| steps[promoted as usize] < NEVER) {
                for (least, &more) in row.iter_mut().zip(&pieces[role as usize][promoted as usize]) {
                    *least = (steps[promoted as usize] + more).min(*least);
                }
            }
        }
    }
}

/// Returns the numbers of moves of a piece between all pairs of squares.
fn moves_of_piece(role: Role) -> [Row; 64] {
    from_fn(|from| {
        let mut row = [NEVER; 64];
        let mut reached = Square::index(from).bitboard();
        let mut moves = 0;
        while role != Role::Pawn && !reached.is_empty() {
            reached.into_iter().for_each(|to| row[to as usize] = moves);
            let next = reached.into_iter().fold(BitBoard::EMPTY, |all, at| all | attacks(role, at, Color::White, BitBoard::EMPTY));
            reached = next.into_iter().filter(|&to| row[to as usize] == NEVER).collect();
            moves += 1;
        }
        row
    })
}

/// Returns the number of moves of a pawn between two squares. A capture takes the pawn to a neighbouring file.
fn moves_of_pawn(colour: Color, from: Square, to: Square) -> u8 {
    let [before, after] = [from, to].map(|square| square.rank().relative_to(colour) as u8);
    let files = (from.file() as u8).abs_diff(to.file() as u8);
    match after.checked_sub(before) {
        _ if matches!(before, 0 | 7) => NEVER,
        Some(ranks @ 2..) if before == 1 && files <= ranks - 2 => ranks - 1,
        Some(ranks) if files <= ranks => ranks,
        _ => NEVER,
    }
}

#[cfg(test)]
mod tests {
    use cozy_chess::{Color, Piece as Role, Square};

    use super::{NEVER, unit, units};

    #[test]
    fn numbers_of_moves() {
        use Color::{Black, White};
        // The columns are the unit, the role that it has at the end, its way, and the number of moves.
        let table = [
            ("the opposite corner takes a knight six moves", White, Role::Knight, Role::Knight, "a1h8", 6),
            ("a bishop cannot change the colour of its squares", White, Role::Bishop, Role::Bishop, "a1a2", NEVER),
            ("a rook turns once", White, Role::Rook, Role::Rook, "a1b2", 2),
            ("a king walks diagonally", White, Role::King, Role::King, "a1h8", 7),
            ("a unit that stands on the square needs no move", White, Role::Queen, Role::Queen, "d4d4", 0),
            ("a pawn begins with a double step", White, Role::Pawn, Role::Pawn, "e2e5", 2),
            ("a pawn that captures at once makes no double step", White, Role::Pawn, Role::Pawn, "e2f3", 1),
            ("a double step and a capture", White, Role::Pawn, Role::Pawn, "e2f5", 2),
            ("two captures leave no rank for a double step", White, Role::Pawn, Role::Pawn, "e2g4", 2),
            ("a black pawn moves down", Black, Role::Pawn, Role::Pawn, "e7e5", 1),
            ("a pawn does not move back", Black, Role::Pawn, Role::Pawn, "e5e6", NEVER),
            ("a pawn does not remain a pawn on the last rank", White, Role::Pawn, Role::Pawn, "a7a8", NEVER),
            ("a pawn promotes on its file", White, Role::Pawn, Role::Queen, "a2a8", 5),
            ("a pawn captures and promotes, and the queen moves on", White, Role::Pawn, Role::Queen, "a7h2", 2),
            ("a promoted knight moves on", Black, Role::Pawn, Role::Knight, "a2c2", 2),
        ];
        for (title, colour, role, later, way, expected) in table {
            let [from, to]: [Square; 2] = [&way[..2], &way[2..]].map(|square| square.parse().unwrap());
            assert_eq!(unit(units(), colour, role).reach[later as usize][from as usize][to as usize], expected, "{title}");
        }
        let attack = |colour, role, from: Square, to: Square| unit(units(), colour, role).attack[from as usize][to as usize];
        assert_eq!(attack(White, Role::Pawn, Square::E2, Square::D3), 0);
        assert_eq!(attack(White, Role::Pawn, Square::E7, Square::E1), 1);
        assert_eq!(attack(Black, Role::Bishop, Square::A1, Square::A2), NEVER);
    }
}
