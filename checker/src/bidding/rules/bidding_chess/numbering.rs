//! Numbers the classes of symmetric placements of an ending: section 3 of `spec/rules/bidding-chess.md`.
//!
//! A bitmap marks the canonical placements in the order of their placement numbers. The number of a class is the count
//! of earlier marks. For each 64-bit word of the bitmap, the number of marks before that word is stored.
//!
//! The white king's square is the leading digit of a placement number. The *least image* of a square is the least
//! square to which a symmetry moves it. In a canonical placement, the white king's square is its own least image. The
//! bitmap leaves out all other squares of the white king. The bitmap also leaves out placements with a pawn on the
//! first or the last rank. Bitmap indices and placement numbers put the placements in the same order.
//!
//! Pieces of the same colour and role are called *like* pieces. In a canonical placement, like pieces stand on
//! ascending squares. The image with the least index is the canonical placement.

use super::board::{Board, EXCHANGE, MIRROR_RANKS, PerSquare, Square};
use super::material::{MAX_PIECES, Material, Piece, Role};
use crate::core::cbor::as_u64;

/// A square for every piece, in list order. Entries after the last piece are ignored.
pub(super) type Placement = [Square; MAX_PIECES];

/// A bitmap index has one digit for each piece. The values of the digit are the squares on which the piece can stand.
struct Digit {
    /// The squares, in ascending order.
    squares: Vec<Square>,
    /// Value of the digit 1 in a bitmap index.
    unit: u64,
}

/// Weight of a square on which a piece cannot stand. This weight, and every sum that contains it, is greater than every
/// bitmap index.
const NOWHERE: u64 = 1 << 60;

impl Digit {
    /// Returns the number that a piece on this square adds to a bitmap index.
    fn weight(&self, square: Square) -> u64 {
        self.squares.binary_search(&square).map_or(NOWHERE, |digit| as_u64(digit).saturating_mul(self.unit))
    }
}

/// The numbered classes of symmetric placements of an ending.
pub(super) struct Numbering {
    digits: Vec<Digit>,
    /// The weight of every square, for each symmetry and each piece. The bitmap index of a placement's image is the sum
    /// of the weights of all pieces.
    symmetries: Vec<Vec<PerSquare<u64>>>,
    /// For each square of the white king, the symmetries that move the king to the least image.
    homeward: PerSquare<Vec<usize>>,
    marks: Vec<u64>,
    /// For each word of `marks`, the number of marks before the word.
    before: Vec<u32>,
    /// For every 64th class of symmetric placements, the index of the word in `marks` that contains the mark of the
    /// class.
    words: Vec<u32>,
    pub(super) classes: u32,
    /// Number of placements, including those that are not canonical.
    pub(super) placements: u64,
}

impl Numbering {
    /// Returns how many bytes of memory the bitmap and the counts take.
    pub(super) fn bytes(board: Board, material: &Material) -> u64 {
        let size = digits(board, material).map(|(_, size)| size);
        size.and_then(|size| (size / 64).saturating_add(1).checked_mul(12)).unwrap_or(u64::MAX)
    }

    /// Enumerates the placements and marks the canonical ones. Returns `None` if there are 2^32 canonical placements or
    /// more, or if the bitmap does not fit the address space.
    pub(super) fn new(board: Board, material: &Material) -> Option<Self> {
        let (digits, size) = digits(board, material)?;
        let words = usize::try_from((size / 64).saturating_add(1)).ok()?;
        let orders = orders(&material.pieces);
        let weights = |symmetry: u8, digit: &Digit| PerSquare::new(board, |square| digit.weight(board.image(symmetry, square)));
        let symmetry = |number: u8, order: &[usize]| order.iter().filter_map(|place| Some(weights(number, digits.get(*place)?))).collect();
        let images = symmetries(board, material).flat_map(|number| orders.iter().map(move |order| (number, order)));
        let symmetries: Vec<Vec<_>> = images.map(|(number, order)| symmetry(number, order)).collect();
        let is_homeward = |weights: &[PerSquare<u64>], king| {
            weights.first().and_then(|weights| weights.get(king)).is_some_and(|weight| *weight < NOWHERE)
        };
        let homeward =
            |king| symmetries.iter().zip(0..).filter(|(weights, _)| is_homeward(weights, king)).map(|(_, number)| number).collect();
        let mut numbering = Self {
            homeward: PerSquare::new(board, homeward),
            symmetries,
            marks: Vec::with_capacity(words),
            before: Vec::with_capacity(words),
            words: Vec::new(),
            classes: 0,
            placements: placements(board, material).checked_div(as_u64(orders.len()))?,
            digits,
        };
        for first in (0..size).step_by(64) {
            let marks = (0..64).filter(|bit| numbering.is_canonical(first.saturating_add(*bit))).fold(0, |marks, bit| marks | 1 << bit);
            numbering.marks.push(marks);
            numbering.before.push(numbering.classes);
            numbering.classes = numbering.classes.checked_add(marks.count_ones())?;
            while as_u64(numbering.words.len()).saturating_mul(64) < u64::from(numbering.classes) {
                numbering.words.push(u32::try_from(first / 64).ok()?);
            }
        }
        Some(numbering)
    }

