//! Whether a king can be mated on any square that it may reach: section 5.2 of `spec/rules/chess.md`. Why nothing is forgotten is said in
//! `spec/soundness/unwinnable.md`.

use super::king_zone::{Around, Family};
use super::mobility::{Mobility, Token};
use crate::chess::bitboard::{Attacks, Bitboard, ascending, diagonally_ahead, king_steps, knight_steps, single};
use crate::chess::position::Position;
use crate::chess::role::Role;
use crate::core::game::Colour;
use std::array;

/// The static argument: the side cannot mate from the position, nor from any that follows.
pub(super) fn cannot_mate(position: Position, winner: Colour, attacks: &Attacks) -> bool {
    let mobility = Mobility::of(position, attacks);
    let mut kings = mobility.tokens().filter(|token| token.unit == Role::King && token.colour != winner);
    let Some(king) = kings.next() else { return false };
    let cover = Cover::new(&mobility, king, attacks);
    ascending(king.plain).all(|square| !cover.coverable(square))
}

/// All tokens' options together, by the way in which they attack. Most squares of the king are settled by these alone.
#[derive(Default)]
struct Together {
    straight: Bitboard,
    diagonal: Bitboard,
    knight: Bitboard,
    pawn: Bitboard,
    king: Bitboard,
    /// Where tokens of the king's own side may stand.
    beside: Bitboard,
}

impl Together {
    fn add(&mut self, token: &Token, winner: Colour) {
        if token.colour != winner {
            self.beside |= token.anywhere();
            return;
        }
        match token.unit {
            Role::Pawn => {
                self.pawn |= token.as_pawn();
                self.straight |= token.promoted;
                self.diagonal |= token.promoted;
                self.knight |= token.promoted;
            }
            Role::Knight => self.knight |= token.plain,
            Role::Bishop => self.diagonal |= token.plain,
            Role::Rook => self.straight |= token.plain,
            Role::Queen => {
                self.straight |= token.plain;
                self.diagonal |= token.plain;
            }
            Role::King => self.king |= token.plain,
        }
    }
}

/// What the test asks about each square of the king.
struct Cover<'a> {
    mobility: &'a Mobility,
    king: &'a Token,
    winner: Colour,
    /// The squares attacked by a rook and by a bishop on each square, where exactly the squares of H are occupied.
    straight: [Bitboard; 64],
    diagonal: [Bitboard; 64],
    together: Together,
}

impl<'a> Cover<'a> {
    fn new(mobility: &'a Mobility, king: &'a Token, attacks: &Attacks) -> Self {
        let (winner, held) = (king.colour.other(), mobility.still() & !king.origin);
        let of_each =
            |reach: fn(&Attacks, u32, Bitboard) -> Bitboard| array::from_fn(|from| reach(attacks, u32::try_from(from).unwrap_or(0), held));
        let mut together = Together::default();
        mobility.tokens().filter(|token| *token != king).for_each(|token| together.add(token, winner));
        Self { mobility, king, winner, straight: of_each(Attacks::straight), diagonal: of_each(Attacks::diagonal), together }
    }

    fn straight(&self, from: u32) -> Bitboard {
        usize::try_from(from).ok().and_then(|from| self.straight.get(from)).copied().unwrap_or(0)
    }

    fn diagonal(&self, from: u32) -> Bitboard {
        usize::try_from(from).ok().and_then(|from| self.diagonal.get(from)).copied().unwrap_or(0)
    }

    /// One option of each token can be chosen so that together they are T(s).
    fn coverable(&self, square: u32) -> bool {
        let around = Around::new(square);
        if !self.attacked(square, around) || !ascending(around.neighbours).all(|near| self.met(near, around)) {
            return false;
        }
        let mut unions = Family::EMPTY_SET;
        for token in self.mobility.tokens().filter(|token| *token != self.king) {
            let options = self.options(token, around);
            unions = options.sets().fold(unions, |all, option| all.and(unions.joined(option)));
            if unions.contains(around.all()) {
                return true;
            }
        }
        false
    }

    /// A square is in an option of a token of W that is not its king: whatever attacks it is seen from the square itself.
    fn attacked(&self, square: u32, around: Around) -> bool {
        let Together { straight, diagonal, knight, pawn, .. } = self.together;
        let at = single(square);
        let from = self.straight(square) & straight
            | self.diagonal(square) & diagonal
            | knight_steps(at) & knight
            | diagonally_ahead(self.winner.other(), at) & pawn;
        from & !around.square != 0
    }

    /// A square of N(s) is in some option.
    fn met(&self, near: u32, around: Around) -> bool {
        let at = single(near);
        let by_king = king_steps(at) & self.together.king & !around.block();
        at & self.together.beside != 0 || by_king != 0 || self.attacked(near, around)
    }

    /// The options of a token other than L's king.
    fn options(&self, token: &Token, around: Around) -> Family {
        let mut options = Family::EMPTY_SET;
        let queen = |from| self.straight(from) | self.diagonal(from);
        let knight = |from| knight_steps(single(from));
        if token.colour != self.winner {
            options.add(token.anywhere() & around.neighbours, around, single);
            return options;
        }
        let elsewhere = !around.square;
        match token.unit {
            Role::King => options.add(token.plain & !around.block(), around, |from| king_steps(single(from))),
            Role::Queen => options.add(token.plain & elsewhere, around, queen),
            Role::Rook => options.add(token.plain & elsewhere, around, |from| self.straight(from)),
            Role::Bishop => options.add(token.plain & elsewhere, around, |from| self.diagonal(from)),
            Role::Knight => options.add(token.plain & elsewhere, around, knight),
            Role::Pawn => {
                options.add(token.as_pawn() & elsewhere, around, |from| diagonally_ahead(self.winner, single(from)));
                options.add(token.promoted & elsewhere, around, queen);
                options.add(token.promoted & elsewhere, around, knight);
            }
        }
        options
    }
}
