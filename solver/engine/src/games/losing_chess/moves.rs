//! Generates and counts legal moves, in move order.

use super::attacks::{self, Bitboard};
use super::piece::{Move, NOTHING, Role};
use super::position::Position;
use crate::games::Colour;

/// The first and last rank.
const ENDS: Bitboard = 0xff00_0000_0000_00ff;

/// Iterates over the squares of a set, ascending.
pub fn squares(mut set: Bitboard) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let square = (set != 0).then(|| set.trailing_zeros());
        set &= set.wrapping_sub(1);
        square
    })
}

/// The number of captures and the number of other moves of a side. If there are captures, only captures are legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mobility {
    /// Number of captures.
    pub captures: u32,
    /// Number of other moves. If there are captures, this number has no meaning.
    pub quiet: u32,
}

impl Mobility {
    /// Returns the number of legal moves.
    #[must_use]
    pub fn moves(self) -> u32 {
        if self.captures > 0 { self.captures } else { self.quiet }
    }
}

impl Position {
    /// Returns the targets of single steps and of double steps. The pawns must belong to the side to move.
    fn steps(&self, pawns: Bitboard, empty: Bitboard) -> [Bitboard; 2] {
        if self.side() == Colour::White {
            let one = pawns << 8 & empty;
            [one, (one & 0xff_0000) << 8 & empty]
        } else {
            let one = pawns >> 8 & empty;
            [one, (one & 0xff00_0000_0000) >> 8 & empty]
        }
    }

    /// Returns the squares on which pieces can capture, and the squares on which pawns can capture.
    fn targets(&self) -> [Bitboard; 2] {
        let enemies = self.units(self.side().other());
        [enemies, enemies | self.en_passant().map_or(0, |square| 1 << square)]
    }

    /// Counts the legal moves of the side to move.
    #[must_use]
    pub fn mobility(&self) -> Mobility {
        let (own, occupied) = (self.units(self.side()), self.occupied());
        let [enemies, for_pawns] = self.targets();
        let pawns = own & self.by_role(Role::Pawn);
        let of_pawns = |set: Bitboard| set.count_ones() + 4 * (set & ENDS).count_ones();
        let [left, right] = attacks::pawns(pawns, self.side() == Colour::White);
        let mut captures = of_pawns(left & for_pawns) + of_pawns(right & for_pawns);
        let mut quiet = 0;
        let mut count = |attacked: Bitboard| {
            captures += (attacked & enemies).count_ones();
            quiet += (attacked & !occupied).count_ones();
        };
        squares(own & self.by_role(Role::Knight)).for_each(|square| count(attacks::knight(square)));
        squares(own & self.by_role(Role::King)).for_each(|square| count(attacks::king(square)));
        squares(own & self.bishops_and_queens()).for_each(|square| count(attacks::bishop(square, occupied)));
        squares(own & self.rooks_and_queens()).for_each(|square| count(attacks::rook(square, occupied)));
        if captures == 0 {
            let [one, two] = self.steps(pawns, !occupied);
            quiet += of_pawns(one) + two.count_ones();
        }
        Mobility { captures, quiet }
    }

    /// Appends the legal moves of the side to move, in move order.
    pub fn legal_moves(&self, moves: &mut Vec<Move>) {
        let before = moves.len();
        let [enemies, for_pawns] = self.targets();
        self.add(enemies, for_pawns, false, moves);
        if moves.len() == before {
            self.add(!self.occupied(), 0, true, moves);
        }
    }

    /// Appends moves of pieces to `targets`, and captures by pawns on `for_pawns`. If `steps` is true, also appends the
    /// steps of pawns.
    fn add(&self, targets: Bitboard, for_pawns: Bitboard, steps: bool, moves: &mut Vec<Move>) {
        let (own, occupied) = (self.units(self.side()), self.occupied());
        let up = self.side() == Colour::White;
        let pawns = self.by_role(Role::Pawn);
        for from in squares(own) {
            let bit = 1 << from;
            let found = if pawns & bit != 0 {
                let [left, right] = attacks::pawns(bit, up);
                let stepped = if steps { self.steps(bit, !occupied) } else { [0; 2] };
                let found = (left | right) & for_pawns | stepped[0] | stepped[1];
                if found & ENDS != 0 {
                    for to in squares(found) {
                        moves.extend((0..5).map(|promotion| Move::new(from, to, promotion)));
                    }
                    continue;
                }
                found
            } else if self.by_role(Role::Knight) & bit != 0 {
                attacks::knight(from) & targets
            } else if self.by_role(Role::King) & bit != 0 {
                attacks::king(from) & targets
            } else {
                let mut found = 0;
                if self.bishops_and_queens() & bit != 0 {
                    found |= attacks::bishop(from, occupied);
                }
                if self.rooks_and_queens() & bit != 0 {
                    found |= attacks::rook(from, occupied);
                }
                found & targets
            };
            moves.extend(squares(found).map(|to| Move::new(from, to, NOTHING)));
        }
    }

    /// Returns whether a move is a capture or a pawn move, after which the position can never recur.
    #[must_use]
    pub fn is_irreversible(&self, played: Move) -> bool {
        (self.by_role(Role::Pawn) >> played.from() | self.occupied() >> played.to()) & 1 == 1
    }
}
