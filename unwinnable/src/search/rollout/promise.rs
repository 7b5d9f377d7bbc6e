//! How promising moves look, for a mate that both sides work for.
//!
//! What counts is how many squares around the loser's king are neither occupied by the loser's units nor attacked by the winner; how far the kings are from one another, and the loser's from the edge or a corner; that pawns get on where
//! the winner has neither queen nor rook, and that the loser does not take what is needed.

use cozy_chess::{BitBoard, Board, Color, Move as Played, Piece, Rank, Square, get_king_moves};

use super::costs::{Costs, HEAVY, LIGHT, PAWNS};
use super::is_heavy;
use crate::chess::attacks;

/// A position, with what the winner attacks.
pub(super) struct Promise<'a> {
    board: &'a Board,
    winner: Color,
    costs: &'a Costs,
    /// The loser's king, and its neighbours.
    king: Square,
    ring: BitBoard,
    winners_king: Square,
    /// Squares that the winner attacks, at least once and at least twice, as if the loser's king were not there; and each unit by itself.
    once: BitBoard,
    twice: BitBoard,
    single: [BitBoard; 64],
    /// Squares ahead of the winner's pawns, where these count.
    ahead: BitBoard,
    /// The corners in which a king may be mated: all, or those of one colour of squares.
    corners: Corners,
}

/// Which corners are good for a mate.
#[derive(Clone, Copy)]
enum Corners {
    Any,
    Dark,
    Light,
}

/// Moves of a king from one square to another.
fn distance(a: Square, b: Square) -> i32 {
    let files = (a.file() as i32 - b.file() as i32).abs();
    files.max((a.rank() as i32 - b.rank() as i32).abs())
}

/// Kings are never nearer to one another than this.
fn between_kings(a: Square, b: Square) -> i32 {
    distance(a, b).max(2)
}

/// Ranks that a pawn has gone.
fn gone(square: Square, colour: Color) -> i32 {
    let rank = square.rank() as i32;
    if colour == Color::White { rank } else { 7 - rank }
}

/// The squares ahead on the file.
fn ahead_of(square: Square, colour: Color) -> BitBoard {
    let above = |rank: u32| if rank == 7 { 0 } else { u64::MAX << (8 * (rank + 1)) };
    let rank = square.rank() as u32;
    let side = if colour == Color::White { above(rank) } else { !above(rank) & !Rank::index(rank as usize).bitboard().0 };
    BitBoard(side) & square.file().bitboard()
}

impl<'a> Promise<'a> {
    /// Of a position; with these costs, or those that fit the material.
    pub(super) fn of(board: &'a Board, winner: Color, costs: Option<&'a Costs>) -> Self {
        let king = board.king(!winner);
        let own = board.colors(winner);
        let through = board.occupied() ^ king.bitboard();
        let (mut once, mut twice, mut single) = (BitBoard::EMPTY, BitBoard::EMPTY, [BitBoard::EMPTY; 64]);
        let mut heavy = false;
        for piece in Piece::ALL {
            for from in board.pieces(piece) & own {
                let attacked = attacks(piece, from, winner, through);
                twice |= once & attacked;
                once |= attacked;
                single[from as usize] = attacked;
                heavy |= is_heavy(piece);
            }
        }
        let pawns = board.colored_pieces(winner, Piece::Pawn);
        let costs = costs.unwrap_or(match (heavy, pawns.is_empty()) {
            (true, _) => &HEAVY,
            (false, false) => &PAWNS,
            (false, true) => &LIGHT,
        });
        let ahead = if heavy { BitBoard::EMPTY } else { pawns.into_iter().fold(BitBoard::EMPTY, |all, pawn| all | ahead_of(pawn, winner)) };
        let corners = if heavy { Corners::Any } else { corners(board, winner) };
        Self {
            board,
            winner,
            costs,
            king,
            ring: get_king_moves(king),
            winners_king: board.king(winner),
            once,
            twice,
            single,
            ahead,
            corners,
        }
    }

    /// Replaces `moves` by the legal moves, each with its cost; or returns one that mates.
    pub(super) fn moves(&self, moves: &mut Vec<(i32, Played)>) -> Option<Played> {
        moves.clear();
        if self.board.side_to_move() == self.winner { self.winners(moves) } else { self.losers(moves) }
    }

    fn winners(&self, moves: &mut Vec<(i32, Played)>) -> Option<Played> {
        let Self { board, costs, king, .. } = *self;
        let (own, others) = (board.colors(self.winner), board.colors(!self.winner));
        let through = board.occupied() ^ king.bitboard();
        let mut mate = None;
        board.generate_moves(|of_piece| {
            let from = of_piece.from;
            let rest = self.twice | (self.once & !self.single[from as usize]);
            for played in of_piece {
                let to = played.to;
                if own.has(to) {
                    // Castling: rare, and not worth more thought.
                    moves.push((self.open(rest | self.single[from as usize], others), played));
                    continue;
                }
                let piece = played.promotion.unwrap_or(of_piece.piece);
                let attacked = attacks(piece, to, self.winner, (through ^ from.bitboard()) | to.bitboard());
                let mut cost = self.open(rest | attacked, others & !to.bitboard());
                if attacked.has(king) {
                    if cost == 0 && mates(board, played) {
                        mate = Some(played);
                        return true;
                    }
                    cost += costs.check;
                }
                if others.has(to) {
                    cost += costs.capture + if of_piece.piece == Piece::Pawn { costs.pawn_captures } else { 0 };
                }
                cost += match of_piece.piece {
                    Piece::King => costs.kings * (between_kings(to, king) - between_kings(from, king)),
                    Piece::Pawn => self.push(played),
                    Piece::Queen => costs.queen * (distance(to, king) - distance(from, king)),
                    _ => costs.approach * (distance(to, king) - distance(from, king)),
                };
                if of_piece.piece != Piece::Pawn {
                    cost += costs.in_own_way * self.way_change(from, to);
                }
                moves.push((cost, played));
            }
            false
        });
        mate
    }

