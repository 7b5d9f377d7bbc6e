//! A strategy for one number of chips taken from thresholds: one player's moves, at the positions that these leave reachable.
//!
//! A position of the strategy has a *need*: the greatest bound that it may have, for the bounds before it to be what they have to be. It is
//! the least that the positions before it ask, and may well be above the threshold. Whatever is to spare is handed on: where the claimant's
//! option alone is enough, the other's are not looked at, and so on. That makes strategies many times smaller than if all thresholds were
//! kept.
//!
//! Every move leads one layer on, so that all needs of a layer are known when its positions are looked at.

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::Worth;
use crate::control::{Control, Interrupted};
use crate::model::chips::Rule;
use crate::model::strategy::{MAX_OPTIONS, Strategy, both, other_alone, own_alone};

/// A position as its game knows it: the same number wherever the same position is met.
pub type Place = u64;

/// Where an option leads.
#[derive(Clone, Copy, Debug)]
pub struct Reached {
    /// The position, if play goes on.
    pub place: Place,
    /// What it is worth.
    pub worth: Worth,
}

/// Both players' options at a position in move order: at least one each, and at most [`MAX_OPTIONS`].
#[derive(Debug)]
pub struct Options {
    /// The claimant's.
    pub own: Vec<Reached>,
    /// The other player's.
    pub other: Vec<Reached>,
}

/// A game whose thresholds are known, where each move leads to a layer of positions behind those before it.
pub trait Positions: Sync {
    /// Where play begins. It is not over there.
    fn start(&self) -> Reached;

    /// The options at a position in which play goes on.
    fn options(&self, place: Place) -> Options;
}

/// Why there is no strategy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// Asked to stop.
    Interrupted,
    /// It has more positions than there is room for.
    Room(u64),
}

impl From<Interrupted> for Error {
    fn from(_: Interrupted) -> Self {
        Self::Interrupted
    }
}

/// Positions whose options are looked up at once, on all cores.
const BATCH: usize = 1 << 12;

/// A strategy of at most `room` positions with which the claimant wins with as little as possible where play begins; none if no code wins.
///
/// # Errors
/// [`Error`].
///
/// # Panics
/// If a position has not as many options as [`Options`] says.
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
        // Nobody asks anything more of those positions.
        layer = Layer { numbers: FxHashMap::default(), ..next };
    }
    Ok(Some(Strategy { rule, chips, code, moves }))
}

/// The positions of the strategy that are as many moves away from the start, in the order in which they were found.
#[derive(Default)]
struct Layer {
    places: Vec<Place>,
    needs: Vec<u32>,
    numbers: FxHashMap<Place, u32>,
}

impl Layer {
    /// Asks that this be no greater than so much, where play goes on there.
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

/// What bounds may be.
struct Bounds {
    rule: Rule,
    top: u32,
}

impl Bounds {
    /// Which options of a position are looked at so that its bound is no greater than `need`, which is at least its threshold and below T.
    /// What this asks of them goes into the layer behind.
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
        // What is to spare goes to the other's options first: there are more of them.
        let of_other = self.greatest(|y| bound(least, y) <= need);
        let option = best(own, next);
        next.ask(own[option], self.greatest(|x| bound(x, of_other) <= need));
        other.iter().for_each(|&option| next.ask(option, of_other));
        both(number(option))
    }

    /// The greatest bound up to T that fits, where 0 fits and all below one that fits.
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

/// The number of the option to take: a win at once, or else the least threshold, if possible where the strategy goes already.
fn best(own: &[Reached], next: &Layer) -> usize {
    let key = |option: &Reached| {
        let Worth { threshold, over } = option.worth;
        (threshold > 0 || !over, threshold, !next.numbers.contains_key(&option.place))
    };
    let (number, _) = own.iter().enumerate().min_by_key(|(_, option)| key(option)).expect("the claimant has an option");
    number
}

/// The number of an option in a byte.
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

    /// Who is first to win so many bids has won. A place is how many the claimant needs, times 100, and how many the other needs.
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
    fn strategies_have_room_or_are_given_up() {
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
