//! Positions of chess and losing chess as text: their legal moves in move order (from the crate shakmaty), their packed
//! form, and numbers written as bits.

use shakmaty::fen::Fen;
use shakmaty::variant::Antichess;
use shakmaty::{CastlingMode, Chess, EnPassantMode, FromSetup, Move, Position, PositionError, Role, Square};

/// A legal move.
#[derive(Clone, Debug)]
pub struct Played {
    /// Name in the notation of the corpus.
    pub name: String,
    /// Position after the move, as the first four fields of FEN.
    pub after: String,
    /// Whether the move is a capture or a pawn move.
    pub zeroing: bool,
}

fn position<P: FromSetup + Position>(text: &str) -> P {
    let fen: Fen = format!("{text} 0 1").parse().unwrap_or_else(|error| panic!("{text}: {error}"));
    let position = fen.into_position(CastlingMode::Standard);
    let position = position.or_else(PositionError::ignore_too_much_material).or_else(PositionError::ignore_impossible_check);
    position.unwrap_or_else(|_| panic!("{text} is no position"))
}

fn legal<P: FromSetup + Position + Clone>(text: &str) -> Vec<Played> {
    let position: P = position(text);
    let order = |played: &Move| {
        let from = played.from().unwrap();
        let to = match played {
            Move::Castle { king, rook } => {
                Square::from_coords(if rook.file() > king.file() { shakmaty::File::G } else { shakmaty::File::C }, king.rank())
            }
            other => other.to(),
        };
        let promotion = [None, Some(Role::Queen), Some(Role::Rook), Some(Role::Bishop), Some(Role::Knight), Some(Role::King)];
        (from, to, promotion.iter().position(|role| *role == played.promotion()))
    };
    let mut moves: Vec<Move> = position.legal_moves().into_iter().collect();
    moves.sort_by_key(order);
    let play = |played: Move| {
        let (from, to, _) = order(&played);
        let letter = played.promotion().map(|role| role.char().to_string()).unwrap_or_default();
        let after = position.clone().play(played).ok().unwrap();
        let text = Fen::from_position(&after, EnPassantMode::PseudoLegal).to_string();
        Played {
            name: format!("{from}{to}{letter}"),
            after: text.split(' ').take(4).collect::<Vec<_>>().join(" "),
            zeroing: played.is_capture() || played.role() == Role::Pawn,
        }
    };
    moves.into_iter().map(play).collect()
}

/// Returns the legal moves of a chess position.
pub fn chess(text: &str) -> Vec<Played> {
    legal::<Chess>(text)
}

/// Returns the legal moves of a position of losing chess in which both sides have units.
pub fn antichess(text: &str) -> Vec<Played> {
    legal::<Antichess>(text)
}

/// Returns whether the side to move is in check.
pub fn in_check(text: &str) -> bool {
    position::<Chess>(text).is_check()
}

/// Counts the units of both sides, White's first.
pub fn units(text: &str) -> [usize; 2] {
    let board = text.split(' ').next().unwrap();
    [board.matches(|letter: char| letter.is_ascii_uppercase()).count(), board.matches(|letter: char| letter.is_ascii_lowercase()).count()]
}

/// Returns 0 if White is to move and 1 if Black is.
pub fn to_move(text: &str) -> u64 {
    u64::from(text.contains(" b "))
}

/// Returns the packed form of a board, which need not be a legal one. Letters are those of FEN, and four more: `e` is a
/// pawn that can be captured en passant, `c` a rook with which its side may castle, and `W` and `L` are the white and
/// the black king of a side to move.
pub fn packed_board(board: &str) -> Vec<u8> {
    let (mut occupied, mut codes) = (vec![], vec![]);
    for row in board.split('/').rev() {
        let (mut file, mut rank) = (0, 0_u8);
        for letter in row.chars() {
            if let Some(empty) = letter.to_digit(10) {
                file += empty;
            } else {
                rank |= 1 << file;
                codes.push("PNBRQKpnbrqkecWL".find(letter).unwrap_or_else(|| panic!("{letter}")) as u8);
                file += 1;
            }
        }
        assert_eq!(file, 8, "{board}");
        occupied.push(rank);
    }
    occupied.extend(codes.chunks(2).map(|pair| pair[0] << 4 | pair.get(1).copied().unwrap_or(0)));
    occupied
}

/// Returns the packed form of a position.
pub fn packed(text: &str) -> Vec<u8> {
    let fields: Vec<&str> = text.split(' ').collect();
    let [board, side, castling, passed] = fields[..] else { panic!("{text}") };
    let mut squares: Vec<Vec<char>> = board
        .split('/')
        .rev()
        .map(|row| row.chars().flat_map(|letter| letter.to_digit(10).map_or(vec![letter], |empty| vec!['.'; empty as usize])).collect())
        .collect();
    for right in castling.chars().filter(|right| *right != '-') {
        let rank = if right.is_ascii_uppercase() { 0 } else { 7 };
        squares[rank][if right.eq_ignore_ascii_case(&'k') { 7 } else { 0 }] = 'c';
    }
    if let [file, rank] = passed.as_bytes() {
        squares[if *rank == b'3' { 3 } else { 4 }][usize::from(file - b'a')] = 'e';
    }
    for square in squares.iter_mut().flatten() {
        match (&*square, side) {
            ('K', "w") => *square = 'W',
            ('k', "b") => *square = 'L',
            _ => {}
        }
    }
    let rows: Vec<String> =
        squares.iter().rev().map(|row| row.iter().map(|square| if *square == '.' { '1' } else { *square }).collect()).collect();
    packed_board(&rows.join("/"))
}

/// Bit stream for numbers, the most significant bit of each byte first.
#[derive(Clone, Debug, Default)]
pub struct Bits {
    /// Bits in the order in which they were written.
    pub bits: Vec<bool>,
}

impl Bits {
    /// Writes the index of one of `count` moves in the number of bits of `count - 1`.
    pub fn choice(&mut self, number: usize, count: usize) {
        let width = usize::BITS - (count - 1).leading_zeros();
        self.bits.extend((0..width).rev().map(|bit| number >> bit & 1 == 1));
    }

    /// Returns the bytes. The last byte is filled with zeros.
    pub fn bytes(&self) -> Vec<u8> {
        self.bits.chunks(8).map(|byte| (0..8).fold(0, |sum, bit| sum << 1 | u8::from(byte.get(bit).copied().unwrap_or(false)))).collect()
    }
}
