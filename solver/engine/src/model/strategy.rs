//! A winning strategy for one number of chips: the content of a certificate of kind `strategy`
//! (`spec/kinds/strategy.md`).

use super::chips::Rule;

/// A strategy of the claimant for play with `chips` chips. The strategy has the claimant's moves at the positions that
/// remain reachable under these moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strategy {
    /// Bidding rule, including the claimant.
    pub rule: Rule,
    /// Total number of chips.
    pub chips: u32,
    /// Least code with which the claimant wins by this strategy.
    pub code: u32,
    /// The options that are explored, as one byte for each position, in the order in which the positions are found; see
    /// [`own_alone`], [`other_alone`] and [`both`].
    pub moves: Vec<u8>,
}

/// Maximum number of options of one player. The number is limited because a byte encodes the choice.
pub const MAX_OPTIONS: u8 = 32;

/// Encodes the claimant's option that has this index in move order, together with all options of the other player.
#[must_use]
pub fn both(option: u8) -> u8 {
    option
}

/// Encodes only the claimant's option that has this index in move order, and no option of the other player.
#[must_use]
pub fn own_alone(option: u8) -> u8 {
    MAX_OPTIONS + option
}

/// Encodes all options of the other player, and no option of the claimant.
#[must_use]
pub fn other_alone() -> u8 {
    2 * MAX_OPTIONS
}
