//! The skeleton argument: section 5.3 of `spec/rules/chess.md`. Why no position is forgotten is said in `spec/soundness/unwinnable.md`.
//!
//! Kings, pawns and the turn are followed; of the other units, the roamers, only the regions are known in which they may be. The rooms: `regions` says how
//! far roamers get while no pawn moves, `moves` what follows a skeleton, `mate` whether a move may have mated; here the skeletons are met.

mod mate;
mod moves;
mod regions;

use super::position::Position;
use crate::chess::lines::{Lines, Squares, ascending, single, square_name};
use crate::chess::unit::Unit;
use crate::game::{Argument, Colour};
use std::collections::BTreeSet;
use std::rc::Rc;

/// Sets of squares of both sides.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Both {
    white: Squares,
    black: Squares,
}

impl Both {
    fn of(self, colour: Colour) -> Squares {
        match colour {
            Colour::White => self.white,
            Colour::Black => self.black,
        }
    }

    fn set(&mut self, colour: Colour, squares: Squares) {
        match colour {
            Colour::White => self.white = squares,
            Colour::Black => self.black = squares,
        }
    }

    fn all(self) -> Squares {
        self.white | self.black
    }

    fn of_position(position: Position, sort: Squares) -> Self {
        Self { white: sort & position.units(Colour::White), black: sort & position.units(Colour::Black) }
    }
}

/// A queen, rook, bishop or knight.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Roamer {
    /// Where it may be, if it has not been captured.
    region: Squares,
    colour: Colour,
    unit: Unit,
    /// It has not been captured, and its region is one square.
    held: bool,
}

/// What is known of a position: section 5.3. Skeletons are kept closed, their roamers in order, so that those that are the same are equal.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Skeleton {
    to_move: Colour,
    kings: Both,
    /// The en passant square, or none.
    passed: Squares,
    pawns: Both,
    /// Shared by skeletons that differ in kings and turn alone.
    roamers: Rc<[Roamer]>,
}

impl Skeleton {
    /// The skeleton of a position without rights to castle: all roamers held, then closed.
    fn of(position: Position) -> Self {
        let sorts = position.occupied() & !position.kings() & !position.pawns();
        let roamers = ascending(sorts).map(single).map(|region| {
            let colour = if position.units(Colour::White) & region == 0 { Colour::Black } else { Colour::White };
            Roamer { region, colour, unit: position.unit(region), held: true }
        });
        let (kings, pawns) = (Both::of_position(position, position.kings()), Both::of_position(position, position.pawns()));
        let roamers = regions::closed(kings, pawns, roamers.collect());
        Self { to_move: position.to_move(), kings, passed: position.en_passant(), pawns, roamers }
    }

    fn of_side(&self, colour: Colour) -> impl Iterator<Item = &Roamer> {
        self.roamers.iter().filter(move |roamer| roamer.colour == colour)
    }

    /// Whether a side has anything but the king.
    fn is_armed(&self, colour: Colour) -> bool {
        self.pawns.of(colour) != 0 || self.of_side(colour).next().is_some()
    }
}

/// Meets all skeletons, at most so many.
pub(super) fn argue(position: Position, winner: Colour, most: u32, lines: &Lines) -> Argument {
    if position.castling() != 0 {
        return Argument::Castling;
    }
    let first = Skeleton::of(position);
    let mut waiting = vec![first.clone()];
    let mut met = BTreeSet::from([first]);
    loop {
        let Ok(found) = u32::try_from(met.len()) else { return Argument::TooMany };
        if found > most {
            return Argument::TooMany;
        }
        let Some(skeleton) = waiting.pop() else { return Argument::Holds(found) };
        if !skeleton.is_armed(winner) {
            continue;
        }
        for (played, after) in moves::of(&skeleton, lines) {
            if skeleton.to_move == winner && mate::is_possible(&played, &after, winner, lines) {
                let king = after.kings.of(winner.other()).trailing_zeros();
                return Argument::Fails(format!("for all that is known, a king may be mated on {}", square_name(king)));
            }
            if !met.contains(&after) {
                met.insert(after.clone());
                waiting.push(after);
            }
        }
    }
}
