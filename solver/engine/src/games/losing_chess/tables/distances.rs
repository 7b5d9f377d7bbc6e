//! Keeps decompressed distances of tables in memory.

use std::sync::{Arc, Mutex, PoisonError};

use rustc_hash::FxHashMap;

use super::Material;

/// Maximum number of bytes of decompressed distances, unless a program has much memory. The table of one material has
/// at most 8 million distances.
pub(super) const FEW_DISTANCES: u64 = 256 << 20;

/// The decompressed distances of several materials, with one byte for each index of a table.
#[derive(Default)]
pub(super) struct Distances(Mutex<Kept>);

struct Kept {
    materials: FxHashMap<Material, Used>,
    /// Number of calls of [`Distances::get`] so far.
    questions: u64,
    bytes: u64,
    /// Maximum of `bytes`.
    most: u64,
}

impl Default for Kept {
    fn default() -> Self {
        Self { materials: FxHashMap::default(), questions: 0, bytes: 0, most: FEW_DISTANCES }
    }
}

struct Used {
    distances: Arc<[u8]>,
    /// Value of `questions` at the last use.
    last: u64,
}

impl Distances {
    /// Sets the maximum number of bytes.
    pub(super) fn set_most(&self, most: u64) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).most = most;
    }

    /// Returns the distances of a material. If the distances are not in memory, calls `read`. Removes the least
    /// recently used distances if memory would exceed the maximum.
    pub(super) fn get(&self, material: Material, read: impl FnOnce() -> Vec<u8>) -> Arc<[u8]> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.questions += 1;
        let now = kept.questions;
        if let Some(used) = kept.materials.get_mut(&material) {
            used.last = now;
            return Arc::clone(&used.distances);
        }
        let distances: Arc<[u8]> = read().into();
        kept.bytes += distances.len() as u64;
        while kept.bytes > kept.most
            && let Some((&oldest, _)) = kept.materials.iter().min_by_key(|(_, used)| used.last)
        {
            let forgotten = kept.materials.remove(&oldest).map_or(0, |used| used.distances.len());
            kept.bytes -= forgotten as u64;
        }
        kept.materials.insert(material, Used { distances: Arc::clone(&distances), last: now });
        distances
    }
}

#[cfg(test)]
mod tests {
    use super::{Distances, Material};

    #[test]
    fn forgets_what_was_not_used_for_the_longest_time() {
        let kept = Distances::default();
        kept.set_most(20);
        let materials = Material::all(2);
        let is_read = |number: usize| {
            let mut read = false;
            let found = kept.get(materials[number], || {
                read = true;
                vec![u8::try_from(number).unwrap(); 10]
            });
            assert_eq!(found[..], [u8::try_from(number).unwrap(); 10]);
            read
        };
        assert_eq!([0, 1, 0, 2, 0, 1, 1].map(is_read), [true, true, false, true, false, true, false]);
    }
}
