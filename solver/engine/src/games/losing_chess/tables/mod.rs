//! Endgame tables, which store whether the side to move wins, loses or draws in positions with few pieces and pawns.
//!
//! Certificates do not rely on tables: a certificate contains all moves of its proof, up to the end of the game.

mod build;
mod distances;
mod layout;
mod shortest;
mod size;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::{io, iter};

use miniz_oxide::deflate::compress_to_vec_zlib;
use miniz_oxide::inflate::decompress_to_vec_zlib_with_limit;
use rustc_hash::FxHashMap;

use build::Built;
use distances::Distances;
pub use layout::{Army, Material};
use layout::{Layout, Placement, ROLE};
pub use shortest::{Shortest, ShortestError};

use super::{Move, Position, Stalemate};
use crate::control::{Control, Interrupted, started};
use crate::games::Colour;
use crate::model::two_player::TableMove;

/// Outcome of best play for the side to move. Endless play is a draw. A better outcome counts as greater.
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
/// Level of compression, from 0 to 10. Higher levels of compression save little.
const COMPRESSION: u8 = 3;

/// Number of bytes in a block, which is the part of a table that is read at one time. A search needs only a few blocks
/// of a table.
pub const BLOCK: usize = 1 << 14;

/// Keeps endgame tables between runs of the program. A table is named after the material, such as `P-RK`.
pub trait Store: Send + Sync {
    /// Returns whether the store has contents with this name, damaged or not.
    fn has(&self, name: &str) -> bool;

    /// Returns the block at index `number` of the contents stored under a name. Each block of a table has [`BLOCK`]
    /// bytes, but the last block may be shorter. If `number` is beyond the last block, the result is an empty block.
    /// Returns `None` if the block is missing or damaged.
    fn block(&self, name: &str, number: usize) -> Option<Vec<u8>>;

    /// Stores contents under a name.
    ///
    /// # Errors
    /// Returns an error if the contents cannot be written.
    fn write(&self, name: &str, contents: &[u8]) -> io::Result<()>;
}

/// The table of a material, and the table of the material with the sides exchanged if the two materials differ. The
/// stored contents are the outcomes of both tables, then the compressed distances of both tables.
struct Pair {
    halves: Vec<Half>,
    /// Number of bytes of all outcomes.
    outcomes: usize,
    /// The blocks that store the outcomes. A block is read when it is needed for the first time.
    blocks: Box<[OnceLock<Box<[u8]>>]>,
    /// The part of the stored contents after the outcomes. This part stays in memory only if no store contains it.
    rest: OnceLock<Box<[u8]>>,
    /// A lock, which a thread holds while it builds the tables.
    building: Mutex<()>,
}

/// One of the two tables of a [`Pair`].
struct Half {
    layout: Layout,
    /// Index of the first outcome of this table in the stored contents.
    start: usize,
}

impl Pair {
    fn new(material: Material) -> Self {
        let exchanged = Some(material.exchanged()).filter(|exchanged| *exchanged != material);
        let mut outcomes = 0;
        let half = |material| {
            let (layout, start) = (Layout::new(material), outcomes);
            outcomes += layout.size.div_ceil(PER_BYTE);
            Half { layout, start }
        };
        let halves = iter::once(material).chain(exchanged).map(half).collect();
        let blocks = iter::repeat_with(OnceLock::new).take(outcomes.div_ceil(BLOCK)).collect();
        Self { halves, outcomes, blocks, rest: OnceLock::new(), building: Mutex::new(()) }
    }

    /// Returns the index of one of the two tables. If `exchanged` is true, returns the index of the table for the
    /// material with the sides exchanged. If `exchanged` is false, returns the index of the table for the material that
    /// [`Material::all`] lists.
    fn number(&self, exchanged: bool) -> usize {
        usize::from(exchanged && self.halves.len() > 1)
    }

    /// Keeps the contents of tables in memory. The distances are kept only if `whole` is true.
    fn fill(&self, contents: &[u8], whole: bool) {
        let mut chunks = contents.chunks(BLOCK);
        for (block, chunk) in self.blocks.iter().zip(&mut chunks) {
            let _ = block.set(chunk.into());
        }
        if whole {
            let _ = self.rest.set(chunks.flatten().copied().collect());
        }
    }

