//! Compares the recursion for thresholds with the definition of the game by its bids, ties and moves. The
//! implementation of the definition does not encode amounts of chips and does not use the recursion.

use super::Random;
use super::games::{CUSTOMS, Custom, Options, random_game};
use crate::bidding::game::Choice::{self, Class, Drawn, Won};
use crate::core::game::Colour::White;

/// What the claimant holds: a number of chips, and perhaps the tie-breaking advantage or the minus-epsilon chip. If
/// ties are broken by the rule "ladies first", `special` is always false.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Holding {
    chips: i64,
    special: bool,
}

/// For each class of symmetric positions and each amount of chips, whether the claimant wins by force.
struct Known {
    k: i64,
    won: Vec<Vec<[bool; 2]>>,
}

impl Known {
    fn at(&self, custom: Custom, choice: Choice, holding: Holding) -> bool {
        match choice {
            Class(class) => {
                self.won[usize::try_from(class).unwrap()][usize::try_from(holding.chips).unwrap()][usize::from(holding.special)]
            }
            Won(colour) => colour == custom.player,
            Drawn | Choice::Cited { .. } => false,
        }
    }

    /// Returns whether the claimant wins after the bid. The winner of the bid decides which player moves, and that
    /// player chooses the option.
    fn decided(&self, custom: Custom, options: &(Vec<Choice>, Vec<Choice>), holding: Holding, claimant_decides: bool) -> bool {
        let (claimant, other) = custom.sides(options);
        let claimant_moves = claimant.iter().any(|choice| self.at(custom, *choice, holding));
        let other_moves = other.iter().all(|choice| self.at(custom, *choice, holding));
        if claimant_decides { claimant_moves || other_moves } else { claimant_moves && other_moves }
    }

    /// Returns whether the claimant wins after both players have bid. The winner of the bid pays the bid to the other
    /// player.
    fn bid(&self, custom: Custom, options: &(Vec<Choice>, Vec<Choice>), now: Holding, own: i64, others: i64) -> bool {
        let paid = |wins: bool, special: bool| {
            let chips = if wins { now.chips - own } else { now.chips + others };
            self.decided(custom, options, Holding { chips, special }, wins)
        };
        match custom.tie_break {
            // The holder of the tie-breaking advantage loses it only by using it at a tie.
            0 if own != others => paid(own > others, now.special),
            0 if now.special => paid(false, true) || paid(true, false),
            0 => paid(true, false) && paid(false, true),
            // The loser of the bid gets the minus-epsilon chip. The holder of this chip loses ties.
            1 => {
                let wins = own > others || own == others && !now.special;
                paid(wins, !wins)
            }
            _ => paid(own > others || own == others && custom.player == White, false),
        }
    }

    /// Computes from the known results of the successors whether the claimant wins. If `first` is true, the claimant
    /// bids openly and the other player bids second. If `first` is false, the other player bids openly and the claimant
    /// bids second. The player who decides a tie has seen both bids.
    fn forced(&self, custom: Custom, options: &(Vec<Choice>, Vec<Choice>), now: Holding, first: bool) -> bool {
        let (mut own, mut others) = (0..=now.chips, 0..=self.k - now.chips);
        if first {
            own.any(|own| others.clone().all(|others| self.bid(custom, options, now, own, others)))
        } else {
            others.all(|others| own.clone().any(|own| self.bid(custom, options, now, own, others)))
        }
    }
}

/// For each class of symmetric positions and each amount of chips, returns whether the claimant can force a win in a
/// bounded number of moves.
fn by_definition(custom: Custom, game: &Options, k: i64, first: bool) -> Vec<Vec<[bool; 2]>> {
    let holdings = usize::try_from(k + 1).unwrap();
    let mut known = Known { k, won: vec![vec![[false; 2]; holdings]; game.len()] };
    loop {
        let won = |options: &(Vec<Choice>, Vec<Choice>)| {
            (0..=k).map(|chips| [false, true].map(|special| known.forced(custom, options, Holding { chips, special }, first))).collect()
        };
        let next: Vec<Vec<[bool; 2]>> = game.iter().map(won).collect();
        if next == known.won {
            return next;
        }
        known.won = next;
    }
}

/// Encodes an amount of chips as an integer, as section 1 of `spec/kinds/chips.md` defines it.
fn code(custom: Custom, holding: Holding) -> i64 {
    match custom.tie_break {
        0 => 2 * holding.chips + i64::from(holding.special),
        1 => 2 * holding.chips + i64::from(!holding.special),
        _ => holding.chips,
    }
}

#[test]
fn the_recursion_is_the_game() {
    let mut random = Random(1);
    let (mut zugzwang, mut never, mut compared) = (0, 0, 0);
    for round in 0..1500 {
        let classes = 1 + random.below(5);
        let game = random_game(&mut random, classes, round % 3 == 0);
        for custom in CUSTOMS {
            for k in 0..=3 + i64::from(random.below(3)) {
                let f = custom.thresholds(&game, k);
                let open = by_definition(custom, &game, k, true);
                let answered = by_definition(custom, &game, k, false);
                // The same player wins, whichever player bids openly first. So the same player also wins with sealed
                // bids.
                assert_eq!(open, answered, "{custom:?} {game:?} k = {k}");
                for ((class, options), threshold) in game.iter().enumerate().zip(&f) {
                    for chips in 0..=k {
                        // With ladies first, players have only chips.
                        for special in if custom.tie_break == 2 { vec![false] } else { vec![false, true] } {
                            let holding = Holding { chips, special };
                            let wins = open[class][usize::try_from(chips).unwrap()][usize::from(special)];
                            let context = format!("{custom:?} {game:?} k = {k} class {class} {holding:?}");
                            assert_eq!(wins, code(custom, holding) >= *threshold, "{context}");
                            compared += 1;
                        }
                    }
                    let (claimant, other) = custom.sides(options);
                    let x = claimant.iter().map(|choice| custom.value(*choice, k, &f)).min().unwrap();
                    let y = other.iter().map(|choice| custom.value(*choice, k, &f)).max().unwrap();
                    zugzwang += u32::from(x > y);
                    never += u32::from(*threshold == custom.top(k));
                }
            }
        }
    }
    assert!(zugzwang > 5000 && never > 5000 && compared > 500_000, "{zugzwang} {never} {compared}");
}

/// Tests that one more chip never lowers a threshold and raises it by at most one chip.
#[test]
fn thresholds_grow_by_a_chip_at_most() {
    let mut random = Random(2);
    for round in 0..500 {
        let classes = 1 + random.below(6);
        let game = random_game(&mut random, classes, round % 2 == 0);
        for custom in CUSTOMS {
            for k in 0..12 {
                let (now, next) = (custom.thresholds(&game, k), custom.thresholds(&game, k + 1));
                assert!(now.iter().zip(&next).all(|(now, next)| (0..=custom.unit()).contains(&(next - now))), "{custom:?} {game:?} {k}");
            }
        }
    }
}
