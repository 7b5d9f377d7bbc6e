//! The numbering of classes by search, section 3 of the rules page.

use super::board::Board;
use super::play::Play;
use crate::bidding::game::{Choice, Moves, Positions, Unnumbered};
use crate::core::cbor::wide;
use crate::core::fields::index;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// The classes of a game that can be reached.
pub(super) struct Classes {
    play: Play,
    /// Their canonical boards, in order.
    boards: Vec<Board>,
    numbers: Numbers,
    placements: u64,
}

impl Classes {
    /// Numbers the classes, if there are not more than `most`.
    pub(super) fn new(play: Play, most: u32) -> Result<Self, Unnumbered> {
        let mut boards = vec![Board::EMPTY];
        let mut numbers = Numbers::new(&play, most);
        let (mut next, mut placements) = (0_usize, 0_u64);
        let (mut options, mut blacks) = (Vec::new(), Vec::new());
        while let Some(board) = boards.get(next).copied() {
            if boards.len() > index(most) {
                return Err(Unnumbered::MoreThanAsked);
            }
            placements = placements.saturating_add(wide(play.different_images(board)));
            options.clear();
            for [white, black] in play.options(board) {
                options.extend(white);
                blacks.extend(black);
            }
            options.append(&mut blacks);
            // All are looked up before any gets a number: the processor then waits for many places of memory at once.
            options.retain(|code| numbers.of(*code, board.count()).is_none());
            for code in options.drain(..) {
                let number = u32::try_from(boards.len()).map_err(|_| Unnumbered::TooMany)?;
                // Two moves may lead to the same class.
                if numbers.give(code, board.count(), number) {
                    boards.push(Board::coded(code));
                }
            }
            next = next.saturating_add(1);
        }
        boards.shrink_to_fit();
        Ok(Self { play, boards, numbers, placements })
    }
}

/// The numbers of classes by the codes of their canonical boards. The empty board is no option, so its number, 0, is not asked for.
enum Numbers {
    /// In the place of each code its number, and 0 where there is none.
    Array(Vec<u32>),
    /// For the options of boards with no stone, one stone, and so on: play looks at one table at a time, and the processor finds its way in a smaller one
    /// sooner.
    Tables(Vec<HashMap<u64, u32, BuildHasherDefault<Spread>>>),
}

/// The codes for each class that is claimed, at most, where there is an array: it then takes less memory than the tables may.
const CODES_PER_CLASS: u32 = 8;

impl Numbers {
    /// No numbers yet, of at most `most` classes.
    fn new(play: &Play, most: u32) -> Self {
        let cells = play.size.all().count_ones();
        match 3_u32.checked_pow(cells).filter(|codes| *codes <= most.saturating_mul(CODES_PER_CLASS)) {
            Some(codes) => Self::Array(vec![0; index(codes)]),
            None => Self::Tables((0..cells).map(|_| HashMap::default()).collect()),
        }
    }

    /// The number of an option of a board with that number of stones, if it has one.
    fn of(&self, code: u64, stones: usize) -> Option<u32> {
        let number = match self {
            Self::Array(numbers) => numbers.get(usize::try_from(code).ok()?),
            Self::Tables(tables) => tables.get(stones)?.get(&code),
        };
        number.copied().filter(|number| *number != 0)
    }

    /// Gives such an option a number, and says whether it had none.
    fn give(&mut self, code: u64, stones: usize, number: u32) -> bool {
        let place = match self {
            Self::Array(numbers) => usize::try_from(code).ok().and_then(|code| numbers.get_mut(code)),
            Self::Tables(tables) => tables.get_mut(stones).map(|table| table.entry(code).or_insert(0)),
        };
        place.filter(|place| **place == 0).map(|place| *place = number).is_some()
    }
}

impl Positions for Classes {
    fn classes(&self) -> u32 {
        // Never more than were asked for.
        u32::try_from(self.boards.len()).unwrap_or(u32::MAX)
    }

    fn placements(&self) -> u64 {
        self.placements
    }

    fn start(&self) -> Option<u32> {
        // The empty board.
        Some(0)
    }

    fn position(&self, class: u32) -> String {
        self.boards.get(index(class)).map_or_else(String::new, |board| board.text(self.play.size))
    }

    fn moves(&self) -> Option<Box<dyn Moves + '_>> {
        Some(Box::new(self))
    }
}

impl Moves for &Classes {
    fn options(&self, class: u32, white: &mut Vec<Choice>, black: &mut Vec<Choice>) -> Option<()> {
        let board = *self.boards.get(index(class))?;
        let stones = board.count();
        white.clear();
        black.clear();
        let choice = |option| match option {
            Ok(code) => Some(Choice::Class(self.numbers.of(code, stones)?)),
            Err(end) => Some(end),
        };
        for [left, right] in self.play.options(board) {
            white.push(choice(left)?);
            black.push(choice(right)?);
        }
        Some(())
    }
}

/// A hash function for boards: nobody chooses them, so nobody can choose them to collide.
#[derive(Default)]
struct Spread(u64);

/// The odd number next to 2^64 divided by the golden ratio: multiplied by it, boards spread over the high bits.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

impl Hasher for Spread {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.write_u64(u64::from(*byte)));
    }

    fn write_u64(&mut self, number: u64) {
        // The table takes its places from the low bits.
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
        // Numbers are exclusive or'd: two that are equal leave nothing.
        assert_eq!(hash(&[3, hash(&[3])]), 0);
        let mut bytes = Spread::default();
        bytes.write(&[3, 5]);
        assert_eq!(bytes.finish(), hash(&[3, 5]));
    }
}
