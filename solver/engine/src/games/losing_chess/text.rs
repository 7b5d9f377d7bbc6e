//! Reads positions as FEN, and writes the first four fields of a FEN.

use crate::games::Colour;
use std::fmt;
use std::str::FromStr;

use super::piece::{Move, Role};
use super::position::Position;

/// A position with a clock, which counts the moves since the last capture or pawn move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup {
    /// Position without the clock.
    pub position: Position,
    /// Number of moves since the last capture or pawn move: the fifth field of the FEN, or 0 if the FEN has no such
    /// field.
    pub clock: u32,
}

impl Setup {
    /// Returns the position and the clock after a move. The clock stops at 100, which is its maximum in certificates.
    #[must_use]
    pub fn after(&self, played: Move) -> Self {
        let clock = if self.position.is_irreversible(played) { 0 } else { (self.clock + 1).min(MAX_CLOCK) };
        Self { position: self.position.after(played), clock }
    }
}

/// The FEN of the initial position.
pub const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - -";

/// Maximum number of pieces and pawns of a side.
const MAX_UNITS: u32 = 16;
/// Maximum of the clock in a certificate.
const MAX_CLOCK: u32 = 100;

/// Returns the lower-case letter of a role.
#[must_use]
pub fn letter(role: Role) -> char {
    match role {
        Role::Queen => 'q',
        Role::Rook => 'r',
        Role::Bishop => 'b',
        Role::Knight => 'n',
        Role::King => 'k',
        Role::Pawn => 'p',
    }
}

/// Returns the role with this lower-case letter.
#[must_use]
pub fn role(small: char) -> Option<Role> {
    Some(match small {
        'q' => Role::Queen,
        'r' => Role::Rook,
        'b' => Role::Bishop,
        'n' => Role::Knight,
        'k' => Role::King,
        'p' => Role::Pawn,
        _ => return None,
    })
}

/// Returns the name of a square, such as `a1`.
#[must_use]
pub fn square_name(square: u32) -> String {
    format!("{}{}", char::from(b"abcdefgh"[square as usize & 7]), square / 8 + 1)
}

/// Returns the square with this name, or `None` if there is none.
#[must_use]
pub fn square(name: &str) -> Option<u32> {
    let [file @ b'a'..=b'h', rank @ b'1'..=b'8'] = name.as_bytes() else { return None };
    Some(u32::from(file - b'a') + 8 * u32::from(rank - b'1'))
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..8).rev() {
            let mut empty = 0;
            for file in 0..8 {
                let Some((owner, role)) = self.at(file + 8 * rank) else {
                    empty += 1;
                    continue;
                };
                if empty > 0 {
                    write!(f, "{empty}")?;
                    empty = 0;
                }
                let small = letter(role);
                write!(f, "{}", if owner == Colour::White { small.to_ascii_uppercase() } else { small })?;
            }
            if empty > 0 {
                write!(f, "{empty}")?;
            }
            if rank > 0 {
                f.write_str("/")?;
            }
        }
        let side = if self.side() == Colour::White { 'w' } else { 'b' };
        write!(f, " {side} - {}", self.en_passant().map_or_else(|| "-".to_owned(), square_name))
    }
}

