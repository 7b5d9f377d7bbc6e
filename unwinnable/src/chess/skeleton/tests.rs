//! Positions of which it is known what the argument says of them, and why; laws that it keeps.

use fastrand::Rng;

use super::boards::Roamer;
use super::{Seen, Skeleton, Skeletons};
use crate::chess::{BitBoard, Color, End, Piece, Position, Square};
use crate::search::Verdict;
use crate::search::closure::{Closure, Leaves};

const MOST: u32 = 1 << 12;

fn position(fen: &str) -> Position {
    fen.parse().unwrap()
}

/// The squares of pieces that are followed.
fn squares(names: &str) -> BitBoard {
    names
        .split(' ')
        .filter(|name| !name.is_empty())
        .map(|name| name.parse::<Square>().unwrap().bitboard())
        .fold(BitBoard::EMPTY, |all, one| all | one)
}

const fn settled(met: u32) -> Seen {
    Seen::Settled { met }
}

/// Positions, the squares of pieces that are followed, what the argument says of White and of Black as the side that would mate, and why.
const TABLE: &[(&str, &str, Seen, Seen, &str)] = &[
    ("8/b1b5/k6p/2b2p1P/1b3p2/5PpK/6P1/8 w - -", "", settled(211), settled(211), "bishops of one colour roam, a king is shut in"),
    ("8/8/3b3p/5p1P/3b1p1K/5Pp1/6P1/5kb1 b - -", "", settled(211), settled(211), "one bishop fewer: kings and pawns are the same"),
    ("8/1p2B1B1/1PpB1B2/k1P1B3/p1P2B2/P7/5K2/8 w - -", "", settled(211), settled(211), "the same, turned"),
    (
        "1k4b1/1P1p4/BP1Pp1p1/1P2P1P1/pB6/Pp2K3/1P5B/8 b - -",
        "",
        settled(1038),
        settled(1038),
        "Black has a held bishop, White bishops that roam",
    ),
    ("k1b5/1p1p4/1P1P4/B7/8/2B5/8/K7 w - -", "", settled(222), settled(222), "a bishop is held as long as nobody takes it"),
    ("k1b5/1p1pB3/1PpP4/2PpB3/N1pP4/1pP5/1P6/K7 w - -", "", settled(154), settled(154), "White's knight is held, too"),
    ("rnb1b3/pk1p4/p1pPp1p1/P1P1P1Pp/RBP4P/P7/5B2/7K b - -", "", Seen::MayMate, Seen::MayMate, "White's rook may take on a6"),
    ("4k3/8/3p4/p1pPp1p1/P1P1P1P1/8/8/4K3 w - -", "", settled(1008), settled(1008), "a wall of pawns"),
    ("4k3/8/3p4/p1pPp1p1/P1P1P1P1/8/8/4K3 w - e6", "", Seen::TooMany, Seen::TooMany, "the wall can be opened en passant"),
    ("6qK/5k1P/8/8/8/8/8/8 w - -", "", Seen::MayMate, settled(1), "White has nothing left after the only move"),
    ("Kr6/P1k5/8/8/8/8/8/8 w - -", "", Seen::MayMate, settled(1), "the same"),
    ("7k/8/8/8/8/8/8/K7 w - -", "", settled(1), settled(1), "nobody has anything to mate with: no move is looked at"),
    ("8/8/8/1k3p1p/3p1P2/1p1P1PpP/1P4P1/K7 b - -", "", settled(1820), settled(1820), "pawns alone, blocked"),
    ("8/1p2p1p1/1P2P1P1/Bp2pBp1/1P2P1P1/7k/1P2P3/7K b - -", "", Seen::MayMate, Seen::TooMany, "White can mate"),
    ("8/8/8/8/5p1p/p1p1pPkP/P1P1P1B1/6KB w - -", "", Seen::MayMate, Seen::MayMate, "Black can mate"),
    ("7k/8/8/8/8/8/8/KB6 w - -", "", Seen::TooMany, settled(1), "White has a bishop, Black has nothing"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", "", Seen::Castling, Seen::Castling, "rights to castle"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - -", "", Seen::MayMate, Seen::MayMate, "pieces get out"),
    ("8/6pp/8/8/ppp5/bkp4Q/qnp5/n1K5 b - -", "", Seen::MayMate, Seen::MayMate, "Black's pieces get out"),
    ("8/6pp/8/8/ppp5/bkp4Q/qnp5/n1K5 b - -", "a2 b2", settled(1136), Seen::MayMate, "they only mate"),
    ("8/6pp/8/8/ppp5/bkp4Q/qnp5/n1K5 b - -", "a2", Seen::MayMate, Seen::MayMate, "the knight gets out"),
    ("2k5/6p1/6P1/6PK/6P1/6PR/7P/8 b - -", "", Seen::TooMany, Seen::TooMany, "a rook that may get out while the king is away"),
    ("2k5/6p1/6P1/6PK/6P1/6PR/7P/8 b - -", "h3", settled(395), settled(395), "it cannot"),
    ("7k/8/1p6/1Pp5/2Pp4/pB1Pp1p1/P1B1P1P1/1B1B2K1 b - -", "b1 d1 c2 b3", settled(1848), settled(1848), "bishops in one another's way"),
    ("rnb1b3/pk1p4/p1pPp1p1/P1P1P1Pp/RBP4P/P7/5B2/7K b - -", "a4", Seen::MayMate, settled(85), "the rook gets nowhere but to a6"),
    ("6Q1/8/4b3/8/ppp5/qkp3r1/rnp5/n1K5 b - -", "b2", settled(9), Seen::MayMate, "a check must be answered"),
    ("8/2b4B/4k3/8/8/2p1p1p1/2PpP1P1/1B1K3n b - -", "h1", settled(150), Seen::MayMate, "the same"),
];

