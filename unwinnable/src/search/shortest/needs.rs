//! The numbers of moves that the units on a board need, on an empty board, to take their places in a mate.

use cozy_chess::{Board, Color, File, Piece as Role, Rank, Square};

use super::moves::{NEVER, ROLES, Row, Unit, unit};

/// In place of a square: the king of the intended winner may be anywhere.
pub(super) const ANYWHERE: u8 = 64;

/// Moves that the king of the intended winner needs to each square, and 0 at [`ANYWHERE`].
pub(super) type WinnersKing = [u8; 65];

/// Moves that the other units of the intended winner need.
pub(super) struct WinnersUnits {
    /// For each role, moves until some unit gives check from a square in this role.
    pub(super) check: [Row; Role::NUM],
    /// For each role of the unit that gives check, moves until some further unit attacks a square.
    pub(super) guard: [Row; Role::NUM],
}

/// Moves that the units of the intended loser other than the king need to stand on a square. Each byte has the number
/// of moves in the upper half and the number of the unit in the lower half. So one comparison of bytes compares the
/// moves, and the compiler compares many bytes at once.
pub(super) struct LosersUnits {
    /// The unit that needs the fewest moves to each square.
    nearest: Row,
    /// The unit that needs the fewest moves among the others.
    second: Row,
}

/// Number of moves to an impossible goal in [`LosersUnits`]. No unit needs this many moves: a pawn promotes within 6
/// moves, and a knight needs at most 6 more.
const NEVER_IN_HALF: u8 = 15;

/// Returns the number of moves in a byte of [`LosersUnits`].
fn moves_in(byte: u8) -> u32 {
    let moves = byte >> 4;
    u32::from(if moves == NEVER_IN_HALF { NEVER } else { moves })
}

/// Replaces each number by the lesser one.
fn lessen(row: &mut Row, other: &Row) {
    row.iter_mut().zip(other).for_each(|(least, &moves)| *least = moves.min(*least));
}

/// Returns the squares to which castling on either side takes a king or rook.
fn after_castling(board: &Board, colour: Color, role: Role, from: Square) -> impl Iterator<Item = Square> + use<> {
    let rights = board.castle_rights(colour);
    let home = Rank::First.relative_to(colour);
    let moves = |right: Option<File>| match role {
        Role::King => right.is_some(),
        Role::Rook => right == Some(from.file()) && from.rank() == home,
        _ => false,
    };
    let (short, long) = if role == Role::King { (File::G, File::C) } else { (File::F, File::D) };
    let castled = [moves(rights.short).then_some(short), moves(rights.long).then_some(long)];
    castled.into_iter().flatten().map(move |file| Square::new(file, home))
}

/// Returns the moves of the king of `colour` to each square. Castling counts as one move of the king.
pub(super) fn of_king(board: &Board, units: &[Unit], colour: Color) -> Row {
    let king = board.king(colour);
    let reach = &unit(units, colour, Role::King).reach[Role::King as usize];
    let mut row = reach[king as usize];
    for castled in after_castling(board, colour, Role::King, king) {
        lessen(&mut row, &reach[castled as usize].map(|moves| moves + 1));
    }
    row
}

/// Returns the moves of the king of the intended winner.
pub(super) fn of_winners_king(board: &Board, units: &[Unit], winner: Color) -> WinnersKing {
    let mut row = [0; 65];
    row[..64].copy_from_slice(&of_king(board, units, winner));
    row
}

impl LosersUnits {
    pub(super) fn new(board: &Board, units: &[Unit], loser: Color) -> Self {
        let mut needs = Self { nearest: [u8::MAX; 64], second: [u8::MAX; 64] };
        let mut number = 0;
        for role in ROLES {
            let stand = &unit(units, loser, role).stand;
            for from in board.colored_pieces(loser, role) {
                let mut row = stand[from as usize];
                // Castling counts as a move of the king, so the rook's jump is free.
                after_castling(board, loser, role, from).for_each(|castled| lessen(&mut row, &stand[castled as usize]));
                for (&moves, (nearest, second)) in row.iter().zip(needs.nearest.iter_mut().zip(&mut needs.second)) {
                    let byte = moves.min(NEVER_IN_HALF) << 4 | number;
                    *second = byte.max(*nearest).min(*second);
                    *nearest = byte.min(*nearest);
                }
                number += 1;
            }
        }
        needs
    }

    /// Returns the number of moves until some unit stands on a square, the number of this unit, and how many more moves
    /// any other unit needs.
    #[inline]
    pub(super) fn block(&self, square: usize) -> (u32, usize, u32) {
        let (nearest, second) = (self.nearest[square], self.second[square]);
        let moves = moves_in(nearest);
        (moves, usize::from(nearest & 15), moves_in(second) - moves)
    }
}

