//! A winning strategy for one number of chips: the content of a certificate of kind `strategy`
//! (`spec/kinds/strategy.md`).

use super::chips::Rule;

/// The claimant's moves at the positions that remain reachable under them, for play with `chips` chips.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strategy {
    /// Bidding rule, including the claimant.
    pub rule: Rule,
    /// Total number of chips.
    pub chips: u32,
    /// Least code with which the claimant wins.
    pub code: u32,
    /// For each position, in order of discovery, the options that are explored; see [`own_alone`], [`other_alone`] and
    /// [`both`].
    pub moves: Vec<u8>,
}

/// Maximum number of a player's options: a byte encodes the choice.
pub const MAX_OPTIONS: u8 = 32;

/// Encodes the claimant's option with this index in move order, and all options of the other player.
#[must_use]
pub fn both(option: u8) -> u8 {
    option
}

/// Encodes the claimant's option with this index in move order alone.
#[must_use]
pub fn own_alone(option: u8) -> u8 {
    MAX_OPTIONS + option
}

/// Encodes all options of the other player, none of the claimant's.
#[must_use]
pub fn other_alone() -> u8 {
    2 * MAX_OPTIONS
}
