//! Represents king zones, and families (sets) of sets of squares in a king zone. A king zone consists of a square and
//! its neighbours (sections 5.2 and 5.3 of `spec/rules/chess.md`).

use crate::chess::bitboard::{Bitboard, ascending, king_steps, square_bit};
use std::array;

/// The king zone T(s), which consists of a square s and its neighbours.
#[derive(Clone, Copy)]
pub(super) struct KingZone {
    number: u32,
    pub(super) square: Bitboard,
    /// N(s), the neighbours of the square s.
    pub(super) neighbours: Bitboard,
}

/// Work steps charged for each call of [`Family::joined_with_each`]. Each member of the argument `options` costs
/// `STEPS_PER_OPTION` more steps.
const STEPS_PER_FAMILY: u64 = 10;
const STEPS_PER_OPTION: u64 = 2;

/// Number of the square b2, which is the centre of the 3x3 block in the corner a1.
const B2: u32 = 9;

impl KingZone {
    pub(super) fn new(number: u32) -> Self {
        let square = square_bit(number);
        Self { number, square, neighbours: king_steps(square) }
    }

    /// Returns the squares of the king zone.
    pub(super) fn block(self) -> Bitboard {
        self.square | self.neighbours
    }

    /// Returns the number that encodes the set of all squares of the king zone.
    pub(super) fn all(self) -> u32 {
        self.number_of(self.block())
    }

    /// Encodes the squares of a set that are in the king zone as a number below 512. Each square of the 3x3 block has
    /// one bit.
    pub(super) fn number_of(self, squares: Bitboard) -> u32 {
        let part = squares & self.block();
        // Shift the block so that its centre is b2. If the block is at an edge of the board, squares are missing there,
        // so the shift moves no square off the board.
        let cornered = match self.number.checked_sub(B2) {
            Some(down) => part >> down,
            None => part << B2.saturating_sub(self.number),
        };
        let [low, middle, high, ..] = cornered.to_le_bytes();
        u32::from(low) | u32::from(middle) << 3 | u32::from(high) << 6
    }
}

/// A family (a set) of sets of squares of a king zone. Each set of squares is encoded as a number below 512. Bit `n` of
/// the 512 bits is set if the set of squares with the number `n` belongs to the family.
#[derive(Clone, Copy)]
pub(super) struct Family([u64; 8]);

/// Entry `b` represents the set of all numbers below 64 whose bit `b` is 1.
const WITH: [u64; 6] = [
    0xaaaa_aaaa_aaaa_aaaa,
    0xcccc_cccc_cccc_cccc,
    0xf0f0_f0f0_f0f0_f0f0,
    0xff00_ff00_ff00_ff00,
    0xffff_0000_ffff_0000,
    0xffff_ffff_0000_0000,
];

impl Family {
    /// The family of sets of squares whose only member is the empty set.
    pub(super) const EMPTY_SET: Self = Self([1, 0, 0, 0, 0, 0, 0, 0]);

    fn word(&self, number: usize) -> u64 {
        self.0.get(number).copied().unwrap_or(0)
    }

    pub(super) fn contains(&self, set: u32) -> bool {
        usize::try_from(set / 64).is_ok_and(|number| self.word(number) & square_bit(set % 64) != 0)
    }

    fn insert(&mut self, set: u32) {
        if let Some(word) = usize::try_from(set / 64).ok().and_then(|number| self.0.get_mut(number)) {
            *word |= square_bit(set % 64);
        }
    }

    pub(super) fn add(&mut self, from: Bitboard, zone: KingZone, attacked: impl Fn(u32) -> Bitboard) {
        for from in ascending(from) {
            self.insert(zone.number_of(attacked(from)));
        }
    }

    fn and(self, other: Self) -> Self {
        Self(array::from_fn(|number| self.word(number) | other.word(number)))
    }

    fn sets(self) -> impl Iterator<Item = u32> {
        (0_u32..).step_by(64).zip(self.0).flat_map(|(first, word)| ascending(word).map(move |set| first | set))
    }

    /// For each member of the family and each member of `options`, adds their union to the family. Reduces the work
    /// budget `left` by the steps taken.
    pub(super) fn joined_with_each(self, options: Self, left: &mut u64) -> Self {
        *left = left.saturating_sub(STEPS_PER_FAMILY);
        options.sets().fold(self, |all, option| {
            *left = left.saturating_sub(STEPS_PER_OPTION);
            all.and(self.joined(option))
        })
    }

    /// Returns the family whose members are the unions of `set` with each member of this family.
    pub(super) fn joined(self, set: u32) -> Self {
        ascending(u64::from(set)).fold(self, Self::joined_with_element)
    }

    /// Adds the same square to every member of this family, and returns the resulting family. `element` is the index of
    /// the square's bit.
    fn joined_with_element(self, element: u32) -> Self {
        if let Some(with) = usize::try_from(element).ok().and_then(|element| WITH.get(element)) {
            // A set without the element moves to the bit of the same set with the element, which is in the same word.
            return Self(self.0.map(|word| (word | word << (1_u32 << element)) & with));
        }
        let distance = 1_usize << element.saturating_sub(6);
        Self(array::from_fn(|number| if number & distance == 0 { 0 } else { self.word(number) | self.word(number ^ distance) }))
    }
}
