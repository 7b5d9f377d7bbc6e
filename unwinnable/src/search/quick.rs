//! What can be seen quickly: that every line of play is soon over; that pawns and bishops are shut in, if need be after moves without a choice; that a side has but a few moves of pawns left.
//!
//! Nearly all positions of real games in which a side cannot mate are of one of these kinds (the paper, section 4.1), and in nearly all others a line of a few moves shows at once that they are not of the first.

use cozy_chess::{Board, Color, Piece};

use super::Verdict;
use super::closure::{Closure, Leaves};
use crate::chess::Position;

/// Lines of play that go on for longer are no longer looked at; positions that are looked at, at most.
const DEPTH: u32 = 6;
const MOST_LOOKED_AT: u32 = 256;
/// Closed sets are looked for up to so many positions: where all lines are short, and where nothing but pawns and bishops stands beside the kings.
const SHORT: usize = 512;
const SHUT_IN: usize = 48;
const FEW_MOVES: u32 = 6;
/// The same where the side to move has few moves, all of pawns.
const OF_PAWNS: usize = 4096;
const FEW_PAWN_MOVES: u32 = 3;
/// Moves without a choice that are followed, to see whether anything but pawns and bishops is left then.
const FORCED: u32 = 4;

/// Whether every line of play ends soon, and none with the winner's mate.
struct Short {
    winner: Color,
    looked_at: u32,
}

impl Short {
    fn ends(&mut self, board: &Board, depth: u32) -> bool {
        self.looked_at += 1;
        if Position::has_no_material(board, self.winner) {
            return true;
        }
        if depth == 0 || self.looked_at > MOST_LOOKED_AT {
            return !board.generate_moves(|_| true) && (board.side_to_move() == self.winner || board.checkers().is_empty());
        }
        let mut moves = false;
        let goes_on = board.generate_moves(|of_piece| {
            of_piece.into_iter().any(|played| {
                moves = true;
                let mut after = board.clone();
                after.play_unchecked(played);
                !self.ends(&after, depth - 1)
            })
        });
        let mated = !moves && board.side_to_move() != self.winner && !board.checkers().is_empty();
        !goes_on && !mated
    }
}

/// A verdict, if there is one to be seen, and how many positions were looked at. Play goes on in the position, and the material does not settle it.
pub(super) fn look(position: &Position, winner: Color, closure: &mut Closure) -> (Option<Verdict>, u64) {
    let board = position.board();
    let mut short = Short { winner, looked_at: 0 };
    let ends = short.ends(board, DEPTH);
    let mut nodes = u64::from(short.looked_at);
    let (most, leaves) = match ends {
        true => (SHORT, Leaves::Plain),
        false if is_left_with_pawns(board) && position.legal().count() <= FEW_PAWN_MOVES => (OF_PAWNS, Leaves::Plain),
        // The position itself; what follows only where that is not much.
        false if may_be_shut_in(board) => (if position.legal().count() <= FEW_MOVES { SHUT_IN } else { 1 }, Leaves::Static),
        // Where other pieces are left, a check may be about to change that.
        false if !board.checkers().is_empty() && may_be_shut_in(&after_forced_moves(board)) => (SHUT_IN, Leaves::Static),
        false => return (None, nodes),
    };
    let (verdict, more) = closure.explore(position, winner, most, leaves);
    nodes += more;
    (verdict, nodes)
}

/// The position after as many moves as there is no choice in, [`FORCED`] at most.
fn after_forced_moves(board: &Board) -> Board {
    let mut board = board.clone();
    for _ in 0..FORCED {
        let mut only = None;
        let several = board.generate_moves(|of_piece| of_piece.into_iter().any(|played| only.replace(played).is_some()));
        let Some(played) = only.filter(|_| !several) else { break };
        board.play_unchecked(played);
    }
    board
}

/// Whether there are only pawns and bishops beside the kings, and the side to move can move nothing but pawns, whose moves come to an end.
fn is_left_with_pawns(board: &Board) -> bool {
    let others = board.colors(board.side_to_move()) & !board.pieces(Piece::Pawn);
    has_no_nimble(board) && !board.generate_moves_for(others, |_| true)
}

fn has_no_nimble(board: &Board) -> bool {
    (board.pieces(Piece::Queen) | board.pieces(Piece::Rook) | board.pieces(Piece::Knight)).is_empty()
}

/// Whether there are only pawns and bishops beside the kings, and some pawns stop one another.
pub(super) fn may_be_shut_in(board: &Board) -> bool {
    let white = board.colored_pieces(Color::White, Piece::Pawn);
    let black = board.colored_pieces(Color::Black, Piece::Pawn);
    has_no_nimble(board) && (white.0 << 8) & black.0 != 0
}

#[cfg(test)]
mod tests {
    use crate::chess::{Color, Position};
    use crate::search::{Solver, Verdict};

    #[test]
    fn positions_of_games() {
        // The position, the side that cannot mate, and positions of the set that shows it.
        let table = [
            ("A queen that has to be captured", "8/1Q6/2kb1p1p/p1p1pP1P/P1PpP1B1/3P4/6K1/8 b - -", Color::White, 2),
            ("Two pawns move, and then nobody", "1k6/1P5p/BP3p2/1P6/8/8/5PKP/8 b - -", Color::White, 2934),
            ("Pawns face to face", "4k3/8/8/1p1p1p1p/1P1P1P1P/8/8/4K3 w - -", Color::Black, 1),
        ];
        for (title, fen, winner, positions) in table {
            let position: Position = fen.parse().unwrap();
            let verdict = Solver::new().decide_quickly(&position, winner).verdict;
            let Verdict::Unwinnable(closed) = verdict else { panic!("{title}: {verdict:?}") };
            assert_eq!(closed.positions, positions, "{title}");
        }
    }
}
