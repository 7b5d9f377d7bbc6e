//! Tests the skeleton argument on problems and real games, and on positions in which a single rule decides the result.

use super::{Chess, position};
use crate::chess::bitboard::{square_bit, square_name};
use crate::chess::game::{Status, TwoPlayerGame};
use crate::core::game::Colour;
use crate::core::game::Colour::{Black, White};
use crate::helpmate::game::{Argument, HelpmateGame};

const MAX_SKELETONS: u32 = 1 << 15;

/// Tries to prove by the skeleton argument that `winner` cannot mate. `tracked` names the squares of the pieces whose
/// moves are considered one by one.
fn argue(text: &str, tracked: &str, winner: Colour, most: u32) -> Argument {
    let game = Chess::new();
    let tracked = tracked.split_whitespace().map(|name| square_bit((0..64).find(|square| square_name(*square) == name).unwrap())).sum();
    game.by_skeletons(&position(&game, text), winner, tracked, most)
}

/// Returns the result of an argument that fails because a king may be mated on this square.
fn mate_on(king: &str) -> Argument {
    Argument::Fails(format!("for all that is known, a king may be mated on {king}"))
}

#[test]
fn fortresses() {
    // Each row has a title, a position, and the numbers of skeletons for White and for Black as the intended winner. If
    // both sides have a piece or pawn besides the king, the search does not depend on the intended winner.
    let table = [
        ("One bishop and a king that is stalemated in time", "8/8/7p/5p1P/5p1K/5Pp1/6P1/5kb1 b - -", [211; 2]),
        ("Four bishops, of which all that can follow is 3,649,226 positions", "8/b1b5/k6p/2b2p1P/1b3p2/5PpK/6P1/8 w - -", [211; 2]),
        // The first skeleton is not closed, because White's king is in check.
        ("Eight bishops", "8/4b3/3b3p/2b2p1P/3b1p1K/b4Pp1/1b1b2P1/b4kb1 w - -", [212; 2]),
        ("A bishop that is immobile until it is captured", "k1b2K2/1p1pB3/1P1P4/8/8/8/8/8 b - -", [222; 2]),
        ("A knight that is immobile for good", "k1b5/1p1p4/1PpP4/2Pp4/N1pP4/1pP5/1P1B4/K7 w - -", [154; 2]),
        ("Bishops in front of a wall and behind it", "1k4b1/1P1p4/BP1Pp1p1/1P2P1P1/pB6/Pp2K3/1P5B/8 b - -", [1038; 2]),
        ("A rook and a king that hold each other", "8/8/8/4k2B/1p1p4/1P1Pp1p1/4P1P1/2b2BRK b - -", [216; 2]),
        ("Black moves, or nobody does; then Black has nothing but the king", "6k1/6P1/2p3PB/p5P1/8/8/PKP5/8 w - -", [1255, 1249]),
    ];
    for (title, text, skeletons) in table {
        for (winner, skeletons) in [White, Black].into_iter().zip(skeletons) {
            assert_eq!(argue(text, "", winner, MAX_SKELETONS), Argument::Holds(skeletons), "{title}");
            assert_eq!(argue(text, "", winner, skeletons), Argument::Holds(skeletons), "{title}");
            assert_eq!(argue(text, "", winner, skeletons - 1), Argument::TooMany, "{title}");
        }
    }
    // If the intended winner has only a king, no skeleton is explored except the first.
    assert_eq!(argue("7k/8/8/8/8/8/p7/K7 w - -", "", White, 1), Argument::Holds(1));
    assert_eq!(argue("7k/8/8/8/8/8/p7/K7 w - -", "", White, 0), Argument::TooMany);
}

