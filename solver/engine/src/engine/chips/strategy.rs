//! Extracts a winning strategy from thresholds, for one number of chips.
//!
//! The *need* of a position is the amount of chips with which the strategy has to win from the position. If the need is
//! well above the threshold, fewer options have to be explored. For example, if the claimant's option alone is enough,
//! the other player's options are not explored. Therefore a strategy is many times smaller than a table of all
//! thresholds.
//!
//! The positions form layers: every move leads from one layer to the next.

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::Worth;
use crate::control::{Control, Interrupted};
use crate::model::chips::Rule;
use crate::model::strategy::{MAX_OPTIONS, Strategy, both, other_alone, own_alone};

/// Number that identifies a position of the game.
pub type Place = u64;

/// The position or end of the game after an option, with its threshold.
#[derive(Clone, Copy, Debug)]
pub struct Reached {
    /// Number of the position. If the game has ended, the number has no meaning.
    pub place: Place,
    /// Threshold of the position or of the end of the game.
    pub worth: Worth,
}

/// Both players' options at a position, in move order. Each player has at least one option and at most [`MAX_OPTIONS`].
#[derive(Debug)]
pub struct Options {
    /// Options of the claimant.
    pub own: Vec<Reached>,
    /// Options of the other player.
    pub other: Vec<Reached>,
}

/// A game with known thresholds. The positions form layers, and every move leads from one layer to the next.
pub trait Positions: Sync {
    /// Returns the initial position, which is not an end.
    fn start(&self) -> Reached;

    /// Returns the options at a position that is not an end.
    fn options(&self, place: Place) -> Options;
}

/// Reason why no strategy was extracted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// The computation was asked to stop.
    Interrupted,
    /// The strategy would have more positions than this limit.
    Room(u64),
}

impl From<Interrupted> for Error {
    fn from(_: Interrupted) -> Self {
        Self::Interrupted
    }
}

/// Number of positions in a batch. The options of a batch are generated in parallel, on all cores.
const BATCH: usize = 1 << 12;

/// Finds the least amount of chips, encoded as an integer, with which the claimant wins at the initial position, and
/// extracts a winning strategy for this amount. The strategy has at most `room` positions. Returns `None` if no amount
/// of chips wins.
///
/// # Errors
/// [`Error`], if the strategy is larger than `room` or the computation is interrupted.
///
/// # Panics
/// Panics if a position violates the limits of [`Options`].
pub fn extract(positions: &impl Positions, rule: Rule, chips: u32, room: u64, control: Control) -> Result<Option<Strategy>, Error> {
    let (start, bounds) = (positions.start(), Bounds { rule, top: rule.top(chips) });
    let code = start.worth.threshold;
    if code == bounds.top {
        return Ok(None);
    }
    control.stage("positions of the strategy", None);
    let mut layer = Layer::default();
    layer.ask(start, code);
    let (mut moves, mut before) = (Vec::new(), 0);
    while !layer.places.is_empty() {
        before += layer.places.len() as u64;
        let mut next = Layer::default();
        for (places, needs) in layer.places.chunks(BATCH).zip(layer.needs.chunks(BATCH)) {
            control.at(moves.len() as u64, "")?;
            let options: Vec<Options> = places.par_iter().map(|&place| positions.options(place)).collect();
            for (options, &need) in options.iter().zip(needs) {
                moves.push(bounds.choose(options, need, &mut next));
                if before + next.places.len() as u64 > room {
                    return Err(Error::Room(room));
                }
            }
        }
        // The needs of the next layer are final now, so its index `numbers` can be dropped.
        layer = Layer { numbers: FxHashMap::default(), ..next };
    }
    Ok(Some(Strategy { rule, chips, code, moves }))
}

/// Positions of the strategy with equal distances from the initial position, in order of discovery.
#[derive(Default)]
struct Layer {
    places: Vec<Place>,
    needs: Vec<u32>,
    numbers: FxHashMap<Place, u32>,
}

impl Layer {
    /// Records that the strategy must prove the bound `need` for a position. Does nothing if the game has ended.
    fn ask(&mut self, reached: Reached, need: u32) {
        if reached.worth.over {
            return;
        }
        let new = u32::try_from(self.places.len()).expect("fewer than 2^32 positions");
        let number = *self.numbers.entry(reached.place).or_insert(new);
        if number == new {
            self.places.push(reached.place);
            self.needs.push(need);
        } else {
            let known = &mut self.needs[number as usize];
            *known = need.min(*known);
        }
    }
}

struct Bounds {
    rule: Rule,
    top: u32,
}