    /// Returns the compressed distances of the table at index `number`. Returns `None` if the contents are damaged.
    fn distances<'a>(&self, contents: &'a [u8], number: usize) -> Option<&'a [u8]> {
        let mut bytes = contents.get(self.outcomes..)?;
        let mut distances = Vec::new();
        for _ in &self.halves {
            let length = u32::from_le_bytes(bytes.split_off(..size_of::<u32>())?.try_into().ok()?);
            distances.push(bytes.split_off(..usize::try_from(length).ok()?)?);
        }
        bytes.is_empty().then(|| distances[number])
    }
}

/// Converts built tables to the contents that a store keeps, which [`Pair`] describes.
fn contents(tables: &[Built]) -> Vec<u8> {
    let byte = |outcomes: &[Outcome]| outcomes.iter().rev().fold(0, |byte, &outcome| byte << 2 | outcome as u8);
    let mut contents: Vec<u8> = tables.iter().flat_map(|table| table.outcomes.chunks(PER_BYTE).map(byte)).collect();
    for table in tables {
        let distances = compress_to_vec_zlib(&table.distances, COMPRESSION);
        contents.extend(u32::try_from(distances.len()).expect("a table has fewer than 2^32 indices").to_le_bytes());
        contents.extend(distances);
    }
    contents
}

/// Endgame tables for one stalemate rule. A block of a table is read from the store when it is needed for the first
/// time.
pub struct Tables {
    stalemate: Stalemate,
    /// The tables of each material that [`Material::all`] lists.
    pairs: FxHashMap<Material, Pair>,
    /// Maximum number of units (pieces and pawns) of a position in the tables.
    units: u32,
    store: Option<Box<dyn Store>>,
    /// Distances that have been decompressed so far.
    distances: Distances,
}

/// Complete tables, and an error if some table could not be stored.
pub struct Opened {
    /// The tables for at most the requested number of units (pieces and pawns).
    pub tables: Tables,
    /// The first error that occurred when a table was stored. A table that cannot be stored stays in memory.
    pub unwritten: Option<io::Error>,
}

/// What to do with a table that cannot be stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unwritten {
    /// The table stays in memory, and the work goes on.
    Keep,
    /// No further table is built.
    Stop,
}

impl Tables {
    /// Returns the tables for at most `units` units (pieces and pawns), but does not build a table. The argument
    /// `units` must not exceed 4. If `store` lacks a table, the table is built and stored when it is needed for the
    /// first time.
    #[must_use]
    pub fn new(stalemate: Stalemate, units: u32, store: Option<Box<dyn Store>>) -> Self {
        let pairs = Self::materials(units).into_iter().map(|material| (material, Pair::new(material))).collect();
        Self { stalemate, pairs, units, store, distances: Distances::default() }
    }

    /// Sets how much memory the program may use.
    pub fn use_memory(&self, memory: u64) {
        self.distances.set_most(size::bytes_of_distances(memory));
    }

    /// Opens all tables for at most `units` units (pieces and pawns), where `units` is at most 4. Builds the tables
    /// that `store` lacks, on `threads` threads, and stores them. If there is no store, builds all tables and keeps
    /// them in memory.
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

    /// Builds the tables that the store lacks, on `threads` threads, and stores them. Returns the first error that
    /// occurred when a table was stored.
    ///
    /// # Errors
    /// [`Interrupted`] if `control` asks for a stop. Tables that were stored before remain stored.
    pub fn complete(&self, threads: usize, if_unwritten: Unwritten, control: Control) -> Result<Option<io::Error>, Interrupted> {
        self.complete_those(Self::missing(self.units, self.store.as_deref()), threads, if_unwritten, control)
    }

    /// Does the same as [`Tables::complete`], but only for tables that `position` and later positions need. If the
    /// position has too many units (pieces and pawns), builds nothing.
    ///
    /// # Errors
    /// [`Interrupted`] if `control` asks for a stop.
    pub fn complete_for(&self, position: &Position, threads: usize, control: Control) -> Result<Option<io::Error>, Interrupted> {
        self.complete_those(self.missing_for(position), threads, Unwritten::Keep, control)
    }

