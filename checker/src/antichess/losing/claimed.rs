//! Reads the claim from the file (section 1 of `spec/kinds/losing.md`) and tests the clauses that concern only the
//! claim.

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
        let positions = limit(claimed, reader.file_size(), &positions_place)?;
        let (longest, reversible) = (placed(reader)?, placed(reader)?);
        Ok(Self { root, clock, winner, positions, positions_place, longest, reversible })
    }

    /// Compares the numbers in the claim with the numbers of the proof. The proof has `found` positions, and `len` and
    /// `rev` are the numbers of plies that were computed for the root.
    pub(super) fn check(&self, found: usize, len: u32, rev: u32, greatest_rev: u32) -> Result<(), Refusal> {
        let found = u32::try_from(found).unwrap_or(u32::MAX);
        if found != self.positions {
            return Err(positions(self.positions, found, self.positions_place.clone()));
        }
        longest(&self.longest, len.into())?;
        reversible(&self.reversible, self.clock.saturating_add(rev).max(greatest_rev).into())
    }
}

/// Clause `losing/clock`: the clock is at most 100.
fn clock((found, place): (u64, Place)) -> Result<u32, Refusal> {
    match u32::try_from(found) {
        Ok(clock) if found <= MAX_CLOCK => Ok(clock),
        _ => Err(broken("clock", place, format!("expected a number of moves up to {MAX_CLOCK}, found {found}"))),
    }
}

/// Clause `losing/winner`: the winner is 0 (White) or 1 (Black).
fn winner(reader: &mut Reader<'_>) -> Result<Colour, Refusal> {
    side(reader, NAME, "winner")
}

/// Clause `losing/limit`: the number of positions is at least 1 and less than 2^31. The number of positions may be at
/// most 65536 or, if that is more, at most 16 for each byte of the file.
fn limit(found: u64, file_size: u64, place: &Place) -> Result<u32, Refusal> {
    let most = file_size.saturating_mul(POSITIONS_PER_BYTE).clamp(FEW_POSITIONS, MAX_POSITIONS);
    match u32::try_from(found) {
        Ok(positions) if (1..=most).contains(&found) => Ok(positions),
        _ => Err(broken("limit", place.clone(), format!("expected a number of positions from 1 to {most}, found {found}"))),
    }
}

/// Clause `losing/positions`: the proof has exactly the claimed number of positions.
pub(super) fn positions(claimed: u32, found: u32, place: Place) -> Refusal {
    let sentence = if found > claimed { "there are more".to_owned() } else { format!("there are {found}") };
    broken("positions", place, format!("{claimed} positions are claimed, {sentence}"))
}

/// Clause `losing/longest`: the longest game that the proof allows from the root has the claimed length.
fn longest((claimed, place): &(u64, Place), found: u64) -> Result<(), Refusal> {
    if *claimed != found {
        return Err(broken("longest", place.clone(), format!("at most {claimed} moves are claimed, there are {found}")));
    }
    Ok(())
}

/// Clause `losing/reversible`: the longest run of plies without a capture or pawn move has the claimed length. Plies
/// before the root are part of the run.
fn reversible((claimed, place): &(u64, Place), found: u64) -> Result<(), Refusal> {
    if *claimed != found {
        let sentence = format!("at most {claimed} moves in a row without a capture or pawn move are claimed, there are {found}");
        return Err(broken("reversible", place.clone(), sentence));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{Place, limit};

    #[test]
    fn positions_in_proportion_to_the_file() {
        // Each row has a file size in bytes and the greatest number of positions that a file of this size may claim.
        let table = [(1, 65_536), (4096, 65_536), (4097, 65_552), (1 << 27, (1 << 31) - 1), (u64::MAX, (1 << 31) - 1)];
        for (bytes, most) in table {
            assert_eq!(limit(most, bytes, &Place::Byte(0)).ok().map(u64::from), Some(most), "{bytes} bytes");
            assert_eq!(limit(most + 1, bytes, &Place::Byte(0)).unwrap_err().code(), "losing/limit", "{bytes} bytes");
        }
        assert_eq!(limit(0, 4096, &Place::Byte(0)).unwrap_err().code(), "losing/limit");
    }
}