/// Reason why a text is not a position in FEN.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FenError {
    /// The number of fields is not from 2 to 6.
    #[error("expected a FEN of two to six fields, found {0:?}")]
    Fields(String),
    /// The board does not have eight ranks.
    #[error("expected 8 ranks with / between them, found {0}")]
    Ranks(usize),
    /// A rank of the board is malformed.
    #[error("rank {number} ({text:?}): {reason}")]
    Rank {
        /// Number of the rank, from 1.
        number: u32,
        /// Text of the rank.
        text: String,
        /// Reason why the rank is malformed.
        reason: RankError,
    },
    /// A pawn stands on the first or the last rank.
    #[error("a pawn on {0}")]
    Pawn(String),
    /// A side has too many pieces and pawns.
    #[error("{side} has {count} units, more than {MAX_UNITS}")]
    ManyUnits {
        /// Name of the side.
        side: &'static str,
        /// Number of the side's pieces and pawns.
        count: usize,
    },
    /// The board is empty.
    #[error("neither side has a unit")]
    NoUnit,
    /// The side to move is malformed.
    #[error("expected w or b for the side to move, found {0:?}")]
    Side(String),
    /// The field of castling rights is malformed.
    #[error("expected - for castling, which losing chess does not have, found {0:?}")]
    Castling(String),
    /// The field of the en passant square is malformed.
    #[error("expected - or a square for en passant, found {0:?}")]
    EnPassant(String),
    /// No pawn can have passed over the en passant square.
    #[error("no pawn can have passed over {0}")]
    NotPassed(String),
    /// The halfmove clock is malformed or too large.
    #[error("expected a number from 0 to {MAX_CLOCK} of moves since a capture or pawn move, found {0:?}")]
    Clock(String),
    /// The number of the move is malformed.
    #[error("expected the number of the move, found {0:?}")]
    MoveNumber(String),
}

/// Fault of a rank in a FEN.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RankError {
    /// A letter does not stand for a piece or pawn.
    #[error("{0:?} is no unit")]
    Unit(char),
    /// The rank does not have eight squares.
    #[error("expected 8 squares, found {0}")]
    Squares(u32),
}

impl FromStr for Setup {
    type Err = FenError;

    /// Parses a FEN of two to six fields.
    fn from_str(text: &str) -> Result<Self, FenError> {
        let fields: Vec<&str> = text.split_whitespace().collect();
        let (board, side) = match fields.as_slice() {
            [board, side, ..] if fields.len() <= 6 => (*board, *side),
            _ => return Err(FenError::Fields(text.to_owned())),
        };
        let side = match side {
            "w" => Colour::White,
            "b" => Colour::Black,
            other => return Err(FenError::Side(other.to_owned())),
        };
        if let Some(castling) = fields.get(2).filter(|field| !field.chars().all(|c| "-KQkq".contains(c))) {
            return Err(FenError::Castling((*castling).to_owned()));
        }
        let units = units(board)?;
        tested(&units)?;
        let plain = Position::new(units.iter().copied(), side, None);
        let position = match fields.get(3) {
            None | Some(&"-") => plain,
            Some(name) => Position::new(units, side, Some(passed_over(&plain, name)?)),
        };
        let clock = match fields.get(4) {
            None => 0,
            Some(&text) => text.parse().ok().filter(|&clock| clock <= MAX_CLOCK).ok_or_else(|| FenError::Clock(text.to_owned()))?,
        };
        if let Some(number) = fields.get(5).filter(|field| field.parse::<u32>().is_err()) {
            return Err(FenError::MoveNumber((*number).to_owned()));
        }
        Ok(Self { position, clock })
    }
}

/// Parses the pieces and pawns of the board field.
fn units(board: &str) -> Result<Vec<(u32, Colour, Role)>, FenError> {
    let ranks: Vec<&str> = board.split('/').collect();
    if ranks.len() != 8 {
        return Err(FenError::Ranks(ranks.len()));
    }
    let mut units = Vec::new();
    for (rank, text) in (0..8_u32).rev().zip(&ranks) {
        let wrong = |reason| FenError::Rank { number: rank + 1, text: (*text).to_owned(), reason };
        let mut file = 0;
        for c in text.chars() {
            if let Some(empty @ 1..=8) = c.to_digit(10) {
                file += empty;
            } else {
                let role = role(c.to_ascii_lowercase()).ok_or_else(|| wrong(RankError::Unit(c)))?;
                let owner = if c.is_ascii_uppercase() { Colour::White } else { Colour::Black };
                if file < 8 {
                    units.push((file + 8 * rank, owner, role));
                }
                file += 1;
            }
        }
        if file != 8 {
            return Err(wrong(RankError::Squares(file)));
        }
    }
    Ok(units)
}

