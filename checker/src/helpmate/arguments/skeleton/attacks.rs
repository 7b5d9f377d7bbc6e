//! What units of a skeleton may attack, and what they surely attack: section 5.3 of the page.

use super::Skeleton;
use crate::chess::attacks::Attacks;
use crate::chess::bitboard::{Bitboard, ascending, pawn_attacks, square_bit};
use crate::chess::moves::reach;
use crate::chess::role::Role;
use crate::core::game::Colour;

impl Skeleton {
    /// What a piece of that sort may attack from these squares.
    pub(super) fn may_attack(&self, role: Role, region: Bitboard, attacks: &Attacks) -> Bitboard {
        let occupied = self.occupied();
        ascending(region).fold(0, |all, from| all | reach(role, from, occupied, attacks))
    }

    /// The pawns and immobile pieces of a side that surely attack a square.
    pub(super) fn sure_attackers(&self, side: Colour, at: u32, attacks: &Attacks) -> Bitboard {
        let regions = self.pieces.iter().fold(0, |all, piece| all | piece.region);
        let occupied = self.pawns.all() | self.kings.all() | regions;
        let pawns = pawn_attacks(side.other(), square_bit(at)) & self.pawns.of(side);
        // A line is free from both its ends or from none.
        let immobile = self.of_side(side).filter(|piece| piece.immobile && reach(piece.role, at, occupied, attacks) & piece.region != 0);
        immobile.fold(pawns, |all, piece| all | piece.region)
    }

    /// Whether the king of a side is surely in check.
    pub(super) fn surely_in_check(&self, side: Colour, attacks: &Attacks) -> bool {
        self.sure_attackers(side.other(), self.kings.of(side).trailing_zeros(), attacks) != 0
    }
}
