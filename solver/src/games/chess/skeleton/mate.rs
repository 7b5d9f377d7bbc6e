//! Whether a move to a skeleton may mate.

use cozy_chess::{get_between_rays, get_bishop_moves, get_king_moves, get_rook_moves};

use super::super::nine::{CENTRE, Nine, Unions, around, keep_greatest};
use super::super::squares::{attacks, spread_pawn};
use super::super::{BitBoard, Color, Piece, Square};
use super::Skeletons;
use super::boards::{Known, Roamer};

/// What has moved, and which squares it has left, as far as a check may come from it.
pub(super) enum Moved {
    Roamer,
    King {
        left: Square,
    },
    /// A pawn or followed roamer.
    Unit {
        left: Square,
        to: Square,
        /// What it is now.
        now: Piece,
        /// The square of a pawn that it has taken en passant.
        passer: Option<Square>,
    },
}

impl Moved {
    /// That a roamer has gone to a square.
    pub fn taking(roamer: &Roamer, to: Square) -> Self {
        match roamer.region.next_square() {
            Some(left) if roamer.followed => Self::Unit { left, to, now: roamer.piece, passer: None },
            _ => Self::Roamer,
        }
    }
}

impl Skeletons {
    /// Whether a move of W to a skeleton with this board may mate.
    pub(super) fn may_mate(&self, number: u32, moved: &Moved) -> bool {
        let board = self.boards.get(number);
        let (king, winners_king) = (board.kings[!self.winner as usize], board.kings[self.winner as usize]);
        let occupied = board.firm() | winners_king.bitboard();
        let check = match *moved {
            Moved::Roamer => board.attacked.has(king),
            Moved::King { left } => board.uncovers(left, king, occupied),
            Moved::Unit { left, to, now, passer } => {
                attacks(now, to, self.winner, occupied).has(king)
                    || board.uncovers(left, king, occupied)
                    || passer.is_some_and(|passer| board.uncovers(passer, king, occupied))
            }
        };
        if !check {
            return false;
        }
        // Even all together may not be enough.
        let target = around(get_king_moves(king), king) | CENTRE;
        let by_king = around(get_king_moves(winners_king) & get_king_moves(king), king);
        let across = opposite(around(board.straight, king) & STRAIGHT | around(board.diagonal, king) & DIAGONAL);
        if (around(board.covered, king) | by_king | across) & target != target {
            return false;
        }
        let pawns = spread_pawn(board.pawns[self.winner as usize], self.winner);
        let blockers = board.pawns[!self.winner as usize] & get_king_moves(king);
        let fixed = around(pawns | blockers, king) | by_king;
        Cover { king, fixed, target, occupied, winner: self.winner }.is_complete(self.boards.roamers(number))
    }
}

/// The neighbours on the king's rank and file, and on its diagonals.
const STRAIGHT: Nine = 0b010_101_010;
const DIAGONAL: Nine = 0b101_000_101;

/// The squares on the other side of the king.
fn opposite(set: Nine) -> Nine {
    set.reverse_bits() >> 7
}

impl Known {
    /// Whether a queen, rook or bishop of W may attack the king across a square that has been left.
    fn uncovers(&self, left: Square, king: Square, occupied: BitBoard) -> bool {
        let sliders = get_rook_moves(king, occupied) & self.straight | get_bishop_moves(king, occupied) & self.diagonal;
        sliders.into_iter().any(|from| get_between_rays(king, from).has(left))
    }
}

/// What covers the squares around a king.
struct Cover {
    king: Square,
    /// What W's king and pawns cover.
    fixed: Nine,
    target: Nine,
    /// What blocks: pawns, held roamers and W's king.
    occupied: BitBoard,
    winner: Color,
}

impl Cover {
    /// Whether one option of each roamer can be chosen such that the target is covered.
    fn is_complete(&self, roamers: &[Roamer]) -> bool {
        let (mut unions, mut options) = (Unions::parts(self.fixed), Vec::new());
        let mut last = None;
        for &roamer in roamers {
            // Roamers that agree have the same options.
            if last.replace(roamer) != Some(roamer) {
                options.clear();
                self.options(&roamer, &mut options);
            }
            unions.join(&options);
            if unions.has(self.target) {
                return true;
            }
        }
        unions.has(self.target)
    }

    fn options(&self, roamer: &Roamer, options: &mut Vec<Nine>) {
        if roamer.colour != self.winner {
            let stands = around(roamer.region & get_king_moves(self.king), self.king) & !self.fixed;
            options.extend((0..9).map(|bit| 1 << bit).filter(|bit| stands & bit != 0));
            return;
        }
        let attacked = |from| around(attacks(roamer.piece, from, roamer.colour, self.occupied), self.king) & !self.fixed;
        roamer.region.into_iter().map(attacked).filter(|&set| set != 0).for_each(|set| keep_greatest(options, set));
    }
}
