//! Tests the skeleton argument on single positions with known results, and tests properties that hold for all
//! positions.

use fastrand::Rng;

use super::boards::Piece;
use super::{Outcome, Skeleton, SkeletonArgument};
use crate::chess::{BitBoard, Color, End, Position, Role, Square};
use crate::search::Verdict;
use crate::search::closed_set::{Arguments, ClosedSetSearch};

const LIMIT: u32 = 1 << 12;

fn position(fen: &str) -> Position {
    fen.parse().unwrap()
}

fn squares(names: &str) -> BitBoard {
    names
        .split(' ')
        .filter(|name| !name.is_empty())
        .map(|name| name.parse::<Square>().unwrap().bitboard())
        .fold(BitBoard::EMPTY, |all, one| all | one)
}

const fn holds(skeletons: u32) -> Outcome {
    Outcome::Holds { skeletons }
}

/// Test cases.
const TABLE: &[(&str, &str, Outcome, Outcome, &str)] = &[
    (
        "8/b1b5/k6p/2b2p1P/1b3p2/5PpK/6P1/8 w - -",
        "",
        holds(211),
        holds(211),
        "bishops on squares of one colour move about, a king is shut in",
    ),
    ("8/8/3b3p/5p1P/3b1p1K/5Pp1/6P1/5kb1 b - -", "", holds(211), holds(211), "one bishop fewer: kings and pawns are the same"),
    ("8/1p2B1B1/1PpB1B2/k1P1B3/p1P2B2/P7/5K2/8 w - -", "", holds(211), holds(211), "the same, turned"),
    (
        "1k4b1/1P1p4/BP1Pp1p1/1P2P1P1/pB6/Pp2K3/1P5B/8 b - -",
        "",
        holds(1038),
        holds(1038),
        "Black has an immobile bishop, White mobile ones",
    ),
    ("k1b5/1p1p4/1P1P4/B7/8/2B5/8/K7 w - -", "", holds(222), holds(222), "a bishop is immobile as long as nobody captures it"),
    ("k1b5/1p1pB3/1PpP4/2PpB3/N1pP4/1pP5/1P6/K7 w - -", "", holds(154), holds(154), "White's knight is immobile, too"),
    ("rnb1b3/pk1p4/p1pPp1p1/P1P1P1Pp/RBP4P/P7/5B2/7K b - -", "", Outcome::MayMate, Outcome::MayMate, "White's rook may capture on a6"),
    ("4k3/8/3p4/p1pPp1p1/P1P1P1P1/8/8/4K3 w - -", "", holds(1008), holds(1008), "a wall of pawns"),
    ("4k3/8/3p4/p1pPp1p1/P1P1P1P1/8/8/4K3 w - e6", "", Outcome::TooMany, Outcome::TooMany, "the wall can be opened en passant"),
    ("6qK/5k1P/8/8/8/8/8/8 w - -", "", Outcome::MayMate, holds(1), "White has nothing left after the only move"),
    ("Kr6/P1k5/8/8/8/8/8/8 w - -", "", Outcome::MayMate, holds(1), "the same"),
    ("7k/8/8/8/8/8/8/K7 w - -", "", holds(1), holds(1), "nobody has anything to mate with: no move is looked at"),
    ("8/8/8/1k3p1p/3p1P2/1p1P1PpP/1P4P1/K7 b - -", "", holds(1820), holds(1820), "pawns alone, blocked"),
    ("8/1p2p1p1/1P2P1P1/Bp2pBp1/1P2P1P1/7k/1P2P3/7K b - -", "", Outcome::MayMate, Outcome::TooMany, "White can mate"),
    ("8/8/8/8/5p1p/p1p1pPkP/P1P1P1B1/6KB w - -", "", Outcome::MayMate, Outcome::MayMate, "Black can mate"),
    ("7k/8/8/8/8/8/8/KB6 w - -", "", Outcome::TooMany, holds(1), "White has a bishop, Black has nothing"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", "", Outcome::Castling, Outcome::Castling, "rights to castle"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - -", "", Outcome::MayMate, Outcome::MayMate, "pieces get out"),
    ("8/6pp/8/8/ppp5/bkp4Q/qnp5/n1K5 b - -", "", Outcome::MayMate, Outcome::MayMate, "Black's pieces get out"),
    ("8/6pp/8/8/ppp5/bkp4Q/qnp5/n1K5 b - -", "a2 b2", holds(1136), Outcome::MayMate, "they only mate"),
    ("8/6pp/8/8/ppp5/bkp4Q/qnp5/n1K5 b - -", "a2", Outcome::MayMate, Outcome::MayMate, "the knight gets out"),
    ("2k5/6p1/6P1/6PK/6P1/6PR/7P/8 b - -", "", Outcome::TooMany, Outcome::TooMany, "a rook that may get out while the king is away"),
    ("2k5/6p1/6P1/6PK/6P1/6PR/7P/8 b - -", "h3", holds(395), holds(395), "it cannot"),
    ("7k/8/1p6/1Pp5/2Pp4/pB1Pp1p1/P1B1P1P1/1B1B2K1 b - -", "b1 d1 c2 b3", holds(1848), holds(1848), "bishops in one another's way"),
    ("rnb1b3/pk1p4/p1pPp1p1/P1P1P1Pp/RBP4P/P7/5B2/7K b - -", "a4", Outcome::MayMate, holds(85), "the rook gets nowhere but to a6"),
    ("6Q1/8/4b3/8/ppp5/qkp3r1/rnp5/n1K5 b - -", "b2", holds(9), Outcome::MayMate, "a check must be answered"),
    ("8/2b4B/4k3/8/8/2p1p1p1/2PpP1P1/1B1K3n b - -", "h1", holds(150), Outcome::MayMate, "the same"),
];

