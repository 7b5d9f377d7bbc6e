//! Whether a move may have mated: section 5.3 of the page.

use super::attacks::attacked;
use super::moves::{Moved, Played};
use super::{Roamer, Skeleton};
use crate::chess::bitboard::{Attacks, Bitboard, ascending, diagonally_ahead, king_steps, single};
use crate::chess::role::Role;
use crate::core::game::Colour;
use crate::helpmate::arguments::king_zone::{Around, Family};

/// Whether the move of the winner that has led to that skeleton, before closing, may mate.
pub(super) fn is_possible(played: &Played, after: &Skeleton, winner: Colour, attacks: &Attacks) -> bool {
    let held = after.held(Colour::White) | after.held(Colour::Black);
    let occupied = after.pawns.all() | held | after.kings.of(winner);
    let board = Board { after, winner, occupied, attacks, king: after.kings.of(winner.other()).trailing_zeros() };
    board.may_be_check(played) && !board.can_surely_be_taken(played.moved) && board.may_have_no_way_out()
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
    /// The squares of its region from which a roamer attacks L's king, where these squares are occupied.
    fn checks_from(&self, roamer: &Roamer, occupied: Bitboard) -> Bitboard {
        attacked(roamer.unit, self.king, occupied, self.attacks) & roamer.region
    }

    /// Whether pawns or roamers of W with a square of their region among these attack L's king.
    fn is_attacked_from(&self, squares: Bitboard, occupied: Bitboard) -> bool {
        let pawns = self.after.pawns.of(self.winner) & squares;
        diagonally_ahead(self.winner, pawns) & single(self.king) != 0
            || self.after.of_side(self.winner).any(|roamer| self.checks_from(roamer, occupied) & squares != 0)
    }

    /// It may give check.
    fn may_be_check(&self, played: &Played) -> bool {
        let across = |from| self.attacks.between(from, self.king) & played.left != 0;
        let uncovers = |roamer: &Roamer| roamer.unit != Role::Knight && ascending(self.checks_from(roamer, self.occupied)).any(across);
        let direct = match played.moved {
            Moved::King => false,
            Moved::Roamers | Moved::Taker(_) => self.after.of_side(self.winner).any(|roamer| self.checks_from(roamer, self.occupied) != 0),
            // Nothing else is there.
            Moved::Followed(to) => self.is_attacked_from(to, self.occupied),
        };
        direct || self.after.of_side(self.winner).any(uncovers)
    }

    /// What has moved can surely be taken.
    fn can_surely_be_taken(&self, moved: Moved) -> bool {
        let (Moved::Taker(to) | Moved::Followed(to)) = moved else { return false };
        let takers = self.after.sure_attackers(self.winner.other(), to.trailing_zeros(), self.attacks);
        // With a taker on `to`, nothing of W is there.
        ascending(takers).map(single).any(|taker| !self.is_attacked_from(!to, self.occupied & !taker | to))
    }

    /// It may leave no way out.
    fn may_have_no_way_out(&self) -> bool {
        let around = Around::new(self.king);
        let theirs = self.winner.other();
        let by_king = king_steps(self.after.kings.of(self.winner)) & around.neighbours;
        let by_pawns = diagonally_ahead(self.winner, self.after.pawns.of(self.winner));
        // Options that each have but one unit to choose them, and that it can choose always.
        let always = around.number_of(by_king | by_pawns | self.after.pawns.of(theirs) & around.neighbours);
        let mut unions = Family::EMPTY_SET.joined(always);
        for roamer in self.after.roamers.iter() {
            let mut options = Family::EMPTY_SET;
            if roamer.colour == theirs {
                options.add(roamer.region & around.neighbours, around, single);
            } else {
                options.add(roamer.region, around, |from| attacked(roamer.unit, from, self.occupied, self.attacks));
            }
            unions = options.sets().fold(unions, |all, option| all.and(unions.joined(option)));
        }
        unions.contains(around.all())
    }
}
