//! Tests whether a move may give mate: section 5.3 of `spec/rules/chess.md`.

use super::Skeleton;
use super::moves::Played;
use crate::chess::attacks::Attacks;
use crate::chess::bitboard::{Bitboard, ascending, square_bit};
use crate::chess::moves::reach;
use crate::core::game::Colour;
use crate::helpmate::arguments::king_zone::{Family, KingZone};
use crate::helpmate::rules::moves::{attacked, attackers, king};

/// Returns whether a move of the winner may give mate. `after` is the skeleton before `close_regions` is called.
pub(super) fn is_possible(played: &Played, after: &Skeleton, winner: Colour, attacks: &Attacks, left: &mut u64) -> bool {
    let king = king(after.fixed, winner.other());
    let board = Board { after, winner, occupied: after.fixed.occupied() & !square_bit(king), attacks, king };
    board.may_be_check(played) && !board.can_surely_be_taken(played.to) && board.may_have_no_way_out(left)
}

/// The skeleton (partly known position) after the move.
struct Board<'s> {
    after: &'s Skeleton,
    winner: Colour,
    /// The set H: the squares of the pawns, of the immobile pieces and of the winner's king.
    occupied: Bitboard,
    attacks: &'s Attacks,
    /// Square of the king that may be mated.
    king: u32,
}

impl Board<'_> {
    /// Returns the squares from which the winner's pieces and pawns may attack the other king. Only pieces and pawns on
    /// the squares in `occupied` block attacks.
    fn checkers(&self, occupied: Bitboard) -> Bitboard {
        let fixed = attackers(self.after.fixed, self.winner, self.king, occupied, self.attacks);
        let mobile = self.after.mobile_of(self.winner);
        mobile.fold(fixed, |all, piece| all | reach(piece.role, self.king, occupied, self.attacks) & piece.region)
    }

    /// Returns whether the move may give check. A pawn that has not moved cannot give check, because the pawn would
    /// have attacked the king before the move too. A side never leaves its king in check. The king of the intended
    /// winner cannot give check.
    fn may_be_check(&self, played: &Played) -> bool {
        let across = |from| self.attacks.between(from, self.king) & played.left != 0;
        ascending(self.checkers(self.occupied)).any(|from| square_bit(from) & played.checks_from != 0 || across(from))
    }

    /// Returns whether the side in check can certainly capture the moved piece, and whether this capture ends all
    /// checks.
    fn can_surely_be_taken(&self, moved: Bitboard) -> bool {
        let takers = self.after.sure_attackers(self.winner.other(), moved.trailing_zeros(), self.attacks);
        // The result is false if `moved` is empty or a king, because then all checks remain.
        // The capturing piece takes the square of the moved piece, so the moved piece no longer gives check.
        ascending(takers).map(square_bit).any(|taker| self.checkers(self.occupied & !taker | moved) & !moved == 0)
    }

    /// Returns whether the other king may have no escape after the move.
    fn may_have_no_way_out(&self, left: &mut u64) -> bool {
        let (fixed, zone) = (self.after.fixed, KingZone::new(self.king));
        let in_the_way = fixed.units(self.winner.other()) & zone.neighbours;
        // A piece or pawn that is not mobile has only one option besides the empty set. This option can always be
        // chosen.
        let always = zone.number_of(attacked(fixed, self.winner, self.occupied, self.attacks) | in_the_way);
        let mut unions = Family::EMPTY_SET.joined(always);
        for piece in &self.after.mobile {
            let mut options = Family::EMPTY_SET;
            if piece.colour == self.winner {
                options.add(piece.region, zone, |from| reach(piece.role, from, self.occupied, self.attacks));
            } else {
                options.add(piece.region & zone.neighbours, zone, square_bit);
            }
            unions = unions.joined_with_each(options, left);
        }
        unions.contains(zone.all())
    }
}
