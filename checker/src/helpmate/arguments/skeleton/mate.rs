//! Whether a move may have mated: section 5.3 of the page.

use super::Skeleton;
use super::moves::Played;
use crate::chess::attacks::Attacks;
use crate::chess::bitboard::{Bitboard, ascending, square_bit};
use crate::chess::moves::reach;
use crate::core::game::Colour;
use crate::helpmate::arguments::king_zone::{Family, KingZone};
use crate::helpmate::rules::moves::{attacked, attackers, king};

/// Whether the move of the winner that has led to that skeleton, before region closure, may mate.
pub(super) fn is_possible(played: &Played, after: &Skeleton, winner: Colour, attacks: &Attacks, left: &mut u64) -> bool {
    let king = king(after.fixed, winner.other());
    let board = Board { after, winner, occupied: after.fixed.occupied() & !square_bit(king), attacks, king };
    board.may_be_check(played) && !board.can_surely_be_taken(played.to) && board.may_have_no_way_out(left)
}

/// The skeleton after the move.
struct Board<'s> {
    after: &'s Skeleton,
    winner: Colour,
    /// H.
    occupied: Bitboard,
    attacks: &'s Attacks,
    /// s, the square of L's king.
    king: u32,
}

impl Board<'_> {
    /// The squares from which units of W attack L's king, where these squares are occupied.
    fn checkers(&self, occupied: Bitboard) -> Bitboard {
        let fixed = attackers(self.after.fixed, self.winner, self.king, occupied, self.attacks);
        let mobile = self.after.mobile_of(self.winner);
        mobile.fold(fixed, |all, piece| all | reach(piece.role, self.king, occupied, self.attacks) & piece.region)
    }

    /// It may give check. (A pawn that has not moved gives none: L has not left the king in a sure check. Nor does W's king.)
    fn may_be_check(&self, played: &Played) -> bool {
        let across = |from| self.attacks.between(from, self.king) & played.left != 0;
        ascending(self.checkers(self.occupied)).any(|from| square_bit(from) & played.checks_from != 0 || across(from))
    }

    /// What has moved can surely be taken. (W's king cannot, nor what has not moved.)
    fn can_surely_be_taken(&self, moved: Bitboard) -> bool {
        let takers = self.after.sure_attackers(self.winner.other(), moved.trailing_zeros(), self.attacks);
        // With a taker on its square, what has moved is not there.
        ascending(takers).map(square_bit).any(|taker| self.checkers(self.occupied & !taker | moved) & !moved == 0)
    }

    /// It may leave no way out.
    fn may_have_no_way_out(&self, left: &mut u64) -> bool {
        let (fixed, zone) = (self.after.fixed, KingZone::new(self.king));
        let in_the_way = fixed.units(self.winner.other()) & zone.neighbours;
        // Units that are not mobile have one option beside the empty set. It can be chosen always.
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
