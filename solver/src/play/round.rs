//! Computes both players' chips and advantage after a round of bids.

use crate::model::chips::{Rule, TieBreak};
use crate::model::graph::Player;

/// Both players' chips, and the holder of the advantage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Held {
    /// Left's chips.
    pub left: u32,
    /// All chips.
    pub total: u32,
    /// Holder of the tie-breaking advantage. With make-it-take-it, the winner of the last bid. The field is `None`
    /// under the ladies-first rule.
    pub mark: Option<Player>,
}

/// Result of two bids.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Round {
    /// A player has won the bid. This player moves, or makes the other player move.
    Won {
        /// Winner of the bid.
        winner: Player,
        /// Both players' chips after the payment.
        then: Held,
    },
    /// The bids are equal. The holder of the advantage decides who wins the bid.
    Choice {
        /// Holder of the advantage.
        holder: Player,
        /// Both players' chips if the holder of the advantage wins the bid and gives the advantage away.
        used: Held,
        /// Both players' chips if the holder of the advantage lets the other player win the bid.
        declined: Held,
    },
}

/// A bid of more chips than the player has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a bid of {bid} with {chips} chips")]
pub struct BidTooHigh {
    /// The bid.
    pub bid: u32,
    /// Chips of the player.
    pub chips: u32,
}

impl Held {
    /// Returns a player's chips.
    #[must_use]
    pub fn chips(&self, player: Player) -> u32 {
        match player {
            Player::Left => self.left,
            Player::Right => self.total - self.left,
        }
    }

    /// Encodes the chips and advantage of the claimant of `rule` as an integer, as [`crate::model::chips`] explains.
    #[must_use]
    pub fn code(&self, rule: Rule) -> u32 {
        let chips = rule.unit() * self.chips(rule.claimant);
        if rule.tie_break == TieBreak::LadiesFirst { chips } else { chips + u32::from(self.mark == Some(rule.claimant)) }
    }

    /// Returns both players' chips after the player `by` has paid `bid` chips to the other player.
    fn paid(&self, by: Player, bid: u32, mark: Option<Player>) -> Self {
        let left = if by == Player::Left { self.left - bid } else { self.left + bid };
        Self { left, mark, ..*self }
    }

    /// Computes what happens after Left's bid and Right's bid.
    ///
    /// # Errors
    /// Returns [`BidTooHigh`] if a bid exceeds a player's chips.
    pub fn round(&self, tie_break: TieBreak, bids: [u32; 2]) -> Result<Round, BidTooHigh> {
        for (player, bid) in Player::BOTH.into_iter().zip(bids) {
            let chips = self.chips(player);
            if bid > chips {
                return Err(BidTooHigh { bid, chips });
            }
        }
        let [left, right] = bids;
        let won = |winner: Player, mark| Round::Won { winner, then: self.paid(winner, bids[winner as usize], mark) };
        let higher = if left >= right { Player::Left } else { Player::Right };
        Ok(match tie_break {
            TieBreak::MakeItTakeIt if left != right => won(higher, Some(higher)),
            TieBreak::MakeItTakeIt => self.mark.map_or_else(|| won(Player::Left, Some(Player::Left)), |last| won(last, Some(last))),
            TieBreak::LadiesFirst => won(higher, None),
            TieBreak::Advantage if left != right => won(higher, self.mark),
            TieBreak::Advantage => {
                let holder = self.mark.unwrap_or(Player::Left);
                let other = holder.other();
                Round::Choice { holder, used: self.paid(holder, left, Some(other)), declined: self.paid(other, left, Some(holder)) }
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{BidTooHigh, Held, Round};
    use crate::model::chips::TieBreak::{self, Advantage, LadiesFirst, MakeItTakeIt};
    use crate::model::graph::Player::{self, Left, Right};

    #[test]
    fn what_bids_come_to() {
        let held = |left, mark| Held { left, total: 10, mark };
        let won = |winner, left, mark| Round::Won { winner, then: held(left, mark) };
        type Case = (&'static str, TieBreak, Option<Player>, [u32; 2], Round);
        let table: [Case; 9] = [
            ("the higher bid wins and is paid to the other", Advantage, Some(Right), [3, 2], won(Left, 3, Some(Right))),
            ("Right's too", Advantage, Some(Left), [3, 4], won(Right, 10, Some(Left))),
            (
                "at a tie Left has the choice",
                Advantage,
                Some(Left),
                [4, 4],
                Round::Choice { holder: Left, used: held(2, Some(Right)), declined: held(10, Some(Left)) },
            ),
            (
                "or Right",
                Advantage,
                Some(Right),
                [4, 4],
                Round::Choice { holder: Right, used: held(10, Some(Left)), declined: held(2, Some(Right)) },
            ),
            ("who won last wins the tie", MakeItTakeIt, Some(Right), [1, 1], won(Right, 7, Some(Right))),
            ("who wins now wins the next tie", MakeItTakeIt, Some(Right), [1, 0], won(Left, 5, Some(Left))),
            ("Left wins ties", LadiesFirst, None, [0, 0], won(Left, 6, None)),
            ("unless Right bids more", LadiesFirst, None, [0, 1], won(Right, 7, None)),
            ("all chips", LadiesFirst, None, [6, 4], won(Left, 0, None)),
        ];
        for (title, tie_break, mark, bids, expected) in table {
            assert_eq!(held(6, mark).round(tie_break, bids), Ok(expected), "{title}");
        }
        assert_eq!(held(6, None).round(LadiesFirst, [7, 0]), Err(BidTooHigh { bid: 7, chips: 6 }));
        assert_eq!(held(6, None).round(LadiesFirst, [0, 5]), Err(BidTooHigh { bid: 5, chips: 4 }));
    }
}
