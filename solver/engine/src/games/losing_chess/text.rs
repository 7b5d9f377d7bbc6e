//! Positions as text: the first fields of FEN.

use crate::games::Colour;
use std::fmt;
use std::str::FromStr;

use super::piece::{Move, Role};
use super::position::Position;

/// A position as written by a user, with the number of moves since the last capture or pawn move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup {
    /// Position without the clock.
    pub position: Position,
    /// Fifth field of the FEN, 0 if absent.
    pub clock: u32,
}

impl Setup {
    /// Returns the setup after a move. The clock stops at the maximum for certificates.
    #[must_use]
    pub fn after(&self, played: Move) -> Self {
        let clock = if self.position.is_irreversible(played) { 0 } else { (self.clock + 1).min(MAX_CLOCK) };
        Self { position: self.position.after(played), clock }
    }
}

/// FEN fields of the initial position.
pub const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - -";

/// Maximum number of units of a side.
const MAX_UNITS: u32 = 16;
/// Maximum of FEN's fifth field in a certificate; from this value on, no claim about a 50-move rule is made.
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

/// Returns the square with this name.
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

impl FromStr for Setup {
    type Err = String;

    /// Parses two to six fields of FEN.
    fn from_str(text: &str) -> Result<Self, String> {
        let fields: Vec<&str> = text.split_whitespace().collect();
        let (board, side) = match fields.as_slice() {
            [board, side, ..] if fields.len() <= 6 => (*board, *side),
            _ => return Err(format!("expected a FEN of two to six fields, found {text:?}")),
        };
        let side = match side {
            "w" => Colour::White,
            "b" => Colour::Black,
            other => return Err(format!("expected w or b for the side to move, found {other:?}")),
        };
        if let Some(castling) = fields.get(2).filter(|field| !field.chars().all(|c| "-KQkq".contains(c))) {
            return Err(format!("expected - for castling, which losing chess does not have, found {castling:?}"));
        }
        let units = units(board)?;
        tested(&units)?;
        let plain = Position::new(units.iter().copied(), side, None);
        let position = match fields.get(3) {
            None | Some(&"-") => plain,
            Some(name) => Position::new(units, side, Some(passed_over(&plain, name)?)),
        };
        let clock =
            match fields.get(4) {
                None => 0,
                Some(text) => text.parse().ok().filter(|&clock| clock <= MAX_CLOCK).ok_or_else(|| {
                    format!("expected a number from 0 to {MAX_CLOCK} of moves since a capture or pawn move, found {text:?}")
                })?,
            };
        if let Some(number) = fields.get(5).filter(|field| field.parse::<u32>().is_err()) {
            return Err(format!("expected the number of the move, found {number:?}"));
        }
        Ok(Self { position, clock })
    }
}

/// Parses the units of the board field.
fn units(board: &str) -> Result<Vec<(u32, Colour, Role)>, String> {
    let ranks: Vec<&str> = board.split('/').collect();
    if ranks.len() != 8 {
        return Err(format!("expected 8 ranks with / between them, found {}", ranks.len()));
    }
    let mut units = Vec::new();
    for (rank, text) in (0..8_u32).rev().zip(&ranks) {
        let wrong = |what: String| format!("rank {} ({text:?}): {what}", rank + 1);
        let mut file = 0;
        for c in text.chars() {
            if let Some(empty @ 1..=8) = c.to_digit(10) {
                file += empty;
            } else {
                let role = role(c.to_ascii_lowercase()).ok_or_else(|| wrong(format!("{c:?} is no unit")))?;
                let owner = if c.is_ascii_uppercase() { Colour::White } else { Colour::Black };
                if file < 8 {
                    units.push((file + 8 * rank, owner, role));
                }
                file += 1;
            }
        }
        if file != 8 {
            return Err(wrong(format!("expected 8 squares, found {file}")));
        }
    }
    Ok(units)
}

/// Refuses boards that the rule set does not allow.
fn tested(units: &[(u32, Colour, Role)]) -> Result<(), String> {
    if let Some((square, ..)) = units.iter().find(|(square, _, role)| *role == Role::Pawn && !(8..56).contains(square)) {
        return Err(format!("a pawn on {}", square_name(*square)));
    }
    for (side, name) in [(Colour::White, "White"), (Colour::Black, "Black")] {
        let count = units.iter().filter(|(_, owner, _)| *owner == side).count();
        if u32::try_from(count).is_ok_and(|count| count > MAX_UNITS) {
            return Err(format!("{name} has {count} units, more than {MAX_UNITS}"));
        }
    }
    if units.is_empty() { Err("neither side has a unit".to_owned()) } else { Ok(()) }
}

/// Parses the square that a pawn has just passed over.
fn passed_over(position: &Position, name: &str) -> Result<u32, String> {
    let passed = square(name).ok_or_else(|| format!("expected - or a square for en passant, found {name:?}"))?;
    let (rank, pawn, behind) = match position.side() {
        Colour::White => (5, passed.wrapping_sub(8), passed + 8),
        Colour::Black => (2, passed + 8, passed.wrapping_sub(8)),
    };
    let stepped = passed / 8 == rank
        && position.at(pawn) == Some((position.side().other(), Role::Pawn))
        && position.at(passed).is_none()
        && position.at(behind).is_none();
    if stepped { Ok(passed) } else { Err(format!("no pawn can have passed over {name}")) }
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
            let found = text.parse::<Setup>().unwrap_err();
            assert!(found.contains(requested), "{text}: {found}");
        }
    }
}
