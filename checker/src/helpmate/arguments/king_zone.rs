//! The king zone (a square and its neighbours) and families of subsets of it, shared by sections 5.2 and 5.3 of
//! `spec/rules/chess.md`.

use crate::chess::bitboard::{Bitboard, ascending, king_steps, square_bit};
use std::array;

/// A square s and its neighbours.
#[derive(Clone, Copy)]
pub(super) struct KingZone {
    number: u32,
    pub(super) square: Bitboard,
    /// N(s), the neighbours of s.
    pub(super) neighbours: Bitboard,
}

/// Steps charged to the work budget for finding the options of a piece or pawn, and for each option.
const STEPS_PER_FAMILY: u64 = 10;
const STEPS_PER_OPTION: u64 = 2;

/// Centre of the 3x3 block in the corner a1.
const B2: u32 = 9;

impl KingZone {
    pub(super) fn new(number: u32) -> Self {
        let square = square_bit(number);
        Self { number, square, neighbours: king_steps(square) }
    }

    /// Returns T(s), the square with its neighbours.
    pub(super) fn block(self) -> Bitboard {
        self.square | self.neighbours
    }

    /// Returns T(s) as a number with one bit for each square.
    pub(super) fn all(self) -> u32 {
        self.number_of(self.block())
    }

    /// Returns those squares of a set that are in T(s), as a number below 512. Each rank of the 3x3 block takes 3 bits.
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

/// A family of subsets of T(s). Each subset is a number below 512. Bit n of the 8 words is set if the subset with the
/// number n belongs to the family.
#[derive(Clone, Copy)]
pub(super) struct Family([u64; 8]);

/// For each bit position from 0 to 5, a mask of the numbers below 64 in which this bit is set.
const WITH: [u64; 6] = [
    0xaaaa_aaaa_aaaa_aaaa,
    0xcccc_cccc_cccc_cccc,
    0xf0f0_f0f0_f0f0_f0f0,
    0xff00_ff00_ff00_ff00,
    0xffff_0000_ffff_0000,
    0xffff_ffff_0000_0000,
];

impl Family {
    /// The family whose only member is the empty set.
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

    /// Adds one set for each square of `from`: the squares of T(s) that are attacked from this square.
    pub(super) fn add(&mut self, from: Bitboard, zone: KingZone, attacked: impl Fn(u32) -> Bitboard) {
        for from in ascending(from) {
            self.insert(zone.number_of(attacked(from)));
        }
    }

    fn and(self, other: Self) -> Self {
        Self(array::from_fn(|number| self.word(number) | other.word(number)))
    }

    /// Returns the sets of the family.
    fn sets(self) -> impl Iterator<Item = u32> {
        (0_u32..).step_by(64).zip(self.0).flat_map(|(first, word)| ascending(word).map(move |set| first | set))
    }

    /// Adds to the family every union of one of its members with one member of `options`. Reduces the work budget
    /// `left` by the steps taken.
    pub(super) fn joined_with_each(self, options: Self, left: &mut u64) -> Self {
        *left = left.saturating_sub(STEPS_PER_FAMILY);
        options.sets().fold(self, |all, option| {
            *left = left.saturating_sub(STEPS_PER_OPTION);
            all.and(self.joined(option))
        })
    }

    /// Returns the family after every member has been united with `set`.
    pub(super) fn joined(self, set: u32) -> Self {
        ascending(u64::from(set)).fold(self, Self::joined_with_element)
    }

    /// Returns the family after one element, the index of a bit, has been added to every member.
    fn joined_with_element(self, element: u32) -> Self {
        if let Some(with) = usize::try_from(element).ok().and_then(|element| WITH.get(element)) {
            // A set without the element moves to the bit of the same set with the element, which is in the same word.
            return Self(self.0.map(|word| (word | word << (1_u32 << element)) & with));
        }
        let distance = 1_usize << element.saturating_sub(6);
        Self(array::from_fn(|number| if number & distance == 0 { 0 } else { self.word(number) | self.word(number ^ distance) }))
    }
}
