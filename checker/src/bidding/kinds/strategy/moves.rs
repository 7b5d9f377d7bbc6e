//! Follows the claimant's moves to all positions that can arise, and computes how many chips suffice for the claimant
//! (section 2 of `spec/kinds/strategy.md`).

use super::broken;
use crate::bidding::game::{Choice, Game, LazyPositions};
use crate::bidding::kinds::discrete::Rule;
use crate::core::cbor::{Reader, as_u64};
use crate::core::fields::index;
use crate::core::game::Colour;
use crate::core::refusal::{Place, Refusal};
use crate::core::work::Meter;
use std::iter::once;
use std::ops::Range;

/// The byte string of the evidence, with one byte for each position.
pub(super) struct Moves<'a> {
    bytes: &'a [u8],
    /// Where in the file the byte string begins (at its CBOR head).
    place: Place,
    /// Offset in the file of the first move, which follows the head of the byte string.
    first: u64,
}

/// Range that selects all options of a player.
pub(super) const EVERY: Range<usize> = 0..usize::MAX;

/// Work steps charged in each pass for each position and each option.
const STEPS: u64 = 12;

/// Returns the number of work steps for a position with these options.
fn steps(lists: &[Vec<Choice>; 2]) -> u64 {
    lists.iter().fold(STEPS, |steps, list| steps.saturating_add(as_u64(list.len()).saturating_mul(STEPS)))
}

/// Returns the options of the claimant and of the other player that a byte selects.
fn looked_at(byte: u8) -> Option<[Range<usize>; 2]> {
    let option = usize::from(byte % 32);
    let one = option..option.saturating_add(1);
    match (byte / 32, option) {
        (0, _) => Some([one, EVERY]),
        (1, _) => Some([one, 0..0]),
        (2, 0) => Some([0..0, EVERY]),
        _ => None,
    }
}

impl<'a> Moves<'a> {
    /// Reads the evidence.
    pub(super) fn read(reader: &mut Reader<'a>) -> Result<Self, Refusal> {
        let place = reader.place();
        let bytes = reader.byte_string()?;
        Ok(Self { bytes, place, first: reader.offset().saturating_sub(as_u64(bytes.len())) })
    }

    /// Returns the number of positions of the strategy.
    pub(super) fn positions(&self) -> usize {
        self.bytes.len()
    }

    /// Returns an encoded amount of chips with which the claimant wins.
    ///
    /// The first pass numbers the positions. The second pass goes backwards, so that the results of all options are
    /// known.
    pub(super) fn bound(&self, game: &dyn Game, rule: Rule, chips: u32, meter: &mut Meter) -> Result<u32, Refusal> {
        let internal = || Refusal::internal(self.place.clone(), "the positions of a strategy cannot be followed");
        let most = u32::try_from(self.bytes.len()).unwrap_or(u32::MAX);
        let mut walk = game.walk(most).ok_or_else(internal)?;
        let top = rule.top(chips);
        let mut lists = [Vec::new(), Vec::new()];
        self.moves(walk.found(), 0)?;
        for (number, byte) in (0..most).zip(self.bytes) {
            self.follow(walk.as_mut(), rule.player, (number, *byte), &mut lists)?;
            meter.spend(steps(&lists))?;
            self.moves(walk.found(), index(number).saturating_add(1))?;
        }
        let mut bounds = vec![top; self.bytes.len()];
        for (number, byte) in (0..most).zip(self.bytes).rev() {
            self.follow(walk.as_mut(), rule.player, (number, *byte), &mut lists)?;
            meter.spend(steps(&lists))?;
            let bound = |option: &Choice| match option {
                Choice::Class(class) => bounds.get(index(*class)).copied().unwrap_or(top),
                Choice::Won(winner) if *winner == rule.player => 0,
                Choice::Won(_) | Choice::Drawn | Choice::Cited { .. } => top,
            };
            // If no option of a player is followed, the bound is `top`, because every option may be lost for the
            // claimant.
            let [x, y] = lists.each_ref().map(|list| list.iter().map(bound).max().unwrap_or(top));
            let found = rule.phi(once(x), once(y)).first().copied().unwrap_or(top);
            bounds.get_mut(index(number)).into_iter().for_each(|place| *place = found);
        }
        bounds.first().copied().ok_or_else(internal)
    }

    /// Replaces the contents of both lists with the options that the strategy follows from a position. The evidence has
    /// one byte for each position, and this byte says which options the strategy follows. The first list is for the
    /// claimant's options, and the second list for the other player's.
    fn follow(
        &self,
        walk: &mut dyn LazyPositions,
        claimant: Colour,
        (number, byte): (u32, u8),
        [own, others]: &mut [Vec<Choice>; 2],
    ) -> Result<(), Refusal> {
        let place = self.place_of(index(number));
        let [one, every] = looked_at(byte).ok_or_else(|| move_byte(byte, place.clone()))?;
        let asked = one.len();
        let followed = walk.options(number, claimant, one, own).and_then(|()| walk.options(number, claimant.other(), every, others));
        followed.ok_or_else(|| Refusal::internal(place.clone(), "a position that was found is not there"))?;
        if own.len() == asked { Ok(()) } else { Err(move_byte(byte, place)) }
    }

    /// Returns where in the file the byte of a position stands.
    fn place_of(&self, number: usize) -> Place {
        Place::Byte(self.first.saturating_add(as_u64(number)))
    }

    /// Clause `strategy/moves`: each of the `found` positions has a byte, and there is no further byte. If there are
    /// too many bytes, this function returns an error only if `next` is the index of a surplus byte.
    fn moves(&self, found: usize, next: usize) -> Result<(), Refusal> {
        let bytes = self.bytes.len();
        if found > bytes {
            return Err(broken(
                "moves",
                self.place.clone(),
                format!("expected a byte for each position of the strategy, found {bytes} for more"),
            ));
        }
        if (found..bytes).contains(&next) {
            return Err(broken("moves", self.place_of(next), format!("expected a byte for each of {found} positions, found {bytes}")));
        }
        Ok(())
    }
}

/// Clause `strategy/move`: each byte is in the table of section 2 of the spec, and if the byte selects an option of the
/// claimant, this option exists.
fn move_byte(byte: u8, place: Place) -> Refusal {
    broken("move", place, format!("expected an option of the position, found {byte}"))
}
