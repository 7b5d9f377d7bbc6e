//! Generates the legal moves of one piece or pawn after another, in the order of `cozy-chess`. `cozy-chess` itself
//! looks up the attackers of each square around the king. In this module, the caller supplies the squares that the king
//! cannot enter.

use cozy_chess::{
    BitBoard, Board, Color, Piece as Role, PieceMoves, Rank, Square, get_between_rays, get_bishop_moves, get_king_moves, get_knight_moves,
    get_line_rays, get_pawn_attacks, get_pawn_quiets, get_rook_moves,
};

use super::bitboard::{attacks, pawn_attacks};
use super::near::near;

/// Returns the squares that the opponent attacks among the neighbours of the king of `side`. The king itself does not
/// block attacks.
pub(crate) fn attacked_around_king(board: &Board, side: Color) -> BitBoard {
    let king = board.king(side);
    let others = board.colors(!side);
    let through = board.occupied() ^ king.bitboard();
    let mut attacked = pawn_attacks(others & board.pieces(Role::Pawn), !side) | get_king_moves(board.king(!side));
    for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
        for from in others & board.pieces(role) & near(role, king) {
            attacked |= attacks(role, from, !side, through);
        }
    }
    attacked & get_king_moves(king)
}

/// Returns the moves of a piece or pawn to the squares `to`, in the representation of `cozy-chess`.
pub(crate) fn moves_of_unit(piece: Role, from: Square, to: BitBoard) -> PieceMoves {
    PieceMoves { piece, from, to }
}

/// Calls `act` for each piece or pawn that has legal moves, with its role, its square and its target squares. If a call
/// of `act` returns true, stops and returns true. The king comes last and cannot move to the squares `attacked`. A king
/// castles by a move to the square of its rook, as in `cozy-chess`. If a pawn can capture en passant, calls `act` a
/// second time for this capture.
#[inline]
pub(crate) fn for_each_unit(board: &Board, attacked: BitBoard, act: impl FnMut(Role, Square, BitBoard) -> bool) -> bool {
    for_each_unit_but(board, BitBoard::EMPTY, attacked, act)
}

/// Works like [`for_each_unit`], but skips all moves of the pawns `left_out` except en passant captures.
#[inline]
pub(crate) fn for_each_unit_but(
    board: &Board,
    left_out: BitBoard,
    attacked: BitBoard,
    mut act: impl FnMut(Role, Square, BitBoard) -> bool,
) -> bool {
    if for_each_other_unit_but(board, left_out, &mut act) {
        return true;
    }
    let to = kings_moves(board, attacked);
    !to.is_empty() && act(Role::King, board.king(board.side_to_move()), to)
}

/// Returns the squares that the king of the side to move can enter if exactly the squares `attacked` are attacked.
#[inline]
pub(crate) fn kings_moves(board: &Board, attacked: BitBoard) -> BitBoard {
    let us = board.side_to_move();
    let king = board.king(us);
    let mut to = get_king_moves(king) & !board.colors(us) & !attacked;
    let rights = board.castle_rights(us);
    if board.checkers().is_empty() && (rights.short.is_some() || rights.long.is_some()) {
        board.generate_moves_for(king.bitboard(), |moves| {
            to |= moves.to;
            false
        });
    }
    to
}

/// Works like [`for_each_unit`], but skips the king.
#[inline]
pub(crate) fn for_each_other_unit(board: &Board, act: impl FnMut(Role, Square, BitBoard) -> bool) -> bool {
    for_each_other_unit_but(board, BitBoard::EMPTY, act)
}

