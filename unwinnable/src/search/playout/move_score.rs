//! Scores the moves of a position. The lower the score of a move, the more the move helps towards a mate for which both
//! sides cooperate.
//!
//! The score depends on the escape squares of the intended loser's king, the distance between the kings, and the
//! distance of the loser's king to the edge or a corner.

use std::num::Wrapping;

use cozy_chess::{
    BitBoard, Board, Color, Move as NativeMove, Piece as Role, Rank, Square, get_bishop_moves, get_king_moves, get_knight_moves,
    get_rook_moves,
};

use super::super::{board_after, has_bishop_for_dark_corners};
use super::best::Best;
use super::weights::{Score, Source, Weights};
use crate::chess::attacks;
use crate::chess::bitboard::{pawn_attacks, squares_ahead};
use crate::chess::near::{borders, distances, near, near_pawns};
use crate::chess::unit_moves::{attacked_around_king, for_each_other_unit, for_each_unit, kings_moves};

pub(super) struct MoveScorer<'a> {
    board: &'a Board,
    intended_winner: Color,
    weights: &'a Weights,
    /// `king` is the square of the intended loser's king.
    king: Square,
    neighbours: BitBoard,
    distances: &'static [u8; 64],
    intended_winners_king: Square,
    /// Squares ahead of the intended winner's pawns. The set is empty if the intended winner has a queen or rook,
    /// because pawns do not matter then.
    ahead_of_pawns: BitBoard,
    corners: Corners,
}

/// Squares that the intended winner attacks. Attacked squares far from the intended loser's king may be missing. The
/// intended loser's king does not block attacks.
#[derive(Clone, Copy)]
struct Attacked {
    once: BitBoard,
    twice: BitBoard,
}

/// The corners in which a mate is likely.
#[derive(Clone, Copy)]
enum Corners {
    Any,
    Dark,
    Light,
}

/// The move that is chosen in a position.
pub(super) enum Choice {
    /// A move by which the intended winner mates.
    Mate(NativeMove),
    /// The best move.
    Best(NativeMove),
    /// There is no legal move.
    NoMove,
}

/// Returns the distance between the kings, which is at least 2.
fn king_distance(distances: &[u8; 64], to: Square) -> Score {
    number(distances[to as usize].max(2))
}

fn ranks_advanced(square: Square, colour: Color) -> Score {
    number(square.rank().relative_to(colour) as u8)
}

fn number(count: impl Into<i32>) -> Score {
    Wrapping(count.into())
}

/// Returns the number of squares in a set.
fn squares(set: BitBoard) -> Score {
    Wrapping(set.len() as i32)
}

/// Returns `weight` if the condition holds, and 0 otherwise.
fn only_if(condition: bool, weight: Score) -> Score {
    if condition { weight } else { ZERO }
}

const ZERO: Score = Wrapping(0);

impl<'a> MoveScorer<'a> {
    pub(super) fn new(board: &'a Board, intended_winner: Color, source: Source<'a>) -> Self {
        let king = board.king(!intended_winner);
        let own = board.colors(intended_winner);
        let heavy = !(own & (board.pieces(Role::Queen) | board.pieces(Role::Rook))).is_empty();
        let pawns = own & board.pieces(Role::Pawn);
        let weights = Weights::from(source, board, intended_winner, heavy, pawns);
        Self {
            board,
            intended_winner,
            weights,
            king,
            neighbours: get_king_moves(king),
            distances: distances(king),
            intended_winners_king: board.king(intended_winner),
            ahead_of_pawns: if heavy { BitBoard::EMPTY } else { squares_ahead(pawns, intended_winner) },
            corners: if heavy { Corners::Any } else { corners(board, intended_winner) },
        }
    }

    /// If the function recognises a mate by the intended winner, it chooses this move. If the function recognises no
    /// mate, it chooses the move with the best score after noise is added. The noise is derived from `state` and scaled
    /// by `noise_factor`.
    pub(super) fn choose(&self, state: u64, noise_factor: u32) -> Choice {
        // The value 1 means that no noise is added.
        let noise = (self.weights.noise.unsigned_abs() * noise_factor).max(1);
        let mut best = Best::new(state, noise);
        if self.board.side_to_move() == self.intended_winner {
            if let Some(mate) = self.offer_winners_moves(&mut best) {
                return Choice::Mate(mate);
            }
        } else {
            self.offer_losers_moves(&mut best);
        }
        best.played().map_or(Choice::NoMove, Choice::Best)
    }

