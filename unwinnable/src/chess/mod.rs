//! The rules of orthodox chess, and arguments that a side can no longer mate.
//!
//! `fen` reads and writes positions, and `packed` encodes positions for certificates. Section 5 of
//! `spec/rules/chess.md` defines these arguments. `material` implements the material argument, `mobility` and
//! `mating_net` implement the static argument, and `skeleton` implements the skeleton argument. `bitboard` and
//! `king_zone` have functions for sets of squares, which the arguments use. This module has no searches.

pub(crate) mod bitboard;
mod fen;
mod king_zone;
pub(crate) mod material;
mod mating_net;
pub mod mobility;
pub(crate) mod near;
mod packed;
pub mod skeleton;
pub(crate) mod unit_moves;

use std::fmt;

pub(crate) use bitboard::attacks;
pub use cozy_chess::{BitBoard, Color, Piece as Role, Square};
use cozy_chess::{Board, File, Move as NativeMove, Rank};
pub use fen::{FenError, FenField};

/// A position of orthodox chess without move counters. The side not to move is not in check.
///
/// Parse a FEN with [`str::parse`], and write a FEN with [`ToString`]. [`Position::default`] is the initial position of
/// a game.
#[derive(Clone, Debug)]
pub struct Position(Board);

/// A move. Castling is written as the king's move of two squares. [`ToString`] returns UCI notation, such as `e2e4`,
/// `e7e8q` or `e1g1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// Origin square.
    pub from: Square,
    /// Target square.
    pub to: Square,
    /// The piece to which a pawn promotes on the last rank.
    pub promotion: Option<Role>,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)?;
        self.promotion.map_or(Ok(()), |piece| write!(f, "{piece}"))
    }
}

/// The pieces to which a pawn can promote, in move order.
const PROMOTIONS: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

/// The end of a game by mate or stalemate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The game ended in mate, and this side has won.
    Mate(Color),
    /// The side to move has no legal move and is not in check.
    Stalemate,
}

/// The legal moves of a position in *move order*, which means sorted by origin square, target square and promotion.
/// Certificates use this order of moves.
pub struct LegalMoves {
    from: BitBoard,
    /// For each origin square, the target squares.
    to: [BitBoard; 64],
    /// Squares of the pawns whose moves are all promotions.
    promoting: BitBoard,
}

impl Default for LegalMoves {
    fn default() -> Self {
        Self { from: BitBoard::EMPTY, to: [BitBoard::EMPTY; 64], promoting: BitBoard::EMPTY }
    }
}

impl LegalMoves {
    /// Returns whether there are no legal moves.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.from.is_empty()
    }

    /// Returns the number of legal moves.
    #[must_use]
    pub fn count(&self) -> u32 {
        self.from.into_iter().map(|from| self.moves_from(from)).sum()
    }

    fn moves_from(&self, from: Square) -> u32 {
        self.to[from as usize].len() * if self.promoting.has(from) { 4 } else { 1 }
    }

    /// Returns the index of a legal move in move order, from 0.
    #[must_use]
    pub fn index(&self, played: Move) -> u32 {
        let below = |square: Square| BitBoard(square.bitboard().0 - 1);
        let before: u32 = (self.from & below(played.from)).into_iter().map(|from| self.moves_from(from)).sum();
        let same = (self.to[played.from as usize] & below(played.to)).len();
        let promotion_index = |promotion: Role| PROMOTIONS.iter().position(|&role| role == promotion).unwrap_or(0) as u32;
        before + played.promotion.map_or(same, |promotion| 4 * same + promotion_index(promotion))
    }

    /// Calls `act` for each move, in move order.
    pub fn for_each(&self, mut act: impl FnMut(Move)) {
        for from in self.from {
            for to in self.to[from as usize] {
                if self.promoting.has(from) {
                    PROMOTIONS.into_iter().for_each(|role| act(Move { from, to, promotion: Some(role) }));
                } else {
                    act(Move { from, to, promotion: None });
                }
            }
        }
    }
}

