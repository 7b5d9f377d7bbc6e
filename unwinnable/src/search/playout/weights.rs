//! The weights of a move's features (the properties on which its score depends). The score of a move is the weighted
//! sum of its features.
//!
//! The weights were tuned by changing a few of them at random, again and again. A change was kept if playouts then took
//! fewer nodes in positions of real games. Playouts with random weights find a mate even in positions in which the
//! tuned weights fail.

use std::num::Wrapping;

use cozy_chess::{BitBoard, Board, Color, Piece as Role};
use fastrand::Rng;

/// A weight or a score. All values stay far inside the range of `i32`, so overflow is not checked. After an overflow, a
/// playout would choose bad moves, but no verdict would be wrong.
pub(super) type Score = Wrapping<i32>;

/// The weights of a move's features (the properties on which its score depends). Moves with lower scores are better.
/// Distances are numbers of king's moves.
#[derive(Clone)]
pub(super) struct Weights {
    /// Weight of each escape square of the intended loser's king.
    pub(super) escape_square: Score,
    /// Weight of a check by the intended winner.
    pub(super) check: Score,
    /// Weight of a capture by the intended winner.
    pub(super) capture: Score,
    /// Weight of the kings' distance for moves of the intended loser's king.
    pub(super) king_distance: Score,
    /// Weights of the distance from a piece of the intended winner to the intended loser's king. `queen_distance` is
    /// the weight for a queen, and `piece_distance` is the weight for a rook, bishop or knight.
    pub(super) piece_distance: Score,
    pub(super) queen_distance: Score,
    /// Weights of a pawn move of the intended winner.
    pub(super) pawn_move: Score,
    pub(super) pawn_rank: Score,
    pub(super) pawn_free: Score,
    /// Additional weight of a capture by a pawn of the intended winner.
    pub(super) pawn_capture: Score,
    /// `promotion` is the weight of a promotion of the intended winner. `underpromotion` is added if the new piece is
    /// not a queen.
    pub(super) promotion: Score,
    pub(super) underpromotion: Score,
    /// Weights for a piece or pawn that stands ahead of a pawn of the intended winner. `own_pawn_blocked` is the weight
    /// if the blocking piece belongs to the intended winner. `own_pawn_blocked_by_loser` is the weight if the blocking
    /// piece or pawn belongs to the intended loser.
    pub(super) own_pawn_blocked: Score,
    pub(super) own_pawn_blocked_by_loser: Score,
    /// `loser_other` is the weight of a move of the intended loser with any piece or pawn except the king. A pawn move
    /// adds `loser_pawn_move`, and `loser_pawn_rank` for each rank that the pawn has advanced. If the pawn captures,
    /// the score also adds `loser_pawn_capture`.
    pub(super) loser_other: Score,
    pub(super) loser_pawn_move: Score,
    pub(super) loser_pawn_rank: Score,
    pub(super) loser_pawn_capture: Score,
    /// Weights of a promotion of the intended loser to a queen, rook, bishop or knight.
    pub(super) loser_promotion: [Score; 4],
    /// Weight of the distance from a piece of the intended loser to the intended loser's king.
    pub(super) loser_piece_distance: Score,
    /// Weights of a capture by the intended loser. The four entries are for a captured pawn, for a bishop or knight,
    /// for a rook, and for a queen.
    pub(super) own_loss: [Score; 4],
    /// `edge_distance` is the weight of the distance from the intended loser's king to the edge of the board.
    /// `corner_distance` is the weight of the distance from the intended loser's king to a corner.
    pub(super) edge_distance: Score,
    pub(super) corner_distance: Score,
    /// Upper bound of the random noise that is added to a score.
    pub(super) noise: i32,
    /// Weight of the distance between the kings after a move of the intended winner's king.
    pub(super) winners_king_distance: Score,
}

/// All weights in the order of the fields of `Weights`. The weight `noise` is the last but one.
type Row = [i32; ROW];
const ROW: usize = 31;
const NOISE: usize = 29;

