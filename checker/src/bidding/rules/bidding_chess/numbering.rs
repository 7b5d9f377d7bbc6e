//! Placements, symmetries, and the numbering of classes, section 3 of the rules page.
//!
//! A class is numbered by rank: a bitmap marks the canonical placements in the order of their placement numbers, and the number of a class
//! is the number of marks before its own. Beside each 64-bit word of the bitmap stands the count of the marks before that word.
//!
//! The white king's square is the leading digit of a placement number. So of the symmetric images of a placement only
//! those that bring the white king to the least square it can reach, its *home*, can be canonical; only these are
//! compared. And only placements with the white king on such a square and pawns where pawns can be have a place in the bitmap: its places
//! are numbers with fewer digits to choose from, in the same order as placement numbers.

use super::material::{MOST_PIECES, Material, Role};
use crate::bidding::rules::bidding_chess::board::{Board, PerSquare, Square};
use std::ops::Range;

/// A square for every piece, in list order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Placement {
    squares: [Square; MOST_PIECES],
    count: usize,
}

impl Placement {
    /// The placement of pieces on these squares in list order; at most six.
    #[cfg(test)]
    pub(super) fn new(pieces: impl IntoIterator<Item = Square>) -> Option<Self> {
        let mut placement = Self { squares: [Square::default(); MOST_PIECES], count: 0 };
        for square in pieces {
            *placement.squares.get_mut(placement.count)? = square;
            placement.count += 1;
        }
        Some(placement)
    }

    /// The squares in list order.
    pub(super) fn squares(&self) -> &[Square] {
        self.squares.get(..self.count).unwrap_or_default()
    }

    fn squares_mut(&mut self) -> &mut [Square] {
        self.squares.get_mut(..self.count).unwrap_or_default()
    }

    /// Puts one piece on another square. `None` if there is no such piece.
    pub(super) fn set(&mut self, piece: usize, to: Square) -> Option<()> {
        *self.squares_mut().get_mut(piece)? = to;
        Some(())
    }

    /// The pieces that `order` names by their places in the list, in that order, on the images of their squares.
    pub(super) fn reordered(&self, order: &[usize], image: impl Fn(Square) -> Square) -> Option<Self> {
        let mut left = Self { squares: [Square::default(); MOST_PIECES], count: order.len() };
        for (to, from) in left.squares_mut().iter_mut().zip(order) {
            *to = image(*self.squares().get(*from)?);
        }
        Some(left)
    }
}

/// The squares that a piece can stand on, as a digit of a place in the bitmap: `count` of them from `first` on.
#[derive(Clone, Copy, Debug)]
struct Digit {
    first: u64,
    count: u64,
    /// What the digit counts: the product of the counts of the digits behind it.
    unit: u64,
}

/// The weight of a square where a piece cannot stand: beyond every bitmap, and so is the sum of a few of these.
const NOWHERE: u64 = 1 << 60;

impl Digit {
    /// What a piece on a square adds to a place in the bitmap.
    fn weight(self, square: Square) -> u64 {
        let number = square.number().checked_sub(self.first).filter(|number| *number < self.count);
        number.map_or(NOWHERE, |number| number * self.unit)
    }
}

/// A symmetry, and what each piece adds to a place in the bitmap, by the square that it stands on before the symmetry.
struct Symmetry {
    map: PerSquare<Square>,
    weights: Vec<PerSquare<u64>>,
}

impl Symmetry {
    /// `weights` are those of the pieces on the squares that they come to.
    fn new(board: Board, map: PerSquare<Square>, weights: &[PerSquare<u64>]) -> Self {
        let before = |weights: &PerSquare<u64>| PerSquare::new(board, |square| weights.get(map.get(square)));
        Self { weights: weights.iter().map(before).collect(), map }
    }
}

/// The classes of a material on a board.
pub(super) struct Numbering {
    board: Board,
    pieces: usize,
    /// For each piece behind the white king.
    digits: Vec<Digit>,
    /// What the white king's digit counts.
    king_unit: u64,
    /// Ranges of the list that hold two or more like pieces.
    alike: Vec<Range<usize>>,
    /// For each square, by its number, which of the symmetries bring a white king there to its home.
    homeward: Vec<Vec<usize>>,
    symmetries: Vec<Symmetry>,
    /// The squares that are homes, ascending; the place here is the white king's digit.
    homes: Vec<Square>,
    /// For each piece what its square adds to a place in the bitmap.
    weights: Vec<PerSquare<u64>>,
    marks: Vec<u64>,
    /// The number of marks before each word of `marks`.
    before: Vec<u32>,
    classes: u32,
    placements: u64,
}

