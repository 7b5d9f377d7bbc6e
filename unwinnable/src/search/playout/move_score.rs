//! Move scores: how promising the moves of a position are for a mate that both sides work for.
//!
//! The features are the escape squares of the intended loser's king, the distance of the kings from one another, and of that king from the edge or a corner.
//! If the intended winner has neither queen nor rook, pawns have to advance; and the intended loser should not capture what is needed.

use cozy_chess::{BitBoard, Board, Color, Move as NativeMove, Piece as Role, Rank, Square, get_king_moves};

use super::weights::{HEAVY, LIGHT, PAWNS, Weights};
use crate::chess::attacks;

/// Scores the moves of one position. For this it knows what the intended winner attacks.
pub(super) struct MoveScorer<'a> {
    board: &'a Board,
    intended_winner: Color,
    weights: &'a Weights,
    /// The intended loser's king, and its neighbours.
    king: Square,
    neighbours: BitBoard,
    intended_winners_king: Square,
    /// The squares that units of the intended winner attack, as if the other king were not there: at least one of them, and at least two.
    attacked: BitBoard,
    attacked_twice: BitBoard,
    /// The same for the unit on each square alone.
    attacked_from: [BitBoard; 64],
    /// The squares ahead of the intended winner's pawns, or none with a queen or rook, as pawns do not matter then.
    ahead_of_pawns: BitBoard,
    corners: Corners,
}

/// The corners in which a mate is likely.
#[derive(Clone, Copy)]
enum Corners {
    Any,
    Dark,
    Light,
}

/// The number of king's moves between two squares.
fn distance(a: Square, b: Square) -> i32 {
    let files = (a.file() as i32 - b.file() as i32).abs();
    files.max((a.rank() as i32 - b.rank() as i32).abs())
}

/// The distance of kings. They are never nearer than two squares, so a king's move to a square beside the other king's counts no more than one to the next.
fn king_distance(a: Square, b: Square) -> i32 {
    distance(a, b).max(2)
}

/// The number of ranks between a side's first rank and a square.
fn ranks_advanced(square: Square, colour: Color) -> i32 {
    let rank = square.rank() as i32;
    if colour == Color::White { rank } else { 7 - rank }
}

/// The squares ahead of a pawn on its file.
fn squares_ahead(square: Square, colour: Color) -> BitBoard {
    let above = |rank: u32| if rank == 7 { 0 } else { u64::MAX << (8 * (rank + 1)) };
    let rank = square.rank() as u32;
    let side = if colour == Color::White { above(rank) } else { !above(rank) & !Rank::index(rank as usize).bitboard().0 };
    BitBoard(side) & square.file().bitboard()
}

impl<'a> MoveScorer<'a> {
    /// Scores with `weights`, or with those for the material if there are none.
    pub(super) fn new(board: &'a Board, intended_winner: Color, weights: Option<&'a Weights>) -> Self {
        let king = board.king(!intended_winner);
        let own = board.colors(intended_winner);
        let through = board.occupied() ^ king.bitboard();
        let (mut attacked, mut attacked_twice, mut attacked_from) = (BitBoard::EMPTY, BitBoard::EMPTY, [BitBoard::EMPTY; 64]);
        let mut heavy = false;
        for role in Role::ALL {
            for from in board.pieces(role) & own {
                let from_here = attacks(role, from, intended_winner, through);
                attacked_twice |= attacked & from_here;
                attacked |= from_here;
                attacked_from[from as usize] = from_here;
                heavy |= matches!(role, Role::Queen | Role::Rook);
            }
        }
        let pawns = board.colored_pieces(intended_winner, Role::Pawn);
        let weights = weights.unwrap_or(match (heavy, pawns.is_empty()) {
            (true, _) => &HEAVY,
            (false, false) => &PAWNS,
            (false, true) => &LIGHT,
        });
        let ahead_of_pawns = if heavy {
            BitBoard::EMPTY
        } else {
            pawns.into_iter().fold(BitBoard::EMPTY, |all, pawn| all | squares_ahead(pawn, intended_winner))
        };
        let corners = if heavy { Corners::Any } else { corners(board, intended_winner) };
        Self {
            board,
            intended_winner,
            weights,
            king,
            neighbours: get_king_moves(king),
            intended_winners_king: board.king(intended_winner),
            attacked,
            attacked_twice,
            attacked_from,
            ahead_of_pawns,
            corners,
        }
    }