#[rustfmt::skip]
static ROWS: [Row; 11] = [
    // The intended winner has a queen. In the three rows, the other side has no piece, 1 or 2 pieces, or more pieces.
    [3, 2, -1, 10, -3, -5, -6, -1, -5, 0, -11, 31, 0, 7, 7, 1, -1, -3, 14, 9, 1, 0, -2, 16, 8, 29, 79, 23, 0, 15, 16],
    [8, 7, -7, 4, 4, 1, 1, -1, -4, 6, -7, 26, 1, -2, 10, 1, 0, 2, 20, 5, 6, 25, -5, 33, 2, 53, 79, 11, 5, 16, 5],
    [8, 16, -6, 3, 3, 5, 1, 0, -5, 2, -31, 16, -2, 0, 13, 0, -1, 10, 10, 16, 9, 5, -5, 4, 14, 23, 46, 13, 3, 12, 1],
    // The intended winner has a rook and no queen. In the three rows, the other side has no piece, 1 or 2 pieces, or
    // more pieces.
    [2, -1, -9, 4, -2, 3, -3, -1, -7, 3, -9, 30, -2, 6, 8, 3, 0, 6, 20, 4, 14, 9, -22, 3, 9, 87, 31, 12, 1, 22, 14],
    [7, 2, -7, 5, -2, 8, -3, -1, -14, 1, -5, 26, 0, -3, 10, 1, 0, 0, 10, 1, 0, 7, -2, 7, 6, 29, 2, 12, 1, 16, 5],
    [1, 1, -6, 11, -2, -4, -3, -14, -6, 5, -1, 26, 0, -4, 11, -5, 1, 8, 16, 5, 27, 7, -4, 22, 8, 35, 14, 4, -1, 13, 8],
    // The intended winner has pawns, but neither queen nor rook. In the three rows, the other side has no piece, 1 or 2
    // pieces, or more pieces.
    [8, 2, -14, 7, 4, -2, -9, -3, -20, 3, 0, 28, -12, 15, 6, -2, 0, 1, 23, 4, 11, 14, -22, 35, 11, 100, 22, 11, -5, 23, 8],
    [8, 3, -7, 2, -1, -8, 0, -1, -13, -3, -6, 46, -7, 14, 1, -1, 0, -9, 17, 5, 8, 6, -8, 31, 1, 36, 21, 17, -5, 24, 7],
    [3, -1, -6, 5, 0, 1, -27, -11, -14, -7, -47, 66, -9, 15, 2, -1, 0, -2, 11, 3, 12, 10, -2, 26, 15, 173, 27, 10, -1, 13, 8],
    // The intended winner has neither queen, rook nor pawns. In the two rows, the other side has no piece, or some
    // pieces. The other side's pawns have to become pieces that block their king.
    [6, 3, 0, 2, 1, -5, -3, -4, -4, -16, -22, 11, -13, -2, 13, 1, -1, 8, 65, 7, 3, 13, 9, 7, 12, 38, 57, 5, 23, 33, 17],
    [10, -1, 2, 8, 1, 3, -5, 36, -6, -1, -38, 20, 0, 10, 12, 2, 0, -1, 39, 14, 9, 21, 4, 21, 19, 34, 35, 8, 14, 25, 22],
];

/// Simpler weights. The first row is used if the intended winner has a queen or rook. The second row is used if the
/// intended winner has pawns but no queen or rook, and the third row in all other cases. Random weights are computed
/// from these rows. Some playouts use the simpler weights unchanged, to find other mates.
static SIMPLE_ROWS: [Row; 3] = [
    [8, 1, -6, 5, -2, 1, -8, -1, -8, 0, -21, 22, -2, 0, 7, 1, 0, -2, 10, 8, 9, 8, -5, 9, 12, 26, 38, 13, 2, 16, 5],
    [8, 2, -6, 7, 0, -2, -3, -1, -12, -4, -28, 26, -8, 20, 1, -1, 0, 2, 16, 5, 8, 6, -5, 47, 9, 44, 67, 9, -5, 22, 7],
    [10, 1, 1, 8, 1, 4, -6, 2, -8, -2, -14, 20, -5, 5, 13, 2, -1, 3, 20, 17, 7, 9, 4, 16, 18, 31, 56, 6, 26, 25, 8],
];

