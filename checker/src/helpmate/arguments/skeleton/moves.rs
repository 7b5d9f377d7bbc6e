//! The moves of a skeleton: section 5.3 of the page.

use super::{Roamer, Skeleton};
use crate::chess::bitboard::{
    Attacks, Bitboard, RANK_1, RANK_2, RANK_7, RANK_8, ahead, ascending, beside, diagonally_ahead, king_steps, single,
};
use crate::chess::role::Role;
use crate::core::game::Colour;

/// What a pawn becomes.
const PROMOTIONS: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

/// What has moved, and where it is now, if that is known.
#[derive(Clone, Copy)]
pub(super) enum Moved {
    King,
    /// Some roamer that is not followed: move 2.
    Roamers,
    /// A roamer that is not followed has taken what is taken up: from which square is not known.
    Taker(Bitboard),
    /// A pawn, which may have become something, or a followed roamer.
    Followed(Bitboard),
}

/// A move, as far as it matters for a check.
pub(super) struct Played {
    pub(super) moved: Moved,
    /// The squares that have been left: that of a king, pawn or followed roamer that has moved, and that of a pawn taken en passant.
    pub(super) left: Bitboard,
}

/// The moves, with the skeletons to which they lead, before closing.
pub(super) fn of(skeleton: &Skeleton, attacks: &Attacks) -> Vec<(Played, Skeleton)> {
    let mut moves = Moves { skeleton, us: skeleton.to_move, them: skeleton.to_move.other(), attacks, all: Vec::new() };
    moves.king();
    moves.roamers_pass();
    moves.roamers_take();
    for pawn in ascending(skeleton.pawns.of(moves.us)).map(single) {
        moves.pawn_steps(pawn);
        moves.pawn_takes(pawn);
    }
    moves.followed_roamers();
    moves.all
}

struct Moves<'s> {
    skeleton: &'s Skeleton,
    us: Colour,
    them: Colour,
    attacks: &'s Attacks,
    all: Vec<(Played, Skeleton)>,
}

/// What a change does to the roamers.
struct Change {
    /// The place of the roamer that moves, or that a pawn takes.
    without: Option<usize>,
    /// The squares that are no longer in any other region. A held roamer on one of them has been captured.
    emptied: Bitboard,
    /// What the roamer that moves is now, or what a pawn has become.
    with: Option<Roamer>,
}

impl<'s> Moves<'s> {
    /// The skeleton with nothing changed but the turn.
    fn passed(&self) -> Skeleton {
        Skeleton { to_move: self.them, passed: 0, ..self.skeleton.clone() }
    }

