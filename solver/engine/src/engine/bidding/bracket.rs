//! Computes proved bounds of the thresholds alpha and beta, for games that are too large for exact values. The proof is
//! a set of inequalities between integers (`spec/kinds/bracket.md`, section 4).
//!
//! The lower bound of a position starts at 0. The upper bound starts at the lower bound. Bounds never decrease, so the
//! computation converges. The bounds of the two players are computed in parallel.

use std::sync::atomic::{AtomicU64, Ordering};

use super::regions::Regions;
use super::sweep::POSITIONS_PER_CHECK;
use crate::control::{Control, Interrupted};
use crate::model::bracket::{Bounds, Bracket, Column, MAX_BITS};
use crate::model::graph::Lists;

/// Unsigned integer type of the bounds.
pub trait Word: Copy + Ord + Send + Sync {
    /// The number 0.
    const ZERO: Self;
    /// Converts a number, which must fit into the type.
    fn from_u128(number: u128) -> Self;
    /// Returns `floor((self + other - 1) / 2)`, or 0 if the result would be negative.
    fn half_below(self, other: Self) -> Self;
    /// Returns half of `self + other`, rounded up.
    fn half_up(self, other: Self) -> Self;
    /// Returns `one - self`, which is the value from the other player's point of view.
    fn exchanged(self, one: Self) -> Self;
    /// Converts the numbers to a `Column` of the same integer width.
    fn column(numbers: Vec<Self>) -> Column;
}

macro_rules! word {
    ($word:ty, $column:path) => {
        impl Word for $word {
            const ZERO: Self = 0;

            fn from_u128(number: u128) -> Self {
                Self::try_from(number).expect("a number of at most 1 fits")
            }

            fn half_below(self, other: Self) -> Self {
                self.half_up(other).saturating_sub(1)
            }

            fn half_up(self, other: Self) -> Self {
                // `a | b` equals `(a & b) + (a ^ b)`, and `a + b` equals `2 * (a & b) + (a ^ b)`. Therefore `(a | b) -
                // ((a ^ b) >> 1)` is half of `a + b`, rounded up. The subtraction cannot overflow.
                (self | other) - ((self ^ other) >> 1)
            }

            fn exchanged(self, one: Self) -> Self {
                one - self
            }

            fn column(numbers: Vec<Self>) -> Column {
                $column(numbers)
            }
        }
    };
}

word!(u64, Column::Narrow);
word!(u128, Column::Wide);

/// A 64-bit bound has at most this number of binary places. The remaining bit is needed because a bound can be 1.
const NARROW: u32 = 63;

/// Returns the number of bytes that the computation uses for a bound with `bits` binary places.
#[must_use]
pub fn word_bytes(bits: u32) -> u64 {
    if bits <= NARROW { 8 } else { 16 }
}

/// A game for which bounds are to be computed. Every option is an index. An index below the number of positions stands
/// for a position, and any other index for an entry of `boundary`.
pub struct Game<'a> {
    /// White's options, by position.
    pub white: &'a Lists,
    /// Black's options, by position.
    pub black: &'a Lists,
    /// Known bounds of game ends and solved positions, in units of 2^-bits.
    pub boundary: &'a [Bounds],
    /// Number of binary places, at most [`MAX_BITS`].
    pub bits: u32,
}

/// Bounds of the values of a game, and how many passes the computation took.
pub struct Bracketed {
    /// The proved bounds.
    pub bracket: Bracket,
    /// Number of passes through all positions, for White's bounds and for Black's bounds. Each number is rounded up.
    pub sweeps: [u64; 2],
}

/// Computes bounds of all values of a game.
///
/// # Errors
/// Fails with [`Interrupted`] if the stop flag is set.
///
/// # Panics
/// Panics if `bits` exceeds [`MAX_BITS`].
pub fn bracket(game: &Game, control: Control) -> Result<Bracketed, Interrupted> {
    assert!(game.bits <= MAX_BITS, "too many binary places to store");
    if game.bits <= NARROW { with_words::<u64>(game, control) } else { with_words::<u128>(game, control) }
}

fn with_words<W: Word>(game: &Game, control: Control) -> Result<Bracketed, Interrupted> {
    let one = W::from_u128(1 << game.bits);
    control.stage("components", None);
    let regions = Regions::new(game.white, game.black, control)?;
    // Each position has four bounds.
    control.stage("bounds at rest", Some(4 * game.white.len() as u64));
    let rested = AtomicU64::new(0);
    let boundary = |of: fn(&Bounds) -> u128| game.boundary.iter().map(of).map(W::from_u128).collect::<Vec<W>>();
    let exchanged = |numbers: Vec<W>| numbers.into_iter().map(|number| number.exchanged(one)).collect::<Vec<W>>();
    let side = |own, other, boundary| Side { own, other, boundary, regions: &regions, rested: &rested, control }.bounds();
    let (white, black) = rayon::join(
        || side(game.white, game.black, [boundary(|bounds| bounds.alpha[0]), boundary(|bounds| bounds.alpha[1])]),
        || side(game.black, game.white, [boundary(|bounds| bounds.beta[1]), boundary(|bounds| bounds.beta[0])].map(exchanged)),
    );
    let (white, black) = (white?, black?);
    let [high, low] = black.bounds.map(exchanged);
    let bracket = Bracket { bits: game.bits, alpha: white.bounds.map(W::column), beta: [low, high].map(W::column) };
    Ok(Bracketed { bracket, sweeps: [white.sweeps, black.sweeps] })
}

