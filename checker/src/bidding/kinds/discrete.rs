//! Discrete bidding: the three tie-break rules, the integer that encodes an amount of chips, and the rule Phi. The rule
//! Phi computes the threshold of a position from the thresholds of its options. Implements section 1 of
//! `spec/kinds/chips.md`.
//!
//! Every number of chips in a certificate is below 2^28 ([`CHIPS_LIMIT`](crate::core::fields::CHIPS_LIMIT)), and all
//! tested numbers are below 2^29. Therefore thresholds stay below 2^31, and no sum in this module reaches 2^32. Sums
//! are computed with wrapping operations, which compilers can vectorise.

use crate::core::cbor::Reader;
use crate::core::fields::side;
use crate::core::game::Colour;
use crate::core::refusal::Refusal;

pub(super) const CHIPS: [&str; 2] = ["chip", "chips"];

/// Explains in a claim how players bid.
pub(super) const BIDS: &str = "before each move both players bid a number of their own chips at once, from 0 to all of them; the higher bidder pays the bid to the other player and decides who moves";

/// Written instead of a threshold if no amount of chips wins by force.
pub(super) const NEVER: &str = "never";

/// The rule that breaks ties.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TieBreak {
    /// One player has the tie-breaking advantage. Section 2.3 of *Discrete bidding games* defines this rule.
    Advantage,
    /// One player has the minus-epsilon chip, and loses every tie. Whoever loses a bid gets the minus-epsilon chip
    /// (section 7 of *Discrete bidding games*).
    MakeItTakeIt,
    /// Left wins every tie (section 7 of *Discrete bidding games*).
    LadiesFirst,
}

impl TieBreak {
    /// Describes the tie-break rule in one sentence, which claims contain.
    pub(super) fn sentence(self) -> &'static str {
        match self {
            Self::Advantage => {
                "one player has the tie-breaking advantage and decides at a tie who is the higher bidder: the other player, or the holder, who then hands the advantage over; 3* is 3 chips and the advantage, 3 is 3 chips without it"
            }
            Self::MakeItTakeIt => {
                "at a tie the player without the minus-epsilon chip is the higher bidder; the chip goes to the lower bidder each time; 3-e is 3 chips and the minus-epsilon chip, 3 is 3 chips without it"
            }
            Self::LadiesFirst => "at a tie Left is the higher bidder (ladies first)",
        }
    }

    /// Returns the name of the rule in machine-readable claims.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Advantage => "advantage",
            Self::MakeItTakeIt => "make-it-take-it",
            Self::LadiesFirst => "ladies-first",
        }
    }
}

/// Returns the claimant's name and the other player's name, as written in claims.
pub(super) fn players(claimant: Colour) -> [&'static str; 2] {
    match claimant {
        Colour::White => ["Left (White)", "Right (Black)"],
        Colour::Black => ["Right (Black)", "Left (White)"],
    }
}

/// Returns the name of a player in machine-readable claims.
pub(super) fn player_name(player: Colour) -> &'static str {
    if player == Colour::White { "left" } else { "right" }
}

/// Computes the threshold of a position from the thresholds of its options, for one tie-break rule and one claimant.
/// The specification calls this rule Phi.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rule {
    /// The claimant, who is the player for whom thresholds are claimed. White stands for Left, and Black for Right.
    pub(super) player: Colour,
    pub(super) tie_break: TieBreak,
}

/// Clauses `chips/player` and `strategy/player`: the item `player` is 0 or 1.
fn player(reader: &mut Reader<'_>, group: &'static str) -> Result<Colour, Refusal> {
    side(reader, group, "player")
}

/// Clauses `chips/tie_break` and `strategy/tie_break`: the item `tie_break` is 0, 1 or 2.
fn tie_break(reader: &mut Reader<'_>, group: &'static str) -> Result<TieBreak, Refusal> {
    let place = reader.place();
    match reader.unsigned()? {
        0 => Ok(TieBreak::Advantage),
        1 => Ok(TieBreak::MakeItTakeIt),
        2 => Ok(TieBreak::LadiesFirst),
        other => Err(Refusal::new(group, "tie_break", place, format!("expected the tie break 0, 1 or 2, found {other}"))),
    }
}

impl Rule {
    /// Reads the claimant and the tie-break rule from the claim of a certificate.
    pub(super) fn read(reader: &mut Reader<'_>, kind: &'static str) -> Result<Self, Refusal> {
        Ok(Self { player: player(reader, kind)?, tie_break: tie_break(reader, kind)? })
    }

    /// Returns u: one more chip adds u to an encoded amount.
    pub(super) fn unit(self) -> u32 {
        match self.tie_break {
            TieBreak::Advantage | TieBreak::MakeItTakeIt => 2,
            TieBreak::LadiesFirst => 1,
        }
    }

    /// Returns T(k): how many different amounts a player can hold if there are `k` chips in all. T(k) is also the
    /// threshold of a position in which no amount wins.
    pub(super) fn top(self, k: u32) -> u32 {
        self.unit().wrapping_mul(k.wrapping_add(1))
    }

    /// Computes the threshold Phi(x, y) for each value of `x` and the value of `y` at the same index. A value of `x` is
    /// the least threshold among the claimant's options. A value of `y` is the greatest threshold among the other
    /// player's options.
    pub(super) fn phi(self, x: impl Iterator<Item = u32>, y: impl Iterator<Item = u32>) -> Vec<u32> {
        let pairs = x.zip(y).map(|(x, y)| (x.min(y), x.max(y)));
        match (self.tie_break, self.player) {
            (TieBreak::Advantage, _) => pairs.map(|(lo, hi)| lo.div_ceil(2).wrapping_add(hi / 2)).collect(),
            (TieBreak::MakeItTakeIt, _) => pairs.map(|(lo, hi)| (lo / 2).wrapping_add(hi.div_ceil(2))).collect(),
            (TieBreak::LadiesFirst, Colour::White) => pairs.map(|(lo, hi)| lo.wrapping_add(hi) / 2).collect(),
            (TieBreak::LadiesFirst, Colour::Black) => pairs.map(|(lo, hi)| lo.wrapping_add(hi).div_ceil(2)).collect(),
        }
    }
    /// Formats a threshold in the notation of *Discrete bidding games*, for `k` chips in all.
    pub(super) fn written(self, code: u32, k: u32) -> String {
        match (self.tie_break, code / 2, code % 2) {
            _ if code >= self.top(k) => NEVER.to_owned(),
            (TieBreak::LadiesFirst, ..) => code.to_string(),
            (TieBreak::Advantage, chips, 1) => format!("{chips}*"),
            (TieBreak::MakeItTakeIt, chips, 0) => format!("{chips}-e"),
            (_, chips, _) => chips.to_string(),
        }
    }
}
