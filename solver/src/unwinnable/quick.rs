//! What can be seen quickly: that every line of play is soon over, or that pawns and bishops are shut in.
//!
//! Nearly all positions of real games in which a side cannot mate are of one of these kinds (the paper, section 4.1), and in nearly all others a line of a few moves shows at once that they are not of the first.

use cozy_chess::{Board, Color, Piece};

use super::Verdict;
use super::closure::{Closure, Leaves};
use crate::games::chess::Position;

/// Lines of play that go on for longer are no longer looked at; positions that are looked at, at most.
const DEPTH: u32 = 6;
const MOST_LOOKED_AT: u32 = 256;
/// Closed sets are looked for up to so many positions: where all lines are short, and where nothing but pawns and bishops stands beside the kings.
const SHORT: usize = 512;
const SHUT_IN: usize = 48;
const FEW_MOVES: u32 = 6;

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
        // The position itself; what follows only where that is not much.
        false if may_be_shut_in(board) => (if position.legal().count() <= FEW_MOVES { SHUT_IN } else { 1 }, Leaves::All),
        false => return (None, nodes),
    };
    let (verdict, more) = closure.explore(position, winner, most, leaves);
    nodes += more;
    (verdict, nodes)
}

/// Whether there are only pawns and bishops beside the kings, and some pawns stop one another.
pub(super) fn may_be_shut_in(board: &Board) -> bool {
    let nimble = board.pieces(Piece::Queen) | board.pieces(Piece::Rook) | board.pieces(Piece::Knight);
    let white = board.colored_pieces(Color::White, Piece::Pawn);
    let black = board.colored_pieces(Color::Black, Piece::Pawn);
    nimble.is_empty() && (white.0 << 8) & black.0 != 0
}
