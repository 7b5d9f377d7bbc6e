//! The boards of one number of stones side by side: the place of each in an array, and how a move goes from there to a place among the boards with
//! a stone more.
//!
//! A board's shape is the set of cells that hold stones. Its place is the number of its shape and then, in as many bits as there are stones, whose
//! these are. A move changes both in a way that depends on shape and cell alone, so that no board is ever searched for.

use rustc_hash::FxHashMap;

use super::rules::{Board, Rules, bit, shape};

/// The place of a board among those of as many stones.
pub type Place = u64;

/// The shapes of one number of stones.
pub struct Layer {
    stones: u32,
    /// The lower bits of each shape's cells.
    shapes: Vec<Board>,
    numbers: FxHashMap<Board, u32>,
}

impl Layer {
    /// The shapes of no stones: one.
    pub fn empty() -> Self {
        let mut layer = Self { stones: 0, shapes: Vec::new(), numbers: FxHashMap::default() };
        layer.number(0);
        layer
    }

    /// How many places there are.
    pub fn places(&self) -> usize {
        self.shapes.len() << self.stones
    }

    /// The places of each shape, out of something for each place.
    pub fn by_shape<'a, T>(&self, places: &'a [T]) -> impl Iterator<Item = &'a [T]> {
        places.chunks(1 << self.stones)
    }

    /// The board at a place.
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

    /// The number of a shape, which is the next where it has none yet.
    fn number(&mut self, shape: Board) -> u32 {
        *self.numbers.entry(shape).or_insert_with(|| {
            self.shapes.push(shape);
            u32::try_from(self.shapes.len() - 1).expect("fewer than 2^30 shapes")
        })
    }

    /// The moves from boards of these shapes, and the shapes that they lead to. For each shape it is told whether there is such a board; if so, boards
    /// of the symmetric shapes are looked at too.
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

/// A stone more on one cell.
#[derive(Clone, Copy, Default)]
struct Step {
    /// The number of the shape that this makes.
    shape: u32,
    /// How many stones lie on cells of lower number.
    before: u32,
}

/// The moves from the boards of a layer.
pub struct Moves<'a> {
    layer: &'a Layer,
    cells: usize,
    /// For each shape and each cell.
    steps: Vec<Step>,
}

/// A board of a layer, with its shape looked up.
#[derive(Clone, Copy)]
pub struct Origin {
    /// Where the steps of its shape begin.
    steps: usize,
    owners: u64,
}

impl Moves<'_> {
    /// The board as moves start from it.
    pub fn origin(&self, board: Board) -> Origin {
        Origin { steps: self.layer.numbers[&shape(board)] as usize * self.cells, owners: owners(board) }
    }

    /// Where Left's and Right's stone on an empty cell lead.
    #[inline]
    pub fn with_stone(&self, origin: Origin, cell: u32) -> [Place; 2] {
        let Step { shape, before } = self.steps[origin.steps + cell as usize];
        let lower = origin.owners & ((1 << before) - 1);
        // Stones above the new one make room for it.
        let left = u64::from(shape) << (self.layer.stones + 1) | (origin.owners - lower) << 1 | lower;
        [left, left | 1 << before]
    }
}

/// For each four cells and what they hold: how many stones, and whose, the least cell's lowest.
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

/// Whose the stones of a board are, the least cell's lowest: 1 for Right's.
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

    /// Every board of a layer, with its place.
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
        // A stone in a corner, and in the one that half a turn takes it to: with one more, all pairs but that of the other two.
        assert_eq!([one.places(), two.places()], [4 * 2, 5 * 4]);
    }
}