/// A game from the point of view of one player.
struct Side<'a, W> {
    own: &'a Lists,
    other: &'a Lists,
    /// Lower bounds and upper bounds of the boundary.
    boundary: [Vec<W>; 2],
    regions: &'a Regions,
    /// Number of converged bounds of both players.
    rested: &'a AtomicU64,
    control: Control<'a>,
}

/// Bounds of all values from the point of view of one player.
struct SideBounds<W> {
    /// Lower bounds and upper bounds of the values of all positions, in two lists.
    bounds: [Vec<W>; 2],
    sweeps: u64,
}

/// Passes are reported as progress in components of at least this size.
const REPORT_SIZE: usize = 4096;

impl<W: Word> Side<'_, W> {
    fn bounds(mut self) -> Result<SideBounds<W>, Interrupted> {
        let len = self.own.len();
        let mut passed = 0;
        let [from_below, from_above] = std::mem::take(&mut self.boundary);
        let mut low = vec![W::ZERO; len];
        low.extend_from_slice(&from_below);
        drop(from_below);
        // Subtracting 1 makes the inequalities of the proof strict. Otherwise, positions on a cycle could justify each
        // other's bounds.
        self.settle(&mut low, W::half_below, &mut passed)?;
        low.truncate(len);
        let mut high = Vec::with_capacity(len + from_above.len());
        high.extend_from_slice(&low);
        high.extend_from_slice(&from_above);
        drop(from_above);
        self.settle(&mut high, W::half_up, &mut passed)?;
        high.truncate(len);
        Ok(SideBounds { bounds: [low, high], sweeps: passed.div_ceil((len as u64).max(1)) })
    }

    /// Takes one component after another, and recomputes the values of its positions until no value changes. A new
    /// value is half the sum of the greatest value among the player's options and the least value among the other
    /// player's options.
    fn settle(&self, values: &mut [W], half: fn(W, W) -> W, passed: &mut u64) -> Result<(), Interrupted> {
        let mut at_rest = 0;
        let mut sweeps: u64 = 0;
        for region in self.regions.iter() {
            loop {
                let forward = sweeps.is_multiple_of(2);
                sweeps += 1;
                *passed += region.len() as u64;
                let changed =
                    if forward { self.sweep(values, half, region.iter())? } else { self.sweep(values, half, region.iter().rev())? };
                if region.len() >= REPORT_SIZE {
                    self.control.at(self.rested.load(Ordering::Relaxed), &format!("pass {sweeps}, {changed} changes"))?;
                }
                if changed == 0 {
                    break;
                }
            }
            at_rest += region.len() as u64;
            if at_rest >= REPORT_SIZE as u64 {
                let rested = self.rested.fetch_add(at_rest, Ordering::Relaxed) + at_rest;
                self.control.at(rested, "")?;
                at_rest = 0;
            }
        }
        self.rested.fetch_add(at_rest, Ordering::Relaxed);
        self.control.check()
    }

    /// Recomputes each value once, in the order `order`. Returns the number of values that changed.
    fn sweep<'r>(&self, values: &mut [W], half: fn(W, W) -> W, order: impl Iterator<Item = &'r u32>) -> Result<u64, Interrupted> {
        let mut changed = 0;
        for &position in order {
            let position = position as usize;
            if position.is_multiple_of(POSITIONS_PER_CHECK) {
                self.control.check()?;
            }
            let value = half(self.greatest(position, values), self.least(position, values));
            changed += u64::from(value != values[position]);
            values[position] = value;
        }
        Ok(changed)
    }

    fn greatest(&self, position: usize, values: &[W]) -> W {
        self.own.get(position).iter().map(|&place| values[place as usize]).fold(W::ZERO, W::max)
    }

    fn least(&self, position: usize, values: &[W]) -> W {
        let least = self.other.get(position).iter().map(|&place| values[place as usize]).min();
        least.expect("every position has options")
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::{Game, bracket};
    use crate::control::{Control, Silent};
    use crate::engine::bidding::richman;
    use crate::model::bracket::{Bounds, around, fraction};
    use crate::model::graph::{BoundaryValue, Lists, OptionGraph};
    use crate::model::value::Rational;

    fn around_both(end: &BoundaryValue, bits: u32) -> Bounds {
        Bounds { alpha: around(&end.alpha, bits), beta: around(&end.beta, bits) }
    }

    /// Creates a random game with three ends: a win for Black, a win for White, and a draw.
    fn game(seed: u64, len: u32) -> OptionGraph {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut lists = [Lists::with_capacity(0, 0), Lists::with_capacity(0, 0)];
        let often = random.u32(2..12);
        for _ in 0..len {
            for list in &mut lists {
                let end = |random: &mut fastrand::Rng| len + u32::from(random.bool()) + u32::from(random.u8(..10) == 0);
                let options: Vec<u32> =
                    (0..random.u32(1..4)).map(|_| if random.u32(..often) == 0 { end(&mut random) } else { random.u32(..len) }).collect();
                list.push(&options);
            }
        }
        let [white, black] = lists;
        let never = crate::model::graph::NEVER;
        let drawn = BoundaryValue { alpha: Rational::ZERO, beta: Rational::ONE, label_white: never, label_black: never };
        OptionGraph { white, black, boundary: vec![BoundaryValue::end(Rational::ZERO), BoundaryValue::end(Rational::ONE), drawn] }
    }

    fn best(list: &[u32], value: impl Fn(u32) -> u128) -> u128 {
        list.iter().map(|&place| value(place)).max().unwrap()
    }

    fn worst(list: &[u32], value: impl Fn(u32) -> u128) -> u128 {
        list.iter().map(|&place| value(place)).min().unwrap()
    }

    #[test]
    fn exact_values_are_between_and_the_clauses_hold() {
        let stop = AtomicBool::new(false);
        let control = Control::new("", &Silent, &stop);
        let (mut parted, mut equal, mut close) = (0, 0, 0);
        for seed in 0..400 {
            let graph = game(seed, 1 + u32::try_from(seed % 40).unwrap());
            let solution = richman::solve(&graph, control).unwrap();
            for bits in [1, 9, 52, 63, 64, 120] {
                let boundary: Vec<Bounds> = graph.boundary.iter().map(|end| around_both(end, bits)).collect();
                let found = bracket(&Game { white: &graph.white, black: &graph.black, boundary: &boundary, bits }, control).unwrap();
                let (one, len) = (1_u128 << bits, graph.len());
                let of =
                    |place: u32| if (place as usize) < len { found.bracket.bounds(place as usize) } else { boundary[place as usize - len] };
                for position in 0..len {
                    let Bounds { alpha, beta } = found.bracket.bounds(position);
                    let sum = |bound: fn(Bounds) -> u128| {
                        best(graph.white.get(position), |place| bound(of(place)))
                            + worst(graph.black.get(position), |place| bound(of(place)))
                    };
                    // Check the clauses of the certificate kind.
                    assert!(alpha[0] == 0 || 2 * alpha[0] < sum(|bounds| bounds.alpha[0]), "game {seed}, {bits} bits");
                    assert!(2 * alpha[1] >= sum(|bounds| bounds.alpha[1]), "game {seed}, {bits} bits");
                    assert!(2 * beta[0] <= sum(|bounds| bounds.beta[0]), "game {seed}, {bits} bits");
                    assert!(beta[1] == one || 2 * beta[1] > sum(|bounds| bounds.beta[1]), "game {seed}, {bits} bits");
                    assert!(alpha[1] <= one && beta[1] <= one);
                    // Check that the exact values lie within the bounds.
                    let within = |[low, high]: [u128; 2], value: &Rational| fraction(low, bits) <= *value && *value <= fraction(high, bits);
                    assert!(within(alpha, solution.alpha(position)), "alpha of {position} in game {seed}, {bits} bits");
                    assert!(within(beta, solution.beta(position)), "beta of {position} in game {seed}, {bits} bits");
                    if bits == 120 {
                        let bounds = found.bracket.bounds(position);
                        assert_eq!(bounds.part(), solution.alpha(position) < solution.beta(position), "{position} in game {seed}");
                        parted += usize::from(bounds.part());
                        equal += usize::from(!bounds.part());
                        close += usize::from(bounds.width() < 1 << 60);
                    }
                }
            }
        }
        assert!(parted > 500 && equal > 500 && close == parted + equal, "{parted} apart, {equal} equal, {close} close");
    }

    #[test]
    fn interrupted() {
        let graph = game(7, 30);
        let boundary: Vec<Bounds> = graph.boundary.iter().map(|end| around_both(end, 20)).collect();
        let game = Game { white: &graph.white, black: &graph.black, boundary: &boundary, bits: 20 };
        assert!(bracket(&game, Control::new("", &Silent, &AtomicBool::new(true))).is_err());
    }
}