#[test]
fn named_positions() {
    let mut argument = SkeletonArgument::default();
    for &(fen, tracked, white, black, why) in TABLE {
        let outcomes = Color::ALL.map(|intended_winner| argument.argue(&position(fen), intended_winner, squares(tracked), LIMIT));
        assert_eq!(outcomes, [white, black], "{fen} {tracked}: {why}");
    }
}

#[test]
fn the_number_allowed_is_a_bound() {
    let mut argument = SkeletonArgument::default();
    let position = position(TABLE[0].0);
    assert_eq!(argument.argue(&position, Color::White, BitBoard::EMPTY, 211), holds(211));
    assert_eq!(argument.argue(&position, Color::White, BitBoard::EMPTY, 210), Outcome::TooMany);
    assert_eq!(argument.argue(&position, Color::White, BitBoard::EMPTY, 0), Outcome::TooMany);
}

/// Compares the number of skeletons (partly known positions) with the number of positions. Without pieces, each
/// skeleton (partly known position) stands for exactly one position.
#[test]
fn skeletons_of_pawns_are_the_positions() {
    let fens =
        ["8/8/8/1k3p1p/3p1P2/1p1P1PpP/1P4P1/K7 b - -", "8/1p6/kPp5/2P5/1pP5/1P1K4/8/8 w - -", "8/1p6/1p6/kPp5/2P5/1pP5/1P1K4/8 b - -"];
    for fen in fens {
        for intended_winner in Color::ALL {
            let (verdict, _) = ClosedSetSearch::default().search(&position(fen), intended_winner, 1 << 20, Arguments::None);
            let Some(Verdict::Unwinnable(closed)) = verdict else { panic!("{fen}") };
            assert_eq!(
                SkeletonArgument::default().argue(&position(fen), intended_winner, BitBoard::EMPTY, LIMIT),
                holds(closed.positions),
                "{intended_winner} {fen}"
            );
        }
    }
}

/// Compares the number of skeletons (partly known positions) with the number of positions. If all pieces are tracked
/// and no pawn promotes, each skeleton (partly known position) stands for exactly one position.
#[test]
fn skeletons_of_tracked_pieces_are_the_positions() {
    let fens = [
        "2k5/6p1/6P1/6PK/6P1/6PR/7P/8 b - -",
        "k1b5/1p1p4/1P1P4/B7/8/8/8/K7 w - -",
        "k1b5/1p1pB3/1PpP4/2PpB3/N1pP4/1pP5/1P6/K7 w - -",
        "8/8/8/4k2B/1p1p4/1P1Pp1p1/4P1P1/2b2BRK b - -",
    ];
    for fen in fens {
        for intended_winner in Color::ALL {
            let position = position(fen);
            let pieces = position.board().occupied() & !position.board().pieces(Role::Pawn) & !position.board().pieces(Role::King);
            let (verdict, _) = ClosedSetSearch::default().search(&position, intended_winner, 1 << 20, Arguments::None);
            let Some(Verdict::Unwinnable(closed)) = verdict else { panic!("{fen}") };
            assert_eq!(
                SkeletonArgument::default().argue(&position, intended_winner, pieces, 1 << 20),
                holds(closed.positions),
                "{intended_winner} {fen}"
            );
        }
    }
}

