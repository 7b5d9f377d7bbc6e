//! The moves of a skeleton: section 5.3 of the page.

use super::{Piece, Skeleton};
use crate::chess::attacks::Attacks;
use crate::chess::bitboard::{
    Bitboard, RANK_1, RANK_2, RANK_7, RANK_8, ascending, beside, king_steps, pawn_attacks, pawn_push, square_bit,
};
use crate::chess::role::Role;
use crate::core::game::Colour;

/// What a pawn becomes.
const PROMOTIONS: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

/// What has moved, and where it is now, if that is known.
#[derive(Clone, Copy)]
pub(super) enum Moved {
    King,
    /// Some piece that is not tracked: move 2.
    Untracked,
    /// A piece that is not tracked has taken what is occupied: from which square is not known.
    Capturer(Bitboard),
    /// A pawn, which may have become something, or a tracked piece.
    Tracked(Bitboard),
}

/// A move, as far as it matters for a check.
pub(super) struct Played {
    pub(super) moved: Moved,
    /// The squares that have been left: that of a king, pawn or tracked piece that has moved, and that of a pawn taken en passant.
    pub(super) left: Bitboard,
}

/// The moves, with the skeletons to which they lead, before region closure.
pub(super) fn of(skeleton: &Skeleton, attacks: &Attacks) -> Vec<(Played, Skeleton)> {
    let mut moves = Moves { skeleton, us: skeleton.to_move, them: skeleton.to_move.other(), attacks, all: Vec::new() };
    moves.king();
    moves.pieces_pass();
    moves.pieces_capture();
    for pawn in ascending(skeleton.pawns.of(moves.us)).map(square_bit) {
        moves.pawn_steps(pawn);
        moves.pawn_takes(pawn);
    }
    moves.tracked_pieces();
    moves.all
}

struct Moves<'s> {
    skeleton: &'s Skeleton,
    us: Colour,
    them: Colour,
    attacks: &'s Attacks,
    all: Vec<(Played, Skeleton)>,
}

/// What a change does to the pieces.
struct Change {
    /// The place of the piece that moves, or that a pawn takes.
    without: Option<usize>,
    /// The squares that are no longer in any other region. An immobile piece on one of them has been captured.
    emptied: Bitboard,
    /// What the piece that moves is now, or what a pawn has become.
    with: Option<Piece>,
}

impl<'s> Moves<'s> {
    /// The skeleton with nothing changed but the turn.
    fn passed(&self) -> Skeleton {
        Skeleton { to_move: self.them, passed: 0, ..self.skeleton.clone() }
    }

