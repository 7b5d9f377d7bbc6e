//! Encodes positions in the packed format of certificates, which section 4 of `spec/rules/chess.md` defines.

use cozy_chess::{Color, Piece as Role, Square};

use super::Position;

impl Position {
    /// Returns the packed form of the position. The packed form begins with the set of occupied squares as 8 bytes,
    /// least significant byte first. Then four bits for each piece or pawn follow, in ascending order of the squares.
    #[must_use]
    pub fn packed(&self) -> Vec<u8> {
        let board = self.board();
        let mut bytes = Vec::with_capacity(24);
        bytes.extend(board.occupied().0.to_le_bytes());
        let mut half: Option<u8> = None;
        for square in board.occupied() {
            let code = self.unit_code(square);
            match half.take() {
                None => half = Some(code),
                Some(high) => bytes.push(high << 4 | code),
            }
        }
        bytes.extend(half.map(|high| high << 4));
        bytes
    }

    fn unit_code(&self, square: Square) -> u8 {
        let board = self.board();
        let colour = if board.colors(Color::White).has(square) { Color::White } else { Color::Black };
        let role = board.piece_on(square).unwrap_or(Role::King);
        let shift = if colour == Color::White { 0 } else { 6 };
        match role {
            Role::Pawn if self.en_passant_pawn() == Some(square) => 12,
            Role::Rook if self.castles_with(square, colour) => 13,
            Role::King if colour == self.to_move() => 14 + u8::from(colour == Color::Black),
            role => {
                shift
                    + [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King]
                        .iter()
                        .position(|&known| known == role)
                        .unwrap_or(0) as u8
            }
        }
    }

    /// Returns the square of the pawn that can be captured en passant.
    fn en_passant_pawn(&self) -> Option<Square> {
        let square = self.en_passant()?;
        square.try_offset(0, if self.to_move() == Color::White { -1 } else { 1 })
    }

    /// Returns whether the king of `colour` has the right to castle with a rook on the square `rook`.
    fn castles_with(&self, rook: Square, colour: Color) -> bool {
        let rights = self.board().castle_rights(colour);
        let home = cozy_chess::Rank::First.relative_to(colour);
        rook.rank() == home && [rights.short, rights.long].contains(&Some(rook.file()))
    }
}

#[cfg(test)]
mod tests {
    use crate::chess::Position;

    #[test]
    fn halves_of_bytes() {
        for (text, expected) in [
            ("8/8/8/8/8/8/8/K6k w - -", [0x81_u8, 0, 0, 0, 0, 0, 0, 0, 0xeb].as_slice()),
            ("8/8/8/8/8/8/p7/7K b - -", &[]),
            ("k7/8/8/3pP3/8/8/8/4K2R w K d6", &[0x90, 0, 0, 0, 0x18, 0, 0, 1, 0xed, 0xc0, 0xb0]),
            ("k7/8/8/3pP3/8/8/8/4K2R w H d6", &[0x90, 0, 0, 0, 0x18, 0, 0, 1, 0xed, 0xc0, 0xb0]),
            ("k7/8/8/3p4/8/8/8/4K2R b - -", &[0x90, 0, 0, 0, 0x08, 0, 0, 1, 0x53, 0x6f]),
        ] {
            match text.parse::<Position>() {
                Ok(position) => assert_eq!(position.packed(), expected, "{text}"),
                Err(_) => assert!(expected.is_empty(), "{text}"),
            }
        }
    }
}
