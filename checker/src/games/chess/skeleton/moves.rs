//! The moves of a skeleton: section 5.3 of the page.

use super::{Roamer, Skeleton, regions};
use crate::chess::lines::{Lines, RANK_1, RANK_2, RANK_7, RANK_8, Squares, ahead, ascending, beside, diagonally_ahead, king_steps, single};
use crate::chess::unit::Unit;
use crate::game::Colour;
use crate::games::chess::mobility::steps;

/// What a pawn becomes.
const PROMOTIONS: [Unit; 4] = [Unit::Queen, Unit::Rook, Unit::Bishop, Unit::Knight];

/// What has moved.
pub(super) enum Moved {
    King,
    Roamer,
    /// A pawn, to that square, where it has become something if it has got to the last rank.
    Pawn(Squares, Option<Unit>),
}

/// A move, as far as it matters for a check.
pub(super) struct Played {
    pub(super) moved: Moved,
    /// The squares that have been left: that of a king or pawn that has moved, and that of a pawn taken en passant.
    pub(super) left: Squares,
}

/// The moves, with the skeletons to which they lead.
pub(super) fn of(skeleton: &Skeleton, lines: &Lines) -> Vec<(Played, Skeleton)> {
    let mut moves = Moves { skeleton, us: skeleton.to_move, them: skeleton.to_move.other(), all: Vec::new() };
    moves.king(lines);
    moves.roamers();
    for pawn in ascending(skeleton.pawns.of(moves.us)).map(single) {
        moves.pawn_steps(pawn);
        moves.pawn_takes(pawn);
    }
    moves.all
}

struct Moves<'s> {
    skeleton: &'s Skeleton,
    us: Colour,
    them: Colour,
    all: Vec<(Played, Skeleton)>,
}

/// What a change does to the roamers.
struct Change {
    /// The place of a roamer that is not there any more, or will be there as another.
    without: Option<usize>,
    /// The squares that are no longer in any region. A held roamer on one of them has been captured.
    emptied: Squares,
    /// A roamer that is there now.
    with: Option<Roamer>,
}

impl Moves<'_> {
    /// The skeleton with nothing changed but the turn.
    fn passed(&self) -> Skeleton {
        Skeleton { to_move: self.them, passed: 0, ..self.skeleton.clone() }
    }

    /// Adds a change. Of the skeleton all but the roamers is right.
    fn change(&mut self, played: Played, mut after: Skeleton, change: &Change) {
        let others = after.roamers.iter().enumerate().filter(|(place, _)| change.without != Some(*place));
        let others = others.map(|(_, roamer)| Roamer { region: roamer.region & !change.emptied, ..*roamer });
        let roamers = others.filter(|roamer| roamer.region != 0).chain(change.with).collect();
        after.roamers = regions::closed(after.kings, after.pawns, roamers);
        self.all.push((played, after));
    }

    /// Moves 1: the king's.
    fn king(&mut self, lines: &Lines) {
        let Skeleton { kings, pawns, .. } = *self.skeleton;
        let (from, other) = (kings.of(self.us), kings.of(self.them));
        let (held, _) = regions::held_and_guarded(self.skeleton, self.us);
        let (_, guarded) = regions::held_and_guarded(self.skeleton, self.them);
        let forbidden = pawns.of(self.us) | held | guarded | king_steps(other);
        for to in ascending(lines.king(from.trailing_zeros()) & !forbidden).map(single) {
            let mut after = self.passed();
            after.kings.set(self.us, to);
            let played = Played { moved: Moved::King, left: from };
            after.pawns.set(self.them, pawns.of(self.them) & !to);
            self.change(played, after, &Change { without: None, emptied: to, with: None });
        }
    }

    /// Moves 2 and 3: those of roamers, and captures of pawns and held roamers by them.
    fn roamers(&mut self) {
        let played = || Played { moved: Moved::Roamer, left: 0 };
        if self.skeleton.of_side(self.us).any(|roamer| roamer.region.count_ones() > 1) {
            self.all.push((played(), self.passed()));
        }
        let (skeleton, us) = (self.skeleton, self.us);
        let pawns = skeleton.pawns.of(self.them);
        let (held, _) = regions::held_and_guarded(skeleton, self.them);
        for (place, roamer) in skeleton.roamers.iter().enumerate().filter(|(_, roamer)| roamer.colour == us) {
            for to in ascending(steps(roamer.unit, roamer.region) & (pawns | held)).map(single) {
                let mut after = self.passed();
                after.pawns.set(self.them, pawns & !to);
                let with = Some(Roamer { region: to, held: true, ..*roamer });
                self.change(played(), after, &Change { without: Some(place), emptied: to, with });
            }
        }
    }

    /// Moves 4: a pawn's steps forward.
    fn pawn_steps(&mut self, from: Squares) {
        let Skeleton { kings, pawns, .. } = *self.skeleton;
        let (ours, _) = regions::held_and_guarded(self.skeleton, self.us);
        let (theirs, _) = regions::held_and_guarded(self.skeleton, self.them);
        let free = !(kings.all() | pawns.all() | ours | theirs);
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
    fn pawn_takes(&mut self, from: Squares) {
        let skeleton = self.skeleton;
        let Skeleton { pawns, passed, .. } = *skeleton;
        for to in ascending(diagonally_ahead(self.us, from)).map(single) {
            if pawns.of(self.them) & to != 0 {
                self.pawn(from, to, to, to, None);
            }
            if passed == to {
                self.pawn(from, to, to, ahead(self.them, to), None);
            }
            for (place, roamer) in skeleton.roamers.iter().enumerate() {
                if roamer.colour == self.them && roamer.region & to != 0 {
                    self.pawn(from, to, to, 0, Some(place));
                }
            }
        }
    }

    /// A move of a pawn, if there is a square for it to go to. `emptied` are the squares where no other unit is now; a pawn on `taken` or a roamer is captured.
    fn pawn(&mut self, from: Squares, to: Squares, emptied: Squares, taken: Squares, roamer: Option<usize>) {
        if to == 0 {
            return;
        }
        let mut after = self.passed();
        after.pawns.set(self.us, after.pawns.of(self.us) & !from);
        after.pawns.set(self.them, after.pawns.of(self.them) & !taken);
        // What is left by a capture of another kind stands where the pawn is now.
        let played = |becomes| Played { moved: Moved::Pawn(to, becomes), left: from | taken & !to };
        let change = |with| Change { without: roamer, emptied, with };
        if to & (RANK_1 | RANK_8) != 0 {
            for unit in PROMOTIONS {
                let with = Some(Roamer { region: to, colour: self.us, unit, held: true });
                self.change(played(Some(unit)), after.clone(), &change(with));
            }
            return;
        }
        after.pawns.set(self.us, after.pawns.of(self.us) | to);
        if emptied != to && beside(to) & after.pawns.of(self.them) != 0 {
            after.passed = emptied & !to;
        }
        self.change(played(None), after, &change(None));
    }
}
