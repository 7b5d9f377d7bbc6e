//! Whether a king can be mated on any square that it may reach: section 5.2 of `spec/rules/chess.md`. Why nothing is forgotten is said in
//! `spec/soundness/unwinnable.md`.

use super::mobility::{Mobility, Token};
use super::position::Position;
use crate::chess::lines::{Lines, Squares, ascending, diagonally_ahead, king_steps, knight_steps, single};
use crate::chess::unit::Unit;
use crate::game::Colour;
use std::array;

/// The static argument: the side cannot mate from the position, nor from any that follows.
pub(super) fn cannot_mate(position: Position, winner: Colour, lines: &Lines) -> bool {
    let mobility = Mobility::of(position, lines);
    let mut kings = mobility.tokens().filter(|token| token.unit == Unit::King && token.colour != winner);
    let Some(king) = kings.next() else { return false };
    let cover = Cover::new(&mobility, king, lines);
    ascending(king.plain).all(|square| !cover.coverable(square))
}

/// All tokens' options together, by the way in which they attack. Most squares of the king are settled by these alone.
#[derive(Default)]
struct Together {
    straight: Squares,
    diagonal: Squares,
    knight: Squares,
    pawn: Squares,
    king: Squares,
    /// Where tokens of the king's own side may stand.
    beside: Squares,
}

impl Together {
    fn add(&mut self, token: &Token, winner: Colour) {
        if token.colour != winner {
            self.beside |= token.anywhere();
            return;
        }
        match token.unit {
            Unit::Pawn => {
                self.pawn |= token.as_pawn();
                self.straight |= token.promoted;
                self.diagonal |= token.promoted;
                self.knight |= token.promoted;
            }
            Unit::Knight => self.knight |= token.plain,
            Unit::Bishop => self.diagonal |= token.plain,
            Unit::Rook => self.straight |= token.plain,
            Unit::Queen => {
                self.straight |= token.plain;
                self.diagonal |= token.plain;
            }
            Unit::King => self.king |= token.plain,
        }
    }
}

/// What the test asks about each square of the king.
struct Cover<'a> {
    mobility: &'a Mobility,
    king: &'a Token,
    winner: Colour,
    /// The squares attacked by a rook and by a bishop on each square, where exactly the squares of H are occupied.
    straight: [Squares; 64],
    diagonal: [Squares; 64],
    together: Together,
}

impl<'a> Cover<'a> {
    fn new(mobility: &'a Mobility, king: &'a Token, lines: &Lines) -> Self {
        let (winner, held) = (king.colour.other(), mobility.still() & !king.origin);
        let of_each =
            |reach: fn(&Lines, u32, Squares) -> Squares| array::from_fn(|from| reach(lines, u32::try_from(from).unwrap_or(0), held));
        let mut together = Together::default();
        mobility.tokens().filter(|token| *token != king).for_each(|token| together.add(token, winner));
        Self { mobility, king, winner, straight: of_each(Lines::straight), diagonal: of_each(Lines::diagonal), together }
    }

    fn straight(&self, from: u32) -> Squares {
        usize::try_from(from).ok().and_then(|from| self.straight.get(from)).copied().unwrap_or(0)
    }

    fn diagonal(&self, from: u32) -> Squares {
        usize::try_from(from).ok().and_then(|from| self.diagonal.get(from)).copied().unwrap_or(0)
    }

    /// One option of each token can be chosen so that together they are T(s).
    fn coverable(&self, square: u32) -> bool {
        let around = Around::new(square);
        if !self.attacked(square, around) || !ascending(around.neighbours).all(|near| self.met(near, around)) {
            return false;
        }
        let mut unions = Family::EMPTY_SET;
        for token in self.mobility.tokens().filter(|token| *token != self.king) {
            let options = self.options(token, around);
            unions = options.sets().fold(unions, |all, option| all.and(unions.joined(option)));
            if unions.contains(around.all()) {
                return true;
            }
        }
        false
    }

    /// A square is in an option of a token of W that is not its king: whatever attacks it is seen from the square itself.
    fn attacked(&self, square: u32, around: Around) -> bool {
        let Together { straight, diagonal, knight, pawn, .. } = self.together;
        let at = single(square);
        let from = self.straight(square) & straight
            | self.diagonal(square) & diagonal
            | knight_steps(at) & knight
            | diagonally_ahead(self.winner.other(), at) & pawn;
        from & !around.square != 0
    }

    /// A square of N(s) is in some option.
    fn met(&self, near: u32, around: Around) -> bool {
        let at = single(near);
        let by_king = king_steps(at) & self.together.king & !around.block();
        at & self.together.beside != 0 || by_king != 0 || self.attacked(near, around)
    }

