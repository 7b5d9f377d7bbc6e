//! The skeleton argument: section 5.3 of `spec/rules/chess.md`. Why no position is forgotten is said in `spec/soundness/unwinnable.md`.
//!
//! Kings, pawns, the turn and chosen pieces are followed; of the other units, the roamers that are not followed, only the regions are known in which they may
//! be. The rooms: `attacks` says what is attacked, `regions` how far roamers get while nothing else moves, `moves` what follows a skeleton, `mate` whether
//! a move may have mated; here the skeletons are met.

mod attacks;
mod mate;
mod moves;
mod regions;

use crate::chess::bitboard::{Attacks, Bitboard, ascending, single, square_name};
use crate::chess::position::Position;
use crate::chess::role::Role;
use crate::core::game::Colour;
use crate::helpmate::game::Argument;
use std::collections::BTreeSet;
use std::rc::Rc;

/// Sets of squares of both sides.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Both {
    white: Bitboard,
    black: Bitboard,
}

impl Both {
    fn of(self, colour: Colour) -> Bitboard {
        match colour {
            Colour::White => self.white,
            Colour::Black => self.black,
        }
    }

    fn set(&mut self, colour: Colour, squares: Bitboard) {
        match colour {
            Colour::White => self.white = squares,
            Colour::Black => self.black = squares,
        }
    }

    fn all(self) -> Bitboard {
        self.white | self.black
    }

    fn of_position(position: Position, sort: Bitboard) -> Self {
        Self { white: sort & position.units(Colour::White), black: sort & position.units(Colour::Black) }
    }
}

/// A queen, rook, bishop or knight.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Roamer {
    /// Where it may be, if it has not been captured.
    region: Bitboard,
    colour: Colour,
    unit: Role,
    /// It has not been captured, and its region is one square.
    held: bool,
    /// Its moves are followed one by one; it is held.
    followed: bool,
}

/// What is known of a position: section 5.3. The roamers of those that are met are in order, so that skeletons that are the same are equal.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Skeleton {
    to_move: Colour,
    kings: Both,
    /// The en passant square, or none.
    passed: Bitboard,
    pawns: Both,
    roamers: Box<[Roamer]>,
}

impl Skeleton {
    /// The skeleton of a position without rights to castle, before closing: all roamers held, those on some squares followed.
    fn of(position: Position, followed: Bitboard) -> Self {
        let sorts = position.occupied() & !position.kings() & !position.pawns();
        let roamers = ascending(sorts).map(single).map(|region| {
            let colour = if position.units(Colour::White) & region == 0 { Colour::Black } else { Colour::White };
            Roamer { region, colour, unit: position.unit(region), held: true, followed: region & followed != 0 }
        });
        let (kings, pawns) = (Both::of_position(position, position.kings()), Both::of_position(position, position.pawns()));
        Self { to_move: position.to_move(), kings, passed: position.en_passant(), pawns, roamers: roamers.collect() }
    }

    fn of_side(&self, colour: Colour) -> impl Iterator<Item = &Roamer> {
        self.roamers.iter().filter(move |roamer| roamer.colour == colour)
    }

    /// The squares of the held roamers of a side.
    fn held(&self, colour: Colour) -> Bitboard {
        self.of_side(colour).filter(|roamer| roamer.held).fold(0, |all, roamer| all | roamer.region)
    }

    /// The squares of pawns, kings and held roamers.
    fn taken_up(&self) -> Bitboard {
        Colour::ALL.iter().fold(self.kings.all() | self.pawns.all(), |all, side| all | self.held(*side))
    }

    /// Whether a side has anything but the king.
    fn is_armed(&self, colour: Colour) -> bool {
        self.pawns.of(colour) != 0 || self.of_side(colour).next().is_some()
    }

    /// What a skeleton before closing becomes: it is closed, unless the side to move has a check to answer first.
    ///
    /// After a move 2 there is none, as the page says: the king of the side that is not to move is never surely in check, and closing makes attacks less sure.
    fn settled(mut self, attacks: &Attacks) -> Rc<Self> {
        if !self.surely_in_check(self.to_move, attacks) {
            self.close(&Colour::ALL);
        }
        self.roamers.sort_unstable();
        Rc::new(self)
    }
}

/// Meets all skeletons, at most so many. Roamers on the squares `followed` are followed.
pub(super) fn argue(position: Position, winner: Colour, followed: Bitboard, most: u32, attacks: &Attacks) -> Argument {
    if position.castling() != 0 {
        return Argument::Castling;
    }
    let first = Skeleton::of(position, followed).settled(attacks);
    let mut waiting = vec![Rc::clone(&first)];
    let mut met = BTreeSet::from([first]);
    loop {
        let Ok(found) = u32::try_from(met.len()) else { return Argument::TooMany };
        if found > most {
            return Argument::TooMany;
        }
        let Some(skeleton) = waiting.pop() else { return Argument::Holds(found) };
        for (played, before) in moves::of(&skeleton, attacks) {
            if skeleton.to_move == winner && mate::is_possible(&played, &before, winner, attacks) {
                let king = before.kings.of(winner.other()).trailing_zeros();
                return Argument::Fails(format!("for all that is known, a king may be mated on {}", square_name(king)));
            }
            if !before.is_armed(winner) {
                continue;
            }
            let after = before.settled(attacks);
            if !met.contains(&after) {
                met.insert(Rc::clone(&after));
                waiting.push(after);
            }
        }
    }
}
