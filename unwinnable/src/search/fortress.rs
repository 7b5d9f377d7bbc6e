//! Fortresses: positions that the skeleton argument settles at once, with the pieces that it has to follow.
//!
//! Which these are is found by trying: a choice that is of no use mostly fails after a few skeletons.

use std::mem;

use super::stop::Stop;
use super::{Closed, Verdict};
use crate::chess::skeleton::{Seen, Skeletons};
use crate::chess::{BitBoard, Color, Piece, Position, Square};

/// Pieces that are followed, at most (clause `unwinnable/followed`).
const MOST_FOLLOWED: u32 = 8;
/// Skeletons of one certificate, at most (clause `unwinnable/met`).
pub(super) const MOST_SKELETONS: u32 = 1 << 15;
/// One choice may take such a part of all skeletons, and those that were too large before such a part together.
const ONE: u64 = 4;
const TOO_LARGE: u64 = 2;

/// Looks for fortresses; it keeps its memory.
#[derive(Default)]
pub(super) struct Fortress {
    argument: Skeletons,
    /// What may be followed, filled when it is asked for; so many of them were tried.
    choices: Vec<BitBoard>,
    tried: usize,
    /// Those that were given up because they were too large. All others that were tried are of no use, however many skeletons are looked at.
    too_large: Vec<BitBoard>,
}

impl Fortress {
    /// Forgets the last question. The next calls of `search` go on with one another.
    pub(super) fn begin(&mut self) {
        self.choices.clear();
        self.too_large.clear();
        self.tried = 0;
    }

    /// Looks at so many skeletons, at most. Returns how many.
    pub(super) fn search(&mut self, position: &Position, winner: Color, most: u64, stop: &Stop) -> (Option<Verdict>, u64) {
        if self.choices.is_empty() {
            self.choices.extend(choices(position, winner));
        }
        let mut spent = 0;
        let mut again = mem::take(&mut self.too_large).into_iter();
        while spent < most && !stop.is_set() {
            let too_large = if spent < most / TOO_LARGE { again.next() } else { None };
            let Some(followed) = too_large.or_else(|| self.next_choice()) else { break };
            let part = u32::try_from((most / ONE).min(most - spent)).unwrap_or(u32::MAX).min(MOST_SKELETONS);
            let seen = self.argument.look(position, winner, followed, part);
            spent += u64::from(self.argument.met()).max(1);
            match seen {
                Seen::Settled { met } => {
                    let closed = Closed { followed, ..Closed::by_skeletons(met) };
                    return (Some(Verdict::Unwinnable(closed)), spent);
                }
                Seen::Castling => break,
                Seen::TooMany if part < MOST_SKELETONS => self.too_large.push(followed),
                Seen::TooMany | Seen::MayMate => {}
            }
        }
        self.too_large.extend(again);
        (None, spent)
    }

    /// The next choice that was not tried.
    fn next_choice(&mut self) -> Option<BitBoard> {
        let choice = self.choices.get(self.tried).copied();
        self.tried += 1;
        choice
    }
}

/// What may be followed, in the order in which it is tried: nothing, one piece, all of a sort or side, two pieces, three.
fn choices(position: &Position, winner: Color) -> Vec<BitBoard> {
    let board = position.board();
    let pieces = board.occupied() & !board.pieces(Piece::King) & !board.pieces(Piece::Pawn);
    let singles: Vec<BitBoard> = pieces.into_iter().map(Square::bitboard).collect();
    let mut choices = vec![BitBoard::EMPTY];
    choices.extend(&singles);
    let sides = [!winner, winner];
    let sorts = [Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight];
    let alike = sorts.into_iter().flat_map(|piece| sides.map(|side| board.colored_pieces(side, piece)));
    let together = alike.chain(sides.map(|side| board.colors(side) & pieces)).chain([pieces]);
    choices.extend(together.filter(|set| (2..=MOST_FOLLOWED).contains(&set.len())));
    for most in [2, 3] {
        choices.extend(combinations(&singles, most));
    }
    choices
}

/// So many of these sets together, in all ways.
fn combinations(sets: &[BitBoard], count: usize) -> Vec<BitBoard> {
    if count == 0 {
        return vec![BitBoard::EMPTY];
    }
    let with_last = |last: usize| combinations(&sets[..last], count - 1).into_iter().map(move |others| others | sets[last]);
    (0..sets.len()).flat_map(with_last).collect()
}

#[cfg(test)]
mod tests {
    use super::{BitBoard, Color, choices};

    #[test]
    fn what_may_be_followed() {
        let position = "8/6pp/8/8/ppp5/bkp4Q/qnp5/n1K5 b - -".parse().unwrap();
        let all = choices(&position, Color::White);
        // Nothing; five pieces; Black's knights, all of Black, all; pairs; triples.
        assert_eq!(all.len(), 1 + 5 + 3 + 10 + 10);
        assert_eq!(all.iter().copied().fold(BitBoard::EMPTY, |union, set| union | set).len(), 5);
        assert_eq!(all[1..6].iter().chain(&all[9..]).collect::<std::collections::HashSet<_>>().len(), 25);
    }
}
