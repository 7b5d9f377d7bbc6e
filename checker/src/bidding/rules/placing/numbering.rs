//! The numbering of classes by search, section 3 of the rules page.

use super::board::Board;
use super::play::{After, Play};
use crate::bidding::game::Unnumbered;
use crate::core::game::Colour;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// The canonical boards of the classes that can be reached, in order.
pub(super) struct Numbering {
    boards: Vec<Board>,
    index: HashMap<Board, u32, BuildHasherDefault<Spread>>,
    placements: u64,
}

impl Numbering {
    /// The class in which play begins.
    pub(super) const EMPTY_BOARD: u32 = 0;

    /// Numbers the classes, if there are not more than `most`.
    pub(super) fn new(play: &Play, most: u32) -> Result<Self, Unnumbered> {
        let mut numbering = Self { boards: Vec::new(), index: HashMap::default(), placements: 0 };
        numbering.add(play, Board::EMPTY, most)?;
        let mut next = 0;
        while let Some(board) = numbering.canonical(next) {
            for colour in [Colour::White, Colour::Black] {
                for after in play.options(board, colour) {
                    if let After::GoesOn(board) = after {
                        numbering.add(play, board, most)?;
                    }
                }
            }
            next = next.checked_add(1).ok_or(Unnumbered::TooMany)?;
        }
        numbering.boards.shrink_to_fit();
        Ok(numbering)
    }

    /// Gives the class of a board the next number, if it has none yet.
    fn add(&mut self, play: &Play, board: Board, most: u32) -> Result<(), Unnumbered> {
        let canonical = play.canonical(board);
        if self.class(canonical.board).is_none() {
            let class = self.classes();
            if class >= most {
                return Err(Unnumbered::MoreThanAsked);
            }
            self.boards.push(canonical.board);
            self.placements = self.placements.saturating_add(canonical.images);
            self.index.insert(canonical.board, class);
        }
        Ok(())
    }

    /// The number of classes, which is never more than was asked for.
    pub(super) fn classes(&self) -> u32 {
        u32::try_from(self.boards.len()).unwrap_or(u32::MAX)
    }

    /// The number of boards in all classes.
    pub(super) fn placements(&self) -> u64 {
        self.placements
    }

    /// The canonical board of a class.
    pub(super) fn canonical(&self, class: u32) -> Option<Board> {
        self.boards.get(usize::try_from(class).ok()?).copied()
    }

    /// The class of a canonical board.
    pub(super) fn class(&self, board: Board) -> Option<u32> {
        self.index.get(&board).copied()
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
