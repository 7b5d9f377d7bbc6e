//! Fortresses: positions that the skeleton argument settles at once, with the pieces that it has to follow.
//!
//! Which these are is found by trying: a choice that is of no use mostly fails after a few skeletons.

use std::mem;

use super::stop::Stop;
use super::{Closed, Reason, Verdict};
use crate::games::chess::skeleton::{Seen, Skeletons};
use crate::games::chess::{BitBoard, Color, Piece, Position, Square};

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
                    let closed = Closed { by_skeletons: vec![0], skeletons: met, followed, ..Closed::of(1, Reason::Skeletons) };
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

/// What may be followed, in the order in which it is tried: nothing, one piece, pieces that belong together, two pieces, three.
fn choices(position: &Position, winner: Color) -> impl Iterator<Item = BitBoard> {
    let board = position.board();
    let pieces = board.occupied() & !board.pieces(Piece::King) & !board.pieces(Piece::Pawn);
    let few = move |set: &BitBoard| !set.is_empty() && set.len() <= MOST_FOLLOWED;
    let sorts = [Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight].into_iter();
    let alike = sorts.flat_map(move |piece| [!winner, winner].map(|colour| board.colored_pieces(colour, piece)));
    let sides = [!winner, winner].map(|colour| board.colors(colour) & pieces);
    let together: Vec<BitBoard> = alike.filter(|set| set.len() > 1).chain(sides).chain([pieces]).filter(few).collect();
    let all: Vec<Square> = pieces.into_iter().collect();
    let (two, three) = (all.clone(), all.clone());
    let pairs = (0..all.len()).flat_map(move |a| {
        (0..a).map({
            let all = two.clone();
            move |b| all[a].bitboard() | all[b].bitboard()
        })
    });
    let triples = (0..all.len()).flat_map({
        move |a| {
            let all = three.clone();
            (0..a).flat_map(move |b| {
                let all = all.clone();
                (0..b).map(move |c| all[a].bitboard() | all[b].bitboard() | all[c].bitboard())
            })
        }
    });
    [BitBoard::EMPTY].into_iter().chain(pieces.into_iter().map(Square::bitboard)).chain(together).chain(pairs).chain(triples)
}
