//! Numbers the classes of symmetric placements, in the order that `spec/rules/bidding-chess.md` defines. Two placements
//! belong to the same class of symmetric placements if a symmetry of the board maps one to the other.
//!
//! A table of up to 2^26 entries holds the class of each placement number. If there are more placement numbers, a
//! binary search finds the canonical placement in a sorted list.

use super::board::{Board, Square};
use super::material::{MAX_PIECES, Material, Role};
use super::placement::Placement;

/// Maximum number of entries of the table. An entry takes 4 bytes.
const LARGEST_TABLE: u64 = 1 << 26;

/// Entry of the table for a number that belongs to no placement.
const NO_CLASS: u32 = u32::MAX;

/// The numbered classes of symmetric placements of an ending.
#[derive(Clone, Debug)]
pub struct Numbering {
    board: Board,
    len: usize,
    alike: Vec<(usize, usize)>,
    /// A symmetry is a list with the image of each square. The first symmetry is the identity.
    symmetries: Vec<Vec<Square>>,
    /// Placement numbers of the canonical placements, ascending.
    canonical: Vec<u64>,
    table: Vec<u32>,
    placements: u64,
}

impl Numbering {
    /// Numbers the classes of symmetric placements of an ending. The ending must fit the board.
    ///
    /// # Panics
    /// Panics if there are 2^32 classes of symmetric placements or more. Callers should first
    /// call [`Numbering::estimate`] and check the result.
    #[must_use]
    pub fn new(board: Board, material: &Material) -> Self {
        let numbers = numbers(board, material.pieces().len());
        let table = if numbers <= LARGEST_TABLE { vec![NO_CLASS; as_index(numbers)] } else { Vec::new() };
        let mut numbering = Self {
            board,
            len: material.pieces().len(),
            alike: alike(material),
            symmetries: symmetries(board, material.has_pawns()),
            canonical: Vec::new(),
            table,
            placements: 0,
        };
        let mut squares = [0; MAX_PIECES];
        numbering.enumerate(material, &mut squares, 0, 0);
        numbering
    }

    /// Returns two upper bounds: the number of classes of symmetric placements, and the size of the numbering in bytes.
    #[must_use]
    pub fn estimate(board: Board, material: &Material) -> (u64, u64) {
        let symmetries = symmetries(board, material.has_pawns()).len() as u64;
        let squares = u64::from(board.squares());
        let pawn_squares = u64::from(board.width()) * u64::from(board.height() - 2);
        let choices = material.pieces().iter().enumerate().map(|(index, piece)| {
            let free = if piece.role == Role::Pawn { pawn_squares } else { squares - index as u64 };
            (free, 1 + material.pieces()[..index].iter().rev().take_while(|&earlier| earlier == piece).count() as u64)
        });
        // All factors are multiplied before the division by the permutations of like pieces, so that the division is
        // exact.
        let (above, below) = choices.fold((1, 1), |(above, below), (free, like)| (above * free, below * like));
        let placements: u64 = above / below;
        // If a symmetry maps a placement to itself, the placement's class has fewer placements than there are
        // symmetries. In such a placement the kings and any third piece stand on an axis, or like pieces are images of
        // each other. Each condition of this kind leaves a piece at most 1/`side` of the squares.
        let side = u64::from(if material.has_pawns() { board.width() } else { board.width().min(board.height()) });
        let third = if material.pieces().len() > 2 { side } else { 1 };
        let classes = placements / symmetries + placements / (side * side * third) + 8;
        let numbers = numbers(board, material.pieces().len());
        (classes, classes * 8 + if numbers <= LARGEST_TABLE { numbers * 4 } else { 0 })
    }

    fn enumerate(&mut self, material: &Material, squares: &mut [Square; MAX_PIECES], at: usize, number: u64) {
        if at == self.len {
            self.add(number, &squares[..at]);
            return;
        }
        let pieces = material.pieces();
        let (board, last) = (self.board, self.board.height() - 1);
        let like_before = if at > 0 && pieces[at - 1] == pieces[at] { Some(squares[at - 1]) } else { None };
        for square in board.all_squares().filter(|&square| like_before.is_none_or(|before| before < square)) {
            let pawn_outside = pieces[at].role == Role::Pawn && [0, last].contains(&board.rank(square));
            // Such a placement is not canonical, because the king's square is the leading digit of the number.
            let king_outside = at == 0 && self.symmetries.iter().any(|map| map[usize::from(square)] < square);
            if pawn_outside || king_outside || squares[..at].contains(&square) {
                continue;
            }
            squares[at] = square;
            self.enumerate(material, squares, at + 1, number * u64::from(board.squares()) + u64::from(square));
        }
    }

    /// Creates a new class of symmetric placements for a placement, unless the placement belongs to an earlier class.
    fn add(&mut self, number: u64, squares: &[Square]) {
        let known = if self.table.is_empty() { self.least_image(squares) < number } else { self.table[as_index(number)] != NO_CLASS };
        if known {
            return;
        }
        let class = u32::try_from(self.canonical.len()).expect("fewer than 2^32 classes");
        self.canonical.push(number);
        let mut images: Vec<u64> = (0..self.symmetries.len()).map(|symmetry| self.image(symmetry, squares)).collect();
        images.sort_unstable();
        images.dedup();
        self.placements += images.len() as u64;
        if !self.table.is_empty() {
            images.into_iter().for_each(|image| self.table[as_index(image)] = class);
        }
    }

