//! Reads and writes moves in coordinates and in standard algebraic notation.

use std::fmt;

use super::piece::Move;
use super::piece::Role;
use super::position::Position;
use super::text::{letter, role, square, square_name};

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", square_name(self.from()), square_name(self.to()))?;
        self.promotion().map_or(Ok(()), |role| write!(f, "{}", letter(role)))
    }
}

/// The parsed text of a move, in coordinates or in standard algebraic notation.
struct ParsedMove {
    role: Option<Role>,
    file: Option<u32>,
    rank: Option<u32>,
    to: u32,
    promotion: Option<Role>,
}

/// Parses the text of a move, such as `e3`, `Nxc6`, `R1a3`, `a8=K`, `e2e3` or `a7b8k`.
fn said(text: &str) -> Option<ParsedMove> {
    let text = text.trim_end_matches(['+', '#', '!', '?']);
    let (text, promotion) = match text.split_once('=') {
        Some((text, unit)) => {
            let mut letters = unit.chars();
            (text, Some(role(letters.next()?.to_ascii_lowercase()).filter(|_| letters.next().is_none())?))
        }
        None => match text.char_indices().last().filter(|(_, last)| "qrbnkQRBNK".contains(*last)) {
            Some((end, last)) => (&text[..end], role(last.to_ascii_lowercase())),
            None => (text, None),
        },
    };
    let (named, rest) = match text.chars().next().filter(|c| "QRBNKP".contains(*c)) {
        Some(c) => (role(c.to_ascii_lowercase()), &text[1..]),
        None => (None, text),
    };
    let end = rest.len().checked_sub(2).filter(|&end| rest.is_char_boundary(end))?;
    let to = square(&rest[end..])?;
    let (mut file, mut rank) = (None, None);
    let mut from = rest[..end].trim_end_matches(['x', ':', '-']).chars();
    for c in from.by_ref() {
        match c {
            'a'..='h' if file.is_none() && rank.is_none() => file = Some(u32::from(c) - u32::from('a')),
            '1'..='8' if rank.is_none() => rank = Some(u32::from(c) - u32::from('1')),
            _ => return None,
        }
    }
    // If the text names no piece, a pawn moves. But if the text has both coordinates of the origin, a pawn or any piece
    // may move.
    let role = named.or(if file.is_some() && rank.is_some() { None } else { Some(Role::Pawn) });
    Some(ParsedMove { role, file, rank, to, promotion })
}

/// Reason why a text does not name a legal move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MoveError {
    /// The text does not have the form of a move.
    #[error("{0:?} is no move: expected one such as e3, Nxc6, a8=K or e2e3")]
    Form(String),
    /// Several legal moves have this text.
    #[error("{text} is ambiguous: {}", moves.join(" or "))]
    Ambiguous {
        /// Text of the move.
        text: String,
        /// Legal moves with this text, in coordinates.
        moves: Vec<String>,
    },
    /// The game has ended.
    #[error("{0} is illegal: play is over")]
    Over(String),
    /// A pawn reaches the last rank, and the text does not name the piece that it becomes.
    #[error("{text} is illegal: what does the pawn become? Write {square}=Q, R, B, N or K")]
    Promotion {
        /// Text of the move.
        text: String,
        /// Name of the square that the pawn reaches.
        square: String,
    },
    /// The side to move has to capture.
    #[error("{text} is illegal: captures are compulsory ({})", captures.join(", "))]
    MustCapture {
        /// Text of the move.
        text: String,
        /// Legal captures in standard algebraic notation.
        captures: Vec<String>,
    },
    /// The move is not legal, for a reason that no other variant describes.
    #[error("{text} is illegal in {position}")]
    Illegal {
        /// Text of the move.
        text: String,
        /// Position in which the move is not legal.
        position: Position,
    },
}

impl Position {
    /// Finds the legal move that `text` names in coordinates or in standard algebraic notation.
    ///
    /// # Errors
    /// [`MoveError`] if the text does not name exactly one legal move.
    pub fn find_move(&self, text: &str) -> Result<Move, MoveError> {
        let said = said(text).ok_or_else(|| MoveError::Form(text.to_owned()))?;
        let moves = self.moves();
        let fits = |played: &&Move| {
            said.to == played.to()
                && said.promotion == played.promotion()
                && said.file.is_none_or(|file| file == played.from() % 8)
                && said.rank.is_none_or(|rank| rank == played.from() / 8)
                && said.role.is_none_or(|role| self.at(played.from()).is_some_and(|(_, stands)| stands == role))
        };
        let found: Vec<&Move> = moves.iter().filter(fits).collect();
        match found.as_slice() {
            [one] => Ok(**one),
            [] => Err(self.why_not(text, &said, &moves)),
            several => {
                let several: Vec<String> = several.iter().map(ToString::to_string).collect();
                Err(MoveError::Ambiguous { text: text.to_owned(), moves: several })
            }
        }
    }

