//! Arguments which show that a side can no longer mate, whatever moves are played: section 5 of `spec/rules/chess.md`.
//! `spec/soundness/unwinnable.md` proves that the arguments are sound.
//!
//! The module `material` considers only the material. `mobility` computes, for each piece or pawn, a set that contains
//! all squares it may ever reach. `mating_net` tests whether a king can be mated on any of the squares that the king
//! may reach. Both together are called the static argument. `skeleton` follows kings, pawns and chosen
//! pieces move by move. `mating_net` and `skeleton` both use `king_zone`.

mod king_zone;
mod material;
mod mating_net;
mod mobility;
mod skeleton;
#[cfg(test)]
mod tests;

use super::game::{Argument, HelpmateGame};
use super::rules::Chess;
use crate::chess::packed::PackedPosition;
use crate::chess::position::Position;
use crate::core::game::Colour;

impl HelpmateGame for Chess {
    fn material(&self, packed: &PackedPosition, winner: Colour) -> bool {
        material::cannot_mate(Position::from_packed(*packed), winner)
    }

    fn static_argument(&self, packed: &PackedPosition, winner: Colour, left: &mut u64) -> bool {
        mating_net::cannot_mate(Position::from_packed(*packed), winner, &self.attacks, left)
    }

    fn skeleton_argument(&self, packed: &PackedPosition, winner: Colour, tracked: u64, most: u32, left: &mut u64) -> Argument {
        skeleton::argue(Position::from_packed(*packed), winner, tracked, most, &self.attacks, left)
    }
}
