//! Describes the material of endings, and finds the endings that an ending can turn into.

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

use super::board::Board;
use crate::games::Colour;
use crate::model::name::{GameName, Parameter};

/// Maximum number of pieces of an ending.
pub const MAX_PIECES: usize = 6;

/// A kind of piece. The kinds of pieces have the same order as in the text of a material.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Role {
    /// The king.
    King,
    /// The queen.
    Queen,
    /// The rook.
    Rook,
    /// The bishop.
    Bishop,
    /// The knight.
    Knight,
    /// The pawn.
    Pawn,
}

impl Role {
    /// All roles in order.
    pub const ALL: [Role; 6] = [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];
    /// Roles that a pawn can promote to, in move order.
    pub const PROMOTIONS: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

    /// Returns the letter `K`, `Q`, `R`, `B`, `N` or `P`.
    #[must_use]
    pub fn letter(self) -> char {
        ['K', 'Q', 'R', 'B', 'N', 'P'][self as usize]
    }

    /// Returns the role with this capital letter.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.letter() == letter)
    }
}

/// A piece, with its colour and role. White's pieces come before Black's, and pieces of one colour are ordered by role.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Piece {
    /// Owner of the piece.
    pub colour: Colour,
    /// Kind of the piece.
    pub role: Role,
}

impl Piece {
    /// Returns the letter of the piece in FEN, which is a capital for White.
    #[must_use]
    pub fn letter(self) -> char {
        match self.colour {
            Colour::White => self.role.letter(),
            Colour::Black => self.role.letter().to_ascii_lowercase(),
        }
    }
}

/// The pieces of an ending. In *list order*, White's pieces come before Black's, and the pieces of a side are ordered
/// from king to pawn. White's pieces are never weaker than Black's.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Material {
    pieces: Vec<Piece>,
}

/// Reason why a text is not a material.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MaterialError {
    /// This letter does not name a piece.
    #[error("material '{1}': '{0}' is no piece; pieces are K, Q, R, B, N, P")]
    Letter(char, String),
    /// The text does not have exactly two kings, or does not begin with a king.
    #[error("material '{0}': expected White's pieces, then Black's, each beginning with a king, such as KNK or KRKB")]
    Kings(String),
    /// There are more than [`MAX_PIECES`] pieces.
    #[error("material '{0}': at most {MAX_PIECES} pieces")]
    TooMany(String),
}

impl Material {
    /// Returns the name that certificates use for the ending with this material.
    #[must_use]
    pub fn name(&self, board: Board) -> GameName {
        let [width, height] = [board.width(), board.height()].map(|n| Parameter::Unsigned(n.into()));
        GameName { rules: "bidding-chess", version: 1, parameters: vec![width, height, Parameter::Text(self.to_string())] }
    }

    /// Creates the material of these pieces. White must be the stronger side, so the colours may be exchanged. In
    /// addition, returns whether the colours were exchanged.
    #[must_use]
    pub fn from_pieces(mut pieces: Vec<Piece>) -> (Self, bool) {
        pieces.sort_unstable();
        let roles = |colour| pieces.iter().filter(move |piece| piece.colour == colour).map(|piece| piece.role);
        let (white, black) = (roles(Colour::White), roles(Colour::Black));
        // The order of `Role` is descending in strength, so Black's roles stand on the left of this comparison.
        let strength = white.clone().count().cmp(&black.clone().count()).then_with(|| black.cmp(white));
        let exchanged = strength == Ordering::Less;
        if exchanged {
            for piece in &mut pieces {
                piece.colour = piece.colour.other();
            }
            pieces.sort_unstable();
        }
        (Self { pieces }, exchanged)
    }

    /// Parses a text such as `KRKB`. In addition, returns whether its colours were exchanged.
    ///
    /// # Errors
    /// [`MaterialError`] with the cause.
    pub fn parse(text: &str) -> Result<(Self, bool), MaterialError> {
        let mut colour = Colour::Black;
        let mut kings = 0;
        let mut pieces = Vec::new();
        for letter in text.chars() {
            let role = Role::from_letter(letter.to_ascii_uppercase()).ok_or_else(|| MaterialError::Letter(letter, text.to_owned()))?;
            if role == Role::King {
                colour = colour.other();
                kings += 1;
            } else if kings == 0 {
                return Err(MaterialError::Kings(text.to_owned()));
            }
            pieces.push(Piece { colour, role });
        }
        if kings != 2 {
            return Err(MaterialError::Kings(text.to_owned()));
        }
        if pieces.len() > MAX_PIECES {
            return Err(MaterialError::TooMany(text.to_owned()));
        }
        Ok(Self::from_pieces(pieces))
    }

    /// Returns the pieces in list order.
    #[must_use]
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// Returns the file name of the ending's certificate, such as `krk-4x4.cbor`.
    #[must_use]
    pub fn file_name(&self, board: Board) -> String {
        let material = self.to_string().to_lowercase();
        if board == Board::CHESS { format!("{material}.cbor") } else { format!("{material}-{board}.cbor") }
    }

    /// Returns whether the material has a pawn.
    #[must_use]
    pub fn has_pawns(&self) -> bool {
        self.pieces.iter().any(|piece| piece.role == Role::Pawn)
    }