impl Bounds {
    /// Chooses which options of a position to explore, so that they prove a bound of at most `need`. `need` must be at
    /// least the threshold and below T. Records in `next` which upper bound must be proved for each explored option.
    fn choose(&self, Options { own, other }: &Options, need: u32, next: &mut Layer) -> u8 {
        let bound = |x, y| self.rule.threshold(x, y);
        let least = own.iter().map(|option| option.worth.threshold).min().expect("the claimant has an option");
        let greatest = other.iter().map(|option| option.worth.threshold).max().expect("the other player has an option");
        if bound(least, self.top) <= need {
            let option = best(own, next);
            next.ask(own[option], self.greatest(|x| bound(x, self.top) <= need));
            return own_alone(number(option));
        }
        if bound(self.top, greatest) <= need {
            let asked = self.greatest(|y| bound(self.top, y) <= need);
            other.iter().for_each(|&option| next.ask(option, asked));
            return other_alone();
        }
        // The other player's options get the greatest possible need, since all of them have to be explored.
        let of_other = self.greatest(|y| bound(least, y) <= need);
        let option = best(own, next);
        next.ask(own[option], self.greatest(|x| bound(x, of_other) <= need));
        other.iter().for_each(|&option| next.ask(option, of_other));
        both(number(option))
    }

    /// Returns the greatest bound, at most T, for which `fits` is true. `fits` must be monotone and true for 0.
    fn greatest(&self, fits: impl Fn(u32) -> bool) -> u32 {
        let (mut fitting, mut above) = (0, self.top + 1);
        while above - fitting > 1 {
            let middle = fitting.midpoint(above);
            if fits(middle) {
                fitting = middle;
            } else {
                above = middle;
            }
        }
        fitting
    }
}

/// Returns the index of the option that the claimant takes. An immediate win is best; if there is none, the option with
/// the least threshold is best. Among options with equal thresholds, an option to a position that is already part of
/// the strategy is preferred.
fn best(own: &[Reached], next: &Layer) -> usize {
    let key = |option: &Reached| {
        let Worth { threshold, over } = option.worth;
        (threshold > 0 || !over, threshold, !next.numbers.contains_key(&option.place))
    };
    let (number, _) = own.iter().enumerate().min_by_key(|(_, option)| key(option)).expect("the claimant has an option");
    number
}

/// Converts an option's index to a byte.
fn number(option: usize) -> u8 {
    u8::try_from(option).ok().filter(|&option| option < MAX_OPTIONS).expect("at most 32 options")
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::{Error, Options, Place, Positions, Reached, Worth, extract};
    use crate::control::{Control, Silent};
    use crate::model::chips::{Rule, TieBreak};
    use crate::model::graph::Player;

    const RULE: Rule = Rule { tie_break: TieBreak::Advantage, claimant: Player::Left };
    const CHIPS: u32 = 20;

    /// A race: the player who first wins a certain number of bids wins. A position has the number `100 * m + n` if the
    /// claimant needs `m` more bids, and the other player `n` more bids.
    struct Race(u64);

    impl Race {
        fn reached(needed: [u64; 2]) -> Reached {
            let [own, other] = needed;
            let after = |needed: [u64; 2]| Self::reached(needed).worth.threshold;
            let threshold = match needed {
                [0, _] => 0,
                [_, 0] => RULE.top(CHIPS),
                _ => RULE.threshold(after([own - 1, other]), after([own, other - 1])),
            };
            Reached { place: 100 * own + other, worth: Worth { threshold, over: own * other == 0 } }
        }
    }

    impl Positions for Race {
        fn start(&self) -> Reached {
            Self::reached([self.0; 2])
        }

        fn options(&self, place: Place) -> Options {
            let [own, other] = [place / 100, place % 100];
            Options { own: vec![Self::reached([own - 1, other])], other: vec![Self::reached([own, other - 1])] }
        }
    }

    #[test]
    fn strategies_that_need_more_memory_are_refused() {
        let stop = AtomicBool::new(false);
        let extract = |room| extract(&Race(4), RULE, CHIPS, room, Control::new("", &Silent, &stop));
        let all = extract(100).unwrap().unwrap();
        assert_eq!(all.code, Race(4).start().worth.threshold);
        // Some of the 16 positions are not needed.
        assert!((4..16).contains(&all.moves.len()), "{:?}", all.moves);
        let room = all.moves.len() as u64;
        assert_eq!(extract(room), Ok(Some(all)));
        assert_eq!(extract(room - 1), Err(Error::Room(room - 1)));
    }
}