    /// Builds the tables of the materials `missing`, and stores the tables. The materials must be in the order of
    /// [`Tables::materials`].
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
                            && let Ok(contents) = self.build(material, control)
                        {
                            if let Err(error) = self.keep(material, &contents) {
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

    fn build(&self, material: Material, control: Control) -> Result<Vec<u8>, Interrupted> {
        Ok(contents(&build::build(material, self, control)?))
    }

    /// Stores new tables, and keeps them in memory. The distances stay in memory only if the tables could not be
    /// stored.
    fn keep(&self, material: Material, contents: &[u8]) -> io::Result<()> {
        let stored = self.store.as_ref().map(|store| store.write(&material.to_string(), contents));
        self.pairs[&material].fill(contents, !matches!(stored, Some(Ok(()))));
        stored.unwrap_or(Ok(()))
    }

    /// Returns the [`Pair`] that contains the table of a material, and the index of this table in the pair.
    fn half(&self, material: Material) -> (&Pair, usize) {
        let pair = &self.pairs[&material.listed()];
        (pair, pair.number(material.mover < material.other))
    }

    /// Returns the outcome of a placement of this material.
    fn at(&self, material: Material, placement: &Placement) -> Outcome {
        let (pair, number) = self.half(material);
        let Half { layout, start } = &pair.halves[number];
        let index = layout.index(placement);
        let byte = start + index / PER_BYTE;
        let number = byte / BLOCK;
        let block = pair.blocks[number].get().map_or_else(|| self.block(material.listed(), number), Box::as_ref);
        // Three is no outcome.
        match block[byte % BLOCK] >> (index % PER_BYTE * 2) & 3 {
            0 => Outcome::Loss,
            2 => Outcome::Win,
            _ => Outcome::Draw,
        }
    }

    /// Reads a block of outcomes. Builds the tables if the block is missing or damaged.
    #[cold]
    fn block(&self, listed: Material, number: usize) -> &[u8] {
        let pair = &self.pairs[&listed];
        let is_whole = |block: &Vec<u8>| block.len() == BLOCK || number * BLOCK + block.len() >= pair.outcomes;
        let stored = self.store.as_ref().and_then(|store| store.block(&listed.to_string(), number)).filter(is_whole);
        if let Some(block) = stored {
            return pair.blocks[number].get_or_init(|| block.into());
        }
        let _building = pair.building.lock().unwrap_or_else(PoisonError::into_inner);
        if pair.blocks[number].get().is_none() {
            let contents = self.build(listed, Control::unwatched()).expect("nobody asks for a stop");
            // A table that cannot be stored is built again when the next run needs it.
            let _ = self.keep(listed, &contents);
        }
        pair.blocks[number].get().expect("all blocks of a built table are kept")
    }

    /// Returns the contents of a material's tables, if they are in memory or stored and not damaged.
    fn contents(&self, listed: Material) -> Option<Vec<u8>> {
        let pair = &self.pairs[&listed];
        if pair.rest.get().is_some() {
            return Some(pair.blocks.iter().chain([&pair.rest]).filter_map(OnceLock::get).flatten().copied().collect());
        }
        let (store, name) = (self.store.as_ref()?, listed.to_string());
        let mut contents = Vec::new();
        for number in 0.. {
            let block = store.block(&name, number)?;
            contents.extend_from_slice(&block);
            if block.len() < BLOCK {
                break;
            }
        }
        Some(contents)
    }

    /// Returns the greatest number of units (pieces and pawns) of the positions that the tables contain.
    #[must_use]
    pub fn units(&self) -> u32 {
        self.units
    }

    /// Returns the stalemate rule.
    #[must_use]
    pub fn rule(&self) -> Stalemate {
        self.stalemate
    }

    /// Returns the outcome of a position. Returns `None` if the position has too many units (pieces and pawns).
    #[must_use]
    pub fn outcome(&self, position: &Position) -> Option<Outcome> {
        if position.occupied().count_ones() > self.units {
            return None;
        }
        let placement = Placement::from_position(position);
        // The mover's pawns move up the board in a placement.
        let flip = |square: u32| if position.side() == Colour::White { square } else { square ^ 56 };
        let captures = position.en_passant().and_then(|square| build::best_capture(&placement, 1 << flip(square), self));
        Some(captures.unwrap_or_else(|| self.of_placement(&placement)))
    }

    /// If the side to move wins or draws, returns the moves that keep this outcome. Winning moves are sorted by the
    /// number of plies after which the winner can force a capture or promotion. If the side to move loses, or if the
    /// position has too many units (pieces and pawns), returns no moves.
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

    /// Returns the winning moves that bring the end of the game nearer. If the winner always plays one of these moves,
    /// no position recurs, and the game ends. Returns no moves if the side to move does not win, or if the position has
    /// too many units (pieces and pawns).
    #[must_use]
    pub fn winning_moves(&self, position: &Position) -> Vec<TableMove> {
        if self.outcome(position) != Some(Outcome::Win) {
            return Vec::new();
        }
        let most = self.plies(position);
        let winning = |&(_, played): &(usize, Move)| self.outcome(&position.after(played)) == Some(Outcome::Loss);
        let moves = position.moves().into_iter().enumerate().filter(winning);
        let moves = moves.map(|(index, played)| TableMove { index, plies: self.plies_in_material(position, played) });
        moves.filter(|played| played.plies <= most).collect()
    }

    /// Returns after how many plies the winner can force the end of the game or a move to other material. The position
    /// must be in the tables and must not be drawn.
    #[must_use]
    pub fn plies(&self, position: &Position) -> u32 {
        // A capture follows if there is an en passant square.
        if position.en_passant().is_some() { 0 } else { self.distance(position).into() }
    }

    /// Returns 0 for a move to other material, and otherwise 1 plus the distance after the move. A move that keeps the
    /// material brings the end nearer only if it leads to a position with a smaller distance.
    fn plies_in_material(&self, position: &Position, played: Move) -> u32 {
        let next = position.after(played);
        if self.leaves_material(position, &next) { 0 } else { 1 + u32::from(self.distance(&next)) }
    }

    /// Returns whether a move changes the material or allows a capture en passant.
    fn leaves_material(&self, before: &Position, after: &Position) -> bool {
        let (before, next) = (Placement::from_position(before), Placement::from_position(after));
        after.en_passant().is_some() || before.material().map(Material::exchanged) != next.material()
    }

    /// Returns the number of plies after which the winner can force the end of the game or a move to another material.
    fn distance(&self, position: &Position) -> u8 {
        let placement = Placement::from_position(position);
        let Some(material) = placement.material() else { return 0 };
        let distances = self.distances.get(material, || self.distances(material));
        let (pair, number) = self.half(material);
        distances[pair.halves[number].layout.index(&placement)]
    }

    /// Returns the distance for each index of a material's table. A distance is a number of plies, as in
    /// [`Self::distance`].
    fn distances(&self, material: Material) -> Vec<u8> {
        let (listed, (pair, number)) = (material.listed(), self.half(material));
        let size = pair.halves[number].layout.size;
        let stored = self.contents(listed).and_then(|contents| {
            let distances = decompress_to_vec_zlib_with_limit(pair.distances(&contents, number)?, size).ok()?;
            (distances.len() == size).then_some(distances)
        });
        stored.unwrap_or_else(|| {
            let built = build::build(listed, self, Control::unwatched()).expect("nobody asks for a stop");
            built.into_iter().nth(number).expect("a table for each side").distances
        })
    }

    /// Returns the outcome for the mover (the side to move) of a placement without an en passant square.
    fn of_placement(&self, placement: &Placement) -> Outcome {
        if placement.of_side(0) == 0 {
            return Outcome::Win;
        }
        if placement.of_side(1) == 0 {
            return Outcome::Loss;
        }
        let material = placement.material().expect("no side has more units than a table");
        self.at(material, placement)
    }

    /// Returns the outcome for a side to move that has no legal move.
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
    fn from_position(position: &Position) -> Self {
        let sides = [position.side(), position.side().other()];
        let upright = |set: u64| if position.side() == Colour::White { set } else { set.swap_bytes() };
        Self { units: sides.map(|side| ROLE.map(|role| upright(position.units(side) & position.by_role(role)))) }
    }

    fn moved(&self, role: usize, from: u32, to: u64) -> Self {
        let mut next = *self;
        next.units[0][role] ^= 1 << from | to;
        next
    }
}

#[cfg(test)]
mod tests;
