//! What stands on a square, and how a move is told.

/// What a pawn or piece is. The numbers have three bits: see [`Position`](super::position::Position).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Role {
    /// Pawn.
    Pawn = 1,
    /// Knight.
    Knight = 2,
    /// King.
    King = 3,
    /// Bishop.
    Bishop = 5,
    /// Rook.
    Rook = 6,
    /// Queen.
    Queen = 7,
}

/// A move: the squares it comes from and goes to, and what a pawn becomes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(u16);

/// No promotion, for [`Move::new`].
pub(super) const NOTHING: u16 = 7;
/// What a pawn becomes, by the number that [`Move::new`] takes.
pub(super) const PROMOTIONS: [Role; 5] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::King];

impl Move {
    pub(super) fn new(from: u32, to: u32, promotion: u16) -> Self {
        Self(u16::try_from(from << 6 | to).unwrap_or(0) << 3 | promotion)
    }

    /// The square it comes from.
    #[must_use]
    pub fn from(self) -> u32 {
        u32::from(self.0 >> 9)
    }

    /// The square it goes to.
    #[must_use]
    pub fn to(self) -> u32 {
        u32::from(self.0 >> 3 & 63)
    }

    /// What a pawn becomes.
    #[must_use]
    pub fn promotion(self) -> Option<Role> {
        PROMOTIONS.get(usize::from(self.0 & 7)).copied()
    }
}