    /// Returns the squares that block attacks. All occupied squares block attacks, except the square of the intended
    /// loser's king, because this king could move away.
    fn through(&self) -> BitBoard {
        self.board.occupied() ^ self.king.bitboard()
    }

    /// Returns which squares around the intended loser's king the intended winner attacks.
    fn attacked_around(&self) -> Attacked {
        let own = self.board.colors(self.intended_winner);
        let through = self.through();
        let pawns = own & self.board.pieces(Role::Pawn) & near_pawns(self.intended_winner, self.king);
        let mut attacked = Attacked { once: BitBoard::EMPTY, twice: BitBoard::EMPTY };
        let mut add = |from_here: BitBoard| {
            attacked.twice |= attacked.once & from_here;
            attacked.once |= from_here;
        };
        pawns.into_iter().for_each(|from| add(attacks(Role::Pawn, from, self.intended_winner, through)));
        for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King] {
            let pieces = own & self.board.pieces(role) & near(role, self.king);
            pieces.into_iter().for_each(|from| add(attacks(role, from, self.intended_winner, through)));
        }
        attacked
    }

    fn offer_winners_moves(&self, best: &mut Best) -> Option<NativeMove> {
        let attacked = self.attacked_around();
        let mut mate = None;
        let mates = for_each_other_unit(self.board, |role, from, to| {
            mate = match role {
                Role::Pawn => self.offer_winners_pawn_moves(from, to, attacked, best),
                Role::Knight => self.offer_winners_piece_moves::<{ Role::Knight as u8 }>(from, to, attacked, best),
                Role::Bishop => self.offer_winners_piece_moves::<{ Role::Bishop as u8 }>(from, to, attacked, best),
                Role::Rook => self.offer_winners_piece_moves::<{ Role::Rook as u8 }>(from, to, attacked, best),
                Role::Queen | Role::King => self.offer_winners_piece_moves::<{ Role::Queen as u8 }>(from, to, attacked, best),
            };
            mate.is_some()
        });
        // The king comes last. If no move of the king can be the best move, these moves need not be generated.
        if mates || best.least <= self.least_of_kings_moves(attacked) {
            return mate;
        }
        let king = self.intended_winners_king;
        let to = kings_moves(self.board, attacked_around_king(self.board, self.intended_winner));
        self.offer_winners_piece_moves::<{ Role::King as u8 }>(king, to, attacked, best)
    }

    /// Returns a lower bound for the score of every move of the intended winner's king.
    fn least_of_kings_moves(&self, attacked: Attacked) -> Score {
        let Self { weights, distances, ahead_of_pawns, .. } = *self;
        let from = self.intended_winners_king;
        let here = king_distance(distances, from);
        if here <= Wrapping(2) {
            return Wrapping(i32::MIN);
        }
        let others = self.board.colors(!self.intended_winner);
        let escapes = squares(self.neighbours & !attacked.once & !others);
        // A king at a distance of three squares can attack at most three neighbours of the other king after one move.
        let covered = only_if(here == Wrapping(3), weights.escape_square.max(ZERO) * escapes.min(Wrapping(3)));
        let capture = (weights.capture + weights.escape_square.min(ZERO)).min(ZERO);
        let blocked = weights.own_pawn_blocked.min(ZERO) - only_if(ahead_of_pawns.has(from), weights.own_pawn_blocked);
        // The score of castling depends on the escape squares alone.
        weights.escape_square * escapes
            + (capture + blocked - covered - weights.winners_king_distance.max(-weights.winners_king_distance)).min(ZERO)
    }

    fn attacked_by_others(&self, role: Role, from: Square, attacked: Attacked) -> BitBoard {
        attacked.twice | (attacked.once & !attacks(role, from, self.intended_winner, self.through()))
    }

    /// Computes the scores of the moves of the intended winner's piece or king on `from`, and passes the moves to
    /// [`Best::offer`]. `ROLE` is the index of the role of the piece or king. If the function recognises a mating move,
    /// returns this move.
    fn offer_winners_piece_moves<const ROLE: u8>(
        &self,
        from: Square,
        to: BitBoard,
        attacked: Attacked,
        best: &mut Best,
    ) -> Option<NativeMove> {
        let role = Role::ALL[usize::from(ROLE)];
        let Self { weights, king, distances, ahead_of_pawns, .. } = *self;
        let (own, others) = (self.board.colors(self.intended_winner), self.board.colors(!self.intended_winner));
        let by_others = if near(role, king).has(from) { self.attacked_by_others(role, from, attacked) } else { attacked.once };
        // Neighbours of the intended loser's king that the intended winner attacks only with the moving piece or not at
        // all. If the king's own side occupies one of these neighbours, the king can escape to it only if the move
        // captures there.
        let open = self.neighbours & !by_others;
        let escapes = open & !others;
        // To find the squares from which the piece attacks an escape square, the code looks back from the escape
        // square. The square that the piece leaves blocks nothing.
        let through = self.through() ^ from.bitboard();
        let attacked_from = |square: Square| attacks(role, square, !self.intended_winner, through);
        let mut covered = Counts::default();
        escapes.into_iter().for_each(|square| covered.add(attacked_from(square)));
        let checks = attacked_from(king);
        let free = weights.escape_square * squares(escapes);
        let distance_weight = match role {
            Role::King => weights.winners_king_distance,
            Role::Queen => weights.queen_distance,
            _ => weights.piece_distance,
        };
        let distance = |square: Square| match role {
            Role::King => distance_weight * king_distance(distances, square),
            _ => distance_weight * number(distances[square as usize]),
        };
        let here = distance(from) + only_if(ahead_of_pawns.has(from), weights.own_pawn_blocked);
        // Moves that neither capture nor give check are scored only if they leave few enough escape squares.
        let nearest = (distance_weight * Wrapping(if role == Role::King { 2 } else { 1 })).min(distance_weight * Wrapping(7));
        let least = free + nearest + weights.own_pawn_blocked.min(ZERO) - here;
        let enough = covered.at_least((0..4).find(|&count| least - weights.escape_square * Wrapping(count) < best.least));
        let candidates = enough | others | checks | own;
        for to in to & candidates {
            let played = NativeMove { from, to, promotion: None };
            if role == Role::King && own.has(to) {
                // Castling is rare, so a rough score suffices.
                best.offer(self.escape_squares(by_others | get_king_moves(from), others), played);
                continue;
            }
            let mut score = free - weights.escape_square * covered.of(to);
            let captures = others.has(to);
            if captures && open.has(to) {
                score += weights.escape_square;
            }
            if checks.has(to) {
                if score == ZERO && mates(self.board, played) {
                    return Some(played);
                }
                score += weights.check;
            }
            if captures {
                score += weights.capture;
            }
            if ahead_of_pawns.has(to) {
                score += weights.own_pawn_blocked;
            }
            best.offer(score + distance(to) - here, played);
        }
        None
    }

    /// Computes the scores of the moves of the intended winner's pawn on `from`, and passes the moves to
    /// [`Best::offer`]. If the function recognises a mating move, returns this move.
    fn offer_winners_pawn_moves(&self, from: Square, to: BitBoard, attacked: Attacked, best: &mut Best) -> Option<NativeMove> {
        let Self { board, weights, king, .. } = *self;
        let others = board.colors(!self.intended_winner);
        let near_pawns = near_pawns(self.intended_winner, king);
        let by_others = if near_pawns.has(from) { self.attacked_by_others(Role::Pawn, from, attacked) } else { attacked.once };
        let elsewhere = self.escape_squares(by_others, others);
        let through = self.through() ^ from.bitboard();
        for to in to {
            for &promotion in promotions(to) {
                let played = NativeMove { from, to, promotion };
                let mut score = elsewhere;
                if promotion.map_or(near_pawns, |role| near(role, king)).has(to) {
                    let attacked = attacks(promotion.unwrap_or(Role::Pawn), to, self.intended_winner, through | to.bitboard());
                    score = self.escape_squares(by_others | attacked, others & !to.bitboard());
                    if attacked.has(king) {
                        if score == ZERO && mates(board, played) {
                            return Some(played);
                        }
                        score += weights.check;
                    }
                }
                if others.has(to) {
                    score += weights.capture + weights.pawn_capture;
                }
                best.offer(score + self.winners_pawn_move(played), played);
            }
        }
        None
    }

    /// Returns all squares that the intended winner attacks.
    fn attacked(&self) -> BitBoard {
        let own = self.board.colors(self.intended_winner);
        let through = self.through();
        let [pawns, knights, bishops, rooks, queens] =
            [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen].map(|role| own & self.board.pieces(role));
        let mut attacked = pawn_attacks(pawns, self.intended_winner) | get_king_moves(self.intended_winners_king);
        knights.into_iter().for_each(|from| attacked |= get_knight_moves(from));
        (bishops | queens).into_iter().for_each(|from| attacked |= get_bishop_moves(from, through));
        (rooks | queens).into_iter().for_each(|from| attacked |= get_rook_moves(from, through));
        attacked
    }

    fn offer_losers_moves(&self, best: &mut Best) {
        let Self { board, weights, king, distances, ahead_of_pawns, .. } = *self;
        let (own, others) = (board.colors(!self.intended_winner), board.colors(self.intended_winner));
        let attacked = self.attacked();
        // Squares beside the king that the intended winner does not attack. They are escape squares unless the king's
        // own side occupies them.
        let open = self.neighbours & !attacked;
        let escapes = open & !own;
        let escape = weights.escape_square * squares(escapes) + weights.loser_other;
        for_each_unit(board, attacked, |role, from, to| {
            let blocked_here = only_if(ahead_of_pawns.has(from), weights.own_pawn_blocked_by_loser);
            let extra = |to: Square| {
                let blocked = only_if(ahead_of_pawns.has(to), weights.own_pawn_blocked_by_loser);
                blocked - blocked_here + if others.has(to) { self.own_loss(to) } else { ZERO }
            };
            if role == Role::King {
                let here = self.losers_king_on(king);
                for to in to {
                    let score = if own.has(to) {
                        // Castling is rare, so a rough score suffices.
                        escape + weights.loser_piece_distance * number(distances[to as usize])
                    } else {
                        let left = get_king_moves(to) & !(own ^ from.bitboard()) & !attacked;
                        weights.escape_square * squares(left) + self.losers_king_on(to) - here
                    };
                    best.offer(score + extra(to), NativeMove { from, to, promotion: None });
                }
                return false;
            }
            let left = escape + only_if(open.has(from), weights.escape_square);
            if role == Role::Pawn {
                for to in to {
                    let score = left + extra(to) - only_if(escapes.has(to), weights.escape_square);
                    for &promotion in promotions(to) {
                        let played = NativeMove { from, to, promotion };
                        best.offer(score + self.losers_pawn_move(played), played);
                    }
                }
                return false;
            }
            let left = left - weights.loser_piece_distance * number(distances[from as usize]);
            for to in to {
                let score = left + extra(to) - only_if(escapes.has(to), weights.escape_square);
                let distance = weights.loser_piece_distance * number(distances[to as usize]);
                best.offer(score + distance, NativeMove { from, to, promotion: None });
            }
            false
        });
    }

    /// Returns the score of a move that captures the intended winner's piece or pawn on `square`.
    #[cold]
    fn own_loss(&self, square: Square) -> Score {
        match self.board.piece_on(square) {
            Some(Role::Pawn) => self.weights.own_loss[0],
            Some(Role::Rook) => self.weights.own_loss[2],
            Some(Role::Queen) => self.weights.own_loss[3],
            _ => self.weights.own_loss[1],
        }
    }

    /// Returns the part of a move's score that comes from the escape squares of the intended loser's king. All squares
    /// beside the king are escape squares, except those in `attacked` or `occupied`.
    fn escape_squares(&self, attacked: BitBoard, occupied: BitBoard) -> Score {
        self.weights.escape_square * squares(self.neighbours & !occupied & !attacked)
    }

    /// Returns the score of a pawn move of the intended loser, without the score of escape squares.
    fn losers_pawn_move(&self, played: NativeMove) -> Score {
        let weights = self.weights;
        let promotion = played.promotion.map_or(ZERO, |role| {
            weights.loser_promotion[match role {
                Role::Queen => 0,
                Role::Rook => 1,
                Role::Bishop => 2,
                _ => 3,
            }]
        });
        let capture = only_if(self.board.colors(self.intended_winner).has(played.to), weights.loser_pawn_capture);
        weights.loser_pawn_move + weights.loser_pawn_rank * ranks_advanced(played.to, !self.intended_winner) + capture + promotion
    }

    /// Returns the score of a pawn move of the intended winner, without the scores of escape squares and captures.
    fn winners_pawn_move(&self, played: NativeMove) -> Score {
        let weights = self.weights;
        let is_free = (squares_ahead(played.to.bitboard(), self.intended_winner) & self.board.occupied()).is_empty();
        let free = only_if(is_free, weights.pawn_free);
        let promotion = match played.promotion {
            None => ZERO,
            Some(Role::Queen) => weights.promotion,
            Some(_) => weights.promotion + weights.underpromotion,
        };
        weights.pawn_move + weights.pawn_rank * ranks_advanced(played.to, self.intended_winner) + free + promotion
    }

    /// Returns the score for the intended loser's king standing on `square`.
    fn losers_king_on(&self, square: Square) -> Score {
        let [edge, dark, light] = borders(square);
        let corner = match self.corners {
            Corners::Any => dark.min(light),
            Corners::Dark => dark,
            Corners::Light => light,
        };
        let Weights { edge_distance, corner_distance, king_distance: between, .. } = *self.weights;
        let between = between * king_distance(distances(self.intended_winners_king), square);
        edge_distance * number(edge) + corner_distance * number(corner) + between
    }
}

