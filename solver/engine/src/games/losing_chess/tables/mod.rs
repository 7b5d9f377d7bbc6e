//! Endgame tables, which store whether the side to move wins, loses or draws in positions with few pieces and pawns.
//!
//! Certificates do not rely on tables: a certificate contains all moves of its proof, up to the end of the game.

mod build;
mod distances;
mod layout;
mod shortest;
mod size;

use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

use miniz_oxide::deflate::compress_to_vec_zlib;
use miniz_oxide::inflate::decompress_to_vec_zlib_with_limit;
use rustc_hash::FxHashMap;

use build::Built;
use distances::{Distances, MAX_DISTANCES};
pub use layout::{Army, Material};
use layout::{Layout, Placement, ROLE};
pub use shortest::{Shortest, ShortestError};

use super::{Move, Position, Stalemate};
use crate::control::{Control, Interrupted, started};
use crate::games::Colour;

/// Outcome of best play for the side to move. Endless play is a draw. Better outcomes are greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Outcome {
    /// The other side can force a win.
    Loss,
    /// Neither side can force a win.
    Draw,
    /// The side to move can force a win.
    Win,
}

impl Outcome {
    /// Returns the outcome for the other side.
    #[must_use]
    pub fn reversed(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }
}

/// Number of outcomes in a byte of a table.
const PER_BYTE: usize = 4;
/// Level of compression, from 0 to 10. Higher levels save little.
const COMPRESSION: u8 = 3;

/// Keeps tables between runs of the program. Each material has a name, such as `P-RK`.
pub trait Store: Send + Sync {
    /// Returns whether contents are stored under a name, even if they are damaged.
    fn has(&self, name: &str) -> bool;

    /// Returns the contents stored under a name. Returns `None` if the contents are missing or damaged.
    fn read(&self, name: &str) -> Option<Vec<u8>>;

    /// Stores contents under a name.
    ///
    /// # Errors
    /// Returns an error if the contents cannot be written.
    fn write(&self, name: &str, contents: &[u8]) -> io::Result<()>;
}

struct Table {
    layout: Layout,
    /// Outcomes, with two bits for each index.
    outcomes: Box<[u8]>,
    /// Compressed distances, with one byte for each index. A distance is the number of plies after which the winner can
    /// force the end of the game or a move to another material. The field is `None` if only the store has the
    /// distances.
    distances: Option<Box<[u8]>>,
}

impl Table {
    fn pack(table: Built) -> Self {
        let byte = |outcomes: &[Outcome]| outcomes.iter().rev().fold(0, |byte, &outcome| byte << 2 | outcome as u8);
        let outcomes = table.outcomes.chunks(PER_BYTE).map(byte).collect();
        Self { layout: table.layout, outcomes, distances: Some(compress_to_vec_zlib(&table.distances, COMPRESSION).into()) }
    }

    /// Appends the table to `bytes`, in the form that [`Self::take`] reads.
    fn put(&self, bytes: &mut Vec<u8>) {
        let distances = self.distances.as_deref().unwrap_or_default();
        bytes.extend(&self.outcomes);
        bytes.extend(u32::try_from(distances.len()).expect("a table has fewer than 2^32 indices").to_le_bytes());
        bytes.extend(distances);
    }

    /// Reads the table of a material from the beginning of `bytes`, and removes the bytes that were read. Returns
    /// `None` if `bytes` is too short.
    fn take(material: Material, bytes: &mut &[u8]) -> Option<Self> {
        let layout = Layout::new(material);
        let outcomes = bytes.split_off(..layout.size.div_ceil(PER_BYTE))?;
        let length = u32::from_le_bytes(bytes.split_off(..size_of::<u32>())?.try_into().ok()?);
        let distances = bytes.split_off(..usize::try_from(length).ok()?)?;
        Some(Self { layout, outcomes: outcomes.into(), distances: Some(distances.into()) })
    }

    fn at(&self, placement: &Placement) -> Outcome {
        let index = self.layout.index(placement);
        // Three is no outcome.
        match self.outcomes[index / PER_BYTE] >> (index % PER_BYTE * 2) & 3 {
            0 => Outcome::Loss,
            2 => Outcome::Win,
            _ => Outcome::Draw,
        }
    }
}