#[test]
fn named_positions() {
    let mut skeletons = Skeletons::default();
    for &(fen, followed, white, black, why) in TABLE {
        let seen = Color::ALL.map(|winner| skeletons.look(&position(fen), winner, squares(followed), MOST));
        assert_eq!(seen, [white, black], "{fen} {followed}: {why}");
    }
}

#[test]
fn the_number_allowed_is_a_bound() {
    let mut skeletons = Skeletons::default();
    let position = position(TABLE[0].0);
    assert_eq!(skeletons.look(&position, Color::White, BitBoard::EMPTY, 211), settled(211));
    assert_eq!(skeletons.look(&position, Color::White, BitBoard::EMPTY, 210), Seen::TooMany);
    assert_eq!(skeletons.look(&position, Color::White, BitBoard::EMPTY, 0), Seen::TooMany);
}

/// Without roamers, a skeleton is a position.
#[test]
fn skeletons_of_pawns_are_the_positions() {
    let fens =
        ["8/8/8/1k3p1p/3p1P2/1p1P1PpP/1P4P1/K7 b - -", "8/1p6/kPp5/2P5/1pP5/1P1K4/8/8 w - -", "8/1p6/1p6/kPp5/2P5/1pP5/1P1K4/8 b - -"];
    for fen in fens {
        for winner in Color::ALL {
            let (verdict, _) = Closure::default().explore(&position(fen), winner, 1 << 20, Leaves::Plain);
            let Some(Verdict::Unwinnable(closed)) = verdict else { panic!("{fen}") };
            assert_eq!(
                Skeletons::default().look(&position(fen), winner, BitBoard::EMPTY, MOST),
                settled(closed.positions),
                "{winner} {fen}"
            );
        }
    }
}

/// Where all pieces are followed and no pawn gets to the last rank, too: what is surely a check is one, and what surely attacks attacks.
#[test]
fn skeletons_of_followed_pieces_are_the_positions() {
    let fens = [
        "2k5/6p1/6P1/6PK/6P1/6PR/7P/8 b - -",
        "k1b5/1p1p4/1P1P4/B7/8/8/8/K7 w - -",
        "k1b5/1p1pB3/1PpP4/2PpB3/N1pP4/1pP5/1P6/K7 w - -",
        "8/8/8/4k2B/1p1p4/1P1Pp1p1/4P1P1/2b2BRK b - -",
    ];
    for fen in fens {
        for winner in Color::ALL {
            let position = position(fen);
            let pieces = position.board().occupied() & !position.board().pieces(Piece::Pawn) & !position.board().pieces(Piece::King);
            let (verdict, _) = Closure::default().explore(&position, winner, 1 << 20, Leaves::Plain);
            let Some(Verdict::Unwinnable(closed)) = verdict else { panic!("{fen}") };
            assert_eq!(Skeletons::default().look(&position, winner, pieces, 1 << 20), settled(closed.positions), "{winner} {fen}");
        }
    }
}

/// Boards that are turned over or reflected, colours changed with the former, are as good.
#[test]
fn symmetry() {
    let mut skeletons = Skeletons::default();
    for &(fen, followed, ..) in TABLE {
        let followed = squares(followed);
        let mut fields = fen.split(' ');
        let (board, turn) = (fields.next().unwrap(), fields.next().unwrap());
        let other_case = |letter: char| if letter.is_lowercase() { letter.to_ascii_uppercase() } else { letter.to_ascii_lowercase() };
        let turned: Vec<String> = board.rsplit('/').map(|rank| rank.chars().map(other_case).collect()).collect();
        let reflected: Vec<String> = board.split('/').map(|rank| rank.chars().rev().collect()).collect();
        let plain = position(&format!("{board} {turn} - -"));
        let turned = position(&format!("{} {} - -", turned.join("/"), if turn == "w" { "b" } else { "w" }));
        let reflected = position(&format!("{} {turn} - -", reflected.join("/")));
        // Which failure is found first depends on the order of moves, so only what holds is compared.
        let mut met = |position: &Position, followed: BitBoard, winner: Color| match skeletons.look(position, winner, followed, MOST) {
            Seen::Settled { met } => Some(met),
            _ => None,
        };
        for winner in Color::ALL {
            let expected = met(&plain, followed, winner);
            assert_eq!(met(&turned, followed.flip_ranks(), !winner), expected, "{winner} {fen}");
            assert_eq!(met(&reflected, followed.flip_files(), winner), expected, "{winner} {fen}");
        }
    }
}

