//! Endgame tables: for each position of few units, whether the side to move wins, loses or draws.
//!
//! Tables are rebuilt rather than trusted, and they prove nothing: a certificate contains the moves of its proof down to
//! the last unit.

mod build;
mod layout;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use miniz_oxide::deflate::compress_to_vec_zlib;
use miniz_oxide::inflate::decompress_to_vec_zlib_with_limit;
use rustc_hash::FxHashMap;

use build::Built;
pub use layout::{Army, Material};
use layout::{Layout, Placement, ROLE};

use super::{Move, Position, Stalemate};
use crate::control::{Control, Interrupted};
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

/// The table of one material.
struct Table {
    layout: Layout,
    /// Two bits for each index.
    outcomes: Box<[u8]>,
    /// Number of plies, one byte for each index, after which the winner can force a move to another material or the end
    /// of the game. Compressed, because only proofs need it.
    distances: Box<[u8]>,
}

impl Table {
    fn pack(table: Built) -> Self {
        let byte = |outcomes: &[Outcome]| outcomes.iter().rev().fold(0, |byte, &outcome| byte << 2 | outcome as u8);
        let outcomes = table.outcomes.chunks(PER_BYTE).map(byte).collect();
        Self { layout: table.layout, outcomes, distances: compress_to_vec_zlib(&table.distances, COMPRESSION).into() }
    }

    /// Decompresses the distances. If a file of tables is damaged, returns zeros.
    fn distances(&self) -> Vec<u8> {
        let mut distances = decompress_to_vec_zlib_with_limit(&self.distances, self.layout.size).unwrap_or_default();
        distances.resize(self.layout.size, 0);
        distances
    }

    fn at(&self, placement: &Placement) -> Outcome {
        let index = self.layout.index(placement);
        // Three is no outcome; only a damaged file has it.
        match self.outcomes[index / PER_BYTE] >> (index % PER_BYTE * 2) & 3 {
            0 => Outcome::Loss,
            2 => Outcome::Win,
            _ => Outcome::Draw,
        }
    }
}

/// Endgame tables under one rule of stalemate.
pub struct Tables {
    stalemate: Stalemate,
    tables: FxHashMap<Material, Table>,
    /// Maximum number of units for which all tables exist.
    units: u32,
    /// Distances that were decompressed for the proofs of positions.
    distances: Mutex<FxHashMap<Material, Arc<[u8]>>>,
}

impl Tables {
    /// Computes all tables of at most `units` units, at most four, on `threads` threads.
    ///
    /// # Errors
    /// [`Interrupted`] if `control` asks for a stop.
    pub fn new(stalemate: Stalemate, units: u32, threads: usize, control: Control) -> Result<Self, Interrupted> {
        let mut tables = Self { stalemate, tables: FxHashMap::default(), units: 1, distances: Mutex::default() };
        for units in 2..=units {
            let all = Material::all(units);
            for same in all.chunk_by(|one, other| one.pawns() == other.pawns()) {
                let built = tables.build_all(same, threads, control)?;
                tables.tables.extend(built);
            }
            tables.units = units;
        }
        Ok(tables)
    }

    /// Computes the tables of materials that do not depend on each other.
    fn build_all(&self, materials: &[Material], threads: usize, control: Control) -> Result<Vec<(Material, Table)>, Interrupted> {
        let (next, built) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
        std::thread::scope(|scope| {
            for _ in 0..threads.min(materials.len()) {
                scope.spawn(|| {
                    while let Some(&material) = materials.get(next.fetch_add(1, Ordering::Relaxed))
                        && control.check().is_ok()
                    {
                        let tables = [material, material.exchanged()].into_iter().zip(build::build(material, self));
                        let packed = tables.map(|(material, table)| (material, Table::pack(table)));
                        built.lock().unwrap_or_else(PoisonError::into_inner).extend(packed.collect::<Vec<_>>());
                    }
                });
            }
        });
        control.check()?;
        Ok(built.into_inner().unwrap_or_else(PoisonError::into_inner))
    }

