//! The pieces of an ending, section 2 of the rules page.

use crate::bidding::rules::bidding_chess::board::Board;
use crate::core::game::Colour;
use std::cmp::Ordering;
use std::fmt;

/// The most pieces of a material, kings included.
pub(super) const MOST_PIECES: usize = 6;

/// The type of a piece, in the order of the material text.
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
    /// What a pawn can become, in move order.
    pub(super) const PROMOTIONS: [Self; 4] = [Self::Queen, Self::Rook, Self::Bishop, Self::Knight];

    fn from_letter(letter: char) -> Option<Self> {
        Some(match letter {
            'K' => Self::King,
            'Q' => Self::Queen,
            'R' => Self::Rook,
            'B' => Self::Bishop,
            'N' => Self::Knight,
            'P' => Self::Pawn,
            _ => return None,
        })
    }

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

/// A piece: whose, and what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    pub(super) colour: Colour,
    pub(super) role: Role,
}

/// The pieces of a game in list order: White's king, White's others, Black's king, Black's others. White's list is stronger or equal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Material {
    pieces: Vec<Piece>,
}

impl Material {
    /// Reads the text of a material of that board; the error says why it is none.
    pub(super) fn parse(text: &str, board: Board) -> Result<Self, String> {
        // Counted before anything is taken: the text is as long as the file likes.
        let found = text.chars().take(MOST_PIECES + 1).count();
        let most = MOST_PIECES.min(usize::from(board.size()));
        if found > most {
            return Err(format!("expected at most {most} pieces, found more"));
        }
        let roles: Option<Vec<Role>> = text.chars().map(Role::from_letter).collect();
        let roles = roles.ok_or_else(|| format!("expected letters of KQRBNP, found \"{}\"", text.escape_debug()))?;
        let mut lists = roles.split(|role| *role == Role::King);
        let (Some([]), Some(white), Some(black), None) = (lists.next(), lists.next(), lists.next(), lists.next()) else {
            return Err(format!("expected two lists that begin with K each, found \"{text}\""));
        };
        if !(white.is_sorted() && black.is_sorted()) {
            return Err(format!("expected pieces in the order QRBNP behind each king, found \"{text}\""));
        }
        let pawns = roles.iter().filter(|role| **role == Role::Pawn).count();
        let pawn_squares = usize::from(board.width()) * usize::from(board.height().saturating_sub(2));
        if pawns > pawn_squares {
            return Err(format!("expected at most {pawn_squares} pawns, as many as there are squares for them, found {pawns}"));
        }
        if strength(white, black) == Ordering::Less {
            return Err(format!("\"{text}\" is to be written with colours exchanged"));
        }
        Ok(Self::of(white, black))
    }

    /// The material of these pieces besides the kings, in order or not, and whether colours had to be exchanged for it.
    pub(super) fn ordered(mut white: Vec<Role>, mut black: Vec<Role>) -> (Self, bool) {
        white.sort_unstable();
        black.sort_unstable();
        match strength(&white, &black) {
            Ordering::Less => (Self::of(&black, &white), true),
            _ => (Self::of(&white, &black), false),
        }
    }

    fn of(white: &[Role], black: &[Role]) -> Self {
        let side = |colour, roles: &[Role]| -> Vec<Piece> {
            std::iter::once(Role::King).chain(roles.iter().copied()).map(|role| Piece { colour, role }).collect()
        };
        let mut pieces = side(Colour::White, white);
        pieces.extend(side(Colour::Black, black));
        Self { pieces }
    }

    /// The pieces in list order.
    pub(super) fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    pub(super) fn has_pawn(&self) -> bool {
        self.pieces.iter().any(|piece| piece.role == Role::Pawn)
    }

    /// The order of citations (section 6): number of pieces, then the letters in the order of [`Role`].
    pub(super) fn citation_order(&self, other: &Self) -> Ordering {
        let letters = |material: &Self| -> Vec<Role> { material.pieces.iter().map(|piece| piece.role).collect() };
        self.pieces.len().cmp(&other.pieces.len()).then_with(|| letters(self).cmp(&letters(other)))
    }
}

/// Which of two lists without kings is the stronger one: `Greater` if the first is.
fn strength(white: &[Role], black: &[Role]) -> Ordering {
    white.len().cmp(&black.len()).then_with(|| black.cmp(white))
}

impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.pieces.iter().try_for_each(|piece| write!(f, "{}", piece.role.letter()))
    }
}