impl Numbering {
    /// The memory for the bitmap and the counts, in bytes.
    pub(super) fn bytes(board: Board, material: &Material) -> u64 {
        let homes = homes(board, &symmetries(board, material.has_pawn())).len();
        let words = bitmap_size(board, material, homes).map(|bits| bits / 64 + 1);
        words.and_then(|words| words.checked_mul(12)).unwrap_or(u64::MAX)
    }

    /// Enumerates the placements and marks the canonical ones. `None` if there are 2^32 classes or more, or they do not fit the address space.
    pub(super) fn new(board: Board, material: &Material) -> Option<Self> {
        let maps = symmetries(board, material.has_pawn());
        let homes = homes(board, &maps);
        let size = bitmap_size(board, material, homes.len())?;
        let words = usize::try_from(size / 64 + 1).ok()?;
        let (digits, king_unit) = digits(board, material)?;
        let slot = |square| (0_u64..).zip(&homes).find(|(_, known)| **known == home(&maps, square)).map_or(0, |(slot, _)| slot);
        let mut weights = vec![PerSquare::new(board, |square| slot(square) * king_unit)];
        weights.extend(digits.iter().map(|digit| PerSquare::new(board, |square| digit.weight(square))));
        let orbits: Vec<u64> = homes.iter().map(|home| orbit(board, &maps, *home)).collect();
        let mut numbering = Self {
            board,
            pieces: material.pieces().len(),
            digits,
            king_unit,
            alike: alike(material),
            homeward: board.squares().map(|square| homeward(&maps, square)).collect(),
            symmetries: maps.iter().map(|map| Symmetry::new(board, *map, &weights)).collect(),
            weights,
            homes,
            marks: vec![0; words],
            before: Vec::new(),
            classes: 0,
            placements: 0,
        };
        for (slot, orbit) in (0_u64..).zip(orbits) {
            let places = slot * king_unit..(slot + 1) * king_unit;
            let placements = places.map(|index| numbering.mark(index)).try_fold(0_u64, |count, found| Some(count + u64::from(found?)))?;
            numbering.placements += placements * orbit;
        }
        numbering.count_marks()?;
        Some(numbering)
    }

    /// The number of classes.
    pub(super) fn classes(&self) -> u32 {
        self.classes
    }

    /// The number of placements, those that are not canonical included.
    pub(super) fn placements(&self) -> u64 {
        self.placements
    }

    /// The class of a placement, canonical or not, like pieces in any order.
    pub(super) fn class(&self, placement: &Placement) -> Option<u32> {
        let index = self.least_index(placement)?;
        let word = usize::try_from(index / 64).ok()?;
        let (marks, before) = (*self.marks.get(word)?, *self.before.get(word)?);
        let mark = 1_u64 << (index % 64);
        (marks & mark != 0).then(|| before + (marks & (mark - 1)).count_ones())
    }

    /// The canonical placement of a class.
    pub(super) fn canonical(&self, class: u32) -> Option<Placement> {
        // The last word with no more than `class` marks before it.
        let word = self.before.partition_point(|before| *before <= class).checked_sub(1)?;
        let mut marks = *self.marks.get(word)?;
        for _ in *self.before.get(word)?..class {
            marks &= marks.checked_sub(1)?;
        }
        let index = u64::try_from(word).ok()? * 64 + u64::from(marks.trailing_zeros());
        (marks != 0).then(|| self.placement_at(index))?
    }

    /// The placement number of section 3.
    #[cfg(test)]
    pub(super) fn placement_number(&self, placement: &Placement) -> u64 {
        placement.squares().iter().fold(0, |number, square| number * u64::from(self.board.size()) + square.number())
    }

    /// The least place in the bitmap among the images of a placement.
    fn least_index(&self, placement: &Placement) -> Option<u64> {
        let king = placement.squares().first()?;
        let homeward = self.homeward.get(usize::from(*king))?;
        let mut symmetries = homeward.iter().filter_map(|number| self.symmetries.get(*number));
        symmetries.try_fold(u64::MAX, |least, symmetry| Some(least.min(self.image_index(placement, symmetry)?)))
    }

    /// The place in the bitmap of the image of a placement, with the white king at home.
    fn image_index(&self, placement: &Placement, symmetry: &Symmetry) -> Option<u64> {
        if self.alike.is_empty() {
            return Some(placement.squares().iter().zip(&symmetry.weights).map(|(square, weights)| weights.get(*square)).sum());
        }
        let mut image = *placement;
        for square in image.squares_mut() {
            *square = symmetry.map.get(*square);
        }
        for range in &self.alike {
            image.squares_mut().get_mut(range.clone())?.sort_unstable();
        }
        Some(image.squares().iter().zip(&self.weights).map(|(square, weights)| weights.get(*square)).sum())
    }

