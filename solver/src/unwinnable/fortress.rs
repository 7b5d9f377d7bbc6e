//! Fortresses: positions that the skeleton argument settles at once, with the pieces that it has to follow.
//!
//! Which these are is found by trying: a choice that is of no use mostly fails after a few skeletons.

use super::stop::Stop;
use super::{Closed, Reason, Verdict};
use crate::games::chess::skeleton::{Seen, Skeletons};
use crate::games::chess::{BitBoard, Color, Piece, Position, Square};

/// Pieces that are followed, at most (clause `unwinnable/followed`).
const MOST_FOLLOWED: u32 = 8;
/// Skeletons of one certificate, at most (clause `unwinnable/met`).
pub(super) const MOST_SKELETONS: u32 = 1 << 15;
/// One choice may take such a part of all skeletons.
const PART: u64 = 8;

/// Looks for fortresses; it keeps its memory.
#[derive(Default)]
pub(super) struct Fortress {
    argument: Skeletons,
}

impl Fortress {
    /// Looks at so many skeletons, at most. Returns how many.
    pub(super) fn search(&mut self, position: &Position, winner: Color, most: u64, stop: &Stop) -> (Option<Verdict>, u64) {
        let mut spent = 0;
        for followed in choices(position, winner) {
            if spent >= most || stop.is_set() {
                break;
            }
            let part = u32::try_from((most / PART).min(most - spent)).unwrap_or(u32::MAX).min(MOST_SKELETONS);
            let seen = self.argument.look(position, winner, followed, part);
            spent += u64::from(self.argument.met()).max(1);
            match seen {
                Seen::Settled { met } => {
                    let closed = Closed { by_skeletons: vec![0], skeletons: met, followed, ..Closed::of(1, Reason::Skeletons) };
                    return (Some(Verdict::Unwinnable(closed)), spent);
                }
                Seen::Castling => break,
                Seen::MayMate | Seen::TooMany => {}
            }
        }
        (None, spent)
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