#[inline]
fn for_each_other_unit_but(board: &Board, left_out: BitBoard, mut act: impl FnMut(Role, Square, BitBoard) -> bool) -> bool {
    let us = board.side_to_move();
    let (own, others, occupied, pinned, checkers) =
        (board.colors(us), board.colors(!us), board.occupied(), board.pinned(), board.checkers());
    let king = board.king(us);
    // `targets` are the target squares of pieces and pawns other than the king. Those on `free` can move to all these
    // squares. Those on `held` can move only on a line with the king.
    let (targets, free, held) = match checkers.next_square() {
        None => (!own, own & !pinned, own & pinned),
        Some(checker) if checkers == checker.bitboard() => {
            ((get_between_rays(checker, king) | checkers) & !own, own & !pinned, BitBoard::EMPTY)
        }
        Some(_) => (BitBoard::EMPTY, BitBoard::EMPTY, BitBoard::EMPTY),
    };
    macro_rules! units {
        ($role:expr, $from:ident, $to:expr) => {
            let all = board.pieces($role) & !left_out;
            for $from in all & free {
                let to = $to & targets;
                if !to.is_empty() && act($role, $from, to) {
                    return true;
                }
            }
            for $from in all & held {
                let to = $to & targets & get_line_rays(king, $from);
                if !to.is_empty() && act($role, $from, to) {
                    return true;
                }
            }
        };
    }
    units!(Role::Pawn, from, get_pawn_quiets(from, us, occupied) | (get_pawn_attacks(from, us) & others));
    if let Some(file) = board.en_passant()
        && !free.is_empty()
    {
        let to = Square::new(file, Rank::Sixth.relative_to(us));
        let captured = Square::new(file, Rank::Fifth.relative_to(us));
        for from in get_pawn_attacks(to, !us) & board.pieces(Role::Pawn) & own {
            let through = (occupied ^ captured.bitboard() ^ from.bitboard()) | to.bitboard();
            let queens = board.pieces(Role::Queen);
            let on_diagonals = get_bishop_moves(king, through) & (board.pieces(Role::Bishop) | queens);
            let on_lines = get_rook_moves(king, through) & (board.pieces(Role::Rook) | queens);
            if ((on_diagonals | on_lines) & others).is_empty() && act(Role::Pawn, from, to.bitboard()) {
                return true;
            }
        }
    }
    units!(Role::Knight, from, get_knight_moves(from));
    units!(Role::Bishop, from, get_bishop_moves(from, occupied));
    units!(Role::Rook, from, get_rook_moves(from, occupied));
    units!(Role::Queen, from, get_bishop_moves(from, occupied) | get_rook_moves(from, occupied));
    false
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::{attacked_around_king, for_each_unit, moves_of_unit};
    use crate::chess::Position;

    #[test]
    fn moves_are_those_of_cozy_chess_in_its_order() {
        let mut random = Rng::with_seed(1);
        let mut over = 0;
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -",
            "7k/5Q2/8/6K1/8/8/8/8 w - -",
        ] {
            for _ in 0..200 {
                let mut board = fen.parse::<Position>().unwrap().board().clone();
                for _ in 0..100 {
                    let (mut expected, mut found) = (Vec::new(), Vec::new());
                    board.generate_moves(|moves| {
                        expected.extend(moves);
                        false
                    });
                    for_each_unit(&board, attacked_around_king(&board, board.side_to_move()), |role, from, to| {
                        found.extend(moves_of_unit(role, from, to));
                        false
                    });
                    assert_eq!(found, expected, "{board}");
                    assert_eq!(Position::has_legal_moves_on(&board), !expected.is_empty(), "{board}");
                    assert_eq!(Position::from_board(board.clone()).legal_moves().count() as usize, expected.len(), "{board}");
                    over += usize::from(expected.is_empty());
                    let Some(&played) = expected.get(random.usize(..expected.len().max(1))) else { break };
                    let position = Position::from_board(board.clone());
                    let legal = position.legal_moves();
                    let as_move = position.move_of_native(played);
                    assert_eq!(position.places_of(&[as_move]), [(legal.index(as_move), legal.count())], "{board} {as_move}");
                    board.play_unchecked(played);
                }
            }
        }
        assert!(over > 20);
    }
}
