//! Numbers the boards that have the same number of stones. The number of a board is called its *place*, and is used as
//! an array index. A move adds a stone, so the board after the move is numbered among the boards with one more stone.
//!
//! The *shape* of a board is the set of its occupied cells.

use rustc_hash::FxHashMap;

use super::rules::{Board, Rules, bit, shape};

/// Index of a board among the boards with the same number of stones.
pub type Place = u64;

/// The shapes, or sets of occupied cells, of boards with the same number of stones.
pub struct Layer {
    stones: u32,
    /// For each shape (set of occupied cells), the mask of these cells. The index in the list is the number of the
    /// shape.
    shapes: Vec<Board>,
    numbers: FxHashMap<Board, u32>,
}

impl Layer {
    /// Creates the layer of the empty board.
    pub fn empty() -> Self {
        let mut layer = Self { stones: 0, shapes: Vec::new(), numbers: FxHashMap::default() };
        layer.number(0);
        layer
    }

    /// Returns the number of boards in this layer.
    pub fn places(&self) -> usize {
        self.shapes.len() << self.stones
    }

    /// Splits the slice `places` into one part for each shape (set of occupied cells). The slice must have one element
    /// for each board of this layer.
    pub fn by_shape<'a, T>(&self, places: &'a [T]) -> impl Iterator<Item = &'a [T]> {
        places.chunks(1 << self.stones)
    }

    /// Returns the board with the number `place`. Only boards with the same number of stones are numbered.
    pub fn board(&self, place: Place) -> Board {
        let mut shape = self.shapes[(place >> self.stones) as usize];
        let (mut board, mut owners) = (0, place);
        while shape != 0 {
            let stone = shape & shape.wrapping_neg();
            board |= stone << (owners & 1);
            owners >>= 1;
            shape &= shape - 1;
        }
        board
    }

    /// Returns the number of a shape (a set of occupied cells). A new shape (a set of occupied cells) gets the next
    /// number.
    fn number(&mut self, shape: Board) -> u32 {
        *self.numbers.entry(shape).or_insert_with(|| {
            self.shapes.push(shape);
            u32::try_from(self.shapes.len() - 1).expect("fewer than 2^30 shapes")
        })
    }

    /// Returns the moves from the boards of this layer, and the layer of the boards after the moves. Generates moves
    /// only for shapes that `is_shape_of_some` marks, and for symmetric images of these shapes.
    pub fn moves(&self, rules: &Rules, is_shape_of_some: &[bool]) -> (Moves<'_>, Self) {
        let mut after = Self { stones: self.stones + 1, shapes: Vec::new(), numbers: FxHashMap::default() };
        let cells = rules.cell_count() as usize;
        let mut steps = vec![Step::default(); self.shapes.len() * cells];
        for (shape, _) in self.shapes.iter().zip(is_shape_of_some).filter(|(_, is_shape_of_some)| **is_shape_of_some) {
            let images = rules.symmetries().iter().map(|symmetry| symmetry.image(*shape));
            for shape in std::iter::once(*shape).chain(images) {
                let first = self.numbers[&shape] as usize * cells;
                for cell in rules.moves(shape) {
                    let before = (shape & (bit(cell) - 1)).count_ones();
                    steps[first + cell as usize] = Step { shape: after.number(shape | bit(cell)), before };
                }
            }
        }
        (Moves { layer: self, cells, steps }, after)
    }
}

/// Change of a board's number by a new stone. The change is the same for all boards with the same occupied cells.
#[derive(Clone, Copy, Default)]
struct Step {
    /// Number of the shape (the set of occupied cells) after the move.
    shape: u32,
    /// Number of stones on cells before the cell of the new stone.
    before: u32,
}

/// The moves from all boards with a certain number of stones.
pub struct Moves<'a> {
    layer: &'a Layer,
    cells: usize,
    steps: Vec<Step>,
}

/// A board before a move, prepared for [`Moves::with_stone`].
#[derive(Clone, Copy)]
pub struct Origin {
    /// Index of the first entry in `Moves::steps` for the shape (the occupied cells) of the board.
    steps: usize,
    owners: u64,
}