    /// Returns the rule of stalemate.
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

    /// Returns a move by which the side to move wins, with its index among the legal moves. If it is played again and
    /// again, no position can recur, and the game ends. Returns `None` if the side to move does not win or the position
    /// has too many units.
    #[must_use]
    pub fn winning_move(&self, position: &Position) -> Option<(usize, Move)> {
        let winning = |&(_, played): &(usize, Move)| self.outcome(&position.after(played)) == Some(Outcome::Loss);
        // A move to another material brings the end nearer at once. Other moves must lead to a smaller distance.
        let distance = |&(_, played): &(usize, Move)| {
            let next = position.after(played);
            if self.leaves_material(position, &next) { 0 } else { 1 + u32::from(self.distance(&next)) }
        };
        position.moves().into_iter().enumerate().filter(winning).min_by_key(distance)
    }

    /// Returns whether a move leads out of the material, or to a position with an en passant square, from which a
    /// capture follows.
    fn leaves_material(&self, before: &Position, after: &Position) -> bool {
        let (before, next) = (Placement::of(before), Placement::of(after));
        after.en_passant().is_some() || before.material().map(Material::exchanged) != next.material()
    }

    /// Returns the number of plies after which the winner can force a move to another material.
    fn distance(&self, position: &Position) -> u8 {
        let placement = Placement::of(position);
        let material = placement.material();
        let Some((material, table)) = material.and_then(|material| Some((material, self.tables.get(&material)?))) else { return 0 };
        let mut known = self.distances.lock().unwrap_or_else(PoisonError::into_inner);
        let distances = known.entry(material).or_insert_with(|| table.distances().into());
        distances[table.layout.index(&placement)]
    }

    /// Returns the outcome of a placement without an en passant square, for the mover.
    fn of_placement(&self, placement: &Placement) -> Outcome {
        if placement.of_side(0) == 0 {
            return Outcome::Win;
        }
        if placement.of_side(1) == 0 {
            return Outcome::Loss;
        }
        let table = placement.material().and_then(|material| self.tables.get(&material));
        table.expect("smaller tables are built first").at(placement)
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

    /// Returns the contents of all tables, for [`Tables::from_bytes`].
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let contents = |material: Material| {
            let Table { outcomes, distances, .. } = &self.tables[&material];
            let length = u32::try_from(distances.len()).expect("a table has fewer than 2^32 indices").to_le_bytes();
            [outcomes, &length[..], distances].concat()
        };
        materials(self.units).flat_map(contents).collect()
    }

    /// Reads tables of at most `units` units from the result of [`Tables::to_bytes`]. Returns `None` if the length is
    /// wrong. The contents are not tested.
    #[must_use]
    pub fn from_bytes(stalemate: Stalemate, units: u32, mut bytes: &[u8]) -> Option<Self> {
        let mut take = |length: usize| bytes.split_off(..length);
        let mut tables = FxHashMap::default();
        for material in materials(units) {
            let layout = Layout::new(material);
            let outcomes = take(layout.size.div_ceil(PER_BYTE))?;
            let length = u32::from_le_bytes(take(size_of::<u32>())?.try_into().ok()?);
            let distances = take(usize::try_from(length).ok()?)?;
            tables.insert(material, Table { layout, outcomes: outcomes.into(), distances: distances.into() });
        }
        bytes.is_empty().then_some(Self { stalemate, tables, units, distances: Mutex::default() })
    }
}

impl Placement {
    /// Returns the placement of a position as its side to move sees it.
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

/// Lists the materials of at most `units` units, each followed by its exchange if that differs.
fn materials(units: u32) -> impl Iterator<Item = Material> {
    let pair = |material: Material| std::iter::once(material).chain(Some(material.exchanged()).filter(|other| *other != material));
    (2..=units).flat_map(Material::all).flat_map(pair)
}

#[cfg(test)]
mod tests;
