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
    pub(super) fn phi(self, x: &[u32], y: &[u32], out: &mut Vec<u32>) {
        fn each(x: &[u32], y: &[u32], out: &mut Vec<u32>, phi: impl Fn(u32, u32) -> u32) {
            out.clear();
            out.extend(x.iter().zip(y).map(|(x, y)| phi((*x).min(*y), (*x).max(*y))));
        }
        match (self.tie_break, self.player) {
            (TieBreak::Advantage, _) => each(x, y, out, |lo, hi| half_up(lo).wrapping_add(half_down(hi))),
            (TieBreak::MakeItTakeIt, _) => each(x, y, out, |lo, hi| half_down(lo).wrapping_add(half_up(hi))),
            (TieBreak::LadiesFirst, Colour::White) => each(x, y, out, |lo, hi| half_down(lo.wrapping_add(hi))),
            (TieBreak::LadiesFirst, Colour::Black) => each(x, y, out, |lo, hi| half_up(lo.wrapping_add(hi))),
        }
    }
}

/// n/2, rounded down.
fn half_down(n: u32) -> u32 {
    n >> 1
}

/// n/2, rounded up.
fn half_up(n: u32) -> u32 {
    (n >> 1).wrapping_add(n & 1)
}