    fn why_not(&self, text: &str, said: &ParsedMove, moves: &[Move]) -> MoveError {
        let text = text.to_owned();
        let captures = moves.first().is_some_and(|&played| self.is_capture(played));
        let to_there = moves.iter().find(|played| played.to() == said.to && played.promotion().is_some() != said.promotion.is_some());
        match to_there {
            _ if moves.is_empty() => MoveError::Over(text),
            Some(played) if played.promotion().is_some() => MoveError::Promotion { text, square: square_name(said.to) },
            _ if captures => MoveError::MustCapture { text, captures: moves.iter().map(|&played| self.san(played)).collect() },
            _ => MoveError::Illegal { text, position: *self },
        }
    }

    /// Returns whether a legal move captures.
    #[must_use]
    pub fn is_capture(&self, played: Move) -> bool {
        let by_pawn = self.by_role(Role::Pawn) >> played.from() & 1 == 1;
        self.occupied() >> played.to() & 1 == 1 || by_pawn && played.from() % 8 != played.to() % 8
    }

    /// Returns a legal move in standard algebraic notation (FIDE Laws of Chess, appendix C), with `=K` for promotion to
    /// king.
    #[must_use]
    pub fn san(&self, played: Move) -> String {
        let (from, to) = (played.from(), played.to());
        let role = self.at(from).map_or(Role::Pawn, |(_, role)| role);
        let capture = if self.is_capture(played) { "x" } else { "" };
        if role == Role::Pawn {
            let file = if capture.is_empty() { String::new() } else { square_name(from)[..1].to_owned() };
            let promotion = played.promotion().map_or_else(String::new, |role| format!("={}", letter(role).to_ascii_uppercase()));
            return format!("{file}{capture}{}{promotion}", square_name(to));
        }
        let stands = |other: &Move| self.at(other.from()).is_some_and(|(_, stands)| stands == role);
        let moves = self.moves();
        let rivals: Vec<&Move> = moves.iter().filter(|other| other.to() == to && other.from() != from && stands(other)).collect();
        let name = square_name(from);
        let which = match () {
            () if rivals.is_empty() => "",
            () if rivals.iter().all(|rival| rival.from() % 8 != from % 8) => &name[..1],
            () if rivals.iter().all(|rival| rival.from() / 8 != from / 8) => &name[1..],
            () => &name,
        };
        format!("{}{which}{capture}{}", letter(role).to_ascii_uppercase(), square_name(to))
    }
}

#[cfg(test)]
mod tests {
    use crate::games::losing_chess::text::{START, Setup};

    #[test]
    fn moves_found() {
        let table = [
            (START, "e3", "e2e3", "e3"),
            (START, "Nc3", "b1c3", "Nc3"),
            (START, "g1f3", "g1f3", "Nf3"),
            ("rnbqkbnr/p1pppppp/8/1p6/8/4P3/PPPP1PPP/RNBQKBNR w - -", "Bxb5", "f1b5", "Bxb5"),
            ("8/8/8/2PpP3/8/8/8/8 w - d6", "cxd6", "c5d6", "cxd6"),
            ("1n6/P7/8/8/8/8/8/k7 w - -", "axb8=K", "a7b8k", "axb8=K"),
            ("1n6/P7/8/8/8/8/8/k7 w - -", "a7b8n", "a7b8n", "axb8=N"),
            ("8/8/8/8/8/8/8/R2k3R w - -", "R1xd1", "", "ambiguous"),
            ("8/8/8/8/8/8/8/R2k3R w - -", "Raxd1", "a1d1", "Raxd1"),
            ("R7/8/8/8/8/8/8/R6k w - -", "R8a3", "", "captures are compulsory (Rxh1)"),
            ("R7/8/8/8/8/8/7k/R7 w - -", "R8a3", "a8a3", "R8a3"),
            ("8/P7/8/8/8/8/7k/8 w - -", "a8", "", "what does the pawn become"),
            (START, "e5", "", "illegal in rnbq"),
            (START, "xyz", "", "no move"),
            (START, "é3", "", "no move"),
            ("8/8/8/8/8/p7/P7/8 w - -", "a3", "", "play is over"),
        ];
        for (position, text, coordinates, san) in table {
            let position = position.parse::<Setup>().unwrap().position;
            match position.find_move(text) {
                Ok(played) => assert_eq!((played.to_string().as_str(), position.san(played).as_str()), (coordinates, san), "{text}"),
                Err(error) => assert!(coordinates.is_empty() && error.to_string().contains(san), "{text}: {error}"),
            }
        }
    }
}
