//! A king's square and its neighbours: sets of them, and how such sets are put together, for the arguments of section 5 of `spec/rules/chess.md`.

use cozy_chess::{BitBoard, Square, get_king_moves};

/// A set of squares among a king's square and its neighbours: three bits for each of three ranks.
pub(super) type Nine = u16;

/// The king's own square.
pub(super) const CENTRE: Nine = 1 << 4;

/// Squares around a square, that square included, as [`Nine`].
pub(super) fn around(set: BitBoard, centre: Square) -> Nine {
    let BitBoard(set) = set & (get_king_moves(centre) | centre.bitboard());
    let window = if centre as u32 >= 9 { set >> (centre as u32 - 9) } else { set << (9 - centre as u32) };
    (window & 7 | (window >> 5 & 0o70) | (window >> 10 & 0o700)) as Nine
}

/// Adds a set unless it is part of one that is there; takes off those that are part of it.
pub(super) fn keep_greatest(sets: &mut Vec<Nine>, set: Nine) {
    if !sets.iter().any(|&known| known & set == set) {
        sets.retain(|&known| known & set != known);
        sets.push(set);
    }
}

/// A family of sets with which all their parts belong to it too: what units can cover together, one of its options chosen for each.
///
/// Bit `s % 64` of word `s / 64` says whether the set s belongs to it.
#[derive(Clone, Copy)]
pub(super) struct Unions([u64; 8]);

/// For each of the first six members, the sets of these six that it is not in.
const WITHOUT: [u64; 6] = [
    0x5555_5555_5555_5555,
    0x3333_3333_3333_3333,
    0x0f0f_0f0f_0f0f_0f0f,
    0x00ff_00ff_00ff_00ff,
    0x0000_ffff_0000_ffff,
    0x0000_0000_ffff_ffff,
];

impl Unions {
    /// The parts of a set.
    pub(super) fn parts(set: Nine) -> Self {
        Self([1, 0, 0, 0, 0, 0, 0, 0]).with_parts(set)
    }

    /// Whether a set belongs to it.
    pub(super) fn has(&self, set: Nine) -> bool {
        self.0[usize::from(set >> 6)] >> (set & 63) & 1 != 0
    }

    /// The family of unions with a part of a set.
    fn with_parts(mut self, set: Nine) -> Self {
        for (member, without) in WITHOUT.into_iter().enumerate() {
            if set >> member & 1 != 0 {
                self.0.iter_mut().for_each(|word| *word |= (*word & without) << (1 << member));
            }
        }
        for member in [1, 2, 4] {
            if usize::from(set >> 6) & member != 0 {
                (0..8).filter(|word| word & member == 0).for_each(|word| self.0[word | member] |= self.0[word]);
            }
        }
        self
    }

    /// Adds a unit with these options, and the empty set.
    pub(super) fn join(&mut self, options: &[Nine]) {
        let before = *self;
        for &option in options {
            let joined = before.with_parts(option);
            self.0.iter_mut().zip(joined.0).for_each(|(word, more)| *word |= more);
        }
    }
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::{Nine, Unions};

    /// All unions, one by one.
    #[test]
    fn unions_are_those_of_all_choices() {
        let mut rng = Rng::with_seed(1);
        for _ in 0..50 {
            let mut unions = Unions::parts(0);
            let mut plain: Vec<Nine> = vec![0];
            for _ in 0..rng.usize(..4) {
                let options: Vec<Nine> = (0..rng.usize(..4)).map(|_| rng.u16(..512) & rng.u16(..512)).collect();
                unions.join(&options);
                plain = plain.iter().flat_map(|&union| options.iter().map(move |&option| union | option).chain([union])).collect();
            }
            for set in 0..512 {
                assert_eq!(unions.has(set), plain.iter().any(|&union| union & set == set), "{set:o}");
            }
        }
    }
}
