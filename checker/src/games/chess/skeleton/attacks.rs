//! What units of a skeleton may attack, and what they surely attack: section 5.3 of the page.

use super::Skeleton;
use crate::chess::lines::{Lines, Squares, ascending, diagonally_ahead, knight_steps, single};
use crate::chess::unit::Unit;
use crate::game::Colour;

/// What a roamer attacks from a square, on a board on which exactly these squares are occupied. Whether its own is among them does not matter.
pub(super) fn attacked(unit: Unit, from: u32, occupied: Squares, lines: &Lines) -> Squares {
    match unit {
        Unit::Queen => lines.straight(from, occupied) | lines.diagonal(from, occupied),
        Unit::Rook => lines.straight(from, occupied),
        Unit::Bishop => lines.diagonal(from, occupied),
        Unit::Knight => knight_steps(single(from)),
        // These are no roamers.
        Unit::Pawn | Unit::King => 0,
    }
}

impl Skeleton {
    /// What a roamer of that sort may attack from these squares.
    pub(super) fn may_attack(&self, unit: Unit, region: Squares, lines: &Lines) -> Squares {
        let taken_up = self.taken_up();
        ascending(region).fold(0, |all, from| all | attacked(unit, from, taken_up, lines))
    }

    /// The pawns and held roamers of a side that surely attack a square.
    pub(super) fn sure_attackers(&self, side: Colour, at: u32, lines: &Lines) -> Squares {
        let regions = self.roamers.iter().fold(0, |all, roamer| all | roamer.region);
        let occupied = self.pawns.all() | self.kings.all() | regions;
        let pawns = diagonally_ahead(side.other(), single(at)) & self.pawns.of(side);
        // A line is free from both its ends or from none.
        let held = self.of_side(side).filter(|roamer| roamer.held && attacked(roamer.unit, at, occupied, lines) & roamer.region != 0);
        held.fold(pawns, |all, roamer| all | roamer.region)
    }

    /// Whether the king of a side is surely in check.
    pub(super) fn surely_in_check(&self, side: Colour, lines: &Lines) -> bool {
        self.sure_attackers(side.other(), self.kings.of(side).trailing_zeros(), lines) != 0
    }
}
