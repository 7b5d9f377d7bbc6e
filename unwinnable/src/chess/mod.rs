//! Orthodox chess (`spec/rules/chess.md`), on the board of the crate `cozy-chess`.
//!
//! The modules: `text` reads and writes FEN, `packed` is the form of positions in certificates, `mobility` and `cover` are the static argument, `skeleton`
//! is the skeleton argument; `squares` and `nine` are the sets of squares that these work with.

pub mod cover;
pub mod mobility;
mod nine;
mod packed;
pub mod skeleton;
mod squares;
pub mod text;

use std::fmt;

pub use cozy_chess::{BitBoard, Board, Color, Piece, Square};
use cozy_chess::{File, Move as Played, Rank};
pub(crate) use squares::attacks;

/// A position in which the side not to move is not in check. Counters of moves are not part of it.
#[derive(Clone, Debug)]
pub struct Position(Board);

/// A move, castling as that of the king.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// Where from.
    pub from: Square,
    /// Where to.
    pub to: Square,
    /// What a pawn becomes.
    pub becomes: Option<Piece>,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)?;
        self.becomes.map_or(Ok(()), |piece| write!(f, "{piece}"))
    }
}

/// What pawns become, in move order.
const PROMOTIONS: [Piece; 4] = [Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight];

/// Whether play is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// This side has mated the other.
    Mate(Color),
    /// The side to move has no move and is not in check.
    Stalemate,
}

/// Legal moves by the square they come from.
pub struct Legal {
    from: BitBoard,
    to: [BitBoard; 64],
    /// The pawns that reach the last rank.
    promoting: BitBoard,
}

impl Legal {
    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.from.is_empty()
    }

    /// The number of moves.
    #[must_use]
    pub fn count(&self) -> u32 {
        self.from.into_iter().map(|from| self.moves_from(from)).sum()
    }

    fn moves_from(&self, from: Square) -> u32 {
        self.to[from as usize].len() * if self.promoting.has(from) { 4 } else { 1 }
    }

    /// The place of a legal move in move order, from 0.
    #[must_use]
    pub fn index(&self, played: Move) -> u32 {
        let below = |square: Square| BitBoard(square.bitboard().0 - 1);
        let before: u32 = (self.from & below(played.from)).into_iter().map(|from| self.moves_from(from)).sum();
        let same = (self.to[played.from as usize] & below(played.to)).len();
        let promotion = |becomes: Piece| PROMOTIONS.iter().position(|&piece| piece == becomes).unwrap_or(0) as u32;
        before + played.becomes.map_or(same, |becomes| 4 * same + promotion(becomes))
    }

    /// The moves in move order.
    pub fn for_each(&self, mut act: impl FnMut(Move)) {
        for from in self.from {
            for to in self.to[from as usize] {
                if self.promoting.has(from) {
                    PROMOTIONS.into_iter().for_each(|piece| act(Move { from, to, becomes: Some(piece) }));
                } else {
                    act(Move { from, to, becomes: None });
                }
            }
        }
    }
}

