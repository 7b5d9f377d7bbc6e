//! Adds random noise to the scores of the moves of a position, and selects the best move.

use std::num::Wrapping;

use cozy_chess::{Move as NativeMove, Piece as Role, Square};

use super::weights::Score;

/// The move with the least score so far.
pub(super) struct Best {
    pub(super) least: Score,
    /// The best move so far, encoded by the function [`code`].
    code: u32,
    /// `state` is the seed of the noise in this position. All noise values are less than `noise`.
    state: u64,
    noise: u32,
}

/// Value of `least` before the first move is offered.
const NONE: Score = Wrapping(i32::MAX);

impl Best {
    pub(super) fn new(state: u64, noise: u32) -> Self {
        Self { least: NONE, code: 0, state, noise }
    }

    /// Compares a move with the best move so far, and keeps the better one. The caller may offer the moves in any
    /// order, and may omit moves that cannot be the best.
    #[inline]
    pub(super) fn offer(&mut self, score: Score, played: NativeMove) {
        let code = code(played);
        // The upper 24 bits of this product are random enough for the noise, which has at most 8 bits.
        let mixed = (self.state ^ u64::from(code).wrapping_mul(0x9e37_79b9_7f4a_7c15)).wrapping_mul(0xd134_2543_de82_ef95);
        let noise = ((mixed >> 40) as u32).wrapping_mul(self.noise) >> 24;
        let score = score + Wrapping(noise as i32);
        // The code avoids a branch, because the processor could not predict it.
        let is_best = score < self.least;
        self.least = if is_best { score } else { self.least };
        self.code = if is_best { code } else { self.code };
    }

    /// Returns the best move, or `None` if no move was offered.
    pub(super) fn played(&self) -> Option<NativeMove> {
        let square = |shift: u32| Square::index((self.code >> shift & 0x3f) as usize);
        let promotion = Role::ALL.get((self.code >> 16) as usize).copied().filter(|&role| role != Role::King);
        (self.least < NONE).then(|| NativeMove { from: square(0), to: square(8), promotion })
    }
}

/// Encodes the origin, the destination and the promotion piece of a move in 8 bits each.
#[inline]
fn code(NativeMove { from, to, promotion }: NativeMove) -> u32 {
    from as u32 | (to as u32) << 8 | (promotion.unwrap_or(Role::King) as u32) << 16
}
