//! The three ways to break ties, and the rule that takes the thresholds of the options to the threshold of a position: section 1 of the
//! kind's page.
//!
//! Every number of chips in a certificate is below 2^28 ([`MOST`](crate::core::fields::MOST)), and no k that is looked at is above 2^30, so thresholds stay below 2^31
//! and the sums below below 2^32. They are written with wrapping operations, which compilers can carry out many at a time.

use crate::core::game::Colour;

/// How ties are broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TieBreak {
    /// One player has the tie-breaking advantage: at a tie that player either declares the other the winner of the bid and keeps it, or is the
    /// winner and hands it over (section 2.3 of the paper).
    Advantage,
    /// One player has the minus-epsilon chip and loses ties; it goes to the loser of each bid (section 7).
    MakeItTakeIt,
    /// Left wins every tie (section 7).
    LadiesFirst,
}

/// The rule for one way of breaking ties and one claimant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rule {
    /// The claimant: White is Left, Black is Right.
    pub(super) player: Colour,
    pub(super) tie_break: TieBreak,
}

impl Rule {
    /// u, the codes that a chip is worth.
    pub(super) fn unit(self) -> u32 {
        match self.tie_break {
            TieBreak::Advantage | TieBreak::MakeItTakeIt => 2,
            TieBreak::LadiesFirst => 1,
        }
    }

    /// T(k): the number of codes, and the threshold where no code wins.
    pub(super) fn top(self, k: u32) -> u32 {
        self.unit().wrapping_mul(k.wrapping_add(1))
    }

    /// Phi(x, y) for each pair of two rows: x the least threshold over the claimant's options, y the greatest over the other's.
    pub(super) fn phi(self, x: impl Iterator<Item = u32>, y: impl Iterator<Item = u32>) -> Vec<u32> {
        let pairs = x.zip(y).map(|(x, y)| (x.min(y), x.max(y)));
        match (self.tie_break, self.player) {
            (TieBreak::Advantage, _) => pairs.map(|(lo, hi)| lo.div_ceil(2).wrapping_add(hi / 2)).collect(),
            (TieBreak::MakeItTakeIt, _) => pairs.map(|(lo, hi)| (lo / 2).wrapping_add(hi.div_ceil(2))).collect(),
            (TieBreak::LadiesFirst, Colour::White) => pairs.map(|(lo, hi)| lo.wrapping_add(hi) / 2).collect(),
            (TieBreak::LadiesFirst, Colour::Black) => pairs.map(|(lo, hi)| lo.wrapping_add(hi).div_ceil(2)).collect(),
        }
    }
}