    /// Returns the number of the class of symmetric placements to which a placement belongs. The placement need not be
    /// canonical, and like pieces may be in any order.
    pub(super) fn class(&self, placement: &Placement) -> Option<u32> {
        self.class_at(self.least_index(placement))
    }

    /// Prepares a placement for moving its pieces.
    pub(super) fn moving(&self, placement: Placement) -> Moving<'_> {
        Moving { numbering: self, placement, piece: 0, images: Vec::with_capacity(self.symmetries.len()) }
    }

    /// Returns the number of the class of symmetric placements whose canonical placement has this bitmap index.
    fn class_at(&self, index: u64) -> Option<u32> {
        let word = usize::try_from(index / 64).ok()?;
        let (marks, before) = (*self.marks.get(word)?, *self.before.get(word)?);
        let mark = 1_u64 << (index % 64);
        // The sum does not overflow, because it is at most the number of classes.
        (marks & mark != 0).then(|| before.wrapping_add((marks & mark.wrapping_sub(1)).count_ones()))
    }

    /// Returns the canonical placement of a class of symmetric placements.
    pub(super) fn canonical(&self, class: u32) -> Option<Placement> {
        let mut word = usize::try_from(*self.words.get(usize::try_from(class / 64).ok()?)?).ok()?;
        while self.before.get(word.saturating_add(1)).is_some_and(|before| *before <= class) {
            word = word.saturating_add(1);
        }
        let mut marks = *self.marks.get(word)?;
        for _ in *self.before.get(word)?..class {
            marks &= marks.checked_sub(1)?;
        }
        (marks != 0).then(|| self.placement_at(as_u64(word).saturating_mul(64).saturating_add(u64::from(marks.trailing_zeros()))))?
    }

    /// Returns the least bitmap index among all symmetric images of a placement.
    fn least_index(&self, placement: &Placement) -> u64 {
        let homeward = placement.first().and_then(|king| self.homeward.get(*king)).map_or(&[][..], Vec::as_slice);
        let symmetries = homeward.iter().filter_map(|number| self.symmetries.get(*number));
        symmetries.fold(NOWHERE, |least, symmetry| least.min(place(placement, symmetry)))
    }

    /// Returns the placement with this bitmap index. Some indices stand for placements with two pieces on the same
    /// square. Returns `None` if the index is too large.
    fn placement_at(&self, index: u64) -> Option<Placement> {
        let (mut placement, mut rest) = (Placement::default(), index);
        for (square, digit) in placement.get_mut(..self.digits.len())?.iter_mut().zip(&self.digits).rev() {
            let count = as_u64(digit.squares.len());
            *square = *digit.squares.get(usize::try_from(rest.checked_rem(count)?).ok()?)?;
            rest = rest.checked_div(count)?;
        }
        (rest == 0).then_some(placement)
    }

    /// Returns whether a bitmap index belongs to a canonical placement.
    fn is_canonical(&self, index: u64) -> bool {
        let Some(placement) = self.placement_at(index) else { return false };
        let squares = placement.get(..self.digits.len()).unwrap_or_default();
        let differ =
            squares.iter().enumerate().all(|(place, square)| !squares.iter().skip(place.saturating_add(1)).any(|other| other == square));
        // The white king stands on the least image already. If only one symmetry moves it there, this symmetry is the
        // identity.
        let alone = placement.first().and_then(|king| self.homeward.get(*king)).is_some_and(|homeward| homeward.len() == 1);
        differ && (alone || self.least_index(&placement) == index)
    }
}

/// A placement in which one selected piece can move.
pub(super) struct Moving<'a> {
    numbering: &'a Numbering,
    placement: Placement,
    piece: usize,
    /// Each entry has the weight of the other pieces and the weights of the moving piece. If the white king moves,
    /// `images` covers all symmetries. If another piece moves, `images` covers only the symmetries that move the white
    /// king to the least possible square.
    images: Vec<(u64, &'a PerSquare<u64>)>,
}