static BY_MATERIAL: [Weights; ROWS.len()] = all(&ROWS);
static SIMPLE: [Weights; SIMPLE_ROWS.len()] = all(&SIMPLE_ROWS);

const fn all<const N: usize>(rows: &[Row; N]) -> [Weights; N] {
    let mut all = [const { Weights::from_row(&ROWS[0]) }; N];
    let mut row = 0;
    while row < N {
        all[row] = Weights::from_row(&rows[row]);
        row += 1;
    }
    all
}

/// The weights that a playout uses.
#[derive(Clone, Copy)]
pub(super) enum Source<'a> {
    /// Weights from `ROWS`, chosen by the material on the board.
    ByMaterial,
    /// Weights from `SIMPLE_ROWS`, chosen by the material on the board.
    Simple,
    /// These weights, whatever material is on the board.
    These(&'a Weights),
}

impl Weights {
    const fn from_row(row: &Row) -> Self {
        let mut score = [Wrapping(0); ROW];
        let mut field = 0;
        while field < ROW {
            score[field] = Wrapping(row[field]);
            field += 1;
        }
        Self {
            escape_square: score[0],
            check: score[1],
            capture: score[2],
            king_distance: score[3],
            piece_distance: score[4],
            queen_distance: score[5],
            pawn_move: score[6],
            pawn_rank: score[7],
            pawn_free: score[8],
            pawn_capture: score[9],
            promotion: score[10],
            underpromotion: score[11],
            own_pawn_blocked: score[12],
            own_pawn_blocked_by_loser: score[13],
            loser_other: score[14],
            loser_pawn_move: score[15],
            loser_pawn_rank: score[16],
            loser_pawn_capture: score[17],
            loser_promotion: [score[18], score[19], score[20], score[21]],
            loser_piece_distance: score[22],
            own_loss: [score[23], score[24], score[25], score[26]],
            edge_distance: score[27],
            corner_distance: score[28],
            noise: row[NOISE],
            winners_king_distance: score[30],
        }
    }

    /// Returns the weights from `source` for the material on the board. `heavy` says whether the intended winner has a
    /// queen or a rook. `pawns` are the squares of the intended winner's pawns.
    #[inline]
    pub(super) fn from<'a>(source: Source<'a>, board: &Board, intended_winner: Color, heavy: bool, pawns: BitBoard) -> &'a Self {
        // The king is included in the count.
        let pieces = match (board.colors(!intended_winner) & !board.pieces(Role::Pawn)).len() {
            0..=1 => 0,
            2..=3 => 1,
            _ => 2,
        };
        let (row, simple) = match (heavy, pawns.is_empty()) {
            (true, _) if board.colored_pieces(intended_winner, Role::Queen).is_empty() => (3 + pieces, 0),
            (true, _) => (pieces, 0),
            (false, false) => (6 + pieces, 1),
            (false, true) => (9 + pieces.min(1), 2),
        };
        match source {
            Source::ByMaterial => &BY_MATERIAL[row],
            Source::Simple => &SIMPLE[simple],
            Source::These(weights) => weights,
        }
    }

    /// Multiplies a random row of the simpler weights by random factors. The random factor is 1, 2 or 4 for the noise,
    /// and 0, 1/2, 1, 3/2 or 2 for every other weight.
    pub(super) fn random(random: &mut Rng) -> Self {
        // The type is `u64`, because random numbers of type `usize` depend on the machine.
        let row = &SIMPLE_ROWS[random.u64(..SIMPLE_ROWS.len() as u64) as usize];
        let mut scaled = row.map(|weight| weight * random.i32(0..=4) / 2);
        scaled[NOISE] = row[NOISE] << random.u32(..3);
        Self::from_row(&scaled)
    }
}
