//! The weights of the features of a move, from which its score is added up.
//!
//! They were found by changing one after the other on positions of real games, as long as the number of nodes fell. In some positions, most of them composed,
//! they lead every playout astray; there random weights find a mate.

use fastrand::Rng;

/// Weights of features; the smaller its score, the better a move. Own means the intended winner's, and distances are numbers of king's moves.
#[derive(Clone)]
pub(super) struct Weights {
    /// Each escape square of the intended loser's king.
    pub(super) escape_square: i32,
    /// An own check.
    pub(super) check: i32,
    /// An own capture.
    pub(super) capture: i32,
    /// The distance between the kings.
    pub(super) king_distance: i32,
    /// The distance from an own rook, bishop or knight, and from an own queen, to the other king.
    pub(super) piece_distance: i32,
    pub(super) queen_distance: i32,
    /// An own pawn move, each rank that the pawn has advanced, and an empty file ahead of it.
    pub(super) pawn_move: i32,
    pub(super) pawn_rank: i32,
    pub(super) pawn_free: i32,
    /// An own pawn's capture, beside `capture`.
    pub(super) pawn_capture: i32,
    /// An own promotion, and besides one to another piece than a queen.
    pub(super) promotion: i32,
    pub(super) underpromotion: i32,
    /// An own piece, and a unit of the other side, ahead of an own pawn.
    pub(super) own_pawn_blocked: i32,
    pub(super) own_pawn_blocked_by_loser: i32,
    /// A move of the other side with another unit than the king. With a pawn besides, for each rank that it has advanced, and for its capture.
    pub(super) loser_other: i32,
    pub(super) loser_pawn_move: i32,
    pub(super) loser_pawn_rank: i32,
    pub(super) loser_pawn_capture: i32,
    /// A promotion of the other side to a queen, rook, bishop or knight.
    pub(super) loser_promotion: [i32; 4],
    /// The distance from a piece of the other side to its king.
    pub(super) loser_piece_distance: i32,
    /// The loss of an own pawn, bishop or knight, rook, or queen.
    pub(super) own_loss: [i32; 4],
    /// The distance from the other king to the edge, and to a corner.
    pub(super) edge_distance: i32,
    pub(super) corner_distance: i32,
    /// The most that noise adds to a score.
    pub(super) noise: u32,
}

/// For an intended winner with a queen or a rook.
pub(super) static HEAVY: Weights = Weights {
    escape_square: 8,
    check: 1,
    capture: -6,
    king_distance: 5,
    piece_distance: -2,
    queen_distance: 1,
    pawn_move: -8,
    pawn_rank: -1,
    pawn_free: -8,
    pawn_capture: 0,
    promotion: -21,
    underpromotion: 22,
    own_pawn_blocked: -2,
    own_pawn_blocked_by_loser: 0,
    loser_other: 7,
    loser_pawn_move: 1,
    loser_pawn_rank: 0,
    loser_pawn_capture: -2,
    loser_promotion: [10, 8, 9, 8],
    loser_piece_distance: -5,
    own_loss: [9, 12, 26, 38],
    edge_distance: 13,
    corner_distance: 2,
    noise: 16,
};

/// For an intended winner with neither, but with pawns.
pub(super) static PAWNS: Weights = Weights {
    escape_square: 8,
    check: 2,
    capture: -6,
    king_distance: 7,
    piece_distance: 0,
    queen_distance: -2,
    pawn_move: -3,
    pawn_rank: -1,
    pawn_free: -12,
    pawn_capture: -4,
    promotion: -28,
    underpromotion: 26,
    own_pawn_blocked: -8,
    own_pawn_blocked_by_loser: 20,
    loser_other: 1,
    loser_pawn_move: -1,
    loser_pawn_rank: 0,
    loser_pawn_capture: 2,
    loser_promotion: [16, 5, 8, 6],
    loser_piece_distance: -5,
    own_loss: [47, 9, 44, 67],
    edge_distance: 9,
    corner_distance: -5,
    noise: 22,
};

/// For an intended winner with neither, and without pawns: pawns of the other side have to become pieces that block their king.
pub(super) static LIGHT: Weights = Weights {
    escape_square: 10,
    check: 1,
    capture: 1,
    king_distance: 8,
    piece_distance: 1,
    queen_distance: 4,
    pawn_move: -6,
    pawn_rank: 2,
    pawn_free: -8,
    pawn_capture: -2,
    promotion: -14,
    underpromotion: 20,
    own_pawn_blocked: -5,
    own_pawn_blocked_by_loser: 5,
    loser_other: 13,
    loser_pawn_move: 2,
    loser_pawn_rank: -1,
    loser_pawn_capture: 3,
    loser_promotion: [20, 17, 7, 9],
    loser_piece_distance: 4,
    own_loss: [16, 18, 31, 56],
    edge_distance: 6,
    corner_distance: 26,
    noise: 25,
};

impl Weights {
    /// The weights for some material, whatever there is on the board, each multiplied by a random factor of 0, 1/2, 1, 3/2 or 2.
    pub(super) fn random(random: &mut Rng) -> Self {
        // Not of the type `usize`, whose numbers depend on the machine.
        let mut weights = [&HEAVY, &PAWNS, &LIGHT][random.u64(..3) as usize].clone();
        let Self {
            escape_square,
            check,
            capture,
            king_distance,
            piece_distance,
            queen_distance,
            pawn_move,
            pawn_rank,
            pawn_free,
            pawn_capture,
            promotion,
            underpromotion,
            own_pawn_blocked,
            own_pawn_blocked_by_loser,
            loser_other,
            loser_pawn_move,
            loser_pawn_rank,
            loser_pawn_capture,
            loser_promotion,
            loser_piece_distance,
            own_loss,
            edge_distance,
            corner_distance,
            noise,
        } = &mut weights;
        let [first, second] = [
            [escape_square, check, capture, king_distance, piece_distance, queen_distance, pawn_move, pawn_rank, pawn_free, pawn_capture],
            [
                promotion,
                underpromotion,
                own_pawn_blocked,
                own_pawn_blocked_by_loser,
                loser_other,
                loser_pawn_move,
                loser_pawn_rank,
                loser_pawn_capture,
                loser_piece_distance,
                edge_distance,
            ],
        ];
        for weight in first.into_iter().chain(second).chain([corner_distance]).chain(loser_promotion).chain(own_loss) {
            *weight = *weight * random.i32(0..=4) / 2;
        }
        *noise <<= random.u32(..3);
        weights
    }
}
