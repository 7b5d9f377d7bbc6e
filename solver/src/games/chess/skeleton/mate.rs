//! Whether a move to a skeleton may mate.

use cozy_chess::{get_between_rays, get_king_moves};

use super::super::nine::{CENTRE, Nine, Unions, around, keep_greatest};
use super::super::squares::{attacks, spread_pawn};
use super::super::{BitBoard, Color, Piece, Square};
use super::structure::{Roamer, Structure};
use super::{Skeleton, Skeletons};

/// What has moved, and which squares it has left, as far as a check may come from it.
pub(super) enum Moved {
    Roamer,
    King {
        left: Square,
    },
    Pawn {
        left: Square,
        to: Square,
        /// What it is now.
        now: Piece,
        /// The square of a pawn that it has taken en passant.
        passer: Option<Square>,
    },
}

impl Skeletons {
    /// Whether a move of W to this skeleton may mate.
    pub(super) fn may_mate(&mut self, skeleton: Skeleton, moved: &Moved) -> bool {
        let (king, winners_king) = (skeleton.kings[!self.winner as usize], skeleton.kings[self.winner as usize]);
        let structure = self.structures.get(skeleton.structure);
        let occupied = structure.firm() | winners_king.bitboard();
        let check = match *moved {
            Moved::Roamer => structure.attacked.has(king),
            Moved::King { left } => structure.uncovers(left, king, occupied),
            Moved::Pawn { left, to, now, passer } => {
                attacks(now, to, self.winner, occupied).has(king)
                    || structure.uncovers(left, king, occupied)
                    || passer.is_some_and(|passer| structure.uncovers(passer, king, occupied))
            }
        };
        if !check {
            return false;
        }
        // Even all together may not be enough.
        let target = around(get_king_moves(king), king) | CENTRE;
        let by_king = around(get_king_moves(winners_king) & get_king_moves(king), king);
        if around(structure.covered, king) | by_king != target {
            return false;
        }
        let pawns = spread_pawn(structure.pawns[self.winner as usize], self.winner);
        let blockers = structure.pawns[!self.winner as usize] & get_king_moves(king);
        let fixed = around(pawns | blockers, king);
        let cover = Cover { king, fixed, target, firm: structure.firm(), winner: self.winner };
        let roamers = self.structures.roamers(skeleton.structure);
        // As if W's king blocked nothing; that is the same for all its squares.
        let most = self.unions.entry((skeleton.structure, king)).or_insert_with(|| cover.unions(roamers, BitBoard::EMPTY));
        let rest = target & !by_king;
        most.has(rest) && cover.unions(roamers, winners_king.bitboard()).has(rest)
    }
}

impl Structure {
    /// Whether a queen, rook or bishop of W may attack the king across a square that has been left.
    ///
    /// If one does from afar, then the next square behind the one left is in its region too, as for [`Structure::attacked`]: only that is looked at.
    fn uncovers(&self, left: Square, king: Square, occupied: BitBoard) -> bool {
        let (files, ranks) = (left.file() as i8 - king.file() as i8, left.rank() as i8 - king.rank() as i8);
        let from = if files == 0 || ranks == 0 {
            self.straight
        } else if files.abs() == ranks.abs() {
            self.diagonal
        } else {
            return false;
        };
        let Some(behind) = left.try_offset(files.signum(), ranks.signum()) else { return false };
        left != king && from.has(behind) && get_between_rays(king, behind).is_disjoint(occupied)
    }
}

/// What covers the squares around a king, W's king aside.
struct Cover {
    king: Square,
    /// What pawns cover.
    fixed: Nine,
    target: Nine,
    /// The squares of pawns and held roamers.
    firm: BitBoard,
    winner: Color,
}

impl Cover {
    /// What one option of each unit can cover where these squares are occupied too.
    fn unions(&self, roamers: &[Roamer], blocking: BitBoard) -> Unions {
        let (mut unions, mut options) = (Unions::parts(self.fixed), Vec::new());
        let occupied = self.firm | blocking;
        let mut last = None;
        for &roamer in roamers {
            // Roamers that agree have the same options.
            if last.replace(roamer) != Some(roamer) {
                options.clear();
                self.options(&roamer, occupied, &mut options);
            }
            unions.join(&options);
            if unions.has(self.target) {
                break;
            }
        }
        unions
    }

    fn options(&self, roamer: &Roamer, occupied: BitBoard, options: &mut Vec<Nine>) {
        if roamer.colour != self.winner {
            let stands = around(roamer.region & get_king_moves(self.king), self.king) & !self.fixed;
            options.extend((0..9).map(|bit| 1 << bit).filter(|bit| stands & bit != 0));
            return;
        }
        let region = roamer.region & !self.king.bitboard();
        let sets = region.into_iter().map(|from| around(attacks(roamer.piece, from, roamer.colour, occupied), self.king) & !self.fixed);
        sets.filter(|&set| set != 0).for_each(|set| keep_greatest(options, set));
    }
}
