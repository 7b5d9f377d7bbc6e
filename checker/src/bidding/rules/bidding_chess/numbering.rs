//! Placements, symmetries, and the numbering of classes, section 3 of the rules page.
//!
//! A class is numbered by rank: a bitmap marks the canonical placements in the order of their placement numbers, and the number of a class
//! is the number of marks before its own. Beside each 64-bit word of the bitmap stands the count of the marks before that word.
//!
//! The white king's square is the leading digit of a placement number. So of the symmetric images of a placement only
//! those that bring the white king to the least square it can reach, its *home*, can be canonical; only these are
//! compared. And only placements with the white king on such a square and pawns where pawns can be have a place in the bitmap: its places
//! are numbers with fewer digits to choose from, in the same order as placement numbers.

use super::material::{MOST_PIECES, Material, Piece, Role};
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

/// Where the symmetries can bring the white king from a square.
#[derive(Clone, Copy, Debug, Default)]
struct Home {
    /// The place of the least square it can reach among all such squares.
    slot: u64,
    /// What the white king there adds to a place in the bitmap.
    weight: u64,
}

/// A symmetry, and what each piece behind the white king adds to a place in the bitmap, by the square that it stands on before the symmetry.
#[derive(Clone, Debug)]
struct Symmetry {
    map: PerSquare<Square>,
    weights: Vec<PerSquare<u64>>,
}

/// The weight of a piece on a square where it cannot stand: beyond every bitmap, and so is the sum of a few of these.
const NOWHERE: u64 = 1 << 60;

/// The squares that a piece can stand on, as digits of a place in the bitmap: `count` of them from `first` on.
#[derive(Clone, Copy, Debug)]
struct Digits {
    first: u64,
    count: u64,
}

impl Digits {
    fn of(board: Board, piece: Piece) -> Self {
        let (width, size) = (u64::from(board.width()), u64::from(board.size()));
        match piece.role {
            // All ranks but the first and the last.
            Role::Pawn => Self { first: width, count: size.saturating_sub(2 * width) },
            _ => Self { first: 0, count: size },
        }
    }

    /// What the digit of a square adds to a number in which digits behind it count `unit`.
    fn weight(self, square: Square, unit: u64) -> u64 {
        let digit = square.number().checked_sub(self.first).filter(|digit| *digit < self.count);
        digit.and_then(|digit| digit.checked_mul(unit)).unwrap_or(NOWHERE)
    }
}

/// The classes of a material on a board.
pub(super) struct Numbering {
    board: Board,
    material: Material,
    /// For each piece behind the white king.
    digits: Vec<Digits>,
    /// Ranges of the list behind the white king that hold two or more like pieces.
    alike: Vec<Range<usize>>,
    /// The identity first.
    symmetries: Vec<Symmetry>,
    /// For each square, by its number, which symmetries bring a white king there to its home.
    homeward: Vec<Vec<usize>>,
    homes: PerSquare<Home>,
    /// The squares that are homes, ascending.
    home_squares: Vec<Square>,
    marks: Vec<u64>,
    /// The number of marks before each word of `marks`.
    before: Vec<u32>,
    classes: u32,
    placements: u64,
}

impl Numbering {
    /// The memory for the bitmap and the counts, in bytes.
    pub(super) fn bytes(board: Board, material: &Material) -> u64 {
        let homes = home_squares(board, &symmetries(board, material.has_pawn())).len();
        let words = bitmap_size(board, material, homes).map(|bits| bits / 64 + 1);
        words.and_then(|words| words.checked_mul(12)).unwrap_or(u64::MAX)
    }

