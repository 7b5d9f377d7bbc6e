//! Finds the classes of symmetric boards and numbers them: section 3 of `spec/rules/placing.md`.

use super::board::Board;
use super::places::Places;
use super::play::Play;
use crate::bidding::game::{Choice, LazyPositions, Moves, NumberingError, Positions};
use crate::core::cbor::as_u64;
use crate::core::fields::index;
use crate::core::game::Colour;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::ops::Range;

/// The classes of symmetric boards that have been found so far, numbered in the order in which they were found.
pub(super) struct NumberedBoards {
    play: Play,
    /// The canonical board of each class of symmetric boards, in the order of the class numbers.
    boards: Vec<Board>,
    numbers: Numbers,
}

impl NumberedBoards {
    /// Creates a list with only the class of the empty board. The list can grow to `most` classes of symmetric boards.
    pub(super) fn new(play: Play, most: u32) -> Self {
        Self { numbers: Numbers::new(&play, most), boards: vec![Board::EMPTY], play }
    }
}

/// Returns the number of the class of symmetric boards to which a board belongs. If the class of symmetric boards has
/// no number, it gets the next free number. Returns `None` if all 32-bit numbers are used.
fn number(play: &Play, boards: &mut Vec<Board>, numbers: &mut Numbers, board: Board) -> Option<u32> {
    if let Some(number) = numbers.of(play, board) {
        return Some(number);
    }
    let number = u32::try_from(boards.len()).ok()?;
    numbers.give(play, board, number);
    boards.push(play.canonical(board));
    Some(number)
}

impl LazyPositions for NumberedBoards {
    fn found(&self) -> usize {
        self.boards.len()
    }

    fn options(&mut self, class: u32, colour: Colour, range: Range<usize>, list: &mut Vec<Choice>) -> Option<()> {
        let Self { play, boards, numbers } = self;
        let board = *boards.get(index(class))?;
        list.clear();
        for option in play.options(board, colour).take(range.end).skip(range.start) {
            list.push(option.map_or_else(Some, |board| number(play, boards, numbers, board).map(Choice::Class))?);
        }
        Some(())
    }
}

/// The classes of symmetric boards that play can reach.
pub(super) struct Classes {
    numbered: NumberedBoards,
    placements: u64,
}

impl Classes {
    /// Numbers the classes of symmetric boards, unless there are more than `most`.
    pub(super) fn new(play: Play, most: u32) -> Result<Self, NumberingError> {
        let mut numbered = NumberedBoards::new(play, most);
        let NumberedBoards { play, boards, numbers } = &mut numbered;
        let (mut next, mut placements) = (0_usize, 0_u64);
        while let Some(board) = boards.get(next).copied() {
            if boards.len() > index(most) {
                return Err(NumberingError::OverLimit);
            }
            placements = placements.saturating_add(as_u64(play.different_images(board)));
            for option in Colour::ALL.iter().flat_map(|colour| play.options(board, *colour)).flatten() {
                number(play, boards, numbers, option).ok_or(NumberingError::TooMany)?;
            }
            next = next.saturating_add(1);
        }
        numbered.boards.shrink_to_fit();
        Ok(Self { numbered, placements })
    }
}

/// Finds the number of the class of symmetric boards to which a board belongs. Only the empty board has the number 0,
/// and no option leads to the empty board. Therefore 0 can mark a board without a number.
enum Numbers {
    /// An array with one entry for each board: the number of its class of symmetric boards, or 0 if the class has no
    /// number yet.
    Array(Places, Vec<u32>),
    /// Hash tables that give the number of a canonical board's class, one table for each number of stones. Boards that
    /// are looked up one after another mostly have the same number of stones, so each search uses a small table.
    Tables(Vec<Table>),
}

type Table = HashMap<Board, u32, BuildHasherDefault<Spread>>;

/// An array is used if the game has at most this number of boards for each claimed class of symmetric boards. Such an
/// array takes less memory than the hash tables could take.
const BOARDS_PER_CLASS: u32 = 8;

