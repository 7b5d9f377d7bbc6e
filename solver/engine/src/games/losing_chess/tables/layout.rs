//! Numbers the placements of a material, so that a table can store one entry for each placement.
//!
//! Tables show positions from the point of view of the side to move, the *mover*, whose pawns move up the board.
//! Positions with Black to move are turned upside down first. Units (pieces and pawns) of the same side and role form a
//! *group*, which stands on a set of squares. All sets of the same size are numbered. The index of a placement combines
//! the numbers of the sets.

use std::fmt::{self, Write as _};

use crate::games::losing_chess::attacks::Bitboard;
use crate::games::losing_chess::moves::squares;
use crate::games::losing_chess::piece::Role;

pub(super) const ROLES: usize = 6;
/// Roles in the order of [`Army`].
pub(super) const ROLE: [Role; ROLES] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::King, Role::Pawn];
/// Index of the pawn in [`ROLE`].
pub(super) const PAWN: usize = 5;
/// Maximum number of units (pieces and pawns) of one side in a table.
const MAX_ARMY: u32 = 3;
/// A material of four units has at most this number of groups (units of the same side and role).
const MAX_GROUPS: usize = 4;

/// The units (pieces and pawns) of one side, without their squares. For each role, two bits store the number of units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Army(u16);

impl Army {
    /// The army without pieces and pawns.
    pub(super) const NONE: Self = Self(0);

    /// Returns the number of units (pieces or pawns) of a role.
    pub(super) fn count(self, role: usize) -> u32 {
        u32::from(self.0 >> (2 * role)) & 3
    }

    /// Returns the number of units (pieces and pawns).
    #[must_use]
    pub fn units(self) -> u32 {
        (0..ROLES).map(|role| self.count(role)).sum()
    }

    /// Adds a unit (a piece or pawn). Returns `None` if the army already has three units.
    pub(super) fn with(self, role: usize) -> Option<Self> {
        (self.units() < MAX_ARMY).then(|| Self(self.0 + (1 << (2 * role))))
    }

    /// Lists the armies after the loss of a unit or after a promotion.
    fn next(self) -> Vec<Self> {
        let without = |role: usize| (self.count(role) > 0).then(|| Self(self.0 - (1 << (2 * role))));
        let lost = (0..ROLES).filter_map(without);
        let promoted = without(PAWN).into_iter().flat_map(|rest| (0..PAWN).filter_map(move |role| rest.with(role)));
        lost.chain(promoted).collect()
    }

    /// Counts the pieces and pawns in these sets of squares, one set for each role. Returns `None` if there are more
    /// than three pieces and pawns.
    pub(super) fn from_units(units: &[Bitboard; ROLES]) -> Option<Self> {
        let counts = units.map(Bitboard::count_ones);
        (counts.iter().sum::<u32>() <= MAX_ARMY).then(|| {
            let packed = counts.iter().rev().fold(0, |army, &count| army << 2 | count);
            Self(u16::try_from(packed).unwrap_or(0))
        })
    }

    /// Lists all armies with `units` pieces and pawns, where `units` is at most 3.
    pub(super) fn all(units: u32) -> Vec<Self> {
        let smaller = if units == 0 { return vec![Self::NONE] } else { Self::all(units - 1) };
        let mut all: Vec<Self> = smaller.iter().flat_map(|army| (0..ROLES).filter_map(|role| army.with(role))).collect();
        all.sort_unstable();
        all.dedup();
        all
    }
}

/// The units (pieces and pawns) of both sides, those of the side to move first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Material {
    /// The pieces and pawns of the mover, which is the side to move.
    pub mover: Army,
    /// The pieces and pawns of the other side.
    pub other: Army,
}

impl fmt::Display for Material {
    /// Writes a text such as `P-RK`, with the side to move first.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, army) in [self.mover, self.other].into_iter().enumerate() {
            if number > 0 {
                f.write_char('-')?;
            }
            for (role, letter) in "QRBNKP".chars().enumerate() {
                (0..army.count(role)).try_for_each(|_| f.write_char(letter))?;
            }
        }
        Ok(())
    }
}

impl Material {
    /// Returns the material with the sides exchanged.
    #[must_use]
    pub fn exchanged(self) -> Self {
        Self { mover: self.other, other: self.mover }
    }

    /// Returns the number of units (pieces and pawns) of both sides.
    #[must_use]
    pub fn units(self) -> u32 {
        self.mover.units() + self.other.units()
    }

    /// Returns the number of pawns of both sides.
    #[must_use]
    pub fn pawns(self) -> u32 {
        self.mover.count(PAWN) + self.other.count(PAWN)
    }

    /// Exchanges the sides if [`Material::all`] lists the exchanged material.
    pub(super) fn listed(self) -> Self {
        if self.mover < self.other { self.exchanged() } else { self }
    }

