//! The best of the moves of a position, after noise was added to their scores.

use std::num::Wrapping;

use cozy_chess::{Move as NativeMove, Piece as Role, Square};

use super::weights::Score;

/// The move with the least score after some noise was added to each.
pub(super) struct Best {
    /// The least score.
    pub(super) least: Score,
    /// The move as a number, as [`code`] has it. There is none as long as the score is the greatest one.
    code: u32,
    /// What the noise of this position comes from, and the number up to which it goes.
    state: u64,
    noise: u32,
}

/// The score of no move.
const NONE: Score = Wrapping(i32::MAX);

impl Best {
    /// No move yet.
    pub(super) fn new(state: u64, noise: u32) -> Self {
        Self { least: NONE, code: 0, state, noise }
    }

    /// Moves can be offered in any order, and those that cannot be the best one need not be.
    #[inline]
    pub(super) fn offer(&mut self, score: Score, played: NativeMove) {
        let code = code(played);
        // 24 bits that are random enough here; noise has at most 8.
        let mixed = (self.state ^ u64::from(code).wrapping_mul(0x9e37_79b9_7f4a_7c15)).wrapping_mul(0xd134_2543_de82_ef95);
        let noise = ((mixed >> 40) as u32).wrapping_mul(self.noise) >> 24;
        let score = score + Wrapping(noise as i32);
        // Without a jump, which could not be foreseen.
        let is_best = score < self.least;
        self.least = if is_best { score } else { self.least };
        self.code = if is_best { code } else { self.code };
    }

    /// The best move, if one was offered.
    pub(super) fn played(&self) -> Option<NativeMove> {
        let square = |shift: u32| Square::index((self.code >> shift & 0x3f) as usize);
        let promotion = Role::ALL.get((self.code >> 16) as usize).copied().filter(|&role| role != Role::King);
        (self.least < NONE).then(|| NativeMove { from: square(0), to: square(8), promotion })
    }
}

/// A move as a number: its squares, and the piece that a pawn becomes, in eight bits each.
#[inline]
fn code(NativeMove { from, to, promotion }: NativeMove) -> u32 {
    from as u32 | (to as u32) << 8 | (promotion.unwrap_or(Role::King) as u32) << 16
}