    /// Enumerates the placements and marks the canonical ones. `None` if there are 2^32 classes or more, or they do not fit the address space.
    pub(super) fn new(board: Board, material: &Material) -> Option<Self> {
        let maps = symmetries(board, material.has_pawn());
        let home_squares = home_squares(board, &maps);
        let words = usize::try_from(bitmap_size(board, material, home_squares.len())? / 64 + 1).ok()?;
        let digits = digits(board, material);
        let (units, king_unit) = units(&digits)?;
        let mut numbering = Self {
            board,
            material: material.clone(),
            alike: alike(material),
            homes: homes(board, &maps, &home_squares, king_unit),
            homeward: board.squares().map(|square| homeward(&maps, square)).collect(),
            symmetries: maps.iter().map(|map| weighted(board, *map, &digits, &units)).collect(),
            digits,
            home_squares,
            marks: vec![0; words],
            before: Vec::new(),
            classes: 0,
            placements: 0,
        };
        numbering.mark_canonical()?;
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
        let (king, others) = placement.squares().split_first()?;
        let king_weight = self.homes.get(*king).weight;
        let homeward = self.homeward.get(usize::from(*king))?.iter().filter_map(|symmetry| self.symmetries.get(*symmetry));
        homeward.map(|symmetry| king_weight + self.image(symmetry, others)).min()
    }

    /// What the images of the pieces behind the white king add to a place in the bitmap.
    fn image(&self, symmetry: &Symmetry, others: &[Square]) -> u64 {
        if self.alike.is_empty() {
            return symmetry.weights.iter().zip(others).map(|(weights, square)| weights.get(*square)).sum();
        }
        let mut image = [Square::default(); MOST_PIECES - 1];
        let image = image.get_mut(..others.len()).unwrap_or_default();
        for (to, from) in image.iter_mut().zip(others) {
            *to = symmetry.map.get(*from);
        }
        for range in &self.alike {
            image.get_mut(range.clone()).unwrap_or_default().sort_unstable();
        }
        self.as_they_stand(image)
    }

    /// What the pieces behind the white king, like ones in ascending order, add to a place in the bitmap.
    fn as_they_stand(&self, others: &[Square]) -> u64 {
        let identity = self.symmetries.first().map(|identity| identity.weights.as_slice()).unwrap_or_default();
        identity.iter().zip(others).map(|(weights, square)| weights.get(*square)).sum()
    }

    /// The placement in a place of the bitmap.
    fn placement_at(&self, index: u64) -> Option<Placement> {
        let mut placement = Placement { squares: [Square::default(); MOST_PIECES], count: self.material.pieces().len() };
        let mut rest = index;
        for (square, digits) in placement.squares_mut().iter_mut().skip(1).zip(&self.digits).rev() {
            *square = self.board.square(digits.first + rest.checked_rem(digits.count)?)?;
            rest = rest.checked_div(digits.count)?;
        }
        *placement.squares_mut().first_mut()? = *self.home_squares.get(usize::try_from(rest).ok()?)?;
        Some(placement)
    }

    /// Goes through all placements with the white king at home.
    fn mark_canonical(&mut self) -> Option<()> {
        for (slot, king) in (0_u64..).zip(self.home_squares.clone()) {
            // As many squares have this home as there are symmetries, divided by those that keep it.
            let orbit = self.board.squares().filter(|square| self.homes.get(*square).slot == slot).count();
            let mut placement = Placement { squares: [king; MOST_PIECES], count: 1 };
            let count = self.mark_completions(&mut placement)?;
            self.placements = self.placements.checked_add(count.checked_mul(u64::try_from(orbit).ok()?)?)?;
        }
        Some(())
    }

    /// Adds the remaining pieces in every way, marks what is canonical, and counts the placements. Recursion is as deep as there are pieces.
    fn mark_completions(&mut self, placement: &mut Placement) -> Option<u64> {
        let next = placement.count;
        let Some(piece) = material_at(&self.material, next) else {
            self.mark(placement)?;
            return Some(1);
        };
        let mut count = 0_u64;
        // Like pieces ascend: the squares before that of the piece before are not for this one.
        let like_before = material_at(&self.material, next.checked_sub(1)?) == Some(piece);
        let previous = placement.squares().last().copied().filter(|_| like_before);
        for square in self.board.squares() {
            let ascends = previous.is_none_or(|previous| previous < square);
            if !ascends || placement.squares().contains(&square) || (piece.role == Role::Pawn && !pawn_square(self.board, square)) {
                continue;
            }
            placement.count = next + 1;
            *placement.squares_mut().get_mut(next)? = square;
            count = count.checked_add(self.mark_completions(placement)?)?;
            placement.count = next;
        }
        Some(count)
    }