    /// Lists the materials that can arise by a capture or a promotion. If a move both captures and promotes, two calls
    /// of this function find the resulting material.
    pub(super) fn next(self) -> Vec<Self> {
        let armies = self.mover.next().into_iter().map(|mover| Self { mover, ..self });
        armies.chain(self.other.next().into_iter().map(|other| Self { other, ..self })).collect()
    }

    /// Lists the materials with `units` pieces and pawns. Each side has one to three pieces and pawns. Exchanged
    /// materials are listed only once. Each material comes after the materials to which its promotions lead.
    pub(super) fn all(units: u32) -> Vec<Self> {
        let sizes = (1..units).filter(|size| *size <= MAX_ARMY && units - size <= MAX_ARMY);
        let pairs = sizes.flat_map(|size| {
            let others = Army::all(units - size);
            Army::all(size).into_iter().flat_map(move |mover| others.clone().into_iter().map(move |other| Self { mover, other }))
        });
        let mut all: Vec<Self> = pairs.filter(|material| material.mover >= material.other).collect();
        all.sort_by_key(|material| material.pawns());
        all
    }
}

/// The squares of all units (pieces and pawns). The mover's pawns move up the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Placement {
    /// The first index is 0 for the mover, and the second index is the role.
    pub(super) units: [[Bitboard; ROLES]; 2],
}

impl Placement {
    /// Returns the squares of the pieces and pawns of a side.
    pub(super) fn of_side(&self, side: usize) -> Bitboard {
        self.units[side].iter().fold(0, |all, set| all | set)
    }

    /// Returns the placement as the other side sees it.
    pub(super) fn exchanged(&self) -> Self {
        let [mover, other] = self.units;
        Self { units: [other.map(u64::swap_bytes), mover.map(u64::swap_bytes)] }
    }

    /// Returns the material of the placement. Returns `None` if a side has more than three pieces and pawns.
    pub(super) fn material(&self) -> Option<Material> {
        Some(Material { mover: Army::from_units(&self.units[0])?, other: Army::from_units(&self.units[1])? })
    }
}

#[derive(Clone, Copy, Debug)]
struct Group {
    side: usize,
    role: usize,
    count: u32,
    /// Number of sets of squares on which the units of the group can stand.
    sets: usize,
    stride: usize,
}

/// Numbering of the placements of a material.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    groups: Vec<Group>,
    mirrored: bool,
    pub(super) size: usize,
}

/// Returns the number of ways to choose `count` out of `squares` squares.
const fn choose(squares: usize, count: u32) -> usize {
    match count {
        0 => 1,
        1 => squares,
        2 => squares * squares.saturating_sub(1) / 2,
        _ => squares * squares.saturating_sub(1) * squares.saturating_sub(2) / 6,
    }
}

impl Layout {
    pub(super) fn new(material: Material) -> Self {
        let armies = [material.mover, material.other];
        let mut groups = Vec::with_capacity(MAX_GROUPS);
        for (side, army) in armies.iter().enumerate() {
            for role in 0..ROLES {
                let count = army.count(role);
                if count > 0 {
                    groups.push(Group { side, role, count, sets: choose(if role == PAWN { 48 } else { 64 }, count), stride: 1 });
                }
            }
        }
        let single = groups.iter().position(|group| group.count == 1);
        if let Some(place) = single {
            groups[..=place].rotate_right(1);
            groups[0].sets /= 2;
        }
        // Pawns have the largest strides: they move seldom, so the positions of a search are in few parts of a table.
        let mut size = 1;
        for pawns in [false, true] {
            for group in groups.iter_mut().filter(|group| (group.role == PAWN) == pawns) {
                group.stride = size;
                size *= group.sets;
            }
        }
        Self { groups, mirrored: single.is_some(), size }
    }

    /// Returns the index of a placement of this layout's material.
    pub(super) fn index(&self, placement: &Placement) -> usize {
        let set = |group: &Group| placement.units[group.side][group.role];
        let flip = self.is_flipped(set(&self.groups[0]));
        self.groups.iter().enumerate().map(|(place, group)| self.part(place, set(group), flip) * group.stride).sum()
    }

    /// Returns whether the index of a placement is computed on the mirrored board. The argument `first` is the set of
    /// squares of the placement's first group.
    fn is_flipped(&self, first: Bitboard) -> bool {
        self.mirrored && first.trailing_zeros() & 7 > 3
    }

    /// Returns the number that identifies the set of squares on which a group stands.
    fn part(&self, place: usize, set: Bitboard, flip: bool) -> usize {
        let first = if self.groups[place].role == PAWN { 8 } else { 0 };
        let set = if flip { mirror(set) } else { set };
        if place == 0 && self.mirrored {
            let square = set.trailing_zeros() as usize - first;
            square / 8 * 4 + square % 8
        } else {
            // The rank of the set a < b < c is a + C(b, 2) + C(c, 3).
            squares(set).zip(1..).map(|(square, count)| choose(square as usize - first, count)).sum()
        }
    }

