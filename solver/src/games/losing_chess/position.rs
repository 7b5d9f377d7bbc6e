//! Positions of losing chess: sets of squares by kind and by side, the side to move, the en passant square, a key for tables.

use super::attacks::{self, Squares};
use super::moves::Move;

/// A side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// White.
    White,
    /// Black.
    Black,
}

impl Side {
    /// The other side.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

impl std::fmt::Display for Side {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(if *self == Self::White { "White" } else { "Black" })
    }
}

/// A kind of unit. The numbers are three bits: see [`Position`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Kind {
    /// Pawn.
    Pawn = 1,
    /// Knight.
    Knight = 2,
    /// King.
    King = 3,
    /// Bishop.
    Bishop = 5,
    /// Rook.
    Rook = 6,
    /// Queen.
    Queen = 7,
}

/// By number.
const KINDS: [Kind; 8] = [Kind::Pawn, Kind::Pawn, Kind::Knight, Kind::King, Kind::Pawn, Kind::Bishop, Kind::Rook, Kind::Queen];

/// A position (`spec/rules/losing-chess.md`, section 4).
///
/// What stands on a square is a number of three bits, 0 for nothing, each bit a set of squares. In these numbers all that move along diagonals have bits 0 and 2, all that move along files and
/// ranks bits 1 and 2.
#[derive(Clone, Copy, Debug)]
pub struct Position {
    bits: [Squares; 3],
    white: Squares,
    key: u64,
    /// The square, or [`NO_SQUARE`].
    en_passant: u8,
    side: Side,
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

/// One random word for each kind on each square for each side, each en passant square (the last is for none, and zero), and Black to move.
struct Keys {
    units: [[[u64; 64]; 8]; 2],
    en_passant: [u64; 65],
    black: u64,
}

static KEYS: Keys = keys();

/// Sebastiano Vigna's SplitMix64.
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
        let mut kind = 0;
        while kind < 8 {
            keys.units[0][kind][square] = random(&mut state);
            keys.units[1][kind][square] = random(&mut state);
            kind += 1;
        }
        keys.en_passant[square] = random(&mut state);
        square += 1;
    }
    keys.black = random(&mut state);
    keys
}

impl Position {
    /// The position with these units. An en passant square counts only if a pawn can capture there.
    #[must_use]
    pub fn new(units: impl IntoIterator<Item = (u32, Side, Kind)>, side: Side, en_passant: Option<u32>) -> Self {
        let mut position = Self { bits: [0; 3], white: 0, key: 0, en_passant: NO_SQUARE, side };
        units.into_iter().for_each(|(square, owner, kind)| position.toggle(square, owner, kind));
        if side == Side::Black {
            position.key ^= KEYS.black;
        }
        if let Some(square) = en_passant {
            position.set_en_passant(square);
        }
        position
    }

    /// The side to move.
    #[must_use]
    pub fn side(&self) -> Side {
        self.side
    }

    /// A number that depends on the position alone; different ones mostly have different numbers.
    #[must_use]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// The units of a side.
    #[must_use]
    pub fn units(&self, side: Side) -> Squares {
        match side {
            Side::White => self.white,
            Side::Black => self.occupied() & !self.white,
        }
    }

    /// The units of a kind, of both sides.
    #[must_use]
    pub fn kind(&self, kind: Kind) -> Squares {
        let [zero, one, two] = self.bits;
        match kind {
            Kind::Pawn => zero & !one & !two,
            Kind::Knight => one & !zero & !two,
            Kind::King => zero & one & !two,
            Kind::Bishop => zero & two & !one,
            Kind::Rook => one & two & !zero,
            Kind::Queen => zero & one & two,
        }
    }

    /// Bishops and queens, of both sides.
    #[must_use]
    pub fn diagonal_sliders(&self) -> Squares {
        self.bits[0] & self.bits[2]
    }

    /// Rooks and queens, of both sides.
    #[must_use]
    pub fn straight_sliders(&self) -> Squares {
        self.bits[1] & self.bits[2]
    }

    /// All units.
    #[must_use]
    pub fn occupied(&self) -> Squares {
        self.bits[0] | self.bits[1] | self.bits[2]
    }

    /// The square where a pawn of the side to move can capture en passant.
    #[must_use]
    pub fn en_passant(&self) -> Option<u32> {
        (self.en_passant != NO_SQUARE).then_some(u32::from(self.en_passant))
    }

    /// What stands on a square.
    #[must_use]
    pub fn at(&self, square: u32) -> Option<(Side, Kind)> {
        let owner = if self.white >> square & 1 == 1 { Side::White } else { Side::Black };
        (self.occupied() >> square & 1 == 1).then(|| (owner, self.kind_at(square)))
    }

    fn kind_at(&self, square: u32) -> Kind {
        let bit = |number: usize| (self.bits[number] >> square & 1) << number;
        KINDS[(bit(0) | bit(1) | bit(2)) as usize & 7]
    }

    fn toggle(&mut self, square: u32, owner: Side, kind: Kind) {
        let number = kind as u64;
        for (place, set) in self.bits.iter_mut().enumerate() {
            *set ^= (number >> place & 1) << square;
        }
        self.white ^= u64::from(owner == Side::White) << square;
        self.key ^= KEYS.units[owner as usize][kind as usize][square as usize & 63];
    }

    /// Notes the square that a pawn has passed over, if the side to move can capture there.
    fn set_en_passant(&mut self, square: u32) {
        // The pawns that attack the square stand where pawns of the other side on it would attack.
        let [left, right] = attacks::pawns(1 << square, self.side == Side::Black);
        if (left | right) & self.units(self.side) & self.kind(Kind::Pawn) != 0 {
            self.en_passant = u8::try_from(square).unwrap_or(NO_SQUARE);
            self.key ^= KEYS.en_passant[usize::from(self.en_passant)];
        }
    }

    /// The position after a legal move.
    #[must_use]
    pub fn after(&self, played: Move) -> Self {
        let mut next = *self;
        let (side, other) = (self.side, self.side.other());
        next.key ^= KEYS.black ^ KEYS.en_passant[usize::from(self.en_passant)];
        next.en_passant = NO_SQUARE;
        next.side = other;
        let (from, to) = (played.from(), played.to());
        let kind = self.kind_at(from);
        if self.units(other) >> to & 1 == 1 {
            next.toggle(to, other, self.kind_at(to));
        }
        next.toggle(from, side, kind);
        next.toggle(to, side, played.promotion().unwrap_or(kind));
        if kind == Kind::Pawn {
            if to == u32::from(self.en_passant) {
                next.toggle(if side == Side::White { to - 8 } else { to + 8 }, other, Kind::Pawn);
            } else if from.abs_diff(to) == 16 {
                next.set_en_passant(u32::midpoint(from, to));
            }
        }
        next
    }
}
