//! Reads the claim, and tests the clauses about the claim.

use super::{NAME, broken};
use crate::bidding::kinds::discrete::Rule;
use crate::core::cbor::Reader;
use crate::core::fields::{bounded, placed};
use crate::core::refusal::{Place, Refusal};

/// The claim, which has the form `[player, tie_break, chips, code]`.
pub(super) struct Claimed {
    pub(super) rule: Rule,
    /// The total number of chips, called k in the spec.
    pub(super) chips: u32,
    pub(super) code: u32,
    /// Where in the file the claimed amount of chips stands.
    place: Place,
}

impl Claimed {
    /// Reads the claim.
    pub(super) fn read(reader: &mut Reader<'_>) -> Result<Self, Refusal> {
        reader.array_of(4)?;
        let rule = Rule::read(reader, NAME)?;
        let chips = chips(reader)?;
        let (code, place) = code(reader, rule.top(chips))?;
        Ok(Self { rule, chips, code, place })
    }

    /// Clause `strategy/threshold`: the amount of chips that suffices in the position in which play begins is at most
    /// the claimed amount.
    pub(super) fn threshold(&self, bound: u32) -> Result<(), Refusal> {
        if bound > self.code {
            let sentence = format!("expected a code that the strategy wins with, {bound} or more, found {}", self.code);
            return Err(broken("threshold", self.place.clone(), sentence));
        }
        Ok(())
    }
}

/// Clause `strategy/chips`: the number of chips is below 2^28.
fn chips(reader: &mut Reader<'_>) -> Result<u32, Refusal> {
    let (found, place) = placed(reader)?;
    bounded(found).ok_or_else(|| broken("chips", place, format!("expected a number of chips below 2^28, found {found}")))
}

/// Clause `strategy/code`: the claimed amount of chips, encoded as an integer, is below `top`, which is more than any
/// player can hold. Returns the amount of chips, and where in the file it stands.
fn code(reader: &mut Reader<'_>, top: u32) -> Result<(u32, Place), Refusal> {
    let (found, place) = placed(reader)?;
    match u32::try_from(found) {
        Ok(code) if code < top => Ok((code, place)),
        _ => Err(broken("code", place, format!("expected one of {top} codes, found {found}"))),
    }
}
