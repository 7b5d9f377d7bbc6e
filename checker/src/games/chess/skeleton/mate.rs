//! Whether a move may have mated: section 5.3 of the page.

use super::moves::{Moved, Played};
use super::{Roamer, Skeleton};
use crate::chess::lines::{Lines, Squares, ascending, diagonally_ahead, king_steps, knight_steps, single};
use crate::chess::unit::Unit;
use crate::game::Colour;
use crate::games::chess::around::{Around, Family};

/// Whether the move of the winner that has led to that skeleton may mate.
pub(super) fn is_possible(played: &Played, after: &Skeleton, winner: Colour, lines: &Lines) -> bool {
    let held = after.roamers.iter().filter(|roamer| roamer.held).fold(0, |all, roamer| all | roamer.region);
    let occupied = after.pawns.all() | held | after.kings.of(winner);
    let board = Board { after, winner, occupied, lines, king: after.kings.of(winner.other()).trailing_zeros() };
    board.may_be_check(played) && board.may_have_no_way_out()
}

/// The skeleton after the move.
struct Board<'s> {
    after: &'s Skeleton,
    winner: Colour,
    /// H.
    occupied: Squares,
    lines: &'s Lines,
    /// s, the square of L's king.
    king: u32,
}

impl Board<'_> {
    /// What a queen, rook, bishop or knight attacks from a square.
    fn attacked(&self, unit: Unit, from: u32) -> Squares {
        match unit {
            Unit::Queen => self.lines.straight(from, self.occupied) | self.lines.diagonal(from, self.occupied),
            Unit::Rook => self.lines.straight(from, self.occupied),
            Unit::Bishop => self.lines.diagonal(from, self.occupied),
            Unit::Knight => knight_steps(single(from)),
            // These are no roamers.
            Unit::Pawn | Unit::King => 0,
        }
    }

    /// The squares of its region from which a roamer attacks L's king.
    fn checks_from(&self, roamer: &Roamer) -> Squares {
        self.attacked(roamer.unit, self.king) & roamer.region
    }

    /// It may give check.
    fn may_be_check(&self, played: &Played) -> bool {
        let at = single(self.king);
        let direct = match played.moved {
            Moved::King => false,
            Moved::Roamer => self.after.of_side(self.winner).any(|roamer| self.checks_from(roamer) != 0),
            Moved::Pawn(to, None) => diagonally_ahead(self.winner, to) & at != 0,
            Moved::Pawn(to, Some(unit)) => self.attacked(unit, to.trailing_zeros()) & at != 0,
        };
        let across = |from| self.lines.between(from, self.king) & played.left != 0;
        direct
            || self.after.of_side(self.winner).any(|roamer| roamer.unit != Unit::Knight && ascending(self.checks_from(roamer)).any(across))
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
                options.add(roamer.region, around, |from| self.attacked(roamer.unit, from));
            }
            unions = options.sets().fold(unions, |all, option| all.and(unions.joined(option)));
        }
        unions.contains(around.all())
    }
}