impl Numbers {
    fn new(play: &Play, most: u32) -> Self {
        let cells = play.size.all().count_ones();
        match 3_u32.checked_pow(cells).filter(|boards| *boards <= most.saturating_mul(BOARDS_PER_CLASS)) {
            Some(boards) => Self::Array(Places::new(cells), vec![0; index(boards)]),
            None => Self::Tables((0..cells).map(|_| HashMap::default()).collect()),
        }
    }

    /// Returns the number of the class of symmetric boards to which a board belongs, or `None` if the class has no
    /// number.
    fn of(&self, play: &Play, board: Board) -> Option<u32> {
        let number = match self {
            Self::Array(places, numbers) => numbers.get(places.of(board)?),
            Self::Tables(tables) => in_tables(tables, play, board),
        };
        number.copied().filter(|number| *number != 0)
    }

    fn give(&mut self, play: &Play, board: Board, number: u32) {
        match self {
            Self::Array(places, numbers) => play.images(board).for_each(|image| {
                places.of(image).and_then(|place| numbers.get_mut(place)).into_iter().for_each(|place| *place = number);
            }),
            Self::Tables(tables) => {
                tables.get_mut(board.count()).into_iter().for_each(|table| *table.entry(play.canonical(board)).or_default() = number)
            }
        }
    }
}

/// Looks up a board in the hash tables, and returns the number of its class of symmetric boards. Returns `None` if the
/// hash tables do not contain the class. This function is separate from [`Numbers::of`] so that [`Numbers::of`] is
/// short enough to be inlined into loops.
#[inline(never)]
fn in_tables<'t>(tables: &'t [Table], play: &Play, board: Board) -> Option<&'t u32> {
    tables.get(board.count())?.get(&play.canonical(board))
}

impl Positions for Classes {
    fn classes(&self) -> u32 {
        // The number of classes never exceeds `most`, which has 32 bits.
        u32::try_from(self.numbered.boards.len()).unwrap_or(u32::MAX)
    }

    fn placements(&self) -> u64 {
        self.placements
    }

    fn start(&self) -> Option<u32> {
        // Class 0 contains the empty board.
        Some(0)
    }

    fn position(&self, class: u32) -> String {
        self.numbered.boards.get(index(class)).map_or_else(String::new, |board| board.text(self.numbered.play.size))
    }

    fn moves(&self) -> Option<Box<dyn Moves + '_>> {
        Some(Box::new(self))
    }
}

impl Moves for &Classes {
    fn options(&self, class: u32, white: &mut Vec<Choice>, black: &mut Vec<Choice>) -> Option<()> {
        let board = *self.numbered.boards.get(index(class))?;
        let choice = |option: Result<_, _>| {
            option.map_or_else(Some, |board| self.numbered.numbers.of(&self.numbered.play, board).map(Choice::Class))
        };
        for (colour, list) in Colour::ALL.into_iter().zip([white, black]) {
            list.clear();
            for option in self.numbered.play.options(board, colour) {
                list.push(choice(option)?);
            }
        }
        Some(())
    }
}

/// A hash function for boards. A file cannot choose boards that collide, because all boards come from the rules.
#[derive(Default)]
struct Spread(u64);

/// The odd number closest to 2^64 divided by the golden ratio. If a board is multiplied by this number, the high bits
/// of the product are a good hash.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

impl Hasher for Spread {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.write_u64(u64::from(*byte)));
    }

    fn write_u64(&mut self, number: u64) {
        // The rotation moves the high bits down, because the hash table uses the low bits.
        self.0 = (self.0 ^ number).wrapping_mul(GOLDEN).rotate_left(32);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::{GOLDEN, Hasher, Spread};

    #[test]
    fn hashes_of_numbers_and_bytes() {
        let hash = |numbers: &[u64]| {
            let mut spread = Spread::default();
            numbers.iter().for_each(|number| spread.write_u64(*number));
            spread.finish()
        };
        assert_eq!(hash(&[1]), GOLDEN.rotate_left(32));
        // The hasher combines its state and the next number by exclusive or, so a number that is equal to the state
        // gives 0.
        assert_eq!(hash(&[3, hash(&[3])]), 0);
        let mut bytes = Spread::default();
        bytes.write(&[3, 5]);
        assert_eq!(bytes.finish(), hash(&[3, 5]));
    }
}