/// The table of a material. If exchanging the sides yields another material, also the table of that material.
struct Pair([Option<Table>; 2]);

impl Pair {
    fn of(&self, exchanged: bool) -> &Table {
        let [own, other] = &self.0;
        if exchanged { other.as_ref().or(own.as_ref()) } else { own.as_ref() }.expect("the first table is there")
    }

    fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.0.iter().flatten().for_each(|table| table.put(&mut bytes));
        bytes
    }

    fn read(material: Material, mut bytes: &[u8]) -> Option<Self> {
        let own = Table::take(material, &mut bytes)?;
        let other = if material == material.exchanged() { None } else { Some(Table::take(material.exchanged(), &mut bytes)?) };
        bytes.is_empty().then_some(Self([Some(own), other]))
    }
}

/// Endgame tables for one stalemate rule. A table is read from the store when it is first needed.
pub struct Tables {
    stalemate: Stalemate,
    /// Tables of the materials that [`Material::all`] lists.
    pairs: FxHashMap<Material, OnceLock<Pair>>,
    /// Maximum number of units.
    units: u32,
    store: Option<Box<dyn Store>>,
    /// Distances that have been decompressed so far.
    distances: Distances,
}

/// Complete tables, and the error if a table could not be stored.
pub struct Opened {
    /// Tables of at most the requested number of units.
    pub tables: Tables,
    /// First error that occurred in storing a table. A table that cannot be stored stays in memory.
    pub unwritten: Option<io::Error>,
}

/// Decision about a table that cannot be stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unwritten {
    /// The table stays in memory, and the work goes on.
    Keep,
    /// No further table is built.
    Stop,
}

impl Tables {
    /// Returns the tables of at most `units` units, at most four, without building any. A table that `store` lacks is
    /// built when it is first needed, and stored.
    #[must_use]
    pub fn new(stalemate: Stalemate, units: u32, store: Option<Box<dyn Store>>) -> Self {
        let pairs = Self::materials(units).into_iter().map(|material| (material, OnceLock::new())).collect();
        Self { stalemate, pairs, units, store, distances: Distances::default() }
    }

    /// Opens all tables of at most `units` units, where `units` is at most 4. Builds the tables that `store` lacks, on
    /// `threads` threads, and stores them. Without a store, builds all tables and keeps them in memory.
    ///
    /// # Errors
    /// [`Interrupted`] if `control` asks for a stop. Tables that were stored before remain stored.
    pub fn open(
        stalemate: Stalemate,
        units: u32,
        store: Option<Box<dyn Store>>,
        threads: usize,
        control: Control,
    ) -> Result<Opened, Interrupted> {
        let tables = Self::new(stalemate, units, store);
        let unwritten = tables.complete(threads, Unwritten::Keep, control)?;
        Ok(Opened { tables, unwritten })
    }

    /// Builds the tables that the store lacks, on `threads` threads, and stores them. Returns the first error in
    /// storing a table.
    ///
    /// # Errors
    /// [`Interrupted`] if `control` asks for a stop. Tables that were stored before remain stored.
    pub fn complete(&self, threads: usize, if_unwritten: Unwritten, control: Control) -> Result<Option<io::Error>, Interrupted> {
        self.complete_those(Self::missing(self.units, self.store.as_deref()), threads, if_unwritten, control)
    }

    /// Builds, as [`Tables::complete`] does, the tables that `position` and later positions need and the store lacks.
    /// Builds nothing if the position has too many units.
    ///
    /// # Errors
    /// [`Interrupted`] if `control` asks for a stop.
    pub fn complete_for(&self, position: &Position, threads: usize, control: Control) -> Result<Option<io::Error>, Interrupted> {
        self.complete_those(self.missing_for(position), threads, Unwritten::Keep, control)
    }

