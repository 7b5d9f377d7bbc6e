//! Sets of squares in a king zone, and families of these sets. A king zone consists of a square and its neighbours. The
//! tests for mating nets in sections 5.2 and 5.3 of `spec/rules/chess.md` use this module.

use cozy_chess::{BitBoard, Square, get_king_moves};

/// A subset of a king zone as a bit mask, with 3 bits for each of 3 ranks.
pub(super) type ZoneSet = u16;

/// The subset that contains only the central square, on which the king stands.
pub(super) const CENTRE: ZoneSet = 1 << 4;

/// Returns the intersection of a bitboard with the king zone of `centre`.
pub(super) fn zone_set(set: BitBoard, centre: Square) -> ZoneSet {
    let BitBoard(set) = set & (get_king_moves(centre) | centre.bitboard());
    let window = if centre as u32 >= 9 { set >> (centre as u32 - 9) } else { set << (9 - centre as u32) };
    (window & 7 | (window >> 5 & 0o70) | (window >> 10 & 0o700)) as ZoneSet
}

/// Adds `set` to `sets`, and removes all sets that are contained in `set`. If a set in `sets` already contains all
/// squares of `set`, does nothing.
pub(super) fn insert_maximal(sets: &mut Vec<ZoneSet>, set: ZoneSet) {
    // A set covers everything that its subsets cover, so only maximal sets have to be tried.
    if !sets.iter().any(|&known| known & set == set) {
        sets.retain(|&known| known & set != known);
        sets.push(set);
    }
}

/// A family (a set) of sets of squares in a king zone. The pieces and pawns together can cover each set of the family.
/// Every subset of a member is a member.
///
/// Bit `s % 64` of word `s / 64` says whether the set `s` belongs to the family.
#[derive(Clone, Copy)]
pub(super) struct Family([u64; 8]);

/// One mask for each of the first 6 squares of a king zone. Bit `s` of a mask is set if the set `s` does not contain
/// the square.
const WITHOUT: [u64; 6] = [
    0x5555_5555_5555_5555,
    0x3333_3333_3333_3333,
    0x0f0f_0f0f_0f0f_0f0f,
    0x00ff_00ff_00ff_00ff,
    0x0000_ffff_0000_ffff,
    0x0000_0000_ffff_ffff,
];

impl Family {
    pub(super) fn subsets(set: ZoneSet) -> Self {
        Self([1, 0, 0, 0, 0, 0, 0, 0]).with_subsets(set)
    }

    pub(super) fn contains(&self, set: ZoneSet) -> bool {
        self.0[usize::from(set >> 6)] >> (set & 63) & 1 != 0
    }

    /// Joins each set of this family with each subset of `set`.
    fn with_subsets(mut self, set: ZoneSet) -> Self {
        for (element, without) in WITHOUT.into_iter().enumerate() {
            if set >> element & 1 != 0 {
                self.0.iter_mut().for_each(|word| *word |= (*word & without) << (1 << element));
            }
        }
        for element in [1, 2, 4] {
            if usize::from(set >> 6) & element != 0 {
                (0..8).filter(|word| word & element == 0).for_each(|word| self.0[word | element] |= self.0[word]);
            }
        }
        self
    }

    /// Adds the sets that can be covered with one more piece or pawn. The additional piece or pawn can cover one of the
    /// sets in `options`, or no square.
    pub(super) fn join(&mut self, options: &[ZoneSet]) {
        let before = *self;
        for &option in options {
            let joined = before.with_subsets(option);
            self.0.iter_mut().zip(joined.0).for_each(|(word, more)| *word |= more);
        }
    }
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::{Family, ZoneSet};

    /// Compares a family of sets with a list of all unions of options.
    #[test]
    fn family_has_the_unions_of_all_choices() {
        let mut rng = Rng::with_seed(1);
        for _ in 0..50 {
            let mut family = Family::subsets(0);
            let mut plain: Vec<ZoneSet> = vec![0];
            for _ in 0..rng.usize(..4) {
                let options: Vec<ZoneSet> = (0..rng.usize(..4)).map(|_| rng.u16(..512) & rng.u16(..512)).collect();
                family.join(&options);
                plain = plain.iter().flat_map(|&union| options.iter().map(move |&option| union | option).chain([union])).collect();
            }
            for set in 0..512 {
                assert_eq!(family.contains(set), plain.iter().any(|&union| union & set == set), "{set:o}");
            }
        }
    }
}