/// Returns an error if the rule set does not allow the board.
fn tested(units: &[(u32, Colour, Role)]) -> Result<(), FenError> {
    if let Some((square, ..)) = units.iter().find(|(square, _, role)| *role == Role::Pawn && !(8..56).contains(square)) {
        return Err(FenError::Pawn(square_name(*square)));
    }
    for (side, name) in [(Colour::White, "White"), (Colour::Black, "Black")] {
        let count = units.iter().filter(|(_, owner, _)| *owner == side).count();
        if u32::try_from(count).is_ok_and(|count| count > MAX_UNITS) {
            return Err(FenError::ManyUnits { side: name, count });
        }
    }
    if units.is_empty() { Err(FenError::NoUnit) } else { Ok(()) }
}

/// Parses the name of the square that a pawn has just passed over in a double step.
fn passed_over(position: &Position, name: &str) -> Result<u32, FenError> {
    let passed = square(name).ok_or_else(|| FenError::EnPassant(name.to_owned()))?;
    let (rank, pawn, origin) = match position.side() {
        Colour::White => (5, passed.wrapping_sub(8), passed + 8),
        Colour::Black => (2, passed + 8, passed.wrapping_sub(8)),
    };
    let stepped = passed / 8 == rank
        && position.at(pawn) == Some((position.side().other(), Role::Pawn))
        && position.at(passed).is_none()
        && position.at(origin).is_none();
    if stepped { Ok(passed) } else { Err(FenError::NotPassed(name.to_owned())) }
}

#[cfg(test)]
mod tests {
    use super::{START, Setup};

    #[test]
    fn positions_read_and_written() {
        for text in [START, "8/8/8/2PpP3/8/8/8/8 w - d6", "8/8/8/8/5PpP/8/6P1/8 b - f3", "k7/8/8/8/8/8/8/8 b - -"] {
            assert_eq!(text.parse::<Setup>().unwrap().position.to_string(), text);
        }
        let more = [
            ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b - -"),
            ("k7/8/8/8/8/8/8/11111111 b", "k7/8/8/8/8/8/8/8 b - -"),
        ];
        for (text, written) in more {
            assert_eq!(text.parse::<Setup>().unwrap().position.to_string(), written);
        }
        assert_eq!("k7/8/8/8/8/8/8/K7 w - - 37 90".parse::<Setup>().unwrap().clock, 37);
    }

    #[test]
    fn positions_refused() {
        let table = [
            ("", "two to six fields"),
            ("8/8 w", "8 ranks"),
            ("k7/8/8/8/8/8/8/K6 w", "rank 1 (\"K6\"): expected 8 squares, found 7"),
            ("k7/8/8/8/8/8/8/K7K w", "expected 8 squares, found 9"),
            ("k7/8/8/8/8/8/8/X7 w", "'X' is no unit"),
            ("k7/8/8/8/8/8/8/P7 w", "a pawn on a1"),
            ("8/8/8/8/8/8/8/8 w", "neither side"),
            ("qqqqqqqq/qqqqqqqq/q7/8/8/8/8/8 w", "Black has 17 units"),
            ("k7/8/8/8/8/8/8/K7 x", "w or b"),
            ("k7/8/8/8/8/8/8/K7 w z", "castling"),
            ("k7/8/8/8/8/8/8/K7 w - e6", "no pawn can have passed over e6"),
            ("k7/8/8/8/8/8/8/K7 w - z9", "en passant"),
            ("k7/8/8/8/8/8/8/K7 w - - 101", "0 to 100"),
            ("k7/8/8/8/8/8/8/K7 w - - x", "0 to 100"),
            ("k7/8/8/8/8/8/8/K7 w - - 0 x", "number of the move"),
            ("k7/8/8/8/8/8/8/K7 w - - 0 1 1", "two to six fields"),
        ];
        for (text, requested) in table {
            let found = text.parse::<Setup>().unwrap_err().to_string();
            assert!(found.contains(requested), "{text}: {found}");
        }
    }
}
