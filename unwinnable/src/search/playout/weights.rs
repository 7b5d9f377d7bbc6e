//! The weights of the features of a move, from which its score is added up.
//!
//! They were found by changing a few at random, as long as playouts took fewer nodes for positions of real games. In some positions, most of them composed,
//! they lead every playout astray; there random weights find a mate.

use std::num::Wrapping;

use cozy_chess::{BitBoard, Board, Color, Piece as Role};
use fastrand::Rng;

/// Weights and what is added up from them. None comes near the greatest number; if one did, a playout would be led astray, and no verdict would be wrong. So
/// nothing is checked.
pub(super) type Score = Wrapping<i32>;

/// Weights of features; the smaller its score, the better a move. Own means the intended winner's, and distances are numbers of king's moves.
#[derive(Clone)]
pub(super) struct Weights {
    /// Each escape square of the intended loser's king.
    pub(super) escape_square: Score,
    /// An own check.
    pub(super) check: Score,
    /// An own capture.
    pub(super) capture: Score,
    /// The distance between the kings after a move of the intended loser's king.
    pub(super) king_distance: Score,
    /// The distance from an own rook, bishop or knight, and from an own queen, to the other king.
    pub(super) piece_distance: Score,
    pub(super) queen_distance: Score,
    /// An own pawn move, each rank that the pawn has advanced, and an empty file ahead of it.
    pub(super) pawn_move: Score,
    pub(super) pawn_rank: Score,
    pub(super) pawn_free: Score,
    /// An own pawn's capture, beside `capture`.
    pub(super) pawn_capture: Score,
    /// An own promotion, and besides one to another piece than a queen.
    pub(super) promotion: Score,
    pub(super) underpromotion: Score,
    /// An own piece, and a unit of the other side, ahead of an own pawn.
    pub(super) own_pawn_blocked: Score,
    pub(super) own_pawn_blocked_by_loser: Score,
    /// A move of the other side with another unit than the king. With a pawn besides, for each rank that it has advanced, and for its capture.
    pub(super) loser_other: Score,
    pub(super) loser_pawn_move: Score,
    pub(super) loser_pawn_rank: Score,
    pub(super) loser_pawn_capture: Score,
    /// A promotion of the other side to a queen, rook, bishop or knight.
    pub(super) loser_promotion: [Score; 4],
    /// The distance from a piece of the other side to its king.
    pub(super) loser_piece_distance: Score,
    /// The loss of an own pawn, bishop or knight, rook, or queen.
    pub(super) own_loss: [Score; 4],
    /// The distance from the other king to the edge, and to a corner.
    pub(super) edge_distance: Score,
    pub(super) corner_distance: Score,
    /// The most that noise adds to a score.
    pub(super) noise: i32,
    /// The distance between the kings after an own king's move.
    pub(super) winners_king_distance: Score,
}

/// All weights in the order of the fields, noise last but one.
type Row = [i32; ROW];
const ROW: usize = 31;
const NOISE: usize = 29;

