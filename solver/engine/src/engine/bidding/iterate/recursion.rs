//! Computes bounds v_n exactly by the recursion in section 5 of *Endgames in bidding chess*, the paper that [`super`]
//! cites. The recursion is `v_{n+1}(P) = (max + min) / 2`, where max is the greatest v_n among White's options, and min
//! is the least v_n among Black's options.
//!
//! `v_n` is a multiple of 2^-n, so it is stored as a binary fraction that grows by one 64-bit word every 64 steps. The
//! leading words of all fractions are stored in a separate array, because leading words decide nearly all comparisons.
//! A second array contains the other words of all fractions. The most significant word of a fraction comes first.

use std::cmp::Ordering;

use dashu_int::UBig;
use rayon::prelude::*;

use crate::model::graph::{BoundaryValue, OptionGraph};
use crate::model::value::Rational;

/// Number of binary places of a leading word. The remaining bit is needed because a fraction can be 1.
const LEADING_PLACES: usize = 63;
/// First 64-bit word of the stored fraction 1.
const ONE: u64 = 1 << LEADING_PLACES;
/// Number of positions that one parallel task computes.
const CHUNK: usize = 512;

pub(super) fn best(places: &[u32], better: Ordering, compare: impl Fn(usize, usize) -> Ordering) -> usize {
    let (&first, others) = places.split_first().expect("every position has options");
    let places = others.iter().map(|&place| place as usize);
    places.fold(first as usize, |best, place| if compare(place, best) == better { place } else { best })
}

/// Binary fractions from 0 to 1, one for each position and boundary entry (end of the game).
#[derive(Clone, Debug)]
pub struct Fractions {
    leading: Vec<u64>,
    rest: Vec<u64>,
    /// Number of words that each fraction has in `rest`, at least 1.
    width: usize,
}

impl Fractions {
    /// Creates fractions. The fraction of every position has the leading word `positions`. For an end of the game, the
    /// fraction is the payoff, which is 0 or 1.
    fn new(graph: &OptionGraph, positions: u64) -> Self {
        let mut leading = vec![positions; graph.len()];
        leading.extend(graph.boundary.iter().map(|end| {
            let is = |payoff| *end == BoundaryValue::end(payoff);
            assert!(is(Rational::ZERO) || is(Rational::ONE), "the boundary consists of ends of the game");
            if is(Rational::ONE) { ONE } else { 0 }
        }));
        Self { rest: vec![0; leading.len()], leading, width: 1 }
    }

    /// Returns the number of words of each fraction.
    #[must_use]
    pub fn words(&self) -> usize {
        1 + self.width
    }

    /// Returns one word of the fraction at `place`. Word 0 is the most significant word, and the lowest bit of word i
    /// stands for 2^-(64 i + 63).
    #[must_use]
    pub fn word(&self, place: usize, word: usize) -> u64 {
        if word == 0 { self.leading[place] } else { self.rest[place * self.width + word - 1] }
    }

    /// Returns the fraction at `place`, multiplied by 2 to the power [`Fractions::places`].
    #[must_use]
    pub fn scaled(&self, place: usize) -> UBig {
        let words = self.rest_of(place).iter().rev().chain([&self.leading[place]]);
        // The words are converted to bytes, because the width of a word in `UBig` depends on the machine.
        let bytes: Vec<u8> = words.flat_map(|word| word.to_le_bytes()).collect();
        UBig::from_le_bytes(&bytes)
    }

    /// Returns the number of binary places of the fractions.
    #[must_use]
    pub fn places(&self) -> usize {
        LEADING_PLACES + 64 * self.width
    }

    fn rest_of(&self, place: usize) -> &[u64] {
        &self.rest[place * self.width..][..self.width]
    }

    fn compare(&self, a: usize, b: usize) -> Ordering {
        self.leading[a].cmp(&self.leading[b]).then_with(|| self.rest_of(a).cmp(self.rest_of(b)))
    }

    /// Appends a zero word to every fraction.
    fn widen(&mut self) {
        let mut rest = Vec::with_capacity(self.leading.len() * (self.width + 1));
        for words in self.rest.chunks_exact(self.width) {
            rest.extend_from_slice(words);
            rest.push(0);
        }
        self.rest = rest;
        self.width += 1;
    }

    /// Computes the next step of the recursion from `self`, and stores it in `next`.
    fn advance(&self, graph: &OptionGraph, next: &mut Self) {
        let (len, width) = (graph.len(), self.width);
        let leading = next.leading[..len].par_chunks_mut(CHUNK);
        let rest = next.rest[..len * width].par_chunks_mut(CHUNK * width);
        leading.zip(rest).enumerate().for_each(|(chunk, (leading, rest))| {
            for ((position, leading), rest) in (chunk * CHUNK..).zip(leading).zip(rest.chunks_exact_mut(width)) {
                let compare = |a, b| self.compare(a, b);
                let high = best(graph.white.get(position), Ordering::Greater, compare);
                let low = best(graph.black.get(position), Ordering::Less, compare);
                *leading = self.half_sum(high, low, rest);
            }
        });
    }

