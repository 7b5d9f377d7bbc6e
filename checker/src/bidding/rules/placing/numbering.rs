//! The numbering of classes by search, section 3 of the rules page.

use super::board::Board;
use super::play::Play;
use crate::bidding::game::{Choice, Moves, Positions, Unnumbered};
use crate::core::cbor::wide;
use crate::core::fields::index;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::{BuildHasherDefault, Hasher};

/// The classes of a game that can be reached.
pub(super) struct Classes {
    play: Play,
    /// Their canonical boards, in order.
    boards: Vec<Board>,
    /// The numbers of the options of boards with no stone, one stone, and so on: play looks at one table at a time, and the processor finds its way in a smaller one sooner.
    numbers: Vec<Numbers>,
    placements: u64,
}

type Numbers = HashMap<Board, u32, BuildHasherDefault<Spread>>;

impl Classes {
    /// Numbers the classes, if there are not more than `most`.
    pub(super) fn new(play: Play, most: u32) -> Result<Self, Unnumbered> {
        let mut boards = vec![Board::EMPTY];
        let mut numbers: Vec<Numbers> = play.size.cells().map(|_| Numbers::default()).collect();
        let (mut next, mut placements) = (0_usize, 0_u64);
        while let Some(board) = boards.get(next).copied() {
            if boards.len() > index(most) {
                return Err(Unnumbered::MoreThanAsked);
            }
            placements = placements.saturating_add(wide(play.images(board)));
            let numbers = numbers.get_mut(board.count()).ok_or(Unnumbered::TooMany)?;
            let mut options: Vec<Board> = play.canonical_options(board).into_iter().flatten().flatten().collect();
            options.retain(|option| !numbers.contains_key(option));
            for option in options {
                if let Entry::Vacant(vacant) = numbers.entry(option) {
                    vacant.insert(u32::try_from(boards.len()).map_err(|_| Unnumbered::TooMany)?);
                    boards.push(option);
                }
            }
            next = next.saturating_add(1);
        }
        boards.shrink_to_fit();
        Ok(Self { play, boards, numbers, placements })
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
        let numbers = self.numbers.get(board.count())?;
        for (found, options) in self.play.canonical_options(board).into_iter().zip([white, black]) {
            options.clear();
            for option in found {
                options.push(match option {
                    Ok(board) => Choice::Class(*numbers.get(&board)?),
                    Err(end) => end,
                });
            }
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
