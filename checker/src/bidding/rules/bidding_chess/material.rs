//! The pieces of an ending: section 2 of `spec/rules/bidding-chess.md`.

use super::board::Board;
use crate::core::game::Colour;
use std::fmt;

/// An ending has at most this many pieces, kings included.
pub(super) const MAX_PIECES: usize = 6;

/// Types of pieces, in the order of the letters KQRBNP.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Role {
    King,
    Queen,
    Rook,
    Bishop,
    Knight,
    Pawn,
}

impl Role {
    const ALL: [Self; 6] = [Self::King, Self::Queen, Self::Rook, Self::Bishop, Self::Knight, Self::Pawn];
    /// Roles to which a pawn can promote, in move order.
    pub(super) const PROMOTIONS: [Self; 4] = [Self::Queen, Self::Rook, Self::Bishop, Self::Knight];

    pub(super) fn letter(self) -> char {
        match self {
            Self::King => 'K',
            Self::Queen => 'Q',
            Self::Rook => 'R',
            Self::Bishop => 'B',
            Self::Knight => 'N',
            Self::Pawn => 'P',
        }
    }
}

/// A piece: its colour and its role. Pieces are ordered as in the piece list of the ending.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Piece {
    pub(super) colour: Colour,
    pub(super) role: Role,
}

/// The pieces of a game in list order: the white king, White's other pieces, the black king, Black's other pieces.
/// Black is never the stronger side, so [`black_is_stronger`] is false for this list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Material {
    pub(super) pieces: Vec<Piece>,
}

impl Material {
    /// Parses the pieces of an ending, written like `KRKB`, for a game on this board. The error explains why the text
    /// is invalid.
    pub(super) fn parse(text: &str, board: Board) -> Result<Self, String> {
        // The characters are counted before anything is allocated, because the file chooses the length of the text.
        let found = text.chars().take(MAX_PIECES + 1).count();
        let most = MAX_PIECES.min(usize::from(board.size()));
        if found > most {
            return Err(format!("expected at most {most} pieces, found more"));
        }
        let (mut pieces, mut kings) = (Vec::new(), 0_u8);
        for letter in text.chars() {
            let role = Role::ALL.into_iter().find(|role| role.letter() == letter);
            let role = role.ok_or_else(|| format!("expected letters of KQRBNP, found \"{}\"", text.escape_debug()))?;
            kings = kings.saturating_add(u8::from(role == Role::King));
            pieces.push(Piece { colour: if kings < 2 { Colour::White } else { Colour::Black }, role });
        }
        if kings != 2 || !pieces.is_sorted() {
            return Err(format!("expected two lists of K and then pieces in the order QRBNP, found \"{text}\""));
        }
        let pawns = pieces.iter().filter(|piece| piece.role == Role::Pawn).count();
        let pawn_squares = usize::from(board.width).saturating_mul(usize::from(board.height.saturating_sub(2)));
        if pawns > pawn_squares {
            return Err(format!("expected at most {pawn_squares} pawns, one for each square that a pawn can stand on, found {pawns}"));
        }
        if black_is_stronger(&pieces) {
            return Err(format!("\"{text}\" is to be written with colours exchanged"));
        }
        Ok(Self { pieces })
    }

    pub(super) fn has_pawn(&self) -> bool {
        self.pieces.iter().any(|piece| piece.role == Role::Pawn)
    }
}

/// Returns whether Black has more pieces than White. If both sides have equally many pieces, the first difference
/// between the two lists of pieces decides: Black is stronger if Black's letter stands before White's letter in KQRBNP.
pub(super) fn black_is_stronger(pieces: &[Piece]) -> bool {
    let (white, black) = pieces.split_at(pieces.partition_point(|piece| piece.colour == Colour::White));
    let roles = |pieces: &[Piece]| -> Vec<Role> { pieces.iter().map(|piece| piece.role).collect() };
    black.len() > white.len() || (black.len() == white.len() && roles(black) < roles(white))
}

impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.pieces.iter().try_for_each(|piece| write!(f, "{}", piece.role.letter()))
    }
}
