//! Tests for each square that a king may reach whether the other side's units could build a mating net around it: section 5.2 of `spec/rules/chess.md`.
//! Why no mate is forgotten is said in `spec/soundness/unwinnable.md`.

use super::king_zone::{Family, KingZone};
use super::mobility::{Mobility, Token};
use crate::chess::attacks::Attacks;
use crate::chess::bitboard::{Bitboard, ascending, king_steps, knight_steps, pawn_attacks, square_bit};
use crate::chess::position::Position;
use crate::chess::role::Role;
use crate::core::game::Colour;
use std::array;

/// The steps charged for what does not depend on the squares that the king may reach.
const STEPS_PER_NET: u64 = 60;

/// The static argument: the side cannot mate from the position, nor from any that follows.
pub(super) fn cannot_mate(position: Position, winner: Colour, attacks: &Attacks, left: &mut u64) -> bool {
    let mobility = Mobility::of(position, attacks, left);
    *left = left.saturating_sub(STEPS_PER_NET);
    let mut kings = mobility.tokens().filter(|token| token.role == Role::King && token.colour != winner);
    let Some(king) = kings.next() else { return false };
    let net = MatingNet::new(&mobility, king, attacks);
    ascending(king.plain).all(|square| !net.is_possible(square, left))
}

/// All tokens' options together, by the way in which they attack. Most squares of the king are settled by these alone.
#[derive(Default)]
struct Together {
    rook: Bitboard,
    bishop: Bitboard,
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
        match token.role {
            Role::Pawn => {
                self.pawn |= token.as_pawn();
                self.rook |= token.promoted;
                self.bishop |= token.promoted;
                self.knight |= token.promoted;
            }
            Role::Knight => self.knight |= token.plain,
            Role::Bishop => self.bishop |= token.plain,
            Role::Rook => self.rook |= token.plain,
            Role::Queen => {
                self.rook |= token.plain;
                self.bishop |= token.plain;
            }
            Role::King => self.king |= token.plain,
        }
    }
}

/// What the test asks about each square of the king.
struct MatingNet<'a> {
    mobility: &'a Mobility,
    king: &'a Token,
    winner: Colour,
    /// The squares attacked by a rook and by a bishop on each square, where exactly the squares of H are occupied.
    rook: [Bitboard; 64],
    bishop: [Bitboard; 64],
    together: Together,
}

impl<'a> MatingNet<'a> {
    fn new(mobility: &'a Mobility, king: &'a Token, attacks: &Attacks) -> Self {
        let (winner, immobile) = (king.colour.other(), mobility.still() & !king.origin);
        let of_each = |reach: fn(&Attacks, u32, Bitboard) -> Bitboard| {
            array::from_fn(|from| reach(attacks, u32::try_from(from).unwrap_or(0), immobile))
        };
        let mut together = Together::default();
        mobility.tokens().filter(|token| *token != king).for_each(|token| together.add(token, winner));
        Self { mobility, king, winner, rook: of_each(Attacks::rook), bishop: of_each(Attacks::bishop), together }
    }

    fn rook(&self, from: u32) -> Bitboard {
        usize::try_from(from).ok().and_then(|from| self.rook.get(from)).copied().unwrap_or(0)
    }

    fn bishop(&self, from: u32) -> Bitboard {
        usize::try_from(from).ok().and_then(|from| self.bishop.get(from)).copied().unwrap_or(0)
    }

    /// One option of each token can be chosen so that together they are T(s).
    fn is_possible(&self, square: u32, left: &mut u64) -> bool {
        let zone = KingZone::new(square);
        if !self.attacked(square, zone) || !ascending(zone.neighbours).all(|near| self.met(near, zone)) {
            return false;
        }
        let mut unions = Family::EMPTY_SET;
        for token in self.mobility.tokens().filter(|token| *token != self.king) {
            unions = unions.joined_with_each(self.options(token, zone), left);
            if unions.contains(zone.all()) {
                return true;
            }
        }
        false
    }

    /// A square is in an option of a token of W that is not its king: whatever attacks it is seen from the square itself.
    fn attacked(&self, square: u32, zone: KingZone) -> bool {
        let Together { rook, bishop, knight, pawn, .. } = self.together;
        let at = square_bit(square);
        let from = self.rook(square) & rook
            | self.bishop(square) & bishop
            | knight_steps(at) & knight
            | pawn_attacks(self.winner.other(), at) & pawn;
        from & !zone.square != 0
    }

    /// A square of N(s) is in some option.
    fn met(&self, near: u32, zone: KingZone) -> bool {
        let at = square_bit(near);
        let by_king = king_steps(at) & self.together.king & !zone.block();
        at & self.together.beside != 0 || by_king != 0 || self.attacked(near, zone)
    }

    /// The options of a token other than L's king.
    fn options(&self, token: &Token, zone: KingZone) -> Family {
        let mut options = Family::EMPTY_SET;
        let queen = |from| self.rook(from) | self.bishop(from);
        let knight = |from| knight_steps(square_bit(from));
        if token.colour != self.winner {
            options.add(token.anywhere() & zone.neighbours, zone, square_bit);
            return options;
        }
        let elsewhere = !zone.square;
        match token.role {
            Role::King => options.add(token.plain & !zone.block(), zone, |from| king_steps(square_bit(from))),
            Role::Queen => options.add(token.plain & elsewhere, zone, queen),
            Role::Rook => options.add(token.plain & elsewhere, zone, |from| self.rook(from)),
            Role::Bishop => options.add(token.plain & elsewhere, zone, |from| self.bishop(from)),
            Role::Knight => options.add(token.plain & elsewhere, zone, knight),
            Role::Pawn => {
                options.add(token.as_pawn() & elsewhere, zone, |from| pawn_attacks(self.winner, square_bit(from)));
                options.add(token.promoted & elsewhere, zone, queen);
                options.add(token.promoted & elsewhere, zone, knight);
            }
        }
        options
    }
}
