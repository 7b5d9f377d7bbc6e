//! Defines positions of losing chess, which consist of bitboards, the side to move, the en passant square and a hash
//! key.

use super::attacks::{self, Bitboard};
use super::piece::{Move, Role};
use crate::games::Colour;

/// For each three-bit number, the role that has this number.
const ROLES: [Role; 8] = [Role::Pawn, Role::Pawn, Role::Knight, Role::King, Role::Pawn, Role::Bishop, Role::Rook, Role::Queen];

/// A position (`spec/rules/losing-chess.md`, section 4).
///
/// Each square has a three-bit number: the role number of its piece, or 0 if the square is empty. For each of the three
/// bits, a bitboard stores the squares at which this bit is 1. In the numbers of bishops and queens, the bits 0 and 2
/// are 1. In the numbers of rooks and queens, the bits 1 and 2 are 1.
#[derive(Clone, Copy, Debug)]
pub struct Position {
    bits: [Bitboard; 3],
    white: Bitboard,
    key: u64,
    /// The en passant square, or [`NO_SQUARE`] if there is none.
    en_passant: u8,
    side: Colour,
}

const NO_SQUARE: u8 = 64;

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.bits == other.bits && self.white == other.white && self.en_passant == other.en_passant && self.side == other.side
    }
}

impl Eq for Position {}

impl std::hash::Hash for Position {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        state.write_u64(self.key);
    }
}

/// Zobrist keys. The last entry of `en_passant` is 0, which is used for positions without an en passant square.
struct Keys {
    units: [[[u64; 64]; 8]; 2],
    en_passant: [u64; 65],
    black: u64,
}

static KEYS: Keys = keys();

/// Generates the next random number with Sebastiano Vigna's SplitMix64.
const fn random(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut word = *state;
    word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ word >> 31
}

const fn keys() -> Keys {
    let mut state = 2016;
    let mut keys = Keys { units: [[[0; 64]; 8]; 2], en_passant: [0; 65], black: 0 };
    let mut square = 0;
    while square < 64 {
        let mut role = 0;
        while role < 8 {
            keys.units[0][role][square] = random(&mut state);
            keys.units[1][role][square] = random(&mut state);
            role += 1;
        }
        keys.en_passant[square] = random(&mut state);
        square += 1;
    }
    keys.black = random(&mut state);
    keys
}

impl Position {
    /// Creates a position with these pieces and pawns. The en passant square is dropped if no pawn can capture en
    /// passant.
    #[must_use]
    pub fn new(units: impl IntoIterator<Item = (u32, Colour, Role)>, side: Colour, en_passant: Option<u32>) -> Self {
        let mut position = Self { bits: [0; 3], white: 0, key: 0, en_passant: NO_SQUARE, side };
        units.into_iter().for_each(|(square, owner, role)| position.toggle(square, owner, role));
        if side == Colour::Black {
            position.key ^= KEYS.black;
        }
        if let Some(square) = en_passant {
            position.set_en_passant(square);
        }
        position
    }

    /// Returns the side to move.
    #[must_use]
    pub fn side(&self) -> Colour {
        self.side
    }

    /// Returns the Zobrist key of the position.
    #[must_use]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// Returns the squares of a side's pieces and pawns.
    #[must_use]
    pub fn units(&self, side: Colour) -> Bitboard {
        match side {
            Colour::White => self.white,
            Colour::Black => self.occupied() & !self.white,
        }
    }

    /// Returns the squares of the pieces or pawns of both sides that have this role.
    #[must_use]
    pub fn by_role(&self, role: Role) -> Bitboard {
        let [zero, one, two] = self.bits;
        match role {
            Role::Pawn => zero & !one & !two,
            Role::Knight => one & !zero & !two,
            Role::King => zero & one & !two,
            Role::Bishop => zero & two & !one,
            Role::Rook => one & two & !zero,
            Role::Queen => zero & one & two,
        }
    }

    /// Returns the squares of the bishops and queens of both sides.
    #[must_use]
    pub fn bishops_and_queens(&self) -> Bitboard {
        self.bits[0] & self.bits[2]
    }

    /// Returns the squares of the rooks and queens of both sides.
    #[must_use]
    pub fn rooks_and_queens(&self) -> Bitboard {
        self.bits[1] & self.bits[2]
    }

    /// Returns all occupied squares.
    #[must_use]
    pub fn occupied(&self) -> Bitboard {
        self.bits[0] | self.bits[1] | self.bits[2]
    }

    /// Returns the square on which a pawn of the side to move can capture en passant.
    #[must_use]
    pub fn en_passant(&self) -> Option<u32> {
        (self.en_passant != NO_SQUARE).then_some(u32::from(self.en_passant))
    }

    /// Returns the owner and the role of the piece or pawn on a square.
    #[must_use]
    pub fn at(&self, square: u32) -> Option<(Colour, Role)> {
        let owner = if self.white >> square & 1 == 1 { Colour::White } else { Colour::Black };
        (self.occupied() >> square & 1 == 1).then(|| (owner, self.role_at(square)))
    }

    fn role_at(&self, square: u32) -> Role {
        let bit = |number: usize| (self.bits[number] >> square & 1) << number;
        ROLES[(bit(0) | bit(1) | bit(2)) as usize & 7]
    }

    fn toggle(&mut self, square: u32, owner: Colour, role: Role) {
        let number = role as u64;
        for (place, set) in self.bits.iter_mut().enumerate() {
            *set ^= (number >> place & 1) << square;
        }
        self.white ^= u64::from(owner == Colour::White) << square;
        self.key ^= KEYS.units[owner as usize][role as usize][square as usize & 63];
    }

    fn set_en_passant(&mut self, square: u32) {
        // A pawn attacks `square` if the pawn stands where a pawn of the other side on `square` would attack.
        let [left, right] = attacks::pawns(1 << square, self.side == Colour::Black);
        if (left | right) & self.units(self.side) & self.by_role(Role::Pawn) != 0 {
            self.en_passant = u8::try_from(square).unwrap_or(NO_SQUARE);
            self.key ^= KEYS.en_passant[usize::from(self.en_passant)];
        }
    }

    /// Returns the position after a legal move.
    #[must_use]
    pub fn after(&self, played: Move) -> Self {
        let mut next = *self;
        let (side, other) = (self.side, self.side.other());
        next.key ^= KEYS.black ^ KEYS.en_passant[usize::from(self.en_passant)];
        next.en_passant = NO_SQUARE;
        next.side = other;
        let (from, to) = (played.from(), played.to());
        let role = self.role_at(from);
        if self.units(other) >> to & 1 == 1 {
            next.toggle(to, other, self.role_at(to));
        }
        next.toggle(from, side, role);
        next.toggle(to, side, played.promotion().unwrap_or(role));
        if role == Role::Pawn {
            if to == u32::from(self.en_passant) {
                next.toggle(if side == Colour::White { to - 8 } else { to + 8 }, other, Role::Pawn);
            } else if from.abs_diff(to) == 16 {
                next.set_en_passant(u32::midpoint(from, to));
            }
        }
        next
    }
}