    fn mark(&mut self, placement: &Placement) -> Option<()> {
        let (king, others) = placement.squares().split_first()?;
        let own = self.homes.get(*king).weight + self.as_they_stand(others);
        if self.least_index(placement)? == own {
            *self.marks.get_mut(usize::try_from(own / 64).ok()?)? |= 1 << (own % 64);
        }
        Some(())
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

fn material_at(material: &Material, place: usize) -> Option<Piece> {
    material.pieces().get(place).copied()
}

/// Whether a pawn of either colour can stand there: ranks 2 to H - 1.
fn pawn_square(board: Board, square: Square) -> bool {
    (1..board.height().saturating_sub(1)).contains(&board.rank(square))
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
fn home_squares(board: Board, symmetries: &[PerSquare<Square>]) -> Vec<Square> {
    board.squares().filter(|square| symmetries.iter().all(|map| map.get(*square) >= *square)).collect()
}

/// The least square that a symmetry takes this one to.
fn home(symmetries: &[PerSquare<Square>], square: Square) -> Square {
    symmetries.iter().map(|map| map.get(square)).min().unwrap_or(square)
}

/// Which symmetries take a square to its home.
fn homeward(symmetries: &[PerSquare<Square>], square: Square) -> Vec<usize> {
    let numbered = symmetries.iter().enumerate();
    numbered.filter(|(_, map)| map.get(square) == home(symmetries, square)).map(|(number, _)| number).collect()
}

/// Where a white king comes home from each square. Digits behind its own count `unit`.
fn homes(board: Board, symmetries: &[PerSquare<Square>], home_squares: &[Square], unit: u64) -> PerSquare<Home> {
    PerSquare::new(board, |square| {
        let slot = (0_u64..).zip(home_squares).find(|(_, known)| **known == home(symmetries, square)).map_or(0, |(slot, _)| slot);
        Home { slot, weight: slot.checked_mul(unit).unwrap_or(NOWHERE) }
    })
}

/// What a digit counts, for each piece behind the white king and, as the last, for the white king himself.
fn units(digits: &[Digits]) -> Option<(Vec<u64>, u64)> {
    let mut unit = 1_u64;
    let mut units = Vec::new();
    for digits in digits.iter().rev() {
        units.push(unit);
        unit = unit.checked_mul(digits.count)?;
    }
    units.reverse();
    Some((units, unit))
}

/// A symmetry with the weights of the pieces behind the white king.
fn weighted(board: Board, map: PerSquare<Square>, digits: &[Digits], units: &[u64]) -> Symmetry {
    let weights = |(digits, unit): (&Digits, &u64)| PerSquare::new(board, |square| digits.weight(map.get(square), *unit));
    Symmetry { map, weights: digits.iter().zip(units).map(weights).collect() }
}

/// The digits of each piece behind the white king.
fn digits(board: Board, material: &Material) -> Vec<Digits> {
    material.pieces().iter().skip(1).map(|piece| Digits::of(board, *piece)).collect()
}

/// The number of places in the bitmap.
fn bitmap_size(board: Board, material: &Material, homes: usize) -> Option<u64> {
    digits(board, material).iter().try_fold(u64::try_from(homes).ok()?, |size, digits| size.checked_mul(digits.count))
}

/// The ranges of [`Numbering::alike`]. The white king, first in the list, has no like and is left out.
fn alike(material: &Material) -> Vec<Range<usize>> {
    let mut start = 0;
    let mut ranges = Vec::new();
    for run in material.pieces().get(1..).unwrap_or_default().chunk_by(|one, next| one == next) {
        if run.len() > 1 {
            ranges.push(start..start + run.len());
        }
        start += run.len();
    }
    ranges
}
