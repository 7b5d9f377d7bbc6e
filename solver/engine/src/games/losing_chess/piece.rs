//! Defines moves and the kinds of pieces, including pawns.

/// Kind of a piece or pawn. Each kind of piece has a three-bit number, which [`Position`](super::position::Position)
/// explains.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Role {
    /// The pawn.
    Pawn = 1,
    /// The knight.
    Knight = 2,
    /// The king.
    King = 3,
    /// The bishop.
    Bishop = 5,
    /// The rook.
    Rook = 6,
    /// The queen.
    Queen = 7,
}

/// A move: the square of origin, the destination, and the promotion.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(u16);

/// Argument of [`Move::new`] for a move without promotion.
pub(super) const NOTHING: u16 = 7;
/// Roles to which a pawn can promote. The function [`Move::new`] takes an index into this list.
pub(super) const PROMOTIONS: [Role; 5] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::King];

impl Move {
    pub(super) fn new(from: u32, to: u32, promotion: u16) -> Self {
        Self(u16::try_from(from << 6 | to).unwrap_or(0) << 3 | promotion)
    }

    /// Returns the origin square.
    #[must_use]
    pub fn from(self) -> u32 {
        u32::from(self.0 >> 9)
    }

    /// Returns the destination square.
    #[must_use]
    pub fn to(self) -> u32 {
        u32::from(self.0 >> 3 & 63)
    }

    /// Returns the role to which a pawn promotes, or `None` if the move is no promotion.
    #[must_use]
    pub fn promotion(self) -> Option<Role> {
        PROMOTIONS.get(usize::from(self.0 & 7)).copied()
    }
}