impl Position {
    /// Returns the board as the crate `cozy-chess` represents it. On this board, a king castles by a move to the square
    /// of its rook.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.0
    }

    /// Returns the side to move.
    #[must_use]
    pub fn to_move(&self) -> Color {
        self.0.side_to_move()
    }

    /// Returns the en passant square if a pawn of the side to move attacks it. The capture may still be illegal because
    /// of a pin.
    #[must_use]
    pub fn en_passant(&self) -> Option<Square> {
        Self::en_passant_of(&self.0)
    }

    pub(crate) fn en_passant_of(board: &Board) -> Option<Square> {
        let us = board.side_to_move();
        let file = board.en_passant()?;
        let passed = Square::new(file, Rank::Sixth.relative_to(us));
        let able = cozy_chess::get_pawn_attacks(passed, !us) & board.colored_pieces(us, Role::Pawn);
        (!able.is_empty()).then_some(passed)
    }

    /// Returns whether the side has a right to castle.
    #[must_use]
    pub fn has_castling_right(&self, colour: Color) -> bool {
        let rights = self.0.castle_rights(colour);
        rights.short.or(rights.long).is_some()
    }

    /// Returns the Zobrist key. Equal positions have equal keys, and different positions nearly always have different
    /// keys.
    #[must_use]
    pub fn key(&self) -> u64 {
        Self::key_of(&self.0)
    }

    /// Returns the key of the position on a board.
    pub(crate) fn key_of(board: &Board) -> u64 {
        let en_passant = Self::en_passant_of(board).map_or(0, |square| (square as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        board.hash_without_ep() ^ en_passant
    }

    /// Returns the legal moves.
    #[must_use]
    pub fn legal_moves(&self) -> LegalMoves {
        let mut legal = LegalMoves::default();
        self.find_legal_moves(&mut legal);
        legal
    }

    /// Replaces `legal` by the legal moves, so that searches can reuse one list.
    pub(crate) fn find_legal_moves(&self, legal: &mut LegalMoves) {
        (legal.from, legal.promoting) = (BitBoard::EMPTY, BitBoard::EMPTY);
        let last_ranks = Rank::First.bitboard() | Rank::Eighth.bitboard();
        let attacked = unit_moves::attacked_around_king(&self.0, self.to_move());
        unit_moves::for_each_unit(&self.0, attacked, |role, from, to| {
            let to = if role == Role::King { self.with_castling(from, to) } else { to };
            if role == Role::Pawn && !(to & last_ranks).is_empty() {
                legal.promoting |= from.bitboard();
            }
            // A pawn that can capture en passant is visited twice, so the target squares of both visits are merged.
            let before = if legal.from.has(from) { legal.to[from as usize] } else { BitBoard::EMPTY };
            legal.from |= from.bitboard();
            legal.to[from as usize] = before | to;
            false
        });
    }

    /// Converts a legal move to the representation of `cozy-chess`.
    fn native(&self, played: Move) -> NativeMove {
        let king = self.0.king(self.to_move());
        let two_files = (played.from.file() as i8 - played.to.file() as i8).abs() == 2;
        let to = if played.from == king && two_files {
            let rights = self.0.castle_rights(self.to_move());
            let rook = if played.to.file() > played.from.file() { rights.short } else { rights.long };
            rook.map_or(played.to, |file| Square::new(file, played.to.rank()))
        } else {
            played.to
        };
        NativeMove { from: played.from, to, promotion: played.promotion }
    }

    /// Converts a legal move from the representation of `cozy-chess`.
    #[must_use]
    pub(crate) fn move_of_native(&self, played: NativeMove) -> Move {
        let castles = self.0.colors(self.to_move()).has(played.to);
        let file = if played.to.file() > played.from.file() { File::G } else { File::C };
        let to = if castles { Square::new(file, played.to.rank()) } else { played.to };
        Move { from: played.from, to, promotion: played.promotion }
    }

    /// Returns the position after a legal move. If the move is illegal, the result is unspecified.
    #[must_use]
    pub fn after(&self, played: Move) -> Self {
        let mut board = self.0.clone();
        board.play_unchecked(self.native(played));
        Self(board)
    }

    /// Creates a position from a board of the crate `cozy-chess`.
    #[must_use]
    pub fn from_board(board: Board) -> Self {
        Self(board)
    }

    /// Returns whether the side to move has a legal move.
    #[must_use]
    pub fn has_legal_moves(&self) -> bool {
        Self::has_legal_moves_on(&self.0)
    }

    /// Returns whether the side to move on a board has a legal move.
    pub(crate) fn has_legal_moves_on(board: &Board) -> bool {
        let us = board.side_to_move();
        // A fast path suffices for most positions: an unpinned pawn can be pushed, or the king can move.
        let pawns = board.colored_pieces(us, Role::Pawn) & !board.pinned();
        if board.checkers().is_empty() && !(bitboard::pawn_push(pawns, us) & !board.occupied()).is_empty() {
            return true;
        }
        // Castling needs no test, because a king that can castle can also make one step in the same direction.
        let king = board.king(us);
        let steps = cozy_chess::get_king_moves(king) & !board.colors(us);
        let mut safe = steps.into_iter().filter(|&to| !bitboard::is_attacked(board, to, !us, board.occupied() ^ king.bitboard()));
        safe.next().is_some() || board.generate_moves_for(!king.bitboard(), |_| true)
    }

    /// Returns the index and the number of legal moves for each move of a line. In a certificate, each move of a line
    /// is encoded by its index and the number of legal moves.
    #[must_use]
    pub fn places_of(&self, line: &[Move]) -> Vec<(u32, u32)> {
        let mut position = self.clone();
        let place = |&played: &Move| {
            let place = position.place_of(played);
            position.0.play_unchecked(position.native(played));
            place
        };
        line.iter().map(place).collect()
    }

    /// Returns the index of a legal move in move order, and the number of legal moves.
    fn place_of(&self, played: Move) -> (u32, u32) {
        const LAST_RANKS: BitBoard = BitBoard(Rank::First.bitboard().0 | Rank::Eighth.bitboard().0);
        let before_from = BitBoard(played.from.bitboard().0 - 1);
        // If there is no check, the moves of all unpinned pawns are counted together.
        let pawns = if self.0.checkers().is_empty() { !self.0.pinned() } else { BitBoard::EMPTY };
        let pawns = self.0.colored_pieces(self.to_move(), Role::Pawn) & pawns;
        let counted = if pawns.has(played.from) { pawns ^ played.from.bitboard() } else { pawns };
        let (mut index, mut count) = self.count_pawn_moves(counted, before_from);
        let attacked = unit_moves::attacked_around_king(&self.0, self.to_move());
        unit_moves::for_each_unit_but(&self.0, counted, attacked, |role, from, to| {
            let to = if role == Role::King { self.with_castling(from, to) } else { to };
            let promotions = if role == Role::Pawn && !(to & LAST_RANKS).is_empty() { PROMOTIONS.len() as u32 } else { 1 };
            let moves = to.len() * promotions;
            count += moves;
            index += moves * u32::from(before_from.has(from));
            if from == played.from {
                index += (to & BitBoard(played.to.bitboard().0 - 1)).len() * promotions;
            }
            false
        });
        let promotion = played.promotion.and_then(|role| PROMOTIONS.iter().position(|&known| known == role)).unwrap_or(0);
        (index + promotion as u32, count)
    }

    /// Counts moves of unpinned pawns of the side to move, except en passant captures. Returns the count for the pawns
    /// on the squares `among`, and the count for all `pawns`.
    fn count_pawn_moves(&self, pawns: BitBoard, among: BitBoard) -> (u32, u32) {
        let us = self.to_move();
        let (others, empty) = (self.0.colors(!us), !self.0.occupied());
        let back = |set| bitboard::pawn_push(set, !us);
        let one = pawns & back(empty);
        let two = one & Rank::Second.relative_to(us).bitboard() & back(back(empty));
        let [to_a, to_h] = bitboard::beside(others).map(|beside| pawns & back(beside));
        let promoting = pawns & Rank::Seventh.relative_to(us).bitboard();
        let count = |from: BitBoard| {
            let moves = |of: BitBoard| [one, two, to_a, to_h].map(|each| (each & of).len()).iter().sum::<u32>();
            let promotions = if (promoting & from).is_empty() { 0 } else { 3 * moves(promoting & from) };
            moves(from) + promotions
        };
        (count(among), count(BitBoard::FULL))
    }

    /// Converts a king's target squares from the representation of `cozy-chess`. In `cozy-chess`, a king castles by a
    /// move to the square of its rook. In the result, the target square of castling is two squares from the king.
    fn with_castling(&self, king: Square, mut to: BitBoard) -> BitBoard {
        for rook in to & self.0.colors(self.to_move()) {
            let file = if rook.file() > king.file() { File::G } else { File::C };
            to = (to ^ rook.bitboard()) | Square::new(file, rook.rank()).bitboard();
        }
        to
    }

    /// Returns `End::Mate` or `End::Stalemate` if the game is over, and `None` if the side to move has a legal move.
    #[must_use]
    pub fn end(&self) -> Option<End> {
        if self.has_legal_moves() {
            return None;
        }
        Some(if self.0.checkers().is_empty() { End::Stalemate } else { End::Mate(!self.to_move()) })
    }

    /// Returns whether the material alone shows that the intended winner cannot mate from here on (section 5 of
    /// `spec/rules/chess.md`).
    #[must_use]
    pub fn has_insufficient_material(&self, intended_winner: Color) -> bool {
        material::cannot_mate(&self.0, intended_winner)
    }

    /// Returns whether the static argument, a test without search, shows that the intended winner cannot mate from here
    /// on (sections 5.1 and 5.2 of `spec/rules/chess.md`).
    #[must_use]
    pub fn static_argument_holds(&self, intended_winner: Color) -> bool {
        mating_net::cannot_mate(self, intended_winner)
    }
}
