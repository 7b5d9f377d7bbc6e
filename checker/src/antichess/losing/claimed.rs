//! The claim as it stands in the file (section 1 of the kind's page), and the clauses that concern the claim alone.

use super::{NAME, broken};
use crate::antichess::rules::Antichess;
use crate::chess::packed::PackedPosition;
use crate::core::cbor::Reader;
use crate::core::fields::{placed, side};
use crate::core::game::Colour;
use crate::core::refusal::{Place, Refusal};

/// Greatest clock: a 50-move rule counts no further.
const MAX_CLOCK: u64 = 100;
/// A claim may have 16 positions for each byte of the file; 2^16 are always allowed.
const POSITIONS_PER_BYTE: u64 = 16;
const FEW_POSITIONS: u64 = 1 << 16;
/// Positions are numbered with 31 bits.
const MAX_POSITIONS: u64 = (1 << 31) - 1;

/// The claim as it stands in the file.
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
    /// Reads the claim and checks the clause of each item.
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

    /// Compares the numbers of the claim with those found. `len` and `rev` are the values of the root.
    pub(super) fn check(&self, found: usize, len: u32, rev: u32, greatest_rev: u32) -> Result<(), Refusal> {
        let found = u32::try_from(found).unwrap_or(u32::MAX);
        if found != self.positions {
            return Err(positions(self.positions, found, self.positions_place.clone()));
        }
        longest(&self.longest, len.into())?;
        reversible(&self.reversible, self.clock.saturating_add(rev).max(greatest_rev).into())
    }
}

/// Clause `losing/clock`: at most 100.
fn clock((found, place): (u64, Place)) -> Result<u32, Refusal> {
    match u32::try_from(found) {
        Ok(clock) if found <= MAX_CLOCK => Ok(clock),
        _ => Err(broken("clock", place, format!("expected a number of moves up to {MAX_CLOCK}, found {found}"))),
    }
}

/// Clause `losing/winner`: 0 for White or 1 for Black.
fn winner(reader: &mut Reader<'_>) -> Result<Colour, Refusal> {
    side(reader, NAME, "winner")
}

/// Clause `losing/limit`: at least 1, at most 65536 or 16 times the file size in bytes, and below 2^31.
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

/// Clause `losing/longest`: the claimed length is that of the longest play from the root.
fn longest((claimed, place): &(u64, Place), found: u64) -> Result<(), Refusal> {
    if *claimed != found {
        return Err(broken("longest", place.clone(), format!("at most {claimed} moves are claimed, there are {found}")));
    }
    Ok(())
}

/// Clause `losing/reversible`: the claim has the greatest number of plies in a row without a capture or pawn move,
/// counting those before the root.
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
        // Size of the file in bytes, greatest number of positions that it may claim.
        let table = [(1, 65_536), (4096, 65_536), (4097, 65_552), (1 << 27, (1 << 31) - 1), (u64::MAX, (1 << 31) - 1)];
        for (bytes, most) in table {
            assert_eq!(limit(most, bytes, &Place::Byte(0)).ok().map(u64::from), Some(most), "{bytes} bytes");
            assert_eq!(limit(most + 1, bytes, &Place::Byte(0)).unwrap_err().code(), "losing/limit", "{bytes} bytes");
        }
        assert_eq!(limit(0, 4096, &Place::Byte(0)).unwrap_err().code(), "losing/limit");
    }
}