impl Moves<'_> {
    pub fn origin(&self, board: Board) -> Origin {
        Origin { steps: self.layer.numbers[&shape(board)] as usize * self.cells, owners: owners(board) }
    }

    /// Returns the numbers of two boards: the board with a new stone of Left on an empty cell, and the board with a
    /// stone of Right there.
    #[inline]
    pub fn with_stone(&self, origin: Origin, cell: u32) -> [Place; 2] {
        let Step { shape, before } = self.steps[origin.steps + cell as usize];
        let lower = origin.owners & ((1 << before) - 1);
        // The owner bits of all stones on higher cells move up by one bit, because the new stone's bit goes below them.
        let left = u64::from(shape) << (self.layer.stones + 1) | (origin.owners - lower) << 1 | lower;
        [left, left | 1 << before]
    }
}

/// Number of stones and result of [`owners`], for each content of four cells.
const OWNERS: [(u8, u8); 256] = {
    let mut all = [(0, 0); 256];
    let mut held = 0;
    while held < all.len() {
        let (mut stones, mut owners, mut rest) = (0, 0, held);
        while rest != 0 {
            if rest & 3 != 0 {
                owners |= ((rest as u8 >> 1) & 1) << stones;
                stones += 1;
            }
            rest >>= 2;
        }
        all[held] = (stones, owners);
        held += 1;
    }
    all
};

/// Returns one bit for each stone of a board: 0 for Left, and 1 for Right. The lowest bit belongs to the stone on the
/// lowest cell.
fn owners(board: Board) -> u64 {
    let (mut all, mut count) = (0, 0);
    let mut rest = board;
    while rest != 0 {
        let (stones, owners) = OWNERS[(rest & 0xff) as usize];
        all |= u64::from(owners) << count;
        count += stones;
        rest >>= 8;
    }
    all
}

#[cfg(test)]
mod tests {
    use super::{Layer, Place};
    use crate::games::Player;
    use crate::games::placing::rules::{Board, Kind, Rules, Size, shape};

    fn all(layer: &Layer) -> impl Iterator<Item = (Place, Board)> {
        (0..layer.places() as Place).map(|place| (place, layer.board(place)))
    }

    #[test]
    fn moves_lead_to_the_places_of_boards_with_a_stone_more() {
        for (kind, width, height, row) in
            [(Kind::Hex, 3, 2, None), (Kind::TicTacToe, 2, 3, Some(3)), (Kind::Connect, 3, 3, Some(3)), (Kind::Connect, 2, 4, Some(3))]
        {
            let rules = Rules::new(kind, Size { width, height, row }).unwrap();
            let mut layer = Layer::empty();
            for stones in 0..width * height {
                let every_shape = vec![true; layer.places() >> stones];
                let (moves, after) = layer.moves(&rules, &every_shape);
                for (_, board) in all(&layer) {
                    assert_eq!(shape(board).count_ones(), stones, "{}", rules.text(board));
                    for cell in rules.moves(board) {
                        let places = moves.with_stone(moves.origin(board), cell);
                        let boards = places.map(|place| after.board(place));
                        assert_eq!(boards, Player::BOTH.map(|player| rules.with_stone(board, player, cell)), "{}", rules.text(board));
                    }
                }
                layer = after;
            }
            assert_eq!(all(&layer).count(), 1 << (width * height), "all cells held, by either");
        }
    }

    #[test]
    fn shapes_without_a_board_are_passed_over() {
        let rules = Rules::new(Kind::Hex, Size { width: 2, height: 2, row: None }).unwrap();
        let empty = Layer::empty();
        let (_, one) = empty.moves(&rules, &[true]);
        let (_, two) = one.moves(&rules, &[true, false, false, false]);
        // Moves start only from the shape with a stone on cell 0, and from its image with a stone on the opposite
        // corner. These moves lead to all pairs of corners except the pair of the two other corners.
        assert_eq!([one.places(), two.places()], [4 * 2, 5 * 4]);
    }
}