    /// Builds these tables and stores them. They must be in the order of [`Tables::materials`].
    fn complete_those(
        &self,
        missing: Vec<Material>,
        threads: usize,
        if_unwritten: Unwritten,
        control: Control,
    ) -> Result<Option<io::Error>, Interrupted> {
        let (units, stalemate) = (self.units, self.stalemate);
        let (built, unwritten) = (AtomicUsize::new(0), Mutex::new(None));
        let stops = || if_unwritten == Unwritten::Stop && unwritten.lock().unwrap_or_else(PoisonError::into_inner).is_some();
        if !missing.is_empty() {
            control.stage(&format!("endgame tables of {units} pieces and pawns, {stalemate} rule"), Some(missing.len() as u64));
        }
        // Materials with the same numbers of units and pawns do not depend on each other.
        for same in missing.chunk_by(|one, other| (one.units(), one.pawns()) == (other.units(), other.pawns())) {
            let next = AtomicUsize::new(0);
            std::thread::scope(|scope| {
                for _ in 0..threads.min(same.len()) {
                    let work = || {
                        while !stops()
                            && let Some(&material) = same.get(next.fetch_add(1, Ordering::Relaxed))
                            && let Ok(pair) = self.build(material, control)
                        {
                            if let Err(error) = self.keep(material, pair) {
                                unwritten.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
                            }
                            let built = built.fetch_add(1, Ordering::Relaxed) + 1;
                            // The result is ignored, because the check for interruption follows.
                            let _ = control.at(built as u64, "");
                        }
                    };
                    started(std::thread::Builder::new().spawn_scoped(scope, work));
                }
            });
            control.check()?;
            if stops() {
                break;
            }
        }
        control.done();
        Ok(unwritten.into_inner().unwrap_or_else(PoisonError::into_inner))
    }

    fn build(&self, material: Material, control: Control) -> Result<Pair, Interrupted> {
        let mut built = build::build(material, self, control)?.into_iter().map(Table::pack);
        Ok(Pair([built.next(), built.next()]))
    }

    /// Stores new tables, and also keeps them in memory. Distances stay in memory only if the tables could not be
    /// stored.
    fn keep(&self, material: Material, mut pair: Pair) -> io::Result<()> {
        let stored = self.store.as_ref().map(|store| store.write(&material.to_string(), &pair.to_bytes()));
        if matches!(stored, Some(Ok(()))) {
            pair.0.iter_mut().flatten().for_each(|table| table.distances = None);
        }
        let _ = self.pairs[&material].set(pair);
        stored.unwrap_or(Ok(()))
    }

    /// Returns the table of a material. Reads it, if it is not in memory. A table that is missing or damaged is built.
    fn table(&self, material: Material) -> &Table {
        let (listed, exchanged) = (material.listed(), material.mover < material.other);
        let pair = self.pairs[&listed].get_or_init(|| {
            let mut pair = self.read(listed).unwrap_or_else(|| {
                let pair = self.build(listed, Control::unwatched()).expect("nobody asks for a stop");
                // A table that cannot be stored is built again when the next run needs it.
                let _ = self.store.as_ref().map(|store| store.write(&listed.to_string(), &pair.to_bytes()));
                pair
            });
            if self.store.is_some() {
                pair.0.iter_mut().flatten().for_each(|table| table.distances = None);
            }
            pair
        });
        pair.of(exchanged)
    }

    fn read(&self, material: Material) -> Option<Pair> {
        Pair::read(material, &self.store.as_ref()?.read(&material.to_string())?)
    }

    /// Returns the stalemate rule.
    #[must_use]
    pub fn rule(&self) -> Stalemate {
        self.stalemate
    }

    /// Returns the outcome of a position. Returns `None` if the position has too many units.
    #[must_use]
    pub fn outcome(&self, position: &Position) -> Option<Outcome> {
        if position.occupied().count_ones() > self.units {
            return None;
        }
        let placement = Placement::of(position);
        // The mover's pawns move up the board in a placement.
        let flip = |square: u32| if position.side() == Colour::White { square } else { square ^ 56 };
        let captures = position.en_passant().and_then(|square| build::best_capture(&placement, 1 << flip(square), self));
        Some(captures.unwrap_or_else(|| self.of_placement(&placement)))
    }

    /// Returns the moves that keep the outcome for a side to move that wins or draws. Winning moves come in the order of
    /// the plies after which the winner can force a capture or promotion. Returns no moves if the side to move loses or
    /// the position has too many units.
    #[must_use]
    pub fn best_moves(&self, position: &Position) -> Vec<Move> {
        let Some(outcome @ (Outcome::Win | Outcome::Draw)) = self.outcome(position) else { return Vec::new() };
        let keeps = |played: &Move| self.outcome(&position.after(*played)) == Some(outcome.reversed());
        let mut moves: Vec<Move> = position.moves().into_iter().filter(keeps).collect();
        if outcome == Outcome::Win {
            moves.sort_by_cached_key(|&played| self.plies_in_material(position, played));
        }
        moves
    }

