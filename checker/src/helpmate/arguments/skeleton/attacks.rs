//! What units of a skeleton may attack, and what they surely attack: section 5.3 of the page.

use super::Skeleton;
use crate::chess::attacks::Attacks;
use crate::chess::bitboard::{Bitboard, ascending, knight_steps, pawn_attacks, square_bit};
use crate::chess::role::Role;
use crate::core::game::Colour;

/// What a piece attacks from a square, on a board on which exactly these squares are occupied. Whether its own is among them does not matter.
pub(super) fn attacked(role: Role, from: u32, occupied: Bitboard, attacks: &Attacks) -> Bitboard {
    match role {
        Role::Queen => attacks.rook(from, occupied) | attacks.bishop(from, occupied),
        Role::Rook => attacks.rook(from, occupied),
        Role::Bishop => attacks.bishop(from, occupied),
        Role::Knight => knight_steps(square_bit(from)),
        // These are no pieces.
        Role::Pawn | Role::King => 0,
    }
}

impl Skeleton {
    /// What a piece of that sort may attack from these squares.
    pub(super) fn may_attack(&self, role: Role, region: Bitboard, attacks: &Attacks) -> Bitboard {
        let occupied = self.occupied();
        ascending(region).fold(0, |all, from| all | attacked(role, from, occupied, attacks))
    }

    /// The pawns and immobile pieces of a side that surely attack a square.
    pub(super) fn sure_attackers(&self, side: Colour, at: u32, attacks: &Attacks) -> Bitboard {
        let regions = self.pieces.iter().fold(0, |all, piece| all | piece.region);
        let occupied = self.pawns.all() | self.kings.all() | regions;
        let pawns = pawn_attacks(side.other(), square_bit(at)) & self.pawns.of(side);
        // A line is free from both its ends or from none.
        let immobile = self.of_side(side).filter(|piece| piece.immobile && attacked(piece.role, at, occupied, attacks) & piece.region != 0);
        immobile.fold(pawns, |all, piece| all | piece.region)
    }

    /// Whether the king of a side is surely in check.
    pub(super) fn surely_in_check(&self, side: Colour, attacks: &Attacks) -> bool {
        self.sure_attackers(side.other(), self.kings.of(side).trailing_zeros(), attacks) != 0
    }
}