    /// The options of a token other than L's king.
    fn options(&self, token: &Token, around: Around) -> Family {
        let mut options = Family::EMPTY_SET;
        let queen = |from| self.straight(from) | self.diagonal(from);
        let knight = |from| knight_steps(single(from));
        if token.colour != self.winner {
            options.add(token.anywhere() & around.neighbours, around, single);
            return options;
        }
        let elsewhere = !around.square;
        match token.unit {
            Unit::King => options.add(token.plain & !around.block(), around, |from| king_steps(single(from))),
            Unit::Queen => options.add(token.plain & elsewhere, around, queen),
            Unit::Rook => options.add(token.plain & elsewhere, around, |from| self.straight(from)),
            Unit::Bishop => options.add(token.plain & elsewhere, around, |from| self.diagonal(from)),
            Unit::Knight => options.add(token.plain & elsewhere, around, knight),
            Unit::Pawn => {
                options.add(token.as_pawn() & elsewhere, around, |from| diagonally_ahead(self.winner, single(from)));
                options.add(token.promoted & elsewhere, around, queen);
                options.add(token.promoted & elsewhere, around, knight);
            }
        }
        options
    }
}

/// A square s with its neighbours.
#[derive(Clone, Copy)]
struct Around {
    number: u32,
    square: Squares,
    /// N(s).
    neighbours: Squares,
}

/// The square in the middle of the block of three by three squares in the corner a1.
const B2: u32 = 9;

impl Around {
    fn new(number: u32) -> Self {
        let square = single(number);
        Self { number, square, neighbours: king_steps(square) }
    }

    /// T(s).
    fn block(self) -> Squares {
        self.square | self.neighbours
    }

    /// T(s), as a number.
    fn all(self) -> u32 {
        self.number_of(self.block())
    }

    /// The part of a set that is in T(s), as a number below 512: three bits for each rank of the block.
    fn number_of(self, squares: Squares) -> u32 {
        let part = squares & self.block();
        // The block is moved so that its middle is b2. On the edge of the board some of it is missing, and nothing is moved off.
        let cornered = match self.number.checked_sub(B2) {
            Some(down) => part >> down,
            None => part << B2.saturating_sub(self.number),
        };
        let [low, middle, high, ..] = cornered.to_le_bytes();
        u32::from(low) | u32::from(middle) << 3 | u32::from(high) << 6
    }
}

/// A family of subsets of T(s), which are numbers below 512: in bit n of the eight words together it has the set n.
#[derive(Clone, Copy)]
struct Family([u64; 8]);

/// The numbers below 64 that have the bit 0, 1, ..., 5.
const WITH: [u64; 6] = [
    0xaaaa_aaaa_aaaa_aaaa,
    0xcccc_cccc_cccc_cccc,
    0xf0f0_f0f0_f0f0_f0f0,
    0xff00_ff00_ff00_ff00,
    0xffff_0000_ffff_0000,
    0xffff_ffff_0000_0000,
];

impl Family {
    /// The family of the empty set alone.
    const EMPTY_SET: Self = Self([1, 0, 0, 0, 0, 0, 0, 0]);

    fn word(&self, number: usize) -> u64 {
        self.0.get(number).copied().unwrap_or(0)
    }

    fn contains(&self, set: u32) -> bool {
        usize::try_from(set / 64).is_ok_and(|number| self.word(number) & single(set % 64) != 0)
    }

    fn insert(&mut self, set: u32) {
        if let Some(word) = usize::try_from(set / 64).ok().and_then(|number| self.0.get_mut(number)) {
            *word |= single(set % 64);
        }
    }

    /// Adds what is attacked from each of these squares, as far as it is in T(s).
    fn add(&mut self, from: Squares, around: Around, attacked: impl Fn(u32) -> Squares) {
        for from in ascending(from) {
            self.insert(around.number_of(attacked(from)));
        }
    }

    fn and(self, other: Self) -> Self {
        Self(array::from_fn(|number| self.word(number) | other.word(number)))
    }

    /// The sets of the family.
    fn sets(self) -> impl Iterator<Item = u32> {
        (0_u32..).step_by(64).zip(self.0).flat_map(|(first, word)| ascending(word).map(move |set| first | set))
    }

    /// Each set of the family together with that set.
    fn joined(self, set: u32) -> Self {
        ascending(u64::from(set)).fold(self, Self::joined_with_element)
    }

    /// Each set of the family together with one element, which is a bit of the number.
    fn joined_with_element(self, element: u32) -> Self {
        if let Some(with) = usize::try_from(element).ok().and_then(|element| WITH.get(element)) {
            // Sets without the element move to their place with it, within their word.
            return Self(self.0.map(|word| (word | word << (1_u32 << element)) & with));
        }
        let distance = 1_usize << element.saturating_sub(6);
        Self(array::from_fn(|number| if number & distance == 0 { 0 } else { self.word(number) | self.word(number ^ distance) }))
    }
}