    /// Returns the number of the class of symmetric placements to which a placement belongs. Pieces of the same colour
    /// and role can be listed in any order.
    #[must_use]
    pub fn class(&self, squares: &mut [Square]) -> u32 {
        if !self.table.is_empty() {
            return self.table[as_index(self.number(squares))];
        }
        let least = self.least_image(squares);
        self.canonical.binary_search(&least).map_or(NO_CLASS, |class| u32::try_from(class).expect("fewer than 2^32 classes"))
    }

    /// Returns the canonical placement of a class of symmetric placements.
    #[must_use]
    pub fn placement(&self, class: u32) -> Placement {
        let base = u64::from(self.board.squares());
        let mut number = self.canonical[class as usize];
        let mut squares = [0; MAX_PIECES];
        for square in squares[..self.len].iter_mut().rev() {
            *square = Square::try_from(number % base).expect("a board has at most 256 squares");
            number /= base;
        }
        Placement::new(&squares[..self.len])
    }

    /// Sorts the squares of pieces with the same colour and role, and returns the placement number.
    pub fn number(&self, squares: &mut [Square]) -> u64 {
        for &(from, to) in &self.alike {
            squares[from..to].sort_unstable();
        }
        let base = u64::from(self.board.squares());
        squares.iter().fold(0, |number, &square| number * base + u64::from(square))
    }

    fn image(&self, symmetry: usize, squares: &[Square]) -> u64 {
        let mut image = [0; MAX_PIECES];
        for (to, &from) in image.iter_mut().zip(squares) {
            *to = self.symmetries[symmetry][usize::from(from)];
        }
        self.number(&mut image[..squares.len()])
    }

    fn least_image(&self, squares: &[Square]) -> u64 {
        (0..self.symmetries.len()).map(|symmetry| self.image(symmetry, squares)).min().unwrap_or(0)
    }

    /// Returns the number of classes of symmetric placements.
    #[must_use]
    pub fn classes(&self) -> usize {
        self.canonical.len()
    }

    /// Returns the number of placements.
    #[must_use]
    pub fn placements(&self) -> u64 {
        self.placements
    }
}

/// Returns the number of possible placement numbers.
fn numbers(board: Board, pieces: usize) -> u64 {
    (0..pieces).fold(1, |product, _| product * u64::from(board.squares()))
}

fn as_index(number: u64) -> usize {
    usize::try_from(number).expect("a table of this size was reserved")
}

fn alike(material: &Material) -> Vec<(usize, usize)> {
    let mut from = 0;
    let mut found = Vec::new();
    for run in material.pieces().chunk_by(|a, b| a == b) {
        if run.len() > 1 {
            found.push((from, from + run.len()));
        }
        from += run.len();
    }
    found
}

fn symmetries(board: Board, pawns: bool) -> Vec<Vec<Square>> {
    let (width, height) = (board.width(), board.height());
    let mut maps = Vec::new();
    for transpose in [false, true] {
        for flip_rank in [false, true] {
            for flip_file in [false, true] {
                if (pawns && (flip_rank || transpose)) || (transpose && !board.is_square()) {
                    continue;
                }
                let map = |square| {
                    let (mut file, mut rank) = (board.file(square), board.rank(square));
                    if flip_file {
                        file = width - 1 - file;
                    }
                    if flip_rank {
                        rank = height - 1 - rank;
                    }
                    if transpose { board.square(rank, file) } else { board.square(file, rank) }
                };
                maps.push(board.all_squares().map(map).collect());
            }
        }
    }
    maps
}

#[cfg(test)]
mod tests {
    use super::{Board, Material, Numbering};

    #[test]
    fn classes_and_placements_are_counted() {
        let cases = [
            ("8x8", "KK", 518, 4_032),
            ("8x8", "KNK", 31_332, 249_984),
            ("8x8", "KPK", 93_744, 187_488),
            ("3x3", "KRK", 66, 504),
            ("2x4", "KPKP", 180, 360),
            ("3x4", "KNNK", 1_500, 5_940),
        ];
        for (board, material, classes, placements) in cases {
            let board: Board = board.parse().unwrap();
            let (material, _) = Material::parse(material).unwrap();
            let numbering = Numbering::new(board, &material);
            assert_eq!(numbering.placements(), placements, "{material} {board}");
            assert_eq!(numbering.classes(), classes, "{material} {board}");
            let (bound, _) = Numbering::estimate(board, &material);
            assert!(bound >= numbering.classes() as u64, "{material} {board}: estimate {bound}");
            for class in (0..).take(numbering.classes()) {
                let placement = numbering.placement(class);
                assert_eq!(numbering.class(&mut placement.squares().to_vec()), class);
            }
        }
    }
}