    pub(super) fn around<'a>(&'a self, placement: &'a Placement) -> Around<'a> {
        let mut around =
            Around { layout: self, placement, parts: [[0; MAX_GROUPS]; 2], indices: [0; 2], places: [0; ROLES], flipped: false };
        for (place, group) in self.groups.iter().enumerate() {
            let set = placement.units[group.side][group.role];
            if group.side == 0 {
                around.places[group.role] = place;
            }
            for flip in [false, true] {
                let one = usize::from(flip);
                // A placement is flipped for its index only if its first group, or the changed one, requires it.
                let fits = place > 0 || !self.mirrored || flip == self.is_flipped(set);
                around.parts[one][place] = if fits { self.part(place, set, flip) * group.stride } else { 0 };
                around.indices[one] += around.parts[one][place];
            }
            if place == 0 {
                around.flipped = self.is_flipped(set);
            }
        }
        around
    }

    /// Returns the placement with this index. Returns `None` if two units would stand on the same square.
    pub(super) fn placement(&self, index: usize) -> Option<Placement> {
        let mut placement = Placement { units: [[0; ROLES]; 2] };
        let mut occupied = 0;
        for (place, group) in self.groups.iter().enumerate() {
            let rank = index / group.stride % group.sets;
            let first = if group.role == PAWN { 8 } else { 0 };
            let set =
                if place == 0 && self.mirrored { 1 << (rank / 4 * 8 + rank % 4 + first) } else { nth_set(rank, group.count) << first };
            if set & occupied != 0 {
                return None;
            }
            occupied |= set;
            placement.units[group.side][group.role] = set;
        }
        Some(placement)
    }
}

/// Computes indices of placements after a move of one unit of the mover.
pub(super) struct Around<'a> {
    layout: &'a Layout,
    placement: &'a Placement,
    /// The numbers that the groups add to the index, on the board and on the mirrored board.
    parts: [[usize; MAX_GROUPS]; 2],
    /// For each of the two lists in `parts`, the sum of its entries.
    indices: [usize; 2],
    /// For each role of the mover, the index of the group with this role.
    places: [usize; ROLES],
    flipped: bool,
}

impl Around<'_> {
    /// Returns the index after a unit of the mover has changed its square.
    pub(super) fn index(&self, role: usize, from: u32, to: u32) -> usize {
        let place = self.places[role];
        let set = self.placement.units[0][role] ^ (1 << from | 1 << to);
        let flip = if place == 0 { self.layout.is_flipped(set) } else { self.flipped };
        let one = usize::from(flip);
        self.indices[one] - self.parts[one][place] + self.layout.part(place, set, flip) * self.layout.groups[place].stride
    }
}

/// Returns the set of squares that has the number `rank` among all sets of `count` squares.
fn nth_set(mut rank: usize, count: u32) -> Bitboard {
    let mut set = 0;
    for count in (1..=count).rev() {
        let square = if count == 1 { rank } else { (0..64).rev().find(|&square| choose(square, count) <= rank).unwrap_or(0) };
        rank -= choose(square, count);
        set |= 1 << square;
    }
    set
}

/// Mirrors the board, so that the files a and h change places.
fn mirror(set: Bitboard) -> Bitboard {
    set.reverse_bits().swap_bytes()
}

#[cfg(test)]
mod tests {
    use super::{Layout, Material, PAWN, Placement, ROLES, mirror, squares};

    #[test]
    fn every_index_is_that_of_its_placement() {
        for material in Material::all(2).into_iter().chain(Material::all(3)).step_by(7) {
            for material in [material, material.exchanged()] {
                let layout = Layout::new(material);
                for index in (0..layout.size).step_by(97) {
                    let Some(placement) = layout.placement(index) else { continue };
                    assert_eq!(placement.material(), Some(material));
                    assert_eq!(layout.index(&placement), index, "{material:?}");
                    let around = layout.around(&placement);
                    let occupied = placement.of_side(0) | placement.of_side(1);
                    for role in 0..ROLES {
                        for from in squares(placement.units[0][role]) {
                            for to in squares(!occupied).filter(|to| role != PAWN || (8..56).contains(to)).step_by(7) {
                                let moved = placement.moved(role, from, 1 << to);
                                assert_eq!(around.index(role, from, to), layout.index(&moved), "{material:?}");
                            }
                        }
                    }
                    if layout.mirrored {
                        let mirrored = Placement { units: placement.units.map(|side| side.map(mirror)) };
                        assert_eq!(layout.index(&mirrored), index, "{material:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn numbers_of_materials() {
        assert_eq!([2, 3, 4].map(|units| Material::all(units).len()), [21, 126, 567]);
    }
}
