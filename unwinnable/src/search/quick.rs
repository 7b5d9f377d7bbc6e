//! The quick search recognises three kinds of positions in which a side cannot mate. In positions of the first kind,
//! every line of moves ends after a few plies. In positions of the second kind, pawns and bishops are blocked, possibly
//! after some forced moves. In positions of the third kind, a side has only a few pawn moves left. A knight counts as a
//! pawn if its own side occupies all squares to which the knight could move.
//!
//! Nearly all positions of real games in which a side cannot mate are of one of these kinds (section 4.1 of Ambrona's
//! paper).

use cozy_chess::{Board, Color, Piece as Role, Square, get_king_moves, get_knight_moves};

use super::closed_set::{Arguments, ClosedSetSearch};
use super::{ClosedSet, Reason, Verdict};
use crate::chess::bitboard::pawn_attacks;
use crate::chess::unit_moves::{attacked_around_king, for_each_unit, moves_of_unit};
use crate::chess::{Position, attacks, material};

/// `MAX_PLIES` and `MAX_NODES` are limits of the search that tests whether every line of moves soon ends.
const MAX_PLIES: u32 = 6;
const MAX_NODES: u32 = 256;
/// Maximum size of a closed set for blocked positions with at most `FEW_MOVES` moves.
const BLOCKED_SET: usize = 48;
const FEW_MOVES: u32 = 6;
/// Maximum size of a closed set for a side with at most `FEW_PAWN_MOVES` pawn moves.
const PAWN_MOVES_SET: usize = 4096;
const FEW_PAWN_MOVES: u32 = 3;
/// The quick search plays at most this many forced moves before it tests whether pawns and bishops are blocked.
const MAX_FORCED_MOVES: u32 = 4;

/// Tests whether every line of moves soon ends without a mate by the intended winner.
struct ShortLines<'a> {
    intended_winner: Color,
    nodes: u32,
    /// Keys of all positions searched. If every line of moves ends, the positions with these keys form a closed set.
    searched: &'a mut Vec<u64>,
}

impl ShortLines<'_> {
    fn are_over(&mut self, board: &Board, depth: u32) -> bool {
        self.nodes += 1;
        self.searched.push(Position::key_of(board));
        if material::cannot_mate(board, self.intended_winner) {
            return true;
        }
        if depth == 0 || self.nodes > MAX_NODES {
            return !Position::has_legal_moves_on(board) && (board.side_to_move() == self.intended_winner || board.checkers().is_empty());
        }
        let mut moves = false;
        let attacked = attacked_around_king(board, board.side_to_move());
        let goes_on = for_each_unit(board, attacked, |role, from, to| {
            moves_of_unit(role, from, to).into_iter().any(|played| {
                moves = true;
                let mut after = board.clone();
                after.play_unchecked(played);
                !self.are_over(&after, depth - 1)
            })
        });
        let mated = !moves && board.side_to_move() != self.intended_winner && !board.checkers().is_empty();
        !goes_on && !mated
    }
}

/// Returns whether both kings can move back and forth for ever. If both kings can move back and forth, some line of
/// moves does not end after a few plies. Each king needs an empty square beside it. The opponent may attack neither of
/// the king's two squares.
fn kings_can_walk(board: &Board) -> bool {
    let without_kings = board.occupied() & !board.pieces(Role::King);
    // Returns the squares that the pieces and pawns of `side` other than the king attack if both kings are removed from
    // the board.
    let attacked_by = |side: Color| {
        let own = board.colors(side);
        let pawns = pawn_attacks(own & board.pieces(Role::Pawn), side);
        [Role::Knight, Role::Bishop, Role::Rook, Role::Queen].into_iter().fold(pawns, |all, role| {
            (own & board.pieces(role)).into_iter().fold(all, |all, from| all | attacks(role, from, side, without_kings))
        })
    };
    let [white, black] = [Color::White, Color::Black].map(|side| board.king(side));
    let for_white = !without_kings & !attacked_by(Color::Black);
    let for_black = !without_kings & !attacked_by(Color::White);
    let to = get_king_moves(white) & !get_king_moves(black) & for_white;
    let Some(step) = to.next_square() else { return false };
    let answer = get_king_moves(black) & !get_king_moves(white) & !get_king_moves(step) & !step.bitboard() & for_black;
    for_white.has(white) && for_black.has(black) && !answer.is_empty()
}

/// Scratch buffers that the quick search keeps between questions.
#[derive(Default)]
pub(super) struct QuickSearch {
    searched: Vec<u64>,
}