/// The argument gives the same result for a position, for the position with exchanged colours, and for the mirror
/// image.
#[test]
fn symmetry() {
    let mut argument = SkeletonArgument::default();
    for &(fen, tracked, ..) in TABLE {
        let tracked = squares(tracked);
        let mut fields = fen.split(' ');
        let (board, turn) = (fields.next().unwrap(), fields.next().unwrap());
        let other_case = |letter: char| if letter.is_lowercase() { letter.to_ascii_uppercase() } else { letter.to_ascii_lowercase() };
        let turned: Vec<String> = board.rsplit('/').map(|rank| rank.chars().map(other_case).collect()).collect();
        let reflected: Vec<String> = board.split('/').map(|rank| rank.chars().rev().collect()).collect();
        let plain = position(&format!("{board} {turn} - -"));
        let turned = position(&format!("{} {} - -", turned.join("/"), if turn == "w" { "b" } else { "w" }));
        let reflected = position(&format!("{} {turn} - -", reflected.join("/")));
        // The order of moves decides which failure is found first, so only successes are compared.
        let mut outcome = |position: &Position, tracked: BitBoard, intended_winner: Color| match argument.argue(
            position,
            intended_winner,
            tracked,
            LIMIT,
        ) {
            Outcome::Holds { skeletons } => Some(skeletons),
            _ => None,
        };
        for intended_winner in Color::ALL {
            let expected = outcome(&plain, tracked, intended_winner);
            assert_eq!(outcome(&turned, tracked.flip_ranks(), !intended_winner), expected, "{intended_winner} {fen}");
            assert_eq!(outcome(&reflected, tracked.flip_files(), intended_winner), expected, "{intended_winner} {fen}");
        }
    }
}

impl SkeletonArgument {
    fn stands_for(&self, skeleton: Skeleton, position: &Position) -> bool {
        let (board, known) = (position.board(), self.boards.get(skeleton.board));
        let same_pawns = Color::ALL.into_iter().all(|c| known.pawns[c as usize] == board.colored_pieces(c, Role::Pawn));
        let same_kings = Color::ALL.into_iter().all(|c| known.kings[c as usize] == board.king(c));
        let roles = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight].into_iter();
        (skeleton.turn, skeleton.en_passant) == (position.to_move(), position.en_passant())
            && same_pawns
            && same_kings
            && roles.flat_map(|role| Color::ALL.map(|colour| (role, colour))).all(|(role, colour)| {
                let all = self.boards.pieces(skeleton.board).iter();
                let pieces: Vec<Piece> = all.filter(|piece| (piece.role, piece.colour) == (role, colour)).copied().collect();
                let squares = board.colored_pieces(colour, role);
                pieces.iter().filter(|piece| piece.immobile).all(|piece| piece.region.is_subset(squares)) && each_has_one(squares, &pieces)
            })
    }
}

/// Returns whether the pieces can stand on all squares at the same time.
fn each_has_one(squares: BitBoard, pieces: &[Piece]) -> bool {
    let Some(square) = squares.next_square() else { return true };
    (0..pieces.len()).filter(|&place| pieces[place].region.has(square)).any(|place| {
        let mut others = pieces.to_vec();
        others.swap_remove(place);
        each_has_one(squares & !square.bitboard(), &others)
    })
}

/// Returns the positions of a random game of at most `limit` plies.
fn game(root: &Position, limit: usize, rng: &mut Rng) -> Vec<Position> {
    let mut positions = vec![root.clone()];
    while positions.len() <= limit {
        let last = &positions[positions.len() - 1];
        let mut moves = Vec::new();
        last.legal_moves().for_each(|played| moves.push(played));
        let Some(&played) = rng.choice(&moves) else { break };
        positions.push(last.after(played));
    }
    positions
}

