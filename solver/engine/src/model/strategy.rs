//! Defines a winning strategy for one number of chips, as certificates of kind `strategy` (`spec/kinds/strategy.md`)
//! contain it.

use super::chips::Rule;

/// A strategy with which the claimant wins if there are `chips` chips in all. The strategy contains a choice for every
/// position that can arise if the claimant plays it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strategy {
    /// Tie-breaking rule and claimant.
    pub rule: Rule,
    /// Total number of chips.
    pub chips: u32,
    /// The strategy wins with this amount of chips, encoded as an integer, or any greater amount.
    pub code: u32,
    /// One byte for each position, in the order in which the positions are found. The byte says which options the
    /// strategy explores. [`own_alone`], [`other_alone`] and [`both`] encode a byte.
    pub moves: Vec<u8>,
}

/// Maximum number of options of one player, because one byte encodes the choice.
pub const MAX_OPTIONS: u8 = 32;

/// Encodes one option of the claimant and all options of the other player. `option` is an index in move order.
#[must_use]
pub fn both(option: u8) -> u8 {
    option
}

/// Encodes only one option of the claimant. `option` is an index in move order.
#[must_use]
pub fn own_alone(option: u8) -> u8 {
    MAX_OPTIONS + option
}

/// Encodes all options of the other player and no option of the claimant.
#[must_use]
pub fn other_alone() -> u8 {
    2 * MAX_OPTIONS
}