    /// The placement in a place of the bitmap, if it is one: squares differ, and those of like pieces ascend.
    fn placement_at(&self, index: u64) -> Option<Placement> {
        let mut placement = Placement { squares: [Square::default(); MOST_PIECES], count: self.pieces };
        let (king, others) = placement.squares_mut().split_first_mut()?;
        *king = *self.homes.get(usize::try_from(index.checked_div(self.king_unit)?).ok()?)?;
        for (square, digit) in others.iter_mut().zip(&self.digits) {
            *square = self.board.square(digit.first + index.checked_div(digit.unit)?.checked_rem(digit.count)?)?;
        }
        let squares = placement.squares();
        let differ = squares.iter().enumerate().all(|(place, square)| !squares.iter().skip(place + 1).any(|other| other == square));
        let ascend = self.alike.iter().all(|range| squares.get(range.clone()).is_some_and(<[Square]>::is_sorted));
        (differ && ascend).then_some(placement)
    }

    /// Marks a place of the bitmap if a canonical placement is there. True if any placement is.
    fn mark(&mut self, index: u64) -> Option<bool> {
        let Some(placement) = self.placement_at(index) else { return Some(false) };
        if self.least_index(&placement)? == index {
            *self.marks.get_mut(usize::try_from(index / 64).ok()?)? |= 1 << (index % 64);
        }
        Some(true)
    }

    fn count_marks(&mut self) -> Option<()> {
        self.before.reserve_exact(self.marks.len());
        for marks in &self.marks {
            self.before.push(self.classes);
            self.classes = self.classes.checked_add(marks.count_ones())?;
        }
        Some(())
    }
}

/// The symmetries of section 3, the identity first.
fn symmetries(board: Board, pawns: bool) -> Vec<PerSquare<Square>> {
    let identity = |square| square;
    let files = |square| board.mirror_files(square);
    let mut maps = vec![PerSquare::new(board, identity), PerSquare::new(board, files)];
    if !pawns {
        let composed: Vec<_> = maps.iter().map(|map| PerSquare::new(board, |square| board.mirror_ranks(map.get(square)))).collect();
        maps.extend(composed);
        if board.width() == board.height() {
            let composed: Vec<_> = maps.iter().map(|map| PerSquare::new(board, |square| board.mirror_diagonal(map.get(square)))).collect();
            maps.extend(composed);
        }
    }
    maps
}

/// The squares that no symmetry takes to a lesser one.
fn homes(board: Board, symmetries: &[PerSquare<Square>]) -> Vec<Square> {
    board.squares().filter(|square| home(symmetries, *square) == *square).collect()
}

/// The least square that a symmetry takes this one to.
fn home(symmetries: &[PerSquare<Square>], square: Square) -> Square {
    symmetries.iter().map(|map| map.get(square)).min().unwrap_or(square)
}

/// How many squares have this home: as many as there are symmetries, divided by those that keep it.
fn orbit(board: Board, symmetries: &[PerSquare<Square>], of: Square) -> u64 {
    board.squares().map(|square| u64::from(home(symmetries, square) == of)).sum()
}

/// Which symmetries take a square to its home.
fn homeward(symmetries: &[PerSquare<Square>], square: Square) -> Vec<usize> {
    let numbered = symmetries.iter().enumerate();
    numbered.filter(|(_, map)| map.get(square) == home(symmetries, square)).map(|(number, _)| number).collect()
}

/// The digits of the pieces behind the white king, and what the white king's own counts.
fn digits(board: Board, material: &Material) -> Option<(Vec<Digit>, u64)> {
    let (width, size) = (u64::from(board.width()), u64::from(board.size()));
    let (mut digits, mut unit) = (Vec::new(), 1_u64);
    for piece in material.pieces().iter().skip(1).rev() {
        // Pawns stand on all ranks but the first and the last.
        let (first, count) = if piece.role == Role::Pawn { (width, size.saturating_sub(2 * width)) } else { (0, size) };
        digits.push(Digit { first, count, unit });
        unit = unit.checked_mul(count)?;
    }
    digits.reverse();
    Some((digits, unit))
}

/// The number of places in the bitmap.
fn bitmap_size(board: Board, material: &Material, homes: usize) -> Option<u64> {
    digits(board, material)?.1.checked_mul(u64::try_from(homes).ok()?)
}

/// The ranges of [`Numbering::alike`].
fn alike(material: &Material) -> Vec<Range<usize>> {
    let mut start = 0;
    let mut ranges = Vec::new();
    for run in material.pieces().chunk_by(|one, next| one == next) {
        if run.len() > 1 {
            ranges.push(start..start + run.len());
        }
        start += run.len();
    }
    ranges
}