    /// Returns a winning move and its index among the legal moves. If the winner always plays the move that this
    /// function returns, no position recurs, and the game ends. Returns `None` if the side to move does not win or the
    /// position has too many units.
    #[must_use]
    pub fn winning_move(&self, position: &Position) -> Option<(usize, Move)> {
        let winning = |&(_, played): &(usize, Move)| self.outcome(&position.after(played)) == Some(Outcome::Loss);
        let plies = |&(_, played): &(usize, Move)| self.plies_in_material(position, played);
        position.moves().into_iter().enumerate().filter(winning).min_by_key(plies)
    }

    /// Returns the number of plies within the material with which the winner can go on, this winning move included. A
    /// move to another material brings the end nearer at once. Other moves must lead to a smaller distance.
    fn plies_in_material(&self, position: &Position, played: Move) -> u32 {
        let next = position.after(played);
        if self.leaves_material(position, &next) { 0 } else { 1 + u32::from(self.distance(&next)) }
    }

    /// Returns whether a move changes the material or creates an en passant square, after which a capture follows.
    fn leaves_material(&self, before: &Position, after: &Position) -> bool {
        let (before, next) = (Placement::of(before), Placement::of(after));
        after.en_passant().is_some() || before.material().map(Material::exchanged) != next.material()
    }

    /// Returns the number of plies after which the winner can force the end of the game or a move to another material.
    fn distance(&self, position: &Position) -> u8 {
        let placement = Placement::of(position);
        let Some(material) = placement.material() else { return 0 };
        let table = self.table(material);
        let distances = self.distances.get(material, MAX_DISTANCES, || self.distances(material));
        distances[table.layout.index(&placement)]
    }

    /// Returns the distances of a material, one byte for each index.
    fn distances(&self, material: Material) -> Vec<u8> {
        let (listed, exchanged) = (material.listed(), material.mover < material.other);
        let unpack = |table: &Table| {
            let distances = decompress_to_vec_zlib_with_limit(table.distances.as_ref()?, table.layout.size).ok()?;
            (distances.len() == table.layout.size).then_some(distances)
        };
        let stored = || self.read(listed).and_then(|pair| unpack(pair.of(exchanged)));
        unpack(self.table(material)).or_else(stored).unwrap_or_else(|| {
            let built = build::build(listed, self, Control::unwatched()).expect("nobody asks for a stop");
            let place = usize::from(exchanged && built.len() > 1);
            built.into_iter().nth(place).expect("a table for each side").distances
        })
    }

    /// Returns the mover's outcome in a placement without an en passant square.
    fn of_placement(&self, placement: &Placement) -> Outcome {
        if placement.of_side(0) == 0 {
            return Outcome::Win;
        }
        if placement.of_side(1) == 0 {
            return Outcome::Loss;
        }
        let material = placement.material().expect("no side has more units than a table");
        self.table(material).at(placement)
    }

    /// Returns the outcome for a mover without a legal move.
    fn stalemate(&self, placement: &Placement) -> Outcome {
        let [own, others] = [0, 1].map(|side| placement.of_side(side).count_ones());
        match self.stalemate {
            Stalemate::International => Outcome::Win,
            _ if own < others => Outcome::Win,
            Stalemate::Fics if own > others => Outcome::Loss,
            Stalemate::Joint | Stalemate::Fics => Outcome::Draw,
        }
    }
}

impl Placement {
    /// Returns the placement of a position from the point of view of the side to move.
    fn of(position: &Position) -> Self {
        let sides = [position.side(), position.side().other()];
        let upright = |set: u64| if position.side() == Colour::White { set } else { set.swap_bytes() };
        Self { units: sides.map(|side| ROLE.map(|role| upright(position.units(side) & position.by_role(role)))) }
    }

    /// Returns the placement after the mover's unit of this role has moved.
    fn moved(&self, role: usize, from: u32, to: u64) -> Self {
        let mut next = *self;
        next.units[0][role] ^= 1 << from | to;
        next
    }
}

#[cfg(test)]
mod tests;