    /// Returns whether the pieces fit on the board.
    #[must_use]
    pub fn fits(&self, board: Board) -> bool {
        let pawns = self.pieces.iter().filter(|piece| piece.role == Role::Pawn).count();
        let room_for_pawns = usize::from(board.width()) * usize::from(board.height() - 2);
        self.pieces.len() <= usize::from(board.squares()) && pawns <= room_for_pawns
    }

    /// Returns the materials that can arise by a single capture or promotion, in the order of [`Self::citation_order`].
    #[must_use]
    pub fn sub_endings(&self) -> Vec<Material> {
        let mut found: Vec<Material> = Vec::new();
        let mut add = |pieces: &[Piece]| found.push(Self::from_pieces(pieces.to_vec()).0);
        for (captured, victim) in self.pieces.iter().enumerate().filter(|(_, piece)| piece.role != Role::King) {
            let mut rest = self.pieces.clone();
            rest.remove(captured);
            add(&rest);
            if victim.role != Role::Pawn {
                promoted(&rest, victim.colour.other(), &mut add);
            }
        }
        promoted(&self.pieces, Colour::White, &mut add);
        promoted(&self.pieces, Colour::Black, &mut add);
        found.sort_unstable_by(Self::citation_order);
        found.dedup();
        found
    }

    /// Returns, without duplicates, these materials and all materials into which they can turn. A material is listed
    /// after all materials into which it can turn.
    #[must_use]
    pub fn closure(materials: &[Material]) -> Vec<Material> {
        fn collect(material: &Material, order: &mut Vec<Material>) {
            if !order.contains(material) {
                material.sub_endings().iter().for_each(|sub| collect(sub, order));
                order.push(material.clone());
            }
        }
        let mut order = Vec::new();
        materials.iter().for_each(|material| collect(material, &mut order));
        order
    }

    /// Compares two materials by the order in which certificates cite endings. The material with fewer pieces comes
    /// first. Materials with the same number of pieces are compared letter by letter, in the order K, Q, R, B, N, P.
    #[must_use]
    pub fn citation_order(&self, other: &Self) -> Ordering {
        let roles = |material: &Self| material.pieces.iter().map(|piece| piece.role).collect::<Vec<_>>();
        self.pieces.len().cmp(&other.pieces.len()).then_with(|| roles(self).cmp(&roles(other)))
    }
}

/// Promotes a pawn of this colour to each possible role, and calls `add` with each resulting list of pieces. If this
/// colour has no pawn, does nothing.
fn promoted(pieces: &[Piece], colour: Colour, add: &mut impl FnMut(&[Piece])) {
    let pawn = Piece { colour, role: Role::Pawn };
    if let Some(at) = pieces.iter().position(|&piece| piece == pawn) {
        for role in Role::PROMOTIONS {
            let mut pieces = pieces.to_vec();
            pieces[at].role = role;
            add(&pieces);
        }
    }
}

impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.pieces.iter().try_for_each(|piece| write!(f, "{}", piece.role.letter()))
    }
}

impl FromStr for Material {
    type Err = MaterialError;

    fn from_str(text: &str) -> Result<Self, MaterialError> {
        Self::parse(text).map(|(material, _)| material)
    }
}

#[cfg(test)]
mod tests {
    use super::Material;

    #[test]
    fn texts_become_material() {
        let cases = [
            ("KNK", Ok(("KNK", false))),
            ("KKN", Ok(("KNK", true))),
            ("kbkr", Ok(("KRKB", true))),
            ("KPQK", Ok(("KQPK", false))),
            ("KBBKQ", Ok(("KBBKQ", false))),
            ("KPKP", Ok(("KPKP", false))),
            ("KK", Ok(("KK", false))),
            ("", Err("expected White's pieces")),
            ("K", Err("expected White's pieces")),
            ("QKK", Err("expected White's pieces")),
            ("KKK", Err("expected White's pieces")),
            ("KXK", Err("'X' is no piece")),
            ("KQQQQQK", Err("at most 6 pieces")),
        ];
        for (text, expected) in cases {
            match (Material::parse(text), expected) {
                (Ok((material, exchanged)), Ok(expected)) => assert_eq!((material.to_string().as_str(), exchanged), expected, "{text}"),
                (Err(error), Err(expected)) => assert!(error.to_string().contains(expected), "{text}: {error}"),
                (found, _) => panic!("{text}: {found:?}"),
            }
        }
    }

    #[test]
    fn sub_endings_come_in_citation_order() {
        let cases = [
            ("KK", ""),
            ("KNK", "KK"),
            ("KPK", "KK KQK KRK KBK KNK"),
            ("KRKB", "KRK KBK"),
            ("KPKP", "KPK KQKP KRKP KBKP KNKP"),
            // If the pawn captures the knight, it may promote at once. The result is a bare king against a king with a
            // queen, rook, bishop or knight.
            ("KNKP", "KQK KRK KBK KNK KPK KQKN KRKN KBKN KNKN"),
        ];
        for (text, expected) in cases {
            let (material, _) = Material::parse(text).unwrap();
            let found: Vec<String> = material.sub_endings().iter().map(Material::to_string).collect();
            assert_eq!(found.join(" "), expected, "{text}");
        }
    }
}
