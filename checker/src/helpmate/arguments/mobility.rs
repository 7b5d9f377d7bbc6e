//! Computes, for each piece or pawn, a set of squares that contains all squares it may ever reach: section 5.1 of
//! `spec/rules/chess.md`. `spec/soundness/unwinnable.md` proves that no reachable square is missed.
//!
//! A token (a piece or pawn of the root position) stores its variables M, F, G and Q as sets of squares. The variables
//! D and X do not depend on a square. No rule removes a square from a set, so the order in which pieces and pawns are
//! considered does not matter. The rules are applied to one piece or pawn after another until no set of squares grows.
//! The final sets are the smallest sets that satisfy all rules.

use crate::chess::attacks::Attacks;
use crate::chess::bitboard::{
    Bitboard, RANK_1, RANK_8, ascending, bishop_steps, king_steps, knight_steps, pawn_attacks, pawn_push, rook_steps, square_bit,
};
use crate::chess::position::Position;
use crate::chess::role::Role;
use crate::core::game::Colour;
use crate::helpmate::rules::moves::king;

/// Work steps charged for applying each rule once to every token (piece or pawn).
const STEPS_PER_ROUND: u64 = 60;

/// A token: a piece or pawn P of the root position. A piece or pawn that moves or promotes still counts as the same
/// piece or pawn.
#[derive(Clone)]
pub(super) struct Token {
    pub(super) role: Role,
    pub(super) colour: Colour,
    /// Square of the piece or pawn in the root position, written o(P) in section 5.1.
    pub(super) origin: Bitboard,
    /// Squares that a pawn may reach before its first capture (variable F).
    pub(super) pawn: Bitboard,
    /// Squares that a pawn may reach after its first capture and before promotion (variable G).
    pub(super) captured: Bitboard,
    /// Squares that a king or a piece may reach (variable M), or that a pawn may reach after its promotion (variable
    /// Q).
    pub(super) piece: Bitboard,
}

impl Token {
    /// Returns A(P,s), the squares on which the token (the piece or pawn) may stand, before or after promotion.
    #[inline]
    pub(super) fn anywhere(&self) -> Bitboard {
        self.as_pawn() | self.piece
    }

    /// Returns the squares on which the token (the piece or pawn) may stand while it is a pawn.
    #[inline]
    pub(super) fn as_pawn(&self) -> Bitboard {
        self.pawn | self.captured
    }

    /// Returns the set A1 of section 5.1 of `spec/rules/chess.md`.
    #[inline]
    fn near(&self) -> Bitboard {
        match self.role {
            Role::Pawn => pawn_attacks(self.colour, self.origin),
            _ => steps(self.role, self.origin),
        }
    }
}

/// Returns the squares one step away from at least one square of `from`. A step is one square in a direction in which
/// the piece moves, or a knight's move. `Role::Pawn` stands for a promoted pawn.
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

/// Extends the set `reached` by steps to allowed squares until the set stops growing, and returns the set.
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

fn owner(position: Position, square: Bitboard) -> Colour {
    if position.units(Colour::White) & square == 0 { Colour::Black } else { Colour::White }
}

/// Sets of squares, each computed from all tokens (pieces and pawns) of one side.
#[derive(Clone, Copy, Default)]
struct Side {
    origins: Bitboard,
    /// Squares of the side's pawns in the root position.
    pawns: Bitboard,
    /// Squares on which some piece or pawn of the side may stand, its king included.
    anywhere: Bitboard,
    /// Squares on which some piece or pawn of the side, except the king, may stand.
    reach: Bitboard,
    /// Squares on which the side may capture a pawn (rule 8).
    takes: Bitboard,
    /// Squares that the side is certain to guard.
    guarded: Bitboard,
}

/// Sets of squares, computed from all tokens (pieces and pawns) of both sides.
#[derive(Clone, Copy, Default)]
struct Common {
    white: Side,
    black: Side,
    /// Squares, in the root position, of the pieces and pawns that may move or be captured (variable D).
    displaced: Bitboard,
    /// Squares, in the root position, of the pawns for which the variable X is true. Such a pawn may capture, or may be
    /// captured before it captures or promotes.
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

    /// Evaluates own(P,s) of section 5.1 for all squares s.
    #[inline]
    fn own(&self, token: &Token) -> Bitboard {
        !(self.side(token.colour).origins & !self.displaced & !token.origin)
    }

    /// Evaluates free(s) of section 5.1 for all squares s.
    #[inline]
    fn free(&self) -> Bitboard {
        !((self.white.origins | self.black.origins) & !self.displaced)
    }

    /// Applies rules 2, 3 and 6 to a token (piece or pawn).
    #[inline]
    fn pieces(&self, token: &mut Token) {
        let guarded = if token.role == Role::King { self.side(token.colour.other()).guarded } else { 0 };
        let (role, promoted) = (token.role, token.as_pawn() & (RANK_1 | RANK_8));
        token.piece = spread(token.piece | promoted, self.own(token) & !guarded, |from| steps(role, from));
    }

    /// Applies rules 4 and 5, the moves of pawns, to a token (piece or pawn).
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

    /// Applies rules 7 and 8 to a token (piece or pawn).
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

/// The tokens (pieces and pawns) of a position, and the squares that each may reach.
pub(super) struct Mobility {
    pub(super) tokens: Vec<Token>,
    common: Common,
}

impl Mobility {
    /// Applies all rules until no set of squares grows any more.
    pub(super) fn compute(position: Position, attacks: &Attacks, left: &mut u64) -> Self {
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

    /// Applies rule 1: each piece or pawn may stand on its square in the root position. A pawn that has just made a
    /// double step may also stand on the square that it passed over.
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

    /// Returns a number that changes whenever a set of squares grows.
    fn sum(&self) -> u128 {
        let tokens = self.tokens.iter().flat_map(|token| [token.pawn, token.captured, token.piece]);
        // No set of squares ever shrinks, so the sum stays equal only if no set grows.
        // There are fewer than 2^64 sets, so the sum of their 64-bit numbers fits into 128 bits.
        tokens.chain([self.common.displaced, self.common.left]).fold(0, |sum: u128, set| sum.wrapping_add(u128::from(set)))
    }

    /// Finds the squares that each side is certain to guard. A guarded square is one step from a piece or pawn that
    /// never moves and is never captured. The other side's king never enters a guarded square.
    fn guard(&mut self) {
        let guarded = |colour| {
            let still = self.tokens.iter().filter(|token| token.colour == colour && token.origin & self.common.displaced == 0);
            still.fold(0, |all, token| all | token.near())
        };
        (self.common.white.guarded, self.common.black.guarded) = (guarded(Colour::White), guarded(Colour::Black));
    }

    /// Applies rule 9: castling.
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

    /// Returns the squares of the pieces and pawns that never move and are never captured.
    pub(super) fn still(&self) -> Bitboard {
        !self.common.free()
    }
}