    /// The roamers of a side with their places; one of those that agree, which follow each other.
    fn roamers(&self, colour: Colour) -> impl Iterator<Item = (usize, Roamer)> + use<'s> {
        let mut last = None;
        let all = self.skeleton.roamers.iter().copied().enumerate().filter(move |(_, roamer)| roamer.colour == colour);
        all.filter(move |(_, roamer)| last.replace(*roamer) != Some(*roamer))
    }

    /// Adds a move, unless it leaves the king surely in check.
    fn add(&mut self, played: Played, after: Skeleton) {
        if !after.surely_in_check(self.us, self.attacks) {
            self.all.push((played, after));
        }
    }

    /// Adds a change. Of the skeleton all but the roamers is right.
    fn change(&mut self, played: Played, mut after: Skeleton, change: &Change) {
        let others = self.skeleton.roamers.iter().enumerate().filter(|(place, _)| change.without != Some(*place));
        let others = others.map(|(_, roamer)| Roamer { region: roamer.region & !change.emptied, ..*roamer });
        after.roamers = others.filter(|roamer| roamer.region != 0).chain(change.with).collect();
        self.add(played, after);
    }

    /// Moves 1: the king's.
    fn king(&mut self) {
        let Skeleton { kings, pawns, .. } = *self.skeleton;
        let from = kings.of(self.us);
        let forbidden = pawns.of(self.us) | self.skeleton.held(self.us) | king_steps(kings.of(self.them));
        for to in ascending(king_steps(from) & !forbidden).map(single) {
            let mut after = self.passed();
            after.kings.set(self.us, to);
            after.pawns.set(self.them, pawns.of(self.them) & !to);
            let played = Played { moved: Moved::King, left: from };
            self.change(played, after, &Change { without: None, emptied: to, with: None });
        }
    }

    /// Moves 2: roamers pass.
    fn roamers_pass(&mut self) {
        let mut after = self.passed();
        after.close(&[self.us]);
        if after.of_side(self.us).any(|roamer| roamer.region.count_ones() > 1) {
            self.add(Played { moved: Moved::Roamers, left: 0 }, after);
        }
    }

    /// Moves 3: captures of pawns and held roamers by roamers.
    fn roamers_take(&mut self) {
        let (skeleton, pawns) = (self.skeleton, self.skeleton.pawns.of(self.them));
        let targets = pawns | skeleton.held(self.them);
        for (place, roamer) in self.roamers(self.us) {
            for to in ascending(skeleton.may_attack(roamer.unit, roamer.region, self.attacks) & targets).map(single) {
                let mut after = self.passed();
                after.pawns.set(self.them, pawns & !to);
                let with = Some(Roamer { region: to, held: true, ..roamer });
                let played = match roamer.followed {
                    true => Played { moved: Moved::Followed(to), left: roamer.region },
                    false => Played { moved: Moved::Taker(to), left: 0 },
                };
                self.change(played, after, &Change { without: Some(place), emptied: to, with });
            }
        }
    }

    /// Moves 4: a pawn's steps forward.
    fn pawn_steps(&mut self, from: Bitboard) {
        let free = !self.skeleton.taken_up();
        let one = ahead(self.us, from) & free;
        self.pawn(from, one, one, 0, None);
        let second_rank = match self.us {
            Colour::White => RANK_2,
            Colour::Black => RANK_7,
        };
        let two = if from & second_rank == 0 { 0 } else { ahead(self.us, one) & free };
        self.pawn(from, two, one | two, 0, None);
    }

    /// Moves 5: a pawn's captures.
    fn pawn_takes(&mut self, from: Bitboard) {
        let Skeleton { pawns, passed, .. } = *self.skeleton;
        for to in ascending(diagonally_ahead(self.us, from)).map(single) {
            if pawns.of(self.them) & to != 0 {
                self.pawn(from, to, to, to, None);
            }
            if passed == to {
                self.pawn(from, to, to, ahead(self.them, to), None);
            }
            for (place, _) in self.roamers(self.them).filter(|(_, roamer)| roamer.region & to != 0) {
                self.pawn(from, to, to, 0, Some(place));
            }
        }
    }

    /// A move of a pawn, if there is a square for it to go to. `emptied` are the squares where no other unit is now; a pawn on `taken` or a roamer is captured.
    /// With moves 6.
    fn pawn(&mut self, from: Bitboard, to: Bitboard, emptied: Bitboard, taken: Bitboard, roamer: Option<usize>) {
        if to == 0 {
            return;
        }
        let mut after = self.passed();
        after.pawns.set(self.us, after.pawns.of(self.us) & !from);
        after.pawns.set(self.them, after.pawns.of(self.them) & !taken);
        // What is left by a capture of another kind stands where the pawn is now.
        let played = || Played { moved: Moved::Followed(to), left: from | taken & !to };
        let change = |with| Change { without: roamer, emptied, with };
        if to & (RANK_1 | RANK_8) != 0 {
            for unit in PROMOTIONS {
                let with = Some(Roamer { region: to, colour: self.us, unit, held: true, followed: false });
                self.change(played(), after.clone(), &change(with));
            }
            return;
        }
        after.pawns.set(self.us, after.pawns.of(self.us) | to);
        if emptied != to && beside(to) & after.pawns.of(self.them) != 0 {
            after.passed = emptied & !to;
        }
        self.change(played(), after, &change(None));
    }

    /// Moves 7: those of followed roamers to squares that are not taken up.
    fn followed_roamers(&mut self) {
        let skeleton = self.skeleton;
        for (place, roamer) in self.roamers(self.us).filter(|(_, roamer)| roamer.followed) {
            let targets = skeleton.may_attack(roamer.unit, roamer.region, self.attacks) & !skeleton.taken_up();
            for to in ascending(targets).map(single) {
                let played = Played { moved: Moved::Followed(to), left: roamer.region };
                let with = Some(Roamer { region: to, ..roamer });
                self.change(played, self.passed(), &Change { without: Some(place), emptied: to, with });
            }
        }
    }
}
