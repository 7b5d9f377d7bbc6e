//! The moves of skeletons.

use cozy_chess::{Rank, get_king_moves, get_pawn_attacks};

use super::super::squares::forward;
use super::super::{BitBoard, PROMOTIONS, Piece, Square};
use super::boards::{Known, Roamer};
use super::mate::Moved;
use super::{Seen, Skeleton, Skeletons};

/// What a pawn takes.
#[derive(Clone, Copy)]
enum Taken {
    Nothing,
    /// The pawn on a square.
    Pawn(Square),
    /// The roamer of that place among the board's.
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
        self.roamers_pass(from)?;
        self.king_moves(from)?;
        self.followed_moves(from)?;
        self.roamers_take(from)?;
        self.pawn_moves(from)
    }

    /// Roamers move without taking anything that is known to be there.
    fn roamers_pass(&mut self, from: Skeleton) -> Result<(), Seen> {
        let board = self.boards.get(from.board);
        if board.closed {
            // That this move does not mate was seen when the skeleton was met.
            let moves = board.roamers_pass(from.turn);
            return if moves { self.meet(Skeleton { turn: !from.turn, passed: None, ..from }) } else { Ok(()) };
        }
        self.boards.draft(from.board, &mut self.draft);
        self.draft.close_for(from.turn);
        if self.draft.roamers.iter().all(|roamer| roamer.colour != from.turn || roamer.region.len() == 1) {
            return Ok(());
        }
        self.lead(from, None, &Moved::Roamer { to: None })
    }

    fn king_moves(&mut self, from: Skeleton) -> Result<(), Seen> {
        let board = self.boards.get(from.board);
        let (us, them) = (from.turn as usize, !from.turn as usize);
        let left = board.kings[us];
        let barred = board.pawns[us] | board.held[us] | board.guarded[them] | get_king_moves(board.kings[them]);
        for to in get_king_moves(left) & !barred {
            self.boards.draft(from.board, &mut self.draft);
            self.draft.kings[us] = to;
            self.draft.pawns[them] &= !to.bitboard();
            // A held roamer that is taken has no other square.
            self.draft.clear(to.bitboard());
            self.lead(from, None, &Moved::King { left })?;
        }
        Ok(())
    }

    fn roamers_take(&mut self, from: Skeleton) -> Result<(), Seen> {
        let (us, them) = (from.turn, !from.turn as usize);
        let board = self.boards.get(from.board);
        let (prey, blocked) = (board.pawns[them] | board.held[them], board.taken_up());
        let closed = board.closed;
        for place in 0..self.boards.roamers(from.board).len() {
            let Some(roamer) = self.boards.different(from.board, place, us) else { continue };
            let attacked = if closed && !roamer.followed { roamer.steps() } else { roamer.attacks(blocked) };
            for to in attacked & prey {
                self.boards.draft(from.board, &mut self.draft);
                self.draft.pawns[them] &= !to.bitboard();
                self.draft.roamers.remove(place);
                self.draft.clear(to.bitboard());
                self.draft.roamers.push(Roamer { region: to.bitboard(), held: true, ..roamer });
                self.lead(from, None, &Moved::to_square(&roamer, to))?;
            }
        }
        Ok(())
    }

    /// Roamers that are followed go to a square that is not taken up.
    fn followed_moves(&mut self, from: Skeleton) -> Result<(), Seen> {
        let us = from.turn;
        let blocked = self.boards.get(from.board).taken_up();
        for place in 0..self.boards.roamers(from.board).len() {
            let Some(roamer) = self.boards.different(from.board, place, us).filter(|roamer| roamer.followed) else { continue };
            for to in roamer.attacks(blocked) & !blocked {
                self.boards.draft(from.board, &mut self.draft);
                self.draft.roamers.remove(place);
                self.draft.clear(to.bitboard());
                self.draft.roamers.push(Roamer { region: to.bitboard(), ..roamer });
                self.lead(from, None, &Moved::to_square(&roamer, to))?;
            }
        }
        Ok(())
    }

    /// The places of roamers that may be taken on a square, one of each that agree.
    fn prey(&self, from: Skeleton, square: Square) -> Vec<usize> {
        if !self.boards.get(from.board).regions[!from.turn as usize].has(square) {
            return Vec::new();
        }
        let is_there =
            |&place: &usize| self.boards.different(from.board, place, !from.turn).is_some_and(|roamer| roamer.region.has(square));
        (0..self.boards.roamers(from.board).len()).filter(is_there).collect()
    }

    fn pawn_moves(&mut self, from: Skeleton) -> Result<(), Seen> {
        let board = self.boards.get(from.board);
        let (us, them) = (from.turn, !from.turn);
        let blocked = board.taken_up();
        let (own, enemies) = (board.pawns[us as usize], board.pawns[them as usize]);
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
            for to in attacked {
                for place in self.prey(from, to) {
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
        self.boards.draft(from.board, &mut self.draft);
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
            draft.roamers.push(Roamer { colour: from.turn, piece: becomes, held: true, followed: false, region: to });
        }
        // Section 4: the square passed over counts if a pawn stands beside the one that has passed it, that is, attacks the square.
        let passed = played.over.filter(|&over| !(get_pawn_attacks(over, from.turn) & draft.pawns[them]).is_empty());
        self.lead(from, passed, &Moved::Unit { left: played.from, to: played.to, now: becomes, passer })
    }

    /// Leads on to the draft, unless that may be mate, or is against the rules for certain. It is closed only if it is not check for certain: that must be answered first.
    fn lead(&mut self, from: Skeleton, passed: Option<Square>, moved: &Moved) -> Result<(), Seen> {
        if !self.draft.is_armed(self.winner) || self.draft.is_in_check(from.turn) {
            return Ok(());
        }
        let closed = !self.draft.is_in_check(!from.turn);
        let may_mate = from.turn == self.winner;
        if closed {
            if may_mate {
                self.before.clone_from(&self.draft);
            }
            self.draft.close();
        }
        let board = self.boards.number(&mut self.draft, self.winner, closed);
        // Closing only adds to what may mate: so most moves are seen not to without another look.
        if may_mate
            && self.boards.get(board).may_mate(self.boards.roamers(board), self.winner, moved)
            && (!closed || Known::of(&self.before, self.winner, false, 0..0).may_mate(&self.before.roamers, self.winner, moved))
        {
            return Err(Seen::MayMate);
        }
        self.meet(Skeleton { board, turn: !from.turn, passed })
    }
}
