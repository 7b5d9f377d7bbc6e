//! Computes the guesses s_n as in section 7 of *Endgames in bidding chess*, the paper that [`super`] cites. At each
//! position, s_n is the simplest number in the interval `[alpha_n, beta_n]`. The module also counts the positions that
//! violate the equation `2 s_n(P) = max + min`. In this equation, max is the greatest guess among White's options, and
//! min is the least guess among Black's options.
//!
//! A guess remains valid as long as the interval contains the guess. Alpha, beta and the guess have common leading
//! words. These common words are not compared again.

use std::cmp::Ordering;

use dashu_int::UBig;
use dashu_int::ops::DivRem;
use rayon::prelude::*;

use super::recursion::{Fractions, Recursion, best};
use super::simplest::{Fraction, Interval, Simplest};
use crate::model::graph::{Lists, OptionGraph};
use crate::model::value::Rational;

/// The guess at one position or boundary entry (an end of the game).
#[derive(Clone, Debug)]
struct Guess {
    simplest: Simplest,
    /// The guess as words in the format of [`Fractions`], rounded down.
    words: Vec<u64>,
    /// Whether `words` is the guess exactly, without rounding.
    exact: bool,
    /// Number of leading words that alpha, beta and the guess have in common.
    common: u32,
}

impl Guess {
    fn new(simplest: Simplest, places: usize) -> Self {
        let mut guess = Self { simplest, words: Vec::new(), exact: true, common: 0 };
        guess.write_out(places);
        guess
    }

    /// Writes the guess to `words`, with `places` binary places.
    fn write_out(&mut self, places: usize) {
        let Fraction { numerator, denominator } = self.simplest.value();
        let (quotient, remainder) = (numerator << places).div_rem(denominator);
        let mut bytes = quotient.to_le_bytes().into_vec();
        bytes.resize((places / 64 + 1) * size_of::<u64>(), 0);
        self.words.clear();
        self.words.extend(bytes.as_chunks().0.iter().rev().map(|&word| u64::from_le_bytes(word)));
        self.exact = remainder == UBig::ZERO;
    }

    /// Compares the bound of a position or boundary entry (end of the game) with the guess.
    fn compare(&self, bound: &Fractions, place: usize) -> Ordering {
        let words = (0..).zip(&self.words).skip(self.common as usize);
        let differing = words.map(|(index, word)| bound.word(place, index).cmp(word)).find(|&order| order != Ordering::Equal);
        differing.unwrap_or(if self.exact { Ordering::Equal } else { Ordering::Less })
    }

    /// Replaces the guess if the current interval of `recursion` does not contain it. Returns whether the guess has
    /// changed.
    fn update(&mut self, recursion: &Recursion, place: usize) -> bool {
        let (alpha, beta) = (recursion.alpha(), recursion.beta());
        if self.words.len() < alpha.words() {
            self.write_out(alpha.places());
        }
        // Words that alpha and beta shared in the previous step remain shared. Newly shared words are counted after the
        // comparisons, because the old guess may differ from them.
        let stands = self.compare(alpha, place) != Ordering::Greater && self.compare(beta, place) != Ordering::Less;
        let shared = (self.common as usize..alpha.words()).take_while(|&index| alpha.word(place, index) == beta.word(place, index));
        self.common += u32::try_from(shared.count()).expect("few words");
        if stands {
            return false;
        }
        let interval = Interval { low: alpha.scaled(place), high: beta.scaled(place), places: alpha.places() };
        self.simplest.refine(&interval);
        self.write_out(interval.places);
        true
    }
}

/// Guesses at all positions and boundary entries (ends of the game) of a graph.
pub(super) struct Guesses<'a> {
    graph: &'a OptionGraph,
    guesses: Vec<Guess>,
    /// Leading word of each guess.
    leading: Vec<u64>,
    /// The predecessors of each position and boundary entry (end of the game).
    before: Lists,
    /// For each position, whether the equation `2 s_n(P) = max + min` has to be checked again. For each position,
    /// `broken` is true if the last check failed.
    pending: Vec<bool>,
    broken: Vec<bool>,
}

