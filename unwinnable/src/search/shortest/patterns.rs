//! Patterns of mates: where the mated king, the unit that gives check and the king of the intended winner stand.
//!
//! In a mate, each square next to the mated king is attacked by the intended winner or occupied by the intended loser. A
//! pattern lists the squares that neither the king of the intended winner nor the unit that gives check attacks. Every
//! mate has a pattern. So if no pattern is possible within the moves that both sides have left, there is no mate within
//! these moves.

use cozy_chess::{BitBoard, Color, Piece as Role, Square, get_king_moves};

use super::moves::{ROLES, Row};
use super::needs::{ANYWHERE, LosersUnits, WinnersKing, WinnersUnits};
use crate::chess::attacks;

/// A pattern of mates.
#[derive(Clone, Copy)]
pub(super) struct Pattern {
    /// Square of the mated king.
    mated: u8,
    /// Square of the intended winner's king, or [`ANYWHERE`] if that king attacks no square next to the mated king.
    king: u8,
    /// Square of the unit that gives check.
    checker: u8,
    /// Role of the unit that gives check.
    role: u8,
    /// Whether the mated king could capture the unit that gives check, unless a further unit protects it.
    is_exposed: bool,
    /// Number of squares in `fields`.
    count: u8,
    /// Squares next to the mated king that the intended loser must occupy or a further unit must attack.
    fields: [u8; 8],
}

/// Moves that both sides have left.
#[derive(Clone, Copy)]
pub(super) struct Budget {
    pub(super) winner: u32,
    pub(super) loser: u32,
}

/// Moves that both sides need.
#[derive(Clone, Copy)]
pub(super) struct Needs<'a> {
    pub(super) winners_king: &'a WinnersKing,
    pub(super) winner: &'a WinnersUnits,
    pub(super) losers_king: &'a Row,
    pub(super) loser: &'a LosersUnits,
}

impl Pattern {
    /// Returns all patterns, some 35,000.
    pub(super) fn all(winner: Color) -> Vec<Self> {
        let mut patterns = Vec::new();
        for mated in Square::ALL {
            let near = get_king_moves(mated);
            let ring = near.into_iter().fold(BitBoard::EMPTY, |all, at| all | get_king_moves(at)) & !near & !mated.bitboard();
            for king in std::iter::once(None).chain(ring.into_iter().map(Some)) {
                let occupied = king.map_or(BitBoard::EMPTY, Square::bitboard);
                for role in ROLES {
                    // A unit attacks the mated king from the squares that it would attack from the king's square.
                    let checkers = attacks(role, mated, !winner, occupied) & !occupied;
                    patterns.extend(checkers.into_iter().map(|checker| Self::new(winner, (mated, king), (role, checker))));
                }
            }
        }
        patterns
    }

    fn new(winner: Color, (mated, king): (Square, Option<Square>), (role, checker): (Role, Square)) -> Self {
        // The mated king does not block a line, because it would move along the line.
        let by_checker = attacks(role, checker, winner, king.map_or(BitBoard::EMPTY, Square::bitboard));
        let open = get_king_moves(mated) & !by_checker & !king.map_or(BitBoard::EMPTY, get_king_moves);
        let mut fields = [0; 8];
        let mut count: u8 = 0;
        for (place, field) in fields.iter_mut().zip(open & !checker.bitboard()) {
            *place = field as u8;
            count += 1;
        }
        Self {
            mated: mated as u8,
            king: king.map_or(ANYWHERE, |king| king as u8),
            checker: checker as u8,
            role: role as u8,
            is_exposed: open.has(checker),
            count,
            fields,
        }
    }

    /// Returns whether a mate with this pattern is possible within the budget, as far as the needs tell.
    #[inline]
    pub(super) fn is_possible(&self, budget: Budget, Needs { winners_king, winner, losers_king, loser }: Needs<'_>) -> bool {
        let mut losers = u32::from(losers_king[self.mated as usize]);
        if losers > budget.loser {
            return false;
        }
        let role = self.role as usize;
        let winners = u32::from(winners_king[self.king as usize]) + u32::from(winner.check[role][self.checker as usize]);
        if winners > budget.winner {
            return false;
        }
        let left = budget.winner - winners;
        let guard = &winner.guard[role];
        if self.is_exposed && u32::from(guard[self.checker as usize]) > left {
            return false;
        }
        // Different units must occupy the fields. If one unit is nearest to several fields, it occupies only one of
        // them. The others need a unit that is further away.
        let mut saved = [None; 16];
        for &field in &self.fields[..self.count as usize] {
            let field = field as usize;
            if u32::from(guard[field]) > left {
                let (moves, unit, more) = loser.block(field);
                losers += moves;
                let most = match saved[unit] {
                    None => more,
                    Some(most) => {
                        losers += more.min(most);
                        more.max(most)
                    }
                };
                saved[unit] = Some(most);
                if losers > budget.loser {
                    return false;
                }
            }
        }
        true
    }
}
