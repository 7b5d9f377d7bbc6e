//! The static argument: whether the intended winner's units could ever build a mating net around the other king. Section 5.2 of `spec/rules/chess.md`.
//!
//! `mobility` says which squares each unit may ever reach; here each square that the king may reach is tested for a mating net.

use cozy_chess::{BitBoard, Color, Piece as Role, Square, get_king_moves};

use super::Position;
use super::bitboard::attacks;
use super::king_zone::{CENTRE, Family, ZoneSet, insert_maximal, zone_set};
use super::mobility::{Mobility, Token};

/// A unit of the intended winner other than the king, with what it may attack from each square where it may be.
struct Attacker {
    /// A square where it may be, and the squares that it attacks from there. A pawn that may be promoted there has up to three entries for a square.
    from: Vec<(Square, BitBoard)>,
    /// The union of all these attacks.
    all: BitBoard,
}

impl Attacker {
    fn new(token: &Token, undisplaced: BitBoard) -> Self {
        let own = token.moved.into_iter().map(|from| (from, attacks(token.role, from, token.colour, undisplaced)));
        let promoted = token.promoted.into_iter();
        let promoted =
            promoted.flat_map(|from| [Role::Queen, Role::Knight].map(|role| (from, attacks(role, from, token.colour, undisplaced))));
        let from: Vec<(Square, BitBoard)> = own.chain(promoted).collect();
        let all = from.iter().fold(BitBoard::EMPTY, |all, (_, attacked)| all | *attacked);
        Self { from, all }
    }

    /// Adds its maximal options for the king zone of `centre`.
    fn options(&self, centre: Square, options: &mut Vec<ZoneSet>) {
        for &(from, attacked) in &self.from {
            if from != centre {
                insert_maximal(options, zone_set(attacked, centre));
            }
        }
    }
}

/// Whether there is a mating net on no square that the king of the intended winner's opponent may reach.
pub(super) fn cannot_mate(position: &Position, intended_winner: Color) -> bool {
    let mobility = Mobility::of(position);
    let (mut king, mut intended_winners_king) = (None, None);
    for token in mobility.tokens().iter().filter(|token| token.role == Role::King) {
        *(if token.colour == intended_winner { &mut intended_winners_king } else { &mut king }) = Some(token);
    }
    let (Some(king), Some(intended_winners_king)) = (king, intended_winners_king) else { return false };
    let origins = mobility.tokens().iter().map(|token| token.origin).collect::<BitBoard>();
    let undisplaced = origins & !mobility.displaced & !king.origin.bitboard();
    let mut attackers = Vec::new();
    let mut attacked = BitBoard::EMPTY;
    for token in mobility.tokens().iter().filter(|token| token.colour == intended_winner && token.role != Role::King) {
        let attacker = Attacker::new(token, undisplaced);
        attacked |= attacker.all;
        attackers.push(attacker);
    }
    let blockers: Vec<BitBoard> =
        mobility.tokens().iter().filter(|token| token.colour != intended_winner && token.role != Role::King).map(Token::anywhere).collect();
    let net = MatingNet { attackers, blockers, intended_winners_king: intended_winners_king.moved };
    // A king that is attacked nowhere is mated nowhere, so squares without an attack need no closer look.
    !(king.moved & attacked).into_iter().any(|square| net.is_possible(square))
}

/// The units that may stand beside the king or attack squares around it.
struct MatingNet {
    attackers: Vec<Attacker>,
    /// For each unit of the king's side, the squares where it may be.
    blockers: Vec<BitBoard>,
    intended_winners_king: BitBoard,
}

impl MatingNet {
    /// Whether one option of each unit can be chosen so that together they cover the king zone of `centre`.
    fn is_possible(&self, centre: Square) -> bool {
        let neighbours = get_king_moves(centre);
        let target = zone_set(neighbours, centre) | CENTRE;
        // Most squares fail already if every unit may use all of its options at once, which is quick to see.
        let near_king = self.intended_winners_king & !(neighbours | centre.bitboard());
        let by_king = near_king.into_iter().fold(BitBoard::EMPTY, |all, from| all | get_king_moves(from)) & neighbours;
        let blocked = self.blockers.iter().fold(BitBoard::EMPTY, |all, &blocker| all | blocker) & neighbours;
        let attacked = self.attackers.iter().fold(BitBoard::EMPTY, |all, attacker| all | attacker.all);
        if zone_set(by_king | blocked | attacked, centre) != target {
            return false;
        }
        let (mut covered, mut options) = (Family::subsets(0), Vec::new());
        near_king.into_iter().for_each(|from| insert_maximal(&mut options, zone_set(get_king_moves(from) & neighbours, centre)));
        covered.join(&options);
        for attacker in self.attackers.iter().filter(|attacker| zone_set(attacker.all, centre) != 0) {
            options.clear();
            attacker.options(centre, &mut options);
            covered.join(&options);
        }
        for &blocker in &self.blockers {
            options.clear();
            options.extend((blocker & neighbours).into_iter().map(|square| zone_set(square.bitboard(), centre)));
            covered.join(&options);
            if covered.contains(target) {
                return true;
            }
        }
        covered.contains(target)
    }
}

#[cfg(test)]
mod tests {
    use cozy_chess::Color;

    use super::Position;

    #[test]
    fn named_positions() {
        let table = [
            // The paper's position 1 and others of blocked pawns.
            ("2b1k3/8/8/1p1p1p1p/1P1P1P1P/8/8/2B1K3 w - -", Color::White, true),
            ("2b1k3/8/8/1p1p1p1p/1P1P1P1P/8/8/2B1K3 w - -", Color::Black, true),
            ("5b2/p7/Pp3k2/1Pp1pBp1/2P1P1P1/5K2/8/8 b - -", Color::Black, true),
            ("5b2/p7/Pp3k2/1Pp1pBp1/2P1P1P1/5K2/8/8 b - -", Color::White, false),
            // Won, though little can move; the last step of the paper's test, which counts units, would not see it in the third.
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
