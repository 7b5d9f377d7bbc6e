//! The moves of a skeleton: section 5.3 of `spec/rules/chess.md`. The `moves` rules 1 to 7 are the numbered rules in
//! the paragraph *Moves* of that section.

use super::{Mobile, Skeleton};
use crate::chess::attacks::Attacks;
use crate::chess::bitboard::{Bitboard, ascending, pawn_attacks, pawn_push, square_bit};
use crate::chess::moves::{advance, append, pawn_pushes, reach};
use crate::chess::position::Position;
use crate::chess::role::Role;
use crate::core::game::Colour;
use crate::helpmate::legal::PROMOTIONS;
use crate::helpmate::rules::moves::king;

/// The properties of a move that decide whether it gives check and how a check can be answered.
pub(super) struct Played {
    /// Square of the moved piece or pawn, or no square after a move by `moves` rule 2, in which pieces move within
    /// their regions.
    pub(super) to: Bitboard,
    /// Squares from which the move may give check, apart from discovered checks. If a piece that is not tracked has
    /// moved, the set contains all squares.
    pub(super) checks_from: Bitboard,
    /// Vacated squares: the origin of the moved piece or pawn, and the square of a pawn taken en passant.
    pub(super) left: Bitboard,
}

/// Returns all moves. Each move comes with the skeleton to which it leads, before region closure.
pub(super) fn of(skeleton: &Skeleton, attacks: &Attacks) -> Vec<(Played, Skeleton)> {
    let us = skeleton.fixed.to_move();
    let mut moves = Moves { skeleton, us, them: us.other(), attacks, all: Vec::new() };
    moves.pieces_pass();
    moves.units();
    moves.mobile();
    moves.all
}

struct Moves<'s> {
    skeleton: &'s Skeleton,
    us: Colour,
    them: Colour,
    attacks: &'s Attacks,
    all: Vec<(Played, Skeleton)>,
}

impl Moves<'_> {
    /// Adds a move, unless it leaves the mover's king surely in check.
    fn add(&mut self, played: Played, after: Skeleton) {
        if !after.surely_in_check(self.us, self.attacks) {
            self.all.push((played, after));
        }
    }

    /// Adds the moves of the piece or pawn on `from` to the squares `to`, including all promotions of a pawn (`moves`
    /// rule 6).
    fn unit(&mut self, before: &Skeleton, from: u32, to: Bitboard) {
        let mut moves = Vec::new();
        append(before.fixed, from, to, PROMOTIONS, &mut moves);
        let (from, kings, pawns) = (square_bit(from), before.fixed.kings(), before.fixed.pawns());
        for played in moves {
            let mut fixed = before.fixed.packed();
            advance(&mut fixed, played);
            let fixed = Position::from_packed(fixed);
            let to = square_bit(played.to());
            let tracked = before.tracked & !from & !to | if before.tracked & from != 0 { to } else { 0 };
            let passed = if pawns & from != 0 { pawn_push(self.us, from) & pawn_push(self.them, to) } else { 0 };
            let mut after = Skeleton { fixed, tracked, mobile: before.mobile.clone() };
            after.mobile.retain_mut(|piece| {
                piece.region &= !(to | passed);
                piece.region != 0
            });
            let checks_from = if (kings | pawns | before.tracked) & from != 0 { to } else { Bitboard::MAX };
            let left = before.fixed.occupied() & !fixed.occupied();
            self.add(Played { to, checks_from, left }, after);
        }
    }

    /// Returns the pawns and immobile pieces of the other side.
    fn victims(&self) -> Bitboard {
        self.skeleton.fixed.units(self.them) & !self.skeleton.fixed.kings()
    }

    /// Adds the move by `moves` rule 2, in which pieces move within their regions.
    fn pieces_pass(&mut self) {
        let mut after = self.skeleton.clone();
        after.fixed.clear(after.fixed.en_passant());
        after.fixed.own(self.skeleton.fixed.units(Colour::White), self.them);
        after.close_regions(&[self.us]);
        if after.mobile_of(self.us).any(|piece| piece.region.count_ones() > 1) {
            self.add(Played { to: 0, checks_from: Bitboard::MAX, left: 0 }, after);
        }
    }

    /// Adds the moves by `moves` rules 1, 4 and 7, and those captures by rules 3 and 5 in which no mobile piece takes
    /// part.
    fn units(&mut self) {
        let (skeleton, fixed, victims) = (self.skeleton, self.skeleton.fixed, self.victims());
        let (own, occupied) = (fixed.units(self.us), fixed.occupied());
        for from in ascending(own) {
            let at = square_bit(from);
            let to = match fixed.role(at) {
                Role::King => self.attacks.king(from) & !own & !self.attacks.king(king(fixed, self.them)),
                Role::Pawn => pawn_pushes(self.us, at, occupied) | pawn_attacks(self.us, at) & (victims | fixed.en_passant()),
                piece if skeleton.tracked & at != 0 => reach(piece, from, occupied, self.attacks) & (victims | !occupied),
                piece => reach(piece, from, occupied, self.attacks) & victims,
            };
            self.unit(skeleton, from, to);
        }
    }

    /// Adds the captures by mobile pieces (`moves` rule 3) and the captures of mobile pieces by pawns (`moves` rule 5).
    /// Equal pieces are adjacent in the list of mobile pieces, and only the first one is considered.
    fn mobile(&mut self) {
        let mut last = None;
        for (place, piece) in self.skeleton.mobile.iter().enumerate() {
            if last.replace(piece) == Some(piece) {
                continue;
            }
            let others = self.skeleton.mobile.iter().enumerate().filter(|(other, _)| *other != place);
            let mut rest = Skeleton { mobile: others.map(|(_, piece)| *piece).collect(), ..*self.skeleton };
            rest.fixed.clear(rest.fixed.en_passant());
            if piece.colour == self.us {
                self.mobile_takes(rest, piece);
            } else {
                self.mobile_is_taken(&rest, piece);
            }
        }
    }

    /// Adds the captures by a mobile piece (`moves` rule 3). `rest` is the skeleton without `piece`.
    fn mobile_takes(&mut self, mut rest: Skeleton, piece: &Mobile) {
        let occupied = rest.fixed.occupied();
        let reached = ascending(piece.region).fold(0, |all, from| all | reach(piece.role, from, occupied, self.attacks));
        // Any square of the region can serve as the origin, because the origin makes no difference to the move. Empty
        // squares count as owned by the side to move, so a piece put on an empty square belongs to that side.
        let from = piece.region.trailing_zeros();
        rest.fixed.put(piece.role, square_bit(from));
        self.unit(&rest, from, reached & self.victims());
    }

    /// Adds the captures of a mobile piece by pawns (`moves` rule 5). `rest` is the skeleton without `piece`.
    fn mobile_is_taken(&mut self, rest: &Skeleton, piece: &Mobile) {
        let pawns = rest.fixed.pawns() & rest.fixed.units(self.us);
        for pawn in ascending(pawns & pawn_attacks(self.them, piece.region)) {
            self.unit(rest, pawn, pawn_attacks(self.us, square_bit(pawn)) & piece.region);
        }
    }
}
