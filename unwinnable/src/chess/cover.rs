//! Whether the king can be mated anywhere that it may reach: section 5.2 of `spec/rules/chess.md`.

use cozy_chess::{BitBoard, Color, Piece, Square, get_king_moves};

use super::Position;
use super::mobility::{Mobility, Token};
use super::nine::{CENTRE, Nine, Unions, around, keep_greatest};
use super::squares::attacks;

/// A unit of the winner's, with what it may attack from each square where it may be.
struct Attacker {
    /// It may be here, and attacks these squares then. A pawn that becomes something counts three times.
    from: Vec<(Square, BitBoard)>,
    /// All of these squares together.
    all: BitBoard,
}

impl Attacker {
    fn new(token: &Token, held: BitBoard) -> Self {
        let own = token.moved.into_iter().map(|from| (from, attacks(token.piece, from, token.colour, held)));
        let promoted = token.promoted.into_iter();
        let promoted =
            promoted.flat_map(|from| [Piece::Queen, Piece::Knight].map(|piece| (from, attacks(piece, from, token.colour, held))));
        let from: Vec<(Square, BitBoard)> = own.chain(promoted).collect();
        let all = from.iter().fold(BitBoard::EMPTY, |all, (_, attacked)| all | *attacked);
        Self { from, all }
    }

    /// Its options for a square, those that are part of others left out.
    fn options(&self, centre: Square, options: &mut Vec<Nine>) {
        for &(from, attacked) in &self.from {
            if from != centre {
                keep_greatest(options, around(attacked, centre));
            }
        }
    }
}

/// Whether the winner can mate on no square that the other king may reach.
pub(super) fn nowhere_mated(position: &Position, winner: Color) -> bool {
    let mobility = Mobility::of(position);
    let (mut king, mut winners_king) = (None, None);
    for token in mobility.tokens().iter().filter(|token| token.piece == Piece::King) {
        *(if token.colour == winner { &mut winners_king } else { &mut king }) = Some(token);
    }
    let (Some(king), Some(winners_king)) = (king, winners_king) else { return false };
    let origins = mobility.tokens().iter().map(|token| token.origin).collect::<BitBoard>();
    let held = origins & !mobility.displaced & !king.origin.bitboard();
    let mut attackers = Vec::new();
    let mut attacked = BitBoard::EMPTY;
    for token in mobility.tokens().iter().filter(|token| token.colour == winner && token.piece != Piece::King) {
        let attacker = Attacker::new(token, held);
        attacked |= attacker.all;
        attackers.push(attacker);
    }
    let blockers: Vec<BitBoard> =
        mobility.tokens().iter().filter(|token| token.colour != winner && token.piece != Piece::King).map(Token::anywhere).collect();
    let cover = Cover { attackers, blockers, winners_king: winners_king.moved };
    !(king.moved & attacked).into_iter().any(|square| cover.is_coverable(square))
}

/// What may stand on or attack the squares around a king.
struct Cover {
    attackers: Vec<Attacker>,
    blockers: Vec<BitBoard>,
    winners_king: BitBoard,
}

impl Cover {
    /// Whether one option of each unit can be chosen such that they cover the square and all around it.
    fn is_coverable(&self, centre: Square) -> bool {
        let neighbours = get_king_moves(centre);
        let target = around(neighbours, centre) | CENTRE;
        // Even all together may not be enough.
        let near_king = self.winners_king & !(neighbours | centre.bitboard());
        let by_king = near_king.into_iter().fold(BitBoard::EMPTY, |all, from| all | get_king_moves(from)) & neighbours;
        let blocked = self.blockers.iter().fold(BitBoard::EMPTY, |all, &blocker| all | blocker) & neighbours;
        let attacked = self.attackers.iter().fold(BitBoard::EMPTY, |all, attacker| all | attacker.all);
        if around(by_king | blocked | attacked, centre) != target {
            return false;
        }
        let (mut unions, mut options) = (Unions::parts(0), Vec::new());
        near_king.into_iter().for_each(|from| keep_greatest(&mut options, around(get_king_moves(from) & neighbours, centre)));
        unions.join(&options);
        for attacker in self.attackers.iter().filter(|attacker| around(attacker.all, centre) != 0) {
            options.clear();
            attacker.options(centre, &mut options);
            unions.join(&options);
        }
        for &blocker in &self.blockers {
            options.clear();
            options.extend((blocker & neighbours).into_iter().map(|square| around(square.bitboard(), centre)));
            unions.join(&options);
            if unions.has(target) {
                return true;
            }
        }
        unions.has(target)
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
        for (fen, winner, expected) in table {
            assert_eq!(fen.parse::<Position>().unwrap().statically(winner), expected, "{fen} {winner}");
        }
    }
}
