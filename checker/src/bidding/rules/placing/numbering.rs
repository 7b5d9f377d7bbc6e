//! The numbering of classes by search, section 3 of the rules page.

use super::board::Board;
use super::play::{After, Play};
use crate::bidding::game::Unnumbered;
use crate::core::cbor::wide;
use crate::core::game::Colour;

/// The canonical boards of the classes that can be reached, in order.
pub(super) struct Numbering {
    boards: Vec<Board>,
    index: Index,
    placements: u64,
}

impl Numbering {
    /// The class in which play begins.
    pub(super) const EMPTY_BOARD: u32 = 0;

    /// Numbers the classes, if there are not more than `most`.
    pub(super) fn new(play: &Play, most: u32) -> Result<Self, Unnumbered> {
        let mut numbering = Self { boards: Vec::new(), index: Index::new(), placements: 0 };
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
            self.index.insert(class, &self.boards).ok_or(Unnumbered::TooMany)?;
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
        self.index.find(board, &self.boards)
    }
}

/// The classes by their boards: a hash table with open addressing, at most half full, that holds nothing but class numbers. (The
/// standard map would keep each board a second time. Nobody chooses the boards, so nobody can choose them to collide.)
struct Index {
    slots: Vec<u32>,
}

/// A slot with no class: there are fewer classes than this.
const FREE: u32 = u32::MAX;
const FEWEST_SLOTS: usize = 64;
/// The odd number next to 2^64 divided by the golden ratio: multiplied by it, boards spread over the high bits.
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

impl Index {
    fn new() -> Self {
        Self { slots: vec![FREE; FEWEST_SLOTS] }
    }

    /// The slots in which a board's class may stand, in the order in which they are tried.
    fn places(&self, board: Board) -> impl Iterator<Item = usize> + use<> {
        let length = self.slots.len();
        // As many of the high bits as the length, a power of two, asks for: every cell has a part in them.
        let high = board.digits().wrapping_mul(SPREAD).checked_shr(wide(length).leading_zeros().saturating_add(1)).unwrap_or(0);
        let first = usize::try_from(high).unwrap_or(0).min(length);
        (first..length).chain(0..first)
    }

    fn find(&self, board: Board, boards: &[Board]) -> Option<u32> {
        for place in self.places(board) {
            let class = *self.slots.get(place)?;
            if class == FREE {
                return None;
            }
            if boards.get(usize::try_from(class).ok()?) == Some(&board) {
                return Some(class);
            }
        }
        None
    }

    /// Takes in the last of the boards, the class of which is not there yet.
    fn insert(&mut self, class: u32, boards: &[Board]) -> Option<()> {
        if boards.len() > self.slots.len() / 2 {
            self.slots = vec![FREE; self.slots.len().checked_mul(2)?];
            for (class, board) in (0_u32..).zip(boards) {
                self.put(class, *board)?;
            }
            return Some(());
        }
        self.put(class, *boards.last()?)
    }

    /// Writes a class into the first free slot.
    fn put(&mut self, class: u32, board: Board) -> Option<()> {
        let place = self.places(board).find(|place| self.slots.get(*place) == Some(&FREE))?;
        *self.slots.get_mut(place)? = class;
        Some(())
    }
}