impl<'a> Guesses<'a> {
    /// Computes the guesses for the initial intervals.
    pub(super) fn new(graph: &'a OptionGraph, recursion: &Recursion) -> Self {
        let bounds = recursion.alpha();
        let mut guesses = vec![Guess::new(Simplest::new(), bounds.places()); graph.len()];
        guesses.extend(graph.boundary.iter().map(|end| Guess::new(Simplest::end(end.alpha == Rational::ONE), bounds.places())));
        let leading = guesses.iter().map(|guess| guess.words[0]).collect();
        let len = graph.len();
        Self { graph, guesses, leading, before: before(graph), pending: vec![true; len], broken: vec![false; len] }
    }

    /// Updates the guesses for the current intervals of `recursion`. Returns the number of violated equations.
    pub(super) fn update(&mut self, recursion: &Recursion) -> usize {
        let places = self.guesses.par_iter_mut().zip(&mut self.leading).enumerate().with_min_len(256);
        let changed: Vec<usize> = places
            .filter_map(|(place, (guess, leading))| {
                let changed = guess.update(recursion, place);
                *leading = guess.words[0];
                changed.then_some(place)
            })
            .collect();
        for place in changed {
            self.pending[place] = true;
            for &position in self.before.get(place) {
                self.pending[position as usize] = true;
            }
        }
        let mut broken = std::mem::take(&mut self.broken);
        let equations = broken.par_iter_mut().zip(&self.pending).enumerate().with_min_len(256);
        equations.filter(|(_, (_, pending))| **pending).for_each(|(position, (broken, _))| *broken = !self.holds(position));
        self.broken = broken;
        self.pending.fill(false);
        self.broken.iter().filter(|broken| **broken).count()
    }

    /// Returns the guesses at all positions.
    pub(super) fn values(&self) -> Vec<Rational> {
        let positions = self.guesses[..self.graph.len()].par_iter().map(|guess| guess.simplest.value());
        positions.map(|value| Rational::new(value.numerator.clone(), value.denominator.clone())).collect()
    }

    fn holds(&self, position: usize) -> bool {
        let high = self.best(self.graph.white.get(position), Ordering::Greater);
        let low = self.best(self.graph.black.get(position), Ordering::Less);
        let [value, high, low] = [position, high, low].map(|place| &self.guesses[place]);
        // All three values are rounded down. If the equation holds, `2 * value` and `high + low` therefore differ by at
        // most one unit in the last binary place.
        let mut difference: i128 = 0;
        for ((&value, &high), &low) in value.words.iter().zip(&high.words).zip(&low.words) {
            difference = (difference << 64) + 2 * i128::from(value) - i128::from(high) - i128::from(low);
            if difference.abs() > 1 {
                return false;
            }
        }
        let [value, high, low] = [value, high, low].map(|guess| guess.simplest.value());
        if high == low {
            return value == high;
        }
        let sum = &high.numerator * &low.denominator + &low.numerator * &high.denominator;
        (&value.numerator << 1) * &high.denominator * &low.denominator == sum * &value.denominator
    }

    fn best(&self, places: &[u32], better: Ordering) -> usize {
        best(places, better, |a, b| self.compare(a, b))
    }

    fn compare(&self, a: usize, b: usize) -> Ordering {
        self.leading[a].cmp(&self.leading[b]).then_with(|| {
            let (a, b) = (&self.guesses[a], &self.guesses[b]);
            a.words.cmp(&b.words).then_with(|| {
                let (a, b) = (a.simplest.value(), b.simplest.value());
                if a == b { Ordering::Equal } else { (&a.numerator * &b.denominator).cmp(&(&b.numerator * &a.denominator)) }
            })
        })
    }
}

/// Returns the predecessors of each position and boundary entry (end of the game), in ascending order. If several
/// options of a predecessor lead to the same position, the predecessor is listed several times.
fn before(graph: &OptionGraph) -> Lists {
    let mut positions: Vec<Vec<u32>> = vec![Vec::new(); graph.places()];
    for (position, number) in (0..graph.len()).zip(0..) {
        for &place in graph.white.get(position).iter().chain(graph.black.get(position)) {
            positions[place as usize].push(number);
        }
    }
    let mut lists = Lists::with_capacity(positions.len(), 0);
    positions.iter().for_each(|list| lists.push(list));
    lists
}
