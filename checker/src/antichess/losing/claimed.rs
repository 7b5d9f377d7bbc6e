//! Reads the claim from the file (section 1 of `spec/kinds/losing.md`) and tests the clauses that concern only the
//! claim.

use super::proof::{Total, Value, all_positions};
use super::{NAME, broken};
use crate::antichess::rules::Antichess;
use crate::chess::packed::PackedPosition;
use crate::core::cbor::Reader;
use crate::core::fields::{placed, side};
use crate::core::game::Colour;
use crate::core::refusal::{Place, Refusal};

/// Greatest allowed value of the clock. A 50-move rule declares a draw at this number of plies.
const MAX_CLOCK: u64 = 100;
/// A claim may have up to 16 positions for each byte of the file. A claim of up to 2^16 positions is always allowed.
const POSITIONS_PER_BYTE: u64 = 16;
const FEW_POSITIONS: u64 = 1 << 16;
/// Greatest allowed number of positions. Position numbers have 31 bits.
const MAX_POSITIONS: u64 = (1 << 31) - 1;

/// The claim as it is read from the file, before it is verified.
pub(super) struct Claimed {
    pub(super) root: PackedPosition,
    pub(super) clock: u32,
    pub(super) winner: Colour,
    pub(super) positions: u32,
    positions_place: Place,
    pub(super) longest: (u64, Place),
    pub(super) reversible: (u64, Place),
}

impl Claimed {
    /// Reads the claim, and tests its root, its clock, its winner and its number of positions.
    pub(super) fn read(reader: &mut Reader<'_>, game: &Antichess) -> Result<Self, Refusal> {
        reader.array_of(6)?;
        let root_place = reader.place();
        let root = game.read(reader.text()?, &root_place)?;
        let clock = clock(placed(reader)?)?;
        let winner = winner(reader)?;
        let (claimed, positions_place) = placed(reader)?;
        let positions = limit(claimed, 1, reader.file_size(), &positions_place)?;
        let (longest, reversible) = (placed(reader)?, placed(reader)?);
        Ok(Self { root, clock, winner, positions, positions_place, longest, reversible })
    }

    /// Returns `reversible`.
    pub(super) fn check(&self, root: Value, total: &Total) -> Result<u32, Refusal> {
        all_positions(self.positions, total, &self.positions_place)?;
        longest(&self.longest, root.len.into())?;
        let most = self.clock.saturating_add(root.rev).max(total.greatest_rev);
        reversible(&self.reversible, most.into())?;
        Ok(most)
    }
}

/// Clause `losing/clock`: the clock is at most 100.
pub(in crate::antichess) fn clock((found, place): (u64, Place)) -> Result<u32, Refusal> {
    match u32::try_from(found) {
        Ok(clock) if found <= MAX_CLOCK => Ok(clock),
        _ => Err(broken("clock", place, format!("expected a number of moves up to {MAX_CLOCK}, found {found}"))),
    }
}

/// Clause `losing/winner`: the winner is 0 (White) or 1 (Black).
pub(in crate::antichess) fn winner(reader: &mut Reader<'_>) -> Result<Colour, Refusal> {
    side(reader, NAME, "winner")
}

/// Clause `losing/limit`: the number of positions is at least `least` and less than 2^31. The number of positions may be at
/// most 65536 or, if that is more, at most 16 for each byte of the file.
pub(in crate::antichess) fn limit(found: u64, least: u64, file_size: u64, place: &Place) -> Result<u32, Refusal> {
    let most = file_size.saturating_mul(POSITIONS_PER_BYTE).clamp(FEW_POSITIONS, MAX_POSITIONS);
    match u32::try_from(found) {
        Ok(positions) if (least..=most).contains(&found) => Ok(positions),
        _ => Err(broken("limit", place.clone(), format!("expected a number of positions from {least} to {most}, found {found}"))),
    }
}

/// Clause `losing/longest`: the longest game that the proof allows from the root has the claimed length.
fn longest(claimed: &(u64, Place), found: u64) -> Result<(), Refusal> {
    if claimed.0 == found { Ok(()) } else { Err(differs("longest", "moves", claimed, found)) }
}

/// Clause `losing/reversible`: the longest run of plies without a capture or pawn move has the claimed length. Plies
/// before the root count too.
fn reversible(claimed: &(u64, Place), found: u64) -> Result<(), Refusal> {
    if claimed.0 == found { Ok(()) } else { Err(differs("reversible", "moves in a row without a capture or pawn move", claimed, found)) }
}

pub(in crate::antichess) fn differs(clause: &'static str, what: &str, (claimed, place): &(u64, Place), found: u64) -> Refusal {
    broken(clause, place.clone(), format!("at most {claimed} {what} are claimed, there are {found}"))
}

#[cfg(test)]
mod tests {
    use super::{Place, limit};

    #[test]
    fn positions_in_proportion_to_the_file() {
        // Each row has a file size in bytes and the greatest number of positions that a file of this size may claim.
        let table = [(1, 65_536), (4096, 65_536), (4097, 65_552), (1 << 27, (1 << 31) - 1), (u64::MAX, (1 << 31) - 1)];
        for (bytes, most) in table {
            assert_eq!(limit(most, 1, bytes, &Place::Byte(0)).ok().map(u64::from), Some(most), "{bytes} bytes");
            assert_eq!(limit(most + 1, 1, bytes, &Place::Byte(0)).unwrap_err().code(), "losing/limit", "{bytes} bytes");
        }
        assert_eq!(limit(0, 1, 4096, &Place::Byte(0)).unwrap_err().code(), "losing/limit");
    }
}
