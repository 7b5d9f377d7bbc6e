//! Whether a move may have mated: section 5.3 of the page.

use super::moves::{Moved, Played};
use super::{Piece, Skeleton};
use crate::chess::attacks::Attacks;
use crate::chess::bitboard::{Bitboard, ascending, king_steps, pawn_attacks, square_bit};
use crate::chess::moves::reach;
use crate::chess::role::Role;
use crate::core::game::Colour;
use crate::helpmate::arguments::king_zone::{Family, KingZone};

/// Whether the move of the winner that has led to that skeleton, before region closure, may mate.
pub(super) fn is_possible(played: &Played, after: &Skeleton, winner: Colour, attacks: &Attacks, left: &mut u64) -> bool {
    let immobile = after.immobile(Colour::White) | after.immobile(Colour::Black);
    let occupied = after.pawns.all() | immobile | after.kings.of(winner);
    let board = Board { after, winner, occupied, attacks, king: after.kings.of(winner.other()).trailing_zeros() };
    board.may_be_check(played) && !board.can_surely_be_taken(played.moved) && board.may_have_no_way_out(left)
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
    /// The squares of its region from which a piece attacks L's king, where these squares are occupied.
    fn checks_from(&self, piece: &Piece, occupied: Bitboard) -> Bitboard {
        reach(piece.role, self.king, occupied, self.attacks) & piece.region
    }

    /// Whether pawns or pieces of W with a square of their region among these attack L's king.
    fn is_attacked_from(&self, squares: Bitboard, occupied: Bitboard) -> bool {
        let pawns = self.after.pawns.of(self.winner) & squares;
        pawn_attacks(self.winner, pawns) & square_bit(self.king) != 0
            || self.after.of_side(self.winner).any(|piece| self.checks_from(piece, occupied) & squares != 0)
    }

    /// It may give check.
    fn may_be_check(&self, played: &Played) -> bool {
        let across = |from| self.attacks.between(from, self.king) & played.left != 0;
        let uncovers = |piece: &Piece| piece.role != Role::Knight && ascending(self.checks_from(piece, self.occupied)).any(across);
        let direct = match played.moved {
            Moved::King => false,
            Moved::Untracked | Moved::Capturer(_) => {
                self.after.of_side(self.winner).any(|piece| self.checks_from(piece, self.occupied) != 0)
            }
            // Nothing else is there.
            Moved::Tracked(to) => self.is_attacked_from(to, self.occupied),
        };
        direct || self.after.of_side(self.winner).any(uncovers)
    }

    /// What has moved can surely be taken.
    fn can_surely_be_taken(&self, moved: Moved) -> bool {
        let (Moved::Capturer(to) | Moved::Tracked(to)) = moved else { return false };
        let takers = self.after.sure_attackers(self.winner.other(), to.trailing_zeros(), self.attacks);
        // With a taker on `to`, nothing of W is there.
        ascending(takers).map(square_bit).any(|taker| !self.is_attacked_from(!to, self.occupied & !taker | to))
    }

    /// It may leave no way out.
    fn may_have_no_way_out(&self, left: &mut u64) -> bool {
        let zone = KingZone::new(self.king);
        let theirs = self.winner.other();
        let by_king = king_steps(self.after.kings.of(self.winner)) & zone.neighbours;
        let by_pawns = pawn_attacks(self.winner, self.after.pawns.of(self.winner));
        // Options that each have but one unit to choose them, and that it can choose always.
        let always = zone.number_of(by_king | by_pawns | self.after.pawns.of(theirs) & zone.neighbours);
        let mut unions = Family::EMPTY_SET.joined(always);
        for piece in self.after.pieces.iter() {
            let mut options = Family::EMPTY_SET;
            if piece.colour == theirs {
                options.add(piece.region & zone.neighbours, zone, square_bit);
            } else {
                options.add(piece.region, zone, |from| reach(piece.role, from, self.occupied, self.attacks));
            }
            unions = unions.joined_with_each(options, left);
        }
        unions.contains(zone.all())
    }
}
