//! The squares that each unit may ever reach, too many rather than too few: section 5.1 of `spec/rules/chess.md`. Why none is forgotten is said in
//! `spec/soundness/unwinnable.md`.
//!
//! The variables of the page are sets of squares here: M(P,s), F(P,s), G(P,s) and Q(P,s) of one token are sets of the squares s, D(P) and X(P) are sets of
//! origins. The rules only ever add to these sets. They are applied to one token after the other, again and again, until nothing is added: that is the
//! least solution, in whatever order it is found.

use crate::chess::attacks::Attacks;
use crate::chess::bitboard::{
    Bitboard, RANK_1, RANK_8, ascending, bishop_steps, king_steps, knight_steps, pawn_attacks, pawn_push, rook_steps, square_bit,
};
use crate::chess::position::Position;
use crate::chess::role::Role;
use crate::core::game::Colour;
use crate::helpmate::rules::moves::king;

/// The steps charged for applying each rule once to each token.
const STEPS_PER_ROUND: u64 = 60;

/// A unit of the position that is asked about, wherever it goes and whatever it becomes.
#[derive(Clone)]
pub(super) struct Token {
    pub(super) role: Role,
    pub(super) colour: Colour,
    /// o(P).
    pub(super) origin: Bitboard,
    /// F(P,s).
    pub(super) pawn: Bitboard,
    /// G(P,s).
    pub(super) captured: Bitboard,
    /// M(P,s), of a pawn Q(P,s).
    pub(super) piece: Bitboard,
}

impl Token {
    /// A(P,s).
    #[inline]
    pub(super) fn anywhere(&self) -> Bitboard {
        self.as_pawn() | self.piece
    }

    /// F(P,s) or G(P,s).
    #[inline]
    pub(super) fn as_pawn(&self) -> Bitboard {
        self.pawn | self.captured
    }

    /// A1(P).
    #[inline]
    fn near(&self) -> Bitboard {
        match self.role {
            Role::Pawn => pawn_attacks(self.colour, self.origin),
            _ => steps(self.role, self.origin),
        }
    }
}

/// The squares one step away from any of these, for a king, a piece, or what a pawn has become.
#[inline]
pub(super) fn steps(piece: Role, from: Bitboard) -> Bitboard {
    match piece {
        Role::King | Role::Queen => king_steps(from),
        Role::Knight => knight_steps(from),
        Role::Bishop => bishop_steps(from),
        Role::Rook => rook_steps(from),
        Role::Pawn => king_steps(from) | knight_steps(from),
    }
}

/// The squares that are reached from some by steps to allowed squares, those included.
#[inline]
pub(super) fn spread(mut reached: Bitboard, allowed: Bitboard, step: impl Fn(Bitboard) -> Bitboard) -> Bitboard {
    loop {
        let more = reached | step(reached) & allowed;
        if more == reached {
            return reached;
        }
        reached = more;
    }
}

/// Whose unit there is on a square.
fn owner(position: Position, square: Bitboard) -> Colour {
    if position.units(Colour::White) & square == 0 { Colour::Black } else { Colour::White }
}

/// What the tokens of a side amount to.
#[derive(Clone, Copy, Default)]
struct Side {
    origins: Bitboard,
    /// The origins of its pawns.
    pawns: Bitboard,
    /// A(P,s) for some P.
    anywhere: Bitboard,
    /// Reach: A(P,s) for some P that is no king.
    reach: Bitboard,
    /// Where a pawn in phase F may be captured by the side: rule 8.
    takes: Bitboard,
    /// A1(P) of those P that do not have D.
    guarded: Bitboard,
}

/// What the rules for one token ask about all others.
#[derive(Clone, Copy, Default)]
struct Common {
    white: Side,
    black: Side,
    /// The origins of tokens with D.
    displaced: Bitboard,
    /// The origins of pawns with X.
    left: Bitboard,
}

impl Common {
    #[inline]
    fn side(&self, colour: Colour) -> &Side {
        match colour {
            Colour::White => &self.white,
            Colour::Black => &self.black,
        }
    }

    #[inline]
    fn side_mut(&mut self, colour: Colour) -> &mut Side {
        match colour {
            Colour::White => &mut self.white,
            Colour::Black => &mut self.black,
        }
    }

    /// The squares s with own(P,s).
    #[inline]
    fn own(&self, token: &Token) -> Bitboard {
        !(self.side(token.colour).origins & !self.displaced & !token.origin)
    }

    /// The squares s with free(s).
    #[inline]
    fn free(&self) -> Bitboard {
        !((self.white.origins | self.black.origins) & !self.displaced)
    }

    /// Rules 2, 3 and 6: moves of pieces and of what pawns have become.
    #[inline]
    fn pieces(&self, token: &mut Token) {
        let guarded = if token.role == Role::King { self.side(token.colour.other()).guarded } else { 0 };
        let (role, promoted) = (token.role, token.as_pawn() & (RANK_1 | RANK_8));
        token.piece = spread(token.piece | promoted, self.own(token) & !guarded, |from| steps(role, from));
    }

