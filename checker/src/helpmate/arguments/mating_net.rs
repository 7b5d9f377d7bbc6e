//! For each square that a king could reach, tests whether the king could be mated there (whether a mating net is
//! possible). Implements section 5.2 of `spec/rules/chess.md`. `spec/soundness/unwinnable.md` proves that no mate is
//! missed.

use super::king_zone::{Family, KingZone};
use super::mobility::{Mobility, Token};
use crate::chess::attacks::Attacks;
use crate::chess::bitboard::{Bitboard, ascending, king_steps, knight_steps, pawn_attacks, square_bit};
use crate::chess::moves::reach;
use crate::chess::position::Position;
use crate::chess::role::Role;
use crate::core::game::Colour;
use std::slice;

/// Steps charged to the work budget for preparing the tests of all squares that the king could reach.
const STEPS_PER_NET: u64 = 60;

/// Applies the static argument, a test without search that no mate is possible. Returns true only if `winner` can mate
/// neither in this position nor in any later position. Reduces the work budget `left` by the steps taken.
pub(super) fn cannot_mate(position: Position, winner: Colour, attacks: &Attacks, left: &mut u64) -> bool {
    let mut mobility = Mobility::compute(position, attacks, left);
    *left = left.saturating_sub(STEPS_PER_NET);
    let is_king = |token: &Token| token.role == Role::King && token.colour != winner;
    let Some(king) = mobility.tokens.iter().find(|token| is_king(token)).cloned() else { return false };
    mobility.tokens.retain(|token| !is_king(token));
    let net = MatingNet::new(&mobility.tokens, winner, mobility.still() & !king.origin, attacks);
    ascending(king.piece).all(|square| !net.is_possible(square, left))
}

/// Data used in the tests of all squares that the king could reach.
struct MatingNet<'a> {
    /// All pieces and pawns except the king that could be mated.
    tokens: &'a [Token],
    winner: Colour,
    /// The set H: the squares of the pieces and pawns that can neither move nor be captured. The set H never contains
    /// the square of the king of L, the side that could be mated.
    still: Bitboard,
    attacks: &'a Attacks,
    /// Squares from which a piece or promoted pawn of W, the intended winner, could attack like a rook. The next four
    /// fields are the same sets for bishop, knight, king and pawn. For most squares, these five sets are enough to show
    /// that the other king cannot be mated there.
    rook: Bitboard,
    bishop: Bitboard,
    knight: Bitboard,
    king: Bitboard,
    pawn: Bitboard,
    /// Squares that the pieces and pawns of L (the side that could be mated) could occupy. The king of L is not
    /// included.
    beside: Bitboard,
}

impl<'a> MatingNet<'a> {
    fn new(tokens: &'a [Token], winner: Colour, still: Bitboard, attacks: &'a Attacks) -> Self {
        let of_winner = || tokens.iter().filter(|token| token.colour == winner);
        let together = |roles: &[Role]| of_winner().filter(|token| roles.contains(&token.role)).fold(0, |all, token| all | token.piece);
        let rook = together(&[Role::Rook, Role::Queen, Role::Pawn]);
        let bishop = together(&[Role::Bishop, Role::Queen, Role::Pawn]);
        let (knight, king) = (together(&[Role::Knight, Role::Pawn]), together(&[Role::King]));
        let pawn = of_winner().fold(0, |all, token| all | token.as_pawn());
        let others = tokens.iter().filter(|token| token.colour != winner);
        let beside = others.fold(0, |all, token| all | token.anywhere());
        Self { tokens, winner, still, attacks, rook, bishop, knight, king, pawn, beside }
    }

    /// Returns whether a mating net on the square is possible.
    fn is_possible(&self, square: u32, left: &mut u64) -> bool {
        let zone = KingZone::new(square);
        if !self.attacked(square, zone) || !ascending(zone.neighbours).all(|near| self.met(near, zone)) {
            return false;
        }
        let mut unions = Family::EMPTY_SET;
        self.tokens.iter().any(|token| {
            unions = unions.joined_with_each(self.options(token, zone), left);
            unions.contains(zone.all())
        })
    }

    /// Returns whether a piece or pawn of W, the intended winner, other than its king, could attack the square.
    fn attacked(&self, square: u32, zone: KingZone) -> bool {
        let at = square_bit(square);
        let from = self.attacks.rook(square, self.still) & self.rook
            | self.attacks.bishop(square, self.still) & self.bishop
            | knight_steps(at) & self.knight
            | pawn_attacks(self.winner.other(), at) & self.pawn;
        from & !zone.square != 0
    }

    /// Returns whether some token (piece or pawn) could attack or occupy `near`, a neighbour of the king's square.
    fn met(&self, near: u32, zone: KingZone) -> bool {
        let at = square_bit(near);
        let by_king = king_steps(at) & self.king & !zone.block();
        at & self.beside != 0 || by_king != 0 || self.attacked(near, zone)
    }

    /// Returns the sets of squares in the king zone that a token can cover at once. The token (piece or pawn) must not
    /// be the king of L, the side that could be mated.
    fn options(&self, token: &Token, zone: KingZone) -> Family {
        let mut options = Family::EMPTY_SET;
        if token.colour != self.winner {
            options.add(token.anywhere() & zone.neighbours, zone, square_bit);
            return options;
        }
        options.add(token.as_pawn() & !zone.square, zone, |from| pawn_attacks(self.winner, square_bit(from)));
        let (roles, elsewhere) = match &token.role {
            Role::Pawn => (&[Role::Queen, Role::Knight][..], !zone.square),
            Role::King => (&[Role::King][..], !zone.block()),
            piece => (slice::from_ref(piece), !zone.square),
        };
        for role in roles {
            options.add(token.piece & elsewhere, zone, |from| reach(*role, from, self.still, self.attacks));
        }
        options
    }
}