impl<'a> Moving<'a> {
    /// Selects the piece that will move. `piece` is the index of the piece in list order.
    pub(super) fn lift(&mut self, piece: usize) -> Option<()> {
        let Numbering { symmetries, homeward, .. } = self.numbering;
        self.piece = piece;
        self.images.clear();
        // The present square of the moving piece does not matter.
        let others = |symmetry: &[PerSquare<u64>]| {
            let weights = self.placement.iter().zip(symmetry).enumerate().filter(|(place, _)| *place != piece);
            weights.map(|(_, (square, weights))| weights.get(*square).copied().unwrap_or(NOWHERE)).sum()
        };
        let image = |symmetry: &'a Vec<PerSquare<u64>>| Some((others(symmetry), symmetry.get(piece)?));
        if piece == 0 {
            self.images.extend(symmetries.iter().filter_map(image));
        } else {
            let homeward = homeward.get(*self.placement.first()?)?;
            self.images.extend(homeward.iter().filter_map(|number| image(symmetries.get(*number)?)));
        }
        Some(())
    }

    /// Puts the moving piece on `square`, and returns the index of the symmetry class of the placement.
    pub(super) fn class(&self, square: Square) -> Option<u32> {
        // The result is the sum of one weight for each piece. Weights are at most 2^60, so the sum does not overflow.
        let place = |(others, weights): &(u64, &PerSquare<u64>)| Some(others.wrapping_add(*weights.get(square)?));
        let least = if self.piece == 0 {
            // Only images with the white king on the least image of its square can be canonical.
            self.numbering.homeward.get(square)?.iter().filter_map(|number| place(self.images.get(*number)?)).min()
        } else {
            self.images.iter().filter_map(place).min()
        };
        self.numbering.class_at(least?)
    }
}

/// Returns the bitmap index of the image of a placement under a symmetry.
fn place(placement: &Placement, symmetry: &[PerSquare<u64>]) -> u64 {
    placement.iter().zip(symmetry).map(|(square, weights)| weights.get(*square).copied().unwrap_or(NOWHERE)).sum()
}

/// Returns all symmetries of the board that section 3 of the spec allows, including the identity (0). If the ending has
/// pawns, symmetries only mirror the files. Without pawns, symmetries also mirror the ranks and, on square boards,
/// exchange files and ranks.
fn symmetries(board: Board, material: &Material) -> std::ops::Range<u8> {
    match (material.has_pawn(), board.width == board.height) {
        (true, _) => 0..MIRROR_RANKS,
        (false, false) => 0..EXCHANGE,
        (false, true) => 0..2 * EXCHANGE,
    }
}

/// Lists all ways to exchange pieces of the same colour and role.
fn orders(pieces: &[Piece]) -> Vec<Vec<usize>> {
    let mut orders = vec![vec![]];
    for piece in pieces {
        let longer = |order: &Vec<usize>| -> Vec<Vec<usize>> {
            let like = pieces.iter().zip(0..).filter(|(other, place)| *other == piece && !order.contains(place));
            like.map(|(_, place)| [order.as_slice(), &[place]].concat()).collect()
        };
        orders = orders.iter().flat_map(longer).collect();
    }
    orders
}

/// Counts the placements as if like pieces were distinguishable. Pawns are placed first, on any rank except the first
/// and the last. Then each other piece is placed on any square that is still free.
fn placements(board: Board, material: &Material) -> u64 {
    let pawns = material.pieces.iter().filter(|piece| piece.role == Role::Pawn).count();
    let (all, ends) = (u64::from(board.size()), 2 * u64::from(board.width));
    let free = |(taken, place): (u64, usize)| all.saturating_sub(taken.saturating_add(if place < pawns { ends } else { 0 }));
    (0..).zip(0..material.pieces.len()).map(free).product()
}

/// Returns the digits of a bitmap index in list order, and the number of indices. Returns `None` if there are 2^64
/// indices or more.
fn digits(board: Board, material: &Material) -> Option<(Vec<Digit>, u64)> {
    let home = |square| symmetries(board, material).all(|symmetry| square <= board.image(symmetry, square));
    let (mut digits, mut unit) = (Vec::new(), 1_u64);
    for (place, piece) in material.pieces.iter().enumerate().rev() {
        let can_stand = |square: &Square| match piece.role {
            Role::Pawn => 0 < square.rank() && square.rank().saturating_add(1) < board.height,
            _ => place != 0 || home(*square),
        };
        let squares: Vec<Square> = board.squares().filter(can_stand).collect();
        let count = as_u64(squares.len());
        digits.push(Digit { squares, unit });
        unit = unit.checked_mul(count)?;
    }
    digits.reverse();
    Some((digits, unit))
}