    fn losers(&self, moves: &mut Vec<(i32, Played)>) -> Option<Played> {
        let Self { board, costs, king, .. } = *self;
        let (own, others) = (board.colors(!self.winner), board.colors(self.winner));
        let here = self.place(king);
        board.generate_moves(|of_piece| {
            let from = of_piece.from;
            for played in of_piece {
                let to = played.to;
                let mut cost = if of_piece.piece == Piece::King && !own.has(to) {
                    let open = get_king_moves(to) & !(own ^ from.bitboard()) & !self.once;
                    costs.open * open.len() as i32 + self.place(to) - here
                } else {
                    let open = self.ring & !((own ^ from.bitboard()) | to.bitboard()) & !self.once;
                    let unit = if of_piece.piece == Piece::Pawn {
                        self.pawn(played)
                    } else {
                        costs.near * (distance(to, king) - distance(from, king))
                    };
                    costs.open * open.len() as i32 + costs.other + unit
                };
                cost += costs.in_way * self.way_change(from, to);
                if others.has(to) {
                    cost += match board.piece_on(to) {
                        Some(Piece::Pawn) => costs.lost[0],
                        Some(Piece::Rook) => costs.lost[2],
                        Some(Piece::Queen) => costs.lost[3],
                        _ => costs.lost[1],
                    };
                }
                moves.push((cost, played));
            }
            false
        });
        None
    }

    /// The cost of squares around the loser's king that are neither attacked nor occupied by the loser.
    fn open(&self, attacked: BitBoard, losers: BitBoard) -> i32 {
        self.costs.open * (self.ring & !losers & !attacked).len() as i32
    }

    /// How much chance there is in the choice of a move.
    pub(super) fn chance(&self) -> u64 {
        self.costs.chance
    }

    /// The cost of a loser's pawn's move, beside what it opens.
    fn pawn(&self, played: Played) -> i32 {
        let costs = self.costs;
        let becomes = played.promotion.map_or(0, |piece| {
            costs.becomes[match piece {
                Piece::Queen => 0,
                Piece::Rook => 1,
                Piece::Bishop => 2,
                _ => 3,
            }]
        });
        let takes = if self.board.colors(self.winner).has(played.to) { costs.pawn_takes } else { 0 };
        costs.pawn + costs.pawn_rank * gone(played.to, !self.winner) + takes + becomes
    }

    /// The cost of a winner's pawn's move, beside what it opens.
    fn push(&self, played: Played) -> i32 {
        let costs = self.costs;
        let free = (ahead_of(played.to, self.winner) & self.board.occupied()).is_empty();
        let becomes = match played.promotion {
            None => 0,
            Some(Piece::Queen) => costs.promotion,
            Some(_) => costs.promotion + costs.under_promotion,
        };
        costs.push + costs.push_rank * gone(played.to, self.winner) + if free { costs.push_free } else { 0 } + becomes
    }

    /// 1 for a move into the way of the winner's pawns, -1 for one out of it.
    fn way_change(&self, from: Square, to: Square) -> i32 {
        i32::from(self.ahead.has(to)) - i32::from(self.ahead.has(from))
    }

    /// The cost of the loser's king's place.
    fn place(&self, square: Square) -> i32 {
        let (file, rank) = (square.file() as i32, square.rank() as i32);
        let edge = file.min(7 - file).min(rank.min(7 - rank));
        let (dark, light) = (file.max(rank).min((7 - file).max(7 - rank)), file.max(7 - rank).min((7 - file).max(rank)));
        let corner = match self.corners {
            Corners::Any => dark.min(light),
            Corners::Dark => dark,
            Corners::Light => light,
        };
        let Costs { edge: edge_cost, corner: corner_cost, kings, .. } = *self.costs;
        edge_cost * edge + corner_cost * corner + kings * between_kings(self.winners_king, square)
    }
}

/// Corners where a bishop helps: one of the winner's attacks it, or one of the loser's stands beside it.
fn corners(board: &Board, winner: Color) -> Corners {
    let bishops = board.pieces(Piece::Bishop);
    let (own, others) = (bishops & board.colors(winner), bishops & board.colors(!winner));
    if !(own & BitBoard::DARK_SQUARES).is_empty() || own.is_empty() && !(others & BitBoard::LIGHT_SQUARES).is_empty() {
        Corners::Dark
    } else if bishops.is_empty() {
        Corners::Any
    } else {
        Corners::Light
    }
}

fn mates(board: &Board, played: Played) -> bool {
    let mut after = board.clone();
    after.play_unchecked(played);
    !after.checkers().is_empty() && !after.generate_moves(|_| true)
}
