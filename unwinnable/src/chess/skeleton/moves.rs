//! Generates the moves of skeletons (partly known positions) by the rules 1 to 7 of `moves` in section 5.3 of
//! `spec/rules/chess.md`.

use cozy_chess::{Rank, get_king_moves, get_pawn_attacks};

use super::super::bitboard::pawn_push;
use super::super::{BitBoard, PROMOTIONS, Role, Square};
use super::boards::{Piece, SkeletonBoard};
use super::mate::Moved;
use super::{Outcome, Skeleton, SkeletonArgument};

/// The pawn or piece that a pawn captures.
#[derive(Clone, Copy)]
enum Captured {
    Nothing,
    /// The pawn on this square.
    Pawn(Square),
    /// The piece with this index among the board's pieces.
    Piece(usize),
}

#[derive(Clone, Copy)]
struct PawnMove {
    from: Square,
    to: Square,
    captured: Captured,
    passed_over: Option<Square>,
}

impl SkeletonArgument {
    /// Adds the skeletons after each move of a skeleton (a partly known position).
    pub(super) fn meet_next(&mut self, from: Skeleton) -> Result<(), Outcome> {
        self.pieces_pass(from)?;
        self.king_moves(from)?;
        self.tracked_moves(from)?;
        self.piece_captures(from)?;
        self.pawn_moves(from)
    }

    /// Generates the move by rule 2 of `moves`, in which pieces move within their regions.
    fn pieces_pass(&mut self, from: Skeleton) -> Result<(), Outcome> {
        let board = self.boards.get(from.board);
        if board.closed {
            // The board does not change, and [`Self::meet`] has already tested whether this move mates.
            let pass = board.pieces_may_pass(from.turn);
            return if pass { self.meet(Skeleton { turn: !from.turn, en_passant: None, ..from }) } else { Ok(()) };
        }
        self.boards.draft(from.board, &mut self.draft);
        self.draft.close_regions_for(from.turn);
        if self.draft.pieces.iter().all(|piece| piece.colour != from.turn || piece.region.len() == 1) {
            return Ok(());
        }
        self.meet_draft(from, None, &Moved::Piece { to: None })
    }

    /// Generates the king's moves (rule 1 of `moves`).
    fn king_moves(&mut self, from: Skeleton) -> Result<(), Outcome> {
        let board = self.boards.get(from.board);
        let (us, them) = (from.turn as usize, !from.turn as usize);
        let king = board.kings[us];
        let barred = board.pawns[us] | board.immobile[us] | board.guarded[them] | get_king_moves(board.kings[them]);
        for to in get_king_moves(king) & !barred {
            self.boards.draft(from.board, &mut self.draft);
            self.draft.kings[us] = to;
            self.draft.pawns[them] &= !to.bitboard();
            // An immobile piece has only this square in its region, so clearing the square captures it.
            self.draft.clear(to.bitboard());
            self.meet_draft(from, None, &Moved::King { from: king })?;
        }
        Ok(())
    }

    /// Generates the moves by which a piece captures a pawn or an immobile piece (rule 3 of `moves`).
    fn piece_captures(&mut self, from: Skeleton) -> Result<(), Outcome> {
        let (us, them) = (from.turn, !from.turn as usize);
        let board = self.boards.get(from.board);
        let (targets, occupied) = (board.pawns[them] | board.immobile[them], board.occupied());
        let closed = board.closed;
        for place in 0..self.boards.pieces(from.board).len() {
            let Some(piece) = self.boards.distinct_piece(from.board, place, us) else { continue };
            // After region closure, every square that an untracked piece attacks is one step from the piece's region.
            let attacked = if closed && !piece.tracked { piece.steps() } else { piece.attacks(occupied) };
            for to in attacked & targets {
                self.piece_move(from, place, Piece { immobile: true, ..piece }, to)?;
            }
        }
        Ok(())
    }

    /// Generates the moves of tracked pieces to unoccupied squares (rule 7 of `moves`).
    fn tracked_moves(&mut self, from: Skeleton) -> Result<(), Outcome> {
        let us = from.turn;
        let occupied = self.boards.get(from.board).occupied();
        for place in 0..self.boards.pieces(from.board).len() {
            let Some(piece) = self.boards.distinct_piece(from.board, place, us).filter(|piece| piece.tracked) else { continue };
            for to in piece.attacks(occupied) & !occupied {
                self.piece_move(from, place, piece, to)?;
            }
        }
        Ok(())
    }

    /// Generates the move of a piece to a square, possibly a capture. `place` is the index of the piece among the
    /// board's pieces.
    fn piece_move(&mut self, from: Skeleton, place: usize, piece: Piece, to: Square) -> Result<(), Outcome> {
        self.boards.draft(from.board, &mut self.draft);
        self.draft.pawns[!from.turn as usize] &= !to.bitboard();
        self.draft.pieces.remove(place);
        self.draft.clear(to.bitboard());
        self.draft.pieces.push(Piece { region: to.bitboard(), ..piece });
        self.meet_draft(from, None, &Moved::to_square(&piece, to))
    }

    /// Returns the indices of the pieces that may be captured on a square. If several pieces are equal, only the first
    /// is listed.
    fn capturable_pieces(&self, from: Skeleton, square: Square) -> Vec<usize> {
        if !self.boards.get(from.board).regions[!from.turn as usize].has(square) {
            return Vec::new();
        }
        let is_there =
            |&place: &usize| self.boards.distinct_piece(from.board, place, !from.turn).is_some_and(|piece| piece.region.has(square));
        (0..self.boards.pieces(from.board).len()).filter(is_there).collect()
    }