    /// Replaces `moves` by the legal moves with their scores; or returns one of the intended winner that mates.
    pub(super) fn score_moves(&self, moves: &mut Vec<(i32, NativeMove)>) -> Option<NativeMove> {
        moves.clear();
        if self.board.side_to_move() == self.intended_winner {
            self.score_winners_moves(moves)
        } else {
            self.score_losers_moves(moves);
            None
        }
    }

    fn score_winners_moves(&self, moves: &mut Vec<(i32, NativeMove)>) -> Option<NativeMove> {
        let Self { board, weights, king, .. } = *self;
        let (own, others) = (board.colors(self.intended_winner), board.colors(!self.intended_winner));
        let through = board.occupied() ^ king.bitboard();
        let mut mate = None;
        board.generate_moves(|of_unit| {
            let from = of_unit.from;
            let by_others = self.attacked_twice | (self.attacked & !self.attacked_from[from as usize]);
            for played in of_unit {
                let to = played.to;
                if own.has(to) {
                    // Castling is rare and gets a rough score.
                    moves.push((self.escape_squares(by_others | self.attacked_from[from as usize], others), played));
                    continue;
                }
                let role = played.promotion.unwrap_or(of_unit.piece);
                let attacked = attacks(role, to, self.intended_winner, (through ^ from.bitboard()) | to.bitboard());
                let mut score = self.escape_squares(by_others | attacked, others & !to.bitboard());
                if attacked.has(king) {
                    if score == 0 && mates(board, played) {
                        mate = Some(played);
                        return true;
                    }
                    score += weights.check;
                }
                if others.has(to) {
                    score += weights.capture + if of_unit.piece == Role::Pawn { weights.pawn_capture } else { 0 };
                }
                score += match of_unit.piece {
                    Role::King => weights.king_distance * (king_distance(to, king) - king_distance(from, king)),
                    Role::Pawn => self.winners_pawn_move(played),
                    Role::Queen => weights.queen_distance * (distance(to, king) - distance(from, king)),
                    _ => weights.piece_distance * (distance(to, king) - distance(from, king)),
                };
                if of_unit.piece != Role::Pawn {
                    score += weights.own_pawn_blocked * self.blocked_pawns_change(from, to);
                }
                moves.push((score, played));
            }
            false
        });
        mate
    }

    fn score_losers_moves(&self, moves: &mut Vec<(i32, NativeMove)>) {
        let Self { board, weights, king, .. } = *self;
        let (own, others) = (board.colors(!self.intended_winner), board.colors(self.intended_winner));
        let here = self.losers_king_on(king);
        board.generate_moves(|of_unit| {
            let from = of_unit.from;
            for played in of_unit {
                let to = played.to;
                let mut score = if of_unit.piece == Role::King && !own.has(to) {
                    let escape = get_king_moves(to) & !(own ^ from.bitboard()) & !self.attacked;
                    weights.escape_square * escape.len() as i32 + self.losers_king_on(to) - here
                } else {
                    let escape = self.neighbours & !((own ^ from.bitboard()) | to.bitboard()) & !self.attacked;
                    let unit = if of_unit.piece == Role::Pawn {
                        self.losers_pawn_move(played)
                    } else {
                        weights.loser_piece_distance * (distance(to, king) - distance(from, king))
                    };
                    weights.escape_square * escape.len() as i32 + weights.loser_other + unit
                };
                score += weights.own_pawn_blocked_by_loser * self.blocked_pawns_change(from, to);
                if others.has(to) {
                    score += match board.piece_on(to) {
                        Some(Role::Pawn) => weights.own_loss[0],
                        Some(Role::Rook) => weights.own_loss[2],
                        Some(Role::Queen) => weights.own_loss[3],
                        _ => weights.own_loss[1],
                    };
                }
                moves.push((score, played));
            }
            false
        });
    }

