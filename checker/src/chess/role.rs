//! Pieces and pawns, and the letters for them.

/// Pieces and pawns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Role {
    Pawn,
    Knight,
    Bishop,
    Rook,
    Queen,
    King,
}

/// The capital letters, which are White's; Black's are the small ones.
const LETTERS: [(char, Role); 6] =
    [('P', Role::Pawn), ('N', Role::Knight), ('B', Role::Bishop), ('R', Role::Rook), ('Q', Role::Queen), ('K', Role::King)];

impl Role {
    /// The capital letter.
    pub(crate) fn letter(self) -> char {
        LETTERS.iter().find(|(_, known)| *known == self).map_or('?', |(letter, _)| *letter)
    }

    /// What a letter, capital or small, stands for.
    pub(crate) fn of_letter(letter: char) -> Option<Self> {
        LETTERS.iter().find(|(known, _)| *known == letter.to_ascii_uppercase()).map(|(_, unit)| *unit)
    }
}
