//! The claim: section 1 of the kind's page, and the clauses that are about it alone.

use super::broken;
use super::proof::Found;
use crate::cbor::Reader;
use crate::game::{Colour, InTurns, Words};
use crate::rejection::{Place, Rejection};

/// The greatest clock: a 50-move rule counts no further.
const MOST_CLOCK: u64 = 100;
/// So many positions at most for each byte of the file, or so many whatever its size.
const POSITIONS_PER_BYTE: u64 = 16;
const FEW_POSITIONS: u64 = 1 << 16;
/// In all so many, so that they have numbers of 31 bits.
const MOST_POSITIONS: u64 = (1 << 31) - 1;

/// A number of the claim, with its place.
#[derive(Clone, Debug)]
pub(super) struct Number {
    pub(super) number: u64,
    place: Place,
}

impl Number {
    fn read(reader: &mut Reader<'_>) -> Result<Self, Rejection> {
        let place = reader.place();
        Ok(Self { number: reader.unsigned()?, place })
    }
}

/// The claim as the file states it.
pub(super) struct Stated {
    pub(super) root: Words,
    pub(super) clock: u32,
    pub(super) winner: Colour,
    pub(super) positions: u32,
    positions_place: Place,
    pub(super) longest: Number,
    pub(super) reversible: Number,
}

impl Stated {
    /// Reads the claim, each item with its clause.
    pub(super) fn read(reader: &mut Reader<'_>, game: &dyn InTurns) -> Result<Self, Rejection> {
        reader.array_of(6)?;
        let root_place = reader.place();
        let root = game.read(reader.text()?, &root_place)?;
        let clock = clock(Number::read(reader)?)?;
        let winner = winner(Number::read(reader)?)?;
        let stated = Number::read(reader)?;
        let positions = room(&stated, reader.file_size())?;
        let (longest, reversible) = (Number::read(reader)?, Number::read(reader)?);
        Ok(Self { root, clock, winner, positions, positions_place: stated.place, longest, reversible })
    }

    /// Tests the numbers of the claim against what has been found.
    pub(super) fn check(&self, found: &Found) -> Result<(), Rejection> {
        if found.positions != self.positions {
            return Err(positions(self.positions, found.positions, self.positions_place.clone()));
        }
        longest(&self.longest, found)?;
        reversible(&self.reversible, self.clock, found)
    }
}

/// Clause `losing/clock`: at most 100.
fn clock(found: Number) -> Result<u32, Rejection> {
    match u32::try_from(found.number) {
        Ok(clock) if found.number <= MOST_CLOCK => Ok(clock),
        _ => Err(broken("clock", found.place, format!("expected a number of moves up to {MOST_CLOCK}, found {}", found.number))),
    }
}

/// Clause `losing/winner`: 0 for White or 1 for Black.
fn winner(found: Number) -> Result<Colour, Rejection> {
    match found.number {
        0 => Ok(Colour::White),
        1 => Ok(Colour::Black),
        other => Err(broken("winner", found.place, format!("expected 0 for White or 1 for Black, found {other}"))),
    }
}

/// Clause `losing/room`: from 1 to 65536, or to 16 times the number of bytes of the file, and below 2^31.
fn room(stated: &Number, file_size: u64) -> Result<u32, Rejection> {
    let most = file_size.saturating_mul(POSITIONS_PER_BYTE).clamp(FEW_POSITIONS, MOST_POSITIONS);
    match u32::try_from(stated.number) {
        Ok(positions) if (1..=most).contains(&stated.number) => Ok(positions),
        _ => Err(broken("room", stated.place.clone(), format!("expected a number of positions from 1 to {most}, found {}", stated.number))),
    }
}

/// Clause `losing/positions`: as many as claimed.
pub(super) fn positions(stated: u32, found: u32, place: Place) -> Rejection {
    let sentence = if found > stated { "there are more".to_owned() } else { format!("there are {found}") };
    broken("positions", place, format!("{stated} positions are claimed, {sentence}"))
}

/// Clause `losing/longest`: the greatest number of moves from the root.
fn longest(stated: &Number, found: &Found) -> Result<(), Rejection> {
    if stated.number != u64::from(found.longest) {
        return Err(broken(
            "longest",
            stated.place.clone(),
            format!("at most {} moves are claimed, there are {}", stated.number, found.longest),
        ));
    }
    Ok(())
}

/// Clause `losing/reversible`: the greatest number of moves without a capture or pawn move, those before the root included.
fn reversible(stated: &Number, clock: u32, found: &Found) -> Result<(), Rejection> {
    let from_root = u64::from(clock).saturating_add(u64::from(found.root_rev));
    let expected = from_root.max(u64::from(found.greatest_rev));
    if stated.number != expected {
        let sentence = format!("at most {} moves in a row without a capture or pawn move are claimed, there are {expected}", stated.number);
        return Err(broken("reversible", stated.place.clone(), sentence));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{Number, Place, room};

    #[test]
    fn room_for_positions() {
        let number = |number| Number { number, place: Place::Byte(0) };
        // Bytes of the file, and how many positions there is room for.
        let table = [(1, 65_536), (4096, 65_536), (4097, 65_552), (1 << 27, (1 << 31) - 1), (u64::MAX, (1 << 31) - 1)];
        for (bytes, most) in table {
            assert_eq!(room(&number(most), bytes).ok().map(u64::from), Some(most), "{bytes} bytes");
            assert_eq!(room(&number(most + 1), bytes).unwrap_err().code(), "losing/room", "{bytes} bytes");
        }
        assert_eq!(room(&number(0), 4096).unwrap_err().code(), "losing/room");
    }
}
