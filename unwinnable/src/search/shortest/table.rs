//! A transposition table of bounded size for positions that were searched without a mate.

use cozy_chess::{Board, Color, Piece as Role};

use crate::chess::Position;

/// The table begins with this number of entries.
const MIN_ENTRIES: usize = 1 << 14;
/// Maximum number of entries (256 MiB).
const MAX_ENTRIES: usize = 1 << 25;
/// Factor by which the table grows.
const GROWTH: usize = 16;
/// Number of entries that share a place.
const BUCKET: usize = 4;

/// Two independent keys of a position. One key chooses the place in the table. The entry contains 56 bits of the other
/// key. In the largest table, two positions are confused only if 79 bits agree by chance.
#[derive(Clone, Copy)]
pub(super) struct Keys {
    place: u64,
    check: u64,
}

/// Numbers with which the second key mixes sets of squares. They are the first outputs of the SplitMix64 generator by
/// S. Vigna.
const MIXERS: [u64; 9] = [
    0xe220_a839_7b1d_cdaf,
    0x6e78_9e6a_a1b9_65f4,
    0x06c4_5d18_8009_454f,
    0xf88b_b8a8_724c_81ec,
    0x1b39_896a_51a8_749b,
    0x53cb_9f0c_747e_a2ea,
    0x2c82_9abe_1f45_32e1,
    0xc584_133a_c916_ab3c,
    0x3ee5_7890_41c9_8ac3,
];

/// Multiplies two numbers and combines both halves of the product.
fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    product as u64 ^ (product >> 64) as u64
}

impl Keys {
    pub(super) fn new(board: &Board) -> Self {
        let [pawns, knights, bishops, rooks, queens, kings] = Role::ALL.map(|role| board.pieces(role).0);
        let [white, black] = Color::ALL.map(|colour| board.colors(colour).0);
        let pairs = [(white, black), (pawns, knights), (bishops, rooks), (queens, kings)];
        let mixers = MIXERS.chunks_exact(2);
        let units = pairs.iter().zip(mixers).fold(0, |key: u64, (&(a, b), mixer)| key.rotate_left(17) ^ fold(a ^ mixer[0], b ^ mixer[1]));
        let rights = Color::ALL.map(|colour| board.castle_rights(colour)).map(|rights| [rights.short.is_some(), rights.long.is_some()]);
        let bits = rights.into_iter().flatten().fold(board.side_to_move() as u64, |bits, right| bits << 1 | u64::from(right));
        let state = Position::en_passant_of(board).map_or(0, |square| square as u64 + 1) << 5 | bits;
        Self { place: Position::key_of(board), check: units ^ fold(state ^ MIXERS[8], MIXERS[0]) }
    }
}

/// The table. An entry is 0, or has the greatest number of plies searched in the last byte, and a part of a key before.
#[derive(Default)]
pub(super) struct Table {
    entries: Vec<u64>,
    /// Number of entries stored since the table has grown.
    stored: usize,
}

impl Table {
    fn bucket(&self, keys: Keys) -> usize {
        keys.place as usize & (self.entries.len() - 1) & !(BUCKET - 1)
    }

    /// Returns whether the position was searched without a mate, with at least this number of plies.
    pub(super) fn has(&self, keys: Keys, plies: u8) -> bool {
        if self.entries.is_empty() {
            return false;
        }
        let first = self.bucket(keys);
        self.entries[first..first + BUCKET].iter().any(|entry| (entry ^ keys.check) >> 8 == 0 && *entry as u8 >= plies)
    }

    /// Stores that the position was searched without a mate, with this number of plies. Replaces the entry with the
    /// fewest plies if the bucket is full.
    pub(super) fn store(&mut self, keys: Keys, plies: u8) {
        if self.stored >= self.entries.len() / 2 && self.entries.len() < MAX_ENTRIES {
            self.grow();
        }
        self.stored += 1;
        let first = self.bucket(keys);
        let bucket = &mut self.entries[first..first + BUCKET];
        let same = bucket.iter().position(|entry| (entry ^ keys.check) >> 8 == 0);
        let place = same.or_else(|| (0..BUCKET).min_by_key(|&place| bucket[place] as u8)).unwrap_or(0);
        bucket[place] = keys.check & !0xff | u64::from(plies);
    }

    /// Replaces the table by a larger, empty one. The entries lack the bits that choose a place in the larger table, so
    /// they are lost. The new table has [`GROWTH`] times the room, so the loss is small.
    fn grow(&mut self) {
        let size = (self.entries.len() * GROWTH).clamp(MIN_ENTRIES, MAX_ENTRIES);
        // Release the memory of the old table first.
        self.entries = Vec::new();
        self.entries = vec![0; size];
        self.stored = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::{Keys, MAX_ENTRIES, MIN_ENTRIES, Table};
    use crate::chess::Position;

    #[test]
    fn entries_and_growth() {
        let mut table = Table::default();
        let position: Position = "8/8/8/8/8/8/8/K6k w - -".parse().unwrap();
        let keys = Keys::new(position.board());
        assert!(!table.has(keys, 1));
        table.store(keys, 5);
        assert!(table.has(keys, 5) && table.has(keys, 3) && !table.has(keys, 7));
        assert_eq!(table.entries.len(), MIN_ENTRIES);
        for other in 0..MIN_ENTRIES as u64 {
            table.store(Keys { place: other << 2, check: other << 8 }, 1);
        }
        assert!(MIN_ENTRIES < table.entries.len() && table.entries.len() <= MAX_ENTRIES);
        table.store(keys, 7);
        assert!(table.has(keys, 7));
    }

    #[test]
    fn different_positions_have_different_keys() {
        let fens = [
            "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6",
            "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq -",
            "r3k2r/8/8/3pP3/8/8/8/R3K2R b KQkq -",
            "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQk -",
            "r3k2r/8/8/3pP3/8/8/8/R3K2R w Qkq -",
            "r3k2r/8/8/3pP3/8/8/8/R3K2R w - -",
            "r3k2r/8/8/3bP3/8/8/8/R3K2R w - -",
            "r3k2r/8/8/3BP3/8/8/8/R3K2R w - -",
            "r3k2r/8/8/2B1P3/8/8/8/R3K2R w - -",
        ];
        let checks: Vec<u64> = fens.iter().map(|fen| Keys::new(fen.parse::<Position>().unwrap().board()).check >> 8).collect();
        for (number, check) in checks.iter().enumerate() {
            assert!(!checks[..number].contains(check), "{}", fens[number]);
        }
    }
}
