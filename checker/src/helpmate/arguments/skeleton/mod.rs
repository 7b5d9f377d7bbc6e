//! The skeleton argument: section 5.3 of `spec/rules/chess.md`. Why no position is forgotten is said in `spec/soundness/unwinnable.md`.
//!
//! A skeleton has the squares of kings, pawns and tracked pieces and the side to move; of a piece that is not tracked it has the region in which it may
//! be. Of the modules `attacks` says what is attacked, `regions` how far pieces get while nothing else moves, `moves` what follows a skeleton, `mate` whether
//! a move may have mated; here the skeletons are met.

mod attacks;
mod mate;
mod moves;
mod regions;

use crate::chess::attacks::Attacks;
use crate::chess::bitboard::{Bitboard, ascending, square_bit, square_name};
use crate::chess::position::Position;
use crate::chess::role::Role;
use crate::core::cbor::wide;
use crate::core::game::Colour;
use crate::helpmate::game::Argument;
use std::collections::HashSet;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

/// Sets of squares of both sides.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
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
struct Piece {
    /// Where it may be, if it has not been captured.
    region: Bitboard,
    colour: Colour,
    role: Role,
    /// It has not been captured, and its region is one square.
    immobile: bool,
    /// Its moves are tracked one by one; it is immobile.
    tracked: bool,
}

impl Hash for Piece {
    /// In two numbers: very many are hashed.
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.region);
        let flags = u8::from(self.colour == Colour::White) | u8::from(self.immobile) << 1 | u8::from(self.tracked) << 2;
        state.write_u8(flags | self.role.number() << 3);
    }
}

/// What is known of a position: section 5.3. The pieces of those that are met are in order, so that skeletons that are the same are equal.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Skeleton {
    to_move: Colour,
    kings: Both,
    /// The en passant square, or none.
    passed: Bitboard,
    pawns: Both,
    pieces: Box<[Piece]>,
}

impl Skeleton {
    /// The skeleton of a position without rights to castle, before region closure: all pieces immobile, those on some squares tracked.
    fn of(position: Position, tracked: Bitboard) -> Self {
        let sorts = position.occupied() & !position.kings() & !position.pawns();
        let pieces = ascending(sorts).map(square_bit).map(|region| {
            let colour = if position.units(Colour::White) & region == 0 { Colour::Black } else { Colour::White };
            Piece { region, colour, role: position.role(region), immobile: true, tracked: region & tracked != 0 }
        });
        let (kings, pawns) = (Both::of_position(position, position.kings()), Both::of_position(position, position.pawns()));
        Self { to_move: position.to_move(), kings, passed: position.en_passant(), pawns, pieces: pieces.collect() }
    }

    fn of_side(&self, colour: Colour) -> impl Iterator<Item = &Piece> {
        self.pieces.iter().filter(move |piece| piece.colour == colour)
    }

    /// The squares of the immobile pieces of a side.
    fn immobile(&self, colour: Colour) -> Bitboard {
        self.of_side(colour).filter(|piece| piece.immobile).fold(0, |all, piece| all | piece.region)
    }

    /// The squares of pawns, kings and immobile pieces.
    fn occupied(&self) -> Bitboard {
        Colour::ALL.iter().fold(self.kings.all() | self.pawns.all(), |all, side| all | self.immobile(*side))
    }

    /// Whether a side has anything but the king.
    fn is_armed(&self, colour: Colour) -> bool {
        self.pawns.of(colour) != 0 || self.of_side(colour).next().is_some()
    }

    /// What a skeleton before region closure becomes: it is closed, unless the side to move has a check to answer first.
    ///
    /// After a move 2 there is none, as the page says: the king of the side that is not to move is never surely in check, and region closure makes attacks less sure.
    fn settled(mut self, attacks: &Attacks) -> Rc<Self> {
        if !self.surely_in_check(self.to_move, attacks) {
            self.close_regions(&Colour::ALL);
        }
        self.pieces.sort_unstable();
        Rc::new(self)
    }
}

/// The steps charged for a skeleton, for each of its moves, and for each of its pieces with each move.
const STEPS_PER_SKELETON: u64 = 80;
const STEPS_PER_MOVE: u64 = 25;
const STEPS_PER_PIECE: u64 = 4;

/// Meets all skeletons, at most `most`. Pieces on the squares `tracked` are tracked. Ends when no steps are left.
pub(super) fn argue(position: Position, winner: Colour, tracked: Bitboard, most: u32, attacks: &Attacks, left: &mut u64) -> Argument {
    if position.castling() != 0 {
        return Argument::Castling;
    }
    let first = Skeleton::of(position, tracked).settled(attacks);
    let mut waiting = vec![Rc::clone(&first)];
    let mut met = HashSet::from([first]);
    loop {
        let Ok(found) = u32::try_from(met.len()) else { return Argument::TooMany };
        if found > most {
            return Argument::TooMany;
        }
        let Some(skeleton) = waiting.pop() else { return Argument::Holds(found) };
        *left = left.saturating_sub(STEPS_PER_SKELETON);
        let steps_per_move = wide(skeleton.pieces.len()).saturating_mul(STEPS_PER_PIECE).saturating_add(STEPS_PER_MOVE);
        for (played, before) in moves::of(&skeleton, attacks) {
            *left = left.saturating_sub(steps_per_move);
            if *left == 0 {
                return Argument::OutOfSteps;
            }
            if skeleton.to_move == winner && mate::is_possible(&played, &before, winner, attacks, left) {
                let king = before.kings.of(winner.other()).trailing_zeros();
                return Argument::Fails(format!("for all that is known, a king may be mated on {}", square_name(king)));
            }
            if !before.is_armed(winner) {
                continue;
            }
            let after = before.settled(attacks);
            if met.insert(Rc::clone(&after)) {
                waiting.push(after);
            }
        }
    }
}