impl Skeletons {
    /// Whether a skeleton stands for a position.
    fn stands_for(&self, skeleton: Skeleton, position: &Position) -> bool {
        let (board, known) = (position.board(), self.boards.get(skeleton.board));
        let same_pawns = Color::ALL.into_iter().all(|c| known.pawns[c as usize] == board.colored_pieces(c, Piece::Pawn));
        let same_kings = Color::ALL.into_iter().all(|c| known.kings[c as usize] == board.king(c));
        let pieces = [Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight].into_iter();
        (skeleton.turn, skeleton.passed) == (position.to_move(), position.en_passant())
            && same_pawns
            && same_kings
            && pieces.flat_map(|piece| Color::ALL.map(|colour| (piece, colour))).all(|(piece, colour)| {
                let all = self.boards.roamers(skeleton.board).iter();
                let roamers: Vec<Roamer> = all.filter(|roamer| (roamer.piece, roamer.colour) == (piece, colour)).copied().collect();
                let squares = board.colored_pieces(colour, piece);
                roamers.iter().filter(|roamer| roamer.held).all(|roamer| roamer.region.is_subset(squares))
                    && each_has_one(squares, &roamers)
            })
    }
}

/// Whether different roamers can be found for all squares.
fn each_has_one(squares: BitBoard, roamers: &[Roamer]) -> bool {
    let Some(square) = squares.next_square() else { return true };
    (0..roamers.len()).filter(|&place| roamers[place].region.has(square)).any(|place| {
        let mut others = roamers.to_vec();
        others.swap_remove(place);
        each_has_one(squares & !square.bitboard(), &others)
    })
}

/// A random game, positions and all. It ends where play is over, or after so many moves.
fn game(root: &Position, most: usize, rng: &mut Rng) -> Vec<Position> {
    let mut positions = vec![root.clone()];
    while positions.len() <= most {
        let last = &positions[positions.len() - 1];
        let mut moves = Vec::new();
        last.legal().for_each(|played| moves.push(played));
        let Some(&played) = rng.choice(&moves) else { break };
        positions.push(last.after(played));
    }
    positions
}

/// Whatever is played from a position that is settled, there is a skeleton that stands for the position, and nobody is mated by that side.
#[test]
fn play_stays_among_the_skeletons() {
    let mut skeletons = Skeletons::default();
    let more = [
        ("8/1p6/1PpBp1p1/k1P1P1P1/p1P5/P7/5K2/8 w - -", "", Color::Black),
        ("1k6/1P5p/BP2Kp2/1P6/5P2/8/7P/8 w - -", "", Color::White),
        ("k7/8/p1p5/2P1p1p1/PpP1P1P1/1P1K4/8/8 w - -", "", Color::White),
        ("1k6/1P5p/BP3p2/1P6/8/8/5PKP/8 b - -", "", Color::White),
        ("1k6/1P5p/BP3p2/1P6/8/8/5PKP/8 b - -", "", Color::Black),
    ];
    let table = TABLE.iter().flat_map(|&(fen, followed, ..)| Color::ALL.map(|winner| (fen, followed, winner)));
    let mut questions = 0;
    for (fen, followed, winner) in table.chain(more) {
        if !matches!(skeletons.look(&position(fen), winner, squares(followed), MOST), Seen::Settled { .. }) {
            continue;
        }
        questions += 1;
        let mut rng = Rng::with_seed(questions);
        for _ in 0..20 {
            for position in game(&position(fen), 60, &mut rng) {
                assert_ne!(position.end(), Some(End::Mate(winner)), "{winner} {fen}: {position}");
                let armed = !(position.board().colors(winner) & !position.board().pieces(Piece::King)).is_empty();
                let stands = skeletons.met.iter().any(|&skeleton| skeletons.stands_for(skeleton, &position));
                assert!(stands || !armed, "{winner} {fen}: {position}");
            }
        }
    }
    assert_eq!(questions, 34);
}

/// Whoever has mated at the end of a game could do so from each of its positions.
#[test]
fn winners_are_never_said_not_to_win() {
    let mut skeletons = Skeletons::default();
    let mut rng = Rng::with_seed(1);
    let roots = [
        "7k/8/8/8/8/8/P6P/KRR5 w - -",
        "k1b5/1p1p4/1P1P4/B7/8/2B5/8/KQ6 w - -",
        "6rk/5pp1/5P1p/7P/8/7N/1R6/K7 w - -",
        "k7/pp5R/8/PP6/8/4p3/1P3p2/6QK b - -",
        "6k1/5ppp/6Q1/8/8/6q1/5PPP/6K1 w - -",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - -",
    ];
    let mut mates = 0;
    for root in roots {
        for _ in 0..200 {
            let game = game(&position(root), 150, &mut rng);
            let Some(End::Mate(winner)) = game[game.len() - 1].end() else { continue };
            mates += 1;
            for position in &game[..game.len() - 1] {
                assert!(!matches!(skeletons.look(position, winner, squares(""), 256), Seen::Settled { .. }), "{winner} {position}");
            }
        }
    }
    assert!(mates > 40, "{mates}");
}