    /// Rules 4 and 5: moves of pawns.
    #[inline]
    fn pawns(&self, token: &mut Token) {
        let (us, others) = (token.colour, self.side(token.colour.other()));
        let (free, forward) = (self.free(), |from| pawn_push(us, from));
        let in_front = spread(token.origin, Bitboard::MAX, forward) & !token.origin;
        let stopped = spread(others.pawns & !self.left & in_front, Bitboard::MAX, forward);
        token.pawn = spread(token.pawn, free & !stopped, forward);

        let victims = self.own(token) & others.reach;
        let first = token.captured | pawn_attacks(us, token.pawn) & victims;
        token.captured = spread(first, Bitboard::MAX, |from| pawn_push(us, from) & free | pawn_attacks(us, from) & victims);
    }

    /// Rules 7 and 8: D and X of a token, and what its side gains.
    #[inline]
    fn gain(&mut self, token: &Token) {
        let others = *self.side(token.colour.other());
        let is_king = token.role == Role::King;
        if token.anywhere() & !token.origin != 0 || !is_king && others.anywhere & token.origin != 0 {
            self.displaced |= token.origin;
        }
        if token.captured != 0 || token.as_pawn() & others.takes != 0 {
            self.left |= token.origin;
        }
        let side = self.side_mut(token.colour);
        side.anywhere |= token.anywhere();
        side.reach |= if is_king { 0 } else { token.anywhere() };
        side.takes |= token.piece | pawn_attacks(token.colour, token.as_pawn());
    }
}

/// The tokens of a position with the squares that they may reach.
pub(super) struct Mobility {
    pub(super) tokens: Vec<Token>,
    common: Common,
}

impl Mobility {
    /// The least solution of the rules.
    pub(super) fn of(position: Position, attacks: &Attacks, left: &mut u64) -> Self {
        let (mut mobility, mut before) = (Self::start(position), 0);
        loop {
            *left = left.saturating_sub(STEPS_PER_ROUND);
            mobility.guard();
            mobility.castling(position, attacks);
            for token in &mut mobility.tokens {
                if token.role == Role::Pawn {
                    mobility.common.pawns(token);
                }
                mobility.common.pieces(token);
                mobility.common.gain(token);
            }
            let sum = mobility.sum();
            if sum == before {
                return mobility;
            }
            before = sum;
        }
    }

    /// Rule 1: tokens on their origins, a pawn that has just made a double step on the square passed over too.
    fn start(position: Position) -> Self {
        let passed = position.en_passant();
        let doubled = pawn_push(position.to_move().other(), passed);
        let token = |origin| {
            let (role, colour) = (position.role(origin), owner(position, origin));
            let reached = if origin == doubled { origin | passed } else { origin };
            let (pawn, piece) = if role == Role::Pawn { (reached, 0) } else { (0, reached) };
            Token { role, colour, origin, pawn, captured: 0, piece }
        };
        let tokens = ascending(position.occupied()).map(square_bit).map(token).collect();
        let mut common = Common::default();
        for colour in Colour::ALL {
            let (origins, side) = (position.units(colour), common.side_mut(colour));
            (side.origins, side.pawns) = (origins, origins & position.pawns());
        }
        Self { tokens, common }
    }

    /// The sum of all sets as numbers, those aside that follow from them. Whatever is added to a set makes it a greater number, so nothing has been added
    /// exactly if this sum is the same.
    fn sum(&self) -> u128 {
        let tokens = self.tokens.iter().flat_map(|token| [token.pawn, token.captured, token.piece]);
        // Fewer than 2^64 sets.
        tokens.chain([self.common.displaced, self.common.left]).fold(0, |sum: u128, set| sum.wrapping_add(u128::from(set)))
    }

    /// The squares that tokens without D attack one step from their origins: no king of the other side goes there.
    fn guard(&mut self) {
        let guarded = |colour| {
            let still = self.tokens.iter().filter(|token| token.colour == colour && token.origin & self.common.displaced == 0);
            still.fold(0, |all, token| all | token.near())
        };
        (self.common.white.guarded, self.common.black.guarded) = (guarded(Colour::White), guarded(Colour::Black));
    }

    /// Rule 9: castling.
    fn castling(&mut self, position: Position, attacks: &Attacks) {
        for rook in ascending(position.castling()) {
            let king = king(position, owner(position, square_bit(rook)));
            if attacks.between(king, rook) & !self.common.free() != 0 {
                continue;
            }
            let at = square_bit(king);
            let (crossed, target) = if rook < king { (at >> 1, at >> 2) } else { (at << 1, at << 2) };
            for token in &mut self.tokens {
                if token.origin == at {
                    token.piece |= target;
                } else if token.origin == square_bit(rook) {
                    token.piece |= crossed;
                }
            }
        }
    }

    /// The origins of tokens that do not have D.
    pub(super) fn still(&self) -> Bitboard {
        !self.common.free()
    }
}