impl Position {
    /// The board, with castling as the crate has it: the king's move to its rook.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.0
    }

    /// The side to move.
    #[must_use]
    pub fn to_move(&self) -> Color {
        self.0.side_to_move()
    }

    /// The square that has been passed over, if a pawn of the side to move stands where it might capture there.
    #[must_use]
    pub fn en_passant(&self) -> Option<Square> {
        let us = self.to_move();
        let file = self.0.en_passant()?;
        let passed = Square::new(file, Rank::Sixth.relative_to(us));
        let able = cozy_chess::get_pawn_attacks(passed, !us) & self.0.colored_pieces(us, Piece::Pawn);
        (!able.is_empty()).then_some(passed)
    }

    /// Whether the side has a right to castle.
    #[must_use]
    pub fn may_castle(&self, colour: Color) -> bool {
        let rights = self.0.castle_rights(colour);
        rights.short.or(rights.long).is_some()
    }

    /// A number that depends on the position alone; different positions have, nearly always, different numbers.
    #[must_use]
    pub fn key(&self) -> u64 {
        let passed = self.en_passant().map_or(0, |passed| (passed as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        self.0.hash_without_ep() ^ passed
    }

    /// The legal moves.
    #[must_use]
    pub fn legal(&self) -> Legal {
        let mut legal = Legal { from: BitBoard::EMPTY, to: [BitBoard::EMPTY; 64], promoting: BitBoard::EMPTY };
        let own = self.0.colors(self.to_move());
        let last_ranks = Rank::First.bitboard() | Rank::Eighth.bitboard();
        self.0.generate_moves(|moves| {
            let mut to = moves.to;
            if moves.piece == Piece::King {
                for rook in to & own {
                    let file = if rook.file() > moves.from.file() { File::G } else { File::C };
                    to = (to ^ rook.bitboard()) | Square::new(file, rook.rank()).bitboard();
                }
            }
            if moves.piece == Piece::Pawn && !(to & last_ranks).is_empty() {
                legal.promoting |= moves.from.bitboard();
            }
            if !to.is_empty() {
                legal.from |= moves.from.bitboard();
                legal.to[moves.from as usize] |= to;
            }
            false
        });
        legal
    }

    /// The move in the crate's form.
    fn native(&self, played: Move) -> Played {
        let king = self.0.king(self.to_move());
        let two_files = (played.from.file() as i8 - played.to.file() as i8).abs() == 2;
        let to = if played.from == king && two_files {
            let rights = self.0.castle_rights(self.to_move());
            let rook = if played.to.file() > played.from.file() { rights.short } else { rights.long };
            rook.map_or(played.to, |file| Square::new(file, played.to.rank()))
        } else {
            played.to
        };
        Played { from: played.from, to, promotion: played.becomes }
    }

    /// A move of the crate's in the form of the rule set's page.
    #[must_use]
    pub fn named(&self, played: Played) -> Move {
        let castles = self.0.colors(self.to_move()).has(played.to);
        let file = if played.to.file() > played.from.file() { File::G } else { File::C };
        let to = if castles { Square::new(file, played.to.rank()) } else { played.to };
        Move { from: played.from, to, becomes: played.promotion }
    }

    /// The position after a legal move.
    #[must_use]
    pub fn after(&self, played: Move) -> Self {
        let mut board = self.0.clone();
        board.play_unchecked(self.native(played));
        Self(board)
    }

    /// The position with that board.
    #[must_use]
    pub fn of_board(board: Board) -> Self {
        Self(board)
    }

    /// Whether the side to move has a legal move.
    #[must_use]
    pub fn has_moves(&self) -> bool {
        self.0.generate_moves(|_| true)
    }

    /// How play is over, if it is.
    #[must_use]
    pub fn end(&self) -> Option<End> {
        if self.has_moves() {
            return None;
        }
        Some(if self.0.checkers().is_empty() { End::Stalemate } else { End::Mate(!self.to_move()) })
    }

    /// Whether it can be seen of the material that the side cannot mate from here on (rule set, section 5).
    #[must_use]
    pub fn material(&self, winner: Color) -> bool {
        Self::has_no_material(&self.0, winner)
    }

    /// [`Position::material`] of a board.
    #[must_use]
    pub fn has_no_material(board: &Board, winner: Color) -> bool {
        let (own, others) = (board.colors(winner), board.colors(!winner));
        if own.len() == 1 {
            return true;
        }
        if !board.pieces(Piece::Pawn).is_empty() {
            return false;
        }
        let [kings, queens, knights, bishops] = [Piece::King, Piece::Queen, Piece::Knight, Piece::Bishop].map(|piece| board.pieces(piece));
        let one_knight = own.len() == 2 && !(own & knights).is_empty();
        if one_knight && (others & !kings & !queens).is_empty() {
            return true;
        }
        let on_one_colour = |colour: BitBoard| (own & bishops & !colour).is_empty() && (others & bishops & !colour).is_empty();
        (own & !kings & !bishops).is_empty()
            && (others & knights).is_empty()
            && (on_one_colour(BitBoard::DARK_SQUARES) || on_one_colour(BitBoard::LIGHT_SQUARES))
    }

    /// Whether the static argument shows that the side cannot mate from here on (rule set, section 5).
    #[must_use]
    pub fn statically(&self, winner: Color) -> bool {
        cover::nowhere_mated(self, winner)
    }
}
