//! Pieces and pawns, and the letters for them.

/// Pieces and pawns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Unit {
    Pawn,
    Knight,
    Bishop,
    Rook,
    Queen,
    King,
}

/// The capital letters, which are White's; Black's are the small ones.
const LETTERS: [(char, Unit); 6] =
    [('P', Unit::Pawn), ('N', Unit::Knight), ('B', Unit::Bishop), ('R', Unit::Rook), ('Q', Unit::Queen), ('K', Unit::King)];

impl Unit {
    /// The capital letter.
    pub(crate) fn letter(self) -> char {
        LETTERS.iter().find(|(_, known)| *known == self).map_or('?', |(letter, _)| *letter)
    }

    /// What a letter, capital or small, stands for.
    pub(crate) fn of_letter(letter: char) -> Option<Self> {
        LETTERS.iter().find(|(known, _)| *known == letter.to_ascii_uppercase()).map(|(_, unit)| *unit)
    }
}