impl QuickSearch {
    /// Returns the verdict, if found, and the number of nodes. In `position`, the game must not be over, and the
    /// material must not exclude a mate by the intended winner.
    pub(super) fn search(
        &mut self,
        position: &Position,
        intended_winner: Color,
        closed_sets: &mut ClosedSetSearch,
    ) -> (Option<Verdict>, u64) {
        let board = position.board();
        let mut nodes = u64::from(MAX_PLIES + 1);
        if !kings_can_walk(board) {
            self.searched.clear();
            let mut lines = ShortLines { intended_winner, nodes: 0, searched: &mut self.searched };
            let all_short = lines.are_over(board, MAX_PLIES);
            nodes = u64::from(lines.nodes);
            if all_short {
                self.searched.sort_unstable();
                self.searched.dedup();
                return (Some(Verdict::Unwinnable(ClosedSet::new(self.searched.len() as u32, Reason::Closed))), nodes);
            }
        }
        if has_few_pawn_moves(board) {
            let (verdict, more) = closed_sets.search(position, intended_winner, PAWN_MOVES_SET, Arguments::None);
            return (verdict, nodes + more);
        }
        // If the side to move is in check, forced moves may capture the last queen, rook or knight. So the position
        // after forced moves is tested too.
        let blocked = may_be_blocked(board);
        if !blocked && (board.checkers().is_empty() || !may_be_blocked(&after_forced_moves(board))) {
            return (None, nodes);
        }
        // In most cases the static argument already proves the root unwinnable.
        if position.static_argument_holds(intended_winner) {
            let set = ClosedSet { settled_by_static: vec![0], ..ClosedSet::new(1, Reason::Static) };
            return (Some(Verdict::Unwinnable(set)), nodes + 1);
        }
        let (limit, arguments) = if board.null_move().is_some_and(|other| has_few_pawn_moves(&other)) {
            (PAWN_MOVES_SET, Arguments::None)
        } else if !blocked || position.legal_moves().count() <= FEW_MOVES {
            (BLOCKED_SET, Arguments::Static)
        } else {
            // If there are many legal moves, the search does not try the successors.
            return (None, nodes + 1);
        };
        let (verdict, more) = closed_sets.search(position, intended_winner, limit, arguments);
        (verdict, nodes + more)
    }
}

/// Returns the position after at most [`MAX_FORCED_MOVES`] forced moves. A move is forced if it is the only legal one.
fn after_forced_moves(board: &Board) -> Board {
    let mut board = board.clone();
    for _ in 0..MAX_FORCED_MOVES {
        let mut only = None;
        let several = board.generate_moves(|moves_of_unit| moves_of_unit.into_iter().any(|played| only.replace(played).is_some()));
        let Some(played) = only.filter(|_| !several) else { break };
        board.play_unchecked(played);
    }
    board
}

/// Returns whether [`has_only_bishops_and_pawns`] holds and the side to move has few legal moves, all by pawns.
fn has_few_pawn_moves(board: &Board) -> bool {
    let others = board.colors(board.side_to_move()) & !board.pieces(Role::Pawn);
    has_only_bishops_and_pawns(board)
        && !board.generate_moves_for(others, |_| true)
        && Position::from_board(board.clone()).legal_moves().count() <= FEW_PAWN_MOVES
}

/// Returns whether the board has no queens, no rooks and no knights except hemmed-in knights. A knight is hemmed in if
/// pieces and pawns of its own side stand on all squares to which it could move.
fn has_only_bishops_and_pawns(board: &Board) -> bool {
    let hemmed_in = |from: Square| {
        let own = if board.colors(Color::White).has(from) { Color::White } else { Color::Black };
        (get_knight_moves(from) & !board.colors(own)).is_empty()
    };
    (board.pieces(Role::Queen) | board.pieces(Role::Rook)).is_empty() && board.pieces(Role::Knight).into_iter().all(hemmed_in)
}

/// Returns whether some pawns block one another and [`has_only_bishops_and_pawns`] holds.
pub(super) fn may_be_blocked(board: &Board) -> bool {
    let white = board.colored_pieces(Color::White, Role::Pawn);
    let black = board.colored_pieces(Color::Black, Role::Pawn);
    has_only_bishops_and_pawns(board) && (white.0 << 8) & black.0 != 0
}

#[cfg(test)]
mod tests {
    use crate::chess::{Color, Position};
    use crate::search::{Solver, Verdict};

    #[test]
    fn positions_of_games() {
        // Each row has a title, a position, the side that cannot mate, and the number of positions of the closed set.
        let table = [
            ("A queen that has to be captured", "8/1Q6/2kb1p1p/p1p1pP1P/P1PpP1B1/3P4/6K1/8 b - -", Color::White, 2),
            ("Two pawns move, and then nobody", "1k6/1P5p/BP3p2/1P6/8/8/5PKP/8 b - -", Color::White, 2934),
            ("Pawns face to face", "4k3/8/8/1p1p1p1p/1P1P1P1P/8/8/4K3 w - -", Color::Black, 1),
            ("A king walks while the other side's pawns move", "7k/6pP/p5P1/5K2/8/8/P7/8 w - -", Color::Black, 214),
            ("The same, of Black's king", "8/p7/8/2p5/P5k1/2P3p1/6Pp/7K b - -", Color::White, 245),
            ("A knight behind its own pawns", "1n6/2Bp4/p1pPp1k1/PpP1Pp1p/1P3P1P/2K5/8/8 w - -", Color::Black, 1),
        ];
        for (title, fen, intended_winner, positions) in table {
            let position: Position = fen.parse().unwrap();
            let verdict = Solver::new().decide_quickly(&position, intended_winner).verdict;
            let Verdict::Unwinnable(set) = verdict else { panic!("{title}: {verdict:?}") };
            assert_eq!(set.positions, positions, "{title}");
        }
    }
}