#[test]
fn pieces_are_tracked() {
    let table = [
        ("Knights that answer checks", "8/6pp/8/8/ppp5/bkp4Q/qnp5/n1K5 b - -", "a2 b2", White, 1136),
        ("Three pawns that may be promoted", "8/5ppp/8/8/ppp5/bkp4Q/qnp5/n1K5 b - -", "a2 b2", White, 11442),
        ("A queen that roams", "8/6pp/8/4q3/ppp5/bkp4Q/qnp2p2/n1K5 b - -", "a2 b2", White, 5670),
        ("Bishops in front of pawns", "B1B1B1B1/pBpBpBp1/P1P1P1P1/4b3/5b2/8/8/k1K5 w - -", "b7 d7 f7 a8 c8 e8 g8", White, 25025),
        ("The same for the other side", "B1B1B1B1/pBpBpBp1/P1P1P1P1/4b3/5b2/8/8/k1K5 w - -", "b7 d7 f7 a8 c8 e8 g8", Black, 25025),
        ("A rook that cannot get past its pawns in time", "2k5/6p1/6P1/6PK/6P1/6PR/7P/8 b - -", "h3", White, 395),
        ("The same for the other side", "2k5/6p1/6P1/6PK/6P1/6PR/7P/8 b - -", "h3", Black, 395),
        ("One move of a knight", "6Q1/8/4b3/8/ppp5/qkp3r1/rnp5/n1K5 b - -", "b2", White, 9),
        ("Bishops behind a wall", "7k/8/1p6/1Pp5/2Pp4/pB1Pp1p1/P1B1P1P1/1B1B2K1 b - -", "b1 d1 c2 b3", White, 1848),
        ("The same for the other side", "7k/8/1p6/1Pp5/2Pp4/pB1Pp1p1/P1B1P1P1/1B1B2K1 b - -", "b1 d1 c2 b3", Black, 1848),
    ];
    for (title, text, tracked, winner, skeletons) in table {
        assert_eq!(argue(text, tracked, winner, MAX_SKELETONS), Argument::Holds(skeletons), "{title}");
        assert_eq!(argue(text, tracked, winner, skeletons - 1), Argument::TooMany, "{title}");
        assert!(matches!(argue(text, "", winner, MAX_SKELETONS), Argument::Fails(_)), "{title}");
    }
}

#[test]
fn no_fortresses() {
    let table = [
        ("Another bishop on squares of the other colour", "8/8/7p/5p1P/5p1K/5Pp1/6P1/5kbb b - -", Black, "h4"),
        ("A pawn gives check", "3k4/4b3/1p1p2B1/1P1Pp1p1/1p2P1P1/2p5/p1p5/rbK5 b - -", Black, "c1"),
        ("A wall that a capture en passant opens", "5k2/8/4p3/3pPp2/p1pP1Pp1/P1P3Pp/1K5P/8 b - d3", Black, "h8"),
    ];
    for (title, text, winner, king) in table {
        assert_eq!(argue(text, "", winner, MAX_SKELETONS), mate_on(king), "{title}");
    }
    let castling = "2k5/8/8/3B4/2Bp1p1p/1BpP1P1P/2P1BPBP/3BKBNR w K -";
    assert_eq!(argue(castling, "", White, MAX_SKELETONS), Argument::Castling);
    assert_eq!(argue(&castling.replace(" K ", " - "), "", White, MAX_SKELETONS), Argument::Holds(84));
}

#[test]
fn one_rule_decides() {
    // The black king on b3 and the white king on c1 cannot move unless the position around them changes.
    let answer = "6Q1/8/8/8/pp6/qkp5/1np5/n1K5 b - -";
    let table = [
        ("The check has to be answered, and the one move that does so gives check", answer, "b2", White, Argument::Holds(2)),
        ("That check is uncovered, and the queen that can take what has moved does not end it", answer, "b2", Black, mate_on("c1")),
        ("The check is not sure once the knight may be in between", answer, "", White, mate_on("b3")),
        ("A knight that may not move: the queen on a3 pins it", "8/8/8/8/ppp5/qkp5/rNp5/n1K5 w - -", "b2", White, Argument::Holds(1)),
        ("It is immobile no longer if it is not tracked", "8/8/8/8/ppp5/qkp5/rNp5/n1K5 w - -", "", White, mate_on("b3")),
        ("The rook that gives check on b2 can surely be taken", "8/8/8/8/ppp5/qkp5/rnp5/1RK5 w - -", "b1 a2 b2", White, Argument::Holds(5)),
        ("So can the knight on d2", "8/8/8/8/ppN5/qkp5/rnpp4/2K5 w - -", "a2 b2 c4", White, Argument::Holds(2)),
        ("A rook pins the pawn that would take it", "8/8/8/8/ppN5/qkp4R/rnpp4/2K5 w - -", "a2 b2 c4", White, mate_on("b3")),
        ("A check is answered from afar", "R6k/6pp/6Pp/4r2P/8/8/8/K7 b - -", "e5", White, mate_on("h8")),
        ("Bishops on squares of the other colour", "8/8/8/8/ppp5/qkp4B/rnp5/n1K5 w - -", "b2", White, Argument::Holds(7)),
        ("What is tracked goes where something roams", "8/8/4b3/8/ppp5/qkp5/rnp5/n1K4B w - -", "h1 b2", White, Argument::Holds(133)),
    ];
    for (title, text, tracked, winner, expected) in table {
        assert_eq!(argue(text, tracked, winner, MAX_SKELETONS), expected, "{title}");
    }
}