impl WinnersUnits {
    pub(super) fn new(board: &Board, units: &[Unit], winner: Color) -> Self {
        let mut needs = Self { check: [[NEVER; 64]; Role::NUM], guard: [[NEVER; 64]; Role::NUM] };
        let pawns = board.colored_pieces(winner, Role::Pawn).len();
        // If only one unit can give check in a role, this unit is not a further unit.
        let is_single = Role::ALL.map(|role| {
            let promoted = if role == Role::Pawn { 0 } else { pawns };
            board.colored_pieces(winner, role).len() + promoted == 1
        });
        for role in ROLES {
            let tables = unit(units, winner, role);
            for from in board.colored_pieces(winner, role) {
                needs.add(role, tables, from, &is_single);
                // Castling counts as a move of the king, so the rook's jump is free.
                after_castling(board, winner, role, from).for_each(|castled| needs.add(role, tables, castled, &is_single));
            }
        }
        needs
    }

    /// Takes into account a unit of the intended winner that stands on `from`.
    fn add(&mut self, role: Role, tables: &Unit, from: Square, is_single: &[bool; Role::NUM]) {
        for later in ROLES {
            let can_become = later == role || role == Role::Pawn;
            if can_become {
                let mut reach = tables.reach[later as usize][from as usize];
                if later == role {
                    // Nothing stands between a knight or pawn and the king that it checks. So it gives check by its own
                    // move, the last of the line. A line piece may also give check when another unit moves away.
                    reach[from as usize] = match role {
                        Role::Pawn => NEVER,
                        Role::Knight => 2,
                        _ => 0,
                    };
                }
                lessen(&mut self.check[later as usize], &reach);
            }
            if !(can_become && is_single[later as usize]) {
                lessen(&mut self.guard[later as usize], &tables.attack[from as usize]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use cozy_chess::{Color, Piece as Role, Square};

    use super::super::moves::{NEVER, units};
    use super::{LosersUnits, WinnersUnits, of_king};
    use crate::chess::Position;

    #[test]
    fn castling_is_one_move_of_the_king() {
        let table = [
            ("castling shortens the way to the queenside", "7k/8/8/8/8/8/8/R3K3 w Q -", 2, 1),
            ("without the right the king walks", "7k/8/8/8/8/8/8/R3K3 w - -", 3, 2),
        ];
        for (title, fen, king, rook) in table {
            let position: Position = fen.parse().unwrap();
            assert_eq!(of_king(position.board(), units(), Color::White)[Square::B1 as usize], king, "{title}");
            let winner = WinnersUnits::new(position.board(), units(), Color::White);
            assert_eq!(winner.check[Role::Rook as usize][Square::D5 as usize], rook, "{title}");
            let loser = LosersUnits::new(position.board(), units(), Color::White);
            assert_eq!(loser.block(Square::D5 as usize).0, u32::from(rook), "{title}");
        }
    }

    #[test]
    fn units_of_the_winner() {
        let position: Position = "k7/8/8/8/8/5N2/8/K4R2 w - -".parse().unwrap();
        let winner = WinnersUnits::new(position.board(), units(), Color::White);
        let check = |role: Role, square: Square| winner.check[role as usize][square as usize];
        assert_eq!([check(Role::Rook, Square::F5), check(Role::Rook, Square::F1)], [1, 0]);
        assert_eq!(check(Role::Knight, Square::F3), 2, "the knight gives check by its own move");
        assert_eq!(check(Role::Queen, Square::F3), NEVER, "there is no queen and no pawn");
        let guard = |role: Role, square: Square| winner.guard[role as usize][square as usize];
        assert_eq!(guard(Role::Rook, Square::F6), 2, "the knight guards if the rook gives check");
        assert_eq!(guard(Role::Knight, Square::F6), 0, "the rook guards if the knight gives check");
    }

    #[test]
    fn nearest_units_of_the_loser() {
        let position: Position = "k7/8/8/8/q7/8/1b6/7K w - -".parse().unwrap();
        let loser = LosersUnits::new(position.board(), units(), Color::Black);
        // Bishops come before queens in the numbers of the units.
        assert_eq!(loser.block(Square::A4 as usize), (0, 1, u32::from(NEVER)), "the bishop never gets to a light square");
        assert_eq!(loser.block(Square::D4 as usize), (1, 0, 0), "both need one move");
        assert_eq!(loser.block(Square::B2 as usize), (0, 0, 2), "the queen needs two moves");
    }
}