/// Counts in how many sets each square is, up to 15. Each bitboard stores one binary digit of the counts.
#[derive(Default)]
struct Counts([u64; 4]);

impl Counts {
    /// Counts one more set of squares.
    #[inline]
    fn add(&mut self, BitBoard(mut carried): BitBoard) {
        for bits in &mut self.0 {
            (*bits, carried) = (*bits ^ carried, *bits & carried);
        }
    }

    /// Returns the squares that are contained in at least `count` sets. If `count` is above 3 or `None`, it stands for
    /// 4.
    #[inline]
    fn at_least(&self, count: Option<i32>) -> BitBoard {
        let [ones, twos, fours, eights] = self.0;
        let four = fours | eights;
        BitBoard(match count {
            Some(0) => u64::MAX,
            Some(1) => ones | twos | four,
            Some(2) => twos | four,
            Some(3) => ones & twos | four,
            _ => four,
        })
    }

    #[inline]
    fn of(&self, square: Square) -> Score {
        let [ones, twos, fours, eights] = self.0.map(|bits| i32::from(BitBoard(bits).has(square)));
        Wrapping(ones | twos << 1 | fours << 2 | eights << 3)
    }
}

/// Returns the promotions to try if a pawn moves to the square `to`, in the move order of `cozy-chess`.
fn promotions(to: Square) -> &'static [Option<Role>] {
    const LAST: BitBoard = BitBoard(Rank::First.bitboard().0 | Rank::Eighth.bitboard().0);
    if LAST.has(to) { &[Some(Role::Knight), Some(Role::Bishop), Some(Role::Rook), Some(Role::Queen)] } else { &[None] }
}