/// A position that a checker with a certain bug would judge wrongly. The first four fields are the bug, the position,
/// the squares with tracked pieces, and the intended winner. The fifth field is a limit on the number of skeletons
/// (partly known positions). The sixth field is the square on which a king may be mated. If this field is `None`, the
/// argument must fail with too many skeletons. The last field is a line of moves that ends in mate.
type Refused = (&'static str, &'static str, &'static str, Colour, u32, Option<&'static str>, &'static str);

/// Positions for which the skeleton argument must be refused: test vectors in section 6 of `spec/rules/chess.md`.
const REFUSED: [Refused; 14] = [
    (
        "The pawn taken en passant is not among what has been left",
        "1r2k3/p3Pp2/P4P2/Pp6/BP6/1P4pp/7p/7K w - b6",
        "a4 b8",
        White,
        4,
        Some("e8"),
        "a5b6",
    ),
    (
        "A region of one square is that of a sure attacker",
        "8/7k/7P/8/1p6/1Pp5/b1P5/K7 w - -",
        "",
        White,
        1,
        None,
        "a1a2 h7g6 h6h7 g6f5 h7h8q f5e4 h8c3 e4d5 c3e1 d5d4 e1d1 d4c3 d1d3",
    ),
    ("Mate is judged after region closure", "7K/5BrP/7p/7k/8/8/8/8 b - -", "", Black, 1, None, "g7f7 h8g8 h5g6 g8h8 f7f8"),
    (
        "A tracked piece that takes is tracked no longer",
        "8/5k2/p7/P1p5/K1p5/1pPb4/1P6/b7 b - -",
        "a1",
        Black,
        1,
        None,
        "d3e4 a4a3 a1b2 a3a4 e4c6",
    ),
    ("Check: none by a move 2", "8/8/8/8/8/1kp5/1np5/n1K5 b - -", "a1", Black, 7, Some("c1"), "b2d3"),
    ("Check: none by a move 3 of a piece that is not tracked", "6Q1/8/8/8/2Q5/qk6/1np5/2K5 b - -", "g8", Black, 2, Some("c1"), "b2c4"),
    ("Check: none by a tracked piece that has moved", "8/8/8/8/8/2pk4/2p5/n1K5 b - -", "a1", Black, 7, Some("c1"), "a1b3"),
    ("Check: none by a pawn", "8/8/8/8/8/1ppk4/2p5/2K5 b - -", "", Black, 7, Some("c1"), "b3b2"),
    ("Check: none across a square that has been left", "6Q1/8/8/8/2Q5/qk6/1np5/2K5 b - -", "a3 b2 g8", Black, 2, Some("c1"), "b2c4"),
    ("No way out: L's pawns do not stand in the way", "8/8/8/R7/1pN5/1kp4R/2pp4/2K5 w - -", "c4", White, 2, Some("b3"), "c4d2"),
    ("No way out: L's pieces do not stand in the way", "8/8/8/R7/1rN5/1kp4R/2pp4/2K5 w - -", "c4", White, 2, Some("b3"), "c4d2"),
    ("No way out: nothing is attacked beyond L's king", "8/8/4B3/8/ppN5/nkp5/1n1p4/2K5 w - -", "c4 e6", White, 2, Some("b3"), "c4d2"),
    (
        "Taken: by a piece that is not immobile",
        "8/8/4b3/8/ppp5/qkp5/rnp5/2K4B b - -",
        "a2 a3 b2",
        White,
        8,
        Some("b3"),
        "e6h3 h1e4 h3f1 e4c2",
    ),
    ("Taken: though the taker's own square is open then", "8/8/8/R7/1pN5/1kp4R/2pp4/2K5 w - -", "c4", White, 2, Some("b3"), "c4d2"),
];

#[test]
fn lenient_checkers_are_distinguished() {
    let game = Chess::new();
    for (title, text, tracked, winner, met, king, line) in REFUSED {
        assert_eq!(argue(text, tracked, winner, met), king.map_or(Argument::TooMany, mate_on), "{title}");
        assert!(matches!(argue(text, tracked, winner, MAX_SKELETONS), Argument::Fails(_)), "{title}");
        let after = line.split(' ').fold(position(&game, text), |at, name| {
            let mut moves = vec![];
            game.play(&at, &mut moves);
            let played = moves.into_iter().find(|played| game.name(*played) == name).unwrap_or_else(|| panic!("{title}: {name}"));
            game.make(&at, played).position
        });
        assert_eq!(game.play(&after, &mut vec![]), Status::Over(Some(winner)), "{title}");
    }
}