    /// Generates the moves of pawns (rule 4 of `moves`) and the captures by pawns (rule 5), with promotions (rule 6).
    fn pawn_moves(&mut self, from: Skeleton) -> Result<(), Outcome> {
        let board = self.boards.get(from.board);
        let (us, them) = (from.turn, !from.turn);
        let occupied = board.occupied();
        let (own, enemies) = (board.pawns[us as usize], board.pawns[them as usize]);
        for pawn in own {
            let plain = PawnMove { from: pawn, to: pawn, captured: Captured::Nothing, passed_over: None };
            let one = pawn_push(pawn.bitboard(), us) & !occupied;
            let two = pawn_push(one, us) & !occupied & Rank::Fourth.relative_to(us).bitboard();
            for to in one {
                self.pawn_move(from, PawnMove { to, ..plain })?;
            }
            for to in two {
                self.pawn_move(from, PawnMove { to, passed_over: one.next_square(), ..plain })?;
            }
            let attacked = get_pawn_attacks(pawn, us);
            for to in attacked & enemies {
                self.pawn_move(from, PawnMove { to, captured: Captured::Pawn(to), ..plain })?;
            }
            for to in attacked {
                for place in self.capturable_pieces(from, to) {
                    self.pawn_move(from, PawnMove { to, captured: Captured::Piece(place), ..plain })?;
                }
            }
            for to in from.en_passant.into_iter().filter(|&square| attacked.has(square)) {
                let captured = Square::new(to.file(), pawn.rank());
                self.pawn_move(from, PawnMove { to, captured: Captured::Pawn(captured), ..plain })?;
            }
        }
        Ok(())
    }

    /// Adds the skeleton (partly known position) after a pawn move. If the pawn reaches the last rank, adds a skeleton
    /// (partly known position) for each promotion.
    fn pawn_move(&mut self, from: Skeleton, played: PawnMove) -> Result<(), Outcome> {
        if played.to.rank() == Rank::Eighth.relative_to(from.turn) {
            return PROMOTIONS.into_iter().try_for_each(|role| self.pawn_move_as(from, played, role));
        }
        self.pawn_move_as(from, played, Role::Pawn)
    }

    /// Adds the skeleton (partly known position) after a pawn move. After the move, the pawn has the role `role`.
    fn pawn_move_as(&mut self, from: Skeleton, played: PawnMove, role: Role) -> Result<(), Outcome> {
        let (us, them) = (from.turn as usize, !from.turn as usize);
        self.boards.draft(from.board, &mut self.draft);
        let draft = &mut self.draft;
        let to = played.to.bitboard();
        let mut captured_en_passant = None;
        match played.captured {
            Captured::Nothing => {}
            Captured::Pawn(square) => {
                draft.pawns[them] &= !square.bitboard();
                captured_en_passant = Some(square).filter(|&square| square != played.to);
            }
            Captured::Piece(place) => _ = draft.pieces.remove(place),
        }
        draft.clear(to | played.passed_over.map_or(BitBoard::EMPTY, Square::bitboard));
        draft.pawns[us] &= !played.from.bitboard();
        if role == Role::Pawn {
            draft.pawns[us] |= to;
        } else {
            draft.pieces.push(Piece { colour: from.turn, role, immobile: true, tracked: false, region: to });
        }
        // As section 4 of the specification says, the en passant square is set only if an opposing pawn attacks it.
        let en_passant = played.passed_over.filter(|&over| !(get_pawn_attacks(over, from.turn) & draft.pawns[them]).is_empty());
        self.meet_draft(from, en_passant, &Moved::Unit { from: played.from, to: played.to, role, captured_en_passant })
    }

    /// Adds the skeleton with the board `self.draft`, unless the move was certainly illegal. Returns an error if the
    /// move may mate.
    fn meet_draft(&mut self, from: Skeleton, en_passant: Option<Square>, moved: &Moved) -> Result<(), Outcome> {
        if self.draft.is_surely_in_check(from.turn) {
            return Ok(());
        }
        if !self.draft.is_armed(self.intended_winner) {
            self.disarmed = true;
            return Ok(());
        }
        // A check must be answered before pieces can move within regions.
        let closed = !self.draft.is_surely_in_check(!from.turn);
        let by_intended_winner = from.turn == self.intended_winner;
        if closed {
            if by_intended_winner {
                self.before_closure.clone_from(&self.draft);
            }
            self.draft.close_regions();
        }
        let board = self.boards.index(&mut self.draft, self.intended_winner, closed);
        // Region closure may make a mate possible, but never excludes a mate. So for most moves it suffices to test the
        // closed board, which is stored in any case.
        let before_closure = || SkeletonBoard::new(&self.before_closure, self.intended_winner, false, 0..0);
        if by_intended_winner
            && self.boards.get(board).may_mate(self.boards.pieces(board), self.intended_winner, moved)
            && (!closed || before_closure().may_mate(&self.before_closure.pieces, self.intended_winner, moved))
        {
            return Err(Outcome::MayMate);
        }
        self.meet(Skeleton { board, turn: !from.turn, en_passant })
    }
}