    /// The pieces of a side with their places; one of those that agree, which follow each other.
    fn pieces(&self, colour: Colour) -> impl Iterator<Item = (usize, Piece)> + use<'s> {
        let mut last = None;
        let all = self.skeleton.pieces.iter().copied().enumerate().filter(move |(_, piece)| piece.colour == colour);
        all.filter(move |(_, piece)| last.replace(*piece) != Some(*piece))
    }

    /// Adds a move, unless it leaves the king surely in check.
    fn add(&mut self, played: Played, after: Skeleton) {
        if !after.surely_in_check(self.us, self.attacks) {
            self.all.push((played, after));
        }
    }

    /// Adds a change. Of the skeleton all but the pieces is right.
    fn change(&mut self, played: Played, mut after: Skeleton, change: &Change) {
        let others = self.skeleton.pieces.iter().enumerate().filter(|(place, _)| change.without != Some(*place));
        let others = others.map(|(_, piece)| Piece { region: piece.region & !change.emptied, ..*piece });
        after.pieces = others.filter(|piece| piece.region != 0).chain(change.with).collect();
        self.add(played, after);
    }

    /// Moves 1: the king's.
    fn king(&mut self) {
        let Skeleton { kings, pawns, .. } = *self.skeleton;
        let from = kings.of(self.us);
        let forbidden = pawns.of(self.us) | self.skeleton.immobile(self.us) | king_steps(kings.of(self.them));
        for to in ascending(king_steps(from) & !forbidden).map(square_bit) {
            let mut after = self.passed();
            after.kings.set(self.us, to);
            after.pawns.set(self.them, pawns.of(self.them) & !to);
            let played = Played { moved: Moved::King, left: from };
            self.change(played, after, &Change { without: None, emptied: to, with: None });
        }
    }

    /// Moves 2: pieces pass.
    fn pieces_pass(&mut self) {
        let mut after = self.passed();
        after.close_regions(&[self.us]);
        if after.of_side(self.us).any(|piece| piece.region.count_ones() > 1) {
            self.add(Played { moved: Moved::Untracked, left: 0 }, after);
        }
    }

    /// Moves 3: captures of pawns and immobile pieces by pieces.
    fn pieces_capture(&mut self) {
        let (skeleton, pawns) = (self.skeleton, self.skeleton.pawns.of(self.them));
        let targets = pawns | skeleton.immobile(self.them);
        for (place, piece) in self.pieces(self.us) {
            for to in ascending(skeleton.may_attack(piece.role, piece.region, self.attacks) & targets).map(square_bit) {
                let mut after = self.passed();
                after.pawns.set(self.them, pawns & !to);
                let with = Some(Piece { region: to, immobile: true, ..piece });
                let played = match piece.tracked {
                    true => Played { moved: Moved::Tracked(to), left: piece.region },
                    false => Played { moved: Moved::Capturer(to), left: 0 },
                };
                self.change(played, after, &Change { without: Some(place), emptied: to, with });
            }
        }
    }

    /// Moves 4: a pawn's steps forward.
    fn pawn_steps(&mut self, from: Bitboard) {
        let free = !self.skeleton.occupied();
        let one = pawn_push(self.us, from) & free;
        self.pawn(from, one, one, 0, None);
        let second_rank = match self.us {
            Colour::White => RANK_2,
            Colour::Black => RANK_7,
        };
        let two = if from & second_rank == 0 { 0 } else { pawn_push(self.us, one) & free };
        self.pawn(from, two, one | two, 0, None);
    }

    /// Moves 5: a pawn's captures.
    fn pawn_takes(&mut self, from: Bitboard) {
        let Skeleton { pawns, passed, .. } = *self.skeleton;
        for to in ascending(pawn_attacks(self.us, from)).map(square_bit) {
            if pawns.of(self.them) & to != 0 {
                self.pawn(from, to, to, to, None);
            }
            if passed == to {
                self.pawn(from, to, to, pawn_push(self.them, to), None);
            }
            for (place, _) in self.pieces(self.them).filter(|(_, piece)| piece.region & to != 0) {
                self.pawn(from, to, to, 0, Some(place));
            }
        }
    }

    /// A move of a pawn, if there is a square for it to go to. `emptied` are the squares where no other unit is now; a pawn on `taken` or a piece is captured.
    /// With moves 6.
    fn pawn(&mut self, from: Bitboard, to: Bitboard, emptied: Bitboard, taken: Bitboard, piece: Option<usize>) {
        if to == 0 {
            return;
        }
        let mut after = self.passed();
        after.pawns.set(self.us, after.pawns.of(self.us) & !from);
        after.pawns.set(self.them, after.pawns.of(self.them) & !taken);
        // What is left by a capture of another kind stands where the pawn is now.
        let played = || Played { moved: Moved::Tracked(to), left: from | taken & !to };
        let change = |with| Change { without: piece, emptied, with };
        if to & (RANK_1 | RANK_8) != 0 {
            for role in PROMOTIONS {
                let with = Some(Piece { region: to, colour: self.us, role, immobile: true, tracked: false });
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

    /// Moves 7: those of tracked pieces to squares that are not occupied.
    fn tracked_pieces(&mut self) {
        let skeleton = self.skeleton;
        for (place, piece) in self.pieces(self.us).filter(|(_, piece)| piece.tracked) {
            let targets = skeleton.may_attack(piece.role, piece.region, self.attacks) & !skeleton.occupied();
            for to in ascending(targets).map(square_bit) {
                let played = Played { moved: Moved::Tracked(to), left: piece.region };
                let with = Some(Piece { region: to, ..piece });
                self.change(played, self.passed(), &Change { without: Some(place), emptied: to, with });
            }
        }
    }
}
