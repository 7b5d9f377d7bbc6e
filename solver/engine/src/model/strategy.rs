//! A way to win with so many chips: what a certificate of kind `strategy` states (`spec/kinds/strategy.md`).

use super::chips::Rule;

/// The claimant's moves at the positions that these moves leave reachable, where play begins with these chips.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strategy {
    /// How ties are broken, and who wins.
    pub rule: Rule,
    /// The chips in all.
    pub chips: u32,
    /// The least code with which the claimant wins.
    pub code: u32,
    /// For each position, in the order in which they are found, which options are looked at; see [`own_alone`], [`other_alone`] and
    /// [`both`].
    pub moves: Vec<u8>,
}

/// As many options of a player's have numbers in a byte.
pub const MAX_OPTIONS: u8 = 32;

/// The claimant's option of this number in move order, and all options of the other player.
#[must_use]
pub fn both(option: u8) -> u8 {
    option
}

/// The claimant's option of this number in move order alone.
#[must_use]
pub fn own_alone(option: u8) -> u8 {
    MAX_OPTIONS + option
}

/// All options of the other player, none of the claimant's.
#[must_use]
pub fn other_alone() -> u8 {
    2 * MAX_OPTIONS
}
