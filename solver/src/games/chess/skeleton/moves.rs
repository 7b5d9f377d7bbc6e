//! The moves of skeletons.

use cozy_chess::{Rank, get_king_moves, get_pawn_attacks};

use super::super::squares::forward;
use super::super::{BitBoard, Color, PROMOTIONS, Piece, Square};
use super::mate::Moved;
use super::structure::Roamer;
use super::{Seen, Skeleton, Skeletons};

/// What a pawn takes.
#[derive(Clone, Copy)]
enum Taken {
    Nothing,
    /// The pawn on a square.
    Pawn(Square),
    /// The roamer of that place among the structure's.
    Roamer(usize),
}

/// A move of a pawn.
#[derive(Clone, Copy)]
struct PawnMove {
    from: Square,
    to: Square,
    taken: Taken,
    /// The square that a double step passes over.
    over: Option<Square>,
}

impl Skeletons {
    /// Meets the skeletons to which moves lead.
    pub(super) fn follow(&mut self, from: Skeleton) -> Result<(), Seen> {
        let structure = self.structures.get(from.structure);
        if !structure.armed {
            return Ok(());
        }
        if structure.roams[from.turn as usize] {
            // That this move does not mate was seen when the skeleton was met.
            self.meet(Skeleton { turn: !from.turn, passed: None, ..from })?;
        }
        self.king_moves(from)?;
        self.roamers_take_pawns(from)?;
        self.pawn_moves(from)
    }

    fn king_moves(&mut self, from: Skeleton) -> Result<(), Seen> {
        let structure = self.structures.get(from.structure);
        let (us, them) = (from.turn as usize, !from.turn as usize);
        let left = from.kings[us];
        let barred = structure.pawns[us] | structure.held[us] | structure.guarded[them] | get_king_moves(from.kings[them]);
        let taken = structure.pawns[them];
        for to in get_king_moves(left) & !barred {
            let mut kings = from.kings;
            kings[us] = to;
            let moved = Moved::King { left };
            if taken.has(to) {
                self.structures.draft(from.structure, kings, &mut self.draft);
                self.draft.pawns[them] &= !to.bitboard();
                self.change(from, None, &moved)?;
            } else {
                self.lead(from, Skeleton { kings, turn: !from.turn, passed: None, ..from }, &moved)?;
            }
        }
        Ok(())
    }

    fn roamers_take_pawns(&mut self, from: Skeleton) -> Result<(), Seen> {
        let them = !from.turn as usize;
        for (place, roamer) in self.different_roamers(from, from.turn) {
            for to in roamer.steps() & self.structures.get(from.structure).pawns[them] {
                self.structures.draft(from.structure, from.kings, &mut self.draft);
                self.draft.pawns[them] &= !to.bitboard();
                // A pawn's square is in no region: nothing has to be taken out.
                self.draft.roamers[place] = Roamer { region: to.bitboard(), held: true, ..roamer };
                self.change(from, None, &Moved::Roamer)?;
            }
        }
        Ok(())
    }

    /// The roamers of a colour with their places, one of those that agree.
    fn different_roamers(&self, from: Skeleton, colour: Color) -> Vec<(usize, Roamer)> {
        let all = self.structures.roamers(from.structure);
        let places = (0..all.len()).filter(|&place| all[place].colour == colour && (place == 0 || all[place - 1] != all[place]));
        places.map(|place| (place, all[place])).collect()
    }

    fn pawn_moves(&mut self, from: Skeleton) -> Result<(), Seen> {
        let structure = self.structures.get(from.structure);
        let (us, them) = (from.turn, !from.turn);
        let blocked = structure.firm() | from.kings[0].bitboard() | from.kings[1].bitboard();
        let (own, enemies, prey) = (structure.pawns[us as usize], structure.pawns[them as usize], structure.regions[them as usize]);
        for pawn in own {
            let plain = PawnMove { from: pawn, to: pawn, taken: Taken::Nothing, over: None };
            let one = forward(pawn.bitboard(), us) & !blocked;
            let two = forward(one, us) & !blocked & Rank::Fourth.relative_to(us).bitboard();
            for to in one {
                self.pawn_move(from, PawnMove { to, ..plain })?;
            }
            for to in two {
                self.pawn_move(from, PawnMove { to, over: one.next_square(), ..plain })?;
            }
            let attacked = get_pawn_attacks(pawn, us);
            for to in attacked & enemies {
                self.pawn_move(from, PawnMove { to, taken: Taken::Pawn(to), ..plain })?;
            }
            for to in attacked & prey {
                for (place, _) in self.different_roamers(from, them).into_iter().filter(|(_, roamer)| roamer.region.has(to)) {
                    self.pawn_move(from, PawnMove { to, taken: Taken::Roamer(place), ..plain })?;
                }
            }
            for to in from.passed.into_iter().filter(|&passed| attacked.has(passed)) {
                let passer = Square::new(to.file(), pawn.rank());
                self.pawn_move(from, PawnMove { to, taken: Taken::Pawn(passer), ..plain })?;
            }
        }
        Ok(())
    }

    /// A move of a pawn, whatever it becomes.
    fn pawn_move(&mut self, from: Skeleton, played: PawnMove) -> Result<(), Seen> {
        if played.to.rank() == Rank::Eighth.relative_to(from.turn) {
            return PROMOTIONS.into_iter().try_for_each(|piece| self.pawn_move_to(from, played, piece));
        }
        self.pawn_move_to(from, played, Piece::Pawn)
    }

    fn pawn_move_to(&mut self, from: Skeleton, played: PawnMove, becomes: Piece) -> Result<(), Seen> {
        let (us, them) = (from.turn as usize, !from.turn as usize);
        self.structures.draft(from.structure, from.kings, &mut self.draft);
        let draft = &mut self.draft;
        let to = played.to.bitboard();
        let mut passer = None;
        match played.taken {
            Taken::Nothing => {}
            Taken::Pawn(square) => {
                draft.pawns[them] &= !square.bitboard();
                passer = Some(square).filter(|&square| square != played.to);
            }
            Taken::Roamer(place) => _ = draft.roamers.remove(place),
        }
        draft.clear(to | played.over.map_or(BitBoard::EMPTY, Square::bitboard));
        draft.pawns[us] &= !played.from.bitboard();
        if becomes == Piece::Pawn {
            draft.pawns[us] |= to;
        } else {
            draft.roamers.push(Roamer { colour: from.turn, piece: becomes, held: true, region: to });
        }
        // Section 4: the square passed over counts if a pawn stands beside the one that has passed it, that is, attacks the square.
        let passed = played.over.filter(|&over| !(get_pawn_attacks(over, from.turn) & draft.pawns[them]).is_empty());
        self.change(from, passed, &Moved::Pawn { left: played.from, to: played.to, now: becomes, passer })
    }

    /// Leads on to the draft, closed.
    fn change(&mut self, from: Skeleton, passed: Option<Square>, moved: &Moved) -> Result<(), Seen> {
        self.draft.close();
        let structure = self.structures.number(&mut self.draft, self.winner);
        self.lead(from, Skeleton { structure, kings: self.draft.kings, turn: !from.turn, passed }, moved)
    }

    /// Leads on to a skeleton, unless that may be mate.
    fn lead(&mut self, from: Skeleton, to: Skeleton, moved: &Moved) -> Result<(), Seen> {
        if from.turn == self.winner && self.may_mate(to, moved) {
            return Err(Seen::MayMate);
        }
        self.meet(to)
    }
}
