//! Lists the tables of a number of units, and says how much memory and room in a store they take.

use rustc_hash::FxHashSet;

use super::build::BYTES_PER_INDEX;
use super::distances::MAX_DISTANCES;
use super::layout::{Layout, Placement};
use super::{Material, PER_BYTE, Store, Tables};
use crate::games::losing_chess::Position;

/// Number of bytes that the program takes without tables.
const PROGRAM: u64 = 16 << 20;

impl Tables {
    /// Lists the materials of at most `units` units, at most four, in an order in which they can be built. One table is
    /// stored for a material and its exchange.
    #[must_use]
    pub fn materials(units: u32) -> Vec<Material> {
        (2..=units).flat_map(Material::all).collect()
    }

    /// Lists the materials of at most `units` units that `store` lacks, in the order of [`Tables::materials`].
    #[must_use]
    pub fn missing(units: u32, store: Option<&dyn Store>) -> Vec<Material> {
        let is_stored = |material: &Material| store.is_some_and(|store| store.has(&material.to_string()));
        Self::materials(units).into_iter().filter(|material| !is_stored(material)).collect()
    }

    /// Lists the missing tables that positions after this one need, in the order of [`Tables::materials`]. Lists nothing
    /// if the position has too many units.
    #[must_use]
    pub fn missing_for(&self, position: &Position) -> Vec<Material> {
        if position.occupied().count_ones() > self.units {
            return Vec::new();
        }
        let mut following = FxHashSet::default();
        let mut open: Vec<Material> = Placement::of(position).material().into_iter().collect();
        while let Some(material) = open.pop() {
            if material.mover.units() > 0 && material.other.units() > 0 && following.insert(material.listed()) {
                open.extend(material.next());
            }
        }
        Self::missing(self.units, self.store.as_deref()).into_iter().filter(|material| following.contains(material)).collect()
    }

    /// Returns the number of bytes of memory that all tables of at most `units` units take when they have been read.
    #[must_use]
    pub fn bytes(units: u32) -> u64 {
        Self::materials(units).into_iter().map(bytes).sum()
    }

    /// Returns an upper bound, in bytes, of the memory of all tables of at most `units` units, with the distances that
    /// proofs need.
    #[must_use]
    pub fn bytes_in_use(units: u32) -> u64 {
        let outcomes = Self::bytes(units);
        outcomes + (outcomes * PER_BYTE as u64).min(MAX_DISTANCES)
    }

    /// Returns an upper bound, in bytes, of the room that these tables take in a store.
    #[must_use]
    pub fn bytes_stored(materials: &[Material]) -> u64 {
        // Compressed distances take less room than outcomes: half of it for three units.
        materials.iter().map(|&material| 2 * bytes(material)).sum()
    }

    /// Returns an upper bound, in bytes, of the memory for building these tables on `threads` threads. All tables of as
    /// many units are included, because the new ones depend on them.
    #[must_use]
    pub fn bytes_to_build(materials: &[Material], threads: usize) -> u64 {
        let units = materials.iter().map(|material| material.units()).max().unwrap_or(0);
        let largest = materials.iter().map(|&material| indices(material)).max().unwrap_or(0);
        Self::bytes(units) + threads as u64 * largest * BYTES_PER_INDEX + if materials.is_empty() { 0 } else { PROGRAM }
    }
}

/// Returns the number of indices of a material and its exchange.
fn indices(material: Material) -> u64 {
    Layout::new(material).size as u64 * if material == material.exchanged() { 1 } else { 2 }
}

/// Returns the number of bytes of memory for the tables of a material and its exchange.
fn bytes(material: Material) -> u64 {
    let one = Layout::new(material).size.div_ceil(PER_BYTE) as u64;
    one * if material == material.exchanged() { 1 } else { 2 }
}