    /// Computes half the sum of the fractions at `a` and `b`. Returns the leading word of the result and writes the
    /// other words to `rest`.
    fn half_sum(&self, a: usize, b: usize, rest: &mut [u64]) -> u64 {
        let mut carry = false;
        for ((sum, &x), &y) in rest.iter_mut().zip(self.rest_of(a)).zip(self.rest_of(b)).rev() {
            (*sum, carry) = x.carrying_add(y, carry);
        }
        let (leading, overflow) = self.leading[a].carrying_add(self.leading[b], carry);
        let mut above = leading;
        for word in rest {
            let sum = *word;
            *word = (sum >> 1) | (above << 63);
            above = sum;
        }
        if cfg!(test) {
            assert_eq!(above & 1, 0, "the fractions are wide enough for the step");
        }
        (leading >> 1) | (u64::from(overflow) << 63)
    }
}

/// The interval `[alpha_n, beta_n]` of each position and boundary entry (end of the game) of a graph, after n steps.
#[derive(Debug)]
pub struct Recursion<'a> {
    graph: &'a OptionGraph,
    steps: u64,
    alpha: Fractions,
    beta: Fractions,
    next: Fractions,
}

impl<'a> Recursion<'a> {
    /// Starts with `alpha_0 = 0` and `beta_0 = 1` at all positions.
    ///
    /// # Panics
    /// Panics if an entry of the graph's boundary is not an end of the game.
    #[must_use]
    pub fn new(graph: &'a OptionGraph) -> Self {
        let alpha = Fractions::new(graph, 0);
        let beta = Fractions::new(graph, ONE);
        Self { graph, steps: 0, next: alpha.clone(), alpha, beta }
    }

    /// Computes the intervals of the next step. This function uses all threads of the current rayon pool.
    pub fn step(&mut self) {
        self.steps += 1;
        if self.steps > self.alpha.places() as u64 {
            self.alpha.widen();
            self.beta.widen();
            self.next.widen();
        }
        for bound in [&mut self.alpha, &mut self.beta] {
            bound.advance(self.graph, &mut self.next);
            std::mem::swap(bound, &mut self.next);
        }
    }

    /// Returns the number `n` of steps taken.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Returns the lower bound `alpha_n` of all positions and boundary entries (ends of the game).
    #[must_use]
    pub fn alpha(&self) -> &Fractions {
        &self.alpha
    }

    /// Returns the upper bound `beta_n` of all positions and boundary entries (ends of the game).
    #[must_use]
    pub fn beta(&self) -> &Fractions {
        &self.beta
    }

    /// Returns the interval `[alpha_n, beta_n]` of each position.
    #[must_use]
    pub fn intervals(&self) -> Vec<[Rational; 2]> {
        let value = |bound: &Fractions, position| Rational::new(bound.scaled(position), UBig::ONE << bound.places());
        let positions = (0..self.graph.len()).into_par_iter();
        positions.map(|position| [&self.alpha, &self.beta].map(|bound| value(bound, position))).collect()
    }

    /// Returns 0 if an interval is longer than 1/2. If no interval is longer than 1/2, returns a number `k` such that
    /// every interval is shorter than 2^-k. The result may be less than the greatest such number.
    #[must_use]
    pub fn interval_bits(&self) -> usize {
        let (alpha, beta) = (&self.alpha, &self.beta);
        let bits = |position| {
            // `difference` is beta minus alpha in the words compared so far. The remaining words change it by less than
            // one unit. A difference of 1 decides nothing yet, because 1 - 0.11...1 is small.
            let mut difference: i128 = 0;
            for word in 0..alpha.words() {
                difference = (difference << 64) + i128::from(beta.word(position, word)) - i128::from(alpha.word(position, word));
                if difference > 1 {
                    let length_bits = (i128::BITS - difference.leading_zeros()) as usize;
                    return (LEADING_PLACES + 64 * word).saturating_sub(length_bits);
                }
            }
            alpha.places() - 1
        };
        (0..self.graph.len()).into_par_iter().map(bits).min().unwrap_or(0)
    }

    /// Returns the total length of all intervals, in units of 2^-63. Each length is rounded to a multiple of 2^-63.
    #[must_use]
    pub fn total_length(&self) -> u128 {
        let ends = self.beta.leading.iter().zip(&self.alpha.leading);
        ends.map(|(&high, &low)| u128::from(high - low)).sum()
    }
}