/// Returns the corners in which bishops help to mate.
fn corners(board: &Board, intended_winner: Color) -> Corners {
    if has_bishop_for_dark_corners(board, intended_winner) {
        Corners::Dark
    } else if board.pieces(Role::Bishop).is_empty() {
        Corners::Any
    } else {
        Corners::Light
    }
}

/// Returns whether the legal move `played` mates.
fn mates(board: &Board, played: NativeMove) -> bool {
    let after = board_after(board, played);
    !after.checkers().is_empty() && !after.generate_moves(|_| true)
}

#[cfg(test)]
mod tests {
    use cozy_chess::{Color, Piece as Role};
    use fastrand::Rng;

    use super::{Best, MoveScorer, attacked_around_king, kings_moves};
    use crate::chess::Position;
    use crate::search::playout::weights::{Source, Weights};

    #[test]
    fn no_move_of_the_king_scores_less_than_the_bound() {
        let mut random = Rng::with_seed(1);
        let mut reached = 0;
        for fen in [
            "r3k2r/p1pp1pb1/bn2pnp1/3PN3/1p2P3/2N4p/PPPBBPPP/R3K2R w KQkq -",
            "8/2p1kp2/8/8/3B4/4n3/2P2P2/4K3 w - -",
            "8/8/3k4/8/8/8/8/1N1NK3 w - -",
        ] {
            for _ in 0..200 {
                let mut board = fen.parse::<Position>().unwrap().board().clone();
                for ply in 0..60 {
                    let mut moves = Vec::new();
                    board.generate_moves(|of_unit| {
                        moves.extend(of_unit);
                        false
                    });
                    let Some(&played) = moves.get(random.usize(..moves.len().max(1))) else { break };
                    let weights = (ply % 2 == 0).then(|| Weights::random(&mut random));
                    let us: Color = board.side_to_move();
                    let scorer = MoveScorer::new(&board, us, weights.as_ref().map_or(Source::ByMaterial, Source::These));
                    let mut best = Best::new(0, 1);
                    let to = kings_moves(&board, attacked_around_king(&board, us));
                    let mate =
                        scorer.offer_winners_piece_moves::<{ Role::King as u8 }>(board.king(us), to, scorer.attacked_around(), &mut best);
                    let bound = scorer.least_of_kings_moves(scorer.attacked_around());
                    assert!(mate.is_none() && best.least >= bound, "{board}");
                    reached += usize::from(best.least == bound);
                    board.play_unchecked(played);
                }
            }
        }
        assert!(reached > 100, "{reached}");
    }
}