    /// The score of the escape squares of the intended loser's king: its neighbours that are neither in `attacked` nor in `occupied`.
    fn escape_squares(&self, attacked: BitBoard, occupied: BitBoard) -> i32 {
        self.weights.escape_square * (self.neighbours & !occupied & !attacked).len() as i32
    }

    /// The most that noise adds to a score.
    pub(super) fn noise(&self) -> u64 {
        self.weights.noise
    }

    /// The score of a pawn move of the intended loser, apart from escape squares.
    fn losers_pawn_move(&self, played: NativeMove) -> i32 {
        let weights = self.weights;
        let promotion = played.promotion.map_or(0, |role| {
            weights.loser_promotion[match role {
                Role::Queen => 0,
                Role::Rook => 1,
                Role::Bishop => 2,
                _ => 3,
            }]
        });
        let capture = if self.board.colors(self.intended_winner).has(played.to) { weights.loser_pawn_capture } else { 0 };
        weights.loser_pawn_move + weights.loser_pawn_rank * ranks_advanced(played.to, !self.intended_winner) + capture + promotion
    }

    /// The score of a pawn move of the intended winner, apart from escape squares and captures.
    fn winners_pawn_move(&self, played: NativeMove) -> i32 {
        let weights = self.weights;
        let is_free = (squares_ahead(played.to, self.intended_winner) & self.board.occupied()).is_empty();
        let free = if is_free { weights.pawn_free } else { 0 };
        let promotion = match played.promotion {
            None => 0,
            Some(Role::Queen) => weights.promotion,
            Some(_) => weights.promotion + weights.underpromotion,
        };
        weights.pawn_move + weights.pawn_rank * ranks_advanced(played.to, self.intended_winner) + free + promotion
    }

    /// 1 for a move to a square ahead of the intended winner's pawns, -1 for one from such a square to another.
    fn blocked_pawns_change(&self, from: Square, to: Square) -> i32 {
        i32::from(self.ahead_of_pawns.has(to)) - i32::from(self.ahead_of_pawns.has(from))
    }

    /// The score of the intended loser's king on a square.
    fn losers_king_on(&self, square: Square) -> i32 {
        let (file, rank) = (square.file() as i32, square.rank() as i32);
        let edge = file.min(7 - file).min(rank.min(7 - rank));
        let (dark, light) = (file.max(rank).min((7 - file).max(7 - rank)), file.max(7 - rank).min((7 - file).max(rank)));
        let corner = match self.corners {
            Corners::Any => dark.min(light),
            Corners::Dark => dark,
            Corners::Light => light,
        };
        let Weights { edge_distance, corner_distance, king_distance: between, .. } = *self.weights;
        edge_distance * edge + corner_distance * corner + between * king_distance(self.intended_winners_king, square)
    }
}

/// The corners where bishops help: one of the intended winner attacks it, or one of the intended loser can stand beside it.
fn corners(board: &Board, intended_winner: Color) -> Corners {
    let bishops = board.pieces(Role::Bishop);
    let (own, others) = (bishops & board.colors(intended_winner), bishops & board.colors(!intended_winner));
    if !(own & BitBoard::DARK_SQUARES).is_empty() || own.is_empty() && !(others & BitBoard::LIGHT_SQUARES).is_empty() {
        Corners::Dark
    } else if bishops.is_empty() {
        Corners::Any
    } else {
        Corners::Light
    }
}

/// Whether a legal move mates.
fn mates(board: &Board, played: NativeMove) -> bool {
    let mut after = board.clone();
    after.play_unchecked(played);
    !after.checkers().is_empty() && !after.generate_moves(|_| true)
}
