//! What units of a skeleton may attack, and what they surely attack: section 5.3 of the page.

use super::Skeleton;
use crate::chess::bitboard::{Attacks, Bitboard, ascending, diagonally_ahead, knight_steps, single};
use crate::chess::role::Role;
use crate::core::game::Colour;

/// What a roamer attacks from a square, on a board on which exactly these squares are occupied. Whether its own is among them does not matter.
pub(super) fn attacked(unit: Role, from: u32, occupied: Bitboard, attacks: &Attacks) -> Bitboard {
    match unit {
        Role::Queen => attacks.straight(from, occupied) | attacks.diagonal(from, occupied),
        Role::Rook => attacks.straight(from, occupied),
        Role::Bishop => attacks.diagonal(from, occupied),
        Role::Knight => knight_steps(single(from)),
        // These are no roamers.
        Role::Pawn | Role::King => 0,
    }
}

impl Skeleton {
    /// What a roamer of that sort may attack from these squares.
    pub(super) fn may_attack(&self, unit: Role, region: Bitboard, attacks: &Attacks) -> Bitboard {
        let taken_up = self.taken_up();
        ascending(region).fold(0, |all, from| all | attacked(unit, from, taken_up, attacks))
    }

    /// The pawns and held roamers of a side that surely attack a square.
    pub(super) fn sure_attackers(&self, side: Colour, at: u32, attacks: &Attacks) -> Bitboard {
        let regions = self.roamers.iter().fold(0, |all, roamer| all | roamer.region);
        let occupied = self.pawns.all() | self.kings.all() | regions;
        let pawns = diagonally_ahead(side.other(), single(at)) & self.pawns.of(side);
        // A line is free from both its ends or from none.
        let held = self.of_side(side).filter(|roamer| roamer.held && attacked(roamer.unit, at, occupied, attacks) & roamer.region != 0);
        held.fold(pawns, |all, roamer| all | roamer.region)
    }

    /// Whether the king of a side is surely in check.
    pub(super) fn surely_in_check(&self, side: Colour, attacks: &Attacks) -> bool {
        self.sure_attackers(side.other(), self.kings.of(side).trailing_zeros(), attacks) != 0
    }
}