/// For each material the weights: by the intended winner's units, and by how many pieces the other side has.
#[rustfmt::skip]
static ROWS: [Row; 11] = [
    // With a queen: without pieces of the other side, with one or two, with more.
    [3, 2, -1, 10, -3, -5, -6, -1, -5, 0, -11, 31, 0, 7, 7, 1, -1, -3, 14, 9, 1, 0, -2, 16, 8, 29, 79, 23, 0, 15, 16],
    [8, 7, -7, 4, 4, 1, 1, -1, -4, 6, -7, 26, 1, -2, 10, 1, 0, 2, 20, 5, 6, 25, -5, 33, 2, 53, 79, 11, 5, 16, 5],
    [8, 16, -6, 3, 3, 5, 1, 0, -5, 2, -31, 16, -2, 0, 13, 0, -1, 10, 10, 16, 9, 5, -5, 4, 14, 23, 46, 13, 3, 12, 1],
    // With a rook and no queen, likewise.
    [2, -1, -9, 4, -2, 3, -3, -1, -7, 3, -9, 30, -2, 6, 8, 3, 0, 6, 20, 4, 14, 9, -22, 3, 9, 87, 31, 12, 1, 22, 14],
    [7, 2, -7, 5, -2, 8, -3, -1, -14, 1, -5, 26, 0, -3, 10, 1, 0, 0, 10, 1, 0, 7, -2, 7, 6, 29, 2, 12, 1, 16, 5],
    [1, 1, -6, 11, -2, -4, -3, -14, -6, 5, -1, 26, 0, -4, 11, -5, 1, 8, 16, 5, 27, 7, -4, 22, 8, 35, 14, 4, -1, 13, 8],
    // With neither, but with pawns, likewise.
    [8, 2, -14, 7, 4, -2, -9, -3, -20, 3, 0, 28, -12, 15, 6, -2, 0, 1, 23, 4, 11, 14, -22, 35, 11, 100, 22, 11, -5, 23, 8],
    [8, 3, -7, 2, -1, -8, 0, -1, -13, -3, -6, 46, -7, 14, 1, -1, 0, -9, 17, 5, 8, 6, -8, 31, 1, 36, 21, 17, -5, 24, 7],
    [3, -1, -6, 5, 0, 1, -27, -11, -14, -7, -47, 66, -9, 15, 2, -1, 0, -2, 11, 3, 12, 10, -2, 26, 15, 173, 27, 10, -1, 13, 8],
    // With neither, and without pawns: without pieces of the other side, with some. Pawns of that side have to become pieces that block their king.
    [6, 3, 0, 2, 1, -5, -3, -4, -4, -16, -22, 11, -13, -2, 13, 1, -1, 8, 65, 7, 3, 13, 9, 7, 12, 38, 57, 5, 23, 33, 17],
    [10, -1, 2, 8, 1, 3, -5, 36, -6, -1, -38, 20, 0, 10, 12, 2, 0, -1, 39, 14, 9, 21, 4, 21, 19, 34, 35, 8, 14, 25, 22],
];

/// Weights for a queen or rook, for pawns and for neither, which were found for all numbers of pieces together. Random ones are made of them, and some playouts
/// have them as they are: where the better ones lead astray, these need not.
static SIMPLE_ROWS: [Row; 3] = [
    [8, 1, -6, 5, -2, 1, -8, -1, -8, 0, -21, 22, -2, 0, 7, 1, 0, -2, 10, 8, 9, 8, -5, 9, 12, 26, 38, 13, 2, 16, 5],
    [8, 2, -6, 7, 0, -2, -3, -1, -12, -4, -28, 26, -8, 20, 1, -1, 0, 2, 16, 5, 8, 6, -5, 47, 9, 44, 67, 9, -5, 22, 7],
    [10, 1, 1, 8, 1, 4, -6, 2, -8, -2, -14, 20, -5, 5, 13, 2, -1, 3, 20, 17, 7, 9, 4, 16, 18, 31, 56, 6, 26, 25, 8],
];

static BY_MATERIAL: [Weights; ROWS.len()] = all(&ROWS);
static SIMPLE: [Weights; SIMPLE_ROWS.len()] = all(&SIMPLE_ROWS);

/// The weights of all rows.
const fn all<const N: usize>(rows: &[Row; N]) -> [Weights; N] {
    let mut all = [const { Weights::of(&ROWS[0]) }; N];
    let mut row = 0;
    while row < N {
        all[row] = Weights::of(&rows[row]);
        row += 1;
    }
    all
}

/// Where the weights of a playout come from.
#[derive(Clone, Copy)]
pub(super) enum Source<'a> {
    /// What is on the board tells them.
    ByMaterial,
    /// The same, with fewer kinds of material.
    Simple,
    /// These, whatever is on the board.
    These(&'a Weights),
}

impl Weights {
    const fn of(row: &Row) -> Self {
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

    /// The weights for what is on the board. `heavy` says whether the intended winner has a queen or a rook, and `pawns` are that side's.
    #[inline]
    pub(super) fn from<'a>(source: Source<'a>, board: &Board, intended_winner: Color, heavy: bool, pawns: BitBoard) -> &'a Self {
        // The king is no piece here.
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

    /// The weights for some material, whatever there is on the board, each multiplied by a random factor of 0, 1/2, 1, 3/2 or 2.
    pub(super) fn random(random: &mut Rng) -> Self {
        // Not of the type `usize`, whose numbers depend on the machine.
        let row = &SIMPLE_ROWS[random.u64(..SIMPLE_ROWS.len() as u64) as usize];
        let mut scaled = row.map(|weight| weight * random.i32(0..=4) / 2);
        scaled[NOISE] = row[NOISE] << random.u32(..3);
        Self::of(&scaled)
    }
}
