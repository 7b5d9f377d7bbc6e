//! Implements the skeleton argument, which proves that no mate is possible: section 5.3 of `spec/rules/chess.md`.
//! `spec/soundness/unwinnable.md` proves that the argument is sound.
//!
//! A skeleton (a partly known position) has the squares of kings, pawns and immobile pieces, the regions in which the
//! other pieces may be, and the side to move. `moves` generates the moves of a skeleton (a partly known position), and
//! `mate` tests whether a move could mate. This file defines skeletons (partly known positions), and explores all
//! skeletons that moves can reach.

mod mate;
mod moves;

use super::mobility::{spread, steps};
use crate::chess::attacks::Attacks;
use crate::chess::bitboard::{Bitboard, ascending, bishop_steps, knight_steps, rook_steps, square_bit, square_name};
use crate::chess::position::Position;
use crate::chess::role::Role;
use crate::core::cbor::as_u64;
use crate::core::game::Colour;
use crate::helpmate::game::Argument;
use crate::helpmate::rules::moves::{attackers, king};
use std::collections::HashSet;
use std::rc::Rc;

/// A queen, rook, bishop or knight that is not immobile.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Mobile {
    /// Squares on which the piece may stand, if it has not been captured.
    region: Bitboard,
    colour: Colour,
    role: Role,
}

/// Partial knowledge of a position, defined in section 5.3 of `spec/rules/chess.md`.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Skeleton {
    /// The side to move, the en passant square, the kings, the pawns and the immobile pieces.
    fixed: Position,
    /// Squares of the tracked pieces, whose moves are considered one by one.
    tracked: Bitboard,
    /// The pieces that are not immobile. The list is sorted in every stored skeleton (partly known position). Therefore
    /// two stored skeletons with the same pieces are equal.
    mobile: Vec<Mobile>,
}

impl Skeleton {
    fn mobile_of(&self, side: Colour) -> impl Iterator<Item = &Mobile> {
        self.mobile.iter().filter(move |piece| piece.colour == side)
    }

    /// Returns the pawns and immobile pieces of a side that certainly attack the square `at`.
    fn sure_attackers(&self, side: Colour, at: u32, attacks: &Attacks) -> Bitboard {
        let occupied = self.mobile.iter().fold(self.fixed.occupied(), |all, piece| all | piece.region);
        attackers(self.fixed, side, at, occupied, attacks) & !self.fixed.kings()
    }

    /// Returns whether the king of a side is certainly in check.
    fn surely_in_check(&self, side: Colour, attacks: &Attacks) -> bool {
        self.sure_attackers(side.other(), king(self.fixed, side), attacks) != 0
    }

    /// Returns whether a side has any piece or pawn besides its king.
    fn is_armed(&self, side: Colour) -> bool {
        self.fixed.units(side) & !self.fixed.kings() != 0 || self.mobile_of(side).next().is_some()
    }

    /// Performs region closure for these sides (section 5.3 of `spec/rules/chess.md`). First, each immobile piece that
    /// is not tracked and can move becomes mobile. This step is repeated until no piece becomes mobile, because a piece
    /// that becomes mobile may make way for others. Then each region grows over all squares that its piece can reach
    /// without passing a king, pawn or immobile piece.
    fn close_regions(&mut self, sides: &[Colour]) {
        let free = loop {
            let (fixed, free) = (self.fixed, !self.fixed.occupied());
            let can_move = fixed.bishops_and_queens() & bishop_steps(free)
                | fixed.rooks_and_queens() & rook_steps(free)
                | fixed.knights() & knight_steps(free);
            for side in sides {
                let loose = can_move & !self.tracked & fixed.units(*side);
                let pieces = ascending(loose).map(square_bit);
                self.mobile.extend(pieces.map(|region| Mobile { region, colour: *side, role: fixed.role(region) }));
                self.fixed.clear(loose);
            }
            if self.fixed == fixed {
                break free;
            }
            self.fixed.own(fixed.units(Colour::White), fixed.to_move());
        };
        for Mobile { region, role, .. } in self.mobile.iter_mut().filter(|piece| sides.contains(&piece.colour)) {
            *region = spread(*region, free, |from| steps(*role, from));
        }
    }

    /// Prepares a new skeleton (partly known position) for storage. Sorts the list of mobile pieces.
    fn settled(mut self, attacks: &Attacks) -> Self {
        // A side in check must answer the check first (section 5.3 of `spec/rules/chess.md`). The other side is never
        // certainly in check, and region closure never leads to a certain check.
        if !self.surely_in_check(self.fixed.to_move(), attacks) {
            self.close_regions(&Colour::ALL);
        }
        self.mobile.sort_unstable();
        self
    }
}

/// Work steps charged for each skeleton (partly known position), for each move of a skeleton, and for each piece at
/// each move.
const STEPS_PER_SKELETON: u64 = 80;
const STEPS_PER_MOVE: u64 = 25;
const STEPS_PER_PIECE: u64 = 4;

/// Explores all skeletons (partly known positions) that moves can reach, but at most `most`. For pieces on the squares
/// `tracked`, considers each move by itself. Subtracts the steps taken from the work budget `left`, and stops when the
/// budget is used up.
pub(super) fn argue(position: Position, winner: Colour, tracked: Bitboard, most: u32, attacks: &Attacks, left: &mut u64) -> Argument {
    if position.castling() != 0 {
        return Argument::Castling;
    }
    let pieces = position.occupied() & !position.kings() & !position.pawns();
    // Before region closure all pieces are immobile.
    let first = Skeleton { fixed: position, tracked: tracked & pieces, mobile: Vec::new() };
    let first = Rc::new(first.settled(attacks));
    let mut waiting = vec![Rc::clone(&first)];
    let mut met = HashSet::from([first]);
    loop {
        let Ok(found) = u32::try_from(met.len()) else { return Argument::TooMany };
        if found > most {
            return Argument::TooMany;
        }
        let Some(skeleton) = waiting.pop() else { return Argument::Holds(found) };
        *left = left.saturating_sub(STEPS_PER_SKELETON);
        let immobile = skeleton.fixed.occupied() & !skeleton.fixed.kings() & !skeleton.fixed.pawns();
        let pieces = as_u64(skeleton.mobile.len()).saturating_add(u64::from(immobile.count_ones()));
        let steps_per_move = pieces.saturating_mul(STEPS_PER_PIECE).saturating_add(STEPS_PER_MOVE);
        for (played, before) in moves::successors(&skeleton, attacks) {
            *left = left.saturating_sub(steps_per_move);
            if *left == 0 {
                return Argument::OutOfSteps;
            }
            if skeleton.fixed.to_move() == winner && mate::is_possible(&played, &before, winner, attacks, left) {
                let king = king(before.fixed, winner.other());
                return Argument::Fails(format!("for all that is known, a king may be mated on {}", square_name(king)));
            }
            if !before.is_armed(winner) {
                continue;
            }
            let mut after = before.settled(attacks);
            if !met.contains(&after) {
                after.mobile.shrink_to_fit();
                let after = Rc::new(after);
                met.insert(Rc::clone(&after));
                waiting.push(after);
            }
        }
    }
}