/// If the argument holds for a position, the intended winner never mates in random games from this position.
#[test]
fn play_stays_among_the_skeletons() {
    let mut argument = SkeletonArgument::default();
    let more = [
        ("8/1p6/1PpBp1p1/k1P1P1P1/p1P5/P7/5K2/8 w - -", "", Color::Black),
        ("1k6/1P5p/BP2Kp2/1P6/5P2/8/7P/8 w - -", "", Color::White),
        ("k7/8/p1p5/2P1p1p1/PpP1P1P1/1P1K4/8/8 w - -", "", Color::White),
        ("1k6/1P5p/BP3p2/1P6/8/8/5PKP/8 b - -", "", Color::White),
        ("1k6/1P5p/BP3p2/1P6/8/8/5PKP/8 b - -", "", Color::Black),
    ];
    let table = TABLE.iter().flat_map(|&(fen, tracked, ..)| Color::ALL.map(|intended_winner| (fen, tracked, intended_winner)));
    let mut questions = 0;
    for (fen, tracked, intended_winner) in table.chain(more) {
        if !matches!(argument.argue(&position(fen), intended_winner, squares(tracked), LIMIT), Outcome::Holds { .. }) {
            continue;
        }
        questions += 1;
        let mut rng = Rng::with_seed(questions);
        for _ in 0..20 {
            for position in game(&position(fen), 60, &mut rng) {
                assert_ne!(position.end(), Some(End::Mate(intended_winner)), "{intended_winner} {fen}: {position}");
                let armed = !(position.board().colors(intended_winner) & !position.board().pieces(Role::King)).is_empty();
                let stands = argument.reached.iter().any(|&skeleton| argument.stands_for(skeleton, &position));
                assert!(stands || !armed, "{intended_winner} {fen}: {position}");
            }
        }
    }
    assert_eq!(questions, 34);
}

#[test]
fn the_argument_never_holds_for_a_side_that_mates() {
    let mut argument = SkeletonArgument::default();
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
            let Some(End::Mate(intended_winner)) = game[game.len() - 1].end() else { continue };
            mates += 1;
            for position in &game[..game.len() - 1] {
                assert!(
                    !matches!(argument.argue(position, intended_winner, squares(""), 256), Outcome::Holds { .. }),
                    "{intended_winner} {position}"
                );
            }
        }
    }
    assert!(mates > 40, "{mates}");
}

/// In this fortress, the kings stay on a few squares, and pawns that block one another stay in place.
#[test]
fn traces_are_where_units_get() {
    let mut argument = SkeletonArgument::default();
    let root = position("Bb1k1b2/bKp1p1p1/1pP1P1P1/1P6/p5P1/P7/8/8 w - -");
    assert_eq!(argument.argue(&root, Color::White, BitBoard::EMPTY, LIMIT), holds(47));
    let traces = argument.traces().unwrap();
    assert_eq!(traces.settled, squares("a3 a4 b5 b6 c6 e6 g6 c7 e7 g7"));
    let unit = |colour: Color, role: Role| traces.units[colour as usize][role as usize];
    for (colour, role, names) in [
        (Color::White, Role::King, "a6 b7 a8 c8"),
        (Color::Black, Role::King, "c8 d8 e8"),
        (Color::White, Role::Knight, ""),
        (Color::Black, Role::Rook, ""),
    ] {
        assert_eq!(unit(colour, role), squares(names), "{colour} {role}");
    }
    // Each bishop is shut in on squares of its colour.
    assert!(unit(Color::White, Role::Bishop).is_subset(BitBoard::LIGHT_SQUARES));
    assert!(unit(Color::White, Role::Bishop).has(Square::A8));
}

/// Traces are the squares that pieces and pawns may occupy. The argument returns no traces if the intended winner may
/// lose everything.
#[test]
fn no_traces_if_everything_may_be_lost() {
    let mut argument = SkeletonArgument::default();
    for (fen, intended_winner, said) in [
        ("Bb1k1b2/bKp1p1p1/1pP1P1P1/1P6/p5P1/P7/8/8 w - -", Color::White, true),
        // Black's king takes White's only pawn.
        ("8/8/8/7p/5K1k/7P/8/8 b - -", Color::White, false),
        ("1k6/1P5p/BP2Kp2/1P6/5P2/8/7P/8 w - -", Color::Black, false),
    ] {
        let outcome = argument.argue(&position(fen), intended_winner, BitBoard::EMPTY, LIMIT);
        assert!(matches!(outcome, Outcome::Holds { .. }), "{fen}");
        assert_eq!(argument.traces().is_some(), said, "{fen}");
    }
}
