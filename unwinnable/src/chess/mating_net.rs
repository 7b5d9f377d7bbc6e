//! Implements the static argument of section 5.2 of `spec/rules/chess.md`. The argument holds if the intended winner
//! can never form a mating net around the intended loser's king.
//!
//! The module `mobility` computes the squares that each piece or pawn may ever reach. This module tests for a mating
//! net on each square that the intended loser's king may reach.

use cozy_chess::{BitBoard, Color, Piece as Role, Square, get_king_moves};

use super::Position;
use super::bitboard::{attacks, attacks_of_set, pawn_attacks};
use super::king_zone::{CENTRE, Family, ZoneSet, insert_maximal, zone_set};
use super::mobility::{Mobility, Token};
use super::near::{near, near_pawns};

/// Squares on the edge of the board. These squares are tested first, because a mating net is more likely around a king
/// with few neighbours.
const EDGE: BitBoard = BitBoard(0xff81_8181_8181_81ff);

/// Returns whether no mating net is possible on any square that the intended loser's king may reach.
pub(super) fn cannot_mate(position: &Position, intended_winner: Color) -> bool {
    let mobility = Mobility::compute(position);
    let Some(king) = mobility.king(!intended_winner) else { return false };
    let Some(net) = MatingNet::new(&mobility, king, intended_winner) else { return false };
    // A king cannot be mated on a square that is never attacked, so the loop skips these squares.
    let squares = king.moved & net.attacked;
    !(squares & EDGE).into_iter().chain(squares & !EDGE).any(|square| net.is_possible(square))
}

/// Data for the tests for mating nets around the intended loser's king.
struct MatingNet<'a> {
    tokens: &'a [Token],
    intended_winner: Color,
    /// Squares of the pieces and pawns that can neither move nor be captured. These squares block rooks, bishops and
    /// queens.
    undisplaced: BitBoard,
    /// `attacked` has the squares that the intended winner may attack with a piece or pawn other than the king.
    /// `blocked` has the squares that the intended loser may occupy with a piece or pawn other than the king.
    attacked: BitBoard,
    blocked: BitBoard,
    intended_winners_king: BitBoard,
}

impl<'a> MatingNet<'a> {
    fn new(mobility: &'a Mobility, king: &Token, intended_winner: Color) -> Option<Self> {
        let tokens = mobility.tokens();
        let origins = tokens.iter().map(|token| token.origin).collect::<BitBoard>();
        let undisplaced = origins & !mobility.displaced & !king.origin.bitboard();
        let (mut attacked, mut blocked) = (BitBoard::EMPTY, BitBoard::EMPTY);
        let (mut promoted, mut pawns) = (BitBoard::EMPTY, BitBoard::EMPTY);
        for token in tokens.iter().filter(|token| token.role != Role::King) {
            if token.colour != intended_winner {
                blocked |= token.anywhere();
            } else if token.role == Role::Pawn {
                pawns |= token.moved;
                promoted |= token.promoted;
            } else {
                attacked |= attacks_of_set(token.role, token.moved, undisplaced);
            }
        }
        attacked |= pawn_attacks(pawns, intended_winner);
        if !promoted.is_empty() {
            attacked |= attacks_of_set(Role::Queen, promoted, undisplaced) | attacks_of_set(Role::Knight, promoted, undisplaced);
        }
        let intended_winners_king = mobility.king(intended_winner)?.moved;
        Some(Self { tokens, intended_winner, undisplaced, attacked, blocked, intended_winners_king })
    }

    /// Returns whether pieces and pawns together can cover the king zone of `centre`. An option is a set of squares
    /// that a piece or pawn can cover from one square.
    fn is_possible(&self, centre: Square) -> bool {
        let neighbours = get_king_moves(centre);
        let target = zone_set(neighbours, centre) | CENTRE;
        // A quick test rules out most squares, for which all options of all pieces and pawns together do not cover the
        // king zone.
        let near_king = self.intended_winners_king & !(neighbours | centre.bitboard());
        let by_king = (near_king & near(Role::King, centre)).into_iter().fold(BitBoard::EMPTY, |all, from| all | get_king_moves(from));
        if zone_set((by_king | self.blocked) & neighbours | self.attacked, centre) != target {
            return false;
        }
        let (mut covered, mut options) = (Family::subsets(0), Vec::new());
        let by_king = near_king & near(Role::King, centre);
        by_king.into_iter().for_each(|from| insert_maximal(&mut options, zone_set(get_king_moves(from) & neighbours, centre)));
        covered.join(&options);
        let units = || self.tokens.iter().filter(|token| token.role != Role::King);
        for token in units().filter(|token| token.colour == self.intended_winner) {
            options.clear();
            self.options(token, centre, &mut options);
            covered.join(&options);
        }
        for token in units().filter(|token| token.colour != self.intended_winner) {
            options.clear();
            options.extend((token.anywhere() & neighbours).into_iter().map(|square| zone_set(square.bitboard(), centre)));
            covered.join(&options);
            if covered.contains(target) {
                return true;
            }
        }
        covered.contains(target)
    }

    /// Adds the options of a piece or pawn of the intended winner. Keeps only options that are not contained in other
    /// options. A pawn may promote to a queen or a knight. Promotions to a rook or bishop need not be considered,
    /// because a queen attacks more.
    fn options(&self, token: &Token, centre: Square, options: &mut Vec<ZoneSet>) {
        let mut add = |role, from: BitBoard| {
            for from in from & !centre.bitboard() {
                insert_maximal(options, zone_set(attacks(role, from, token.colour, self.undisplaced), centre));
            }
        };
        match token.role {
            Role::Pawn => {
                add(Role::Pawn, token.moved & near_pawns(token.colour, centre));
                add(Role::Queen, token.promoted & near(Role::Queen, centre));
                add(Role::Knight, token.promoted & near(Role::Knight, centre));
            }
            role => add(role, token.moved & near(role, centre)),
        }
    }
}

#[cfg(test)]
mod tests {
    use cozy_chess::Color;

    use super::Position;

    #[test]
    fn named_positions() {
        let table = [
            // Position 1 of the paper, and another position with blocked pawns.
            ("2b1k3/8/8/1p1p1p1p/1P1P1P1P/8/8/2B1K3 w - -", Color::White, true),
            ("2b1k3/8/8/1p1p1p1p/1P1P1P1P/8/8/2B1K3 w - -", Color::Black, true),
            ("5b2/p7/Pp3k2/1Pp1pBp1/2P1P1P1/5K2/8/8 b - -", Color::Black, true),
            ("5b2/p7/Pp3k2/1Pp1pBp1/2P1P1P1/5K2/8/8 b - -", Color::White, false),
            // In these positions the intended winner can mate, although few pieces and pawns can move. The last step of
            // the paper's test counts pieces and pawns, and would miss the mate in the third of these positions.
            ("8/8/8/8/5p1p/p1p1pPkP/P1P1P1B1/6KB w - -", Color::Black, false),
            ("8/1p2p1p1/1P2P1P1/Bp2pBp1/1P2P1P1/7k/1P2P3/7K b - -", Color::White, false),
            ("1k4bB/1P1p4/BP1Pp1p1/1P2P1P1/8/PpB5/1P1B4/K7 w - -", Color::White, false),
            ("Bb1k1b2/bKp1p1p1/1pP1P1P1/pP6/6P1/P7/8/8 w - -", Color::White, false),
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", Color::White, false),
        ];
        for (fen, intended_winner, expected) in table {
            assert_eq!(fen.parse::<Position>().unwrap().static_argument_holds(intended_winner), expected, "{fen} {intended_winner}");
        }
    }
}
