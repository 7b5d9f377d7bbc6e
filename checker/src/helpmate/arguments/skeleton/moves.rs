//! Generates the moves of a skeleton (a partly known position): section 5.3 of `spec/rules/chess.md`. The rules 1 to 7
//! of `moves` are the numbered rules in the paragraph *Moves* of section 5.3.

use super::{Mobile, Skeleton};
use crate::chess::attacks::Attacks;
use crate::chess::bitboard::{Bitboard, ascending, pawn_attacks, pawn_push, square_bit};
use crate::chess::moves::{advance, append, pawn_pushes, reach};
use crate::chess::position::Position;
use crate::chess::role::Role;
use crate::core::game::Colour;
use crate::helpmate::legal::PROMOTIONS;
use crate::helpmate::rules::moves::king;

pub(super) struct Played {
    /// Square of the moved piece or pawn. The set is empty after a move by rule 2 of `moves`.
    pub(super) to: Bitboard,
    /// Squares from which the moved piece may give check; discovered checks are not included. After a move of an
    /// untracked piece, the set contains all squares.
    pub(super) checks_from: Bitboard,
    /// Squares that the move leaves empty: the origin of the moved piece or pawn, and the square of a pawn captured en
    /// passant.
    pub(super) left: Bitboard,
}

/// Returns all moves of a skeleton (a partly known position), each with the resulting skeleton. The caller must call
/// `close_regions` on each result.
pub(super) fn successors(skeleton: &Skeleton, attacks: &Attacks) -> Vec<(Played, Skeleton)> {
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
    /// Adds a move, unless the king of the side that moves is certainly in check after it.
    fn add(&mut self, played: Played, after: Skeleton) {
        if !after.surely_in_check(self.us, self.attacks) {
            self.all.push((played, after));
        }
    }

    /// Adds the moves from the square `from` to each of the squares `to`, including all promotions of a pawn (rule 6 of
    /// `moves`).
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

    /// Adds the move by rule 2 of `moves`, in which pieces move within their regions.
    fn pieces_pass(&mut self) {
        let mut after = self.skeleton.clone();
        after.fixed.clear(after.fixed.en_passant());
        after.fixed.own(self.skeleton.fixed.units(Colour::White), self.them);
        after.close_regions(&[self.us]);
        if after.mobile_of(self.us).any(|piece| piece.region.count_ones() > 1) {
            self.add(Played { to: 0, checks_from: Bitboard::MAX, left: 0 }, after);
        }
    }

    /// Adds the moves of kings (rule 1 of `moves`), pawns (rule 4) and tracked pieces (rule 7). Also adds the captures
    /// by rules 3 and 5 in which no mobile piece takes part.
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

    /// Adds the captures by mobile pieces (rule 3 of `moves`), and the captures in which a pawn takes a mobile piece
    /// (rule 5).
    fn mobile(&mut self) {
        let mut last = None;
        for (place, piece) in self.skeleton.mobile.iter().enumerate() {
            // The list is sorted, so equal pieces are adjacent, and one of them is enough.
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

    /// Adds the captures by a mobile piece (rule 3 of `moves`).
    fn mobile_takes(&mut self, mut rest: Skeleton, piece: &Mobile) {
        let occupied = rest.fixed.occupied();
        let reached = ascending(piece.region).fold(0, |all, from| all | reach(piece.role, from, occupied, self.attacks));
        // Any square of the region can serve as the origin, because the origin makes no difference to the move. Empty
        // squares count as owned by the side to move, so a piece put on an empty square belongs to that side.
        let from = piece.region.trailing_zeros();
        rest.fixed.put(piece.role, square_bit(from));
        self.unit(&rest, from, reached & self.victims());
    }

    /// Adds the captures in which a pawn takes a mobile piece (rule 5 of `moves`).
    fn mobile_is_taken(&mut self, rest: &Skeleton, piece: &Mobile) {
        let pawns = rest.fixed.pawns() & rest.fixed.units(self.us);
        for pawn in ascending(pawns & pawn_attacks(self.them, piece.region)) {
            self.unit(rest, pawn, pawn_attacks(self.us, square_bit(pawn)) & piece.region);
        }
    }
}
