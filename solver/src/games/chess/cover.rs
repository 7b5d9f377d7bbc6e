//! Whether the king can be mated anywhere that it may reach: section 5.2 of `spec/rules/chess.md`.

use cozy_chess::{BitBoard, Color, Piece, Square, get_bishop_moves, get_king_moves, get_knight_moves, get_pawn_attacks, get_rook_moves};

use super::Position;
use super::mobility::{Mobility, Token};

/// A set of squares among a king's square and its neighbours: three bits for each of three ranks.
type Nine = u16;

/// The king's own square.
const CENTRE: Nine = 1 << 4;

/// Squares around a square, that square included, as [`Nine`].
fn around(set: BitBoard, centre: Square) -> Nine {
    let BitBoard(set) = set & (get_king_moves(centre) | centre.bitboard());
    let window = if centre as u32 >= 9 { set >> (centre as u32 - 9) } else { set << (9 - centre as u32) };
    (window & 7 | (window >> 5 & 0o70) | (window >> 10 & 0o700)) as Nine
}

/// A unit of the winner's, with what it may attack from each square where it may be.
struct Attacker {
    /// It may be here, and attacks these squares then. A pawn that becomes something counts three times.
    from: Vec<(Square, BitBoard)>,
    /// All of these squares together.
    all: BitBoard,
}

fn attacks(piece: Piece, from: Square, colour: Color, held: BitBoard) -> BitBoard {
    match piece {
        Piece::Pawn => get_pawn_attacks(from, colour),
        Piece::Knight => get_knight_moves(from),
        Piece::Bishop => get_bishop_moves(from, held),
        Piece::Rook => get_rook_moves(from, held),
        Piece::Queen => get_bishop_moves(from, held) | get_rook_moves(from, held),
        Piece::King => get_king_moves(from),
    }
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

/// Adds a set unless it is part of one that is there; takes off those that are part of it.
fn keep_greatest(sets: &mut Vec<Nine>, set: Nine) {
    if !sets.iter().any(|&known| known & set == set) {
        sets.retain(|&known| known & set != known);
        sets.push(set);
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
        let (mut unions, mut options): (Vec<Nine>, Vec<Nine>) = (vec![0], Vec::new());
        near_king.into_iter().for_each(|from| keep_greatest(&mut options, around(get_king_moves(from) & neighbours, centre)));
        join(&mut unions, &options);
        for attacker in self.attackers.iter().filter(|attacker| around(attacker.all, centre) != 0) {
            options.clear();
            attacker.options(centre, &mut options);
            join(&mut unions, &options);
        }
        for &blocker in &self.blockers {
            options.clear();
            options.extend((blocker & neighbours).into_iter().map(|square| around(square.bitboard(), centre)));
            join(&mut unions, &options);
            if unions.contains(&target) {
                return true;
            }
        }
        unions.contains(&target)
    }
}

/// Adds one of the options to each union. Unions that are part of others are left out.
fn join(unions: &mut Vec<Nine>, options: &[Nine]) {
    if options.is_empty() {
        return;
    }
    let mut known = [false; 512];
    let mut joined = Vec::new();
    for &union in unions.iter() {
        for &option in options {
            let both = union | option;
            if !std::mem::replace(&mut known[usize::from(both)], true) {
                joined.push(both);
            }
        }
    }
    // A part of another union is of no use.
    joined.sort_unstable_by_key(|union| std::cmp::Reverse(union.count_ones()));
    unions.clear();
    for union in joined {
        if !unions.iter().any(|&greater| greater & union == union) {
            unions.push(union);
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
